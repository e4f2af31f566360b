//! A quick search for some good plan: after each move, only the most promising positions are kept.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::batch::Step;
use super::bounds::Outlook;
use super::field::{Aim, Field, exponent, stuck};
use super::walk::{Seen, Walk};
use super::worker::{Worker, is_finished};

/// The approximate number of joins tried from a position, some from each cell.
const JOINS: usize = 2000;

/// A position, the step that led to it, and the index of the position before.
struct Node {
    position: Vec<u8>,
    score: u64,
    rank: i64,
    step: Step,
    before: usize,
}

/// A plan and its score.
pub(super) struct Sketch {
    pub(super) steps: Vec<Step>,
    pub(super) score: u64,
}

/// Looks for a plan of at most `moves` moves, keeping `width` positions after each move. Returns the plan with the
/// greatest score if that is the aim, otherwise one of the shortest plans seen.
pub(super) fn search<const W: usize>(
    worker: &mut Worker<'_, W>,
    start: &[u8],
    width: usize,
    moves: usize,
) -> Option<Sketch> {
    let root =
        Node { position: start.to_vec(), score: 0, rank: 0, step: Step::Collapse, before: 0 };
    let mut layers = vec![vec![root]];
    let mut best: Option<(u64, usize, usize)> = None;
    for left in (0..moves).rev() {
        let layer = layers.last()?;
        let mut next = Vec::new();
        for (before, node) in layer.iter().enumerate() {
            if worker.shared.report(1) {
                break;
            }
            expand(worker, node, before, left, &mut next);
        }
        next.sort_by_key(|node| node.rank);
        let mut seen = HashSet::new();
        next.retain(|node| {
            seen.len() < width
                && seen.insert(worker.keys.key(worker.shared.field, &node.position, 0).to_vec())
        });
        let depth = layers.len();
        for (index, node) in next.iter().enumerate() {
            let is_plan = match worker.shared.field.aim {
                Aim::Blocks(blocks) => {
                    best.is_none() && worker.shared.field.blocks(&node.position) <= blocks
                }
                Aim::Score(score) => best.is_none() && node.score >= score,
                Aim::BestScore(_) => best.is_none_or(|(score, _, _)| node.score > score),
            };
            if is_plan {
                best = Some((node.score, depth, index));
            }
        }
        let is_done = best.is_some() && !matches!(worker.shared.field.aim, Aim::BestScore(_));
        if next.is_empty() || is_done || worker.shared.report(0) {
            layers.push(next);
            break;
        }
        layers.push(next);
    }
    let (score, depth, index) = best?;
    Some(Sketch { steps: steps(&layers, depth, index), score })
}

/// Adds the positions after each move.
fn expand<const W: usize>(
    worker: &mut Worker<'_, W>,
    node: &Node,
    before: usize,
    left: usize,
    next: &mut Vec<Node>,
) {
    let field = worker.shared.field;
    if is_finished(field, &node.position) {
        return;
    }
    let mut add = |position: Vec<u8>, gain: u64, step: Step| {
        let score = node.score + gain;
        if let Some(rank) = rank(worker, &position, score, left) {
            next.push(Node { position, score, rank, step, before });
        }
    };
    let mut seen = Seen::default();
    let quota = JOINS / field.size() + 1;
    let mut walk = Walk::new(field, &node.position, &mut seen, 2 * JOINS).at_most(quota);
    let _ = walk.each::<()>(&mut |path, sum| {
        let mut position = node.position.clone();
        let block = exponent(sum);
        field.join(&mut position, path, block);
        add(position, 1 << block, Step::Join(path.to_vec()));
        ControlFlow::Continue(())
    });
    if field.may_collapse {
        let mut position = node.position.clone();
        if field.collapse(&mut position) {
            add(position, 0, Step::Collapse);
        }
    }
}

/// How far a position seems to be from what is wanted; `None` if it never gets there.
fn rank<const W: usize>(
    worker: &mut Worker<'_, W>,
    position: &[u8],
    score: u64,
    left: usize,
) -> Option<i64> {
    let field = worker.shared.field;
    match field.aim {
        Aim::Blocks(target) => {
            let blocks = field.blocks(position);
            let is_lost = blocks > target
                && worker.bounds.blocks(field, position, target, left.max(1)) == Outlook::Never;
            (!is_lost).then(|| roughness(field, position))
        }
        Aim::Score(_) | Aim::BestScore(_) => {
            let more = if left > 0 { worker.bounds.score(field, position, 1) } else { 0 };
            Some(-(score.saturating_add(more) as i64))
        }
    }
}

/// A measure of how many moves it may take to join all blocks.
fn roughness<const W: usize>(field: &Field<W>, position: &[u8]) -> i64 {
    let counts = field.counts(position, 0..field.columns);
    let blocks: i64 = counts.iter().map(|&count| i64::from(count)).sum();
    let numbers = counts.iter().filter(|&&count| count > 0).count() as i64;
    let parts = field.parts(position).count() as i64;
    2 * blocks + numbers + 3 * i64::from(stuck(&counts)) + 3 * parts
}

/// The steps to a position.
fn steps(layers: &[Vec<Node>], depth: usize, mut index: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    for layer in layers[1..=depth].iter().rev() {
        steps.push(layer[index].step.clone());
        index = layer[index].before;
    }
    steps.reverse();
    steps
}
