//! `plotgen convert`: levels from one form into another.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::folder::{Answer, OutArg, Written, file_stem};
use super::input::{self, GoalArg};
use super::{Exit, Failure, Output};
use crate::games::plotting::formats::{self, Format, Reading, WriteError};
use crate::games::plotting::level::Level;

const EXAMPLE: &str = "\
Examples:
  $ plotgen convert level.prob --to json
  $ plotgen convert level.json --to param --steps 7 > level-7.param
  $ plotgen convert published/*.prob --to json --out levels

Every form is read: JSON, .prob, .param, and problems of the Direct, Granular and Lean PDDL
models. A .prob file cannot say an initial hand or firing restrictions; that is an error.

Nothing is written unless every level can be, and no file that says something else is overwritten
without --force.

--json: one object with converted, a list of level, from, to, and file (with --out) or text.";

/// Convert levels between json, prob and param
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    goal: GoalArg,

    /// The form to write
    #[arg(long, value_name = "FORM")]
    to: Target,

    /// The number of steps that a parameter file asks about (param only)
    #[arg(long, value_name = "N")]
    steps: Option<usize>,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Target {
    /// The project's own form
    Json,
    /// A drawing, as published
    Prob,
    /// An Essence Prime parameter file
    Param,
}

impl Target {
    fn extension(self) -> &'static str {
        match self {
            Target::Json => "json",
            Target::Prob => "prob",
            Target::Param => "param",
        }
    }
}

#[derive(Serialize)]
struct Converted {
    level: String,
    from: Format,
    to: Target,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Conversion {
    converted: Vec<Converted>,
}

impl Answer for Conversion {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let texts = self.converted.iter_mut().map(|one| {
            (format!("{}.{}", file_stem(&one.level), one.to.extension()), &mut one.written)
        });
        texts.collect()
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    match (args.to, args.steps) {
        (Target::Param, None) => {
            return Err(Failure::bad_input(
                "--to param needs --steps N, the number of steps to ask about",
            ));
        }
        (Target::Json | Target::Prob, Some(_)) => {
            return Err(Failure::bad_input("--steps goes with --to param only"));
        }
        (Target::Param, Some(_)) | (Target::Json | Target::Prob, None) => {}
    }
    let readings = args.goal.read_all(&args.files)?;
    let is_printed = args.folder.out.is_none();
    if is_printed && !args.json && readings.len() > 1 && args.to != Target::Json {
        return Err(Failure::bad_input("several levels need --out DIR (or --to json, one a line)"));
    }
    let one_a_line = is_printed && readings.len() > 1;
    let convert = |(file, Reading { level, format }): (PathBuf, Reading)| {
        let text = write(&level, args.to, args.steps, one_a_line)
            .map_err(|error| input::at_fault(&file, &error.to_string()))?;
        let (level, written) = (level.name().to_owned(), Written::Text(text));
        Ok(Converted { level, from: format, to: args.to, written })
    };
    let converted = readings.into_iter().map(convert).collect::<Result<_, Failure>>()?;
    args.folder.answer(Conversion { converted }, args.json, out)
}

fn write(
    level: &Level,
    to: Target,
    steps: Option<usize>,
    line: bool,
) -> Result<String, WriteError> {
    match to {
        Target::Json if line => Ok(formats::json::write_line(level) + "\n"),
        Target::Json => Ok(formats::json::write(level)),
        Target::Prob => formats::prob::write(level),
        Target::Param => Ok(formats::param::write(level, steps.unwrap_or_default())),
    }
}
