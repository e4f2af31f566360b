//! Reads and writes levels in JSON, the project's own format and the only one that covers every
//! feature of a level.
//!
//! ```json
//! { "name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1,
//!   "hand": "R", "firing": {"rows": [1, 2], "columns": [1, 2, 3, 4]} }
//! ```
//!
//! `name`, `hand` (default: a wildcard) and `firing` (default: everywhere) are optional, and so is what the
//! arcade adds: `lives` (default 0), `shots` (the limit, default none) and `objective` (`shots`, the default,
//! or `score`). `aims` lists the aiming positions of a level of the NES game, for its routes.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::game::level::ReadError;
use crate::games::plotting::board::{Board, Colour};
use crate::games::plotting::level::{Firing, Level, Measure};
use crate::games::plotting::rules::{Hand, Shot};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a level: an object with grid and goal")]
struct LevelIn {
    /// The game, which may be named in every level file.
    #[expect(dead_code, reason = "only its presence matters")]
    game: Option<String>,
    name: Option<String>,
    grid: Vec<String>,
    goal: WholeNumber,
    hand: Option<Letter>,
    firing: Option<FiringIn>,
    lives: Option<WholeNumber>,
    shots: Option<WholeNumber>,
    objective: Option<Measure>,
    #[serde(default)]
    aims: Vec<Option<AimIn>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with rows and columns")]
struct FiringIn {
    rows: Option<Vec<usize>>,
    columns: Option<Vec<usize>>,
}

/// An integer whose range is checked later, so that the error can mention what it is for.
struct WholeNumber(i128);

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = WholeNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<WholeNumber, E> {
                Ok(WholeNumber(number.into()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<WholeNumber, E> {
                Ok(WholeNumber(number.into()))
            }
        }
        deserializer.deserialize_i64(Whole)
    }
}

/// A shot that an aiming position leads to.
struct AimIn(Shot);

impl<'de> Deserialize<'de> for AimIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(AimIn).map_err(|error| de::Error::custom(format_args!("aims: {error}")))
    }
}

struct Letter(Colour);

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut letters = text.chars();
        match (letters.next().and_then(Colour::from_letter), letters.next()) {
            (Some(colour), None) => Ok(Letter(colour)),
            (Some(_) | None, _) => {
                Err(de::Error::custom(format_args!("hand: {text:?} is not a letter")))
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
    let board = Board::from_rows(&file.grid)?;
    let mut level =
        Level::new(file.name.as_deref().unwrap_or(name), board, 0)?.with_goal(file.goal.0)?;
    if let Some(Letter(colour)) = file.hand {
        level = level.with_hand(Hand::Holding(colour))?;
    }
    if let Some(FiringIn { rows, columns }) = file.firing {
        let firing = Firing::only(level.board(), rows.as_deref(), columns.as_deref())?;
        level = level.with_firing(firing);
    }
    let lives = file.lives.map_or(0, |lives| lives.0);
    level = level.with_lives(lives)?.with_shot_limit(file.shots.map(|shots| shots.0))?;
    let aims = file.aims.into_iter().map(|aim| aim.map(|AimIn(shot)| shot)).collect();
    Ok(level.with_measure(file.objective.unwrap_or_default()).with_aims(aims)?)
}

#[derive(Serialize)]
struct LevelOut<'a> {
    name: &'a str,
    grid: &'a Board,
    goal: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Colour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    firing: Option<FiringOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lives: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shots: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<Measure>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    aims: &'a [Option<Shot>],
}

#[derive(Serialize)]
struct FiringOut {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let firing = self.firing();
        LevelOut {
            name: self.name(),
            grid: self.board(),
            goal: self.goal(),
            hand: match self.hand() {
                Hand::Wildcard => None,
                Hand::Holding(colour) => Some(colour),
            },
            firing: (!firing.is_everywhere())
                .then(|| FiringOut { rows: firing.rows(), columns: firing.columns() }),
            lives: Some(self.lives()).filter(|&lives| lives > 0),
            shots: self.shot_limit(),
            aims: self.aims(),
            objective: Some(self.measure()).filter(|&measure| measure != Measure::default()),
        }
        .serialize(serializer)
    }
}

/// Writes a level as indented JSON, with one line per row of the grid.
pub fn write(level: &Level) -> String {
    let mut text =
        serde_json::to_string_pretty(level).expect("a level serialises to JSON with string keys");
    text.push('\n');
    text
}

