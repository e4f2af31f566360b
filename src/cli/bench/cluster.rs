//! Runs in Slurm: submitted, watched, and taken up again.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::run::summary;
use super::tally::Progress;
use crate::cli::input::at_fault;
use crate::cli::{Exit, Failure, Output, interrupt};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::record::Record;
use crate::lab::campaign::slurm::{self, Queue, Queued, SlurmError};
use crate::lab::campaign::task::{Availability, Task};
use crate::lab::outcome::Outcome;
use crate::view::text::counted;

/// What Slurm says of a campaign's runs. Those that it has ended get their records.
pub(super) fn queued(folder: &Folder) -> Result<Queued, Failure> {
    let queued = Queued::of(folder)?;
    let (_, troubles) = queued.collect(folder)?;
    for trouble in troubles {
        let _ = writeln!(io::stderr(), "a task of Slurm's has left no record: {trouble}");
    }
    Ok(queued)
}

/// Checks that Slurm is here, before anything is written.
pub(super) fn check_slurm() -> Result<(), Failure> {
    slurm::check().map_err(|error| Failure::Solver(format!("Slurm cannot be reached: {error}")))
}

/// Checks that it is known which runs of a campaign are under way in Slurm, lest they are run twice.
pub(super) fn check_reachable(folder: &Folder, queued: &Queued) -> Result<(), Failure> {
    let Some(why) = &queued.unreachable else { return Ok(()) };
    let reason = format!(
        "runs of it were submitted to Slurm, which cannot be asked about them ({why}); \
         if they are all over, remove the folder slurm in it"
    );
    Err(at_fault(folder.path(), reason))
}

/// Checks that no run of a campaign is under way in Slurm.
pub(super) fn check_idle(folder: &Folder, queued: &Queued) -> Result<(), Failure> {
    check_reachable(folder, queued)?;
    if queued.alive.is_empty() {
        return Ok(());
    }
    let runs = counted(queued.alive.len(), "run");
    let jobs = words(&queued.jobs());
    let reason = format!("{runs} of this campaign are under way in Slurm ({jobs})");
    Err(at_fault(folder.path(), reason))
}

/// Jobs in words.
pub(super) fn words(jobs: &BTreeSet<u64>) -> String {
    let numbers: Vec<String> = jobs.iter().map(u64::to_string).collect();
    format!("{} {}", if jobs.len() == 1 { "job" } else { "jobs" }, numbers.join(", "))
}

/// Submits tasks; those whose solver is missing have their records at once. All jobs that are alive.
pub(super) fn submit(
    folder: &Folder,
    tasks: &[Task],
    partition: Option<&str>,
    at_once: usize,
) -> Result<BTreeSet<u64>, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Solver(format!("this program is not to be found: {error}")))?;
    let now = std::time::SystemTime::now();
    for task in tasks {
        if let Availability::Missing(why) = &task.solver {
            let record = Record::without_run(task, Outcome::Missing, why.clone(), now);
            folder.write_record(&record)?;
        }
    }
    let queue = Queue { partition, at_once, command: (&program, &["bench", "one"]) };
    queue.submit(folder, tasks).map_err(failed)?;
    Ok(Queued::of(folder)?.jobs())
}

fn failed(error: SlurmError) -> Failure {
    match error {
        SlurmError::File(error) => error.into(),
        SlurmError::Missing { .. } | SlurmError::Refused { .. } => {
            Failure::Solver(error.to_string())
        }
    }
}

/// How often it is looked for records.
const LOOK: Duration = Duration::from_millis(500);
/// How often Slurm is asked.
const ASK: Duration = Duration::from_secs(10);

/// Waits for the jobs and tells of every record; unless nobody wants to wait.
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
        writeln!(out, "submitted: {}", words(jobs))?;
        out.finish()?;
    }
    if is_detached {
        return summary(folder, runs, json, out);
    }
    let progress = Progress::new(runs, known.len());
    let mut asked = Instant::now();
    while known.len() < runs && !interrupt::is_set() {
        thread::sleep(LOOK);
        let recorded = folder.recorded()?;
        for run in recorded.difference(&known) {
            if let Some(record) = folder.record(run)? {
                progress.ended(&record);
            }
        }
        known = recorded;
        if asked.elapsed() > ASK {
            asked = Instant::now();
            let queued = queued(folder)?;
            if queued.alive.is_empty() && queued.unreachable.is_none() {
                break;
            }
        }
    }
    progress.finish();
    if interrupt::is_set() && !jobs.is_empty() {
        let _ = writeln!(io::stderr(), "the jobs go on; scancel ends them");
    }
    summary(folder, runs, json, out)
}
