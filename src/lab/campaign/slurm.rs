//! Slurm: the same runs as tasks of job arrays. What was submitted is noted in the campaign's folder, so
//! whoever comes later can watch it, and go on where it stopped.
//!
//! A run's own limits come first; those of the job are a little wider. Where a task has ended and left
//! no record, Slurm is asked why, as long as it remembers: no accounting is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::folder::{FileError, Folder, at};
use super::record::Record;
use super::task::{Availability, Task};
use crate::lab::outcome::Outcome;

/// Why Slurm cannot be used.
#[derive(Debug, Error)]
pub enum SlurmError {
    /// A program of it is not here.
    #[error("{program} is not on this machine, or does not run ({})", .reason.kind())]
    Missing {
        /// The program.
        program: &'static str,
        /// What the system says.
        reason: io::Error,
    },
    /// It refuses.
    #[error("{program}: {said}")]
    Refused {
        /// The program.
        program: &'static str,
        /// What it says.
        said: String,
    },
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Where tasks are submitted to.
pub struct Queue<'a> {
    /// The partition, if not the default.
    pub partition: Option<&'a str>,
    /// So many tasks at once.
    pub at_once: usize,
    /// The program that does a run when it is called so, and then with the campaign's folder and the
    /// name of the run.
    pub command: (&'a Path, &'a [&'a str]),
}

/// A job array that was submitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// The number that Slurm gave it.
    pub job: u64,
    /// Its runs: that of the first task has the index 1.
    pub runs: Vec<String>,
}

/// What Slurm says of the tasks of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Queued {
    /// Runs that wait or run, each with its job.
    pub alive: BTreeMap<String, u64>,
    /// Runs that have ended, each with its state and the file that took what they said.
    ended: BTreeMap<String, (String, PathBuf)>,
    /// Why Slurm could not be asked of all of them: then more may be alive.
    pub unreachable: Option<String>,
}

/// What a job gets beyond the limits of its run: it has to start, to clean up, and to write its record.
const MORE_SECONDS: u64 = 120;
const MORE_BYTES: u64 = 512 << 20;

impl Queue<'_> {
    /// Submits tasks, as one job array or, where Slurm wants no array so long, as several one after the
    /// other. The jobs.
    ///
    /// # Errors
    /// If Slurm refuses, or files cannot be written.
    pub fn submit(&self, folder: &Folder, tasks: &[Task]) -> Result<Vec<u64>, SlurmError> {
        let home = home(folder);
        fs::create_dir_all(&home).map_err(at(&home))?;
        let runs: Vec<&Task> =
            tasks.iter().filter(|task| matches!(task.solver, Availability::Programs(_))).collect();
        let mut jobs: Vec<u64> = Vec::new();
        for part in runs.chunks(longest_array()?) {
            let job = self.submit_array(folder, &home, part, jobs.last().copied())?;
            jobs.push(job);
        }
        Ok(jobs)
    }

    fn submit_array(
        &self,
        folder: &Folder,
        home: &Path,
        tasks: &[&Task],
        after: Option<u64>,
    ) -> Result<u64, SlurmError> {
        let number = (1..).find(|number| !home.join(format!("{number}.runs")).exists());
        let name = number.unwrap_or_default().to_string();
        let runs: Vec<String> = tasks.iter().map(|task| task.run.clone()).collect();
        let list = home.join(format!("{name}.runs"));
        folder.write(&list, &(runs.join("\n") + "\n"))?;
        let script = home.join(format!("{name}.sh"));
        folder.write(&script, &self.script(folder, &list))?;
        let mut command = Command::new("sbatch");
        command
            .args(["--parsable", "--no-requeue", "--cpus-per-task=1"])
            .arg(format!("--array=1-{}%{}", runs.len(), self.at_once))
            .arg(format!(
                "--job-name=plotgen-{}",
                folder.path().file_name().unwrap_or_default().display()
            ))
            .arg(format!("--output={}", home.join(format!("{name}-%a.out")).display()))
            .arg(format!("--chdir={}", folder.path().display()));
        if let Some(partition) = self.partition {
            command.arg(format!("--partition={partition}"));
        }
        if let Some(job) = after {
            // One after the other, lest there are more tasks at once than were asked for.
            command.arg(format!("--dependency=afterany:{job}"));
        }
        if let Some(longest) = tasks.iter().map(|task| task.longest()).collect::<Option<Vec<_>>>() {
            let seconds = longest.iter().map(|time| time.as_secs()).max().unwrap_or(0);
            command.arg(format!("--time={}", (seconds + MORE_SECONDS).div_ceil(60)));
        }
        if let Some(bytes) = tasks.iter().filter_map(|task| task.memory).max() {
            command.arg(format!("--mem={}M", (bytes + MORE_BYTES).div_ceil(1 << 20)));
        }
        let said = run("sbatch", command.arg(&script))?;
        let job = said.trim().split(';').next().unwrap_or_default().parse().map_err(|_| {
            SlurmError::Refused { program: "sbatch", said: format!("it says {said:?}") }
        })?;
        let path = home.join(format!("{name}.json"));
        let text = serde_json::to_string(&Submission { job, runs })
            .map_err(|error| at(&path)(error.into()))?;
        folder.write(&path, &text)?;
        Ok(job)
    }

    fn script(&self, folder: &Folder, list: &Path) -> String {
        let (program, arguments) = self.command;
        let words = arguments.join(" ");
        format!(
            "#!/bin/sh\nexec {} {words} {} \"$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {})\"\n",
            quoted(program),
            quoted(folder.path()),
            quoted(list)
        )
    }
}

