//! How the wall time of a configuration splits into translation, search and the rest.

use super::results::Results;

/// The seconds that a configuration spent in each phase, over its answered runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Phases {
    /// Translation, as reported by the solver.
    pub translation: f64,
    /// Search, as reported by the solver.
    pub search: f64,
    /// The wall time.
    pub whole: f64,
    /// The number of runs whose solver reported a phase.
    pub runs: usize,
}

impl Phases {
    /// The phases of a configuration, or `None` if its solver reported none.
    pub fn new(results: &Results<'_>, configuration: usize) -> Option<Phases> {
        let mut phases = Phases::default();
        for cell in results.column(configuration).filter(|cell| cell.record.is_answer()) {
            let statistics = &cell.record.statistics;
            if let (None, None) = (statistics.translation_seconds, statistics.search_seconds) {
                continue;
            }
            phases.translation += statistics.translation_seconds.unwrap_or(0.0);
            phases.search += statistics.search_seconds.unwrap_or(0.0);
            phases.whole += cell.record.seconds;
            phases.runs += 1;
        }
        (phases.runs > 0).then_some(phases)
    }

    /// The wall time outside translation and search.
    pub fn rest(&self) -> f64 {
        (self.whole - self.translation - self.search).max(0.0)
    }
}
