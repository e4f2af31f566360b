//! An attempt: one solver at one level, whole or length by length, as the solver's language wants it.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::case::Case;
use super::horizon::{Horizons, Looped, Phase};
use super::process::{Limits, Usage};
use super::solvers::{Answer, AskError, Claim, Installed, Question, Reply, Statistics};

/// A solver and a level.
pub struct Attempt<'a> {
    /// The solver.
    pub solver: &'a Installed,
    /// The level, in a model of the solver's language.
    pub case: &'a dyn Case,
    /// How a planner searches; its default if this is `None`.
    pub search: Option<&'a str>,
    /// More arguments for the solver.
    pub options: &'a [String],
    /// The lengths to ask about, where the model has a horizon.
    pub horizons: Horizons,
    /// Below this there is no plan: it is known from elsewhere.
    pub known_bound: usize,
    /// What all of it may use.
    pub limits: Limits,
    /// An existing, empty folder for the solver's files.
    pub directory: &'a Path,
    /// Whether files of lengths that are refuted stay there.
    pub keeps_all: bool,
    /// Stops it.
    pub interrupted: &'a AtomicBool,
    /// Is told of every length that is done.
    pub note: &'a (dyn Fn(&Phase) + Sync),
}

/// What came of an attempt.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the solver claims.
    pub claim: Claim,
    /// No plan is shorter than this, if the solver is right.
    pub lower_bound: usize,
    /// What it used, by our account.
    pub usage: Usage,
    /// What it tells of its work.
    pub statistics: Statistics,
    /// The lengths that it was asked about.
    pub phases: Vec<Phase>,
}

impl Attempt<'_> {
    /// Asks the solver.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn run(&self) -> Result<Report, AskError> {
        if self.solver.solver.language().has_horizon() { self.by_length() } else { self.whole() }
    }

    fn whole(&self) -> Result<Report, AskError> {
        let files = self.case.files(0);
        let Reply { answer, usage, statistics } = self.solver.ask(&Question {
            files: &files,
            search: self.search,
            options: self.options,
            limits: self.limits,
            directory: self.directory,
            interrupted: &[self.interrupted],
        })?;
        let solver = &self.solver.solver;
        let search = self.search.or(solver.default_search());
        let is_optimal = solver.is_optimal(search);
        let claim = match answer {
            Answer::Plan { text, is_final } => {
                Claim::Plan { text, length: None, optimal: is_final && is_optimal }
            }
            Answer::None => Claim::Unsolvable,
            Answer::Stopped { by, best } => Claim::Stopped { by, best },
            Answer::Crashed(how) => Claim::Crashed { how, best: None },
        };
        Ok(Report { claim, lower_bound: 0, usage, statistics, phases: Vec::new() })
    }

    fn by_length(&self) -> Result<Report, AskError> {
        let ask = |steps: usize, limits: Limits, cancelled: &AtomicBool| {
            let begun = Instant::now();
            let files = self.case.files(steps);
            // A large model takes a while to be written down.
            let wall = limits.wall.map(|wall| wall.saturating_sub(begun.elapsed()));
            let directory = self.directory.join(format!("{steps:02}"));
            fs::create_dir(&directory)
                .map_err(|reason| AskError::Unwritable { file: directory.clone(), reason })?;
            let reply = self.solver.ask(&Question {
                files: &files,
                search: self.search,
                options: self.options,
                limits: Limits { wall, ..limits },
                directory: &directory,
                interrupted: &[self.interrupted, cancelled],
            })?;
            if !self.keeps_all && reply.answer == Answer::None {
                // They would add up; that they cannot be removed does no harm.
                let _ = fs::remove_dir_all(&directory);
            }
            Ok(reply)
        };
        let Looped { claim, refuted_below, usage, phases } =
            self.horizons.run(self.limits, &ask, self.note)?;
        let lengths = self.case.lengths();
        let bound = self.known_bound.max(*lengths.start());
        let is_unbroken = self.horizons.first <= bound;
        let claim = match claim {
            Claim::Plan { text, length, optimal } => {
                Claim::Plan { text, length, optimal: optimal && is_unbroken }
            }
            Claim::Refuted if is_unbroken && refuted_below > *lengths.end() => Claim::Unsolvable,
            Claim::Unsolvable | Claim::Refuted | Claim::Stopped { .. } | Claim::Crashed { .. } => {
                claim
            }
        };
        Ok(Report {
            claim,
            lower_bound: if is_unbroken { bound.max(refuted_below) } else { bound },
            usage,
            statistics: Statistics::sum(phases.iter().map(|phase| &phase.statistics)),
            phases,
        })
    }
}
