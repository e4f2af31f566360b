//! The local scheduler: so many runs at once, each a process of its own.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, SystemTime};

use thiserror::Error;

use super::folder::{FileError, Folder};
use super::record::Record;
use super::task::{Availability, Task};
use crate::lab::outcome::Outcome;
use crate::lab::process::{self, Ending, Job, Limits, STDERR, StartError};

/// A run that was told to stop has to stop its solver, and to clean up.
const GRACE: Duration = Duration::from_secs(10);

/// The exit code of a run that was interrupted.
pub const INTERRUPTED: i32 = 3;

/// Why runs cannot go on.
#[derive(Debug, Error)]
pub enum ScheduleError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A run cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A run has left no record, and says why.
    #[error("{0}")]
    Failed(String),
}

/// Runs that are to be done on this machine.
pub struct Schedule<'a> {
    /// The campaign.
    pub folder: &'a Folder,
    /// The program that does a run when it is called so, and then with the campaign's folder and the
    /// name of the run. It leaves the record unsettled.
    pub command: (&'a Path, &'a [&'a str]),
    /// So many at once.
    pub workers: usize,
    /// Stops everything.
    pub interrupted: &'a AtomicBool,
}

impl Schedule<'_> {
    /// Does the tasks, in their order. `begun` is told of every one that starts, `ended` of every record.
    ///
    /// # Errors
    /// If a run has left no record, but for those that were interrupted.
    pub fn run(
        &self,
        tasks: &[Task],
        begun: &(dyn Fn(&Task) + Sync),
        ended: &(dyn Fn(&Record) + Sync),
    ) -> Result<(), ScheduleError> {
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<ScheduleError>> = Mutex::new(None);
        // Set by the first failure: what is under way is stopped, for its record could not be written.
        let is_over = AtomicBool::new(false);
        let fail = |error: ScheduleError| {
            is_over.store(true, Ordering::Relaxed);
            failure.lock().expect("no thread panics").get_or_insert(error);
        };
        let work = |scribe: Sender<String>| {
            while !self.interrupted.load(Ordering::Relaxed) && !is_over.load(Ordering::Relaxed) {
                let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                begun(task);
                match self.one(task, &is_over) {
                    Ok(Some(record)) => {
                        ended(&record);
                        scribe.send(record.run).expect("the scribe listens to the last");
                    }
                    Ok(None) => return,
                    Err(error) => fail(error),
                }
            }
        };
        std::thread::scope(|scope| {
            let (scribe, unsettled) = mpsc::channel();
            for _ in 0..self.workers.min(tasks.len()) {
                let scribe = scribe.clone();
                scope.spawn(|| work(scribe));
            }
            drop(scribe);
            // The next run does not wait until the disk has taken the record of the last one.
            for run in unsettled {
                self.settle(&run).unwrap_or_else(&fail);
            }
        });
        match failure.into_inner().expect("no thread panics") {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn settle(&self, run: &str) -> Result<(), ScheduleError> {
        self.folder.settle(run)?;
        Ok(self.folder.settle_all()?)
    }

    /// Does one task, whose record is not settled yet; nothing if it was interrupted.
    fn one(&self, task: &Task, is_over: &AtomicBool) -> Result<Option<Record>, ScheduleError> {
        if let Availability::Missing(why) = &task.solver {
            let now = SystemTime::now();
            let record = Record::without_run(task, Outcome::Missing, why.clone(), now);
            self.folder.write_unsettled(&record)?;
            return Ok(Some(record));
        }
        let (program, arguments) = self.command;
        // What a run says when it cannot write where it should is not written there.
        let directory = tempfile::tempdir()
            .map_err(|reason| FileError { path: std::env::temp_dir(), reason })?;
        let arguments = arguments.iter().map(OsString::from);
        let ended = process::run(&Job {
            program,
            arguments: arguments
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
                let remark = format!("the run was ended by signal {signal}, with no record");
                let record = Record::without_run(task, Outcome::Crashed, remark, SystemTime::now());
                self.folder.write_record(&record)?;
                Ok(Some(record))
            }
            Ending::Exited(_)
            | Ending::WallLimit
            | Ending::CpuLimit
            | Ending::MemoryLimit
            | Ending::OutputLimit => {
                let said = fs::read_to_string(directory.path().join(STDERR)).unwrap_or_default();
                let said = said.trim().trim_start_matches("error: ").to_owned();
                Err(ScheduleError::Failed(if said.is_empty() {
                    format!("the run {} has left no record: {:?}", task.run, ended.ending)
                } else {
                    said
                }))
            }
        }
    }
}
