//! SymK: symbolic search on top of Fast Downward; forward by default, which is optimal.

use std::ffi::OsString;
use std::path::Path;

use super::{Answer, Call, Exited, Language, Solver, Statistics, Tool, downward};

/// The planner.
pub struct SymK;

impl Solver for SymK {
    fn name(&self) -> &str {
        "symk"
    }

    fn about(&self) -> String {
        "planner: optimal by symbolic forward search, or any search of its own".to_owned()
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
            // The driver knows the Fast Downward that it is built on, and the revision, but no number.
            |printed| {
                let base = printed.lines().find_map(|line| line.strip_prefix("Fast Downward "))?;
                let revision = printed.lines().find_map(|line| line.rsplit_once(": "))?.1;
                Some(format!("{revision} on Fast Downward {base}"))
            },
        )
    }

    fn default_search(&self) -> Option<&'static str> {
        // A goal of few blocks is met by so many boards that searching backward from it costs more than it
        // saves: bidirectional search is up to five times as slow.
        Some("sym_fw()")
    }

    fn is_optimal(&self, search: Option<&str>) -> bool {
        search.is_some_and(|search| ["sym_bd()", "sym_fw()", "sym_bw()"].contains(&search))
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        // Without its preprocessor, which loses variables that conditions of conditional effects name: the
        // search then refuses the task.
        let components = ["--translate", "--search"].map(OsString::from);
        components.into_iter().chain(downward::arguments(call)).collect()
    }

    fn best(&self, directory: &Path) -> Option<String> {
        downward::best(directory)
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Answer {
        // Symbolic search stops without a plan only when no state is left.
        downward::read(exit, self.is_optimal(call.search))
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        downward::statistics(directory)
    }
}
