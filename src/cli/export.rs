//! `plotgen export`: everything that there is for levels, in a folder.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::folder::{self, Existing, NewFile, file_stem};
use super::input::{self, GoalArg};
use super::variants::VariantArgs;
use super::{Exit, Failure, Output, progress};
use crate::games::plotting::formats::json;
use crate::games::plotting::level::Level;
use crate::games::plotting::models::constraint::Language;
use crate::games::plotting::models::pddl::Model;
use crate::games::plotting::models::variants::{Focus, Variants};
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen export level.json --out DIR
  $ plotgen export instances instances/named --out DIR --dead-end --progress count
  $ plotgen export levels/ --only eprime,minizinc --out DIR
  $ jq -r '.eprime.s + \" \" + .eprime.questions[]' DIR/index.jsonl

In the folder are then
  direct/, granular/   domain.pddl, and NAME.pddl for each level
  lean/                domain-5x5.pddl or the like for each size of boards, and NAME.pddl for each level
  eprime/              plotting-a.eprime, plotting-s.eprime, and NAME-NN.param
  minizinc/            plotting-a.mzn, plotting-s.mzn, and NAME-NN.dzn
  levels/              NAME.json
  index.jsonl          a line for each level

NN is a horizon, the number of shots that is asked about: every one that a plan may have, from 1 (0
where the goal holds at the start) to the longest, the blocks less the goal or less what Lemma 1
leaves. It has two digits, or as many as the level's longest, so that names sort.

Nothing is written unless every level can be, and no file that says something else is overwritten
without --force.

A line of index.jsonl has name, rows, columns, blocks, colours, goal, horizons (first and last), and
paths within the folder: level; direct, granular and lean, each with domain and problem; eprime and
minizinc, each with the models a and s, and questions, a list with a path for each horizon.

--json: one object with levels, questions, files, variants and out.";

/// Write everything for levels: planning problems, constraint models, a question for every horizon
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    goal: GoalArg,

    /// The folder to write into
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,

    /// Write only these models, and the levels and the index
    #[arg(long, value_name = "MODELS", value_delimiter = ',')]
    only: Vec<Models>,

    /// Overwrite files that say something else
    #[arg(long)]
    force: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    variants: VariantArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Models {
    /// Direct, Granular and Lean
    Pddl,
    /// A and S in Essence Prime
    Eprime,
    /// A and S in MiniZinc
    Minizinc,
}

#[derive(Serialize)]
struct Answer<'a> {
    levels: usize,
    questions: usize,
    files: usize,
    variants: Variants,
    out: &'a Path,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let export = Export::new(args)?;
    let shared = export.shared_files()?;
    let bar = progress::bar(export.items.len(), "levels");
    let part = |index: usize| match export.items.get(index) {
        Some(item) => Cow::Owned(export.files_of(item)),
        None => Cow::Borrowed(&shared[..]),
    };
    let existing = if args.force { Existing::Overwrite } else { Existing::NoConflict };
    folder::write_parts(&args.out, export.items.len() + 1, part, existing, || bar.inc(1))?;
    bar.finish_and_clear();
    let questions = export.items.iter().map(|item| item.level.horizons().count()).sum::<usize>();
    let a_level = 1 + export.planning.len();
    let answer = Answer {
        levels: export.items.len(),
        questions,
        files: shared.len() + a_level * export.items.len() + export.languages.len() * questions,
        variants: export.variants,
        out: &args.out,
    };
    if args.json {
        out.json(&answer)?;
    } else {
        let (levels, files) = (counted(answer.levels, "level"), counted(answer.files, "file"));
        writeln!(out, "{levels} written to {}, {files}", args.out.display())?;
    }
    Ok(Exit::Yes)
}

/// What is to be written.
struct Export {
    items: Vec<Item>,
    planning: Vec<Model>,
    languages: Vec<Language>,
    variants: Variants,
}

/// A level, and its name as that of files.
struct Item {
    level: Level,
    stem: String,
}

impl Export {
    fn new(args: &Args) -> Result<Export, Failure> {
        let has = |models| args.only.is_empty() || args.only.contains(&models);
        let planning = if has(Models::Pddl) { Model::KINDS.to_vec() } else { Vec::new() };
        let is_wanted = |language: &Language| match language {
            Language::EssencePrime => has(Models::Eprime),
            Language::MiniZinc => has(Models::Minizinc),
        };
        let languages = Language::ALL.into_iter().filter(is_wanted).collect();
        let items = items(args, !planning.is_empty())?;
        Ok(Export { items, planning, languages, variants: args.variants.variants() })
    }

