//! 2248 behind the seam: what the lab, the command line and pages need of the game.

use std::ops::{ControlFlow, RangeInclusive};

use serde::Serialize;

use super::benchmark;
use super::draw::{self, Draw};
use super::edit;
use super::formats::json::values;
use super::formats::{self, json};
use super::level::{Goal, Hint, Level};
use super::models::{Model, paths};
use super::motion;
use super::path::{Path, each_path};
use super::plan::{DIALECTS, Dialect, Plan, text};
use super::policy;
use super::refill::Supply;
use super::replay::{not_a_move, replay, turn};
use super::rules::{Move, collapse};
use super::search::NativeSolver;
use super::search::hint::{Count, count_paths};
use super::state::State;
use super::story;
use crate::game::draw::{Batches, DrawError, DrawOption, Keep};
use crate::game::edit::{Edit, Palette};
use crate::game::grid::Cell;
use crate::game::hint::{Answer, HintKind};
use crate::game::language::Language;
use crate::game::level::{Details, Form, LevelFacts, LevelOption, ReadError, Reading};
use crate::game::model::Shared;
use crate::game::motion::{Aim, Stage};
use crate::game::picture::Picture;
use crate::game::plan::{self, Replay};
use crate::game::policy::{Playout, Policy};
use crate::game::replay::{Fault, Turn};
use crate::game::search::Oracle;
use crate::game::words::{Noun, Objective};
use crate::game::{self, Game, MoveCount};

/// The game.
pub struct G2248;

static LEVEL_OPTIONS: [LevelOption; 1] = [LevelOption {
    name: "goal",
    value: "GOAL",
    about: "Replace the goal of a level of 2248: blocks=N, score=N, best-score=MOVES, path or adjacent",
}];

/// What hints measure.
const SUM: &str = "sum";
const BLOCK: &str = "block";

static HINTS: [HintKind; 3] = [
    HintKind {
        name: "path",
        about: "The maximum path: the largest block, with the largest sum (2248)",
        answer: Answer::Step {
            measure: SUM,
            proof: "no path has a greater sum, so none yields a larger block",
        },
    },
    HintKind {
        name: "adjacent",
        about: "The maximum adjacent: the largest block that ends up adjacent to an equal one (2248)",
        answer: Answer::Step {
            measure: BLOCK,
            proof: "no path yields a larger block that ends up adjacent to an equal one",
        },
    },
    HintKind::PLAN,
];

impl Game for G2248 {
    const NAME: &'static str = "2248";
    const STEP: Noun = story::MOVE;
    const SHOWS_VALUE: bool = true;

    type Level = Level;
    type State = State;
    type Plan = Plan;
    type Model = Model;
    type Draw = Draw;

    fn recognises(_: &str, keys: &[String]) -> bool {
        keys.iter().any(|found| found == "numbers")
    }

    fn read(text: &str, name: &str) -> Result<Reading<Level>, ReadError> {
        formats::read(text, name)
    }

