//! What a solver answers to a question, and what it reports about its work.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// What a solver answers to the question it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// A plan.
    Plan {
        /// The plan as the solver wrote it.
        text: String,
        /// Whether the solver finished, rather than being stopped while it looked for a better plan.
        is_final: bool,
    },
    /// There is no plan.
    NoPlan,
    /// It was stopped before it finished.
    Stopped {
        /// What stopped it.
        by: Stop,
        /// The best plan it had written by then.
        best: Option<String>,
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
                (Some(sum), Some(part)) => Some(sum + part),
                (sum, part) => sum.or(part),
            },
            search_memory: sum.search_memory.max(part.search_memory),
            variables: sum.variables.max(part.variables),
            constraints: sum.constraints.max(part.constraints),
            details: BTreeMap::new(),
        })
    }
}

/// The text of a file in a folder; empty if there is none.
pub(super) fn text(directory: &Path, name: &str) -> String {
    let bytes = fs::read(directory.join(name)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
