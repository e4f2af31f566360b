//! Solving with the native solver.

use std::time::Instant;

use super::solution::{GoalSolution, Solution};
use super::{Allowance, Args};
use crate::cli::{Exit, Failure, interrupt};
use crate::game::search::{Defect, EveryGoal, Finding, FoundPlan, NotOffered, SearchResult};
use crate::game::{AnyLevel, Budget};
use crate::lab::outcome::Outcome;

pub(super) fn solve(
    args: &Args,
    level: &dyn AnyLevel,
    allowance: &Allowance,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<Solution, Failure> {
    // From here on Ctrl-C ends the search, and what is known is still printed.
    interrupt::flag();
    allowance.with_budget(|budget| solve_within(args, level, budget, better))
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
            Finding::Optimal(_) | Finding::Open(_) => None,
        },
        states: Some(result.states),
        seconds,
        exit: match result.finding {
            Finding::Optimal(_) => Exit::Yes,
            Finding::Unsolvable(_) => Exit::No,
            Finding::Open(_) => Exit::NotKnown,
        },
        ..Solution::new(level, "native", result.finding.plan())
    };
    let unoffered = |option: &str| {
        let sentence =
            format!("{option}: the native solver of {} does not offer this", game.name());
        move |_: NotOffered| Failure::BadInput(sentence.clone())
    };
    if args.all_lengths {
        solution.lengths = level.lengths(budget).map_err(unoffered("--all-lengths"))?;
    }
    let length = solution.steps.as_ref().map(Vec::len);
    if let Some(length) = length.filter(|_| args.count && solution.optimal) {
        solution.count = level.count(length, budget).map_err(unoffered("--count"))?;
    }
    if args.goal_range {
        let goals: EveryGoal = level.every_goal(budget).map_err(unoffered("--goal-range"))?;
        let goals = goals.map_err(defect)?;
        let of = |(goal, result): &(usize, SearchResult)| GoalSolution::new(level, *goal, result);
        solution.goals = Some(goals.iter().map(of).collect());
    }
    let is_lacking = (args.all_lengths && solution.lengths.is_none())
        || (args.count && solution.optimal && solution.count.is_none())
        || solution.goals.iter().flatten().any(|goal| goal.is_open);
    if is_lacking {
        solution.exit = Exit::NotKnown;
    }
    Ok(solution)
}

fn outcome(finding: &Finding) -> Outcome {
    match finding {
        Finding::Optimal(_) => Outcome::Solved,
        Finding::Unsolvable(_) => Outcome::Unsolvable,
        Finding::Open(_) if interrupt::is_set() => Outcome::Interrupted,
        Finding::Open(_) => Outcome::Timeout,
    }
}

impl GoalSolution {
    fn new(level: &dyn AnyLevel, goal: usize, result: &SearchResult) -> GoalSolution {
        let plan = result.finding.plan();
        GoalSolution {
            goal,
            step: level.game().step(),
            outcome: outcome(&result.finding),
            steps: plan.map(|plan| plan.steps.clone()),
            bound: result.bound,
            is_open: matches!(result.finding, Finding::Open(_)),
        }
    }
}