    fn samples() -> &'static [&'static str] {
        &[
            r#"{"game": "2248", "name": "sample-1", "numbers": [[2, 2]], "goal": {"blocks": 1}}"#,
            r#"{"game": "2248", "name": "sample-2", "numbers": [[2, 2, 2], [8, 4, 8], [8, 4, 2]], "goal": {"blocks": 1}}"#,
            r#"{"game": "2248", "name": "sample-3", "numbers": [[2, 2, 4], [4, 2, 8]], "goal": {"blocks": 1}}"#,
        ]
    }

    fn write(level: &Level, _: &Form, _: Option<usize>) -> Result<String, ReadError> {
        Ok(json::write(level))
    }

    fn renamed(level: &Level, name: &str) -> Level {
        level.renamed(name)
    }

    fn facts(level: &Level) -> LevelFacts {
        let board = level.board();
        let (rows, columns, blocks) = (board.rows(), board.columns(), board.blocks());
        let figures = [
            ("rows", rows),
            ("columns", columns),
            ("blocks", blocks),
            ("numbers", different(level)),
            ("queued", level.source().blocks().unwrap_or(0)),
        ];
        let goal = match level.goal() {
            None => "",
            Some(Goal::Blocks(_)) => "-blocks",
            Some(Goal::Score(_)) => "-score",
            Some(Goal::BestScore { .. }) => "-best-score",
            Some(Goal::Hint(Hint::Path)) => "-path",
            Some(Goal::Hint(Hint::Adjacent)) => "-adjacent",
        };
        let class = format!("{rows}x{columns}{goal}");
        LevelFacts::new(level.name(), class, &figures).sized_by("blocks")
    }

    fn details(level: &Level) -> Details {
        #[derive(Serialize)]
        struct WithFigures {
            #[serde(flatten)]
            level: Level,
            rows: usize,
            columns: usize,
            blocks: usize,
        }
        let board = level.board();
        Box::new(WithFigures {
            rows: board.rows(),
            columns: board.columns(),
            blocks: board.blocks(),
            level: level.clone(),
        })
    }

    fn level_options() -> &'static [LevelOption] {
        &LEVEL_OPTIONS
    }

    fn with_option(level: &Level, _: &LevelOption, value: &str) -> Result<Level, ReadError> {
        let goal: Goal = value.parse().map_err(ReadError::new)?;
        Ok(level.clone().with_goal(Some(goal)))
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
        level.longest_plan()
    }

    fn check_goal(level: &Level) -> Result<(), ReadError> {
        match level.goal() {
            Some(_) => Ok(()),
            None => Err(ReadError::new(
                "the level has no goal to plan for; --goal gives it one, e.g. --goal blocks=1",
            )),
        }
    }

    fn objective(level: &Level) -> Objective {
        match level.goal() {
            None | Some(Goal::Blocks(_) | Goal::Score(_)) => Objective::FewestSteps,
            Some(Goal::BestScore { .. } | Goal::Hint(_)) => Objective::GreatestScore,
        }
    }

    fn value_name(level: &Level) -> Option<&'static str> {
        match level.goal() {
            Some(Goal::Hint(Hint::Path)) => Some(SUM),
            Some(Goal::Hint(Hint::Adjacent)) => Some(BLOCK),
            None | Some(Goal::Blocks(_) | Goal::Score(_) | Goal::BestScore { .. }) => None,
        }
    }

    fn start(level: &Level) -> State {
        level.start()
    }

    fn is_won(level: &Level, state: &State) -> bool {
        level.is_met_by(state)
    }

    fn has_goal_to_meet(level: &Level) -> bool {
        !matches!(level.goal(), Some(Goal::BestScore { .. }))
    }

    fn moves(level: &Level, state: &State) -> Vec<game::Move<State>> {
        let mut moves = Vec::new();
        let _ = G2248::each_move(level, state, &mut |step| {
            moves.push(step);
            ControlFlow::Continue(())
        });
        moves
    }

    fn each_move(
        level: &Level,
        state: &State,
        visit: &mut dyn FnMut(game::Move<State>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if level.is_over(state) {
            return ControlFlow::Continue(());
        }
        let mut play = |step: Move| match level.play(state, &step) {
            Ok(turn) => {
                visit(game::Move { word: step.to_string(), value: turn.value, after: turn.after })
            }
            Err(_) => ControlFlow::Continue(()),
        };
        each_path(&state.board, &mut |cells, _| play(Move::Join(Path::visited(cells))))?;
        play(Move::Collapse)
    }

    fn kind(word: &str) -> Noun {
        if word == Move::COLLAPSE { story::COLLAPSE } else { story::PATH }
    }

    fn count_moves(level: &Level, state: &State, limit: u64, stop: &dyn Fn() -> bool) -> MoveCount {
        let mut count = MoveCount::default();
        if level.is_over(state) {
            return MoveCount { is_whole: true, ..count };
        }
        let Count { paths, is_exact } = count_paths(&state.board, limit, stop);
        let collapses = level.may_collapse() && collapse(&state.board).is_ok();
        count.add(story::PATH, paths);
        count.add(story::COLLAPSE, collapses.into());
        MoveCount { is_whole: is_exact, ..count }
    }

    fn turn(level: &Level, state: &State, word: &str) -> Result<Turn<State>, Fault> {
        turn(level, state, &text::step(word).map_err(not_a_move)?)
    }

    fn resumed(level: &Level, state: &State) -> Option<Level> {
        Some(level.starting_at(state))
    }

    fn hints() -> &'static [HintKind] {
        &HINTS
    }

    fn hint(level: &Level, state: &State, kind: &HintKind) -> Option<Level> {
        let level = level.starting_at(state);
        Some(match kind.name {
            "path" => level.with_goal(Some(Goal::Hint(Hint::Path))),
            "adjacent" => level.with_goal(Some(Goal::Hint(Hint::Adjacent))),
            _ => level,
        })
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn policies() -> &'static [Policy] {
        &policy::POLICIES
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn playout(
        level: &Level,
        policy: &Policy,
        seed: u64,
        most: usize,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Playout> {
        policy::playout(level, policy, seed, most, stop)
    }

    fn picture(level: &Level, state: &State) -> Picture {
        story::picture(level, state)
    }

    fn stages(level: &Level, state: &State, word: &str) -> Vec<Stage> {
        G2248::turn(level, state, word).map(|turn| turn.stages).unwrap_or_default()
    }

    fn trail(_: &Level, _: &State, word: &str) -> Vec<Cell> {
        motion::trail(word)
    }

    fn aim(word: &str) -> Aim {
        motion::aim(word)
    }

    fn buttons(level: &Level) -> Vec<String> {
        level.may_collapse().then(|| Move::COLLAPSE.to_owned()).into_iter().collect()
    }

    fn word(aim: &Aim) -> Option<String> {
        motion::word(aim)
    }

    fn portrait(level: &Level) -> Picture {
        story::portrait(level)
    }

    fn state_details(level: &Level, state: &State) -> Details {
        #[derive(Serialize)]
        struct Shown {
            numbers: Vec<Vec<u64>>,
            blocks: usize,
            score: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            seed: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            queues: Option<Vec<Vec<u64>>>,
        }
        let (seed, queues) = match &state.supply {
            Supply::Nothing => (None, None),
            Supply::Chance(generator) => (Some(generator.state), None),
            Supply::Queues(_) => {
                let columns = 1..=state.board.columns();
                let waiting = |column| values(level.source().waiting(&state.supply, column));
                (None, Some(columns.map(waiting).collect()))
            }
        };
        let (numbers, blocks) = (state.board.numbers(), state.board.blocks());
        Box::new(Shown { numbers, blocks, score: state.score, seed, queues })
    }

    fn shortfall(level: &Level, state: &State) -> String {
        story::shortfall(level, state)
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
        Plan::read(text, dialect.unwrap_or_else(|| Dialect::of(text)), level.board())
    }

    fn read_steps(words: &[String], level: &Level) -> Result<Plan, ReadError> {
        Plan::from_words(words, level.board())
    }

    fn replay(level: &Level, plan: &Plan) -> Replay {
        replay(level, plan)
    }

    fn models(language: Language) -> Vec<Model> {
        Model::all(language)
    }

    fn check_model(model: &Model, _: Language, level: &Level) -> Result<(), ReadError> {
        model.check(level)
    }

    fn shared(model: &Model, language: Language, _: Option<&Level>) -> Option<Shared> {
        model.shared(language)
    }

    fn question(model: &Model, language: Language, level: &Level, moves: usize) -> String {
        model.question(language, level, moves)
    }

    fn horizons(level: &Level, model: &Model, _: Language) -> Option<RangeInclusive<usize>> {
        match model {
            Model::Cells => None,
            Model::Paths => paths::horizons(level),
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
        call.widen(levels)
    }

    #[cfg(not(target_family = "wasm"))] // No page asks for this, and its size counts.
    fn benchmark(seed: u64) -> Option<Vec<(Details, Vec<Level>)>> {
        let boards = benchmark::benchmark(seed).into_iter();
        Some(boards.map(|(class, levels)| (Box::new(class) as Details, levels)).collect())
    }
}

/// The number of different numbers on the board of a level.
fn different(level: &Level) -> usize {
    let mut numbers: Vec<_> = level.board().values().iter().flatten().collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}
