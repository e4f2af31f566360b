//! The native solver, which finds a best plan and proves it best, or proves that there is no plan.
//!
//! - [`field`]: the parts of a level that never change;
//! - [`state`]: a board during the search;
//! - [`assign`]: the cheapest assignment of tiles to places;
//! - [`goals`]: where tiles have to end up, and how far they are from there: the lower bound;
//! - [`choice`], [`prices`], [`cover`]: how goals are found;
//! - [`walk`], [`table`]: how they are reached;
//! - [`finish`]: the matches at the end of a plan;
//! - [`beam`]: a quick search for any plan; [`probe`]: an exhaustive one, which can prove that there is none;
//! - [`proof`]: quick proofs that there is no plan;
//! - [`optimal`]: the search as a whole;
//! - [`survey`]: the number of plans.
//!
//! Every plan found is replayed by the plain rules before it is reported.

// The parts of the search are public for its tests and benchmarks only.
#[doc(hidden)]
pub mod assign;
#[doc(hidden)]
pub mod beam;
#[doc(hidden)]
pub mod choice;
#[doc(hidden)]
pub mod cover;
#[doc(hidden)]
pub mod field;
#[doc(hidden)]
pub mod finish;
#[doc(hidden)]
pub mod goals;
#[doc(hidden)]
pub mod optimal;
#[doc(hidden)]
pub mod prices;
#[doc(hidden)]
pub mod probe;
#[doc(hidden)]
pub mod proof;
#[doc(hidden)]
pub mod state;
#[doc(hidden)]
pub mod survey;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod walk;

use self::field::Field;
use super::level::{Cost, Level};
use super::rules::Move;
use crate::game::search::{Budget, Defect, Finding, FoundPlan, Oracle, SearchResult, Unanswered};

/// The native solver.
#[derive(Clone, Copy, Debug)]
pub struct NativeSolver;

impl Oracle<Level> for NativeSolver {
    fn bound(&self, level: &Level) -> Result<i64, Defect> {
        let budget = Budget { threads: 1, memory: 1 << 20, stop: &|| true, meter: None };
        Ok(self.solve(level, &budget, &mut |_| ())?.bound)
    }

    fn solve(
        &self,
        level: &Level,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Result<SearchResult, Defect> {
        if level.is_met_by(level.board()) {
            let finding = Finding::Optimal(checked(level, &[])?);
            return Ok(SearchResult { finding, bound: 0, states: 0 });
        }
        let Some(field) = Field::new(level) else {
            let finding = Finding::Unsolvable(proof::TARGET);
            return Ok(SearchResult { finding, bound: 0, states: 0 });
        };
        match field.size() {
            ..=64 => optimal::solve::<1>(level, &field, budget, better),
            #[cfg(not(target_family = "wasm"))]
            _ => optimal::solve::<4>(level, &field, budget, better),
            // Larger boards are searched by the rules alone on pages, where size counts.
            #[cfg(target_family = "wasm")]
            _ => Ok(crate::game::explore::explore::<super::game::Swaps>(level, budget)),
        }
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn count(&self, level: &Level, length: usize, budget: &Budget<'_>) -> Result<u128, Unanswered> {
        let Some(field) = Field::new(&level.clone().with_cost(Cost::Moves)) else { return Ok(0) };
        Ok(match field.size() {
            ..=64 => survey::count::<1>(&field, length, budget)?,
            _ => survey::count::<4>(&field, length, budget)?,
        })
    }
}

/// Replays what the search claims to be a plan.
fn checked(level: &Level, steps: &[Move]) -> Result<FoundPlan, Defect> {
    let mut board = level.board().clone();
    for &step in steps {
        let played = level.rules().play(&board, step);
        board =
            played.map_err(|illegal| defect(format!("its move {step} is not legal: {illegal}")))?.1;
    }
    if !level.is_met_by(&board) {
        return Err(defect(format!("its plan ends with {board}, which is not the goal")));
    }
    let value = steps.iter().map(|&step| i64::from(level.cost().of(step))).sum();
    Ok(FoundPlan { steps: steps.iter().map(Move::to_string).collect(), value })
}

/// A defect of the solver.
fn defect(what: impl std::fmt::Display) -> Defect {
    Defect(format!("defect in the native solver: {what}"))
}

#[cfg(test)]
mod tests;
