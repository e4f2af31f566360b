//! Runs the tasks of a campaign as Slurm job arrays.
//!
//! Submissions are recorded in the campaign's folder, so that any later command can follow them or
//! resume the campaign.
//!
//! The limits of a job are a little wider than those of its run, so that the run's own limits apply
//! first. If a task ended without a record, `squeue` is asked why, as long as it remembers the job.
//! Slurm accounting is not needed.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::folder::{FileError, Folder, at};
use super::record::Record;
use super::task::Task;
use crate::lab::foreign;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::MOST_OUTPUT;

/// Why Slurm cannot be used.
#[derive(Debug, Error)]
pub enum SlurmError {
    /// A Slurm program cannot be run.
    #[error("{program} is not on this machine, or cannot be run ({})", .reason.kind())]
    Missing {
        /// The program.
        program: &'static str,
        /// The system's error.
        reason: io::Error,
    },
    /// A Slurm program reported an error.
    #[error("{program}: {said}")]
    Refused {
        /// The program.
        program: &'static str,
        /// Its message.
        said: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Where and how tasks are submitted.
pub struct Queue<'a> {
    /// The partition; `None` is Slurm's default.
    pub partition: Option<&'a str>,
    /// The maximum number of tasks at the same time.
    pub at_once: usize,
    /// The command that executes one run: a program and its leading arguments, followed by the
    /// campaign's folder and the name of the run.
    pub command: (&'a Path, &'a [String]),
}

/// A submitted job array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Submission {
    /// Its Slurm job id.
    pub job: u64,
    /// The names of its runs, in task order. Task indices start at 1.
    pub runs: Vec<String>,
}

/// The state of a campaign's tasks in Slurm.
#[derive(Clone, Debug, Default)]
pub struct Queued {
    /// Pending and running runs, each with its job id.
    pub alive: BTreeMap<String, u64>,
    /// Runs that have ended, each with its state and its output file.
    ended: BTreeMap<String, (String, PathBuf)>,
    /// Why `squeue` failed for at least one job, if it did. Then more runs may be alive.
    pub unreachable: Option<String>,
}

/// Time of a job beyond the limit of its run, to start, clean up and write the record.
const EXTRA_SECONDS: u64 = 120;
/// Memory of a job beyond the limit of its run.
const EXTRA_BYTES: u64 = 512 << 20;

impl Queue<'_> {
    /// Submits tasks as one job array, or as several consecutive ones if Slurm limits the length of
    /// arrays. Returns the job ids.
    ///
    /// # Errors
    /// If a Slurm program fails or a file cannot be written.
    pub fn submit(&self, folder: &Folder, tasks: &[Task]) -> Result<Vec<u64>, SlurmError> {
        let home = home(folder);
        fs::create_dir_all(&home).map_err(at(&home))?;
        let runs: Vec<&Task> = tasks.iter().filter(|task| task.missing.is_none()).collect();
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
        let title = folder.path().file_name().unwrap_or_default().display();
        let mut arguments = vec![
            "--parsable".to_owned(),
            "--no-requeue".to_owned(),
            "--cpus-per-task=1".to_owned(),
            format!("--array=1-{}%{}", runs.len(), self.at_once),
            format!("--job-name=plotgen-{title}"),
            format!("--output={}", home.join(format!("{name}-%a.out")).display()),
            format!("--chdir={}", folder.path().display()),
        ];
        arguments.extend(self.partition.map(|partition| format!("--partition={partition}")));
        // Arrays run one after the other, so that no more than `at_once` tasks run at a time.
        arguments.extend(after.map(|job| format!("--dependency=afterany:{job}")));
        if let Some(longest) = tasks.iter().map(|task| task.longest()).collect::<Option<Vec<_>>>() {
            let seconds = longest.iter().map(|time| time.as_secs()).max().unwrap_or(0);
            arguments.push(format!("--time={}", (seconds + EXTRA_SECONDS).div_ceil(60)));
        }
        if let Some(bytes) = tasks.iter().filter_map(|task| task.memory).max() {
            arguments.push(format!("--mem={}M", (bytes + EXTRA_BYTES).div_ceil(1 << 20)));
        }
        arguments.push(script.display().to_string());
        let output = run("sbatch", &arguments)?;
        let job = output.trim().split(';').next().unwrap_or_default().parse().map_err(|_| {
            SlurmError::Refused { program: "sbatch", said: format!("unexpected output {output:?}") }
        })?;
        let path = home.join(format!("{name}.json"));
        let text = serde_json::to_string(&Submission { job, runs })
            .map_err(|error| at(&path)(error.into()))?;
        folder.write(&path, &text)?;
        Ok(job)
    }

    fn script(&self, folder: &Folder, list: &Path) -> String {
        let (program, arguments) = self.command;
        let words: Vec<String> = arguments.iter().map(|word| quoted(Path::new(word))).collect();
        let words = words.join(" ");
        format!(
            "#!/bin/sh\nexec {} {words} {} \"$(sed -n \"${{SLURM_ARRAY_TASK_ID}}p\" {})\"\n",
            quoted(program),
            quoted(folder.path()),
            quoted(list)
        )
    }
}

