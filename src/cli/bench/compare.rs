//! `plotgen bench compare`: compares two campaigns run by run.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::{Exit, Failure, Output};
use crate::lab::campaign::compare::{Change, Comparison, Pair};
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::record::{Configuration, Record};
use crate::lab::outcome::Outcome;
use crate::lab::report::results::Results;
use crate::lab::report::significance::{Estimate, Paired};
use crate::view::report::table::{self, Column, Table, Value};
use crate::view::report::terminal;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench compare before after
  $ plotgen bench compare before after --factor 1.5 --json | jq .better
  $ plotgen bench compare before after --fail-on significant

Two runs are compared if they have the same level, configuration name and repetition. Versions and
limits may differ. A run changed its answer if one campaign has a plan and the other a proof that
no plan exists, if the claimed optima differ, or if only one of the answers is wrong. A run is
better if only the second campaign has an answer, if its plan is better, or if it needs less than
half the CPU time (see --factor). Worse is the reverse. Times that differ by at most 0.1 s count as
equal.

--json: one object with runs, answer, worse, better, same, only_before and only_after (counts), and
changes: for each run that differs, its level, configuration, repetition, change, before and after.
Both before and after have outcome, length, value, optimal and cpu_seconds. configurations has for
each configuration of both campaigns levels, wins (levels where the second has the lower score),
losses, ties, answered, optimal and par2_percent (second less first, each with value, from and to,
the ends of a 95% bootstrap interval), sign_test, wilcoxon, adjusted, and verdict: better, worse or
none shown.

A score is the CPU time, or twice the limit without an answer. The sign test and the Wilcoxon
signed-rank test are two-sided and paired by level; adjusted is the latter after Holm's method for
the number of configurations. A difference is called better or worse if that is below 0.05.

Exit code: 0, or 1 if something is worse. --fail-on says what: worse (default), if any run got worse
or changed its answer; answer, if any run changed its answer; significant, if a configuration is
worse beyond chance, or any run changed its answer; never.";

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

    /// What makes the exit code 1
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = FailOn::Worse)]
    fail_on: FailOn,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// What makes a comparison fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// A run that got worse or changed its answer.
    Worse,
    /// A run that changed its answer.
    Answer,
    /// A configuration that is worse beyond chance, or a run that changed its answer.
    Significant,
    /// Nothing.
    Never,
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
    configurations: Vec<Tested<'a>>,
}

/// A configuration in both campaigns.
#[derive(Serialize)]
struct Tested<'a> {
    configuration: &'a str,
    #[serde(flatten)]
    paired: Paired,
    verdict: &'static str,
}

const WORSE: &str = "worse";

/// The paired tests of each configuration that both campaigns have: the second against the first.
fn tested<'a>(before: &Results<'a>, after: &Results<'_>) -> Vec<Tested<'a>> {
    let by_level = |results: &Results<'a>, index| {
        let cells = results.whole_column(index);
        cells.map(|cell| (results.identity(results.place(cell.run).0), cell)).collect()
    };
    let of = |(index, configuration): (usize, &&'a Configuration)| {
        let is_same = |other: &Configuration| other.name == configuration.name;
        let other = after.configurations.iter().position(|c| is_same(c))?;
        let first: HashMap<_, _> = by_level(before, index);
        let pairs = after
            .whole_column(other)
            .filter_map(|cell| Some((cell, *first.get(&after.identity(after.place(cell.run).0))?)));
        let paired = Paired::of(pairs);
        let configuration = &*configuration.name;
        (paired.levels > 0).then_some(Tested { configuration, paired, verdict: "none shown" })
    };
    let mut all: Vec<Tested<'a>> =
        before.configurations.iter().enumerate().filter_map(of).collect();
    Paired::adjust(&mut all.iter_mut().map(|tested| &mut tested.paired).collect::<Vec<_>>());
    for tested in &mut all {
        tested.verdict = match tested.paired.better() {
            Some(Ordering::Less) => "better",
            Some(Ordering::Greater) => WORSE,
            Some(Ordering::Equal) | None => "none shown",
        };
    }
    all
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
    let (first, second) = (Results::new(&before), Results::new(&after));
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
        configurations: tested(&first, &second),
    };
    if args.json {
        out.json(&answer)?;
    } else {
        tell(&answer, out)?;
    }
    let is_worse = answer.configurations.iter().any(|tested| tested.verdict == WORSE);
    let fails = match args.fail_on {
        FailOn::Worse => answer.answer + answer.worse > 0,
        FailOn::Answer => answer.answer > 0,
        FailOn::Significant => answer.answer > 0 || is_worse,
        FailOn::Never => false,
    };
    Ok(if fails { Exit::No } else { Exit::Yes })
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
    if !answer.configurations.is_empty() {
        writeln!(out)?;
        for line in terminal::table(&table(&answer.configurations), terminal::width()).lines() {
            out.line(format_args!("{line}"))?;
        }
    }
    Ok(())
}

/// The paired tests as a table.
fn table(all: &[Tested<'_>]) -> Table {
    let row = |Tested { configuration, paired, verdict }: &Tested<'_>| -> Vec<table::Entry> {
        let change = |value: f64| signed(value, 0, "");
        let between = |estimate: &Estimate, text: &dyn Fn(f64) -> String| {
            let Estimate { value, from, to } = *estimate;
            Value::text(format!("{} [{}, {}]", text(value), text(from), text(to)))
        };
        let percent = |value: f64| signed(value, 1, "%");
        let par2 = paired.par2_percent.map_or(Value::Empty, |par2| between(&par2, &percent));
        let chance = |chance: Option<f64>| chance.map_or(Value::Empty, Value::Probability);
        let entries = [
            Value::text(*configuration),
            Value::Count(paired.levels),
            Value::text(*verdict),
            par2,
            between(&paired.answered, &change),
            chance(paired.adjusted),
            chance(paired.wilcoxon),
            chance(paired.sign_test),
            between(&paired.optima, &change),
        ];
        entries.map(table::Entry::from).into()
    };
    let numbers = ["PAR2", "solved", "Holm", "Wilcoxon", "sign test", "optimal"];
    let columns =
        [Column::text("configuration"), Column::numbers("levels"), Column::text("second is")];
    let columns = columns.into_iter().chain(numbers.map(Column::numbers)).collect();
    let title = "The second against the first, with 95% intervals and paired tests over levels:";
    Table::new("compare", title, "", columns, all.iter().map(row).collect())
}

/// A number with its sign.
fn signed(value: f64, digits: usize, unit: &str) -> String {
    let text = format!("{:.digits$}{unit}", value.abs());
    match value {
        value if value > 0.0 => format!("+{text}"),
        value if value < 0.0 => format!("−{text}"),
        _ => text,
    }
}
