//! The results of a campaign: one cell per level and configuration, and the standing of each
//! configuration.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use crate::game::LevelFacts;
use crate::lab::campaign::record::{Configuration, Record, RecordedLevel};
use crate::lab::natural::natural_order;
use crate::lab::outcome::Outcome;

/// Which time is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// CPU time of the whole process tree. Rankings use this clock.
    Cpu,
    /// Wall time.
    Wall,
}

/// The results of a campaign.
pub struct Results<'a> {
    /// The records.
    pub records: &'a [Record],
    /// The levels, by name.
    pub levels: Vec<Level<'a>>,
    /// The configurations, by name.
    pub configurations: Vec<&'a Configuration>,
    /// The cells, level by level, with one per configuration.
    pub(super) cells: Vec<Option<Cell<'a>>>,
    /// The number of records that are left out because they are damaged.
    pub damaged: usize,
    /// The level and the configuration of each record.
    places: Vec<(usize, usize)>,
}

/// A level of the campaign.
pub struct Level<'a> {
    recorded: &'a RecordedLevel,
    /// Its name, class and figures.
    pub facts: &'a LevelFacts,
    /// Its name, followed by a part of its hash if other levels have the same name.
    pub label: String,
}

/// The result of a configuration on a level: the run that represents all repetitions.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    /// The run, as an index into [`Results::records`].
    pub run: usize,
    /// The record of the run.
    pub record: &'a Record,
}

/// The scores of a configuration on a set of levels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// The number of levels.
    pub levels: usize,
    /// The number of levels that were solved or proved unsolvable.
    pub answered: usize,
    /// The PAR2 score on CPU time. `None` if a run without a time limit gave no answer.
    pub par2: Option<f64>,
    /// The PAR2 score on wall time.
    pub par2_wall: Option<f64>,
    /// The highest peak memory of a run, in bytes.
    pub peak_memory: u64,
}

impl<'a> Results<'a> {
    /// Sorts records into cells. The records must have been cross-checked already: an answer not
    /// marked `wrong` is trusted.
    pub fn new(records: &'a [Record]) -> Results<'a> {
        let levels = levels(records);
        let by_name: BTreeMap<&str, &Configuration> = records
            .iter()
            .map(|record| (&*record.configuration.name, &record.configuration))
            .collect();
        let mut configurations: Vec<&Configuration> = by_name.into_values().collect();
        configurations.sort_by(|a, b| natural_order(&a.name, &b.name));
        let level_at: HashMap<(&str, &str), usize> = levels
            .iter()
            .enumerate()
            .map(|(index, level)| (identity(level.recorded), index))
            .collect();
        let configuration_at: HashMap<&str, usize> =
            configurations.iter().enumerate().map(|(index, c)| (&*c.name, index)).collect();
        let place = |record: &Record| {
            (level_at[&identity(&record.level)], configuration_at[&*record.configuration.name])
        };
        let places: Vec<(usize, usize)> = records.iter().map(place).collect();
        let mut runs: Vec<Vec<Cell<'_>>> = vec![Vec::new(); levels.len() * configurations.len()];
        for (run, &(level, configuration)) in places.iter().enumerate() {
            let record = &records[run];
            runs[level * configurations.len() + configuration].push(Cell { run, record });
        }
        let cells = runs.into_iter().map(representative).collect();
        Results { records, levels, configurations, cells, damaged: 0, places }
    }

    /// The result of a configuration on a level, if there is a record.
    pub fn cell(&self, level: usize, configuration: usize) -> Option<Cell<'a>> {
        self.cells[level * self.configurations.len() + configuration]
    }

    /// The level and the configuration of a run.
    pub fn place(&self, run: usize) -> (usize, usize) {
        self.places[run]
    }

    /// The cells of a configuration, in the order of levels.
    pub fn column(&self, configuration: usize) -> impl Iterator<Item = Cell<'a>> {
        (0..self.levels.len()).filter_map(move |level| self.cell(level, configuration))
    }

    /// The cells of a level, in the order of configurations.
    pub fn row(&self, level: usize) -> impl Iterator<Item = Cell<'a>> {
        (0..self.configurations.len()).filter_map(move |index| self.cell(level, index))
    }

    /// The scores of a configuration.
    pub fn standing(&self, configuration: usize) -> Standing {
        Standing::of(self.column(configuration))
    }

    /// The virtual best solver: for each level, the best cell among the configurations that
    /// `is_included` accepts.
    pub fn virtual_best(
        &self,
        is_included: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Cell<'a>> {
        (0..self.levels.len()).filter_map(move |level| {
            let cells = (0..self.configurations.len()).filter(|&index| is_included(index));
            let cells = cells.filter_map(|index| self.cell(level, index));
            cells.min_by(|a, b| compare_runs(a.record, b.record))
        })
    }

    /// The configurations, best first: by most answers, then by lowest score.
    pub fn ranking(&self) -> Vec<usize> {
        let standings: Vec<Standing> =
            (0..self.configurations.len()).map(|index| self.standing(index)).collect();
        let mut ranking: Vec<usize> = (0..standings.len()).collect();
        let score = |index: usize| standings[index].par2.unwrap_or(f64::INFINITY);
        ranking.sort_by(|&a, &b| {
            let answers = standings[b].answered.cmp(&standings[a].answered);
            answers.then(score(a).total_cmp(&score(b)))
        });
        ranking
    }

    /// The classes of levels, each with the indices of its levels.
    pub fn classes(&self) -> Vec<(&'a str, Vec<usize>)> {
        let mut classes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, level) in self.levels.iter().enumerate() {
            classes.entry(&level.facts.class).or_default().push(index);
        }
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort_by(|(a, _), (b, _)| natural_order(a, b));
        classes
    }

    /// All wrong runs, including single wrong repetitions.
    pub fn wrong(&self) -> Vec<usize> {
        let is_wrong = |&run: &usize| self.records[run].outcome == Outcome::Wrong;
        let mut wrong: Vec<usize> = (0..self.records.len()).filter(is_wrong).collect();
        wrong.sort_by_key(|&run| (self.places[run].1, self.places[run].0));
        wrong
    }

    /// What the value of a plan is called in this campaign.
    pub fn value_name(&self) -> &'static str {
        let mut solved = self.records.iter().filter(|record| record.value.is_some());
        let record = solved.next().or(self.records.first());
        record.map_or("value", |record| record.objective.value_name())
    }

    /// The longest time limit of any run, in seconds.
    pub fn limit(&self) -> Option<f64> {
        self.records.iter().filter_map(|record| limit(record, Clock::Cpu)).max_by(f64::total_cmp)
    }

    /// The largest number of runs of one configuration on one level.
    pub fn repetitions(&self) -> usize {
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        for &place in &self.places {
            *counts.entry(place).or_default() += 1;
        }
        counts.into_values().max().unwrap_or(0)
    }
}

