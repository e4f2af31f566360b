//! Builds a campaign from its file: levels, solvers with their models, and tasks.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::folder::{FileError, Folder, is_campaign};
use super::programs::Programs;
use super::record::{Configuration, Record, RecordedLevel};
use super::spec::{self, Levels, Spec};
use super::task::Task;
use crate::game::any::{BoxedLevel, named};
use crate::game::{AnyGame, AnyLevel, Encoding};
use crate::lab::attempt::{WHY, write_evidence};
use crate::lab::choice::{self, Choice, Request};
use crate::lab::files::{self, InputError, display_name, file_stem};
use crate::lab::natural::natural_path_order;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::declared::Declared;
use crate::lab::solvers::{Catalogue, Installed};

/// The games that levels may be of.
pub type Games = [&'static dyn AnyGame];

/// The most runs of a campaign: they are all held in memory, and each has its files.
const MOST_RUNS: usize = 1_000_000;

/// The most configurations of a campaign.
const MOST_CONFIGURATIONS: usize = 10_000;

/// The most levels that one call of a generator makes for a campaign, or that match one pattern.
const MOST_LEVELS: usize = 100_000;

/// A campaign that can be run.
pub struct Campaign {
    /// The text of its file.
    pub text: String,
    /// What its file says.
    pub spec: Spec,
    /// Its levels, each with the name of its file.
    pub levels: Vec<(String, BoxedLevel)>,
    /// Its configurations.
    pub configurations: Vec<Configuration>,
    /// Its solvers, as they are found on this machine.
    pub programs: Programs,
    /// Its runs, in order.
    pub tasks: Vec<Task>,
}

/// Why a campaign cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The campaign file is wrong.
    #[error("{}: {reason}", display_name(.file))]
    Spec {
        /// The campaign file.
        file: PathBuf,
        /// Where and why.
        reason: String,
    },
    /// A configuration is wrong.
    #[error("{}: configurations[{index}]: {reason}", display_name(.file))]
    Configuration {
        /// The campaign file.
        file: PathBuf,
        /// Its place in the list.
        index: usize,
        /// Why.
        reason: String,
    },
    /// Levels cannot be generated.
    #[error("{}: levels[{index}].generate: {reason}", display_name(.file))]
    Generate {
        /// The campaign file.
        file: PathBuf,
        /// Its place in the list.
        index: usize,
        /// Why.
        reason: String,
    },
}

impl Campaign {
    /// Reads a campaign file and all its levels, and looks for its solvers: those that are built in, that
    /// the catalogue has, and that the file declares.
    ///
    /// # Errors
    /// If the campaign cannot be built.
    pub fn read(
        file: &Path,
        mut catalogue: Catalogue,
        games: &Games,
        interrupted: &AtomicBool,
    ) -> Result<Campaign, BuildError> {
        let text = files::small_text(file, "a campaign")?;
        let spec = spec::read(&text)
            .map_err(|reason| BuildError::Spec { file: file.to_owned(), reason })?;
        declare(&spec, &mut catalogue, file)
            .map_err(|reason| BuildError::Spec { file: file.to_owned(), reason })?;
        let (game, levels) = Builder { file, games, spec: &spec }.levels()?;
        let levels = with_files(levels);
        let mut programs = Programs::default();
        let configurations = prepare(file, &spec, game, &catalogue, &mut programs, interrupted)?;
        let runs = spec.repetitions.get().checked_mul(levels.len() * configurations.len());
        if runs.is_none_or(|runs| runs > MOST_RUNS) {
            let reason = format!("this makes more than {MOST_RUNS} runs");
            return Err(BuildError::Spec { file: file.to_owned(), reason });
        }
        for (name, level) in &levels {
            for Prepared { configuration, encoding } in &configurations {
                encoding.check(level.as_ref()).map_err(|error| BuildError::Spec {
                    file: file.to_owned(),
                    reason: format!("{} cannot be given {name}: {error}", configuration.solver),
                })?;
            }
        }
        let mut tasks = Vec::new();
        for repetition in 1..=spec.repetitions.get() {
            for (name, level) in &levels {
                for Prepared { configuration, encoding } in &configurations {
                    let case = encoding.case(level.as_ref());
                    let missing = programs.get(&configuration.solver).err();
                    let (name, configuration) = (name.clone(), configuration.clone());
                    tasks.push(Task::new(
                        case.as_ref(),
                        name,
                        configuration,
                        missing,
                        spec.limits,
                        repetition,
                    ));
                }
            }
        }
        spec.order.arrange(&mut tasks);
        let configurations = configurations.into_iter().map(|one| one.configuration).collect();
        Ok(Campaign { text, spec, levels, configurations, programs, tasks })
    }

