//! Reports: what the records of a campaign say, as tables, plots and a page.
//!
//! Everything here is made from records that were checked against one another already; what they call
//! `wrong` is shown first and never counts as solved.
//!
//! - [`tables`]: the tables, and [`table`] what a table is and how it is written;
//! - [`plots`]: the plots, and [`chart`] how they are drawn;
//! - [`page`]: all of it as one page;
//! - [`escape`]: what LaTeX and Markdown must not obey.

pub mod chart;
pub mod escape;
pub mod page;
pub mod plots;
pub mod table;
pub mod tables;

use std::collections::BTreeSet;

use askama::Template;
use thiserror::Error;

use self::chart::Chart;
use self::table::Table;
use crate::lab::campaign::record::Record;
use crate::lab::report::results::Results;
use crate::lab::report::summary::Summary;

/// What a report is to show beside what it always shows.
#[derive(Clone, Debug)]
pub struct Options {
    /// The configuration that others are compared with.
    pub baseline: Option<String>,
    /// Pairs of configurations to be plotted against each other, with a comma between the names; the most
    /// telling ones if there are none.
    pub scatter: Vec<String>,
    /// The figure of levels that times are plotted by.
    pub figure: String,
}

/// The options name something that is not in the records.
#[derive(Debug, Error)]
#[error("there is no {what} {name}; there are: {there}")]
pub struct Unknown {
    what: &'static str,
    name: String,
    there: String,
}

impl Unknown {
    fn new<'a>(what: &'static str, name: &str, there: impl Iterator<Item = &'a str>) -> Unknown {
        let there = there.collect::<Vec<_>>().join(", ");
        Unknown { what, name: name.to_owned(), there }
    }
}

/// A report.
pub struct Report<'a> {
    results: Results<'a>,
    baseline: Option<usize>,
    tables: Vec<Table>,
    charts: Vec<Chart>,
}

/// A file of a report: its path in the folder of the report, and its text.
pub struct ReportFile {
    /// The path, with `/`.
    pub path: String,
    /// The text.
    pub text: String,
}

impl<'a> Report<'a> {
    /// Reports records, which must have been checked against one another.
    ///
    /// # Errors
    /// If the options name a configuration or a figure that is not there.
    pub fn new(records: &'a [Record], options: &Options) -> Result<Report<'a>, Unknown> {
        let results = Results::new(records);
        let configurations = &results.configurations;
        let find = |name: &str| {
            configurations.iter().position(|c| c.name == name).ok_or_else(|| {
                Unknown::new("configuration", name, configurations.iter().map(|c| &*c.name))
            })
        };
        let figures: BTreeSet<&str> = results
            .levels
            .iter()
            .flat_map(|level| level.facts.figures.keys().map(String::as_str))
            .collect();
        if !figures.contains(&*options.figure) {
            return Err(Unknown::new("figure", &options.figure, figures.into_iter()));
        }
        let baseline = options.baseline.as_deref().map(find).transpose()?;
        // Names may have commas in them.
        let pair = |text: &String| {
            let pairs = || text.match_indices(',').map(|(at, _)| (&text[..at], &text[at + 1..]));
            let known = |(one, other)| Some((find(one).ok()?, find(other).ok()?));
            let first = || pairs().next().unwrap_or((text, ""));
            pairs().find_map(known).map_or_else(|| Ok((find(first().0)?, find(first().1)?)), Ok)
        };
        let scatter = options.scatter.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let tables = tables::all(&results, baseline);
        let charts = plots::all(&results, baseline, &scatter, &options.figure);
        Ok(Report { results, baseline, tables, charts })
    }

    /// The figures for programs.
    pub fn summary(&self) -> Summary<'_> {
        Summary::new(&self.results, self.baseline)
    }

    /// The table of configurations.
    pub fn standings(&self) -> &Table {
        self.tables.iter().find(|table| table.name == "summary").expect("it is always made")
    }

    /// How many runs are wrong.
    pub fn wrong(&self) -> usize {
        self.results.wrong().len()
    }

    /// Whether a file, by its path in the folder of a report, is one that a report has made.
    pub fn makes(path: &str) -> bool {
        let table = |name: &str| tables::NAMES.contains(&name);
        let plot = |name: &str| plots::is_name(name);
        match path.split_once('/') {
            Some(("tables", file)) => ["csv", "md", "tex"].iter().any(|ending| {
                file.strip_suffix(ending).and_then(|s| s.strip_suffix('.')).is_some_and(table)
            }),
            Some(("plots", file)) => file.strip_suffix(".svg").is_some_and(plot),
            Some(_) | None => path == "report.html",
        }
    }

    /// All files. `campaign` leads from the page to the folder of the campaign: empty, or with `/` at its
    /// end.
    pub fn files(&self, title: &str, campaign: &str) -> Vec<ReportFile> {
        let file = |path: String, text: String| ReportFile { path, text };
        let page = page::page(&self.results, &self.tables, &self.charts, title, campaign);
        let mut files = vec![file("report.html".to_owned(), page)];
        for table in &self.tables {
            let path = |ending: &str| format!("tables/{}.{ending}", table.name);
            files.push(file(path("csv"), table.csv()));
            files.push(file(path("md"), table.markdown()));
            files.push(file(path("tex"), table.latex()));
        }
        for chart in &self.charts {
            files.push(file(format!("plots/{}.svg", chart.name), chart.svg.clone()));
        }
        files
    }
}

/// A template as text that ends with a line break.
fn rendered(template: &impl Template) -> String {
    template.render().expect("a template of ours renders to a string") + "\n"
}
