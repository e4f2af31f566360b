//! The native solver, run in a process of its own like any other: this program, called as
//! `solve --json`.

use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;

use super::finding::{Found, Missing};
use super::response::log;
use super::{Call, Exited, Response, Solver, Statistics, Stop, Tool};
use crate::game::language::{LEVEL, Language};
use crate::lab::foreign::Unusable;
use crate::lab::outcome::Outcome;
use crate::lab::process::STDOUT;
use crate::lab::quantity;

/// The name of the solver.
pub const NAME: &str = "native";

/// The solver.
pub struct Native;

/// The part of its JSON that the lab reads.
#[derive(Deserialize)]
struct Printed {
    outcome: Outcome,
    steps: Option<Vec<String>>,
    /// The bound where less is better.
    lower_bound: Option<i64>,
    /// The bound where more is better.
    upper_bound: Option<i64>,
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

/// Checks the value of an option.
type Check = fn(&str) -> Result<(), String>;

/// The options that may be given to a run: its limits.
const OPTIONS: [(&str, Check); 3] = [
    ("--threads", |value| quantity::threads(value).map(drop)),
    ("--memory-limit", |value| quantity::bytes(value).map(drop)),
    ("--time-limit", |value| quantity::duration(value).map(drop)),
];

fn check(options: &[String]) -> Result<(), String> {
    let mut given = HashSet::new();
    let mut words = options.iter();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        };
        let Some((_, check)) = OPTIONS.iter().find(|(option, _)| *option == name) else {
            let names = OPTIONS.map(|(option, _)| option).join(", ");
            return Err(format!("{name:?} is not an option of the native solver ({names})"));
        };
        let value = value.or_else(|| words.next().map(String::as_str));
        let value = value.ok_or_else(|| format!("{name} needs a value"))?;
        check(value).map_err(|reason| format!("{name}: {reason}"))?;
        if !given.insert(name) {
            return Err(format!("{name} is given twice"));
        }
    }
    Ok(())
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

    fn find(&self, _interrupted: &AtomicBool) -> Result<Vec<Found>, Missing> {
        let program = env::current_exe().map_err(|error| Missing::Lost(error.to_string()))?;
        Ok(vec![Found { program, version: env!("CARGO_PKG_VERSION").to_owned() }])
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
            unless_given("--memory-limit", format!("{}B", memory - memory / 5));
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments
    }

    fn check_options(&self, options: &[String]) -> Result<(), String> {
        check(options)
    }

    // On a signal to stop, the solver prints its results so far before it is killed.
    fn best(&self, directory: &Path) -> Result<Vec<String>, Unusable> {
        let printed = Printed::read(&log(directory, STDOUT)?);
        Ok(printed.and_then(|printed| printed.plan()).into_iter().collect())
    }

    fn bound(&self, directory: &Path) -> Option<i64> {
        let printed = Printed::read(&log(directory, STDOUT).unwrap_or_default())?;
        printed.lower_bound.or(printed.upper_bound)
    }

    fn read(&self, _call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        let Some(printed) = Printed::read(&exit.log(STDOUT)?) else {
            return Ok(Response::Crashed(exit.failure("")));
        };
        let stopped =
            |by, best: Option<String>| Response::Stopped { by, best: best.into_iter().collect() };
        Ok(match (printed.outcome, printed.plan()) {
            (Outcome::Solved, Some(text)) => Response::Plan { text, is_final: true },
            (Outcome::Unsolvable, _) => Response::NoPlan,
            (Outcome::Timeout, best) => stopped(Stop::Time, best),
            (Outcome::Memout, best) => stopped(Stop::Memory, best),
            (outcome, _) => Response::Crashed(exit.failure(outcome.word())),
        })
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        let printed = Printed::read(&log(directory, STDOUT).unwrap_or_default());
        Statistics {
            search_seconds: printed.as_ref().map(|printed| printed.seconds),
            expanded: printed.and_then(|printed| printed.states),
            ..Statistics::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_a_run_would_not_accept_are_refused() {
        let check = |words: &str| check(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(check("--threads 2 --memory-limit=1GB --time-limit 5m"), Ok(()));
        for (words, reason) in [
            (
                "-x",
                "\"-x\" is not an option of the native solver \
                 (--threads, --memory-limit, --time-limit)",
            ),
            ("--threads", "--threads needs a value"),
            ("--threads 0", "--threads: \"0\" is not a number of threads from 1 to 1024"),
            (
                "--time-limit=soon",
                "--time-limit: \"soon\" is not a time such as 60, 500ms, 90s, 5m or 1h",
            ),
            ("--threads 1 --threads=2", "--threads is given twice"),
        ] {
            assert_eq!(check(words), Err(reason.to_owned()));
        }
    }
}
