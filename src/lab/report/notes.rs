//! Notes on what limits the meaning of a campaign's figures: missing, repeated or mixed runs.

use std::collections::BTreeSet;

use super::results::{Clock, Results, limit};
use crate::lab::campaign::record::Record;

/// Above this number of processors that everything else keeps busy, a run is not alone.
const BUSY: f64 = 0.5;

impl Results<'_> {
    /// What a reader has to know about the figures.
    pub fn notes(&self) -> Vec<String> {
        let notes = [
            self.damaged_records(),
            self.missing_records(),
            self.configurations_not_run(),
            self.repeated_runs(),
            self.unlimited_runs(),
            self.answers_over_cpu_limit(),
            self.mixed_limits(),
            self.mixed_processors(),
            self.busy_machine(),
            self.throttled(),
            self.calibration.clone(),
        ];
        notes.into_iter().flatten().chain(self.mixed_versions()).collect()
    }

    fn damaged_records(&self) -> Option<String> {
        let note = match self.damaged {
            0 => return None,
            1 => "1 damaged record was left out. Its run has no answer here.".to_owned(),
            count => {
                format!("{count} damaged records were left out. Their runs have no answer here.")
            }
        };
        Some(note)
    }

    fn missing_records(&self) -> Option<String> {
        let (common, all) = (self.common(), self.levels.len());
        self.progress.note().map(|note| {
            format!(
                "{note} Scores and plots cover the {common} of {all} levels that all configurations \
                 ran; comparisons of two, the levels that both ran. Nothing is ranked or marked as \
                 best."
            )
        })
    }

    fn configurations_not_run(&self) -> Option<String> {
        let names: Vec<&str> =
            self.not_run.iter().map(|entry| &*entry.configuration.name).collect();
        (!names.is_empty()).then(|| format!("Not run, and without a score: {}.", names.join(", ")))
    }

    fn repeated_runs(&self) -> Option<String> {
        let note = "Some levels were run more than once. The median run by score represents all \
                    repetitions (for an even number, the slower of the middle two). One wrong run \
                    makes the cell wrong.";
        (self.repetitions() > 1).then(|| note.to_owned())
    }

    fn unlimited_runs(&self) -> Option<String> {
        let is_unlimited =
            |record: &Record| !record.is_answer() && limit(record, Clock::Cpu).is_none();
        let note =
            "Some runs without a time limit gave no answer, so their configurations have no PAR2.";
        self.records.iter().copied().any(is_unlimited).then(|| note.to_owned())
    }

    fn answers_over_cpu_limit(&self) -> Option<String> {
        let is_over = |record: &Record| {
            record.is_answer()
                && limit(record, Clock::Cpu).is_some_and(|limit| record.cpu_seconds > limit)
        };
        let note = "Some runs answered within their wall time limit but used more CPU time than \
                    that. Their PAR2 counts the CPU time.";
        self.records.iter().copied().any(is_over).then(|| note.to_owned())
    }

    fn mixed_limits(&self) -> Option<String> {
        let limits = self.records.iter().map(|record| &record.limits);
        let limits: BTreeSet<_> =
            limits.map(|limits| (limits.cpu_seconds, limits.wall_seconds, limits.memory)).collect();
        let count = limits.len();
        (count > 1).then(|| format!("The runs had {count} different sets of limits."))
    }

    fn mixed_processors(&self) -> Option<String> {
        let processors: BTreeSet<&str> =
            self.records.iter().map(|record| &*record.machine.processor).collect();
        let count = processors.len();
        (count > 1).then(|| {
            format!("The runs used {count} different processors, so times are not comparable.")
        })
    }

    fn busy_machine(&self) -> Option<String> {
        let others = |record: &&Record| record.conditions.as_ref()?.others;
        let all: Vec<f64> = self.records.iter().filter_map(others).collect();
        let busy = all.iter().filter(|others| **others > BUSY).count();
        (busy > 0).then(|| {
            format!(
                "During {busy} of {} runs, everything else kept more than {BUSY} processors busy, other \
                 runs included. Their times may be too long.",
                all.len()
            )
        })
    }

    fn throttled(&self) -> Option<String> {
        let is_throttled = |record: &&&Record| {
            let conditions = record.conditions.as_ref();
            conditions.and_then(|conditions| conditions.throttled).is_some_and(|times| times > 0)
        };
        let count = self.records.iter().filter(is_throttled).count();
        (count > 0)
            .then(|| format!("During {count} runs, processors were slowed down because of heat."))
    }

    fn mixed_versions(&self) -> impl Iterator<Item = String> {
        self.configurations.iter().filter_map(|configuration| {
            let name = &configuration.name;
            let is_own = |record: &&Record| record.configuration.name == *name;
            let records = self.records.iter().copied().filter(is_own);
            let versions: BTreeSet<&str> =
                records.map(|record| &*record.configuration.version).collect();
            (versions.len() > 1).then(|| {
                let versions = versions.into_iter().collect::<Vec<_>>().join(", ");
                format!("{name} was run in several versions: {versions}.")
            })
        })
    }
}
