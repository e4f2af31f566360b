//! How two configurations differ on the levels that both ran.

use super::results::{Cell, Clock, Results, Standing};

/// How a configuration differs from another on the levels that both ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The levels that both ran.
    pub levels: usize,
    /// Levels that only this one answered.
    pub gained: usize,
    /// Levels that only the other answered.
    pub lost: usize,
    /// Where both answered, the levels that this one answered in less time.
    pub faster: usize,
    /// And in more.
    pub slower: usize,
    /// The scores of this one and of the other.
    pub par2: (Option<f64>, Option<f64>),
    /// The scores on wall time.
    pub par2_wall: (Option<f64>, Option<f64>),
}

impl Difference {
    /// How a configuration differs from a baseline.
    pub fn new(results: &Results<'_>, configuration: usize, baseline: usize) -> Difference {
        let both =
            |level| Some((results.cell(level, configuration)?, results.cell(level, baseline)?));
        let both: Vec<(Cell<'_>, Cell<'_>)> = (0..results.levels.len()).filter_map(both).collect();
        let times = || {
            let time = |cell: &Cell<'_>| cell.answered_in(Clock::Cpu);
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

    /// How many more levels it answered.
    pub fn answered(&self) -> i64 {
        self.gained as i64 - self.lost as i64
    }
}
