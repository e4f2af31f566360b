//! The blanket implementation that makes objects of every [`Game`].

use std::any::Any;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use super::position;
use super::{
    AnyGame, AnyLevel, BoxedLevel, BoxedPosition, DrawCall, Encoding, KeepAny, ModelEntry,
    base_name,
};
use crate::game::case::Case;
use crate::game::draw::{Batches, DrawError, DrawOption};
use crate::game::edit::{Edit, Palette};
use crate::game::explore::Survey;
use crate::game::hint::HintKind;
use crate::game::language::{Language, TextFile};
use crate::game::level::{Details, Form, LevelFacts, LevelOption, Part, ReadError, Reading};
use crate::game::model::{Model, Shared, Variant};
use crate::game::picture::Picture;
use crate::game::plan::{Dialect, Judged, Replay};
use crate::game::policy::{Playout, Policy};
use crate::game::search::{
    Budget, Defect, EveryGoal, FoundPlan, NotOffered, SearchResult, Unanswered,
};
use crate::game::words::{Measure, Noun, Objective};
use crate::game::{Game, explore};

/// A game as a value, so that it can be an object.
struct Erased<G>(PhantomData<fn() -> G>);

/// The object for a game.
pub const fn game<G: Game>() -> &'static dyn AnyGame {
    &Erased::<G>(PhantomData)
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

    fn steps_key(&self) -> Option<&'static str> {
        G::STEPS_KEY
    }

    fn recognises(&self, text: &str, keys: &[String]) -> bool {
        G::recognises(text, keys)
    }

    fn read(&self, text: &str, name: &str) -> Result<Reading<BoxedLevel>, ReadError> {
        let Reading { level, form } = G::read(text, name)?;
        Ok(Reading { level: boxed::<G>(level), form })
    }

    fn samples(&self) -> Vec<BoxedLevel> {
        let read = |text: &&str| G::read(text, "sample").ok().map(|it| boxed::<G>(it.level));
        G::samples().iter().filter_map(read).collect()
    }

    fn parts<'a>(&self, text: &'a str) -> Vec<Part<'a>> {
        G::parts(text)
    }

    fn forms(&self) -> &'static [Form] {
        G::forms()
    }

    fn level_options(&self) -> &'static [LevelOption] {
        G::level_options()
    }

    fn dialects(&self) -> &'static [Dialect] {
        G::dialects()
    }

    fn models(&self, language: Language) -> Vec<ModelEntry> {
        let entry = |model: G::Model| ModelEntry {
            name: model.to_string(),
            about: model.about(),
            grain: model.grain(),
            is_published: model.is_published(),
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

    fn hints(&self) -> &'static [HintKind] {
        G::hints()
    }

    fn policies(&self) -> &'static [Policy] {
        G::policies()
    }

    fn draw_options(&self) -> &'static [DrawOption] {
        G::draw_options()
    }

    #[cfg(not(target_family = "wasm"))]
    fn draw_call(
        &self,
        call: &mut dyn erased_serde::Deserializer<'_>,
    ) -> Result<Box<dyn DrawCall>, String> {
        let call: G::Draw = erased_serde::deserialize(call).map_err(|error| error.to_string())?;
        Ok(Box::new(TypedCall::<G>(call)))
    }

    /// No page calls a generator by its options, and reading them takes much code.
    #[cfg(target_family = "wasm")]
    fn draw_call(
        &self,
        _: &mut dyn erased_serde::Deserializer<'_>,
    ) -> Result<Box<dyn DrawCall>, String> {
        Err(format!("levels of {} are not generated here", G::NAME))
    }

    fn puzzle(&self, seed: u64) -> Option<BoxedLevel> {
        G::puzzle(seed).map(boxed::<G>)
    }

    fn benchmark(&self, seed: u64) -> Option<Vec<(Details, Vec<BoxedLevel>)>> {
        let all = |levels: Vec<G::Level>| levels.into_iter().map(boxed::<G>).collect();
        let boards = G::benchmark(seed)?.into_iter();
        Some(boards.map(|(class, levels)| (class, all(levels))).collect())
    }
}

#[cfg(not(target_family = "wasm"))]
struct TypedCall<G: Game>(G::Draw);

#[cfg(not(target_family = "wasm"))]
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
        // No page asks for this, and its size counts.
        if cfg!(target_family = "wasm") { Box::new(()) } else { G::details(&self.0) }
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

    fn with_option(&self, name: &str, value: &str) -> Result<BoxedLevel, ReadError> {
        let option = G::level_options().iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| {
            ReadError::new(format!("levels of {} do not have the option {name}", G::NAME))
        })?;
        G::with_option(&self.0, option, value).map(boxed::<G>)
    }

    fn palette(&self) -> Palette {
        G::palette(&self.0)
    }

    fn edited(&self, edit: &Edit) -> Result<BoxedLevel, ReadError> {
        G::edited(&self.0, edit).map(boxed::<G>)
    }

    fn longest_plan(&self) -> Option<usize> {
        G::longest_plan(&self.0)
    }

    fn check_goal(&self) -> Result<(), ReadError> {
        G::check_goal(&self.0)
    }

    fn measure(&self) -> Measure {
        Measure { step: G::STEP, name: G::value_name(&self.0) }
    }

    fn has_goal_to_meet(&self) -> bool {
        G::has_goal_to_meet(&self.0)
    }

    fn objective(&self) -> Objective {
        G::objective(&self.0)
    }

    fn portrait(&self) -> Picture {
        G::portrait(&self.0)
    }

    fn start(&self) -> BoxedPosition {
        position::start::<G>(&self.0)
    }

    fn replay(&self, text: &str, dialect: Option<&Dialect>) -> Result<Replay, ReadError> {
        Ok(G::replay(&self.0, &G::read_plan(text, dialect, &self.0)?))
    }

    fn replay_steps(&self, words: &[String]) -> Result<Replay, ReadError> {
        Ok(G::replay(&self.0, &G::read_steps(words, &self.0)?))
    }

    fn position(&self, steps: &[String]) -> Result<BoxedPosition, ReadError> {
        position::after::<G>(&self.0, steps)
    }

    fn playout(
        &self,
        policy: &Policy,
        seed: u64,
        most: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Playout> {
        G::playout(&self.0, policy, seed, most, stop)
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

    fn survey(&self, most: usize, budget: &Budget<'_>) -> Option<Survey> {
        explore::survey::<G>(&self.0, most, budget)
    }

    fn lengths(&self, budget: &Budget<'_>) -> Result<Vec<usize>, Unanswered> {
        G::oracle().ok_or(NotOffered)?.lengths(&self.0, budget)
    }

    fn count(&self, length: usize, budget: &Budget<'_>) -> Result<u128, Unanswered> {
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
        G::shared(self.model.as_ref()?, self.language, Some(level))
    }
}

/// The JSON for a solver that reads levels, not models.
#[derive(serde::Serialize)]
struct NoModel {
    model: Option<&'static str>,
}

impl<G: Game> Encoding for TypedEncoding<G> {
    fn word(&self) -> String {
        self.model.as_ref().map(G::Model::to_string).unwrap_or_default()
    }

    fn check(&self, level: &dyn AnyLevel) -> Result<(), ReadError> {
        let typed = self.level(level);
        let checked = match &self.model {
            Some(model) => G::check_model(model, self.language, typed),
            None => G::check_goal(typed),
        };
        checked.map_err(|error| ReadError::new(format!("{}: {error}", level.name())))
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
            // No page has a use for them.
            _ if cfg!(target_family = "wasm") => Vec::new(),
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
