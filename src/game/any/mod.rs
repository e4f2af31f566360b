//! Games, levels and models as objects: what the lab and the command line see.
//!
//! - [`erase`]: how every [`Game`](super::Game) becomes these objects;
//! - [`position`]: positions of play as objects;
//! - [`recognise`]: which game a level is of.

pub mod erase;
pub mod position;
pub mod recognise;

use std::any::Any;
use std::fmt::Debug;
use std::ops::{ControlFlow, RangeInclusive};

pub use self::erase::{boxed, game, typed};
pub use self::position::{AnyPosition, BoxedPosition, MoveEntry, Outcome};
pub use self::recognise::{Placed, named, read_levels};

use super::case::Case;
use super::draw::{Batches, DrawError, DrawOption};
use super::edit::{Edit, Palette};
use super::explore::Survey;
use super::hint::HintKind;
use super::language::Language;
use super::level::{Details, Form, LevelFacts, LevelOption, Part, ReadError, Reading};
use super::model::{Grain, Shared, Variant};
use super::picture::Picture;
use super::plan::{Dialect, Replay};
use super::policy::{Playout, Policy};
use super::search::{Budget, Defect, EveryGoal, FoundPlan, NotOffered, SearchResult, Unanswered};
use super::words::{Measure, Noun, Objective};

/// A level as an object.
pub type BoxedLevel = Box<dyn AnyLevel>;

/// A model that a game offers in some language.
#[derive(Clone, Debug)]
pub struct ModelEntry {
    /// The word that it is written as.
    pub name: String,
    /// What it is, in a line.
    pub about: &'static str,
    /// How much happens in one of its actions.
    pub grain: Grain,
    /// Whether it is written where no model is named.
    pub is_published: bool,
    /// Whether it is part of an export.
    pub is_exported: bool,
}

/// Decides about a level that was generated, as [`super::Keep`] does.
pub type KeepAny<'a> = Box<dyn FnMut(&dyn AnyLevel) -> ControlFlow<(), bool> + Send + 'a>;

/// A game as an object: what the lab and the command line see.
pub trait AnyGame: Send + Sync {
    /// The name in files and on the command line.
    fn name(&self) -> &'static str;
    /// What a step of a plan is called.
    fn step(&self) -> Noun;
    /// An older key under which answers repeat the `steps` of a plan.
    fn steps_key(&self) -> Option<&'static str>;
    /// Whether a text looks like a level of this game; see [`super::Game::recognises`].
    fn recognises(&self, text: &str, keys: &[String]) -> bool;
    /// Reads a level; `name` is for a text that does not name its level.
    ///
    /// # Errors
    /// If the text is not a level of this game.
    fn read(&self, text: &str, name: &str) -> Result<Reading<BoxedLevel>, ReadError>;
    /// Small levels to try solvers on; see [`super::Game::samples`].
    fn samples(&self) -> Vec<BoxedLevel>;
    /// The levels of a text that holds several; see [`super::Game::parts`].
    fn parts<'a>(&self, text: &'a str) -> Vec<Part<'a>>;
    /// The forms that a level can be written in.
    fn forms(&self) -> &'static [Form];
    /// The parts of a level that the command line can replace.
    fn level_options(&self) -> &'static [LevelOption];
    /// The forms that a plan can be read from.
    fn dialects(&self) -> &'static [Dialect];
    /// The models in a language, the one to use by default first.
    fn models(&self, language: Language) -> Vec<ModelEntry>;
    /// What the models can be varied in.
    fn variants(&self) -> &'static [Variant];
    /// A model by its word, in a language, with some of its variants set.
    ///
    /// # Errors
    /// If there is no such model in this language, or it has no such variant or value.
    fn encoding(
        &self,
        word: &str,
        variants: &[(&str, &str)],
        language: Language,
    ) -> Result<Box<dyn Encoding>, String>;
    /// The level itself, for solvers that read levels.
    fn level_encoding(&self) -> Box<dyn Encoding>;
    /// Whether the game has a native solver.
    fn has_oracle(&self) -> bool;
    /// The kinds of hints that the game offers, the one to give by default first.
    fn hints(&self) -> &'static [HintKind];
    /// The policies that can play whole games, if there are any.
    fn policies(&self) -> &'static [Policy];
    /// The options of the level generator.
    fn draw_options(&self) -> &'static [DrawOption];
    /// A call of the level generator.
    ///
    /// # Errors
    /// If this is not a call: why not.
    fn draw_call(
        &self,
        call: &mut dyn erased_serde::Deserializer<'_>,
    ) -> Result<Box<dyn DrawCall>, String>;
    /// A level that is worth playing, drawn from a seed; see [`super::Game::puzzle`].
    fn puzzle(&self, seed: u64) -> Option<BoxedLevel>;
    /// The benchmark set of the literature, if there is one.
    fn benchmark(&self, seed: u64) -> Option<Vec<(Details, Vec<BoxedLevel>)>>;
}

/// A call of a level generator as an object.
pub trait DrawCall: Send + Sync {
    /// Makes levels; see [`super::Game::draw`].
    ///
    /// # Errors
    /// If there are no such levels.
    fn batches<'a>(&'a self, keep: KeepAny<'a>) -> Result<Batches<'a, BoxedLevel>, DrawError>;
    /// Adds levels derived from the given ones; see [`super::Game::widen`].
    ///
    /// # Errors
    /// If they cannot be derived, or the given ones are of another game.
    fn widen(&self, levels: Vec<BoxedLevel>) -> Result<(Vec<BoxedLevel>, String), DrawError>;
}

