//! The constant part of a level, and what a move does to a position.
//!
//! A position is a list of bytes: the exponents of the cells, column by column from the left and in each
//! from the bottom, 0 for an empty cell; and where there are queues, how many numbers of each have come in,
//! as two bytes per column.

use std::ops::Range;

use crate::game::cells::Cells;
use crate::games::g2248::board::{Board, Cell, Number};
use crate::games::g2248::level::Level;
use crate::games::g2248::path::{NotAPath, Path};
use crate::games::g2248::refill::Source;

/// The number of different exponents, with 0 for an empty cell.
pub(super) const LEVELS: usize = 64;

/// How many blocks there are of each exponent.
pub(super) type Counts = [u16; LEVELS];

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// At most this many blocks.
    Blocks(usize),
    /// At least this score.
    Score(u64),
    /// The greatest score within this many moves.
    BestScore(usize),
}

/// The constant part of a level.
#[derive(Debug)]
pub(super) struct Field<const W: usize> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For each cell those that touch it.
    pub(super) neighbours: Vec<Cells<W>>,
    /// For each column the exponents that come in; no columns where nothing comes in.
    queues: Vec<Vec<u8>>,
    pub(super) may_collapse: bool,
    pub(super) aim: Aim,
}

impl<const W: usize> Field<W> {
    /// The field of a level, which has at most `64 * W` cells.
    pub(super) fn new(level: &Level, aim: Aim) -> Field<W> {
        let (rows, columns) = (level.board().rows(), level.board().columns());
        let queues = match level.source() {
            Source::Queues(queues) if queues.iter().any(|queue| !queue.is_empty()) => queues
                .iter()
                .map(|queue| queue.iter().map(|number| number.exponent()).collect())
                .collect(),
            Source::Queues(_) | Source::Nothing | Source::Seed(_) => Vec::new(),
        };
        let near = |cell: usize| -> Cells<W> {
            let (column, height) = (cell / rows, cell % rows);
            let columns = column.saturating_sub(1)..=(column + 1).min(columns - 1);
            let around = columns.flat_map(|column| {
                let heights = height.saturating_sub(1)..=(height + 1).min(rows - 1);
                heights.map(move |height| column * rows + height)
            });
            around.filter(|&other| other != cell).collect()
        };
        let neighbours = (0..rows * columns).map(near).collect();
        Field { rows, columns, neighbours, queues, may_collapse: level.may_collapse(), aim }
    }

    /// The number of cells.
    pub(super) fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of bytes of a position.
    pub(super) fn stride(&self) -> usize {
        self.size() + 2 * self.queues.len()
    }

    /// Whether anything comes in.
    pub(super) fn has_queues(&self) -> bool {
        !self.queues.is_empty()
    }

    /// The position of a board before anything has come in.
    pub(super) fn position(&self, board: &Board) -> Vec<u8> {
        let mut position: Vec<u8> = (0..self.size())
            .map(|cell| board[self.cell(cell)].map_or(0, Number::exponent))
            .collect();
        position.resize(self.stride(), 0);
        position
    }

    /// The cell of the board with this index.
    fn cell(&self, index: usize) -> Cell {
        Cell { row: self.rows - index % self.rows, column: index / self.rows + 1 }
    }

    /// A path through cells given by their indices.
    ///
    /// # Errors
    /// If they are not a path.
    pub(super) fn path(&self, cells: &[u8]) -> Result<Path, NotAPath> {
        Path::new(cells.iter().map(|&cell| self.cell(cell.into())).collect())
    }

