//! What a campaign found: a cell for each level and configuration, and how configurations stand.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::lab::campaign::record::{Configuration, LevelFacts, Record};
use crate::lab::outcome::Outcome;

/// What time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Processor time of the whole process tree: the clock of all scores.
    Cpu,
    /// Wall time, to be shown beside it.
    Wall,
}

/// Results of a campaign.
pub struct Results<'a> {
    /// The records.
    pub records: &'a [Record],
    /// The levels, by name.
    pub levels: Vec<Level<'a>>,
    /// The configurations, by name.
    pub configurations: Vec<&'a Configuration>,
    /// For each level, and in it for each configuration, what came of it.
    cells: Vec<Option<Cell<'a>>>,
    /// For each record its level and its configuration.
    places: Vec<(usize, usize)>,
}

/// A level of the campaign.
pub struct Level<'a> {
    /// What is known of it.
    pub facts: &'a LevelFacts,
    /// Its name, with a part of its hash where others have the same name.
    pub label: String,
}

/// What came of a configuration at a level: the run that stands for all repetitions.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    /// The run, as an index of [`Results::records`].
    pub run: usize,
    /// Its record.
    pub record: &'a Record,
}

/// How a configuration stands on some levels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// The levels.
    pub levels: usize,
    /// Those that were answered: solved, or proved unsolvable.
    pub answered: usize,
    /// The score on processor time. `None` if something was not answered that had no limit.
    pub par2: Option<f64>,
    /// The same on wall time.
    pub par2_wall: Option<f64>,
    /// The most memory that a run took, in bytes.
    pub peak_memory: u64,
}

impl<'a> Results<'a> {
    /// Sorts records into cells. They must have been checked against one another before: what is not `wrong`
    /// here is believed.
    pub fn new(records: &'a [Record]) -> Results<'a> {
        let levels = levels(records);
        let by_name: BTreeMap<&str, &Configuration> = records
            .iter()
            .map(|record| (&*record.configuration.name, &record.configuration))
            .collect();
        let mut configurations: Vec<&Configuration> = by_name.into_values().collect();
        configurations.sort_by(|a, b| natural(&a.name, &b.name));
        let level_at: HashMap<(&str, &str), usize> =
            levels.iter().enumerate().map(|(index, level)| (key(level.facts), index)).collect();
        let configuration_at: HashMap<&str, usize> =
            configurations.iter().enumerate().map(|(index, c)| (&*c.name, index)).collect();
        let place = |record: &Record| {
            (level_at[&key(&record.level)], configuration_at[&*record.configuration.name])
        };
        let places: Vec<(usize, usize)> = records.iter().map(place).collect();
        let mut runs: Vec<Vec<Cell<'_>>> = vec![Vec::new(); levels.len() * configurations.len()];
        for (run, &(level, configuration)) in places.iter().enumerate() {
            let record = &records[run];
            runs[level * configurations.len() + configuration].push(Cell { run, record });
        }
        let cells = runs.into_iter().map(middle).collect();
        Results { records, levels, configurations, cells, places }
    }

    /// What came of a configuration at a level, if there is a record of it.
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

    /// How a configuration stands.
    pub fn standing(&self, configuration: usize) -> Standing {
        Standing::of(self.column(configuration))
    }

    /// The virtual best solver: for each level the best cell of the configurations that are wanted.
    pub fn virtual_best(
        &self,
        is_wanted: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Cell<'a>> {
        (0..self.levels.len()).filter_map(move |level| {
            let cells = (0..self.configurations.len()).filter(|&index| is_wanted(index));
            let cells = cells.filter_map(|index| self.cell(level, index));
            cells.min_by(|a, b| by_score(a.record, b.record))
        })
    }

    /// The configurations, the best first: most answers, then the lowest score.
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

    /// The classes of levels, each with its levels.
    pub fn classes(&self) -> Vec<(&'a str, Vec<usize>)> {
        let mut classes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, level) in self.levels.iter().enumerate() {
            classes.entry(&level.facts.class).or_default().push(index);
        }
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort_by(|(a, _), (b, _)| natural(a, b));
        classes
    }

    /// All runs that are wrong, also where other repetitions are not.
    pub fn wrong(&self) -> Vec<usize> {
        let is_wrong = |&run: &usize| self.records[run].outcome == Outcome::Wrong;
        let mut wrong: Vec<usize> = (0..self.records.len()).filter(is_wrong).collect();
        wrong.sort_by_key(|&run| (self.places[run].1, self.places[run].0));
        wrong
    }

    /// The longest time limit of any run, in seconds.
    pub fn limit(&self) -> Option<f64> {
        self.records.iter().filter_map(|record| limit(record, Clock::Cpu)).max_by(f64::total_cmp)
    }

    /// The most runs of one configuration at one level.
    pub fn repetitions(&self) -> usize {
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        for &place in &self.places {
            *counts.entry(place).or_default() += 1;
        }
        counts.into_values().max().unwrap_or(0)
    }

