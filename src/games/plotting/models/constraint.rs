//! The constraint models in the languages where one model serves all levels.

use super::variants::{Focus, Variants};
use super::{essence_prime, minizinc};
use crate::game::language;
use crate::games::plotting::level::Level;

/// A language in which one constraint model serves all levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Essence Prime, for Savile Row.
    EssencePrime,
    /// MiniZinc.
    MiniZinc,
}

impl Language {
    /// The constraint language that a language is, if it is one.
    pub fn of(language: language::Language) -> Option<Language> {
        match language {
            language::Language::EssencePrime => Some(Language::EssencePrime),
            language::Language::MiniZinc => Some(Language::MiniZinc),
            language::Language::Pddl | language::Language::CpSat | language::Language::Level => {
                None
            }
        }
    }

    /// The model, the same for every level.
    pub fn model(self, focus: Focus, variants: Variants) -> String {
        match self {
            Language::EssencePrime => essence_prime::model(focus, variants),
            Language::MiniZinc => minizinc::model(focus, variants),
        }
    }

    /// The name of a file with the model.
    pub fn model_file(self, focus: Focus, variants: Variants) -> String {
        let extension = match self {
            Language::EssencePrime => "eprime",
            Language::MiniZinc => "mzn",
        };
        let lives = if variants.lives { "-lives" } else { "" };
        let score = if variants.score { "-score" } else { "" };
        format!("plotting-{}{lives}{score}.{extension}", focus.name())
    }

    /// The question put to a model: can the level be solved in exactly this many steps?
    pub fn question(self, level: &Level, steps: usize, variants: Variants) -> String {
        match self {
            Language::EssencePrime => essence_prime::parameters(level, steps),
            Language::MiniZinc => minizinc::data(level, steps, variants),
        }
    }
}
