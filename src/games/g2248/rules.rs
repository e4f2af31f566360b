//! The rules: what a join and a collapse do to a board. Everything else is judged by this file, by
//! [`super::path`], which says what a path is, and by [`super::refill`], which fills the holes.

use std::fmt;

use thiserror::Error;

use super::board::{Board, Cell, Number};
use super::path::Path;

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Joins the blocks of a path.
    Join(Path),
    /// Joins every connected group of equal blocks.
    Collapse,
}

impl Move {
    /// The word for a collapse.
    pub const COLLAPSE: &str = "collapse";
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Join(path) => path.fmt(f),
            Move::Collapse => f.write_str(Move::COLLAPSE),
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// A cell of the path is not on the board.
    #[error("{0} is outside the board")]
    Outside(Cell),
    /// A cell of the path is empty.
    #[error("{0} is empty")]
    Empty(Cell),
    /// A number may not come after the one before it.
    #[error("{}", wrong_number(.from, .to, *.is_start))]
    WrongNumber {
        /// The cell before, and its number.
        from: (Cell, Number),
        /// The cell, and its number.
        to: (Cell, Number),
        /// Whether these are the first two cells, whose numbers must be equal.
        is_start: bool,
    },
    /// No two equal numbers touch, so that there is nothing to collapse.
    #[error("no two equal numbers touch")]
    NothingToCollapse,
    /// The level does not allow a collapse.
    #[error("the level does not allow it")]
    NoCollapse,
    /// The level does not allow more moves.
    #[error("the level allows no more moves")]
    NoMovesLeft,
    /// The numbers have become too great to go on.
    #[error("the game is over: a number is above 2^{limit}", limit = Number::GREATEST)]
    Finished,
}

fn wrong_number(from: &(Cell, Number), to: &(Cell, Number), is_start: bool) -> String {
    let ((before, first), (cell, second)) = (from, to);
    if is_start {
        format!(
            "a path starts with two equal numbers, but {before} has {first} and {cell} has {second}"
        )
    } else {
        format!("{second} at {cell} is neither equal to nor twice {first} at {before}")
    }
}

/// Cells whose blocks become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The sum of their numbers.
    pub sum: u64,
    /// The new block: the sum rounded up to a power of two.
    pub block: Number,
    /// The cell in which it is put, before it falls.
    pub at: Cell,
}

impl Merge {
    fn new(cells: Vec<Cell>, sum: u64, at: Cell) -> Merge {
        Merge { cells, sum, block: Number::rounding(sum), at }
    }

    /// The cell in which the block lies after the fall.
    pub fn lands(&self, holes: &Board) -> Cell {
        let below = self.at.row + 1..=holes.rows();
        let is_hole = |row: &usize| holes[Cell { row: *row, ..self.at }].is_none();
        Cell { row: self.at.row + below.filter(is_hole).count(), ..self.at }
    }
}

/// The joining of the blocks on a path.
///
/// # Errors
/// If the board does not allow the path.
pub fn join(board: &Board, path: &Path) -> Result<Merge, Illegal> {
    Ok(Merge::new(path.cells().to_vec(), path.sum(board)?, path.end()))
}

/// The groups that a collapse joins: every connected group of two or more equal numbers, in the order of
/// their first cells. The new block of a group is put in its lowest row, in it the rightmost cell.
///
/// # Errors
/// If no two equal numbers touch.
pub fn collapse(board: &Board) -> Result<Vec<Merge>, Illegal> {
    let mut is_seen = vec![false; board.values().len()];
    let mut merges = Vec::new();
    for cell in board.cells() {
        let Some(number) = board[cell] else { continue };
        let group = group(board, cell, &mut is_seen);
        if group.len() > 1 {
            let sum = number.value() * group.len() as u64;
            let at = group.iter().max().copied().unwrap_or(cell);
            merges.push(Merge::new(group, sum, at));
        }
    }
    if merges.is_empty() { Err(Illegal::NothingToCollapse) } else { Ok(merges) }
}

