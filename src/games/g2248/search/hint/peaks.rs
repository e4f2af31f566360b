//! The greatest sum of a path, and of a path that ends in a given cell.
//!
//! Components meet only where a path steps up from one to the next. So what a path has gathered before it
//! enters a component is a gain of the cell in which it enters, and each component is a question of its own.
//! The gains are upper bounds at first. If the best path enters by a cell whose gain is not known exactly,
//! that gain is computed, and the question is asked again.

use super::chain;
use super::field::{Component, Field};
use super::grow;
use super::sweep::{Answer, Question, Sweep};
use super::table::{self, Table};
use crate::game::search::{Budget, Spent};

/// A path and its sum.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) sum: i64,
    pub(super) path: Vec<usize>,
}

/// The budget was spent; no path in question has a sum above the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unfinished {
    pub(super) bound: i64,
    pub(super) spent: Spent,
}

/// The best paths that end in each cell, as far as they are known.
pub(super) struct Peaks<'a> {
    field: &'a Field,
    budget: &'a Budget<'a>,
    tables: Vec<Option<Table>>,
    /// For each component the greatest gain of its cells, going by upper bounds.
    before: Vec<i64>,
    /// Whether a path may step up from a cell.
    is_exit: Vec<bool>,
    /// For each cell an upper bound on the sums of paths that end there; `None` if none ends there.
    upper: Vec<Option<i64>>,
    /// For each cell a path with the sum `upper`, once it has been computed.
    exact: Vec<Option<Vec<usize>>>,
    /// For each cell a good path that ends there.
    some: Vec<Option<Found>>,
    pub(super) states: u64,
}