impl Queued {
    /// Asks Slurm for all tasks of a campaign that have no record.
    ///
    /// # Errors
    /// If files cannot be read.
    pub fn of(folder: &Folder) -> Result<Queued, FileError> {
        let mut queued = Queued::default();
        let recorded = folder.recorded()?;
        for (name, submission) in submissions(folder)? {
            if submission.runs.iter().all(|run| recorded.contains(run)) {
                continue;
            }
            let states = states(submission.job).unwrap_or_else(|error| {
                queued.unreachable = Some(error.to_string());
                Vec::new()
            });
            for (task, state) in states {
                let Some(run) = task.checked_sub(1).and_then(|index| submission.runs.get(index))
                else {
                    continue;
                };
                if recorded.contains(run) {
                    continue;
                }
                if is_alive(&state) {
                    queued.ended.remove(run);
                    queued.alive.insert(run.clone(), submission.job);
                } else if !queued.alive.contains_key(run) {
                    let said = home(folder).join(format!("{name}-{task}.out"));
                    queued.ended.insert(run.clone(), (state, said));
                }
            }
        }
        Ok(queued)
    }

    /// The jobs that are alive.
    pub fn jobs(&self) -> BTreeSet<u64> {
        self.alive.values().copied().collect()
    }

    /// Writes records for the runs that Slurm has ended; those that it gave up for no fault of theirs
    /// are to be run again. The records, and what the others said.
    ///
    /// # Errors
    /// If files cannot be read or written.
    pub fn collect(&self, folder: &Folder) -> Result<(Vec<Record>, Vec<String>), FileError> {
        let (mut records, mut troubles) = (Vec::new(), Vec::new());
        for (run, (state, said)) in &self.ended {
            let Some(task) = folder.task(run)? else { continue };
            // It may have been written since.
            if folder.record(run)?.is_some() {
                continue;
            }
            let said = fs::read_to_string(said).unwrap_or_default();
            let said = said.lines().rev().find(|line| line.starts_with("error: "));
            if let Some(said) = said {
                troubles.push(said.trim_start_matches("error: ").to_owned());
                continue;
            }
            if let Some(outcome) = outcome(state) {
                let remark = format!("Slurm ended it ({state}), and it has left no record");
                let record = Record::without_run(&task, outcome, remark, SystemTime::now());
                folder.write_record(&record)?;
                records.push(record);
            }
        }
        troubles.dedup();
        Ok((records, troubles))
    }
}

