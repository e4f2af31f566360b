//! MiniZinc with any of its solvers. Of the MiniZincs that offer the solver, a native one is preferred
//! to the WebAssembly one that `scripts/setup-solvers` installs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Deserialize;

use super::finding::{self, Found, words};
use super::response::{log, whole};
use super::solver::milliseconds;
use super::{Call, Exited, Response, Solver, Statistics, Stop, Tool};
use crate::game::language::{DATA, Language, MINIZINC};
use crate::game::minizinc::Stream;
use crate::lab::foreign::Unusable;
use crate::lab::process::STDOUT;

/// The prefix of its solvers' names in plotgen.
pub const PREFIX: &str = "minizinc-";

/// Solvers that are listed even where they are not installed.
pub const USUAL: [&str; 5] = ["gecode", "chuffed", "cp-sat", "highs", "coin-bc"];

/// MiniZinc with one of its solvers.
pub struct MiniZinc {
    name: String,
}

impl MiniZinc {
    /// MiniZinc with this solver, by its name for `minizinc --solver`.
    pub fn with(backend: &str) -> MiniZinc {
        MiniZinc { name: format!("{PREFIX}{backend}") }
    }

    fn backend(&self) -> &str {
        &self.name[PREFIX.len()..]
    }
}

impl MiniZinc {
    /// A MiniZinc that compiles models to files: the WebAssembly one does not.
    pub(super) fn native(interrupted: &AtomicBool) -> Option<Found> {
        let any = MiniZinc::with("");
        let programs = any.tools().iter().flat_map(finding::candidates).collect::<Vec<PathBuf>>();
        let native = programs.into_iter().filter(|program| !program.ends_with(WASM));
        native.into_iter().find_map(|program| {
            let printed = finding::printed(&program, &words(INQUIRIES[0]), interrupted).ok()?;
            Some(Found { version: finding::number(&printed)?, program })
        })
    }
}

/// The calls that print the version of a MiniZinc and the solvers it offers.
const INQUIRIES: &[&[&str]] = &[&["--version"], &["--solvers-json"]];

/// The MiniZinc that `scripts/setup-solvers` makes of WebAssembly.
const WASM: &str = "minizinc-wasm";

const PROGRAMS: &[&str] = &["minizinc", WASM];

/// The solvers offered by the MiniZincs on this machine.
pub fn offered(interrupted: &AtomicBool) -> Vec<String> {
    let any = MiniZinc::with("");
    let programs = any.tools().iter().flat_map(finding::candidates).collect::<Vec<PathBuf>>();
    let mut names: Vec<String> = programs
        .iter()
        .filter_map(|program| finding::printed(program, &words(INQUIRIES[1]), interrupted).ok())
        .flat_map(|printed| offers(&printed))
        .map(|offer| offer.short_name().to_owned())
        // It opens a window.
        .filter(|name| name != "gist")
        .collect();
    names.sort();
    names.dedup();
    names
}

/// A solver that MiniZinc offers.
#[derive(Deserialize)]
struct Offer {
    id: String,
    version: String,
    #[serde(default)]
    tags: Vec<String>,
}

impl Offer {
    fn short_name(&self) -> &str {
        self.id.rsplit('.').next().unwrap_or(&self.id)
    }

    fn is_named(&self, name: &str) -> bool {
        self.id == name || self.short_name() == name || self.tags.iter().any(|tag| tag == name)
    }
}

/// The solvers in what MiniZinc prints, without those that it knows but does not have.
fn offers(printed: &str) -> Vec<Offer> {
    let list = printed.find('[').map_or("", |start| &printed[start..]);
    let offers: Vec<serde_json::Value> = serde_json::from_str(list).unwrap_or_default();
    let offers = offers.into_iter().filter_map(|offer| serde_json::from_value(offer).ok());
    offers.filter(|offer: &Offer| !offer.version.starts_with('<')).collect()
}

impl Solver for MiniZinc {
    fn name(&self) -> &str {
        &self.name
    }

    fn about(&self) -> String {
        format!("MiniZinc, solved by {}", self.backend())
    }

    fn language(&self) -> Language {
        Language::MiniZinc
    }

    fn is_optimal(&self, _search: Option<&str>) -> bool {
        true
    }

    fn tools(&self) -> Vec<Tool<'_>> {
        let version = |printed: &str| {
            let offer = offers(printed).into_iter().find(|offer| offer.is_named(self.backend()))?;
            let minizinc = finding::number(printed)?;
            Some(format!("{minizinc} with {} {}", offer.short_name(), offer.version))
        };
        vec![Tool {
            name: "minizinc",
            variable: "PLOTGEN_MINIZINC",
            programs: PROGRAMS,
            installation: match self.backend() {
                "gecode" => "scripts/setup-solvers minizinc",
                "chuffed" | "highs" | "coin-bc" => "scripts/setup-solvers chuffed",
                _ => "the MiniZinc bundle",
            },
            version_arguments: INQUIRIES,
            version: Box::new(version),
            lack: format!("it has no solver {}", self.backend()),
        }]
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        // A model that optimises prints every better plan, so that the best one is known at a limit.
        let words = ["--solver", self.backend(), "--json-stream", "--statistics", "--intermediate"];
        let mut arguments: Vec<OsString> = words.map(OsString::from).into();
        if let Some(limit) = call.limits.wall {
            // It may overrun this, above all while compiling: our own limit decides.
            arguments.extend(["--time-limit".into(), milliseconds(limit).to_string().into()]);
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments.extend([MINIZINC.into(), DATA.into()]);
        arguments
    }

