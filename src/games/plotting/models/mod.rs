//! The models of the literature, and one of our own, rendered from a level: a context for each template.
//!
//! The text of a model is in `templates/`, nothing of it is here.
//!
//! - [`constraint`]: the constraint models, whatever their language;
//! - [`cp_sat`]: the action-focused constraint model for CP-SAT of OR-Tools;
//! - [`essence_prime`]: the constraint models in Essence Prime, and the generators of boards;
//! - [`minizinc`]: the constraint models in MiniZinc;
//! - [`pddl`]: the planning models, Direct, Granular and Lean;
//! - [`variants`]: what the constraint models can be varied in.

pub mod constraint;
pub mod cp_sat;
pub mod essence_prime;
pub mod minizinc;
pub mod pddl;
pub mod variants;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use self::variants::{Focus, Variants};
use super::formats::json;
use super::level::Level;

/// A model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum Model {
    /// A planning model.
    Pddl(pddl::Model),
    /// A constraint model.
    Constraints(Focus, Variants),
}

impl fmt::Display for Model {
    /// Its name: direct, granular, lean, lean-pairs, a or s.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Model::Pddl(model) => model.fmt(f),
            Model::Constraints(focus, _) => write!(f, "{}", focus.letter()),
        }
    }
}

/// The name of a model, whatever its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelName {
    /// PDDL, an action a shot.
    Direct,
    /// PDDL, an action for each step of the shot block and each fall.
    Granular,
    /// PDDL, an action a shot, made for unmodified planners.
    Lean,
    /// Lean as it is for large boards, whatever the size of the board.
    LeanPairs,
    /// Constraints, action-focused.
    A,
    /// Constraints, state-focused.
    S,
}

impl ModelName {
    /// The model of this name with these variants; those of the planning models have none.
    pub fn with(self, variants: Option<Variants>) -> Option<Model> {
        let constraints = |focus| Model::Constraints(focus, variants.unwrap_or(Variants::PLAIN));
        match (self, variants) {
            (ModelName::Direct, None) => Some(Model::Pddl(pddl::Model::Direct)),
            (ModelName::Granular, None) => Some(Model::Pddl(pddl::Model::Granular)),
            (ModelName::Lean, None) => Some(Model::Pddl(pddl::Model::Lean)),
            (ModelName::LeanPairs, None) => Some(Model::Pddl(pddl::Model::LeanPairs)),
            (
                ModelName::Direct | ModelName::Granular | ModelName::Lean | ModelName::LeanPairs,
                Some(_),
            ) => None,
            (ModelName::A, _) => Some(constraints(Focus::Action)),
            (ModelName::S, _) => Some(constraints(Focus::State)),
        }
    }
}

impl FromStr for ModelName {
    type Err = String;

    fn from_str(text: &str) -> Result<ModelName, String> {
        match text {
            "direct" => Ok(ModelName::Direct),
            "granular" => Ok(ModelName::Granular),
            "lean" => Ok(ModelName::Lean),
            "lean-pairs" => Ok(ModelName::LeanPairs),
            "a" => Ok(ModelName::A),
            "s" => Ok(ModelName::S),
            _ => Err(format!("{text:?} is not a model (direct, granular, lean, lean-pairs, a, s)")),
        }
    }
}

/// Levels that between them have all that a level can have: in them a model stands in `models/`.
pub(super) fn specimen_levels() -> Vec<Level> {
    const SPECIMENS: [&str; 3] = [
        r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#,
        r#"{"name": "corner", "grid": ["..G", "RRG"], "goal": 2, "hand": "G",
            "firing": {"rows": [2], "columns": [1, 3]}}"#,
        r#"{"name": "alone", "grid": ["R.", "RR"], "goal": 0}"#,
    ];
    let level = |text: &&str| json::read(text, "specimen").expect("the specimens are levels");
    SPECIMENS.iter().map(level).collect()
}
