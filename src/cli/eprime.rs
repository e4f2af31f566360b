//! `plotgen eprime`: the constraint models in Essence Prime, and levels as their parameters.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::folder::{OutArg, Written, file_stem};
use super::input::GoalArg;
use super::variants::{FocusName, ModelText, VariantArgs};
use super::{Exit, Failure, Output};
use crate::plotting::models::essence_prime::{self, Conjecture};
use crate::plotting::models::variants::Focus;
use crate::view::text::counted;

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
#[command(group = clap::ArgGroup::new("aim").args(["goal"]).requires("levels"))]
pub(super) struct Args {
    /// The levels; - is standard input
    #[arg(value_name = "LEVEL", requires = "steps", conflicts_with_all = ["generator", "conjecture"])]
    levels: Vec<PathBuf>,

    /// The model
    #[arg(long, value_name = "MODEL")]
    model: Option<FocusName>,

    /// Write the parameters of levels, which are the same for every model
    #[arg(long, requires = "levels", conflicts_with = "VariantArgs")]
    param: bool,

    /// The number of shots to ask about
    #[arg(long, value_name = "N", requires = "levels")]
    steps: Option<u16>,

    #[command(flatten)]
    goal: GoalArg,

    /// Write the model that generates boards
    #[arg(long, conflicts_with = "VariantArgs")]
    generator: bool,

    /// Write the model that generates boards to test a conjecture on
    #[arg(long, value_name = "CONJECTURE", conflicts_with = "VariantArgs")]
    conjecture: Option<ConjectureName>,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    variants: VariantArgs,
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
struct Parameters {
    level: String,
    steps: usize,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Generator {
    conjecture: Option<Conjecture>,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Answer {
    model: Option<ModelText>,
    parameters: Option<Vec<Parameters>>,
    generator: Option<Generator>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    if args.folder.out.is_none() && !args.json {
        if args.model.is_some() && !args.levels.is_empty() {
            return Err(Failure::bad_input(
                "the model is the same for every level: --param writes the level's parameters, --out DIR both",
            ));
        }
        if args.levels.len() > 1 {
            return Err(Failure::bad_input("several levels need --out DIR"));
        }
    }
    let mut answer = answer(args)?;
    let files = match &args.folder.out {
        Some(folder) => args.folder.store(folder, answer.texts())?,
        None => Vec::new(),
    };
    if args.json {
        out.json(&answer)?;
    } else if let Some(folder) = &args.folder.out {
        let told = match &files[..] {
            [file] => file.clone(),
            files => counted(files.len(), "file"),
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
        written: Written::Text(essence_prime::model(focus, variants)),
    });
    let steps = usize::from(args.steps.unwrap_or_default());
    let mut parameters = Vec::with_capacity(args.levels.len());
    for file in &args.levels {
        let level = args.goal.read(file)?.level;
        let written = Written::Text(essence_prime::parameters(&level, steps));
        parameters.push(Parameters { level: level.name().to_owned(), steps, written });
    }
    let conjecture = args.conjecture.map(Conjecture::from);
    let generator = (args.generator || conjecture.is_some()).then(|| Generator {
        conjecture,
        written: Written::Text(essence_prime::generator(conjecture)),
    });
    let parameters = (!parameters.is_empty()).then_some(parameters);
    Ok(Answer { model, parameters, generator })
}

impl Answer {
    /// All that is written, with the names that files of it have.
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let model = self.model.iter_mut().map(|model| {
            let name = match model.focus {
                Focus::Action => "plotting-a.eprime",
                Focus::State => "plotting-s.eprime",
            };
            (name.to_owned(), &mut model.written)
        });
        let parameters = self.parameters.iter_mut().flatten().map(|parameters| {
            let name = format!("{}-{}.param", file_stem(&parameters.level), parameters.steps);
            (name, &mut parameters.written)
        });
        let generator = self.generator.iter_mut().map(|generator| {
            let name = match generator.conjecture {
                None => "generator.eprime",
                Some(Conjecture::Monochrome) => "monochrome.eprime",
                Some(Conjecture::Prefix) => "prefix.eprime",
            };
            (name.to_owned(), &mut generator.written)
        });
        model.chain(parameters).chain(generator).collect()
    }
}
