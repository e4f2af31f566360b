//! The page: one file that needs no network. Small tables and all plots are in it as they are; what has a
//! row for each level or run is made from data when it is scrolled to.

use std::collections::BTreeSet;

use askama::Template;
use serde::Serialize;

use super::chart::{Chart, Point};
use super::rendered;
use super::table::Table;
use super::tables::MATRIX;
use crate::lab::campaign::folder;
use crate::lab::campaign::record::{Configuration, Machine, RunLimits};
use crate::lab::outcome::Outcome;
use crate::lab::report::results::{Level, Results};

/// The page. `campaign` leads from it to the folder of the campaign.
pub(super) fn page(
    results: &Results<'_>,
    tables: &[Table],
    charts: &[Chart],
    title: &str,
    campaign: &str,
) -> String {
    let records = || results.records.iter();
    let started: BTreeSet<&str> = records().map(|record| &*record.started).collect();
    let day = |time: Option<&&str>| time.and_then(|time| time.get(..10)).unwrap_or("").to_owned();
    rendered(&Page {
        title,
        campaign,
        records: folder::RECORDS,
        runs: results.records.len(),
        levels: results.levels.len(),
        configurations: ordered(results),
        first_day: day(started.first()),
        last_day: day(started.last()),
        wrong: results.wrong().into_iter().map(|run| wrong(results, run)).collect(),
        notes: results.notes(),
        tables: tables.iter().filter(|table| !["wrong", MATRIX].contains(&table.name)).collect(),
        charts,
        limits: limits(records().map(|record| &record.limits)),
        machines: machines(records().map(|record| &record.machine)),
        versions: records().map(|record| &*record.plotgen).collect(),
        data: data(results, charts, campaign),
    })
}

fn ordered<'a>(results: &Results<'a>) -> Vec<&'a Configuration> {
    results.ranking().into_iter().map(|index| results.configurations[index]).collect()
}

#[derive(Template)]
#[template(path = "report/report.html")]
struct Page<'a> {
    title: &'a str,
    campaign: &'a str,
    records: &'static str,
    runs: usize,
    levels: usize,
    configurations: Vec<&'a Configuration>,
    first_day: String,
    last_day: String,
    wrong: Vec<Wrong<'a>>,
    notes: Vec<String>,
    tables: Vec<&'a Table>,
    charts: &'a [Chart],
    limits: Vec<String>,
    machines: Vec<String>,
    versions: BTreeSet<&'a str>,
    data: Data<'a>,
}

struct Wrong<'a> {
    configuration: &'a str,
    level: &'a str,
    remark: &'a str,
    file: String,
    files: Option<&'a str>,
}

fn wrong<'a>(results: &'a Results<'_>, run: usize) -> Wrong<'a> {
    let record = &results.records[run];
    Wrong {
        configuration: &record.configuration.name,
        level: &results.levels[results.place(run).0].label,
        remark: record.remark.as_deref().unwrap_or(""),
        file: record.file(),
        files: record.files.as_deref(),
    }
}

/// The different limits in words.
fn limits<'a>(limits: impl Iterator<Item = &'a RunLimits>) -> Vec<String> {
    let words = |limits: &RunLimits| {
        let seconds = |limit: Option<u64>, what| limit.map(|limit| format!("{limit} s of {what}"));
        let memory = limits.memory.map(|bytes| format!("{:.2} GB of memory", bytes as f64 / 1e9));
        let parts = [
            seconds(limits.cpu_seconds, "processor time"),
            seconds(limits.wall_seconds, "wall time"),
            memory,
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let limit = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
        let how = limits.enforced.iter().map(|(limit, how)| format!("{limit}: {how}"));
        let how = how.collect::<Vec<_>>().join("; ");
        if how.is_empty() { limit } else { format!("{limit} ({how})") }
    };
    limits.map(words).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The different machines in words.
fn machines<'a>(machines: impl Iterator<Item = &'a Machine>) -> Vec<String> {
    let words = |machine: &Machine| {
        let Machine { host, processor, cores, memory, system } = machine;
        format!("{host}: {processor}, {cores} cores, {:.1} GB, {system}", *memory as f64 / 1e9)
    };
    machines.map(words).collect::<BTreeSet<_>>().into_iter().collect()
}

/// What the script of the page makes tables and hints from.
#[derive(Serialize)]
struct Data<'a> {
    records: String,
    limit: Option<f64>,
    configurations: Vec<&'a str>,
    ranking: Vec<usize>,
    levels: Vec<(&'a str, &'a str)>,
    outcomes: Vec<&'static str>,
    runs: Vec<Run<'a>>,
    charts: Vec<&'a [Point]>,
}

/// Level, configuration, repetition, outcome, processor and wall seconds, bytes, length, file without its
/// ending, remark, and whether it stands for all repetitions.
#[derive(Serialize)]
struct Run<'a>(
    usize,
    usize,
    usize,
    usize,
    f64,
    f64,
    u64,
    Option<usize>,
    &'a str,
    Option<&'a str>,
    u8,
);

fn data<'a>(results: &'a Results<'_>, charts: &'a [Chart], campaign: &str) -> Data<'a> {
    let short = |seconds: f64| (seconds * 1e4).round() / 1e4;
    let run = |run: usize| {
        let (record, (level, configuration)) = (&results.records[run], results.place(run));
        let outcome = Outcome::ALL.iter().position(|&outcome| outcome == record.outcome);
        let stands = results.cell(level, configuration).is_some_and(|cell| cell.run == run);
        Run(
            level,
            configuration,
            record.repetition,
            outcome.expect("all outcomes are listed"),
            short(record.cpu_seconds),
            short(record.seconds),
            record.peak_memory,
            record.length,
            &record.run,
            record.remark.as_deref(),
            u8::from(stands),
        )
    };
    let level = |level: &'a Level<'_>| (&*level.label, &*level.facts.class);
    Data {
        records: format!("{campaign}{}/", folder::RECORDS),
        limit: results.limit(),
        configurations: results.configurations.iter().map(|c| &*c.name).collect(),
        ranking: results.ranking(),
        levels: results.levels.iter().map(level).collect(),
        outcomes: Outcome::ALL.iter().map(|outcome| outcome.word()).collect(),
        runs: (0..results.records.len()).map(run).collect(),
        charts: charts.iter().map(|chart| &chart.points[..]).collect(),
    }
}
