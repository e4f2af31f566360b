//! The native solver, which finds a shortest plan and proves it shortest, or proves that there is
//! no plan.
//!
//! - [`word`]: the machine words that hold a board;
//! - [`packed`]: boards as bit planes, with shots as a few word operations on them;
//! - [`bound`]: a lower bound on the shots that a position still needs, with proofs;
//! - [`align`]: a second lower bound, for long searches;
//! - [`memory`]: hints about large tables for the system and the processor;
//! - [`table`]: positions known to have no short plan;
//! - [`optimal`]: the search itself;
//! - [`best`]: the search for the greatest score, and for plans with spare wildcards;
//! - [`survey`]: exhaustive surveys: all plan lengths, the number of plans;
//! - [`graph`]: all positions of a game and the shots between them, for analyses that need the
//!   whole game at once.
//!
//! No result is taken on trust. Every plan found is replayed by the plain rules before it is
//! reported, and tests compare the packed moves with those rules.

/// Calls a function that is generic over the word and the number of planes with the values that fit
/// the level. Its colours, the empty cell and single blocks need codes. For pages, where size counts, there
/// are fewer of them, and no words for boards of more than 64 cells, which [`solve`] does not search there.
macro_rules! with_packed {
    ($level:expr, $function:ident $(, $argument:expr)*) => {{
        #[cfg(not(target_family = "wasm"))]
        use $crate::games::plotting::search::word::U256;
        let figures = $level.figures();
        match (figures.rows * figures.columns <= 64, figures.colours) {
            #[cfg(not(target_family = "wasm"))]
            (true, ..=2) => $function::<u64, 2>($level $(, $argument)*),
            (true, ..=6) => $function::<u64, 3>($level $(, $argument)*),
            #[cfg(not(target_family = "wasm"))]
            (true, ..=14) => $function::<u64, 4>($level $(, $argument)*),
            #[cfg(not(target_family = "wasm"))]
            (true, _) => $function::<u64, 5>($level $(, $argument)*),
            #[cfg(not(target_family = "wasm"))]
            (false, ..=6) => $function::<U256, 3>($level $(, $argument)*),
            #[cfg(not(target_family = "wasm"))]
            (false, ..=14) => $function::<U256, 4>($level $(, $argument)*),
            #[cfg(not(target_family = "wasm"))]
            (_, _) => $function::<U256, 5>($level $(, $argument)*),
            #[cfg(target_family = "wasm")]
            (_, _) => $function::<u64, 5>($level $(, $argument)*),
        }
    }};
}
pub(in crate::games::plotting) use with_packed;

// The parts of the search are public for its tests and benchmarks only.
#[doc(hidden)]
pub mod align;
pub mod best;
#[doc(hidden)]
pub mod bound;
pub mod graph;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod optimal;
#[doc(hidden)]
pub mod packed;
pub mod survey;
#[doc(hidden)]
pub mod table;
#[doc(hidden)]
pub mod word;

use thiserror::Error;

use super::level::Level;
use super::plan::Plan;
use super::replay::{Flaw, ValidPlan, replay};
use super::round::Step;
use super::rules::Shot;
pub use crate::game::search::Budget;

/// How a level was proved to have no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// By Lemma 1, no play can leave as few blocks as the goal.
    Lemma1,
    /// Every position that could matter was visited.
    Exhaustion,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A shortest plan, proved shortest.
    Solved(ValidPlan),
    /// There is no plan.
    Unsolvable(Proof),
    /// The budget ran out; the best plan so far, if there is one.
    NotKnown(Option<ValidPlan>),
}

/// The answer of the solver.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The result of the search.
    pub outcome: Outcome,
    /// No plan is shorter than this. For an unsolvable level, one more than any plan could have.
    pub lower_bound: usize,
    /// The number of positions visited.
    pub states: u64,
}

