//! Fast Downward, unmodified: heuristic search; blind A* by default, which is optimal.

use std::ffi::OsString;
use std::path::Path;

use super::{Claim, Language, Solver, Statistics, downward};
use crate::lab::process::Limits;

/// The planner.
pub struct FastDownward;

impl Solver for FastDownward {
    fn name(&self) -> &'static str {
        "fast-downward"
    }

    fn about(&self) -> &'static str {
        "planner: optimal by blind A*, or any search of its own"
    }

    fn installation(&self) -> &'static str {
        "scripts/setup-solvers fast-downward"
    }

    fn language(&self) -> Language {
        Language::Pddl
    }

    fn variable(&self) -> &'static str {
        "PLOTGEN_FAST_DOWNWARD"
    }

    fn programs(&self) -> &'static [&'static str] {
        &["fast-downward", "fast-downward.py"]
    }

    fn version_arguments(&self) -> &'static [&'static str] {
        &["--version"]
    }

    fn version(&self, printed: &str) -> Option<String> {
        printed.lines().find_map(|line| line.strip_prefix("Fast Downward ")).map(str::to_owned)
    }

    fn default_search(&self) -> &'static str {
        "astar(blind())"
    }

    fn is_optimal(&self, search: &str) -> bool {
        // Whether another heuristic is admissible with axioms depends on the version.
        search == "astar(blind())"
    }

    fn arguments(&self, search: &str, limits: &Limits) -> Vec<OsString> {
        downward::arguments(search, limits)
    }

    fn best(&self, directory: &Path) -> Option<String> {
        downward::best(directory)
    }

    fn read(&self, search: &str, code: i32, directory: &Path) -> (Claim, Statistics) {
        downward::read(code, directory, false, self.is_optimal(search))
    }
}
