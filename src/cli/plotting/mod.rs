//! Commands specific to Plotting.
//!
//! - [`arcade`]: the greatest score of a game of several rounds;
//! - [`curate`], [`stats`]: measure large sets of levels, which [`source`] provides;
//! - [`conjecture`]: checks conjectures about the game on every board;
//! - [`shots`]: lists the shots possible in a position;
//! - [`generator`]: writes the article's Essence Prime models that generate boards.

pub(super) mod arcade;
pub(super) mod conjecture;
pub(super) mod curate;
pub(super) mod generator;
pub(super) mod shots;
mod source;
pub(super) mod stats;

use super::{Failure, games};
use crate::game::any::BoxedLevel;
use crate::games::plotting::game::Plotting;
use crate::games::plotting::level::Level;

/// Returns the Plotting level, for a command that accepts no other game.
fn plotting_level(command: &str, level: &BoxedLevel) -> Result<Level, Failure> {
    games::only::<Plotting>(command, level.as_ref()).cloned().map_err(Failure::BadInput)
}
