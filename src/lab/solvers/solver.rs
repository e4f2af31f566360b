//! What the lab has to know of a solver: its programs, its arguments, and how to read its answer.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::complaint::complaint;
use super::declared::Declared;
use super::finding::{self, Found, Missing};
use super::response::{Response, Statistics, log};
use crate::game::language::{Language, TextFile};
use crate::game::model::Grain;
use crate::game::words::Noun;
use crate::lab::foreign::Unusable;
use crate::lab::process::{Limits, STDERR, STDOUT, Usage};

/// A program that a solver consists of.
pub struct Tool<'a> {
    /// What it is called.
    pub name: &'static str,
    /// The environment variable that may hold its path.
    pub variable: &'static str,
    /// The names that its program may have, the best first.
    pub programs: &'static [&'static str],
    /// How to install it, in a line.
    pub installation: &'static str,
    /// The arguments that make it print its version; several lists are several calls.
    pub version_arguments: &'static [&'static [&'static str]],
    /// How to read the version.
    pub version: ReadVersion<'a>,
    /// What is wrong with a program that runs but prints no version that can be read.
    pub lack: String,
}

/// Extracts the version from what a program prints; `None` if the program cannot be used.
pub type ReadVersion<'a> = Box<dyn Fn(&str) -> Option<String> + 'a>;

/// An external solver.
pub trait Solver: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &str;
    /// What it is and what it can do, in a line.
    fn about(&self) -> String;
    /// The language it reads.
    fn language(&self) -> Language;
    /// Its programs: the first is run, and is given the paths of the others.
    fn tools(&self) -> Vec<Tool<'_>>;
    /// Finds its programs and their versions.
    ///
    /// # Errors
    /// If one of them is missing or cannot be used.
    fn find(&self, interrupted: &AtomicBool) -> Result<Vec<Found>, Missing> {
        self.tools().iter().map(|tool| finding::found(tool, interrupted)).collect()
    }
    /// The solver as a user declared it; `None` for a built-in one.
    fn declared(&self) -> Option<&Declared> {
        None
    }
    /// Whether it is given a seed.
    fn takes_seed(&self) -> bool {
        false
    }
    /// The kind of models that suits it best.
    fn prefers(&self) -> Grain {
        Grain::Whole
    }
    /// The default search of a planner.
    fn default_search(&self) -> Option<&str> {
        None
    }
    /// Whether a plan found with this search is optimal once the solver says that it is
    /// [final](Response::Plan). `None` where a solver has no choice of searches.
    fn is_optimal(&self, _search: Option<&str>) -> bool {
        false
    }
    /// Whether it is expected to look for better plans until a limit stops it: a plan that it has found by
    /// then solves the level.
    fn is_anytime(&self) -> bool {
        false
    }
    /// Checks further arguments that a user gives it, as far as they are known.
    ///
    /// # Errors
    /// If it would not accept them: why not, in words.
    fn check_options(&self, _options: &[String]) -> Result<(), String> {
        Ok(())
    }
    /// Programs of ours that it needs in its working directory.
    fn own_files(&self) -> Vec<TextFile> {
        Vec::new()
    }
    /// Environment variables to set.
    fn environment(&self, _tools: &[Found]) -> Vec<(OsString, OsString)> {
        Vec::new()
    }
    /// The arguments for the question in its working directory.
    fn arguments(&self, call: &Call<'_>) -> Vec<OsString>;
    /// The plans that it has written so far, the last one last.
    ///
    /// # Errors
    /// If a file that it left cannot be used.
    fn best(&self, _directory: &Path) -> Result<Vec<String>, Unusable> {
        Ok(Vec::new())
    }
    /// The bound that it has proved so far: no plan has a better value than this.
    fn bound(&self, _directory: &Path) -> Option<i64> {
        None
    }
    /// Its response, given how it exited and the files it left.
    ///
    /// # Errors
    /// If a file that it left cannot be used.
    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable>;
    /// What the files it left report about its work, whether it finished or not.
    fn statistics(&self, directory: &Path) -> Statistics;
}

/// Checks that a solver takes a search, if one is given.
///
/// # Errors
/// If it takes none, or the search is empty.
pub fn check_search(solver: &dyn Solver, search: Option<&str>) -> Result<(), String> {
    match search {
        Some(_) if solver.default_search().is_none() => {
            Err(format!("{} is not a planner: it takes no search", solver.name()))
        }
        Some(search) if search.trim().is_empty() => Err("the search is empty".to_owned()),
        Some(_) | None => Ok(()),
    }
}

/// Checks that a solver takes a seed, if one is given.
///
/// # Errors
/// If it takes none.
pub fn check_seed(solver: &dyn Solver, seed: Option<u64>) -> Result<(), String> {
    match seed {
        Some(_) if !solver.takes_seed() => Err(format!("{} takes no seed", solver.name())),
        Some(_) | None => Ok(()),
    }
}

/// How to call a solver.
pub struct Call<'a> {
    /// How to search, where a solver has a choice.
    pub search: Option<&'a str>,
    /// Further arguments.
    pub options: &'a [String],
    /// The seed, for a solver that takes one.
    pub seed: u64,
    /// The limits of the run.
    pub limits: Limits,
    /// Its programs.
    pub tools: &'a [Found],
    /// What a step of a plan is called in the model.
    pub step: Noun,
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
    /// The text of a log that it left; empty without one.
    ///
    /// # Errors
    /// If the file cannot be used.
    pub fn log(&self, name: &str) -> Result<String, Unusable> {
        log(self.directory, name)
    }

    /// A failure in words: the exit code, its meaning, and what the solver says went wrong.
    pub fn failure(&self, meaning: &str) -> String {
        let [errors, output] = [STDERR, STDOUT].map(|name| self.log(name).unwrap_or_default());
        let meaning = if meaning.is_empty() { String::new() } else { format!(" ({meaning})") };
        let complaint = complaint(&errors, &output).map(|line| format!(": {line}"));
        format!("it exited with {}{meaning}{}", self.code, complaint.unwrap_or_default())
    }
}

/// The milliseconds after which a solver should stop by itself: later than our own limit, and no more
/// than any solver can count.
pub(super) fn milliseconds(limit: Duration) -> u64 {
    let latest = i32::MAX as u64;
    u64::try_from(limit.as_millis()).unwrap_or(latest).saturating_add(2000).min(latest)
}

/// The same in whole seconds.
pub(super) fn seconds(limit: Duration) -> u64 {
    milliseconds(limit).div_ceil(1000)
}