    /// Writes what runs need: the campaign file, the levels and the tasks.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn store(&self, folder: &Folder, tasks: &[Task]) -> Result<(), FileError> {
        for (file, level) in &self.levels {
            folder.write(&folder.level(file), &level.json())?;
        }
        for task in tasks {
            folder.write_task(task)?;
        }
        let declared = self.programs.declared();
        if !declared.is_empty() {
            let path = folder.declarations();
            let text = serde_json::to_string_pretty(&declared)
                .map_err(|error| FileError { path: path.clone(), reason: error.into() })?;
            folder.write(&path, &(text + "\n"))?;
        }
        folder.write(&folder.spec(), &self.text)
    }
}

/// Reads and generates the levels of a campaign file.
struct Builder<'a> {
    file: &'a Path,
    games: &'a Games,
    spec: &'a Spec,
}

impl Builder<'_> {
    fn fault(&self, reason: String) -> BuildError {
        BuildError::Spec { file: self.file.to_owned(), reason }
    }

    /// The game and its levels, each level once.
    fn levels(&self) -> Result<(&'static dyn AnyGame, Vec<BoxedLevel>), BuildError> {
        let mut read = Vec::new();
        for levels in &self.spec.levels {
            read.push(match levels {
                Levels::Glob(pattern) => self.read_files(pattern)?,
                Levels::Generate(_) => Vec::new(),
            });
        }
        let game = self.game(&read)?;
        let mut all = Vec::new();
        for (index, (levels, read)) in self.spec.levels.iter().zip(read).enumerate() {
            match levels {
                Levels::Glob(_) => all.extend(read),
                Levels::Generate(call) => all.extend(self.generate(game, index, call)?),
            }
        }
        if let Some(other) = all.iter().find(|level| level.game().name() != game.name()) {
            return Err(self.fault(format!(
                "levels: {} is a level of {}, and the campaign is for {}",
                other.name(),
                other.game().name(),
                game.name()
            )));
        }
        for level in &all {
            level
                .check_goal()
                .map_err(|error| self.fault(format!("levels: {}: {error}", level.name())))?;
        }
        let mut seen = HashSet::new();
        all.retain(|level| seen.insert(level.line()));
        Ok((game, all))
    }

    /// The game that the file names, or that of the first level file, or the first that understands
    /// the calls of its generator.
    fn game(&self, read: &[Vec<BoxedLevel>]) -> Result<&'static dyn AnyGame, BuildError> {
        if let Some(name) = &self.spec.game {
            return named(self.games, name).map_err(|reason| self.fault(format!("game: {reason}")));
        }
        if let Some(level) = read.iter().flatten().next() {
            return Ok(level.game());
        }
        let understands = |game: &&&'static dyn AnyGame| {
            !game.draw_options().is_empty()
                && self.spec.levels.iter().all(|levels| match levels {
                    Levels::Glob(_) => true,
                    Levels::Generate(call) => draw_call(**game, call).is_ok(),
                })
        };
        let first = self.games.iter().find(understands).or(self.games.first());
        first.copied().ok_or_else(|| self.fault("there are no games".to_owned()))
    }

    fn generate(
        &self,
        game: &'static dyn AnyGame,
        index: usize,
        call: &serde_yaml::Value,
    ) -> Result<Vec<BoxedLevel>, BuildError> {
        let fault =
            |reason: String| BuildError::Generate { file: self.file.to_owned(), index, reason };
        let call = draw_call(game, call).map_err(fault)?;
        let keep_all = Box::new(|_: &dyn AnyLevel| std::ops::ControlFlow::Continue(true));
        let batches = call.batches(keep_all).map_err(|error| fault(error.to_string()))?;
        let mut levels = Vec::new();
        for batch in batches.each {
            levels.extend(batch.map_err(|error| fault(error.to_string()))?);
            if levels.len() > MOST_LEVELS {
                return Err(fault(format!("this makes more than {MOST_LEVELS} levels")));
            }
        }
        Ok(levels)
    }

    fn read_files(&self, pattern: &str) -> Result<Vec<BoxedLevel>, BuildError> {
        let mut levels = Vec::new();
        for found in self.matching(pattern)? {
            let read = files::levels(self.games, &found)?;
            levels.extend(read.into_iter().map(|(_, reading)| reading.level));
            if levels.len() > MOST_LEVELS {
                return Err(self.too_many(pattern));
            }
        }
        Ok(levels)
    }

    /// The files that match a pattern, in the folder of the campaign file or, if there are none, in
    /// the current folder.
    fn matching(&self, pattern: &str) -> Result<Vec<PathBuf>, BuildError> {
        let beside = self.file.parent().unwrap_or(Path::new(""));
        for folder in [beside, Path::new("")] {
            // The name of a file may look like a pattern.
            let named = folder.join(pattern);
            if named.exists() {
                return Ok(vec![named]);
            }
            let escaped = glob::Pattern::escape(&folder.to_string_lossy());
            let whole = Path::new(&escaped).join(pattern);
            let found = glob::glob(&whole.to_string_lossy())
                .map_err(|error| self.fault(format!("{pattern:?}: {}", error.msg)))?;
            // A pattern such as /**/* matches the whole disk.
            let mut found: Vec<PathBuf> = found.flatten().take(MOST_LEVELS + 1).collect();
            if found.len() > MOST_LEVELS {
                return Err(self.too_many(pattern));
            }
            found.sort_by(|a, b| natural_path_order(a, b));
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Err(self.fault(format!("levels: there is no file {pattern}")))
    }

    fn too_many(&self, pattern: &str) -> BuildError {
        self.fault(format!("levels: {pattern:?} matches more than {MOST_LEVELS} files"))
    }
}

