//! The results of a campaign: one cell per level and configuration, and the standing of each
//! configuration.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use super::progress::{NotRun, Progress, not_run, took_place};
use crate::game::LevelFacts;
use crate::lab::campaign::record::{Configuration, Record, RecordedLevel};
use crate::lab::campaign::task::Task;
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
    /// The runs that took place: all records but those of missing solvers and interrupted runs.
    pub records: Vec<&'a Record>,
    /// The levels, by name.
    pub levels: Vec<Level<'a>>,
    /// The configurations that ran at least once, by name.
    pub configurations: Vec<&'a Configuration>,
    /// The configurations that did not run at all, by name. They have no score.
    pub not_run: Vec<NotRun<'a>>,
    /// How much of the campaign is done.
    pub progress: Progress,
    /// The cells, level by level, with one per configuration.
    pub(super) cells: Vec<Option<Cell<'a>>>,
    /// The number of records that are left out because they are damaged.
    pub damaged: usize,
    /// How much times vary on the machine for a fixed task, in words, if that was measured.
    pub calibration: Option<String>,
    /// All runs of each cell.
    runs: Vec<Vec<usize>>,
    /// Whether all configurations ran the level.
    is_common: Vec<bool>,
    /// The level and the configuration of each run.
    places: Vec<(usize, usize)>,
}

/// A level of the campaign.
pub struct Level<'a> {
    pub(super) recorded: &'a RecordedLevel,
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
    /// The number of levels with any valid plan, or a proof that there is none.
    pub answered: usize,
    /// The number of levels with a plan that is proved optimal, or a proof that there is none.
    pub optimal: usize,
    /// The PAR2 score on CPU time. `None` if a run without a time limit gave no answer.
    pub par2: Option<f64>,
    /// The PAR2 score where only proved optima and proofs that there is no plan count as answers.
    pub par2_optimal: Option<f64>,
    /// The PAR2 score on wall time.
    pub par2_wall: Option<f64>,
    /// The highest peak memory of a run, in bytes.
    pub peak_memory: u64,
}

impl<'a> Results<'a> {
    /// Sorts records into cells. The records must have been cross-checked already: an answer not
    /// marked `wrong` is trusted.
    pub fn new(records: &'a [Record]) -> Results<'a> {
        Results::planned(records, &[])
    }

    /// Sorts records into cells, where `tasks` are all planned runs, with and without a record.
    pub fn planned(records: &'a [Record], tasks: &'a [Task]) -> Results<'a> {
        let ran: Vec<&Record> = records.iter().filter(|record| took_place(record)).collect();
        let all = records.iter().map(|record| &record.level);
        let levels = levels(all.chain(tasks.iter().map(|task| &task.level)));
        let by_name: BTreeMap<&str, &Configuration> =
            ran.iter().map(|record| (&*record.configuration.name, &record.configuration)).collect();
        let mut configurations: Vec<&Configuration> = by_name.into_values().collect();
        configurations.sort_by(|a, b| natural_order(&a.name, &b.name));
        let level_at: HashMap<(&str, &str), usize> = levels
            .iter()
            .enumerate()
            .map(|(index, level)| (identity(level.recorded), index))
            .collect();
        let configuration_at: HashMap<&str, usize> =
            configurations.iter().enumerate().map(|(index, c)| (&*c.name, index)).collect();
        let place = |record: &&Record| {
            (level_at[&identity(&record.level)], configuration_at[&*record.configuration.name])
        };
        let places: Vec<(usize, usize)> = ran.iter().map(place).collect();
        let mut runs: Vec<Vec<usize>> = vec![Vec::new(); levels.len() * configurations.len()];
        for (run, &(level, configuration)) in places.iter().enumerate() {
            runs[level * configurations.len() + configuration].push(run);
        }
        let cell = |run: &usize| Cell { run: *run, record: ran[*run] };
        let cells: Vec<Option<Cell<'_>>> =
            runs.iter().map(|runs| representative(runs.iter().map(cell).collect())).collect();
        let width = configurations.len().max(1);
        let is_common = cells.chunks(width).map(|row| row.iter().all(Option::is_some)).collect();
        Results {
            not_run: not_run(records, tasks, &configurations),
            progress: Progress::of(&ran, tasks, &levels, &configurations),
            records: ran,
            levels,
            configurations,
            cells,
            damaged: 0,
            calibration: None,
            runs,
            is_common,
            places,
        }
    }

    /// Whether all configurations ran this level. Scores are computed over these levels only.
    pub fn is_common(&self, level: usize) -> bool {
        self.is_common[level]
    }

    /// The number of levels that all configurations ran.
    pub fn common(&self) -> usize {
        self.is_common.iter().filter(|&&is_common| is_common).count()
    }

    /// What identifies a level: its hash and its name.
    pub fn identity(&self, level: usize) -> (&'a str, &'a str) {
        identity(self.levels[level].recorded)
    }

