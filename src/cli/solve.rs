//! `plotgen solve`: a shortest plan, proved shortest, or the proof that there is none.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::input::{self, GoalArg};
use super::{Exit, Failure, Output, interrupt, limits, progress};
use crate::plotting::level::Level;
use crate::plotting::replay::{ValidPlan, replay};
use crate::plotting::rules::Shot;
use crate::plotting::search::{self, Answer, Budget, Outcome, Proof, survey};
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

The answer to one level is a plan, with what is known about it in comments. Several levels, or a
folder (every file in it whose name ends in .json, .prob, .param or .pddl), give a table.

--json, one object a level, in order: level, outcome (solved, unsolvable, timeout, interrupted),
length and shots of the best plan, optimal, lower_bound, proof (exhaustion or lemma-1, when
unsolvable), solver, states, seconds; with the options below lengths, count and goals as well.

Exit code: 0 all solved, 1 some proved unsolvable, 3 some not known within the limits.";

/// Solve levels optimally with the native solver
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required = true)]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    goal: GoalArg,

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

/// What the search may use.
#[derive(clap::Args)]
pub(super) struct Limits {
    /// Give up on a level after this time, as 60, 500ms, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = limits::duration)]
    time_limit: Option<Duration>,

    /// Use at most this much memory for all levels at once, as 64MB or 8GB
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes, default_value = "1GB")]
    memory_limit: usize,

    /// Search with this many threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<usize>,
}

impl Limits {
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(limits::all_threads)
    }

    /// The budget for one of `at_once` searches that starts now, with so many threads.
    pub(super) fn budget(&self, threads: usize, at_once: usize) -> Budget<'static> {
        Budget {
            threads,
            memory: self.memory_limit / at_once,
            // A deadline beyond the end of time is none.
            deadline: self.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            interrupted: interrupt::flag(),
        }
    }
}

/// All that was found out about a level.
#[derive(Serialize)]
struct Solution {
    level: String,
    outcome: &'static str,
    length: Option<usize>,
    shots: Option<Vec<Shot>>,
    optimal: bool,
    lower_bound: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    solver: &'static str,
    states: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<Vec<GoalAnswer>>,
    #[serde(skip)]
    exit: Exit,
}

/// The answer for one goal.
#[derive(Serialize)]
struct GoalAnswer {
    goal: usize,
    outcome: &'static str,
    length: Option<usize>,
    shots: Option<Vec<Shot>>,
    lower_bound: usize,
    #[serde(skip)]
    is_not_known: bool,
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::NotKnown(_) if interrupt::is_set() => "interrupted",
        Outcome::NotKnown(_) => "timeout",
    }
}

fn plan(outcome: &Outcome) -> Option<&ValidPlan> {
    match outcome {
        Outcome::Solved(plan) => Some(plan),
        Outcome::Unsolvable(_) => None,
        Outcome::NotKnown(plan) => plan.as_ref(),
    }
}