    /// What a reader of the figures has to know, a sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let absent = self.cells.iter().filter(|cell| cell.is_none()).count();
        if absent > 0 {
            let all = self.cells.len();
            notes.push(format!(
                "{absent} of {all} pairs of level and configuration have no record: figures are of what \
                 was run, and differences are taken over levels that both configurations ran."
            ));
        }
        if self.repetitions() > 1 {
            notes.push(
                "Levels were run more than once: the median run by score stands for all (of an even \
                 number, the slower of the middle two), and one wrong run makes the cell wrong."
                    .to_owned(),
            );
        }
        let records = || self.records.iter();
        if records().any(|record| !record.is_answer() && limit(record, Clock::Cpu).is_none()) {
            notes.push(
                "Some runs without a time limit gave no answer: their configurations have no PAR2."
                    .to_owned(),
            );
        }
        let is_beyond = |record: &Record| {
            record.is_answer()
                && limit(record, Clock::Cpu).is_some_and(|limit| record.cpu_seconds > limit)
        };
        if records().any(is_beyond) {
            notes.push(
                "Some runs answered within their limit of wall time and took more processor time than \
                 that: their PAR2 has the processor time."
                    .to_owned(),
            );
        }
        let limits: BTreeSet<_> = records()
            .map(|record| {
                let limits = &record.limits;
                (limits.cpu_seconds, limits.wall_seconds, limits.memory)
            })
            .collect();
        if limits.len() > 1 {
            notes.push(format!("The runs were held to {} different sets of limits.", limits.len()));
        }
        let machines: BTreeSet<&str> = records().map(|r| &*r.machine.processor).collect();
        if machines.len() > 1 {
            notes.push(format!(
                "The runs are of machines with {} kinds of processor: times do not compare.",
                machines.len()
            ));
        }
        for configuration in &self.configurations {
            let is_its = |record: &&Record| record.configuration.name == configuration.name;
            let versions: BTreeSet<&str> =
                records().filter(is_its).map(|record| &*record.configuration.version).collect();
            if versions.len() > 1 {
                let versions = versions.into_iter().collect::<Vec<_>>().join(", ");
                notes.push(format!(
                    "{} has runs of several versions: {versions}.",
                    configuration.name
                ));
            }
        }
        notes
    }
}

impl Cell<'_> {
    /// The time it took to answer, or nothing.
    pub fn answered_in(&self, clock: Clock) -> Option<f64> {
        self.record.is_answer().then(|| time(self.record, clock))
    }
}

impl Standing {
    /// The standing of these cells.
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

/// The score of a run: its time if it answered, else twice the limit.
pub fn par2(record: &Record, clock: Clock) -> Option<f64> {
    if record.is_answer() { Some(time(record, clock)) } else { Some(2.0 * limit(record, clock)?) }
}

fn time(record: &Record, clock: Clock) -> f64 {
    match clock {
        Clock::Cpu => record.cpu_seconds,
        Clock::Wall => record.seconds,
    }
}

/// The limit on the time of a clock, or else that on the other.
pub fn limit(record: &Record, clock: Clock) -> Option<f64> {
    let (cpu, wall) = (record.limits.cpu_seconds, record.limits.wall_seconds);
    let seconds = match clock {
        Clock::Cpu => cpu.or(wall),
        Clock::Wall => wall.or(cpu),
    };
    seconds.map(|seconds| seconds as f64)
}

/// The better run first: an answer before none, then by the score, where one without a limit comes last.
fn by_score(one: &Record, other: &Record) -> Ordering {
    let score = |record| par2(record, Clock::Cpu).unwrap_or(f64::INFINITY);
    let answers = other.is_answer().cmp(&one.is_answer());
    answers.then(score(one).total_cmp(&score(other)))
}

/// The run that stands for several: a wrong one, or else the median by score.
fn middle(mut runs: Vec<Cell<'_>>) -> Option<Cell<'_>> {
    if let Some(wrong) = runs.iter().find(|cell| cell.record.outcome == Outcome::Wrong) {
        return Some(*wrong);
    }
    runs.sort_by(|a, b| by_score(a.record, b.record));
    runs.get(runs.len() / 2).copied()
}

/// What tells levels apart: two that are the same but for their names were run as two.
fn key(facts: &LevelFacts) -> (&str, &str) {
    (&facts.hash, &facts.name)
}

/// The levels, by name. A name that several have is told apart by the hash.
fn levels(records: &[Record]) -> Vec<Level<'_>> {
    let by_key: BTreeMap<(&str, &str), &LevelFacts> =
        records.iter().map(|record| (key(&record.level), &record.level)).collect();
    let mut count: HashMap<&str, usize> = HashMap::new();
    for facts in by_key.values() {
        *count.entry(&facts.name).or_default() += 1;
    }
    let level = |&facts: &&'_ LevelFacts| {
        let part = facts.hash.get(..8).unwrap_or(&facts.hash);
        match count[&*facts.name] {
            1 => facts.name.clone(),
            _ => format!("{} ({part})", facts.name),
        }
    };
    let mut levels: Vec<Level<'_>> =
        by_key.values().map(|facts| Level { facts, label: level(facts) }).collect();
    levels.sort_by(|a, b| natural(&a.label, &b.label));
    levels
}

/// The order that people expect: numbers in names by their size.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a, b);
    loop {
        let digits =
            |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let order = match (digits(left), digits(right)) {
            (0, _) | (_, 0) => match (left.chars().next(), right.chars().next()) {
                (Some(first), Some(second)) => {
                    left = &left[first.len_utf8()..];
                    right = &right[second.len_utf8()..];
                    first.cmp(&second)
                }
                (first, second) => return first.cmp(&second).then_with(|| a.cmp(b)),
            },
            (first, second) => {
                let number = |text: &'_ str| text.trim_start_matches('0').to_owned();
                let (one, other) = (number(&left[..first]), number(&right[..second]));
                (left, right) = (&left[first..], &right[second..]);
                one.len().cmp(&other.len()).then(one.cmp(&other))
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}
