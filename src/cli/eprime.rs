//! `plotgen eprime`: the constraint models in Essence Prime, and levels as their parameters.

use serde::Serialize;

use super::constraint::{ConstraintArgs, ModelText, Question, Rendered};
use super::folder::{Texts, Written};
use super::plotting::generator::{Generator, GeneratorArgs};
use super::{Exit, Failure, Output};
use crate::game::Language;

const EXAMPLE: &str = "\
Examples:
  $ plotgen eprime --model a --dead-end > plotting-a.eprime
  $ plotgen eprime --param --steps 7 level.json > level-7.param
  $ savilerow -in-eprime plotting-a.eprime -in-param level-7.param -O1 -sat -run-solver
  $ plotgen eprime --model s --progress count --steps 7 instances/*.json --out DIR
  $ plotgen eprime --model two-phase > swaps-two-phase.eprime
  $ plotgen eprime --param --steps 6 --cost swaps swaps-level.json > swaps-level-6.param
  $ plotgen eprime --generator > generator.eprime
  $ plotgen eprime --conjecture monochrome > monochrome.eprime

A model is the same for every level of its game; everything about a level, and N, is in the parameters.
The models of Plotting ask for a plan of exactly N shots, none of them null, after which the goal holds;
the shots of a solution are in fpRow and fpCol. That of swaps asks for a plan of exactly N moves, or of N
swaps where only swaps count; swap, along and down are its moves.

Essence Prime has no optional parameters: the files of Plotting always give the initial hand and the
firing positions. Those of 'plotgen convert --to param' give them only where a level has them, so that
they fit the published models. Both are read as levels.

The generator's solutions are the boards of a size and a number of colours (Section 6); those of the
conjectures have two columns one of which, by the conjecture, need not be fired at (Section 8.3).

In 2248 a goal that is a hint or a best score asks for the best plan; --steps is not needed there.

With --out, the model, e.g. plotting-a.eprime (unless there is --param), and NAME-N.param for each
level, or generator.eprime, monochrome.eprime or prefix.eprime, are written into the folder. No
file with other content is overwritten without --force.

--json: one object with model, which has model, variants, and file (with --out) or text; parameters,
a list of level, length, and file or text; and generator, which has conjecture, and file or text.
Parts that were not asked for are null.";

/// Write the constraint models in Essence Prime, or levels as their parameters
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
#[command(group = clap::ArgGroup::new("what").args(["model", "param", "generator", "conjecture"]))]
#[command(group = clap::ArgGroup::new("needed").required(true).multiple(true).args(["model", "param", "generator", "conjecture", "levels"]))]
pub(super) struct Args {
    /// Write the parameters of levels, which are the same for every model (default with LEVEL)
    #[arg(long, requires = "levels", conflicts_with = super::model::VariantArgs::GROUP)]
    param: bool,

    #[command(flatten)]
    generator: GeneratorArgs,

    #[command(flatten)]
    constraint: ConstraintArgs,
}

#[derive(Serialize)]
struct ModelAndParameters {
    model: Option<ModelText>,
    parameters: Option<Vec<Question>>,
    generator: Option<Generator>,
}

impl Texts for ModelAndParameters {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let model = self.model.iter_mut().map(ModelText::text);
        let parameters = self.parameters.iter_mut().flatten().map(Question::text);
        let generator = self.generator.iter_mut().map(Generator::text);
        model.chain(parameters).chain(generator).collect()
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let constraint = &args.constraint;
    let instead = "--param writes the level's parameters, --out DIR both";
    let Rendered { model, questions } = constraint.render(Language::EssencePrime, instead)?;
    let texts = ModelAndParameters {
        model,
        parameters: (!questions.is_empty()).then_some(questions),
        generator: args.generator.generator(),
    };
    constraint.folder.answer(texts, constraint.json, out)
}
