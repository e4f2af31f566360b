//! Every position of a game, and the shots between them.
//!
//! Each shot removes a block, so the positions lie in layers by their number of blocks, and shots lead
//! from a layer to lower ones only: what follows from the past of positions is found in one walk down the
//! layers, what follows from their future in one walk up.

use std::collections::HashMap;

use super::Budget;
use super::hash::Quickly;
use super::packed::{Field, Packed};
use super::word::Word;
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::{Hand, Shot};

/// A shot from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number of the shot, of which [`Field::shot`] tells the meaning.
    pub shot: u8,
    /// The position after it.
    pub to: u32,
}

/// Every position that can be reached in a level, whatever the goal: as a player sees them, so that two
/// are the same only if board and hand are.
pub struct Graph<W, const P: usize> {
    /// What does not change.
    pub field: Field<W>,
    /// The positions. The first is the start; if that has a wildcard, the hand noted there means nothing.
    pub positions: Vec<Packed<W, P>>,
    /// The positions in order of their blocks, from the most to the fewest: after all that lead to them,
    /// before all that they lead to.
    pub order: Vec<u32>,
    /// Whether the hand at the start is a wildcard.
    pub has_wildcard: bool,
    moves: Vec<Move>,
    /// Where the moves of each position begin and end.
    of: Vec<(u32, u32)>,
}

/// The start is the first of the positions.
pub const START: u32 = 0;

impl<W: Word, const P: usize> Graph<W, P> {
    /// Plays out a level from its start; `None` if the budget is spent before all is seen.
    pub fn of(level: &Level, budget: &Budget<'_>) -> Option<Graph<W, P>> {
        let field = Field::telling_singles_apart(level);
        let starts = Packed::starts(&field, level);
        let blocks = usize::from(starts[0].blocks);
        let mut graph = Graph {
            field,
            positions: vec![starts[0]],
            order: Vec::new(),
            has_wildcard: level.hand() == Hand::Wildcard,
            moves: Vec::new(),
            of: vec![(0, 0)],
        };
        let mut layers =
            Layers { of_blocks: vec![Vec::new(); blocks + 1], known: HashMap::default() };
        layers.of_blocks[blocks].push(START);
        for start in starts {
            graph.play(&start, &mut layers);
        }
        graph.sort_first_moves();
        graph.of[0] = (0, graph.moves.len() as u32);
        let most = budget.memory / Self::BYTES;
        for blocks in (0..blocks).rev() {
            for node in std::mem::take(&mut layers.of_blocks[blocks]) {
                let first = graph.moves.len() as u32;
                let position = graph.positions[node as usize];
                graph.play(&position, &mut layers);
                graph.of[node as usize] = (first, graph.moves.len() as u32);
                graph.order.push(node);
                let is_time_to_look = graph.order.len().is_multiple_of(1024);
                if graph.positions.len() > most || (is_time_to_look && budget.is_spent()) {
                    return None;
                }
            }
        }
        graph.order.insert(0, START);
        Some(graph)
    }

    /// What a position costs: itself, its place in the map while that grows, some moves, and what is
    /// noted of it elsewhere.
    const BYTES: usize = size_of::<Packed<W, P>>() + 3 * size_of::<([W; P], u64)>() + 8 * 8 + 128;

    /// Notes the positions after every shot at a position.
    fn play(&mut self, position: &Packed<W, P>, layers: &mut Layers<W, P>) {
        if position.is_dead_end(&self.field) {
            return;
        }
        let Graph { field, positions, moves, of, .. } = self;
        position.for_each_shot(field, |shot, after| {
            let new = positions.len() as u32;
            let to = *layers.known.entry((after.planes, after.hand)).or_insert(new);
            if to == new {
                positions.push(after);
                of.push((0, 0));
                layers.of_blocks[usize::from(after.blocks)].push(to);
            }
            moves.push(Move { shot, to });
        });
    }

    /// A wildcard's first shots were found colour by colour.
    fn sort_first_moves(&mut self) {
        self.moves.sort_by_key(|next| next.shot);
    }

    /// The shots at a position that do something.
    pub fn moves(&self, node: u32) -> &[Move] {
        let (first, end) = self.of[node as usize];
        &self.moves[first as usize..end as usize]
    }

    /// The blocks of a position.
    pub fn blocks(&self, node: u32) -> usize {
        usize::from(self.positions[node as usize].blocks)
    }

    /// The shot of a move.
    pub fn shot(&self, next: Move) -> Shot {
        self.field.shot(next.shot)
    }

    /// For each position the fewest shots to at most 0, 1, 2, … blocks, up to as many as there are at the
    /// start; [`NO_WAY`] where there is no way. Position by position.
    pub fn fewest_shots(&self) -> Vec<u16> {
        self.fewest_shots_where(|_, _| true)
    }

    /// The same where only some of the moves may be made.
    pub fn fewest_shots_where(&self, may_be_made: impl Fn(u32, Move) -> bool) -> Vec<u16> {
        let width = self.blocks(START) + 1;
        let mut fewest = vec![NO_WAY; width * self.positions.len()];
        for &node in self.order.iter().rev() {
            let at = node as usize * width;
            for next in self.moves(node).iter().filter(|next| may_be_made(node, **next)) {
                let after = next.to as usize * width;
                for goal in 0..width {
                    let shots = fewest[after + goal].saturating_add(1);
                    fewest[at + goal] = fewest[at + goal].min(shots);
                }
            }
            fewest[at + self.blocks(node)..at + width].fill(0);
        }
        fewest
    }
}

/// No number of shots is enough.
pub const NO_WAY: u16 = u16::MAX;

/// The positions found so far, while the graph is built.
struct Layers<W, const P: usize> {
    of_blocks: Vec<Vec<u32>>,
    known: HashMap<([W; P], u8), u32, Quickly>,
}
