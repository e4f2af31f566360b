//! The seam between games and everything else: plain vocabulary and two traits.
//!
//! A game implements [`Game`]: typed, pure functions without I/O. The lab and the command line see
//! games as objects, [`AnyGame`], [`AnyLevel`] and [`Encoding`], which every `Game` becomes by one
//! blanket implementation. Nothing here knows a particular game, a process, a file or a terminal.
//!
//! - [`words`]: nouns, objectives and their directions;
//! - [`language`]: the languages that solvers read, and the files they expect;
//! - [`level`]: facts about a level, and how a level's game is recognised;
//! - [`model`]: models, their variants, and levels encoded in them;
//! - [`plan`]: dialects of plans, and what replaying a plan finds;
//! - [`replay`]: plans played step by step;
//! - [`hint`]: kinds of hints;
//! - [`policy`]: ways to play whole games;
//! - [`picture`]: what a position looks like;
//! - [`motion`]: what a step does, stage by stage, and where it is aimed;
//! - [`edit`]: changes to a level that a designer makes;
//! - [`search`]: budgets and results of native solvers;
//! - [`explore`]: exhaustive search by the rules alone, for small levels of any game;
//! - [`grid`]: rectangular boards: cells, and grids with a value in each;
//! - [`cells`]: sets of cells as bits;
//! - [`hash`]: a fast hash for positions;
//! - [`data`]: data as constraint solvers print it;
//! - [`draw`]: calls of a level generator;
//! - [`case`]: a level in a model, as the lab sees it;
//! - [`any`]: games, levels and models as objects;
//! - [`minizinc`]: MiniZinc's JSON stream;
//! - [`values`]: values as people write them in files;
//! - [`listed`]: plans as lists of words;
//! - [`pddl`]: PDDL problems and plans as text;
//! - [`yaml`]: YAML texts, with the place of an error.

pub mod any;
pub mod case;
pub mod cells;
pub mod data;
pub mod draw;
pub mod edit;
pub mod explore;
pub mod grid;
pub mod hash;
pub mod hint;
pub mod language;
pub mod level;
pub mod listed;
pub mod minizinc;
pub mod model;
pub mod motion;
pub mod pddl;
pub mod picture;
pub mod plan;
pub mod policy;
pub mod replay;
pub mod search;
pub mod values;
pub mod words;
pub mod yaml;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{ControlFlow, RangeInclusive};

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::any::{AnyGame, AnyLevel, AnyPosition, Encoding};
pub use self::case::{Case, Truth};
pub use self::draw::{Batches, DrawError, DrawOption, Keep};
pub use self::edit::{Edit, Palette};
pub use self::grid::Cell;
pub use self::hint::HintKind;
pub use self::language::{Language, TextFile};
pub use self::level::{Details, Form, LevelFacts, LevelOption, Part, ReadError, Reading};
pub use self::model::{Grain, Model, Shared, Variant};
pub use self::motion::{Aim, Stage};
pub use self::picture::Picture;
pub use self::plan::{Dialect, Flaw, Judged, Planned, Played, Replay};
pub use self::policy::{Playout, Policy};
pub use self::replay::{Fault, Turn};
pub use self::search::{Budget, Finding, Oracle};
pub use self::words::{Measure, Noun, Objective};

/// A move that is legal in some state.
#[derive(Clone, Debug)]
pub struct Move<S> {
    /// The move as a word of a plan.
    pub word: String,
    /// What it adds to the value of the plan: 1 where the objective counts steps.
    pub value: i64,
    /// The state after it.
    pub after: S,
}

/// How many moves are legal in some state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveCount {
    /// The number of moves of each kind, in the order of the first of each.
    pub kinds: Vec<(Noun, u128)>,
    /// Whether these are all; otherwise there are at least as many.
    pub is_whole: bool,
}

impl MoveCount {
    /// The number of moves of all kinds.
    pub fn total(&self) -> u128 {
        self.kinds.iter().fold(0, |sum, (_, number)| u128::saturating_add(sum, *number))
    }

    /// Counts moves of a kind.
    pub fn add(&mut self, kind: Noun, number: u128) {
        match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => *known = known.saturating_add(number),
            None if number == 0 => {}
            None => self.kinds.push((kind, number)),
        }
    }

    /// Counts another move, or breaks before it: at a limit, or when the caller stops the count.
    pub fn next(&mut self, kind: Noun, limit: u64, stop: &dyn Fn() -> bool) -> ControlFlow<()> {
        let seen = self.total();
        if seen >= u128::from(limit) || seen.is_multiple_of(1024) && stop() {
            return ControlFlow::Break(());
        }
        self.add(kind, 1);
        ControlFlow::Continue(())
    }
}