impl<'a> Peaks<'a> {
    pub(super) fn new(field: &'a Field, budget: &'a Budget<'a>) -> Peaks<'a> {
        let count = field.components.len();
        let mut is_exit = vec![false; field.size()];
        for &below in field.lower.iter().flatten() {
            is_exit[below] = true;
        }
        let mut peaks = Peaks {
            field,
            is_exit,
            before: vec![0; count],
            budget,
            tables: (0..count).map(|component| Table::of(field, component)).collect(),
            upper: vec![None; field.size()],
            exact: vec![None; field.size()],
            some: vec![None; field.size()],
            states: 0,
        };
        for component in 0..count {
            peaks.estimate(component);
            peaks.gather(component);
        }
        peaks
    }

    /// An upper bound on the sums of paths that end in a cell; `None` if no path ends there.
    pub(super) fn upper(&self, cell: usize) -> Option<i64> {
        self.upper[cell]
    }

    /// A good path that ends in a cell.
    pub(super) fn known(&self, cell: usize) -> Option<&Found> {
        self.some[cell].as_ref()
    }

    /// An upper bound on the sum of a path before it enters a component.
    pub(super) fn before(&self, component: usize) -> i64 {
        self.before[component]
    }

    /// A path inside a component, with the best path that leads to its first cell in front of it.
    pub(super) fn led_to(&mut self, inside: &[usize]) -> Result<Vec<usize>, Unfinished> {
        let before = match self.source(inside[0]) {
            Some(below) => self.peak(below)?,
            None => None,
        };
        let mut path = before.map_or(Vec::new(), |found| found.path);
        path.extend(inside);
        Ok(path)
    }

    /// The best cell below to come from, going by upper bounds.
    fn source(&self, cell: usize) -> Option<usize> {
        let sources = self.field.lower[cell].iter().copied();
        // The first of the best.
        sources
            .rev()
            .filter(|&below| self.upper[below].is_some())
            .max_by_key(|&below| self.upper[below])
    }

    /// The most that a path can have gathered before it reaches a cell.
    fn gain(&self, cell: usize) -> i64 {
        self.source(cell).and_then(|below| self.upper[below]).unwrap_or(0)
    }

    pub(super) fn gains(&self, component: usize) -> Vec<Option<i64>> {
        let mut gains = vec![None; self.field.size()];
        for &cell in &self.field.components[component].cells {
            gains[cell] = Some(self.gain(cell));
        }
        gains
    }

    /// Sets the upper bounds of a component; those below have been set.
    fn estimate(&mut self, component: usize) {
        let Component { cells, level: _ } = &self.field.components[component];
        let unit = self.field.components[component].unit();
        let gains = self.gains(component);
        let most = cells.iter().filter_map(|&cell| gains[cell]).max().unwrap_or(0);
        self.before[component] = most;
        for &cell in cells {
            let alone = self.source(cell).map(|_| gains[cell].unwrap_or(0) + unit);
            let bound = match &self.tables[component] {
                Some(table) => {
                    let from =
                        |&from: &usize| Some(gains[from]? + unit * table.length(from, cell)?);
                    cells.iter().filter_map(from).max()
                }
                None => Some(most + unit * chain::cells_at_most_to(self.field, cell) as i64),
            };
            self.upper[cell] = alone.max(bound);
        }
    }

    /// Finds a good path to cells of a component; those below have been done.
    fn gather(&mut self, component: usize) {
        let unit = self.field.components[component].unit();
        let cells = self.field.components[component].cells.clone();
        if self.tables[component].is_some() {
            for cell in cells {
                self.gather_in_table(component, cell, unit);
            }
            return;
        }
        let limit = chain::cells_at_most(self.field, component);
        let mut trunks = vec![grow::long_path(self.field, component, limit)];
        for &cell in &cells {
            // Paths come in and go on here.
            if !self.field.lower[cell].is_empty() || self.is_exit[cell] {
                let limit = chain::cells_at_most_to(self.field, cell);
                trunks.push(grow::long_path_to(self.field, component, cell, limit));
            }
        }
        for mut trunk in trunks {
            for _ in 0..2 {
                self.gather_along(&trunk, unit);
                trunk.reverse();
            }
        }
    }

    fn gather_in_table(&mut self, component: usize, cell: usize, unit: i64) {
        let Some(table) = &self.tables[component] else { return };
        let start = |from: usize| self.entry(from).map_or(0, |found| found.sum);
        let length = |from: usize| if from == cell { Some(1) } else { table.length(from, cell) };
        let value = |&from: &usize| {
            let is_path = from != cell || self.entry(from).is_some();
            is_path.then_some(())?;
            Some((start(from) + unit * length(from)?, from))
        };
        let cells = &self.field.components[component].cells;
        let Some((sum, from)) = cells.iter().rev().filter_map(value).max_by_key(|&(sum, _)| sum)
        else {
            return;
        };
        let inside = table::path_of_length(self.field, from, cell, length(from).unwrap_or(1));
        let mut path = self.entry(from).map_or(Vec::new(), |found| found.path.clone());
        path.extend(inside);
        self.some[cell] = Some(Found { sum, path });
    }

    /// A good path to a neighbour below a cell.
    fn entry(&self, cell: usize) -> Option<&Found> {
        let below = self.field.lower[cell].iter().rev();
        below.filter_map(|&below| self.some[below].as_ref()).max_by_key(|found| found.sum)
    }

    /// The parts of a path through a component are good paths to their last cells.
    fn gather_along(&mut self, trunk: &[usize], unit: i64) {
        // The best way in so far: the sum up to the current cell, and the place of the first cell.
        let mut best: Option<(i64, usize)> = None;
        for (place, &cell) in trunk.iter().enumerate() {
            let here = self.entry(cell).map(|found| found.sum);
            let carried = best.map(|(sum, from)| (sum + unit, from));
            let alone = here.map(|sum| (sum + unit, place));
            if let Some((sum, from)) = carried.max_by_sum(alone)
                && self.some[cell].as_ref().is_none_or(|found| sum > found.sum)
            {
                let mut path =
                    self.entry(trunk[from]).map_or(Vec::new(), |found| found.path.clone());
                path.extend(&trunk[from..=place]);
                self.some[cell] = Some(Found { sum, path });
            }
            best = carried.max_by_sum(Some((here.unwrap_or(0) + unit, place)));
        }
    }

    /// The best of the good paths.
    fn best_known(&self, components: usize) -> Option<Found> {
        let cells =
            self.field.components[..components].iter().flat_map(|component| &component.cells);
        let known = cells.rev().filter_map(|&cell| self.some[cell].as_ref());
        known.max_by_key(|found| found.sum).cloned()
    }

    /// A path with the greatest sum through the first components, if there is a path at all.
    pub(super) fn maximum(&mut self, components: usize) -> (Option<Found>, Result<(), Unfinished>) {
        let mut best = self.best_known(components);
        let mut order: Vec<(i64, usize)> = (0..components)
            .filter_map(|component| Some((self.bound(component)?, component)))
            .collect();
        order.sort_by_key(|&(bound, component)| (std::cmp::Reverse(bound), component));
        let mut open: Option<Unfinished> = None;
        for (bound, component) in order {
            let floor = best.as_ref().map_or(0, |found| found.sum);
            if bound <= floor {
                break;
            }
            let ends = self.all_ends(component);
            match self.best_in(component, &ends, floor) {
                Ok(Some(found)) => best = Some(found),
                Ok(None) => {}
                Err(unfinished) => {
                    let bound = unfinished.bound.min(bound);
                    best = best.max_by_sum(self.best_known(components));
                    open = Some(Unfinished {
                        bound: open.map_or(bound, |open| open.bound.max(bound)),
                        spent: unfinished.spent,
                    });
                }
            }
        }
        let floor = best.as_ref().map_or(0, |found| found.sum);
        (best, open.filter(|open| open.bound > floor).map_or(Ok(()), Err))
    }

    fn bound(&self, component: usize) -> Option<i64> {
        self.field.components[component].cells.iter().filter_map(|&cell| self.upper[cell]).max()
    }

    pub(super) fn all_ends(&self, component: usize) -> Vec<Option<i64>> {
        let mut ends = vec![None; self.field.size()];
        for &cell in &self.field.components[component].cells {
            ends[cell] = Some(0);
        }
        ends
    }

    /// Computes the greatest sum of a path that ends in a cell.
    pub(super) fn peak(&mut self, cell: usize) -> Result<Option<Found>, Unfinished> {
        let Some(sum) = self.upper[cell] else { return Ok(None) };
        if let Some(path) = &self.exact[cell] {
            return Ok(Some(Found { sum, path: path.clone() }));
        }
        if let Some(found) = self.some[cell].clone().filter(|found| found.sum == sum) {
            self.exact[cell] = Some(found.path.clone());
            return Ok(Some(found));
        }
        let mut ends = vec![None; self.field.size()];
        ends[cell] = Some(0);
        let found = self.best_in(self.field.component[cell], &ends, 0)?;
        self.upper[cell] = found.as_ref().map(|found| found.sum);
        self.exact[cell] = found.as_ref().map(|found| found.path.clone());
        self.some[cell].clone_from(&found);
        Ok(found)
    }

    /// A path with the greatest sum above the floor that ends in one of some cells of a component.
    fn best_in(
        &mut self,
        component: usize,
        ends: &[Option<i64>],
        floor: i64,
    ) -> Result<Option<Found>, Unfinished> {
        let unit = self.field.components[component].unit();
        let mut bound = self.bound(component).unwrap_or(0);
        loop {
            let known = self.best_known_at(component, ends).filter(|found| found.sum > floor);
            let floor = known.as_ref().map_or(floor, |found| found.sum);
            let inside = self.longest(component, ends, floor, bound)?;
            let Some(Found { sum, path: inside }) = inside else { return Ok(known) };
            bound = bound.min(sum);
            let Some(below) = self.source(inside[0]) else {
                return Ok(Some(Found { sum, path: inside }));
            };
            self.peak(below).map_err(|open| Unfinished { bound, ..open })?;
            self.gather_along(&inside, unit);
            let known = self.best_known_at(component, ends);
            if known.as_ref().is_some_and(|found| found.sum >= bound) {
                return Ok(known);
            }
        }
    }

    /// The best of the good paths to some cells of a component.
    fn best_known_at(&self, component: usize, ends: &[Option<i64>]) -> Option<Found> {
        let cells = self.field.components[component].cells.iter().rev();
        let known = cells
            .filter(|&&cell| ends[cell].is_some())
            .filter_map(|&cell| self.some[cell].as_ref());
        known.max_by_key(|found| found.sum).cloned()
    }

    /// The part in the component of a best path, going by the gains of the cells where it may enter.
    fn longest(
        &mut self,
        component: usize,
        ends: &[Option<i64>],
        floor: i64,
        bound: i64,
    ) -> Result<Option<Found>, Unfinished> {
        let starts = self.gains(component);
        let unit = self.field.components[component].unit();
        let cells = &self.field.components[component].cells;
        let alone = cells.iter().rev().filter_map(|&cell| {
            self.source(cell)?;
            Some(Found { sum: starts[cell]? + unit + ends[cell]?, path: vec![cell] })
        });
        let alone = alone.max_by_key(|found| found.sum).filter(|found| found.sum > floor);
        let floor = alone.as_ref().map_or(floor, |found| found.sum);
        if let Some(table) = &self.tables[component] {
            let mut best: Option<(i64, usize, usize, i64)> = None;
            for &from in cells {
                for &to in cells {
                    let value = || {
                        let length = table.length(from, to)?;
                        Some((starts[from]? + unit * length + ends[to]?, from, to, length))
                    };
                    if let Some(found) = value()
                        && found.0 > best.map_or(floor, |best| best.0)
                    {
                        best = Some(found);
                    }
                }
            }
            let path = |(sum, from, to, length)| Found {
                sum,
                path: table::path_of_length(self.field, from, to, length),
            };
            return Ok(best.map(path).or(alone));
        }
        let question =
            Question { field: self.field, component, starts: &starts, ends, floor, tally: None };
        match Sweep::new(&question).answer(self.budget, &mut self.states) {
            Answer::Best { value, path } => Ok(Some(Found { sum: value, path })),
            Answer::Nothing => Ok(alone),
            Answer::Spent { bound: open, best, spent } => {
                if let Some(path) = best {
                    self.gather_along(&path, unit);
                }
                Err(Unfinished { bound: open.max(floor).min(bound), spent })
            }
        }
    }
}

/// The one with the greater sum, the first of two that are equal.
trait MaxBySum {
    fn max_by_sum(self, other: Self) -> Self;
}

impl MaxBySum for Option<(i64, usize)> {
    fn max_by_sum(self, other: Self) -> Self {
        match (self, other) {
            (Some(one), Some(two)) => Some(if two.0 > one.0 { two } else { one }),
            (one, two) => one.or(two),
        }
    }
}

impl MaxBySum for Option<Found> {
    fn max_by_sum(self, other: Self) -> Self {
        match (self, other) {
            (Some(one), Some(two)) => Some(if two.sum > one.sum { two } else { one }),
            (one, two) => one.or(two),
        }
    }
}
