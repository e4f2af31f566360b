//! How much of a campaign is done: runs that did not take place, and configurations that never ran.

use std::collections::{BTreeMap, BTreeSet};

use super::results::{Level, identity};
use crate::lab::campaign::record::{Configuration, Record};
use crate::lab::campaign::task::Task;
use crate::lab::natural::natural_order;
use crate::lab::outcome::Outcome;

/// How much of a campaign is done. Configurations whose solver is missing are not part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of runs that a complete campaign has.
    pub planned: usize,
    /// The number of these that did not take place.
    pub missing: usize,
}

/// A configuration that never ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRun<'a> {
    /// The configuration.
    pub configuration: &'a Configuration,
    /// The number of its runs.
    pub runs: usize,
    /// Why it did not run.
    pub reason: &'a str,
    /// Whether its solver is missing. Otherwise its runs are still to come.
    pub is_missing: bool,
}

/// Whether a run took place. It did not if its solver is missing or it was interrupted.
pub(super) fn took_place(record: &Record) -> bool {
    !matches!(record.outcome, Outcome::Missing | Outcome::Interrupted)
}

impl Progress {
    pub(super) fn of(
        ran: &[&Record],
        tasks: &[Task],
        levels: &[Level<'_>],
        configurations: &[&Configuration],
    ) -> Progress {
        let ran: BTreeSet<_> = ran
            .iter()
            .map(|record| (&*record.configuration.name, identity(&record.level), record.repetition))
            .collect();
        let names: BTreeSet<&str> = configurations.iter().map(|c| &*c.name).collect();
        let mut planned = ran.clone();
        planned.extend(tasks.iter().filter_map(|task| {
            let name = &*task.configuration.name;
            let counts = task.missing.is_none() || names.contains(name);
            counts.then(|| (name, identity(&task.level), task.repetition))
        }));
        // A record may be all that is left of a run: every configuration runs every level.
        for &name in &names {
            planned.extend(levels.iter().map(|level| (name, identity(level.recorded), 1)));
        }
        Progress { planned: planned.len(), missing: planned.len() - ran.len() }
    }

    /// Whether all runs took place.
    pub fn is_complete(self) -> bool {
        self.missing == 0
    }

    /// What every file of the report of an incomplete campaign says.
    pub fn note(self) -> Option<String> {
        let Progress { planned, missing } = self;
        (missing > 0).then(|| format!("Incomplete: {missing} of {planned} runs are missing."))
    }
}

/// The configurations that have records or tasks, but never ran.
pub(super) fn not_run<'a>(
    records: &'a [Record],
    tasks: &'a [Task],
    ran: &[&Configuration],
) -> Vec<NotRun<'a>> {
    let ran: BTreeSet<&str> = ran.iter().map(|configuration| &*configuration.name).collect();
    let mut all: BTreeMap<&str, (NotRun<'a>, BTreeSet<&str>)> = BTreeMap::new();
    let interrupted = "every run was interrupted";
    let of_record = records.iter().map(|record| {
        let is_missing = record.outcome == Outcome::Missing;
        let reason = record.remark.as_deref().filter(|_| is_missing);
        let other = if is_missing { "its solver is missing" } else { interrupted };
        (&*record.run, &record.configuration, is_missing, reason.unwrap_or(other))
    });
    let of_task = tasks.iter().map(|task| {
        let reason = task.missing.as_deref().unwrap_or("no run has finished yet");
        (&*task.run, &task.configuration, task.missing.is_some(), reason)
    });
    for (run, configuration, is_missing, reason) in of_record.chain(of_task) {
        if ran.contains(&*configuration.name) {
            continue;
        }
        let fresh = || (NotRun { configuration, runs: 0, reason, is_missing }, BTreeSet::new());
        let (_, runs) = all.entry(&configuration.name).or_insert_with(fresh);
        runs.insert(run);
    }
    let counted =
        |(entry, runs): (NotRun<'a>, BTreeSet<&str>)| NotRun { runs: runs.len(), ..entry };
    let mut all: Vec<NotRun<'a>> = all.into_values().map(counted).collect();
    all.sort_by(|a, b| natural_order(&a.configuration.name, &b.configuration.name));
    all
}
