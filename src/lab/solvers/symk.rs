//! SymK: symbolic search built on Fast Downward, by default optimal with forward search.

use std::ffi::OsString;
use std::path::Path;

use super::{Call, Exited, Response, Solver, Statistics, Tool, downward};
use crate::game::language::Language;
use crate::game::model::Grain;
use crate::lab::foreign::Unusable;

/// The planner.
pub struct SymK;

impl Solver for SymK {
    fn name(&self) -> &str {
        "symk"
    }

    fn about(&self) -> String {
        "planner: symbolic forward search (optimal), or any other search it supports".to_owned()
    }

    fn language(&self) -> Language {
        Language::Pddl
    }

    fn tools(&self) -> Vec<Tool<'_>> {
        downward::driver(
            "symk",
            "PLOTGEN_SYMK",
            &["symk"],
            "scripts/setup-solvers symk",
            // The driver reports its revision and the Fast Downward version it is built on, but no
            // SymK version.
            |printed| {
                let base = printed.lines().find_map(|line| line.strip_prefix("Fast Downward "))?;
                let revision = printed.lines().find_map(|line| line.rsplit_once(": "))?.1;
                Some(format!("{revision} on Fast Downward {base}"))
            },
        )
    }

    fn prefers(&self) -> Grain {
        Grain::Fine
    }

    fn default_search(&self) -> Option<&str> {
        // So many boards satisfy the goal that backward search costs more than it saves:
        // bidirectional search is up to five times slower.
        Some("sym_fw()")
    }

    fn is_optimal(&self, search: Option<&str>) -> bool {
        search.is_some_and(|search| ["sym_bd()", "sym_fw()", "sym_bw()"].contains(&search))
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        // Skip the preprocessor: it drops variables that conditions of conditional effects
        // refer to, and the search then rejects the task.
        let components = ["--translate", "--search"].map(OsString::from);
        components.into_iter().chain(downward::arguments(call)).collect()
    }

    fn best(&self, directory: &Path) -> Result<Vec<String>, Unusable> {
        Ok(downward::best(directory)?.into_iter().collect())
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        // Symbolic search stops without a plan only if it has exhausted the state space.
        downward::read(exit, self.is_optimal(call.search))
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        downward::statistics(directory)
    }
}
