//! Replay: plays a plan by the rules, move by move. `cells` holds the actions of a planner's plan to its domain.

mod cells;

use serde::Serialize;

use super::board::{Board, Cell};
use super::game::G2248;
use super::level::Level;
use super::motion;
use super::plan::Plan;
use super::rules::{Illegal, Merge, Move};
use super::state::{Stage, State, Turn};
use super::story;
use crate::game::plan::Replay;
use crate::game::replay::{self, Fault, play};

/// Plays a plan from the start of its level until it ends or fails.
pub fn replay(level: &Level, plan: &Plan) -> Replay {
    match plan {
        Plan::Moves(steps) => {
            play::<G2248, Move>(level, &steps.0, |state, step| turn(level, state, step))
        }
        Plan::Cells(actions) => cells::replay(level, actions),
    }
}

/// What a move does in a state.
///
/// # Errors
/// If it is not legal there.
pub fn turn(level: &Level, state: &State, step: &Move) -> Result<replay::Turn<State>, Fault> {
    let turn = level.play(state, step).map_err(fault)?;
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
