//! Replay: plays a plan by the rules, shot by shot, and returns a verdict.
//!
//! A plan that lists only shots fails if one of its shots fails. A planner's plan contains more
//! detail, and all of it is checked: the case and the end of each shot in a Direct plan, the first
//! hit and the end in a Lean plan, every cell in a Granular plan.

mod direct;
mod granular;
mod lean;
mod names;

use std::fmt;

use thiserror::Error;

use super::level::{Level, Measure};
use super::plan::{Plan, PlannedStep};
use super::round::{Illegal, State, Step, Turn};
use super::rules::{Effect, Shot};
use super::story::{BLOCK, counted};

/// A plan that is valid for its level. Only [`replay`] constructs one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidPlan {
    steps: Vec<Step>,
    score: i64,
}

impl ValidPlan {
    /// The shots and MISSes, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The shots, in order, without the MISSes.
    pub fn shots(&self) -> Vec<Shot> {
        self.steps.iter().filter_map(|step| step.shot()).collect()
    }

    /// What the plan earns.
    pub fn score(&self) -> i64 {
        self.score
    }

    /// The value of the plan by a measure.
    pub fn value(&self, measure: Measure) -> i64 {
        match measure {
            Measure::Shots => self.steps.len() as i64,
            Measure::Score => self.score,
        }
    }
}

impl fmt::Display for ValidPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.steps.iter().map(Step::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

/// How a planner's plan contradicts the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// A shot is labelled with the wrong one of the four cases of the Direct model.
    WrongCase,
    /// A shot of the Direct model does not end where the plan says.
    WrongEnd,
    /// A colour is not that of the block or the hand, or names and colours do not match one to one.
    WrongColour,
    /// A shot starts where no shot can start.
    OutsideTheBoard,
    /// The action moves a bullet from a cell without one.
    BulletMisplaced,
    /// The bullet flies down instead of along the row, or vice versa.
    WrongDirection,
    /// The cell that the action names is not the next one on the bullet's path.
    WrongCell,
    /// The content of the next cell requires a different action.
    WrongStep,
    /// A swap by a shot that has consumed nothing.
    SwapWithoutConsumption,
    /// The hand should be a wildcard but is not, or is one but should have taken a colour.
    WrongWildcard,
    /// The block counter differs from the number of blocks on the board.
    CounterOff,
    /// A fall that does not happen.
    NoSuchFall,
    /// Another action begins, or the plan ends, while a shot is in flight.
    UnfinishedShot,
    /// A shot begins, or the plan ends, while a block is above an empty cell.
    BlocksStillFalling,
}

impl Departure {
    /// All kinds of departure.
    pub const ALL: [Departure; 14] = [
        Departure::WrongCase,
        Departure::WrongEnd,
        Departure::WrongColour,
        Departure::OutsideTheBoard,
        Departure::BulletMisplaced,
        Departure::WrongDirection,
        Departure::WrongCell,
        Departure::WrongStep,
        Departure::SwapWithoutConsumption,
        Departure::WrongWildcard,
        Departure::CounterOff,
        Departure::NoSuchFall,
        Departure::UnfinishedShot,
        Departure::BlocksStillFalling,
    ];

    /// A machine-readable code for the departure.
    pub fn code(self) -> &'static str {
        match self {
            Departure::WrongCase => "wrong-case",
            Departure::WrongEnd => "wrong-end",
            Departure::WrongColour => "wrong-colour",
            Departure::OutsideTheBoard => "outside-the-board",
            Departure::BulletMisplaced => "bullet-misplaced",
            Departure::WrongDirection => "wrong-direction",
            Departure::WrongCell => "wrong-cell",
            Departure::WrongStep => "wrong-step",
            Departure::SwapWithoutConsumption => "swap-without-consumption",
            Departure::WrongWildcard => "wrong-wildcard",
            Departure::CounterOff => "counter-off",
            Departure::NoSuchFall => "no-such-fall",
            Departure::UnfinishedShot => "unfinished-shot",
            Departure::BlocksStillFalling => "blocks-still-falling",
        }
    }

    /// The reason for rejecting a plan: this departure, the actual state and the expected one.
    fn because(self, held: impl Into<String>, expected: impl Into<String>) -> Reason {
        Reason::Departs(Box::new(Discrepancy {
            departure: self,
            held: held.into(),
            expected: expected.into(),
        }))
    }
}

/// Why a plan is not valid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Reason {
    /// A shot or a MISS is not allowed.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// Too many blocks are left at the end.
    #[error("{}, the goal is {goal}", are_left(*blocks))]
    GoalMissed {
        /// The blocks left.
        blocks: usize,
        /// The goal.
        goal: usize,
    },
    /// The plan contradicts the game.
    #[error("{}; {}", .0.held, .0.expected)]
    Departs(Box<Discrepancy>),
}

