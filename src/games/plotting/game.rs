//! Plotting behind the seam: what the lab, the command line and pages need of the game.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::draw::{self, Draw};
use super::edit;
use super::formats::{self, json, param, prob};
use super::generate;
use super::level::{Figures, Level};
use super::models::{Model, NO_VARIANTS, variants};
use super::motion;
use super::plan::{DIALECTS, Dialect, Plan};
use super::replay::{self, Reason, ValidPlan, Verdict, replay};
use super::rules::{Effect, NotAShot, Position, Shot, shoot};
use super::search::{self, Budget, survey};
use super::story::{self, BLOCK, SHOT, counted};
use crate::game::draw::{Batches, DrawError, DrawOption, Keep};
use crate::game::edit::{Edit, Palette};
use crate::game::grid::Cell;
use crate::game::language::Language;
use crate::game::level::{Details, Form, LevelFacts, LevelOption, ReadError, Reading};
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
use crate::game::{Game, Move};

/// The game.
pub struct Plotting;

static FORMS: [Form; 3] = [
    Form::JSON,
    Form { name: "prob", about: "A drawing, as published", takes_steps: false },
    Form { name: "param", about: "An Essence Prime parameter file", takes_steps: true },
];

static LEVEL_OPTIONS: [LevelOption; 1] = [LevelOption {
    name: "goal",
    value: "N",
    about: "Replace the goal of a level of Plotting: at most N blocks left",
}];

impl Game for Plotting {
    const NAME: &'static str = "plotting";
    const STEP: Noun = SHOT;
    const STEPS_KEY: Option<&'static str> = Some("shots");

    type Level = Level;
    type State = Position;
    type Plan = Plan;
    type Model = Model;
    type Draw = Draw;

