//! The models of the literature, and one of our own, rendered from a level.
//!
//! The text of every model is in `templates/plotting`; here are only the contexts of those templates.
//!
//! - [`constraint`]: the constraint models, in any of their languages;
//! - [`cp_sat`]: the action-focused constraint model for OR-Tools CP-SAT;
//! - [`essence_prime`]: the constraint models in Essence Prime, and models that generate boards;
//! - [`minizinc`]: the constraint models in MiniZinc;
//! - [`pddl`]: the planning models Direct, Granular and Lean;
//! - [`variants`]: the variants of the constraint models.

pub mod constraint;
pub mod cp_sat;
pub mod essence_prime;
pub mod minizinc;
pub mod pddl;
pub mod variants;

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use self::variants::{Focus, Variants};
use super::formats::json;
use super::level::{Level, Measure};
use super::plan::Dialect;
use crate::game::language::Language;
use crate::game::level::Details;
use crate::game::model::{self, Grain, Shared};

/// A model with its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// A planning model.
    Pddl(pddl::Model),
    /// A constraint model.
    Constraints(Focus, Variants),
}

impl Model {
    /// The models in a language, the default first.
    pub fn all(language: Language) -> Vec<Model> {
        let plain = |focus| Model::Constraints(focus, Variants::PLAIN);
        match language {
            Language::Pddl => pddl::Model::ALL.map(Model::Pddl).to_vec(),
            Language::EssencePrime | Language::MiniZinc => Focus::ALL.map(plain).to_vec(),
            Language::CpSat => vec![plain(Focus::Action)],
            Language::Level => Vec::new(),
        }
    }

    /// The name, without variants.
    pub fn name(self) -> &'static str {
        match self {
            Model::Pddl(model) => model.name(),
            Model::Constraints(focus, _) => focus.name(),
        }
    }

    /// The variants, if the model has any to choose from.
    pub fn chosen_variants(self) -> Option<Variants> {
        match self {
            Model::Pddl(_) => None,
            Model::Constraints(_, variants) => Some(variants),
        }
    }

    /// The part that levels share, if there is one; that of Lean depends on the level.
    pub fn shared(self, language: Language, level: Option<&Level>) -> Option<Shared> {
        match self {
            Model::Pddl(model) => Some(match level {
                Some(level) => {
                    Shared { file: model.domain_file(level), text: model.domain_of(level) }
                }
                None => Shared { file: "domain.pddl".to_owned(), text: model.domain()? },
            }),
            Model::Constraints(focus, variants) => {
                let language = constraint::Language::of(language)?;
                let variants = level.map_or(variants, |level| variants.for_level(level));
                let text = language.model(focus, variants);
                Some(Shared { file: language.model_file(focus, variants), text })
            }
        }
    }

    /// The part that is the level's own. A constraint model asks for a plan of exactly this many steps, or
    /// where plans are scored for the greatest score, whatever `steps` says.
    pub fn question(self, language: Language, level: &Level, steps: usize) -> String {
        let variants = match self {
            Model::Pddl(model) => return model.problem(level),
            Model::Constraints(_, variants) => variants,
        };
        let variants = variants.for_level(level);
        let steps = if variants.score { level.longest_plan() } else { steps };
        match constraint::Language::of(language) {
            Some(language) => language.question(level, steps, variants),
            None => cp_sat::model(level, steps, variants),
        }
    }

    /// The lengths of plans that the model has to be asked about one by one.
    pub fn horizons(self, level: &Level) -> Option<RangeInclusive<usize>> {
        match self {
            Model::Pddl(_) => None,
            Model::Constraints(_, variants) => {
                (!variants.for_level(level).score).then(|| level.horizons())
            }
        }
    }

    /// Whether the model can ask for the plans of a level.
    ///
    /// # Errors
    /// If it cannot: why not.
    pub fn check(self, language: Language, level: &Level) -> Result<(), String> {
        let is_scored = level.measure() == Measure::Score;
        match self {
            Model::Pddl(model) => model.check(level),
            Model::Constraints(..) if is_scored && language == Language::EssencePrime => {
                Err("the models in Essence Prime do not maximise the score; those in MiniZinc and for CP-SAT \
                     do, and --objective shots asks for the fewest shots"
                    .to_owned())
            }
            Model::Constraints(..) if level.lives() > 0 && language == Language::EssencePrime => {
                Err("the models in Essence Prime have no MISS; those in MiniZinc and for CP-SAT have, and \
                     --lives 0 takes the spare lives away"
                    .to_owned())
            }
            Model::Constraints(_, variants) => {
                variants.for_level(level).check().map_err(str::to_owned)
            }
        }
    }

    /// The dialect of the plans that solvers find with the model.
    pub fn dialect(self, language: Language) -> Dialect {
        match self {
            Model::Pddl(pddl::Model::Direct) => Dialect::Direct,
            Model::Pddl(pddl::Model::Granular) => Dialect::Granular,
            Model::Pddl(pddl::Model::Lean | pddl::Model::LeanPairs) => Dialect::Lean,
            Model::Constraints(..) if language == Language::EssencePrime => Dialect::SavileRow,
            // The model's own output item, and our OR-Tools script, print shots.
            Model::Constraints(..) => Dialect::Text,
        }
    }

    /// The files that stand for the model under `models/`, and their texts.
    pub fn specimens(self, language: Language) -> Vec<(String, String)> {
        let (variants, levels) = match self {
            Model::Pddl(model) => return model.specimens(),
            Model::Constraints(_, Variants::PLAIN) => (String::new(), specimen_levels()),
            Model::Constraints(_, variants) if variants.is_arcade() => {
                (String::new(), vec![arcade_specimen(variants)])
            }
            Model::Constraints(_, variants) => (format!("-{variants}"), specimen_levels()),
        };
        // For CP-SAT each question is a model of its own, so the variants are in its file name.
        let of_question = if language == Language::CpSat { variants.as_str() } else { "" };
        let extension = language.question_extension();
        let question = |level: Level| {
            let steps = *level.horizons().end();
            let name = format!("{}-{steps}{of_question}.{extension}", level.name());
            (name, self.question(language, &level, steps))
        };
        let shared = self.shared(language, None).map(|Shared { file, text }| {
            let (stem, extension) = file.rsplit_once('.').unwrap_or((&file, ""));
            (format!("{stem}{variants}.{extension}"), text)
        });
        shared.into_iter().chain(levels.into_iter().map(question)).collect()
    }
}

