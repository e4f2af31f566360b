//! `plotgen solve`: a shortest plan, proved shortest, or the proof that there is none.
//!
//! - [`native`]: with the native solver;
//! - [`external`]: with an external one;
//! - [`solution`]: the result, for people and for programs;
//! - [`table`]: several levels.

mod external;
mod native;
mod solution;
mod table;

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use self::external::{External, HorizonArgs};
use self::solution::Solution;
use self::table::Table;
use super::input::GoalArg;
use super::model::ModelArgs;
use super::simulate::show;
use super::{Exit, Failure, Output, interrupt, limits, progress};
use crate::game::any::BoxedLevel;
use crate::game::search::FoundPlan;
use crate::game::{AnyLevel, Budget};
use crate::lab::horizon::Phase;
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
  $ plotgen solve level.json --solver savilerow-kissat --model a --from native
  $ plotgen solve level.json --solver minizinc-chuffed --model s --dead-end --parallel-horizons 2

The answer to one level is a plan, with what is known about it in comments. Several levels, or a
folder (every file in it whose name ends in .json, .prob, .param or .pddl), give a table; a ≤ before a
length means that a shorter plan was not ruled out.

An external solver is given the level as a model, under the limits, and its plan is replayed before
it is believed; `plotgen solvers` lists what is installed. Its files are kept with --keep, and in any
case when its answer is wrong or it failed.

The models a and s ask for a plan of a given length. They are asked about one length after the other,
from 1 or --from up to the longest a plan can be; a plan is optimal when every shorter length is
refuted, and a level unsolvable when every length is. A limit is for all of that together. --horizon N
asks about one length only: its answer may be refuted (exit code 1), which says nothing about other
lengths.

--json, one object per level, in order: level, outcome (solved, unsolvable, timeout, interrupted; for
external solvers also refuted, wrong, memout, crashed), length, shots and value of the best plan,
optimal, lower_bound, proof (exhaustion or lemma-1, when unsolvable), solver, states, seconds; with the
options above lengths, count and goals as well. External solvers add version, model, variants, search,
options, cpu_seconds, peak_memory, their own statistics, and phases: for each length asked about steps,
result, seconds, and what the solver reports about it.

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

    #[command(flatten)]
    model: ModelArgs,

    #[command(flatten)]
    horizons: HorizonArgs,

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

    /// Also list every length that a plan can have (native solver only)
    #[arg(long)]
    all_lengths: bool,

    /// Also count the plans of the optimal length
    #[arg(long)]
    count: bool,

    /// Also give the optimum for every goal, from all blocks down to none
    #[arg(long)]
    goal_range: bool,

    /// Answer with one JSON object per level
    #[arg(long)]
    json: bool,
}

/// What a search may use.
#[derive(clap::Args)]
pub(super) struct Limits {
    /// Give up on a level after this time, e.g. 60, 500ms, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = limits::duration)]
    time_limit: Option<Duration>,

    /// Use at most this much memory for all levels at once, e.g. 64MB or 8GB [default: 1GB, for
    /// external solvers 8GB]
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes)]
    memory_limit: Option<usize>,

    /// Search with this many threads, or run this many solvers at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<usize>,
}

impl Limits {
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(limits::all_threads)
    }

    /// The allowance for one of `at_once` searches that starts now, with this many threads.
    fn allowance(&self, engine: &Engine, threads: usize, at_once: usize) -> Allowance {
        let memory = self.memory_limit.unwrap_or(match engine {
            Engine::Native => 1_000_000_000,
            Engine::External(_) => 8_000_000_000,
        });
        Allowance {
            threads,
            memory: memory / at_once,
            // A deadline beyond the end of time is no deadline.
            deadline: self.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
        }
    }
}

/// What the search of one level may use.
#[derive(Clone, Copy)]
struct Allowance {
    threads: usize,
    memory: usize,
    deadline: Option<Instant>,
}

