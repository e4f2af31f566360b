//! The board: powers of two in a grid, some cells of which may be empty.
//!
//! A board only stores its numbers. What a move does to them is in [`super::rules`].

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{Deref, DerefMut};

use thiserror::Error;

use crate::game::grid::GridError;
pub use crate::game::grid::{Cell, Grid};

/// A power of two from 2 up, stored as its exponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(NonZeroU8);

impl Number {
    /// The greatest exponent of a number that a level may give: 2^47. A move that makes a greater one is
    /// the last of a game (see [`Board::is_finished`]), so that sums and scores stay exact.
    pub const GREATEST: u8 = 47;

    /// 2 to the power of an exponent from 1 to 62.
    pub fn power(exponent: u8) -> Option<Number> {
        NonZeroU8::new(exponent).filter(|exponent| exponent.get() <= 62).map(Number)
    }

    /// The number of this value, if it is a power of two from 2 up.
    pub fn of(value: u64) -> Option<Number> {
        if value.is_power_of_two() { Number::power(value.trailing_zeros() as u8) } else { None }
    }

    /// The least number that is not below a sum, which is from 2 to 2^62.
    pub fn rounding(sum: u64) -> Number {
        let value = sum.max(2).next_power_of_two();
        Number::of(value).expect("sums are below 2^62, because games end long before")
    }

    /// The exponent.
    pub fn exponent(self) -> u8 {
        self.0.get()
    }

    /// The number itself.
    pub fn value(self) -> u64 {
        1 << self.exponent()
    }

    /// Whether this number may come after another on a path: it is equal or twice as great.
    pub fn follows(self, before: Number) -> bool {
        self == before || self.exponent() == before.exponent() + 1
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A value is neither empty nor a number of the game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0} is not a power of two from 2 to 2^{limit}", limit = Number::GREATEST)]
pub struct NotANumber(pub i128);

/// Reads a number as a file has it.
///
/// # Errors
/// If it is not a power of two from 2 up, or greater than a level may give.
pub fn number(value: i128) -> Result<Number, NotANumber> {
    let number = u64::try_from(value).ok().and_then(Number::of);
    let is_known = |number: &Number| number.exponent() <= Number::GREATEST;
    number.filter(is_known).ok_or(NotANumber(value))
}

/// The reason why rows of numbers are not a board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BoardError {
    /// The rows are not a rectangle, or too large.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A cell has a number that the game does not know.
    #[error("row {}, column {}: {reason}; 0 is an empty cell", cell.row, cell.column)]
    NotANumber {
        /// The cell.
        cell: Cell,
        /// What is wrong with it.
        reason: NotANumber,
    },
}

/// Numbers in a grid; `None` is an empty cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board(Grid<Option<Number>>);

impl Deref for Board {
    type Target = Grid<Option<Number>>;

    fn deref(&self) -> &Grid<Option<Number>> {
        &self.0
    }
}

impl DerefMut for Board {
    fn deref_mut(&mut self) -> &mut Grid<Option<Number>> {
        &mut self.0
    }
}

impl From<Grid<Option<Number>>> for Board {
    fn from(grid: Grid<Option<Number>>) -> Board {
        Board(grid)
    }
}

impl Board {
    /// Reads a board from rows of numbers, from the top; 0 is an empty cell.
    ///
    /// # Errors
    /// If the rows are not a board.
    pub fn from_numbers<N: Copy + Into<i128>>(rows: &[Vec<N>]) -> Result<Board, BoardError> {
        let grid = Grid::from_rows(rows.to_vec())?;
        grid.try_map(|cell, value| match value.into() {
            0 => Ok(None),
            value => {
                number(value).map(Some).map_err(|reason| BoardError::NotANumber { cell, reason })
            }
        })
        .map(Board)
    }

    /// The rows from the top as numbers; 0 is an empty cell.
    pub fn numbers(&self) -> Vec<Vec<u64>> {
        let value = |cell: &Option<Number>| cell.map_or(0, Number::value);
        self.lines().map(|row| row.iter().map(value).collect()).collect()
    }

    /// The number of blocks: of cells that are not empty.
    pub fn blocks(&self) -> usize {
        self.values().iter().flatten().count()
    }

    /// The sum of all numbers.
    pub fn sum(&self) -> u64 {
        self.values().iter().flatten().map(|number| number.value()).sum()
    }

    /// The greatest number.
    pub fn greatest(&self) -> Option<Number> {
        self.values().iter().flatten().max().copied()
    }

    /// The empty cells, row by row from the top left.
    pub fn holes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self[cell].is_none())
    }

    /// Whether the game is over because its numbers have become too great: one is above 2^47.
    pub fn is_finished(&self) -> bool {
        self.greatest().is_some_and(|number| number.exponent() > Number::GREATEST)
    }

    /// Whether a block lies beside an equal one.
    pub fn touches_equal(&self, cell: Cell) -> bool {
        self[cell].is_some() && self.neighbours(cell).any(|other| self[other] == self[cell])
    }
}

/// Rows from the top, separated by `/`: `2 4 / 0 2`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row: Vec<u64>| {
            let numbers: Vec<String> = row.iter().map(u64::to_string).collect();
            numbers.join(" ")
        };
        let rows: Vec<String> = self.numbers().into_iter().map(row).collect();
        f.write_str(&rows.join(" / "))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
pub(super) mod examples {
    use super::*;

    /// A board from rows separated by `/`, as it is displayed.
    pub(in crate::games::g2248) fn board(text: &str) -> Board {
        let row = |row: &str| row.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let rows: Vec<Vec<i64>> = text.split('/').map(row).collect();
        Board::from_numbers(&rows).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::examples::board;
    use super::*;

    #[test]
    fn sums_are_rounded_up_to_powers_of_two() {
        for (sum, rounded) in [(2, 2), (3, 4), (5, 8), (12, 16), (16, 16), (17, 32), (288, 512)] {
            assert_eq!(Number::rounding(sum).value(), rounded, "{sum}");
        }
    }

    #[test]
    fn numbers_are_powers_of_two_from_two_up() {
        assert_eq!((Number::of(2), Number::of(64)), (Number::power(1), Number::power(6)));
        for value in [0, 1, 3, 6, u64::MAX, 1 << 63] {
            assert_eq!(Number::of(value), None, "{value}");
        }
    }

    #[test]
    fn a_board_is_read_and_written() {
        let start = board("0 4 / 2 128");
        assert_eq!(start.to_string(), "0 4 / 2 128");
        assert_eq!((start.blocks(), start.sum(), start.greatest()), (3, 134, Number::of(128)));
        assert_eq!(start.holes().collect::<Vec<_>>(), [Cell { row: 1, column: 1 }]);
    }

    #[test]
    fn rows_that_are_not_a_board_are_refused_with_their_place() {
        let error = |rows: &[&[i64]]| {
            let rows: Vec<Vec<i64>> = rows.iter().map(|row| row.to_vec()).collect();
            Board::from_numbers(&rows).unwrap_err().to_string()
        };
        let not = |value: &str| {
            format!(
                "row 2, column 1: {value} is not a power of two from 2 to 2^47; 0 is an empty cell"
            )
        };
        assert_eq!(error(&[]), "it is empty");
        assert_eq!(error(&[&[2, 4], &[2]]), "row 2 has 1 cell, but row 1 has 2");
        for value in [1, 6, -2, 1 << 48] {
            assert_eq!(error(&[&[2, 4], &[value, 2]]), not(&value.to_string()));
        }
    }
}
