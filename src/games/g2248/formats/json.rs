//! Reads and writes levels in JSON.
//!
//! ```json
//! { "game": "2248", "name": "start", "numbers": [[64, 4, 64], [0, 2, 2]],
//!   "queues": [[2, 4], [], [8]], "collapse": true, "goal": {"blocks": 1} }
//! ```
//!
//! All keys but `game` and `numbers` are optional, and are written only if they are not the default.
//! `seed` takes the place of `queues` in a level with chance. A goal is one of `{"blocks": 1}`,
//! `{"score": 2248}`, `{"best-score": {"moves": 3}}`, `{"hint": "path"}` and `{"hint": "adjacent"}`.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::level::ReadError;
use crate::games::g2248::board::{Board, Number, number};
use crate::games::g2248::level::{Goal, Hint, Level, LevelError};
use crate::games::g2248::refill::Source;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a level: an object with numbers")]
struct LevelIn {
    #[expect(dead_code, reason = "only its presence matters")]
    game: Option<String>,
    name: Option<String>,
    numbers: Vec<Vec<Whole>>,
    seed: Option<u64>,
    queues: Option<Vec<Vec<Whole>>>,
    #[serde(default)]
    collapse: bool,
    goal: Option<GoalIn>,
}

/// A whole number, whatever its size, so that a wrong one can be named with its place.
#[derive(Clone, Copy)]
struct Whole(i128);

impl From<Whole> for i128 {
    fn from(Whole(value): Whole) -> i128 {
        value
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Whole, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value.into()))
            }
        }
        source.deserialize_any(Reader)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a goal: an object with one key")]
struct GoalIn {
    blocks: Option<usize>,
    score: Option<u64>,
    #[serde(rename = "best-score")]
    best_score: Option<BestScoreIn>,
    hint: Option<Hint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with moves")]
struct BestScoreIn {
    moves: usize,
}

impl GoalIn {
    /// The one goal that is given.
    fn goal(&self) -> Result<Goal, LevelError> {
        let best_score = self.best_score.as_ref();
        let all = [
            ("blocks", self.blocks.map(Goal::Blocks)),
            ("score", self.score.map(Goal::Score)),
            ("best-score", best_score.map(|goal| Goal::BestScore { moves: goal.moves })),
            ("hint", self.hint.map(Goal::Hint)),
        ];
        let mut given = all.into_iter().filter_map(|(key, goal)| Some((key, goal?)));
        match (given.next(), given.next()) {
            (Some((_, goal)), None) => Ok(goal),
            (Some((one, _)), Some((other, _))) => {
                let reason = format!("{one} and {other} are both given, but a level has one goal");
                Err(LevelError::Goal(reason))
            }
            (None, _) => {
                let reason = "it must have one of blocks, score, best-score and hint".to_owned();
                Err(LevelError::Goal(reason))
            }
        }
    }
}

/// Reads a level. `name` is used if the text does not name the level.
///
/// # Errors
/// If the text is not valid JSON, has unknown keys, or does not describe a valid level.
pub fn read(text: &str, name: &str) -> Result<Level, ReadError> {
    if !text.trim_start().starts_with('{') {
        return Err(ReadError::at(1, 1, "expected a level, an object {…}"));
    }
    let file: LevelIn = serde_json::from_str(text).map_err(|error| ReadError::json(&error))?;
    level(&file, name).map_err(ReadError::new)
}

fn level(file: &LevelIn, name: &str) -> Result<Level, LevelError> {
    let board = Board::from_numbers(&file.numbers)?;
    let source = match (file.seed, &file.queues) {
        (Some(_), Some(_)) => return Err(LevelError::SeedAndQueues),
        (Some(seed), None) => Source::Seed(seed),
        (None, Some(given)) => Source::Queues(queues(given)?),
        (None, None) => Source::Nothing,
    };
    let goal = file.goal.as_ref().map(GoalIn::goal).transpose()?;
    let level = Level::new(file.name.as_deref().unwrap_or(name), board)?.with_source(source)?;
    Ok(level.with_collapse(file.collapse).with_goal(goal))
}

fn queues(given: &[Vec<Whole>]) -> Result<Vec<Vec<Number>>, LevelError> {
    let queue = |(column, queue): (usize, &Vec<Whole>)| {
        let place = |(place, &Whole(value)): (usize, &Whole)| {
            number(value).map_err(|reason| {
                let (column, place) = (column + 1, place + 1);
                LevelError::Queue { column, place, reason }
            })
        };
        queue.iter().enumerate().map(place).collect()
    };
    given.iter().enumerate().map(queue).collect()
}

#[derive(Serialize)]
struct LevelOut<'a> {
    game: &'static str,
    name: &'a str,
    numbers: Vec<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    queues: Option<Vec<Vec<u64>>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    collapse: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
}

impl<'a> LevelOut<'a> {
    fn new(level: &'a Level) -> LevelOut<'a> {
        let (seed, queues) = match level.source() {
            Source::Nothing => (None, None),
            Source::Seed(seed) => (Some(*seed), None),
            Source::Queues(queues) => {
                (None, Some(queues.iter().map(|queue| values(queue)).collect()))
            }
        };
        LevelOut {
            game: "2248",
            name: level.name(),
            numbers: level.board().numbers(),
            seed,
            queues,
            collapse: level.allows_collapse(),
            goal: level.goal(),
        }
    }
}

/// The values of numbers.
pub fn values(numbers: &[Number]) -> Vec<u64> {
    numbers.iter().map(|number| number.value()).collect()
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        LevelOut::new(self).serialize(serializer)
    }
}

