//! Plotting behind the seam: what the lab, the command line and pages need of the game.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::draw::{self, Draw};
use super::edit;
use super::formats::{self, Format, arcade_free, flipull, json, nes, param, prob};
use super::generate;
use super::level::{Figures, Level, Measure};
use super::models::{Model, NO_VARIANTS, variants};
use super::motion;
use super::plan::{DIALECTS, Dialect, Plan};
use super::replay::{self, Reason, ValidPlan, Verdict, replay};
use super::round::{self, State, Step};
use super::rules::{Effect, NotAShot, Position};
use super::search::{self, Budget, best, survey};
use super::story::{self, BLOCK, SHOT, counted};
use crate::game::draw::{Batches, DrawError, DrawOption, Keep};
use crate::game::edit::{Edit, Palette};
use crate::game::grid::Cell;
use crate::game::language::Language;
use crate::game::level::{Details, Form, LevelFacts, LevelOption, Part, ReadError, Reading};
use crate::game::model::{Shared, Variant};
use crate::game::motion::{Aim, Stage};
use crate::game::picture::Picture;
use crate::game::plan::{self, Flaw, Judged, Played, Replay};
use crate::game::replay::{Fault, Turn};
use crate::game::search::{
    Defect, EveryGoal, Finding, FoundPlan, NotOffered, Oracle, Proof, SearchResult, Spent,
    Unanswered,
};
use crate::game::words::{Noun, Objective};
use crate::game::{Game, Move, explore};

/// The game.
pub struct Plotting;

static FORMS: [Form; 5] = [
    Form::JSON,
    Form { name: "prob", about: "A drawing, as published", takes_steps: false },
    Form { name: "flipull", about: "A round of the arcade collection", takes_steps: false },
    Form { name: "nes", about: "A level of the NES game", takes_steps: false },
    Form { name: "param", about: "An Essence Prime parameter file", takes_steps: true },
];

static LEVEL_OPTIONS: [LevelOption; 4] = [
    LevelOption {
        name: "goal",
        value: "N",
        about: "Replace the goal of a level of Plotting: at most N blocks left",
    },
    LevelOption {
        name: "objective",
        value: "shots|score",
        about: "What makes a plan of Plotting better: fewer shots, or a greater score",
    },
    LevelOption {
        name: "lives",
        value: "N",
        about: "The spare lives in a level of Plotting: a plan may have up to N MISSes",
    },
    LevelOption { name: "shots", value: "N", about: "The limit of shots in a level of Plotting" },
];

impl Game for Plotting {
    const NAME: &'static str = "plotting";
    const STEP: Noun = SHOT;
    const STEPS_KEY: Option<&'static str> = Some("shots");

    type Level = Level;
    type State = State;
    type Plan = Plan;
    type Model = Model;
    type Draw = Draw;

    fn recognises(text: &str, keys: &[String]) -> bool {
        let has = |key: &str| keys.iter().any(|found| found == key);
        has("grid") || keys.is_empty() && formats::read(text, "level").is_ok()
    }

