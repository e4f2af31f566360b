//! `plotgen minizinc`: the constraint models in MiniZinc, and levels as their data.

use serde::Serialize;

use super::constraint::{ConstraintArgs, ModelText, Question, Rendered};
use super::folder::{Texts, Written};
use super::{Exit, Failure, Output};
use crate::game::Language;

const EXAMPLE: &str = "\
Examples:
  $ plotgen minizinc --model a --dead-end > plotting-a.mzn
  $ plotgen minizinc --data --steps 7 level.json > level-7.dzn
  $ minizinc --solver gecode plotting-a.mzn level-7.dzn
  $ plotgen minizinc --model s --progress count --steps 7 instances/*.json --out DIR
  $ plotgen minizinc --model two-phase > swaps-two-phase.mzn
  $ plotgen minizinc --data --steps 6 --cost swaps swaps-level.json > swaps-level-6.dzn

A model is the same for every level of its game; everything about a level, and N, is in the data. The
models of Plotting ask for a plan of exactly N shots, none of them null, after which the goal holds; that
of swaps for one of exactly N moves, or of N swaps where only swaps count. A solver prints the plan. The
models are accepted by MiniZinc 2.6 and later.

In 2248 a goal that is a hint or a best score asks for the best plan; --steps is not needed there.

With --out, the model, e.g. plotting-a.mzn or swaps-two-phase.mzn (unless there is --data), and NAME-N.dzn
for each level are written into the folder. No file with other content is overwritten without --force.

--json: one object with model, which has model, variants, and file (with --out) or text, or null with
--data; and data, a list of level, length, and file or text.";

/// Write a constraint model in MiniZinc, or levels as its data
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
#[command(group = clap::ArgGroup::new("what").args(["model", "data"]))]
#[command(group = clap::ArgGroup::new("needed").required(true).multiple(true).args(["model", "data", "levels"]))]
pub(super) struct Args {
    /// Write the data of levels, which is the same for every model (default with LEVEL)
    #[arg(long, requires = "levels", conflicts_with = super::model::VariantArgs::GROUP)]
    data: bool,

    #[command(flatten)]
    constraint: ConstraintArgs,
}

#[derive(Serialize)]
struct ModelAndData {
    model: Option<ModelText>,
    data: Vec<Question>,
}

impl Texts for ModelAndData {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let model = self.model.iter_mut().map(ModelText::text);
        model.chain(self.data.iter_mut().map(Question::text)).collect()
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let constraint = &args.constraint;
    let instead = "--data writes the level's data, --out DIR both";
    let Rendered { model, questions } = constraint.render(Language::MiniZinc, instead)?;
    let texts = ModelAndData { model, data: questions };
    constraint.folder.answer(texts, constraint.json, out)
}