/// A level as an object.
pub trait AnyLevel: Debug + Send + Sync {
    /// Its game.
    fn game(&self) -> &'static dyn AnyGame;
    /// Its name.
    fn name(&self) -> String {
        self.facts().name
    }
    /// Facts about it, for records and reports.
    fn facts(&self) -> LevelFacts;
    /// All that `show --json` says about it.
    fn details(&self) -> Details;
    /// The level as JSON: the text of a level file.
    fn json(&self) -> String;
    /// The level as JSON on one line.
    fn line(&self) -> String;
    /// Writes it in one of the game's forms.
    ///
    /// # Errors
    /// If this form cannot express the level.
    fn write(&self, form: &Form, steps: Option<usize>) -> Result<String, ReadError>;
    /// The same level under another name.
    fn renamed(&self, name: &str) -> BoxedLevel;
    /// The level with another value of one of the [options](AnyGame::level_options).
    ///
    /// # Errors
    /// If its game has no such option, or it cannot have this value.
    fn with_option(&self, name: &str, value: &str) -> Result<BoxedLevel, ReadError>;
    /// What its cells can be painted with.
    fn palette(&self) -> Palette;
    /// The level with a change.
    ///
    /// # Errors
    /// If there is no such level.
    fn edited(&self, edit: &Edit) -> Result<BoxedLevel, ReadError>;
    /// A number of steps that no plan exceeds, if there is one.
    fn longest_plan(&self) -> Option<usize>;
    /// Whether there is anything to plan for; see [`super::Game::check_goal`].
    ///
    /// # Errors
    /// If the level is only to be played: what it lacks.
    fn check_goal(&self) -> Result<(), ReadError>;
    /// What makes one plan better than another.
    fn objective(&self) -> Objective;
    /// What the value of a plan is called in words.
    fn measure(&self) -> Measure;
    /// Whether a plan meets its goal at some step; see [`super::Game::has_goal_to_meet`].
    fn has_goal_to_meet(&self) -> bool;
    /// What the level looks like.
    fn portrait(&self) -> Picture;
    /// The position at the start.
    fn start(&self) -> BoxedPosition;
    /// Reads a plan and replays it. Without a dialect, the text decides.
    ///
    /// # Errors
    /// If the text is not a plan for this level.
    fn replay(&self, text: &str, dialect: Option<&Dialect>) -> Result<Replay, ReadError>;
    /// Replays steps from the command line.
    ///
    /// # Errors
    /// If a word is not a step, or not one for this level.
    fn replay_steps(&self, words: &[String]) -> Result<Replay, ReadError>;
    /// The state after some steps.
    ///
    /// # Errors
    /// If a word is not a step, or not a legal one.
    fn position(&self, steps: &[String]) -> Result<BoxedPosition, ReadError>;
    /// Plays a game with a policy; see [`super::Game::playout`].
    fn playout(
        &self,
        policy: &Policy,
        seed: u64,
        most: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Playout>;
    /// A value that no plan can beat, computed without a search; `None` without a native solver.
    fn bound(&self) -> Option<Result<i64, Defect>>;
    /// Solves the level with the native solver; `None` without one.
    fn solve(
        &self,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Option<Result<SearchResult, Defect>>;
    /// Searches the level exhaustively by the rules alone.
    fn explore(&self, budget: &Budget<'_>) -> SearchResult;
    /// Counts its states, and those from which it cannot be won any more; see [`super::explore::survey`].
    fn survey(&self, most: usize, budget: &Budget<'_>) -> Option<Survey>;
    /// Every length that a plan can have; see [`super::Oracle::lengths`].
    ///
    /// # Errors
    /// If the game does not offer this, or the budget was spent.
    fn lengths(&self, budget: &Budget<'_>) -> Result<Vec<usize>, Unanswered>;
    /// The number of plans of a length; see [`super::Oracle::count`].
    ///
    /// # Errors
    /// If the game does not offer this, or the budget was spent.
    fn count(&self, length: usize, budget: &Budget<'_>) -> Result<u128, Unanswered>;
    /// The result for every goal; see [`super::Oracle::every_goal`].
    ///
    /// # Errors
    /// If the game does not offer this.
    fn every_goal(&self, budget: &Budget<'_>) -> Result<EveryGoal, NotOffered>;
    /// A copy.
    fn copy(&self) -> BoxedLevel;
    /// The typed level, for code that knows the game.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for BoxedLevel {
    fn clone(&self) -> BoxedLevel {
        self.copy()
    }
}

/// A model of a game in a language, as an object.
pub trait Encoding: Send + Sync {
    /// The model with its variants in one word.
    fn word(&self) -> String;
    /// The language.
    fn language(&self) -> Language;
    /// The model as JSON: `model`, and `variants` if it has any.
    fn details(&self) -> Details;
    /// The variants of the model, as data.
    fn variants(&self) -> Option<Details>;
    /// Whether the model can ask for the plans of a level; see [`super::Game::check_model`].
    ///
    /// # Errors
    /// If it cannot: the level, and why not.
    fn check(&self, level: &dyn AnyLevel) -> Result<(), ReadError>;
    /// The part that levels share; see [`super::Game::shared`].
    fn shared(&self, level: Option<&dyn AnyLevel>) -> Option<Shared>;
    /// The part that is the level's own; see [`super::Game::question`].
    fn question(&self, level: &dyn AnyLevel, steps: usize) -> String;
    /// The lengths of plans to ask about one by one; see [`super::Game::horizons`].
    fn horizons(&self, level: &dyn AnyLevel) -> Option<RangeInclusive<usize>>;
    /// The files that stand for the model under `models/`.
    fn specimens(&self) -> Vec<(String, String)>;
    /// A level in this model.
    fn case<'a>(&'a self, level: &'a dyn AnyLevel) -> Box<dyn Case + 'a>;
}

/// The name of a model without its variants.
pub fn base_name(word: &str) -> &str {
    word.split_once('+').map_or(word, |(name, _)| name)
}
