//! Levels as the page sees them, and the puzzle of the day.

use serde::Serialize;
use serde_json::Value;

use super::position::{TileView, line, tile_view};
use super::request::Refusal;
use crate::game::any::BoxedLevel;
use crate::game::words::Objective;
use crate::game::{AnyGame, AnyLevel};
use crate::games;

/// A game.
#[derive(Serialize)]
pub struct GameView {
    name: &'static str,
}

/// The games, in the order of the project.
pub fn games() -> Vec<GameView> {
    let view = |game: &&dyn AnyGame| GameView { name: game.name() };
    games::ALL.iter().map(view).collect()
}

/// A level.
#[derive(Serialize)]
pub struct LevelView {
    /// Its file, on one line.
    level: String,
    name: String,
    game: &'static str,
    /// What a step is called.
    step: &'static str,
    steps: &'static str,
    objective: Objective,
    /// The text about the level, the goal first.
    rules: Vec<String>,
    /// Why there is nothing to plan for, if that is so.
    no_goal: Option<String>,
    options: Vec<OptionView>,
    palette: Vec<TileView>,
    /// What the player may hold at the start, in a game where the player holds something.
    hands: Vec<TileView>,
    rows: usize,
    columns: usize,
}

/// A part of a level that is set by a word.
#[derive(Serialize)]
struct OptionView {
    name: &'static str,
    about: &'static str,
    value: String,
}

/// A level as the page sees it.
pub fn described(level: &dyn AnyLevel) -> LevelView {
    let (game, portrait, palette) = (level.game(), level.portrait(), level.palette());
    let line_of_level = level.line();
    let file: Value = serde_json::from_str(&line_of_level).unwrap_or_default();
    let options = game.level_options().iter().map(|option| OptionView {
        name: option.name,
        about: option.about,
        value: word(&file[option.name]),
    });
    let start = level.start().picture();
    let rules = portrait.lines.get(start.lines.len()..).unwrap_or_default();
    LevelView {
        name: level.name(),
        game: game.name(),
        step: game.step().one,
        steps: game.step().many,
        objective: level.objective(),
        rules: rules.iter().map(|spans| line(spans)).collect(),
        no_goal: level.check_goal().err().map(|error| error.to_string()),
        options: options.collect(),
        palette: palette.tiles.iter().map(tile_view).collect(),
        hands: palette.hands.iter().map(tile_view).collect(),
        rows: portrait.rows.len(),
        columns: portrait.columns(),
        level: line_of_level,
    }
}

/// A value in a level file as the word that sets it: `{"best-score":{"moves":3}}` is `best-score=3`.
fn word(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(list) => list.iter().map(word).collect::<Vec<_>>().join(" "),
        Value::Object(map) => match map.iter().next() {
            Some((_, Value::Object(inner))) if inner.is_empty() => String::new(),
            Some((key, Value::Object(inner))) => {
                format!("{key}={}", inner.values().next().map(word).unwrap_or_default())
            }
            Some((key, Value::String(name))) if key == "hint" => name.clone(),
            Some((key, value)) => format!("{key}={}", word(value)),
            None => String::new(),
        },
    }
}

/// The puzzle of a day, the same for everyone.
pub fn daily(game: &dyn AnyGame, date: &str, seed: u64) -> Result<BoxedLevel, Refusal> {
    let parts: Vec<Option<u64>> = date.split('-').map(|part| part.parse().ok()).collect();
    let number = match parts[..] {
        [Some(year), Some(month @ 1..=12), Some(day @ 1..=31)] if date.len() == 10 => {
            (year * 100 + month) * 100 + day
        }
        _ => return Err(Refusal(format!("{date:?} is not a date, e.g. 2026-11-19"))),
    };
    let level = game.puzzle(number.wrapping_add(seed.wrapping_mul(100_000_000)));
    let level = level.ok_or_else(|| Refusal(format!("{} has no puzzles", game.name())))?;
    let mark = if seed == 0 { String::new() } else { format!("-s{seed}") };
    Ok(level.renamed(&format!("daily-{date}{mark}")))
}
