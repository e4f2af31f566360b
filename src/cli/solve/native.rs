//! Solving with the native solver.

use std::time::Instant;

use super::solution::{GoalSolution, Solution};
use super::watch::Watched;
use super::{Allowance, Args};
use crate::cli::{Exit, Failure, interrupt};
use crate::game::search::{
    Defect, EveryGoal, Finding, FoundPlan, NotOffered, SearchResult, Spent, Unanswered,
};
use crate::game::{AnyLevel, Budget};
use crate::lab::outcome::Outcome;
use crate::lab::solvers::Stop;

pub(super) fn solve(
    args: &Args,
    level: &dyn AnyLevel,
    allowance: &Allowance,
    watched: Watched<'_>,
) -> Result<Solution, Failure> {
    // From here on Ctrl-C ends the search, and what is known is still printed.
    interrupt::flag();
    let Watched { better, meter, .. } = watched;
    allowance.with_budget(meter, |budget| solve_within(args, level, budget, better))
}

fn solve_within(
    args: &Args,
    level: &dyn AnyLevel,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<Solution, Failure> {
    let start = Instant::now();
    let defect = |defect: Defect| Failure::Defect(format!("{}: {defect}", level.name()));
    let game = level.game();
    let result = level.solve(budget, better).ok_or_else(|| {
        let sentence = format!("{} has no native solver: name one with --solver", game.name());
        Failure::BadInput(sentence)
    })?;
    let result = result.map_err(defect)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut solution = Solution {
        outcome: outcome(&result.finding),
        optimal: matches!(result.finding, Finding::Optimal(_)),
        bound: Some(result.bound),
        proof: match result.finding {
            Finding::Unsolvable(proof) => Some(proof),
            Finding::Optimal(_) | Finding::Open { .. } => None,
        },
        states: Some(result.states),
        seconds,
        exit: match result.finding {
            Finding::Optimal(_) => Exit::Yes,
            Finding::Unsolvable(_) => Exit::No,
            Finding::Open { .. } => Exit::NotKnown,
        },
        ..Solution::new(level, "native", result.finding.plan())
    };
    if args.all_lengths {
        solution.lengths = Some(answered("--all-lengths", level, level.lengths(budget))?);
    }
    let length = solution.steps.as_ref().map(Vec::len);
    if let Some(length) = length.filter(|_| args.count && solution.optimal) {
        solution.count = Some(answered("--count", level, level.count(length, budget))?);
    }
    if args.goal_range {
        let goals: EveryGoal =
            level.every_goal(budget).map_err(|NotOffered| not_offered("--goal-range", level))?;
        let goals = goals.map_err(defect)?;
        let of = |(goal, result): &(usize, SearchResult)| GoalSolution::new(level, *goal, result);
        solution.goals = Some(goals.iter().map(of).collect());
    }
    let is_lacking = solution.unanswered().next().is_some()
        || solution.goals.iter().flatten().any(|goal| goal.is_open);
    if is_lacking {
        solution.exit = Exit::NotKnown;
    }
    Ok(solution)
}

fn not_offered(option: &str, level: &dyn AnyLevel) -> Failure {
    let game = level.game().name();
    Failure::BadInput(format!("{option}: the native solver of {game} does not offer this"))
}

/// The answer to what an option asks, or what ended the search for it.
fn answered<T>(
    option: &str,
    level: &dyn AnyLevel,
    answer: Result<T, Unanswered>,
) -> Result<Result<T, Stop>, Failure> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(Unanswered::Spent(spent)) => Ok(Err(stop(spent))),
        Err(Unanswered::NotOffered) => Err(not_offered(option, level)),
    }
}

fn outcome(finding: &Finding) -> Outcome {
    match finding {
        Finding::Optimal(_) => Outcome::Solved,
        Finding::Unsolvable(_) => Outcome::Unsolvable,
        Finding::Open { spent, .. } => stop(*spent).into(),
    }
}

/// What ended a search: [`Allowance::is_over`] tells a search to stop for two reasons.
fn stop(spent: Spent) -> Stop {
    match spent {
        Spent::Memory => Stop::Memory,
        Spent::Stopped if interrupt::is_set() => Stop::User,
        Spent::Stopped => Stop::Time,
    }
}

impl GoalSolution {
    fn new(level: &dyn AnyLevel, goal: usize, result: &SearchResult) -> GoalSolution {
        let plan = result.finding.plan();
        GoalSolution {
            goal,
            steps_key: level.game().steps_key(),
            outcome: outcome(&result.finding),
            steps: plan.map(|plan| plan.steps.clone()),
            bound: result.bound,
            is_open: matches!(result.finding, Finding::Open { .. }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_runs_out_of_memory_is_no_timeout() {
        let open = |spent| outcome(&Finding::Open { best: None, spent });
        assert_eq!(open(Spent::Memory), Outcome::Memout);
        assert_eq!(open(Spent::Stopped), Outcome::Timeout);
    }
}
