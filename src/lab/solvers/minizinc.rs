//! MiniZinc with any of its solvers. A MiniZinc that offers the solver is used, the native one before
//! the one in WebAssembly that `scripts/setup-solvers` installs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Deserialize;

use super::finding;
use super::{
    Answer, Call, DATA, Exited, Language, MINIZINC, Solver, Statistics, Stop, Tool, milliseconds,
};
use crate::lab::process::STDOUT;

/// What the names of its solvers begin with here.
pub const PREFIX: &str = "minizinc-";

/// Solvers that are listed even where there are none.
pub const USUAL: [&str; 5] = ["gecode", "chuffed", "cp-sat", "highs", "coin-bc"];

/// MiniZinc with one of its solvers.
pub struct MiniZinc {
    name: String,
}

impl MiniZinc {
    /// With this solver, as `minizinc --solver` knows it.
    pub fn with(backend: &str) -> MiniZinc {
        MiniZinc { name: format!("{PREFIX}{backend}") }
    }

    fn backend(&self) -> &str {
        &self.name[PREFIX.len()..]
    }
}

/// The calls that tell what a MiniZinc is and which solvers it offers.
const TELL: &[&[&str]] = &[&["--version"], &["--solvers-json"]];

const PROGRAMS: &[&str] = &["minizinc", "minizinc-wasm"];

/// The solvers that the MiniZincs on this machine offer.
pub fn offered(interrupted: &AtomicBool) -> Vec<String> {
    let any = MiniZinc::with("");
    let programs = any.tools().iter().flat_map(finding::candidates).collect::<Vec<PathBuf>>();
    let mut names: Vec<String> = programs
        .iter()
        .filter_map(|program| finding::printed(program, TELL[1], interrupted).ok())
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

/// The solvers out of what MiniZinc prints. Some it knows but does not have.
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
                _ => "the bundle of MiniZinc",
            },
            version_arguments: TELL,
            version: Box::new(version),
            lack: format!("it has no solver {}", self.backend()),
        }]
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        let words = ["--solver", self.backend(), "--json-stream", "--statistics"];
        let mut arguments: Vec<OsString> = words.map(OsString::from).into();
        if let Some(limit) = call.limits.wall {
            // It may take longer, above all to compile: our own limit is what counts.
            arguments.extend(["--time-limit".into(), milliseconds(limit).to_string().into()]);
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments.extend([MINIZINC.into(), DATA.into()]);
        arguments
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Answer {
        let was_late = call.limits.wall.is_some_and(|limit| exit.usage.wall >= limit / 2);
        Stream::of(&exit.text(STDOUT)).answer(exit, was_late)
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        Stream::of(&super::text(directory, STDOUT)).statistics()
    }
}

/// A message of its JSON stream. What we do not know is left out.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "type")]
    kind: String,
    output: Option<Output>,
    status: Option<String>,
    message: Option<String>,
    #[serde(default)]
    statistics: BTreeMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Output {
    default: Option<String>,
}

/// What it printed, message by message.
#[derive(Default)]
struct Stream {
    solution: Option<String>,
    status: Option<String>,
    error: Option<String>,
    statistics: BTreeMap<String, String>,
}

impl Stream {
    fn of(printed: &str) -> Stream {
        let mut stream = Stream::default();
        for message in printed.lines().filter_map(|line| serde_json::from_str::<Message>(line).ok())
        {
            if message.kind == "error" {
                stream.error = message.message;
            }
            if let Some(output) = message.output {
                stream.solution = output.default;
            }
            stream.status = message.status.or(stream.status);
            let words = message.statistics.into_iter().map(|(key, value)| {
                let text = value.as_str().map(str::to_owned);
                (key, text.unwrap_or_else(|| value.to_string()))
            });
            stream.statistics.extend(words);
        }
        stream
    }

    fn answer(self, exit: &Exited<'_>, was_late: bool) -> Answer {
        match (self.solution, self.status.as_deref()) {
            (Some(text), _) if exit.code == 0 => Answer::Plan { text, is_final: true },
            (None, Some("UNSATISFIABLE")) if exit.code == 0 => Answer::None,
            (None, Some("UNKNOWN")) if was_late => Answer::Stopped { by: Stop::Time, best: None },
            (None, None) if was_late && exit.code == 0 && self.error.is_none() => {
                Answer::Stopped { by: Stop::Time, best: None }
            }
            (_, status) => {
                let told = self.error.or_else(|| status.map(|status| format!("it says {status}")));
                Answer::Crashed(match told {
                    Some(told) => one_line(&told),
                    None => exit.failure("it says nothing"),
                })
            }
        }
    }

    fn statistics(&self) -> Statistics {
        let number = |key: &str| self.statistics.get(key)?.parse::<f64>().ok();
        let count = |key: &str| self.statistics.get(key)?.parse::<u64>().ok();
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
            details: self.statistics.clone(),
        }
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
    fn a_stream_is_read_message_by_message() {
        let stream = Stream::of(
            r#"{"type": "statistics", "statistics": {"flatTime": 0.25, "flatBoolVars": 3, "flatIntVars": 4}}
{"type": "solution", "output": {"default": "c1 r1\n", "raw": "c1 r1\n"}, "sections": ["default", "raw"]}
{"type": "statistics", "statistics": {"nodes": 23, "method": "satisfy"}}"#,
        );
        let statistics = stream.statistics();
        assert_eq!(stream.solution.as_deref(), Some("c1 r1\n"));
        assert_eq!(
            (statistics.translation_seconds, statistics.variables, statistics.expanded),
            (Some(0.25), Some(7), Some(23))
        );
        assert_eq!(statistics.details["method"], "satisfy");
    }
}
