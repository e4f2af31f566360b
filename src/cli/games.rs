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
