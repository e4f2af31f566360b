//! Replay: a plan played through the rules, shot by shot, into a verdict.

use std::fmt;

use thiserror::Error;

use super::level::Level;
use super::plan::Plan;
use super::rules::{Effect, NullShot, Position, Shot, shoot};

/// A plan that the rules have found valid for its level. Only a replay makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidPlan(Vec<Shot>);

impl ValidPlan {
    /// The shots in order.
    pub fn shots(&self) -> &[Shot] {
        &self.0
    }
}

impl fmt::Display for ValidPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shots: Vec<String> = self.0.iter().map(Shot::to_string).collect();
        f.write_str(&shots.join(" "))
    }
}

/// Why a plan is not valid.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Reason {
    /// A shot changes nothing.
    #[error(transparent)]
    Null(#[from] NullShot),
    /// The level does not allow the shot.
    #[error("the level does not allow firing from there")]
    NotAFiringPosition,
    /// Too many blocks are left at the end.
    #[error("{blocks} blocks are left, the goal is {goal}")]
    GoalMissed {
        /// The blocks left.
        blocks: usize,
        /// The goal.
        goal: usize,
    },
}

impl Reason {
    /// The reason as a word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Reason::Null(_) => "null-shot",
            Reason::NotAFiringPosition => "not-a-firing-position",
            Reason::GoalMissed { .. } => "goal-missed",
        }
    }
}

/// Where and why a plan fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The number of the shot, from 1; when the goal is missed, that of the last one.
    pub number: usize,
    /// The shot, if the plan has any.
    pub shot: Option<Shot>,
    /// The line that it was read from, 0 if there is none.
    pub line: usize,
    /// Why it fails.
    pub reason: Reason,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.reason, self.shot) {
            (Reason::GoalMissed { .. }, Some(_)) => {
                write!(f, "after shot {}: {}", self.number, self.reason)
            }
            (_, Some(shot)) => write!(f, "shot {}, {shot}: {}", self.number, self.reason),
            (_, None) => write!(f, "the plan is empty: {}", self.reason),
        }
    }
}

/// What the rules say of a plan.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The shots that were played, with what they did.
    pub played: Vec<Effect>,
    /// The state at the end; for a plan with a faulty shot, the state before that shot.
    pub end: Position,
    /// After how many shots the goal was met first, if it was.
    pub goal_met_after: Option<usize>,
    /// The valid plan, or the flaw.
    pub finding: Result<ValidPlan, Flaw>,
}

