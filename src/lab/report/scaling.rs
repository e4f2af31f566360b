//! How the time of a configuration grows with a figure of the levels, such as the number of blocks.

use std::collections::BTreeMap;

use super::results::{Cell, Clock, Results};

/// The levels of a campaign, grouped by the value of one figure.
pub struct Scaling<'a> {
    results: &'a Results<'a>,
    levels: BTreeMap<u64, Vec<usize>>,
}

/// The result of a configuration on the levels with one value of the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The value of the figure.
    pub value: u64,
    /// The median CPU time, or `None` if the median run gave no answer.
    pub median: Option<f64>,
    /// The number of levels that were solved or proved unsolvable.
    pub answered: usize,
    /// The number of levels.
    pub levels: usize,
}

impl<'a> Scaling<'a> {
    /// Groups the levels that have this figure, and that all configurations ran, by its value.
    pub fn new(results: &'a Results<'a>, figure: &str) -> Scaling<'a> {
        let mut levels: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (index, level) in results.levels.iter().enumerate() {
            let value = level.facts.figures.get(figure).filter(|_| results.is_common(index));
            if let Some(value) = value {
                levels.entry(value).or_default().push(index);
            }
        }
        Scaling { results, levels }
    }

    /// The values of the figure, in ascending order.
    pub fn values(&self) -> impl Iterator<Item = u64> + Clone {
        self.levels.keys().copied()
    }

    /// The groups of a configuration, by ascending value. A value is left out if the configuration
    /// ran none of its levels.
    pub fn groups(&self, configuration: usize) -> Vec<Group> {
        let group = |(&value, levels): (&u64, &Vec<usize>)| {
            let cells = levels.iter().filter_map(|&level| self.results.cell(level, configuration));
            Group::new(value, cells)
        };
        self.levels.iter().filter_map(group).collect()
    }
}

impl Group {
    fn new<'a>(value: u64, cells: impl Iterator<Item = Cell<'a>>) -> Option<Group> {
        let mut times: Vec<f64> =
            cells.map(|cell| cell.answer_time(Clock::Cpu).unwrap_or(f64::INFINITY)).collect();
        times.sort_by(f64::total_cmp);
        let median = *times.get(times.len() / 2)?;
        Some(Group {
            value,
            median: median.is_finite().then_some(median),
            answered: times.iter().filter(|time| time.is_finite()).count(),
            levels: times.len(),
        })
    }
}
