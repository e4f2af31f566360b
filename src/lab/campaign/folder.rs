//! The folder of a campaign: what is where, written so that a crash at any moment leaves whole files.
//!
//! ```text
//! campaign.yaml     the campaign file
//! levels/           its levels
//! runs/RUN.json     a run that is to be done
//! records/RUN.json  what came of it
//! logs/RUN/         what its solver printed; all its files if that was wrong
//! running/RUN/      the files of a run that is under way
//! aside/            records that others took the place of
//! slurm/            what was submitted
//! lock              held by whoever starts runs here
//! ```
//!
//! The records are the truth. All else can be made again, or is there to look into.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rayon::prelude::*;
use serde::de::DeserializeOwned;
use thiserror::Error;

use super::machine::utc;
use super::record::{Machine, Record};
use super::task::Task;

/// The folder in that of a campaign that its records are in.
pub const RECORDS: &str = "records";

/// A file or folder that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {reason}", .path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What the system says.
    pub reason: io::Error,
}

/// Puts a path to what the system says of it.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> FileError + '_ {
    |reason| FileError { path: path.to_owned(), reason }
}

/// The folder of a campaign.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

/// Held by whoever starts runs in a folder.
pub struct Lock(#[expect(dead_code, reason = "it is held, not used")] File);

impl Folder {
    /// The folder of a campaign that was begun, or whose records came from elsewhere.
    ///
    /// # Errors
    /// If there is none.
    pub fn open(path: &Path) -> Result<Folder, FileError> {
        let folder = Folder(path.canonicalize().map_err(at(path))?);
        if folder.records_folder().is_dir() {
            return Ok(folder);
        }
        let reason = if folder.0.is_dir() {
            "there is no campaign in this folder"
        } else {
            "it is not a folder; an archive of a campaign is to be unpacked first, with tar xf"
        };
        Err(at(path)(io::Error::new(io::ErrorKind::NotFound, reason)))
    }

    /// Makes the folder of a campaign, unless it is there.
    ///
    /// # Errors
    /// If it cannot be made, or is full of other things.
    pub fn create(path: &Path) -> Result<Folder, FileError> {
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(at(path))?;
        let folder = Folder(path.canonicalize().map_err(at(path))?);
        if !is_new && !folder.records_folder().is_dir() && !is_empty(path).map_err(at(path))? {
            let reason = "the folder holds other things, and no campaign";
            return Err(at(path)(io::Error::new(io::ErrorKind::AlreadyExists, reason)));
        }
        for name in ["levels", "runs", "logs", "running", "records"] {
            let path = folder.0.join(name);
            fs::create_dir_all(&path).map_err(at(&path))?;
        }
        Ok(folder)
    }

    /// Where it is: an absolute path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The campaign file.
    pub fn spec(&self) -> PathBuf {
        self.0.join("campaign.yaml")
    }

    /// The file of a level.
    pub fn level(&self, file: &str) -> PathBuf {
        self.0.join("levels").join(file)
    }

    /// The files of a run that is under way.
    pub fn running(&self, run: &str) -> PathBuf {
        self.0.join("running").join(run)
    }

    /// The files of a run that were kept, relative to the folder.
    pub fn logs(run: &str) -> String {
        format!("logs/{run}")
    }

    /// The records.
    pub fn records_folder(&self) -> PathBuf {
        self.0.join(RECORDS)
    }

    /// The file of a record.
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

    /// Writes a record: it is there whole, or not at all, and lasts.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_record(&self, record: &Record) -> Result<(), FileError> {
        self.write_unsettled(record)?;
        self.settle(&record.run)?;
        self.settle_all()
    }

    /// Writes a record where nobody sees it until it is [settled](Folder::settle).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_unsettled(&self, record: &Record) -> Result<(), FileError> {
        let path = self.unsettled_file(&record.run);
        let mut text =
            serde_json::to_vec_pretty(record).map_err(|error| at(&path)(error.into()))?;
        text.push(b'\n');
        write_whole(&path, &text, false).map_err(at(&path))
    }

    /// A record that is not settled yet, if there is one.
    ///
    /// # Errors
    /// If it is not a record.
    pub fn unsettled(&self, run: &str) -> Result<Option<Record>, FileError> {
        read(&self.unsettled_file(run))
    }

    /// Brings a record to the disk, and then to where records are.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn settle(&self, run: &str) -> Result<(), FileError> {
        let path = self.unsettled_file(run);
        File::open(&path)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&path, self.record_file(run)))
            .map_err(at(&path))
    }

    /// Brings to the disk which records there are.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn settle_all(&self) -> Result<(), FileError> {
        let path = self.records_folder();
        File::open(&path).and_then(|folder| folder.sync_all()).map_err(at(&path))
    }

    /// Writes a task, so that it can be run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_task(&self, task: &Task) -> Result<(), FileError> {
        let path = self.task_file(&task.run);
        let text = serde_json::to_vec(task).map_err(|error| at(&path)(error.into()))?;
        if fs::read(&path).is_ok_and(|found| found == text) {
            return Ok(());
        }
        // What is lost with the machine is written again by the next who starts runs.
        write_whole(&path, &text, false).map_err(at(&path))
    }

    /// Writes a file of the campaign, unless it says that already.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path, text: &str) -> Result<(), FileError> {
        if fs::read(path).is_ok_and(|found| found == text.as_bytes()) {
            return Ok(());
        }
        write_whole(path, text.as_bytes(), true).map_err(at(path))
    }

    /// The record of a run, if there is one.
    ///
    /// # Errors
    /// If it is not a record.
    pub fn record(&self, run: &str) -> Result<Option<Record>, FileError> {
        let path = self.record_file(run);
        let record: Option<Record> = read(&path)?;
        match record.as_ref().filter(|record| record.run != run) {
            None => Ok(record),
            Some(other) => Err(at(&path)(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("this is the record of another run, {}", other.run),
            ))),
        }
    }

    /// The task of a run, if there is one.
    ///
    /// # Errors
    /// If it is not a task.
    pub fn task(&self, run: &str) -> Result<Option<Task>, FileError> {
        read(&self.task_file(run))
    }

    /// All records, in the order of their names.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn records(&self) -> Result<Vec<Record>, FileError> {
        let runs = names(&self.records_folder())?;
        runs.par_iter().filter_map(|run| self.record(run).transpose()).collect()
    }

    /// The runs that have a record.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn recorded(&self) -> Result<BTreeSet<String>, FileError> {
        names(&self.records_folder())
    }

    /// All tasks, in the order of their names.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn tasks(&self) -> Result<Vec<Task>, FileError> {
        let runs = self.planned()?;
        runs.iter().filter_map(|run| self.task(run).transpose()).collect()
    }

    /// The runs that are planned.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn planned(&self) -> Result<BTreeSet<String>, FileError> {
        let folder = self.0.join("runs");
        if folder.exists() { names(&folder) } else { Ok(BTreeSet::new()) }
    }

    /// The runs whose files say that they are under way, and since when. They may have died.
    pub fn under_way(&self) -> Vec<(String, SystemTime)> {
        let entries = fs::read_dir(self.0.join("running")).into_iter().flatten().flatten();
        let run = |entry: fs::DirEntry| {
            let since =
                entry.metadata().and_then(|metadata| metadata.created().or(metadata.modified()));
            Some((entry.file_name().into_string().ok()?, since.ok()?))
        };
        entries.filter_map(run).collect()
    }

    /// Removes what runs that died have left, and tasks that are not planned any more. `is_alive` says
    /// which runs someone else has under way.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn clean(
        &self,
        planned: &BTreeSet<String>,
        is_alive: impl Fn(&str) -> bool,
    ) -> Result<(), FileError> {
        for (run, _) in self.under_way().into_iter().filter(|(run, _)| !is_alive(run)) {
            let path = self.running(&run);
            fs::remove_dir_all(&path).map_err(at(&path))?;
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
                if name.ends_with(UNFINISHED) && !is_alive(run) {
                    fs::remove_file(entry.path()).map_err(at(&folder))?;
                }
            }
        }
        Ok(())
    }

    /// Moves records aside with their logs, where no report looks. They are not lost.
    ///
    /// # Errors
    /// If they cannot be moved.
    pub fn set_aside(&self, runs: &BTreeSet<String>) -> Result<(), FileError> {
        if runs.is_empty() {
            return Ok(());
        }
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
        Ok(())
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// If another plotgen holds it, or it cannot be taken.
    pub fn lock(&self) -> Result<Lock, FileError> {
        let path = self.lock_file();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(at(&path))?;
        match patiently(|| file.try_lock()) {
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

    /// Who holds the lock, if anyone does.
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

/// Tries a few times: who only looks whether it is locked holds it for a moment.
fn patiently(lock: impl Fn() -> Result<(), TryLockError>) -> Result<(), TryLockError> {
    for _ in 0..5 {
        match lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            answer => return answer,
        }
    }
    lock()
}

/// The end of the name of a file that is being written.
const UNFINISHED: &str = ".unfinished";

/// Writes a file that is there whole, or not at all, whenever the program is killed; with `lasting` also
/// when the machine fails.
pub(super) fn write_whole(path: &Path, bytes: &[u8], lasting: bool) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unfinished = folder.join(format!(".{name}.{}{UNFINISHED}", std::process::id()));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        if lasting { file.sync_all() } else { Ok(()) }
    });
    let renamed = written.and_then(|()| fs::rename(&unfinished, path));
    if let Err(error) = renamed {
        // What is left of it would be in the way of nobody.
        let _ = fs::remove_file(&unfinished);
        return Err(error);
    }
    Ok(())
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(folder)?.next().is_none())
}

/// The names of the JSON files of a folder, without their ending.
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

/// What a JSON file says, if there is one.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, FileError> {
    match fs::read(path) {
        Ok(text) => {
            let not_one = |error: serde_json::Error| {
                at(path)(io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("it is not whole: {error}"),
                ))
            };
            serde_json::from_slice(&text).map(Some).map_err(not_one)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at(path)(error)),
    }
}
