//! Verification: the answers of a solver to a model, compared with the truth level by level.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::attempt::{Attempt, Trial, write_evidence};
use super::fingerprint::fingerprint;
use super::horizon::Horizons;
use super::ledger::Ledger;
use super::outcome::Outcome;
use super::process::Limits;
use super::solvers::{AskError, Installed};
use crate::game::case::truth;
use crate::game::{Budget, Case, Measure, Objective, TextFile, Truth};

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The solver's answer is true.
    Agrees,
    /// The solver's answer is false.
    Disagrees,
    /// There is no answer within the limits, or only a plan that is neither optimal nor claimed to be.
    NotKnown,
    /// The solver failed.
    Failed,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What was compared: a hash of the judge, the solver, its version, its search and the model.
    pub key: String,
    /// The level.
    pub level: String,
    /// The result.
    pub verdict: Verdict,
    /// The outcome of the solver's run.
    pub outcome: Outcome,
    /// The value of its plan.
    #[serde(alias = "length")]
    pub value: Option<i64>,
    /// The number of steps of its plan.
    #[serde(default)]
    pub steps: Option<usize>,
    /// The value of a best plan.
    pub optimum: Option<i64>,
    /// What is wrong, in words.
    pub remark: Option<String>,
    /// Processor time of the run.
    pub cpu_seconds: f64,
    /// Wall time of the run.
    pub seconds: f64,
    /// Memory of the run.
    pub peak_memory: u64,
    /// Where its files are, unless it agrees.
    pub files: Option<String>,
}

/// Why verification cannot continue.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// The solver cannot be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The truth is not known.
    #[error("{level}: {reason}")]
    Truth {
        /// The level.
        level: String,
        /// Why.
        reason: String,
    },
    /// A file cannot be used.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
}

/// A solver to compare with the truth.
pub struct Verification<'a> {
    /// The solver.
    pub solver: &'a Installed,
    /// How it searches, if not by default.
    pub search: Option<&'a str>,
    /// Further arguments for it.
    pub options: &'a [String],
    /// The limits of each of its runs; the time limit also holds for finding the truth.
    pub limits: Limits,
    /// Identifies the judge: records of another judge are not reused.
    pub judge: &'a str,
    /// An existing folder for the ledger and for the files of runs that do not agree.
    pub folder: &'a Path,
    /// Stops everything.
    pub interrupted: &'a AtomicBool,
}

/// The file in the folder of a verification that lists finished comparisons.
const LEDGER: &str = "ledger.jsonl";