/// Writes a level as a single line of JSON, without a newline.
pub fn write_line(level: &Level) -> String {
    serde_json::to_string(level).expect("a level serialises to JSON with string keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text, "test").unwrap_err().to_string()
    }

    #[test]
    fn a_level_survives_writing_and_reading() {
        let text = r#"{"name":"x","grid":["..G","RRG"],"goal":1,"hand":"G","firing":{"rows":[2],"columns":[1,3]}}"#;
        let level = read(text, "other").unwrap();
        assert_eq!(write_line(&level), text);
        assert_eq!(read(&write(&level), "other").unwrap(), level);
    }

    #[test]
    fn what_the_arcade_adds_survives_writing_and_reading() {
        let text =
            r#"{"name":"x","grid":["RG"],"goal":1,"lives":2,"shots":13,"objective":"score"}"#;
        assert_eq!(write_line(&read(text, "other").unwrap()), text);
        let defaults = r#"{"name":"x","grid":["RG"],"goal":1,"lives":0,"objective":"shots"}"#;
        let plain = r#"{"name":"x","grid":["RG"],"goal":1}"#;
        assert_eq!(write_line(&read(defaults, "other").unwrap()), plain);
    }

    #[test]
    fn aiming_positions_survive_writing_and_reading() {
        let text = r#"{"name":"x","grid":["RG"],"goal":1,"aims":[null,"c2","r1"]}"#;
        assert_eq!(write_line(&read(text, "other").unwrap()), text);
        let level = text.replace("c2", "c3");
        assert_eq!(error(&level), "aims: c3 is not a shot of the level");
    }

    #[test]
    fn a_level_without_a_name_takes_the_given_name() {
        assert_eq!(read(r#"{"grid":["RG"],"goal":1}"#, "file").unwrap().name(), "file");
    }

    #[test]
    fn an_invalid_level_is_rejected_with_the_place_and_the_reason() {
        for (text, expected) in [
            ("{", "line 1, column 1: EOF while parsing an object"),
            ("[[[[", "line 1, column 1: expected a level, an object {…}"),
            (r#"{"grid":["RG"],"gaol":1}"#, "line 1, column 21: unknown field `gaol`"),
            (r#"{"grid":["RG"]}"#, "line 1, column 15: missing field `goal`"),
            (r#"{"grid":["RG"],"goal":-1}"#, "goal: -1 is outside 0 to 2"),
            (
                r#"{"grid":["RG"],"goal":18446744073709551615}"#,
                "goal: 18446744073709551615 is outside",
            ),
            (r#"{"grid":["RG"],"goal":1.5}"#, "line 1, column 25: invalid type: floating point"),
            (r#"{"grid":["RG"],"goal":1,"goal":1}"#, "line 1, column 30: duplicate field `goal`"),
            (r#"{"grid":["RG"],"goal":1,"hand":"B"}"#, "hand: the colour B is not on the board"),
            (
                r#"{"grid":["RG"],"goal":1,"hand":"RG"}"#,
                "line 1, column 36: hand: \"RG\" is not a letter",
            ),
            (r#"{"grid":["RG","R"],"goal":1}"#, "grid row 2: 1 cells, but row 1 has 2"),
            (
                r#"{"grid":["RG"],"goal":1,"firing":{"rows":[2]}}"#,
                "firing rows: 2 is outside 1 to 1",
            ),
            (r#"{"grid":["RG"],"goal":1,"lives":-1}"#, "lives: -1 is outside 0 to 99"),
            (r#"{"grid":["RG"],"goal":1,"lives":1.5}"#, "line 1, column 35: invalid type"),
            (r#"{"grid":["RG"],"goal":1,"shots":0}"#, "shots: 0 is not a limit of 1 or more shots"),
            (
                r#"{"grid":["RG"],"goal":1,"objective":"fun"}"#,
                "line 1, column 41: unknown variant `fun`, expected `shots` or `score`",
            ),
            (r#"{"name":"","grid":["RG"],"goal":1}"#, "name: it is empty"),
            (r#"{"grid":["RG"],"goal":1} x"#, "line 1, column 26: trailing characters"),
        ] {
            assert!(error(text).starts_with(expected), "{text}: {}", error(text));
        }
    }
}
