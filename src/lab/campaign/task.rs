//! A task: everything that determines a run, and the run's name, which is a hash of that.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::record::{Configuration, RecordedLevel};
use super::spec::SpecLimits;
use crate::game::Case;
use crate::lab::fingerprint::fingerprint;
use crate::lab::process::Limits;
use crate::lab::solvers::MOST_OUTPUT;

/// A run to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its name.
    pub run: String,
    /// The level.
    pub level: RecordedLevel,
    /// The file of the level, in the campaign's folder of levels.
    pub file: String,
    /// The solver and its settings.
    pub configuration: Configuration,
    /// Why its solver could not be used when the run was planned; `None` if it could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Seconds of wall time.
    pub wall_seconds: Option<u64>,
    /// Seconds of CPU time.
    pub cpu_seconds: Option<u64>,
    /// Bytes.
    pub memory: Option<u64>,
    /// The number of the repetition, from 1.
    pub repetition: usize,
}

impl Task {
    /// A task, with the name that follows from it.
    pub fn new(
        case: &dyn Case,
        file: String,
        configuration: Configuration,
        missing: Option<String>,
        limits: SpecLimits,
        repetition: usize,
    ) -> Task {
        let SpecLimits { time, cpu, memory } = limits;
        let mut texts = vec![case.level().json()];
        let steps = case.horizons().map_or(0, |lengths| *lengths.start());
        texts.extend(case.files(steps).into_iter().map(|file| file.text));
        // The name too, since it identifies records.
        let Configuration { name, solver: program, version, .. } = &configuration;
        texts.extend([name, program, version].map(String::clone));
        texts.push(configuration.search.clone().unwrap_or_default());
        texts.extend(configuration.options.iter().cloned());
        texts.extend(configuration.seed.map(|seed| format!("seed {seed}")));
        texts.extend(configuration.declared.iter().map(|declared| declared.digest.clone()));
        texts.push(format!("{time:?} {cpu:?} {memory:?} {repetition}"));
        let run = fingerprint(texts.iter().map(String::as_str))[..16].to_owned();
        Task {
            run,
            level: RecordedLevel::new(case.level()),
            file,
            configuration,
            missing,
            wall_seconds: time,
            cpu_seconds: cpu,
            memory,
            repetition,
        }
    }

    /// Its limits.
    pub fn limits(&self) -> Limits {
        Limits {
            wall: self.wall_seconds.map(Duration::from_secs),
            cpu: self.cpu_seconds.map(Duration::from_secs),
            memory: self.memory,
            output: Some(MOST_OUTPUT),
            ..Limits::default()
        }
    }

    /// The seed for its solver, if that takes one: without one of its own, each repetition has another.
    pub fn seed(&self) -> u64 {
        self.configuration.seed.unwrap_or(self.repetition as u64)
    }

    /// The longest wall time it can take, if that is limited.
    pub fn longest(&self) -> Option<Duration> {
        self.wall_seconds.map(Duration::from_secs)
    }
}
