//! `plotgen validate`: is this a plan, and if not, where and why does it break?

use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::input::{self, LevelArg};
use super::{Exit, Failure, Output};
use crate::games::plotting::level::Level;
use crate::games::plotting::plan::{Dialect, Plan};
use crate::games::plotting::replay::{Flaw, Reason, Verdict, replay};
use crate::view::text;

const EXAMPLE: &str = "\
Example:
  $ echo 'c1 r1 r2' | plotgen validate instances/named/figure-9.json -
  invalid: after shot 3: 3 blocks are left, the goal is 1 (line 1)
     1   .  .  .  R |
     2   .  .  G  R |
        ------------+
         1  2  3  4
  hand:  R
  3 blocks left, the goal is 1: 2 too many

A plan is text, shots separated by white space (# and ; start comments); JSON, a list of shots or
an object with such a list under shots; a solution of Savile Row; the output of MiniZinc; or what a
planner wrote for the Direct, Granular or Lean PDDL model, this project's or the published ones. A
planner's plan is held to all that its actions say of the game:

  $ plotgen validate level.json sas_plan
  $ echo '(fall_block loc_2_3 loc_2_2 r)' | plotgen validate instances/named/figure-9.json - | sed q
  invalid: line 1, fall_block loc_2_3 loc_2_2 r: loc_2_2 holds R; loc_2_2 should be empty

--json: level, valid, shots, blocks and goal; goal_met_after; error: null, or shot (its number),
line, action, reason (null-shot, not-a-firing-position, goal-missed, and for planners those in
docs/json.md), held, expected and message; shots_alone_valid: whether the shots of a planner's plan
that is not what happens in the game solve the level; and grid and hand at the end, or before the
shot that fails.";

/// Say whether a plan solves a level; if not, which shot fails, and why
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// The plan; - is standard input
    #[arg(value_name = "PLAN")]
    plan: PathBuf,

    /// Read the plan in this form, instead of recognising it by its content
    #[arg(long, value_name = "FORM")]
    format: Option<PlanFormat>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum PlanFormat {
    /// Shots separated by white space
    Text,
    /// A list of shots, or an object with one
    Json,
    /// Actions of the Direct PDDL model
    Direct,
    /// Actions of the Granular PDDL model
    Granular,
    /// Actions of the Lean PDDL model
    Lean,
    /// A solution of Savile Row
    #[value(name = "savilerow")]
    SavileRow,
    /// The output of MiniZinc
    #[value(name = "minizinc")]
    MiniZinc,
}

impl From<PlanFormat> for Dialect {
    fn from(format: PlanFormat) -> Dialect {
        match format {
            PlanFormat::Text => Dialect::Text,
            PlanFormat::Json => Dialect::Json,
            PlanFormat::Direct => Dialect::Direct,
            PlanFormat::Granular => Dialect::Granular,
            PlanFormat::Lean => Dialect::Lean,
            PlanFormat::SavileRow => Dialect::SavileRow,
            PlanFormat::MiniZinc => Dialect::MiniZinc,
        }
    }
}

/// A flaw, for programs.
#[derive(Serialize)]
pub(super) struct Fault {
    shot: usize,
    line: Option<usize>,
    action: Option<Box<str>>,
    reason: &'static str,
    held: String,
    expected: String,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn of(flaw: &Flaw) -> Fault {
        Fault {
            shot: flaw.number,
            line: (flaw.line > 0).then_some(flaw.line),
            action: flaw.action.clone(),
            reason: flaw.reason.code(),
            held: flaw.reason.held(),
            expected: flaw.reason.expected(),
            message: flaw.to_string(),
        }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    level: &'a str,
    valid: bool,
    shots: usize,
    blocks: usize,
    goal: usize,
    goal_met_after: Option<usize>,
    error: Option<Fault>,
    shots_alone_valid: Option<bool>,
    #[serde(flatten)]
    end: &'a crate::games::plotting::rules::Position,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    if args.level.is_stdin() && input::is_stdin(&args.plan) {
        return Err(Failure::bad_input("the level and the plan cannot both be standard input"));
    }
    let level = args.level.read()?;
    let plan = input::plan(&args.plan, args.format.map(Dialect::from), level.board())?;
    let verdict = replay(&level, &plan);
    let alone = shots_alone(&level, &plan, &verdict);
    if args.json {
        out.json(&Answer {
            level: level.name(),
            valid: verdict.finding.is_ok(),
            shots: plan.fired(),
            blocks: verdict.end.board.blocks(),
            goal: level.goal(),
            goal_met_after: verdict.goal_met_after,
            error: verdict.finding.as_ref().err().map(Fault::of),
            shots_alone_valid: alone.map(|alone| alone.finding.is_ok()),
            end: &verdict.end,
        })?;
    } else {
        text::verdict(out, &level, &verdict)?;
        if let Some(alone) = alone {
            text::shots_alone(out, &alone)?;
        }
    }
    Ok(if verdict.finding.is_ok() { Exit::Yes } else { Exit::No })
}

/// What a planner's plan is worth that says otherwise than the game, if only its shots are played.
fn shots_alone(level: &Level, plan: &Plan, verdict: &Verdict) -> Option<Verdict> {
    match verdict.finding.as_ref().err()?.reason {
        Reason::Departs(_) => Some(replay(level, &plan.shots_alone()?)),
        Reason::Null(_) | Reason::NotAFiringPosition | Reason::GoalMissed { .. } => None,
    }
}