impl Cell<'_> {
    /// The time of the run if it gave an answer.
    pub fn answer_time(&self, clock: Clock) -> Option<f64> {
        self.record.is_answer().then(|| time(self.record, clock))
    }
}

impl Standing {
    /// The scores of these cells.
    pub fn of<'a>(cells: impl Iterator<Item = Cell<'a>>) -> Standing {
        let start = Standing { par2: Some(0.0), par2_wall: Some(0.0), ..Standing::default() };
        let add = |sum: Option<f64>, score: Option<f64>| Some(sum? + score?);
        cells.fold(start, |sum, Cell { record, .. }| Standing {
            levels: sum.levels + 1,
            answered: sum.answered + usize::from(record.is_answer()),
            par2: add(sum.par2, par2(record, Clock::Cpu)),
            par2_wall: add(sum.par2_wall, par2(record, Clock::Wall)),
            peak_memory: sum.peak_memory.max(record.peak_memory),
        })
    }
}

/// The PAR2 score of a run: its time if it gave an answer, otherwise twice the limit.
pub fn par2(record: &Record, clock: Clock) -> Option<f64> {
    if record.is_answer() { Some(time(record, clock)) } else { Some(2.0 * limit(record, clock)?) }
}

fn time(record: &Record, clock: Clock) -> f64 {
    match clock {
        Clock::Cpu => record.cpu_seconds,
        Clock::Wall => record.seconds,
    }
}

/// The time limit of a run on this clock, or on the other clock if this one has no limit.
pub fn limit(record: &Record, clock: Clock) -> Option<f64> {
    let (cpu, wall) = (record.limits.cpu_seconds, record.limits.wall_seconds);
    let seconds = match clock {
        Clock::Cpu => cpu.or(wall),
        Clock::Wall => wall.or(cpu),
    };
    seconds.map(|seconds| seconds as f64)
}

/// Orders runs best first: runs with an answer, then by score. A run without a score comes last.
fn compare_runs(one: &Record, other: &Record) -> Ordering {
    let score = |record| par2(record, Clock::Cpu).unwrap_or(f64::INFINITY);
    let answers = other.is_answer().cmp(&one.is_answer());
    answers.then(score(one).total_cmp(&score(other)))
}

/// The run that represents several: a wrong one if there is any, otherwise the median by score.
fn representative(mut runs: Vec<Cell<'_>>) -> Option<Cell<'_>> {
    if let Some(wrong) = runs.iter().find(|cell| cell.record.outcome == Outcome::Wrong) {
        return Some(*wrong);
    }
    runs.sort_by(|a, b| compare_runs(a.record, b.record));
    runs.get(runs.len() / 2).copied()
}

/// The identity of a level. Two levels that differ only in name were run separately.
fn identity(level: &RecordedLevel) -> (&str, &str) {
    (&level.hash, &level.facts.name)
}

/// The levels, sorted by name. Levels with the same name are labelled with their hash.
fn levels(records: &[Record]) -> Vec<Level<'_>> {
    let distinct: BTreeMap<(&str, &str), &RecordedLevel> =
        records.iter().map(|record| (identity(&record.level), &record.level)).collect();
    let mut count: HashMap<&str, usize> = HashMap::new();
    for level in distinct.values() {
        *count.entry(&level.facts.name).or_default() += 1;
    }
    let label = |RecordedLevel { hash, facts, .. }: &RecordedLevel| {
        let part = hash.get(..8).unwrap_or(hash);
        match count[&*facts.name] {
            1 => facts.name.clone(),
            _ => format!("{} ({part})", facts.name),
        }
    };
    let mut levels: Vec<Level<'_>> = distinct
        .into_values()
        .map(|recorded| Level { recorded, facts: &recorded.facts, label: label(recorded) })
        .collect();
    levels.sort_by(|a, b| natural_order(&a.label, &b.label));
    levels
}