    fn parts(text: &str) -> Vec<Part<'_>> {
        formats::parts(text)
    }

    fn read(text: &str, name: &str) -> Result<Reading<Level>, ReadError> {
        let reading = formats::read(text, name)?;
        Ok(Reading { level: reading.level, form: reading.format.word() })
    }

    fn samples() -> &'static [&'static str] {
        &[
            r#"{"name": "sample-1", "grid": ["RG", "GR"], "goal": 1}"#,
            r#"{"name": "sample-2", "grid": ["RRRG", "RGRR"], "goal": 1}"#,
            r#"{"name": "sample-3", "grid": ["RRG", "RBR"], "goal": 1}"#,
        ]
    }

    fn forms() -> &'static [Form] {
        &FORMS
    }

    fn write(level: &Level, form: &Form, steps: Option<usize>) -> Result<String, ReadError> {
        match form.name {
            "prob" => prob::write(level).map_err(ReadError::new),
            "flipull" => flipull::write(level).map_err(ReadError::new),
            "nes" => nes::write(level).map_err(ReadError::new),
            "param" => {
                arcade_free(level, Format::Param).map_err(ReadError::new)?;
                Ok(param::write(level, steps.unwrap_or_default()))
            }
            _ => Ok(json::write(level)),
        }
    }

    fn renamed(level: &Level, name: &str) -> Level {
        level.renamed(name)
    }

    fn facts(level: &Level) -> LevelFacts {
        let Figures { rows, columns, blocks, colours, .. } = level.figures();
        let figures = [
            ("rows", rows),
            ("columns", columns),
            ("blocks", blocks),
            ("colours", colours),
            ("goal", level.goal()),
        ];
        LevelFacts::new(level.name(), format!("{rows}x{columns}"), &figures).sized_by("blocks")
    }

    fn details(level: &Level) -> Details {
        #[derive(Serialize)]
        struct WithFigures {
            #[serde(flatten)]
            level: Level,
            #[serde(flatten)]
            figures: Figures,
        }
        Box::new(WithFigures { figures: level.figures(), level: level.clone() })
    }

    fn level_options() -> &'static [LevelOption] {
        &LEVEL_OPTIONS
    }

    fn with_option(level: &Level, option: &LevelOption, value: &str) -> Result<Level, ReadError> {
        let number =
            |what: &str| value.parse::<i64>().map(i128::from).map_err(|_| ReadError::new(what));
        let level = level.clone();
        match option.name {
            "objective" => Ok(level.with_measure(value.parse().map_err(ReadError::new)?)),
            "lives" => Ok(level.with_lives(number("lives are a number of spare lives")?)?),
            "shots" => Ok(level.with_shot_limit(Some(number("the limit is a number of shots")?))?),
            _ => {
                let goal: u64 =
                    value.parse().map_err(|_| ReadError::new("the goal is a number of blocks"))?;
                let blocks = level.board().blocks();
                let too_large = |_| ReadError::new(format!("the board has only {blocks} blocks"));
                level.with_goal(goal.into()).map_err(too_large)
            }
        }
    }

    fn palette(level: &Level) -> Palette {
        edit::palette(level)
    }

    fn edited(level: &Level, change: &Edit) -> Result<Level, ReadError> {
        edit::edited(level, change)
    }

    fn puzzle(seed: u64) -> Option<Level> {
        draw::puzzle(seed)
    }

    fn longest_plan(level: &Level) -> Option<usize> {
        Some(level.longest_plan())
    }

    fn objective(level: &Level) -> Objective {
        match level.measure() {
            Measure::Shots => Objective::FewestSteps,
            Measure::Score => Objective::GreatestScore,
        }
    }

    fn start(level: &Level) -> State {
        level.opening()
    }

    fn is_won(level: &Level, state: &State) -> bool {
        level.is_met_by(&state.position.board)
    }

    fn has_goal_to_meet(_: &Level) -> bool {
        true
    }

    fn moves(level: &Level, state: &State) -> Vec<Move<State>> {
        let turns = level.turns(state).into_iter();
        let step = |turn: round::Turn| Move {
            word: turn.step.to_string(),
            value: turn.value(level.measure()),
            after: turn.after,
        };
        turns.map(step).collect()
    }

    fn turn(level: &Level, state: &State, word: &str) -> Result<Turn<State>, Fault> {
        let turn = played(level, state, word)?;
        Ok(Turn {
            value: turn.value(level.measure()),
            story: story::turn(level, &turn),
            details: Box::new(PlayedStep::new(level, &turn)),
            stages: Vec::new(),
            after: turn.after,
        })
    }

    fn resumed(level: &Level, state: &State) -> Option<Level> {
        level.resumed(state).ok()
    }

    fn picture(level: &Level, state: &State) -> Picture {
        story::picture(level, state)
    }

    fn stages(level: &Level, state: &State, word: &str) -> Vec<Stage> {
        let turn = played(level, state, word);
        turn.map(|turn| motion::stages(level, state, &turn)).unwrap_or_default()
    }

    fn trail(level: &Level, state: &State, word: &str) -> Vec<Cell> {
        let effect = played(level, state, word).ok().and_then(|turn| turn.effect);
        let path = effect.map(|effect| effect.path).unwrap_or_default();
        path.into_iter().map(motion::cell).collect()
    }

    fn aim(word: &str) -> Aim {
        motion::aim(word)
    }

    fn buttons(level: &Level) -> Vec<String> {
        (level.lives() > 0).then(|| Step::MISS.to_owned()).into_iter().collect()
    }

    fn shortfall(level: &Level, state: &State) -> String {
        let blocks = counted(state.position.board.blocks(), BLOCK);
        format!("{blocks} left, the goal is {}", level.goal())
    }

    fn word(aim: &Aim) -> Option<String> {
        motion::word(aim)
    }

    fn portrait(level: &Level) -> Picture {
        story::portrait(level)
    }

    fn dialects() -> &'static [plan::Dialect] {
        &DIALECTS.entries
    }

    fn read_plan(
        text: &str,
        dialect: Option<&plan::Dialect>,
        level: &Level,
    ) -> Result<Plan, ReadError> {
        let dialect = dialect.and_then(|dialect| DIALECTS.named(dialect.name));
        let dialect = dialect.unwrap_or_else(|| Dialect::of(text));
        Plan::read(text, dialect, level)
    }

    fn read_steps(words: &[String], level: &Level) -> Result<Plan, ReadError> {
        let step = |word: &String| named(level, word).map_err(|fault| ReadError::new(fault.held));
        words.iter().map(step).collect()
    }

    fn replay(level: &Level, plan: &Plan) -> Replay {
        shown(level, plan, replay(level, plan))
    }

    fn models(language: Language) -> Vec<Model> {
        Model::all(language)
    }

    fn variants() -> &'static [Variant] {
        &variants::OPTIONS
    }

    fn vary(model: &Model, variant: &Variant, value: &str) -> Result<Model, String> {
        match model {
            Model::Pddl(_) => Err(NO_VARIANTS.to_owned()),
            Model::Constraints(focus, variants) => {
                Ok(Model::Constraints(*focus, variants.with(variant, value)?))
            }
        }
    }

    fn shared(model: &Model, language: Language, level: Option<&Level>) -> Option<Shared> {
        model.shared(language, level)
    }

    fn question(model: &Model, language: Language, level: &Level, steps: usize) -> String {
        model.question(language, level, steps)
    }

    fn check_model(model: &Model, language: Language, level: &Level) -> Result<(), ReadError> {
        model.check(language, level).map_err(ReadError::new)
    }

    fn horizons(level: &Level, model: &Model, _: Language) -> Option<RangeInclusive<usize>> {
        model.horizons(level)
    }

    fn dialect(model: &Model, language: Language) -> Option<&'static plan::Dialect> {
        DIALECTS.entry(model.dialect(language))
    }

    fn specimens(model: &Model, language: Language) -> Vec<(String, String)> {
        model.specimens(language)
    }

    fn oracle() -> Option<&'static dyn Oracle<Level>> {
        Some(&NativeSolver)
    }

    fn draw_options() -> &'static [DrawOption] {
        &draw::OPTIONS
    }

    fn draw<'a>(call: &'a Draw, keep: Keep<'a, Level>) -> Result<Batches<'a, Level>, DrawError> {
        call.batches(keep)
    }

    fn widen(call: &Draw, levels: Vec<Level>) -> Result<(Vec<Level>, String), DrawError> {
        if call.colours.is_some() || !call.goal.is_empty() || call.sample.is_some() {
            return Err(DrawError::new("--colours, --goal and --sample go with --all only"));
        }
        call.widen(levels)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn benchmark(seed: u64) -> Option<Vec<(Details, Vec<Level>)>> {
        let boards = generate::benchmark(seed).into_iter();
        Some(boards.map(|(class, levels)| (Box::new(class) as Details, levels)).collect())
    }
}

