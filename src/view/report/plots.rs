//! The plots of a report.

use std::collections::{BTreeMap, HashSet};

use super::chart::{Axis, BarOfParts, Bars, Canvas, Chart, Scale, Style, Told};
use super::table::seconds_shown;
use crate::lab::report::difference::Difference;
use crate::lab::report::results::{Cell, Clock, Results};

/// So many configurations are compared each with each; of more, the best two.
const FEW: usize = 4;

/// All plots.
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
        charts.push(scatter_of(results, one, other, &mut names));
    }
    charts
}

/// What is compared, unless it was asked for.
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
        (asked, _) => asked.to_vec(),
    }
}

fn seconds_axis(scale: Scale) -> Axis {
    Axis { label: "CPU time (s)".to_owned(), scale }
}

/// A line of the cumulative plot: times in ascending order, each with its run.
struct Answers<'a> {
    style: Style,
    name: &'a str,
    answers: Vec<(f64, usize)>,
}

impl<'a> Answers<'a> {
    fn new(style: Style, name: &'a str, cells: impl Iterator<Item = Cell<'a>>) -> Answers<'a> {
        let answer = |cell: Cell<'_>| Some((cell.answered_in(Clock::Cpu)?, cell.run));
        let mut answers: Vec<(f64, usize)> = cells.filter_map(answer).collect();
        answers.sort_by(|a, b| a.0.total_cmp(&b.0));
        Answers { style, name, answers }
    }
}

/// The cumulative plot: how many levels were answered within each time.
fn cumulative(results: &Results<'_>) -> Chart {
    let ranking = results.ranking();
    let line = |&index: &usize| {
        let name = &results.configurations[index].name;
        Answers::new(Style::Nth(index), name, results.column(index))
    };
    let mut lines: Vec<Answers<'_>> = ranking.iter().map(line).collect();
    if ranking.len() > 1 {
        let best = results.virtual_best(|_| true);
        lines.push(Answers::new(Style::Thin, "virtual best", best));
    }
    let times = lines.iter().flat_map(|line| line.answers.iter().map(|(time, _)| *time));
    let counts = lines.iter().map(|line| line.answers.len() as f64);
    let y = Axis { label: "Instances solved".to_owned(), scale: Scale::from_zero(counts) };
    let x = seconds_axis(Scale::times(times.clone(), results.limit(), false));
    let mut canvas = Canvas::new(x, y, 250.0);
    for Answers { style, name, answers } in &lines {
        let times: Vec<f64> = answers.iter().map(|(time, _)| *time).collect();
        canvas.steps(*style, name, &times);
        // The points of the virtual best solver would hide those of the best solvers.
        if *style != Style::Thin {
            for (index, (time, run)) in answers.iter().enumerate() {
                let place = canvas.place(Some(*time), Some(index as f64 + 1.0));
                canvas.tell(place, Told::Runs(vec![*run]));
            }
        }
    }
    let title = "Instances solved over time".to_owned();
    let caption = "Levels that each configuration answered within a time (cumulative, log scale).";
    canvas.finish("cumulative".to_owned(), title, caption.to_owned())
}

