//! What a solver answers to a question, and what it reports about its work.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::lab::foreign::{self, Unusable};

/// What a solver answers to the question it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// A plan.
    Plan {
        /// The plan as the solver wrote it.
        text: String,
        /// Whether the solver looked for a better plan until it knew that there is none. A solver that was
        /// asked for any plan, or was stopped while it looked for a better one, does not know.
        is_final: bool,
    },
    /// There is no plan.
    NoPlan,
    /// It was stopped before it finished.
    Stopped {
        /// What stopped it.
        by: Stop,
        /// The plans it had written by then, the last one last.
        best: Vec<String>,
    },
    /// Anything else, in words.
    Crashed(String),
}

/// What stops a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The user.
    User,
}

impl Stop {
    /// Until when something was not known, in words.
    pub fn within(self) -> &'static str {
        match self {
            Stop::Time => "within the time limit",
            Stop::Memory => "within the memory limit",
            Stop::User => "before the interruption",
        }
    }
}

/// What a solver reports about its work; solvers differ in how much they report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Seconds spent on translating the model into a searchable form.
    pub translation_seconds: Option<f64>,
    /// Seconds spent on searching.
    pub search_seconds: Option<f64>,
    /// States or nodes of the search.
    pub expanded: Option<u64>,
    /// Bytes that the search took, by its own account.
    pub search_memory: Option<u64>,
    /// Variables of the searchable form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<u64>,
    /// Constraints or clauses of the searchable form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraints: Option<u64>,
    /// Everything it reports, under its own names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
}

impl Statistics {
    /// The statistics of work that was done in parts: sums, and maxima of what does not add up.
    pub fn sum<'a>(parts: impl Iterator<Item = &'a Statistics>) -> Statistics {
        let add = |sum: Option<f64>, part: Option<f64>| match (sum, part) {
            (Some(sum), Some(part)) => Some(sum + part),
            (sum, part) => sum.or(part),
        };
        parts.fold(Statistics::default(), |sum, part| Statistics {
            translation_seconds: add(sum.translation_seconds, part.translation_seconds),
            search_seconds: add(sum.search_seconds, part.search_seconds),
            expanded: match (sum.expanded, part.expanded) {
                (Some(sum), Some(part)) => Some(u64::saturating_add(sum, part)),
                (sum, part) => sum.or(part),
            },
            search_memory: sum.search_memory.max(part.search_memory),
            variables: sum.variables.max(part.variables),
            constraints: sum.constraints.max(part.constraints),
            details: BTreeMap::new(),
        })
    }
}

/// A number that a solver reports as a floating point number, if it is whole and can be one of ours.
pub(super) fn whole(number: f64) -> Option<i64> {
    let is_exact = number.fract() == 0.0 && number.abs() <= (1_u64 << 53) as f64;
    is_exact.then_some(number as i64)
}

/// The most that a solver may print. No log that is read is larger.
pub const MOST_OUTPUT: u64 = 256 << 20;

/// The largest plan that is read from a file. Plans have a few thousand actions at most.
const MOST_PLAN: u64 = 16 << 20;

/// The text that a solver printed or logged into a file; empty if there is no file.
///
/// # Errors
/// If the file is not a regular file, or is too large.
pub(super) fn log(directory: &Path, name: &str) -> Result<String, Unusable> {
    let bytes = foreign::bytes(&directory.join(name), MOST_OUTPUT)?.unwrap_or_default();
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The text of a file with a plan; `None` if there is no file.
///
/// # Errors
/// If the file is not a regular text file, or is too large.
pub(super) fn plan(directory: &Path, name: &str) -> Result<Option<String>, Unusable> {
    foreign::text(&directory.join(name), MOST_PLAN)
}