fn are_left(blocks: usize) -> String {
    let verb = if blocks == 1 { "is" } else { "are" };
    format!("{} {verb} left", counted(blocks, BLOCK))
}

/// The actual state of the game, and the state that the plan requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discrepancy {
    /// The kind of departure.
    pub departure: Departure,
    /// The actual state.
    pub held: String,
    /// The expected state.
    pub expected: String,
}

impl Reason {
    /// A machine-readable code for the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Illegal(illegal) => illegal.code(),
            Reason::GoalMissed { .. } => "goal-missed",
            Reason::Departs(discrepancy) => discrepancy.departure.code(),
        }
    }

    /// The actual state, in words.
    pub fn held(&self) -> String {
        match self {
            Reason::Illegal(illegal) => illegal.held(),
            Reason::GoalMissed { blocks, .. } => are_left(*blocks),
            Reason::Departs(discrepancy) => discrepancy.held.clone(),
        }
    }

    /// The expected state, in words.
    pub fn expected(&self) -> String {
        match self {
            Reason::Illegal(illegal) => illegal.expected(),
            Reason::GoalMissed { goal, .. } => format!("at most {goal} should be left"),
            Reason::Departs(discrepancy) => discrepancy.expected.clone(),
        }
    }
}

/// Where and why a plan fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The number of the step, counted from 1, or 0 before the first one. If the goal is missed,
    /// the number of the last one.
    pub number: usize,
    /// The shot or MISS, if any.
    pub step: Option<Step>,
    /// The line that the step was read from, or 0 if unknown.
    pub line: usize,
    /// The text of the failing action of a planner's plan; `None` if the plan fails at its end.
    pub action: Option<Box<str>>,
    /// Why it fails.
    pub reason: Reason,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Flaw { number, step, line, action, reason } = self;
        match (reason, action, step) {
            (_, Some(action), _) => write!(f, "line {line}, {action}: {reason}"),
            (Reason::GoalMissed { .. }, None, Some(_)) => {
                write!(f, "after shot {number}: {reason}")
            }
            (Reason::Departs(_), None, _) => write!(f, "at the end of the plan: {reason}"),
            (_, None, Some(step)) => write!(f, "shot {number}, {step}: {reason}"),
            (_, None, None) => write!(f, "the plan is empty: {reason}"),
        }
    }
}

/// The result of replaying a plan.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The steps that were played, and what they did.
    pub played: Vec<Turn>,
    /// The state at the end or, if a step fails, the state before that step.
    pub end: State,
    /// The number of steps after which the goal was first met, if it was met.
    pub goal_met_after: Option<usize>,
    /// The valid plan, or the flaw.
    pub finding: Result<ValidPlan, Flaw>,
}

impl Verdict {
    /// What the steps that were played earn.
    pub fn score(&self) -> i64 {
        score(&self.played)
    }
}

fn score(played: &[Turn]) -> i64 {
    played.iter().map(|turn| turn.score).sum()
}

/// Plays a plan from the start of its level until it ends or fails.
pub fn replay(level: &Level, plan: &Plan) -> Verdict {
    match plan {
        Plan::Shots(steps) => judge_steps(level, steps),
        Plan::Direct(steps) => direct::judge(level, steps),
        Plan::Granular(steps) => granular::judge(level, steps),
        Plan::Lean(steps) => lean::judge(level, steps),
    }
}

fn judge_steps(level: &Level, steps: &[PlannedStep]) -> Verdict {
    let mut game = Game::new(level);
    for &PlannedStep { step, line } in steps {
        match level.play(&game.state, step) {
            Ok(turn) => game.play(turn),
            Err(illegal) => {
                let reason = illegal.into();
                let number = game.played.len() + 1;
                return game.broken(Flaw { number, step: Some(step), line, action: None, reason });
            }
        }
    }
    game.over(steps.last().map_or(0, |last| last.line))
}

/// A game in progress.
struct Game<'a> {
    level: &'a Level,
    played: Vec<Turn>,
    state: State,
    goal_met_after: Option<usize>,
}

