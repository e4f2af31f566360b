//! An attempt: one solver at one level, asked under limits, its claim checked by replay. Everything
//! that runs a solver (`solve`, `verify`, campaigns) does it here.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::files;
use super::horizon::{Horizons, LoopResult, Phase};
use super::outcome::Outcome;
use super::process::{Limits, Usage};
use super::solvers::{AskError, Installed, Question, Reply, Response, Statistics, Stop};
use crate::game::plan::Judged;
use crate::game::{Case, Objective};

/// A solver and a level.
pub struct Attempt<'a> {
    /// The solver.
    pub solver: &'a Installed,
    /// The level, in a model that the solver reads.
    pub case: &'a dyn Case,
    /// How a planner searches; `None` for its default.
    pub search: Option<&'a str>,
    /// Further arguments for the solver.
    pub options: &'a [String],
    /// The seed, for a solver that takes one.
    pub seed: u64,
    /// The lengths to ask about, for a model with a horizon; `None` for all of them.
    pub horizons: Option<Horizons>,
    /// The length that no plan can be shorter than, known from elsewhere.
    pub known_bound: usize,
    /// The limits for everything together.
    pub limits: Limits,
    /// An existing, empty folder for the solver's files.
    pub directory: &'a Path,
    /// Whether to keep the files of refuted lengths.
    pub keeps_all: bool,
    /// Stops the attempt.
    pub interrupted: &'a AtomicBool,
    /// Called with every length that is decided.
    pub note: &'a (dyn Fn(&Phase) + Sync),
}

/// What a solver claims about a level, before anything is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// A plan.
    Plan {
        /// The plan as the solver wrote it.
        text: String,
        /// The length that was asked for.
        length: Option<usize>,
        /// Whether no plan is said to be better.
        optimal: bool,
    },
    /// There is no plan.
    Unsolvable,
    /// There is no plan of the lengths asked about; there may be others.
    Refuted,
    /// It was stopped before it finished.
    Stopped {
        /// What stopped it.
        by: Stop,
        /// The plans it had written by then, the last one last.
        best: Vec<String>,
    },
    /// Anything else.
    Crashed {
        /// What happened, in words.
        how: String,
        /// A plan of another length, if there is one.
        best: Option<String>,
    },
}

/// The result of an attempt, its claim checked.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The outcome.
    pub outcome: Outcome,
    /// The plan, replayed and valid; the best so far if the solver was stopped.
    pub plan: Option<Judged>,
    /// Whether the solver says that no plan is better.
    pub optimal: bool,
    /// What is wrong or strange, in words.
    pub remark: Option<String>,
    /// No plan has a better value than this, if the solver is right.
    pub bound: Option<i64>,
    /// What it used, as measured from outside.
    pub usage: Usage,
    /// What it reports about its work.
    pub statistics: Statistics,
    /// The lengths it was asked about.
    pub phases: Vec<Phase>,
}

impl Attempt<'_> {
    /// Asks the solver, and checks what it claims.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn run(&self) -> Result<Trial, AskError> {
        let report = match self.case.horizons() {
            Some(lengths) => self.by_length(*lengths.start(), *lengths.end())?,
            None => self.whole()?,
        };
        Ok(self.check(report))
    }

    fn question<'a>(
        &'a self,
        files: &'a [crate::game::TextFile],
        limits: Limits,
        directory: &'a Path,
        interrupted: &'a [&'a AtomicBool],
    ) -> Question<'a> {
        let (search, options, seed) = (self.search, self.options, self.seed);
        let step = self.case.measure().step;
        Question { files, step, search, options, seed, limits, directory, interrupted }
    }

    fn whole(&self) -> Result<Report, AskError> {
        let files = self.case.files(0);
        let interrupted = [self.interrupted];
        let Reply { response, bound, usage, statistics } =
            self.solver.ask(&self.question(&files, self.limits, self.directory, &interrupted))?;
        let solver = &self.solver.solver;
        let is_optimal = solver.is_optimal(self.search.or(solver.default_search()));
        let claim = match response {
            Response::Plan { text, is_final } => {
                Claim::Plan { text, length: None, optimal: is_final && is_optimal }
            }
            Response::NoPlan => Claim::Unsolvable,
            Response::Stopped { by, best } => Claim::Stopped { by, best },
            Response::Crashed(how) => Claim::Crashed { how, best: None },
        };
        Ok(Report { claim, bound, usage, statistics, phases: Vec::new() })
    }

    fn by_length(&self, least: usize, most: usize) -> Result<Report, AskError> {
        let ask = |steps: usize, limits: Limits, cancelled: &AtomicBool| {
            let begun = Instant::now();
            let files = self.case.files(steps);
            // Writing a large model takes a while.
            let wall = limits.wall.map(|wall| wall.saturating_sub(begun.elapsed()));
            let directory = self.directory.join(format!("{steps:02}"));
            fs::create_dir(&directory)
                .map_err(|reason| AskError::Unwritable { file: directory.clone(), reason })?;
            let limits = Limits { wall, ..limits };
            let flags = [self.interrupted, cancelled];
            let reply = self.solver.ask(&self.question(&files, limits, &directory, &flags))?;
            if !self.keeps_all && reply.response == Response::NoPlan {
                // They would add up. A failure to remove them does no harm.
                let _ = fs::remove_dir_all(&directory);
            }
            Ok(reply)
        };
        let horizons = self.horizons.unwrap_or(Horizons { first: least, last: most, at_once: 1 });
        let LoopResult { claim, refuted_below, usage, phases } =
            horizons.run(self.limits, &ask, self.note)?;
        let bound = self.known_bound.max(least);
        // Refuted lengths prove something about the value only where the value is the length.
        let is_length = self.case.objective().is_horizon_value();
        let is_unbroken = horizons.first <= bound;
        let claim = match claim {
            Claim::Plan { text, length, optimal } => {
                Claim::Plan { text, length, optimal: optimal && is_unbroken && is_length }
            }
            Claim::Refuted if is_unbroken && refuted_below > most => Claim::Unsolvable,
            Claim::Unsolvable | Claim::Refuted | Claim::Stopped { .. } | Claim::Crashed { .. } => {
                claim
            }
        };
        let bound = if is_unbroken { bound.max(refuted_below) } else { bound };
        Ok(Report {
            claim,
            bound: is_length.then_some(bound as i64),
            usage,
            statistics: Statistics::sum(phases.iter().map(|phase| &phase.statistics)),
            phases,
        })
    }

    fn check(&self, report: Report) -> Trial {
        let Report { claim, bound, usage, statistics, phases } = report;
        let checked = check(claim, self.case);
        let bound = match (checked.outcome, &checked.plan) {
            (Outcome::Unsolvable, _) if self.case.objective() == Objective::FewestSteps => {
                self.case.level().longest_plan().map(|most| most as i64 + 1)
            }
            (_, Some(plan)) if checked.optimal => Some(plan.value),
            (_, _) => bound,
        };
        let Checked { outcome, plan, optimal, remark } = checked;
        let is_limit = matches!(outcome, Outcome::Timeout | Outcome::Memout);
        let is_enough = is_limit && plan.is_some() && self.solver.solver.is_anytime();
        let outcome = if is_enough { Outcome::Solved } else { outcome };
        Trial { outcome, plan, optimal, remark, bound, usage, statistics, phases }
    }
}