impl Allowance {
    /// Whether the search must stop: Ctrl-C, or the deadline.
    fn is_over(&self) -> bool {
        interrupt::is_set() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Calls a function with the budget of a native search.
    fn with_budget<T>(&self, search: impl FnOnce(&Budget<'_>) -> T) -> T {
        let stop = || self.is_over();
        search(&Budget { threads: self.threads, memory: self.memory, stop: &stop })
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
        level: &dyn AnyLevel,
        allowance: &Allowance,
        better: &mut dyn FnMut(&FoundPlan),
        note: &(dyn Fn(&Phase) + Sync),
    ) -> Result<Solution, Failure> {
        match self {
            Engine::Native => native::solve(args, level, allowance, better),
            Engine::External(external) => external.solve(args, level, allowance, note),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let levels = args.goal.levels(&args.levels)?;
    let engine = match External::new(args, &levels)? {
        Some(external) => {
            external.check(args, &levels)?;
            Engine::External(external)
        }
        None => Engine::Native,
    };
    match levels.as_slice() {
        [level] => one(args, &engine, level.as_ref(), out),
        _ => match many(args, &engine, &levels, out) {
            // Nobody reads the answers, and not all of them are known.
            Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
                Ok(Exit::NotKnown)
            }
            answer => answer,
        },
    }
}

fn one(
    args: &Args,
    engine: &Engine,
    level: &dyn AnyLevel,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let allowance = args.limits.allowance(engine, args.limits.threads(), 1);
    let mut broken = None;
    let lengths = level.longest_plan().map(|most| most as u64);
    let bar = progress::bar_of(lengths, "lengths of plans at most");
    let (objective, step) = (level.objective(), level.game().step());
    let mut better = |plan: &FoundPlan| {
        if args.anytime && broken.is_none() {
            let (value, words) = (objective.tell(plan.value, step), plan.steps.join(" "));
            broken = writeln!(out, "# {value} so far\n# {words}").and_then(|()| out.flush()).err();
        }
    };
    let note = |phase: &Phase| bar.set_position(phase.steps as u64);
    let solution = engine.solve(args, level, &allowance, &mut better, &note)?;
    bar.finish_and_clear();
    if let Some(error) = broken {
        return Err(error.into());
    }
    if args.json {
        out.json(&solution)?;
    } else {
        solution::tell(&solution, out)?;
        match &solution.steps {
            Some(steps) if args.explain => explain(level, steps, out)?,
            Some(steps) => writeln!(out, "{}", steps.join(" "))?,
            None => {}
        }
    }
    Ok(solution.exit)
}

fn explain(level: &dyn AnyLevel, steps: &[String], out: &mut Output) -> Result<(), Failure> {
    let replay = level.replay_steps(steps).map_err(|error| Failure::Defect(error.to_string()))?;
    text::picture(out, &level.portrait())?;
    show(out, &replay, level.game().step())
}

/// Solves several levels and answers in their order.
///
/// As many levels are solved at once as there are threads. The native solver first gives each a short
/// time; levels that take longer are then solved one after the other, with all threads.
fn many(
    args: &Args,
    engine: &Engine,
    levels: &[BoxedLevel],
    out: &mut Output,
) -> Result<Exit, Failure> {
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
                    let mut allowance = args.limits.allowance(engine, 1, workers);
                    let soon = Instant::now() + AT_ONCE;
                    let is_short = matches!(engine, Engine::Native)
                        && workers > 1
                        && allowance.deadline.is_none_or(|deadline| deadline > soon);
                    if is_short {
                        allowance.deadline = Some(soon);
                    }
                    let solution =
                        engine.solve(args, level.as_ref(), &allowance, &mut |_| (), &|_| ());
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
                // Nobody reads the rest.
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
        let allowance = args.limits.allowance(engine, args.limits.threads(), 1);
        let solution = engine.solve(args, levels[index].as_ref(), &allowance, &mut |_| (), &|_| ());
        table.take(index, Some(solution), out)?;
    }
    table.finish(start, out)
}

/// The time for a level while other levels are solved beside it.
const AT_ONCE: Duration = Duration::from_millis(100);
