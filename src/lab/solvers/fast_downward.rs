//! Fast Downward: heuristic search, by default optimal with blind A*.

use std::ffi::OsString;
use std::path::Path;

use super::{Call, Exited, Response, Solver, Statistics, Tool, downward};
use crate::game::language::Language;
use crate::lab::foreign::Unusable;

/// Blind A*, with two changes. The heuristic is cheap, so it is not cached, which saves four bytes
/// per state. Ties are broken by the goal count: where the last actions cost nothing, plain A* may
/// expand all states with the cost of the goal before it reaches the goal.
const BLIND: &str = "let(h,blind(cache_estimates=false),eager(tiebreaking([sum([g(),h]),\
    goalcount(cache_estimates=false)],unsafe_pruning=false),reopen_closed=true,f_eval=sum([g(),h])))";

/// Other searches whose plans are optimal: blind A*, and a heuristic that refuses what it does not support.
const OPTIMAL: [&str; 3] =
    ["astar(blind())", "astar(blind(cache_estimates=false))", "astar(lmcut())"];

/// The planner.
pub struct FastDownward;

impl Solver for FastDownward {
    fn name(&self) -> &str {
        "fast-downward"
    }

    fn about(&self) -> String {
        "planner: blind A* (optimal), or any other search it supports".to_owned()
    }

    fn language(&self) -> Language {
        Language::Pddl
    }

    fn tools(&self) -> Vec<Tool<'_>> {
        downward::driver(
            "fast-downward",
            "PLOTGEN_FAST_DOWNWARD",
            &["fast-downward", "fast-downward.py"],
            "scripts/setup-solvers fast-downward",
            |printed| {
                printed
                    .lines()
                    .find_map(|line| line.strip_prefix("Fast Downward "))
                    .map(str::to_owned)
            },
        )
    }

    fn default_search(&self) -> Option<&str> {
        Some(BLIND)
    }

    fn is_optimal(&self, search: Option<&str>) -> bool {
        // Whether other heuristics are admissible with axioms depends on the version.
        search.is_some_and(|search| search == BLIND || OPTIMAL.contains(&search))
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        downward::arguments(call)
    }

    fn best(&self, directory: &Path) -> Result<Vec<String>, Unusable> {
        Ok(downward::best(directory)?.into_iter().collect())
    }

    fn read(&self, _call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        downward::read(exit, false)
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        downward::statistics(directory)
    }
}
