//! Paths: sequences of cells that touch each other, and all those that a board allows.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, Cell, Number};
use super::rules::Illegal;

/// Two or more cells, each touching the next, no cell twice. What numbers they have is for a board to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path(Vec<Cell>);

/// Why cells are not a path.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NotAPath {
    /// There are fewer than two cells.
    #[error("a path has two or more cells")]
    TooShort,
    /// A cell occurs twice.
    #[error("the path comes to {cell} twice: it is cell {first} and cell {again} of the path")]
    Repeated {
        /// The cell.
        cell: Cell,
        /// Its first place in the path, from 1.
        first: usize,
        /// Its second place.
        again: usize,
    },
    /// A cell does not touch the next one.
    #[error("cell {place} of the path, {to}, does not touch the one before it, {from}")]
    Apart {
        /// The cell before.
        from: Cell,
        /// The cell that is out of reach.
        to: Cell,
        /// The place of the latter in the path, from 1.
        place: usize,
    },
}

/// A text is not a path.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BadPath {
    /// It is not a list of cells.
    #[error("it is not a list of cells, each as row,column, e.g. 1,1-1,2")]
    NotCells,
    /// The cells are not a path.
    #[error(transparent)]
    NotAPath(#[from] NotAPath),
}

impl Path {
    /// The path through these cells.
    ///
    /// # Errors
    /// If they are not a path.
    pub fn new(cells: Vec<Cell>) -> Result<Path, NotAPath> {
        if cells.len() < 2 {
            return Err(NotAPath::TooShort);
        }
        let mut places = HashMap::with_capacity(cells.len());
        for (index, &cell) in cells.iter().enumerate() {
            if let Some(first) = places.insert(cell, index + 1) {
                return Err(NotAPath::Repeated { cell, first, again: index + 1 });
            }
        }
        match cells.windows(2).position(|pair| !pair[0].touches(pair[1])) {
            None => Ok(Path(cells)),
            Some(index) => {
                let (from, to) = (cells[index], cells[index + 1]);
                Err(NotAPath::Apart { from, to, place: index + 2 })
            }
        }
    }

    /// The path that a visit of [`each_path`] is given.
    pub(super) fn visited(cells: &[Cell]) -> Path {
        Path(cells.to_vec())
    }

    /// The cells, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.0
    }

    /// The last cell, where the new block is put.
    pub fn end(&self) -> Cell {
        self.0[self.0.len() - 1]
    }

    /// The sum of the numbers on the path.
    ///
    /// # Errors
    /// If the board does not allow the path.
    pub fn sum(&self, board: &Board) -> Result<u64, Illegal> {
        let mut before: Option<(Cell, Number)> = None;
        let mut sum = 0;
        for (index, &cell) in self.0.iter().enumerate() {
            if !board.has(cell) {
                return Err(Illegal::Outside(cell));
            }
            let number = board[cell].ok_or(Illegal::Empty(cell))?;
            if let Some(from) = before {
                let may_follow = if index == 1 { number == from.1 } else { number.follows(from.1) };
                if !may_follow {
                    let (is_start, to) = (index == 1, (cell, number));
                    return Err(Illegal::WrongNumber { from, to, is_start });
                }
            }
            before = Some((cell, number));
            sum += number.value();
        }
        Ok(sum)
    }
}

/// The cells joined by `-`: `3,1-4,1-5,2`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.0.iter().map(Cell::to_string).collect();
        f.write_str(&cells.join("-"))
    }
}

impl FromStr for Path {
    type Err = BadPath;

    fn from_str(text: &str) -> Result<Path, BadPath> {
        let cells: Result<Vec<Cell>, _> = text.split('-').map(str::parse).collect();
        Ok(Path::new(cells.map_err(|_| BadPath::NotCells)?)?)
    }
}

