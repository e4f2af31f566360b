//! Constraint models and questions on the command line, whatever language they are written in.

use std::path::PathBuf;

use serde::Serialize;

use super::Failure;
use super::folder::{OutArg, Written, file_stem};
use super::input::GoalArg;
use super::variants::{FocusName, VariantArgs};
use crate::games::plotting::level::Level;
use crate::games::plotting::models::constraint::Language;
use crate::games::plotting::models::variants::{Focus, Variants};

/// What every command takes that writes constraint models and questions.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("aim").args(["goal"]).requires("levels"))]
pub(super) struct ConstraintArgs {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", requires = "steps")]
    levels: Vec<PathBuf>,

    /// The model
    #[arg(long, value_name = "MODEL")]
    model: Option<FocusName>,

    /// The number of shots to ask about
    #[arg(long, value_name = "N", requires = "levels")]
    steps: Option<u16>,

    #[command(flatten)]
    goal: GoalArg,

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
    focus: Focus,
    variants: Variants,
    #[serde(flatten)]
    written: Written,
}

/// A level and a number of shots, as a model is asked about them.
#[derive(Serialize)]
pub(super) struct Question {
    level: String,
    steps: usize,
    #[serde(flatten)]
    written: Written,
}

impl ConstraintArgs {
    /// The model, if one is asked for.
    pub(super) fn model(&self, language: Language) -> Option<ModelText> {
        let variants = self.variants.variants();
        self.model.map(Focus::from).map(|focus| ModelText {
            focus,
            variants,
            written: Written::Text(language.model(focus, variants)),
        })
    }

    /// The questions about the levels. `instead` says what to do where the model and they cannot both be
    /// printed.
    pub(super) fn questions(
        &self,
        language: Language,
        instead: &str,
    ) -> Result<Vec<Question>, Failure> {
        let is_printed = self.folder.out.is_none() && !self.json;
        if is_printed && self.model.is_some() && !self.levels.is_empty() {
            let sentence = format!("the model is the same for every level: {instead}");
            return Err(Failure::BadInput(sentence));
        }
        let readings = self.goal.read_all(&self.levels)?;
        if is_printed && readings.len() > 1 {
            return Err(Failure::bad_input("several levels need --out DIR"));
        }
        let steps = usize::from(self.steps.unwrap_or_default());
        let question = |level: &Level| Question {
            level: level.name().to_owned(),
            steps,
            written: Written::Text(language.question(level, steps)),
        };
        Ok(readings.iter().map(|(_, reading)| question(&reading.level)).collect())
    }
}

impl ModelText {
    /// The text, with the name that a file of it has.
    pub(super) fn text(&mut self, language: Language) -> (String, &mut Written) {
        (language.model_file(self.focus), &mut self.written)
    }
}

impl Question {
    /// The text, with the name that a file of it has.
    pub(super) fn text(&mut self, language: Language) -> (String, &mut Written) {
        let (stem, ending) = (file_stem(&self.level), language.question_ending());
        (format!("{stem}-{}.{ending}", self.steps), &mut self.written)
    }
}
