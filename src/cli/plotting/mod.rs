//! Commands that only Plotting has.
//!
//! - [`curate`], [`stats`]: levels measured in large numbers, from the [`source`] of levels they share;
//! - [`conjecture`]: conjectures about the game, checked on every board;
//! - [`shots`]: the shots that a position allows;
//! - [`generator`]: the article's Essence Prime models that generate boards.

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

/// The level of Plotting, for a command that takes no other.
fn plotting_level(command: &str, level: &BoxedLevel) -> Result<Level, Failure> {
    games::only::<Plotting>(command, level.as_ref()).cloned().map_err(Failure::BadInput)
}
