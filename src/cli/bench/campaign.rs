//! A campaign: what a file says is to be run, made into tasks.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::folder::file_stem;
use crate::cli::input::{GoalArg, at_fault, campaign_text, in_words, level_files};
use crate::cli::solver::{check_search, named};
use crate::cli::{Failure, interrupt};
use crate::games::plotting::campaign::{Generate, VariantLists, without_repetitions};
use crate::games::plotting::case::{Encoding, LevelCase};
use crate::games::plotting::formats::json;
use crate::games::plotting::level::Level;
use crate::games::plotting::models::variants::Variants;
use crate::games::plotting::models::{Model, ModelName};
use crate::lab::campaign::folder::{FileError, Folder};
use crate::lab::campaign::record::{Configuration, Record};
use crate::lab::campaign::run::WHY;
use crate::lab::campaign::spec::{self, Levels, Spec, Wanted};
use crate::lab::campaign::task::{Availability, Task};
use crate::lab::case::Case;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::finding::{self, Found};
use crate::lab::solvers::native::{self, Native};
use crate::lab::solvers::{Installed, Solver};

type PlottingSpec = Spec<Generate, ModelName, VariantLists>;

/// A campaign that can be run.
pub(super) struct Campaign {
    /// The text of its file.
    pub(super) text: String,
    pub(super) spec: PlottingSpec,
    /// Its levels, each with the name of its file.
    pub(super) levels: Vec<(String, Level)>,
    /// Its configurations, each with its solver, or why that is missing.
    pub(super) configurations: Vec<(Configuration, Availability)>,
    /// Its runs, in order.
    pub(super) tasks: Vec<Task>,
}

impl Campaign {
    /// Reads a campaign file and all levels that it names, and looks for its solvers.
    pub(super) fn read(file: &Path) -> Result<Campaign, Failure> {
        let text = campaign_text(file)?;
        let spec: PlottingSpec = spec::read(&text).map_err(|reason| at_fault(file, &reason))?;
        let levels = with_files(levels(&spec, file)?);
        let mut prepared = Vec::new();
        let mut names = HashSet::new();
        let mut found = HashMap::new();
        for (index, lists) in spec.configurations.iter().enumerate() {
            let at_it =
                |reason: &str| at_fault(file, &format!("configurations[{index}]: {reason}"));
            let all = lists.each(VariantLists::each);
            if all.len() > 1 && lists.name.is_some() {
                return Err(at_it(
                    "a name goes with one configuration, and here lists make several",
                ));
            }
            for wanted in all {
                let ready = Prepared::new(&wanted, &mut found).map_err(|reason| at_it(&reason))?;
                let name = &ready.configuration.name;
                if name.is_empty() || name.chars().any(char::is_control) {
                    return Err(at_it(&format!("{name:?} is no name that can be shown")));
                }
                if !names.insert(name.clone()) {
                    return Err(at_it(&format!("there are two configurations {name}")));
                }
                prepared.push(ready);
            }
        }
        let runs = spec.repetitions.get().checked_mul(levels.len() * prepared.len());
        if runs.is_none_or(|runs| runs > MOST_RUNS) {
            return Err(at_fault(file, &format!("these are more than {MOST_RUNS} runs")));
        }
        let mut tasks = Vec::new();
        for repetition in 1..=spec.repetitions.get() {
            for (name, level) in &levels {
                for ready in &prepared {
                    let case = LevelCase { level, encoding: &ready.encoding };
                    let (configuration, solver) =
                        (ready.configuration.clone(), ready.solver.clone());
                    let limits = spec.limits;
                    let task =
                        Task::new(&case, name.clone(), configuration, solver, limits, repetition);
                    tasks.push(task);
                }
            }
        }
        spec.order.arrange(&mut tasks);
        let configurations =
            prepared.into_iter().map(|ready| (ready.configuration, ready.solver)).collect();
        Ok(Campaign { text, spec, levels, configurations, tasks })
    }

    /// Writes what a run needs: the campaign file, the levels and the tasks.
    pub(super) fn store(&self, folder: &Folder, tasks: &[Task]) -> Result<(), FileError> {
        for (file, level) in &self.levels {
            folder.write(&folder.level(file), &json::write(level))?;
        }
        for task in tasks {
            folder.write_task(task)?;
        }
        folder.write(&folder.spec(), &self.text)
    }

