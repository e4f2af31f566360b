//! The record of a run: everything known about it, in one JSON file. Every table and plot is made from
//! records alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use super::conditions::Conditions;
use crate::game::any::base_name;
use crate::game::{AnyLevel, LevelFacts, Objective};
use crate::lab::fingerprint::{fingerprint, hash};
use crate::lab::horizon::Phase;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::Statistics;
pub use crate::lab::solvers::declared::DeclaredAs;

/// A run: what was asked, the outcome, and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the run: a hash of everything that determines it.
    pub run: String,
    /// The level.
    pub level: RecordedLevel,
    /// The solver and its settings.
    pub configuration: Configuration,
    /// The number of the repetition, from 1.
    pub repetition: usize,
    /// The seed that the solver was given, if it takes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its limits, and how they were enforced.
    pub limits: RunLimits,
    /// How it ended.
    pub outcome: Outcome,
    /// What is wrong or strange, in words.
    pub remark: Option<String>,
    /// What a plan is for, which decides which values are better.
    #[serde(default)]
    pub objective: Objective,
    /// The value of the best plan that survived replay.
    #[serde(alias = "length")]
    pub value: Option<i64>,
    /// The steps of that plan.
    #[serde(alias = "shots")]
    pub steps: Option<Vec<String>>,
    /// Whether the solver says that no plan is better.
    pub optimal: bool,
    /// No plan has a better value than this, if the solver is right.
    #[serde(alias = "lower_bound", default)]
    pub bound: Option<i64>,
    /// Wall time.
    pub seconds: f64,
    /// CPU time of the whole process tree.
    pub cpu_seconds: f64,
    /// Bytes.
    pub peak_memory: u64,
    /// What the solver reports about its work.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The lengths it was asked about, if the model has a horizon.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// Where it ran.
    pub machine: Machine,
    /// What else could have changed its times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Conditions>,
    /// The version of plotgen.
    pub plotgen: String,
    /// When it started, in UTC, e.g. 2026-01-31T12:00:00Z.
    pub started: String,
    /// The folder with its files, relative to the campaign's, if they were kept.
    pub files: Option<String>,
}

/// A level as a record and a report show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLevel {
    /// Its game. Records of plotgen 0.1 do not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// A hash of it without its name: levels of one name are not always the same.
    pub hash: String,
    /// Its name, class and figures.
    #[serde(flatten)]
    pub facts: LevelFacts,
}

impl RecordedLevel {
    /// The level as records show it.
    pub fn new(level: &dyn AnyLevel) -> RecordedLevel {
        let nameless = level.renamed("level").line();
        RecordedLevel {
            game: Some(level.game().name().to_owned()),
            hash: fingerprint([nameless.as_str()])[..16].to_owned(),
            facts: level.facts(),
        }
    }
}

/// A solver with all its settings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "StoredConfiguration")]
pub struct Configuration {
    /// A short name, unique in its campaign.
    pub name: String,
    /// The solver.
    pub solver: String,
    /// Its version.
    pub version: String,
    /// The model with its variants, in one word.
    pub model: Option<String>,
    /// How a planner searches.
    pub search: Option<String>,
    /// Further arguments for the solver.
    pub options: Vec<String>,
    /// The seed that the campaign file gives it; without one, the number of the repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The solver's declaration, if it is not built in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<DeclaredAs>,
}

impl Configuration {
    /// The name of the model without its variants.
    pub fn base_model(&self) -> Option<&str> {
        self.model.as_deref().map(base_name)
    }

    /// The variants of the model; `plain` if there are none.
    pub fn variants(&self) -> Option<&str> {
        let model = self.model.as_deref()?;
        Some(model.split_once('+').map_or("plain", |(_, variants)| variants))
    }
}

/// A configuration as it is stored: plotgen 0.1 wrote the variants of a model apart from its name.
#[derive(Deserialize)]
struct StoredConfiguration {
    name: String,
    solver: String,
    version: String,
    model: Option<String>,
    variants: Option<String>,
    search: Option<String>,
    options: Vec<String>,
    seed: Option<u64>,
    declared: Option<DeclaredAs>,
}

impl From<StoredConfiguration> for Configuration {
    fn from(stored: StoredConfiguration) -> Configuration {
        let StoredConfiguration {
            name,
            solver,
            version,
            model,
            variants,
            search,
            options,
            seed,
            declared,
        } = stored;
        let variants = variants.filter(|variants| variants != "plain");
        let model = match (model, variants) {
            (Some(model), Some(variants)) => Some(format!("{model}+{variants}")),
            (model, _) => model,
        };
        Configuration { name, solver, version, model, search, options, seed, declared }
    }
}

/// The limits of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Seconds of wall time.
    pub wall_seconds: Option<u64>,
    /// Seconds of CPU time of the whole process tree.
    pub cpu_seconds: Option<u64>,
    /// Bytes over the whole process tree.
    pub memory: Option<u64>,
    /// How each limit was enforced, in words, by the limit's name, e.g. memory: cgroup.
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

/// What stands between the fields of a record and its digest in a file.
const BEFORE_DIGEST: &str = ",\n  \"digest\": \"";

/// Why the text of a file is not a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// It is cut short, or something else altogether.
    #[error("incomplete or invalid: {0}")]
    Invalid(String),
    /// Its digest belongs to another text.
    #[error("altered: its digest does not match its content")]
    Altered,
}

impl Record {
    /// The record as the text of a file: JSON that ends with a digest of everything before it.
    ///
    /// # Errors
    /// If it cannot be serialised.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let text = serde_json::to_string_pretty(self)?;
        let fields = text.strip_suffix("\n}").unwrap_or(&text);
        let digest = hash(fields.as_bytes());
        Ok(format!("{fields}{BEFORE_DIGEST}{digest}\"\n}}\n"))
    }

    /// Reads a record. One without a digest was written by plotgen 0.1, and is taken as it is.
    ///
    /// # Errors
    /// If the text is not a record, or does not match its digest.
    pub fn from_text(text: &[u8]) -> Result<Record, Damage> {
        #[derive(Deserialize)]
        struct Digest {
            digest: Option<String>,
        }
        fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, Damage> {
            serde_json::from_slice(text).map_err(|error| Damage::Invalid(error.to_string()))
        }
        let record = read(text)?;
        let Digest { digest: Some(digest) } = read(text)? else { return Ok(record) };
        let end = format!("{BEFORE_DIGEST}{digest}\"\n}}\n");
        match text.strip_suffix(end.as_bytes()) {
            Some(fields) if hash(fields) == digest => Ok(record),
            Some(_) | None => Err(Damage::Altered),
        }
    }

    /// The name of its file.
    pub fn file(&self) -> String {
        format!("{}.json", self.run)
    }

    /// Whether this counts as an answer: solved or unsolvable.
    pub fn is_answer(&self) -> bool {
        matches!(self.outcome, Outcome::Solved | Outcome::Unsolvable)
    }
}