    /// The exponents of the cells of a position.
    pub(super) fn numbers<'a>(&self, position: &'a [u8]) -> &'a [u8] {
        &position[..self.size()]
    }

    /// The number of blocks on the board.
    pub(super) fn blocks(&self, position: &[u8]) -> usize {
        self.numbers(position).iter().filter(|&&number| number > 0).count()
    }

    /// The cells with each number.
    pub(super) fn levels(&self, position: &[u8]) -> [Cells<W>; LEVELS] {
        let mut levels = [Cells::NONE; LEVELS];
        for (cell, &number) in self.numbers(position).iter().enumerate() {
            let level = &mut levels[usize::from(number)];
            *level = level.or(Cells::one(cell));
        }
        levels
    }

    /// The position after a join, in place.
    pub(super) fn join(&self, position: &mut [u8], path: &[u8], block: u8) {
        for &cell in path {
            position[usize::from(cell)] = 0;
        }
        if let Some(&end) = path.last() {
            position[usize::from(end)] = block;
        }
        self.settle(position);
    }

    /// The position after a collapse, in place; `false` if there is nothing to collapse.
    pub(super) fn collapse(&self, position: &mut [u8]) -> bool {
        let levels = self.levels(position);
        let mut is_any = false;
        for (number, &level) in (0u8..).zip(&levels).skip(1) {
            let mut rest = level;
            while let Some(start) = rest.iter().next() {
                let group = self.grow(Cells::one(start), level);
                rest = rest.minus(group);
                // The lowest row, and in it the rightmost cell.
                let lowest = |&cell: &usize| (cell % self.rows, std::cmp::Reverse(cell));
                let Some(at) = group.iter().min_by_key(lowest).filter(|_| group.count() > 1) else {
                    continue;
                };
                is_any = true;
                group.iter().for_each(|cell| position[cell] = 0);
                position[at] = exponent((group.count() as u64) << number);
            }
        }
        self.settle(position);
        is_any
    }

    /// The cells of a set that are connected to some of it.
    #[inline]
    pub(super) fn grow(&self, from: Cells<W>, within: Cells<W>) -> Cells<W> {
        let (mut grown, mut edge) = (from, from);
        while !edge.is_empty() {
            edge = self.around(edge).and(within).minus(grown);
            grown = grown.or(edge);
        }
        grown
    }

    /// The cells that touch some of these.
    #[inline]
    pub(super) fn around(&self, cells: Cells<W>) -> Cells<W> {
        cells.iter().fold(Cells::NONE, |all, cell| all.or(self.neighbours[cell]))
    }

    /// Lets the columns fall, and then fills them from their queues.
    fn settle(&self, position: &mut [u8]) {
        let (numbers, used) = position.split_at_mut(self.size());
        for (index, column) in numbers.chunks_mut(self.rows).enumerate() {
            let mut height = 0;
            for from in 0..column.len() {
                if column[from] > 0 {
                    column.swap(height, from);
                    height += 1;
                }
            }
            if let Some(queue) = self.queues.get(index) {
                let used = &mut used[2 * index..2 * index + 2];
                let first = usize::from(u16::from_le_bytes([used[0], used[1]]));
                let waiting = &queue[first..];
                let count = waiting.len().min(column.len() - height);
                column[height..height + count].copy_from_slice(&waiting[..count]);
                used.copy_from_slice(&((first + count) as u16).to_le_bytes());
            }
        }
    }

    /// The numbers that are still to come into a column.
    pub(super) fn waiting(&self, position: &[u8], column: usize) -> &[u8] {
        let Some(queue) = self.queues.get(column) else { return &[] };
        let at = self.size() + 2 * column;
        &queue[usize::from(u16::from_le_bytes([position[at], position[at + 1]]))..]
    }

    /// The parts of a board: ranges of neighbouring columns with blocks, between empty columns into which
    /// nothing will come any more. No column ever moves sideways, so no path will ever pass from one part to
    /// another.
    pub(super) fn parts(&self, position: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let is_used = move |column: usize| {
            let cells = &position[column * self.rows..(column + 1) * self.rows];
            cells.iter().any(|&number| number > 0) || !self.waiting(position, column).is_empty()
        };
        let mut next = 0;
        std::iter::from_fn(move || {
            let start = (next..self.columns).find(|&column| is_used(column))?;
            next = (start..self.columns).find(|&column| !is_used(column)).unwrap_or(self.columns);
            Some(start..next)
        })
    }

    /// The blocks in some columns, and those that are still to come into them.
    pub(super) fn counts(&self, position: &[u8], columns: Range<usize>) -> Counts {
        let mut counts = [0; LEVELS];
        for &number in &position[columns.start * self.rows..columns.end * self.rows] {
            counts[usize::from(number)] += 1;
        }
        if self.has_queues() {
            for column in columns {
                for &number in self.waiting(position, column) {
                    counts[usize::from(number)] += 1;
                }
            }
        }
        counts[0] = 0;
        counts
    }
}

/// The exponent of a sum rounded up to a power of two.
#[inline]
pub(super) fn exponent(sum: u64) -> u8 {
    sum.next_power_of_two().trailing_zeros() as u8
}

/// The blocks of the least numbers that can never be joined.
///
/// A path starts with two equal numbers, and its numbers never fall. So a block of the least number can only
/// be joined with another block of that number. New blocks are greater than the least number on the board:
/// they are at least twice the least number of their path. So if there is only one block of the least number,
/// now and to come, it stays until the end; and then the same holds for the next number.
pub(super) fn stuck(counts: &Counts) -> u16 {
    let singles = counts.iter().filter(|&&count| count > 0).take_while(|&&count| count == 1);
    singles.count() as u16
}
