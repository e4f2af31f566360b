//! Reads and writes levels in JSON, the project's own format and the only one that covers every
//! feature of a level.
//!
//! ```json
//! { "game": "swaps", "name": "document-1", "tiles": ["GHG", "HHR", "RRG"],
//!   "vanish": ["GS"], "fixed": ["R"], "target": ["...", "?.?", "..."], "cost": "swaps", "directed": true }
//! ```
//!
//! All keys but `game` and `tiles` are optional, and are written only if they are not the default.

use serde::{Deserialize, Serialize, Serializer};

use crate::game::level::ReadError;
use crate::games::swaps::board::{Board, Kind, NotAKind};
use crate::games::swaps::level::{Cost, Level, LevelError, Target};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a level: an object with tiles")]
struct LevelIn {
    #[expect(dead_code, reason = "only its presence matters")]
    game: Option<String>,
    name: Option<String>,
    tiles: Vec<String>,
    vanish: Option<Vec<String>>,
    #[serde(default)]
    fixed: Vec<String>,
    target: Option<Vec<String>>,
    #[serde(default)]
    cost: Cost,
    #[serde(default)]
    directed: bool,
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
    let board = Board::from_rows(&file.tiles).map_err(LevelError::Tiles)?;
    let target = file.target.as_deref().map(Target::from_rows).transpose();
    let fixed: Result<Vec<Kind>, NotAKind> = file.fixed.iter().map(|text| text.parse()).collect();
    let mut level = Level::new(file.name.as_deref().unwrap_or(name), board)?
        .with_fixed(&fixed?)?
        .with_target(target.map_err(LevelError::Target)?)?
        .with_cost(file.cost)
        .with_direction(file.directed);
    if let Some(vanish) = &file.vanish {
        level = level.with_vanish(vanish)?;
    }
    Ok(level)
}

#[derive(Serialize)]
struct LevelOut<'a> {
    game: &'static str,
    name: &'a str,
    tiles: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vanish: Option<Vec<String>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    fixed: &'a [Kind],
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Vec<String>>,
    #[serde(skip_serializing_if = "is_default")]
    cost: Cost,
    #[serde(skip_serializing_if = "is_default")]
    directed: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.rules();
        let vanish: Vec<String> =
            rules.vanish.iter().map(|(first, second)| format!("{first}{second}")).collect();
        LevelOut {
            game: "swaps",
            name: self.name(),
            tiles: self.board().lines(),
            vanish: (vanish != [Level::VANISH]).then_some(vanish),
            fixed: &rules.fixed,
            target: self.target().map(Target::lines),
            cost: self.cost(),
            directed: rules.is_directed,
        }
        .serialize(serializer)
    }
}

/// Writes a level as indented JSON, with one line per row of the board.
pub fn write(level: &Level) -> String {
    serde_json::to_string_pretty(level).expect("a level serialises to JSON with string keys") + "\n"
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
            r#"{"game":"swaps","name":"x","tiles":["G.G","HHR"]}"#,
            r#"{"game":"swaps","name":"x","tiles":["GHG"],"vanish":[]}"#,
            r#"{"game":"swaps","name":"x","tiles":["GHG","SSA"],"vanish":["GS","AH"],"fixed":["A","R"],"target":["..?","?.A"],"cost":"swaps","directed":true}"#,
        ] {
            let level = read(text, "other").unwrap();
            assert_eq!(serde_json::to_string(&level).unwrap(), text);
            assert_eq!(read(&write(&level), "other").unwrap(), level);
        }
    }

    #[test]
    fn what_is_the_default_is_not_written() {
        let text = r#"{"game":"swaps","tiles":["XG"],"vanish":["GS"],"fixed":[],"cost":"moves","directed":false}"#;
        let level = read(text, "file").unwrap();
        let written = r#"{"game":"swaps","name":"file","tiles":[".G"]}"#;
        assert_eq!(serde_json::to_string(&level).unwrap(), written);
    }

    #[test]
    fn an_invalid_level_is_rejected_with_the_place_and_the_reason() {
        for (text, expected) in [
            ("{", "line 1, column 1: EOF while parsing an object"),
            ("[", "line 1, column 1: expected a level, an object {…}"),
            ("{\"tiles\":[\"G\"],\n \"tils\":1}", "line 2, column 7: unknown field `tils`"),
            (r#"{"name":"x"}"#, "line 1, column 12: missing field `tiles`"),
            (r#"{"tiles":["GG","G"]}"#, "tiles: row 2 has 1 cell, but row 1 has 2"),
            (r#"{"tiles":["Gg"]}"#, "tiles: row 1, column 2: 'g' is neither a capital letter"),
            (r#"{"tiles":[]}"#, "tiles: it is empty"),
            (r#"{"name":"","tiles":["G"]}"#, "name: it is empty"),
            (r#"{"tiles":["GG"],"target":["G"]}"#, "target: it is 1×1, the board is 1×2"),
            (r#"{"tiles":["GG"],"target":["g?"]}"#, "target: row 1, column 1: 'g' is neither"),
            (r#"{"tiles":["G"],"vanish":["GG"]}"#, "vanish: \"GG\" is not a pair"),
            (r#"{"tiles":["G"],"vanish":["GS","GS"]}"#, "vanish: GS is listed twice"),
            (r#"{"tiles":["G"],"vanish":["GS","SG"]}"#, "vanish: GS and SG contradict"),
            (r#"{"tiles":["G"],"fixed":["X"]}"#, "fixed: \"X\" is not a kind"),
            (r#"{"tiles":["G"],"fixed":["G","G"]}"#, "fixed: G is listed twice"),
            (r#"{"tiles":["G"],"cost":"time"}"#, "line 1, column 28: unknown variant `time`"),
        ] {
            assert!(error(text).starts_with(expected), "{text}: {}", error(text));
        }
    }
}
