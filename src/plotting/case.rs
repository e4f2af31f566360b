//! Levels as the lab sees them: a model to be given to a solver, and the judge of what comes back.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::formats::json;
use super::level::Level;
use super::models::pddl::Model;
use super::plan::{Dialect, Plan};
use super::replay::{ValidPlan, replay};
use super::search::{self, Budget, Outcome};
use crate::lab::case::{Case, Truth};
use crate::lab::solvers::{DOMAIN, PROBLEM, TextFile};

/// A level in a PDDL model.
#[derive(Clone, Copy, Debug)]
pub struct PddlCase<'a> {
    /// The level.
    pub level: &'a Level,
    /// The model.
    pub model: Model,
}

impl Case for PddlCase<'_> {
    fn name(&self) -> &str {
        self.level.name()
    }

    fn files(&self) -> Vec<TextFile> {
        vec![
            TextFile { name: DOMAIN, text: self.model.domain() },
            TextFile { name: PROBLEM, text: self.model.problem(self.level) },
        ]
    }

    fn source(&self) -> TextFile {
        TextFile { name: "level.json", text: json::write(self.level) }
    }

    fn truth(&self, limit: Option<Duration>, interrupted: &AtomicBool) -> Result<Truth, String> {
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let budget = Budget { threads: 1, memory: 1 << 30, deadline, interrupted };
        let answer = search::solve(self.level, &budget, &mut |_| ());
        Ok(match answer.map_err(|defect| defect.to_string())?.outcome {
            Outcome::Solved(plan) => Truth::Optimum(plan.shots().len()),
            Outcome::Unsolvable(_) => Truth::Unsolvable,
            Outcome::NotKnown(_) => Truth::NotKnown,
        })
    }

    fn judge(&self, plan: &str) -> Result<usize, String> {
        self.replay(plan).map(|plan| plan.shots().len())
    }
}

impl PddlCase<'_> {
    /// Reads a planner's plan, which must be one of this model, and replays it.
    ///
    /// # Errors
    /// If it is not a plan for the level: why not, in words.
    pub fn replay(&self, text: &str) -> Result<ValidPlan, String> {
        let dialect = match self.model {
            Model::Direct => Dialect::Direct,
            Model::Granular => Dialect::Granular,
        };
        let plan = Plan::read(text, dialect, self.level.board())
            .map_err(|error| format!("its plan cannot be read: {error}"))?;
        replay(self.level, &plan).finding.map_err(|flaw| format!("its plan is not valid: {flaw}"))
    }
}
