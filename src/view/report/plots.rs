//! Builds the plots of a report.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::chart::{Axis, Canvas, Chart, Hint, Scale, StackedBar, StackedBars, Style, Values};
use super::table::format_seconds;
use crate::lab::report::difference::Difference;
use crate::lab::report::phases::Phases;
use crate::lab::report::repetitions::Spread;
use crate::lab::report::results::{Cell, Clock, Results};
use crate::lab::report::scaling::{Group, Scaling};
use crate::lab::report::statistics::quartiles;

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
    let mut charts = vec![cumulative(results, Coverage::Any)];
    if (0..results.configurations.len()).any(|index| {
        let standing = results.standing(index);
        standing.optimal < standing.answered
    }) {
        charts.push(cumulative(results, Coverage::Optimal));
    }
    charts.extend(scaling(results, figure));
    charts.extend(phases(results));
    charts.extend(repetitions(results));
    let mut names = HashSet::new();
    for (one, other) in pairs(results, baseline, scatter) {
        charts.push(scatter_plot(results, one, other, &mut names));
    }
    match results.progress.note() {
        Some(note) => charts.into_iter().map(|chart| chart.incomplete(&note)).collect(),
        None => charts,
    }
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

/// Which answers a cumulative plot counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coverage {
    /// Valid plans, optimal or not, and proofs that there is no plan.
    Any,
    /// Proved optima, and proofs that there is no plan.
    Optimal,
}

/// A line of the cumulative plot.
pub(super) struct CumulativeLine<'a> {
    style: Style,
    name: &'a str,
    /// CPU time and run of each answer, by ascending time.
    answers: Vec<(f64, usize)>,
}

impl<'a> CumulativeLine<'a> {
    pub(super) fn new(
        style: Style,
        name: &'a str,
        cells: impl Iterator<Item = Cell<'a>>,
    ) -> CumulativeLine<'a> {
        let answer = |cell: Cell<'_>| Some((cell.answer_time(Clock::Cpu)?, cell.run));
        let mut answers: Vec<(f64, usize)> = cells.filter_map(answer).collect();
        answers.sort_by(|a, b| a.0.total_cmp(&b.0));
        CumulativeLine { style, name, answers }
    }
}

/// The cumulative plot: the number of levels answered within each time.
fn cumulative(results: &Results<'_>, coverage: Coverage) -> Chart {
    let counts = |cell: &Cell<'_>| coverage == Coverage::Any || cell.is_optimal();
    let ranking = results.ranking();
    let line = |&index: &usize| {
        let name = &results.configurations[index].name;
        CumulativeLine::new(Style::Nth(index), name, results.column(index).filter(counts))
    };
    let mut lines: Vec<CumulativeLine<'_>> = ranking.iter().map(line).collect();
    if ranking.len() > 1 {
        let best = results.virtual_best(|_| true).filter(counts);
        lines.push(CumulativeLine::new(Style::Thin, "virtual best", best));
    }
    let (name, title, what) = match coverage {
        Coverage::Any => ("cumulative", "Instances solved over time", "answered"),
        Coverage::Optimal => (
            "cumulative-optimal",
            "Instances solved with a proved optimum over time",
            "answered with a proved optimum, or a proof that there is no plan,",
        ),
    };
    let caption = format!(
        "Number of levels that each configuration {what} within a given CPU time (log scale)."
    );
    cumulative_chart(results, &lines, name, title.to_owned(), caption)
}

