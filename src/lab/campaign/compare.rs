//! Compares two campaigns run by run: better, worse, or another answer.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use super::record::Record;
use crate::lab::natural::natural_order;
use crate::lab::outcome::Outcome;

/// How a run changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// Its answer is another one, or it became wrong, or right.
    Answer,
    /// It no longer has an answer, has a worse plan, or takes longer.
    Worse,
    /// It has an answer now, has a better plan, or is faster.
    Better,
    /// It is the same.
    Same,
}

/// A run that both campaigns have.
pub struct Pair<'a> {
    /// In the first.
    pub before: &'a Record,
    /// In the second.
    pub after: &'a Record,
    /// How it changed.
    pub change: Change,
}

/// Two campaigns.
pub struct Comparison<'a> {
    /// The runs that both have, those that need attention first.
    pub pairs: Vec<Pair<'a>>,
    /// The number of runs that only the first has.
    pub only_before: usize,
    /// The number of runs that only the second has.
    pub only_after: usize,
}

/// Times that differ by less than this are the same, whatever the factor.
const NOISE: f64 = 0.1;

impl<'a> Comparison<'a> {
    /// Compares cross-checked records. Two runs correspond if level, name of the configuration and
    /// repetition are the same: versions and limits may differ. Times differ if they do by this factor.
    pub fn new(before: &'a [Record], after: &'a [Record], factor: f64) -> Comparison<'a> {
        let first = by_question(before);
        let second = by_question(after);
        let mut pairs: Vec<Pair<'a>> = first
            .iter()
            .filter_map(|(key, before)| Some((*before, *second.get(key)?)))
            .map(|(before, after)| Pair { before, after, change: change(before, after, factor) })
            .collect();
        let name = |pair: &Pair<'a>| pair.before.level.facts.name.as_str();
        pairs.sort_by(|a, b| a.change.cmp(&b.change).then_with(|| natural_order(name(a), name(b))));
        Comparison {
            only_before: first.len() - pairs.len(),
            only_after: second.len() - pairs.len(),
            pairs,
        }
    }

    /// The number of runs that changed in this way.
    pub fn count(&self, change: Change) -> usize {
        self.pairs.iter().filter(|pair| pair.change == change).count()
    }
}

/// Configuration, level with its hash, and repetition.
type Question<'a> = (&'a str, &'a str, &'a str, usize);

fn by_question(records: &[Record]) -> BTreeMap<Question<'_>, &Record> {
    let mut all = BTreeMap::new();
    for record in records {
        let Record { configuration, level, repetition, .. } = record;
        // Levels may differ in nothing but their names, and different levels may have one name.
        let question = (&*configuration.name, &*level.facts.name, &*level.hash, *repetition);
        all.insert(question, record);
    }
    all
}

fn change(before: &Record, after: &Record, factor: f64) -> Change {
    let is_wrong = |record: &Record| record.outcome == Outcome::Wrong;
    if is_wrong(before) != is_wrong(after) {
        return Change::Answer;
    }
    match (before.is_answer(), after.is_answer()) {
        (true, false) => return Change::Worse,
        (false, true) => return Change::Better,
        (false, false) => return Change::Same,
        (true, true) => {}
    }
    let is_claimed = before.optimal && after.optimal;
    if before.outcome != after.outcome || is_claimed && before.value != after.value {
        return Change::Answer;
    }
    let is_slower = |one: &Record, other: &Record| {
        let (one, other) = (one.cpu_seconds, other.cpu_seconds);
        one > other * factor && one - other > NOISE
    };
    let order = match (after.value, before.value) {
        (Some(after_value), Some(before_value)) => {
            after.objective.compare(after_value, before_value)
        }
        (_, _) => Ordering::Equal,
    };
    match order {
        Ordering::Less => Change::Better,
        Ordering::Greater => Change::Worse,
        Ordering::Equal if is_slower(after, before) => Change::Worse,
        Ordering::Equal if is_slower(before, after) => Change::Better,
        Ordering::Equal => Change::Same,
    }
}
