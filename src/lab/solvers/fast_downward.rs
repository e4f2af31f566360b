//! Fast Downward, unmodified: heuristic search; blind A* by default, which is optimal.

use std::ffi::OsString;
use std::path::Path;

use super::{Answer, Call, Exited, Language, Solver, Statistics, Tool, downward};

/// Blind A*. What is quickly estimated need not be remembered, which saves four bytes a state. Of states that are
/// equally good those that meet the goal come first: where the last steps cost nothing, plain A* would look at
/// all states that cost as much as the goal before it.
const BLIND: &str = "let(h,blind(cache_estimates=false),eager(tiebreaking([sum([g(),h]),\
    goalcount(cache_estimates=false)],unsafe_pruning=false),reopen_closed=true,f_eval=sum([g(),h])))";

/// Other ways to ask for it.
const PLAIN_BLIND: [&str; 2] = ["astar(blind())", "astar(blind(cache_estimates=false))"];

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
        search.is_some_and(|search| search == BLIND || PLAIN_BLIND.contains(&search))
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