/// Writes a level as indented JSON, with one line per row of the board and per queue.
pub fn write(level: &Level) -> String {
    let LevelOut { game, name, numbers, seed, queues, collapse, goal } = LevelOut::new(level);
    let mut lines = vec![
        format!("\"game\": {}", inline(&game)),
        format!("\"name\": {}", inline(&name)),
        format!("\"numbers\": {}", rows(&numbers)),
    ];
    lines.extend(seed.map(|seed| format!("\"seed\": {seed}")));
    lines.extend(queues.map(|queues| format!("\"queues\": {}", rows(&queues))));
    lines.extend(collapse.then(|| "\"collapse\": true".to_owned()));
    lines.extend(goal.map(|goal| format!("\"goal\": {}", inline(&goal))));
    format!("{{\n  {}\n}}\n", lines.join(",\n  "))
}

/// A value as JSON on one line.
fn inline(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and goals are JSON")
}

/// Lists of numbers, one on each line.
fn rows(rows: &[Vec<u64>]) -> String {
    let row = |row: &Vec<u64>| {
        let numbers: Vec<String> = row.iter().map(u64::to_string).collect();
        format!("    [{}]", numbers.join(", "))
    };
    let rows: Vec<String> = rows.iter().map(row).collect();
    format!("[\n{}\n  ]", rows.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text, "test").unwrap_err().to_string()
    }

    #[test]
    fn a_level_survives_writing_and_reading() {
        for text in [
            r#"{"game":"2248","name":"x","numbers":[[2,2],[0,128]]}"#,
            r#"{"game":"2248","name":"x","numbers":[[0]],"seed":18446744073709551615}"#,
            r#"{"game":"2248","name":"x","numbers":[[2,2]],"queues":[[2,4],[]],"collapse":true,"goal":{"blocks":1}}"#,
            r#"{"game":"2248","name":"x","numbers":[[2]],"goal":{"score":2248}}"#,
            r#"{"game":"2248","name":"x","numbers":[[2]],"goal":{"best-score":{"moves":3}}}"#,
            r#"{"game":"2248","name":"x \"y\"","numbers":[[2]],"goal":{"hint":"adjacent"}}"#,
        ] {
            let level = read(text, "other").unwrap();
            assert_eq!(serde_json::to_string(&level).unwrap(), text);
            assert_eq!(read(&write(&level), "other").unwrap(), level);
        }
    }

    #[test]
    fn a_level_is_written_with_a_line_for_each_row() {
        let text = r#"{"numbers":[[2,2],[0,128]],"goal":{"blocks":1}}"#;
        assert_eq!(
            write(&read(text, "x").unwrap()),
            "{\n  \"game\": \"2248\",\n  \"name\": \"x\",\n  \"numbers\": [\n    [2, 2],\n    \
             [0, 128]\n  ],\n  \"goal\": {\"blocks\":1}\n}\n"
        );
    }

    #[test]
    fn an_invalid_level_is_rejected_with_the_place_and_the_reason() {
        let not = "is not a power of two from 2 to 2^47";
        for (text, expected) in [
            ("{", "line 1, column 1: EOF while parsing an object"),
            ("[", "line 1, column 1: expected a level, an object {…}"),
            ("{\"numbers\":[[2]],\n \"sed\":1}", "line 2, column 6: unknown field `sed`"),
            (r#"{"name":"x"}"#, "line 1, column 12: missing field `numbers`"),
            (r#"{"numbers":[[2,2],[2]]}"#, "numbers: row 2 has 1 cell, but row 1 has 2"),
            (r#"{"numbers":[[2,6]]}"#, &format!("numbers: row 1, column 2: 6 {not}; 0 is")),
            (r#"{"numbers":[[2],[1]]}"#, &format!("numbers: row 2, column 1: 1 {not}; 0 is")),
            (r#"{"numbers":[[-2]]}"#, &format!("numbers: row 1, column 1: -2 {not}")),
            (r#"{"numbers":[[2.5]]}"#, "line 1, column 16: invalid type: floating point `2.5`"),
            (r#"{"numbers":[]}"#, "numbers: it is empty"),
            (r#"{"name":"","numbers":[[2]]}"#, "name: it is empty"),
            (
                r#"{"numbers":[[2,2]],"queues":[[2]]}"#,
                "queues: 1 given, but the board has 2 columns, and each needs one",
            ),
            (
                r#"{"numbers":[[2,2]],"queues":[[],[2,0]]}"#,
                &format!("queues: column 2, number 2: 0 {not}"),
            ),
            (
                r#"{"numbers":[[2]],"queues":[[2]],"seed":1}"#,
                "a level has a seed or queues, not both",
            ),
            (
                r#"{"numbers":[[2]],"goal":{"blocks":1,"score":2}}"#,
                "goal: blocks and score are both given, but a level has one goal",
            ),
            (r#"{"numbers":[[2]],"goal":{}}"#, "goal: it must have one of blocks, score,"),
            (
                r#"{"numbers":[[2]],"goal":{"blocks":-1}}"#,
                "line 1, column 36: invalid value: integer `-1`, expected a whole number from 0 up",
            ),
            (r#"{"numbers":[[2]],"goal":1}"#, "line 1, column 25: invalid type: integer `1`"),
            (r#"{"numbers":[[2]],"goal":{"hint":"x"}}"#, "line 1, column 35: unknown variant `x`"),
        ] {
            assert!(error(text).starts_with(expected), "{text}: {}", error(text));
        }
    }
}
