//! Rectangular boards: cells, and grids with a value in each.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::words::Noun;

/// The noun for a cell.
const CELL: Noun = Noun { one: "cell", many: "cells" };

/// Maximum number of rows and of columns.
pub const MAX_SIDE: usize = 16;

/// A cell of a board. Rows are counted from the top and columns from the left, starting at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The row, starting at 1 at the top.
    pub row: usize,
    /// The column, starting at 1 at the left.
    pub column: usize,
}

impl Cell {
    /// Whether two cells share a side or a corner. A cell does not touch itself.
    pub fn touches(self, other: Cell) -> bool {
        self != other
            && self.row.abs_diff(other.row) <= 1
            && self.column.abs_diff(other.column) <= 1
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

/// A text is not a cell.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not a cell, row,column")]
pub struct NotACell(pub String);

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Cell, NotACell> {
        let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
        let cell = |(row, column)| Some(Cell { row: number(row)?, column: number(column)? });
        text.split_once(',').and_then(cell).ok_or_else(|| NotACell(text.to_owned()))
    }
}

/// The reason why rows are not a grid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GridError {
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
    #[error("row {row} has {}, but row 1 has {expected}", CELL.count(*found as i128))]
    Ragged {
        /// The row, starting at 1.
        row: usize,
        /// The length of that row.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
}

/// A grid of values, one for each cell.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    values: Vec<T>,
}

impl<T> Grid<T> {
    /// The grid with these rows, from the top.
    ///
    /// # Errors
    /// If the rows are not a rectangle within the size limit.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Result<Grid<T>, GridError> {
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 {
            return Err(GridError::Empty);
        }
        let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.len().max(longest) > MAX_SIDE {
            return Err(GridError::TooLarge { rows: rows.len(), columns: longest });
        }
        if let Some(index) = rows.iter().position(|row| row.len() != columns) {
            let found = rows[index].len();
            return Err(GridError::Ragged { row: index + 1, found, expected: columns });
        }
        Ok(Grid { rows: rows.len(), columns, values: rows.into_iter().flatten().collect() })
    }

    /// The grid with what `value` makes of each cell and its value.
    ///
    /// # Errors
    /// If `value` fails for a cell.
    pub fn try_map<U, E>(self, value: impl Fn(Cell, T) -> Result<U, E>) -> Result<Grid<U>, E> {
        let (rows, columns, cells) = (self.rows, self.columns, self.cells());
        let values = cells.zip(self.values).map(|(cell, known)| value(cell, known));
        Ok(Grid { rows, columns, values: values.collect::<Result<_, E>>()? })
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

    /// The cells on the board that touch this one, row by row from the top left.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        let rows = cell.row.saturating_sub(1).max(1)..=(cell.row + 1).min(self.rows);
        let columns = cell.column.saturating_sub(1).max(1)..=(cell.column + 1).min(self.columns);
        let around =
            rows.flat_map(move |row| columns.clone().map(move |column| Cell { row, column }));
        around.filter(move |&other| other != cell)
    }

    /// The values, row by row from the top left.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The rows from the top.
    pub fn lines(&self) -> impl Iterator<Item = &[T]> {
        self.values.chunks(self.columns)
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.values[(cell.row - 1) * self.columns + cell.column - 1]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.values[(cell.row - 1) * self.columns + cell.column - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_as_row_and_column() {
        let cell = Cell { row: 3, column: 12 };
        assert_eq!((cell.to_string().as_str(), "3,12".parse()), ("3,12", Ok(cell)));
        for text in ["", "3", "3,", "+3,1", "3,1,2", "a,b", "-1,2"] {
            let error = text.parse::<Cell>().unwrap_err().to_string();
            assert_eq!(error, format!("{text:?} is not a cell, row,column"));
        }
    }

    #[test]
    fn cells_touch_their_eight_neighbours_and_not_themselves() {
        let grid = Grid::from_rows(vec![vec![0; 3]; 4]).unwrap();
        for cell in grid.cells() {
            let touching: Vec<Cell> = grid.cells().filter(|&other| cell.touches(other)).collect();
            assert_eq!(grid.neighbours(cell).collect::<Vec<_>>(), touching);
        }
        assert_eq!(grid.neighbours(Cell { row: 2, column: 2 }).count(), 8);
        assert_eq!(grid.neighbours(Cell { row: 1, column: 1 }).count(), 3);
    }

    #[test]
    fn rows_that_are_not_a_grid_are_refused() {
        let error = |lengths: &[usize]| {
            let rows = lengths.iter().map(|&length| vec![0; length]).collect();
            Grid::from_rows(rows).err().unwrap().to_string()
        };
        assert_eq!((error(&[]), error(&[0, 1])), ("it is empty".into(), "it is empty".into()));
        assert_eq!(error(&[2, 2, 3]), "row 3 has 3 cells, but row 1 has 2");
        assert_eq!(error(&[17]), "1 rows of 17 cells, the limit is 16×16");
    }
}
