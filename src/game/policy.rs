//! Policies: ways to play whole games, to learn what a player or designer wants to know of a level.

use std::ops::ControlFlow;

use serde::Serialize;

/// A way to choose moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
}

/// How a game ended that a policy played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// No move was left, or the game was won.
    Over,
    /// The limit on moves was reached.
    Limit,
}

/// A game that a policy played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Playout {
    /// The number of moves.
    pub moves: usize,
    /// The score.
    pub score: u64,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game: `step` plays one move and gives the score, or breaks if there is no move.
pub fn play(most: usize, mut step: impl FnMut() -> ControlFlow<(), u64>) -> Playout {
    let mut score = 0;
    for moves in 0..most {
        match step() {
            ControlFlow::Continue(now) => score = now,
            ControlFlow::Break(()) => return Playout { moves, score, ending: Ending::Over },
        }
    }
    Playout { moves: most, score, ending: Ending::Limit }
}