/// Two configurations, a point for each level.
fn scatter_of(
    results: &Results<'_>,
    one: usize,
    other: usize,
    names: &mut HashSet<String>,
) -> Chart {
    let name = |index: usize| &*results.configurations[index].name;
    let both: Vec<(Cell<'_>, Cell<'_>)> = (0..results.levels.len())
        .filter_map(|level| Some((results.cell(level, one)?, results.cell(level, other)?)))
        .collect();
    let time = |cell: &Cell<'_>| cell.answered_in(Clock::Cpu);
    let times = both.iter().flat_map(|(a, b)| [time(a), time(b)]).flatten();
    let scale = Scale::times(times.clone(), results.limit(), true);
    let axis = |index| Axis { label: format!("{} (s)", name(index)), scale };
    let mut canvas = Canvas::square(axis(one), axis(other));
    canvas.diagonal();
    let (mut shared, mut lone) = (Vec::new(), Vec::new());
    for (a, b) in &both {
        let times = (time(a), time(b));
        if times == (None, None) {
            continue;
        }
        let place = canvas.place(times.0, times.1);
        let is_shared = times.0.is_some() && times.1.is_some();
        if is_shared { &mut shared } else { &mut lone }.push(place);
        canvas.tell(place, Told::Runs(vec![a.run, b.run]));
    }
    canvas.marks(Style::Dots, &shared);
    canvas.marks(Style::Nth(1), &lone);
    let difference = Difference::new(results, one, other);
    let caption = format!(
        "CPU time of {one} (across) and {other} (up) on {levels} levels, log scale. Below the diagonal \
         {other} is faster. {one} is faster on {faster} and alone on {gained}, {other} is faster on \
         {slower} and alone on {lost}.",
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

/// Whether a plot can have this name.
pub fn is_name(name: &str) -> bool {
    ["cumulative", "scaling", "phases"].contains(&name) || name.starts_with("scatter-")
}

/// A name for a file that no other has.
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

/// Levels that have the same value of a figure, and how a configuration did on them.
struct Group {
    value: u64,
    /// The median time, unless most were not answered.
    median: Option<f64>,
    answered: usize,
    levels: usize,
}

impl Group {
    fn new<'a>(value: u64, cells: impl Iterator<Item = Cell<'a>>) -> Option<Group> {
        let mut times: Vec<f64> =
            cells.map(|cell| cell.answered_in(Clock::Cpu).unwrap_or(f64::INFINITY)).collect();
        times.sort_by(f64::total_cmp);
        let median = *times.get(times.len() / 2)?;
        Some(Group {
            value,
            median: median.is_finite().then_some(median),
            answered: times.iter().filter(|time| time.is_finite()).count(),
            levels: times.len(),
        })
    }

    fn told(&self, name: &str, figure: &str) -> String {
        let Group { value, median, answered, levels } = self;
        let median = median.map_or("no answer".to_owned(), |it| format!("{} s", seconds_shown(it)));
        format!("{name}\n{value} {figure}: median {median}\n{answered} of {levels} solved")
    }
}

/// The median time by a figure of the levels.
fn scaling(results: &Results<'_>, figure: &str) -> Option<Chart> {
    let mut by_value: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, level) in results.levels.iter().enumerate() {
        if let Some(&value) = level.facts.figures.get(figure) {
            by_value.entry(value).or_default().push(index);
        }
    }
    if by_value.is_empty() {
        return None;
    }
    let groups = |index: usize| -> Vec<Group> {
        let group = |(&value, levels): (&u64, &Vec<usize>)| {
            Group::new(value, levels.iter().filter_map(|&level| results.cell(level, index)))
        };
        by_value.iter().filter_map(group).collect()
    };
    let lines: Vec<(usize, Vec<Group>)> =
        results.ranking().into_iter().map(|index| (index, groups(index))).collect();
    let times = lines.iter().flat_map(|(_, line)| line.iter().filter_map(|group| group.median));
    let x = Axis {
        label: capitalised(figure),
        scale: Scale::around(by_value.keys().map(|&value| value as f64)),
    };
    let y = Axis {
        label: "Median CPU time (s)".to_owned(),
        scale: Scale::times(times.clone(), results.limit(), true),
    };
    let mut canvas = Canvas::new(x, y, 250.0);
    for (index, line) in &lines {
        let name = &results.configurations[*index].name;
        let place = |group: &Group| canvas.place(Some(group.value as f64), group.median);
        let places: Vec<(f64, f64)> = line.iter().map(place).collect();
        for (group, &place) in line.iter().zip(&places) {
            canvas.tell(place, Told::Words(group.told(name, figure)));
        }
        canvas.path(Style::Nth(*index), name, &places);
    }
    let caption = format!(
        "Median CPU time (log scale) of the levels with so many {figure}; \"none\" where most were not \
         answered."
    );
    Some(canvas.finish("scaling".to_owned(), format!("Time by {figure}"), caption))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// How the time of answered runs splits, by the solvers' own account.
fn phases(results: &Results<'_>) -> Option<Chart> {
    let bar = |&index: &usize| {
        let (mut translation, mut search, mut whole) = (0.0, 0.0, 0.0);
        let mut count = 0;
        for Cell { record, .. } in results.column(index).filter(|cell| cell.record.is_answer()) {
            let statistics = &record.statistics;
            if let (None, None) = (statistics.translation_seconds, statistics.search_seconds) {
                continue;
            }
            translation += statistics.translation_seconds.unwrap_or(0.0);
            search += statistics.search_seconds.unwrap_or(0.0);
            whole += record.seconds;
            count += 1;
        }
        let rest = (whole - translation - search).max(0.0);
        let note = format!("{} s in {count} runs", seconds_shown(whole));
        let name = results.configurations[index].name.clone();
        (count > 0).then(|| BarOfParts { name, note, parts: vec![translation, search, rest] })
    };
    let bars: Vec<BarOfParts> = results.ranking().iter().filter_map(bar).collect();
    let caption = "Of the wall time of answered runs: translating and solving as the solver tells it, and \
                   all else (starting, reading, writing). Of solvers that tell neither there is nothing here."
        .to_owned();
    let chart = Bars { parts: &["translating", "solving", "all else"], bars };
    (!chart.bars.is_empty()).then(|| chart.finish("phases", "Where the time goes", caption))
}
