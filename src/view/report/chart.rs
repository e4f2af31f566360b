//! A chart: axes, lines, marks and a legend, written as SVG by a template.
//!
//! The file stands as it is in a column of a paper: 420 units wide with text of 13 and 14, which is 8 points
//! in a column of 85 mm, and lines that differ by dashes and marks as well as by colour. In the page the
//! same drawing takes the colours of the page, by the classes of its elements.

use std::fmt::Write;

use askama::Template;
use serde::Serialize;

use super::rendered;

const WIDTH: f64 = 420.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;
/// A letter, about.
const LETTER: f64 = 6.7;
/// A line of the legend.
const LINE: f64 = 19.0;

/// A drawing, with what the page tells of its points.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name of its file, without ending.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// How it is to be read.
    pub caption: String,
    /// The SVG.
    pub svg: String,
    /// Its points.
    pub points: Vec<Point>,
}

/// A point that tells something.
#[derive(Clone, Debug, Serialize)]
pub struct Point(f64, f64, Told);

/// What a point tells.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Told {
    /// It is of these runs.
    Runs(Vec<usize>),
    /// This.
    Words(String),
}

/// An axis.
pub(super) struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
}

/// How values become places.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    Linear {
        min: f64,
        max: f64,
    },
    /// Powers of ten. Beyond the end there may be room for what has no value.
    Log {
        min: f64,
        max: f64,
        has_beyond: bool,
    },
}

/// Where values end if there is room beyond them, and where that room is.
const END: f64 = 0.88;
const BEYOND: f64 = 0.95;

impl Scale {
    /// A linear scale from 0 that holds these values.
    pub(super) fn from_zero(values: impl Iterator<Item = f64>) -> Scale {
        Scale::Linear { min: 0.0, max: values.fold(1.0, f64::max) * 1.02 }
    }

    /// A linear scale around these values.
    pub(super) fn around(values: impl Iterator<Item = f64> + Clone) -> Scale {
        let (min, max) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
        let room = ((max - min) * 0.04).max(0.5);
        Scale::Linear { min: min.min(max) - room, max: max + room }
    }

    /// A scale for times: decades, from no less than a millisecond, up to the limit if there is one.
    pub(super) fn times(
        times: impl Iterator<Item = f64> + Clone,
        limit: Option<f64>,
        has_beyond: bool,
    ) -> Scale {
        let longest = times.clone().chain(limit).fold(SHORTEST, f64::max);
        let shortest = times.fold(longest, f64::min).max(SHORTEST);
        let min = 10f64.powf(shortest.log10().floor());
        let max = if limit.is_some() { longest } else { 10f64.powf(longest.log10().ceil()) };
        Scale::Log { min, max: max.max(min * 10.0), has_beyond }
    }

    /// The place of a value, from 0 to 1.
    fn at(self, value: f64) -> f64 {
        match self {
            Scale::Linear { min, max } => (value - min) / (max - min),
            Scale::Log { min, max, has_beyond } => {
                let place = (value.clamp(min, max) / min).log10() / (max / min).log10();
                place * if has_beyond { END } else { 1.0 }
            }
        }
    }

    fn ticks(self) -> Vec<(f64, String)> {
        match self {
            Scale::Linear { min, max } => {
                let step = round_step((max - min) / 5.0);
                let first = (min / step).ceil() as i64;
                let last = (max / step).floor() as i64;
                (first..=last)
                    .map(|n| n as f64 * step)
                    .map(|v| (self.at(v), v.to_string()))
                    .collect()
            }
            Scale::Log { min, max, .. } => {
                let first = min.log10().round() as i32;
                let last = (max.log10() + 1e-9).floor() as i32;
                let every = if last - first > 6 { 2 } else { 1 };
                let decades = (first..=last).step_by(every);
                decades.map(|n| 10f64.powi(n)).map(|v| (self.at(v), number(v))).collect()
            }
        }
    }

    /// Small ticks between the others.
    fn small_ticks(self) -> Vec<f64> {
        match self {
            Scale::Linear { .. } => Vec::new(),
            Scale::Log { min, max, .. } => {
                let decades = (min.log10().round() as i32)..=(max.log10().ceil() as i32);
                let between =
                    decades.flat_map(|n| (2..10).map(move |m| f64::from(m) * 10f64.powi(n)));
                between.filter(|&value| value < max).map(|value| self.at(value)).collect()
            }
        }
    }

