//! The SVG template that every chart fills in.

use askama::Template;

use super::style::Style;
use crate::view::report::render;

/// The width of every chart.
pub(super) const WIDTH: f64 = 420.0;

/// The approximate width of a character.
pub(super) const CHARACTER: f64 = 6.7;

/// The parts of a drawing. A chart leaves empty what it does not use.
#[derive(Default, Template)]
#[template(path = "report/plot.svg")]
pub(super) struct Drawing<'a> {
    pub(super) title: &'a str,
    pub(super) width: f64,
    pub(super) height: f64,
    /// SVG paths.
    pub(super) grid: String,
    pub(super) ticks: String,
    pub(super) guides: String,
    pub(super) texts: Vec<Text>,
    /// The labels of the axes: x, y and text.
    pub(super) x_label: (f64, f64, String),
    pub(super) y_label: (f64, f64, String),
    pub(super) series: &'a [Series],
    pub(super) legend: Vec<Key>,
    pub(super) bars: Vec<Bar>,
}

impl Drawing<'_> {
    /// The SVG.
    pub(super) fn svg(&self) -> String {
        render(self)
    }
}

/// A line of text.
pub(super) struct Text {
    x: f64,
    y: f64,
    anchor: &'static str,
    text: String,
}

impl Text {
    /// Text that starts at a position.
    pub(super) fn start(x: f64, y: f64, text: String) -> Text {
        Text { x, y, anchor: "start", text }
    }

    /// Text that is centred at a position.
    pub(super) fn middle(x: f64, y: f64, text: String) -> Text {
        Text { x, y, anchor: "middle", text }
    }

    /// Text that ends at a position.
    pub(super) fn end(x: f64, y: f64, text: String) -> Text {
        Text { x, y, anchor: "end", text }
    }
}

/// A line and its marks, as SVG paths.
pub(super) struct Series {
    pub(super) style: Style,
    pub(super) line: String,
    pub(super) marks: String,
}

/// An entry of the legend.
pub(super) struct Key {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) style: Style,
    pub(super) name: String,
    pub(super) marks: String,
}

/// A part of a bar.
pub(super) struct Bar {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// The index of the part, which decides how dark it is.
    pub(super) shade: usize,
}

/// Shortens a name to at most `limit` characters by leaving out its middle.
pub(super) fn shorten(name: &str, limit: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= limit {
        return name.to_owned();
    }
    let (start, end) = (limit / 2, limit - limit / 2 - 1);
    let start: String = letters[..start].iter().collect();
    let end: String = letters[letters.len() - end..].iter().collect();
    format!("{start}…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_loses_its_middle() {
        assert_eq!(shorten("savilerow-kissat", 9), "savi…ssat");
        assert_eq!(shorten("native", 9), "native");
    }
}
