//! An installed solver, asked a question under limits.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::finding::Found;
use super::response::{MOST_OUTPUT, Response, Statistics, Stop};
use super::solver::{Call, Exited, Solver};
use crate::game::language::TextFile;
use crate::game::words::Noun;
use crate::lab::process::{self, Ended, Ending, Job, Limits, StartError, Usage};

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
    /// What a step of a plan is called in the model.
    pub step: Noun,
    /// How to search; `None` for the solver's default.
    pub search: Option<&'a str>,
    /// Further arguments for the solver.
    pub options: &'a [String],
    /// The seed, for a solver that takes one.
    pub seed: u64,
    /// The limits of the run.
    pub limits: Limits,
    /// An existing, empty folder for its files.
    pub directory: &'a Path,
    /// Flags, any of which stops it.
    pub interrupted: &'a [&'a AtomicBool],
}

/// The outcome of a question.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What the solver answers.
    pub response: Response,
    /// The bound that it has proved: no plan has a better value than this.
    pub bound: Option<i64>,
    /// What it used, as measured from outside.
    pub usage: Usage,
    /// What it reports about its work.
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
        /// The system's reason.
        reason: io::Error,
    },
    /// It could not be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

fn write(file: &TextFile, directory: &Path, mode: u32) -> Result<(), AskError> {
    let path = directory.join(file.name);
    let written = fs::write(&path, &file.text)
        .and_then(|()| fs::set_permissions(&path, fs::Permissions::from_mode(mode)));
    written.map_err(|reason| AskError::Unwritable { file: path, reason })
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir())
}

impl Installed {
    /// Its version, with those of the programs that it calls.
    pub fn version(&self) -> String {
        let tools = self.solver.tools();
        let named = |(index, found): (usize, &Found)| match index {
            0 => Some(found.version.clone()),
            _ => Some(format!("{} {}", tools.get(index)?.name, found.version)),
        };
        self.tools.iter().enumerate().filter_map(named).collect::<Vec<_>>().join(" with ")
    }

    /// Asks it a question and waits for the answer.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn ask(&self, question: &Question<'_>) -> Result<Reply, AskError> {
        for file in question.files {
            write(file, question.directory, 0o644)?;
        }
        for program in self.solver.own_files() {
            write(&program, question.directory, 0o755)?;
        }
        let call = Call {
            search: question.search.or(self.solver.default_search()),
            options: question.options,
            seed: question.seed,
            limits: question.limits,
            tools: &self.tools,
            step: question.step,
        };
        let limits = Limits { output: Some(MOST_OUTPUT), ..question.limits };
        let Ended { ending, usage } = process::run(&Job {
            program: &self.tools[0].program,
            arguments: self.solver.arguments(&call),
            directory: question.directory,
            environment: self.solver.environment(&self.tools),
            limits,
            interrupted: question.interrupted,
        })?;
        // A plan that was being written when the solver was stopped need not be readable.
        let best = || self.solver.best(question.directory).unwrap_or_default();
        let stopped = |by| Response::Stopped { by, best: best() };
        let response = match ending {
            Ending::Exited(_) if !is_folder(question.directory) => {
                Response::Crashed("it removed its working directory".to_owned())
            }
            Ending::Exited(code) => self
                .solver
                .read(&call, &Exited { code, usage, directory: question.directory })
                .unwrap_or_else(|unusable| Response::Crashed(unusable.to_string())),
            Ending::Signalled(signal) => {
                Response::Crashed(format!("it was ended by signal {signal}"))
            }
            Ending::WallLimit | Ending::CpuLimit => stopped(Stop::Time),
            Ending::MemoryLimit => stopped(Stop::Memory),
            Ending::OutputLimit => {
                let most = MOST_OUTPUT >> 20;
                Response::Crashed(format!("it printed more than {most} MiB, and was stopped"))
            }
            Ending::Interrupted => stopped(Stop::User),
        };
        let statistics = self.solver.statistics(question.directory);
        let bound = self.solver.bound(question.directory);
        Ok(Reply { response, bound, usage, statistics })
    }
}