/// Plays a plan from the start of its level until it ends or a shot fails.
pub fn replay(level: &Level, plan: &Plan) -> Verdict {
    let mut verdict = Verdict {
        played: Vec::new(),
        end: level.start().clone(),
        goal_met_after: level.is_met_by(level.board()).then_some(0),
        finding: Ok(ValidPlan(Vec::new())),
    };
    for (index, planned) in plan.shots.iter().enumerate() {
        let result = if level.firing().allows(planned.shot) {
            shoot(&verdict.end, planned.shot).map_err(Reason::Null)
        } else {
            Err(Reason::NotAFiringPosition)
        };
        match result {
            Ok(effect) => {
                verdict.end = effect.after.clone();
                verdict.played.push(effect);
            }
            Err(reason) => {
                let (shot, line) = (Some(planned.shot), planned.line);
                verdict.finding = Err(Flaw { number: index + 1, shot, line, reason });
                return verdict;
            }
        }
        if verdict.goal_met_after.is_none() && level.is_met_by(&verdict.end.board) {
            verdict.goal_met_after = Some(index + 1);
        }
    }
    verdict.finding = if verdict.goal_met_after.is_some() {
        Ok(ValidPlan(plan.shots.iter().map(|planned| planned.shot).collect()))
    } else {
        let last = plan.shots.last();
        Err(Flaw {
            number: plan.shots.len(),
            shot: last.map(|planned| planned.shot),
            line: last.map_or(0, |planned| planned.line),
            reason: Reason::GoalMissed { blocks: verdict.end.board.blocks(), goal: level.goal() },
        })
    };
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plotting::level::Firing;

    fn level(board: &str, goal: usize) -> Level {
        Level::new("test", board.parse().unwrap(), goal).unwrap()
    }

    fn plan(text: &str) -> Plan {
        text.split_whitespace().map(|shot| shot.parse::<Shot>().unwrap()).collect()
    }

    /// The boards and hands of a plan, after each shot.
    fn states(level: &Level, text: &str) -> Vec<String> {
        let verdict = replay(level, &plan(text));
        assert!(verdict.finding.is_ok(), "{:?}", verdict.finding);
        verdict
            .played
            .iter()
            .map(|effect| format!("{} {}", effect.after.hand, effect.after.board))
            .collect()
    }

    fn flaw(level: &Level, text: &str) -> Flaw {
        replay(level, &plan(text)).finding.unwrap_err()
    }

    #[test]
    fn figure_9_is_replayed_as_printed() {
        assert_eq!(
            states(&level("RRRG/RGRR", 1), "c1 r1 r2 c4"),
            ["R .RRG/.GRR", "G ...R/.GRR", "R ...R/..GR", "R ..../..G."]
        );
    }

    #[test]
    fn figure_10_is_replayed_as_printed() {
        assert_eq!(
            states(&level("RGRR/RGRB", 2), "c3 r2 r1 r2"),
            ["R RG.R/RG.B", "G .G.R/RR.B", "R ...G/RR.B", "B ...G/...R"]
        );
    }

    #[test]
    fn figure_15_is_solved_in_one_two_and_three_shots() {
        // The text describes the board without printing it: one shot along the first row; the
        // second column first, then either the first row or the first column; and three shots
        // that begin along the second row.
        let level = level("RR/GR", 1);
        for text in ["r1", "c2 r1", "c2 c1"] {
            assert!(replay(&level, &plan(text)).finding.is_ok(), "{text}");
        }
        assert_eq!(states(&level, "r2 c1 c2"), ["R .R/RG", "R .R/.G", "G ../.R"]);
    }

    #[test]
    fn a_null_shot_is_told_with_its_number_and_the_block_that_is_hit() {
        let level = level("RRRG/RGRR", 1);
        let flaw = flaw(&level, "c1 r1 c4 r2");
        assert_eq!(
            flaw.to_string(),
            "shot 3, c4: the first block hit is R at row 1, column 4, the hand is G: a null shot"
        );
        assert_eq!((flaw.number, flaw.reason.code()), (3, "null-shot"));
        assert_eq!(replay(&level, &plan("c1 r1 c4 r2")).end.board.to_string(), "...R/.GRR");
    }

    #[test]
    fn a_plan_that_ends_too_early_tells_how_far_it_is_from_the_goal() {
        let flaw = flaw(&level("RRRG/RGRR", 1), "c1 r1");
        assert_eq!(flaw.to_string(), "after shot 2: 4 blocks are left, the goal is 1");
        assert_eq!(flaw.reason.code(), "goal-missed");
    }

    #[test]
    fn the_empty_plan_is_valid_exactly_when_the_goal_holds_at_the_start() {
        assert!(replay(&level("RG", 2), &Plan::default()).finding.is_ok());
        assert_eq!(
            flaw(&level("RG", 1), "").to_string(),
            "the plan is empty: 2 blocks are left, the goal is 1"
        );
    }

    #[test]
    fn a_plan_that_meets_the_goal_early_and_goes_on_validly_is_valid() {
        let verdict = replay(&level("RRRG/RGRR", 6), &plan("c1 r1 r2 c4"));
        assert!(verdict.finding.is_ok());
        assert_eq!(verdict.goal_met_after, Some(1));
    }

    #[test]
    fn a_plan_that_meets_the_goal_early_and_goes_on_with_a_null_shot_is_not_valid() {
        assert_eq!(flaw(&level("RRRG/RGRR", 6), "c1 c1").number, 2);
    }

    #[test]
    fn a_shot_that_the_level_does_not_allow_is_a_flaw() {
        let level = level("RRRG/RGRR", 1);
        let firing = Firing::only(level.board(), Some(&[2]), None).unwrap();
        let flaw = flaw(&level.with_firing(firing), "c1 r1");
        assert_eq!(flaw.to_string(), "shot 2, r1: the level does not allow firing from there");
    }
}