/// What is noted of the job arrays of a campaign, each with its name.
fn submissions(folder: &Folder) -> Result<BTreeMap<String, Submission>, FileError> {
    let home = home(folder);
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(&home).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".json"))
        else {
            continue;
        };
        let text = fs::read(&path).map_err(at(&path))?;
        let submission = serde_json::from_slice(&text).map_err(|error| at(&path)(error.into()))?;
        found.insert(name.to_owned(), submission);
    }
    Ok(found)
}

fn home(folder: &Folder) -> PathBuf {
    folder.path().join("slurm")
}

/// The state of each task of a job; there are none of a job that Slurm has forgotten.
fn states(job: u64) -> Result<Vec<(usize, String)>, SlurmError> {
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--states=all", "--format=%K %T"]);
    let said = match run("squeue", command.arg(format!("--jobs={job}"))) {
        Err(SlurmError::Refused { said, .. }) if said.contains("Invalid job id") => String::new(),
        said => said?,
    };
    let state = |line: &str| {
        let (task, state) = line.trim().split_once(' ')?;
        Some((task.parse().ok()?, state.trim().to_owned()))
    };
    Ok(said.lines().filter_map(state).collect())
}

/// Whether a task waits, runs, or is about to be over, by its state.
fn is_alive(state: &str) -> bool {
    [
        "PENDING",
        "CONFIGURING",
        "RUNNING",
        "SUSPENDED",
        "COMPLETING",
        "STOPPED",
        "REQUEUED",
        "REQUEUE_HOLD",
        "REQUEUE_FED",
        "RESIZING",
        "SIGNALING",
        "STAGE_OUT",
    ]
    .contains(&state)
}

/// What a run came to that Slurm has ended; nothing if it is to be run again.
fn outcome(state: &str) -> Option<Outcome> {
    match state {
        "TIMEOUT" | "DEADLINE" => Some(Outcome::Timeout),
        "OUT_OF_MEMORY" => Some(Outcome::Memout),
        "FAILED" => Some(Outcome::Crashed),
        // CANCELLED, NODE_FAIL, BOOT_FAIL, PREEMPTED, REVOKED and what is not known. What is COMPLETED has
        // a record, though this machine may not see it yet.
        _ => None,
    }
}

/// Whether this process is part of a job.
pub(super) fn is_around() -> bool {
    env::var_os("SLURM_JOB_ID").is_some()
}

/// Checks that Slurm can be asked.
///
/// # Errors
/// If it cannot.
pub fn check() -> Result<(), SlurmError> {
    longest_array().map(|_| ())
}

/// The most tasks of an array, as Slurm is configured.
fn longest_array() -> Result<usize, SlurmError> {
    let said = run("scontrol", Command::new("scontrol").args(["show", "config"]))?;
    let size = |line: &str| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "MaxArraySize").then(|| value.trim().parse::<usize>().ok())?
    };
    // The largest index is one less.
    Ok(said.lines().find_map(size).unwrap_or(1001).saturating_sub(1).max(1))
}

fn run(program: &'static str, command: &mut Command) -> Result<String, SlurmError> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|reason| SlurmError::Missing { program, reason })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("it failed");
    let said = said.trim_start_matches(&format!("{program}: ")).trim_start_matches("error: ");
    Err(SlurmError::Refused { program, said: said.to_owned() })
}

/// A path as a word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_slurm_ended_has_the_outcome_of_its_state() {
        assert_eq!(outcome("TIMEOUT"), Some(Outcome::Timeout));
        assert_eq!(outcome("OUT_OF_MEMORY"), Some(Outcome::Memout));
        assert_eq!(outcome("FAILED"), Some(Outcome::Crashed));
        for again in ["CANCELLED", "NODE_FAIL", "PREEMPTED", "SOMETHING_NEW"] {
            assert_eq!(outcome(again), None);
            assert!(!is_alive(again));
        }
        assert!(is_alive("PENDING") && is_alive("COMPLETING"));
    }

    #[test]
    fn paths_are_words_of_the_shell() {
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }
}
