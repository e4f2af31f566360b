//! The record of a run: all that is known of it, in one JSON file. Records are the truth; every table and
//! plot is made from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lab::horizon::Phase;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::Statistics;

/// A run: what was asked, what came of it, and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the run: a hash of what determines it.
    pub run: String,
    /// The level.
    pub level: LevelFacts,
    /// What solved it.
    pub configuration: Configuration,
    /// Which of several runs of the same it is, from 1.
    pub repetition: usize,
    /// What it may use, and how that was enforced.
    pub limits: RunLimits,
    /// How it ended.
    pub outcome: Outcome,
    /// What is wrong or strange, in words.
    pub remark: Option<String>,
    /// The length of the best plan that survived replay.
    pub length: Option<usize>,
    /// The shots of that plan.
    pub shots: Option<Vec<String>>,
    /// Whether the solver says that no plan is shorter.
    pub optimal: bool,
    /// No plan is shorter than this, if the solver is right.
    pub lower_bound: usize,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of the whole process tree.
    pub cpu_seconds: f64,
    /// Bytes.
    pub peak_memory: u64,
    /// What the solver tells of its work.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The lengths that it was asked about, where the model has a horizon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// Where it ran.
    pub machine: Machine,
    /// The version of plotgen.
    pub plotgen: String,
    /// When it began: UTC, as 2026-01-31T12:00:00Z.
    pub started: String,
    /// The folder of its files, relative to that of the campaign, if they were kept.
    pub files: Option<String>,
}

/// A level as a record and a report know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelFacts {
    /// Its name.
    pub name: String,
    /// A hash of it: levels of one name are not always the same.
    pub hash: String,
    /// What kind of level it is, for tables by class: as 5x5.
    pub class: String,
    /// Numbers that describe it: rows, columns, blocks, colours, goal.
    pub figures: BTreeMap<String, u64>,
}

/// A solver with all that it was told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Configuration {
    /// A short name, unique in its campaign.
    pub name: String,
    /// The solver.
    pub solver: String,
    /// Its version.
    pub version: String,
    /// The model.
    pub model: Option<String>,
    /// The variants of the model, as `sum-dead-end` or `plain`.
    pub variants: Option<String>,
    /// How a planner searches.
    pub search: Option<String>,
    /// More arguments for the solver.
    pub options: Vec<String>,
}

/// What a run may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Seconds of wall time.
    pub wall_seconds: Option<u64>,
    /// Seconds of processor time of the whole process tree.
    pub cpu_seconds: Option<u64>,
    /// Bytes over the whole process tree.
    pub memory: Option<u64>,
    /// How each limit was enforced, in words, by the limit's name: as memory: cgroup.
    pub enforced: BTreeMap<String, String>,
}

/// A machine, as far as it matters for times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// Its processor.
    pub processor: String,
    /// Its cores.
    pub cores: usize,
    /// Its memory in bytes.
    pub memory: u64,
    /// Its operating system.
    pub system: String,
}

impl Record {
    /// The name of its file.
    pub fn file(&self) -> String {
        format!("{}.json", self.run)
    }

    /// Whether this counts as an answer: solved or unsolvable.
    pub fn is_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Solved | Outcome::Unsolvable)
    }
}
