//! How good the plans of a configuration are, compared with the best plan that any run has found.

use super::results::Results;
use crate::lab::campaign::record::Record;
use crate::lab::outcome::Outcome;

/// The best known value of each level that has a plan.
pub struct BestKnown(Vec<Option<Best>>);

/// The best plan for a level that any run has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its value.
    pub value: i64,
    /// Whether a solver has proved that no plan is better.
    pub is_proved: bool,
}

/// The quality of the plans of a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Levels where a plan is known.
    pub levels: usize,
    /// Levels where the configuration found a plan.
    pub plans: usize,
    /// Levels where its plan is as good as the best known.
    pub best: usize,
    /// The IPC score: the sum of best cost divided by own cost, 0 where there is no plan. Where more is
    /// better, own value divided by the best.
    pub score: f64,
    /// The mean score of the plans that were found.
    pub mean: Option<f64>,
    /// The lowest score of a plan that was found.
    pub worst: Option<f64>,
}

/// The value of the plan of a run, if it has one that survived replay.
pub fn plan_value(record: &Record) -> Option<i64> {
    record.value.filter(|_| record.outcome != Outcome::Wrong)
}

/// The score of a plan of this value, from 0 to 1.
pub fn score(record: &Record, value: i64, best: i64) -> f64 {
    let (part, whole) =
        if record.objective.is_more_better() { (value, best) } else { (best, value) };
    match whole {
        _ if value == best => 1.0,
        1.. => (part as f64 / whole as f64).clamp(0.0, 1.0),
        _ => 0.0,
    }
}

impl BestKnown {
    /// The best plans of a campaign, over all its runs.
    pub fn new(results: &Results<'_>) -> BestKnown {
        let mut best: Vec<Option<Best>> = vec![None; results.levels.len()];
        for (run, record) in results.records.iter().enumerate() {
            let Some(value) = plan_value(record) else { continue };
            let entry = &mut best[results.place(run).0];
            let is_proved = record.outcome == Outcome::Solved && record.optimal;
            *entry = match *entry {
                Some(old) if record.objective.is_better(old.value, value) => Some(old),
                Some(old) if old.value == value => {
                    Some(Best { is_proved: old.is_proved || is_proved, ..old })
                }
                Some(_) | None => Some(Best { value, is_proved }),
            };
        }
        BestKnown(best)
    }

    /// The best plan for a level, if one is known.
    pub fn of(&self, level: usize) -> Option<Best> {
        self.0[level]
    }
}

impl Quality {
    /// The quality of the plans of a configuration on the levels that all configurations ran.
    pub fn new(results: &Results<'_>, known: &BestKnown, configuration: usize) -> Quality {
        let mut quality = Quality::default();
        for cell in results.column(configuration) {
            let Some(best) = known.of(results.place(cell.run).0) else { continue };
            quality.levels += 1;
            let Some(value) = plan_value(cell.record) else { continue };
            let score = score(cell.record, value, best.value);
            quality.plans += 1;
            quality.best += usize::from(value == best.value);
            quality.score += score;
            quality.worst = Some(quality.worst.unwrap_or(1.0).min(score));
        }
        quality.mean = (quality.plans > 0).then(|| quality.score / quality.plans as f64);
        quality
    }
}
