//! Compares two configurations on the levels that both ran.

use super::results::{Cell, Clock, Results, Standing};

/// The difference between a configuration and a baseline on the levels that both ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The number of levels that both ran.
    pub levels: usize,
    /// Levels that only the configuration answered.
    pub gained: usize,
    /// Levels that only the baseline answered.
    pub lost: usize,
    /// Levels that both answered, the configuration in less CPU time.
    pub faster: usize,
    /// Levels that both answered, the configuration in more CPU time.
    pub slower: usize,
    /// The PAR2 scores of the configuration and of the baseline.
    pub par2: (Option<f64>, Option<f64>),
    /// The same scores on wall time.
    pub par2_wall: (Option<f64>, Option<f64>),
}

impl Difference {
    /// Compares a configuration with a baseline, both given by index.
    pub fn new(results: &Results<'_>, configuration: usize, baseline: usize) -> Difference {
        let both =
            |level| Some((results.cell(level, configuration)?, results.cell(level, baseline)?));
        let both: Vec<(Cell<'_>, Cell<'_>)> = (0..results.levels.len()).filter_map(both).collect();
        let times = || {
            let time = |cell: &Cell<'_>| cell.answer_time(Clock::Cpu);
            both.iter().map(move |(one, other)| (time(one), time(other)))
        };
        let one = Standing::of(both.iter().map(|(one, _)| *one));
        let other = Standing::of(both.iter().map(|(_, other)| *other));
        Difference {
            levels: both.len(),
            gained: times().filter(|times| matches!(times, (Some(_), None))).count(),
            lost: times().filter(|times| matches!(times, (None, Some(_)))).count(),
            faster: times().filter(|times| matches!(times, (Some(a), Some(b)) if a < b)).count(),
            slower: times().filter(|times| matches!(times, (Some(a), Some(b)) if a > b)).count(),
            par2: (one.par2, other.par2),
            par2_wall: (one.par2_wall, other.par2_wall),
        }
    }

    /// How many more levels the configuration answered than the baseline.
    pub fn answered(&self) -> i64 {
        self.gained as i64 - self.lost as i64
    }
}