    fn has_beyond(self) -> bool {
        matches!(self, Scale::Log { has_beyond: true, .. })
    }
}

/// Times below this are shown as this: clocks count in milliseconds.
const SHORTEST: f64 = 0.001;

fn number(value: f64) -> String {
    if value < 1.0 {
        format!("{value:.0$}", (-value.log10()).round() as usize)
    } else {
        value.to_string()
    }
}

/// The next of 1, 2, 5, 10, 20, …
fn round_step(step: f64) -> f64 {
    let unit = 10f64.powf(step.log10().floor()).max(1.0);
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * unit)
        .into_iter()
        .find(|&s| s >= step)
        .unwrap_or(unit)
}

/// The look of a series.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// One of many, told apart by any of colour, dashes and marks.
    Nth(usize),
    /// A thin line without marks.
    Thin,
    /// Small marks, for many points without a line.
    Dots,
}

/// Colours that people with any kind of colour vision tell apart, as dark as black ink allows.
const COLOURS: [&str; 7] =
    ["#0060a8", "#c34a00", "#00795a", "#9a3a86", "#8a6500", "#3d8fc4", "#333333"];
const DASHES: [&str; 5] = ["none", "7 3", "2 2.5", "9 3 2 3", "14 3"];

impl Style {
    fn class(self) -> usize {
        match self {
            Style::Nth(index) => index % COLOURS.len(),
            Style::Thin => COLOURS.len() - 1,
            Style::Dots => 0,
        }
    }

    fn colour(self) -> &'static str {
        COLOURS[self.class()]
    }

    fn dash(self) -> &'static str {
        match self {
            Style::Nth(index) => DASHES[index % DASHES.len()],
            Style::Thin => "1 2",
            Style::Dots => "none",
        }
    }

    fn width(self) -> &'static str {
        match self {
            Style::Nth(_) => "1.8",
            Style::Thin | Style::Dots => "1.2",
        }
    }

    fn is_hollow(self) -> bool {
        matches!(self, Style::Nth(index) if index % 2 == 1)
    }

    /// The mark at a place.
    fn mark(self, x: f64, y: f64) -> String {
        let index = match self {
            Style::Nth(index) => index,
            Style::Thin => return String::new(),
            Style::Dots => return circle(x, y, 2.2),
        };
        match index % 6 {
            0 => circle(x, y, 3.6),
            1 => format!("M{:.1} {:.1}h6.6v6.6h-6.6z", x - 3.3, y - 3.3),
            2 => format!("M{x:.1} {:.1}l4.2 7.4h-8.4z", y - 4.6),
            3 => format!("M{x:.1} {:.1}l4.6 4.6l-4.6 4.6l-4.6 -4.6z", y - 4.6),
            4 => format!("M{:.1} {y:.1}h8.4M{x:.1} {:.1}v8.4", x - 4.2, y - 4.2),
            _ => {
                let (left, top, bottom) = (x - 3.6, y - 3.6, y + 3.6);
                format!("M{left:.1} {top:.1}l7.2 7.2M{left:.1} {bottom:.1}l7.2 -7.2")
            }
        }
    }
}

fn circle(x: f64, y: f64, radius: f64) -> String {
    let across = 2.0 * radius;
    format!(
        "M{:.1} {y:.1}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0z",
        x - radius
    )
}

/// A chart that is being drawn.
pub(super) struct Canvas {
    x: Axis,
    y: Axis,
    bottom: f64,
    series: Vec<Series>,
    legend: Vec<(Style, String)>,
    pub(super) points: Vec<Point>,
    guides: String,
}

struct Series {
    style: Style,
    line: String,
    marks: String,
}

impl Canvas {
    pub(super) fn new(x: Axis, y: Axis, height: f64) -> Canvas {
        Canvas {
            x,
            y,
            bottom: TOP + height,
            series: Vec::new(),
            legend: Vec::new(),
            points: Vec::new(),
            guides: String::new(),
        }
    }

