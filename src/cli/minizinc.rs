//! `plotgen minizinc`: the constraint models in MiniZinc, and levels as their data.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::folder::{OutArg, Written, file_stem};
use super::input::GoalArg;
use super::variants::{FocusName, ModelText, VariantArgs};
use super::{Exit, Failure, Output};
use crate::plotting::models::minizinc;
use crate::plotting::models::variants::Focus;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen minizinc --model a --dead-end > plotting-a.mzn
  $ plotgen minizinc --data --steps 7 level.json > level-7.dzn
  $ minizinc --solver gecode plotting-a.mzn level-7.dzn
  $ plotgen minizinc --model s --progress count --steps 7 instances/*.json --out DIR

The model asks for a plan of exactly N shots, none of them null, after which the goal holds; it is the
same for every level. Initial hand, firing restrictions, goal and N are in the data. A solver prints
the shots. The models are accepted by MiniZinc 2.6 and later.

With --out, plotting-a.mzn or plotting-s.mzn (unless there is --data) and NAME-N.dzn for each level are
written into the folder. No file that says something else is overwritten without --force.

--json: one object with model, which has focus, variants, and file (with --out) or text, or null with
--data; and data, a list of level, steps, and file or text.";

/// Write a constraint model in MiniZinc, or levels as its data
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels; - is standard input
    #[arg(value_name = "LEVEL", required_if_eq("data", "true"), requires = "steps")]
    levels: Vec<PathBuf>,

    /// The model
    #[arg(long, value_name = "MODEL", required_unless_present = "data")]
    model: Option<FocusName>,

    /// Write the data of levels, which is the same for every model
    #[arg(long, conflicts_with_all = ["model", "VariantArgs"])]
    data: bool,

    /// The number of shots to ask about
    #[arg(long, value_name = "N", requires = "levels")]
    steps: Option<u16>,

    #[command(flatten)]
    goal: GoalArg,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    variants: VariantArgs,
}

#[derive(Serialize)]
struct Data {
    level: String,
    steps: usize,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Answer {
    model: Option<ModelText>,
    data: Vec<Data>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    if args.folder.out.is_none() && !args.json {
        if args.model.is_some() && !args.levels.is_empty() {
            return Err(Failure::bad_input(
                "the model is the same for every level: --data writes the level's data, --out DIR both",
            ));
        }
        if args.levels.len() > 1 {
            return Err(Failure::bad_input("several levels need --out DIR"));
        }
    }
    let mut answer = answer(args)?;
    if let Some(folder) = &args.folder.out {
        args.folder.store(folder, answer.texts())?;
    }
    if args.json {
        out.json(&answer)?;
    } else if let Some(folder) = &args.folder.out {
        let data = counted(answer.data.len(), "data file");
        let told = match &answer.model {
            Some(model) if answer.data.is_empty() => file_name(model.focus).to_owned(),
            Some(model) => format!("{} and {data}", file_name(model.focus)),
            None => data,
        };
        writeln!(out, "{told} written to {}", folder.display())?;
    } else {
        for (_, written) in answer.texts() {
            out.write_all(written.text().as_bytes())?;
        }
    }
    Ok(Exit::Yes)
}

fn answer(args: &Args) -> Result<Answer, Failure> {
    let variants = args.variants.variants();
    let model = args.model.map(Focus::from).map(|focus| ModelText {
        focus,
        variants,
        written: Written::Text(minizinc::model(focus, variants)),
    });
    let steps = usize::from(args.steps.unwrap_or_default());
    let mut data = Vec::with_capacity(args.levels.len());
    for file in &args.levels {
        let level = args.goal.read(file)?.level;
        let written = Written::Text(minizinc::data(&level, steps));
        data.push(Data { level: level.name().to_owned(), steps, written });
    }
    Ok(Answer { model, data })
}

impl Answer {
    /// All that is written, with the names that files of it have.
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let model = self.model.iter_mut().map(|model| {
            let name = file_name(model.focus).to_owned();
            (name, &mut model.written)
        });
        let data = self.data.iter_mut().map(|data| {
            let name = format!("{}-{}.dzn", file_stem(&data.level), data.steps);
            (name, &mut data.written)
        });
        model.chain(data).collect()
    }
}

fn file_name(focus: Focus) -> &'static str {
    match focus {
        Focus::Action => "plotting-a.mzn",
        Focus::State => "plotting-s.mzn",
    }
}
