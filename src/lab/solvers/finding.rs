//! Finds the programs of a solver: through an environment variable, on PATH, or where
//! `scripts/setup-solvers` installs them.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use thiserror::Error;

use super::{Installed, Solver, Tool};
use crate::lab::foreign;
use crate::lab::process::{self, Job, Limits};

/// The environment variable that names the folder where `scripts/setup-solvers` installs solvers.
pub const FOLDER_VARIABLE: &str = "PLOTGEN_SOLVERS";

/// The default folder where `scripts/setup-solvers` installs solvers, relative to the project.
const FOLDER: &str = ".solvers";

/// Time limit for a program to print its version.
const VERSION_TIMEOUT: Duration = Duration::from_secs(60);

/// The most that a program may print with its version: MiniZinc lists all its solvers.
const MOST_PRINTED: u64 = 4 << 20;

/// A program that was found and reports a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its path.
    pub program: PathBuf,
    /// The version it reports.
    pub version: String,
}

/// Why a solver cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Missing {
    /// A program of the solver was not found.
    #[error(
        "{tool} is not on this machine: install it with {installation}, or set {variable} to its path"
    )]
    NotFound {
        /// The name of the missing program.
        tool: &'static str,
        /// How to install it.
        installation: &'static str,
        /// The environment variable that may hold its path.
        variable: &'static str,
    },
    /// A program was found but cannot be used.
    #[error("{} cannot be used: {reason} (install it with {installation})", .program.display())]
    Unfit {
        /// The program.
        program: PathBuf,
        /// Why not.
        reason: String,
        /// How to install a usable one.
        installation: &'static str,
    },
    /// A program of a declared solver was not found or cannot be used: why, in words.
    #[error("{0}")]
    Declared(String),
    /// The path of this program, which is the native solver, is not known.
    #[error("the path of this program is not known: {0}")]
    Lost(String),
}

/// Finds the programs of a solver and their versions.
///
/// # Errors
/// If one of its programs is missing or cannot be used.
pub fn find(solver: Arc<dyn Solver>, interrupted: &AtomicBool) -> Result<Installed, Missing> {
    let tools = solver.find(interrupted)?;
    Ok(Installed { solver, tools })
}

/// The first candidate that reports its version.
pub(super) fn found(tool: &Tool<'_>, interrupted: &AtomicBool) -> Result<Found, Missing> {
    let candidates = candidates(tool);
    let mut unfit = None;
    for program in candidates {
        let calls = tool.version_arguments.iter();
        let printed: Result<String, String> =
            calls.map(|call| printed(&program, &words(call), interrupted)).collect();
        let reason = match printed {
            _ if which::which(&program).is_err() && !program.exists() => {
                "there is no such program".to_owned()
            }
            _ if which::which(&program).is_err() => "it is not executable".to_owned(),
            Err(reason) => reason,
            Ok(printed) => match (tool.version)(&printed) {
                Some(version) => return Ok(Found { program, version }),
                None => tool.lack.clone(),
            },
        };
        let installation = tool.installation;
        unfit.get_or_insert(Missing::Unfit { program, reason, installation });
    }
    Err(unfit.unwrap_or(Missing::NotFound {
        tool: tool.name,
        installation: tool.installation,
        variable: tool.variable,
    }))
}

/// The paths that a tool may have, in order of preference.
pub(super) fn candidates(tool: &Tool<'_>) -> Vec<PathBuf> {
    if let Some(path) = env::var_os(tool.variable).filter(|value| !value.is_empty()) {
        // An explicit path is used as is; no other candidate is tried.
        return vec![path.into()];
    }
    let on_path = tool.programs.iter().filter_map(|name| which::which(name).ok());
    let in_folder = |folder: PathBuf| {
        let find = |name: &&str| in_bin(&folder, name);
        tool.programs.iter().filter_map(find).collect::<Vec<_>>()
    };
    on_path.chain(folders().into_iter().flat_map(in_folder)).collect()
}

/// The programs of a name, the preferred one first: on PATH, or where solvers are installed.
pub(super) fn named(name: &str) -> Vec<PathBuf> {
    let in_folders = folders().into_iter().filter_map(|folder| in_bin(&folder, name));
    which::which(name).ok().into_iter().chain(in_folders).collect()
}

fn in_bin(folder: &Path, name: &str) -> Option<PathBuf> {
    which::which_in(name, Some(folder.join("bin")), ".").ok()
}

/// The words of a call.
pub(super) fn words(call: &[&str]) -> Vec<String> {
    call.iter().map(|word| (*word).to_owned()).collect()
}

/// The folders where solvers may be installed: `$PLOTGEN_SOLVERS` if it is set; otherwise every
/// `.solvers` in a parent folder of this executable or of the working directory.
fn folders() -> Vec<PathBuf> {
    if let Some(folder) = env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty()) {
        return vec![folder.into()];
    }
    let starts = [env::current_exe().ok(), env::current_dir().ok()];
    let above = |start: &PathBuf| -> Vec<PathBuf> {
        start.ancestors().map(|folder: &Path| folder.join(FOLDER)).collect()
    };
    starts.iter().flatten().flat_map(above).filter(|folder| folder.is_dir()).collect()
}

/// The standard output of a program called with these arguments, or why it cannot be run. Results
/// are cached.
pub(super) fn printed(
    program: &Path,
    arguments: &[String],
    interrupted: &AtomicBool,
) -> Result<String, String> {
    type Known = HashMap<(PathBuf, Vec<String>), Result<String, String>>;
    static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);
    const UNPOISONED: &str = "no thread panics while holding the lock";
    let key = (program.to_owned(), arguments.to_owned());
    if let Some(known) = KNOWN.lock().expect(UNPOISONED).get(&key) {
        return known.clone();
    }
    let output = ask(program, arguments, interrupted);
    KNOWN.lock().expect(UNPOISONED).insert(key, output.clone());
    output
}

/// Runs a program and returns what it prints. Run like a solver, since one that does not answer has to
/// be ended with all the processes it started.
fn ask(program: &Path, arguments: &[String], interrupted: &AtomicBool) -> Result<String, String> {
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    process::run(&Job {
        program,
        arguments: arguments.iter().map(OsString::from).collect(),
        directory: directory.path(),
        environment: Vec::new(),
        limits: Limits {
            wall: Some(VERSION_TIMEOUT),
            output: Some(MOST_PRINTED),
            ..Limits::default()
        },
        interrupted: &[interrupted],
    })
    .map_err(|error| error.to_string())?;
    let output = foreign::bytes(&directory.path().join(process::STDOUT), 2 * MOST_PRINTED)
        .map_err(|unusable| unusable.to_string())?;
    Ok(String::from_utf8_lossy(&output.unwrap_or_default()).into_owned())
}

/// The first number with a point in it, e.g. 4.0.4.
pub(super) fn number(printed: &str) -> Option<String> {
    let is_number = |word: &&str| {
        word.starts_with(|letter: char| letter.is_ascii_digit()) && word.contains('.')
    };
    let words = printed.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    words.map(|word| word.trim_matches('.')).find(is_number).map(str::to_owned)
}
