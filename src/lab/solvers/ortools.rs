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

    fn read(&self, _call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        let printed = printed(exit.directory)?;
        Ok(match printed.get("status").and_then(|status| status.as_str()) {
            _ if exit.code != 0 => Response::Crashed(exit.failure("")),
            Some("OPTIMAL" | "FEASIBLE") => {
                let steps = printed.get("steps").and_then(|steps| steps.as_array());
                let words = steps.into_iter().flatten().filter_map(|step| step.as_str());
                Response::Plan { text: words.collect::<Vec<_>>().join(" "), is_final: true }
            }
            Some("INFEASIBLE") => Response::NoPlan,
            Some("UNKNOWN") => Response::Stopped { by: Stop::Time, best: None },
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
            details: printed.iter().map(|(key, value)| (key.clone(), value.to_string())).collect(),
        }
    }
}

/// The last line that our script printed.
fn printed(directory: &Path) -> Result<BTreeMap<String, serde_json::Value>, Unusable> {
    let log = log(directory, STDOUT)?;
    let last = log.lines().last().and_then(|line| serde_json::from_str(line).ok());
    Ok(last.unwrap_or_default())
}
