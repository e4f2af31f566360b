//! The folder of a campaign: its layout, and file operations that survive crashes.
//!
//! ```text
//! plotgen-campaign  marks the folder as a campaign, in which plotgen may write and remove files
//! campaign.yaml     the campaign file
//! solvers.json      the declarations of its solvers, for readers
//! calibration.json  the noise of the machine
//! levels/           its levels
//! runs/RUN.json     a planned run
//! records/RUN.json  its record
//! logs/RUN/         the output of its solver; all its files if it failed or was wrong
//! running/RUN/      the working directory of an active run
//! aside/            records that were replaced by newer ones, or are damaged
//! slurm/            submitted job arrays
//! lock              held by the process that starts runs
//! ```
//!
//! The records are authoritative. Everything else can be regenerated, or is kept for inspection.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use rayon::prelude::*;
use thiserror::Error;

use super::machine::utc;
use super::record::{Machine, Record};
use super::task::Task;
use crate::lab::files;
use crate::lab::foreign::{self, Unusable};

/// The name of the subfolder with the records.
pub const RECORDS: &str = "records";

/// The file that marks a folder as a campaign.
const MARKER: &str = "plotgen-campaign";

/// What the marker says to people.
const MARKER_TEXT: &str =
    "plotgen bench keeps a campaign in this folder, and removes old files from it.\n";

/// The largest record that is read: a plan, and what the solver reports about each length.
const MOST_RECORD: u64 = 16 << 20;

/// The largest other file of a campaign that is read.
const MOST_OTHER: u64 = 4 << 20;

/// A file or folder that cannot be read or written.
#[derive(Debug, Error)]
#[error("{}: {reason}", .path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: io::Error,
}

/// Adds a path to an I/O error.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
    |reason| FileError { path: path.to_owned(), reason }
}

/// Whether a folder is marked as a campaign.
pub fn is_campaign(folder: &Path) -> bool {
    folder.join(MARKER).symlink_metadata().is_ok()
}

/// The records of a campaign.
#[derive(Debug, Default)]
pub struct Records {
    /// The whole ones, ordered by name.
    pub whole: Vec<Record>,
    /// The damaged ones.
    pub damaged: Vec<Damaged>,
}

