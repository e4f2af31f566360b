//! The models of the game, rendered from a level.
//!
//! The text of every model is in `templates/2248`; here are only the contexts of those templates.
//!
//! - [`paths`]: the constraint model: what it asks in any of its languages;
//! - [`minizinc`], [`essence_prime`], [`cp_sat`]: the constraint model in each of its languages;
//! - [`pddl`]: the planning model Cells.

pub mod cp_sat;
pub mod essence_prime;
pub mod minizinc;
pub mod paths;
pub mod pddl;

use std::fmt;
use std::str::FromStr;

use askama::Template;
use serde::{Serialize, Serializer};

use super::board::{Board, Number};
use super::level::{Goal, Hint, Level};
use super::plan::Dialect;
use super::refill::Source;
use crate::game::language::Language;
use crate::game::level::ReadError;
use crate::game::model::{self, Grain, Shared};

/// A model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// The planning model: a path is built cell by cell.
    Cells,
    /// The constraint model: paths, and the boards between them.
    Paths,
}

impl Model {
    const ALL: [Model; 2] = [Model::Cells, Model::Paths];

    /// The models in a language, the default first.
    pub fn all(language: Language) -> Vec<Model> {
        match language {
            Language::Pddl => vec![Model::Cells],
            Language::EssencePrime | Language::MiniZinc | Language::CpSat => vec![Model::Paths],
            Language::Level => Vec::new(),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Model::Cells => "cells",
            Model::Paths => "paths",
        }
    }

    /// Whether the model can ask for the plans of a level.
    ///
    /// # Errors
    /// If it cannot: why not.
    pub fn check(self, level: &Level) -> Result<(), ReadError> {
        let refuse = |reason: String| Err(ReadError::new(reason));
        let Some(goal) = level.goal() else {
            return refuse("the level has no goal to plan for".to_owned());
        };
        let is_hint = matches!(goal, Goal::Hint(_));
        match (self, goal) {
            (Model::Cells, Goal::Blocks(_)) | (Model::Paths, _) => {}
            (Model::Cells, Goal::Score(_) | Goal::BestScore { .. } | Goal::Hint(_)) => {
                return refuse(format!(
                    "the model cells cannot express the goal {goal}: PDDL has no scores to reach or to \
                     maximise; the constraint model paths can"
                ));
            }
        }
        if level.source().is_chance() && !is_hint {
            return refuse(
                "no model can ask for a plan whose refill is drawn from a seed".to_owned(),
            );
        }
        if level.may_collapse() {
            return refuse("no model can ask for a plan that may use a collapse".to_owned());
        }
        paths::check_numbers(level)
    }

    /// The part that levels share, if there is one: it is the same for every level.
    pub fn shared(self, language: Language) -> Option<Shared> {
        let (file, text) = match (self, language) {
            (Model::Cells, _) => ("domain.pddl", pddl::domain()),
            (Model::Paths, Language::EssencePrime) => ("2248-paths.eprime", essence_prime::model()),
            (Model::Paths, Language::MiniZinc) => ("2248-paths.mzn", minizinc::model()),
            (Model::Paths, Language::Pddl | Language::CpSat | Language::Level) => return None,
        };
        Some(Shared { file: file.to_owned(), text })
    }

    /// The part that is the level's own. Where the goal wants the fewest moves, the constraint model asks
    /// for a plan of this length.
    pub fn question(self, language: Language, level: &Level, moves: usize) -> String {
        match (self, language) {
            (Model::Cells, _) => pddl::problem(level),
            (Model::Paths, Language::EssencePrime) => essence_prime::parameters(level, moves),
            (Model::Paths, Language::MiniZinc) => minizinc::data(level, moves),
            (Model::Paths, Language::CpSat | Language::Pddl | Language::Level) => {
                cp_sat::model(level, moves)
            }
        }
    }

    /// The dialect of the plans that solvers find with the model.
    pub fn dialect(self, language: Language) -> Dialect {
        match (self, language) {
            (Model::Cells, _) => Dialect::Pddl,
            (Model::Paths, Language::EssencePrime) => Dialect::SavileRow,
            (Model::Paths, Language::CpSat) => Dialect::Links,
            // The model's own output item prints moves.
            (Model::Paths, Language::MiniZinc | Language::Pddl | Language::Level) => Dialect::Text,
        }
    }

