//! SymK: symbolic search on top of Fast Downward; bidirectional by default, which is optimal.

use std::ffi::OsString;
use std::path::Path;

use super::{Claim, Language, Solver, Statistics, downward};
use crate::lab::process::Limits;

/// The planner.
pub struct SymK;

impl Solver for SymK {
    fn name(&self) -> &'static str {
        "symk"
    }

    fn about(&self) -> &'static str {
        "planner: optimal by symbolic bidirectional search, or any search of its own"
    }

    fn installation(&self) -> &'static str {
        "scripts/setup-solvers symk"
    }

    fn language(&self) -> Language {
        Language::Pddl
    }

    fn variable(&self) -> &'static str {
        "PLOTGEN_SYMK"
    }

    fn programs(&self) -> &'static [&'static str] {
        &["symk"]
    }

    fn version_arguments(&self) -> &'static [&'static str] {
        &["--version"]
    }

    fn version(&self, printed: &str) -> Option<String> {
        // The driver knows the Fast Downward that it is built on, and the revision, but no number.
        let base = printed.lines().find_map(|line| line.strip_prefix("Fast Downward "))?;
        let revision = printed.lines().find_map(|line| line.rsplit_once(": "))?.1;
        Some(format!("{revision} on Fast Downward {base}"))
    }

    fn default_search(&self) -> &'static str {
        "sym_bd()"
    }

    fn is_optimal(&self, search: &str) -> bool {
        ["sym_bd()", "sym_fw()", "sym_bw()"].contains(&search)
    }

    fn arguments(&self, search: &str, limits: &Limits) -> Vec<OsString> {
        downward::arguments(search, limits)
    }

    fn best(&self, directory: &Path) -> Option<String> {
        downward::best(directory)
    }

    fn read(&self, search: &str, code: i32, directory: &Path) -> (Claim, Statistics) {
        // Symbolic search stops without a plan only when no state is left.
        downward::read(code, directory, self.is_optimal(search), self.is_optimal(search))
    }
}
