//! The joins that a position allows, one for each effect.
//!
//! What a join does depends on its set of cells and on its last cell only. So of all paths with the same set
//! and the same end one is enough: any of them can be continued in the same ways, because what may come next
//! depends on the number of the last cell and on the cells that are not used yet.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::field::{Field, LEVELS};
use crate::game::cells::Cells;
use crate::game::hash::Quickly;

/// The sets of cells, each with its last cell, that a walk has visited.
pub(super) type Seen<const W: usize> = HashSet<(Cells<W>, u8), Quickly>;

/// Dead ends are detected if at most this many cells may be left out.
const MOST_SPARE: usize = 3;

/// What is looked for among the paths of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Paths with at least this many cells.
    Cells(usize),
    /// Paths with at least this sum.
    Sum(u64),
}

/// A walk through the paths of a position.
pub(super) struct Walk<'a, const W: usize> {
    field: &'a Field<W>,
    levels: [Cells<W>; LEVELS],
    numbers: &'a [u8],
    seen: &'a mut Seen<W>,
    /// The most sets that are remembered; beyond it, an effect may be met again.
    most: usize,
    wanted: Option<Wanted>,
    /// The most paths from one cell, and how many of them are left.
    quota: usize,
    left: usize,
    path: Vec<u8>,
}

impl<'a, const W: usize> Walk<'a, W> {
    /// A walk that remembers a limited number of sets of cells.
    pub(super) fn new(
        field: &'a Field<W>,
        position: &'a [u8],
        seen: &'a mut Seen<W>,
        most: usize,
    ) -> Walk<'a, W> {
        seen.clear();
        let (levels, numbers) = (field.levels(position), field.numbers(position));
        let (quota, left) = (usize::MAX, usize::MAX);
        Walk { field, levels, numbers, seen, most, wanted: None, quota, left, path: Vec::new() }
    }

    /// The walk that leaves out paths that cannot grow into one that is wanted. Paths that are not wanted
    /// are visited all the same.
    pub(super) fn only(self, wanted: Wanted) -> Walk<'a, W> {
        Walk { wanted: Some(wanted), ..self }
    }

    /// The walk that visits a limited number of paths from each cell.
    pub(super) fn at_most(self, quota: usize) -> Walk<'a, W> {
        Walk { quota, ..self }
    }

    /// Calls `visit` with the cells and the sum of each path, until it breaks.
    pub(super) fn each<E>(
        &mut self,
        visit: &mut dyn FnMut(&[u8], u64) -> ControlFlow<E>,
    ) -> ControlFlow<E> {
        for start in 0..self.numbers.len() {
            let number = self.numbers[start];
            if number == 0 {
                continue;
            }
            let second = self.field.neighbours[start].and(self.levels[usize::from(number)]);
            self.left = self.quota;
            self.path.push(start as u8);
            for next in second.iter() {
                self.enter(Cells::one(start), next, 1 << number, visit)?;
            }
            self.path.pop();
        }
        ControlFlow::Continue(())
    }

    /// Extends the path by a cell, visits it and all paths that it begins, and takes the cell back.
    fn enter<E>(
        &mut self,
        before: Cells<W>,
        cell: usize,
        sum: u64,
        visit: &mut dyn FnMut(&[u8], u64) -> ControlFlow<E>,
    ) -> ControlFlow<E> {
        let used = before.or(Cells::one(cell));
        let is_new = if self.seen.len() < self.most {
            self.seen.insert((used, cell as u8))
        } else {
            !self.seen.contains(&(used, cell as u8))
        };
        let sum = sum + (1 << self.numbers[cell]);
        if !is_new || self.left == 0 || !self.can_be_wanted(used, cell, sum) {
            return ControlFlow::Continue(());
        }
        self.left -= 1;
        self.path.push(cell as u8);
        visit(&self.path, sum)?;
        let number = usize::from(self.numbers[cell]);
        let may_follow = self.levels[number].or(self.levels[number + 1]);
        for next in self.field.neighbours[cell].and(may_follow).minus(used).iter() {
            self.enter(used, next, sum, visit)?;
        }
        self.path.pop();
        ControlFlow::Continue(())
    }

    /// Whether a path may grow into one that is wanted.
    fn can_be_wanted(&self, used: Cells<W>, end: usize, sum: u64) -> bool {
        match self.wanted {
            None => true,
            Some(Wanted::Cells(cells)) => self.can_be_long(used, end, cells),
            Some(Wanted::Sum(wanted)) => {
                let mut most = sum;
                self.each_level(used, end, &mut |number, reached| {
                    most = most.saturating_add((reached.count() as u64) << number);
                });
                most >= wanted
            }
        }
    }

    /// Whether a path may grow to this number of cells. A cell that it can reach, but from which it can go nowhere
    /// but back, is its last one or left out.
    fn can_be_long(&self, used: Cells<W>, end: usize, cells: usize) -> bool {
        let mut all = Cells::NONE;
        self.each_level(used, end, &mut |_, reached| all = all.or(reached));
        let Some(spare) = (used.count() + all.count()).checked_sub(cells) else { return false };
        if spare > MOST_SPARE {
            return true;
        }
        let around = all.or(Cells::one(end));
        let is_dead_end = |cell: &usize| {
            let number = usize::from(self.numbers[*cell]);
            let levels =
                self.levels[number - 1].or(self.levels[number]).or(self.levels[number + 1]);
            self.field.neighbours[*cell].and(around).and(levels).count() < 2
        };
        all.iter().filter(is_dead_end).count() <= spare + 1
    }

    /// Calls `visit` with each number and the cells with this number by which a path may be extended. The
    /// numbers of a path never fall: it goes through what it can reach of one number, and then goes on from
    /// there to the next number.
    fn each_level(&self, used: Cells<W>, end: usize, visit: &mut dyn FnMut(usize, Cells<W>)) {
        let first = usize::from(self.numbers[end]);
        let mut from = Cells::one(end);
        for number in first..LEVELS {
            let level = self.levels[number].minus(used);
            let reached = self.field.grow(self.field.around(from).and(level), level);
            visit(number, reached);
            // From its end, the path can go on to the next number at once.
            from = if number == first { reached.or(from) } else { reached };
            if from.is_empty() {
                break;
            }
        }
    }
}

/// Whether any two equal numbers touch, so that there is a join.
pub(super) fn has_join<const W: usize>(field: &Field<W>, position: &[u8]) -> bool {
    let numbers = field.numbers(position);
    let touches_equal = |cell: usize| {
        numbers[cell] > 0
            && field.neighbours[cell].iter().any(|other| numbers[other] == numbers[cell])
    };
    (0..numbers.len()).any(touches_equal)
}
