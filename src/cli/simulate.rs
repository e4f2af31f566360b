//! `plotgen simulate`: steps played one by one, with everything they do.

use std::io::{self, Write};

use serde::Serialize;

use super::input::LevelArg;
use super::playouts::PolicyArgs;
use super::{Exit, Failure, Output};
use crate::game::level::Details;
use crate::game::plan::{Flaw, Replay};
use crate::game::words::Noun;
use crate::view::text;

const EXAMPLE: &str = "\
Examples:
  $ plotgen simulate instances/named/figure-9.json c1 r1
  …
  shot 2: r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left
     1   .  .  .  R |
     2   .  G  R  R |
        ------------+
         1  2  3  4
  hand:  G
  $ plotgen simulate instances/swaps/document-1.json 1,1-2,1 2,3-3,3
  $ plotgen simulate instances/2248/start.json 3,1-4,1-5,2 collapse
  $ plotgen simulate instances/2248/start.json --policy greedy --games 1000

Cells are row,column. A step of Plotting is a shot, r and a row or c and a column; a step of swaps is a
move, the two outer cells of a swap or a match; a step of 2248 is a path, cells joined by -, or collapse, and
is shown in its stages. The first step that is not legal ends the simulation with
exit code 1. Whether the goal is met is reported, but missing it is not a failure: see validate for that.

--json: level, start, and moves: for each step what it did and the state after it, for Plotting its
colour, path, consumed, swap (null at the floor), falls, grid, hand and blocks, for swaps its effect, tiles
and tile_count, for 2248 its joined, gained and stages, numbers, blocks, score, and the seed or the queues
from which the game goes on; error if a step failed; goal_met.

--policy plays whole games (2248): greedy with the maximum path, adjacent with the maximum adjacent, random.
The games are the same for a seed, on every machine and with any number of threads.
--json then: level, policy, games, asked, seed, limit, score and game_length (mean, deviation, least, quartiles, best), over
(games that ended because no move was left), best_seed. Exit code 3: interrupted, fewer games were played.";

/// Play steps: what each does, and the board after it
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// The steps, e.g. r1 or c2 for Plotting, 1,1-1,2 for swaps, 3,1-4,1-5,2 for 2248
    #[arg(value_name = "STEP")]
    steps: Vec<String>,

    /// Show what each step earns: the same as --objective score
    #[arg(long, conflicts_with = "level-objective")]
    score: bool,

    #[command(flatten)]
    policy: PolicyArgs,

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
    let mut level = args.level.read()?;
    if args.score {
        let scored = level.with_option("objective", "score");
        level = scored.map_err(|error| Failure::BadInput(format!("--score: {error}")))?;
    }
    if let Some(exit) = args.policy.run(level.as_ref(), args.json, out)? {
        return Ok(exit);
    }
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
        if let Some((last, before)) = played.stages.split_last() {
            for stage in before {
                writeln!(out, "{}:", stage.label)?;
                text::picture(out, &stage.after)?;
            }
            writeln!(out, "{}:", last.label)?;
        }
        text::picture(out, &played.after)?;
    }
    Ok(())
}
