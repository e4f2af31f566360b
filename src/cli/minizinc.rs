//! `plotgen minizinc`: the constraint models in MiniZinc, and levels as their data.

use serde::Serialize;

use super::constraint::{ConstraintArgs, ModelText, Question};
use super::folder::{Answer, Written};
use super::{Exit, Failure, Output};
use crate::games::plotting::models::constraint::Language;

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
#[command(group = clap::ArgGroup::new("what").required(true).args(["model", "data"]))]
pub(super) struct Args {
    /// Write the data of levels, which is the same for every model
    #[arg(long, requires = "levels", conflicts_with = "VariantArgs")]
    data: bool,

    #[command(flatten)]
    constraint: ConstraintArgs,
}

#[derive(Serialize)]
struct Texts {
    model: Option<ModelText>,
    data: Vec<Question>,
}

impl Answer for Texts {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let model = self.model.iter_mut().map(|model| model.text(LANGUAGE));
        model.chain(self.data.iter_mut().map(|data| data.text(LANGUAGE))).collect()
    }
}

const LANGUAGE: Language = Language::MiniZinc;

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let constraint = &args.constraint;
    let instead = "--data writes the level's data, --out DIR both";
    let data = constraint.questions(LANGUAGE, instead)?;
    let model = constraint.model(LANGUAGE);
    constraint.folder.answer(Texts { model, data }, constraint.json, out)
}
