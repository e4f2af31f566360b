//! All positions of a game and the shots between them.
//!
//! Each shot removes at least one block. So the positions form layers by their number of blocks,
//! and shots lead only to lower layers. One pass down the layers computes whatever depends on the
//! past of positions, and one pass up whatever depends on their future.

use std::collections::HashMap;

use super::Budget;
use super::packed::{Field, Packed};
use super::word::Word;
use crate::game::hash::Quickly;
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::{Hand, Shot};

/// A shot from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number of the shot, which [`Field::shot`] decodes.
    pub shot: u8,
    /// The position after it.
    pub to: u32,
}

/// All positions that can be reached in a level, whatever its goal. They are distinguished as a
/// player would: two are the same only if board and hand are the same.
pub struct Graph<W, const P: usize> {
    /// The constant part of the game.
    pub field: Field<W>,
    /// The positions. The first is the start; if its hand is a wildcard, the hand stored there has
    /// no meaning.
    pub positions: Vec<Packed<W, P>>,
    /// The positions by number of blocks, from the most to the fewest. Each comes after all that
    /// lead to it, and before all that it leads to.
    pub order: Vec<u32>,
    /// Whether the hand at the start is a wildcard.
    pub has_wildcard: bool,
    moves: Vec<Move>,
    /// Where the moves of each position begin and end.
    of: Vec<(u32, u32)>,
}

/// The index of the start among the positions.
pub const START: u32 = 0;

impl<W: Word, const P: usize> Graph<W, P> {
    /// Explores a level from its start, or returns `None` if the budget runs out.
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
                let is_time_to_check = graph.order.len().is_multiple_of(1024);
                if graph.positions.len() > most || (is_time_to_check && budget.is_spent()) {
                    return None;
                }
            }
        }
        graph.order.insert(0, START);
        Some(graph)
    }

    /// An estimate of the memory per position: the position itself, its entry in the growing map,
    /// some moves, and what callers store for it.
    const BYTES: usize = size_of::<Packed<W, P>>() + 3 * size_of::<([W; P], u64)>() + 8 * 8 + 128;

    /// Adds the positions after every shot at a position.
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

    /// The first shots of a wildcard were found colour by colour.
    fn sort_first_moves(&mut self) {
        self.moves.sort_by_key(|next| next.shot);
    }

    /// The shots at a position that are not null.
    pub fn moves(&self, node: u32) -> &[Move] {
        let (first, end) = self.of[node as usize];
        &self.moves[first as usize..end as usize]
    }

    /// The number of blocks of a position.
    pub fn blocks(&self, node: u32) -> usize {
        usize::from(self.positions[node as usize].blocks)
    }

    /// The shot of a move.
    pub fn shot(&self, next: Move) -> Shot {
        self.field.shot(next.shot)
    }

    /// The fewest shots from each position to at most 0, 1, 2, … blocks, up to the number at the
    /// start; [`NO_WAY`] if that cannot be reached. The results of one position are contiguous.
    pub fn fewest_shots(&self) -> Vec<u16> {
        self.fewest_shots_where(|_, _| true)
    }

    /// The same, using only those moves for which `may_be_made` is true.
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

/// Stands for the number of shots if there is no way at all.
pub const NO_WAY: u16 = u16::MAX;

/// The positions found so far while the graph is built.
struct Layers<W, const P: usize> {
    of_blocks: Vec<Vec<u32>>,
    known: HashMap<([W; P], u8), u32, Quickly>,
}
