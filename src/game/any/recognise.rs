//! Which game a level is of: the one that it names, or the one that recognises its content. And which
//! levels a text holds: one, several as JSON, e.g. one per line, or several in a form of a game.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::value::RawValue;

use super::{AnyGame, BoxedLevel};
use crate::game::level::{Part, ReadError, Reading};

/// Reads a level of any of these games. An explicit `"game"` decides, otherwise the content does. A
/// text that no game recognises is read as one of the first game, whose error then explains why not.
fn read_level(
    games: &[&'static dyn AnyGame],
    text: &str,
    name: &str,
) -> Result<Reading<BoxedLevel>, ReadError> {
    let Some(first) = games.first() else {
        return Err(ReadError::new("there are no games to read levels of"));
    };
    let keys = Keys::of(text);
    let game = match &keys.game {
        Some(game) => named(games, game).map_err(ReadError::new)?,
        None => *games.iter().find(|game| game.recognises(text, &keys.all)).unwrap_or(first),
    };
    game.read(text, name)
}

/// A level of a text that may hold several.
#[derive(Debug)]
pub struct Placed {
    /// The level.
    pub reading: Reading<BoxedLevel>,
    /// The line where it starts, from 1, if the text holds several.
    pub line: Option<usize>,
}

/// Reads the levels of a text: one level in any form, several in a form of a game that holds several, or JSON objects one after the other, each a level
/// or an object that has one under `definition`. Levels without a name are numbered.
///
/// # Errors
/// If one of them is not a level.
pub fn read_levels(
    games: &[&'static dyn AnyGame],
    text: &str,
    name: &str,
) -> Result<Vec<Placed>, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let objects = objects(text);
    let is_one = match objects.as_slice() {
        [] => true,
        [Err(error)] => return Err(error.clone()),
        [Ok((_, object))] => entry(object).is_none(),
        [_, _, ..] => false,
    };
    if is_one && let Some(levels) = parts(games, text, name) {
        return levels;
    }
    if is_one {
        return Ok(vec![Placed { reading: read_level(games, text, name)?, line: None }]);
    }
    let mut levels = Vec::new();
    let (mut line, mut seen) = (1, 0);
    for object in objects {
        let (start, object) = object?;
        line += text[seen..start].matches('\n').count();
        seen = start;
        let column = 1 + text[..start].chars().rev().take_while(|&letter| letter != '\n').count();
        let name = format!("{name}-{}", levels.len() + 1);
        let reading = match entry(object) {
            None => {
                read_level(games, object, &name).map_err(|error| error.starting_at(line, column))
            }
            // The columns of a part say nothing about the whole line.
            Some(level) => read_level(games, level, &name)
                .map_err(|error| ReadError::new(format!("level: {error}")).starting_at(line, 1)),
        };
        levels.push(Placed { reading: reading?, line: Some(line) });
    }
    Ok(levels)
}

/// Reads the levels of a text in a form that holds several; `None` if it is in no such form, or holds one.
fn parts(
    games: &[&'static dyn AnyGame],
    text: &str,
    name: &str,
) -> Option<Result<Vec<Placed>, ReadError>> {
    let (game, parts) =
        games.iter().map(|game| (*game, game.parts(text))).find(|(_, parts)| parts.len() > 1)?;
    let read = |part: Part<'_>| match game.read(part.text, name) {
        Ok(reading) => Ok(Placed { reading, line: Some(part.line) }),
        Err(error) => Err(error.starting_at(part.line, 1)),
    };
    Some(parts.into_iter().map(read).collect())
}

/// The start of a JSON object in a text, and the object itself.
type Object<'a> = Result<(usize, &'a str), ReadError>;

/// The JSON objects of a text, up to the first fault; none if it does not start with one.
fn objects(text: &str) -> Vec<Object<'_>> {
    if !text.trim_start().starts_with('{') {
        return Vec::new();
    }
    let mut values = Deserializer::from_str(text).into_iter::<&RawValue>();
    let mut objects = Vec::new();
    while let Some(value) = values.next() {
        let start = |value: &str| values.byte_offset() - value.len();
        objects.push(match value {
            Ok(value) => Ok((start(value.get()), value.get())),
            Err(error) => Err(ReadError::json(&error)),
        });
    }
    objects
}

/// The level in an entry of a list of levels, as `curate` writes it.
fn entry(object: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Entry<'a> {
        #[serde(borrow)]
        definition: Option<&'a RawValue>,
        // Where plotgen 0.1 wrote it.
        #[serde(borrow)]
        level: Option<&'a RawValue>,
    }
    let Entry { definition, level } = serde_json::from_str(object).ok()?;
    definition.or(level).map(RawValue::get).filter(|level| level.starts_with('{'))
}

/// The game of this name.
///
/// # Errors
/// If no game has this name: a sentence that lists the games.
pub fn named(games: &[&'static dyn AnyGame], name: &str) -> Result<&'static dyn AnyGame, String> {
    games.iter().find(|game| game.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        format!("{name:?} is not a game ({})", names.join(", "))
    })
}

/// The keys of a JSON object, and its game if it names one.
#[derive(Default)]
struct Keys {
    all: Vec<String>,
    game: Option<String>,
}

impl Keys {
    /// Those of a text; none if it is not a JSON object.
    fn of(text: &str) -> Keys {
        #[derive(Default, Deserialize)]
        struct Object {
            game: Option<String>,
            #[serde(flatten)]
            others: BTreeMap<String, IgnoredAny>,
        }
        let text = text.trim_start_matches('\u{feff}');
        if !text.trim_start().starts_with('{') {
            return Keys::default();
        }
        let Object { game, others } = serde_json::from_str(text).unwrap_or_default();
        Keys { all: others.into_keys().collect(), game }
    }
}
