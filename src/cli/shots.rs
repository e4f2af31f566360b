//! `plotgen shots`: what can be fired now, and what it would do.

use std::io::Write;

use serde::Serialize;

use super::input::{self, LevelArg};
use super::simulate::Step;
use super::{Exit, Failure, Output};
use crate::games::plotting::replay::{Reason, replay};
use crate::games::plotting::rules::{Hand, Shot, shoot};
use crate::view::text::{counted, story};

const EXAMPLE: &str = "\
Example:
  $ plotgen shots instances/named/figure-9.json --after c1
  r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left
  c2 consumes 1 block of R (1,2), swaps R for G at 2,2; hand G, 5 blocks left
  c3 consumes 2 blocks of R (1,3 2,3), reaches the floor; hand R, 4 blocks left
  3 of 6 shots

Only shots that the level allows are listed. Exit code 1: there is none, a dead end.

--json: level, hand, blocks, and shots: a list of objects as in simulate --json.";

/// List every shot that is not null, with what it would do
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// Play these shots first
    #[arg(long, value_name = "SHOT", num_args = 1..)]
    after: Vec<String>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    level: &'a str,
    hand: Hand,
    blocks: usize,
    shots: Vec<Step<'a>>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = args.level.read()?;
    let played = replay(&level, &input::shots(&args.after, level.board())?);
    match &played.finding {
        Err(flaw) if !matches!(flaw.reason, Reason::GoalMissed { .. }) => {
            return Err(Failure::BadInput(format!("--after: {flaw}")));
        }
        Ok(_) | Err(_) => {}
    }
    let position = &played.end;
    let effects: Vec<_> = Shot::all(level.board())
        .filter(|&shot| level.firing().allows(shot))
        .filter_map(|shot| shoot(position, shot).ok())
        .collect();
    if args.json {
        out.json(&Answer {
            level: level.name(),
            hand: position.hand,
            blocks: position.board.blocks(),
            shots: effects.iter().map(Step::of).collect(),
        })?;
    } else {
        for effect in &effects {
            writeln!(out, "{}", story(effect))?;
        }
        writeln!(
            out,
            "{} of {}",
            effects.len(),
            counted(Shot::all(level.board()).count(), "shot")
        )?;
    }
    Ok(if effects.is_empty() { Exit::No } else { Exit::Yes })
}
