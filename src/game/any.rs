//! Games, levels and models as objects. Every [`Game`] becomes them by one blanket implementation.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::ops::{ControlFlow, RangeInclusive};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::case::Case;
use super::draw::{Batches, DrawError, DrawOption};
use super::language::{Language, TextFile};
use super::level::{Details, Form, LevelFacts, ReadError, Reading};
use super::model::{Grain, Model, Shared, Variant};
use super::picture::Picture;
use super::plan::{Dialect, Judged, Replay};
use super::search::{Budget, Defect, EveryGoal, FoundPlan, NotOffered, SearchResult};
use super::words::{Noun, Objective};
use super::{Game, explore};

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
    /// Whether a text looks like a level of this game; see [`Game::recognises`].
    fn recognises(&self, text: &str, keys: &[String]) -> bool;
    /// Reads a level; `name` is for a text that does not name its level.
    ///
    /// # Errors
    /// If the text is not a level of this game.
    fn read(&self, text: &str, name: &str) -> Result<Reading<BoxedLevel>, ReadError>;
    /// The forms that a level can be written in.
    fn forms(&self) -> &'static [Form];
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
    /// The benchmark set of the literature, if there is one.
    fn benchmark(&self, seed: u64) -> Option<Vec<(Details, Vec<BoxedLevel>)>>;
}

/// A call of a level generator as an object.
pub trait DrawCall: Send + Sync {
    /// Makes levels; see [`Game::draw`].
    ///
    /// # Errors
    /// If there are no such levels.
    fn batches<'a>(&'a self, keep: KeepAny<'a>) -> Result<Batches<'a, BoxedLevel>, DrawError>;
    /// Adds levels derived from the given ones; see [`Game::widen`].
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
    /// The level with another goal.
    ///
    /// # Errors
    /// If it cannot have this goal.
    fn with_goal(&self, goal: u64) -> Result<BoxedLevel, ReadError>;
    /// A number of steps that no plan exceeds, if there is one.
    fn longest_plan(&self) -> Option<usize>;
    /// What makes one plan better than another.
    fn objective(&self) -> Objective;
    /// What the level looks like.
    fn portrait(&self) -> Picture;
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
    /// Every length that a plan can have; see [`super::Oracle::lengths`].
    ///
    /// # Errors
    /// If the game does not offer this.
    fn lengths(&self, budget: &Budget<'_>) -> Result<Option<Vec<usize>>, NotOffered>;
    /// The number of plans of a length; see [`super::Oracle::count`].
    ///
    /// # Errors
    /// If the game does not offer this.
    fn count(&self, length: usize, budget: &Budget<'_>) -> Result<Option<u128>, NotOffered>;
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
    /// What programs are told about the model: `model`, and `variants` where it has any.
    fn details(&self) -> Details;
    /// The variants of the model, as data.
    fn variants(&self) -> Option<Details>;
    /// The part that levels share; see [`Game::shared`].
    fn shared(&self, level: Option<&dyn AnyLevel>) -> Option<Shared>;
    /// The part that is the level's own; see [`Game::question`].
    fn question(&self, level: &dyn AnyLevel, steps: usize) -> String;
    /// The lengths of plans to ask about one by one; see [`Game::horizons`].
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

/// Reads a level of any of these games. An explicit `"game"` decides, otherwise the content does. A
/// text that no game recognises is read as one of the first game, whose error then explains why not.
///
/// # Errors
/// If the text is not a level.
pub fn read_level(
    games: &[&'static dyn AnyGame],
    text: &str,
    name: &str,
) -> Result<Reading<BoxedLevel>, ReadError> {
    let Some(first) = games.first() else {
        return Err(ReadError::new("there are no games to read levels of"));
    };
    let keys = Keys::of(text);
    let game = match &keys.game {
        Some(game) => named(games, game).map_err(ReadError::new)?,
        None => *games.iter().find(|game| game.recognises(text, &keys.all)).unwrap_or(first),
    };
    game.read(text, name)
}

/// The game of this name.
///
/// # Errors
/// If there is none: a sentence that lists the games.
pub fn named(games: &[&'static dyn AnyGame], name: &str) -> Result<&'static dyn AnyGame, String> {
    games.iter().find(|game| game.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        format!("{name:?} is not a game ({})", names.join(", "))
    })
}

/// The keys of a JSON object, and its game if it names one.
#[derive(Default)]
struct Keys {
    all: Vec<String>,
    game: Option<String>,
}

impl Keys {
    /// Those of a text; none if it is not a JSON object.
    fn of(text: &str) -> Keys {
        #[derive(Default, Deserialize)]
        struct Object {
            game: Option<String>,
            #[serde(flatten)]
            others: BTreeMap<String, IgnoredAny>,
        }
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            return Keys::default();
        }
        let Object { game, others } = serde_json::from_str(text).unwrap_or_default();
        Keys { all: others.into_keys().collect(), game }
    }
}

/// A game as a value, so that it can be an object.
struct Erased<G>(std::marker::PhantomData<fn() -> G>);

/// The object for a game.
pub const fn game<G: Game>() -> &'static dyn AnyGame {
    &Erased::<G>(std::marker::PhantomData)
}

/// A typed level behind [`AnyLevel`].
struct TypedLevel<G: Game>(G::Level);

impl<G: Game> Debug for TypedLevel<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A level as an object.
pub fn boxed<G: Game>(level: G::Level) -> BoxedLevel {
    Box::new(TypedLevel::<G>(level))
}

/// The typed level of an object, if it is one of this game.
pub fn typed<G: Game>(level: &dyn AnyLevel) -> Option<&G::Level> {
    level.as_any().downcast_ref()
}

impl<G: Game> AnyGame for Erased<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn step(&self) -> Noun {
        G::STEP
    }

    fn recognises(&self, text: &str, keys: &[String]) -> bool {
        G::recognises(text, keys)
    }

    fn read(&self, text: &str, name: &str) -> Result<Reading<BoxedLevel>, ReadError> {
        let Reading { level, form } = G::read(text, name)?;
        Ok(Reading { level: boxed::<G>(level), form })
    }

    fn forms(&self) -> &'static [Form] {
        G::forms()
    }

    fn dialects(&self) -> &'static [Dialect] {
        G::dialects()
    }