fn draw_call(
    game: &dyn AnyGame,
    call: &serde_yaml::Value,
) -> Result<Box<dyn crate::game::any::DrawCall>, String> {
    game.draw_call(&mut <dyn erased_serde::Deserializer<'_>>::erase(call))
}

/// Names for the files of levels: those of the levels, with numbers where they are not unique.
fn with_files(levels: Vec<BoxedLevel>) -> Vec<(String, BoxedLevel)> {
    let mut taken = HashSet::new();
    let mut file = |level: &BoxedLevel| {
        let stem = file_stem(&level.name());
        let names = std::iter::once(stem.clone()).chain((2..).map(|more| format!("{stem}-{more}")));
        let mut free = names.filter(|name| taken.insert(name.to_lowercase()));
        format!("{}.json", free.next().unwrap_or(stem))
    };
    levels.into_iter().map(|level| (file(&level), level)).collect()
}

/// Adds the solvers that a campaign file declares. The copy of a campaign file in the folder of a campaign
/// may come from anybody: it declares only what the user has named as well.
fn declare(spec: &Spec, catalogue: &mut Catalogue, file: &Path) -> Result<(), String> {
    let mut own = catalogue.clone();
    own.declare(spec.solvers.clone(), file)?;
    let is_new = own.declared().count() > catalogue.declared().count();
    if is_new && is_campaign(file.parent().unwrap_or(Path::new(""))) {
        return Err(
            "it is in the folder of a campaign, and declares solvers, which are programs to \
                    execute: look at their commands, then name the file with --solvers as well"
                .to_owned(),
        );
    }
    *catalogue = own;
    Ok(())
}

/// A configuration, ready to be made into tasks.
struct Prepared {
    configuration: Configuration,
    encoding: Box<dyn Encoding>,
}

/// Prepares all configurations of a campaign file.
fn prepare(
    file: &Path,
    spec: &Spec,
    game: &'static dyn AnyGame,
    catalogue: &Catalogue,
    programs: &mut Programs,
    interrupted: &AtomicBool,
) -> Result<Vec<Prepared>, BuildError> {
    let mut all = Vec::new();
    let mut names = HashSet::new();
    let variants: Vec<&str> = game.variants().iter().map(|variant| variant.name).collect();
    for (index, lists) in spec.configurations.iter().enumerate() {
        let fault =
            |reason: String| BuildError::Configuration { file: file.to_owned(), index, reason };
        if lists.count().is_none_or(|more| all.len() + more > MOST_CONFIGURATIONS) {
            let reason = format!("this makes more than {MOST_CONFIGURATIONS} configurations");
            return Err(fault(reason));
        }
        let requests = lists.each(&variants).map_err(fault)?;
        if requests.len() > 1 && lists.name.is_some() {
            let reason = "a name goes with one configuration, and here lists make several";
            return Err(fault(reason.to_owned()));
        }
        for request in requests {
            let choice = Choice::new(&request, catalogue, game).map_err(fault)?;
            let ready =
                Prepared::new(&request, lists.name.as_deref(), choice, programs, interrupted);
            let name = &ready.configuration.name;
            if name.is_empty() || name.chars().any(char::is_control) {
                return Err(fault(format!("the name {name:?} is empty or has control characters")));
            }
            if !names.insert(name.clone()) {
                return Err(fault(format!("there are two configurations {name}")));
            }
            all.push(ready);
        }
    }
    Ok(all)
}

impl Prepared {
    fn new(
        request: &Request,
        name: Option<&str>,
        choice: Choice,
        programs: &mut Programs,
        interrupted: &AtomicBool,
    ) -> Prepared {
        let Choice { solver, encoding } = choice;
        let declared = solver.declared().map(Declared::identity);
        let program = solver.name().to_owned();
        let default_search = solver.default_search().map(str::to_owned);
        let found = programs.find(solver, interrupted).as_ref();
        let version = found.map(Installed::version).unwrap_or_default();
        let model = Some(encoding.word()).filter(|word| !word.is_empty());
        let configuration = Configuration {
            name: name.map_or_else(|| default_name(request, model.as_deref()), str::to_owned),
            solver: program,
            version,
            model,
            search: request.search.clone().or(default_search),
            options: request.options.clone(),
            seed: request.seed,
            declared,
        };
        Prepared { configuration, encoding }
    }
}

/// The name of a configuration that is given none: everything that the campaign file says about it.
fn default_name(request: &Request, model: Option<&str>) -> String {
    let model = model.map(|word| match word.split_once('+') {
        Some((name, variants)) => format!("{name}/{variants}"),
        None if request.variants.is_some() => format!("{word}/plain"),
        None => word.to_owned(),
    });
    let parts = [
        Some(request.solver.clone()),
        model,
        request.search.clone(),
        (!request.options.is_empty()).then(|| request.options.join(" ")),
        request.seed.map(|seed| format!("seed {seed}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("/")
}

/// The model that a task gives its solver.
///
/// # Errors
/// If the game has no such model: why, in words.
pub fn encoding_of(task: &Task, game: &dyn AnyGame) -> Result<Box<dyn Encoding>, String> {
    let Configuration { solver, model, declared, .. } = &task.configuration;
    let language = match declared {
        Some(declared) => Ok(declared.reads),
        None => Catalogue::default().named(solver).map(|solver| solver.language()),
    };
    let encoding = language
        .and_then(|language| choice::encoding((solver, language), model.as_deref(), &[], game));
    encoding.map_err(|reason| format!("run {}: {reason}", task.run))
}

/// The level of a task, as the campaign's folder has it.
///
/// # Errors
/// If there is no such level, or it is not the level that the task was made for.
pub fn level_of(task: &Task, folder: &Folder, games: &Games) -> Result<BoxedLevel, InputError> {
    let file = folder.level(&task.file);
    let level = files::stored_level(games, &file)?;
    if RecordedLevel::new(level.as_ref()).hash != task.level.hash {
        let reason = "is not the level that the runs were planned for: it was changed since";
        return Err(InputError::new(&file, reason));
    }
    Ok(level)
}

/// Puts beside the logs of wrong runs what is needed to see that they are wrong. A run that another one
/// refutes did not know that its files would be needed. A folder that cannot be written to is left as
/// it is.
pub fn show_wrong(folder: &Folder, records: &mut [Record], games: &Games) {
    for record in records.iter_mut().filter(|record| record.outcome == Outcome::Wrong) {
        let logs = Folder::logs(&record.run);
        let home = folder.path().join(&logs);
        if home.join(WHY).exists() || evidence(folder, record, &home, games).is_some() {
            record.files = Some(logs);
        }
    }
}

fn evidence(folder: &Folder, record: &Record, home: &Path, games: &Games) -> Option<()> {
    let task = folder.task(&record.run).ok()??;
    let level = level_of(&task, folder, games).ok()?;
    let encoding = encoding_of(&task, level.game()).ok()?;
    let case = encoding.case(level.as_ref());
    fs::create_dir_all(home).ok()?;
    let shortest = || case.horizons().map_or(0, |lengths| *lengths.start());
    let length = record.steps.as_ref().map_or_else(shortest, Vec::len);
    for file in case.files(length) {
        files::create(&home.join(file.name)).ok()?.write_all(file.text.as_bytes()).ok()?;
    }
    write_evidence(case.as_ref(), record.remark.as_deref(), home).ok()
}
