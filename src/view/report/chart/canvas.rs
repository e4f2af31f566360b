//! Draws charts with two axes.

use std::fmt::Write;

use super::drawing::{Drawing, Series, Text, WIDTH, shorten};
use super::legend::legend;
use super::pgf;
use super::scale::{AXIS_END, Axis, OFF_SCALE};
use super::style::Style;
use super::{Chart, Hint, Point};

/// The edges of the plot area.
const LEFT: f64 = 56.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;

/// The values of a point. A missing value puts it in the off-scale band.
pub(crate) type Values = (Option<f64>, Option<f64>);

/// A chart under construction.
pub(crate) struct Canvas {
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// The y coordinate of the x axis.
    bottom: f64,
    pub(super) plots: Vec<Plot>,
    points: Vec<Point>,
    pub(super) has_diagonal: bool,
}

/// The points of one style, and how they are drawn.
pub(super) struct Plot {
    pub(super) style: Style,
    /// The entry in the legend.
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) points: Vec<Values>,
}

/// How points are drawn.
pub(super) enum Shape {
    /// A step line that rises by 1 at each point and runs on to the right edge.
    Steps,
    /// A line with a mark at each point. It ends at points in the off-scale band.
    Path,
    /// A mark at each point.
    Marks,
    /// A mark at each point, with a vertical line between two values of y.
    Intervals(Vec<(f64, f64)>),
}

impl Canvas {
    /// An empty chart whose plot area has this height.
    pub(crate) fn new(x: Axis, y: Axis, height: f64) -> Canvas {
        Canvas {
            x,
            y,
            bottom: TOP + height,
            plots: Vec::new(),
            points: Vec::new(),
            has_diagonal: false,
        }
    }

    /// An empty chart with a square plot area.
    pub(crate) fn square(x: Axis, y: Axis) -> Canvas {
        Canvas::new(x, y, RIGHT - LEFT)
    }

    /// The height of the plot area divided by its width.
    pub(super) fn aspect(&self) -> f64 {
        (self.bottom - TOP) / (RIGHT - LEFT)
    }

    /// The x coordinate of a position on the x axis.
    fn px(&self, position: f64) -> f64 {
        LEFT + position * (RIGHT - LEFT)
    }

    /// The y coordinate of a position on the y axis.
    fn py(&self, position: f64) -> f64 {
        self.bottom - position * (self.bottom - TOP)
    }

    /// The coordinates of a point.
    fn coordinates(&self, (x, y): Values) -> (f64, f64) {
        let position = |axis: &Axis, value: Option<f64>| {
            value.map_or(OFF_SCALE, |value| axis.scale.position(value))
        };
        (self.px(position(&self.x, x)), self.py(position(&self.y, y)))
    }

    /// Adds a hint at this point.
    pub(crate) fn add_hint(&mut self, values: Values, hint: Hint) {
        let to_tenth = |number: f64| (number * 10.0).round() / 10.0;
        let (x, y) = self.coordinates(values);
        self.points.push(Point(to_tenth(x), to_tenth(y), hint));
    }

    /// Adds a step line that rises by 1 at each of these x values and runs on to the right edge.
    pub(crate) fn add_steps(&mut self, style: Style, name: &str, values: &[f64]) {
        let points = values.iter().enumerate();
        let points = points.map(|(index, &value)| (Some(value), Some(index as f64 + 1.0)));
        self.add(style, name, Shape::Steps, points.collect());
    }

    /// Adds a line through these points, with a mark at each. It leaves out points in the off-scale band.
    pub(crate) fn add_path(&mut self, style: Style, name: &str, points: Vec<Values>) {
        self.add(style, name, Shape::Path, points);
    }

    /// Adds marks at these points, without a line.
    pub(crate) fn add_marks(&mut self, style: Style, name: &str, points: Vec<Values>) {
        self.add(style, name, Shape::Marks, points);
    }

    /// Adds marks at these points, each with a vertical line between two values.
    pub(crate) fn add_intervals(
        &mut self,
        style: Style,
        name: &str,
        points: Vec<Values>,
        intervals: Vec<(f64, f64)>,
    ) {
        self.add(style, name, Shape::Intervals(intervals), points);
    }

