//! The constraint models, whatever language they are written in: a model for all levels, and the questions
//! that are asked of it.

use super::variants::{Focus, Variants};
use super::{essence_prime, minizinc};
use crate::games::plotting::level::Level;

/// A language that the constraint models are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Essence Prime, for Savile Row.
    EssencePrime,
    /// MiniZinc.
    MiniZinc,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::EssencePrime, Language::MiniZinc];

    /// The model, the same for every level.
    pub fn model(self, focus: Focus, variants: Variants) -> String {
        match self {
            Language::EssencePrime => essence_prime::model(focus, variants),
            Language::MiniZinc => minizinc::model(focus, variants),
        }
    }

    /// The name that a file of the model has.
    pub fn model_file(self, focus: Focus) -> String {
        let ending = match self {
            Language::EssencePrime => "eprime",
            Language::MiniZinc => "mzn",
        };
        format!("plotting-{}.{ending}", focus.letter())
    }

    /// What is asked of a model: can the level be solved in exactly this many shots?
    pub fn question(self, level: &Level, steps: usize) -> String {
        match self {
            Language::EssencePrime => essence_prime::parameters(level, steps),
            Language::MiniZinc => minizinc::data(level, steps),
        }
    }

    /// How the names of files with questions end.
    pub fn question_ending(self) -> &'static str {
        match self {
            Language::EssencePrime => "param",
            Language::MiniZinc => "dzn",
        }
    }
}