    /// The configurations whose solver is not on this machine, and why.
    pub(super) fn missing(&self) -> BTreeMap<&str, &str> {
        let mut missing = BTreeMap::new();
        for (configuration, solver) in &self.configurations {
            if let Availability::Missing(why) = solver {
                missing.insert(configuration.solver.as_str(), why.as_str());
            }
        }
        missing
    }
}

/// A campaign has no more runs than this: they are all held in memory, and each has its files.
const MOST_RUNS: usize = 1_000_000;

/// A configuration, ready to be made into tasks.
struct Prepared {
    configuration: Configuration,
    encoding: Encoding,
    solver: Availability,
}

impl Prepared {
    fn new(
        wanted: &Wanted<ModelName, Variants>,
        found: &mut HashMap<String, Result<Installed, String>>,
    ) -> Result<Prepared, String> {
        let name = wanted.solver.as_str();
        let (model, encoding) = encoding(wanted)?;
        let installed = found.entry(name.to_owned()).or_insert_with(|| find(name));
        let (version, solver) = match installed {
            Ok(installed) => (installed.version(), Availability::of(installed)),
            Err(why) => (String::new(), Availability::Missing(why.clone())),
        };
        let variants = match model {
            Some(Model::Constraints(_, variants)) => Some(variants.to_string()),
            Some(Model::Pddl(_)) | None => None,
        };
        let model = model.map(|model| model.to_string());
        let told = [
            Some(name.to_owned()),
            model.clone(),
            wanted.variants.and(variants.clone()),
            wanted.search.clone(),
            (!wanted.options.is_empty()).then(|| wanted.options.join(" ")),
        ];
        let told: Vec<String> = told.into_iter().flatten().collect();
        let configuration = Configuration {
            name: wanted.name.clone().unwrap_or_else(|| told.join("/")),
            solver: name.to_owned(),
            version,
            model,
            variants,
            search: wanted.search.clone().or_else(|| default_search(name)),
            options: wanted.options.clone(),
        };
        Ok(Prepared { configuration, encoding, solver })
    }
}

fn default_search(solver: &str) -> Option<String> {
    named(solver).ok()?.default_search().map(str::to_owned)
}

/// What the solver is given.
fn encoding(wanted: &Wanted<ModelName, Variants>) -> Result<(Option<Model>, Encoding), String> {
    let name = &wanted.solver;
    if name == native::NAME {
        let misplaced = [
            (wanted.model.is_some(), "model"),
            (wanted.variants.is_some(), "variant"),
            (wanted.search.is_some(), "search"),
        ];
        return match misplaced.iter().find(|(is_given, _)| *is_given) {
            Some((_, key)) => Err(format!("{key} goes with an external solver only")),
            None => Ok((None, Encoding::level())),
        };
    }
    let solver = named(name).map_err(|failure| failure.to_string())?;
    check_search(solver.as_ref(), wanted.search.as_deref())?;
    let (model, encoding) = Encoding::choose(wanted.model, wanted.variants, solver.as_ref())?;
    Ok((Some(model), encoding))
}

/// A solver on this machine, or why it cannot be used.
pub(super) fn find(name: &str) -> Result<Installed, String> {
    if name == native::NAME {
        return Native::installed().map_err(|error| error.to_string());
    }
    let solver = named(name).map_err(|failure| failure.to_string())?;
    finding::find(solver, interrupt::flag()).map_err(|missing| missing.to_string())
}

/// What a task was made from: the solver, and what it is given.
pub(super) fn ready(task: &Task) -> Result<(Installed, Encoding), Failure> {
    let name = &task.configuration.solver;
    let encoding = encoding_of(task)?;
    let programs = match &task.solver {
        Availability::Programs(programs) => programs,
        Availability::Missing(why) => return Err(Failure::Solver(format!("{name}: {why}"))),
    };
    let tool = |(program, version): &(PathBuf, String)| Found {
        program: program.clone(),
        version: version.clone(),
    };
    let solver: Arc<dyn Solver> =
        if name == native::NAME { Arc::new(Native) } else { named(name)? };
    Ok((Installed { solver, tools: programs.iter().map(tool).collect() }, encoding))
}

