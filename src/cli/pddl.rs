//! `plotgen pddl`: levels as planning problems, and the domains that they belong to.

use std::path::PathBuf;

use serde::Serialize;

use super::folder::{Answer, NewFile, OutArg, Written, file_stem};
use super::input::GoalArg;
use super::{Exit, Failure, Output};
use crate::plotting::formats::Reading;
use crate::plotting::models::pddl::Model;

const EXAMPLE: &str = "\
Examples:
  $ plotgen pddl --granular level.json > problem.pddl
  $ plotgen pddl --granular --domain > domain.pddl
  $ plotgen pddl --direct instances/*.json --out DIR
  $ fast-downward --plan-file sas_plan domain.pddl problem.pddl --search 'astar(blind())'
  $ plotgen validate level.json sas_plan

Direct has one action a shot (Section 4.1 of the article), Granular one for each step of the shot
block and each fall (Section 4.2). Each has one domain for all levels. In both the cost of a plan is
its number of shots. Initial hand, firing restrictions and any goal are part of the problem.

With --out, domain.pddl and NAME.pddl for each level are written into the folder. No file that
says something else is overwritten without --force.

--json: one object with model, domain, and problems, a list of level, and file (with --out) or text.";

/// Write levels as PDDL problems, or the domain that they belong to
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required_unless_present_any = ["domain", "specimens"])]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    model: ModelArg,

    #[command(flatten)]
    goal: GoalArg,

    /// Write the domain, which is the same for every level
    #[arg(long, conflicts_with_all = ["levels", "goal", "out"])]
    domain: bool,

    /// Write the files that stand for the model in models/
    #[arg(long, hide = true, requires = "out", conflicts_with_all = ["levels", "domain", "goal"])]
    specimens: bool,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct ModelArg {
    /// The Direct model
    #[arg(long)]
    direct: bool,

    /// The Granular model
    #[arg(long)]
    granular: bool,
}

impl ModelArg {
    fn model(&self) -> Model {
        if self.direct { Model::Direct } else { Model::Granular }
    }
}

#[derive(Serialize)]
struct Problem {
    level: String,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Problems {
    model: Model,
    domain: String,
    problems: Vec<Problem>,
    /// The domain as a text of its own, if it is one.
    #[serde(skip)]
    domain_text: Option<Written>,
}

impl Answer for Problems {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let domain = self.domain_text.iter_mut().map(|text| ("domain.pddl".to_owned(), text));
        let problems = self
            .problems
            .iter_mut()
            .map(|problem| (format!("{}.pddl", file_stem(&problem.level)), &mut problem.written));
        domain.chain(problems).collect()
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let model = args.model.model();
    if let (true, Some(folder)) = (args.specimens, &args.folder.out) {
        let file = |(name, text)| NewFile { name, text };
        let files: Vec<NewFile> = model.specimens().into_iter().map(file).collect();
        args.folder.write(folder, &files)?;
        return Ok(Exit::Yes);
    }
    let problem = |(_, Reading { level, .. }): (PathBuf, Reading)| Problem {
        level: level.name().to_owned(),
        written: Written::Text(model.problem(&level)),
    };
    let problems: Vec<Problem> =
        args.goal.read_all(&args.levels)?.into_iter().map(problem).collect();
    if args.folder.out.is_none() && !args.json && problems.len() > 1 {
        return Err(Failure::bad_input("several levels need --out DIR"));
    }
    let domain = model.domain();
    let is_wanted = args.domain || args.folder.out.is_some();
    let domain_text = is_wanted.then(|| Written::Text(domain.clone()));
    args.folder.answer(Problems { model, domain, problems, domain_text }, args.json, out)
}