/// A record that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// The name of the run.
    pub run: String,
    /// What is wrong with its file.
    pub reason: String,
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// The lock of a campaign's folder, held by the process that starts runs.
pub struct Lock(#[expect(dead_code, reason = "held for the lock, never read")] File);

impl Folder {
    /// Opens the folder of an existing campaign to read it. A folder with only records is enough.
    ///
    /// # Errors
    /// If `path` is not a folder with a subfolder of records.
    pub fn open(path: &Path) -> Result<Folder, FileError> {
        let folder = Folder(path.canonicalize().map_err(at(path))?);
        if folder.records_folder().is_dir() {
            return Ok(folder);
        }
        let reason = if folder.0.is_dir() {
            "there is no campaign in this folder"
        } else {
            "it is not a folder; if it is a packed campaign, unpack it first with tar xf"
        };
        Err(at(path)(io::Error::new(io::ErrorKind::NotFound, reason)))
    }

    /// Creates the folder of a campaign, or opens it if it exists.
    ///
    /// # Errors
    /// If the folder cannot be created, or exists with other content.
    pub fn create(path: &Path) -> Result<Folder, FileError> {
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(at(path))?;
        let folder = Folder(path.canonicalize().map_err(at(path))?);
        if is_new || is_empty(path).map_err(at(path))? {
            let marker = folder.marker();
            write_whole(&marker, MARKER_TEXT.as_bytes(), true).map_err(at(&marker))?;
        }
        folder.check_marker()?;
        for name in ["levels", "runs", "logs", "running", "records"] {
            let path = folder.0.join(name);
            if path.is_symlink() {
                let reason = "is a link; plotgen works in folders of the campaign itself";
                return Err(at(&path)(io::Error::other(reason)));
            }
            fs::create_dir_all(&path).map_err(at(&path))?;
        }
        Ok(folder)
    }

    /// Checks that this folder was made for a campaign, before anything in it is changed.
    fn check_marker(&self) -> Result<(), FileError> {
        if self.marker().symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Ok(());
        }
        let reason = if self.spec().exists() && self.records_folder().is_dir() {
            "this campaign was written by plotgen 0.1; to let this version continue it, create an \
             empty file plotgen-campaign in the folder"
        } else {
            "the folder is not empty and is not a campaign"
        };
        Err(at(&self.0)(io::Error::new(io::ErrorKind::AlreadyExists, reason)))
    }

    /// The path of the file that marks the folder as a campaign.
    pub fn marker(&self) -> PathBuf {
        self.0.join(MARKER)
    }

    /// The absolute path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of the campaign file.
    pub fn spec(&self) -> PathBuf {
        self.0.join("campaign.yaml")
    }

    /// The path of the declarations of solvers, for readers. Nothing reads it to execute a program.
    pub fn declarations(&self) -> PathBuf {
        self.0.join("solvers.json")
    }

    /// The path of the noise of the machine.
    pub fn calibration(&self) -> PathBuf {
        self.0.join("calibration.json")
    }

    /// The path of a level's file.
    pub fn level(&self, file: &str) -> PathBuf {
        self.0.join("levels").join(file)
    }

    /// The working directory of an active run.
    pub fn running(&self, run: &str) -> PathBuf {
        self.0.join("running").join(run)
    }

    /// The folder with the kept files of a run, relative to the campaign's folder.
    pub fn logs(run: &str) -> String {
        format!("logs/{run}")
    }

    /// The path of the subfolder with the records.
    pub fn records_folder(&self) -> PathBuf {
        self.0.join(RECORDS)
    }

    /// The path of a run's record.
    pub fn record_file(&self, run: &str) -> PathBuf {
        self.records_folder().join(format!("{run}.json"))
    }

    fn unsettled_file(&self, run: &str) -> PathBuf {
        self.records_folder().join(format!(".{run}.json{UNFINISHED}"))
    }

    fn task_file(&self, run: &str) -> PathBuf {
        self.0.join("runs").join(format!("{run}.json"))
    }

    fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    /// Writes a record atomically and syncs it to disk.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn write_record(&self, record: &Record) -> Result<(), FileError> {
        self.write_unsettled(record)?;
        self.settle(&record.run)?;
        self.settle_all()
    }

    /// Writes a record under a temporary name, invisible until it is [settled](Folder::settle).
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn write_unsettled(&self, record: &Record) -> Result<(), FileError> {
        let path = self.unsettled_file(&record.run);
        let text = record.to_text().map_err(|error| at(&path)(error.into()))?;
        write_whole(&path, text.as_bytes(), false).map_err(at(&path))
    }

    /// The unsettled record of a run, if there is one.
    ///
    /// # Errors
    /// If the file cannot be read or is not a record.
    pub fn unsettled(&self, run: &str) -> Result<Option<Record>, FileError> {
        read_record(&self.unsettled_file(run), run)
    }

    /// Syncs an unsettled record to disk and moves it to the records.
    ///
    /// # Errors
    /// If the record cannot be synced or moved.
    pub fn settle(&self, run: &str) -> Result<(), FileError> {
        let path = self.unsettled_file(run);
        File::open(&path)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&path, self.record_file(run)))
            .map_err(at(&path))
    }

    /// Syncs the directory of records to disk, so that settled records survive a power failure.
    ///
    /// # Errors
    /// If the directory cannot be synced.
    pub fn settle_all(&self) -> Result<(), FileError> {
        let path = self.records_folder();
        File::open(&path).and_then(|folder| folder.sync_all()).map_err(at(&path))
    }

    /// Writes a task, so that it can be run, unless it is there already.
    ///
    /// # Errors
    /// If the task cannot be written.
    pub fn write_task(&self, task: &Task) -> Result<(), FileError> {
        let path = self.task_file(&task.run);
        let text = serde_json::to_vec(task).map_err(|error| at(&path)(error.into()))?;
        if says(&path, &text) {
            return Ok(());
        }
        // No sync needed: the next command that starts runs writes a lost task again.
        write_whole(&path, &text, false).map_err(at(&path))
    }

    /// Writes a file of the campaign, unless it already has this content.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, text: &str) -> Result<(), FileError> {
        if says(path, text.as_bytes()) {
            return Ok(());
        }
        write_whole(path, text.as_bytes(), true).map_err(at(path))
    }

    /// The record of a run, if there is one.
    ///
    /// # Errors
    /// If the file cannot be read or is not the record of this run.
    pub fn record(&self, run: &str) -> Result<Option<Record>, FileError> {
        read_record(&self.record_file(run), run)
    }

    /// The task of a run, if there is one.
    ///
    /// # Errors
    /// If the file cannot be read or is not the task of this run.
    pub fn task(&self, run: &str) -> Result<Option<Task>, FileError> {
        let path = self.task_file(run);
        let invalid =
            |reason: String| at(&path)(io::Error::new(io::ErrorKind::InvalidData, reason));
        let Some(text) = bytes(&path, MOST_OTHER)? else { return Ok(None) };
        let task: Task = serde_json::from_slice(&text)
            .map_err(|error| invalid(format!("incomplete or invalid: {error}")))?;
        if task.run != run {
            return Err(invalid(format!("this is the task of another run, {}", task.run)));
        }
        if !is_file_name(&task.file) {
            return Err(invalid(format!("{:?} is not the name of a level file", task.file)));
        }
        Ok(Some(task))
    }

    /// All records.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn records(&self) -> Result<Records, FileError> {
        let runs = names(&self.records_folder())?;
        let read = runs.into_par_iter().filter_map(|run| match self.record(&run) {
            Ok(record) => Some(Ok(record?)),
            Err(error) => Some(Err(Damaged { run, reason: files::in_words(&error.reason) })),
        });
        let mut records = Records::default();
        for record in read.collect::<Vec<Result<Record, Damaged>>>() {
            match record {
                Ok(record) => records.whole.push(record),
                Err(damaged) => records.damaged.push(damaged),
            }
        }
        Ok(records)
    }

    /// The names of the runs that have a record.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn recorded(&self) -> Result<BTreeSet<String>, FileError> {
        names(&self.records_folder())
    }

    /// All tasks, ordered by name.
    ///
    /// # Errors
    /// If a task cannot be read.
    pub fn tasks(&self) -> Result<Vec<Task>, FileError> {
        let runs = self.planned()?;
        runs.iter().filter_map(|run| self.task(run).transpose()).collect()
    }

    /// The names of the planned runs.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn planned(&self) -> Result<BTreeSet<String>, FileError> {
        let folder = self.0.join("runs");
        let mut runs = if folder.exists() { names(&folder)? } else { BTreeSet::new() };
        runs.retain(|run| is_run(run));
        Ok(runs)
    }

    /// The runs that have a working directory, and since when. Their processes may have died.
    pub fn under_way(&self) -> Vec<(String, SystemTime)> {
        let entries = fs::read_dir(self.0.join("running")).into_iter().flatten().flatten();
        let run = |entry: fs::DirEntry| {
            let since =
                entry.metadata().and_then(|metadata| metadata.created().or(metadata.modified()));
            Some((entry.file_name().into_string().ok().filter(|run| is_run(run))?, since.ok()?))
        };
        entries.filter_map(run).collect()
    }

    /// Removes the working directory of a run that is over, if there is one.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove_remains(&self, run: &str) -> Result<(), FileError> {
        let path = self.running(run);
        match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&path)(error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Removes the remains of runs that died, and tasks that are no longer planned. Keeps the files
    /// of runs for which `is_alive` returns true, and everything that is not named after a run.
    ///
    /// # Errors
    /// If a folder cannot be read or a file cannot be removed.
    pub fn clean(
        &self,
        planned: &BTreeSet<String>,
        is_alive: impl Fn(&str) -> bool,
    ) -> Result<(), FileError> {
        for (run, _) in self.under_way().into_iter().filter(|(run, _)| !is_alive(run)) {
            self.remove_remains(&run)?;
        }
        for run in self.planned()?.difference(planned) {
            let path = self.task_file(run);
            fs::remove_file(&path).map_err(at(&path))?;
        }
        for folder in [self.records_folder(), self.0.join("runs"), self.0.join("levels")] {
            for entry in fs::read_dir(&folder).map_err(at(&folder))?.flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let run = name.trim_start_matches('.').split('.').next().unwrap_or_default();
                let is_unfinished = name.starts_with('.') && name.ends_with(UNFINISHED);
                if is_unfinished && !is_alive(run) {
                    fs::remove_file(entry.path()).map_err(at(&folder))?;
                }
            }
        }
        Ok(())
    }

    /// Moves records and their logs to a subfolder of `aside`, where reports ignore them.
    ///
    /// # Errors
    /// If a file cannot be moved.
    pub fn set_aside(&self, runs: &BTreeSet<String>) -> Result<(), FileError> {
        if runs.is_empty() { Ok(()) } else { self.move_aside(runs).map(|_| ()) }
    }

    /// Moves damaged records to a subfolder of `aside`, with a note of what is wrong with each. Their
    /// runs then have no record.
    ///
    /// # Errors
    /// If a file cannot be moved.
    pub fn set_damaged_aside(&self, damaged: &[Damaged]) -> Result<(), FileError> {
        if damaged.is_empty() {
            return Ok(());
        }
        let folder = self.move_aside(&damaged.iter().map(|one| one.run.clone()).collect())?;
        let line = |Damaged { run, reason }: &Damaged| format!("{run}.json: {reason}\n");
        self.write(&folder.join("damaged.txt"), &damaged.iter().map(line).collect::<String>())
    }

    /// Moves records and their logs to a new subfolder of `aside`, and returns its path.
    fn move_aside(&self, runs: &BTreeSet<String>) -> Result<PathBuf, FileError> {
        let time = utc(SystemTime::now()).replace(':', "");
        let name = |number: usize| match number {
            0 => time.clone(),
            number => format!("{time}-{number}"),
        };
        let aside = self.0.join("aside");
        fs::create_dir_all(&aside).map_err(at(&aside))?;
        let mut number = 0;
        let folder = loop {
            let folder = aside.join(name(number));
            match fs::create_dir(&folder) {
                Ok(()) => break folder,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(at(&folder)(error)),
            }
        };
        for run in runs {
            let path = self.record_file(run);
            fs::rename(&path, folder.join(format!("{run}.json"))).map_err(at(&path))?;
            let logs = self.0.join(Folder::logs(run));
            if logs.exists() {
                fs::rename(&logs, folder.join(run)).map_err(at(&logs))?;
            }
        }
        Ok(folder)
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// If the folder has no marker, another plotgen holds the lock, or the lock file cannot be used.
    pub fn lock(&self) -> Result<Lock, FileError> {
        self.check_marker()?;
        let path = self.lock_file();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(at(&path))?;
        match with_retries(|| file.try_lock()) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                let reason =
                    format!("another plotgen is running this campaign ({})", holder.trim());
                return Err(at(&self.0)(io::Error::new(io::ErrorKind::ResourceBusy, reason)));
            }
            Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
        }
        let holder = format!("process {} on {}\n", std::process::id(), Machine::here().host);
        file.set_len(0).and_then(|()| file.write_all(holder.as_bytes())).map_err(at(&path))?;
        Ok(Lock(file))
    }

    /// The process that holds the lock, if any.
    pub fn holder(&self) -> Option<String> {
        let mut file = File::open(self.lock_file()).ok()?;
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                file.read_to_string(&mut holder).ok()?;
                Some(holder.trim().to_owned())
            }
            Ok(()) | Err(TryLockError::Error(_)) => None,
        }
    }
}

