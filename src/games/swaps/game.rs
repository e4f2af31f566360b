//! Swaps behind the seam: what the lab, the command line and pages need of the game.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::board::Board;
use super::draw::{self, Draw};
use super::edit;
use super::formats::{self, json, pddl};
use super::generate::benchmark;
use super::level::{Cost, Level};
use super::models::{Model, tally};
use super::motion;
use super::plan::{DIALECTS, Dialect, Plan, text};
use super::replay::{not_a_move, replay, turn};
use super::rules::Move;
use super::search::NativeSolver;
use super::story;
use crate::game::draw::{Batches, DrawError, DrawOption, Keep};
use crate::game::edit::{Edit, Palette};
use crate::game::grid::Cell;
use crate::game::language::Language;
use crate::game::level::{Details, Form, LevelFacts, LevelOption, ReadError, Reading};
use crate::game::model::Shared;
use crate::game::motion::{Aim, Stage};
use crate::game::picture::Picture;
use crate::game::plan::{self, Replay};
use crate::game::replay::{Fault, Turn};
use crate::game::search::Oracle;
use crate::game::words::{Noun, Objective};
use crate::game::{self, Game};

/// The game.
pub struct Swaps;

static LEVEL_OPTIONS: [LevelOption; 2] = [
    LevelOption {
        name: "cost",
        value: "COST",
        about: "What moves of swaps cost: moves (1 each), or swaps (a swap 1, a match nothing)",
    },
    LevelOption {
        name: "directed",
        value: "true|false",
        about: "Whether a pair of swaps vanishes only if its first tile is above or left",
    },
];

impl Game for Swaps {
    const NAME: &'static str = "swaps";
    const STEP: Noun = story::MOVE;

    type Level = Level;
    type State = Board;
    type Plan = Plan;
    type Model = Model;
    type Draw = Draw;

    fn recognises(text: &str, keys: &[String]) -> bool {
        let has = |key: &str| keys.iter().any(|found| found == key);
        has("tiles") || keys.is_empty() && pddl::is_problem(text)
    }

    fn read(text: &str, name: &str) -> Result<Reading<Level>, ReadError> {
        formats::read(text, name)
    }

    fn samples() -> &'static [&'static str] {
        &[
            r#"{"game": "swaps", "name": "sample-1", "tiles": ["GHG", "HGH"]}"#,
            r#"{"game": "swaps", "name": "sample-2", "tiles": ["GHG", "HHR", "RRG"]}"#,
            r#"{"game": "swaps", "name": "sample-3", "tiles": ["GHG"]}"#,
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
        let (rows, columns, tiles) = (board.rows(), board.columns(), board.tiles());
        let kinds = board.kinds().len();
        let class = format!("{rows}x{columns}-k{kinds}");
        let figures = [
            ("rows", rows),
            ("columns", columns),
            ("tiles", tiles),
            ("kinds", kinds),
            ("holes", rows * columns - tiles),
        ];
        LevelFacts::new(level.name(), class, &figures).sized_by("tiles")
    }

    fn details(level: &Level) -> Details {
        #[derive(Serialize)]
        struct WithFigures {
            #[serde(flatten)]
            level: Level,
            rows: usize,
            columns: usize,
            tile_count: usize,
            kinds: usize,
        }
        let board = level.board();
        Box::new(WithFigures {
            rows: board.rows(),
            columns: board.columns(),
            tile_count: board.tiles(),
            kinds: board.kinds().len(),
            level: level.clone(),
        })
    }

    fn level_options() -> &'static [LevelOption] {
        &LEVEL_OPTIONS
    }

    fn with_option(level: &Level, option: &LevelOption, value: &str) -> Result<Level, ReadError> {
        let level = level.clone();
        match (option.name, value) {
            ("cost", "moves") => Ok(level.with_cost(Cost::Moves)),
            ("cost", "swaps") => Ok(level.with_cost(Cost::Swaps)),
            ("cost", _) => Err(ReadError::new("the cost is moves or swaps")),
            (_, "true") => Ok(level.with_direction(true)),
            (_, "false") => Ok(level.with_direction(false)),
            _ => Err(ReadError::new("a level is directed or not: true or false")),
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

    fn objective(level: &Level) -> Objective {
        match level.cost() {
            Cost::Moves => Objective::FewestSteps,
            Cost::Swaps => Objective::LeastCost,
        }
    }

    fn start(level: &Level) -> Board {
        level.board().clone()
    }

    fn is_won(level: &Level, board: &Board) -> bool {
        level.is_met_by(board)
    }

    fn moves(level: &Level, board: &Board) -> Vec<game::Move<Board>> {
        let played = |step: Move| {
            let (_, after) = level.rules().play(board, step).ok()?;
            let value = level.cost().of(step).into();
            Some(game::Move { word: step.to_string(), value, after })
        };
        Move::all(board).filter_map(played).collect()
    }

    fn turn(level: &Level, board: &Board, word: &str) -> Result<Turn<Board>, Fault> {
        let step = text::step(word).map_err(not_a_move)?;
        turn(level, board, &step.into())
    }

    fn resumed(level: &Level, board: &Board) -> Option<Level> {
        Some(level.resumed(board))
    }

    fn picture(_: &Level, board: &Board) -> Picture {
        story::picture(board)
    }

    fn stages(level: &Level, board: &Board, word: &str) -> Vec<Stage> {
        let Ok(step) = text::step(word) else { return Vec::new() };
        let played = level.rules().play(board, step).into_iter();
        played.map(|(effect, after)| motion::stage(step, &effect, &after)).collect()
    }

    fn trail(_: &Level, _: &Board, word: &str) -> Vec<Cell> {
        text::step(word).map(Move::cells).unwrap_or_default()
    }

    fn aim(word: &str) -> Aim {
        text::step(word).map_or(Aim::Button, |step| Aim::Cells(step.cells()))
    }

    fn word(aim: &Aim) -> Option<String> {
        motion::word(aim)
    }

    fn portrait(level: &Level) -> Picture {
        story::portrait(level)
    }

    fn state_details(_: &Level, board: &Board) -> Details {
        #[derive(Serialize)]
        struct Tiles {
            tiles: Vec<String>,
            tile_count: usize,
        }
        Box::new(Tiles { tiles: board.lines(), tile_count: board.tiles() })
    }

    fn shortfall(level: &Level, board: &Board) -> String {
        story::shortfall(level, board)
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

    fn shared(model: &Model, language: Language, _: Option<&Level>) -> Option<Shared> {
        model.shared(language)
    }

    fn question(model: &Model, language: Language, level: &Level, value: usize) -> String {
        model.question(language, level, value)
    }

    fn horizons(level: &Level, model: &Model, _: Language) -> Option<RangeInclusive<usize>> {
        match model {
            Model::Pddl(_) => None,
            Model::TwoPhase => Some(tally::horizons(level)),
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