impl Queued {
    /// Asks Slurm for the state of all tasks of a campaign that have no record.
    ///
    /// # Errors
    /// If a file of the campaign cannot be read.
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
                    let output = home(folder).join(format!("{name}-{task}.out"));
                    queued.ended.insert(run.clone(), (state, output));
                }
            }
        }
        Ok(queued)
    }

    /// The ids of the jobs that are pending or running.
    pub fn jobs(&self) -> BTreeSet<u64> {
        self.alive.values().copied().collect()
    }

    /// Writes records for the runs that Slurm ended at a limit or that failed. Runs that Slurm
    /// ended for other reasons, such as a failed node, get no record and are run again. Returns the
    /// records and the error messages of runs that could not write one.
    ///
    /// # Errors
    /// If a file of the campaign cannot be read or written.
    pub fn collect(&self, folder: &Folder) -> Result<(Vec<Record>, Vec<String>), FileError> {
        let (mut records, mut troubles) = (Vec::new(), Vec::new());
        for (run, (state, output)) in &self.ended {
            let Some(task) = folder.task(run)? else { continue };
            // The record may have been written in the meantime.
            if folder.record(run)?.is_some() {
                continue;
            }
            let output = foreign::text(output, MOST_OUTPUT).unwrap_or_default().unwrap_or_default();
            let error = output.lines().rev().find(|line| line.starts_with("error: "));
            if let Some(error) = error {
                troubles.push(error.trim_start_matches("error: ").to_owned());
                continue;
            }
            if let Some(outcome) = outcome(state) {
                let remark = format!("Slurm ended it ({state}), and it left no record");
                let record = Record::without_run(&task, outcome, remark, SystemTime::now());
                folder.write_record(&record)?;
                records.push(record);
            }
        }
        troubles.dedup();
        Ok((records, troubles))
    }
}

/// The job arrays submitted for a campaign, by the name of their files.
fn submissions(folder: &Folder) -> Result<BTreeMap<String, Submission>, FileError> {
    let home = home(folder);
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(&home).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".json"))
        else {
            continue;
        };
        let text =
            foreign::bytes(&path, MOST_OUTPUT).map_err(|unusable| at(&path)(unusable.into()))?;
        let text = text.unwrap_or_default();
        let submission = serde_json::from_slice(&text).map_err(|error| at(&path)(error.into()))?;
        found.insert(name.to_owned(), submission);
    }
    Ok(found)
}

fn home(folder: &Folder) -> PathBuf {
    folder.path().join("slurm")
}

/// The index and state of each task of a job; empty if Slurm no longer knows the job.
fn states(job: u64) -> Result<Vec<(usize, String)>, SlurmError> {
    let job = format!("--jobs={job}");
    let arguments = ["--noheader", "--array", "--states=all", "--format=%K %T", &job];
    let output = match run("squeue", &arguments) {
        Err(SlurmError::Refused { said, .. }) if said.contains("Invalid job id") => String::new(),
        output => output?,
    };
    let state = |line: &str| {
        let (task, state) = line.trim().split_once(' ')?;
        Some((task.parse().ok()?, state.trim().to_owned()))
    };
    Ok(output.lines().filter_map(state).collect())
}

/// Whether a task in this state is pending, running or completing.
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

/// The outcome of a run that Slurm ended in this state; `None` if it should be run again.
fn outcome(state: &str) -> Option<Outcome> {
    match state {
        "TIMEOUT" | "DEADLINE" => Some(Outcome::Timeout),
        "OUT_OF_MEMORY" => Some(Outcome::Memout),
        "FAILED" => Some(Outcome::Crashed),
        // CANCELLED, NODE_FAIL, BOOT_FAIL, PREEMPTED, REVOKED and unknown states. A COMPLETED task
        // has a record, although this machine may not see it yet.
        _ => None,
    }
}

/// Whether this process runs inside a Slurm job.
pub(super) fn is_around() -> bool {
    env::var_os("SLURM_JOB_ID").is_some()
}

/// Checks that Slurm is available.
///
/// # Errors
/// If `scontrol` cannot be run or fails.
pub fn check() -> Result<(), SlurmError> {
    longest_array().map(|_| ())
}

/// The largest number of tasks that the Slurm configuration allows in one array.
fn longest_array() -> Result<usize, SlurmError> {
    let output = run("scontrol", &["show", "config"])?;
    let size = |line: &str| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "MaxArraySize").then(|| value.trim().parse::<usize>().ok())?
    };
    // MaxArraySize is one more than the largest index.
    Ok(output.lines().find_map(size).unwrap_or(1001).saturating_sub(1).max(1))
}

/// Runs a Slurm program, and returns what it prints.
fn run(program: &'static str, arguments: &[impl AsRef<OsStr>]) -> Result<String, SlurmError> {
    let output = duct::cmd(program, arguments.iter().map(AsRef::as_ref))
        .stdin_null()
        .stdout_capture()
        .stderr_capture()
        .unchecked()
        .run()
        .map_err(|reason| SlurmError::Missing { program, reason })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let line = errors.lines().next().unwrap_or("failed without an error message");
    let said = line.trim_start_matches(&format!("{program}: ")).trim_start_matches("error: ");
    Err(SlurmError::Refused { program, said: said.to_owned() })
}

/// A path quoted for the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slurm_state_of_an_ended_run_determines_its_outcome() {
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
    fn paths_are_quoted_for_the_shell() {
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }
}
