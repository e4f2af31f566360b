//! Plans: sequences of moves, read from text but not yet judged.
//!
//! A plan that was read is only a claim; [`super::replay`] checks it.
//!
//! - [`text`]: moves separated by white space, `1,1-1,2 1,1-1,3`;
//! - [`json`]: a list of moves, or an object that has one under `steps`;
//! - [`pddl`]: plans of planners for any of the PDDL models;
//! - [`savile_row`]: Savile Row solutions;
//! - [`minizinc`]: MiniZinc output.

pub mod json;
pub mod minizinc;
pub mod pddl;
pub mod savile_row;
pub mod text;

use std::fmt;

use super::board::{Board, Cell, Kind};
use super::rules::Move;
use crate::game::level::ReadError;
use crate::game::minizinc::is_output;
use crate::game::pddl::plan::names;
use crate::game::plan::{Dialects, Planned, Steps, outside, without_mark};

/// A form that a plan can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Moves separated by white space.
    Text,
    /// JSON.
    Json,
    /// Actions of a PDDL model.
    Pddl,
    /// A Savile Row solution.
    SavileRow,
    /// MiniZinc output.
    MiniZinc,
}

/// The dialects by name.
pub static DIALECTS: Dialects<Dialect, 5> = Dialects::new([
    (Dialect::Text, "text", "Steps separated by white space"),
    (Dialect::Json, "json", "A list of steps, or an object with one"),
    (Dialect::Pddl, "pddl", "Actions of the PDDL models of swaps"),
    (Dialect::SavileRow, "savilerow", "A Savile Row solution"),
    (Dialect::MiniZinc, "minizinc", "MiniZinc output"),
]);

impl Dialect {
    /// The dialect of a text, recognised by its content.
    pub fn of(text: &str) -> Dialect {
        let text = without_mark(text);
        if is_output(text) {
            Dialect::MiniZinc
        } else if text.trim_start().starts_with(['[', '{']) {
            Dialect::Json
        } else if savile_row::is_solution(text) {
            Dialect::SavileRow
        } else if names(text).next().is_some() {
            Dialect::Pddl
        } else {
            Dialect::Text
        }
    }
}

/// What a planner's action says about its move. Some models do not name the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Two tiles exchange their cells; the one that is above or left is named first.
    Exchange(Option<(Kind, Kind)>),
    /// One tile moves onto the cell of another, which is gone.
    Vanish {
        /// The cell it moves from.
        from: Cell,
        /// The tile that moves and the one that is gone.
        kinds: Option<(Kind, Kind)>,
    },
    /// Three tiles of one kind are removed.
    Match {
        /// The cell between the outer two.
        middle: Cell,
        /// The kind.
        kind: Option<Kind>,
    },
}

/// A step of a plan: the outer cells of a move, and what a planner says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The outer cells. Those of a planner's action may name no move.
    pub ends: (Cell, Cell),
    /// The claim of the action in a planner's plan.
    pub claim: Option<Claim>,
}

impl From<Move> for Step {
    fn from(step: Move) -> Step {
        Step { ends: step.ends(), claim: None }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, other) = self.ends;
        write!(f, "{}-{}", one.min(other), one.max(other))
    }
}

/// A plan as it was read. Its moves are on the board; nothing else is checked.
pub type Plan = Steps<Step>;

impl Plan {
    /// Reads a plan for a board.
    ///
    /// # Errors
    /// If the text is not a plan, or a move is not on the board.
    pub fn read(text: &str, dialect: Dialect, board: &Board) -> Result<Plan, ReadError> {
        let text = without_mark(text);
        let steps = match dialect {
            Dialect::Text => text::read(text)?,
            Dialect::Json => json::read(text)?,
            Dialect::Pddl => pddl::read(text)?,
            Dialect::SavileRow => savile_row::read(text, board)?,
            Dialect::MiniZinc => minizinc::read(text)?,
        };
        Steps(steps).checked(|step| within(step, board))
    }

    /// Reads a plan from words of the command line.
    ///
    /// # Errors
    /// If a word is not a move, or not one on the board.
    pub fn from_words(words: &[String], board: &Board) -> Result<Plan, ReadError> {
        let step = |word: &String| {
            let step = Step::from(text::step(word)?);
            within(&step, board)?;
            Ok(Planned::bare(step))
        };
        let steps: Result<_, String> = words.iter().map(step).collect();
        steps.map(Steps).map_err(ReadError::new)
    }
}

/// Checks that the cells of a step are on the board.
fn within(step: &Step, board: &Board) -> Result<(), String> {
    let (one, other) = step.ends;
    match [one, other].into_iter().find(|&cell| !board.has(cell)) {
        None => Ok(()),
        Some(cell) => Err(outside(cell, board.rows(), board.columns())),
    }
}

#[cfg(test)]
fn read_for_document_1(text: &str) -> Result<Plan, String> {
    let board = Board::from_rows(&["GHG", "HHR", "RRG"]).map_err(|error| error.to_string())?;
    Plan::read(text, Dialect::of(text), &board).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_is_recognised_by_its_content() {
        for (text, dialect) in [
            ("1,1-1,2", Dialect::Text),
            ("", Dialect::Text),
            ("; cost = 0 (unit cost)\n", Dialect::Text),
            ("\u{feff}[]", Dialect::Json),
            ("{\"steps\": []}", Dialect::Json),
            ("; found\n(swap r1c1 r1c2)", Dialect::Pddl),
            ("0.0: (MATCH-THREE-ROW H RA C1 C2 C3 X) [1]", Dialect::Pddl),
            ("letting swap be [1]", Dialect::SavileRow),
            ("1,1-1,2\n----------\n", Dialect::MiniZinc),
        ] {
            assert_eq!(Dialect::of(text), dialect, "{text}");
        }
    }
}
