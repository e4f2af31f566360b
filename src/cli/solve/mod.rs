//! `plotgen solve`: a shortest plan, proved shortest, or the proof that there is none.
//!
//! - [`native`]: with the native solver;
//! - [`external`]: with an external one;
//! - [`solution`]: the result, for people and for programs;
//! - [`table`]: several levels;
//! - [`watch`]: how far the search for one level is.

mod external;
mod native;
mod solution;
mod table;
mod watch;

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use self::external::{External, HorizonArgs};
use self::solution::{Solution, tell};
use self::table::Table;
use self::watch::{Watch, Watched};
use super::level_options::{LevelOptions, Numbers};
use super::model::{ModelArgs, SOLVERS};
use super::solver_files::SolverFiles;
use super::{Exit, Failure, Output, interrupt, limits, progress};
use crate::game::any::BoxedLevel;
use crate::game::search::{Defect, FoundPlan, Meter, SearchResult};
use crate::game::{AnyLevel, Budget};
use crate::lab::horizon::Phase;
use crate::lab::solvers::native::NAME;

const EXAMPLE: &str = "\
Examples:
  $ plotgen solve instances/named/figure-9.json --all-lengths --count
  # figure-9: 4 shots, proved optimal
  # plans have 4, 5 shots; 2 plans have 4
  c1 r1 r2 c4
  $ plotgen solve instances/swaps/document-1.json --cost swaps
  $ plotgen solve level.json > plan.txt && plotgen validate level.json plan.txt
  $ plotgen solve levels/ --json > answers.jsonl
  $ plotgen solve big.json --time-limit 60s --memory-limit 8GB --anytime
  $ plotgen solve rounds/ --objective score --lives 0..2 --json
  $ plotgen solve level.json --solver fast-downward --model granular
  $ plotgen solve level.json --solver fast-downward --search lama-first --time-limit 5m
  $ plotgen solve level.json --solver savilerow-kissat --model a --from native
  $ plotgen solve level.json --solver my-planner --solvers my-solvers.yaml --model lean --seed 3
  $ plotgen solve level.json --solver minizinc-chuffed --model s --dead-end --parallel-horizons 2

The answer to one level is a plan, with what is known about it in comments. Several levels, or a
folder (every file in it whose name ends in .json, .prob, .param or .pddl), or JSON lines give a table;
a ≤ before a length means that a shorter plan was not ruled out. With --explain, --all-lengths, --count
or --goal-range, each of several levels is answered like a single one. Ctrl-C ends the search; what is
known by then is printed, for all levels.

An option of the level may be a range, such as --lives 0..2 or --goal 3..5: then each level is solved once
for each number in it, and --json adds the number under the option's name.

An external solver is given the level as a model, under the limits, and its plan is replayed before
it is believed; `plotgen solvers` lists what is installed. Its files are kept with --keep, and in any
case when its answer is wrong or it failed.

Constraint models ask for a plan of a given length. They are asked about one length after the other,
from the shortest a plan can be or --from up to the longest; a plan is optimal when every shorter length is
refuted, and a level unsolvable when every length is. A limit is for all of that together. --horizon N
asks about one length only: its answer may be refuted (exit code 1), which says nothing about other
lengths.

