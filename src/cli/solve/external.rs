//! Solving with an external solver: a model is rendered, the solver asked, its plan replayed.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

use super::solution::{Run, Solution};
use super::{Allowance, Args};
use crate::cli::input::at_fault;
use crate::cli::model::{Choice, game_of};
use crate::cli::{Exit, Failure, interrupt};
use crate::game::any::BoxedLevel;
use crate::game::search::FoundPlan;
use crate::game::{AnyLevel, Case};
use crate::lab::attempt::{Attempt, Trial};
use crate::lab::files::{file_stem, in_words};
use crate::lab::horizon::{Horizons, Phase};
use crate::lab::outcome::Outcome;
use crate::lab::process::Limits;
use crate::lab::solvers::native;

/// The lengths that a model with a horizon is asked about.
#[derive(clap::Args)]
pub(super) struct HorizonArgs {
    /// Ask about lengths from this one on: a number, or native for a bound by the native solver
    /// [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "horizon")]
    from: Option<From>,

    /// Ask about this length only
    #[arg(long, value_name = "N")]
    horizon: Option<u16>,

    /// Ask about this many lengths at a time
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

    /// The lengths to ask about, and a bound that is known without asking; `None` for a model without a
    /// horizon.
    fn horizons(&self, case: &dyn Case) -> Result<Option<(Horizons, usize)>, Failure> {
        let Some(lengths) = case.horizons() else { return Ok(None) };
        let (least, most) = lengths.into_inner();
        let given = match self.from {
            Some(From::Given(steps)) => Some((steps, "--from")),
            Some(From::Native) | None => self.horizon.map(|steps| (steps, "--horizon")),
        };
        if let Some((steps, option)) = given.filter(|(steps, _)| usize::from(*steps) > most) {
            let name = case.level().name();
            let most = case.objective().tell_horizon(most as i64, case.measure());
            let sentence = format!("{option} {steps}: a plan for {name} has at most {most}");
            return Err(Failure::BadInput(sentence));
        }
        if let Some(steps) = self.horizon.map(usize::from) {
            return Ok(Some((Horizons { first: steps, last: steps, at_once: 1 }, least)));
        }
        let bound = match self.from {
            Some(From::Native) => native_bound(case)?.clamp(least, most),
            Some(From::Given(_)) | None => least,
        };
        let first = match self.from {
            Some(From::Given(steps)) => usize::from(steps),
            Some(From::Native) | None => bound,
        };
        // No more than there are.
        let at_once = self.parallel_horizons.map_or(1, NonZeroUsize::get).min(most - first + 1);
        Ok(Some((Horizons { first, last: most, at_once }, bound)))
    }
}

/// The length that no plan can be shorter than, by the native solver.
fn native_bound(case: &dyn Case) -> Result<usize, Failure> {
    let game = case.level().game().name();
    let bound = case
        .level()
        .bound()
        .ok_or_else(|| Failure::BadInput(format!("--from native: {game} has no native solver")))?;
    let bound = bound.map_err(|defect| Failure::Defect(defect.to_string()))?;
    Ok(usize::try_from(bound).unwrap_or(0))
}

/// An installed solver, and the model it is given.
pub(super) struct External {
    choice: Choice,
    keep: Option<PathBuf>,
}