impl Verification<'_> {
    /// Compares the cases, several at once. Cases that agree according to the ledger are not run again.
    /// `note` is called with every record, including old ones. The records are in the order of the
    /// cases; those not reached before an interruption are missing.
    ///
    /// # Errors
    /// If the solver cannot be asked, the truth is not known, or files cannot be used.
    pub fn run(
        &self,
        cases: &[&dyn Case],
        at_once: usize,
        note: &(dyn Fn(&Record) + Sync),
    ) -> Result<Vec<Record>, VerifyError> {
        let path = self.folder.join(LEDGER);
        let (ledger, old) = Ledger::open::<Record>(&path)
            .map_err(|reason| VerifyError::File { path: path.clone(), reason })?;
        let known: HashMap<String, Record> = old
            .into_iter()
            .filter(|record| record.verdict == Verdict::Agrees)
            .map(|record| (record.key.clone(), record))
            .collect();
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<VerifyError>> = Mutex::new(None);
        let records: Mutex<Vec<(usize, Record)>> = Mutex::new(Vec::new());
        let work = || {
            while !self.interrupted.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(index) else { return };
                match self.compare(*case, &known, &ledger, &path) {
                    Ok(Some(record)) => {
                        note(&record);
                        records.lock().expect("no thread panics").push((index, record));
                    }
                    Ok(None) => return,
                    Err(error) => {
                        next.store(cases.len(), Ordering::Relaxed);
                        failure.lock().expect("no thread panics").get_or_insert(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..at_once.max(1) {
                scope.spawn(work);
            }
        });
        if let Some(error) = failure.into_inner().expect("no thread panics") {
            return Err(error);
        }
        let mut records = records.into_inner().expect("no thread panics");
        records.sort_by_key(|(index, _)| *index);
        Ok(records.into_iter().map(|(_, record)| record).collect())
    }

    /// Compares one case, unless that was done before; `None` if it was interrupted.
    fn compare(
        &self,
        case: &dyn Case,
        known: &HashMap<String, Record>,
        ledger: &Ledger,
        path: &Path,
    ) -> Result<Option<Record>, VerifyError> {
        let key = self.key(&case.files(case.horizons().map_or(0, |lengths| *lengths.start())));
        if let Some(record) = known.get(&key) {
            return Ok(Some(record.clone()));
        }
        let record = self.examine(case, key)?;
        if record.outcome == Outcome::Interrupted {
            return Ok(None);
        }
        let unwritable = |reason| VerifyError::File { path: path.to_owned(), reason };
        ledger.add(&record).map_err(unwritable)?;
        Ok(Some(record))
    }

    fn key(&self, files: &[TextFile]) -> String {
        let search = self.search.or(self.solver.solver.default_search()).unwrap_or_default();
        let options = self.options.iter().map(String::as_str);
        let texts = files.iter().map(|file| file.text.as_str());
        let declared = self.solver.solver.declared().map(|declared| declared.identity().digest);
        let asked = [self.judge, self.solver.solver.name(), &self.solver.version(), search];
        let declared = declared.as_deref().into_iter();
        fingerprint(asked.into_iter().chain(declared).chain(options).chain(texts))
    }

    fn examine(&self, case: &dyn Case, key: String) -> Result<Record, VerifyError> {
        let truth = self.truth(case)?;
        let in_folder = |reason| VerifyError::File { path: self.folder.to_owned(), reason };
        let directory = tempfile::Builder::new()
            .prefix("running-")
            .tempdir_in(self.folder)
            .map_err(in_folder)?;
        let directory_path = directory.path().canonicalize().map_err(in_folder)?;
        let trial = Attempt {
            solver: self.solver,
            case,
            search: self.search,
            options: self.options,
            seed: 1,
            horizons: decisive(case, truth),
            known_bound: 0,
            limits: self.limits,
            directory: &directory_path,
            keeps_all: true,
            interrupted: self.interrupted,
            note: &|_| (),
        }
        .run()?;
        let (verdict, remark) = verdict(&trial, truth, case.objective(), case.measure());
        let mut record = Record {
            key,
            level: case.level().name(),
            verdict,
            outcome: if verdict == Verdict::Disagrees { Outcome::Wrong } else { trial.outcome },
            value: trial.plan.as_ref().map(|plan| plan.value),
            steps: trial.plan.as_ref().map(|plan| plan.steps.len()),
            optimum: match truth {
                Truth::Optimum(optimum) => Some(optimum),
                Truth::Unsolvable | Truth::NotKnown => None,
            },
            remark,
            cpu_seconds: trial.usage.cpu.as_secs_f64(),
            seconds: trial.usage.wall.as_secs_f64(),
            peak_memory: trial.usage.peak_memory,
            files: None,
        };
        if matches!(verdict, Verdict::Disagrees | Verdict::Failed) {
            write_evidence(case, record.remark.as_deref(), directory.path())
                .map_err(|(path, reason)| VerifyError::File { path, reason })?;
            let kept = self.keep(directory, &record).map_err(in_folder)?;
            record.files = Some(kept.display().to_string());
        }
        Ok(record)
    }

    fn truth(&self, case: &dyn Case) -> Result<Truth, VerifyError> {
        let deadline = self.limits.wall.and_then(|limit| Instant::now().checked_add(limit));
        let stop = || {
            self.interrupted.load(Ordering::Relaxed)
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let budget = Budget { threads: 1, memory: 1 << 30, stop: &stop, meter: None };
        let level = case.level();
        truth(level, &budget).map_err(|reason| VerifyError::Truth { level: level.name(), reason })
    }

    /// Keeps the files of a run.
    fn keep(&self, directory: tempfile::TempDir, record: &Record) -> io::Result<PathBuf> {
        let kept = self.folder.join(format!("{}-{}", record.outcome, &record.key[..12]));
        if kept.exists() {
            fs::remove_dir_all(&kept)?;
        }
        fs::rename(directory.keep(), &kept)?;
        Ok(kept)
    }
}

/// The lengths that decide whether a model with a horizon is right: the optimum, which has a plan, and
/// the one before it, which has none. `None`, for all lengths, if there is no plan.
fn decisive(case: &dyn Case, truth: Truth) -> Option<Horizons> {
    let least = *case.horizons()?.start();
    match truth {
        Truth::Optimum(optimum) if case.objective().is_horizon_value() => {
            let last = usize::try_from(optimum).unwrap_or(least);
            Some(Horizons { first: last.saturating_sub(1).max(least), last, at_once: 1 })
        }
        Truth::Optimum(_) | Truth::Unsolvable | Truth::NotKnown => None,
    }
}

/// Compares a solver's result with the truth.
pub(super) fn verdict(
    trial: &Trial,
    truth: Truth,
    objective: Objective,
    measure: impl Into<Measure>,
) -> (Verdict, Option<String>) {
    let remark = trial.remark.clone();
    let disagrees = |remark: String| (Verdict::Disagrees, Some(remark));
    let measure = measure.into();
    let words = |value: i64| objective.tell(value, measure);
    match (trial.outcome, truth) {
        (Outcome::Wrong, _) => (Verdict::Disagrees, remark),
        (Outcome::Timeout | Outcome::Memout | Outcome::Interrupted, _) => {
            (Verdict::NotKnown, remark)
        }
        (Outcome::Crashed | Outcome::Missing, _) => (Verdict::Failed, remark),
        (Outcome::Solved | Outcome::Unsolvable | Outcome::Refuted, Truth::NotKnown) => {
            (Verdict::NotKnown, Some("the truth is not known within the limits".to_owned()))
        }
        (Outcome::Solved, Truth::Optimum(optimum)) => {
            let value = trial.plan.as_ref().map_or(0, |plan| plan.value);
            if value == optimum {
                return (Verdict::Agrees, None);
            }
            let (found, best) = (words(value), words(optimum));
            if objective.is_better(optimum, value) && !trial.optimal {
                let remark = format!(
                    "a valid plan of {found}, not claimed to be optimal; a best plan has {best}"
                );
                return (Verdict::NotKnown, Some(remark));
            }
            disagrees(format!("a plan of {found}, valid by replay, but a best plan has {best}"))
        }
        (Outcome::Solved, Truth::Unsolvable) => {
            let found = words(trial.plan.as_ref().map_or(0, |plan| plan.value));
            disagrees(format!("a plan of {found}, valid by replay, but there should be none"))
        }
        (Outcome::Unsolvable, Truth::Unsolvable) => (Verdict::Agrees, None),
        (Outcome::Unsolvable, Truth::Optimum(optimum)) => {
            disagrees(format!("claimed unsolvable, but there is a plan of {}", words(optimum)))
        }
        (Outcome::Refuted, Truth::Optimum(optimum)) => {
            disagrees(format!("claimed to have no plan of {}, but there is one", words(optimum)))
        }
        // A level without a plan is asked about at all lengths, so this should not happen.
        (Outcome::Refuted, Truth::Unsolvable) => (Verdict::NotKnown, remark),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Noun;
    use crate::game::plan::Judged;
    use crate::lab::process::Usage;
    use crate::lab::solvers::Statistics;

    const SHOT: Noun = Noun { one: "shot", many: "shots" };

    fn judged(
        objective: Objective,
        outcome: Outcome,
        value: Option<i64>,
        optimal: bool,
        truth: Truth,
    ) -> Verdict {
        let trial = Trial {
            outcome,
            plan: value.map(|value| Judged { steps: Vec::new(), value, words: String::new() }),
            optimal,
            remark: None,
            bound: None,
            usage: Usage::default(),
            statistics: Statistics::default(),
            phases: Vec::new(),
        };
        verdict(&trial, truth, objective, SHOT).0
    }

    #[test]
    fn only_the_truth_agrees() {
        let judged = |outcome, value, optimal, optimum: Option<i64>| {
            let truth = optimum.map_or(Truth::Unsolvable, Truth::Optimum);
            judged(Objective::FewestSteps, outcome, value, optimal, truth)
        };
        let (solved, unsolvable) = (Outcome::Solved, Outcome::Unsolvable);
        assert_eq!(judged(solved, Some(4), true, Some(4)), Verdict::Agrees);
        assert_eq!(judged(solved, Some(5), false, Some(4)), Verdict::NotKnown);
        assert_eq!(judged(solved, Some(5), true, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(solved, Some(3), false, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(solved, Some(3), true, None), Verdict::Disagrees);
        assert_eq!(judged(unsolvable, None, false, None), Verdict::Agrees);
        assert_eq!(judged(unsolvable, None, false, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(Outcome::Wrong, None, false, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(Outcome::Timeout, None, false, Some(4)), Verdict::NotKnown);
        assert_eq!(judged(Outcome::Crashed, None, false, Some(4)), Verdict::Failed);
    }

    #[test]
    fn where_more_is_better_a_greater_value_than_the_optimum_disagrees() {
        let judged = |value, optimal| {
            let truth = Truth::Optimum(10);
            judged(Objective::GreatestScore, Outcome::Solved, Some(value), optimal, truth)
        };
        assert_eq!(judged(10, true), Verdict::Agrees);
        assert_eq!(judged(9, false), Verdict::NotKnown);
        assert_eq!(judged(9, true), Verdict::Disagrees);
        assert_eq!(judged(11, false), Verdict::Disagrees);
    }

    #[test]
    fn nothing_agrees_with_an_unknown_truth() {
        let judged =
            |outcome, value| judged(Objective::FewestSteps, outcome, value, true, Truth::NotKnown);
        assert_eq!(judged(Outcome::Solved, Some(4)), Verdict::NotKnown);
        assert_eq!(judged(Outcome::Unsolvable, None), Verdict::NotKnown);
    }
}
