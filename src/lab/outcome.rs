//! Outcomes of runs, once the solver's claim was checked.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::solvers::Stop;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A plan, replayed and found valid.
    Solved,
    /// The solver has proved that there is no plan.
    Unsolvable,
    /// There is no plan of the lengths asked about, which were not all.
    Refuted,
    /// The solver's claim does not hold.
    Wrong,
    /// It ran out of time.
    Timeout,
    /// It ran out of memory.
    Memout,
    /// It failed, or did something unexplained.
    Crashed,
    /// It is not installed.
    Missing,
    /// It was stopped by the user.
    Interrupted,
}

impl Outcome {
    /// All of them, in the order in which they are reported: those that need attention first.
    pub const ALL: [Outcome; 9] = [
        Outcome::Wrong,
        Outcome::Solved,
        Outcome::Unsolvable,
        Outcome::Refuted,
        Outcome::Timeout,
        Outcome::Memout,
        Outcome::Crashed,
        Outcome::Missing,
        Outcome::Interrupted,
    ];

    /// The outcome as a word.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Refuted => "refuted",
            Outcome::Wrong => "wrong",
            Outcome::Timeout => "timeout",
            Outcome::Memout => "memout",
            Outcome::Crashed => "crashed",
            Outcome::Missing => "missing",
            Outcome::Interrupted => "interrupted",
        }
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Outcome, String> {
        Self::ALL.into_iter().find(|outcome| outcome.word() == text).ok_or_else(|| {
            let words = Self::ALL.map(Outcome::word).join(", ");
            format!("{text:?} is not an outcome ({words})")
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl From<Stop> for Outcome {
    fn from(stop: Stop) -> Outcome {
        match stop {
            Stop::Time => Outcome::Timeout,
            Stop::Memory => Outcome::Memout,
            Stop::User => Outcome::Interrupted,
        }
    }
}
