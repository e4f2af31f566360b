//! `plotgen simulate`: shots played one by one, with all that they do.

use std::io::Write;

use serde::Serialize;

use super::input::{self, LevelArg};
use super::validate::Fault;
use super::{Exit, Failure, Output};
use crate::games::plotting::replay::{Reason, Verdict, replay};
use crate::games::plotting::rules::{Effect, Position};
use crate::view::text;

const EXAMPLE: &str = "\
Example:
  $ plotgen simulate instances/named/figure-9.json c1 r1
  …
  shot 2: r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left
     1   .  .  .  R |
     2   .  G  R  R |
        ------------+
         1  2  3  4
  hand:  G

Places are row,column. The first null shot ends the simulation with exit code 1; whether the goal
is met is said, but it is no failure: for that see validate.

--json: level, start, and steps: for each shot its colour, path, consumed, swap (null at the
floor), falls, and the grid, hand and blocks after it; error if a shot failed; goal_met.";

/// Play shots: what each consumes, swaps and lets fall, and the board after it
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// The shots: r and a row, or c and a column
    #[arg(value_name = "SHOT")]
    shots: Vec<String>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// What a shot did, for programs.
#[derive(Serialize)]
pub(super) struct Step<'a> {
    #[serde(flatten)]
    effect: &'a Effect,
    blocks: usize,
}

impl Step<'_> {
    pub(super) fn of(effect: &Effect) -> Step<'_> {
        Step { effect, blocks: effect.after.board.blocks() }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    level: &'a str,
    start: &'a Position,
    steps: Vec<Step<'a>>,
    goal: usize,
    goal_met: bool,
    error: Option<Fault>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = args.level.read()?;
    let verdict = replay(&level, &input::shots(&args.shots, level.board())?);
    let error = failed_shot(&verdict);
    let exit = if error.is_some() { Exit::No } else { Exit::Yes };
    if args.json {
        out.json(&Answer {
            level: level.name(),
            start: level.start(),
            steps: verdict.played.iter().map(Step::of).collect(),
            goal: level.goal(),
            goal_met: verdict.goal_met_after.is_some(),
            error,
        })?;
        return Ok(exit);
    }
    text::level(out, &level)?;
    text::game(out, &verdict)?;
    if let Some(fault) = error {
        writeln!(out, "\n{}", fault.message)?;
    }
    if let Some(after) = verdict.goal_met_after {
        writeln!(out, "\ngoal met after {}", text::counted(after, "shot"))?;
    }
    Ok(exit)
}

/// The fault of a shot, if one failed; to stop before the goal is no fault here.
fn failed_shot(verdict: &Verdict) -> Option<Fault> {
    let flaw = verdict.finding.as_ref().err()?;
    match flaw.reason {
        Reason::GoalMissed { .. } => None,
        Reason::Null(_) | Reason::NotAFiringPosition | Reason::Departs(_) => Some(Fault::of(flaw)),
    }
}
