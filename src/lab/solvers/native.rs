//! The native solver, run as a process of its own like any other: this program, called as `solve --json`.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::finding::Found;
use super::{Answer, Call, Exited, Installed, LEVEL, Language, Solver, Statistics, Stop, Tool};
use crate::lab::outcome::Outcome;
use crate::lab::process::STDOUT;

/// What it is called.
pub const NAME: &str = "native";

/// The solver.
pub struct Native;

impl Native {
    /// It is where this program is.
    ///
    /// # Errors
    /// If the system does not say where that is.
    pub fn installed() -> io::Result<Installed> {
        let program = env::current_exe()?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Installed { solver: Arc::new(Native), tools: vec![Found { program, version }] })
    }
}

/// The part of its answer that says what came of it.
#[derive(Deserialize)]
struct Told {
    outcome: Outcome,
    shots: Option<Vec<String>>,
    states: Option<u64>,
    seconds: f64,
}

impl Told {
    fn of(text: &str) -> Option<Told> {
        serde_json::from_str(text).ok()
    }

    fn plan(&self) -> Option<String> {
        self.shots.as_ref().map(|shots| shots.join(" "))
    }
}

impl Solver for Native {
    fn name(&self) -> &str {
        NAME
    }

    fn about(&self) -> String {
        "optimal, with a proof; part of this program".to_owned()
    }

    fn language(&self) -> Language {
        Language::Level
    }

    /// There is nothing to be looked for.
    fn tools(&self) -> Vec<Tool<'_>> {
        Vec::new()
    }

    fn is_optimal(&self, _search: Option<&str>) -> bool {
        true
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = ["solve", LEVEL, "--json"].map(OsString::from).into();
        let mut unless_told = |option: &str, value: String| {
            if !call.options.iter().any(|told| told.starts_with(option)) {
                arguments.extend([option.into(), value.into()]);
            }
        };
        unless_told("--threads", "1".to_owned());
        if let Some(memory) = call.limits.memory {
            // What it counts are its tables; the rest of the process needs room as well.
            unless_told("--memory-limit", (memory - memory / 5).to_string());
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments
    }

    fn best(&self, directory: &Path) -> Option<String> {
        Told::of(&super::text(directory, STDOUT))?.plan()
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Answer {
        let Some(told) = Told::of(&exit.text(STDOUT)) else {
            return Answer::Crashed(exit.failure(""));
        };
        match (told.outcome, told.plan()) {
            (Outcome::Solved, Some(text)) => Answer::Plan { text, is_final: true },
            (Outcome::Unsolvable, _) => Answer::None,
            // Unless it was told of a limit of time, it was its memory that was used up.
            (Outcome::Timeout, best) => {
                let is_timed = call.options.iter().any(|option| option.starts_with("--time-limit"));
                Answer::Stopped { by: if is_timed { Stop::Time } else { Stop::Memory }, best }
            }
            (outcome, _) => Answer::Crashed(exit.failure(outcome.word())),
        }
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        let told = Told::of(&super::text(directory, STDOUT));
        Statistics {
            search_seconds: told.as_ref().map(|told| told.seconds),
            expanded: told.and_then(|told| told.states),
            ..Statistics::default()
        }
    }
}
