//! `plotgen pddl`: levels as planning problems, and the domains that they belong to.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::folder::{Answer, NewFile, OutArg, Written, file_stem};
use super::input::GoalArg;
use super::{Exit, Failure, Output};
use crate::games::plotting::level::Level;
use crate::games::plotting::models::pddl::Model;

const EXAMPLE: &str = "\
Examples:
  $ plotgen pddl --lean level.json > problem.pddl
  $ plotgen pddl --lean --domain level.json > domain.pddl
  $ fast-downward --plan-file sas_plan domain.pddl problem.pddl --search 'astar(blind())'
  $ plotgen validate level.json sas_plan
  $ plotgen pddl --granular --domain > domain.pddl
  $ plotgen pddl --direct instances/*.json --out DIR

Direct has one action a shot (Section 4.1 of the article), Granular one for each step of the shot
block and each fall (Section 4.2), Lean one a shot, in a form that planners translate and search
fast. Direct and Granular have one domain for all levels, Lean one for each size of boards, or several:
large goals on large boards are counted in other ways. For boards of more than 36 cells Lean is
written so that states are small (--lean-pairs does that for any board). In all the cost of a plan
is its number of shots. Initial hand, firing restrictions and any goal are part of the problem.

With --out, the domains, domain.pddl or for Lean domain-5x5.pddl, domain-pairs-7x7.pddl and the
like, and NAME.pddl for each level are written into the folder. No file that says something else is overwritten without --force.

--json: one object with model, domain, and problems, a list of level, and file (with --out) or text;
for Lean domains, by name, and each of the problems has the name of its domain.";

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

    /// Write the domain, which is the same for every level; that of Lean is the one of LEVEL
    #[arg(long, conflicts_with = "out")]
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

    /// The Lean model, made for unmodified planners
    #[arg(long)]
    lean: bool,

    /// The Lean model as it is for large boards, whatever the size of the board
    #[arg(long)]
    lean_pairs: bool,
}

impl ModelArg {
    fn model(&self) -> Model {
        let given = [
            (self.direct, Model::Direct),
            (self.granular, Model::Granular),
            (self.lean, Model::Lean),
            (self.lean_pairs, Model::LeanPairs),
        ];
        let given = given.into_iter().find(|(is_given, _)| *is_given);
        given.expect("one of the group is required").1
    }
}

#[derive(Serialize)]
struct Problem {
    level: String,
    /// Which of the domains it belongs to, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Problems {
    model: Model,
    #[serde(flatten)]
    domain: Domain,
    problems: Vec<Problem>,
    /// The domains as texts of their own, if they are, by the names of their files.
    #[serde(skip)]
    domain_texts: Vec<(String, Written)>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Domain {
    /// One for every level.
    Domain(String),
    /// By the names of their files.
    Domains(BTreeMap<String, String>),
}

impl Answer for Problems {
    fn texts(&mut self) -> Vec<(String, &mut Written)> {
        let domains = self.domain_texts.iter_mut().map(|(name, text)| (name.clone(), text));
        let problems = self
            .problems
            .iter_mut()
            .map(|problem| (format!("{}.pddl", file_stem(&problem.level)), &mut problem.written));
        domains.chain(problems).collect()
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
    let shared = model.domain();
    match (&shared, args.domain, args.levels.len()) {
        (Some(_), true, 1..) => {
            let message =
                format!("the {model} model has one domain for all levels: --domain takes none");
            return Err(Failure::BadInput(message));
        }
        (None, true, 0 | 2..) => {
            let message =
                "the domain of the lean model is for boards of one size: --domain takes one level";
            return Err(Failure::bad_input(message));
        }
        (_, _, _) => {}
    }
    let levels: Vec<Level> =
        args.goal.read_all(&args.levels)?.into_iter().map(|(_, reading)| reading.level).collect();
    if args.folder.out.is_none() && !args.json && levels.len() > 1 {
        return Err(Failure::bad_input("several levels need --out DIR"));
    }
    let problem = |level: &Level| Problem {
        level: level.name().to_owned(),
        domain: shared.is_none().then(|| model.domain_file(level)),
        written: Written::Text(model.problem(level)),
    };
    let problems = if args.domain { Vec::new() } else { levels.iter().map(problem).collect() };
    let domains = match &shared {
        Some(text) => BTreeMap::from([("domain.pddl".to_owned(), text.clone())]),
        None => model.domains(&levels),
    };
    let is_wanted = args.domain || args.folder.out.is_some();
    let text = |(name, text): (&String, &String)| (name.clone(), Written::Text(text.clone()));
    let domain_texts = domains.iter().filter(|_| is_wanted).map(text).collect();
    let domain = shared.map_or_else(|| Domain::Domains(domains), Domain::Domain);
    args.folder.answer(Problems { model, domain, problems, domain_texts }, args.json, out)
}