    /// The files that stand for the model under `models/`, and their texts.
    pub fn specimens(self, language: Language) -> Vec<(String, String)> {
        let levels = specimen_levels().into_iter().filter(|(level, _)| self.check(level).is_ok());
        let question = |(level, moves): (Level, usize)| {
            let has_horizon = self == Model::Paths && paths::horizons(&level).is_some();
            let number = if has_horizon { format!("-{moves}") } else { String::new() };
            let name = format!("{}{number}.{}", level.name(), language.question_extension());
            (name, self.question(language, &level, moves))
        };
        let shared = self.shared(language).map(|shared| (shared.file, shared.text));
        shared.into_iter().chain(levels.map(question)).collect()
    }
}

impl model::Model for Model {
    fn about(&self) -> &'static str {
        match self {
            Model::Cells => "PDDL, a path built cell by cell; for goals in blocks",
            Model::Paths => "Constraints, paths and the boards between them; for every goal",
        }
    }

    fn grain(&self) -> Grain {
        match self {
            Model::Cells => Grain::Fine,
            Model::Paths => Grain::Whole,
        }
    }

    fn is_published(&self) -> bool {
        *self == Model::Cells
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(word: &str) -> Result<Model, String> {
        Model::ALL.into_iter().find(|model| model.name() == word).ok_or_else(|| {
            let names = Model::ALL.map(Model::name).join(", ");
            format!("{word:?} is not a model ({names})")
        })
    }
}

impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Parts {
            model: &'static str,
        }
        Parts { model: self.name() }.serialize(serializer)
    }
}

/// Levels that together have everything that a model can express, each with a number of moves to ask for:
/// the ones under `models/`.
fn specimen_levels() -> Vec<(Level, usize)> {
    const VALID: &str = "the specimens are levels";
    let level = |name: &str, rows: &[Vec<i32>], goal: Goal| {
        let board = Board::from_numbers(rows).expect(VALID);
        Level::new(name, board).expect(VALID).with_goal(Some(goal))
    };
    let numbers = |values: &[u64]| values.iter().filter_map(|&value| Number::of(value)).collect();
    let queues = Source::Queues(vec![numbers(&[2, 8]), Vec::new(), numbers(&[4])]);
    let small = [vec![2, 2, 4], vec![4, 2, 8]];
    let holes = [vec![0, 4, 0], vec![2, 2, 4]];
    vec![
        (level("two-joins", &small, Goal::Blocks(2)), 2),
        (level("queues", &holes, Goal::Blocks(3)).with_source(queues).expect(VALID), 2),
        (level("score", &small, Goal::Score(36)), 2),
        (level("best-score", &small, Goal::BestScore { moves: 2 }), 0),
        (level("maximum-path", &small, Goal::Hint(Hint::Path)), 0),
        (
            level(
                "maximum-adjacent",
                &[vec![4, 8], vec![2, 16], vec![2, 32]],
                Goal::Hint(Hint::Adjacent),
            ),
            0,
        ),
    ]
}

/// The text of a template.
fn rendered(template: &impl Template) -> String {
    template.render().expect("a template of ours renders to a string") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_one_word_that_can_be_read_back() {
        for model in Model::ALL {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
        assert_eq!("a".parse::<Model>().unwrap_err(), "\"a\" is not a model (cells, paths)");
    }

    #[test]
    fn a_model_refuses_what_it_cannot_express() {
        let refused = |model: Model, goal: Option<Goal>, change: fn(Level) -> Level| {
            let board = Board::from_numbers(&[vec![2, 2]]).unwrap();
            let level = change(Level::new("x", board).unwrap()).with_goal(goal);
            model.check(&level).map_err(|error| error.to_string())
        };
        let same = |level: Level| level;
        let chance = |level: Level| level.with_source(Source::Seed(1)).unwrap();
        let collapse = |level: Level| level.with_collapse(true);
        let (blocks, score) = (Some(Goal::Blocks(1)), Some(Goal::Score(8)));
        let path = Some(Goal::Hint(Hint::Path));
        for model in Model::ALL {
            assert_eq!(refused(model, blocks, same), Ok(()));
            assert!(refused(model, None, same).unwrap_err().contains("no goal"));
            assert!(refused(model, blocks, chance).unwrap_err().contains("seed"));
            assert!(refused(model, blocks, collapse).unwrap_err().contains("collapse"));
        }
        assert!(refused(Model::Cells, score, same).unwrap_err().contains("the goal score=8"));
        assert_eq!(refused(Model::Paths, score, same), Ok(()));
        assert_eq!(refused(Model::Paths, path, chance), Ok(()));
        assert_eq!(refused(Model::Paths, path, collapse), Ok(()));
    }
}
