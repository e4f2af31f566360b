//! OR-Tools: CP-SAT through its own Python package, which `scripts/setup-solvers` installs.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::response::log;
use super::solver::seconds;
use super::{Call, Exited, Response, Solver, Statistics, Stop, Tool, finding};
use crate::game::language::{Language, PROTO, TextFile};
use crate::lab::foreign::Unusable;
use crate::lab::process::STDOUT;

/// The solver.
pub struct OrTools;

/// Our script that passes a model to the package.
const SCRIPT: &str = "ortools.py";

impl Solver for OrTools {
    fn name(&self) -> &str {
        "ortools"
    }

    fn about(&self) -> String {
        "CP-SAT of OR-Tools, through its Python package".to_owned()
    }

    fn language(&self) -> Language {
        Language::CpSat
    }

    fn is_optimal(&self, _search: Option<&str>) -> bool {
        true
    }

    fn tools(&self) -> Vec<Tool<'_>> {
        vec![Tool {
            name: "Python with OR-Tools",
            variable: "PLOTGEN_ORTOOLS",
            programs: &["python-ortools", "python3"],
            installation: "scripts/setup-solvers ortools",
            version_arguments: &[&["-c", "import ortools; print(ortools.__version__)"]],
            version: Box::new(finding::number),
            lack: "it has no OR-Tools".to_owned(),
        }]
    }

    fn own_files(&self) -> Vec<TextFile> {
        vec![TextFile { name: SCRIPT, text: include_str!("ortools.py").to_owned() }]
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        // One thread, as for the other solvers, unless an option sets another number.
        let words = [SCRIPT, PROTO, "--step", call.step.one, "--workers", "1"];
        let mut arguments: Vec<OsString> = words.map(OsString::from).into();
        if let Some(limit) = call.limits.wall {
            arguments.extend(["--time-limit".into(), seconds(limit).to_string().into()]);
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments
    }

    fn best(&self, directory: &Path) -> Result<Vec<String>, Unusable> {
        Ok(plan(&printed(directory)?).into_iter().collect())
    }

    fn bound(&self, directory: &Path) -> Option<i64> {
        printed(directory).ok()?.get("bound")?.as_i64()
    }

    fn read(&self, _call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        let printed = printed(exit.directory)?;
        // Only a model that optimises has a value. Any plan solves another one.
        let has_value = printed.contains_key("value");
        let text = plan(&printed);
        Ok(match printed.get("status").and_then(|status| status.as_str()) {
            _ if exit.code != 0 => Response::Crashed(exit.failure("")),
            Some("FEASIBLE") if has_value => {
                Response::Stopped { by: Stop::Time, best: text.into_iter().collect() }
            }
            Some("OPTIMAL" | "FEASIBLE") => {
                Response::Plan { text: text.unwrap_or_default(), is_final: has_value }
            }
            Some("INFEASIBLE") => Response::NoPlan,
            Some("UNKNOWN") => Response::Stopped { by: Stop::Time, best: Vec::new() },
            Some(status) => Response::Crashed(format!("it says {status}")),
            None => Response::Crashed(exit.failure("it says nothing")),
        })
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        let printed = printed(directory).unwrap_or_default();
        let number = |key: &str| printed.get(key)?.as_f64();
        let count = |key: &str| printed.get(key)?.as_u64();
        Statistics {
            translation_seconds: None,
            search_seconds: number("wall_seconds"),
            expanded: count("branches"),
            variables: count("variables"),
            constraints: count("constraints"),
            search_memory: None,
            details: printed.iter().filter_map(|(key, value)| detail(key, value)).collect(),
        }
    }
}

/// A statistic as text. The plan and its value are no statistics.
fn detail(key: &str, value: &serde_json::Value) -> Option<(String, String)> {
    if matches!(key, "steps" | "value") {
        return None;
    }
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Some((key.to_owned(), text))
}

/// What our script printed.
type Printed = BTreeMap<String, serde_json::Value>;

/// The last value of everything that our script printed. A line may be cut off, or not be one of ours.
fn printed(directory: &Path) -> Result<Printed, Unusable> {
    let log = log(directory, STDOUT)?;
    Ok(log
        .lines()
        .filter_map(|line| serde_json::from_str::<Printed>(line).ok())
        .flatten()
        .collect())
}

/// The last plan that was printed.
fn plan(printed: &Printed) -> Option<String> {
    let steps = printed.get("steps")?.as_array()?;
    let words: Vec<&str> = steps.iter().filter_map(|step| step.as_str()).collect();
    Some(words.join(" "))
}
