//! Constraint models and questions on the command line, in any language.

use std::path::PathBuf;

use serde::Serialize;

use super::folder::{OutArg, Written};
use super::level_options::LevelOptions;
use super::model::{self, Suggested, VariantArgs};
use super::{Failure, games};
use crate::game::any::BoxedLevel;
use crate::game::level::Details;
use crate::game::{AnyGame, Encoding, Language};
use crate::lab::files::file_stem;

/// The languages of these commands.
const LANGUAGES: [Language; 2] = [Language::EssencePrime, Language::MiniZinc];

/// The arguments of every command that writes constraint models and questions.
#[derive(clap::Args)]
#[command(mut_group(LevelOptions::GROUP, |group| group.requires("levels")))]
pub(super) struct ConstraintArgs {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL")]
    levels: Vec<PathBuf>,

    /// The model: for Plotting a (action-focused, Section 5.3) or s (state-focused, Section 5.4), with
    /// variants after a + or as options below; for swaps two-phase; for 2248 paths
    #[arg(long, value_name = "MODEL", value_parser = Suggested(|| model::names(&LANGUAGES)))]
    model: Option<String>,

    /// The length of plans to ask about; not needed for a goal whose model looks for the best plan
    #[arg(long, value_name = "N", requires = "levels")]
    steps: Option<u16>,

    #[command(flatten)]
    options: LevelOptions,

    #[command(flatten)]
    pub(super) folder: OutArg,

    /// Answer with one JSON object
    #[arg(long)]
    pub(super) json: bool,

    #[command(flatten)]
    variants: VariantArgs,
}

/// A model that was rendered.
#[derive(Serialize)]
pub(super) struct ModelText {
    #[serde(flatten)]
    model: Details,
    #[serde(flatten)]
    written: Written,
    #[serde(skip)]
    file: String,
}

/// A question about a level: is there a plan of this length?
#[derive(Serialize)]
pub(super) struct Question {
    level: String,
    /// `None` for the best plan of any length.
    #[serde(rename = "length")]
    steps: Option<usize>,
    #[serde(flatten)]
    written: Written,
    #[serde(skip)]
    extension: &'static str,
}

/// The model and the questions that a command was asked for.
pub(super) struct Rendered {
    pub(super) model: Option<ModelText>,
    pub(super) questions: Vec<Question>,
}

impl ConstraintArgs {
    /// Renders the model and the questions. `instead` is the advice where both cannot be printed.
    pub(super) fn render(&self, language: Language, instead: &str) -> Result<Rendered, Failure> {
        let is_printed = self.folder.out.is_none() && !self.json;
        if is_printed && self.model.is_some() && !self.levels.is_empty() {
            let sentence = format!("the model is the same for every level: {instead}");
            return Err(Failure::BadInput(sentence));
        }
        let levels = self.options.levels(&self.levels)?;
        if is_printed && levels.len() > 1 {
            return Err(Failure::bad_input("several levels need --out DIR"));
        }
        let game = if levels.is_empty() { None } else { Some(model::game_of(&levels)?) };
        let model = match &self.model {
            Some(word) => Some(self.model(&*self.encoding(game, word, language)?, &levels)?),
            None => None,
        };
        let steps = self.steps.map(usize::from);
        let questions = match game {
            Some(game) => questions(game, language, &levels, steps)?,
            None => Vec::new(),
        };
        Ok(Rendered { model, questions })
    }

    /// The model of a game, or of the first game that has it.
    fn encoding(
        &self,
        game: Option<&'static dyn AnyGame>,
        word: &str,
        language: Language,
    ) -> Result<Box<dyn Encoding>, Failure> {
        let games = match &game {
            Some(game) => std::slice::from_ref(game),
            None => games::all(),
        };
        let mut reason = None;
        for game in games {
            match game.encoding(word, &self.variants.pairs(), language) {
                Ok(encoding) => return Ok(encoding),
                Err(error) => reason = reason.or(Some(error)),
            }
        }
        Err(Failure::BadInput(reason.unwrap_or_default()))
    }

    /// The model that the levels have in common.
    fn model(&self, encoding: &dyn Encoding, levels: &[BoxedLevel]) -> Result<ModelText, Failure> {
        let word = encoding.word();
        for level in levels {
            encoding.check(level.as_ref()).map_err(Failure::bad_input)?;
        }
        let shared = |level: Option<&BoxedLevel>| encoding.shared(level.map(AsRef::as_ref));
        let first = shared(levels.first());
        let other = levels.iter().skip(1).find(|level| shared(Some(level)) != first);
        if let (Some(first), Some(other)) = (levels.first(), other) {
            let (first, other) = (first.name(), other.name());
            let sentence = format!("{first} and {other} need different forms of the model {word}");
            return Err(Failure::BadInput(sentence));
        }
        let shared = first
            .ok_or_else(|| Failure::BadInput(format!("the model {word} has no text of its own")))?;
        let (model, file) = (encoding.details(), shared.file);
        Ok(ModelText { model, written: Written::Text(shared.text), file })
    }
}

/// The questions about levels, which are the same for every model.
fn questions(
    game: &dyn AnyGame,
    language: Language,
    levels: &[BoxedLevel],
    steps: Option<usize>,
) -> Result<Vec<Question>, Failure> {
    let Some(first) = game.models(language).into_iter().next() else {
        let (game, language) = (game.name(), language.words());
        return Err(Failure::BadInput(format!("{game} has no model in {language}")));
    };
    let encoding = game.encoding(&first.name, &[], language).map_err(Failure::BadInput)?;
    let question = |level: &BoxedLevel| {
        encoding.check(level.as_ref()).map_err(Failure::bad_input)?;
        let steps = match (encoding.horizons(level.as_ref()), steps) {
            (None, _) => None,
            (Some(_), Some(steps)) => Some(steps),
            (Some(_), None) => {
                let level = level.name();
                let sentence =
                    format!("{level}: give the length of plans to ask about with --steps N");
                return Err(Failure::BadInput(sentence));
            }
        };
        Ok(Question {
            level: level.name(),
            steps,
            written: Written::Text(encoding.question(level.as_ref(), steps.unwrap_or_default())),
            extension: language.question_extension(),
        })
    };
    levels.iter().map(question).collect()
}

impl ModelText {
    /// The text, with the name of its file.
    pub(super) fn text(&mut self) -> (String, &mut Written) {
        (self.file.clone(), &mut self.written)
    }
}

impl Question {
    /// The text, with the name of its file.
    pub(super) fn text(&mut self) -> (String, &mut Written) {
        let steps = self.steps.map(|steps| format!("-{steps}")).unwrap_or_default();
        let name = format!("{}{steps}.{}", file_stem(&self.level), self.extension);
        (name, &mut self.written)
    }
}
