//! A run: one task, done under its limits, its claim checked, and one record of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use thiserror::Error;

use super::folder::{FileError, Folder, at};
use super::logs::{self, Kept};
use super::machine::utc;
use super::record::{Machine, Record, RunLimits};
use super::slurm;
use super::task::Task;
use crate::lab::attempt::{Attempt, Report};
use crate::lab::case::Case;
use crate::lab::horizon::Horizons;
use crate::lab::outcome::{Checked, Outcome, check};
use crate::lab::process::{self, StartError};
use crate::lab::solvers::{AskError, Installed, Statistics};

/// The file that says why the files of a run were kept.
pub const WHY: &str = "why.txt";

/// Why a run has no record.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The solver cannot be asked, and that is not its fault.
    #[error(transparent)]
    Ask(AskError),
    /// It was stopped by the user.
    #[error("it was interrupted")]
    Interrupted,
}

/// A task that is to be done now.
pub struct Run<'a> {
    /// The campaign.
    pub folder: &'a Folder,
    /// The task.
    pub task: &'a Task,
    /// The solver.
    pub solver: &'a Installed,
    /// The level, in the model of the task.
    pub case: &'a dyn Case,
    /// Stops it.
    pub interrupted: &'a AtomicBool,
}

impl Run<'_> {
    /// Does it, and gives the record, which is not written yet.
    ///
    /// # Errors
    /// If it was interrupted, or files cannot be written: then there is no record.
    pub fn execute(&self) -> Result<Record, RunError> {
        let directory = self.folder.running(&self.task.run);
        if directory.exists() {
            fs::remove_dir_all(&directory).map_err(at(&directory))?;
        }
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        let done = self.execute_in(&directory);
        // What is left of a run that failed is removed by the next who starts runs.
        let removed = fs::remove_dir_all(&directory).map_err(at(&directory));
        let record = done?;
        removed?;
        Ok(record)
    }

    fn execute_in(&self, directory: &Path) -> Result<Record, RunError> {
        let started = SystemTime::now();
        let (least, most) = self.case.lengths().into_inner();
        let attempt = Attempt {
            solver: self.solver,
            case: self.case,
            search: self.task.configuration.search.as_deref(),
            options: &self.task.configuration.options,
            horizons: Horizons { first: least, last: most, at_once: 1 },
            known_bound: least,
            limits: self.task.limits(),
            directory,
            keeps_all: false,
            interrupted: self.interrupted,
            note: &|_| (),
        };
        let report = match attempt.run() {
            Ok(report) => report,
            Err(AskError::Start(error)) if is_missing(&error) => {
                let remark = error.to_string();
                return Ok(Record::without_run(self.task, Outcome::Missing, remark, started));
            }
            Err(error) => return Err(RunError::Ask(error)),
        };
        let checked = check(&report.claim, |plan| {
            self.case.judge(plan).map(|steps| (steps.clone(), steps.len()))
        });
        if self.is_interrupted(checked.outcome) {
            return Err(RunError::Interrupted);
        }
        if matches!(checked.outcome, Outcome::Wrong | Outcome::Crashed) {
            check_room(directory)?;
        }
        let files = self.keep(directory, &checked)?;
        Ok(self.record(report, checked, files, started))
    }

    /// Whether a run came to its outcome because someone ended it. Who ends all processes at once, as
    /// Slurm does, may reach the solver first: then it looks as if that had crashed.
    fn is_interrupted(&self, outcome: Outcome) -> bool {
        if outcome != Outcome::Crashed {
            return outcome == Outcome::Interrupted;
        }
        let patience = Duration::from_millis(if slurm::is_around() { 2000 } else { 100 });
        let begun = Instant::now();
        while begun.elapsed() < patience && !self.interrupted.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
        }
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Keeps what is worth keeping of the files, before the record says where they are.
    fn keep(
        &self,
        directory: &Path,
        checked: &Checked<Vec<String>>,
    ) -> Result<Option<String>, FileError> {
        let is_strange = matches!(checked.outcome, Outcome::Wrong | Outcome::Crashed);
        if is_strange {
            let source = self.case.source();
            let why = checked.remark.clone().unwrap_or_default() + "\n";
            for (name, text) in [(source.name, source.text), (WHY, why)] {
                let path = directory.join(name);
                fs::write(&path, text).map_err(at(&path))?;
            }
        }
        let which = if is_strange { Kept::Everything } else { Kept::Printed };
        let logs = Folder::logs(&self.task.run);
        let to: PathBuf = self.folder.path().join(&logs);
        Ok(logs::keep(directory, &to, which).map_err(at(&to))?.then_some(logs))
    }

    fn record(
        &self,
        report: Report,
        checked: Checked<Vec<String>>,
        files: Option<String>,
        started: SystemTime,
    ) -> Record {
        let length = checked.plan.as_ref().map(Vec::len);
        Record {
            remark: checked.remark,
            length,
            shots: checked.plan,
            optimal: checked.optimal,
            lower_bound: match (checked.outcome, length) {
                (Outcome::Unsolvable, _) => self.case.lengths().end() + 1,
                (_, Some(length)) if checked.optimal => length,
                (_, _) => report.lower_bound,
            },
            seconds: report.usage.wall.as_secs_f64(),
            cpu_seconds: report.usage.cpu.as_secs_f64(),
            peak_memory: report.usage.peak_memory,
            statistics: report.statistics,
            phases: report.phases,
            files,
            ..Record::without_run(self.task, checked.outcome, String::new(), started)
        }
    }
}

/// A solver that could not write its files is not to blame: there must be room for more than nothing.
fn check_room(directory: &Path) -> Result<(), FileError> {
    let path = directory.join("room");
    fs::write(&path, [0; 1 << 16]).and_then(|()| fs::remove_file(&path)).map_err(at(&path))
}

/// Whether the solver was there when the task was made, and is not any more.
fn is_missing(error: &StartError) -> bool {
    match error {
        StartError::Missing { .. }
        | StartError::NoInterpreter { .. }
        | StartError::NotExecutable { .. } => true,
        StartError::Refused { .. } | StartError::Output { .. } | StartError::NoWatchdog { .. } => {
            false
        }
    }
}

impl Record {
    /// The record of a task of which nothing but this is known.
    pub fn without_run(
        task: &Task,
        outcome: Outcome,
        remark: String,
        started: SystemTime,
    ) -> Record {
        Record {
            run: task.run.clone(),
            level: task.level.clone(),
            configuration: task.configuration.clone(),
            repetition: task.repetition,
            limits: RunLimits {
                wall_seconds: task.wall_seconds,
                cpu_seconds: task.cpu_seconds,
                memory: task.memory,
                enforced: process::enforcement(&task.limits()),
            },
            outcome,
            remark: Some(remark).filter(|remark| !remark.is_empty()),
            length: None,
            shots: None,
            optimal: false,
            lower_bound: 0,
            seconds: 0.0,
            cpu_seconds: 0.0,
            peak_memory: 0,
            statistics: Statistics::default(),
            phases: Vec::new(),
            machine: Machine::here(),
            plotgen: env!("CARGO_PKG_VERSION").to_owned(),
            started: utc(started),
            files: None,
        }
    }
}
