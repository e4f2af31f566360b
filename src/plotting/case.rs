//! Levels as the lab sees them: a model to be given to a solver, and the judge of what comes back.

use super::level::Level;
use super::models::pddl::Model;
use super::plan::{Dialect, Plan};
use super::replay::{ValidPlan, replay};
use crate::lab::solvers::{DOMAIN, PROBLEM, TextFile};

/// A level in a PDDL model.
#[derive(Clone, Copy, Debug)]
pub struct PddlCase<'a> {
    /// The level.
    pub level: &'a Level,
    /// The model.
    pub model: Model,
}

impl PddlCase<'_> {
    /// The files that state it.
    pub fn files(&self) -> Vec<TextFile> {
        vec![
            TextFile { name: DOMAIN, text: self.model.domain() },
            TextFile { name: PROBLEM, text: self.model.problem(self.level) },
        ]
    }
}

/// Reads a solver's plan and replays it.
///
/// # Errors
/// If it is not a plan for the level: why not, in words.
pub fn judge(level: &Level, text: &str) -> Result<ValidPlan, String> {
    let plan = Plan::read(text, Dialect::of(text), level.board())
        .map_err(|error| format!("its plan cannot be read: {error}"))?;
    replay(level, &plan).finding.map_err(|flaw| format!("its plan is not valid: {flaw}"))
}
