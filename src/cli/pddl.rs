//! `plotgen pddl`: levels as planning problems, and the domains they belong to.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches};
use serde::Serialize;

use super::folder::{NewFile, OutArg, Texts, Written};
use super::level_options::LevelOptions;
use super::{Exit, Failure, Output, games, model};
use crate::game::any::{BoxedLevel, base_name};
use crate::game::{AnyGame, Encoding, Language};
use crate::lab::files::file_stem;

const EXAMPLE: &str = "\
Examples:
  $ plotgen pddl --lean level.json > problem.pddl
  $ plotgen pddl --lean --domain level.json > domain.pddl
  $ fast-downward --plan-file sas_plan domain.pddl problem.pddl --search 'astar(blind())'
  $ plotgen validate level.json sas_plan
  $ plotgen pddl --granular --domain > domain.pddl
  $ plotgen pddl --direct instances/*.json --out DIR
  $ plotgen pddl --six instances/swaps/document-1.json > problem.pddl
  $ plotgen pddl --six --domain > domain.pddl

Plotting: Direct has one action per shot (Section 4.1 of the article), Granular one for each move of the shot
block and each fall (Section 4.2), Lean one per shot, in a form that planners translate and search
fast. Direct and Granular have one domain for all levels. Lean has one for each board size, or
several: large goals on large boards are counted in other ways. For boards of more than 36 cells Lean
is written so that states are small (--lean-pairs does that for any board). In every model the cost of
a plan is its number of shots. Initial hand, firing restrictions and any goal are part of the problem.

Swaps: Six, which is written where no model is named, has the six actions of the published domain. Lean
makes all swaps before all matches; planners get it by default. Numeric is Lean with kinds as numbers.
Each has one domain for all levels; --lean --domain needs a level to know that it is of swaps.

With --out, the domains (domain.pddl, or for Lean domain-5x5.pddl, domain-pairs-7x7.pddl and the
like) and NAME.pddl for each level are written into the folder. No file with other content is
overwritten without --force.

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
    options: LevelOptions,

    /// Write the domain instead of the problem; only that of Lean needs LEVEL
    #[arg(long, conflicts_with = "out")]
    domain: bool,

    /// Write the files that stand for the model in models/
    #[arg(long, hide = true, requires = "out", conflicts_with_all = ["levels", "domain", LevelOptions::GROUP])]
    specimens: bool,

    #[command(flatten)]
    folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The model on the command line: --model NAME, or an option of its name; `None` for the model that the
/// game of the levels is known by.
struct ModelArg(Option<String>);

impl FromArgMatches for ModelArg {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ModelArg, clap::Error> {
        let named = matches.get_one::<String>("pddl-model").cloned();
        let flagged = || {
            let mut names = model::names(&[Language::Pddl]).into_iter();
            names.find(|name| matches.get_flag(&format!("pddl-{name}")))
        };
        Ok(ModelArg(named.or_else(flagged)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ModelArg::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for ModelArg {
    fn augment_args(mut command: Command) -> Command {
        let mut ids = vec!["pddl-model".to_owned()];
        command = command.arg(
            Arg::new("pddl-model")
                .long("model")
                .value_name("MODEL")
                .value_parser(model::Suggested(|| model::names(&[Language::Pddl])))
                .help("The model, by its name; --NAME is short for --model NAME"),
        );
        for &game in games::all() {
            for entry in game.models(Language::Pddl) {
                let name = base_name(&entry.name).to_owned();
                let id = format!("pddl-{name}");
                if !ids.contains(&id) {
                    let flag = Arg::new(id.clone()).long(name).action(ArgAction::SetTrue);
                    command = command.arg(flag.help(entry.about));
                    ids.push(id);
                }
            }
        }
        command.group(ArgGroup::new("pddl-models").multiple(false).args(ids))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ModelArg::augment_args(command)
    }
}

#[derive(Serialize)]
struct Problem {
    level: String,
    /// The domain it belongs to, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    domain: Option<String>,
    #[serde(flatten)]
    written: Written,
}

#[derive(Serialize)]
struct Problems {
    model: String,
    #[serde(flatten)]
    domain: Domain,
    problems: Vec<Problem>,
    /// The domains as texts of their own, if they are asked for, by the names of their files.
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

impl Texts for Problems {
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
    let levels = args.options.levels(&args.levels)?;
    let ModelArg(named) = &args.model;
    let (game, word) = match (levels.is_empty(), named) {
        (false, named) => {
            let game = model::game_of(&levels)?;
            (game, named.clone().or_else(|| published(game)).ok_or_else(unnamed)?)
        }
        (true, Some(word)) => (with_model(word)?, word.clone()),
        (true, None) => return Err(unnamed()),
    };
    let word = &word;
    let encoding = game.encoding(word, &[], Language::Pddl).map_err(Failure::BadInput)?;
    if let (true, Some(folder)) = (args.specimens, &args.folder.out) {
        let file = |(name, text)| NewFile { name, text };
        let files: Vec<NewFile> = encoding.specimens().into_iter().map(file).collect();
        args.folder.write(folder, &files)?;
        return Ok(Exit::Yes);
    }
    let shared = encoding.shared(None);
    if args.domain && shared.is_none() && levels.len() != 1 {
        return Err(Failure::BadInput(format!(
            "the domain of the {word} model depends on the level: --domain takes one level"
        )));
    }
    if args.folder.out.is_none() && !args.json && !args.domain && levels.len() > 1 {
        return Err(Failure::bad_input("several levels need --out DIR"));
    }
    for level in &levels {
        encoding.check(level.as_ref()).map_err(Failure::bad_input)?;
    }
    let problems = problems(args, encoding.as_ref(), &levels);
    args.folder.answer(problems, args.json, out)
}

/// The model that a game is known by.
fn published(game: &dyn AnyGame) -> Option<String> {
    let mut models = game.models(Language::Pddl).into_iter();
    models.find(|entry| entry.is_published).map(|entry| entry.name)
}

fn unnamed() -> Failure {
    let names = model::names(&[Language::Pddl]).join(", --");
    Failure::BadInput(format!("name a model: --{names}"))
}

/// The first game with a model of this name.
fn with_model(word: &str) -> Result<&'static dyn AnyGame, Failure> {
    let mut reason = String::new();
    for &game in games::all() {
        match game.encoding(word, &[], Language::Pddl) {
            Ok(_) => return Ok(game),
            Err(error) if reason.is_empty() => reason = error,
            Err(_) => {}
        }
    }
    Err(Failure::BadInput(reason))
}

fn problems(args: &Args, encoding: &dyn Encoding, levels: &[BoxedLevel]) -> Problems {
    let shared = encoding.shared(None);
    let of_level = |level: &BoxedLevel| encoding.shared(Some(level.as_ref()));
    let domains: BTreeMap<String, String> = match &shared {
        Some(shared) => [(shared.file.clone(), shared.text.clone())].into(),
        None => levels.iter().filter_map(of_level).map(|one| (one.file, one.text)).collect(),
    };
    let problem = |level: &BoxedLevel| Problem {
        level: level.name(),
        domain: of_level(level).filter(|_| shared.is_none()).map(|shared| shared.file),
        written: Written::Text(encoding.question(level.as_ref(), 0)),
    };
    let are_written = args.domain || args.folder.out.is_some();
    let text = |(name, text): (&String, &String)| (name.clone(), Written::Text(text.clone()));
    Problems {
        model: encoding.word(),
        domain_texts: domains.iter().filter(|_| are_written).map(text).collect(),
        domain: match &shared {
            Some(shared) => Domain::Domain(shared.text.clone()),
            None => Domain::Domains(domains),
        },
        problems: if args.domain { Vec::new() } else { levels.iter().map(problem).collect() },
    }
}
