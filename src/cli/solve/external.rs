//! Solving with an external solver: a model is rendered, the solver asked, its answer replayed.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use super::Args;
use super::solution::{Run, Solution};
use crate::cli::folder::file_stem;
use crate::cli::input::{at_fault, in_words};
use crate::cli::solver::Choice;
use crate::cli::{Exit, Failure, interrupt};
use crate::games::plotting::case::LevelCase;
use crate::games::plotting::level::Level;
use crate::games::plotting::models::Model;
use crate::games::plotting::replay::ValidPlan;
use crate::games::plotting::search::Budget;
use crate::lab::attempt::{Attempt, Report};
use crate::lab::case::Case;
use crate::lab::horizon::{Horizons, Phase};
use crate::lab::outcome::{Checked, Outcome, check};
use crate::lab::process::Limits;
use crate::view::text::counted;

/// The lengths of plans that a model with a horizon is asked about.
#[derive(clap::Args)]
pub(super) struct HorizonArgs {
    /// Ask for plans from this length on: a number, or native for a bound of the native solver
    /// [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "horizon")]
    from: Option<From>,

    /// Ask for plans of this length only
    #[arg(long, value_name = "N")]
    horizon: Option<u16>,

    /// Ask for so many lengths at once
    #[arg(long, value_name = "K", conflicts_with = "horizon")]
    parallel_horizons: Option<NonZeroUsize>,
}

/// Where the lengths begin.
#[derive(Clone, Copy)]
enum From {
    Native,
    Given(u16),
}

impl FromStr for From {
    type Err = String;

    fn from_str(text: &str) -> Result<From, String> {
        match text {
            "native" => Ok(From::Native),
            _ => text.parse().map(From::Given).map_err(|_| "a number, or native".to_owned()),
        }
    }
}

impl HorizonArgs {
    fn misplaced(&self) -> Option<&'static str> {
        let given = [
            (self.from.is_some(), "--from"),
            (self.horizon.is_some(), "--horizon"),
            (self.parallel_horizons.is_some(), "--parallel-horizons"),
        ];
        given.into_iter().find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// The lengths to ask about, and a bound that is known without asking.
    fn horizons(&self, case: &dyn Case) -> Result<(Horizons, usize), Failure> {
        let (least, most) = case.lengths().into_inner();
        let given = match self.from {
            Some(From::Given(steps)) => Some((steps, "--from")),
            Some(From::Native) | None => self.horizon.map(|steps| (steps, "--horizon")),
        };
        if let Some((steps, option)) = given.filter(|(steps, _)| usize::from(*steps) > most) {
            let most = counted(most, "shot");
            return Err(Failure::BadInput(format!(
                "{option} {steps}: a plan for {} has at most {most}",
                case.name()
            )));
        }
        if let Some(steps) = self.horizon.map(usize::from) {
            return Ok((Horizons { first: steps, last: steps, at_once: 1 }, least));
        }
        let bound = match self.from {
            Some(From::Native) => case.lower_bound().map_err(Failure::Defect)?.min(most),
            Some(From::Given(_)) | None => least,
        };
        let first = match self.from {
            Some(From::Given(steps)) => usize::from(steps),
            Some(From::Native) | None => bound,
        };
        // No more than there are.
        let at_once = self.parallel_horizons.map_or(1, NonZeroUsize::get).min(most - first + 1);
        Ok((Horizons { first, last: most, at_once }, bound))
    }
}

/// A solver that is here, and what it is to be given.
pub(super) struct External {
    choice: Choice,
    keep: Option<PathBuf>,
}

impl External {
    /// The solver that the arguments ask for; `None` for the native one.
    pub(super) fn of(args: &Args) -> Result<Option<External>, Failure> {
        if args.solver == "native" {
            let keep = args.keep.is_some().then_some("--keep");
            let misplaced = args.model.misplaced().or(args.horizons.misplaced()).or(keep);
            return match misplaced {
                Some(option) => Err(Failure::BadInput(format!(
                    "{option} goes with an external solver only, as --solver minizinc-gecode"
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
        let choice = Choice::new(&args.solver, &args.model)?;
        if let Some(option) = args.horizons.misplaced()
            && !choice.installed.solver.language().has_horizon()
        {
            let sentence = format!("{option} goes with the models a and s only");
            return Err(Failure::BadInput(sentence));
        }
        Ok(Some(External { choice, keep: args.keep.clone() }))
    }

    /// Checks that each level can be asked about, and can have a folder of its own, where the files are to
    /// be kept.
    pub(super) fn check(&self, args: &Args, levels: &[Level]) -> Result<(), Failure> {
        if self.choice.installed.solver.language().has_horizon() {
            for level in levels {
                args.horizons.horizons(&LevelCase { level, encoding: &self.choice.encoding })?;
            }
        }
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

    /// Solves a level; `note` is told of each length that was asked about.
    pub(super) fn solve(
        &self,
        args: &Args,
        level: &Level,
        budget: &Budget<'_>,
        note: &(dyn Fn(&Phase) + Sync),
    ) -> Result<Solution, Failure> {
        let case = LevelCase { level, encoding: &self.choice.encoding };
        let (horizons, known_bound) = args.horizons.horizons(&case)?;
        let folder = Folder::new(self.keep.as_deref(), level.name())?;
        let until = budget.deadline;
        let report = Attempt {
            solver: &self.choice.installed,
            case: &case,
            search: self.choice.search.as_deref(),
            options: &self.choice.options,
            horizons,
            known_bound,
            limits: Limits {
                wall: until.map(|until| until.saturating_duration_since(Instant::now())),
                memory: Some(budget.memory as u64),
                ..Limits::default()
            },
            directory: folder.path(),
            keeps_all: self.keep.is_some(),
            interrupted: interrupt::flag(),
            note,
        }
        .run()
        .map_err(|error| Failure::Solver(error.to_string()))?;
        let judge = |text: &str| case.replay(text).map(|plan| (plan.clone(), plan.shots().len()));
        let checked = check(&report.claim, judge);
        let files = folder.close(matches!(checked.outcome, Outcome::Wrong | Outcome::Crashed));
        Ok(self.solution(level, report, checked, files))
    }

    fn solution(
        &self,
        level: &Level,
        report: Report,
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
                (_, _) => report.lower_bound,
            },
            proof: None,
            solver: self.choice.name().to_owned(),
            states: report.statistics.expanded,
            seconds: report.usage.wall.as_secs_f64(),
            run: Some(Run {
                version: self.choice.installed.version(),
                model: self.choice.model.to_string(),
                variants: match self.choice.model {
                    Model::Pddl(_) => None,
                    Model::Constraints(_, variants) => Some(variants),
                },
                search: self.choice.search(),
                options: self.choice.options.clone(),
                cpu_seconds: report.usage.cpu.as_secs_f64(),
                peak_memory: report.usage.peak_memory,
                statistics: report.statistics,
                phases: report.phases,
                remark: checked.remark,
                files: files.map(|files| files.display().to_string()),
            }),
            lengths: None,
            count: None,
            goals: None,
            exit: match checked.outcome {
                Outcome::Solved => Exit::Yes,
                Outcome::Unsolvable | Outcome::Refuted => Exit::No,
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