    fn best(&self, directory: &Path) -> Result<Vec<String>, Unusable> {
        let solution = Stream::read(&log(directory, STDOUT)?).solution;
        Ok(solution.map(|(text, _)| text).into_iter().collect())
    }

    fn bound(&self, directory: &Path) -> Option<i64> {
        bound(&Stream::read(&log(directory, STDOUT).ok()?))
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        let was_late = call.limits.wall.is_some_and(|limit| exit.usage.wall >= limit / 2);
        Ok(response(Stream::read(&exit.log(STDOUT)?), exit, was_late))
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        statistics(&Stream::read(&log(directory, STDOUT).unwrap_or_default()))
    }
}

fn response(stream: Stream, exit: &Exited<'_>, was_late: bool) -> Response {
    let is_final = stream.status.as_deref() == Some("OPTIMAL_SOLUTION");
    let is_cut_off = was_late && !is_final && method(&stream).is_some();
    match (stream.solution, stream.status.as_deref()) {
        (Some((text, _)), _) if exit.code == 0 && is_cut_off => {
            Response::Stopped { by: Stop::Time, best: vec![text] }
        }
        (Some((text, _)), _) if exit.code == 0 => Response::Plan { text, is_final },
        (None, Some("UNSATISFIABLE")) if exit.code == 0 => Response::NoPlan,
        (None, Some("UNKNOWN")) if was_late => {
            Response::Stopped { by: Stop::Time, best: Vec::new() }
        }
        (None, None) if was_late && exit.code == 0 && stream.error.is_none() => {
            Response::Stopped { by: Stop::Time, best: Vec::new() }
        }
        (_, status) => {
            let error = stream.error.or_else(|| status.map(|status| format!("it says {status}")));
            Response::Crashed(match error {
                Some(error) => one_line(&error),
                None => exit.failure("it says nothing"),
            })
        }
    }
}

/// What a model does with its value; `None` for one without a value.
fn method(stream: &Stream) -> Option<&str> {
    let method = stream.statistics.get("method")?.as_str();
    (method != "satisfy").then_some(method)
}

/// The bound on the value of a model, if the solver reports one.
fn bound(stream: &Stream) -> Option<i64> {
    /// Some solvers count in floating point numbers.
    const TOLERANCE: f64 = 1e-6;
    let bound: f64 = stream.statistics.get("objectiveBound")?.parse().ok()?;
    match method(stream)? {
        "maximize" => whole((bound + TOLERANCE).floor()),
        _ => whole((bound - TOLERANCE).ceil()),
    }
}

fn statistics(stream: &Stream) -> Statistics {
    let number = |key: &str| stream.statistics.get(key)?.parse::<f64>().ok();
    let count = |key: &str| stream.statistics.get(key)?.parse::<u64>().ok();
    let flat = |what: &str| {
        let parts = ["flatBool", "flatInt"].map(|kind| count(&format!("{kind}{what}")));
        parts.iter().flatten().copied().reduce(|sum, part| sum + part)
    };
    Statistics {
        translation_seconds: number("flatTime"),
        search_seconds: number("solveTime"),
        expanded: count("nodes"),
        variables: flat("Vars"),
        constraints: flat("Constraints"),
        search_memory: None,
        details: stream.statistics.clone(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_is_known_by_its_short_name_its_id_and_its_tags() {
        let printed = r#"MiniZinc to FlatZinc converter, version 2.6.4
[{"id": "org.gecode.gecode", "version": "6.2.0", "tags": ["cp"]},
 {"id": "org.minizinc.mip.cplex", "version": "<unknown version>"},
 {"id": "org.minizinc.mip.coin-bc", "version": "2.10.13/1.17.11", "tags": ["cbc"]}]"#;
        let version = |name: &str| (MiniZinc::with(name).tools()[0].version)(printed);
        assert_eq!(version("gecode").unwrap(), "2.6.4 with gecode 6.2.0");
        assert_eq!(version("org.gecode.gecode").unwrap(), "2.6.4 with gecode 6.2.0");
        assert_eq!(version("cbc").unwrap(), "2.6.4 with coin-bc 2.10.13/1.17.11");
        assert_eq!(version("cplex"), None);
        assert_eq!(version("chuffed"), None);
    }

    #[test]
    fn a_bound_is_rounded_towards_the_value() {
        let bound = |method: &str, value: &str| {
            let statistics = format!(r#"{{"method": "{method}", "objectiveBound": {value}}}"#);
            let message = format!(r#"{{"type": "statistics", "statistics": {statistics}}}"#);
            super::bound(&Stream::read(&message))
        };
        assert_eq!(bound("maximize", "7.9999999"), Some(8));
        assert_eq!(bound("maximize", "7.5"), Some(7));
        assert_eq!(bound("minimize", "7.5"), Some(8));
        assert_eq!(bound("satisfy", "7"), None);
        assert_eq!(bound("maximize", "1e300"), None);
    }

    #[test]
    fn statistics_come_from_the_stream() {
        let stream = Stream::read(
            r#"{"type": "statistics", "statistics": {"flatTime": 0.25, "flatBoolVars": 3, "flatIntVars": 4}}
{"type": "statistics", "statistics": {"nodes": 23, "method": "satisfy"}}"#,
        );
        let statistics = statistics(&stream);
        assert_eq!(
            (statistics.translation_seconds, statistics.variables, statistics.expanded),
            (Some(0.25), Some(7), Some(23))
        );
        assert_eq!(statistics.details["method"], "satisfy");
    }
}