    /// All runs of a configuration on a level.
    pub fn runs(&self, level: usize, configuration: usize) -> impl Iterator<Item = Cell<'a>> {
        let runs = &self.runs[level * self.configurations.len() + configuration];
        runs.iter().map(|&run| Cell { run, record: self.records[run] })
    }

    /// The result of a configuration on a level, if there is a record.
    pub fn cell(&self, level: usize, configuration: usize) -> Option<Cell<'a>> {
        self.cells[level * self.configurations.len() + configuration]
    }

    /// The level and the configuration of a run.
    pub fn place(&self, run: usize) -> (usize, usize) {
        self.places[run]
    }

    /// The cells of a configuration on the levels that all configurations ran.
    pub fn column(&self, configuration: usize) -> impl Iterator<Item = Cell<'a>> {
        let levels = (0..self.levels.len()).filter(|&level| self.is_common(level));
        levels.filter_map(move |level| self.cell(level, configuration))
    }

    /// All cells of a configuration, also on levels that others did not run.
    pub fn whole_column(&self, configuration: usize) -> impl Iterator<Item = Cell<'a>> {
        (0..self.levels.len()).filter_map(move |level| self.cell(level, configuration))
    }

    /// The cells of a level, in the order of configurations.
    pub fn row(&self, level: usize) -> impl Iterator<Item = Cell<'a>> {
        (0..self.configurations.len()).filter_map(move |index| self.cell(level, index))
    }

    /// The scores of a configuration on the levels that all configurations ran.
    pub fn standing(&self, configuration: usize) -> Standing {
        Standing::of(self.column(configuration))
    }

    /// All configurations: those that ran, and those that did not.
    pub fn all_configurations(&self) -> impl Iterator<Item = &'a Configuration> {
        let ran = self.configurations.iter().copied();
        ran.chain(self.not_run.iter().map(|entry| entry.configuration))
    }

    /// The configuration of a solver with a model that has these variants; with any, if none are given.
    pub fn find(&self, solver: &str, model: &str, variants: Option<&str>) -> Option<usize> {
        self.configurations.iter().position(|configuration| {
            configuration.solver == solver
                && configuration.base_model() == Some(model)
                && (variants.is_none() || configuration.variants() == variants)
        })
    }

    /// The virtual best solver: for each level, the best cell among the configurations that
    /// `is_included` accepts. It has only levels that all configurations ran.
    pub fn virtual_best(
        &self,
        is_included: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Cell<'a>> {
        let levels = (0..self.levels.len()).filter(|&level| self.is_common(level));
        levels.filter_map(move |level| {
            let cells = (0..self.configurations.len()).filter(|&index| is_included(index));
            let cells = cells.filter_map(|index| self.cell(level, index));
            cells.min_by(|a, b| compare_runs(a.record, b.record))
        })
    }

    /// The configurations, best first: by most answers, then most optima, then by lowest score. Those
    /// of an incomplete campaign are not ranked, but ordered by name.
    pub fn ranking(&self) -> Vec<usize> {
        if !self.progress.is_complete() {
            return (0..self.configurations.len()).collect();
        }
        let standings: Vec<Standing> =
            (0..self.configurations.len()).map(|index| self.standing(index)).collect();
        let mut ranking: Vec<usize> = (0..standings.len()).collect();
        let score = |index: usize| standings[index].par2.unwrap_or(f64::INFINITY);
        ranking.sort_by(|&a, &b| {
            let key = |index: usize| (standings[index].answered, standings[index].optimal);
            key(b).cmp(&key(a)).then(score(a).total_cmp(&score(b)))
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
        self.runs.iter().map(Vec::len).max().unwrap_or(0)
    }
}

impl Cell<'_> {
    /// The time of the run if it gave an answer.
    pub fn answer_time(&self, clock: Clock) -> Option<f64> {
        self.record.is_answer().then(|| time(self.record, clock))
    }

    /// Whether the answer is a plan that is proved optimal, or a proof that there is no plan.
    pub fn is_optimal(&self) -> bool {
        is_optimal(self.record)
    }
}

impl Standing {
    /// The scores of these cells.
    pub fn of<'a>(cells: impl Iterator<Item = Cell<'a>>) -> Standing {
        let zero = Some(0.0);
        let start =
            Standing { par2: zero, par2_optimal: zero, par2_wall: zero, ..Standing::default() };
        let add = |sum: Option<f64>, score: Option<f64>| Some(sum? + score?);
        cells.fold(start, |sum, Cell { record, .. }| Standing {
            levels: sum.levels + 1,
            answered: sum.answered + usize::from(record.is_answer()),
            optimal: sum.optimal + usize::from(is_optimal(record)),
            par2_optimal: add(sum.par2_optimal, par2_optimal(record)),
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

/// The PAR2 score of a run where a plan that is not proved optimal is no answer.
pub fn par2_optimal(record: &Record) -> Option<f64> {
    if is_optimal(record) {
        Some(record.cpu_seconds)
    } else {
        Some(2.0 * limit(record, Clock::Cpu)?)
    }
}

/// Whether the answer of a run is a plan that is proved optimal, or a proof that there is no plan.
pub fn is_optimal(record: &Record) -> bool {
    match record.outcome {
        Outcome::Solved => record.optimal,
        Outcome::Unsolvable => true,
        Outcome::Refuted
        | Outcome::Wrong
        | Outcome::Timeout
        | Outcome::Memout
        | Outcome::Crashed
        | Outcome::Missing
        | Outcome::Interrupted => false,
    }
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
pub(super) fn identity(level: &RecordedLevel) -> (&str, &str) {
    (&level.hash, &level.facts.name)
}

/// The levels, sorted by name. Levels with the same name are labelled with their hash.
fn levels<'a>(recorded: impl Iterator<Item = &'a RecordedLevel>) -> Vec<Level<'a>> {
    let distinct: BTreeMap<(&str, &str), &RecordedLevel> =
        recorded.map(|level| (identity(level), level)).collect();
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