    fn recognises(text: &str, keys: &[String]) -> bool {
        let has = |key: &str| keys.iter().any(|found| found == key);
        has("grid") || keys.is_empty() && formats::read(text, "level").is_ok()
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
            "param" => Ok(param::write(level, steps.unwrap_or_default())),
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

    fn with_option(level: &Level, _: &LevelOption, value: &str) -> Result<Level, ReadError> {
        let not_a_number = |_| ReadError::new("the goal is a number of blocks");
        let goal: u64 = value.parse().map_err(not_a_number)?;
        let blocks = level.board().blocks();
        let too_large = |_| ReadError::new(format!("the board has only {blocks} blocks"));
        level.clone().with_goal(goal.into()).map_err(too_large)
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

    fn objective(_: &Level) -> Objective {
        Objective::FewestSteps
    }

    fn start(level: &Level) -> Position {
        level.start().clone()
    }

    fn is_won(level: &Level, position: &Position) -> bool {
        level.is_met_by(&position.board)
    }

    fn moves(level: &Level, position: &Position) -> Vec<Move<Position>> {
        let effects = effects(level, position);
        effects
            .map(|effect| Move { word: effect.shot.to_string(), value: 1, after: effect.after })
            .collect()
    }

    fn turn(level: &Level, position: &Position, word: &str) -> Result<Turn<Position>, Fault> {
        let shot = named(level, word)?;
        if !level.firing().allows(shot) {
            return Err(fault(&Reason::NotAFiringPosition));
        }
        let effect = shoot(position, shot).map_err(|null| fault(&null.into()))?;
        Ok(Turn {
            value: 1,
            story: story::story(&effect),
            details: Box::new(PlayedShot::new(&effect)),
            stages: Vec::new(),
            after: effect.after,
        })
    }

    fn resumed(level: &Level, position: &Position) -> Option<Level> {
        level.resumed(position).ok()
    }

    fn picture(level: &Level, position: &Position) -> Picture {
        story::picture(position, level.firing())
    }

    fn stages(level: &Level, position: &Position, word: &str) -> Vec<Stage> {
        match named(level, word).map(|shot| shoot(position, shot)) {
            Ok(Ok(effect)) => motion::stages(level, position, &effect),
            Ok(Err(_)) | Err(_) => Vec::new(),
        }
    }

    fn trail(level: &Level, position: &Position, word: &str) -> Vec<Cell> {
        match named(level, word).map(|shot| shoot(position, shot)) {
            Ok(Ok(effect)) => effect.path.into_iter().map(motion::cell).collect(),
            Ok(Err(_)) | Err(_) => Vec::new(),
        }
    }

    fn aim(word: &str) -> Aim {
        motion::aim(word)
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
        Plan::read(text, dialect, level.board())
    }

    fn read_steps(words: &[String], level: &Level) -> Result<Plan, ReadError> {
        let shot = |word: &String| named(level, word).map_err(|fault| ReadError::new(fault.held));
        words.iter().map(shot).collect()
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

    fn horizons(level: &Level, model: &Model, _: Language) -> Option<RangeInclusive<usize>> {
        match model {
            Model::Pddl(_) => None,
            Model::Constraints(..) => Some(level.horizons()),
        }
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

/// The shot on the board of a level that a word names.
fn named(level: &Level, word: &str) -> Result<Shot, Fault> {
    let not_a_shot = |held: String| Fault {
        reason: "not-a-shot",
        held,
        expected: "a shot should be along a row or down a column of the board".to_owned(),
    };
    let board = level.board();
    let shot: Shot = word.parse().map_err(|error: NotAShot| not_a_shot(error.to_string()))?;
    if shot.is_on(board) {
        return Ok(shot);
    }
    let (rows, columns) = (board.rows(), board.columns());
    Err(not_a_shot(format!(
        "{word} is outside the board, which has {rows} rows and {columns} columns"
    )))
}

fn fault(reason: &Reason) -> Fault {
    Fault { reason: reason.code(), held: reason.held(), expected: reason.expected() }
}

/// The shots that a level allows in a position and that change something, with what they do.
pub fn effects(level: &Level, position: &Position) -> impl Iterator<Item = Effect> {
    Shot::all(level.board())
        .filter(|&shot| level.firing().allows(shot))
        .filter_map(|shot| shoot(position, shot).ok())
}

/// The native solver behind the seam.
struct NativeSolver;

impl Oracle<Level> for NativeSolver {
    fn bound(&self, level: &Level) -> Result<i64, Defect> {
        search::lower_bound(level).map(|bound| bound as i64).map_err(defect)
    }

    fn solve(
        &self,
        level: &Level,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Result<SearchResult, Defect> {
        let answer = search::solve(level, budget, &mut |plan| better(&found(plan)));
        answer.map(|answer| result(&answer)).map_err(defect)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn lengths(&self, level: &Level, budget: &Budget<'_>) -> Result<Vec<usize>, Unanswered> {
        Ok(survey::lengths(level, budget)?)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn count(&self, level: &Level, length: usize, budget: &Budget<'_>) -> Result<u128, Unanswered> {
        Ok(survey::count(level, length, budget)?)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn every_goal(&self, level: &Level, budget: &Budget<'_>) -> Result<EveryGoal, NotOffered> {
        let answers = search::solve_every_goal(level, budget).map_err(defect);
        Ok(answers.map(|all| all.iter().map(|(goal, answer)| (*goal, result(answer))).collect()))
    }
}

fn defect(defect: search::Defect) -> Defect {
    Defect(defect.to_string())
}

fn found(plan: &ValidPlan) -> FoundPlan {
    let steps: Vec<String> = plan.shots().iter().map(Shot::to_string).collect();
    FoundPlan { value: steps.len() as i64, steps }
}

fn result(answer: &search::Answer) -> SearchResult {
    const LEMMA_1: Proof = Proof {
        code: "lemma-1",
        reason: Some("the goal is below the number of colours less one (Lemma 1)"),
    };
    let finding = match &answer.outcome {
        search::Outcome::Solved(plan) => Finding::Optimal(found(plan)),
        search::Outcome::Unsolvable(search::Proof::Lemma1) => Finding::Unsolvable(LEMMA_1),
        search::Outcome::Unsolvable(search::Proof::Exhaustion) => {
            Finding::Unsolvable(Proof::EXHAUSTION)
        }
        // Its tables forget when they are full, so memory never ends the search.
        search::Outcome::NotKnown(plan) => {
            Finding::Open { best: plan.as_ref().map(found), spent: Spent::Stopped }
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

/// What `simulate --json` adds.
#[derive(Serialize)]
struct Play {
    start: Position,
    moves: Vec<PlayedShot>,
    goal: usize,
    goal_met: bool,
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
    end: Position,
}

/// A replay as people and programs see it.
fn shown(level: &Level, plan: &Plan, verdict: Verdict) -> Replay {
    let (blocks, goal) = (verdict.end.board.blocks(), level.goal());
    let alone = shots_alone(level, plan, &verdict);
    let mut remarks = Vec::new();
    match (&verdict.finding, verdict.goal_met_after) {
        (Ok(plan), Some(after)) if after < plan.shots().len() => {
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
        length: plan.fired(),
        blocks,
        goal,
        goal_met_after: verdict.goal_met_after,
        shots_alone_valid: alone.map(|alone| alone.finding.is_ok()),
        end: verdict.end.clone(),
    };
    let play = Play {
        start: level.start().clone(),
        moves: verdict.played.iter().map(PlayedShot::new).collect(),
        goal,
        goal_met: verdict.goal_met_after.is_some(),
    };
    let played = |effect: &Effect| Played {
        word: effect.shot.to_string(),
        story: story::story(effect),
        stages: Vec::new(),
        after: story::picture(&effect.after, level.firing()),
    };
    let left = counted(blocks, BLOCK);
    let judged = |plan: &ValidPlan| {
        let FoundPlan { steps, value } = found(plan);
        let shots = counted(steps.len(), SHOT);
        Judged { steps, value, words: format!("{shots}, {left} left, the goal is {goal}") }
    };
    Replay {
        played: verdict.played.iter().map(played).collect(),
        end: story::picture(&verdict.end, level.firing()),
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
            .shot
            .filter(|_| departs)
            .map(|shot| format!("before shot {}, {shot}:", flaw.number)),
    }
}

/// The verdict on the shots alone of a planner's plan that departs from the game.
fn shots_alone(level: &Level, plan: &Plan, verdict: &Verdict) -> Option<Verdict> {
    match verdict.finding.as_ref().err()?.reason {
        Reason::Departs(_) => Some(replay(level, &plan.shots_alone()?)),
        Reason::Null(_) | Reason::NotAFiringPosition | Reason::GoalMissed { .. } => None,
    }
}
