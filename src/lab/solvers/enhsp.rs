//! ENHSP: heuristic search for planning with numbers, by default optimal with blind A*.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use super::finding::Found;
use super::response::{log, plan};
use super::{Call, Exited, Response, Solver, Statistics, Stop, Tool};
use crate::game::language::{DOMAIN, Language, PROBLEM};
use crate::lab::foreign::Unusable;
use crate::lab::process::{STDERR, STDOUT};

/// The file that the planner writes its plan to.
const PLAN: &str = "plan";

/// The configurations that search for optimal plans.
const OPTIMAL: [&str; 3] = ["opt-blind", "opt-hmax", "opt-hrmax"];

/// The planner.
pub struct Enhsp;

impl Solver for Enhsp {
    fn name(&self) -> &str {
        "enhsp"
    }

    fn about(&self) -> String {
        "planner with numeric fluents: blind A* (optimal), or another configuration of its own"
            .to_owned()
    }

    fn language(&self) -> Language {
        Language::Pddl
    }

    fn tools(&self) -> Vec<Tool<'_>> {
        vec![Tool {
            name: "enhsp",
            variable: "PLOTGEN_ENHSP",
            programs: &["enhsp"],
            installation: "scripts/setup-solvers enhsp",
            // Without a problem it lists its options. It reports no version.
            version_arguments: &[&[]],
            version: Box::new(|printed| {
                printed.contains("usage: enhsp").then(|| "unknown".to_owned())
            }),
            lack: "it does not list its options".to_owned(),
        }]
    }

    fn default_search(&self) -> Option<&str> {
        Some(OPTIMAL[0])
    }

    fn is_optimal(&self, search: Option<&str>) -> bool {
        search.is_some_and(|search| OPTIMAL.contains(&search))
    }

    fn environment(&self, _tools: &[Found]) -> Vec<(OsString, OsString)> {
        // One thread, as for the other solvers. The default collector takes all cores.
        vec![("JAVA_TOOL_OPTIONS".into(), "-XX:+UseSerialGC".into())]
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        let search = call.search.unwrap_or_default();
        let words = ["-o", DOMAIN, "-f", PROBLEM, "-planner", search, "-sp", PLAN];
        words
            .into_iter()
            .chain(call.options.iter().map(String::as_str))
            .map(OsString::from)
            .collect()
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        let [printed, errors] = [exit.log(STDOUT)?, exit.log(STDERR)?];
        Ok(match answer(&printed, &errors) {
            Answer::UnknownSearch => {
                let search = call.search.unwrap_or_default();
                Response::Crashed(format!("it has no configuration {search:?}"))
            }
            Answer::Solved => match plan(exit.directory, PLAN)? {
                Some(text) => Response::Plan { text, is_final: true },
                None => Response::Crashed(
                    "it says that it solved the problem, but wrote no plan".into(),
                ),
            },
            Answer::Unsolvable => Response::NoPlan,
            Answer::OutOfMemory => Response::Stopped { by: Stop::Memory, best: Vec::new() },
            Answer::None => Response::Crashed(exit.failure("")),
        })
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        statistics(&log(directory, STDOUT).unwrap_or_default())
    }
}

/// What it prints. Its exit code is 0 in most cases.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Solved,
    Unsolvable,
    OutOfMemory,
    /// It searches on with another configuration than the one asked for.
    UnknownSearch,
    None,
}

fn answer(printed: &str, errors: &str) -> Answer {
    let says = |sentence: &str| printed.lines().any(|line| line.trim() == sentence);
    if printed.contains("Unknown planner configuration") {
        Answer::UnknownSearch
    } else if printed.contains("OutOfMemoryError") || errors.contains("OutOfMemoryError") {
        Answer::OutOfMemory
    } else if says("Problem Solved") {
        Answer::Solved
    } else if says("Problem unsolvable") || says("Unsolvable Problem") {
        // The second sentence is that of its preprocessing.
        Answer::Unsolvable
    } else {
        Answer::None
    }
}

/// Statistics, read from lines such as `Expanded Nodes:129`.
fn statistics(printed: &str) -> Statistics {
    let figures: BTreeMap<&str, &str> = printed
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim()))
        .filter(|(_, value)| value.parse::<f64>().is_ok())
        .collect();
    let seconds = |name: &str| Some(figures.get(name)?.parse::<f64>().ok()? / 1000.0);
    Statistics {
        translation_seconds: seconds("Grounding Time"),
        search_seconds: seconds("Search Time (msec)"),
        expanded: figures.get("Expanded Nodes").and_then(|nodes| nodes.parse().ok()),
        details: figures.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
        ..Statistics::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "Domain parsed\nGrounding Time: 54\n|F|:61\nh(I):3.0\n\
        f(n) = 3.0 (Expanded Nodes: 1, Evaluated States: 1, Time: 0.02) Frontier Size: 0\n\
        Problem Solved\n\nFound Plan:\n0.0: (swap r1c1 r1c2 g h)\n\nPlan-Length:1\n\
        Metric (Search):3.0\nSearch Time (msec): 1338\nExpanded Nodes:1379\n";

    #[test]
    fn its_answer_is_what_it_prints_and_not_its_exit_code() {
        assert_eq!(answer(PRINTED, ""), Answer::Solved);
        assert_eq!(answer("Grounding..\nProblem unsolvable\n", ""), Answer::Unsolvable);
        assert_eq!(answer("|X|:0\nUnsolvable Problem\n", ""), Answer::Unsolvable);
        assert_eq!(answer("Domain parsed\nkind not found\n", ""), Answer::None);
        let warning = "! == ! Warning: Unknown planner configuration. Going with default\n";
        assert_eq!(answer(&(warning.to_owned() + PRINTED), ""), Answer::UnknownSearch);
        let heap = "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n";
        assert_eq!(answer("Grounding..\n", heap), Answer::OutOfMemory);
    }

    #[test]
    fn statistics_are_read_from_what_it_prints() {
        let statistics = statistics(PRINTED);
        assert_eq!(statistics.translation_seconds, Some(0.054));
        assert_eq!(statistics.search_seconds, Some(1.338));
        assert_eq!(statistics.expanded, Some(1379));
        assert_eq!(statistics.details["Plan-Length"], "1");
    }
}
