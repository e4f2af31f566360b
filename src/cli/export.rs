//! `plotgen export`: levels in every model, in one folder.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::folder::{self, Existing, NewFile};
use super::input::to_plan;
use super::level_options::LevelOptions;
use super::model::{VariantArgs, game_of};
use super::{Exit, Failure, Output, progress};
use crate::game::any::BoxedLevel;
use crate::game::level::Details;
use crate::game::{Encoding, Language};
use crate::lab::files::{Place, file_stem};
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen export level.json --out DIR
  $ plotgen export instances instances/named --out DIR --dead-end --progress count
  $ plotgen export levels/ --only eprime,minizinc --out DIR
  $ jq -r '.eprime.s + \" \" + .eprime.questions[]' DIR/index.jsonl

The folder then contains, for levels of Plotting,
  direct/, granular/   domain.pddl, and NAME.pddl for each level
  lean/                domain-5x5.pddl or the like for each board size, and NAME.pddl for each level
  eprime/              plotting-a.eprime, plotting-s.eprime, and NAME-NN.param
  minizinc/            plotting-a.mzn, plotting-s.mzn, and NAME-NN.dzn
  levels/              NAME.json
  index.jsonl          one line for each level

and for levels of swaps six/, lean/, numeric/, eprime/ and minizinc/ with the model two-phase.

NN is a horizon, the length of plans asked about: every one that a plan may have, from 1 (0 where the goal
holds at the start) to the longest, but at most 256 of them. In Plotting the longest is the blocks less the
goal or less what Lemma 1 leaves. It has two digits, or as many as the level's longest, so that names sort.

Nothing is written unless every level can be, and no file with other content is overwritten without
--force.

A line of index.jsonl has name, figures of the level (for Plotting rows, columns, blocks, colours and goal),
horizons (first and last), and paths within the folder: file; each planning model with domain and problem;
eprime and minizinc, each with its models, and questions, a list with a path for each horizon.

--json: one object with levels, questions, files, variants and out.";

/// Write everything for levels: planning problems, constraint models, a question for every horizon
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    options: LevelOptions,

    /// The folder to write into
    #[arg(long, value_name = "DIR", required = true)]
    out: PathBuf,

    /// Write only these models, and the levels and the index
    #[arg(long, value_name = "MODELS", value_delimiter = ',')]
    only: Vec<Models>,

    /// Overwrite files with other content
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
    /// The planning models
    Pddl,
    /// The constraint models in Essence Prime
    Eprime,
    /// The constraint models in MiniZinc
    Minizinc,
}

#[derive(Serialize)]
struct Summary<'a> {
    levels: usize,
    questions: usize,
    files: usize,
    variants: Option<Details>,
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
    let of_item = |item: &Item| {
        let each = |constraint: &Constraint| export.lengths(item, constraint).len();
        let lengths = export.constraint.iter().map(each).collect::<Vec<_>>();
        (lengths.iter().copied().max().unwrap_or(0), lengths.iter().sum::<usize>())
    };
    let questions = export.items.iter().map(|item| of_item(item).0).sum::<usize>();
    let question_files = export.items.iter().map(|item| of_item(item).1).sum::<usize>();
    let problems = export.items.iter().map(|item| export.planning(item).count()).sum::<usize>();
    let summary = Summary {
        levels: export.items.len(),
        questions,
        files: shared.len() + export.items.len() + problems + question_files,
        variants: export.question_model.as_ref().and_then(|model| model.variants()),
        out: &args.out,
    };
    if args.json {
        out.json(&summary)?;
    } else {
        let (levels, files) = (counted(summary.levels, "level"), counted(summary.files, "file"));
        out.line(format_args!("{levels} written to {}, {files}", args.out.display()))?;
    }
    Ok(Exit::Yes)
}

/// The most questions that are written for a level in a language. In some games the bound on the length of
/// plans is astronomical.
const MOST_QUESTIONS: usize = 256;

/// What is to be written.
struct Export {
    items: Vec<Item>,
    /// The planning models, by name.
    planning: Vec<(String, Box<dyn Encoding>)>,
    /// The constraint languages, each with its folder and its models by name.
    constraint: Vec<Constraint>,
    /// A constraint model, which knows the horizons of levels whether it is written or not.
    question_model: Option<Box<dyn Encoding>>,
}

