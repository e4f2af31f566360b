//! Builds the plots of a report.

use std::collections::HashSet;

use super::chart::{Axis, Canvas, Chart, Hint, Scale, StackedBar, StackedBars, Style};
use super::table::format_seconds;
use crate::lab::report::difference::Difference;
use crate::lab::report::phases::Phases;
use crate::lab::report::results::{Cell, Clock, Results};
use crate::lab::report::scaling::{Group, Scaling};

/// Up to this many configurations, every pair gets a scatter plot; above it, only the best two do.
/// A baseline is plotted against up to twice as many.
const FEW: usize = 4;

/// All plots of a report.
pub fn all(
    results: &Results<'_>,
    baseline: Option<usize>,
    scatter: &[(usize, usize)],
    figure: &str,
) -> Vec<Chart> {
    let mut charts = vec![cumulative(results)];
    charts.extend(scaling(results, figure));
    charts.extend(phases(results));
    let mut names = HashSet::new();
    for (one, other) in pairs(results, baseline, scatter) {
        charts.push(scatter_plot(results, one, other, &mut names));
    }
    charts
}

/// The pairs of configurations to plot: those requested, or a default choice.
fn pairs(
    results: &Results<'_>,
    baseline: Option<usize>,
    scatter: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let ranking = results.ranking();
    match (scatter, baseline) {
        ([], Some(baseline)) if ranking.len() <= 2 * FEW => {
            let others = ranking.into_iter().filter(|&index| index != baseline);
            others.map(|index| (baseline, index)).collect()
        }
        ([], _) => {
            let some = if ranking.len() > FEW { &ranking[..2] } else { &ranking };
            let pairs = some.iter().enumerate();
            pairs
                .flat_map(|(at, &one)| some[at + 1..].iter().map(move |&other| (one, other)))
                .collect()
        }
        (requested, _) => requested.to_vec(),
    }
}

fn seconds_axis(scale: Scale) -> Axis {
    Axis { label: "CPU time (s)".to_owned(), scale }
}

/// A line of the cumulative plot.
struct CumulativeLine<'a> {
    style: Style,
    name: &'a str,
    /// CPU time and run of each answer, by ascending time.
    answers: Vec<(f64, usize)>,
}

impl<'a> CumulativeLine<'a> {
    fn new(style: Style, name: &'a str, cells: impl Iterator<Item = Cell<'a>>) -> Self {
        let answer = |cell: Cell<'_>| Some((cell.answer_time(Clock::Cpu)?, cell.run));
        let mut answers: Vec<(f64, usize)> = cells.filter_map(answer).collect();
        answers.sort_by(|a, b| a.0.total_cmp(&b.0));
        CumulativeLine { style, name, answers }
    }
}

/// The cumulative plot: the number of levels answered within each time.
fn cumulative(results: &Results<'_>) -> Chart {
    let ranking = results.ranking();
    let line = |&index: &usize| {
        let name = &results.configurations[index].name;
        CumulativeLine::new(Style::Nth(index), name, results.column(index))
    };
    let mut lines: Vec<CumulativeLine<'_>> = ranking.iter().map(line).collect();
    if ranking.len() > 1 {
        let best = results.virtual_best(|_| true);
        lines.push(CumulativeLine::new(Style::Thin, "virtual best", best));
    }
    let times = lines.iter().flat_map(|line| line.answers.iter().map(|(time, _)| *time));
    let counts = lines.iter().map(|line| line.answers.len() as f64);
    let y = Axis { label: "Instances solved".to_owned(), scale: Scale::from_zero(counts) };
    let x = seconds_axis(Scale::times(times.clone(), results.limit(), false));
    let mut canvas = Canvas::new(x, y, 250.0);
    for CumulativeLine { style, name, answers } in &lines {
        let times: Vec<f64> = answers.iter().map(|(time, _)| *time).collect();
        canvas.add_steps(*style, name, &times);
        // Hints for the virtual best solver would hide those of the best configurations.
        if *style != Style::Thin {
            for (index, (time, run)) in answers.iter().enumerate() {
                let point = canvas.coordinates(Some(*time), Some(index as f64 + 1.0));
                canvas.add_hint(point, Hint::Runs(vec![*run]));
            }
        }
    }
    let title = "Instances solved over time".to_owned();
    let caption =
        "Number of levels that each configuration answered within a given CPU time (log scale).";
    canvas.finish("cumulative".to_owned(), title, caption.to_owned())
}

