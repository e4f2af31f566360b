//! A summary of how hard the levels of a set are.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use super::metrics::{Figure, METRICS, Metrics};
use super::ranking::{Best, Rank};
use crate::games::plotting::board::Board;
use crate::games::plotting::level::Level;

/// Levels with the same board size, number of colours and goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Class {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Colours of the board.
    pub colours: usize,
    /// The goal.
    pub goal: usize,
}

/// How often each number occurs.
#[derive(Clone, Debug, Default)]
pub struct Histogram(BTreeMap<Number, u64>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Number(f64);

impl Eq for Number {}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A summary of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The minimum.
    pub least: f64,
    /// The lower quartile: a quarter of the numbers are at most this.
    pub lower: f64,
    /// The median: half of the numbers are at most this.
    pub median: f64,
    /// The upper quartile: three quarters of the numbers are at most this.
    pub upper: f64,
    /// The maximum.
    pub most: f64,
    /// The mean.
    pub mean: f64,
}

impl Histogram {
    fn count(&mut self, number: f64) {
        *self.0.entry(Number(number)).or_default() += 1;
    }

    fn merge(&mut self, other: Histogram) {
        for (number, count) in other.0 {
            *self.0.entry(number).or_default() += count;
        }
    }

    /// The numbers with their counts, in ascending order.
    pub fn bars(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.0.iter().map(|(number, &count)| (number.0, count))
    }

    /// The summary, or `None` if the histogram is empty.
    pub fn summary(&self) -> Option<Summary> {
        let all: u64 = self.0.values().sum();
        let (least, most) = (self.0.keys().next()?.0, self.0.keys().next_back()?.0);
        let quantile = |quarters: u64| {
            let rank = (all * quarters).div_ceil(4);
            let mut seen = 0;
            let reaches = |&(_, count): &(f64, u64)| {
                seen += count;
                seen >= rank
            };
            self.bars().find(reaches).map_or(most, |(number, _)| number)
        };
        let sum: f64 = self.bars().map(|(number, count)| number * count as f64).sum();
        Some(Summary {
            least,
            lower: quantile(1),
            median: quantile(2),
            upper: quantile(3),
            most,
            mean: sum / all as f64,
        })
    }
}

/// A hard level of a class.
#[derive(Clone, Debug, Serialize)]
pub struct Hard {
    /// The board.
    pub grid: Board,
    /// The number of shots of a shortest plan.
    pub optimum: usize,
    /// The number of shortest plans.
    pub plans: u128,
}

/// The statistics of a class.
#[derive(Clone, Debug)]
pub struct Group {
    /// The number of levels.
    pub levels: u64,
    /// The number of levels that have a plan.
    pub solvable: u64,
    /// The lengths of their shortest plans.
    pub optimum: Histogram,
    hardest: Best<Hard>,
}

/// How many of the hardest levels of a class are kept.
const HARDEST: usize = 3;

impl Default for Group {
    fn default() -> Group {
        Group { levels: 0, solvable: 0, optimum: Histogram::default(), hardest: Best::new(HARDEST) }
    }
}

impl Group {
    /// The levels that need the most shots and, among those, have the fewest shortest plans.
    pub fn hardest(&self) -> Vec<Hard> {
        self.hardest.clone().into_sorted().map(|(_, hard)| hard).collect()
    }
}

/// The statistics of a set of levels.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The statistics of each class.
    pub groups: BTreeMap<Class, Group>,
    /// A histogram for each metric, over the levels that have a plan.
    pub metrics: Vec<Histogram>,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics { groups: BTreeMap::new(), metrics: vec![Histogram::default(); METRICS.len()] }
    }
}

impl Statistics {
    /// Adds a level. `metrics` is `None` if it has no plan, and `place` is its place in the stream.
    pub fn take(&mut self, level: &Level, metrics: Option<&Metrics>, place: (u64, usize)) {
        let figures = level.figures();
        let class = Class {
            rows: figures.rows,
            columns: figures.columns,
            colours: figures.colours,
            goal: level.goal(),
        };
        let group = self.groups.entry(class).or_default();
        group.levels += 1;
        let Some(metrics) = metrics else { return };
        group.solvable += 1;
        group.optimum.count(metrics.optimum as f64);
        let rank =
            Rank { score: metrics.optimum as f64 + 1.0 / (1.0 + metrics.plans as f64), place };
        if group.hardest.would_keep(rank) {
            let grid = level.board().clone();
            let hard = Hard { grid, optimum: metrics.optimum, plans: metrics.plans };
            group.hardest.take(rank, level.kind(), hard);
        }
        for (metric, histogram) in METRICS.iter().zip(&mut self.metrics) {
            match (metric.of)(metrics) {
                Figure::Count(count) => histogram.count(count as f64),
                Figure::Share(share) => histogram.count(share),
                Figure::List(_) => {}
            }
        }
    }

    /// The statistics of both sets together.
    #[must_use]
    pub fn merge(mut self, other: Statistics) -> Statistics {
        for (class, group) in other.groups {
            let known = self.groups.entry(class).or_default();
            known.levels += group.levels;
            known.solvable += group.solvable;
            known.optimum.merge(group.optimum);
            let hardest = std::mem::replace(&mut known.hardest, Best::new(HARDEST));
            known.hardest = hardest.merge(group.hardest);
        }
        for (known, other) in self.metrics.iter_mut().zip(other.metrics) {
            known.merge(other);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_is_summarised_by_its_quartiles() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.summary(), None);
        for number in [5.0, 1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 11.0] {
            histogram.count(number);
        }
        let expected =
            Summary { least: 1.0, lower: 2.0, median: 3.0, upper: 4.0, most: 11.0, mean: 4.0 };
        assert_eq!(histogram.summary(), Some(expected));
    }
}
