//! A level in a model, as the lab sees it: what is given to a solver, and the judge of its answer.

use std::ops::RangeInclusive;

use super::language::TextFile;
use super::plan::Judged;
use super::search::Budget;
use super::{AnyLevel, Measure, Objective};

/// A level of some game, in some model.
pub trait Case: Sync {
    /// The level.
    fn level(&self) -> &dyn AnyLevel;

    /// The files of the model. One with a [horizon](Case::horizons) asks for a plan of exactly this
    /// length.
    fn files(&self, length: usize) -> Vec<TextFile>;

    /// The lengths of plans that the model has to be asked about one by one, as far as a cheap bound
    /// allows them; never empty. `None` for a model that is asked for a plan of any length. See
    /// [`Game::horizons`](super::Game::horizons) for what a length is.
    fn horizons(&self) -> Option<RangeInclusive<usize>>;

    /// Reads a solver's plan and replays it.
    ///
    /// # Errors
    /// If it is not a valid plan: why not, in words.
    fn judge(&self, plan: &str) -> Result<Judged, String>;

    /// What makes one plan better than another.
    fn objective(&self) -> Objective {
        self.level().objective()
    }

    /// What the value of a plan is called in words.
    fn measure(&self) -> Measure {
        self.level().measure()
    }
}

/// What is true of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The best value of a plan.
    Optimum(i64),
    /// There is no plan.
    Unsolvable,
    /// The budget was spent before the truth was known.
    NotKnown,
}

/// The truth about a level: from the native solver, or, in a game without one, from exhaustive search
/// by the rules.
///
/// # Errors
/// If the native solver's own checks fail.
pub fn truth(level: &dyn AnyLevel, budget: &Budget<'_>) -> Result<Truth, String> {
    use super::search::Finding;
    let result = match level.solve(budget, &mut |_| ()) {
        Some(result) => result.map_err(|defect| defect.to_string())?,
        None => level.explore(budget),
    };
    Ok(match result.finding {
        Finding::Optimal(plan) => Truth::Optimum(plan.value),
        Finding::Unsolvable(_) => Truth::Unsolvable,
        Finding::Open { .. } => Truth::NotKnown,
    })
}