/// The scatter plot of two configurations, with one point per level.
fn scatter_plot(
    results: &Results<'_>,
    one: usize,
    other: usize,
    names: &mut HashSet<String>,
) -> Chart {
    let name = |index: usize| &*results.configurations[index].name;
    let both: Vec<(Cell<'_>, Cell<'_>)> = (0..results.levels.len())
        .filter_map(|level| Some((results.cell(level, one)?, results.cell(level, other)?)))
        .collect();
    let time = |cell: &Cell<'_>| cell.answer_time(Clock::Cpu);
    let times = both.iter().flat_map(|(a, b)| [time(a), time(b)]).flatten();
    let scale = Scale::times(times.clone(), results.limit(), true);
    let axis = |index| Axis { label: format!("{} (s)", name(index)), scale };
    let mut canvas = Canvas::square(axis(one), axis(other));
    canvas.add_diagonal();
    let (mut answered_by_both, mut answered_by_one) = (Vec::new(), Vec::new());
    for (a, b) in &both {
        let times = (time(a), time(b));
        if times == (None, None) {
            continue;
        }
        let point = canvas.coordinates(times.0, times.1);
        let points = match times {
            (Some(_), Some(_)) => &mut answered_by_both,
            (_, _) => &mut answered_by_one,
        };
        points.push(point);
        canvas.add_hint(point, Hint::Runs(vec![a.run, b.run]));
    }
    canvas.add_marks(Style::Dots, &answered_by_both);
    canvas.add_marks(Style::Nth(1), &answered_by_one);
    let difference = Difference::new(results, one, other);
    let caption = format!(
        "CPU time of {one} (x axis) and {other} (y axis) on {levels} levels, log scale. Below the \
         diagonal {other} is faster. {one} is faster on {faster} levels and the only one to answer \
         {gained}; {other} is faster on {slower} and the only one to answer {lost}.",
        one = name(one),
        other = name(other),
        levels = difference.levels,
        faster = difference.faster,
        gained = difference.gained,
        slower = difference.slower,
        lost = difference.lost,
    );
    let title = format!("{} and {}", name(one), name(other));
    canvas.finish(file_name(name(one), name(other), names), title, caption)
}

/// Whether a report can have a plot of this name.
pub fn is_name(name: &str) -> bool {
    ["cumulative", "scaling", "phases"].contains(&name) || name.starts_with("scatter-")
}

/// A unique file name for a scatter plot.
fn file_name(one: &str, other: &str, names: &mut HashSet<String>) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let stem: String = format!("scatter-{one}-{other}").chars().map(plain).collect();
    let ends = stem.char_indices().map(|(start, letter)| start + letter.len_utf8());
    let stem = stem[..ends.take_while(|&end| end <= 150).last().unwrap_or(0)].to_owned();
    let numbered = (2..).map(|number| format!("{stem}-{number}"));
    let mut candidates = std::iter::once(stem.clone()).chain(numbered);
    let name = candidates.find(|name| !names.contains(name)).unwrap_or(stem);
    names.insert(name.clone());
    name
}

/// The hint at a point of the scaling plot.
fn group_hint(group: &Group, name: &str, figure: &str) -> String {
    let Group { value, median, answered, levels } = group;
    let median =
        median.map_or("no answer".to_owned(), |median| format!("{} s", format_seconds(median)));
    format!("{name}\n{value} {figure}: median {median}\n{answered} of {levels} solved")
}

/// The scaling plot: the median time by a figure of the levels.
fn scaling(results: &Results<'_>, figure: &str) -> Option<Chart> {
    let scaling = Scaling::new(results, figure);
    scaling.values().next()?;
    let lines: Vec<(usize, Vec<Group>)> =
        results.ranking().into_iter().map(|index| (index, scaling.groups(index))).collect();
    let times = lines.iter().flat_map(|(_, line)| line.iter().filter_map(|group| group.median));
    let x = Axis {
        label: capitalise(figure),
        scale: Scale::around(scaling.values().map(|value| value as f64)),
    };
    let y = Axis {
        label: "Median CPU time (s)".to_owned(),
        scale: Scale::times(times.clone(), results.limit(), true),
    };
    let mut canvas = Canvas::new(x, y, 250.0);
    for (index, line) in &lines {
        let name = &results.configurations[*index].name;
        let point = |group: &Group| canvas.coordinates(Some(group.value as f64), group.median);
        let points: Vec<(f64, f64)> = line.iter().map(point).collect();
        for (group, &point) in line.iter().zip(&points) {
            canvas.add_hint(point, Hint::Text(group_hint(group, name, figure)));
        }
        canvas.add_path(Style::Nth(*index), name, &points);
    }
    let caption = format!(
        "Median CPU time (log scale) of the levels with a given number of {figure}; \"none\" where \
         most levels were not answered."
    );
    Some(canvas.finish("scaling".to_owned(), format!("Time by {figure}"), caption))
}

fn capitalise(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The time that the answered runs of each configuration spent in each phase.
fn phases(results: &Results<'_>) -> Option<Chart> {
    let bar = |&index: &usize| {
        let phases = Phases::new(results, index)?;
        Some(StackedBar {
            name: results.configurations[index].name.clone(),
            note: format!("{} s in {} runs", format_seconds(phases.whole), phases.runs),
            parts: vec![phases.translation, phases.search, phases.rest()],
        })
    };
    let bars: Vec<StackedBar> = results.ranking().iter().filter_map(bar).collect();
    let caption = "Wall time of answered runs: translating and solving as reported by the solver, \
                   and all else (start-up, reading, writing). Solvers that report neither are left \
                   out."
        .to_owned();
    let chart = StackedBars { parts: &["translating", "solving", "all else"], bars };
    (!chart.bars.is_empty()).then(|| chart.finish("phases", "Where the time goes", caption))
}