/// A defect of the solver, found by its own checks.
#[derive(Clone, Debug, Error)]
pub enum Defect {
    /// The rules reject the plan.
    #[error("defect in the native solver: its plan {shots:?} fails replay: {flaw}")]
    InvalidPlan {
        /// The plan.
        shots: Vec<String>,
        /// Where it fails.
        flaw: Flaw,
    },
    /// A thread panicked.
    #[error("defect in the native solver: one of its threads panicked")]
    DeadThread,
}

/// Solves a level, and calls `better` with every plan that is shorter than all previous ones.
///
/// # Errors
/// If the solver's own checks fail; then nothing is known about the level.
pub fn solve(
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Answer, Defect> {
    if level.goal() < level.fewest_blocks() {
        let lower_bound = level.longest_plan() + 1;
        return Ok(Answer { outcome: Outcome::Unsolvable(Proof::Lemma1), lower_bound, states: 0 });
    }
    let board = level.board();
    if cfg!(target_family = "wasm") && board.rows() * board.columns() > 64 {
        let lower_bound = usize::from(!level.is_met_by(board));
        return Ok(Answer { outcome: Outcome::NotKnown(None), lower_bound, states: 0 });
    }
    optimal::search(level, budget, better)
}

/// A lower bound on the number of shots of any plan, computed without a search. For a level that
/// has no plan by Lemma 1, it is one more than any plan could have.
///
/// # Errors
/// If the solver's own checks fail.
pub fn lower_bound(level: &Level) -> Result<usize, Defect> {
    let budget = Budget { threads: 1, memory: 0, stop: &|| true, meter: None };
    Ok(solve(level, &budget, &mut |_| ())?.lower_bound)
}

/// A shortest plan of a level, or `None` if there is no plan. Meant for small levels: time is not
/// limited.
pub fn shortest_plan(level: &Level) -> Option<Vec<Shot>> {
    let budget = Budget { threads: 1, memory: 1 << 24, ..Budget::default() };
    match solve(level, &budget, &mut |_| ()).ok()?.outcome {
        Outcome::Solved(plan) => Some(plan.shots()),
        Outcome::Unsolvable(_) | Outcome::NotKnown(_) => None,
    }
}

/// The answer for each goal, from the number of blocks on the board down to 0.
///
/// # Errors
/// If the solver's own checks fail.
pub fn solve_every_goal(
    level: &Level,
    budget: &Budget<'_>,
) -> Result<Vec<(usize, Answer)>, Defect> {
    let mut answers: Vec<(usize, Answer)> = Vec::new();
    for goal in (0..=level.board().blocks()).rev() {
        let easier = answers.last().map(|(_, answer)| answer);
        // A shortest plan for an easier goal is also one for this goal if it leaves few enough
        // blocks.
        let known = easier.filter(|answer| match &answer.outcome {
            Outcome::Solved(plan) => blocks_left(level, plan) <= goal,
            Outcome::Unsolvable(Proof::Exhaustion) => goal >= level.fewest_blocks(),
            Outcome::Unsolvable(Proof::Lemma1) | Outcome::NotKnown(_) => false,
        });
        let answer = match known {
            Some(answer) => Answer { states: 0, ..answer.clone() },
            None => {
                let harder = level
                    .clone()
                    .with_goal(goal as i128)
                    .expect("a goal from 0 to the number of blocks is valid");
                solve(&harder, budget, &mut |_| ())?
            }
        };
        answers.push((goal, answer));
    }
    Ok(answers)
}

fn blocks_left(level: &Level, plan: &ValidPlan) -> usize {
    let verdict = replay(level, &plan.steps().iter().copied().collect());
    verdict.end.position.board.blocks()
}

/// Replays steps that the search claims to be a plan.
fn checked<S: Copy + Into<Step>>(level: &Level, steps: &[S]) -> Result<ValidPlan, Defect> {
    let plan: Plan = steps.iter().map(|&step| step.into()).collect();
    replay(level, &plan).finding.map_err(|flaw| Defect::InvalidPlan {
        shots: steps.iter().map(|&step| step.into().to_string()).collect(),
        flaw,
    })
}
