//! A run: one task, executed under its limits, its claim checked, and its record.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use thiserror::Error;

use super::conditions::Watch;
use super::cores::Core;
use super::folder::{FileError, Folder, at};
use super::logs::{self, Kept};
use super::machine::utc;
use super::record::{Machine, Record, RunLimits};
use super::slurm;
use super::task::Task;
use crate::game::{Case, Objective};
use crate::lab::attempt::{Attempt, Trial, write_evidence};
use crate::lab::outcome::Outcome;
use crate::lab::process::{self, Limits, StartError};
use crate::lab::solvers::{AskError, Installed, Statistics};

/// Why a run has no record.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The solver cannot be asked, through no fault of its own.
    #[error(transparent)]
    Ask(AskError),
    /// It was stopped by the user.
    #[error("it was interrupted")]
    Interrupted,
}

/// A task to execute now.
pub struct Run<'a> {
    /// The campaign.
    pub folder: &'a Folder,
    /// The task.
    pub task: &'a Task,
    /// The solver.
    pub solver: &'a Installed,
    /// The core that the solver is pinned to.
    pub core: Option<Core>,
    /// The level, in the model of the task.
    pub case: &'a dyn Case,
    /// Stops it.
    pub interrupted: &'a AtomicBool,
}

impl Run<'_> {
    /// Executes it, and returns the record, which is not written yet.
    ///
    /// # Errors
    /// If it was interrupted, or files cannot be written: then there is no record.
    pub fn execute(&self) -> Result<Record, RunError> {
        let directory = self.folder.running(&self.task.run);
        self.folder.remove_remains(&self.task.run)?;
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        let done = self.execute_in(&directory);
        // If this fails, the next campaign command that starts runs removes the rest.
        let removed = self.folder.remove_remains(&self.task.run);
        let record = done?;
        removed?;
        Ok(record)
    }

    fn execute_in(&self, directory: &Path) -> Result<Record, RunError> {
        let started = SystemTime::now();
        let watch = Watch::new(self.core.clone());
        let processor = self.core.as_ref().map(|core| core.processor);
        let attempt = Attempt {
            solver: self.solver,
            case: self.case,
            search: self.task.configuration.search.as_deref(),
            options: &self.task.configuration.options,
            seed: self.task.seed(),
            horizons: None,
            known_bound: 0,
            limits: Limits { processor, ..self.task.limits() },
            directory,
            keeps_all: false,
            interrupted: self.interrupted,
            note: &|_| (),
        };
        let trial = match attempt.run() {
            Ok(trial) => trial,
            Err(AskError::Start(error)) if is_missing(&error) => {
                let remark = error.to_string();
                return Ok(Record::without_run(self.task, Outcome::Missing, remark, started));
            }
            Err(error) => return Err(RunError::Ask(error)),
        };
        if self.is_interrupted(trial.outcome) {
            return Err(RunError::Interrupted);
        }
        let conditions = watch.conditions(trial.usage.cpu);
        let files = self.keep(directory, &trial)?;
        let record = self.record(trial, files, started);
        Ok(Record { conditions: Some(conditions), ..record })
    }

    /// Whether a run ended because it was interrupted. When all processes are signalled at once, as
    /// Slurm does, the solver may die first, which looks like a crash.
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

    /// Keeps the files that are worth keeping, before the record says where they are.
    fn keep(&self, directory: &Path, trial: &Trial) -> Result<Option<String>, FileError> {
        let is_strange = matches!(trial.outcome, Outcome::Wrong | Outcome::Crashed);
        if is_strange {
            // A solver may have removed it.
            fs::create_dir_all(directory).map_err(at(directory))?;
            check_room(directory)?;
            write_evidence(self.case, trial.remark.as_deref(), directory)
                .map_err(|(path, reason)| FileError { path, reason })?;
        }
        let which = if is_strange { Kept::Everything } else { Kept::Printed };
        let logs = Folder::logs(&self.task.run);
        let to: PathBuf = self.folder.path().join(&logs);
        Ok(logs::keep(directory, &to, which).map_err(at(&to))?.then_some(logs))
    }

    fn record(&self, trial: Trial, files: Option<String>, started: SystemTime) -> Record {
        let (steps, value) = trial.plan.map(|plan| (plan.steps, plan.value)).unzip();
        Record {
            seed: self.solver.solver.takes_seed().then(|| self.task.seed()),
            remark: trial.remark,
            objective: self.case.objective(),
            value,
            steps,
            optimal: trial.optimal,
            bound: trial.bound,
            seconds: trial.usage.wall.as_secs_f64(),
            cpu_seconds: trial.usage.cpu.as_secs_f64(),
            peak_memory: trial.usage.peak_memory,
            statistics: trial.statistics,
            phases: trial.phases,
            files,
            ..Record::without_run(self.task, trial.outcome, String::new(), started)
        }
    }
}

/// Checks that the disk is not full: a solver that could not write its files is not to blame.
fn check_room(directory: &Path) -> Result<(), FileError> {
    let path = directory.join("room");
    fs::write(&path, [0; 1 << 16]).and_then(|()| fs::remove_file(&path)).map_err(at(&path))
}

/// Whether the solver was installed when the task was made and no longer is.
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
    /// The record of a task of which nothing else is known.
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
            seed: None,
            limits: RunLimits {
                wall_seconds: task.wall_seconds,
                cpu_seconds: task.cpu_seconds,
                memory: task.memory,
                enforced: process::enforcement(&task.limits()),
            },
            outcome,
            remark: Some(remark).filter(|remark| !remark.is_empty()),
            objective: Objective::default(),
            value: None,
            steps: None,
            optimal: false,
            bound: None,
            seconds: 0.0,
            cpu_seconds: 0.0,
            peak_memory: 0,
            statistics: Statistics::default(),
            phases: Vec::new(),
            machine: Machine::here(),
            conditions: None,
            plotgen: env!("CARGO_PKG_VERSION").to_owned(),
            started: utc(started),
            files: None,
        }
    }
}
