//! The board: a grid of coloured blocks, packed at the bottom of every column.
//!
//! A board only stores its blocks. What a shot does to them is in [`super::rules`].

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

/// Maximum number of rows and of columns.
pub const MAX_SIDE: usize = 16;

/// Maximum number of colours on a board.
pub const MAX_COLOURS: usize = 15;

/// Letters for colours given as numbers, in the order used by the published files.
const PALETTE: [u8; MAX_COLOURS] = *b"RGBYOVCPWKNTLMA";

/// The colour of a block, named by a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// Returns the colour with this letter, or `None` if it is not an ASCII letter.
    pub fn from_letter(letter: char) -> Option<Colour> {
        letter.is_ascii_alphabetic().then_some(Colour(letter as u8))
    }

    /// Returns the colour with this number in the published files. Numbers start at 1: red, green,
    /// blue, yellow, orange, violet and so on.
    pub fn from_number(number: usize) -> Option<Colour> {
        PALETTE.get(number.checked_sub(1)?).copied().map(Colour)
    }

    /// Iterates over the colours of the palette in order.
    pub fn palette() -> impl Iterator<Item = Colour> {
        PALETTE.into_iter().map(Colour)
    }

    /// The letter of this colour.
    pub fn letter(self) -> char {
        char::from(self.0)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// A cell of the board. Rows are counted from the top and columns from the left, starting at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The row, starting at 1 at the top.
    pub row: usize,
    /// The column, starting at 1 at the left.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}

/// The reason why rows of text are not a board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BoardError {
    /// The grid has no rows, no cells or no blocks.
    #[error("grid: it is empty")]
    Empty,
    /// The grid exceeds the size limit.
    #[error(
        "grid: {rows} rows of {columns} cells, the limit is {limit}×{limit}",
        limit = MAX_SIDE
    )]
    TooLarge {
        /// Number of rows.
        rows: usize,
        /// Number of cells in the longest row.
        columns: usize,
    },
    /// A row differs in length from the first row.
    #[error("grid row {row}: {found} cells, but row 1 has {expected}")]
    Ragged {
        /// The row, starting at 1.
        row: usize,
        /// The length of that row.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A cell is neither a letter nor a dot.
    #[error("grid {place}: {found:?} is neither a letter nor '.'")]
    NotACell {
        /// The invalid cell.
        place: Place,
        /// The character found there.
        found: char,
    },
    /// A block has an empty cell under it.
    #[error("grid {place}: the block {colour} floats over an empty cell")]
    Floating {
        /// Where the block is.
        place: Place,
        /// Its colour.
        colour: Colour,
    },
    /// The grid exceeds the limit on colours.
    #[error("grid: {found} colours, the limit is {limit}", limit = MAX_COLOURS)]
    TooManyColours {
        /// Number of colours in the grid.
        found: usize,
    },
}

/// A grid of blocks, packed at the bottom of every column.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Colour>>,
}

impl Board {
    /// Builds a board from its rows, top row first. A letter is a block, `.` an empty cell.
    ///
    /// # Errors
    /// If the rows have different lengths, contain other characters, leave a block floating, are
    /// empty, or exceed [`MAX_SIDE`] or [`MAX_COLOURS`].
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Board, BoardError> {
        let grid: Vec<Vec<char>> = rows.iter().map(|row| row.as_ref().chars().collect()).collect();
        Board::check_shape(&grid)?;
        let (rows, columns) = (grid.len(), grid[0].len());
        let mut board = Board { rows, columns, cells: vec![None; rows * columns] };
        for place in board.places() {
            let letter = grid[place.row - 1][place.column - 1];
            board[place] = match letter {
                '.' => None,
                _ => Some(
                    Colour::from_letter(letter)
                        .ok_or(BoardError::NotACell { place, found: letter })?,
                ),
            };
        }
        board.check_content()?;
        Ok(board)
    }

    fn check_shape(grid: &[Vec<char>]) -> Result<(), BoardError> {
        let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
        if columns == 0 {
            return Err(BoardError::Empty);
        }
        if grid.len() > MAX_SIDE || columns > MAX_SIDE {
            return Err(BoardError::TooLarge { rows: grid.len(), columns });
        }
        let expected = grid[0].len();
        match grid.iter().position(|row| row.len() != expected) {
            Some(index) => {
                Err(BoardError::Ragged { row: index + 1, found: grid[index].len(), expected })
            }
            None => Ok(()),
        }
    }