impl GoalAnswer {
    fn new(goal: usize, answer: &Answer) -> GoalAnswer {
        let shots = plan(&answer.outcome).map(|plan| plan.shots().to_vec());
        GoalAnswer {
            goal,
            outcome: word(&answer.outcome),
            length: shots.as_ref().map(Vec::len),
            shots,
            lower_bound: answer.lower_bound,
            is_not_known: matches!(answer.outcome, Outcome::NotKnown(_)),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let mut levels = Vec::new();
    for path in &args.levels {
        for file in files(path)? {
            levels.push(args.goal.read(&file)?.level);
        }
    }
    match levels.as_slice() {
        [level] => one(args, level, out),
        _ => many(args, &levels, out),
    }
}

/// The level files that a path stands for: itself, or those in it if it is a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if input::is_stdin(path) || !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = |error: std::io::Error| {
        input::at_fault(path, &format!("cannot be read: {}", input::in_words(&error)))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if file.is_file() && ["json", "prob", "param", "pddl"].contains(&ending) {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(input::at_fault(path, "there is no level in this folder"));
    }
    Ok(files)
}

fn one(args: &Args, level: &Level, out: &mut Output) -> Result<Exit, Failure> {
    let budget = args.limits.budget(args.limits.threads(), 1);
    let mut broken = None;
    let solution = solve(args, level, &budget, &mut |plan| {
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
        tell(&solution, out)?;
        match &solution.shots {
            Some(shots) if args.explain => explain(level, shots, out)?,
            Some(shots) => writeln!(out, "{}", text::words(shots))?,
            None => {}
        }
    }
    Ok(solution.exit)
}

fn solve(
    args: &Args,
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Solution, Failure> {
    let start = Instant::now();
    let defect = |defect: search::Defect| Failure::Defect(format!("{}: {defect}", level.name()));
    let answer = search::solve(level, budget, better).map_err(defect)?;
    let seconds = start.elapsed().as_secs_f64();
    let shots = plan(&answer.outcome).map(|plan| plan.shots().to_vec());
    let length = shots.as_ref().map(Vec::len);
    let optimal = matches!(answer.outcome, Outcome::Solved(_));
    let mut solution = Solution {
        level: level.name().to_owned(),
        outcome: word(&answer.outcome),
        length,
        shots,
        optimal,
        lower_bound: answer.lower_bound,
        proof: match answer.outcome {
            Outcome::Unsolvable(Proof::Lemma1) => Some("lemma-1"),
            Outcome::Unsolvable(Proof::Exhaustion) => Some("exhaustion"),
            Outcome::Solved(_) | Outcome::NotKnown(_) => None,
        },
        solver: "native",
        states: answer.states,
        seconds,
        lengths: None,
        count: None,
        goals: None,
        exit: match answer.outcome {
            Outcome::Solved(_) => Exit::Yes,
            Outcome::Unsolvable(_) => Exit::No,
            Outcome::NotKnown(_) => Exit::NotKnown,
        },
    };
    if args.all_lengths {
        solution.lengths = survey::lengths(level, budget);
    }
    if let Some(length) = length.filter(|_| args.count && optimal) {
        solution.count = survey::count(level, length, budget);
    }
    if args.goal_range {
        let answers = search::solve_every_goal(level, budget).map_err(defect)?;
        solution.goals =
            Some(answers.iter().map(|(goal, answer)| GoalAnswer::new(*goal, answer)).collect());
    }
    let is_lacking = (args.all_lengths && solution.lengths.is_none())
        || (args.count && optimal && solution.count.is_none())
        || solution.goals.iter().flatten().any(|answer| answer.is_not_known);
    if is_lacking {
        solution.exit = Exit::NotKnown;
    }
    Ok(solution)
}

/// Tells what is known of a level, in comments.
fn tell(solution: &Solution, out: &mut Output) -> Result<(), Failure> {
    let name = &solution.level;
    let at_least = text::counted(solution.lower_bound, "shot");
    match (solution.outcome, solution.length) {
        ("solved", Some(length)) => {
            writeln!(out, "# {name}: {}, proved optimal", text::counted(length, "shot"))?
        }
        ("unsolvable", _) => {
            let by = match solution.proof {
                Some("lemma-1") => {
                    "the goal is below the number of colours less one (Lemma 1)".to_owned()
                }
                Some(_) | None => {
                    format!("exhausted {}", text::counted(solution.states as usize, "state"))
                }
            };
            writeln!(out, "# {name}: unsolvable: {by}")?;
        }
        (_, Some(length)) => writeln!(
            out,
            "# {name}: not known: the best plan so far has {}, none has fewer than {at_least}",
            text::counted(length, "shot")
        )?,
        (_, None) => {
            writeln!(out, "# {name}: not known: no plan so far, none has fewer than {at_least}")?
        }
    }
    match &solution.lengths {
        Some(lengths) if lengths.is_empty() => {}
        Some(lengths) => writeln!(out, "# plans have {} shots{}", list(lengths), plans(solution))?,
        None if solution.count.is_some() => {
            writeln!(out, "# {}", plans(solution).trim_start_matches("; "))?
        }
        None => {}
    }
    for answer in solution.goals.iter().flatten() {
        let shots = answer.shots.as_ref().map(|shots| text::words(shots)).unwrap_or_default();
        match answer.length {
            Some(length) => writeln!(
                out,
                "# goal {:>3}: {length:>3} shots, {}: {shots}",
                answer.goal, answer.outcome
            )?,
            None => writeln!(out, "# goal {:>3}: {}", answer.goal, answer.outcome)?,
        }
    }
    Ok(())
}

fn plans(solution: &Solution) -> String {
    match (solution.count, solution.length) {
        (Some(1), Some(length)) => format!("; 1 plan has {length}"),
        (Some(count), Some(length)) => format!("; {count} plans have {length}"),
        (None, _) | (_, None) => String::new(),
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

fn explain(level: &Level, shots: &[Shot], out: &mut Output) -> Result<(), Failure> {
    let verdict = replay(level, &shots.iter().copied().collect());
    text::level(out, level)?;
    Ok(text::game(out, &verdict)?)
}

/// Solves several levels and answers in their order.
///
/// First as many levels at once as there are threads, each for a short time; then what is left, one
/// after the other, each with all threads.
fn many(args: &Args, levels: &[Level], out: &mut Output) -> Result<Exit, Failure> {
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
                    let mut budget = args.limits.budget(1, workers);
                    let soon = Instant::now() + AT_ONCE;
                    let is_short =
                        workers > 1 && budget.deadline.is_none_or(|deadline| deadline > soon);
                    budget.deadline = if is_short { Some(soon) } else { budget.deadline };
                    let solution = solve(args, level, &budget, &mut |_| ());
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
                next.store(levels.len(), Ordering::Relaxed);
                return told;
            }
        }
        Ok(())
    })?;
    for index in table.open.clone() {
        if interrupt::is_set() {
            break;
        }
        let budget = args.limits.budget(args.limits.threads(), 1);
        let solution = solve(args, &levels[index], &budget, &mut |_| ());
        table.take(index, Some(solution), out)?;
    }
    table.finish(start, out)
}

/// What a level may take at most while other levels are solved beside it.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Answers as they come in, told in the order of the levels.
struct Table {
    json: bool,
    width: usize,
    bar: indicatif::ProgressBar,
    tally: Tally,
    /// Levels that took too long to be solved beside others.
    open: Vec<usize>,
    early: BTreeMap<usize, Solution>,
    expected: usize,
}

impl Table {
    fn new(args: &Args, levels: &[Level], out: &mut Output) -> Result<Table, Failure> {
        let width =
            levels.iter().map(|level| level.name().chars().count()).max().unwrap_or(0).max(5);
        if !args.json {
            writeln!(out, "{:<width$}  outcome      shots     states   seconds  plan", "level")?;
        }
        Ok(Table {
            json: args.json,
            width,
            bar: progress::bar(levels.len(), "levels"),
            tally: Tally::default(),
            open: Vec::new(),
            early: BTreeMap::new(),
            expected: 0,
        })
    }

