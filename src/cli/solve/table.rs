//! Several levels: their solutions in a table, or as JSON lines, in order.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use super::solution::{Solution, tell, titled};
use super::{Args, Engine};
use crate::cli::level_options::Numbers;
use crate::cli::{Exit, Failure, Output, progress};
use crate::game::any::BoxedLevel;
use crate::lab::outcome::Outcome;
use crate::view::text::counted;

/// Solutions as they come in, printed in the order of the levels.
pub(super) struct Table<'a> {
    args: &'a Args,
    engine: &'a Engine,
    levels: &'a [BoxedLevel],
    /// For each level the numbers that it has from options with ranges.
    numbers: &'a [Numbers],
    width: usize,
    bar: indicatif::ProgressBar,
    tally: Tally,
    /// Levels that took too long to be solved beside others.
    pub(super) open: Vec<usize>,
    early: BTreeMap<usize, Solution>,
    expected: usize,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        args: &'a Args,
        engine: &'a Engine,
        levels: &'a [BoxedLevel],
        numbers: &'a [Numbers],
        out: &mut Output,
    ) -> Result<Table<'a>, Failure> {
        let title = |(level, numbers): (&BoxedLevel, _)| titled(&level.name(), numbers);
        let titles = levels.iter().zip(numbers).map(title);
        let width = titles.map(|title| title.chars().count()).max().unwrap_or(0).max(5);
        if !args.json && !args.wants_details() {
            let value = heading(levels);
            writeln!(
                out,
                "{:<width$}  outcome     {value:>6}     states   seconds  plan",
                "level"
            )?;
        }
        Ok(Table {
            args,
            engine,
            levels,
            numbers,
            width,
            bar: progress::bar(levels.len(), "levels"),
            tally: Tally::default(),
            open: Vec::new(),
            early: BTreeMap::new(),
            expected: 0,
        })
    }

    pub(super) fn take(
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
        let mut solution = solution?;
        solution.numbers.clone_from(&self.numbers[index]);
        self.early.insert(index, solution);
        while let Some(solution) = self.early.remove(&self.expected) {
            self.show(&solution, out)?;
        }
        Ok(())
    }

    /// Shows the solution of the next level.
    fn show(&mut self, solution: &Solution, out: &mut Output) -> Result<(), Failure> {
        self.tally.count(solution);
        let level = self.levels[self.expected].as_ref();
        self.expected += 1;
        progress::beside(&self.bar, out, |out| {
            if self.args.json {
                out.json(solution)?;
            } else if self.args.wants_details() {
                tell(self.args, level, solution, out)?;
                writeln!(out)?;
            } else {
                self.row(solution, out)?;
            }
            out.flush()
        })?;
        Ok(())
    }

    fn row(&self, solution: &Solution, out: &mut Output) -> io::Result<()> {
        let mark = match (solution.optimal, solution.objective.is_more_better()) {
            (true, _) => "",
            (false, false) => "≤",
            (false, true) => "≥",
        };
        let value = solution.value.map(|value| format!("{mark}{value}"));
        let value = value.unwrap_or_default();
        let steps = solution.steps.as_ref().map(|steps| steps.join(" ")).unwrap_or_default();
        let line = format!(
            "{:<width$}  {:<11} {value:>6} {:>10}  {:>8.4}  {steps}",
            solution.title(),
            solution.outcome,
            solution.states.map(|states| states.to_string()).unwrap_or_default(),
            solution.seconds,
            width = self.width
        );
        out.line(format_args!("{}", line.trim_end()))
    }

    /// Shows the levels that an interruption left unfinished, and the sum.
    pub(super) fn finish(mut self, start: Instant, out: &mut Output) -> Result<Exit, Failure> {
        while let Some(level) = self.levels.get(self.expected) {
            let finished = self.early.remove(&self.expected);
            let unfinished = || Solution {
                numbers: self.numbers[self.expected].clone(),
                ..Solution::interrupted(level.as_ref(), self.engine.name())
            };
            self.show(&finished.unwrap_or_else(unfinished), out)?;
        }
        self.bar.finish_and_clear();
        if !self.args.json {
            let comment = if self.args.wants_details() { "# " } else { "" };
            let seconds = start.elapsed().as_secs_f64();
            writeln!(out, "{comment}{} in {seconds:.2} s", self.tally)?;
        }
        Ok(self.tally.exit())
    }
}

/// What heads the column of the values: what all of them measure, or no measure in particular.
fn heading(levels: &[BoxedLevel]) -> &'static str {
    let mut headings = levels.iter().map(|level| level.measure().heading(level.objective()));
    let first = headings.next().unwrap_or("value");
    if headings.all(|heading| heading == first) { first } else { "value" }
}

/// How many levels had which outcome.
#[derive(Default)]
struct Tally {
    solved: usize,
    unsolvable: usize,
    /// No plan of the lengths asked about.
    refuted: usize,
    not_known: usize,
    /// The solver's claim was wrong, or it failed.
    failed: usize,
}

impl Tally {
    fn count(&mut self, solution: &Solution) {
        match solution.exit {
            Exit::Yes => self.solved += 1,
            Exit::No if solution.outcome == Outcome::Refuted => self.refuted += 1,
            Exit::No => self.unsolvable += 1,
            Exit::NotKnown => self.not_known += 1,
            Exit::BadInput | Exit::Failed => self.failed += 1,
        }
    }

    fn exit(&self) -> Exit {
        if self.failed > 0 {
            Exit::Failed
        } else if self.not_known > 0 {
            Exit::NotKnown
        } else if self.unsolvable + self.refuted > 0 {
            Exit::No
        } else {
            Exit::Yes
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.solved + self.unsolvable + self.refuted + self.not_known + self.failed;
        write!(
            f,
            "{}: {} solved, {} unsolvable, {} not known",
            counted(all, "level"),
            self.solved,
            self.unsolvable,
            self.not_known
        )?;
        if self.refuted > 0 {
            write!(f, ", {} refuted", self.refuted)?;
        }
        if self.failed > 0 { write!(f, ", {} wrong or failed", self.failed) } else { Ok(()) }
    }
}
