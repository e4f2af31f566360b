//! What can become of cells: the parts that a goal is made of.

use super::field::{FAR, Fate, Field};
use crate::game::cells::Cells;

/// Costs are counted in halves of a swap, and each half is divided into this many parts.
pub const SCALE: i32 = 128;

/// What becomes of the cells of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Tiles of a kind come to lie there: a line to match, or a cell that the target gives a tile.
    Tiles(usize),
    /// The cell becomes empty when a tile of one kind leaves it for that of another, which vanishes.
    Gone {
        /// The kind that vanishes.
        kind: usize,
        /// The kind that leaves the cell.
        mover: usize,
    },
    /// The target does not ask for anything, and nothing is done.
    Anything,
}

/// A choice of what becomes of one cell or three.
#[derive(Clone, Debug)]
pub struct Choice<const W: usize> {
    /// The cells.
    pub cells: Cells<W>,
    /// The same cells as a list.
    pub list: Vec<usize>,
    /// What becomes of them.
    pub role: Role,
    /// Whether the tiles are a line to match.
    pub is_line: bool,
    /// What it costs apart from the ways of the tiles: halves of a swap, scaled.
    pub base: i32,
}

impl<const W: usize> Choice<W> {
    fn new(list: &[usize], role: Role, is_line: bool, halves: u32) -> Choice<W> {
        let base = halves as i32 * SCALE;
        Choice { cells: list.iter().copied().collect(), list: list.to_vec(), role, is_line, base }
    }

    /// All choices for the cells of a level.
    pub fn all(field: &Field) -> Vec<Choice<W>> {
        let mut all = Vec::new();
        let can_end_empty = |cell: usize| match field.fates[cell] {
            Fate::Empty | Fate::Anything => true,
            Fate::Tile(_) => false,
        };
        for line in field.lines.iter().filter(|line| line.iter().all(|&cell| can_end_empty(cell))) {
            for kind in (0..field.kinds()).filter(|&kind| can_line_up(field, kind, line)) {
                all.push(Choice::new(line, Role::Tiles(kind), true, 2 * field.match_cost));
            }
        }
        for (cell, fate) in field.fates.iter().enumerate() {
            match fate {
                Fate::Empty => {}
                Fate::Tile(kind) => {
                    if can_come(field, *kind, field.ways_to(cell)) > 0 {
                        all.push(Choice::new(&[cell], Role::Tiles(*kind), false, 0));
                    }
                }
                Fate::Anything => all.push(Choice::new(&[cell], Role::Anything, false, 0)),
            }
        }
        for cell in (0..field.size()).filter(|&cell| can_end_empty(cell)) {
            for (mover, kind) in field.vanishing_pairs() {
                if can_come(field, mover, field.ways_to(cell)) > 0
                    && can_come(field, kind, field.ways_beside(cell)) > 0
                {
                    all.push(Choice::new(&[cell], Role::Gone { kind, mover }, false, 1));
                }
            }
        }
        all
    }

    /// The number of tiles of its kind that it needs, and the kind.
    pub fn needs(&self) -> Option<(usize, usize)> {
        match self.role {
            Role::Tiles(kind) | Role::Gone { kind, .. } => Some((kind, self.list.len())),
            Role::Anything => None,
        }
    }

    /// The ways of tiles to one of its cells.
    #[inline(always)]
    pub fn ways<'a>(&self, field: &'a Field, cell: usize) -> &'a [u32] {
        match self.role {
            Role::Tiles(_) | Role::Anything => field.ways_to(cell),
            Role::Gone { .. } => field.ways_beside(cell),
        }
    }
}

/// The number of tiles of a kind that can come to a cell.
fn can_come(field: &Field, kind: usize, ways: &[u32]) -> usize {
    let tiles = (0..field.size()).filter(|&from| field.start[from] as usize == kind);
    tiles.filter(|&from| ways[from] < FAR).count()
}

/// Whether three tiles of a kind can come to the cells of a line: those of a fixed kind are there or not,
/// those of others come from the same connected part.
fn can_line_up(field: &Field, kind: usize, line: &[usize; 3]) -> bool {
    let least = if field.is_fixed[kind] { 1 } else { 3 };
    line.iter().all(|&cell| can_come(field, kind, field.ways_to(cell)) >= least)
}
