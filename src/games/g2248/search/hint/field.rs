//! The board as a graph: which cells may follow which on a path.
//!
//! The numbers on a path never fall, so a path passes through *components*: connected cells with equal
//! numbers. It enters a component in one cell, stays in it for a while, and steps up from it to a component
//! of twice the number. It never comes back.

use super::super::super::board::{Board, Cell};
use super::super::super::path::Path;

/// Connected cells with equal numbers.
#[derive(Debug)]
pub(super) struct Component {
    /// The exponent of its number.
    pub(super) level: u8,
    /// Its cells, ascending.
    pub(super) cells: Vec<usize>,
}

impl Component {
    /// Its number.
    pub(super) fn unit(&self) -> i64 {
        1 << self.level
    }
}

/// The cells of a board, counted row by row from the top left, starting at 0, and their neighbours.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The exponent of each cell; 0 for an empty cell.
    pub(super) levels: Vec<u8>,
    /// For each cell the neighbours with the same number.
    pub(super) equal: Vec<Vec<usize>>,
    /// For each cell the neighbours with half its number.
    pub(super) lower: Vec<Vec<usize>>,
    /// For each cell its component; meaningless for an empty cell.
    pub(super) component: Vec<usize>,
    /// The components, from the smallest number to the greatest.
    pub(super) components: Vec<Component>,
}

impl Field {
    pub(super) fn of(board: &Board) -> Field {
        let (rows, columns) = (board.rows(), board.columns());
        let levels: Vec<u8> = board
            .values()
            .iter()
            .map(|number| number.map_or(0, |number| number.exponent()))
            .collect();
        let near = |cell: usize, level: u8| -> Vec<usize> {
            let (row, column) = (cell / columns, cell % columns);
            let around = (row.saturating_sub(1)..=(row + 1).min(rows - 1)).flat_map(|row| {
                (column.saturating_sub(1)..=(column + 1).min(columns - 1))
                    .map(move |column| row * columns + column)
            });
            around.filter(|&other| other != cell && levels[other] == level).collect()
        };
        let neighbours = |cell: usize, down: u8| match levels[cell].checked_sub(down) {
            None | Some(0) => Vec::new(),
            Some(level) => near(cell, level),
        };
        let equal: Vec<Vec<usize>> = (0..levels.len()).map(|cell| neighbours(cell, 0)).collect();
        let lower = (0..levels.len()).map(|cell| neighbours(cell, 1)).collect();
        let mut field = Field {
            rows,
            columns,
            component: vec![usize::MAX; levels.len()],
            components: Vec::new(),
            levels,
            equal,
            lower,
        };
        field.find_components();
        field
    }

    fn find_components(&mut self) {
        let mut order: Vec<usize> =
            (0..self.levels.len()).filter(|&cell| self.levels[cell] > 0).collect();
        order.sort_by_key(|&cell| (self.levels[cell], cell));
        for first in order {
            if self.component[first] != usize::MAX {
                continue;
            }
            let number = self.components.len();
            self.component[first] = number;
            let mut cells = vec![first];
            let mut next = 0;
            while let Some(&cell) = cells.get(next) {
                for &other in &self.equal[cell] {
                    if self.component[other] == usize::MAX {
                        self.component[other] = number;
                        cells.push(other);
                    }
                }
                next += 1;
            }
            cells.sort_unstable();
            self.components.push(Component { level: self.levels[first], cells });
        }
    }

    /// Number of cells, empty ones included.
    pub(super) fn size(&self) -> usize {
        self.levels.len()
    }

    /// The number of a cell that is not empty.
    pub(super) fn unit(&self, cell: usize) -> i64 {
        1 << self.levels[cell]
    }

    /// The row and the column of a cell, from 0.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The sum of a path.
    pub(super) fn sum(&self, path: &[usize]) -> i64 {
        path.iter().map(|&cell| self.unit(cell)).sum()
    }

    /// The path through these cells.
    pub(super) fn path(&self, cells: &[usize]) -> Path {
        let cell = |&cell: &usize| {
            let (row, column) = self.place(cell);
            Cell { row: row + 1, column: column + 1 }
        };
        Path::new(cells.iter().map(cell).collect()).expect("the search only follows neighbours")
    }
}
