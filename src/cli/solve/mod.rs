//! `plotgen solve`: a shortest plan, proved shortest, or the proof that there is none.
//!
//! - [`native`]: with the solver of this program;
//! - [`external`]: with any other;
//! - [`solution`]: what was found out, for people and for programs;
//! - [`table`]: several levels.

pub(super) mod external;
mod native;
mod solution;
mod table;

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use self::external::External;
use self::solution::Solution;
use self::table::Table;
use super::input::{self, GoalArg};
use super::{Exit, Failure, Output, interrupt, limits};
use crate::plotting::level::Level;
use crate::plotting::models::pddl::Model;
use crate::plotting::replay::{ValidPlan, replay};
use crate::plotting::rules::Shot;
use crate::plotting::search::Budget;
use crate::view::text;

const EXAMPLE: &str = "\
Examples:
  $ plotgen solve instances/named/figure-9.json --all-lengths --count
  # figure-9: 4 shots, proved optimal
  # plans have 4, 5 shots; 2 plans have 4
  c1 r1 r2 c4
  $ plotgen solve level.json > plan.txt && plotgen validate level.json plan.txt
  $ plotgen solve levels/ --json > answers.jsonl
  $ plotgen solve big.json --time-limit 60s --memory-limit 8GB --anytime
  $ plotgen solve level.json --solver fast-downward --model granular
  $ plotgen solve level.json --solver fast-downward --search lama-first --time-limit 5m

The answer to one level is a plan, with what is known about it in comments. Several levels, or a
folder (every file in it whose name ends in .json, .prob, .param or .pddl), give a table.

An external solver is given the level as a model, under the limits, and its plan is replayed before
it is believed; `plotgen solvers` lists what is on this machine. Its files are kept with --keep, and
in any case when its answer is wrong or it failed.

--json, one object a level, in order: level, outcome (solved, unsolvable, timeout, interrupted; of
external solvers also wrong, memout, crashed), length and shots of the best plan, optimal,
lower_bound, proof (exhaustion or lemma-1, when unsolvable), solver, states, seconds; with options
above lengths, count and goals as well. External solvers add version, model, search, cpu_seconds,
peak_memory and their own statistics.

Exit code: 0 all solved, 1 some proved unsolvable, 3 some not known within the limits, 4 a solver is
missing, failed, or was wrong.";

/// Solve levels optimally, with the native solver or with an external one
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    goal: GoalArg,

    /// The solver: native, or one that `plotgen solvers` lists
    #[arg(long, value_name = "NAME", default_value = "native")]
    solver: String,

    /// The model that an external solver is given [default: granular]
    #[arg(long, value_name = "MODEL")]
    model: Option<ModelName>,

    /// How an external planner searches, as 'astar(hmax())' or lama-first [default: optimally]
    #[arg(long, value_name = "SEARCH")]
    search: Option<String>,

    /// Keep the files of an external solver in this folder, in a folder for each level
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,

    /// Print better plans as they are found
    #[arg(long, conflicts_with = "json")]
    anytime: bool,

    /// Show the plan board by board
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    /// Also list every length that a plan can have
    #[arg(long)]
    all_lengths: bool,

    /// Also count the plans of the optimal length
    #[arg(long)]
    count: bool,

    /// Also give the optimum for every goal, from all blocks down to none
    #[arg(long)]
    goal_range: bool,

    /// Answer with one JSON object a level
    #[arg(long)]
    json: bool,
}

/// A model on the command line.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ModelName {
    /// PDDL, an action a shot
    Direct,
    /// PDDL, an action for each step of the shot block and each fall
    Granular,
}

impl From<ModelName> for Model {
    fn from(name: ModelName) -> Model {
        match name {
            ModelName::Direct => Model::Direct,
            ModelName::Granular => Model::Granular,
        }
    }
}

/// What the search may use.
#[derive(clap::Args)]
pub(super) struct Limits {
    /// Give up on a level after this time, as 60, 500ms, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = limits::duration)]
    time_limit: Option<Duration>,

    /// Use at most this much memory for all levels at once, as 64MB or 8GB [default: 1GB, for
    /// external solvers 8GB]
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes)]
    memory_limit: Option<usize>,

    /// Search with this many threads, or run so many solvers at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<usize>,
}

