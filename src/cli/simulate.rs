//! `plotgen simulate`: steps played one by one, with everything they do.

use std::io::{self, Write};

use serde::Serialize;

use super::input::LevelArg;
use super::{Exit, Failure, Output};
use crate::game::level::Details;
use crate::game::plan::{Flaw, Replay};
use crate::game::words::Noun;
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

Cells are row,column. The first null shot ends the simulation with exit code 1. Whether the goal is
met is reported, but missing it is not a failure: see validate for that.

--json: level, start, and moves: for each shot its colour, path, consumed, swap (null at the
floor), falls, and the grid, hand and blocks after it; error if a shot failed; goal_met.";

/// Play shots: what each consumes, swaps and lets fall, and the board after it
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// The shots: r and a row, or c and a column
    #[arg(value_name = "SHOT")]
    steps: Vec<String>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Simulation<'a> {
    level: &'a str,
    #[serde(flatten)]
    play: &'a Details,
    error: Option<&'a Flaw>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = args.level.read()?;
    let replay = level.replay_steps(&args.steps).map_err(Failure::bad_input)?;
    // Stopping before the goal is not a fault here.
    let error = replay.finding.as_ref().err().filter(|flaw| !flaw.is_goal_missed);
    let exit = if error.is_some() { Exit::No } else { Exit::Yes };
    if args.json {
        out.json(&Simulation { level: &level.name(), play: &replay.play, error })?;
        return Ok(exit);
    }
    let step = level.game().step();
    text::picture(out, &level.portrait())?;
    show(out, &replay, step)?;
    if let Some(flaw) = error {
        writeln!(out)?;
        out.sentence(format_args!("{}", flaw.message))?;
    }
    if let Some(after) = replay.goal_met_after {
        writeln!(out, "\ngoal met after {}", step.count(after as i128))?;
    }
    Ok(exit)
}

/// Shows a replay step by step.
pub(super) fn show(out: &mut Output, replay: &Replay, step: Noun) -> io::Result<()> {
    for (index, played) in replay.played.iter().enumerate() {
        writeln!(out, "\n{} {}: {}", step.one, index + 1, played.story)?;
        text::picture(out, &played.after)?;
    }
    Ok(())
}
