//! `plotgen bench compare`: compares two campaigns run by run.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::{Exit, Failure, Output};
use crate::lab::campaign::compare::{Change, Comparison, Pair};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::record::Record;
use crate::lab::outcome::Outcome;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench compare before after
  $ plotgen bench compare before after --factor 1.5 --json | jq .better

Two runs are compared if they have the same level, configuration name and repetition. Versions and
limits may differ. A run changed its answer if one campaign has a plan and the other a proof that
no plan exists, if the claimed optima differ, or if only one of the answers is wrong. A run is
better if only the second campaign has an answer, if its plan is better, or if it needs less than
half the CPU time (see --factor). Worse is the reverse. Times that differ by at most 0.1 s count as
equal.

--json: one object with runs, answer, worse, better, same, only_before and only_after (counts), and
changes: for each run that differs, its level, configuration, repetition, change, before and after.
Both before and after have outcome, length, value, optimal and cpu_seconds.

Exit code: 0, or 1 if a run got worse or changed its answer.";

/// Compare two campaigns: which runs got better, worse, or changed their answer
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Folder of the first campaign
    #[arg(value_name = "DIR1")]
    before: PathBuf,

    /// Folder of the second campaign
    #[arg(value_name = "DIR2")]
    after: PathBuf,

    /// Times count as different if one is more than this many times the other
    #[arg(long, value_name = "F", default_value = "2", value_parser = factor)]
    factor: f64,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number >= 1.0 && number.is_finite());
    number.ok_or_else(|| format!("{text:?} is not a number of at least 1"))
}

#[derive(Serialize)]
struct Differences<'a> {
    runs: usize,
    answer: usize,
    worse: usize,
    better: usize,
    same: usize,
    only_before: usize,
    only_after: usize,
    changes: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    level: &'a str,
    configuration: &'a str,
    repetition: usize,
    change: Change,
    before: Side,
    after: Side,
}

#[derive(Serialize)]
struct Side {
    outcome: Outcome,
    length: Option<usize>,
    value: Option<i64>,
    optimal: bool,
    cpu_seconds: f64,
}

impl Side {
    fn of(record: &Record) -> Side {
        Side {
            outcome: record.outcome,
            length: record.steps.as_ref().map(Vec::len),
            value: record.value,
            optimal: record.optimal,
            cpu_seconds: record.cpu_seconds,
        }
    }

    fn line(&self) -> String {
        let value = self.value.map(|value| format!(" {value}")).unwrap_or_default();
        format!("{}{value} {:.2}s", self.outcome, self.cpu_seconds)
    }
}

impl<'a> Entry<'a> {
    fn of(pair: &Pair<'a>) -> Entry<'a> {
        Entry {
            level: &pair.before.level.facts.name,
            configuration: &pair.before.configuration.name,
            repetition: pair.before.repetition,
            change: pair.change,
            before: Side::of(pair.before),
            after: Side::of(pair.after),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let (before, after) = (records(&args.before)?, records(&args.after)?);
    let comparison = Comparison::new(&before, &after, args.factor);
    let changed = comparison.pairs.iter().filter(|pair| pair.change != Change::Same);
    let answer = Differences {
        runs: comparison.pairs.len(),
        answer: comparison.count(Change::Answer),
        worse: comparison.count(Change::Worse),
        better: comparison.count(Change::Better),
        same: comparison.count(Change::Same),
        only_before: comparison.only_before,
        only_after: comparison.only_after,
        changes: changed.map(Entry::of).collect(),
    };
    if args.json {
        out.json(&answer)?;
    } else {
        tell(&answer, out)?;
    }
    Ok(if answer.answer + answer.worse > 0 { Exit::No } else { Exit::Yes })
}

fn records(folder: &Path) -> Result<Vec<Record>, Failure> {
    Ok(super::records::read(&Folder::open(folder)?)?.0)
}

fn tell(answer: &Differences<'_>, out: &mut Output) -> Result<(), Failure> {
    for entry in &answer.changes {
        let change = match entry.change {
            Change::Answer => "answer changed",
            Change::Worse => "worse",
            Change::Better => "better",
            Change::Same => "same",
        };
        let (before, after) = (entry.before.line(), entry.after.line());
        let (configuration, level) = (entry.configuration, entry.level);
        let repetition = match entry.repetition {
            1 => String::new(),
            number => format!(" (repetition {number})"),
        };
        out.line(format_args!(
            "{change:<14}  {configuration}  {level}{repetition}: {before} → {after}"
        ))?;
    }
    writeln!(
        out,
        "{} runs compared: {} changed their answer, {} worse, {} better, {} the same",
        answer.runs, answer.answer, answer.worse, answer.better, answer.same
    )?;
    if answer.only_before + answer.only_after > 0 {
        let (before, after) = (answer.only_before, answer.only_after);
        writeln!(out, "only in the first: {before}, only in the second: {after}")?;
    }
    Ok(())
}
