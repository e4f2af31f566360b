//! Levels as the lab sees them: a model to be given to a solver, and the judge of what comes back.

use std::sync::atomic::AtomicBool;

use super::formats::json;
use super::level::Level;
use super::models::pddl::Model;
use super::plan::{Dialect, Plan};
use super::replay::{ValidPlan, replay};
use super::search::{self, Budget, Outcome};
use crate::lab::solvers::{DOMAIN, PROBLEM, TextFile};
use crate::lab::verify::Case;

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

    fn optimum(&self) -> Result<Option<usize>, String> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let budget = Budget { threads: 1, memory: 1 << 30, deadline: None, interrupted: &NEVER };
        let answer = search::solve(self.level, &budget, &mut |_| ());
        match answer.map_err(|defect| defect.to_string())?.outcome {
            Outcome::Solved(plan) => Ok(Some(plan.shots().len())),
            Outcome::Unsolvable(_) => Ok(None),
            Outcome::NotKnown(_) => Err("the native solver was stopped".to_owned()),
        }
    }

    fn judge(&self, plan: &str) -> Result<usize, String> {
        judge(self.level, plan).map(|plan| plan.shots().len())
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