    /// As wide as it is high.
    pub(super) fn square(x: Axis, y: Axis) -> Canvas {
        Canvas::new(x, y, RIGHT - LEFT)
    }

    fn px(&self, place: f64) -> f64 {
        LEFT + place * (RIGHT - LEFT)
    }

    fn py(&self, place: f64) -> f64 {
        self.bottom - place * (self.bottom - TOP)
    }

    /// Where values are; what has none is beyond the end.
    pub(super) fn place(&self, x: Option<f64>, y: Option<f64>) -> (f64, f64) {
        let place = |axis: &Axis, value: Option<f64>| value.map_or(BEYOND, |v| axis.scale.at(v));
        (self.px(place(&self.x, x)), self.py(place(&self.y, y)))
    }

    /// A point that tells something.
    pub(super) fn tell(&mut self, (x, y): (f64, f64), told: Told) {
        let tenth = |number: f64| (number * 10.0).round() / 10.0;
        self.points.push(Point(tenth(x), tenth(y), told));
    }

    /// A line that rises in steps at these values, to 1, 2, 3, …, and goes on to the end.
    pub(super) fn steps(&mut self, style: Style, name: &str, values: &[f64]) {
        let corner =
            |(index, &value): (usize, &f64)| self.place(Some(value), Some(index as f64 + 1.0));
        let corners: Vec<(f64, f64)> = values.iter().enumerate().map(corner).collect();
        let mut line = String::new();
        for (index, (x, y)) in corners.iter().enumerate() {
            let _ = match index {
                0 => write!(line, "M{x:.1} {:.1}V{y:.1}", self.bottom),
                _ => write!(line, "H{x:.1}V{y:.1}"),
            };
        }
        if !corners.is_empty() {
            let _ = write!(line, "H{RIGHT:.1}");
        }
        self.series.push(Series { style, line, marks: sparse_marks(style, &corners) });
        self.legend.push((style, name.to_owned()));
    }

