//! Presents the figures of a campaign as tables, plots and a page.
//!
//! [`Report`] is the list of files. [`crate::lab::report`] computes the figures from the records.
//! Wrong answers come first.
//!
//! - [`table`]: a table and its formats, and [`tables`] the tables of a report;
//! - [`chart`]: draws charts, and [`plots`] the plots of a report;
//! - [`page`]: everything on one page;
//! - [`replays`]: the plans that were found, as animations;
//! - [`escape`]: escapes text for LaTeX and Markdown.

pub mod chart;
pub mod escape;
pub mod page;
pub mod plots;
pub mod replays;
pub mod table;
pub mod tables;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use thiserror::Error;

use self::chart::Chart;
use self::replays::Replays;
use self::table::Table;
use crate::lab::campaign::record::Record;
use crate::lab::report::results::Results;
use crate::lab::report::summary::Summary;

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
    /// Builds a report from records, which must have been cross-checked already.
    ///
    /// # Errors
    /// If the options name a configuration or a figure that is not in the records.
    pub fn new(records: &'a [Record], options: &Options) -> Result<Report<'a>, UnknownName> {
        let mut results = Results::new(records);
        results.damaged = options.damaged;
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
        Ok(Report { results, baseline, tables, charts })
    }

    /// The figures as a JSON object.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.results, self.baseline)
    }

    /// The table with the scores of all configurations.
    pub fn standings(&self) -> &Table {
        self.tables
            .iter()
            .find(|table| table.name == "summary")
            .expect("every report has a summary")
    }

    /// The number of wrong runs.
    pub fn wrong(&self) -> usize {
        self.results.wrong().len()
    }

    /// Whether `path`, relative to the folder of a report, is a file that a report can write.
    pub fn is_report_file(path: &str) -> bool {
        let table = |name: &str| tables::NAMES.contains(&name);
        let plot = |name: &str| plots::is_name(name);
        match path.split_once('/') {
            Some(("tables", file)) => ["csv", "md", "tex"].iter().any(|extension| {
                file.strip_suffix(extension).and_then(|s| s.strip_suffix('.')).is_some_and(table)
            }),
            Some(("plots", file)) => file.strip_suffix(".svg").is_some_and(plot),
            Some((replays::FOLDER, file)) => Replays::is_file(file),
            Some(_) | None => path == "report.html",
        }
    }

    /// All files. `campaign` is the relative link from the page to the folder of the campaign. It
    /// is empty or ends with `/`.
    pub fn files(&self, title: &str, campaign: &str, replays: Replays) -> Vec<ReportFile> {
        let file = |path: String, text: String| ReportFile { path, text };
        let links = page::Links { campaign, replays: &replays };
        let page = page::page(&self.results, &self.tables, &self.charts, title, &links);
        let mut files = vec![file("report.html".to_owned(), page)];
        for table in &self.tables {
            let path = |extension: &str| format!("tables/{}.{extension}", table.name);
            files.push(file(path("csv"), table.csv()));
            files.push(file(path("md"), table.markdown()));
            files.push(file(path("tex"), table.latex()));
        }
        for chart in &self.charts {
            files.push(file(format!("plots/{}.svg", chart.name), chart.svg.clone()));
        }
        files.extend(replays.into_files().map(|(path, text)| file(path, text)));
        files
    }
}

/// Renders a template, and adds the final line break that the engine leaves out.
fn render(template: &impl Template) -> String {
    template.render().expect("a template of ours renders to a string") + "\n"
}