/// What the solver of a task is given.
fn encoding_of(task: &Task) -> Result<Encoding, Failure> {
    let Configuration { solver: name, model, variants, search, options, .. } = &task.configuration;
    let wrong = |reason: String| Failure::BadInput(format!("run {}: {reason}", task.run));
    let wanted = Wanted {
        name: None,
        solver: name.clone(),
        model: model.as_deref().map(str::parse).transpose().map_err(wrong)?,
        variants: variants.as_deref().map(str::parse).transpose().map_err(wrong)?,
        search: search.clone(),
        options: options.clone(),
    };
    encoding(&wanted).map(|(_, encoding)| encoding).map_err(wrong)
}

/// Puts beside the logs of wrong runs what is needed to see that they are: a run that another one refutes
/// did not know that its files would be wanted. A folder that cannot be written to is left as it is.
pub(super) fn show_wrong(folder: &Folder, records: &mut [Record]) {
    for record in records.iter_mut().filter(|record| record.outcome == Outcome::Wrong) {
        let logs = Folder::logs(&record.run);
        let home = folder.path().join(&logs);
        if home.join(WHY).exists() || write_evidence(folder, record, &home).is_some() {
            record.files = Some(logs);
        }
    }
}

fn write_evidence(folder: &Folder, record: &Record, home: &Path) -> Option<()> {
    let task = folder.task(&record.run).ok()??;
    let encoding = encoding_of(&task).ok()?;
    let level = GoalArg::default().read(&folder.level(&task.file)).ok()?.level;
    let case = LevelCase { level: &level, encoding: &encoding };
    fs::create_dir_all(home).ok()?;
    let length = record.length.unwrap_or(*case.lengths().start());
    for file in case.files(length).into_iter().chain([case.source()]) {
        fs::write(home.join(file.name), file.text).ok()?;
    }
    let why = record.remark.clone().unwrap_or_default() + "\n";
    fs::write(home.join(WHY), why).ok()
}

/// The levels that the file asks for, each once.
fn levels(spec: &PlottingSpec, file: &Path) -> Result<Vec<Level>, Failure> {
    let mut all = Vec::new();
    for levels in &spec.levels {
        match levels {
            Levels::Glob(pattern) => {
                for found in matching(pattern, file)? {
                    for file in level_files(&found)? {
                        all.push(GoalArg::default().read(&file)?.level);
                    }
                }
            }
            Levels::Generate(call) => {
                let made = call.levels().map_err(|error| at_fault(file, &error.to_string()))?;
                all.extend(made);
            }
        }
    }
    Ok(without_repetitions(all))
}

/// The files that a pattern names, in the folder of the campaign file or, if there are none, in the
/// current one.
fn matching(pattern: &str, file: &Path) -> Result<Vec<PathBuf>, Failure> {
    let beside = file.parent().unwrap_or(Path::new(""));
    for folder in [beside, Path::new("")] {
        // A name may look like a pattern.
        let named = folder.join(pattern);
        if named.exists() {
            return Ok(vec![named]);
        }
        let escaped = glob::Pattern::escape(&folder.to_string_lossy());
        let whole = Path::new(&escaped).join(pattern);
        let found = glob::glob(&whole.to_string_lossy())
            .map_err(|error| at_fault(file, &format!("{pattern:?}: {}", error.msg)))?;
        let mut found: Vec<PathBuf> = found.flatten().collect();
        found.sort();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Err(at_fault(file, &format!("levels: there is no file {pattern}")))
}

/// Names for the files of levels: those of the levels, and more where they are not enough.
fn with_files(levels: Vec<Level>) -> Vec<(String, Level)> {
    let mut taken = HashSet::new();
    let mut file = |level: &Level| {
        let stem = file_stem(level.name());
        let names = std::iter::once(stem.clone()).chain((2..).map(|more| format!("{stem}-{more}")));
        let mut free = names.filter(|name| taken.insert(name.to_lowercase()));
        format!("{}.json", free.next().unwrap_or(stem))
    };
    levels.into_iter().map(|level| (file(&level), level)).collect()
}

/// So many runs at once, as the file of a campaign that was begun says.
pub(super) fn workers(folder: &Folder) -> Result<usize, Failure> {
    let path = folder.spec();
    let text = campaign_text(&path)?;
    let spec: PlottingSpec = spec::read(&text).map_err(|reason| at_fault(&path, &reason))?;
    Ok(spec.workers.get())
}

/// A file of a campaign that cannot be used, as a failure.
pub(super) fn unusable(error: &FileError) -> Failure {
    at_fault(&error.path, &in_words(&error.reason))
}
