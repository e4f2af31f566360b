//! The native solver, run in a process of its own like any other: this program, called as
//! `solve --json`.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::finding::Found;
use super::response::text;
use super::{Call, Exited, Installed, Response, Solver, Statistics, Stop, Tool};
use crate::game::language::{LEVEL, Language};
use crate::lab::outcome::Outcome;
use crate::lab::process::STDOUT;

/// The name of the solver.
pub const NAME: &str = "native";

/// The solver.
pub struct Native;

impl Native {
    /// The solver in this very program.
    ///
    /// # Errors
    /// If the system does not say where this program is.
    pub fn installed() -> io::Result<Installed> {
        let program = env::current_exe()?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Installed { solver: Arc::new(Native), tools: vec![Found { program, version }] })
    }
}

/// The part of its JSON that the lab reads.
#[derive(Deserialize)]
struct Printed {
    outcome: Outcome,
    steps: Option<Vec<String>>,
    states: Option<u64>,
    seconds: f64,
}

impl Printed {
    fn read(text: &str) -> Option<Printed> {
        serde_json::from_str(text).ok()
    }

    fn plan(&self) -> Option<String> {
        self.steps.as_ref().map(|steps| steps.join(" "))
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

    /// None: there is nothing to look for.
    fn tools(&self) -> Vec<Tool<'_>> {
        Vec::new()
    }

    fn is_optimal(&self, _search: Option<&str>) -> bool {
        true
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = ["solve", LEVEL, "--json"].map(OsString::from).into();
        let mut unless_given = |option: &str, value: String| {
            if !call.options.iter().any(|given| given.starts_with(option)) {
                arguments.extend([option.into(), value.into()]);
            }
        };
        unless_given("--threads", "1".to_owned());
        if let Some(memory) = call.limits.memory {
            // The option limits its tables; the rest of the process needs room as well.
            unless_given("--memory-limit", (memory - memory / 5).to_string());
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments
    }

    fn best(&self, directory: &Path) -> Option<String> {
        Printed::read(&text(directory, STDOUT))?.plan()
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Response {
        let Some(printed) = Printed::read(&exit.text(STDOUT)) else {
            return Response::Crashed(exit.failure(""));
        };
        match (printed.outcome, printed.plan()) {
            (Outcome::Solved, Some(text)) => Response::Plan { text, is_final: true },
            (Outcome::Unsolvable, _) => Response::NoPlan,
            // Unless it was given a time limit, it has run out of memory.
            (Outcome::Timeout, best) => {
                let is_timed = call.options.iter().any(|option| option.starts_with("--time-limit"));
                Response::Stopped { by: if is_timed { Stop::Time } else { Stop::Memory }, best }
            }
            (outcome, _) => Response::Crashed(exit.failure(outcome.word())),
        }
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        let printed = Printed::read(&text(directory, STDOUT));
        Statistics {
            search_seconds: printed.as_ref().map(|printed| printed.seconds),
            expanded: printed.and_then(|printed| printed.states),
            ..Statistics::default()
        }
    }
}
