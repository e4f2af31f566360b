//! The external solvers: how each is found, called and read. A file each, behind one trait.
//!
//! What a solver says is a [`Claim`], not a fact. Whoever asked checks it: see [`super::outcome`].
//!
//! - [`finding`]: where a program is looked for;
//! - [`downward`]: what Fast Downward and the planners built on it have in common;
//! - [`fast_downward`], [`symk`]: the planners;
//! - [`savile_row`]: Savile Row with its backends;
//! - [`minizinc`]: MiniZinc with its solvers;
//! - [`ortools`]: OR-Tools through its Python package;
//! - [`native`]: the solver of this program, in a process of its own.

pub mod downward;
pub mod fast_downward;
pub mod finding;
pub mod minizinc;
pub mod native;
pub mod ortools;
pub mod savile_row;
pub mod symk;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::finding::Found;
use self::minizinc::MiniZinc;
use self::savile_row::{Backend, SavileRow};
use super::process::{self, Ended, Ending, Job, Limits, STDERR, StartError, Usage};

/// The external solvers that are always listed, in that order. MiniZinc may offer more.
pub fn all() -> Vec<Arc<dyn Solver>> {
    let planners: [Arc<dyn Solver>; 2] =
        [Arc::new(fast_downward::FastDownward), Arc::new(symk::SymK)];
    let savile_row = Backend::ALL.map(|backend| Arc::new(SavileRow { backend }) as Arc<dyn Solver>);
    let minizinc = minizinc::USUAL.map(|name| Arc::new(MiniZinc::with(name)) as Arc<dyn Solver>);
    let ortools: Arc<dyn Solver> = Arc::new(ortools::OrTools);
    planners.into_iter().chain(savile_row).chain(minizinc).chain([ortools]).collect()
}

/// The solver of this name. Any solver of MiniZinc has one.
pub fn named(name: &str) -> Option<Arc<dyn Solver>> {
    all().into_iter().find(|solver| solver.name() == name).or_else(|| {
        let backend = name.strip_prefix(minizinc::PREFIX).filter(|backend| !backend.is_empty())?;
        Some(Arc::new(MiniZinc::with(backend)))
    })
}

/// What a solver reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// A PDDL domain and problem, in the files [`DOMAIN`] and [`PROBLEM`].
    Pddl,
    /// An Essence Prime model and its parameters, in [`ESSENCE_PRIME`] and [`PARAMETERS`].
    EssencePrime,
    /// A MiniZinc model and its data, in [`MINIZINC`] and [`DATA`].
    #[serde(rename = "minizinc")]
    MiniZinc,
    /// A model of CP-SAT as a protocol buffer in its text form, in [`PROTO`].
    CpSat,
    /// The level itself, in [`LEVEL`].
    Level,
}

impl Language {
    /// The language in words.
    pub fn words(self) -> &'static str {
        match self {
            Language::Pddl => "PDDL",
            Language::EssencePrime => "Essence Prime",
            Language::MiniZinc => "MiniZinc",
            Language::CpSat => "the protocol of CP-SAT",
            Language::Level => "levels",
        }
    }

    /// Whether a model asks for a plan of a given length, not for any plan.
    pub fn has_horizon(self) -> bool {
        match self {
            Language::Pddl | Language::Level => false,
            Language::EssencePrime | Language::MiniZinc | Language::CpSat => true,
        }
    }
}

/// The file with the domain.
pub const DOMAIN: &str = "domain.pddl";
/// The file with the problem.
pub const PROBLEM: &str = "problem.pddl";
/// The file with the Essence Prime model.
pub const ESSENCE_PRIME: &str = "model.eprime";
/// The file with its parameters.
pub const PARAMETERS: &str = "level.param";
/// The file with the MiniZinc model.
pub const MINIZINC: &str = "model.mzn";
/// The file with its data.
pub const DATA: &str = "level.dzn";
/// The file with the model of CP-SAT.
pub const PROTO: &str = "model.textproto";

/// The file with the level itself.
pub const LEVEL: &str = "level.json";

/// A file of a question: its name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The name, without folders.
    pub name: &'static str,
    /// The text.
    pub text: String,
}

impl TextFile {
    fn write(&self, directory: &Path, mode: u32) -> Result<(), AskError> {
        let path = directory.join(self.name);
        let written = fs::write(&path, &self.text)
            .and_then(|()| fs::set_permissions(&path, fs::Permissions::from_mode(mode)));
        written.map_err(|reason| AskError::Unwritable { file: path, reason })
    }
}