    fn models(&self, language: Language) -> Vec<ModelEntry> {
        let entry = |model: G::Model| ModelEntry {
            name: model.to_string(),
            about: model.about(),
            grain: model.grain(),
            is_exported: model.is_exported(),
        };
        G::models(language).into_iter().map(entry).collect()
    }

    fn variants(&self) -> &'static [Variant] {
        G::variants()
    }

    fn encoding(
        &self,
        word: &str,
        variants: &[(&str, &str)],
        language: Language,
    ) -> Result<Box<dyn Encoding>, String> {
        let models = G::models(language).into_iter();
        let names: Vec<String> =
            models.map(|model| base_name(&model.to_string()).to_owned()).collect();
        if !names.iter().any(|name| name == base_name(word)) && word.parse::<G::Model>().is_err() {
            return Err(format!("{word:?} is not a model ({})", names.join(", ")));
        }
        let mut model: G::Model = word.parse()?;
        for &(name, value) in variants {
            let variant = G::variants().iter().find(|variant| variant.name == name);
            let variant = variant.ok_or_else(|| {
                let names: Vec<&str> = G::variants().iter().map(|variant| variant.name).collect();
                format!("there is no variant {name} ({})", names.join(", "))
            })?;
            model = G::vary(&model, variant, value)?;
        }
        let word = model.to_string();
        if !names.iter().any(|name| name == base_name(&word)) {
            return Err(format!("there is no model {} in {}", base_name(&word), language.words()));
        }
        let shared = G::shared(&model, language, None);
        Ok(Box::new(TypedEncoding::<G> { model: Some(model), language, shared }))
    }

    fn level_encoding(&self) -> Box<dyn Encoding> {
        let (model, shared) = (None, None);
        Box::new(TypedEncoding::<G> { model, language: Language::Level, shared })
    }

    fn has_oracle(&self) -> bool {
        G::oracle().is_some()
    }

    fn draw_options(&self) -> &'static [DrawOption] {
        G::draw_options()
    }

    fn draw_call(
        &self,
        call: &mut dyn erased_serde::Deserializer<'_>,
    ) -> Result<Box<dyn DrawCall>, String> {
        let call: G::Draw = erased_serde::deserialize(call).map_err(|error| error.to_string())?;
        Ok(Box::new(TypedCall::<G>(call)))
    }

    fn benchmark(&self, seed: u64) -> Option<Vec<(Details, Vec<BoxedLevel>)>> {
        let all = |levels: Vec<G::Level>| levels.into_iter().map(boxed::<G>).collect();
        let boards = G::benchmark(seed)?.into_iter();
        Some(boards.map(|(class, levels)| (class, all(levels))).collect())
    }
}

