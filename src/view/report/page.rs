//! Builds the page of a report: one HTML file that needs no network.
//!
//! It contains the plots and the small tables. Its script builds the tables with one row per level
//! or run from data when the reader scrolls to them.

use std::collections::BTreeSet;

use askama::Template;
use serde::Serialize;

use super::chart::{Chart, Point};
use super::models::Models;
use super::paper::{Figure, Grid};
use super::render;
use super::replays::Replays;
use super::table::Table;
use super::tables::{MATRIX, SUMMARY, VALUES};
use crate::lab::campaign::folder;
use crate::lab::campaign::record::{Configuration, Machine, RunLimits};
use crate::lab::outcome::Outcome;
use crate::lab::report::progress::{NotRun, Progress};
use crate::lab::report::results::{Level, Results, is_optimal};
use crate::lab::report::summary::WrongRun;

/// Where the links of the page lead.
pub(super) struct Links<'a> {
    /// The relative link from the page to the folder of the campaign.
    pub(super) campaign: &'a str,
    /// The animations of the plans that were found.
    pub(super) replays: &'a Replays,
    /// The models that the solvers were given.
    pub(super) models: &'a Models,
}

/// What the page shows.
pub(super) struct Content<'a> {
    pub(super) tables: &'a [Table],
    pub(super) charts: &'a [Chart],
    pub(super) grids: &'a [Grid],
    pub(super) figures: &'a [Figure],
}

/// The longest table that the page shows whole; a longer one is only a link.
const LONGEST: usize = 200;

/// The page.
pub(super) fn page(
    results: &Results<'_>,
    content: &Content<'_>,
    title: &str,
    links: &Links<'_>,
) -> String {
    let Content { tables, charts, grids, figures } = *content;
    let elsewhere = ["wrong", "not-run", SUMMARY, MATRIX];
    let is_own = |table: &&Table| !elsewhere.contains(&table.name);
    let (tables, long): (Vec<&Table>, Vec<&Table>) = tables
        .iter()
        .filter(is_own)
        .partition(|table| table.rows.len() <= LONGEST && table.name != VALUES);
    let summary = content.tables.iter().find(|table| table.name == SUMMARY);
    let records = || results.records.iter().copied();
    let started: BTreeSet<&str> = records().map(|record| &*record.started).collect();
    let day = |time: Option<&&str>| time.and_then(|time| time.get(..10)).unwrap_or("").to_owned();
    render(&Page {
        title,
        campaign: links.campaign,
        records: folder::RECORDS,
        runs: results.records.len(),
        levels: results.levels.len(),
        configurations: ranked_configurations(results),
        first_day: day(started.first()),
        last_day: day(started.last()),
        wrong: WrongRun::all(results),
        notes: results.notes(),
        progress: results.progress,
        common: results.common(),
        not_run: &results.not_run,
        summary,
        tables,
        long,
        charts,
        grids,
        figures,
        limits: limits(records().map(|record| &record.limits)),
        machines: machines(records().map(|record| &record.machine)),
        versions: records().map(|record| &*record.plotgen).collect(),
        data: data(results, charts, figures, links),
    })
}

fn ranked_configurations<'a>(results: &Results<'a>) -> Vec<&'a Configuration> {
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
    wrong: Vec<WrongRun<'a>>,
    notes: Vec<String>,
    progress: Progress,
    common: usize,
    not_run: &'a [NotRun<'a>],
    summary: Option<&'a Table>,
    tables: Vec<&'a Table>,
    long: Vec<&'a Table>,
    charts: &'a [Chart],
    grids: &'a [Grid],
    figures: &'a [Figure],
    limits: Vec<String>,
    machines: Vec<String>,
    versions: BTreeSet<&'a str>,
    data: Data<'a>,
}

/// The distinct limits of the runs, as text.
fn limits<'a>(limits: impl Iterator<Item = &'a RunLimits>) -> Vec<String> {
    let text = |limits: &RunLimits| {
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
    limits.map(text).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The distinct machines of the runs, as text.
fn machines<'a>(machines: impl Iterator<Item = &'a Machine>) -> Vec<String> {
    let text = |machine: &Machine| {
        let Machine { host, processor, cores, memory, system } = machine;
        format!("{host}: {processor}, {cores} cores, {:.1} GB, {system}", *memory as f64 / 1e9)
    };
    machines.map(text).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The data from which the page's script builds tables and hints.
#[derive(Serialize)]
struct Data<'a> {
    /// The link to the folder of the campaign.
    campaign: &'a str,
    records: String,
    limit: Option<f64>,
    /// What the value of a plan is called.
    value: &'static str,
    configurations: Vec<&'a str>,
    ranking: Vec<usize>,
    levels: Vec<(&'a str, &'a str)>,
    outcomes: Vec<&'static str>,
    /// The distinct sets of files that solvers were given.
    models: Vec<&'a Vec<String>>,
    runs: Vec<Run<'a>>,
    charts: Vec<&'a [Point]>,
}

/// A run as an array, in the order that the script expects: level, configuration, repetition,
/// outcome, CPU seconds, wall seconds, bytes of memory, value of the plan, file of the record without its
/// extension, remark, 1 if the run represents all repetitions, the animation of its plan, 1 if the answer is
/// optimal or a proof that there is no plan, the folder with the log, and the index of its model.
#[derive(Serialize)]
struct Run<'a>(
    usize,
    usize,
    usize,
    usize,
    f64,
    f64,
    u64,
    Option<i64>,
    &'a str,
    Option<&'a str>,
    u8,
    Option<&'a str>,
    u8,
    Option<&'a str>,
    Option<usize>,
);

fn data<'a>(
    results: &'a Results<'_>,
    charts: &'a [Chart],
    figures: &'a [Figure],
    links: &Links<'a>,
) -> Data<'a> {
    let mut models: Vec<&Vec<String>> =
        results.records.iter().filter_map(|record| links.models.files(&record.run)).collect();
    models.sort();
    models.dedup();
    let model = |run: &str| models.binary_search(&links.models.files(run)?).ok();
    let round = |seconds: f64| (seconds * 1e4).round() / 1e4;
    let run = |run: usize| {
        let (record, (level, configuration)) = (&results.records[run], results.place(run));
        let outcome = Outcome::ALL.iter().position(|&outcome| outcome == record.outcome);
        let represents = results.cell(level, configuration).is_some_and(|cell| cell.run == run);
        Run(
            level,
            configuration,
            record.repetition,
            outcome.expect("all outcomes are listed"),
            round(record.cpu_seconds),
            round(record.seconds),
            record.peak_memory,
            record.value,
            &record.run,
            record.remark.as_deref(),
            u8::from(represents),
            links.replays.file(&record.run),
            u8::from(is_optimal(record)),
            record.files.as_deref(),
            model(&record.run),
        )
    };
    let level = |level: &'a Level<'_>| (&*level.label, &*level.facts.class);
    let runs = (0..results.records.len()).map(run).collect();
    let charts = charts.iter().chain(figures.iter().map(|figure| &figure.chart));
    Data {
        campaign: links.campaign,
        records: format!("{}{}/", links.campaign, folder::RECORDS),
        limit: results.limit(),
        value: results.value_name(),
        configurations: results.configurations.iter().map(|c| &*c.name).collect(),
        ranking: results.ranking(),
        levels: results.levels.iter().map(level).collect(),
        outcomes: Outcome::ALL.iter().map(|outcome| outcome.word()).collect(),
        runs,
        charts: charts.map(|chart| &chart.points[..]).collect(),
        models,
    }
}