    fn check_content(&self) -> Result<(), BoardError> {
        if self.blocks() == 0 {
            return Err(BoardError::Empty);
        }
        for (place, colour) in self.blocks_with_places() {
            let below = Place { row: place.row + 1, ..place };
            if below.row <= self.rows && self[below].is_none() {
                return Err(BoardError::Floating { place, colour });
            }
        }
        match self.colours().len() {
            found if found > MAX_COLOURS => Err(BoardError::TooManyColours { found }),
            _ => Ok(()),
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Number of blocks of a colour.
    pub fn count(&self, colour: Colour) -> usize {
        self.cells.iter().flatten().filter(|&&other| other == colour).count()
    }

    /// The colours on the board in order of first occurrence: row by row from the top, each row
    /// from left to right.
    pub fn colours(&self) -> Vec<Colour> {
        let mut colours = Vec::new();
        for &colour in self.cells.iter().flatten() {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
        colours
    }

    /// Iterates over all cells, row by row from the top, each row from left to right.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        (1..=rows).flat_map(move |row| (1..=columns).map(move |column| Place { row, column }))
    }

    /// Iterates over all blocks and their cells, in the order of [`Board::places`].
    pub fn blocks_with_places(&self) -> impl Iterator<Item = (Place, Colour)> + '_ {
        self.places().filter_map(|place| Some((place, self[place]?)))
    }

    /// The rows as text, top row first, in the form that [`Board::from_rows`] reads.
    pub fn to_rows(&self) -> Vec<String> {
        self.cells
            .chunks(self.columns)
            .map(|row| row.iter().map(|cell| cell.map_or('.', Colour::letter)).collect())
            .collect()
    }

    /// The same board with its colours renamed to those of the palette in order of first
    /// occurrence. Two boards that differ only in the names of their colours become equal.
    pub fn canonical(&self) -> Board {
        let colours = self.colours();
        let rename = |colour| {
            let index = colours.iter().position(|&other| other == colour);
            Colour(PALETTE[index.expect("`colours` lists the colour of every block")])
        };
        Board { cells: self.cells.iter().map(|cell| cell.map(rename)).collect(), ..self.clone() }
    }

    fn index_of(&self, place: Place) -> usize {
        (place.row - 1) * self.columns + place.column - 1
    }
}

impl Index<Place> for Board {
    type Output = Option<Colour>;

    fn index(&self, place: Place) -> &Option<Colour> {
        &self.cells[self.index_of(place)]
    }
}

impl IndexMut<Place> for Board {
    fn index_mut(&mut self, place: Place) -> &mut Option<Colour> {
        let index = self.index_of(place);
        &mut self.cells[index]
    }
}

/// Parses rows separated by `/`, e.g. `RRRG/RGRR`.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        Board::from_rows(&text.split('/').collect::<Vec<_>>())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rows().join("/"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_rows().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(rows: &[&str]) -> String {
        Board::from_rows(rows).unwrap_err().to_string()
    }

    #[test]
    fn a_board_prints_as_the_rows_it_was_read_from() {
        let board: Board = "..G/RRG".parse().unwrap();
        assert_eq!(board.to_string(), "..G/RRG");
        assert_eq!((board.rows(), board.columns(), board.blocks()), (2, 3, 4));
    }

    #[test]
    fn rows_are_counted_from_the_top_and_columns_from_the_left() {
        let board: Board = "..G/RBY".parse().unwrap();
        let at = |row, column| board[Place { row, column }].map(Colour::letter);
        assert_eq!(
            (at(1, 1), at(1, 3), at(2, 1), at(2, 2)),
            (None, Some('G'), Some('R'), Some('B'))
        );
    }

    #[test]
    fn canonical_boards_are_equal_exactly_when_only_colour_names_differ() {
        let board = |text: &str| text.parse::<Board>().unwrap().canonical();
        assert_eq!(board(".B/BG"), board(".Y/Yz"));
        assert_ne!(board(".B/BG"), board(".B/GB"));
    }

    #[test]
    fn an_invalid_board_is_rejected_with_the_place_and_the_reason() {
        assert_eq!(error(&[]), "grid: it is empty");
        assert_eq!(error(&["", ""]), "grid: it is empty");
        assert_eq!(error(&["..", ".."]), "grid: it is empty");
        assert_eq!(error(&["RR", "RRR"]), "grid row 2: 3 cells, but row 1 has 2");
        assert_eq!(error(&["R1"]), "grid row 1, column 2: '1' is neither a letter nor '.'");
        assert_eq!(
            error(&["RG", "R."]),
            "grid row 1, column 2: the block G floats over an empty cell"
        );
        assert_eq!(error(&["R"; 17]), "grid: 17 rows of 1 cells, the limit is 16×16");
        assert_eq!(error(&["ABCDEFGH", "IJKLMNOP"]), "grid: 16 colours, the limit is 15");
    }
}
