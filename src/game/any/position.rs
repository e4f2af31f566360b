//! Positions of play as objects: what the terminal, pages and commands about moves see.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{BoxedLevel, boxed};
use crate::game::grid::Cell;
use crate::game::hint::HintKind;
use crate::game::level::{Details, ReadError};
use crate::game::motion::{Aim, Stage};
use crate::game::picture::Picture;
use crate::game::replay::{Fault, Turn};
use crate::game::words::Noun;
use crate::game::{Game, Move, MoveCount};

/// A position as an object.
pub type BoxedPosition = Box<dyn AnyPosition>;

/// A legal move as an object.
pub struct MoveEntry {
    /// The move as a word of a plan.
    pub word: String,
    /// What its kind is called.
    pub kind: Noun,
    /// What it adds to the value of a plan.
    pub value: i64,
    /// The state after it, as JSON: an object.
    pub after: Details,
}

/// What a step leads to.
pub struct Outcome {
    /// What it adds to the value of the plan: 1 where the objective counts steps.
    pub value: i64,
    /// What it does, in a line.
    pub story: String,
    /// The position after it.
    pub after: BoxedPosition,
}

/// A position of play in some level.
pub trait AnyPosition: Send + Sync {
    /// What it looks like.
    fn picture(&self) -> Picture;
    /// Whether a plan may end here.
    fn is_won(&self) -> bool;
    /// What it lacks to be won, in words that follow "after move 3: ".
    fn shortfall(&self) -> String;
    /// Calls `visit` with the legal moves until it breaks; see [`Game::each_move`].
    fn each_move(&self, visit: &mut dyn FnMut(MoveEntry) -> ControlFlow<()>) -> ControlFlow<()>;
    /// Counts the legal moves; see [`Game::count_moves`].
    fn count_moves(&self, limit: u64, stop: &dyn Fn() -> bool) -> MoveCount;
    /// Whether there is a legal move.
    fn has_moves(&self) -> bool {
        self.each_move(&mut |_| ControlFlow::Break(())).is_break()
    }
    /// Plays a step.
    ///
    /// # Errors
    /// If it is not legal here.
    fn play(&self, word: &str) -> Result<Outcome, Fault>;
    /// What a legal step does, in a line.
    fn story(&self, word: &str) -> String {
        self.play(word).map_or_else(|_| word.to_owned(), |outcome| outcome.story)
    }
    /// What a legal step looks like, stage by stage; see [`Game::stages`].
    fn stages(&self, word: &str) -> Vec<Stage>;
    /// The cells that a legal step passes; see [`Game::trail`].
    fn trail(&self, word: &str) -> Vec<Cell>;
    /// What a player points at to play the step with this word.
    fn aim(&self, word: &str) -> Aim;
    /// The word of the step that is aimed like this, whether it is legal or not.
    fn word(&self, aim: &Aim) -> Option<String>;
    /// The words of the steps that are not aimed at anything on the board.
    fn buttons(&self) -> Vec<String>;
    /// The level that starts here; see [`Game::resumed`].
    fn resumed(&self) -> Option<BoxedLevel>;
    /// The level that asks for a hint; see [`Game::hint`].
    fn hint(&self, kind: &HintKind) -> Option<BoxedLevel>;
    /// A copy.
    fn copy(&self) -> BoxedPosition;
}

impl Clone for BoxedPosition {
    fn clone(&self) -> BoxedPosition {
        self.copy()
    }
}

/// A typed position behind [`AnyPosition`].
struct TypedPosition<G: Game> {
    level: Arc<G::Level>,
    state: G::State,
}

/// The start of a level.
pub(super) fn start<G: Game>(level: &G::Level) -> BoxedPosition {
    let state = G::start(level);
    Box::new(TypedPosition::<G> { level: Arc::new(level.clone()), state })
}

/// The position of a level after some steps.
///
/// # Errors
/// If a step is not one, or not legal.
pub(super) fn after<G: Game>(
    level: &G::Level,
    steps: &[String],
) -> Result<BoxedPosition, ReadError> {
    let replay = G::replay(level, &G::read_steps(steps, level)?);
    if let Some(flaw) = replay.finding.err().filter(|flaw| !flaw.is_goal_missed) {
        return Err(ReadError::new(flaw.message));
    }
    replay.played.iter().try_fold(start::<G>(level), |position, played| {
        let outcome = position.play(&played.word);
        outcome.map(|outcome| outcome.after).map_err(|fault| ReadError::new(fault.held))
    })
}

impl<G: Game> TypedPosition<G> {
    fn with(&self, state: G::State) -> BoxedPosition {
        Box::new(TypedPosition::<G> { level: Arc::clone(&self.level), state })
    }
}

impl<G: Game> AnyPosition for TypedPosition<G> {
    fn picture(&self) -> Picture {
        G::picture(&self.level, &self.state)
    }

    fn is_won(&self) -> bool {
        G::is_won(&self.level, &self.state)
    }

    fn shortfall(&self) -> String {
        G::shortfall(&self.level, &self.state)
    }

    fn each_move(&self, visit: &mut dyn FnMut(MoveEntry) -> ControlFlow<()>) -> ControlFlow<()> {
        G::each_move(&self.level, &self.state, &mut |Move { word, value, after }| {
            let (kind, after) = (G::kind(&word), G::state_details(&self.level, &after));
            visit(MoveEntry { word, kind, value, after })
        })
    }

    fn count_moves(&self, limit: u64, stop: &dyn Fn() -> bool) -> MoveCount {
        G::count_moves(&self.level, &self.state, limit, stop)
    }

    fn play(&self, word: &str) -> Result<Outcome, Fault> {
        let Turn { value, story, after, .. } = G::turn(&self.level, &self.state, word)?;
        Ok(Outcome { value, story, after: self.with(after) })
    }

    fn stages(&self, word: &str) -> Vec<Stage> {
        G::stages(&self.level, &self.state, word)
    }

    fn trail(&self, word: &str) -> Vec<Cell> {
        G::trail(&self.level, &self.state, word)
    }

    fn aim(&self, word: &str) -> Aim {
        G::aim(word)
    }

    fn word(&self, aim: &Aim) -> Option<String> {
        G::word(aim)
    }

    fn buttons(&self) -> Vec<String> {
        G::buttons(&self.level)
    }

    fn resumed(&self) -> Option<BoxedLevel> {
        G::resumed(&self.level, &self.state).map(boxed::<G>)
    }

    fn hint(&self, kind: &HintKind) -> Option<BoxedLevel> {
        G::hint(&self.level, &self.state, kind).map(boxed::<G>)
    }

    fn copy(&self) -> BoxedPosition {
        self.with(self.state.clone())
    }
}
