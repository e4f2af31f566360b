//! The figures of a campaign as a JSON object.

use std::collections::BTreeMap;

use serde::Serialize;

use super::difference::Difference;
use super::quality::{BestKnown, Quality};
use super::results::{Results, Standing};
use super::significance::Paired;
use crate::lab::campaign::record::Configuration;
use crate::lab::outcome::Outcome;

/// The JSON output of `plotgen bench report --json`, without the list of files.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// The number of levels.
    pub levels: usize,
    /// The number of runs.
    pub runs: usize,
    /// The largest number of runs of one configuration on one level.
    pub repetitions: usize,
    /// The wrong runs.
    pub wrong: Vec<WrongRun<'a>>,
    /// The configurations, best first; by name if the campaign is incomplete.
    pub configurations: Vec<ConfigurationSummary<'a>>,
    /// The configurations that did not run, and why.
    pub not_run: Vec<NotRunSummary<'a>>,
    /// The number of runs that a complete campaign has, without configurations that did not run.
    pub planned: usize,
    /// The number of these that did not take place.
    pub remaining: usize,
    /// The virtual best solver, which uses the best configuration for each level.
    pub virtual_best: Score,
    /// The configuration that the others are compared with.
    pub baseline: Option<&'a str>,
    /// What a reader has to know about the figures.
    pub notes: Vec<String>,
}

/// A wrong run, with what is needed to reproduce it.
#[derive(Debug, Serialize)]
pub struct WrongRun<'a> {
    /// The name of the configuration.
    pub configuration: &'a str,
    /// The label of the level.
    pub level: &'a str,
    /// What is wrong.
    pub remark: Option<&'a str>,
    /// The file of the record.
    pub record: String,
    /// The folder with the files of the run, relative to that of the campaign.
    pub files: Option<&'a str>,
}

impl<'a> WrongRun<'a> {
    /// All wrong runs of a campaign.
    pub fn all(results: &'a Results<'_>) -> Vec<WrongRun<'a>> {
        let wrong_run = |run: usize| {
            let record = &results.records[run];
            WrongRun {
                configuration: &record.configuration.name,
                level: &results.levels[results.place(run).0].label,
                remark: record.remark.as_deref(),
                record: record.file(),
                files: record.files.as_deref(),
            }
        };
        results.wrong().into_iter().map(wrong_run).collect()
    }
}

/// The figures of a configuration.
#[derive(Debug, Serialize)]
pub struct ConfigurationSummary<'a> {
    #[serde(flatten)]
    configuration: &'a Configuration,
    #[serde(flatten)]
    score: Score,
    outcomes: BTreeMap<&'static str, usize>,
    quality: QualitySummary,
    difference: Option<DifferenceSummary>,
    paired: Option<Paired>,
}

/// The quality of plans compared with the best known.
#[derive(Debug, Serialize)]
struct QualitySummary {
    levels: usize,
    plans: usize,
    best: usize,
    score: f64,
}

/// A configuration that did not run.
#[derive(Debug, Serialize)]
pub struct NotRunSummary<'a> {
    name: &'a str,
    runs: usize,
    reason: &'a str,
}

/// The scores on a set of levels.
#[derive(Debug, Serialize)]
pub struct Score {
    levels: usize,
    answered: usize,
    optima: usize,
    par2: Option<f64>,
    par2_optimal: Option<f64>,
    par2_wall: Option<f64>,
}

/// The difference from the baseline.
#[derive(Debug, Serialize)]
struct DifferenceSummary {
    levels: usize,
    answered: i64,
    gained: usize,
    lost: usize,
    faster: usize,
    slower: usize,
    par2: Option<f64>,
    par2_wall: Option<f64>,
}

impl From<Standing> for Score {
    fn from(standing: Standing) -> Score {
        let Standing { levels, answered, optimal, par2, par2_optimal, par2_wall, peak_memory: _ } =
            standing;
        Score { levels, answered, optima: optimal, par2, par2_optimal, par2_wall }
    }
}

impl From<Difference> for DifferenceSummary {
    fn from(difference: Difference) -> DifferenceSummary {
        let subtract = |(one, other): (Option<f64>, Option<f64>)| Some(one? - other?);
        DifferenceSummary {
            levels: difference.levels,
            answered: difference.answered(),
            gained: difference.gained,
            lost: difference.lost,
            faster: difference.faster,
            slower: difference.slower,
            par2: subtract(difference.par2),
            par2_wall: subtract(difference.par2_wall),
        }
    }
}

impl<'a> Summary<'a> {
    /// The figures of a campaign, with the differences from a baseline if one is given.
    pub fn new(results: &'a Results<'_>, baseline: Option<usize>) -> Summary<'a> {
        let known = BestKnown::new(results);
        let others = (0..results.configurations.len()).filter(|&index| baseline != Some(index));
        let mut paired: BTreeMap<usize, Paired> = baseline
            .map(|baseline| {
                others.map(|index| (index, Paired::new(results, index, baseline))).collect()
            })
            .unwrap_or_default();
        Paired::adjust(&mut paired.values_mut().collect::<Vec<_>>());
        let configuration = |index: usize| {
            let Quality { levels, plans, best, score, .. } = Quality::new(results, &known, index);
            let mut outcomes = BTreeMap::new();
            for cell in results.whole_column(index) {
                *outcomes.entry(Outcome::word(cell.record.outcome)).or_default() += 1;
            }
            let other = baseline.filter(|&baseline| baseline != index);
            ConfigurationSummary {
                configuration: results.configurations[index],
                score: results.standing(index).into(),
                outcomes,
                quality: QualitySummary { levels, plans, best, score },
                difference: other.map(|other| Difference::new(results, index, other).into()),
                paired: paired.get(&index).copied(),
            }
        };
        Summary {
            levels: results.levels.len(),
            runs: results.records.len(),
            repetitions: results.repetitions(),
            wrong: WrongRun::all(results),
            configurations: results.ranking().into_iter().map(configuration).collect(),
            not_run: results
                .not_run
                .iter()
                .map(|entry| NotRunSummary {
                    name: &entry.configuration.name,
                    runs: entry.runs,
                    reason: entry.reason,
                })
                .collect(),
            planned: results.progress.planned,
            remaining: results.progress.missing,
            virtual_best: Standing::of(results.virtual_best(|_| true)).into(),
            baseline: baseline.map(|index| &*results.configurations[index].name),
            notes: results.notes(),
        }
    }
}
