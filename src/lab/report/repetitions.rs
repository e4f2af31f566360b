//! How much repeated runs differ, and what seeds change.

use std::collections::BTreeMap;

use super::results::{Cell, Clock, Results, Standing, par2};
use super::statistics::quartiles;

/// The spread of the repeated runs of a configuration on a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The level.
    pub level: usize,
    /// The configuration.
    pub configuration: usize,
    /// The number of runs.
    pub runs: usize,
    /// The number of runs with an answer.
    pub answered: usize,
    /// Quartiles of the scores: CPU seconds, or twice the limit where there is no answer. `None` if a
    /// run without a limit gave no answer.
    pub quartiles: Option<[f64; 3]>,
    /// The lowest and the highest score.
    pub extremes: Option<(f64, f64)>,
}

impl Spread {
    /// All cells with more than one run, level by level.
    pub fn all(results: &Results<'_>) -> Vec<Spread> {
        let places = (0..results.levels.len())
            .flat_map(|level| (0..results.configurations.len()).map(move |index| (level, index)));
        places
            .filter_map(|(level, configuration)| Spread::new(results, level, configuration))
            .collect()
    }

    fn new(results: &Results<'_>, level: usize, configuration: usize) -> Option<Spread> {
        let runs: Vec<Cell<'_>> = results.runs(level, configuration).collect();
        let scores: Option<Vec<f64>> =
            runs.iter().map(|cell| par2(cell.record, Clock::Cpu)).collect();
        let mut scores = scores.unwrap_or_default();
        let quartiles = quartiles(&mut scores);
        (runs.len() > 1).then(|| Spread {
            level,
            configuration,
            runs: runs.len(),
            answered: runs.iter().filter(|cell| cell.record.is_answer()).count(),
            quartiles,
            extremes: scores.first().copied().zip(scores.last().copied()),
        })
    }

    /// The distance between the quartiles as a share of the median.
    pub fn relative(&self) -> Option<f64> {
        let [lower, median, upper] = self.quartiles?;
        (median > 0.0).then(|| (upper - lower) / median)
    }
}

/// The scores of a configuration with each seed, on the levels that it ran with every seed.
pub struct Seeds {
    /// The seeds with their standings, in ascending order.
    pub standings: Vec<(u64, Standing)>,
}

impl Seeds {
    /// The scores by seed, if the configuration ran with more than one.
    pub fn new(results: &Results<'_>, members: &[usize]) -> Option<Seeds> {
        let mut runs: BTreeMap<u64, BTreeMap<usize, Cell<'_>>> = BTreeMap::new();
        for level in 0..results.levels.len() {
            for cell in members.iter().flat_map(|&index| results.runs(level, index)) {
                let Some(seed) = cell.record.seed else { continue };
                runs.entry(seed).or_default().insert(level, cell);
            }
        }
        let is_everywhere = |level: &usize| runs.values().all(|cells| cells.contains_key(level));
        let standings: Vec<(u64, Standing)> = runs
            .iter()
            .map(|(&seed, cells)| {
                let cells = cells.iter().filter(|(level, _)| is_everywhere(level));
                (seed, Standing::of(cells.map(|(_, cell)| *cell)))
            })
            .collect();
        (standings.len() > 1).then_some(Seeds { standings })
    }
}
