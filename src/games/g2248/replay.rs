//! Replay: plays a plan by the rules, move by move.

use serde::Serialize;

use super::board::{Board, Cell};
use super::game::G2248;
use super::level::Level;
use super::motion;
use super::plan::{Claim, Plan, Step};
use super::rules::{Illegal, Merge};
use super::state::{Stage, State, Turn};
use super::story;
use crate::game::plan::Replay;
use crate::game::replay::{self, Fault, play};

/// Plays a plan from the start of its level until it ends or fails.
pub fn replay(level: &Level, plan: &Plan) -> Replay {
    play::<G2248, Step>(level, &plan.0, |state, planned| turn(level, state, planned))
}

/// What a step does in a state.
///
/// # Errors
/// If it is not legal there, or does something else than a planner says.
pub fn turn(level: &Level, state: &State, planned: &Step) -> Result<replay::Turn<State>, Fault> {
    let Step { step, claim } = planned;
    let turn = level.play(state, step).map_err(fault)?;
    if let Some(claim) = claim {
        check(claim, &state.board, &turn)?;
    }
    Ok(replay::Turn {
        value: turn.value,
        story: story::story(step, &turn),
        details: Box::new(Done::of(&turn)),
        stages: motion::stages(level, &state.board, step, &turn),
        after: turn.after,
    })
}

/// The fault of a word that names no move.
pub fn not_a_move(held: String) -> Fault {
    let expected = "a move should be a path, or collapse".to_owned();
    Fault { reason: "not-a-move", held, expected }
}

fn fault(illegal: Illegal) -> Fault {
    let (reason, expected) = match illegal {
        Illegal::Outside(_) => ("outside-the-board", "the cells should be on the board"),
        Illegal::Empty(_) => ("empty-cell", "each cell should have a block"),
        Illegal::WrongNumber { is_start: true, .. } => {
            ("wrong-number", "the first two numbers should be equal")
        }
        Illegal::WrongNumber { is_start: false, .. } => {
            ("wrong-number", "each number should equal the one before it or be twice as great")
        }
        Illegal::NothingToCollapse => ("nothing-to-collapse", "two equal numbers should touch"),
        Illegal::NoCollapse => ("collapse-not-allowed", "each move should be a path"),
        Illegal::NoMovesLeft => ("too-many-moves", "the plan should end here"),
        Illegal::Finished => ("game-over", "the plan should end here"),
    };
    Fault { reason, held: illegal.to_string(), expected: expected.to_owned() }
}

/// Checks what the actions of a planner's plan say about a path against what the join did.
fn check(claim: &Claim, board: &Board, turn: &Turn) -> Result<(), Fault> {
    let expected = "the actions should say what the move does".to_owned();
    let wrong = |held| Err(Fault { reason: "wrong-action", held, expected });
    let Some(merge) = turn.merges.first() else { return Ok(()) };
    for (&cell, claimed) in merge.cells.iter().zip(&claim.numbers) {
        if let Some(number) = board[cell].filter(|number| number != claimed) {
            return wrong(format!("{cell} has {number}, not {claimed}"));
        }
    }
    if merge.block != claim.block {
        return wrong(format!("the path becomes {}, not {}", merge.block, claim.block));
    }
    Ok(())
}

/// What a move did, as JSON.
#[derive(Serialize)]
struct Done {
    joined: Vec<Joined>,
    gained: u64,
    stages: Vec<Shown>,
}

/// Cells whose blocks became one.
#[derive(Serialize)]
struct Joined {
    cells: Vec<Cell>,
    sum: u64,
    block: u64,
    at: Cell,
}

/// The board after a stage.
#[derive(Serialize)]
struct Shown {
    stage: Stage,
    numbers: Vec<Vec<u64>>,
}

impl Done {
    fn of(turn: &Turn) -> Done {
        let joined = |merge: &Merge| Joined {
            cells: merge.cells.clone(),
            sum: merge.sum,
            block: merge.block.value(),
            at: merge.at,
        };
        let shown =
            |(stage, board): &(Stage, Board)| Shown { stage: *stage, numbers: board.numbers() };
        Done {
            joined: turn.merges.iter().map(joined).collect(),
            gained: turn.score,
            stages: turn.stages.iter().map(shown).collect(),
        }
    }
}