impl model::Model for Model {
    fn about(&self) -> &'static str {
        match self {
            Model::Pddl(pddl::Model::Direct) => "PDDL, one action per shot",
            Model::Pddl(pddl::Model::Granular) => {
                "PDDL, one action for each move of the shot block and each fall"
            }
            Model::Pddl(pddl::Model::Lean) => {
                "PDDL, one action per shot, made for unmodified planners"
            }
            Model::Pddl(pddl::Model::LeanPairs) => {
                "Lean in the form for large boards, whatever the size of the board"
            }
            Model::Constraints(Focus::Action, _) => {
                "Constraints, action-focused: what a shot requires and does (Section 5.3)"
            }
            Model::Constraints(Focus::State, _) => {
                "Constraints, state-focused: why a cell or the hand is what it is (Section 5.4)"
            }
        }
    }

    fn grain(&self) -> Grain {
        match self {
            Model::Pddl(pddl::Model::Granular) => Grain::Fine,
            Model::Pddl(pddl::Model::Direct | pddl::Model::Lean | pddl::Model::LeanPairs)
            | Model::Constraints(..) => Grain::Whole,
        }
    }

    fn variants(&self) -> Option<Details> {
        self.chosen_variants().map(|variants| Box::new(variants) as Details)
    }

    fn is_exported(&self) -> bool {
        *self != Model::Pddl(pddl::Model::LeanPairs)
    }
}

impl fmt::Display for Model {
    /// The name, and the variants after a `+` unless the model is plain.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chosen_variants() {
            None | Some(Variants::PLAIN) => f.write_str(self.name()),
            Some(variants) => write!(f, "{}+{variants}", self.name()),
        }
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(word: &str) -> Result<Model, String> {
        let (name, variants) = word.split_once('+').unwrap_or((word, "plain"));
        let planning = || pddl::Model::ALL.into_iter().find(|model| model.name() == name);
        let focus =
            || Focus::ALL.into_iter().find(|focus| [focus.name(), focus.word()].contains(&name));
        match (planning(), focus()) {
            (Some(_), _) if word.contains('+') => Err(NO_VARIANTS.to_owned()),
            (Some(model), _) => Ok(Model::Pddl(model)),
            (None, Some(focus)) => Ok(Model::Constraints(focus, variants.parse()?)),
            (None, None) => {
                let planning = pddl::Model::ALL.map(pddl::Model::name);
                let names: Vec<&str> =
                    planning.into_iter().chain(Focus::ALL.map(Focus::name)).collect();
                Err(format!("{name:?} is not a model ({})", names.join(", ")))
            }
        }
    }
}

/// Why a planning model cannot be varied.
pub(super) const NO_VARIANTS: &str = "variants go with the models a and s only";

impl Serialize for Model {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Parts {
            model: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            variants: Option<Variants>,
        }
        Parts { model: self.name(), variants: self.chosen_variants() }.serialize(serializer)
    }
}

/// Levels that together have everything a level can have: the ones under `models/`.
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

/// The level that stands for those with spare lives or a score. Its shortest plan without a MISS is longer
/// than that with one.
fn arcade_specimen(variants: Variants) -> Level {
    let lives = if variants.lives { "-lives" } else { "" };
    let score = if variants.score { "-score" } else { "" };
    let (count, objective) =
        (usize::from(variants.lives), if variants.score { "score" } else { "shots" });
    let text = format!(
        r#"{{"name": "stuck{lives}{score}", "grid": ["RRG", "GRR"], "goal": 1, "lives": {count},
            "objective": "{objective}", "firing": {{"rows": [2], "columns": [1, 2]}}}}"#
    );
    json::read(&text, "specimen").expect("the specimen is a level")
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
        let varied = "a+sum-dead-end".parse::<Model>().unwrap();
        assert_eq!(varied.chosen_variants().unwrap().to_string(), "sum-dead-end");
        assert_eq!(varied.to_string(), "a+sum-dead-end");
        assert_eq!("a+plain".parse::<Model>().unwrap().to_string(), "a");
    }

    #[test]
    fn words_that_are_not_models_are_refused() {
        for (word, reason) in [
            ("b", "\"b\" is not a model (lean, granular, direct, lean-pairs, a, s)"),
            ("a+fast", "there are no variants \"fast\"; e.g. plain or sum-dead-end"),
            ("lean+dead-end", NO_VARIANTS),
        ] {
            assert_eq!(word.parse::<Model>().unwrap_err(), reason);
        }
    }
}