/// The models in a constraint language. A question is the same for all of them.
struct Constraint {
    language: Language,
    folder: &'static str,
    models: Vec<(String, Box<dyn Encoding>)>,
}

impl Constraint {
    /// The models that can express a level, by name.
    fn models_for(&self, item: &Item) -> impl Iterator<Item = &(String, Box<dyn Encoding>)> {
        self.models.iter().filter(|(_, encoding)| encoding.check(item.level.as_ref()).is_ok())
    }
}

/// A level, and its name as that of files.
struct Item {
    level: BoxedLevel,
    stem: String,
}

impl Export {
    fn new(args: &Args) -> Result<Export, Failure> {
        let has = |models| args.only.is_empty() || args.only.contains(&models);
        let items = items(args, has(Models::Pddl))?;
        let levels: Vec<BoxedLevel> = items.iter().map(|item| item.level.clone()).collect();
        let game = game_of(&levels)?;
        let encodings = |language, variants: &[(&str, &str)]| {
            let mut all = Vec::new();
            for entry in game.models(language).into_iter().filter(|entry| entry.is_exported) {
                let encoding = game.encoding(&entry.name, variants, language);
                all.push((entry.name, encoding.map_err(Failure::BadInput)?));
            }
            all.sort_by(|(one, _), (other, _)| one.cmp(other));
            Ok::<_, Failure>(all)
        };
        let planning = if has(Models::Pddl) { encodings(Language::Pddl, &[])? } else { Vec::new() };
        let mut constraint = Vec::new();
        for (models, language, folder) in [
            (Models::Eprime, Language::EssencePrime, "eprime"),
            (Models::Minizinc, Language::MiniZinc, "minizinc"),
        ] {
            let models =
                if has(models) { encodings(language, &args.variants.pairs())? } else { Vec::new() };
            if !models.is_empty() {
                constraint.push(Constraint { language, folder, models });
            }
        }
        let pairs = args.variants.pairs();
        let mut all = encodings(Language::EssencePrime, &pairs)?;
        all.extend(encodings(Language::MiniZinc, &pairs)?);
        let question_model = all.into_iter().next().map(|(_, encoding)| encoding);
        Ok(Export { items, planning, constraint, question_model })
    }

    /// The horizons of a level: the first ones, where there are very many.
    fn horizons(&self, item: &Item) -> RangeInclusive<usize> {
        const NONE: RangeInclusive<usize> = RangeInclusive::new(1, 0);
        let model = self.question_model.as_ref();
        let horizons = model.and_then(|model| model.horizons(item.level.as_ref()));
        let (first, last) = horizons.unwrap_or(NONE).into_inner();
        first..=last.min(first + MOST_QUESTIONS - 1)
    }

    /// The lengths of plans to ask for; `None` for the best plan of any length. Empty for a level that the
    /// constraint models cannot express.
    fn lengths(&self, item: &Item, constraint: &Constraint) -> Vec<Option<usize>> {
        let level = item.level.as_ref();
        match constraint.models_for(item).map(|(_, model)| model).next() {
            None => Vec::new(),
            Some(model) if model.horizons(level).is_none() => vec![None],
            Some(_) => self.horizons(item).map(Some).collect(),
        }
    }

    /// The planning models that can express a level, by name.
    fn planning(&self, item: &Item) -> impl Iterator<Item = &(String, Box<dyn Encoding>)> {
        self.planning.iter().filter(|(_, encoding)| encoding.check(item.level.as_ref()).is_ok())
    }

    /// The files that levels share, and the index.
    fn shared_files(&self) -> Result<Vec<NewFile>, Failure> {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for item in &self.items {
            for (name, encoding) in self.planning(item) {
                if let Some(shared) = encoding.shared(Some(item.level.as_ref())) {
                    files.entry(format!("{name}/{}", shared.file)).or_insert(shared.text);
                }
            }
        }
        for constraint in &self.constraint {
            for item in &self.items {
                for (_, encoding) in constraint.models_for(item) {
                    if let Some(shared) = encoding.shared(Some(item.level.as_ref())) {
                        let name = format!("{}/{}", constraint.folder, shared.file);
                        files.entry(name).or_insert(shared.text);
                    }
                }
            }
        }
        let mut index = String::new();
        for item in &self.items {
            let entry = Entry { export: self, item };
            index += &serde_json::to_string(&entry).map_err(io::Error::from)?;
            index.push('\n');
        }
        files.insert("index.jsonl".to_owned(), index);
        Ok(files.into_iter().map(|(name, text)| NewFile { name, text }).collect())
    }

