//! Schedules runs on this machine: a fixed number in parallel, each in its own process.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::cores::Core;
use super::folder::{FileError, Folder};
use super::programs::{self, Programs};
use super::record::Record;
use super::task::Task;
use crate::lab::foreign;
use crate::lab::outcome::Outcome;
use crate::lab::process::{self, Ending, Job, Limits, STDERR, StartError};
use crate::lab::solvers::MOST_OUTPUT;

/// Time for a run that is asked to stop: it has to stop its solver and clean up.
const GRACE: Duration = Duration::from_secs(10);

/// The option of the command that executes one run, for the processor that its solver is pinned to.
pub const PROCESSOR: &str = "--processor";

/// The exit code of a run that was interrupted.
pub const INTERRUPTED: i32 = 3;

/// The exit code of a run that cannot use its files.
const REFUSED: i32 = 2;

/// Why the scheduler cannot continue.
#[derive(Debug, Error)]
pub enum ScheduleError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A run cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A run cannot read or write its files; the message says which and why.
    #[error("{0}")]
    Refused(String),
    /// A run left no record; the message says why.
    #[error("{0}")]
    Failed(String),
}

/// Settings for runs on this machine.
pub struct Schedule<'a> {
    /// The campaign.
    pub folder: &'a Folder,
    /// The command that executes one run: a program and its leading arguments, followed by the
    /// programs of the solver, the campaign's folder and the name of the run. It leaves the record
    /// unsettled.
    pub command: (&'a Path, &'a [&'a str]),
    /// The solvers.
    pub programs: &'a Programs,
    /// The number of runs in parallel.
    pub workers: usize,
    /// The core of each worker; without any, runs are not pinned.
    pub cores: &'a [Core],
    /// Stops all runs when set.
    pub interrupted: &'a AtomicBool,
}

impl Schedule<'_> {
    /// Runs the tasks in order. Calls `begun` for every task that starts and `ended` for every
    /// record.
    ///
    /// # Errors
    /// If a run that was not interrupted left no record, or a file cannot be written.
    pub fn run(
        &self,
        tasks: &[Task],
        begun: &(dyn Fn(&Task) + Sync),
        ended: &(dyn Fn(&Record) + Sync),
    ) -> Result<(), ScheduleError> {
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<ScheduleError>> = Mutex::new(None);
        // Set by the first failure. Stops the active runs, because their records could not be
        // written.
        let is_over = AtomicBool::new(false);
        let fail = |error: ScheduleError| {
            is_over.store(true, Ordering::Relaxed);
            failure.lock().expect("no worker panics while holding the lock").get_or_insert(error);
        };
        let work = |recorded: Sender<String>, core: Option<&Core>| {
            while !self.interrupted.load(Ordering::Relaxed) && !is_over.load(Ordering::Relaxed) {
                let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                begun(task);
                match self.one(task, core, &is_over) {
                    Ok(Some(record)) => {
                        ended(&record);
                        recorded.send(record.run).expect("the receiver outlives the workers");
                    }
                    Ok(None) => return,
                    Err(error) => fail(error),
                }
            }
        };
        std::thread::scope(|scope| {
            let (recorded, unsettled) = mpsc::channel();
            for worker in 0..self.workers.min(tasks.len()) {
                let (recorded, work) = (recorded.clone(), &work);
                scope.spawn(move || work(recorded, self.cores.get(worker)));
            }
            drop(recorded);
            // Sync records to disk here, so that workers need not wait for the disk.
            for run in unsettled {
                self.settle(&run).unwrap_or_else(&fail);
            }
        });
        match failure.into_inner().expect("no worker panics while holding the lock") {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Writes the unsettled record of a task that cannot write its own.
    fn without_run(
        &self,
        task: &Task,
        outcome: Outcome,
        remark: String,
    ) -> Result<Record, ScheduleError> {
        let record = Record::without_run(task, outcome, remark, SystemTime::now());
        self.folder.write_unsettled(&record)?;
        Ok(record)
    }

    fn settle(&self, run: &str) -> Result<(), ScheduleError> {
        self.folder.settle(run)?;
        Ok(self.folder.settle_all()?)
    }

    /// Runs one task and returns its unsettled record; `None` if it was interrupted.
    fn one(
        &self,
        task: &Task,
        core: Option<&Core>,
        is_over: &AtomicBool,
    ) -> Result<Option<Record>, ScheduleError> {
        let solver = match self.programs.solver_of(task) {
            Ok(solver) => solver,
            Err(why) => return self.without_run(task, Outcome::Missing, why).map(Some),
        };
        let (program, arguments) = self.command;
        // Not in the campaign's folder: a run must be able to report that it cannot write there.
        let directory = tempfile::tempdir()
            .map_err(|reason| FileError { path: std::env::temp_dir(), reason })?;
        let arguments = arguments.iter().map(OsString::from);
        let ended = process::run(&Job {
            program,
            arguments: arguments
                .chain(programs::arguments(solver))
                .chain(
                    core.iter()
                        .flat_map(|core| [PROCESSOR.into(), core.processor.to_string().into()]),
                )
                .chain([self.folder.path().into(), task.run.clone().into()])
                .collect(),
            directory: directory.path(),
            environment: Vec::new(),
            limits: Limits { grace: GRACE, ..Limits::default() },
            interrupted: &[self.interrupted, is_over],
        })?;
        if let Some(record) = self.folder.unsettled(&task.run)? {
            return Ok(Some(record));
        }
        match ended.ending {
            Ending::Interrupted | Ending::Exited(INTERRUPTED) => Ok(None),
            Ending::Signalled(signal) => {
                let remark = format!("the run was killed by signal {signal} and left no record");
                let record = self.without_run(task, Outcome::Crashed, remark)?;
                self.folder.remove_remains(&task.run)?;
                Ok(Some(record))
            }
            Ending::Exited(_)
            | Ending::WallLimit
            | Ending::CpuLimit
            | Ending::MemoryLimit
            | Ending::OutputLimit => {
                let errors = foreign::text(&directory.path().join(STDERR), MOST_OUTPUT);
                let errors = errors.unwrap_or_default().unwrap_or_default();
                let message = errors.trim().trim_start_matches("error: ").to_owned();
                Err(if message.is_empty() {
                    ScheduleError::Failed(format!(
                        "run {} left no record: {:?}",
                        task.run, ended.ending
                    ))
                } else if ended.ending == Ending::Exited(REFUSED) {
                    ScheduleError::Refused(message)
                } else {
                    ScheduleError::Failed(message)
                })
            }
        }
    }
}
