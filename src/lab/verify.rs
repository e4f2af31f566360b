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

use super::ledger::Ledger;
use super::outcome::{Outcome, check};
use super::process::Limits;
use super::solvers::{AskError, Installed, Question, TextFile};

/// A level of some game, in some model.
pub trait Case: Sync {
    /// Its name.
    fn name(&self) -> &str;
    /// The model.
    fn files(&self) -> Vec<TextFile>;
    /// The level itself, for who wants to reproduce what was found.
    fn source(&self) -> TextFile;
    /// The truth: the length of a shortest plan, or `None` if there is no plan.
    ///
    /// # Errors
    /// If the truth cannot be found out.
    fn optimum(&self) -> Result<Option<usize>, String>;
    /// The length of a solver's plan.
    ///
    /// # Errors
    /// If it is not a plan: why not.
    fn judge(&self, plan: &str) -> Result<usize, String>;
}

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
    /// What was compared: a hash of the model, the solver, its version and its search.
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
    pub files: Option<PathBuf>,
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
    /// Its version.
    pub version: &'a str,
    /// How it searches, if not by default.
    pub search: Option<&'a str>,
    /// What each of its runs may use.
    pub limits: Limits,
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
        let files = case.files();
        let key = self.key(&files);
        if let Some(record) = known.get(&key) {
            return Ok(Some(record.clone()));
        }
        let record = self.examine(case, &files, key)?;
        if record.outcome == Outcome::Interrupted {
            return Ok(None);
        }
        let unwritable = |reason| VerifyError::File { path: path.to_owned(), reason };
        ledger.add(&record).map_err(unwritable)?;
        Ok(Some(record))
    }

    fn key(&self, files: &[TextFile]) -> String {
        let search = self.search.unwrap_or(self.solver.solver.default_search());
        let texts = files.iter().map(|file| file.text.as_str());
        fingerprint([self.solver.solver.name(), self.version, search].into_iter().chain(texts))
    }

    fn examine(
        &self,
        case: &dyn Case,
        files: &[TextFile],
        key: String,
    ) -> Result<Record, VerifyError> {
        let truth = case.optimum();
        let optimum =
            truth.map_err(|reason| VerifyError::Truth { level: case.name().to_owned(), reason })?;
        let in_folder = |reason| VerifyError::File { path: self.folder.to_owned(), reason };
        let directory = tempfile::Builder::new()
            .prefix("running-")
            .tempdir_in(self.folder)
            .map_err(in_folder)?;
        let directory_path = directory.path().canonicalize().map_err(in_folder)?;
        let report = self.solver.ask(&Question {
            files,
            search: self.search,
            limits: self.limits,
            directory: &directory_path,
            interrupted: self.interrupted,
        })?;
        let checked = check(&report.claim, |plan| case.judge(plan));
        let (verdict, remark) =
            verdict(checked.outcome, checked.plan, checked.optimal, optimum, checked.remark);
        let mut record = Record {
            key,
            level: case.name().to_owned(),
            verdict,
            outcome: if verdict == Verdict::Disagrees { Outcome::Wrong } else { checked.outcome },
            length: checked.plan,
            optimum,
            remark,
            cpu_seconds: report.usage.cpu.as_secs_f64(),
            seconds: report.usage.wall.as_secs_f64(),
            peak_memory: report.usage.peak_memory,
            files: None,
        };
        if matches!(verdict, Verdict::Disagrees | Verdict::Failed) {
            record.files = Some(self.keep(case, directory, &record).map_err(in_folder)?);
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

/// Compares what a solver said with the truth.
fn verdict(
    outcome: Outcome,
    length: Option<usize>,
    is_optimal: bool,
    optimum: Option<usize>,
    remark: Option<String>,
) -> (Verdict, Option<String>) {
    let disagrees = |remark: String| (Verdict::Disagrees, Some(remark));
    match (outcome, length, optimum) {
        (Outcome::Solved, Some(length), Some(optimum)) if length == optimum => {
            (Verdict::Agrees, None)
        }
        (Outcome::Solved, Some(length), Some(optimum)) if length > optimum && !is_optimal => {
            (Verdict::Agrees, None)
        }
        (Outcome::Solved, length, optimum) => {
            let truth = match optimum {
                Some(optimum) => format!("a shortest plan has {optimum}"),
                None => "there should be no plan".to_owned(),
            };
            let length = length.unwrap_or_default();
            disagrees(format!("a plan of {length} shots, valid by replay, but {truth}"))
        }
        (Outcome::Unsolvable, _, None) => (Verdict::Agrees, None),
        (Outcome::Unsolvable, _, Some(optimum)) => {
            disagrees(format!("said to be unsolvable, but there is a plan of {optimum} shots"))
        }
        (Outcome::Wrong, _, _) => (Verdict::Disagrees, remark),
        (Outcome::Timeout | Outcome::Memout | Outcome::Interrupted, _, _) => {
            (Verdict::NotKnown, remark)
        }
        (Outcome::Crashed | Outcome::Missing, _, _) => (Verdict::Failed, remark),
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
        let judged = |outcome, length, is_optimal, optimum| {
            verdict(outcome, length, is_optimal, optimum, None).0
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
    }

    #[test]
    fn fingerprints_tell_texts_apart() {
        assert_eq!(fingerprint(["ab", "c"]), fingerprint(["ab", "c"]));
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
        assert_eq!(fingerprint([]).len(), 64);
    }
}
