//! The native solver of planning goals: the fewest moves to a number of blocks or a score, and the greatest
//! score within some moves, with proof.
//!
//! - `field`: the constant part of a level, and what a move does to a position;
//! - `walk`: the joins that a position allows, each effect once;
//! - `relaxed`, `bounds`: bounds on what can be reached from a position;
//! - `key`, `table`: positions that are known to have no plan;
//! - `batch`, `worker`: the search by one thread;
//! - `beam`: some plan, soon;
//! - `optimal`: the search as a whole.
//!
//! No result is taken on trust. Every plan found is played by the plain rules before it is reported.

mod batch;
mod beam;
mod bounds;
mod field;
mod key;
mod optimal;
mod relaxed;
mod table;
mod walk;
mod worker;

use self::batch::Step;
pub use self::field::Aim;
use self::field::Field;
use super::defect;
use crate::game::search::{Budget, Defect, Finding, FoundPlan, SearchResult};
use crate::games::g2248::level::Level;
use crate::games::g2248::rules::Move;

/// A value that no plan of a level without chance can beat, computed without a search.
pub fn bound(level: &Level, aim: Aim) -> i64 {
    if is_met_at_start(level, aim) {
        return 0;
    }
    match level.board().values().len() {
        ..=64 => optimal::bound(level, &Field::<1>::new(level, aim)),
        #[cfg(not(target_family = "wasm"))]
        _ => optimal::bound(level, &Field::<4>::new(level, aim)),
        #[cfg(target_family = "wasm")]
        _ => None,
    }
    .unwrap_or(0)
}

/// Solves a level without chance, with this aim, and calls `better` with every plan that improves on those before it.
///
/// # Errors
/// If the solver's own checks fail: then nothing is known.
pub fn solve(
    level: &Level,
    aim: Aim,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<SearchResult, Defect> {
    if is_met_at_start(level, aim) {
        let plan = FoundPlan { steps: Vec::new(), value: 0 };
        better(&plan);
        return Ok(SearchResult { finding: Finding::Optimal(plan), bound: 0, states: 0 });
    }
    match level.board().values().len() {
        ..=64 => optimal::solve(level, &Field::<1>::new(level, aim), budget, better),
        #[cfg(not(target_family = "wasm"))]
        _ => optimal::solve(level, &Field::<4>::new(level, aim), budget, better),
        // Larger boards are searched by the rules alone on pages, where size counts.
        #[cfg(target_family = "wasm")]
        _ => Ok(crate::game::explore::explore::<crate::games::g2248::game::G2248>(level, budget)),
    }
}

/// Whether the empty plan is a best one.
fn is_met_at_start(level: &Level, aim: Aim) -> bool {
    match aim {
        Aim::Blocks(_) | Aim::Score(_) => level.is_met_by(&level.start()),
        Aim::BestScore(moves) => moves == 0,
    }
}

/// Replays what the search claims to be a plan.
fn checked<const W: usize>(
    level: &Level,
    field: &Field<W>,
    steps: &[Step],
) -> Result<FoundPlan, Defect> {
    let mut state = level.start();
    let mut words = Vec::new();
    let mut value = 0;
    for step in steps {
        let step = match step {
            Step::Collapse => Move::Collapse,
            Step::Join(cells) => Move::Join(field.path(cells).map_err(defect)?),
        };
        let turn = level
            .play(&state, &step)
            .map_err(|illegal| defect(format!("its move {step} is not legal: {illegal}")))?;
        words.push(step.to_string());
        value += turn.value;
        state = turn.after;
    }
    if !level.is_met_by(&state) {
        return Err(defect(format!("its plan ends with {}, which is not the goal", state.board)));
    }
    Ok(FoundPlan { steps: words, value })
}

#[cfg(test)]
mod tests;
