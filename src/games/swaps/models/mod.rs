//! The models of the game, rendered from a level.
//!
//! The text of every model is in `templates/swaps`; here are only the contexts of those templates.
//!
//! - [`pddl`]: the planning models Six, Lean and Numeric;
//! - [`two_phase`]: the constraint model: what it asks in any of its languages;
//! - [`minizinc`], [`essence_prime`], [`cp_sat`]: the constraint model in each of its languages;
//! - [`tally`]: what counting tiles says about plans.

pub mod cp_sat;
pub mod essence_prime;
pub mod minizinc;
pub mod pddl;
pub mod tally;
pub mod two_phase;

use std::fmt;
use std::str::FromStr;

use askama::Template;
use serde::{Serialize, Serializer};

use super::board::{Board, Cell, Grid, Kind};
use super::level::{Cost, Level, Target, Wanted};
use super::plan::Dialect;
use super::rules::{Effect, Move};
use crate::game::language::Language;
use crate::game::model::{self, Shared};

/// A model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// A planning model.
    Pddl(pddl::Model),
    /// The constraint model.
    TwoPhase,
}

impl Model {
    /// The models in a language, the default first.
    pub fn all(language: Language) -> Vec<Model> {
        match language {
            Language::Pddl => pddl::Model::ALL.map(Model::Pddl).to_vec(),
            Language::EssencePrime | Language::MiniZinc | Language::CpSat => vec![Model::TwoPhase],
            Language::Level => Vec::new(),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Model::Pddl(model) => model.name(),
            Model::TwoPhase => two_phase::NAME,
        }
    }

    /// The part that levels share, if there is one: it is the same for every level.
    pub fn shared(self, language: Language) -> Option<Shared> {
        let (file, text) = match (self, language) {
            (Model::Pddl(model), _) => ("domain.pddl", model.domain()),
            (Model::TwoPhase, Language::EssencePrime) => {
                ("swaps-two-phase.eprime", essence_prime::model())
            }
            (Model::TwoPhase, Language::MiniZinc) => ("swaps-two-phase.mzn", minizinc::model()),
            (Model::TwoPhase, Language::Pddl | Language::CpSat | Language::Level) => return None,
        };
        Some(Shared { file: file.to_owned(), text })
    }

    /// The part that is the level's own. The constraint model asks for a plan of this value.
    pub fn question(self, language: Language, level: &Level, value: usize) -> String {
        match (self, language) {
            (Model::Pddl(model), _) => model.problem(level),
            (Model::TwoPhase, Language::EssencePrime) => essence_prime::parameters(level, value),
            (Model::TwoPhase, Language::MiniZinc) => minizinc::data(level, value),
            (Model::TwoPhase, Language::CpSat | Language::Pddl | Language::Level) => {
                cp_sat::model(level, value)
            }
        }
    }

    /// The dialect of the plans that solvers find with the model.
    pub fn dialect(self, language: Language) -> Dialect {
        match self {
            Model::Pddl(_) => Dialect::Pddl,
            Model::TwoPhase if language == Language::EssencePrime => Dialect::SavileRow,
            // The model's own output item, and our OR-Tools script, print moves.
            Model::TwoPhase => Dialect::Text,
        }
    }

    /// The files that stand for the model under `models/`, and their texts.
    pub fn specimens(self, language: Language) -> Vec<(String, String)> {
        let question = |level: Level| {
            let value = match self {
                Model::Pddl(_) => None,
                Model::TwoPhase => Some(tally::horizons(&level).start() + 1),
            };
            let number = value.map(|value| format!("-{value}")).unwrap_or_default();
            let name = format!("{}{number}.{}", level.name(), language.question_extension());
            (name, self.question(language, &level, value.unwrap_or_default()))
        };
        let shared = self.shared(language).map(|shared| (shared.file, shared.text));
        shared.into_iter().chain(specimen_levels().into_iter().map(question)).collect()
    }
}

