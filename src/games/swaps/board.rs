//! The board: tiles in a grid, some cells of which may be empty.
//!
//! A board only stores its tiles. What a move does to them is in [`super::rules`].

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::game::grid::GridError;
pub use crate::game::grid::{Cell, Grid, MAX_SIDE};

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
    /// The rows are not a rectangle, or too large.
    #[error(transparent)]
    Grid(#[from] GridError),
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

/// A grid that is written with one character for each cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Lettered<T>(Grid<T>);

/// Tiles in a grid; `None` is an empty cell.
pub type Board = Lettered<Option<Kind>>;

impl<T> Deref for Lettered<T> {
    type Target = Grid<T>;

    fn deref(&self) -> &Grid<T> {
        &self.0
    }
}

impl<T> DerefMut for Lettered<T> {
    fn deref_mut(&mut self) -> &mut Grid<T> {
        &mut self.0
    }
}

impl<T> Lettered<T> {
    /// Reads a grid from rows of characters, from the top. `value` is the meaning of a character;
    /// `expected` completes the sentence about one that has none.
    ///
    /// # Errors
    /// If the rows are not a rectangle of such characters.
    pub fn read<R: AsRef<str>>(
        rows: &[R],
        expected: &'static str,
        value: impl Fn(char) -> Option<T>,
    ) -> Result<Lettered<T>, BoardError> {
        let rows = rows.iter().map(|row| row.as_ref().chars().collect()).collect();
        let grid = Grid::<char>::from_rows(rows)?.try_map(|cell, found| {
            value(found).ok_or(BoardError::NotACell { cell, found, expected })
        });
        grid.map(Lettered)
    }
}

impl Board {
    /// Reads a board from rows of letters: `.` and `X` are empty cells.
    ///
    /// # Errors
    /// If the rows are not a board.
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Board, BoardError> {
        Lettered::read(rows, "neither a capital letter nor '.'", |letter| match letter {
            '.' | 'X' => Some(None),
            letter => Kind::from_letter(letter).map(Some),
        })
    }

    /// Number of tiles.
    pub fn tiles(&self) -> usize {
        self.values().iter().flatten().count()
    }

    /// The kinds on the board, in the order of the alphabet.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.values().iter().flatten().copied().collect();
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

impl<T: Content> Lettered<T> {
    /// The rows from the top, one character for each cell.
    pub fn lines(&self) -> Vec<String> {
        self.0.lines().map(|row| row.iter().map(Content::letter).collect()).collect()
    }
}

impl<T: Content> fmt::Display for Lettered<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("/"))
    }
}

impl<T: Content> fmt::Debug for Lettered<T> {
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
        assert_eq!(error(&["GG", "G"]), "row 2 has 1 cell, but row 1 has 2");
        assert_eq!(
            error(&["GG", "Gg"]),
            "row 2, column 2: 'g' is neither a capital letter nor '.'"
        );
        assert_eq!(error(&["G".repeat(17).as_str()]), "1 rows of 17 cells, the limit is 16×16");
    }
}
