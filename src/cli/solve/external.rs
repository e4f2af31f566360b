//! Solving with an external solver: a model is rendered, the solver asked, its answer replayed.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::Args;
use super::solution::{Run, Solution};
use crate::cli::folder::file_stem;
use crate::cli::input::{at_fault, in_words};
use crate::cli::{Exit, Failure, interrupt};
use crate::lab::case::Case;
use crate::lab::outcome::{Checked, Outcome, check};
use crate::lab::process::Limits;
use crate::lab::solvers::{self, AskError, Installed, Question, Report, finding};
use crate::plotting::case::PddlCase;
use crate::plotting::level::Level;
use crate::plotting::models::pddl::Model;
use crate::plotting::replay::ValidPlan;
use crate::plotting::search::Budget;

/// A solver that is here, and what it is to be given.
pub(super) struct External {
    installed: Installed,
    version: Option<String>,
    model: Model,
    search: Option<String>,
    keep: Option<PathBuf>,
}

/// Finds a solver by its name.
pub(in crate::cli) fn find(name: &str) -> Result<Installed, Failure> {
    let solver = solvers::named(name).ok_or_else(|| {
        let names: Vec<&str> = solvers::ALL.iter().map(|solver| solver.name()).collect();
        Failure::BadInput(format!("{name:?} is not a solver (native, {})", names.join(", ")))
    })?;
    finding::find(solver).ok_or_else(|| {
        Failure::Solver(format!(
            "{name} is not on this machine: install it with {}, or say in {} where it is",
            solver.installation(),
            solver.variable()
        ))
    })
}

fn failed(error: AskError) -> Failure {
    Failure::Solver(error.to_string())
}

impl External {
    /// The solver that the arguments ask for; `None` for the native one.
    pub(super) fn of(args: &Args) -> Result<Option<External>, Failure> {
        if args.solver == "native" {
            let misplaced = [
                (args.model.is_some(), "--model"),
                (args.search.is_some(), "--search"),
                (args.keep.is_some(), "--keep"),
            ];
            return match misplaced.iter().find(|(is_given, _)| *is_given) {
                Some((_, option)) => Err(Failure::BadInput(format!(
                    "{option} goes with an external solver only, as --solver fast-downward"
                ))),
                None => Ok(None),
            };
        }
        let misplaced = [
            (args.anytime, "--anytime"),
            (args.all_lengths, "--all-lengths"),
            (args.count, "--count"),
            (args.goal_range, "--goal-range"),
        ];
        if let Some((_, option)) = misplaced.iter().find(|(is_given, _)| *is_given) {
            return Err(Failure::BadInput(format!("{option} goes with the native solver only")));
        }
        let installed = find(&args.solver)?;
        Ok(Some(External {
            version: installed.version(interrupt::flag()).map_err(failed)?,
            installed,
            model: args.model.map_or(Model::Granular, Model::from),
            search: args.search.clone(),
            keep: args.keep.clone(),
        }))
    }

    /// Checks that each level can have a folder of its own, where the files are to be kept.
    pub(super) fn check_folders(&self, levels: &[Level]) -> Result<(), Failure> {
        let Some(keep) = &self.keep else { return Ok(()) };
        let mut folders = HashSet::new();
        for level in levels {
            let folder = keep.join(file_stem(level.name()));
            if folder.exists() {
                return Err(at_fault(&folder, "is there already; give --keep another folder"));
            }
            if !folders.insert(folder.clone()) {
                return Err(at_fault(&folder, "two levels would both go there"));
            }
        }
        Ok(())
    }

    pub(super) fn solve(&self, level: &Level, budget: &Budget<'_>) -> Result<Solution, Failure> {
        let folder = Folder::new(self.keep.as_deref(), level.name())?;
        let case = PddlCase { level, model: self.model };
        let until = budget.deadline;
        let question = Question {
            files: &case.files(),
            search: self.search.as_deref(),
            limits: Limits {
                wall: until.map(|until| until.saturating_duration_since(Instant::now())),
                memory: Some(budget.memory as u64),
                ..Limits::default()
            },
            directory: folder.path(),
            interrupted: interrupt::flag(),
        };
        let report = self.installed.ask(&question).map_err(failed)?;
        let checked = check(&report.claim, |text| case.replay(text));
        let files = folder.close(matches!(checked.outcome, Outcome::Wrong | Outcome::Crashed));
        Ok(self.solution(level, &report, checked, files))
    }

    fn solution(
        &self,
        level: &Level,
        report: &Report,
        checked: Checked<ValidPlan>,
        files: Option<PathBuf>,
    ) -> Solution {
        let shots = checked.plan.map(|plan| plan.shots().to_vec());
        let length = shots.as_ref().map(Vec::len);
        Solution {
            level: level.name().to_owned(),
            outcome: checked.outcome,
            length,
            shots,
            optimal: checked.optimal,
            lower_bound: match (checked.outcome, length) {
                (Outcome::Unsolvable, _) => level.longest_plan() + 1,
                (_, Some(length)) if checked.optimal => length,
                (_, _) => 0,
            },
            proof: None,
            solver: self.installed.solver.name(),
            states: report.statistics.expanded,
            seconds: report.usage.wall.as_secs_f64(),
            run: Some(Run {
                version: self.version.clone(),
                model: self.model,
                search: self
                    .search
                    .clone()
                    .unwrap_or_else(|| self.installed.solver.default_search().to_owned()),
                cpu_seconds: report.usage.cpu.as_secs_f64(),
                peak_memory: report.usage.peak_memory,
                statistics: report.statistics,
                remark: checked.remark,
                files,
            }),
            lengths: None,
            count: None,
            goals: None,
            exit: match checked.outcome {
                Outcome::Solved => Exit::Yes,
                Outcome::Unsolvable => Exit::No,
                Outcome::Timeout | Outcome::Memout | Outcome::Interrupted => Exit::NotKnown,
                Outcome::Wrong | Outcome::Crashed | Outcome::Missing => Exit::Failed,
            },
        }
    }
}

/// The folder of a run: one that the user wants to keep, or one that goes when all went well.
enum Folder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl Folder {
    fn new(keep: Option<&Path>, name: &str) -> Result<Folder, Failure> {
        let Some(keep) = keep else {
            let temporary = tempfile::Builder::new().prefix("plotgen-").tempdir();
            return temporary.map(Folder::Temporary).map_err(|error| {
                Failure::Solver(format!("cannot make a folder for the solver's files: {error}"))
            });
        };
        let folder = keep.join(file_stem(name));
        let made = fs::create_dir_all(keep)
            .and_then(|()| fs::create_dir(&folder))
            .and_then(|()| folder.canonicalize());
        made.map(Folder::Kept)
            .map_err(|error| at_fault(&folder, &format!("cannot be made: {}", in_words(&error))))
    }

    fn path(&self) -> &Path {
        match self {
            Folder::Kept(path) => path,
            Folder::Temporary(folder) => folder.path(),
        }
    }

    /// Where the files stay, if they do.
    fn close(self, is_wanted: bool) -> Option<PathBuf> {
        match self {
            Folder::Kept(path) => Some(path),
            Folder::Temporary(folder) => is_wanted.then(|| folder.keep()),
        }
    }
}