impl model::Model for Model {
    fn about(&self) -> &'static str {
        match self {
            Model::Pddl(pddl::Model::Six) => "PDDL, the six actions of the published domain",
            Model::Pddl(pddl::Model::Lean) => {
                "PDDL, all swaps first, then all matches; made for unmodified planners"
            }
            Model::Pddl(pddl::Model::Numeric) => "PDDL, Lean with kinds as numbers, e.g. for ENHSP",
            Model::TwoPhase => "Constraints, all swaps first, then all matches",
        }
    }

    fn is_published(&self) -> bool {
        *self == Model::Pddl(pddl::Model::Six)
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
        let all = || pddl::Model::ALL.map(Model::Pddl).into_iter().chain([Model::TwoPhase]);
        all().find(|model| model.name() == word).ok_or_else(|| {
            let names: Vec<&str> = all().map(Model::name).collect();
            format!("{word:?} is not a model ({})", names.join(", "))
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

/// Levels that together have everything a level can have: the ones under `models/`.
fn specimen_levels() -> Vec<Level> {
    const VALID: &str = "the specimens are levels";
    let level = |name: &str, rows: &[&str]| {
        Level::new(name, Board::from_rows(rows).expect(VALID)).expect(VALID)
    };
    let fixed: Vec<Kind> = Kind::from_letter('H').into_iter().collect();
    let target = Target::from_rows(&["?G..", "H..?"]).expect(VALID);
    let keep = level("keep", &["GGSG", "H.SG"]).with_fixed(&fixed).expect(VALID);
    let keep = keep.with_vanish(&["GS", "SH"]).expect(VALID);
    vec![
        level("document-1", &["GHG", "HHR", "RRG"]),
        level("corner", &["S.G", "GHG", "HHS"]).with_cost(Cost::Swaps),
        level("one-way", &[".GSH", "HGHG"]).with_direction(true),
        keep.with_target(Some(target)).expect(VALID),
    ]
}

/// The text of a template.
fn rendered(template: &impl Template) -> String {
    template.render().expect("a template of ours renders to a string") + "\n"
}

/// The kinds on the board and in the target, in the order of the alphabet.
fn kinds(level: &Level) -> Vec<Kind> {
    let wanted = level.board().cells().filter_map(|cell| match level.wanted(cell) {
        Wanted::Tile(kind) => Some(kind),
        Wanted::Anything | Wanted::Empty => None,
    });
    let mut kinds = level.board().kinds();
    kinds.extend(wanted);
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The vanishing pairs that can meet: both kinds are on the board and can be swapped.
fn vanishing(level: &Level) -> impl Iterator<Item = (Kind, Kind)> {
    let (kinds, rules) = (level.board().kinds(), level.rules());
    let can_move = move |kind: Kind| kinds.contains(&kind) && !rules.fixed.contains(&kind);
    rules.vanish.iter().copied().filter(move |&(mover, gone)| can_move(mover) && can_move(gone))
}

/// What a swap does with two kinds, of which the first is left or above: the effect, and what the two
/// cells have after it. Kinds that cannot be swapped are left out.
fn outcomes(level: &Level) -> impl Iterator<Item = ([Kind; 2], Effect, [Option<Kind>; 2])> {
    let kinds = level.board().kinds();
    let pairs = kinds
        .clone()
        .into_iter()
        .flat_map(move |one| kinds.clone().into_iter().map(move |other| [one, other]));
    pairs.filter_map(|kinds| {
        let board = Board::from_rows(&[String::from_iter(kinds.map(Kind::letter))]).ok()?;
        let step = Move::all(&board).next()?;
        let (effect, after) = level.rules().play(&board, step).ok()?;
        let [one, other] = <[Option<Kind>; 2]>::try_from(after.values()).ok()?;
        Some((kinds, effect, [one, other]))
    })
}

/// Something about the cells of a grid, row by row from the top. Rows without anything are left out.
fn by_row<G, T>(grid: &Grid<G>, of_cell: impl Fn(Cell) -> Option<T>) -> Vec<Vec<T>> {
    let row = |row: usize| {
        (1..=grid.columns()).filter_map(|column| of_cell(Cell { row, column })).collect::<Vec<T>>()
    };
    (1..=grid.rows()).map(row).filter(|row| !row.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_one_word_that_can_be_read_back() {
        for language in Language::ALL {
            for model in Model::all(language) {
                assert_eq!(model.to_string().parse(), Ok(model));
            }
        }
        let reason = "\"a\" is not a model (lean, six, numeric, two-phase)";
        assert_eq!("a".parse::<Model>().unwrap_err(), reason);
    }

    #[test]
    fn what_a_swap_does_is_taken_from_the_rules() {
        let told = |level: &Level| -> Vec<String> {
            let letter = |kind: Option<Kind>| kind.map_or('.', Kind::letter);
            outcomes(level)
                .map(|([one, other], _, [left, right])| {
                    format!("{one}{other} {}{}", letter(left), letter(right))
                })
                .collect()
        };
        let level = Level::new("x", Board::from_rows(&["GHS"]).unwrap()).unwrap();
        assert_eq!(told(&level), ["GH HG", "GS .G", "HG GH", "HS SH", "SG G.", "SH HS"]);
        let directed = level.clone().with_direction(true);
        assert_eq!(told(&directed), ["GH HG", "GS .G", "HG GH", "HS SH", "SH HS"]);
        let fixed = level.with_fixed(&[Kind::from_letter('G').unwrap()]).unwrap();
        assert_eq!(told(&fixed), ["HS SH", "SH HS"]);
    }
}