    /// The files of a level.
    fn files_of(&self, item: &Item) -> Vec<NewFile> {
        let level = item.level.as_ref();
        let mut files = vec![NewFile { name: item.level_path(), text: level.json() }];
        for (name, encoding) in self.planning(item) {
            files
                .push(NewFile { name: item.problem_path(name), text: encoding.question(level, 0) });
        }
        for constraint in &self.constraint {
            let Some((_, encoding)) = constraint.models.first() else { continue };
            files.extend(self.lengths(item, constraint).into_iter().map(|steps| NewFile {
                name: self.question_path(item, constraint, steps),
                text: encoding.question(level, steps.unwrap_or_default()),
            }));
        }
        files
    }

    fn question_path(&self, item: &Item, constraint: &Constraint, steps: Option<usize>) -> String {
        let (folder, extension) = (constraint.folder, constraint.language.question_extension());
        let Some(steps) = steps else { return format!("{folder}/{}.{extension}", item.stem) };
        let digits = self.horizons(item).end().to_string().len().max(2);
        format!("{folder}/{}-{steps:0digits$}.{extension}", item.stem)
    }
}

/// Reads the levels, no two of which may have the same files.
fn items(args: &Args, has_domains: bool) -> Result<Vec<Item>, Failure> {
    let readings = args.options.read_all(&args.levels)?;
    let mut files: HashMap<String, &Place> = HashMap::new();
    let mut items = Vec::with_capacity(readings.len());
    for (place, reading) in &readings {
        let level = to_plan(reading.level.clone())?;
        let (name, stem) = (level.name(), file_stem(&level.name()));
        if has_domains && is_domain(&stem) {
            let reason =
                format!("the level's name, {stem}, is that of a domain of the planning models");
            return Err(place.fault(reason).into());
        }
        if let Some(other) = files.insert(stem.clone(), place) {
            let reason =
                format!("the level, {name}, would go to {stem}.json, as that of {other} does");
            return Err(place.fault(reason).into());
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

impl Item {
    fn level_path(&self) -> String {
        format!("levels/{}.json", self.stem)
    }

    fn problem_path(&self, model: &str) -> String {
        format!("{model}/{}.pddl", self.stem)
    }
}

/// A line of the index.
struct Entry<'a> {
    export: &'a Export,
    item: &'a Item,
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

impl Serialize for Entry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Entry { export, item } = self;
        let facts = item.level.facts();
        let horizons = export.horizons(item);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &facts.name)?;
        for (name, number) in facts.figures.iter() {
            map.serialize_entry(name, &number)?;
        }
        let (first, last) = (*horizons.start(), *horizons.end());
        map.serialize_entry(
            "horizons",
            &(!horizons.is_empty()).then_some(Horizons { first, last }),
        )?;
        map.serialize_entry("file", &item.level_path())?;
        for (name, encoding) in export.planning(item) {
            let domain = encoding.shared(Some(item.level.as_ref())).map(|shared| shared.file);
            let domain = format!("{name}/{}", domain.unwrap_or_default());
            map.serialize_entry(name, &Planning { domain, problem: item.problem_path(name) })?;
        }
        for constraint in &export.constraint {
            map.serialize_entry(constraint.folder, &Questions { entry: self, constraint })?;
        }
        map.end()
    }
}

/// The part of the index for a constraint language.
struct Questions<'a> {
    entry: &'a Entry<'a>,
    constraint: &'a Constraint,
}

impl Serialize for Questions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Questions { entry: Entry { export, item }, constraint } = self;
        let mut map = serializer.serialize_map(None)?;
        for (name, encoding) in constraint.models_for(item) {
            let shared = encoding.shared(Some(item.level.as_ref()));
            let file = shared.map(|shared| shared.file).unwrap_or_default();
            map.serialize_entry(name, &format!("{}/{file}", constraint.folder))?;
        }
        let path = |steps| export.question_path(item, constraint, steps);
        let paths: Vec<String> = export.lengths(item, constraint).into_iter().map(path).collect();
        map.serialize_entry("questions", &paths)?;
        map.end()
    }
}