impl Limits {
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(limits::all_threads)
    }

    /// The budget for one of `at_once` searches that starts now, with so many threads.
    fn budget(&self, engine: &Engine, threads: usize, at_once: usize) -> Budget<'static> {
        let memory = self.memory_limit.unwrap_or(match engine {
            Engine::Native => 1_000_000_000,
            Engine::External(_) => 8_000_000_000,
        });
        Budget {
            threads,
            memory: memory / at_once,
            // A deadline beyond the end of time is none.
            deadline: self.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            interrupted: interrupt::flag(),
        }
    }
}

/// What solves the levels.
enum Engine {
    Native,
    External(External),
}

impl Engine {
    fn solve(
        &self,
        args: &Args,
        level: &Level,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&ValidPlan),
    ) -> Result<Solution, Failure> {
        match self {
            Engine::Native => native::solve(args, level, budget, better),
            Engine::External(external) => external.solve(level, budget),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let mut levels = Vec::new();
    for path in &args.levels {
        for file in input::level_files(path)? {
            levels.push(args.goal.read(&file)?.level);
        }
    }
    let engine = match External::of(args)? {
        Some(external) => {
            external.check_folders(&levels)?;
            Engine::External(external)
        }
        None => Engine::Native,
    };
    match levels.as_slice() {
        [level] => one(args, &engine, level, out),
        _ => match many(args, &engine, &levels, out) {
            // Nobody reads the answers any more, and not all of them are known.
            Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
                Ok(Exit::NotKnown)
            }
            answer => answer,
        },
    }
}

fn one(args: &Args, engine: &Engine, level: &Level, out: &mut Output) -> Result<Exit, Failure> {
    let budget = args.limits.budget(engine, args.limits.threads(), 1);
    let mut broken = None;
    let solution = engine.solve(args, level, &budget, &mut |plan| {
        if args.anytime && broken.is_none() {
            let shots = text::counted(plan.shots().len(), "shot");
            broken = writeln!(out, "# {shots} so far\n# {plan}").and_then(|()| out.flush()).err();
        }
    })?;
    if let Some(error) = broken {
        return Err(error.into());
    }
    if args.json {
        out.json(&solution)?;
    } else {
        solution::tell(&solution, out)?;
        match &solution.shots {
            Some(shots) if args.explain => explain(level, shots, out)?,
            Some(shots) => writeln!(out, "{}", text::words(shots))?,
            None => {}
        }
    }
    Ok(solution.exit)
}

fn explain(level: &Level, shots: &[Shot], out: &mut Output) -> Result<(), Failure> {
    let verdict = replay(level, &shots.iter().copied().collect());
    text::level(out, level)?;
    Ok(text::game(out, &verdict)?)
}

/// Solves several levels and answers in their order.
///
/// As many levels at once as there are threads; the native solver gives each a short time at first, and
/// then takes what is left one after the other, with all threads.
fn many(args: &Args, engine: &Engine, levels: &[Level], out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let mut table = Table::new(args, levels, out)?;
    let workers = args.limits.threads().min(levels.len());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(level) = levels.get(index).filter(|_| !interrupt::is_set()) else {
                        return;
                    };
                    let mut budget = args.limits.budget(engine, 1, workers);
                    let soon = Instant::now() + AT_ONCE;
                    let is_short = matches!(engine, Engine::Native)
                        && workers > 1
                        && budget.deadline.is_none_or(|deadline| deadline > soon);
                    budget.deadline = if is_short { Some(soon) } else { budget.deadline };
                    let solution = engine.solve(args, level, &budget, &mut |_| ());
                    let is_open =
                        is_short && solution.as_ref().is_ok_and(|one| one.exit == Exit::NotKnown);
                    if sender.send((index, (!is_open).then_some(solution))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, solution) in receiver {
            let told = table.take(index, solution, out);
            if told.is_err() {
                // Nobody waits for the rest any more.
                interrupt::request();
                return told;
            }
        }
        Ok(())
    })?;
    for index in table.open.clone() {
        if interrupt::is_set() {
            break;
        }
        let budget = args.limits.budget(engine, args.limits.threads(), 1);
        let solution = engine.solve(args, &levels[index], &budget, &mut |_| ());
        table.take(index, Some(solution), out)?;
    }
    table.finish(start, out)
}

/// What a level may take at most while other levels are solved beside it.
const AT_ONCE: Duration = Duration::from_millis(100);