    fn take(
        &mut self,
        index: usize,
        solution: Option<Result<Solution, Failure>>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Some(solution) = solution else {
            self.open.push(index);
            self.open.sort_unstable();
            return Ok(());
        };
        self.bar.inc(1);
        self.early.insert(index, solution?);
        while let Some(solution) = self.early.remove(&self.expected) {
            self.tell(&solution, out)?;
            self.expected += 1;
        }
        Ok(())
    }

    fn tell(&mut self, solution: &Solution, out: &mut Output) -> Result<(), Failure> {
        self.tally.count(solution.exit);
        if self.json {
            out.json(solution)?;
        } else {
            let length = solution.length.map(|length| length.to_string()).unwrap_or_default();
            let shots = solution.shots.as_ref().map(|shots| text::words(shots)).unwrap_or_default();
            let line = format!(
                "{:<width$}  {:<11} {length:>6} {:>10}  {:>8.4}  {shots}",
                solution.level,
                solution.outcome,
                solution.states,
                solution.seconds,
                width = self.width
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(out.flush()?)
    }

    /// Tells what is left after an interruption, and the sum.
    fn finish(mut self, start: Instant, out: &mut Output) -> Result<Exit, Failure> {
        for solution in std::mem::take(&mut self.early).into_values() {
            self.tell(&solution, out)?;
        }
        self.bar.finish_and_clear();
        if !self.json {
            writeln!(out, "{} in {:.2} s", self.tally, start.elapsed().as_secs_f64())?;
        }
        Ok(if interrupt::is_set() { Exit::NotKnown } else { self.tally.exit() })
    }
}

/// What several levels came to.
#[derive(Default)]
struct Tally {
    solved: usize,
    unsolvable: usize,
    not_known: usize,
}

impl Tally {
    fn count(&mut self, exit: Exit) {
        match exit {
            Exit::Yes => self.solved += 1,
            Exit::No => self.unsolvable += 1,
            Exit::NotKnown | Exit::BadInput | Exit::Failed => self.not_known += 1,
        }
    }

    fn exit(&self) -> Exit {
        if self.not_known > 0 {
            Exit::NotKnown
        } else if self.unsolvable > 0 {
            Exit::No
        } else {
            Exit::Yes
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.solved + self.unsolvable + self.not_known;
        write!(
            f,
            "{}: {} solved, {} unsolvable, {} not known",
            text::counted(all, "level"),
            self.solved,
            self.unsolvable,
            self.not_known
        )
    }
}
