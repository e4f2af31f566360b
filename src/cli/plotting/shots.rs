//! `plotgen shots`: lists the shots possible in a position and their effects.

use std::io::Write;

use serde::Serialize;

use super::plotting_level;
use crate::cli::input::LevelArg;
use crate::cli::{Exit, Failure, Output};
use crate::game::Game;
use crate::games::plotting::game::{PlayedShot, Plotting};
use crate::games::plotting::replay::{Reason, replay};
use crate::games::plotting::rules::{Hand, Shot};
use crate::games::plotting::story::{SHOT, counted, story};

const EXAMPLE: &str = "\
Example:
  $ plotgen shots instances/named/figure-9.json --after c1
  r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left
  c2 consumes 1 block of R (1,2), swaps R for G at 2,2; hand G, 5 blocks left
  c3 consumes 2 blocks of R (1,3 2,3), reaches the floor; hand R, 4 blocks left
  3 of 6 shots

Lists only shots that the level allows. Exit code 1: no shot is possible (a dead end).

--json: level, hand, blocks, and moves, a list of objects as in simulate --json.";

/// List every shot of Plotting that is not null, with its effect
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(in crate::cli) struct Args {
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
struct Shots<'a> {
    level: &'a str,
    hand: Hand,
    blocks: usize,
    moves: Vec<PlayedShot>,
}

pub(in crate::cli) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = plotting_level("shots", &args.level.read()?)?;
    let before = Plotting::read_steps(&args.after, &level).map_err(Failure::bad_input)?;
    let played = replay(&level, &before);
    match &played.finding {
        Err(flaw) if !matches!(flaw.reason, Reason::GoalMissed { .. }) => {
            return Err(Failure::BadInput(format!("--after: {flaw}")));
        }
        Ok(_) | Err(_) => {}
    }
    let position = &played.end.position;
    let effects: Vec<_> = level.effects(position).collect();
    if args.json {
        out.json(&Shots {
            level: level.name(),
            hand: position.hand,
            blocks: position.board.blocks(),
            moves: effects.iter().map(PlayedShot::new).collect(),
        })?;
    } else {
        for effect in &effects {
            writeln!(out, "{}", story(effect))?;
        }
        writeln!(out, "{} of {}", effects.len(), counted(Shot::all(level.board()).count(), SHOT))?;
    }
    Ok(if effects.is_empty() { Exit::No } else { Exit::Yes })
}
