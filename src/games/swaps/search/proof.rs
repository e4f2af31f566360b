//! Quick proofs that a level has no plan.

use std::collections::HashSet;

use super::field::{FAR, Fate, Field};
use crate::game::cells::Cells;
use crate::game::search::{Budget, Proof};

/// The target asks for a tile where none can come.
pub const TARGET: Proof = Proof {
    code: "target",
    reason: Some(
        "the target asks for a tile in a cell that is empty, or of a kind that is not there",
    ),
};

/// Tiles are removed by threes.
const COUNTS: Proof = Proof {
    code: "counts",
    reason: Some(
        "tiles of a kind are removed three at a time, and their number in some connected part does not \
         allow that",
    ),
};

/// Cells are emptied by threes.
const SHAPE: Proof = Proof {
    code: "shape",
    reason: Some(
        "every cell is emptied once, by a match in a line of three, and the cells cannot be split into \
         such lines",
    ),
};

/// No goal is left.
pub const COVER: Proof = Proof {
    code: "cover",
    reason: Some(
        "the cells cannot be split into lines of three of one kind, vanishing tiles and what stays",
    ),
};

/// A proof that there is no plan, if there is an easy one.
pub fn easy<const W: usize>(field: &Field, budget: &Budget<'_>) -> Option<Proof> {
    if !counts_fit(field) {
        return Some(COUNTS);
    }
    (!shape_fits::<W>(field, budget)).then_some(SHAPE)
}

/// Whether the tiles of each kind in each connected part can be removed by threes, apart from those that
/// stay. Swaps leave these numbers as they are, unless a tile vanishes.
fn counts_fit(field: &Field) -> bool {
    let parts = field.parts();
    (0..field.kinds()).all(|kind| {
        let is_fixed = field.is_fixed[kind];
        let part_of = |cell: usize| if is_fixed { 0 } else { parts[cell] };
        let mut all: Vec<usize> = (0..field.size()).map(part_of).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().all(|part| {
            let mine = (0..field.size()).filter(|&cell| part_of(cell) == part);
            count_fits(field, kind, &mine.collect::<Vec<_>>())
        })
    })
}

fn count_fits(field: &Field, kind: usize, cells: &[usize]) -> bool {
    let tiles: Vec<usize> =
        cells.iter().copied().filter(|&cell| field.start[cell] as usize == kind).collect();
    let stay = cells.iter().filter(|&&cell| field.fates[cell] == Fate::Tile(kind)).count();
    let Some(rest) = tiles.len().checked_sub(stay) else { return false };
    let can_vanish = tiles.iter().any(|&tile| {
        let meets = |&cell: &usize| {
            field.vanishes(field.start[cell], kind as u8) && field.ways_to(tile)[cell] < FAR
        };
        cells.iter().any(meets)
    });
    let may_stay = cells.iter().any(|&cell| field.fates[cell] == Fate::Anything);
    rest.is_multiple_of(3) || can_vanish || may_stay
}

/// Whether the cells that have to be emptied can be split into lines, whatever their kinds. Says yes if it
/// cannot tell.
fn shape_fits<const W: usize>(field: &Field, budget: &Budget<'_>) -> bool {
    if field.has_vanishing() || field.fates.contains(&Fate::Anything) {
        return true;
    }
    let empty = (0..field.size()).filter(|&cell| field.fates[cell] == Fate::Empty);
    let cells: Cells<W> = empty.collect();
    if !diagonals_fit(field, cells) {
        return false;
    }
    let most = budget.memory / 4 / (size_of::<Cells<W>>() * 4);
    let mut split = Split { field, most, budget, hopeless: HashSet::new() };
    split.fits(cells)
}

/// Number the diagonals of the board 0, 1, 2, 0, 1, 2, … in either direction: a line has one cell of each
/// number. So there are as many cells of each number.
fn diagonals_fit<const W: usize>(field: &Field, cells: Cells<W>) -> bool {
    let mut counts = [[0; 3]; 2];
    for cell in cells.iter().map(|cell| field.cell(cell)) {
        counts[0][(cell.row + cell.column) % 3] += 1;
        counts[1][(cell.row + 2 * cell.column) % 3] += 1;
    }
    counts.iter().all(|count| count[0] == count[1] && count[1] == count[2])
}

struct Split<'a, const W: usize> {
    field: &'a Field,
    budget: &'a Budget<'a>,
    most: usize,
    hopeless: HashSet<Cells<W>>,
}

impl<const W: usize> Split<'_, W> {
    fn fits(&mut self, cells: Cells<W>) -> bool {
        let Some(first) = cells.iter().next() else { return true };
        if self.hopeless.contains(&cells) {
            return false;
        }
        for line in self.field.lines.iter().filter(|line| line[0] == first) {
            let line: Cells<W> = line.iter().copied().collect();
            if line.minus(cells).is_empty() && self.fits(cells.minus(line)) {
                return true;
            }
        }
        self.hopeless.insert(cells);
        // Then another search has to tell.
        self.hopeless.len() >= self.most
            || self.hopeless.len().is_multiple_of(1024) && self.budget.is_spent()
    }
}
