//! The board: tiles in a grid, some cells of which may be empty.
//!
//! A board only stores its tiles. What a move does to them is in [`super::rules`].

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

pub use crate::game::grid::{Cell, MAX_SIDE};

/// The kind of a tile, named by a capital letter other than X.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// The kind with this letter; `None` if it is not a capital letter, or X, which is an empty cell.
    pub fn from_letter(letter: char) -> Option<Kind> {
        (letter.is_ascii_uppercase() && letter != 'X').then_some(Kind(letter as u8))
    }

    /// All kinds, in the order of the alphabet.
    pub fn all() -> impl Iterator<Item = Kind> {
        ('A'..='Z').filter_map(Kind::from_letter)
    }

    /// The letter of this kind.
    pub fn letter(self) -> char {
        char::from(self.0)
    }
}

/// A text is not the letter of a kind.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not a kind: a capital letter other than X")]
pub struct NotAKind(pub String);

impl FromStr for Kind {
    type Err = NotAKind;

    fn from_str(text: &str) -> Result<Kind, NotAKind> {
        let mut letters = text.chars();
        match (letters.next().and_then(Kind::from_letter), letters.next()) {
            (Some(kind), None) => Ok(kind),
            (Some(_) | None, _) => Err(NotAKind(text.to_owned())),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// The reason why rows of text are not a board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BoardError {
    /// There are no rows, or the first has no cells.
    #[error("it is empty")]
    Empty,
    /// The grid exceeds the size limit.
    #[error("{rows} rows of {columns} cells, the limit is {limit}×{limit}", limit = MAX_SIDE)]
    TooLarge {
        /// Number of rows.
        rows: usize,
        /// Number of cells in the longest row.
        columns: usize,
    },
    /// A row differs in length from the first row.
    #[error("row {row}: {found} cells, but row 1 has {expected}")]
    Ragged {
        /// The row, starting at 1.
        row: usize,
        /// The length of that row.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A cell has a character that means nothing.
    #[error("row {}, column {}: {found:?} is {expected}", cell.row, cell.column)]
    NotACell {
        /// The cell.
        cell: Cell,
        /// The character found there.
        found: char,
        /// What it is not: `neither a capital letter nor '.'`.
        expected: &'static str,
    },
}

/// A grid of values, one for each cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    cells: Vec<T>,
}

/// Tiles in a grid; `None` is an empty cell.
pub type Board = Grid<Option<Kind>>;

impl<T> Grid<T> {
    /// Reads a grid from rows of characters, from the top. `value` is the meaning of a character;
    /// `expected` completes the sentence about one that has none.
    ///
    /// # Errors
    /// If the rows are not a rectangle of such characters.
    pub fn read<R: AsRef<str>>(
        rows: &[R],
        expected: &'static str,
        value: impl Fn(char) -> Option<T>,
    ) -> Result<Grid<T>, BoardError> {
        let lengths: Vec<usize> = rows.iter().map(|row| row.as_ref().chars().count()).collect();
        let longest = lengths.iter().max().copied().unwrap_or_default();
        let columns = *lengths.first().filter(|&&length| length > 0).ok_or(BoardError::Empty)?;
        if rows.len().max(longest) > MAX_SIDE {
            return Err(BoardError::TooLarge { rows: rows.len(), columns: longest });
        }
        if let Some(index) = lengths.iter().position(|&length| length != columns) {
            let found = lengths[index];
            return Err(BoardError::Ragged { row: index + 1, found, expected: columns });
        }
        let mut cells = Vec::with_capacity(rows.len() * columns);
        for (row, letters) in rows.iter().enumerate() {
            for (column, found) in letters.as_ref().chars().enumerate() {
                let cell = Cell { row: row + 1, column: column + 1 };
                cells.push(value(found).ok_or(BoardError::NotACell { cell, found, expected })?);
            }
        }
        Ok(Grid { rows: rows.len(), columns, cells })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the cell is on the board.
    pub fn has(&self, cell: Cell) -> bool {
        (1..=self.rows).contains(&cell.row) && (1..=self.columns).contains(&cell.column)
    }

    /// The cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let columns = self.columns;
        (1..=self.rows).flat_map(move |row| (1..=columns).map(move |column| Cell { row, column }))
    }

    /// The values, row by row from the top left.
    pub fn values(&self) -> &[T] {
        &self.cells
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.cells[(cell.row - 1) * self.columns + cell.column - 1]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.cells[(cell.row - 1) * self.columns + cell.column - 1]
    }
}

impl Board {
    /// Reads a board from rows of letters: `.` and `X` are empty cells.
    ///
    /// # Errors
    /// If the rows are not a board.
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Board, BoardError> {
        Grid::read(rows, "neither a capital letter nor '.'", |letter| match letter {
            '.' | 'X' => Some(None),
            letter => Kind::from_letter(letter).map(Some),
        })
    }

    /// Number of tiles.
    pub fn tiles(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// The kinds on the board, in the order of the alphabet.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.cells.iter().flatten().copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// What a cell of a grid can hold, written as one character.
pub trait Content {
    /// The character.
    fn letter(&self) -> char;
}

impl Content for Option<Kind> {
    fn letter(&self) -> char {
        self.map_or('.', Kind::letter)
    }
}

impl<T: Content> Grid<T> {
    /// The rows from the top, one character for each cell.
    pub fn lines(&self) -> Vec<String> {
        let line = |row: &[T]| row.iter().map(Content::letter).collect();
        self.cells.chunks(self.columns).map(line).collect()
    }
}

impl<T: Content> fmt::Display for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("/"))
    }
}

impl<T: Content> fmt::Debug for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_and_dots_are_empty_cells() {
        let board = Board::from_rows(&["XG.", "GHG"]).unwrap();
        assert_eq!(board.to_string(), ".G./GHG");
        assert_eq!((board.tiles(), board.kinds().len()), (4, 2));
    }

    #[test]
    fn rows_that_are_not_a_board_are_refused_with_their_place() {
        let error = |rows: &[&str]| Board::from_rows(rows).unwrap_err().to_string();
        assert_eq!(error(&[]), "it is empty");
        assert_eq!(error(&["", ""]), "it is empty");
        assert_eq!(error(&["GG", "G"]), "row 2: 1 cells, but row 1 has 2");
        assert_eq!(
            error(&["GG", "Gg"]),
            "row 2, column 2: 'g' is neither a capital letter nor '.'"
        );
        assert_eq!(error(&["G".repeat(17).as_str()]), "1 rows of 17 cells, the limit is 16×16");
    }
}