/// The connected cells with the number of this one, row by row; empty if it has been seen before.
fn group(board: &Board, start: Cell, is_seen: &mut [bool]) -> Vec<Cell> {
    let index = |cell: Cell| (cell.row - 1) * board.columns() + cell.column - 1;
    if is_seen[index(start)] {
        return Vec::new();
    }
    is_seen[index(start)] = true;
    let mut group = vec![start];
    let mut next = 0;
    while let Some(&cell) = group.get(next) {
        for other in board.neighbours(cell).filter(|&other| board[other] == board[start]) {
            if !is_seen[index(other)] {
                is_seen[index(other)] = true;
                group.push(other);
            }
        }
        next += 1;
    }
    group.sort_unstable();
    group
}

/// The board with the new blocks, and holes where the others were.
pub fn merged(board: &Board, merges: &[Merge]) -> Board {
    let mut after = board.clone();
    for merge in merges {
        for &cell in &merge.cells {
            after[cell] = None;
        }
        after[merge.at] = Some(merge.block);
    }
    after
}

/// The board after every column has packed down, keeping its order.
pub fn fallen(board: &Board) -> Board {
    let mut after = board.clone();
    for column in 1..=board.columns() {
        let cells = || (1..=board.rows()).rev().map(|row| Cell { row, column });
        let mut numbers = cells().filter_map(|cell| board[cell]);
        for cell in cells() {
            after[cell] = numbers.next();
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::super::path::paths;
    use super::*;

    /// The board before the fall, the board after it, and the merge.
    fn joined(text: &str, path: &str) -> (String, String, Merge) {
        let board = board(text);
        let merge = join(&board, &path.parse().unwrap()).unwrap();
        let holes = merged(&board, std::slice::from_ref(&merge));
        (holes.to_string(), fallen(&holes).to_string(), merge)
    }

    #[test]
    fn a_join_puts_the_rounded_sum_on_the_last_cell_and_packs_the_columns_down() {
        let (holes, fall, merge) = joined("4 64 / 2 32 / 2 64", "3,1-2,1");
        assert_eq!((holes.as_str(), fall.as_str()), ("4 64 / 4 32 / 0 64", "0 64 / 4 32 / 4 64"));
        assert_eq!((merge.sum, merge.block.value()), (4, 4));
        let after = board(&holes);
        assert_eq!(merge.lands(&after), Cell { row: 3, column: 1 });
        let (_, fall, merge) = joined("2 2 4 / 8 16 4", "1,1-1,2-1,3-2,3");
        assert_eq!((fall.as_str(), merge.sum, merge.block.value()), ("0 0 0 / 8 16 16", 12, 16));
    }

    #[test]
    fn a_collapse_joins_every_group_at_its_lowest_row_in_the_rightmost_cell() {
        let board = board("2 2 8 / 4 2 8 / 4 2 4");
        let merges = collapse(&board).unwrap();
        assert_eq!(merged(&board, &merges).to_string(), "0 0 0 / 0 0 16 / 8 8 4");
        assert_eq!(merges.iter().map(|merge| merge.sum).collect::<Vec<_>>(), [8, 16, 8]);
    }

    #[test]
    fn blocks_that_come_to_lie_side_by_side_are_not_joined_again() {
        let board = board("2 4 / 2 8 / 4 8");
        let merges = collapse(&board).unwrap();
        let after = merged(&board, &merges);
        assert_eq!(after.to_string(), "0 4 / 4 0 / 4 16");
        assert_eq!(fallen(&after).to_string(), "0 0 / 4 4 / 4 16");
    }

    #[test]
    fn a_collapse_needs_two_equal_numbers_that_touch() {
        assert_eq!(collapse(&board("2 4 2 / 8 16 32")), Err(Illegal::NothingToCollapse));
        assert_eq!(collapse(&board("0 0 / 0 2")), Err(Illegal::NothingToCollapse));
    }

    #[test]
    fn a_new_block_lands_where_the_fall_brings_it() {
        let start = board("2 4 8 / 2 4 16 / 0 4 32");
        for path in paths(&start) {
            let merge = join(&start, &path).unwrap();
            let holes = merged(&start, std::slice::from_ref(&merge));
            assert_eq!(fallen(&holes)[merge.lands(&holes)], Some(merge.block), "{path}");
        }
    }
}