/// Calls `visit` with the cells and the sum of every path that a board allows, until it breaks. There may
/// be astronomically many. Paths come in the order of their cells, row by row from the top left, each
/// before those that it begins.
pub fn each_path(
    board: &Board,
    visit: &mut dyn FnMut(&[Cell], u64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut walk = Walk { board, path: Vec::new(), is_used: vec![false; board.values().len()] };
    for cell in board.cells() {
        if let Some(number) = board[cell] {
            walk.enter(cell, number, 0, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// A path that grows and shrinks.
struct Walk<'a> {
    board: &'a Board,
    path: Vec<Cell>,
    is_used: Vec<bool>,
}

impl Walk<'_> {
    fn index(&self, cell: Cell) -> usize {
        (cell.row - 1) * self.board.columns() + cell.column - 1
    }

    /// Extends the path by a cell, visits it and all paths that it begins, and takes the cell back.
    fn enter(
        &mut self,
        cell: Cell,
        number: Number,
        before: u64,
        visit: &mut dyn FnMut(&[Cell], u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (index, sum) = (self.index(cell), before + number.value());
        self.path.push(cell);
        self.is_used[index] = true;
        if self.path.len() > 1 {
            visit(&self.path, sum)?;
        }
        for next in self.board.neighbours(cell) {
            let Some(found) = self.board[next].filter(|_| !self.is_used[self.index(next)]) else {
                continue;
            };
            if found == number || self.path.len() > 1 && found.follows(number) {
                self.enter(next, found, sum, visit)?;
            }
        }
        self.is_used[index] = false;
        self.path.pop();
        ControlFlow::Continue(())
    }
}

/// The paths that a board allows, for boards that have few.
pub fn paths(board: &Board) -> Vec<Path> {
    let mut all = Vec::new();
    let _ = each_path(board, &mut |cells, _| {
        all.push(Path::visited(cells));
        ControlFlow::Continue(())
    });
    all
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<Path>().unwrap_err().to_string()
    }

    #[test]
    fn a_path_is_written_as_its_cells() {
        let path: Path = "3,1-4,1-5,2".parse().unwrap();
        assert_eq!((path.to_string().as_str(), path.cells().len()), ("3,1-4,1-5,2", 3));
        assert_eq!(path.end(), Cell { row: 5, column: 2 });
    }

    #[test]
    fn a_path_has_two_or_more_cells_no_cell_twice_each_touching_the_next() {
        assert_eq!(error("1,1"), "a path has two or more cells");
        assert_eq!(error(""), "it is not a list of cells, each as row,column, e.g. 1,1-1,2");
        assert_eq!(
            error("1,1-1,2-2,2-1,2"),
            "the path comes to 1,2 twice: it is cell 2 and cell 4 of the path"
        );
        assert_eq!(
            error("1,1-2,2-2,4"),
            "cell 3 of the path, 2,4, does not touch the one before it, 2,2"
        );
    }

    #[test]
    fn the_first_two_numbers_are_equal_and_each_later_one_is_equal_or_twice_as_great() {
        let board = board("2 2 4 8 / 4 0 16 4");
        let sum = |text: &str| text.parse::<Path>().unwrap().sum(&board);
        let say = |text: &str| sum(text).unwrap_err().to_string();
        assert_eq!((sum("1,1-1,2"), sum("1,2-1,1-2,1")), (Ok(4), Ok(8)));
        assert_eq!(sum("1,1-1,2-1,3-1,4-2,3"), Ok(32));
        assert_eq!(sum("1,4-1,3").unwrap_err(), sum("1,4-1,3").unwrap_err());
        assert_eq!(
            say("1,2-1,3"),
            "a path starts with two equal numbers, but 1,2 has 2 and 1,3 has 4"
        );
        assert_eq!(say("1,1-1,2-1,3-2,3"), "16 at 2,3 is neither equal to nor twice 4 at 1,3");
        assert_eq!(say("1,1-2,2"), "2,2 is empty");
        assert_eq!(say("2,4-2,5"), "2,5 is outside the board");
    }

    #[test]
    fn all_paths_are_those_that_the_rules_allow() {
        let board = board("2 2 4 / 0 4 8");
        let words: Vec<String> = paths(&board).iter().map(Path::to_string).collect();
        // From the twos in one direction, in the other, and from the fours in both.
        assert_eq!(words.len(), 9 + 5 + 2 * 2);
        for path in paths(&board) {
            assert!(path.sum(&board).is_ok(), "{path}");
        }
        assert_eq!(words[0], "1,1-1,2");
    }
}