/// Retries a few times, because [`Folder::holder`] takes the lock for a moment to test it.
fn with_retries(lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    for _ in 0..5 {
        match lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            result => return result,
        }
    }
    lock()
}

/// The suffix of a file that is still being written.
const UNFINISHED: &str = ".unfinished";

/// Writes a file atomically: it has the old or the new content even if the program is killed. With
/// `synced`, this also holds if the machine fails.
pub(super) fn write_whole(path: &Path, bytes: &[u8], synced: bool) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = folder.join(format!(".{name}.{}{UNFINISHED}", std::process::id()));
    let written = files::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        if synced { file.sync_all() } else { Ok(()) }
    });
    let renamed = written.and_then(|()| fs::rename(&unfinished, path));
    if let Err(error) = renamed {
        // A leftover file would do no harm.
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    Ok(())
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(folder)?.next().is_none())
}

/// The names of the JSON files in a folder, without the suffix and without hidden files.
fn names(folder: &Path) -> Result<BTreeSet<String>, FileError> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let name = entry.map_err(at(folder))?.file_name();
        let name = name.to_string_lossy();
        if let Some(stem) = name.strip_suffix(".json").filter(|stem| !stem.starts_with('.')) {
            names.insert(stem.to_owned());
        }
    }
    Ok(names)
}

/// Whether a name can be that of a run: the digits of a hash.
fn is_run(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether a name stays in the folder that it is joined to.
fn is_file_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
}

/// Reads the record of a run; `None` if there is no file.
fn read_record(path: &Path, run: &str) -> Result<Option<Record>, FileError> {
    let invalid = |reason: String| at(path)(io::Error::new(io::ErrorKind::InvalidData, reason));
    let Some(text) = bytes(path, MOST_RECORD)? else { return Ok(None) };
    let record = Record::from_text(&text).map_err(|damage| invalid(damage.to_string()))?;
    if record.run != run {
        return Err(invalid(format!("this is the record of another run, {}", record.run)));
    }
    Ok(Some(record))
}

/// The bytes of a file of the campaign, which need not be what plotgen once wrote.
fn bytes(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, FileError> {
    foreign::bytes(path, limit).map_err(|unusable: Unusable| at(path)(unusable.into()))
}

/// Whether a file already has this content.
fn says(path: &Path, text: &[u8]) -> bool {
    foreign::bytes(path, text.len() as u64).is_ok_and(|found| found.as_deref() == Some(text))
}
