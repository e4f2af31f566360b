//! Determines the progress of a campaign from its files alone, so that it works from another
//! terminal or another machine.

use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, SystemTime};

use super::crosscheck::crosschecked;
use super::folder::{Damaged, FileError, Folder, Records};
use super::record::Record;
use super::task::Task;

/// The progress of a campaign.
pub struct Status {
    /// The number of planned runs.
    pub runs: usize,
    /// The records of finished runs, cross-checked.
    pub records: Vec<Record>,
    /// The damaged records.
    pub damaged: Vec<Damaged>,
    /// Active runs, and how long each has been running.
    pub running: Vec<(Task, Duration)>,
    /// The number of runs that were started but are not known to be alive.
    pub abandoned: usize,
    /// The process that holds the campaign's lock, if any.
    pub holder: Option<String>,
    /// The estimated time for the remaining runs, based on the finished ones.
    pub left: Option<Duration>,
}

impl Status {
    /// Reads the progress of a campaign. If its lock is held, all started runs count as active;
    /// otherwise those for which `is_alive` returns true.
    ///
    /// # Errors
    /// If a file of the campaign cannot be read.
    pub fn of(folder: &Folder, is_alive: impl Fn(&str) -> bool) -> Result<Status, FileError> {
        let holder = folder.holder();
        let now = SystemTime::now();
        let under_way = folder.under_way();
        // Read after the active runs: those that are recorded in the meantime are no longer active.
        let Records { whole, damaged } = folder.records()?;
        let records = crosschecked(whole);
        let known: HashSet<&str> = records.iter().map(|record| record.run.as_str()).collect();
        let mut running = Vec::new();
        let mut abandoned = 0;
        for (run, since) in under_way.into_iter().filter(|(run, _)| !known.contains(&**run)) {
            let Some(task) = folder.task(&run)? else { continue };
            if holder.is_some() || is_alive(&run) {
                running.push((task, now.duration_since(since).unwrap_or_default()));
            } else {
                abandoned += 1;
            }
        }
        running.sort_by_key(|(_, since)| std::cmp::Reverse(*since));
        let tasks = folder.tasks()?;
        let open: Vec<&Task> =
            tasks.iter().filter(|task| !known.contains(task.run.as_str())).collect();
        let left = left(&open, &records, &running);
        let runs = if tasks.is_empty() { records.len() } else { tasks.len() };
        Ok(Status { runs, records, damaged, running, abandoned, holder, left })
    }
}

/// Estimates how long the open runs take. Each is assumed to take the mean time of the finished
/// runs of its configuration or, if there are none, of all finished runs.
fn left(open: &[&Task], records: &[Record], running: &[(Task, Duration)]) -> Option<Duration> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    let mut all = (0.0, 0.0);
    for record in records.iter().filter(|record| record.seconds > 0.0) {
        let sum = sums.entry(&record.configuration.name).or_default();
        for (seconds, count) in [sum, &mut all] {
            *seconds += record.seconds;
            *count += 1.0;
        }
    }
    let open: Vec<&&Task> = open.iter().filter(|task| task.missing.is_none()).collect();
    if open.is_empty() {
        return Some(Duration::ZERO);
    }
    if all.1 == 0.0 {
        return None;
    }
    let mean = |task: &Task| {
        let (seconds, count) = sums.get(task.configuration.name.as_str()).unwrap_or(&all);
        seconds / count
    };
    let expected: f64 = open.iter().map(|task| mean(task)).sum();
    let done: f64 = running.iter().map(|(task, since)| since.as_secs_f64().min(mean(task))).sum();
    let at_once = running.len().max(1) as f64;
    Duration::try_from_secs_f64((expected - done).max(0.0) / at_once).ok()
}
