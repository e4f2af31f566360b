//! Draws charts with two axes.

use std::fmt::Write;

use super::drawing::{Drawing, Series, Text, WIDTH, shorten};
use super::legend::legend;
use super::scale::{AXIS_END, Axis, OFF_SCALE};
use super::style::Style;
use super::{Chart, Hint, Point};

/// The edges of the plot area.
const LEFT: f64 = 56.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;

/// A chart under construction.
pub(crate) struct Canvas {
    x: Axis,
    y: Axis,
    /// The y coordinate of the x axis.
    bottom: f64,
    series: Vec<Series>,
    legend: Vec<(Style, String)>,
    points: Vec<Point>,
    /// The SVG path of the dashed lines.
    guides: String,
}

impl Canvas {
    /// An empty chart whose plot area has this height.
    pub(crate) fn new(x: Axis, y: Axis, height: f64) -> Canvas {
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

    /// An empty chart with a square plot area.
    pub(crate) fn square(x: Axis, y: Axis) -> Canvas {
        Canvas::new(x, y, RIGHT - LEFT)
    }

    /// The x coordinate of a position on the x axis.
    fn px(&self, position: f64) -> f64 {
        LEFT + position * (RIGHT - LEFT)
    }

    /// The y coordinate of a position on the y axis.
    fn py(&self, position: f64) -> f64 {
        self.bottom - position * (self.bottom - TOP)
    }

    /// The coordinates of a point. A missing value puts it in the off-scale band.
    pub(crate) fn coordinates(&self, x: Option<f64>, y: Option<f64>) -> (f64, f64) {
        let position = |axis: &Axis, value: Option<f64>| {
            value.map_or(OFF_SCALE, |value| axis.scale.position(value))
        };
        (self.px(position(&self.x, x)), self.py(position(&self.y, y)))
    }

    /// Adds a hint at these coordinates.
    pub(crate) fn add_hint(&mut self, (x, y): (f64, f64), hint: Hint) {
        let to_tenth = |number: f64| (number * 10.0).round() / 10.0;
        self.points.push(Point(to_tenth(x), to_tenth(y), hint));
    }

    /// Adds a step line that rises by 1 at each of these x values and runs on to the right edge.
    pub(crate) fn add_steps(&mut self, style: Style, name: &str, values: &[f64]) {
        let corner = |(index, &value): (usize, &f64)| {
            self.coordinates(Some(value), Some(index as f64 + 1.0))
        };
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

    /// Adds a line through these points, with a mark at each.
    pub(crate) fn add_path(&mut self, style: Style, name: &str, points: &[(f64, f64)]) {
        let mut line = String::new();
        for (index, (x, y)) in points.iter().enumerate() {
            let _ = write!(line, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
        }
        let marks = points.iter().map(|&(x, y)| style.mark(x, y)).collect();
        self.series.push(Series { style, line, marks });
        self.legend.push((style, name.to_owned()));
    }

    /// Adds marks at these points, without a line.
    pub(crate) fn add_marks(&mut self, style: Style, points: &[(f64, f64)]) {
        let marks = points.iter().map(|&(x, y)| style.mark(x, y)).collect();
        self.series.push(Series { style, line: String::new(), marks });
    }

    /// Adds the line of equal values on both axes.
    pub(crate) fn add_diagonal(&mut self) {
        let end = if self.x.scale.has_off_scale() { AXIS_END } else { 1.0 };
        let (x, y) = (self.px(end), self.py(end));
        let _ = write!(self.guides, "M{LEFT} {:.1}L{x:.1} {y:.1}", self.bottom);
    }

    /// Draws the chart.
    pub(crate) fn finish(self, name: String, title: String, caption: String) -> Chart {
        let bottom = self.bottom;
        let (legend, height) = legend(&self.legend, bottom + 52.0);
        let mut drawing = Drawing {
            title: &title,
            width: WIDTH,
            height,
            guides: self.guides.clone(),
            x_label: (f64::midpoint(LEFT, RIGHT), bottom + 37.0, shorten(&self.x.label, 48)),
            y_label: (14.0, f64::midpoint(TOP, bottom), shorten(&self.y.label, 34)),
            series: &self.series,
            legend,
            ..Drawing::default()
        };
        self.draw_x_ticks(&mut drawing);
        self.draw_y_ticks(&mut drawing);
        self.draw_minor_ticks(&mut drawing);
        let _ = write!(drawing.ticks, "M{LEFT} {TOP}V{bottom:.1}H{RIGHT}");
        let svg = drawing.svg();
        Chart { name, title, caption, svg, points: self.points }
    }

    fn draw_x_ticks(&self, drawing: &mut Drawing<'_>) {
        let Drawing { grid, ticks, guides, texts, .. } = drawing;
        let bottom = self.bottom;
        let mut x_ticks = self.x.scale.ticks();
        if self.x.scale.has_off_scale() {
            // Leave room for the label of the off-scale band.
            x_ticks.retain(|(tick, _)| self.px(OFF_SCALE) - self.px(*tick) > 38.0);
            let x = self.px((AXIS_END + OFF_SCALE) / 2.0 - 0.005);
            let _ = write!(guides, "M{x:.1} {TOP}V{bottom:.1}");
            texts.push(Text::middle(self.px(OFF_SCALE), bottom + 17.0, "none".to_owned()));
        }
        for (position, label) in x_ticks {
            let x = self.px(position);
            let _ = write!(grid, "M{x:.1} {TOP}V{bottom:.1}");
            let _ = write!(ticks, "M{x:.1} {bottom:.1}v5");
            texts.push(Text::middle(x, bottom + 17.0, label));
        }
    }

    fn draw_y_ticks(&self, drawing: &mut Drawing<'_>) {
        let Drawing { grid, ticks, guides, texts, .. } = drawing;
        if self.y.scale.has_off_scale() {
            let y = self.py((AXIS_END + OFF_SCALE) / 2.0 - 0.005);
            let _ = write!(guides, "M{LEFT} {y:.1}H{RIGHT}");
            texts.push(Text::end(LEFT - 8.0, self.py(OFF_SCALE) + 4.5, "none".to_owned()));
        }
        for (position, label) in self.y.scale.ticks() {
            let y = self.py(position);
            let _ = write!(grid, "M{LEFT} {y:.1}H{RIGHT}");
            let _ = write!(ticks, "M{LEFT} {y:.1}h-5");
            texts.push(Text::end(LEFT - 8.0, y + 4.5, label));
        }
    }

    fn draw_minor_ticks(&self, drawing: &mut Drawing<'_>) {
        for position in self.x.scale.minor_ticks() {
            let _ = write!(drawing.ticks, "M{:.1} {:.1}v3", self.px(position), self.bottom);
        }
        for position in self.y.scale.minor_ticks() {
            let _ = write!(drawing.ticks, "M{LEFT} {:.1}h-3", self.py(position));
        }
    }
}

/// Marks the last corner of a line and earlier ones far enough apart to keep the line visible.
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
