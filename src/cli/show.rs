//! `plotgen show`: a level as people see it.

use super::input::LevelArg;
use super::{Exit, Failure, Output};
use crate::view::text;

const EXAMPLE: &str = "\
Examples:
  $ echo '{\"name\": \"figure-9\", \"grid\": [\"RRRG\", \"RGRR\"], \"goal\": 1}' | plotgen show -
  figure-9
     1   R  R  R  G |
     2   R  G  R  R |
        ------------+
         1  2  3  4
  hand: wildcard
  goal: at most 1 of 8 blocks left (2 colours)
  $ plotgen show instances/swaps/document-1.json

--json: the level and figures about it; for Plotting rows, columns, blocks, colours, fewest_blocks
(Lemma 1) and longest_plan, for swaps rows, columns, tile_count and kinds.";

/// Show a level: the board, the rules that the level adds, the goal
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = args.level.read()?;
    if args.json {
        out.json(&level.details())?;
    } else {
        text::picture(out, &level.portrait())?;
    }
    Ok(Exit::Yes)
}