impl<'a> Game<'a> {
    fn new(level: &'a Level) -> Game<'a> {
        Game {
            level,
            played: Vec::new(),
            state: level.opening(),
            goal_met_after: level.is_met_by(level.board()).then_some(0),
        }
    }

    /// Whether a shot is allowed in the current state, as far as the board does not matter.
    fn aim(&self, shot: Shot) -> Result<(), Reason> {
        Ok(self.level.aim(&self.state, shot)?)
    }

    /// What a shot does in the current state.
    fn fire(&self, shot: Shot) -> Result<Effect, Reason> {
        Ok(self.level.fire(&self.state, shot)?)
    }

    /// Plays an allowed shot with this effect.
    fn land(&mut self, effect: Effect) {
        self.play(self.level.fired(&self.state, effect));
    }

    fn play(&mut self, turn: Turn) {
        self.state = turn.after.clone();
        self.played.push(turn);
        if self.goal_met_after.is_none() && self.level.is_met_by(&self.state.position.board) {
            self.goal_met_after = Some(self.played.len());
        }
    }

    /// The verdict on a plan that ends here without a failing action.
    fn over(self, line: usize) -> Verdict {
        let steps: Vec<Step> = self.played.iter().map(|turn| turn.step).collect();
        let finding = if self.goal_met_after.is_some() {
            Ok(ValidPlan { steps, score: score(&self.played) })
        } else {
            let blocks = self.state.position.board.blocks();
            let reason = Reason::GoalMissed { blocks, goal: self.level.goal() };
            let step = steps.last().copied();
            Err(Flaw { number: steps.len(), step, line, action: None, reason })
        };
        self.verdict(finding)
    }

    /// The verdict on a plan that fails here.
    fn broken(self, flaw: Flaw) -> Verdict {
        self.verdict(Err(flaw))
    }

    fn verdict(self, finding: Result<ValidPlan, Flaw>) -> Verdict {
        let Game { played, state: end, goal_met_after, .. } = self;
        Verdict { played, end, goal_met_after, finding }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Firing;

    fn level(board: &str, goal: usize) -> Level {
        Level::new("test", board.parse().unwrap(), goal).unwrap()
    }

    fn plan(text: &str) -> Plan {
        text.split_whitespace().map(|shot| shot.parse::<Shot>().unwrap()).collect()
    }

    /// The hand and board after each shot of a plan.
    fn states(level: &Level, text: &str) -> Vec<String> {
        let verdict = replay(level, &plan(text));
        assert!(verdict.finding.is_ok(), "{:?}", verdict.finding);
        verdict
            .played
            .iter()
            .map(|turn| &turn.after.position)
            .map(|position| format!("{} {}", position.hand, position.board))
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
        // The article describes the board without printing it. Its plans are one shot along row 1;
        // column 2, then row 1 or column 1; and three shots that start with row 2.
        let level = level("RR/GR", 1);
        for text in ["r1", "c2 r1", "c2 c1"] {
            assert!(replay(&level, &plan(text)).finding.is_ok(), "{text}");
        }
        assert_eq!(states(&level, "r2 c1 c2"), ["R .R/RG", "R .R/.G", "G ../.R"]);
    }

    #[test]
    fn a_null_shot_is_reported_with_its_number_and_the_block_it_hits() {
        let level = level("RRRG/RGRR", 1);
        let flaw = flaw(&level, "c1 r1 c4 r2");
        assert_eq!(
            flaw.to_string(),
            "shot 3, c4: the first block hit is R at row 1, column 4, the hand is G: a null shot"
        );
        assert_eq!((flaw.number, flaw.reason.code()), (3, "null-shot"));
        assert_eq!(
            replay(&level, &plan("c1 r1 c4 r2")).end.position.board.to_string(),
            "...R/.GRR"
        );
    }

    #[test]
    fn a_plan_that_ends_too_early_is_reported_with_the_blocks_left_and_the_goal() {
        let flaw = flaw(&level("RRRG/RGRR", 1), "c1 r1");
        assert_eq!(flaw.to_string(), "after shot 2: 4 blocks are left, the goal is 1");
        assert_eq!(flaw.reason.code(), "goal-missed");
    }

    #[test]
    fn the_empty_plan_is_valid_only_if_the_goal_is_met_at_the_start() {
        assert!(replay(&level("RG", 2), &Plan::default()).finding.is_ok());
        assert_eq!(
            flaw(&level("RG", 1), "").to_string(),
            "the plan is empty: 2 blocks are left, the goal is 1"
        );
    }

    #[test]
    fn a_plan_may_continue_with_valid_shots_after_meeting_the_goal() {
        let verdict = replay(&level("RRRG/RGRR", 6), &plan("c1 r1 r2 c4"));
        assert!(verdict.finding.is_ok());
        assert_eq!(verdict.goal_met_after, Some(1));
    }

    #[test]
    fn a_null_shot_after_meeting_the_goal_makes_a_plan_invalid() {
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
