//! `plotgen convert`: levels from one form into another.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::folder::{NewFile, OutArg, file_stem};
use super::input::{self, GoalArg};
use super::{Exit, Failure, Output};
use crate::plotting::formats::{self, Format, WriteError};
use crate::plotting::level::Level;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen convert level.prob --to json
  $ plotgen convert level.json --to param --steps 7 > level-7.param
  $ plotgen convert published/*.prob --to json --out levels

Every form is read: JSON, .prob, .param, and problems of the published Direct and Granular PDDL
models. A .prob file cannot say an initial hand or firing restrictions; that is an error.

Nothing is written unless every level can be, and no file that says something else is overwritten
without --force.

--json: one object with converted, a list of level, from, to, and file (with --out) or text.";

/// Convert levels between json, prob and param
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels; - is standard input
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
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    converted: Vec<Converted>,
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
    if args.folder.out.is_none() && !args.json && args.files.len() > 1 && args.to != Target::Json {
        return Err(Failure::bad_input("several levels need --out DIR (or --to json, one a line)"));
    }
    let mut converted = Vec::with_capacity(args.files.len());
    for file in &args.files {
        converted.push(convert(args, file)?);
    }
    if let Some(folder) = &args.folder.out {
        store(args, &mut converted, folder)?;
    }
    answer(args, converted, out)?;
    Ok(Exit::Yes)
}

fn convert(args: &Args, file: &Path) -> Result<Converted, Failure> {
    let reading = args.goal.read(file)?;
    let one_a_line = args.files.len() > 1 && args.folder.out.is_none();
    let text = write(&reading.level, args.to, args.steps, one_a_line);
    Ok(Converted {
        level: reading.level.name().to_owned(),
        from: reading.format,
        to: args.to,
        file: None,
        text: Some(text.map_err(|error| input::at_fault(file, &error.to_string()))?),
    })
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

/// Puts each text into a file of its own.
fn store(args: &Args, converted: &mut [Converted], folder: &Path) -> Result<(), Failure> {
    let file = |one: &mut Converted| NewFile {
        name: format!("{}.{}", file_stem(&one.level), one.to.extension()),
        text: one.text.take().unwrap_or_default(),
    };
    let files: Vec<NewFile> = converted.iter_mut().map(file).collect();
    args.folder.write(folder, &files)?;
    for (one, file) in converted.iter_mut().zip(files) {
        one.file = Some(folder.join(file.name));
    }
    Ok(())
}

fn answer(args: &Args, converted: Vec<Converted>, out: &mut Output) -> Result<(), Failure> {
    if args.json {
        out.json(&Answer { converted })?;
    } else if let Some(folder) = &args.folder.out {
        writeln!(out, "{} written to {}", counted(converted.len(), "level"), folder.display())?;
    } else {
        for one in converted {
            out.write_all(one.text.unwrap_or_default().as_bytes())?;
        }
    }
    Ok(())
}
