//! Which game a level is of: the one that it names, or the one that recognises its content.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{AnyGame, BoxedLevel};
use crate::game::level::{ReadError, Reading};

/// Reads a level of any of these games. An explicit `"game"` decides, otherwise the content does. A
/// text that no game recognises is read as one of the first game, whose error then explains why not.
///
/// # Errors
/// If the text is not a level.
pub fn read_level(
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

/// The game of this name.
///
/// # Errors
/// If there is none: a sentence that lists the games.
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
