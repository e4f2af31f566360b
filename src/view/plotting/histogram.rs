//! Histograms as SVG.

use askama::Template;

use crate::games::plotting::curate::statistics::Histogram;
use crate::games::plotting::formats::rendered;
use crate::view::text::{counted, score};

#[derive(Template)]
#[template(path = "plotting/page/histogram.svg")]
struct Plot {
    told: String,
    bars: Vec<Bar>,
    marks: Vec<Mark>,
}

/// A label below the plot.
struct Mark {
    x: usize,
    word: String,
}

struct Bar {
    x: String,
    y: String,
    width: String,
    height: String,
    title: String,
}

/// The target number of bars. Values that need more bars are grouped into classes of equal width.
const MOST_BARS: f64 = 30.0;

/// The width of a class: 1, 2 or 5 times a power of ten, and at least 1 for whole numbers.
fn class_width(span: f64, is_whole: bool) -> f64 {
    let least = span / MOST_BARS;
    let power = 10f64.powf(least.log10().floor());
    let width = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|w| *w >= least);
    width.unwrap_or(1.0).max(if is_whole { 1.0 } else { 0.0 })
}

/// Draws a histogram of a metric.
pub fn histogram(name: &str, histogram: &Histogram) -> String {
    let numbers: Vec<(f64, u64)> = histogram.bars().collect();
    let most = numbers.last().map_or(0.0, |&(number, _)| number);
    let first = numbers.first().map_or(0.0, |&(number, _)| number);
    let is_whole = numbers.iter().all(|(number, _)| number.fract() == 0.0);
    let step = class_width((most - first).max(f64::MIN_POSITIVE), is_whole);
    // A number on a class boundary belongs to the upper class, despite rounding.
    let class = |number: f64| (number / step + 1e-9).floor();
    let least = class(first) * step;
    let count = (class(most) - class(first)) as usize + 1;
    let mut counts = vec![0u64; count];
    for (number, times) in numbers {
        counts[(class(number) - class(first)) as usize] += times;
    }
    let highest = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let width = 360.0 / count as f64;
    let bar = |(index, &times): (usize, &u64)| {
        let height = 118.0 * times as f64 / highest;
        let from = least + step * index as f64;
        let numbers = if step == 1.0 {
            score(from)
        } else {
            format!("{} to {}", score(from), score(from + step))
        };
        Bar {
            x: format!("{:.1}", index as f64 * width + width * 0.08),
            y: format!("{:.1}", 122.0 - height),
            width: format!("{:.1}", width * 0.84),
            height: format!("{height:.1}"),
            title: format!("{numbers}: {}", counted(times as usize, "level")),
        }
    };
    let every = count.div_ceil(8);
    let mark = |index: usize| Mark {
        x: (index as f64 * width + width / 2.0) as usize,
        word: score(least + step * index as f64),
    };
    rendered(&Plot {
        told: format!("levels by {name}"),
        bars: counts.iter().enumerate().filter(|(_, times)| **times > 0).map(bar).collect(),
        marks: (0..count).step_by(every).map(mark).collect(),
    })
}
