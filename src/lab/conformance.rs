//! The suite that every solver is put through, built in or declared: small levels whose truth is known,
//! and situations in which a solver, or the way it is read, must not be believed.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use super::attempt::{Attempt, Trial};
use super::outcome::Outcome;
use super::process::Limits;
use super::solvers::{AskError, Installed};
use super::verify::{Verdict, verdict};
use crate::game::case::truth;
use crate::game::plan::Judged;
use crate::game::{AnyLevel, Budget, Case, TextFile, Truth};

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// A level with a plan is solved, optimally if the solver claims so.
    Solvable,
    /// A level without a plan is not given one, and is best proved to have none.
    Unsolvable,
    /// The solver stops at a time limit that is over at once, and claims nothing.
    Limit,
    /// A model that is cut short is no level without a plan, and has none.
    Crash,
    /// A plan for another level is wrong.
    FalsePlan,
    /// The proof that another level has no plan is wrong.
    FalseProof,
}

impl Check {
    /// The check as a word.
    pub fn word(self) -> &'static str {
        match self {
            Check::Solvable => "solvable",
            Check::Unsolvable => "unsolvable",
            Check::Limit => "limit",
            Check::Crash => "crash",
            Check::FalsePlan => "false-plan",
            Check::FalseProof => "false-proof",
        }
    }
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// As it should be.
    Passed,
    /// The solver, or its declaration, is wrong.
    Failed,
    /// The situation did not arise: e.g. the solver cannot prove that there is no plan.
    NotShown,
}

impl Grade {
    /// The grade in words.
    pub fn words(self) -> &'static str {
        match self {
            Grade::Passed => "passed",
            Grade::Failed => "failed",
            Grade::NotShown => "not shown",
        }
    }
}

/// A check that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What was checked.
    pub check: Check,
    /// The level.
    pub level: String,
    /// The result.
    pub grade: Grade,
    /// The outcome of the run.
    pub outcome: Outcome,
    /// Why, in words.
    pub remark: Option<String>,
    /// Wall time.
    pub seconds: f64,
}

/// Why the suite could not be finished.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The solver cannot be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// A temporary folder cannot be made.
    #[error("a temporary folder cannot be made: {0}")]
    Folder(#[from] io::Error),
    /// The samples do not have what the suite needs.
    #[error("{0}")]
    Samples(String),
}

/// A solver to check.
pub struct Suite<'a> {
    /// The solver.
    pub solver: &'a Installed,
    /// How it searches, if not by default.
    pub search: Option<&'a str>,
    /// Further arguments for it.
    pub options: &'a [String],
    /// The limits of each run.
    pub limits: Limits,
    /// Stops everything.
    pub interrupted: &'a AtomicBool,
}

/// The time limit of the check of limits: over before a solver has read its input.
const NO_TIME: Duration = Duration::from_millis(20);

/// How long after its limit a run may end: the grace period, and the end of its processes.
const SLACK: Duration = Duration::from_secs(5);