impl External {
    /// The solver that the arguments ask for; `None` for the native one.
    pub(super) fn new(args: &Args, levels: &[BoxedLevel]) -> Result<Option<External>, Failure> {
        if args.solver == native::NAME {
            let keep = args.keep.is_some().then_some("--keep");
            let seed = args.seed.is_some().then_some("--seed");
            let misplaced = args.model.misplaced().or(args.horizons.misplaced()).or(keep).or(seed);
            return match misplaced {
                Some(option) => Err(Failure::BadInput(format!(
                    "{option} goes with an external solver only, e.g. --solver minizinc-gecode"
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
        let choice = Choice::new(
            &args.solver,
            &args.model,
            args.seed,
            &args.solvers.catalogue()?,
            game_of(levels)?,
        )?;
        if let (Some(option), Some(level)) = (args.horizons.misplaced(), levels.first())
            && choice.encoding.horizons(level.as_ref()).is_none()
        {
            let sentence =
                format!("{option} goes with models that have a horizon: constraint models");
            return Err(Failure::BadInput(sentence));
        }
        Ok(Some(External { choice, keep: args.keep.clone() }))
    }

    pub(super) fn name(&self) -> &str {
        self.choice.name()
    }

    /// Checks that each level can be asked about, and that each has a folder of its own if the files are
    /// to be kept.
    pub(super) fn check(&self, args: &Args, levels: &[BoxedLevel]) -> Result<(), Failure> {
        for level in levels {
            self.choice.encoding.check(level.as_ref()).map_err(Failure::bad_input)?;
            args.horizons.horizons(self.choice.encoding.case(level.as_ref()).as_ref())?;
        }
        let Some(keep) = &self.keep else { return Ok(()) };
        let mut folders = HashSet::new();
        for level in levels {
            let folder = keep.join(file_stem(&level.name()));
            if folder.exists() {
                return Err(at_fault(&folder, "already exists; give --keep another folder"));
            }
            if !folders.insert(folder.clone()) {
                return Err(at_fault(&folder, "two levels would both go there"));
            }
        }
        Ok(())
    }

    /// Solves a level; `note` is called with each length that is decided.
    pub(super) fn solve(
        &self,
        args: &Args,
        level: &dyn AnyLevel,
        allowance: &Allowance,
        note: &(dyn Fn(&Phase) + Sync),
    ) -> Result<Solution, Failure> {
        let case = self.choice.encoding.case(level);
        let horizons = args.horizons.horizons(case.as_ref())?;
        let folder = Folder::new(self.keep.as_deref(), &level.name())?;
        let until = allowance.deadline;
        let trial = Attempt {
            solver: &self.choice.installed,
            case: case.as_ref(),
            search: self.choice.search.as_deref(),
            options: &self.choice.options,
            seed: self.choice.seed,
            horizons: horizons.map(|(horizons, _)| horizons),
            known_bound: horizons.map_or(0, |(_, bound)| bound),
            limits: Limits {
                wall: until.map(|until| until.saturating_duration_since(Instant::now())),
                memory: Some(allowance.memory as u64),
                ..Limits::default()
            },
            directory: folder.path(),
            keeps_all: self.keep.is_some(),
            interrupted: interrupt::flag(),
            note,
        }
        .run()
        .map_err(|error| Failure::Solver(error.to_string()))?;
        let files = folder.close(matches!(trial.outcome, Outcome::Wrong | Outcome::Crashed));
        Ok(self.solution(level, trial, files))
    }

    fn solution(&self, level: &dyn AnyLevel, trial: Trial, files: Option<PathBuf>) -> Solution {
        let plan = trial.plan.map(|plan| FoundPlan { steps: plan.steps, value: plan.value });
        Solution {
            outcome: trial.outcome,
            optimal: trial.optimal,
            bound: trial.bound,
            states: trial.statistics.expanded,
            seconds: trial.usage.wall.as_secs_f64(),
            run: Some(Run {
                version: self.choice.installed.version(),
                model: self.choice.encoding.details(),
                search: self.choice.search(),
                options: self.choice.options.clone(),
                cpu_seconds: trial.usage.cpu.as_secs_f64(),
                peak_memory: trial.usage.peak_memory,
                statistics: trial.statistics,
                phases: trial.phases,
                remark: trial.remark,
                files: files.map(|files| files.display().to_string()),
            }),
            exit: match trial.outcome {
                Outcome::Solved => Exit::Yes,
                Outcome::Unsolvable | Outcome::Refuted => Exit::No,
                Outcome::Timeout | Outcome::Memout | Outcome::Interrupted => Exit::NotKnown,
                Outcome::Wrong | Outcome::Crashed | Outcome::Missing => Exit::Failed,
            },
            ..Solution::new(level, self.choice.name(), plan.as_ref())
        }
    }
}

/// The folder of a run: one to keep, or a temporary one that is removed unless something went wrong.
enum Folder {
    Kept(PathBuf),
    Temporary(tempfile::TempDir),
}

impl Folder {
    fn new(keep: Option<&Path>, name: &str) -> Result<Folder, Failure> {
        let Some(keep) = keep else {
            let temporary = tempfile::Builder::new().prefix("plotgen-").tempdir();
            return temporary.map(Folder::Temporary).map_err(|error| {
                at_fault(&std::env::temp_dir(), format!("cannot be written: {}", in_words(&error)))
            });
        };
        let folder = keep.join(file_stem(name));
        let made = fs::create_dir_all(keep)
            .and_then(|()| fs::create_dir(&folder))
            .and_then(|()| folder.canonicalize());
        made.map(Folder::Kept)
            .map_err(|error| at_fault(&folder, format!("cannot be made: {}", in_words(&error))))
    }

    fn path(&self) -> &Path {
        match self {
            Folder::Kept(path) => path,
            Folder::Temporary(folder) => folder.path(),
        }
    }

    /// Where the files are kept, if they are.
    fn close(self, is_wanted: bool) -> Option<PathBuf> {
        match self {
            Folder::Kept(path) => Some(path),
            Folder::Temporary(folder) => is_wanted.then(|| folder.keep()),
        }
    }
}
