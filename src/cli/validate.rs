//! `plotgen validate`: whether a plan solves a level, and if not, where and why it fails.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValue;
use serde::Serialize;

use super::input::{LevelArg, at_fault};
use super::{Exit, Failure, Output, games};
use crate::game::level::Details;
use crate::game::plan::{Flaw, Replay};
use crate::lab::files;
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
an object with such a list under shots; a Savile Row solution; MiniZinc output; or a planner's plan
for the Direct, Granular or Lean PDDL model, this project's or the published ones. A planner's plan
is checked in full, not only its shots:

  $ plotgen validate level.json sas_plan
  $ echo '(fall_block loc_2_3 loc_2_2 r)' | plotgen validate instances/named/figure-9.json - | sed q
  invalid: line 1, fall_block loc_2_3 loc_2_2 r: loc_2_2 holds R; loc_2_2 should be empty

--json: level, valid, shots, blocks and goal; goal_met_after; error: null, or shot (its number),
line, action, reason (null-shot, not-a-firing-position, goal-missed, and for planners those in
docs/json.md), held, expected and message; shots_alone_valid: whether the shots of a planner's plan
that departs from the game solve the level; and grid and hand at the end, or before the shot that
fails.";

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
    #[arg(long, value_name = "FORM", value_parser = forms())]
    format: Option<String>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The dialects of all games.
fn forms() -> Vec<PossibleValue> {
    let all = games::all().iter().flat_map(|game| game.dialects());
    games::choices(all.map(|dialect| (dialect.name, dialect.about)))
}

#[derive(Serialize)]
struct Verdict<'a> {
    level: &'a str,
    valid: bool,
    #[serde(flatten)]
    details: &'a Details,
    error: Option<&'a Flaw>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    if args.level.is_stdin() && files::is_stdin(&args.plan) {
        return Err(Failure::bad_input("the level and the plan cannot both be standard input"));
    }
    let level = args.level.read()?;
    let text = files::plan_text(&args.plan)?;
    let dialects = level.game().dialects();
    let dialect = match &args.format {
        None => None,
        Some(name) => match dialects.iter().find(|dialect| dialect.name == name) {
            Some(dialect) => Some(dialect),
            None => {
                let game = level.game().name();
                let sentence = format!("--format {name}: plans of {game} do not have this form");
                return Err(Failure::BadInput(sentence));
            }
        },
    };
    let replay = level.replay(&text, dialect).map_err(|error| at_fault(&args.plan, error))?;
    let error = replay.finding.as_ref().err();
    if args.json {
        let details = &replay.verdict;
        let (level, valid) = (&level.name(), error.is_none());
        out.json(&Verdict { level, valid, details, error })?;
    } else {
        show(out, &replay)?;
    }
    Ok(if replay.finding.is_ok() { Exit::Yes } else { Exit::No })
}

fn show(out: &mut Output, replay: &Replay) -> Result<(), Failure> {
    match &replay.finding {
        Ok(judged) => writeln!(out, "{}: {}", text::good("valid"), judged.words)?,
        Err(flaw) => {
            // An action is quoted with its line already.
            let line = flaw.line.filter(|_| flaw.action.is_none());
            let line = line.map(|line| format!(" (line {line})")).unwrap_or_default();
            writeln!(out, "{}: {}{line}", text::bad("invalid"), flaw.message)?;
            if let Some(place) = &flaw.place {
                writeln!(out, "{place}")?;
            }
            text::picture(out, &replay.end)?;
        }
    }
    for remark in &replay.remarks {
        writeln!(out, "{remark}")?;
    }
    Ok(())
}
