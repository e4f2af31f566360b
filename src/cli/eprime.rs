//! `plotgen eprime`: the constraint models in Essence Prime, and levels as their parameters.

use clap::ValueEnum;
use serde::Serialize;

use super::constraint::{ConstraintArgs, ModelText, Question};
use super::folder::{Answer, Written};
use super::{Exit, Failure, Output};
use crate::games::plotting::models::constraint::Language;
use crate::games::plotting::models::essence_prime::{self, Conjecture};

const EXAMPLE: &str = "\
Examples:
  $ plotgen eprime --model a --dead-end > plotting-a.eprime
  $ plotgen eprime --param --steps 7 level.json > level-7.param
  $ savilerow -in-eprime plotting-a.eprime -in-param level-7.param -O1 -sat -run-solver
  $ plotgen eprime --model s --progress count --steps 7 instances/*.json --out DIR
  $ plotgen eprime --generator > generator.eprime
  $ plotgen eprime --conjecture monochrome > monochrome.eprime

The model asks for a plan of exactly N shots, none of them null, after which the goal holds; it is
the same for every level. Initial hand, firing restrictions, goal and N are in the parameters. A
solution says the shots in fpRow and fpCol.

Essence Prime has no optional parameters: these files always say the initial hand and the firing
positions. Those of 'plotgen convert --to param' say them only where a level has them, so that they
fit the published models. Both are read as levels.

The generator's solutions are the boards of a size and a number of colours (Section 6); those of the
conjectures have two columns of which it was thought that one need not be fired at (Section 8.3).

With --out, plotting-a.eprime or plotting-s.eprime (unless there is --param) and NAME-N.param for
each level, or generator.eprime, monochrome.eprime or prefix.eprime, are written into the folder. No
file that says something else is overwritten without --force.

--json: one object with model, which has focus, variants, and file (with --out) or text; parameters,
a list of level, steps, and file or text; and generator, which has conjecture, and file or text.
What was not asked for is null.";

/// Write the constraint models in Essence Prime, or levels as their parameters
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["model", "param", "generator", "conjecture"]))]
pub(super) struct Args {
    /// Write the parameters of levels, which are the same for every model
    #[arg(long, requires = "levels", conflicts_with = "VariantArgs")]
    param: bool,

    /// Write the model that generates boards
    #[arg(long, conflicts_with_all = ["levels", "VariantArgs"])]
    generator: bool,

    /// Write the model that generates boards to test a conjecture on
    #[arg(long, value_name = "CONJECTURE", conflicts_with_all = ["levels", "VariantArgs"])]
    conjecture: Option<ConjectureName>,

    #[command(flatten)]
    constraint: ConstraintArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum ConjectureName {
    /// Of two equal columns of one colour, one need not be fired at
    Monochrome,
    /// Of two columns that begin alike, one need not be fired at
    Prefix,
}

impl From<ConjectureName> for Conjecture {
    fn from(name: ConjectureName) -> Conjecture {
        match name {
            ConjectureName::Monochrome => Conjecture::Monochrome,
            ConjectureName::Prefix => Conjecture::Prefix,
        }
    }
}

#[derive(Serialize)]
struct Generator {
    conjecture: Option<Conjecture>,
    #[serde(flatten)]
    written: Written,
}

impl Generator {
    fn new(conjecture: Option<Conjecture>) -> Generator {
        Generator { conjecture, written: Written::Text(essence_prime::generator(conjecture)) }
    }

    /// The text, with the name that a file of it has.
    fn text(&mut self) -> (String, &mut Written) {
        let name = match self.conjecture {
            None => "generator.eprime",
            Some(Conjecture::Monochrome) => "monochrome.eprime",
            Some(Conjecture::Prefix) => "prefix.eprime",
        };
        (name.to_owned(), &mut self.written)
    }
}

#[derive(Serialize)]
struct Texts {
    model: Option<ModelText>,
    parameters: Option<Vec<Question>>,
    generator: Option<Generator>,
}

impl Answer for Texts {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let model = self.model.iter_mut().map(|model| model.text(LANGUAGE));
        let parameters = self.parameters.iter_mut().flatten().map(|one| one.text(LANGUAGE));
        let generator = self.generator.iter_mut().map(Generator::text);
        model.chain(parameters).chain(generator).collect()
    }
}

const LANGUAGE: Language = Language::EssencePrime;

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let constraint = &args.constraint;
    let instead = "--param writes the level's parameters, --out DIR both";
    let parameters = constraint.questions(LANGUAGE, instead)?;
    let conjecture = args.conjecture.map(Conjecture::from);
    let is_generator = args.generator || conjecture.is_some();
    let texts = Texts {
        model: constraint.model(LANGUAGE),
        parameters: (!parameters.is_empty()).then_some(parameters),
        generator: is_generator.then(|| Generator::new(conjecture)),
    };
    constraint.folder.answer(texts, constraint.json, out)
}