/// A program that a solver consists of.
pub struct Tool<'a> {
    /// What it is called.
    pub name: &'static str,
    /// The environment variable that may say where it is.
    pub variable: &'static str,
    /// The names that its program may have, the best first.
    pub programs: &'static [&'static str],
    /// How to install it, in a line.
    pub installation: &'static str,
    /// The arguments that make it tell its version; several lists are several calls.
    pub version_arguments: &'static [&'static [&'static str]],
    /// How the version is read.
    pub version: ReadVersion<'a>,
    /// What is wrong with a program that runs but tells no version that can be read.
    pub lack: String,
}

/// The version out of what a program prints; nothing if this program cannot be used.
pub type ReadVersion<'a> = Box<dyn Fn(&str) -> Option<String> + 'a>;

/// An external solver.
pub trait Solver: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &str;
    /// What it is and what it can do, in a line.
    fn about(&self) -> String;
    /// What it reads.
    fn language(&self) -> Language;
    /// Its programs: the first is run, and knows where the others are.
    fn tools(&self) -> Vec<Tool<'_>>;
    /// How a planner searches unless told otherwise.
    fn default_search(&self) -> Option<&'static str> {
        None
    }
    /// Whether a plan that this search ends with is claimed to be optimal; there is no search to tell
    /// where a solver has no choice of them.
    fn is_optimal(&self, _search: Option<&str>) -> bool {
        false
    }
    /// Programs that it needs in its working directory.
    fn own_files(&self) -> Vec<TextFile> {
        Vec::new()
    }
    /// Environment variables that it is given.
    fn environment(&self, _tools: &[Found]) -> Vec<(OsString, OsString)> {
        Vec::new()
    }
    /// The arguments for the question in its working directory.
    fn arguments(&self, call: &Call<'_>) -> Vec<OsString>;
    /// The best plan that it has written so far.
    fn best(&self, _directory: &Path) -> Option<String> {
        None
    }
    /// What it answers, given how it ended and the files that it left.
    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Answer;
    /// What the files that it left tell of its work, whether it was done or not.
    fn statistics(&self, directory: &Path) -> Statistics;
}

/// How a solver is called.
pub struct Call<'a> {
    /// How to search, where a solver can be told.
    pub search: Option<&'a str>,
    /// More arguments for it.
    pub options: &'a [String],
    /// What it may use.
    pub limits: Limits,
    /// Its programs.
    pub tools: &'a [Found],
}

/// A solver's program that has ended by itself.
pub struct Exited<'a> {
    /// Its exit code.
    pub code: i32,
    /// What it used.
    pub usage: Usage,
    /// Where it ran.
    pub directory: &'a Path,
}

impl Exited<'_> {
    /// The text of a file that it left; empty if there is none.
    pub fn text(&self, name: &str) -> String {
        text(self.directory, name)
    }

    /// A failure in words: the exit code, what it means, and the solver's error or last words.
    pub fn failure(&self, meaning: &str) -> String {
        let said = self.text(STDERR);
        let is_chatter = |line: &str| {
            line.is_empty() || ["WARNING", "Picked up "].iter().any(|word| line.starts_with(word))
        };
        let lines: Vec<&str> =
            said.lines().map(str::trim).filter(|line| !is_chatter(line)).collect();
        let last = lines.iter().find(|line| line.starts_with("ERROR")).or(lines.last());
        let last = last.map(|line| format!(": {}", line.trim())).unwrap_or_default();
        let meaning = if meaning.is_empty() { String::new() } else { format!(" ({meaning})") };
        format!("it exited with {}{meaning}{last}", self.code)
    }
}

/// What a solver says to the question that it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Here is a plan, as the solver wrote it.
    Plan {
        /// The text.
        text: String,
        /// Whether the solver was done, not stopped while it looked for a better one.
        is_final: bool,
    },
    /// There is none.
    None,
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

/// What a solver claims of a level, before anything of it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Here is a plan.
    Plan {
        /// The plan as the solver wrote it.
        text: String,
        /// The length that was asked for.
        length: Option<usize>,
        /// Whether it is said to be a shortest one.
        optimal: bool,
    },
    /// There is no plan.
    Unsolvable,
    /// There is no plan of the lengths that were asked about; there may be others.
    Refuted,
    /// It was stopped before it was done.
    Stopped {
        /// By what.
        by: Stop,
        /// The best plan so far, if it was written before.
        best: Option<String>,
    },
    /// Something that is none of these.
    Crashed {
        /// What happened, in words.
        how: String,
        /// A plan of another length, if there is one.
        best: Option<String>,
    },
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Seconds spent on turning the model into something to be searched.
    pub translation_seconds: Option<f64>,
    /// Seconds spent on searching.
    pub search_seconds: Option<f64>,
    /// States or nodes of the search.
    pub expanded: Option<u64>,
    /// Bytes that the search took, by its own account.
    pub search_memory: Option<u64>,
    /// Variables of what is searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u64>,
    /// Constraints or clauses of what is searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraints: Option<u64>,
    /// All that it tells, under its own names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

