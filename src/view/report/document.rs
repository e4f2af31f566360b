//! A LaTeX document with all tables and plots of a report, which compiles as it is.

use askama::Template;

use super::chart::Chart;
use super::paper::{Figure, Grid};
use super::render;
use super::table::Table;

/// The name of the file.
pub(super) const FILE: &str = "report.tex";

#[derive(Template)]
#[template(path = "report/document.tex")]
pub(super) struct Document<'a> {
    pub(super) title: &'a str,
    /// What is missing from the campaign; empty if it is complete.
    pub(super) missing: String,
    pub(super) grids: &'a [Grid],
    pub(super) figures: &'a [Figure],
    pub(super) tables: &'a [Table],
    pub(super) charts: &'a [Chart],
}

impl Document<'_> {
    /// The text of the file.
    pub(super) fn text(&self) -> String {
        render(self)
    }
}
