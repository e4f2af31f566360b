//! The plans that were found, as animations to which the cells of the page lead. Runs that found the same
//! plan for the same level share one.

use std::collections::{BTreeMap, HashMap};

use crate::game::AnyLevel;
use crate::lab::campaign::record::Record;
use crate::lab::fingerprint::fingerprint;
use crate::view::drawing::film::Film;
use crate::view::drawing::svg::svg;

/// The folder of the animations in a report.
pub const FOLDER: &str = "replays";

/// The animations of a report.
#[derive(Default)]
pub struct Replays {
    /// The file of each run that found a plan, by the name of the run.
    of_run: HashMap<String, String>,
    /// The animations by their files, relative to the report.
    files: BTreeMap<String, String>,
}

impl Replays {
    /// Adds the plan of a run, if it found one and its level can be had.
    pub fn add<'l>(&mut self, record: &Record, level: impl FnOnce() -> Option<&'l dyn AnyLevel>) {
        let Some(steps) = record.steps.as_ref().filter(|_| record.is_answer()) else { return };
        let hash = fingerprint(steps.iter().map(String::as_str));
        let file = format!("{FOLDER}/{}-{}.svg", record.level.hash, &hash[..8]);
        if !self.files.contains_key(&file) {
            let Some(drawn) = level().and_then(|level| drawn(level, steps)) else { return };
            self.files.insert(file.clone(), drawn);
        }
        self.of_run.insert(record.run.clone(), file);
    }

    /// The file of a run, if it found a plan.
    pub fn file(&self, run: &str) -> Option<&str> {
        self.of_run.get(run).map(String::as_str)
    }

    /// Whether a file in the folder of animations can be one of them.
    pub fn is_file(name: &str) -> bool {
        let is_code = |code: &str| code.bytes().all(|byte| byte.is_ascii_hexdigit());
        let names = name.strip_suffix(".svg").and_then(|name| name.split_once('-'));
        names.is_some_and(|(level, plan)| is_code(level) && is_code(plan))
    }

    pub(super) fn into_files(self) -> impl Iterator<Item = (String, String)> {
        self.files.into_iter()
    }
}

/// The animation of a plan, unless it is not one after all.
fn drawn(level: &dyn AnyLevel, steps: &[String]) -> Option<String> {
    let replay = level.replay_steps(steps).ok()?;
    Some(svg(&Film::of(level, &replay).animation()))
}
