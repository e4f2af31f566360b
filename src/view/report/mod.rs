//! Presents the figures of a campaign as tables, plots and a page.
//!
//! [`Report`] is the list of files. [`crate::lab::report`] computes the figures from the records.
//! Wrong answers come first.
//!
//! - [`table`]: a table and its formats, [`terminal`] for a terminal, and [`tables`] the tables of a
//!   report;
//! - [`chart`]: draws charts, and [`plots`] the plots of a report;
//! - [`paper`]: the tables and figures that a campaign file asks for;
//! - `macros` and `document`: a LaTeX command for each number, and a document with everything;
//! - [`page`]: everything on one page;
//! - [`replays`]: the plans that were found, as animations, and [`models`] what the solvers were given;
//! - [`escape`]: escapes text for LaTeX and Markdown.

pub mod chart;
mod document;
pub mod escape;
mod macros;
pub mod models;
pub mod page;
pub mod paper;
pub mod plots;
pub mod replays;
pub mod table;
pub mod tables;
pub mod terminal;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use thiserror::Error;

use self::chart::Chart;
use self::document::Document;
use self::models::Models;
use self::paper::{Figure, Grid};
use self::replays::Replays;
use self::table::Table;
use crate::lab::campaign::record::Record;
use crate::lab::campaign::task::Task;
use crate::lab::report::flat::Flat;
use crate::lab::report::layout::Layout;
use crate::lab::report::progress::Progress;
use crate::lab::report::results::Results;
use crate::lab::report::summary::Summary;

/// The file with every record.
const RUNS: &str = "runs.csv";

/// What a report shows beyond the default.
#[derive(Clone, Debug)]
pub struct Options {
    /// The configuration that the others are compared with.
    pub baseline: Option<String>,
    /// Pairs of configurations to plot against each other, as two names with a comma between them.
    /// If empty, the report chooses.
    pub scatter: Vec<String>,
    /// The figure of the levels, such as `blocks`, for the x axis of the scaling plot; `None` for the
    /// one that measures their size.
    pub figure: Option<String>,
    /// The number of records that are left out because they are damaged.
    pub damaged: usize,
    /// The tables and figures that the campaign file asks for.
    pub layout: Layout,
    /// How much times vary on the machine for a fixed task, in words, if that was measured.
    pub calibration: Option<String>,
}

/// The options name a configuration or a figure that is not in the records.
#[derive(Debug, Error)]
#[error("there is no {kind} {name}; there are: {known}")]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: String,
}

impl UnknownName {
    fn new<'a>(kind: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known = known.collect::<Vec<_>>().join(", ");
        UnknownName { kind, name: name.to_owned(), known }
    }
}

/// The report of a campaign.
pub struct Report<'a> {
    results: Results<'a>,
    baseline: Option<usize>,
    tables: Vec<Table>,
    charts: Vec<Chart>,
    grids: Vec<Grid>,
    figures: Vec<Figure>,
    flat: Flat,
}

/// The figure that measures the size of the levels. Records of plotgen 0.1 do not name it: for them,
/// the figure with the most different values.
fn size_figure(results: &Results<'_>) -> String {
    if let Some(figure) = results.levels.iter().find_map(|level| level.facts.size.as_ref()) {
        return figure.clone();
    }
    let mut values: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for (name, number) in results.levels.iter().flat_map(|level| level.facts.figures.iter()) {
        values.entry(name).or_default().insert(number);
    }
    let most = values.iter().max_by_key(|(_, values)| values.len());
    most.map(|(name, _)| (*name).to_owned()).unwrap_or_default()
}

/// A file of a report.
pub struct ReportFile {
    /// The path in the folder of the report, with `/` as separator.
    pub path: String,
    /// The content.
    pub text: String,
}

