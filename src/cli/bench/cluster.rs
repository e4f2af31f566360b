//! Submits runs to Slurm, watches them, and resumes interrupted campaigns.

use std::collections::BTreeSet;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use super::run::summary;
use super::tally::Progress;
use crate::cli::input::at_fault;
use crate::cli::output::{note, warn};
use crate::cli::{Exit, Failure, Output, interrupt};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::programs::Programs;
use crate::lab::campaign::record::Record;
use crate::lab::campaign::slurm::{self, Queue, Queued, SlurmError};
use crate::lab::campaign::task::Task;
use crate::lab::outcome::Outcome;
use crate::view::text::counted;

/// Queries the state of a campaign's runs in Slurm, and writes the records of those that it ended.
pub(super) fn queued(folder: &Folder) -> Result<Queued, Failure> {
    let queued = Queued::of(folder)?;
    let (_, troubles) = queued.collect(folder)?;
    for trouble in troubles {
        warn(&format!("a Slurm task left no record: {trouble}"));
    }
    Ok(queued)
}

/// Checks that Slurm can be used, before anything is written.
pub(super) fn check_slurm() -> Result<(), Failure> {
    slurm::check().map_err(|error| Failure::Solver(format!("Slurm cannot be reached: {error}")))
}

/// Checks that Slurm reports which runs of a campaign are active, so that none is run twice.
pub(super) fn check_reachable(folder: &Folder, queued: &Queued) -> Result<(), Failure> {
    let Some(why) = &queued.unreachable else { return Ok(()) };
    let reason = format!(
        "runs of this campaign were submitted to Slurm, but their state cannot be queried ({why}); \
         if all of them have ended, remove its subfolder slurm"
    );
    Err(at_fault(folder.path(), reason))
}

/// Checks that no run of a campaign is pending or running in Slurm.
pub(super) fn check_idle(folder: &Folder, queued: &Queued) -> Result<(), Failure> {
    check_reachable(folder, queued)?;
    if queued.alive.is_empty() {
        return Ok(());
    }
    let runs = counted(queued.alive.len(), "run");
    let jobs = job_list(&queued.jobs());
    let reason = format!("this campaign has {runs} in the Slurm queue ({jobs})");
    Err(at_fault(folder.path(), reason))
}

/// Formats job ids, e.g. `jobs 4, 5`.
pub(super) fn job_list(jobs: &BTreeSet<u64>) -> String {
    let numbers: Vec<String> = jobs.iter().map(u64::to_string).collect();
    format!("{} {}", if jobs.len() == 1 { "job" } else { "jobs" }, numbers.join(", "))
}

/// Submits tasks and returns all pending and running jobs. Tasks whose solver is missing are not
/// submitted; their records are written immediately.
pub(super) fn submit(
    folder: &Folder,
    tasks: &[Task],
    programs: &Programs,
    partition: Option<&str>,
    at_once: usize,
) -> Result<BTreeSet<u64>, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::Solver(format!("the path of this program is not known: {error}"))
    })?;
    let now = std::time::SystemTime::now();
    for task in tasks {
        if let Some(why) = &task.missing {
            let record = Record::without_run(task, Outcome::Missing, why.clone(), now);
            folder.write_record(&record)?;
        }
    }
    let words = ["bench", "one"].map(str::to_owned);
    let words: Vec<String> = words.into_iter().chain(programs.declarations()).collect();
    let queue = Queue { partition, at_once, command: (&program, &words) };
    queue.submit(folder, tasks).map_err(failure)?;
    Ok(Queued::of(folder)?.jobs())
}

fn failure(error: SlurmError) -> Failure {
    match error {
        SlurmError::File(error) => error.into(),
        SlurmError::Missing { .. } | SlurmError::Refused { .. } => {
            Failure::Solver(error.to_string())
        }
    }
}

/// Poll interval for new records.
const RECORD_INTERVAL: Duration = Duration::from_millis(500);
/// Poll interval for the state of the jobs in Slurm.
const QUEUE_INTERVAL: Duration = Duration::from_secs(10);

/// Waits for the jobs and reports every record, unless `is_detached`. Then prints the summary.
pub(super) fn watch(
    folder: &Folder,
    jobs: &BTreeSet<u64>,
    is_detached: bool,
    json: bool,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let mut known = folder.recorded()?;
    let runs = folder.planned()?.len();
    if !jobs.is_empty() && !json {
        writeln!(out, "submitted: {}", job_list(jobs))?;
        out.finish()?;
    }
    if is_detached {
        return summary(folder, runs, json, out);
    }
    let progress = Progress::new(runs, known.len());
    let mut queried = Instant::now();
    while known.len() < runs && !interrupt::is_set() {
        thread::sleep(RECORD_INTERVAL);
        let recorded = folder.recorded()?;
        for run in recorded.difference(&known) {
            if let Some(record) = folder.record(run)? {
                progress.ended(&record);
            }
        }
        known = recorded;
        if queried.elapsed() > QUEUE_INTERVAL {
            queried = Instant::now();
            let queued = queued(folder)?;
            if queued.alive.is_empty() && queued.unreachable.is_none() {
                break;
            }
        }
    }
    progress.finish();
    if interrupt::is_set() && !jobs.is_empty() {
        note(format_args!("the jobs keep running; use scancel to stop them"));
    }
    summary(folder, runs, json, out)
}
