//! Solving with the native solver.

use std::time::Instant;

use super::Args;
use super::solution::{GoalAnswer, Solution};
use crate::cli::{Exit, Failure, interrupt};
use crate::games::plotting::level::Level;
use crate::games::plotting::replay::ValidPlan;
use crate::games::plotting::search::{self, Answer, Budget, Proof, survey};
use crate::lab::outcome::Outcome;

pub(super) fn solve(
    args: &Args,
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Solution, Failure> {
    let start = Instant::now();
    let defect = |defect: search::Defect| Failure::Defect(format!("{}: {defect}", level.name()));
    let answer = search::solve(level, budget, better).map_err(defect)?;
    let seconds = start.elapsed().as_secs_f64();
    let shots = plan(&answer.outcome).map(|plan| plan.shots().to_vec());
    let length = shots.as_ref().map(Vec::len);
    let optimal = matches!(answer.outcome, search::Outcome::Solved(_));
    let mut solution = Solution {
        level: level.name().to_owned(),
        outcome: outcome(&answer.outcome),
        length,
        shots,
        optimal,
        lower_bound: answer.lower_bound,
        proof: match answer.outcome {
            search::Outcome::Unsolvable(Proof::Lemma1) => Some("lemma-1"),
            search::Outcome::Unsolvable(Proof::Exhaustion) => Some("exhaustion"),
            search::Outcome::Solved(_) | search::Outcome::NotKnown(_) => None,
        },
        solver: "native".to_owned(),
        states: Some(answer.states),
        seconds,
        run: None,
        lengths: None,
        count: None,
        goals: None,
        exit: match answer.outcome {
            search::Outcome::Solved(_) => Exit::Yes,
            search::Outcome::Unsolvable(_) => Exit::No,
            search::Outcome::NotKnown(_) => Exit::NotKnown,
        },
    };
    if args.all_lengths {
        solution.lengths = survey::lengths(level, budget);
    }
    if let Some(length) = length.filter(|_| args.count && optimal) {
        solution.count = survey::count(level, length, budget);
    }
    if args.goal_range {
        let answers = search::solve_every_goal(level, budget).map_err(defect)?;
        solution.goals =
            Some(answers.iter().map(|(goal, answer)| GoalAnswer::new(*goal, answer)).collect());
    }
    let is_lacking = (args.all_lengths && solution.lengths.is_none())
        || (args.count && optimal && solution.count.is_none())
        || solution.goals.iter().flatten().any(|answer| answer.is_not_known);
    if is_lacking {
        solution.exit = Exit::NotKnown;
    }
    Ok(solution)
}

fn outcome(found: &search::Outcome) -> Outcome {
    match found {
        search::Outcome::Solved(_) => Outcome::Solved,
        search::Outcome::Unsolvable(_) => Outcome::Unsolvable,
        search::Outcome::NotKnown(_) if interrupt::is_set() => Outcome::Interrupted,
        search::Outcome::NotKnown(_) => Outcome::Timeout,
    }
}

fn plan(outcome: &search::Outcome) -> Option<&ValidPlan> {
    match outcome {
        search::Outcome::Solved(plan) => Some(plan),
        search::Outcome::Unsolvable(_) => None,
        search::Outcome::NotKnown(plan) => plan.as_ref(),
    }
}

impl GoalAnswer {
    fn new(goal: usize, answer: &Answer) -> GoalAnswer {
        let shots = plan(&answer.outcome).map(|plan| plan.shots().to_vec());
        GoalAnswer {
            goal,
            outcome: outcome(&answer.outcome),
            length: shots.as_ref().map(Vec::len),
            shots,
            lower_bound: answer.lower_bound,
            is_not_known: matches!(answer.outcome, search::Outcome::NotKnown(_)),
        }
    }
}
