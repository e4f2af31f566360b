//! The external solvers: how each is found, called and read. A file each, behind one trait.
//!
//! What a solver says is a [`Claim`], not a fact. Whoever asked checks it: see [`super::outcome`].
//!
//! - [`finding`]: where a program is looked for;
//! - [`downward`]: what Fast Downward and the planners built on it have in common;
//! - [`fast_downward`], [`symk`]: the planners.

pub mod downward;
pub mod fast_downward;
pub mod finding;
pub mod symk;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use super::process::{self, Ended, Ending, Job, Limits, StartError, Usage};

/// All external solvers, in the order in which they are listed.
pub const ALL: [&dyn Solver; 2] = [&fast_downward::FastDownward, &symk::SymK];

/// The solver of this name.
pub fn named(name: &str) -> Option<&'static dyn Solver> {
    ALL.into_iter().find(|solver| solver.name() == name)
}

/// What a solver reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// A PDDL domain and problem, in the files [`DOMAIN`] and [`PROBLEM`].
    Pddl,
}

/// The file with the domain.
pub const DOMAIN: &str = "domain.pddl";
/// The file with the problem.
pub const PROBLEM: &str = "problem.pddl";

/// A file of a question: its name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The name, without folders.
    pub name: &'static str,
    /// The text.
    pub text: String,
}

/// An external solver.
pub trait Solver: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What it is and what it can do, in a line.
    fn about(&self) -> &'static str;
    /// How to install it, in a line.
    fn installation(&self) -> &'static str;
    /// What it reads.
    fn language(&self) -> Language;
    /// The environment variable that may say where it is.
    fn variable(&self) -> &'static str;
    /// The names that its program may have.
    fn programs(&self) -> &'static [&'static str];
    /// The arguments that make it tell its version.
    fn version_arguments(&self) -> &'static [&'static str];
    /// The version out of what it then prints.
    fn version(&self, printed: &str) -> Option<String>;
    /// How it searches unless told otherwise.
    fn default_search(&self) -> &'static str;
    /// Whether a plan that this search ends with is claimed to be optimal.
    fn is_optimal(&self, search: &str) -> bool;
    /// The arguments for the question in its working directory.
    fn arguments(&self, search: &str, limits: &Limits) -> Vec<OsString>;
    /// The best plan that it has written so far.
    fn best(&self, directory: &Path) -> Option<String>;
    /// What it claims, out of the way it ended and the files that it left.
    fn read(&self, search: &str, code: i32, directory: &Path) -> (Claim, Statistics);
}

/// How long a solver may take to tell its version.
const SOON: Duration = Duration::from_secs(20);

/// A solver that was found on this machine.
#[derive(Clone)]
pub struct Installed {
    /// The solver.
    pub solver: &'static dyn Solver,
    /// Its program.
    pub program: PathBuf,
}

/// What a solver says, before anything of it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Here is a plan.
    Plan {
        /// The plan as the solver wrote it.
        text: String,
        /// Whether it is said to be a shortest one.
        optimal: bool,
    },
    /// There is no plan.
    Unsolvable,
    /// It was stopped before it was done.
    Stopped {
        /// By what.
        by: Stop,
        /// The best plan so far, if it was written before.
        best: Option<String>,
    },
    /// Something that is none of these, in words.
    Crashed(String),
}

/// What stops a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// The user.
    User,
}

/// What a solver tells about its work, as far as it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// Seconds spent on turning the model into something to be searched.
    pub translation_seconds: Option<f64>,
    /// Seconds spent on searching.
    pub search_seconds: Option<f64>,
    /// States that were expanded.
    pub expanded: Option<u64>,
    /// Bytes that the search took, by its own account.
    pub search_memory: Option<u64>,
}

/// A question to a solver.
pub struct Question<'a> {
    /// The model of the level.
    pub files: &'a [TextFile],
    /// How to search; the solver's default if this is `None`.
    pub search: Option<&'a str>,
    /// What the solver may use.
    pub limits: Limits,
    /// An existing, empty folder for its files.
    pub directory: &'a Path,
    /// Stops it.
    pub interrupted: &'a AtomicBool,
}

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the solver claims.
    pub claim: Claim,
    /// What it used, by our account.
    pub usage: Usage,
    /// What it tells of its work.
    pub statistics: Statistics,
}

/// Why a solver could not be asked.
#[derive(Debug, Error)]
pub enum AskError {
    /// Its files could not be written.
    #[error("cannot write {}: {reason}", .file.display())]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It could not be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl Installed {
    /// Its version, as it tells it itself, if it does so soon.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn version(&self, interrupted: &AtomicBool) -> Result<Option<String>, AskError> {
        let unwritable = |reason| AskError::Unwritable { file: std::env::temp_dir(), reason };
        let directory = tempfile::tempdir().map_err(unwritable)?;
        process::run(&Job {
            program: &self.program,
            arguments: self.solver.version_arguments().iter().map(OsString::from).collect(),
            directory: directory.path(),
            environment: Vec::new(),
            limits: Limits { wall: Some(SOON), ..Limits::default() },
            interrupted,
        })?;
        let printed = fs::read(directory.path().join(process::STDOUT)).unwrap_or_default();
        Ok(self.solver.version(&String::from_utf8_lossy(&printed)))
    }

    /// Asks it a question and waits for what it says.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn ask(&self, question: &Question<'_>) -> Result<Report, AskError> {
        for file in question.files {
            let path = question.directory.join(file.name);
            fs::write(&path, &file.text)
                .map_err(|reason| AskError::Unwritable { file: path, reason })?;
        }
        let search = question.search.unwrap_or(self.solver.default_search());
        let Ended { ending, usage } = process::run(&Job {
            program: &self.program,
            arguments: self.solver.arguments(search, &question.limits),
            directory: question.directory,
            environment: Vec::new(),
            limits: question.limits,
            interrupted: question.interrupted,
        })?;
        let stopped = |by| {
            let best = self.solver.best(question.directory);
            (Claim::Stopped { by, best }, Statistics::default())
        };
        let (claim, statistics) = match ending {
            Ending::Exited(code) => self.solver.read(search, code, question.directory),
            Ending::Signalled(signal) => {
                let how = format!("it was ended by signal {signal}");
                (Claim::Crashed(how), Statistics::default())
            }
            Ending::WallLimit | Ending::CpuLimit => stopped(Stop::Time),
            Ending::MemoryLimit => stopped(Stop::Memory),
            Ending::Interrupted => stopped(Stop::User),
        };
        Ok(Report { claim, usage, statistics })
    }
}
