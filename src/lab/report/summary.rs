//! The figures of a report for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::difference::Difference;
use super::results::{Results, Standing};
use crate::lab::campaign::record::Configuration;
use crate::lab::outcome::Outcome;

/// What `plotgen bench report --json` answers, but for the files.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    /// The number of levels.
    pub levels: usize,
    /// The number of runs.
    pub runs: usize,
    /// The most runs of one configuration at one level.
    pub repetitions: usize,
    /// Answers that do not hold.
    pub wrong: Vec<Wrong<'a>>,
    /// The configurations, the best first.
    pub configurations: Vec<Standings<'a>>,
    /// For each level the best configuration.
    pub virtual_best: Score,
    /// The configuration that others are compared with.
    pub baseline: Option<&'a str>,
    /// What a reader has to know, a sentence each.
    pub notes: Vec<String>,
}

/// An answer that does not hold.
#[derive(Debug, Serialize)]
pub struct Wrong<'a> {
    configuration: &'a str,
    level: &'a str,
    remark: Option<&'a str>,
    record: String,
    files: Option<&'a str>,
}

/// How a configuration stands.
#[derive(Debug, Serialize)]
pub struct Standings<'a> {
    #[serde(flatten)]
    configuration: &'a Configuration,
    #[serde(flatten)]
    score: Score,
    outcomes: BTreeMap<&'static str, usize>,
    difference: Option<Differences>,
}

/// A score.
#[derive(Debug, Serialize)]
pub struct Score {
    levels: usize,
    answered: usize,
    par2: Option<f64>,
    par2_wall: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Differences {
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
        let Standing { levels, answered, par2, par2_wall, peak_memory: _ } = standing;
        Score { levels, answered, par2, par2_wall }
    }
}

impl From<Difference> for Differences {
    fn from(difference: Difference) -> Differences {
        let less = |(one, other): (Option<f64>, Option<f64>)| Some(one? - other?);
        Differences {
            levels: difference.levels,
            answered: difference.answered(),
            gained: difference.gained,
            lost: difference.lost,
            faster: difference.faster,
            slower: difference.slower,
            par2: less(difference.par2),
            par2_wall: less(difference.par2_wall),
        }
    }
}

impl<'a> Summary<'a> {
    /// The figures, with differences to a baseline.
    pub fn new(results: &'a Results<'_>, baseline: Option<usize>) -> Summary<'a> {
        let wrong = |run: usize| {
            let record = &results.records[run];
            Wrong {
                configuration: &record.configuration.name,
                level: &results.levels[results.place(run).0].label,
                remark: record.remark.as_deref(),
                record: record.file(),
                files: record.files.as_deref(),
            }
        };
        let standings = |index: usize| {
            let mut outcomes = BTreeMap::new();
            for cell in results.column(index) {
                *outcomes.entry(Outcome::word(cell.record.outcome)).or_default() += 1;
            }
            let others = baseline.filter(|&baseline| baseline != index);
            Standings {
                configuration: results.configurations[index],
                score: results.standing(index).into(),
                outcomes,
                difference: others.map(|other| Difference::new(results, index, other).into()),
            }
        };
        Summary {
            levels: results.levels.len(),
            runs: results.records.len(),
            repetitions: results.repetitions(),
            wrong: results.wrong().into_iter().map(wrong).collect(),
            configurations: results.ranking().into_iter().map(standings).collect(),
            virtual_best: Standing::of(results.virtual_best(|_| true)).into(),
            baseline: baseline.map(|index| &*results.configurations[index].name),
            notes: results.notes(),
        }
    }
}
