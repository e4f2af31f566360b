//! The games that this program knows, set once at its start.

use std::sync::OnceLock;

use clap::builder::PossibleValue;

use crate::game::any::{self, typed};
use crate::game::{AnyGame, AnyLevel, Game};
use crate::games;

static GAMES: OnceLock<&'static [&'static dyn AnyGame]> = OnceLock::new();

/// Sets the games. The first call counts.
pub(super) fn set(games: &'static [&'static dyn AnyGame]) {
    let _ = GAMES.set(games);
}

/// All games.
pub(super) fn all() -> &'static [&'static dyn AnyGame] {
    GAMES.get_or_init(|| games::ALL)
}

/// The game of this name.
pub(super) fn named(name: &str) -> Result<&'static dyn AnyGame, String> {
    any::named(all(), name)
}

/// What several games offer under names, each name once, as the values of an option.
pub(super) fn choices(
    offers: impl Iterator<Item = (&'static str, &'static str)>,
) -> Vec<PossibleValue> {
    let mut choices: Vec<PossibleValue> = Vec::new();
    for (name, about) in offers {
        if choices.iter().all(|known| known.get_name() != name) {
            choices.push(PossibleValue::new(name).help(about));
        }
    }
    choices
}

/// What several games offer under names, grouped by name in the order of the first of each name.
pub(super) fn by_name<T: Copy>(
    offers: impl Iterator<Item = T>,
    name: impl Fn(T) -> &'static str,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for offer in offers {
        match groups.iter_mut().find(|group| name(group[0]) == name(offer)) {
            Some(group) => group.push(offer),
            None => groups.push(vec![offer]),
        }
    }
    groups
}

/// Texts joined into one, each text once.
pub(super) fn joined(texts: impl Iterator<Item = &'static str>, between: &str) -> String {
    let mut each: Vec<&str> = Vec::new();
    for text in texts {
        if !each.contains(&text) {
            each.push(text);
        }
    }
    each.join(between)
}

/// The typed level, for a command that only one game has.
pub(super) fn only<'a, G: Game>(
    command: &str,
    level: &'a dyn AnyLevel,
) -> Result<&'a G::Level, String> {
    typed::<G>(level).ok_or_else(|| {
        let (name, game) = (level.name(), level.game().name());
        format!("{name} is a level of {game}: {command} is for levels of {} only", G::NAME)
    })
}