    /// A line through these places, with a mark at each.
    pub(super) fn path(&mut self, style: Style, name: &str, places: &[(f64, f64)]) {
        let mut line = String::new();
        for (index, (x, y)) in places.iter().enumerate() {
            let _ = write!(line, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        let marks = places.iter().map(|&(x, y)| style.mark(x, y)).collect();
        self.series.push(Series { style, line, marks });
        self.legend.push((style, name.to_owned()));
    }

    /// Marks at these places.
    pub(super) fn marks(&mut self, style: Style, places: &[(f64, f64)]) {
        let marks = places.iter().map(|&(x, y)| style.mark(x, y)).collect();
        self.series.push(Series { style, line: String::new(), marks });
    }

    /// The line on which both axes have the same value.
    pub(super) fn diagonal(&mut self) {
        let end = if self.x.scale.has_beyond() { END } else { 1.0 };
        let (x, y) = (self.px(end), self.py(end));
        let _ = write!(self.guides, "M{LEFT} {:.1}L{x:.1} {y:.1}", self.bottom);
    }

    /// Draws it.
    pub(super) fn finish(self, name: String, title: String, caption: String) -> Chart {
        let bottom = self.bottom;
        let mut grid = String::new();
        let mut ticks = String::new();
        let mut guides = self.guides.clone();
        let mut texts = Vec::new();
        let mut x_ticks = self.x.scale.ticks();
        if self.x.scale.has_beyond() {
            let is_free = |(place, _): &(f64, String)| self.px(BEYOND) - self.px(*place) > 38.0;
            x_ticks.retain(is_free);
            let x = self.px((END + BEYOND) / 2.0 - 0.005);
            let _ = write!(guides, "M{x:.1} {TOP}V{bottom:.1}");
            texts.push(Text::middle(self.px(BEYOND), bottom + 17.0, "none".to_owned()));
        }
        for (place, label) in x_ticks {
            let x = self.px(place);
            let _ = write!(grid, "M{x:.1} {TOP}V{bottom:.1}");
            let _ = write!(ticks, "M{x:.1} {bottom:.1}v5");
            texts.push(Text::middle(x, bottom + 17.0, label));
        }
        if self.y.scale.has_beyond() {
            let y = self.py((END + BEYOND) / 2.0 - 0.005);
            let _ = write!(guides, "M{LEFT} {y:.1}H{RIGHT}");
            texts.push(Text::end(LEFT - 8.0, self.py(BEYOND) + 4.5, "none".to_owned()));
        }
        for (place, label) in self.y.scale.ticks() {
            let y = self.py(place);
            let _ = write!(grid, "M{LEFT} {y:.1}H{RIGHT}");
            let _ = write!(ticks, "M{LEFT} {y:.1}h-5");
            texts.push(Text::end(LEFT - 8.0, y + 4.5, label));
        }
        for place in self.x.scale.small_ticks() {
            let _ = write!(ticks, "M{:.1} {bottom:.1}v3", self.px(place));
        }
        for place in self.y.scale.small_ticks() {
            let _ = write!(ticks, "M{LEFT} {:.1}h-3", self.py(place));
        }
        let _ = write!(ticks, "M{LEFT} {TOP}V{bottom:.1}H{RIGHT}");
        let (legend, height) = legend(&self.legend, bottom + 52.0);
        let svg = rendered(&Drawing {
            title: &title,
            width: WIDTH,
            height,
            grid,
            ticks,
            guides,
            texts,
            x_label: (f64::midpoint(LEFT, RIGHT), bottom + 37.0, shortened(&self.x.label, 48)),
            y_label: (14.0, f64::midpoint(TOP, bottom), shortened(&self.y.label, 34)),
            series: &self.series,
            legend,
            bars: Vec::new(),
        });
        Chart { name, title, caption, svg, points: self.points }
    }
}

/// Marks at some of the corners of a line: at the last, and before it far enough apart that the line is seen.
fn sparse_marks(style: Style, corners: &[(f64, f64)]) -> String {
    let mut marks = String::new();
    let mut last = f64::INFINITY;
    for &(x, y) in corners.iter().rev() {
        if last - x > 55.0 {
            marks += &style.mark(x, y);
            last = x;
        }
    }
    marks
}

/// The entries of a legend, in as many columns as there is room for, and the height of the whole drawing.
fn legend(entries: &[(Style, String)], top: f64) -> (Vec<Key>, f64) {
    let longest = entries.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0);
    let width = longest as f64 * LETTER + 56.0;
    let room = WIDTH - 20.0;
    let columns = (room / width).floor().clamp(1.0, 3.0) as usize;
    let rows = entries.len().div_ceil(columns);
    let key = |(index, (style, name)): (usize, &(Style, String))| {
        let (column, row) = (index / rows.max(1), index % rows.max(1));
        let x = 12.0 + column as f64 * (room / columns as f64);
        let y = top + row as f64 * LINE;
        let name = shortened(name, (room / columns as f64 / LETTER) as usize - 5);
        Key { x, y, style: *style, name, marks: style.mark(x + 15.0, y) }
    };
    let keys = entries.iter().enumerate().map(key).collect();
    (keys, top + rows as f64 * LINE - if rows == 0 { 8.0 } else { 4.0 })
}

/// A name that fits, with its middle left out if it is too long.
fn shortened(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_owned();
    }
    let (start, end) = (most / 2, most - most / 2 - 1);
    let start: String = letters[..start].iter().collect();
    let end: String = letters[letters.len() - end..].iter().collect();
    format!("{start}…{end}")
}

/// Bars of parts of a whole, one under the other, each under its name.
pub(super) struct Bars {
    pub(super) parts: &'static [&'static str],
    pub(super) bars: Vec<BarOfParts>,
}

/// A whole and its parts.
pub(super) struct BarOfParts {
    pub(super) name: String,
    pub(super) note: String,
    pub(super) parts: Vec<f64>,
}

