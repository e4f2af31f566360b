//! The games. [`ALL`] is the only list of them.

pub mod g2248;
pub mod plotting;
pub mod swaps;

use crate::game::AnyGame;
use crate::game::any::game;

/// All games. A level that no game recognises is reported as a faulty level of the first.
pub static ALL: &[&dyn AnyGame] = &[
    game::<plotting::game::Plotting>(),
    game::<swaps::game::Swaps>(),
    game::<g2248::game::G2248>(),
];
