//! Fast Downward, unmodified: heuristic search; blind A* by default, which is optimal.

use std::ffi::OsString;
use std::path::Path;

use super::{Answer, Call, Exited, Language, Solver, Statistics, Tool, downward};

/// Blind A*. An estimate that is always the same need not be remembered, which saves four bytes a state.
const BLIND: &str = "astar(blind(cache_estimates=false))";

/// The planner.
pub struct FastDownward;

impl Solver for FastDownward {
    fn name(&self) -> &str {
        "fast-downward"
    }

    fn about(&self) -> String {
        "planner: optimal by blind A*, or any search of its own".to_owned()
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

    fn default_search(&self) -> Option<&'static str> {
        Some(BLIND)
    }

    fn is_optimal(&self, search: Option<&str>) -> bool {
        // Whether another heuristic is admissible with axioms depends on the version.
        matches!(search, Some(BLIND | "astar(blind())"))
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        downward::arguments(call)
    }

    fn best(&self, directory: &Path) -> Option<String> {
        downward::best(directory)
    }

    fn read(&self, _call: &Call<'_>, exit: &Exited<'_>) -> Answer {
        downward::read(exit, false)
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        downward::statistics(directory)
    }
}