struct TypedCall<G: Game>(G::Draw);

impl<G: Game> DrawCall for TypedCall<G> {
    fn batches<'a>(&'a self, mut keep: KeepAny<'a>) -> Result<Batches<'a, BoxedLevel>, DrawError> {
        let keep = Box::new(move |level: &G::Level| keep(&TypedLevel::<G>(level.clone())));
        let Batches { words, number, each } = G::draw(&self.0, keep)?;
        let boxed_all = |levels: Vec<G::Level>| levels.into_iter().map(boxed::<G>).collect();
        Ok(Batches { words, number, each: Box::new(each.map(move |batch| batch.map(boxed_all))) })
    }

    fn widen(&self, levels: Vec<BoxedLevel>) -> Result<(Vec<BoxedLevel>, String), DrawError> {
        let typed = |level: &BoxedLevel| {
            typed::<G>(level.as_ref()).cloned().ok_or_else(|| {
                DrawError::new(format!("{} is not a level of {}", level.name(), G::NAME))
            })
        };
        let levels = levels.iter().map(typed).collect::<Result<Vec<_>, _>>()?;
        let (levels, words) = G::widen(&self.0, levels)?;
        Ok((levels.into_iter().map(boxed::<G>).collect(), words))
    }
}

impl<G: Game> AnyLevel for TypedLevel<G> {
    fn game(&self) -> &'static dyn AnyGame {
        game::<G>()
    }

    fn facts(&self) -> LevelFacts {
        G::facts(&self.0)
    }

    fn details(&self) -> Details {
        G::details(&self.0)
    }

    fn json(&self) -> String {
        G::write(&self.0, &Form::JSON, None).expect("JSON can express every level")
    }

    fn line(&self) -> String {
        serde_json::to_string(&self.0).expect("a level has only string keys")
    }

    fn write(&self, form: &Form, steps: Option<usize>) -> Result<String, ReadError> {
        G::write(&self.0, form, steps)
    }

    fn renamed(&self, name: &str) -> BoxedLevel {
        boxed::<G>(G::renamed(&self.0, name))
    }

    fn with_goal(&self, goal: u64) -> Result<BoxedLevel, ReadError> {
        G::with_goal(&self.0, goal).map(boxed::<G>)
    }

    fn longest_plan(&self) -> Option<usize> {
        G::longest_plan(&self.0)
    }

    fn objective(&self) -> Objective {
        G::objective(&self.0)
    }

    fn portrait(&self) -> Picture {
        G::portrait(&self.0)
    }

    fn replay(&self, text: &str, dialect: Option<&Dialect>) -> Result<Replay, ReadError> {
        Ok(G::replay(&self.0, &G::read_plan(text, dialect, &self.0)?))
    }

    fn replay_steps(&self, words: &[String]) -> Result<Replay, ReadError> {
        Ok(G::replay(&self.0, &G::read_steps(words, &self.0)?))
    }

    fn bound(&self) -> Option<Result<i64, Defect>> {
        Some(G::oracle()?.bound(&self.0))
    }

    fn solve(
        &self,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Option<Result<SearchResult, Defect>> {
        Some(G::oracle()?.solve(&self.0, budget, better))
    }

    fn explore(&self, budget: &Budget<'_>) -> SearchResult {
        explore::explore::<G>(&self.0, budget)
    }

    fn lengths(&self, budget: &Budget<'_>) -> Result<Option<Vec<usize>>, NotOffered> {
        G::oracle().ok_or(NotOffered)?.lengths(&self.0, budget)
    }

    fn count(&self, length: usize, budget: &Budget<'_>) -> Result<Option<u128>, NotOffered> {
        G::oracle().ok_or(NotOffered)?.count(&self.0, length, budget)
    }

    fn every_goal(&self, budget: &Budget<'_>) -> Result<EveryGoal, NotOffered> {
        G::oracle().ok_or(NotOffered)?.every_goal(&self.0, budget)
    }

    fn copy(&self) -> BoxedLevel {
        boxed::<G>(self.0.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// A model in a language, with the part of it that does not depend on the level.
struct TypedEncoding<G: Game> {
    /// `None` if the level itself is what the solver reads.
    model: Option<G::Model>,
    language: Language,
    shared: Option<Shared>,
}

impl<G: Game> TypedEncoding<G> {
    fn level<'a>(&self, level: &'a dyn AnyLevel) -> &'a G::Level {
        typed::<G>(level).expect("a level is encoded in a model of its own game")
    }

    fn shared_for(&self, level: &G::Level) -> Option<Shared> {
        let shared = || G::shared(self.model.as_ref()?, self.language, Some(level));
        self.shared.clone().or_else(shared)
    }
}

/// What programs are told where there is no model.
#[derive(serde::Serialize)]
struct NoModel {
    model: Option<&'static str>,
}

impl<G: Game> Encoding for TypedEncoding<G> {
    fn word(&self) -> String {
        self.model.as_ref().map(G::Model::to_string).unwrap_or_default()
    }

    fn language(&self) -> Language {
        self.language
    }

    fn details(&self) -> Details {
        match &self.model {
            Some(model) => Box::new(model.clone()),
            None => Box::new(NoModel { model: None }),
        }
    }

    fn variants(&self) -> Option<Details> {
        self.model.as_ref().and_then(Model::variants)
    }

    fn shared(&self, level: Option<&dyn AnyLevel>) -> Option<Shared> {
        match level {
            Some(level) => self.shared_for(self.level(level)),
            None => self.shared.clone(),
        }
    }

    fn question(&self, level: &dyn AnyLevel, steps: usize) -> String {
        match &self.model {
            Some(model) => G::question(model, self.language, self.level(level), steps),
            None => level.json(),
        }
    }

    fn horizons(&self, level: &dyn AnyLevel) -> Option<RangeInclusive<usize>> {
        G::horizons(self.level(level), self.model.as_ref()?, self.language)
    }

    fn specimens(&self) -> Vec<(String, String)> {
        match &self.model {
            Some(model) => G::specimens(model, self.language),
            None => Vec::new(),
        }
    }

    fn case<'a>(&'a self, level: &'a dyn AnyLevel) -> Box<dyn Case + 'a> {
        Box::new(TypedCase { encoding: self, any: level, level: self.level(level) })
    }
}

/// A level in a model.
struct TypedCase<'a, G: Game> {
    encoding: &'a TypedEncoding<G>,
    any: &'a dyn AnyLevel,
    level: &'a G::Level,
}

impl<G: Game> Case for TypedCase<'_, G> {
    fn level(&self) -> &dyn AnyLevel {
        self.any
    }

    fn files(&self, steps: usize) -> Vec<TextFile> {
        let language = self.encoding.language;
        let shared = language.shared_file().zip(self.encoding.shared_for(self.level));
        let shared = shared.map(|(name, shared)| TextFile { name, text: shared.text });
        let text = self.encoding.question(self.any, steps);
        let question = TextFile { name: language.question_file(), text };
        shared.into_iter().chain([question]).collect()
    }

    fn horizons(&self) -> Option<RangeInclusive<usize>> {
        self.encoding.horizons(self.any)
    }

    fn judge(&self, plan: &str) -> Result<Judged, String> {
        let dialect = match &self.encoding.model {
            Some(model) => G::dialect(model, self.encoding.language),
            // A solver that reads levels answers in the game's plain form, listed first.
            None => G::dialects().first(),
        };
        let plan = G::read_plan(plan, dialect, self.level)
            .map_err(|error| format!("its plan cannot be read: {error}"))?;
        let finding = G::replay(self.level, &plan).finding;
        finding.map_err(|flaw| format!("its plan is not valid: {}", flaw.message))
    }
}
