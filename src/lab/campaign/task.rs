//! A run that is to be done: all that determines it, and its name, which is the hash of that.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::record::{Configuration, LevelFacts};
use super::spec::SpecLimits;
use crate::lab::case::Case;
use crate::lab::process::Limits;
use crate::lab::solvers::Installed;
use crate::lab::verify::fingerprint;

/// A run that is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its name.
    pub run: String,
    /// The level.
    pub level: LevelFacts,
    /// The file of the level, in the campaign's folder of levels.
    pub file: String,
    /// What is to solve it.
    pub configuration: Configuration,
    /// The solver's programs, or why it cannot be run.
    pub solver: Availability,
    /// Seconds of wall time.
    pub wall_seconds: Option<u64>,
    /// Seconds of processor time.
    pub cpu_seconds: Option<u64>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Which of several runs of the same it is, from 1.
    pub repetition: usize,
}

/// Whether a solver is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Availability {
    /// Its programs, in the order of the solver's tools, each with its version.
    Programs(Vec<(PathBuf, String)>),
    /// Why it is not.
    Missing(String),
}

impl Availability {
    /// The programs of a solver that is here.
    pub fn of(installed: &Installed) -> Availability {
        let programs = installed.tools.iter();
        Availability::Programs(
            programs.map(|tool| (tool.program.clone(), tool.version.clone())).collect(),
        )
    }
}

/// The most that a solver may print.
const OUTPUT: u64 = 256 << 20;

impl Task {
    /// A task, and the name that follows from it.
    pub fn new(
        case: &dyn Case,
        file: String,
        configuration: Configuration,
        solver: Availability,
        limits: SpecLimits,
        repetition: usize,
    ) -> Task {
        let SpecLimits { time, cpu, memory } = limits;
        let mut texts = vec![case.source().text];
        texts.extend(case.files(*case.lengths().start()).into_iter().map(|file| file.text));
        // The name too, by which records are told apart.
        let Configuration { name, solver: program, version, .. } = &configuration;
        texts.extend([name, program, version].map(String::clone));
        texts.push(configuration.search.clone().unwrap_or_default());
        texts.extend(configuration.options.iter().cloned());
        texts.push(format!("{time:?} {cpu:?} {memory:?} {repetition}"));
        let run = fingerprint(texts.iter().map(String::as_str))[..16].to_owned();
        Task {
            run,
            level: case.facts(),
            file,
            configuration,
            solver,
            wall_seconds: time,
            cpu_seconds: cpu,
            memory,
            repetition,
        }
    }

    /// What it may use.
    pub fn limits(&self) -> Limits {
        Limits {
            wall: self.wall_seconds.map(Duration::from_secs),
            cpu: self.cpu_seconds.map(Duration::from_secs),
            memory: self.memory,
            output: Some(OUTPUT),
            ..Limits::default()
        }
    }

    /// The longest that it can take by the clock, if that is limited.
    pub fn longest(&self) -> Option<Duration> {
        self.wall_seconds.map(Duration::from_secs)
    }
}