impl Suite<'_> {
    /// Makes all checks on these levels. `note` is called with each.
    ///
    /// # Errors
    /// If the suite could not be finished.
    pub fn run(
        &self,
        cases: &[&dyn Case],
        note: &mut dyn FnMut(&Finding),
    ) -> Result<Vec<Finding>, SuiteError> {
        let (mut solvable, mut unsolvable) = (Vec::new(), Vec::new());
        for &case in cases {
            match true_of(case.level())? {
                truth @ Truth::Optimum(_) => solvable.push((case, truth)),
                Truth::Unsolvable => unsolvable.push((case, Truth::Unsolvable)),
                Truth::NotKnown => {}
            }
        }
        let (&[(first, truth), .., (last, _)], &[(none, _), ..]) = (&*solvable, &*unsolvable)
        else {
            let reason = "the suite needs two levels that have a plan, and one that has none";
            return Err(SuiteError::Samples(reason.to_owned()));
        };
        let mut all = Vec::new();
        let mut add = |finding: Finding| {
            note(&finding);
            all.push(finding);
        };
        for &(case, truth) in &solvable {
            add(self.truthful(Check::Solvable, case, truth)?);
        }
        for &(case, truth) in &unsolvable {
            add(self.truthful(Check::Unsolvable, case, truth)?);
        }
        add(self.limited(last)?);
        add(self.broken(first)?);
        add(self.deceived(Check::FalsePlan, last, first, truth)?);
        add(self.deceived(Check::FalseProof, none, first, truth)?);
        Ok(all)
    }

    fn ask(&self, case: &dyn Case, limits: Limits) -> Result<Trial, SuiteError> {
        let directory = tempfile::Builder::new().prefix("plotgen-check-").tempdir()?;
        let path: &Path = &directory.path().canonicalize()?;
        let attempt = Attempt {
            solver: self.solver,
            case,
            search: self.search,
            options: self.options,
            seed: 1,
            horizons: None,
            known_bound: 0,
            limits,
            directory: path,
            keeps_all: false,
            interrupted: self.interrupted,
            note: &|_| (),
        };
        Ok(attempt.run()?)
    }

    /// Compares an answer with the truth.
    fn truthful(&self, check: Check, case: &dyn Case, truth: Truth) -> Result<Finding, SuiteError> {
        let trial = self.ask(case, self.limits)?;
        let (verdict, remark) = verdict(&trial, truth, case.objective(), case.measure());
        let grade = match verdict {
            Verdict::Agrees => Grade::Passed,
            Verdict::Disagrees => Grade::Failed,
            // A valid plan, and no claim that it is the best.
            Verdict::NotKnown if trial.outcome == Outcome::Solved => Grade::Passed,
            Verdict::NotKnown => Grade::NotShown,
            Verdict::Failed if check == Check::Unsolvable => Grade::NotShown,
            Verdict::Failed => Grade::Failed,
        };
        Ok(finding(check, case, &trial, grade, remark))
    }

    fn limited(&self, case: &dyn Case) -> Result<Finding, SuiteError> {
        let trial = self.ask(case, Limits { wall: Some(NO_TIME), ..self.limits })?;
        let (grade, remark) = match trial.outcome {
            _ if trial.usage.wall > NO_TIME + self.limits.grace + SLACK => {
                (Grade::Failed, "it ran on long after its limit".to_owned())
            }
            Outcome::Timeout => {
                return Ok(finding(Check::Limit, case, &trial, Grade::Passed, None));
            }
            // The level has a plan, so these are false whenever it ended.
            Outcome::Unsolvable | Outcome::Refuted | Outcome::Wrong => {
                let remark = format!("with no time to find a plan, it counts as {}", trial.outcome);
                (Grade::Failed, remark)
            }
            Outcome::Solved
            | Outcome::Crashed
            | Outcome::Interrupted
            | Outcome::Memout
            | Outcome::Missing => {
                (Grade::NotShown, "it ended by itself before it was stopped".to_owned())
            }
        };
        Ok(finding(Check::Limit, case, &trial, grade, Some(remark)))
    }

    fn broken(&self, case: &dyn Case) -> Result<Finding, SuiteError> {
        let broken = Asked { files: &|length| cut(case.files(length)), asked: case, judged: case };
        let trial = self.ask(&broken, self.limits)?;
        let (grade, remark) = match trial.outcome {
            Outcome::Crashed => (Grade::Passed, trial.remark.clone()),
            Outcome::Timeout | Outcome::Memout | Outcome::Interrupted | Outcome::Missing => {
                (Grade::NotShown, None)
            }
            Outcome::Solved | Outcome::Unsolvable | Outcome::Refuted | Outcome::Wrong => {
                let remark =
                    format!("given a model that is cut short, it counts as {}", trial.outcome);
                (Grade::Failed, Some(remark))
            }
        };
        Ok(finding(Check::Crash, case, &trial, grade, remark))
    }

    /// Asks about one level and judges the answer by another, for which it is false.
    fn deceived(
        &self,
        check: Check,
        asked: &dyn Case,
        judged: &dyn Case,
        truth: Truth,
    ) -> Result<Finding, SuiteError> {
        let swapped = Asked { files: &|length| asked.files(length), asked, judged };
        let trial = self.ask(&swapped, self.limits)?;
        let (verdict, remark) = verdict(&trial, truth, judged.objective(), judged.measure());
        let is_claim = match check {
            Check::FalseProof => trial.outcome == Outcome::Unsolvable,
            Check::FalsePlan => trial.outcome == Outcome::Wrong,
            Check::Solvable | Check::Unsolvable | Check::Limit | Check::Crash => false,
        };
        let (grade, remark) = match verdict {
            Verdict::Disagrees if is_claim => (Grade::Passed, remark),
            Verdict::Agrees => (Grade::Failed, Some("a false answer was believed".to_owned())),
            Verdict::Disagrees | Verdict::NotKnown | Verdict::Failed => (Grade::NotShown, remark),
        };
        Ok(finding(check, asked, &trial, grade, remark))
    }
}

fn true_of(level: &dyn AnyLevel) -> Result<Truth, SuiteError> {
    truth(level, &Budget { threads: 1, memory: 1 << 28, ..Budget::default() })
        .map_err(SuiteError::Samples)
}

fn finding(
    check: Check,
    case: &dyn Case,
    trial: &Trial,
    grade: Grade,
    remark: Option<String>,
) -> Finding {
    Finding {
        check,
        level: case.level().name(),
        grade,
        outcome: trial.outcome,
        remark,
        seconds: trial.usage.wall.as_secs_f64(),
    }
}

/// The files, each without its second half, and with brackets that are closed in no language.
fn cut(files: Vec<TextFile>) -> Vec<TextFile> {
    let half = |text: &str| -> String {
        text.chars().take(text.chars().count() / 2).chain("\n{(".chars()).collect()
    };
    files.into_iter().map(|file| TextFile { text: half(&file.text), ..file }).collect()
}

/// A case whose files are not those of the level that judges the answer.
struct Asked<'a> {
    files: &'a (dyn Fn(usize) -> Vec<TextFile> + Sync),
    asked: &'a dyn Case,
    judged: &'a dyn Case,
}

impl Case for Asked<'_> {
    fn level(&self) -> &dyn AnyLevel {
        self.judged.level()
    }

    fn files(&self, length: usize) -> Vec<TextFile> {
        (self.files)(length)
    }

    fn horizons(&self) -> Option<std::ops::RangeInclusive<usize>> {
        self.asked.horizons()
    }

    fn judge(&self, plan: &str) -> Result<Judged, String> {
        self.judged.judge(plan)
    }
}
