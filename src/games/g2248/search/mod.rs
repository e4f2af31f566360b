//! The native solver.
//!
//! - [`hint`]: the two questions about one position;
//! - [`plan`]: the fewest moves to a number of blocks or a score, and the greatest score;
//! - `chance`: the same where chance fills the holes, and a plan is a plan for one seed.

mod chance;
pub mod hint;
pub mod plan;

use self::hint::{Advice, Recommended};
use self::plan::Aim;
use super::game::G2248;
use super::level::{Goal, Hint, Level};
use super::path::Path;
use super::rules::Move;
use crate::game::explore::explore;
use crate::game::search::{Budget, Defect, Finding, FoundPlan, Oracle, Proof, SearchResult};

/// The native solver.
#[derive(Clone, Copy, Debug)]
pub struct NativeSolver;

impl Oracle<Level> for NativeSolver {
    fn bound(&self, level: &Level) -> Result<i64, Defect> {
        let budget = Budget { threads: 1, memory: 1 << 20, stop: &|| true, meter: None };
        match Question::of(level) {
            Question::Hint(hint) => Ok(hinted(level, hint, &budget, &mut |_| ())?.bound),
            Question::Plan(aim) => Ok(plan::bound(level, aim)),
            Question::Chance => Ok(chance::bound(level)),
            Question::None => Ok(0),
        }
    }

    fn solve(
        &self,
        level: &Level,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Result<SearchResult, Defect> {
        match Question::of(level) {
            Question::Hint(hint) => hinted(level, hint, budget, better),
            Question::Plan(aim) => plan::solve(level, aim, budget, better),
            Question::Chance => Ok(chance::solve(level, budget, better)),
            Question::None => Ok(explore::<G2248>(level, budget)),
        }
    }
}

/// What a level asks for.
enum Question {
    /// The best single join.
    Hint(Hint),
    /// A plan without chance.
    Plan(Aim),
    /// A plan for one seed.
    Chance,
    /// Nothing: the level is for play.
    None,
}

impl Question {
    fn of(level: &Level) -> Question {
        match level.goal() {
            None => Question::None,
            Some(Goal::Hint(hint)) => Question::Hint(hint),
            Some(_) if level.source().is_chance() => Question::Chance,
            Some(Goal::Blocks(blocks)) => Question::Plan(Aim::Blocks(blocks)),
            Some(Goal::Score(score)) => Question::Plan(Aim::Score(score)),
            Some(Goal::BestScore { moves }) => Question::Plan(Aim::BestScore(moves)),
        }
    }
}

/// The proof that a board allows no path.
const NO_PATH: Proof = Proof { code: "no-path", reason: Some("no two equal numbers touch") };
/// The proof that a board has no maximum adjacent.
const NOT_ADJACENT: Proof = Proof {
    code: "not-adjacent",
    reason: Some("no path's block ends up adjacent to an equal one"),
};

/// Answers a hint as a plan of one move.
fn hinted(
    level: &Level,
    question: Hint,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<SearchResult, Defect> {
    let board = level.board();
    let Advice { best, bound, spent, states } = match question {
        Hint::Path => hint::maximum_path(board, budget),
        Hint::Adjacent => hint::maximum_adjacent(board, budget),
    };
    let value = |best: &Recommended| match question {
        Hint::Path => best.sum,
        Hint::Adjacent => best.block.value(),
    };
    let best = match best {
        Some(best) => Some(checked(level, &best.path, value(&best))?),
        None => None,
    };
    if let Some(plan) = &best {
        better(plan);
    }
    let finding = match (spent, best) {
        (Some(spent), best) => Finding::Open { best, spent },
        (None, Some(plan)) => Finding::Optimal(plan),
        (None, None) => Finding::Unsolvable(match question {
            Hint::Path => NO_PATH,
            Hint::Adjacent if hint::maximum_path(board, budget).best.is_none() => NO_PATH,
            Hint::Adjacent => NOT_ADJACENT,
        }),
    };
    Ok(SearchResult { finding, bound: i64::try_from(bound).unwrap_or(i64::MAX), states })
}

/// Plays a path that the search recommends, and compares what it yields.
fn checked(level: &Level, path: &Path, value: u64) -> Result<FoundPlan, Defect> {
    let step = Move::Join(path.clone());
    let turn = level
        .play(&level.start(), &step)
        .map_err(|illegal| defect(format!("its path {path} is not legal: {illegal}")))?;
    let value = i64::try_from(value).unwrap_or(i64::MAX);
    if !level.is_met_by(&turn.after) || turn.value != value {
        return Err(defect(format!("its path {path} does not yield {value}")));
    }
    Ok(FoundPlan { steps: vec![step.to_string()], value })
}

/// A defect of the solver.
fn defect(what: impl std::fmt::Display) -> Defect {
    Defect(format!("defect in the native solver: {what}"))
}
