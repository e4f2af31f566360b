//! Writes charts for LaTeX with the package `pgfplots`, from the same data as the SVG.

use askama::Template;

use super::bars::StackedBars;
use super::canvas::{Canvas, Plot, Shape, Values};
use super::scale::{AXIS_END, Axis, OFF_SCALE, Scale};
use super::style::Style;
use crate::view::report::render;

/// The width of a plot area, which leaves room for labels in a column of 85 mm.
const WIDTH: f64 = 68.0;

/// The coordinates that interrupt a line.
const GAP: &str = "(nan,nan)";

#[derive(Template)]
#[template(path = "report/plot.tex")]
struct Picture {
    width: f64,
    height: f64,
    colours: Vec<(char, &'static str)>,
    x: AxisText,
    y: AxisText,
    plots: Vec<PlotText>,
    diagonal: Option<(f64, f64)>,
}

/// An axis in the words of `pgfplots`.
struct AxisText {
    label: String,
    is_logarithmic: bool,
    min: f64,
    max: f64,
    ticks: String,
    labels: String,
}

/// A plot in the words of `pgfplots`.
struct PlotText {
    name: String,
    options: String,
    coordinates: String,
    /// Further points of the plot, which are not joined.
    off_scale: String,
}

/// A chart with two axes.
pub(super) fn axes(canvas: &Canvas) -> String {
    let (x, y) = (&canvas.x, &canvas.y);
    let colour = |plot: &Plot| (Style::letter(plot.style.class()), plot.style.colour());
    let mut colours: Vec<(char, &'static str)> = canvas.plots.iter().map(colour).collect();
    colours.sort_unstable();
    colours.dedup();
    let diagonal = match x.scale {
        Scale::Log { min, max, .. } if canvas.has_diagonal => Some((min, max)),
        Scale::Log { .. } | Scale::Linear { .. } => None,
    };
    let height = WIDTH * canvas.aspect();
    let plots = canvas.plots.iter().map(|plot| text(canvas, plot)).collect();
    render(&Picture { width: WIDTH, height, colours, x: axis(x), y: axis(y), plots, diagonal })
}

fn axis(axis: &Axis) -> AxisText {
    let (is_logarithmic, min, max) = match axis.scale {
        Scale::Linear { min, max } => (false, min, max),
        Scale::Log { min, max, has_off_scale } => {
            let end = if has_off_scale { 1.0 / AXIS_END } else { 1.0 };
            (true, min, min * (max / min).powf(end))
        }
    };
    let mut ticks: Vec<(f64, String)> = axis
        .scale
        .ticks()
        .into_iter()
        .map(|(_, label)| (label.parse().unwrap_or_default(), label))
        .collect();
    if axis.scale.has_off_scale() {
        ticks.retain(|(value, _)| axis.scale.position(*value) < 0.8);
        ticks.push((off_scale(axis), "none".to_owned()));
    }
    let values: Vec<String> = ticks.iter().map(|(value, _)| value.to_string()).collect();
    let labels: Vec<String> = ticks.into_iter().map(|(_, label)| label).collect();
    AxisText {
        label: axis.label.clone(),
        is_logarithmic,
        min,
        max,
        ticks: values.join(","),
        labels: labels.join(","),
    }
}

/// The value in the middle of the off-scale band.
fn off_scale(axis: &Axis) -> f64 {
    match axis.scale {
        Scale::Log { min, max, .. } => min * (max / min).powf(OFF_SCALE / AXIS_END),
        Scale::Linear { max, .. } => max,
    }
}

fn text(canvas: &Canvas, plot: &Plot) -> PlotText {
    let value = |axis: &Axis, value: Option<f64>| match (value, axis.scale) {
        (None, _) => off_scale(axis),
        (Some(value), Scale::Log { min, .. }) => value.max(min),
        (Some(value), Scale::Linear { .. }) => value,
    };
    let point = |&(x, y): &Values| (value(&canvas.x, x), value(&canvas.y, y));
    let pair = |(x, y): (f64, f64)| format!("({x},{y})");
    let mut coordinates: Vec<String> = Vec::new();
    let mut off_scale: Vec<String> = Vec::new();
    match &plot.shape {
        Shape::Steps => {
            let points: Vec<(f64, f64)> = plot.points.iter().map(point).collect();
            coordinates.extend(points.first().map(|&(x, _)| pair((x, 0.0))));
            coordinates.extend(points.iter().copied().map(pair));
            let end = axis(&canvas.x).max;
            coordinates.extend(points.last().map(|&(_, y)| pair((end, y))));
        }
        Shape::Marks => coordinates.extend(plot.points.iter().map(point).map(pair)),
        Shape::Path => {
            for values in &plot.points {
                match values {
                    (Some(_), Some(_)) => coordinates.push(pair(point(values))),
                    (_, _) => {
                        coordinates.push(GAP.to_owned());
                        off_scale.push(pair(point(values)));
                    }
                }
            }
        }
        Shape::Intervals(intervals) => {
            for (values, (from, to)) in plot.points.iter().zip(intervals) {
                let (x, y) = point(values);
                let (below, above) = ((y - from).max(0.0), (to - y).max(0.0));
                coordinates.push(format!("({x},{y}) += (0,{above}) -= (0,{below})"));
            }
        }
    }
    // pgfplots cannot draw a plot without points.
    if coordinates.iter().all(|pair| pair == GAP) {
        coordinates.clear();
    }
    PlotText {
        name: plot.name.clone(),
        options: options(plot, plot.points.len()),
        coordinates: coordinates.join(" "),
        off_scale: off_scale.join(" "),
    }
}

fn options(plot: &Plot, points: usize) -> String {
    let style = plot.style;
    let line = match &plot.shape {
        Shape::Steps => "const plot, line width=0.6pt",
        Shape::Path => "line width=0.6pt",
        Shape::Marks => "only marks",
        Shape::Intervals(_) => {
            "only marks, error bars/.cd, y dir=both, y explicit, error mark=none, \
                                error bar style={solid}, /pgfplots/.cd"
        }
    };
    let mark = match &plot.shape {
        Shape::Steps => format!("{}, mark repeat={}", style.pgf_mark(), points.div_ceil(6).max(1)),
        Shape::Path | Shape::Marks | Shape::Intervals(_) => style.pgf_mark().to_owned(),
    };
    let dash = match &plot.shape {
        Shape::Steps | Shape::Path => style.pgf_dash(),
        Shape::Marks | Shape::Intervals(_) => "solid",
    };
    format!("plotgen{}, {line}, {dash}, {mark}", Style::letter(style.class()))
}

#[derive(Template)]
#[template(path = "report/bars.tex")]
struct Bars<'a> {
    width: f64,
    height: f64,
    parts: Vec<(&'a str, usize, String)>,
    names: Vec<&'a str>,
}

/// Stacked bars, each of the same length.
pub(super) fn bars(chart: &StackedBars) -> String {
    let share = |index: usize, part: usize| {
        let parts = &chart.bars[index].parts;
        100.0 * parts[part] / parts.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    };
    let part = |(number, name): (usize, &&'static str)| {
        let points =
            (0..chart.bars.len()).map(|index| format!("({},{index})", share(index, number)));
        (*name, [100, 40, 0][number.min(2)], points.collect::<Vec<_>>().join(" "))
    };
    render(&Bars {
        width: WIDTH * 0.7,
        height: 8.0 * chart.bars.len() as f64 + 6.0,
        parts: chart.parts.iter().enumerate().map(part).collect(),
        names: chart.bars.iter().map(|bar| bar.name.as_str()).collect(),
    })
}