    fn add(&mut self, style: Style, name: &str, shape: Shape, points: Vec<Values>) {
        self.plots.push(Plot { style, name: name.to_owned(), shape, points });
    }

    /// Adds the line of equal values on both axes.
    pub(crate) fn add_diagonal(&mut self) {
        self.has_diagonal = true;
    }

    /// Draws the chart.
    pub(crate) fn finish(self, name: String, title: String, caption: String) -> Chart {
        let bottom = self.bottom;
        let entries: Vec<(Style, String)> =
            self.plots.iter().map(|plot| (plot.style, plot.name.clone())).collect();
        let (legend, height) = legend(&entries, bottom + 52.0);
        let series: Vec<Series> = self.plots.iter().map(|plot| self.series(plot)).collect();
        let mut drawing = Drawing {
            title: &title,
            width: WIDTH,
            height,
            x_label: (f64::midpoint(LEFT, RIGHT), bottom + 37.0, shorten(&self.x.label, 48)),
            y_label: (14.0, f64::midpoint(TOP, bottom), shorten(&self.y.label, 34)),
            series: &series,
            legend,
            ..Drawing::default()
        };
        if self.has_diagonal {
            let end = if self.x.scale.has_off_scale() { AXIS_END } else { 1.0 };
            let (x, y) = (self.px(end), self.py(end));
            let _ = write!(drawing.guides, "M{LEFT} {bottom:.1}L{x:.1} {y:.1}");
        }
        self.draw_x_ticks(&mut drawing);
        self.draw_y_ticks(&mut drawing);
        self.draw_minor_ticks(&mut drawing);
        let _ = write!(drawing.ticks, "M{LEFT} {TOP}V{bottom:.1}H{RIGHT}");
        let svg = drawing.svg();
        let pgf = pgf::axes(&self);
        Chart { name, title, caption, svg, pgf, points: self.points }
    }

    /// The SVG paths of a plot.
    fn series(&self, plot: &Plot) -> Series {
        let style = plot.style;
        let points = plot.points.iter().map(|&values| self.coordinates(values));
        let points: Vec<(f64, f64)> = points.collect();
        let all_marks = || points.iter().map(|&(x, y)| style.mark(x, y)).collect();
        let (line, marks) = match &plot.shape {
            Shape::Steps => (self.steps(&points), sparse_marks(style, &points)),
            Shape::Path => (path(&plot.points, &points), all_marks()),
            Shape::Marks => (String::new(), all_marks()),
            Shape::Intervals(intervals) => {
                let bar = |(&(x, _), &(from, to)): (&(f64, f64), &(f64, f64))| {
                    let y = |value| self.py(self.y.scale.position(value));
                    format!("M{x:.1} {:.1}V{:.1}", y(from), y(to))
                };
                (points.iter().zip(intervals).map(bar).collect(), all_marks())
            }
        };
        Series { style, line, marks }
    }

    fn steps(&self, corners: &[(f64, f64)]) -> String {
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
        line
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

/// The line through points, interrupted where a value is missing.
fn path(values: &[Values], points: &[(f64, f64)]) -> String {
    let mut line = String::new();
    let mut is_drawing = false;
    for (value, (x, y)) in values.iter().zip(points) {
        let is_on_scale = matches!(value, (Some(_), Some(_)));
        if is_on_scale {
            let _ = write!(line, "{}{x:.1} {y:.1}", if is_drawing { 'L' } else { 'M' });
        }
        is_drawing = is_on_scale;
    }
    line
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_leads_through_a_value_that_is_missing() {
        let values = [Some(1.0), Some(2.0), None, Some(3.0), None, Some(4.0), Some(5.0)];
        let values: Vec<Values> = values.map(|value| (Some(0.0), value)).into();
        let points: Vec<(f64, f64)> = (0..7).map(|x| (f64::from(x), 0.0)).collect();
        assert_eq!(path(&values, &points), "M0.0 0.0L1.0 0.0M3.0 0.0M5.0 0.0L6.0 0.0");
    }
}
