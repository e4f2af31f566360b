//! Verification: what a solver makes of a model, compared with the truth, level by level.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::attempt::Attempt;
use super::case::{Case, Truth};
use super::horizon::Horizons;
use super::ledger::Ledger;
use super::outcome::{Outcome, check};
use super::process::Limits;
use super::solvers::{AskError, Installed, TextFile};

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The solver says what is true.
    Agrees,
    /// It says something else.
    Disagrees,
    /// It says nothing within its limits.
    NotKnown,
    /// It failed.
    Failed,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// What was compared: a hash of the judge, the solver, its version, its search and the model.
    pub key: String,
    /// The level.
    pub level: String,
    /// What it came to.
    pub verdict: Verdict,
    /// The outcome of the solver's run.
    pub outcome: Outcome,
    /// The length of its plan.
    pub length: Option<usize>,
    /// The length of a shortest plan.
    pub optimum: Option<usize>,
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

/// Why verification cannot go on.
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
        /// What the system says.
        reason: io::Error,
    },
}

/// A solver to be compared with the truth.
pub struct Verification<'a> {
    /// The solver.
    pub solver: &'a Installed,
    /// How it searches, if not by default.
    pub search: Option<&'a str>,
    /// More arguments for it.
    pub options: &'a [String],
    /// What each of its runs may use, and the time that the truth may take.
    pub limits: Limits,
    /// What tells this judge from another one: what an older one found is not taken over.
    pub judge: &'a str,
    /// An existing folder for the ledger and for the files of what does not agree.
    pub folder: &'a Path,
    /// Stops everything.
    pub interrupted: &'a AtomicBool,
}

/// The file in the folder of a verification that says what is done.
const LEDGER: &str = "ledger.jsonl";

impl Verification<'_> {
    /// Compares the cases, so many at once. What the ledger says to agree is not asked again. `note` is
    /// told of every record, the old ones included. The records come in the order of the cases; those
    /// that were not reached before an interruption are missing.
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

    /// Compares one case, unless that was done before; nothing if it was interrupted.
    fn compare(
        &self,
        case: &dyn Case,
        known: &HashMap<String, Record>,
        ledger: &Ledger,
        path: &Path,
    ) -> Result<Option<Record>, VerifyError> {
        let key = self.key(&case.files(*case.lengths().start()));
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
        let asked = [self.judge, self.solver.solver.name(), &self.solver.version(), search];
        fingerprint(asked.into_iter().chain(options).chain(texts))
    }

    fn examine(&self, case: &dyn Case, key: String) -> Result<Record, VerifyError> {
        let truth = case
            .truth(self.limits.wall, self.interrupted)
            .map_err(|reason| VerifyError::Truth { level: case.name().to_owned(), reason })?;
        let in_folder = |reason| VerifyError::File { path: self.folder.to_owned(), reason };
        let directory = tempfile::Builder::new()
            .prefix("running-")
            .tempdir_in(self.folder)
            .map_err(in_folder)?;
        let directory_path = directory.path().canonicalize().map_err(in_folder)?;
        let report = Attempt {
            solver: self.solver,
            case,
            search: self.search,
            options: self.options,
            horizons: decisive(case, truth),
            known_bound: 0,
            limits: self.limits,
            directory: &directory_path,
            keeps_all: true,
            interrupted: self.interrupted,
            note: &|_| (),
        }
        .run()?;
        let checked =
            check(&report.claim, |plan| case.judge(plan).map(|steps| (steps.len(), steps.len())));
        let (verdict, remark) =
            verdict(checked.outcome, checked.plan, checked.optimal, truth, checked.remark);
        let mut record = Record {
            key,
            level: case.name().to_owned(),
            verdict,
            outcome: if verdict == Verdict::Disagrees { Outcome::Wrong } else { checked.outcome },
            length: checked.plan,
            optimum: match truth {
                Truth::Optimum(optimum) => Some(optimum),
                Truth::Unsolvable | Truth::NotKnown => None,
            },
            remark,
            cpu_seconds: report.usage.cpu.as_secs_f64(),
            seconds: report.usage.wall.as_secs_f64(),
            peak_memory: report.usage.peak_memory,
            files: None,
        };
        if matches!(verdict, Verdict::Disagrees | Verdict::Failed) {
            let kept = self.keep(case, directory, &record).map_err(in_folder)?;
            record.files = Some(kept.display().to_string());
        }
        Ok(record)
    }

    /// Keeps the files of a run, with the level and with what is wrong.
    fn keep(
        &self,
        case: &dyn Case,
        directory: tempfile::TempDir,
        record: &Record,
    ) -> io::Result<PathBuf> {
        let source = case.source();
        fs::write(directory.path().join(source.name), source.text)?;
        let why = record.remark.clone().unwrap_or_default() + "\n";
        fs::write(directory.path().join("why.txt"), why)?;
        let kept = self.folder.join(format!("{}-{}", record.outcome, &record.key[..12]));
        if kept.exists() {
            fs::remove_dir_all(&kept)?;
        }
        fs::rename(directory.keep(), &kept)?;
        Ok(kept)
    }
}

