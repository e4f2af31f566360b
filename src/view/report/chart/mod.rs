//! Draws charts as SVG: axes, lines, marks, bars and a legend.
//!
//! No chart crate is used because the page depends on details of the SVG: its style sheet recolours
//! elements by their classes, and its script needs the coordinates of every point to show hints.
//!
//! The SVG file fits a paper column as it is. It is 420 units wide with text of size 13 and 14,
//! which is 8 points in a column of 85 mm. Lines differ by dashes and marks as well as by colour.
//!
//! - `scale`: maps values to positions on an axis and chooses ticks;
//! - `style`: colours, dashes and marks of a series;
//! - `canvas`: charts with two axes;
//! - `bars`: stacked bars;
//! - `legend`: the legend of a chart with axes;
//! - `drawing`: the SVG template that both kinds of chart fill in;
//! - `pgf`: the same charts for LaTeX.

mod bars;
mod canvas;
mod drawing;
mod legend;
mod pgf;
mod scale;
mod style;

use serde::Serialize;

pub(super) use self::bars::{StackedBar, StackedBars};
pub(super) use self::canvas::{Canvas, Values};
pub(super) use self::scale::{Axis, Scale};
pub(super) use self::style::Style;

/// A finished drawing, with the hints that the page shows at its points.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name of the file, without its extension.
    pub name: String,
    /// The title.
    pub title: String,
    /// The caption, which explains how to read the chart.
    pub caption: String,
    /// The SVG.
    pub svg: String,
    /// The same chart for LaTeX, with the package `pgfplots`.
    pub pgf: String,
    /// The points that have a hint.
    pub points: Vec<Point>,
}

impl Chart {
    /// The chart of an incomplete campaign: the caption and both drawings say what is missing.
    pub(super) fn incomplete(mut self, note: &str) -> Chart {
        self.caption = format!("{note} {}", self.caption);
        let text = format!("<text x=\"56\" y=\"9.5\" font-size=\"10\">{note}</text>\n</svg>");
        self.svg = self.svg.replacen("</svg>", &text, 1);
        let title =
            format!("\\begin{{axis}}[\n  title={{{note}}}, title style={{font=\\scriptsize}},");
        self.pgf = self.pgf.replacen("\\begin{axis}[", &title, 1);
        self
    }
}

/// A point with a hint: x, y and the hint.
#[derive(Clone, Debug, Serialize)]
pub struct Point(f64, f64, Hint);

/// What the page shows when the pointer is near a point.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Hint {
    /// A description of these runs, which the page's script composes.
    Runs(Vec<usize>),
    /// This text.
    Text(String),
}
