//! Notes on what limits the meaning of a campaign's figures: missing, repeated or mixed runs.

use std::collections::BTreeSet;

use super::results::{Clock, Results, limit};
use crate::lab::campaign::record::Record;

impl Results<'_> {
    /// What a reader has to know about the figures.
    pub fn notes(&self) -> Vec<String> {
        let notes = [
            self.missing_records(),
            self.repeated_runs(),
            self.unlimited_runs(),
            self.answers_over_cpu_limit(),
            self.mixed_limits(),
            self.mixed_processors(),
        ];
        notes.into_iter().flatten().chain(self.mixed_versions()).collect()
    }

    fn missing_records(&self) -> Option<String> {
        let absent = self.cells.iter().filter(|cell| cell.is_none()).count();
        let all = self.cells.len();
        (absent > 0).then(|| {
            format!(
                "{absent} of {all} pairs of level and configuration have no record: figures are of \
                 what was run, and differences are taken over levels that both configurations ran."
            )
        })
    }

    fn repeated_runs(&self) -> Option<String> {
        let note = "Levels were run more than once: the median run by score stands for all (of an \
                    even number, the slower of the middle two), and one wrong run makes the cell \
                    wrong.";
        (self.repetitions() > 1).then(|| note.to_owned())
    }

    fn unlimited_runs(&self) -> Option<String> {
        let is_unlimited =
            |record: &Record| !record.is_answer() && limit(record, Clock::Cpu).is_none();
        let note =
            "Some runs without a time limit gave no answer: their configurations have no PAR2.";
        self.records.iter().any(is_unlimited).then(|| note.to_owned())
    }

    fn answers_over_cpu_limit(&self) -> Option<String> {
        let is_over = |record: &Record| {
            record.is_answer()
                && limit(record, Clock::Cpu).is_some_and(|limit| record.cpu_seconds > limit)
        };
        let note = "Some runs answered within their limit of wall time and took more processor time \
                    than that: their PAR2 has the processor time.";
        self.records.iter().any(is_over).then(|| note.to_owned())
    }

    fn mixed_limits(&self) -> Option<String> {
        let limits = self.records.iter().map(|record| &record.limits);
        let limits: BTreeSet<_> =
            limits.map(|limits| (limits.cpu_seconds, limits.wall_seconds, limits.memory)).collect();
        let count = limits.len();
        (count > 1).then(|| format!("The runs were held to {count} different sets of limits."))
    }

    fn mixed_processors(&self) -> Option<String> {
        let processors: BTreeSet<&str> =
            self.records.iter().map(|record| &*record.machine.processor).collect();
        let count = processors.len();
        (count > 1).then(|| {
            format!(
                "The runs are of machines with {count} kinds of processor: times do not compare."
            )
        })
    }

    fn mixed_versions(&self) -> impl Iterator<Item = String> {
        self.configurations.iter().filter_map(|configuration| {
            let name = &configuration.name;
            let is_own = |record: &&Record| record.configuration.name == *name;
            let records = self.records.iter().filter(is_own);
            let versions: BTreeSet<&str> =
                records.map(|record| &*record.configuration.version).collect();
            (versions.len() > 1).then(|| {
                let versions = versions.into_iter().collect::<Vec<_>>().join(", ");
                format!("{name} has runs of several versions: {versions}.")
            })
        })
    }
}
