//! Replay: plays a plan by the rules, move by move. What a planner's action says about its move is checked
//! as well.

use serde::Serialize;

use super::board::{Board, Cell, Kind};
use super::game::Swaps;
use super::level::Level;
use super::plan::{Claim, Plan, Step};
use super::rules::{Effect, Illegal, Move};
use super::story;
use crate::game::plan::Replay;
use crate::game::replay::{Fault, Turn, play};

/// Plays a plan from the start of its level until it ends or fails.
pub fn replay(level: &Level, plan: &Plan) -> Replay {
    play::<Swaps, Step>(level, &plan.0, |board, planned| turn(level, board, planned))
}

/// What a step does on a board.
///
/// # Errors
/// If the move is not legal there, or does not do what the planner's action says.
pub fn turn(level: &Level, board: &Board, planned: &Step) -> Result<Turn<Board>, Fault> {
    let step = intended(planned)?;
    let (effect, after) = level.rules().play(board, step).map_err(illegal)?;
    if let Some(claim) = planned.claim {
        check(claim, &effect)?;
    }
    Ok(Turn {
        value: level.cost().of(step).into(),
        story: story::story(step, &effect, &after),
        details: Box::new(Done::of(&effect)),
        stages: Vec::new(),
        after,
    })
}

/// The move that a step names.
fn intended(planned: &Step) -> Result<Move, Fault> {
    let (one, other) = planned.ends;
    let step = Move::between(one, other).map_err(|error| not_a_move(error.to_string()))?;
    match (planned.claim, step) {
        (None, _) | (Some(Claim::Exchange(_) | Claim::Vanish { .. }), Move::Swap(..)) => Ok(step),
        (Some(Claim::Match { middle, .. }), Move::Match(..)) if step.cells()[1] == middle => {
            Ok(step)
        }
        (Some(Claim::Match { middle, .. }), _) => {
            Err(not_a_move(format!("{one}, {middle} and {other} are not three cells in a line")))
        }
        (Some(Claim::Exchange(_) | Claim::Vanish { .. }), Move::Match(..)) => {
            Err(not_a_move(format!("{one} and {other} are not neighbours")))
        }
    }
}

/// The fault of a step that names no move.
pub fn not_a_move(held: String) -> Fault {
    Fault {
        reason: "not-a-move",
        held,
        expected: "the cells should be two neighbours, or three in a line".to_owned(),
    }
}

fn illegal(illegal: Illegal) -> Fault {
    let (reason, expected) = match illegal {
        Illegal::Outside(_) => ("outside-the-board", "the cells should be on the board"),
        Illegal::Empty(_) => ("empty-cell", "each cell should have a tile"),
        Illegal::Fixed { .. } => ("fixed-tile", "the tiles of a swap should not be fixed"),
        Illegal::Same(_) => ("same-kind", "the tiles of a swap should differ"),
        Illegal::WrongWay { .. } => ("wrong-way", "the pair should lie the other way round"),
        Illegal::Different(_) => ("different-kinds", "the tiles of a match should be of one kind"),
    };
    Fault { reason, held: illegal.to_string(), expected: expected.to_owned() }
}

/// Checks what an action says about its move against what the move does.
fn check(claim: Claim, effect: &Effect) -> Result<(), Fault> {
    let is_true = match (claim, *effect) {
        (Claim::Exchange(kinds), Effect::Exchanged { first, last }) => {
            kinds.is_none_or(|kinds| kinds == (first, last))
        }
        (Claim::Vanish { from, kinds }, Effect::Vanished { mover, gone }) => {
            from == mover.1 && kinds.is_none_or(|kinds| kinds == (mover.0, gone.0))
        }
        (Claim::Match { kind, .. }, Effect::Matched(matched)) => {
            kind.is_none_or(|kind| kind == matched)
        }
        (Claim::Exchange(_) | Claim::Vanish { .. } | Claim::Match { .. }, _) => false,
    };
    if is_true {
        return Ok(());
    }
    let truth = story::done(effect);
    Err(Fault {
        reason: "wrong-action",
        held: format!("the move {truth}"),
        expected: "the action should say what the move does".to_owned(),
    })
}

/// What a move did, as JSON.
#[derive(Serialize)]
#[serde(tag = "effect", rename_all = "lowercase")]
enum Done {
    /// The tiles of the first and of the last cell changed places.
    Swap { first: Kind, last: Kind },
    /// A tile moved onto another, which is gone.
    Vanish { mover: Kind, gone: Kind, from: Cell, to: Cell },
    /// Three tiles of a kind were removed.
    Match { kind: Kind },
}

impl Done {
    fn of(effect: &Effect) -> Done {
        match *effect {
            Effect::Exchanged { first, last } => Done::Swap { first, last },
            Effect::Vanished { mover: (mover, from), gone: (gone, to) } => {
                Done::Vanish { mover, gone, from, to }
            }
            Effect::Matched(kind) => Done::Match { kind },
        }
    }
}