impl Statistics {
    /// Those of work that was done in parts: what adds up, and the largest of what does not.
    pub fn sum<'a>(parts: impl Iterator<Item = &'a Statistics>) -> Statistics {
        let add = |sum: Option<f64>, part: Option<f64>| match (sum, part) {
            (Some(sum), Some(part)) => Some(sum + part),
            (sum, part) => sum.or(part),
        };
        parts.fold(Statistics::default(), |sum, part| Statistics {
            translation_seconds: add(sum.translation_seconds, part.translation_seconds),
            search_seconds: add(sum.search_seconds, part.search_seconds),
            expanded: match (sum.expanded, part.expanded) {
                (Some(sum), Some(part)) => Some(sum + part),
                (sum, part) => sum.or(part),
            },
            search_memory: sum.search_memory.max(part.search_memory),
            variables: sum.variables.max(part.variables),
            constraints: sum.constraints.max(part.constraints),
            details: BTreeMap::new(),
        })
    }
}

/// A solver that was found on this machine.
#[derive(Clone)]
pub struct Installed {
    /// The solver.
    pub solver: Arc<dyn Solver>,
    /// Its programs, in the order of [`Solver::tools`].
    pub tools: Vec<Found>,
}

/// A question to a solver.
pub struct Question<'a> {
    /// The model of the level.
    pub files: &'a [TextFile],
    /// How to search; the solver's default if this is `None`.
    pub search: Option<&'a str>,
    /// More arguments for the solver.
    pub options: &'a [String],
    /// What the solver may use.
    pub limits: Limits,
    /// An existing, empty folder for its files.
    pub directory: &'a Path,
    /// Any of these stops it.
    pub interrupted: &'a [&'a AtomicBool],
}

/// What came of a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What the solver answers.
    pub answer: Answer,
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
    /// Its version, with those of the programs that it calls.
    pub fn version(&self) -> String {
        let named = |(index, found): (usize, &Found)| match index {
            0 => found.version.clone(),
            _ => format!("{} {}", self.solver.tools()[index].name, found.version),
        };
        self.tools.iter().enumerate().map(named).collect::<Vec<_>>().join(" with ")
    }

    /// Asks it a question and waits for what it says.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn ask(&self, question: &Question<'_>) -> Result<Reply, AskError> {
        for file in question.files {
            file.write(question.directory, 0o644)?;
        }
        for program in self.solver.own_files() {
            program.write(question.directory, 0o755)?;
        }
        let call = Call {
            search: question.search.or(self.solver.default_search()),
            options: question.options,
            limits: question.limits,
            tools: &self.tools,
        };
        let Ended { ending, usage } = process::run(&Job {
            program: &self.tools[0].program,
            arguments: self.solver.arguments(&call),
            directory: question.directory,
            environment: self.solver.environment(&self.tools),
            limits: question.limits,
            interrupted: question.interrupted,
        })?;
        let stopped = |by| Answer::Stopped { by, best: self.solver.best(question.directory) };
        let answer = match ending {
            Ending::Exited(code) => {
                self.solver.read(&call, &Exited { code, usage, directory: question.directory })
            }
            Ending::Signalled(signal) => {
                Answer::Crashed(format!("it was ended by signal {signal}"))
            }
            Ending::WallLimit | Ending::CpuLimit => stopped(Stop::Time),
            Ending::MemoryLimit => stopped(Stop::Memory),
            Ending::OutputLimit => {
                let most = question.limits.output.unwrap_or_default() >> 20;
                Answer::Crashed(format!("it printed more than {most} MiB, and was stopped"))
            }
            Ending::Interrupted => stopped(Stop::User),
        };
        let statistics = self.solver.statistics(question.directory);
        Ok(Reply { answer, usage, statistics })
    }
}

/// The text of a file in a folder; empty if there is none.
fn text(directory: &Path, name: &str) -> String {
    let bytes = fs::read(directory.join(name)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Milliseconds that a solver may be told to stop after: so late that our own limit comes first, and not
/// more than any solver can count.
fn milliseconds(limit: Duration) -> u64 {
    let latest = i32::MAX as u64;
    u64::try_from(limit.as_millis()).unwrap_or(latest).saturating_add(2000).min(latest)
}

/// The same in whole seconds.
fn seconds(limit: Duration) -> u64 {
    milliseconds(limit).div_ceil(1000)
}
