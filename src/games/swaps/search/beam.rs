//! A quick search for any plan that reaches a given goal.

use std::collections::HashSet;

use super::field::{Effect, Field};
use super::goals::Goals;
use super::state::State;
use super::walk::Swap;

/// The boards kept after each swap.
const WIDTH: usize = 64;

/// The search gives up after this many swaps for each half swap of the lower bound.
const PATIENCE: u32 = 4;

/// A board, the swap that led to it, and the index of the board before.
struct Node {
    packed: Vec<u64>,
    rest: u32,
    swap: usize,
    before: usize,
}

/// Swaps that lead to a goal; `None` if it does not find them soon.
pub fn search<const W: usize>(
    field: &Field,
    goals: &Goals<W>,
    goal: u32,
    stop: &dyn Fn(u64) -> bool,
) -> Option<Vec<usize>> {
    let mut state = State::new(field);
    let rest = goals.rest(field, &state, goal);
    let packed = state.packed.clone();
    let mut seen = HashSet::from([packed.clone()]);
    let mut layers = vec![vec![Node { packed, rest, swap: 0, before: 0 }]];
    for _ in 0..PATIENCE * rest {
        let layer = layers.last()?;
        let mut next = Vec::new();
        for (before, node) in layer.iter().enumerate() {
            state.unpack(&node.packed);
            for (swap, &edge) in field.edges.iter().enumerate() {
                let effect = state.effect(field, edge);
                if effect == Effect::Illegal || !Swap::new(&state, edge, effect).suits(goals, goal)
                {
                    continue;
                }
                let tiles = (state.board[edge.0], state.board[edge.1]);
                state.swap(effect, edge);
                if seen.insert(state.packed.clone()) {
                    let rest = goals.rest(field, &state, goal);
                    next.push(Node { packed: state.packed.clone(), rest, swap, before });
                }
                state.set((edge.0, tiles.0), (edge.1, tiles.1));
            }
        }
        if stop(layer.len() as u64) {
            return None;
        }
        next.sort_by_key(|node| node.rest);
        next.truncate(WIDTH);
        let is_found = next.first()?.rest == 0;
        layers.push(next);
        if is_found {
            return Some(path(&layers));
        }
    }
    (rest == 0).then(Vec::new)
}

/// The swaps to the first board of the last layer.
fn path(layers: &[Vec<Node>]) -> Vec<usize> {
    let mut swaps = Vec::new();
    let mut index = 0;
    for layer in layers[1..].iter().rev() {
        swaps.push(layer[index].swap);
        index = layer[index].before;
    }
    swaps.reverse();
    swaps
}
