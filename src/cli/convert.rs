//! `plotgen convert`: levels from one form into another.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use serde::Serialize;

use super::folder::{OutArg, Texts, Written};
use super::level_options::LevelOptions;
use super::{Exit, Failure, Output, games};
use crate::game::any::BoxedLevel;
use crate::game::level::{Form, Reading};
use crate::lab::files::{Place, file_stem};

const EXAMPLE: &str = "\
Examples:
  $ plotgen convert level.prob --to json
  $ plotgen convert level.json --to param --steps 7 > level-7.param
  $ plotgen convert published/*.prob --to json --out levels
  $ plotgen convert problem.pddl --to json

Every form is read: JSON; for Plotting .prob, .param, and problems of the Direct, Granular and Lean
PDDL models; for swaps the published PDDL problems and those of the Six model. A .prob file cannot express
an initial hand or firing restrictions; that is an error. plotgen pddl, eprime and minizinc write models.

Nothing is written unless every level can be, and no file with other content is overwritten
without --force.

--json: one object with converted, a list of level, from, to, and file (with --out) or text.";

/// Convert levels from any form to json, prob or param
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    options: LevelOptions,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = forms())]
    to: String,

    /// The number of steps that the text asks about (param only)
    #[arg(long, value_name = "N")]
    steps: Option<usize>,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The forms of all games.
fn forms() -> Vec<PossibleValue> {
    let all = games::all().iter().flat_map(|game| game.forms());
    games::choices(all.map(|form| (form.name, form.about)))
}

#[derive(Serialize)]
struct Converted {
    level: String,
    from: &'static str,
    to: &'static str,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Conversion {
    converted: Vec<Converted>,
}

impl Texts for Conversion {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let texts = self
            .converted
            .iter_mut()
            .map(|one| (format!("{}.{}", file_stem(&one.level), one.to), &mut one.written));
        texts.collect()
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let readings = args.options.read_all(&args.files)?;
    let is_json = args.to == Form::JSON.name;
    let is_printed = args.folder.out.is_none();
    if is_printed && !args.json && readings.len() > 1 && !is_json {
        let sentence = "several levels need --out DIR (or --to json, one per line)";
        return Err(Failure::bad_input(sentence));
    }
    let is_one_per_line = is_printed && readings.len() > 1;
    let convert = |(place, reading): (Place, Reading<BoxedLevel>)| {
        let Reading { level, form } = reading;
        let to = form_of(args, &level)?;
        let text = if is_json && is_one_per_line {
            level.line() + "\n"
        } else {
            level.write(to, args.steps).map_err(|error| place.fault(error))?
        };
        let written = Written::Text(text);
        Ok(Converted { level: level.name(), from: form, to: to.name, written })
    };
    let converted = readings.into_iter().map(convert).collect::<Result<_, Failure>>()?;
    args.folder.answer(Conversion { converted }, args.json, out)
}

/// The form to write a level in.
fn form_of(args: &Args, level: &BoxedLevel) -> Result<&'static Form, Failure> {
    let game = level.game();
    let form = game.forms().iter().find(|form| form.name == args.to).ok_or_else(|| {
        let sentence = format!("--to {}: levels of {} do not have this form", args.to, game.name());
        Failure::BadInput(sentence)
    })?;
    match (form.takes_steps, args.steps) {
        (true, None) => Err(Failure::BadInput(format!(
            "--to {} needs --steps N, the number of steps to ask about",
            form.name
        ))),
        (false, Some(_)) => Err(Failure::bad_input("--steps goes with --to param only")),
        (true, Some(_)) | (false, None) => Ok(form),
    }
}
