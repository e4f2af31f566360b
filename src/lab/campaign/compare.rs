//! Two campaigns compared, run by run: what got better, what got worse, and what changed its answer.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::Serialize;

use super::record::Record;
use crate::lab::outcome::Outcome;

/// What became of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It says something else of the level, or became wrong, or right.
    Answer,
    /// It has no answer any more, a longer plan, or takes longer.
    Worse,
    /// It has an answer now, a shorter plan, or is faster.
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
    /// What became of it.
    pub change: Change,
}

/// Two campaigns.
pub struct Comparison<'a> {
    /// The runs that both have, those that need a look first.
    pub pairs: Vec<Pair<'a>>,
    /// How many only the first has.
    pub only_before: usize,
    /// How many only the second has.
    pub only_after: usize,
}

/// Times that differ by less than this are the same, whatever the factor.
const NOISE: f64 = 0.1;

impl<'a> Comparison<'a> {
    /// Compares records that were cross-checked. Runs are the same if they are of the same level,
    /// configuration by its name, and repetition: versions and limits may differ. Times differ if they do
    /// by this factor.
    pub fn new(before: &'a [Record], after: &'a [Record], factor: f64) -> Comparison<'a> {
        let first = by_what_was_asked(before);
        let second = by_what_was_asked(after);
        let mut pairs: Vec<Pair<'a>> = first
            .iter()
            .filter_map(|(key, before)| Some((*before, *second.get(key)?)))
            .map(|(before, after)| Pair { before, after, change: change(before, after, factor) })
            .collect();
        pairs.sort_by_key(|pair| pair.change);
        Comparison {
            only_before: first.len() - pairs.len(),
            only_after: second.len() - pairs.len(),
            pairs,
        }
    }

    /// How many runs came to this.
    pub fn count(&self, change: Change) -> usize {
        self.pairs.iter().filter(|pair| pair.change == change).count()
    }
}

type Asked<'a> = (&'a str, &'a str, &'a str, usize);

fn by_what_was_asked(records: &[Record]) -> BTreeMap<Asked<'_>, &Record> {
    let mut all = BTreeMap::new();
    for record in records {
        let Record { configuration, level, repetition, .. } = record;
        // Levels may be the same but for their names, or of the same name and not the same.
        let asked = (configuration.name.as_str(), &*level.name, &*level.hash, *repetition);
        all.insert(asked, record);
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
    if before.outcome != after.outcome || is_claimed && before.length != after.length {
        return Change::Answer;
    }
    let is_slower = |one: &Record, other: &Record| {
        let (one, other) = (one.cpu_seconds, other.cpu_seconds);
        one > other * factor && one - other > NOISE
    };
    match after.length.cmp(&before.length) {
        Ordering::Less => Change::Better,
        Ordering::Greater => Change::Worse,
        Ordering::Equal if is_slower(after, before) => Change::Worse,
        Ordering::Equal if is_slower(before, after) => Change::Better,
        Ordering::Equal => Change::Same,
    }
}