--json, one object per level, in order: level, outcome (solved, unsolvable, timeout, memout,
interrupted; for external solvers also refuted, wrong, crashed), length, steps and value of the best
plan, objective, optimal, lower_bound, proof (when unsolvable: a word, see docs/json.md), solver, states, seconds; with
the options above lengths, count and goals as well, or under unanswered why not. External solvers add version, model, variants, search,
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
    options: LevelOptions,

    /// The solver: native, or one that `plotgen solvers` lists
    #[arg(long, value_name = "NAME", default_value = "native", value_parser = SOLVERS, hide_possible_values = true)]
    solver: String,

    #[command(flatten)]
    solvers: SolverFiles,

    /// The seed for a solver that takes one [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    #[command(flatten)]
    model: ModelArgs,

    #[command(flatten)]
    horizons: HorizonArgs,

    /// Keep the files of an external solver in this folder, in a folder for each level
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    #[command(flatten)]
    limits: Limits,

    /// Print better plans of a level as they are found
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

    /// Also give the optimum for every goal, from all blocks down to none (Plotting)
    #[arg(long)]
    goal_range: bool,

    /// Answer with one JSON object per level
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Whether more is asked for than fits into the row of a table.
    fn wants_details(&self) -> bool {
        self.explain || self.all_lengths || self.count || self.goal_range
    }
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

    /// Solves a level with the native solver; `None` if its game has none.
    pub(super) fn search(&self, level: &dyn AnyLevel) -> Option<Result<SearchResult, Defect>> {
        interrupt::flag();
        let allowance = self.allowance(&Engine::Native, self.threads(), 1);
        allowance.with_budget(None, |budget| level.solve(budget, &mut |_| ()))
    }

    /// Solves a level with the native solver, or, in a game without one, by exhaustive search.
    pub(super) fn best(&self, level: &dyn AnyLevel) -> Result<SearchResult, Failure> {
        if let Some(result) = self.search(level) {
            let defect = |defect| Failure::Defect(format!("{}: {defect}", level.name()));
            return result.map_err(defect);
        }
        let allowance = self.allowance(&Engine::Native, self.threads(), 1);
        Ok(allowance.with_budget(None, |budget| level.explore(budget)))
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
    fn with_budget<T>(&self, meter: Option<&Meter>, search: impl FnOnce(&Budget<'_>) -> T) -> T {
        let stop = || self.is_over();
        search(&Budget { threads: self.threads, memory: self.memory, stop: &stop, meter })
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
        watched: Watched<'_>,
    ) -> Result<Solution, Failure> {
        match self {
            Engine::Native => native::solve(args, level, allowance, watched),
            Engine::External(external) => external.solve(args, level, allowance, watched.note),
        }
    }

    /// Solves a level that nobody watches.
    fn solve_alone(
        &self,
        args: &Args,
        level: &dyn AnyLevel,
        allowance: &Allowance,
    ) -> Result<Solution, Failure> {
        let watched = Watched { better: &mut |_| (), note: &|_| (), meter: None };
        self.solve(args, level, allowance, watched)
    }

    fn name(&self) -> &str {
        match self {
            Engine::Native => NAME,
            Engine::External(external) => external.name(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let (levels, numbers) = levels(args)?;
    let engine = match External::new(args, &levels)? {
        Some(external) => {
            external.check(args, &levels)?;
            Engine::External(external)
        }
        None => Engine::Native,
    };
    if args.anytime && levels.len() != 1 {
        let sentence = "--anytime goes with one level: several are solved at the same time";
        return Err(Failure::bad_input(sentence));
    }
    match levels.as_slice() {
        [level] => one(args, &engine, level.as_ref(), &numbers[0], out),
        _ => many(args, &engine, &levels, &numbers, out),
    }
}

/// The levels, each once for every number in an option that is a range, with these numbers.
fn levels(args: &Args) -> Result<(Vec<BoxedLevel>, Vec<Numbers>), Failure> {
    let mut each = Vec::new();
    for (options, numbers) in args.options.each()? {
        each.push((options.levels(&args.levels)?, numbers));
    }
    let count = each.first().map_or(0, |(levels, _)| levels.len());
    let mut sets: Vec<_> =
        each.into_iter().map(|(levels, numbers)| (levels.into_iter(), numbers)).collect();
    let mut all = (Vec::new(), Vec::new());
    for _ in 0..count {
        for (levels, numbers) in &mut sets {
            if let Some(level) = levels.next() {
                all.0.push(level);
                all.1.push(numbers.clone());
            }
        }
    }
    Ok(all)
}

fn one(
    args: &Args,
    engine: &Engine,
    level: &dyn AnyLevel,
    numbers: &Numbers,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let watch = Arc::new(Watch::new(level));
    let spinner = progress::spinner({
        let watch = Arc::clone(&watch);
        move |elapsed| watch.words(elapsed)
    });
    let allowance = args.limits.allowance(engine, args.limits.threads(), 1);
    let mut broken = None;
    let (objective, measure) = (level.objective(), level.measure());
    let mut better = |plan: &FoundPlan| {
        let value = objective.tell(plan.value, measure);
        if args.anytime && broken.is_none() {
            let words = plan.steps.join(" ");
            let written = progress::beside(&spinner, out, |out| {
                writeln!(out, "# {value} so far\n# {words}").and_then(|()| out.flush())
            });
            broken = written.err();
        }
        watch.found(value);
    };
    let note = |phase: &Phase| watch.asked(phase);
    let search = Watched { better: &mut better, note: &note, meter: Some(&watch.meter) };
    let mut solution = engine.solve(args, level, &allowance, search)?;
    solution.numbers.clone_from(numbers);
    spinner.finish_and_clear();
    if let Some(error) = broken {
        return Err(error.into());
    }
    match args.json {
        true => out.json(&solution)?,
        false => tell(args, level, &solution, out)?,
    }
    Ok(solution.exit)
}

/// Solves several levels and answers in their order.
///
/// As many levels are solved at once as there are threads. The native solver first gives each a short
/// time; levels that take longer are then solved one after the other, with all threads.
fn many(
    args: &Args,
    engine: &Engine,
    levels: &[BoxedLevel],
    numbers: &[Numbers],
    out: &mut Output,
) -> Result<Exit, Failure> {
    let start = Instant::now();
    let mut table = Table::new(args, engine, levels, numbers, out)?;
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
                    let solution = engine.solve_alone(args, level.as_ref(), &allowance);
                    let is_open = is_short
                        && !interrupt::is_set()
                        && solution.as_ref().is_ok_and(|one| one.exit == Exit::NotKnown);
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
        let solution = engine.solve_alone(args, levels[index].as_ref(), &allowance);
        table.take(index, Some(solution), out)?;
    }
    table.finish(start, out)
}

/// The time for a level while other levels are solved beside it.
const AT_ONCE: Duration = Duration::from_millis(100);