impl<'a> Report<'a> {
    /// Builds a report from records, which must have been cross-checked already, and from the tasks that
    /// were planned.
    ///
    /// # Errors
    /// If the options name a configuration or a figure that is not in the records.
    pub fn new(
        records: &'a [Record],
        tasks: &'a [Task],
        options: &Options,
    ) -> Result<Report<'a>, UnknownName> {
        let mut results = Results::planned(records, tasks);
        results.damaged = options.damaged;
        results.calibration.clone_from(&options.calibration);
        let configurations = &results.configurations;
        let find = |name: &str| {
            configurations.iter().position(|c| c.name == name).ok_or_else(|| {
                UnknownName::new("configuration", name, configurations.iter().map(|c| &*c.name))
            })
        };
        let figures: BTreeSet<&str> = results
            .levels
            .iter()
            .flat_map(|level| level.facts.figures.iter().map(|(name, _)| name))
            .collect();
        let figure = options.figure.clone().unwrap_or_else(|| size_figure(&results));
        if options.figure.is_some() && !figures.contains(&*figure) {
            return Err(UnknownName::new("figure", &figure, figures.into_iter()));
        }
        let baseline = options.baseline.as_deref().map(find).transpose()?;
        // A name can contain commas, so try every comma as the separator.
        let pair = |text: &String| {
            let pairs = || text.match_indices(',').map(|(at, _)| (&text[..at], &text[at + 1..]));
            let known = |(one, other)| Some((find(one).ok()?, find(other).ok()?));
            let first = || pairs().next().unwrap_or((text, ""));
            pairs().find_map(known).map_or_else(|| Ok((find(first().0)?, find(first().1)?)), Ok)
        };
        let scatter = options.scatter.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let tables = tables::all(&results, baseline);
        let charts = plots::all(&results, baseline, &scatter, &figure);
        let grids = paper::grids(&results, &options.layout);
        let figures = paper::figures(&results, &options.layout);
        let flat = Flat::new(records, tasks).expect("records were read from JSON");
        Ok(Report { results, baseline, tables, charts, grids, figures, flat })
    }

    /// The figures as a JSON object.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.results, self.baseline)
    }

    /// The table with the scores of all configurations.
    pub fn standings(&self) -> &Table {
        self.tables
            .iter()
            .find(|table| table.name == tables::SUMMARY)
            .expect("every report has a summary")
    }

    /// The table of the configurations that did not run, if there are any.
    pub fn not_run(&self) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == "not-run")
    }

    /// How much of the campaign is done.
    pub fn progress(&self) -> Progress {
        self.results.progress
    }

    /// The number of wrong runs.
    pub fn wrong(&self) -> usize {
        self.results.wrong().len()
    }

    /// Whether `path`, relative to the folder of a report, is a file that a report can write.
    pub fn is_report_file(path: &str) -> bool {
        let is_paper = |name: &str| name.starts_with(paper::PREFIX);
        let table = |name: &str| tables::NAMES.contains(&name) || is_paper(name);
        let plot = |name: &str| plots::is_name(name) || is_paper(name);
        match path.split_once('/') {
            Some(("tables", file)) => ["csv", "md", "tex"].iter().any(|extension| {
                file.strip_suffix(extension).and_then(|s| s.strip_suffix('.')).is_some_and(table)
            }),
            Some(("plots", file)) => ["svg", "tex"].iter().any(|extension| {
                file.strip_suffix(extension).and_then(|s| s.strip_suffix('.')).is_some_and(plot)
            }),
            Some((replays::FOLDER, file)) => Replays::is_file(file),
            Some((models::FOLDER, file)) => Models::is_file(file),
            Some(_) | None => ["report.html", RUNS, macros::FILE, document::FILE].contains(&path),
        }
    }

    /// All files. `campaign` is the relative link from the page to the folder of the campaign. It
    /// is empty or ends with `/`.
    pub fn files(
        &self,
        title: &str,
        campaign: &str,
        replays: Replays,
        models: Models,
    ) -> Vec<ReportFile> {
        let file = |path: String, text: String| ReportFile { path, text };
        let links = page::Links { campaign, replays: &replays, models: &models };
        let content = page::Content {
            tables: &self.tables,
            charts: &self.charts,
            grids: &self.grids,
            figures: &self.figures,
        };
        let page = page::page(&self.results, &content, title, &links);
        let document = Document {
            title,
            missing: self.results.progress.note().unwrap_or_default(),
            grids: &self.grids,
            figures: &self.figures,
            tables: &self.tables,
            charts: &self.charts,
        };
        let mut files = vec![
            file("report.html".to_owned(), page),
            file(RUNS.to_owned(), self.runs()),
            file(macros::FILE.to_owned(), macros::macros(&self.results, &self.tables)),
            file(document::FILE.to_owned(), document.text()),
        ];
        let path = |name: &str, extension: &str| format!("tables/{name}.{extension}");
        for table in &self.tables {
            files.push(file(path(table.name, "csv"), table.csv()));
            files.push(file(path(table.name, "md"), table.markdown()));
            files.push(file(path(table.name, "tex"), table.latex()));
        }
        for grid in &self.grids {
            files.push(file(path(&grid.name, "csv"), grid.csv()));
            files.push(file(path(&grid.name, "md"), grid.markdown()));
            files.push(file(path(&grid.name, "tex"), grid.latex()));
        }
        for chart in self.charts.iter().chain(self.figures.iter().map(|figure| &figure.chart)) {
            files.push(file(format!("plots/{}.svg", chart.name), chart.svg.clone()));
            files.push(file(format!("plots/{}.tex", chart.name), chart.pgf.clone()));
        }
        let linked = replays.into_files().chain(models.into_files());
        files.extend(linked.map(|(path, text)| file(path, text)));
        files
    }

    /// Every record in one CSV table. If the campaign is incomplete, a last column says so.
    fn runs(&self) -> String {
        let missing = self.results.progress.note();
        let mut first: Vec<&str> = self.flat.columns.iter().map(String::as_str).collect();
        let rows = self.flat.rows().map(|mut row| {
            row.extend(missing.as_deref());
            row
        });
        first.extend(missing.is_some().then_some("incomplete"));
        table::csv_text(std::iter::once(first).chain(rows))
    }
}

/// Renders a template, and adds the final line break that the engine leaves out.
fn render(template: &impl Template) -> String {
    template.render().expect("a template of ours renders to a string") + "\n"
}