/// The lengths that a solver is asked about: the optimum, which has a plan, and the one before it, which
/// has none. All of them if there is no plan.
fn decisive(case: &dyn Case, truth: Truth) -> Horizons {
    let (least, most) = case.lengths().into_inner();
    match truth {
        Truth::Optimum(optimum) => {
            Horizons { first: optimum.saturating_sub(1).max(least), last: optimum, at_once: 1 }
        }
        Truth::Unsolvable | Truth::NotKnown => Horizons { first: least, last: most, at_once: 1 },
    }
}

/// Compares what a solver said with the truth.
fn verdict(
    outcome: Outcome,
    length: Option<usize>,
    is_optimal: bool,
    truth: Truth,
    remark: Option<String>,
) -> (Verdict, Option<String>) {
    let disagrees = |remark: String| (Verdict::Disagrees, Some(remark));
    match (outcome, truth) {
        (Outcome::Wrong, _) => (Verdict::Disagrees, remark),
        (Outcome::Timeout | Outcome::Memout | Outcome::Interrupted, _) => {
            (Verdict::NotKnown, remark)
        }
        (Outcome::Crashed | Outcome::Missing, _) => (Verdict::Failed, remark),
        (Outcome::Solved | Outcome::Unsolvable | Outcome::Refuted, Truth::NotKnown) => {
            (Verdict::NotKnown, Some("the native solver does not know the truth".to_owned()))
        }
        (Outcome::Solved, Truth::Optimum(optimum)) => {
            let length = length.unwrap_or_default();
            if length == optimum || (length > optimum && !is_optimal) {
                return (Verdict::Agrees, None);
            }
            disagrees(format!(
                "a plan of {length} shots, valid by replay, but a shortest plan has {optimum}"
            ))
        }
        (Outcome::Solved, Truth::Unsolvable) => {
            let length = length.unwrap_or_default();
            disagrees(format!(
                "a plan of {length} shots, valid by replay, but there should be none"
            ))
        }
        (Outcome::Unsolvable, Truth::Unsolvable) => (Verdict::Agrees, None),
        (Outcome::Unsolvable, Truth::Optimum(optimum)) => {
            disagrees(format!("said to be unsolvable, but there is a plan of {optimum} shots"))
        }
        (Outcome::Refuted, Truth::Optimum(optimum)) => {
            disagrees(format!("said to have no plan of {optimum} shots, but there is one"))
        }
        // Of a level without a plan all lengths are asked about: this is not what was asked.
        (Outcome::Refuted, Truth::Unsolvable) => (Verdict::NotKnown, remark),
    }
}

/// A hash of texts that tells them apart, in their order.
pub fn fingerprint<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_true_agrees() {
        let judged = |outcome, length, is_optimal, optimum: Option<usize>| {
            let truth = optimum.map_or(Truth::Unsolvable, Truth::Optimum);
            verdict(outcome, length, is_optimal, truth, None).0
        };
        let (solved, unsolvable) = (Outcome::Solved, Outcome::Unsolvable);
        assert_eq!(judged(solved, Some(4), true, Some(4)), Verdict::Agrees);
        assert_eq!(judged(solved, Some(5), false, Some(4)), Verdict::Agrees);
        assert_eq!(judged(solved, Some(5), true, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(solved, Some(3), false, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(solved, Some(3), true, None), Verdict::Disagrees);
        assert_eq!(judged(unsolvable, None, false, None), Verdict::Agrees);
        assert_eq!(judged(unsolvable, None, false, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(Outcome::Wrong, None, false, Some(4)), Verdict::Disagrees);
        assert_eq!(judged(Outcome::Timeout, None, false, Some(4)), Verdict::NotKnown);
        assert_eq!(judged(Outcome::Crashed, None, false, Some(4)), Verdict::Failed);
        assert_eq!(verdict(solved, Some(4), true, Truth::NotKnown, None).0, Verdict::NotKnown);
        assert_eq!(verdict(unsolvable, None, false, Truth::NotKnown, None).0, Verdict::NotKnown);
    }

    #[test]
    fn fingerprints_tell_texts_apart() {
        assert_eq!(fingerprint(["ab", "c"]), fingerprint(["ab", "c"]));
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
        assert_eq!(fingerprint([]).len(), 64);
    }
}
