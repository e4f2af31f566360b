//! What becomes of the best levels: a table, JSON, or a folder.

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;

use super::{Args, Tally};
use crate::cli::{Failure, Output};
use crate::plotting::curate::metrics::Metrics;
use crate::plotting::level::Level;
use crate::plotting::rules::Shot;
use crate::view::text::{counted, words};

/// A level that was chosen.
#[derive(Serialize)]
pub(super) struct Entry {
    rank: usize,
    score: f64,
    level: Level,
    shots: Vec<Shot>,
    metrics: Arc<Metrics>,
}

impl Entry {
    pub(super) fn new(
        rank: usize,
        score: f64,
        level: Level,
        shots: Vec<Shot>,
        metrics: Arc<Metrics>,
    ) -> Entry {
        Entry { rank, score, level, shots, metrics }
    }
}

/// The levels that were chosen, and from what.
pub(super) struct Pack<'a> {
    pub(super) words: String,
    pub(super) rank: &'a str,
    pub(super) wanted: Option<&'a str>,
    pub(super) tally: Tally,
    pub(super) entries: Vec<Entry>,
}

impl Pack<'_> {
    /// Tells or writes the levels, as asked for.
    pub(super) fn answer(
        &self,
        args: &Args,
        seconds: f64,
        is_interrupted: bool,
        out: &mut Output,
    ) -> Result<(), Failure> {
        if args.json {
            for entry in &self.entries {
                out.json(entry)?;
            }
            return Ok(());
        }
        self.table(out)?;
        self.summary(seconds, is_interrupted, out)
    }

    fn table(&self, out: &mut Output) -> Result<(), Failure> {
        let header = [
            "#", "score", "level", "grid", "goal", "optimum", "lengths", "plans", "first",
            "forced", "greedy", "lose", "states", "dead", "lost", "plan",
        ];
        let mut rows = vec![header.map(str::to_owned)];
        rows.extend(self.entries.iter().map(Entry::row));
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: [usize; 16] = std::array::from_fn(|column| width(column).unwrap_or(0));
        for row in &rows {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                // Words stand at the left, numbers at the right.
                line += &match column {
                    2 | 3 | 15 => format!("{cell:<width$}  "),
                    _ => format!("{cell:>width$}  "),
                };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    fn summary(&self, seconds: f64, is_interrupted: bool, out: &mut Output) -> Result<(), Failure> {
        let Tally { boards, levels, solvable, wanted, open } = self.tally;
        write!(
            out,
            "{}: {} on {}, {solvable} with a plan",
            self.words,
            counted(levels, "level"),
            counted(boards, "board")
        )?;
        if self.wanted.is_some() {
            write!(out, ", {wanted} wanted")?;
        }
        write!(out, ", {} kept by {}, in {seconds:.2} s", self.entries.len(), self.rank)?;
        if open > 0 {
            write!(out, "; {} too large for the memory limit", counted(open, "board"))?;
        }
        writeln!(out, "{}", if is_interrupted { "; interrupted" } else { "" })?;
        Ok(())
    }
}

impl Entry {
    fn row(&self) -> [String; 16] {
        let metrics = &self.metrics;
        [
            self.rank.to_string(),
            score(self.score),
            self.level.name().to_owned(),
            self.level.board().to_string(),
            metrics.goal.to_string(),
            metrics.optimum.to_string(),
            lengths(&metrics.lengths.all),
            metrics.plans.to_string(),
            format!("{}/{}", metrics.first.winning, metrics.first.shots),
            metrics.forced.to_string(),
            metrics.greedy.to_string(),
            metrics.lose.to_string(),
            metrics.states.reachable.to_string(),
            metrics.states.dead_ends.to_string(),
            metrics.states.lost.to_string(),
            words(&self.shots),
        ]
    }
}

/// A score with as many digits as it needs, three after the point at most.
fn score(score: f64) -> String {
    let text = format!("{score:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Lengths in short: runs of them by their ends, as `3..6, 8`.
fn lengths(all: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &length in all {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == length => *last = length,
            Some(_) | None => runs.push((length, length)),
        }
    }
    let run = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}..{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}
