//! The noise of a machine: how much the times of one fixed task differ, run as a campaign's runs are.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::conditions::load;
use super::cores::Core;
use super::folder::{FileError, Folder};
use super::machine::utc;
use super::record::Machine;
use crate::lab::foreign;
use crate::lab::process::{self, Ending, Job, Limits, StartError};

/// The number of times that each worker does the task.
const ROUNDS: usize = 15;

/// The largest file that is read.
const MOST: u64 = 1 << 20;

/// The noise of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The task, in words.
    pub task: String,
    /// How often it was done.
    pub runs: usize,
    /// How many at a time, as many as the campaign has workers.
    pub at_once: usize,
    /// Whether each was pinned to a core.
    pub pinned: bool,
    /// The median of the wall times.
    pub median_seconds: f64,
    /// A quarter of the runs took at most this.
    pub lower_quartile: f64,
    /// A quarter of the runs took at least this.
    pub upper_quartile: f64,
    /// The least time.
    pub least_seconds: f64,
    /// The most time.
    pub most_seconds: f64,
    /// The distance of the quartiles over the median: differences below this say nothing.
    pub noise: f64,
    /// The machine.
    pub machine: Machine,
    /// When it began, in UTC.
    pub started: String,
    /// The load average over one minute at the start.
    pub load: Option<f64>,
}

/// Why a machine cannot be calibrated.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The task cannot be run.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The task failed, or was stopped.
    #[error("the fixed task of the calibration failed")]
    Failed,
    /// It was stopped by the user.
    #[error("interrupted")]
    Interrupted,
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Does the fixed task: a walk through memory that no cache holds, with some arithmetic at every step. The
/// result is the same on every machine.
pub fn work() -> u64 {
    const SLOTS: usize = 1 << 22;
    const STEPS: usize = 8_000_000;
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut slots: Vec<u64> = (0..SLOTS).map(|_| next()).collect();
    let mut at = 0;
    for _ in 0..STEPS {
        let value = slots[at].wrapping_add(next());
        slots[at] = value;
        at = value as usize % SLOTS;
    }
    slots.into_iter().fold(0, |sum, value| sum.rotate_left(5) ^ value)
}

/// What the task is, in words.
const TASK: &str = "8 million steps through 32 MiB of memory";

/// Measures the machine with a command that does the task, on these cores or, without any, on `workers`
/// processors of the system's choice.
///
/// # Errors
/// If the task fails, or was interrupted.
pub fn calibrate(
    command: (&Path, &[&str]),
    workers: usize,
    cores: &[Core],
    interrupted: &AtomicBool,
) -> Result<Calibration, CalibrationError> {
    let (started, load) = (SystemTime::now(), load());
    let times: Mutex<Vec<f64>> = Mutex::default();
    let failure: Mutex<Option<CalibrationError>> = Mutex::default();
    let one = |core: Option<&Core>| -> Result<f64, CalibrationError> {
        let failed = |_| CalibrationError::Failed;
        let directory = tempfile::tempdir().map_err(failed)?;
        let ended = process::run(&Job {
            program: command.0,
            arguments: command.1.iter().map(OsString::from).collect(),
            directory: directory.path(),
            environment: Vec::new(),
            limits: Limits { processor: core.map(|core| core.processor), ..Limits::default() },
            interrupted: &[interrupted],
        })?;
        match ended.ending {
            Ending::Exited(0) => Ok(ended.usage.wall.as_secs_f64()),
            Ending::Interrupted => Err(CalibrationError::Interrupted),
            Ending::Exited(_)
            | Ending::Signalled(_)
            | Ending::WallLimit
            | Ending::CpuLimit
            | Ending::MemoryLimit
            | Ending::OutputLimit => Err(CalibrationError::Failed),
        }
    };
    let work = |core: Option<&Core>| {
        for _ in 0..ROUNDS {
            match one(core) {
                Ok(time) => times.lock().expect("no thread panics").push(time),
                Err(error) => {
                    failure.lock().expect("no thread panics").get_or_insert(error);
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let work = &work;
            scope.spawn(move || work(cores.get(worker)));
        }
    });
    if let Some(error) = failure.into_inner().expect("no thread panics") {
        return Err(error);
    }
    let mut times = times.into_inner().expect("no thread panics");
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let (lower, median, upper) = (at(0.25), at(0.5), at(0.75));
    Ok(Calibration {
        task: TASK.to_owned(),
        runs: times.len(),
        at_once: workers,
        pinned: !cores.is_empty(),
        median_seconds: median,
        lower_quartile: lower,
        upper_quartile: upper,
        least_seconds: at(0.0),
        most_seconds: at(1.0),
        noise: if median > 0.0 { (upper - lower) / median } else { 0.0 },
        machine: Machine::here(),
        started: utc(started),
        load,
    })
}

impl Calibration {
    /// The calibration that a campaign's folder has, if there is one that can be read.
    pub fn of(folder: &Folder) -> Option<Calibration> {
        let text = foreign::text(&folder.calibration(), MOST).ok()??;
        serde_json::from_str(&text).ok()
    }

    /// Writes it into a campaign's folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn store(&self, folder: &Folder) -> Result<(), FileError> {
        let path = folder.calibration();
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| FileError { path: path.clone(), reason: error.into() })?;
        folder.write(&path, &(text + "\n"))
    }

    /// It in a sentence.
    pub fn words(&self) -> String {
        format!(
            "noise of this machine: {} took {:.3} s (median of {}, {} at a time{}); half of the runs lie \
             within {:.1} % of each other, all from {:.3} to {:.3} s",
            self.task,
            self.median_seconds,
            self.runs,
            self.at_once,
            if self.pinned { ", pinned" } else { "" },
            self.noise * 100.0,
            self.least_seconds,
            self.most_seconds
        )
    }
}