    /// The files that are not of one level.
    fn shared_files(&self) -> Result<Vec<NewFile>, Failure> {
        let mut files = Vec::new();
        for &model in &self.planning {
            let domains = model.domains(self.items.iter().map(|item| &item.level));
            let file = |(name, text)| NewFile { name: format!("{model}/{name}"), text };
            files.extend(domains.into_iter().map(file));
        }
        for &language in &self.languages {
            for focus in Focus::ALL {
                let text = language.model(focus, self.variants);
                files.push(NewFile { name: model_path(language, focus), text });
            }
        }
        let mut index = String::new();
        for item in &self.items {
            index += &serde_json::to_string(&self.entry(item)).map_err(io::Error::from)?;
            index.push('\n');
        }
        files.push(NewFile { name: "index.jsonl".to_owned(), text: index });
        Ok(files)
    }

    /// The files of a level.
    fn files_of(&self, item: &Item) -> Vec<NewFile> {
        let level = &item.level;
        let mut files = vec![NewFile { name: item.level_path(), text: json::write(level) }];
        for &model in &self.planning {
            files.push(NewFile { name: item.problem_path(model), text: model.problem(level) });
        }
        for &language in &self.languages {
            files.extend(level.horizons().map(|steps| NewFile {
                name: item.question_path(language, steps),
                text: language.question(level, steps),
            }));
        }
        files
    }

    fn entry<'a>(&self, item: &'a Item) -> Entry<'a> {
        let figures = item.level.figures();
        let planning = |model: Model| {
            let paths =
                || Planning { domain: item.domain_path(model), problem: item.problem_path(model) };
            self.planning.contains(&model).then(paths)
        };
        let constraint = |language: Language| {
            let paths = || Constraint {
                a: model_path(language, Focus::Action),
                s: model_path(language, Focus::State),
                questions: item
                    .level
                    .horizons()
                    .map(|steps| item.question_path(language, steps))
                    .collect(),
            };
            self.languages.contains(&language).then(paths)
        };
        Entry {
            name: item.level.name(),
            rows: figures.rows,
            columns: figures.columns,
            blocks: figures.blocks,
            colours: figures.colours,
            goal: item.level.goal(),
            horizons: Horizons {
                first: *item.level.horizons().start(),
                last: *item.level.horizons().end(),
            },
            level: item.level_path(),
            direct: planning(Model::Direct),
            granular: planning(Model::Granular),
            lean: planning(Model::Lean),
            eprime: constraint(Language::EssencePrime),
            minizinc: constraint(Language::MiniZinc),
        }
    }
}

/// Reads the levels, no two of which may go to the same files.
fn items(args: &Args, has_domains: bool) -> Result<Vec<Item>, Failure> {
    let readings = args.goal.read_all(&args.levels)?;
    let mut files: HashMap<String, &Path> = HashMap::new();
    let mut items = Vec::with_capacity(readings.len());
    for (file, reading) in &readings {
        let level = reading.level.clone();
        let (name, stem) = (level.name(), file_stem(level.name()));
        if has_domains && is_domain(&stem) {
            let reason =
                format!("the level's name, {stem}, is that of a domain of the planning models");
            return Err(input::at_fault(file, &reason));
        }
        if let Some(other) = files.insert(stem.clone(), file) {
            let other = input::called(other);
            let reason =
                format!("the level, {name}, would go to {stem}.json, as that of {other} does");
            return Err(input::at_fault(file, &reason));
        }
        items.push(Item { level, stem });
    }
    Ok(items)
}

/// Whether a domain may have this name.
fn is_domain(stem: &str) -> bool {
    let figures =
        |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit() || b"x-".contains(&byte));
    stem == "domain" || stem.strip_prefix("domain-").is_some_and(figures)
}

fn model_path(language: Language, focus: Focus) -> String {
    format!("{}/{}", folder_of(language), language.model_file(focus))
}

fn folder_of(language: Language) -> &'static str {
    match language {
        Language::EssencePrime => "eprime",
        Language::MiniZinc => "minizinc",
    }
}

impl Item {
    fn level_path(&self) -> String {
        format!("levels/{}.json", self.stem)
    }

    fn domain_path(&self, model: Model) -> String {
        format!("{model}/{}", model.domain_file(&self.level))
    }

    fn problem_path(&self, model: Model) -> String {
        format!("{model}/{}.pddl", self.stem)
    }

    fn question_path(&self, language: Language, steps: usize) -> String {
        let digits = self.level.longest_plan().to_string().len().max(2);
        let (folder, ending) = (folder_of(language), language.question_ending());
        format!("{folder}/{}-{steps:0digits$}.{ending}", self.stem)
    }
}

/// A line of the index.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    rows: usize,
    columns: usize,
    blocks: usize,
    colours: usize,
    goal: usize,
    horizons: Horizons,
    level: String,
    direct: Option<Planning>,
    granular: Option<Planning>,
    lean: Option<Planning>,
    eprime: Option<Constraint>,
    minizinc: Option<Constraint>,
}

#[derive(Serialize)]
struct Horizons {
    first: usize,
    last: usize,
}

#[derive(Serialize)]
struct Planning {
    domain: String,
    problem: String,
}

#[derive(Serialize)]
struct Constraint {
    a: String,
    s: String,
    questions: Vec<String>,
}