/// What a solver reports, before its claim is checked.
struct Report {
    claim: Claim,
    bound: Option<i64>,
    usage: Usage,
    statistics: Statistics,
    phases: Vec<Phase>,
}

/// A claim that was checked.
#[derive(Debug, PartialEq, Eq)]
struct Checked {
    outcome: Outcome,
    plan: Option<Judged>,
    optimal: bool,
    remark: Option<String>,
}

/// Checks a claim by replaying its plan.
fn check(claim: Claim, case: &dyn Case) -> Checked {
    let without_plan = |outcome, remark| Checked { outcome, plan: None, optimal: false, remark };
    // A plan that was being written when the solver was stopped proves nothing against it.
    let best =
        |texts: Vec<String>| {
            let valid = texts.iter().rev().filter_map(|text| case.judge(text).ok());
            valid.reduce(|best, plan| {
                if case.objective().is_better(plan.value, best.value) { plan } else { best }
            })
        };
    match claim {
        Claim::Plan { text, length, optimal } => match case.judge(&text) {
            Ok(plan) if length.is_some_and(|length| length as i64 != horizon(&plan, case)) => {
                let asked = length.unwrap_or_default() as i64;
                let asked = case.objective().tell_horizon(asked, case.measure());
                let given = horizon(&plan, case);
                let flaw = format!("it was asked for a plan of {asked}, and gave one of {given}");
                without_plan(Outcome::Wrong, Some(flaw))
            }
            Ok(plan) => {
                Checked { outcome: Outcome::Solved, plan: Some(plan), optimal, remark: None }
            }
            Err(flaw) => without_plan(Outcome::Wrong, Some(flaw)),
        },
        Claim::Unsolvable => without_plan(Outcome::Unsolvable, None),
        Claim::Refuted => without_plan(Outcome::Refuted, None),
        Claim::Stopped { by, best: texts } => {
            Checked { plan: best(texts), ..without_plan(by.into(), None) }
        }
        Claim::Crashed { how, best: text } => Checked {
            plan: best(text.into_iter().collect()),
            ..without_plan(Outcome::Crashed, Some(how))
        },
    }
}

/// The length of a plan, as models with a horizon count it.
fn horizon(plan: &Judged, case: &dyn Case) -> i64 {
    if case.objective().is_horizon_value() { plan.value } else { plan.steps.len() as i64 }
}

/// The file that says why the files of an attempt were kept.
pub const WHY: &str = "why.txt";

/// Writes what is needed to reproduce a result beside the solver's files: the level, and what is wrong.
///
/// # Errors
/// If a file cannot be written: the system's reason, with the path.
pub fn write_evidence(
    case: &dyn Case,
    remark: Option<&str>,
    directory: &Path,
) -> Result<(), (std::path::PathBuf, io::Error)> {
    let why = format!("{}\n", remark.unwrap_or_default());
    for (name, text) in [(crate::game::language::LEVEL, case.level().json()), (WHY, why)] {
        let path = directory.join(name);
        let written = files::create(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|reason| (path, reason))?;
    }
    Ok(())
}