impl Bars {
    /// Draws them.
    pub(super) fn finish(self, name: &str, title: &str, caption: String) -> Chart {
        let (left, right) = (14.0, WIDTH - 14.0);
        let mut texts = Vec::new();
        let mut bars = Vec::new();
        let mut points = Vec::new();
        let mut x = left;
        for (index, part) in self.parts.iter().enumerate() {
            bars.push(Bar { x, y: 10.0, width: 22.0, height: 12.0, shade: index });
            texts.push(Text::start(x + 28.0, 20.5, (*part).to_owned()));
            x += 28.0 + part.chars().count() as f64 * LETTER + 22.0;
        }
        let mut y = 36.0;
        for BarOfParts { name, note, parts } in self.bars {
            texts.push(Text::start(left, y + 12.0, shortened(&name, 40)));
            texts.push(Text::end(right, y + 12.0, note));
            let whole = parts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
            let mut x = left;
            for (index, part) in parts.iter().enumerate() {
                let width = part / whole * (right - left);
                if width > 0.0 {
                    bars.push(Bar { x, y: y + 18.0, width, height: 16.0, shade: index });
                    let told = format!(
                        "{name}\n{}: {} s, {:.1}%",
                        self.parts[index],
                        super::table::seconds_shown(*part),
                        100.0 * part / whole
                    );
                    points.push(Point(x + width / 2.0, y + 26.0, Told::Words(told)));
                }
                x += width;
            }
            y += 46.0;
        }
        let svg = rendered(&Drawing {
            title,
            width: WIDTH,
            height: y,
            grid: String::new(),
            ticks: String::new(),
            guides: String::new(),
            texts,
            x_label: (0.0, 0.0, String::new()),
            y_label: (0.0, 0.0, String::new()),
            series: &[],
            legend: Vec::new(),
            bars,
        });
        Chart { name: name.to_owned(), title: title.to_owned(), caption, svg, points }
    }
}

#[derive(Template)]
#[template(path = "report/plot.svg")]
struct Drawing<'a> {
    title: &'a str,
    width: f64,
    height: f64,
    grid: String,
    ticks: String,
    guides: String,
    texts: Vec<Text>,
    x_label: (f64, f64, String),
    y_label: (f64, f64, String),
    series: &'a [Series],
    legend: Vec<Key>,
    bars: Vec<Bar>,
}

struct Text {
    x: f64,
    y: f64,
    anchor: &'static str,
    text: String,
}

impl Text {
    fn start(x: f64, y: f64, text: String) -> Text {
        Text { x, y, anchor: "start", text }
    }

    fn middle(x: f64, y: f64, text: String) -> Text {
        Text { x, y, anchor: "middle", text }
    }

    fn end(x: f64, y: f64, text: String) -> Text {
        Text { x, y, anchor: "end", text }
    }
}

struct Key {
    x: f64,
    y: f64,
    style: Style,
    name: String,
    marks: String,
}

struct Bar {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    shade: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_of_times_has_decades_and_room_for_what_has_none() {
        let scale = Scale::times([0.02, 3.0].into_iter(), Some(60.0), true);
        let ticks = scale.ticks();
        let labels: Vec<&str> = ticks.iter().map(|(_, label)| &**label).collect();
        assert_eq!(labels, ["0.01", "0.1", "1", "10"]);
        assert!((scale.at(60.0) - END).abs() < 1e-9);
        assert_eq!(scale.at(0.0), 0.0);
    }

    #[test]
    fn a_linear_scale_has_round_ticks() {
        let ticks = Scale::from_zero([522.0].into_iter()).ticks();
        let labels: Vec<&str> = ticks.iter().map(|(_, label)| &**label).collect();
        assert_eq!(labels, ["0", "200", "400"]);
    }

    #[test]
    fn scales_of_nothing_are_scales() {
        let none = std::iter::empty::<f64>;
        for scale in [
            Scale::times(none(), None, false),
            Scale::from_zero(none()),
            Scale::around(none()),
            Scale::around([7.0].into_iter()),
        ] {
            assert!(scale.at(7.0).is_finite());
            assert!(scale.ticks().len() < 20);
        }
    }

    #[test]
    fn a_long_name_is_shortened_in_its_middle() {
        assert_eq!(shortened("savilerow-kissat", 9), "savi…ssat");
        assert_eq!(shortened("native", 9), "native");
    }

    #[test]
    fn styles_differ_far_beyond_the_number_of_colours() {
        let look = |index| {
            let style = Style::Nth(index);
            (style.class(), style.dash(), style.mark(0.0, 0.0))
        };
        let looks: std::collections::HashSet<_> = (0..200).map(look).collect();
        assert_eq!(looks.len(), 200);
    }
}