/// A game, as its author writes it: typed and pure, without I/O.
///
/// Where a game has nothing to offer (no generator, no native solver, no variants of its models), the
/// default methods say so.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name in files and on the command line, e.g. `plotting`.
    const NAME: &'static str;
    /// What a step of a plan is called.
    const STEP: Noun;
    /// An older key under which answers repeat the `steps` of a plan.
    const STEPS_KEY: Option<&'static str> = None;

    /// Whether pictures of states show the value of a plan so far, so that nothing else has to.
    const SHOWS_VALUE: bool = false;

    /// A level. Its JSON is the game's own form of a level file.
    type Level: Clone + Debug + Serialize + Send + Sync + 'static;
    /// A state of play.
    type State: Clone + Eq + Hash + Send + Sync + 'static;
    /// A plan as it was read, not yet replayed.
    type Plan;
    /// A model with its variants, written as one word that can be read back.
    type Model: Model;
    /// A call of the level generator, in a campaign file and on the command line alike.
    type Draw: DeserializeOwned + Send + Sync + 'static;

    /// Whether a text that does not name its game is a level of this one. `keys` are those of a JSON
    /// object; there are none if the text is not JSON.
    fn recognises(text: &str, keys: &[String]) -> bool {
        let _ = (text, keys);
        false
    }

    /// Reads a level in any form of this game. `name` is for a text that does not name its level.
    ///
    /// # Errors
    /// If the text is not a level.
    fn read(text: &str, name: &str) -> Result<Reading<Self::Level>, ReadError>;

    /// Small levels to try solvers on, as texts: at least two with a plan, and one without.
    fn samples() -> &'static [&'static str] {
        &[]
    }

    /// The levels of a text in a form that holds several in one file; none if the text is not in such a
    /// form. Each is a text that [`read`](Game::read) reads.
    fn parts(text: &str) -> Vec<Part<'_>> {
        let _ = text;
        Vec::new()
    }

    /// The forms that a level can be written in. The first is the game's JSON.
    fn forms() -> &'static [Form] {
        &[Form::JSON]
    }

    /// Writes a level in one of the [forms](Game::forms).
    ///
    /// # Errors
    /// If this form cannot express the level.
    fn write(level: &Self::Level, form: &Form, steps: Option<usize>) -> Result<String, ReadError> {
        let _ = (form, steps);
        Ok(serde_json::to_string_pretty(level).map_err(ReadError::new)? + "\n")
    }

    /// The same level under another name.
    fn renamed(level: &Self::Level, name: &str) -> Self::Level;

    /// Facts about a level, for records and reports.
    fn facts(level: &Self::Level) -> LevelFacts;

    /// Everything that `show --json` says about a level.
    fn details(level: &Self::Level) -> Details {
        Box::new(level.clone())
    }

    /// The parts of a level that the command line can replace.
    fn level_options() -> &'static [LevelOption] {
        &[]
    }

    /// The level with another value of an option.
    ///
    /// # Errors
    /// If the level cannot have this value.
    fn with_option(
        level: &Self::Level,
        option: &LevelOption,
        value: &str,
    ) -> Result<Self::Level, ReadError> {
        let _ = level;
        Err(ReadError::new(format!("{} cannot be {value:?}", option.name)))
    }

    /// What the cells of a level can be painted with; empty in a game without an editor.
    fn palette(level: &Self::Level) -> Palette {
        let _ = level;
        Palette::default()
    }

    /// The level with a change.
    ///
    /// # Errors
    /// If there is no such level.
    fn edited(level: &Self::Level, edit: &Edit) -> Result<Self::Level, ReadError> {
        let _ = (level, edit);
        Err(ReadError::new(format!("levels of {} cannot be edited", Self::NAME)))
    }

    /// A level that is worth playing, drawn from a seed: the same on every machine.
    fn puzzle(seed: u64) -> Option<Self::Level> {
        let _ = seed;
        None
    }

    /// A number of steps that no plan exceeds, if there is one.
    fn longest_plan(level: &Self::Level) -> Option<usize> {
        let _ = level;
        None
    }

    /// Whether there is anything to plan for.
    ///
    /// # Errors
    /// If the level is only to be played: what it lacks.
    fn check_goal(level: &Self::Level) -> Result<(), ReadError> {
        let _ = level;
        Ok(())
    }

    /// What makes one plan better than another.
    fn objective(level: &Self::Level) -> Objective;

    /// What the value of a plan is called, if the name that goes with the [objective](Game::objective) does
    /// not say it.
    fn value_name(level: &Self::Level) -> Option<&'static str> {
        let _ = level;
        None
    }

    /// The state at the start.
    fn start(level: &Self::Level) -> Self::State;

    /// Whether a plan may end in this state.
    fn is_won(level: &Self::Level, state: &Self::State) -> bool;

    /// Whether a plan meets its goal at some step, so that answers say after which one. By default not where
    /// more is better: such a plan may end in any state.
    fn has_goal_to_meet(level: &Self::Level) -> bool {
        !Self::objective(level).is_more_better()
    }

    /// The legal moves in a state.
    fn moves(level: &Self::Level, state: &Self::State) -> Vec<Move<Self::State>>;

    /// What one step does in a state, by its word.
    ///
    /// # Errors
    /// If the step is not legal there.
    fn turn(
        level: &Self::Level,
        state: &Self::State,
        word: &str,
    ) -> Result<Turn<Self::State>, Fault> {
        replay::turn_by_moves::<Self>(level, state, word)
    }

    /// The level that starts in this state instead; `None` if no level can. A state where the goal is
    /// met, or where no move is left, need not be the start of a level.
    fn resumed(level: &Self::Level, state: &Self::State) -> Option<Self::Level> {
        let _ = (level, state);
        None
    }

    /// Calls `visit` with the legal moves in a state, until it breaks. A game whose states may have
    /// astronomically many moves makes them one by one.
    fn each_move(
        level: &Self::Level,
        state: &Self::State,
        visit: &mut dyn FnMut(Move<Self::State>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Self::moves(level, state).into_iter().try_for_each(visit)
    }

    /// What a kind of move is called, given the word of a move of that kind.
    fn kind(word: &str) -> Noun {
        let _ = word;
        Self::STEP
    }

    /// Counts the legal moves in a state, with work for at most `limit` moves. A game that can count faster
    /// than it makes moves does so.
    fn count_moves(
        level: &Self::Level,
        state: &Self::State,
        limit: u64,
        stop: &dyn Fn() -> bool,
    ) -> MoveCount {
        let mut count = MoveCount::default();
        let whole = Self::each_move(level, state, &mut |step| {
            count.next(Self::kind(&step.word), limit, stop)
        });
        MoveCount { is_whole: whole.is_continue(), ..count }
    }

    /// The kinds of hints that the game offers, the one to give by default first.
    fn hints() -> &'static [HintKind] {
        &[HintKind::PLAN]
    }

    /// The level that asks for a hint in a state: its best plan starts with the move to recommend. `None`
    /// if there is none, as for [`resumed`](Game::resumed).
    fn hint(level: &Self::Level, state: &Self::State, kind: &HintKind) -> Option<Self::Level> {
        let _ = kind;
        Self::resumed(level, state)
    }

    /// The policies that can play whole games, if there are any.
    fn policies() -> &'static [Policy] {
        &[]
    }

    /// Plays a game with a policy, with all chance drawn from a seed, for at most a number of moves; `None`
    /// if it was stopped.
    fn playout(
        level: &Self::Level,
        policy: &Policy,
        seed: u64,
        most: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Playout> {
        let _ = (level, policy, seed, most, stop);
        None
    }

    /// What a state looks like.
    fn picture(level: &Self::Level, state: &Self::State) -> Picture;

    /// What a step looks like, stage by stage: the last stage ends with the [picture](Game::picture) after
    /// the step. Nothing if the step is not legal.
    fn stages(level: &Self::Level, state: &Self::State, word: &str) -> Vec<Stage> {
        motion::at_once::<Self>(level, state, word)
    }

    /// The cells that a legal step passes, in order, for a preview; nothing if that is not known.
    fn trail(level: &Self::Level, state: &Self::State, word: &str) -> Vec<Cell> {
        let _ = (level, state, word);
        Vec::new()
    }

    /// What a player points at to play the step with this word.
    fn aim(word: &str) -> Aim {
        let _ = word;
        Aim::Button
    }

    /// The words of the steps of a level that are not aimed at anything on the board.
    fn buttons(level: &Self::Level) -> Vec<String> {
        let _ = level;
        Vec::new()
    }

    /// The word of the step that is aimed like this, whether it is legal or not; `None` if no step is.
    fn word(aim: &Aim) -> Option<String> {
        let _ = aim;
        None
    }

    /// A state as JSON: an object, part of what `simulate` and `validate` answer.
    fn state_details(level: &Self::Level, state: &Self::State) -> Details {
        Box::new(Self::picture(level, state).labels())
    }

    /// What a state lacks to end a plan, in words that follow "after move 3: ".
    fn shortfall(level: &Self::Level, state: &Self::State) -> String {
        let _ = (level, state);
        "the goal is not met".to_owned()
    }

    /// What a level looks like: its name, the start, and what is to be achieved.
    fn portrait(level: &Self::Level) -> Picture {
        Self::picture(level, &Self::start(level)).titled(&Self::facts(level).name)
    }

    /// The forms that a plan can be read from. The first is steps separated by white space.
    fn dialects() -> &'static [Dialect] {
        &[Dialect::TEXT]
    }

    /// Reads a plan. Without a dialect, the text decides.
    ///
    /// # Errors
    /// If the text is not a plan for this level.
    fn read_plan(
        text: &str,
        dialect: Option<&Dialect>,
        level: &Self::Level,
    ) -> Result<Self::Plan, ReadError>;

    /// Reads a plan from words of the command line.
    ///
    /// # Errors
    /// If a word is not a step, or not one for this level.
    fn read_steps(words: &[String], level: &Self::Level) -> Result<Self::Plan, ReadError> {
        Self::read_plan(&words.join(" "), Self::dialects().first(), level)
    }

    /// Plays a plan from the start of its level until it ends or fails. [`replay::play`] does it for a
    /// game that can say what a step does, [`replay::play_words`] for one whose plans are words for
    /// [moves](Game::moves).
    fn replay(level: &Self::Level, plan: &Self::Plan) -> Replay;

    /// The models in a language, the one to use by default first.
    fn models(language: Language) -> Vec<Self::Model>;

    /// What the models can be varied in.
    fn variants() -> &'static [Variant] {
        &[]
    }

    /// A model with one variant set to a value.
    ///
    /// # Errors
    /// If the model has no such variant, or the variant no such value.
    fn vary(model: &Self::Model, variant: &Variant, value: &str) -> Result<Self::Model, String> {
        Err(format!("the model {model} has no variant {} ({value})", variant.name))
    }

    /// Whether a model can ask for the plans of a level.
    ///
    /// # Errors
    /// If there is nothing to plan for, or the model cannot express the level: why not.
    fn check_model(
        model: &Self::Model,
        language: Language,
        level: &Self::Level,
    ) -> Result<(), ReadError> {
        let _ = (model, language);
        Self::check_goal(level)
    }

    /// The part of a model that is the same for several levels: a PDDL domain, a constraint model.
    /// `None` where there is none, or where it depends on a level and none is given.
    fn shared(
        model: &Self::Model,
        language: Language,
        level: Option<&Self::Level>,
    ) -> Option<Shared>;

    /// The part of a model that is the level's own. A model with a [horizon](Game::horizons) asks for
    /// a plan of exactly this length; its questions are the same for every such model of the language.
    fn question(
        model: &Self::Model,
        language: Language,
        level: &Self::Level,
        length: usize,
    ) -> String;

    /// The lengths of plans that a model has to be asked about one by one; `None` for a model that is
    /// asked for a plan of any length: a planning model, or a constraint model that looks for a best plan.
    /// The objective of the latter is the value of the plan. Where the objective is the greatest score, only
    /// such a model can prove that a plan is best. A length is a value of the [objective](Game::objective) where less
    /// is better, and a number of steps otherwise. The lengths are those a cheap bound allows; never
    /// empty. Beyond the last one there is no plan, or none that is better: the end may be out of reach.
    fn horizons(
        level: &Self::Level,
        model: &Self::Model,
        language: Language,
    ) -> Option<RangeInclusive<usize>> {
        let _ = (level, model, language);
        None
    }

    /// The dialect of the plans that solvers find with a model; `None` if the text decides.
    fn dialect(model: &Self::Model, language: Language) -> Option<&'static Dialect> {
        let _ = (model, language);
        None
    }

    /// The files that stand for a model under `models/`: together they use all of its templates.
    fn specimens(model: &Self::Model, language: Language) -> Vec<(String, String)> {
        let _ = (model, language);
        Vec::new()
    }

    /// The native solver, if the game has one.
    fn oracle() -> Option<&'static dyn Oracle<Self::Level>> {
        None
    }

    /// The options of the level generator.
    fn draw_options() -> &'static [DrawOption] {
        &[]
    }

    /// Makes levels, in batches that belong together (one board with several goals, say). A batch
    /// holds the levels that `keep` keeps, and is left out if there are none.
    ///
    /// # Errors
    /// If there are no such levels.
    fn draw<'a>(
        call: &'a Self::Draw,
        keep: Keep<'a, Self::Level>,
    ) -> Result<Batches<'a, Self::Level>, DrawError> {
        let _ = (call, keep);
        Err(DrawError::new(format!("{} has no level generator", Self::NAME)))
    }

    /// The given levels, with those added that a call of the generator derives from them; and what was
    /// added, in words.
    ///
    /// # Errors
    /// If they cannot be derived.
    fn widen(
        call: &Self::Draw,
        levels: Vec<Self::Level>,
    ) -> Result<(Vec<Self::Level>, String), DrawError> {
        let _ = call;
        Ok((levels, String::new()))
    }

    /// The benchmark set of the literature, if there is one: for each board the figures of its class,
    /// and its levels.
    fn benchmark(seed: u64) -> Option<Vec<(Details, Vec<Self::Level>)>> {
        let _ = seed;
        None
    }
}