/// What the step that a word names does in a state.
fn played(level: &Level, state: &State, word: &str) -> Result<round::Turn, Fault> {
    let step = named(level, word)?;
    level.play(state, step).map_err(|illegal| Fault {
        reason: illegal.code(),
        held: illegal.held(),
        expected: illegal.expected(),
    })
}

/// The step on the board of a level that a word names.
fn named(level: &Level, word: &str) -> Result<Step, Fault> {
    let not_a_shot = |held: String| Fault {
        reason: "not-a-shot",
        held,
        expected: "a shot should be along a row or down a column of the board".to_owned(),
    };
    let board = level.board();
    let step: Step = word.parse().map_err(|error: NotAShot| not_a_shot(error.to_string()))?;
    if step.shot().is_none_or(|shot| shot.is_on(board)) {
        return Ok(step);
    }
    let (rows, columns) = (board.rows(), board.columns());
    Err(not_a_shot(format!(
        "{word} is outside the board, which has {rows} rows and {columns} columns"
    )))
}

/// The native solver behind the seam.
struct NativeSolver;

/// Searches a level that is not classic by the rules alone: pages, where size counts, do without the search
/// for such levels.
fn by_the_rules(level: &Level, budget: &Budget<'_>) -> SearchResult {
    explore::explore::<Plotting>(level, budget)
}