/// A cumulative plot of these lines.
pub(super) fn cumulative_chart(
    results: &Results<'_>,
    lines: &[CumulativeLine<'_>],
    name: &str,
    title: String,
    caption: String,
) -> Chart {
    let times = lines.iter().flat_map(|line| line.answers.iter().map(|(time, _)| *time));
    let counts = lines.iter().map(|line| line.answers.len() as f64);
    let y = Axis { label: "Instances solved".to_owned(), scale: Scale::from_zero(counts) };
    let x = seconds_axis(Scale::times(times.clone(), results.limit(), false));
    let mut canvas = Canvas::new(x, y, 250.0);
    for CumulativeLine { style, name, answers } in lines {
        let times: Vec<f64> = answers.iter().map(|(time, _)| *time).collect();
        canvas.add_steps(*style, name, &times);
        // Hints for the virtual best solver would hide those of the best configurations.
        if *style != Style::Thin {
            for (index, (time, run)) in answers.iter().enumerate() {
                let point = (Some(*time), Some(index as f64 + 1.0));
                canvas.add_hint(point, Hint::Runs(vec![*run]));
            }
        }
    }
    canvas.finish(name.to_owned(), title, caption)
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
        let points = match times {
            (Some(_), Some(_)) => &mut answered_by_both,
            (_, _) => &mut answered_by_one,
        };
        points.push(times);
        canvas.add_hint(times, Hint::Runs(vec![a.run, b.run]));
    }
    canvas.add_marks(Style::Dots, "answered by both", answered_by_both);
    canvas.add_marks(Style::Nth(1), "answered by one", answered_by_one);
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
    let known = ["cumulative", "cumulative-optimal", "scaling", "phases", "repetitions"];
    known.contains(&name) || name.starts_with("scatter-")
}

/// A unique file name for a scatter plot.
fn file_name(one: &str, other: &str, names: &mut HashSet<String>) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
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
        let point = |group: &Group| (Some(group.value as f64), group.median);
        let points: Vec<Values> = line.iter().map(point).collect();
        for (group, &point) in line.iter().zip(&points) {
            canvas.add_hint(point, Hint::Text(group_hint(group, name, figure)));
        }
        canvas.add_path(Style::Nth(*index), name, points);
    }
    let caption = format!(
        "Median CPU time (log scale) of the levels with a given number of {figure}; a mark at \"none\", \
         and no line, where most levels were not answered."
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

/// The quartiles of repeated runs, if there are any.
fn repetitions(results: &Results<'_>) -> Option<Chart> {
    let spreads = Spread::all(results);
    let mut medians: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for spread in &spreads {
        let median = spread.quartiles.map(|[_, median, _]| median);
        medians.entry(spread.level).or_default().extend(median);
    }
    // Levels from easy to hard: by the median of their medians.
    let mut levels: Vec<(f64, usize)> = medians
        .into_iter()
        .filter_map(|(level, mut all)| Some((quartiles(&mut all)?[1], level)))
        .collect();
    levels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let count = levels.len();
    let place: HashMap<usize, usize> =
        levels.into_iter().enumerate().map(|(place, (_, level))| (level, place)).collect();
    let ends = spreads.iter().filter_map(|spread| spread.quartiles).flatten();
    let y = Axis {
        label: "CPU time (s)".to_owned(),
        scale: Scale::times(ends, results.limit().map(|limit| 2.0 * limit), false),
    };
    let x = Axis {
        label: "Levels, from easy to hard".to_owned(),
        scale: Scale::around([1.0, count as f64].into_iter()),
    };
    let mut canvas = Canvas::new(x, y, 250.0);
    let shown = results.configurations.len();
    for index in results.ranking() {
        let (mut points, mut intervals) = (Vec::new(), Vec::new());
        for spread in spreads.iter().filter(|spread| spread.configuration == index) {
            let Some([lower, median, upper]) = spread.quartiles else { continue };
            // Configurations stand side by side at a level.
            let aside = 0.7 * ((index as f64 + 0.5) / shown as f64 - 0.5);
            let point = (Some(place[&spread.level] as f64 + 1.0 + aside), Some(median));
            canvas.add_hint(
                point,
                Hint::Runs(results.runs(spread.level, index).map(|cell| cell.run).collect()),
            );
            points.push(point);
            intervals.push((lower, upper));
        }
        canvas.add_intervals(
            Style::Nth(index),
            &results.configurations[index].name,
            points,
            intervals,
        );
    }
    let caption = "Median and quartiles of the CPU time of repeated runs (log scale), with twice the \
                   limit for a run without an answer.";
    let title = "How much repeated runs differ".to_owned();
    let chart = || canvas.finish("repetitions".to_owned(), title, caption.to_owned());
    (count > 0).then(chart)
}