impl Oracle<Level> for NativeSolver {
    fn bound(&self, level: &Level) -> Result<i64, Defect> {
        if !level.is_classic() {
            if cfg!(target_family = "wasm") {
                let nothing = Budget { threads: 1, memory: 0, stop: &|| true, meter: None };
                return Ok(by_the_rules(level, &nothing).bound);
            }
            return Ok(best::bound(level).unwrap_or_else(|| bound_without_plan(level)));
        }
        search::lower_bound(level).map(|bound| bound as i64).map_err(defect)
    }

    fn solve(
        &self,
        level: &Level,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Result<SearchResult, Defect> {
        if !level.is_classic() {
            if level.lives() == 0
                && level.measure() == Measure::Shots
                && let Some(limit) = level.shot_limit()
            {
                return within_limit(level, limit, budget, better);
            }
            if cfg!(target_family = "wasm") {
                return Ok(by_the_rules(level, budget));
            }
            let answer = best::solve(level, budget, &mut |plan| better(&found(level, plan)));
            return answer.map(|answer| best_result(level, &answer)).map_err(defect);
        }
        let answer = search::solve(level, budget, &mut |plan| better(&found(level, plan)));
        answer.map(|answer| result(level, &answer)).map_err(defect)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn lengths(&self, level: &Level, budget: &Budget<'_>) -> Result<Vec<usize>, Unanswered> {
        classic(level)?;
        Ok(survey::lengths(level, budget)?)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn count(&self, level: &Level, length: usize, budget: &Budget<'_>) -> Result<u128, Unanswered> {
        classic(level)?;
        Ok(survey::count(level, length, budget)?)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn every_goal(&self, level: &Level, budget: &Budget<'_>) -> Result<EveryGoal, NotOffered> {
        classic(level)?;
        let answers = search::solve_every_goal(level, budget).map_err(defect);
        let each = |(goal, answer): &(usize, search::Answer)| (*goal, result(level, answer));
        Ok(answers.map(|all| all.iter().map(each).collect()))
    }
}

/// Surveys know the game of the article only.
fn classic(level: &Level) -> Result<(), NotOffered> {
    if level.is_classic() { Ok(()) } else { Err(NotOffered) }
}

fn defect(defect: search::Defect) -> Defect {
    Defect(defect.to_string())
}

fn found(level: &Level, plan: &ValidPlan) -> FoundPlan {
    let steps = plan.steps().iter().map(Step::to_string).collect();
    FoundPlan { value: plan.value(level.measure()), steps }
}

const LEMMA_1: Proof = Proof {
    code: "lemma-1",
    reason: Some("the goal is below the number of colours less one (Lemma 1)"),
};

/// The bound for a level without a plan.
fn bound_without_plan(level: &Level) -> i64 {
    match level.measure() {
        Measure::Shots => level.longest_plan() as i64 + 1,
        Measure::Score => 0,
    }
}

/// Searches for the fewest shots where only their number is limited: a shortest plan of the level without
/// the limit keeps to it, or no plan does.
fn within_limit(
    level: &Level,
    limit: usize,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<SearchResult, Defect> {
    let unlimited = level
        .clone()
        .with_shot_limit(None)
        .map_err(|error| Defect(format!("a level without a limit of shots is refused: {error}")))?;
    let keeps_to_it = |plan: &ValidPlan| plan.steps().len() <= limit;
    let mut better = |plan: &ValidPlan| {
        if keeps_to_it(plan) {
            better(&found(level, plan));
        }
    };
    let mut answer = search::solve(&unlimited, budget, &mut better).map_err(defect)?;
    answer.outcome = match answer.outcome {
        search::Outcome::Solved(plan) if !keeps_to_it(&plan) => {
            search::Outcome::Unsolvable(search::Proof::Exhaustion)
        }
        search::Outcome::NotKnown(_) if answer.lower_bound > limit => {
            search::Outcome::Unsolvable(search::Proof::Exhaustion)
        }
        search::Outcome::NotKnown(plan) => search::Outcome::NotKnown(plan.filter(keeps_to_it)),
        outcome @ (search::Outcome::Solved(_) | search::Outcome::Unsolvable(_)) => outcome,
    };
    if matches!(answer.outcome, search::Outcome::Unsolvable(_)) {
        answer.lower_bound = level.longest_plan() + 1;
    }
    Ok(result(level, &answer))
}

fn best_result(level: &Level, answer: &best::Answer) -> SearchResult {
    let plan = answer.best.as_ref().map(|plan| found(level, plan));
    let is_closed = plan.as_ref().map(|plan| plan.value) == answer.bound;
    let finding = match plan {
        Some(plan) if is_closed => Finding::Optimal(plan),
        None if is_closed && level.lives() == 0 && level.goal() < level.fewest_blocks() => {
            Finding::Unsolvable(LEMMA_1)
        }
        None if is_closed => Finding::Unsolvable(Proof::EXHAUSTION),
        // What does not fit into the memory is put off, so memory never ends the search.
        best => Finding::Open { best, spent: Spent::Stopped },
    };
    let bound = answer.bound.unwrap_or_else(|| bound_without_plan(level));
    SearchResult { finding, bound, states: answer.states }
}

fn result(level: &Level, answer: &search::Answer) -> SearchResult {
    let finding = match &answer.outcome {
        search::Outcome::Solved(plan) => Finding::Optimal(found(level, plan)),
        search::Outcome::Unsolvable(search::Proof::Lemma1) => Finding::Unsolvable(LEMMA_1),
        search::Outcome::Unsolvable(search::Proof::Exhaustion) => {
            Finding::Unsolvable(Proof::EXHAUSTION)
        }
        // Its tables forget when they are full, so memory never ends the search.
        search::Outcome::NotKnown(plan) => {
            let best = plan.as_ref().map(|plan| found(level, plan));
            Finding::Open { best, spent: Spent::Stopped }
        }
    };
    SearchResult { finding, bound: answer.lower_bound as i64, states: answer.states }
}

/// A shot that was played, as JSON.
#[derive(Clone, Serialize)]
pub struct PlayedShot {
    #[serde(flatten)]
    effect: Effect,
    blocks: usize,
}

impl PlayedShot {
    /// The shot with this effect.
    pub fn new(effect: &Effect) -> PlayedShot {
        PlayedShot { effect: effect.clone(), blocks: effect.after.board.blocks() }
    }
}

/// A step that was played, as JSON: a shot, or a MISS with the position after it, and what the arcade
/// adds.
#[derive(Clone, Serialize)]
struct PlayedStep {
    #[serde(flatten)]
    shot: Option<PlayedShot>,
    #[serde(flatten)]
    miss: Option<PlayedMiss>,
    #[serde(flatten)]
    arcade: Arcade,
}

#[derive(Clone, Serialize)]
struct PlayedMiss {
    shot: Step,
    #[serde(flatten)]
    after: Position,
    blocks: usize,
}

impl PlayedStep {
    fn new(level: &Level, turn: &round::Turn) -> PlayedStep {
        let miss = || PlayedMiss {
            shot: turn.step,
            blocks: turn.after.position.board.blocks(),
            after: turn.after.position.clone(),
        };
        PlayedStep {
            shot: turn.effect.as_ref().map(PlayedShot::new),
            miss: turn.effect.is_none().then(miss),
            arcade: Arcade::new(level, turn.score, &turn.after),
        }
    }
}

/// What the arcade adds to an answer: the score where plans are scored, the lives and the shots left where
/// the level has such.
#[derive(Clone, Serialize)]
struct Arcade {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lives: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shots_left: Option<usize>,
}

impl Arcade {
    fn new(level: &Level, score: i64, state: &State) -> Arcade {
        Arcade {
            score: (level.measure() == Measure::Score).then_some(score),
            lives: (level.lives() > 0).then_some(state.lives),
            shots_left: state.shots_left,
        }
    }
}

/// What `simulate --json` adds.
#[derive(Serialize)]
struct Play {
    start: Position,
    moves: Vec<PlayedStep>,
    goal: usize,
    goal_met: bool,
    #[serde(flatten)]
    arcade: Arcade,
}

/// What `validate --json` adds.
#[derive(Serialize)]
struct Findings {
    length: usize,
    blocks: usize,
    goal: usize,
    goal_met_after: Option<usize>,
    shots_alone_valid: Option<bool>,
    #[serde(flatten)]
    arcade: Arcade,
    #[serde(flatten)]
    end: Position,
}

/// A replay as people and programs see it.
fn shown(level: &Level, plan: &Plan, verdict: Verdict) -> Replay {
    let (blocks, goal) = (verdict.end.position.board.blocks(), level.goal());
    let arcade = Arcade::new(level, verdict.score(), &verdict.end);
    let alone = shots_alone(level, plan, &verdict);
    let mut remarks = Vec::new();
    match (&verdict.finding, verdict.goal_met_after) {
        (Ok(plan), Some(after)) if after < plan.steps().len() => {
            remarks.push(format!("The goal is met after {} already.", counted(after, SHOT)));
        }
        (Ok(_), _) => {}
        (Err(_), met_after) => remarks.push(story::distance(blocks, goal, met_after)),
    }
    remarks.extend(alone.as_ref().map(|alone| match &alone.finding {
        Ok(plan) => format!("Its shots alone, {plan}, solve the level."),
        Err(flaw) => format!("Its shots alone do not solve the level: {flaw}."),
    }));
    let findings = Findings {
        length: plan.length(),
        blocks,
        goal,
        goal_met_after: verdict.goal_met_after,
        shots_alone_valid: alone.map(|alone| alone.finding.is_ok()),
        arcade: arcade.clone(),
        end: verdict.end.position.clone(),
    };
    let play = Play {
        start: level.start().clone(),
        moves: verdict.played.iter().map(|turn| PlayedStep::new(level, turn)).collect(),
        goal,
        goal_met: verdict.goal_met_after.is_some(),
        arcade,
    };
    let played = |turn: &round::Turn| Played {
        word: turn.step.to_string(),
        story: story::turn(level, turn),
        stages: Vec::new(),
        after: story::picture(level, &turn.after),
    };
    let judged = |plan: &ValidPlan| {
        let FoundPlan { steps, value } = found(level, plan);
        Judged { steps, value, words: story::achieved(level, plan, &verdict.end) }
    };
    Replay {
        played: verdict.played.iter().map(played).collect(),
        end: story::picture(level, &verdict.end),
        goal_met_after: verdict.goal_met_after,
        finding: verdict.finding.as_ref().map(judged).map_err(flaw),
        remarks,
        verdict: Box::new(findings),
        play: Box::new(play),
    }
}

fn flaw(flaw: &replay::Flaw) -> Flaw {
    let departs = matches!(flaw.reason, Reason::Departs(_));
    Flaw {
        noun: SHOT.one,
        step: flaw.number,
        line: (flaw.line > 0).then_some(flaw.line),
        action: flaw.action.as_deref().map(str::to_owned),
        reason: flaw.reason.code(),
        held: flaw.reason.held(),
        expected: flaw.reason.expected(),
        message: flaw.to_string(),
        is_goal_missed: matches!(flaw.reason, Reason::GoalMissed { .. }),
        place: flaw
            .step
            .filter(|_| departs)
            .map(|step| format!("before shot {}, {step}:", flaw.number)),
    }
}

/// The verdict on the shots alone of a planner's plan that departs from the game.
fn shots_alone(level: &Level, plan: &Plan, verdict: &Verdict) -> Option<Verdict> {
    match verdict.finding.as_ref().err()?.reason {
        Reason::Departs(_) => Some(replay(level, &plan.shots_alone()?)),
        Reason::Illegal(_) | Reason::GoalMissed { .. } => None,
    }
}
