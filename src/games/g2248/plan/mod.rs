//! Plans: sequences of moves, read from text but not yet judged.
//!
//! A plan that was read is only a claim; [`super::replay`] checks it. The cells of its paths are on the
//! board, each touches the next, and none comes twice; nothing else is checked. The actions of a planner's plan
//! are kept as they are, because the replay checks each of them.
//!
//! - [`text`]: moves separated by white space, `3,1-4,1-5,2 collapse`;
//! - [`json`]: a list of moves, or an object that has one under `steps`;
//! - [`pddl`]: plans of planners for the PDDL model;
//! - [`savile_row`]: Savile Row solutions;
//! - [`minizinc`]: MiniZinc output;
//! - [`links`]: paths in pieces, as CP-SAT finds them.

pub mod json;
pub mod links;
pub mod minizinc;
pub mod pddl;
pub mod savile_row;
pub mod text;

use std::fmt;

use super::board::Board;
use super::rules::Move;
use crate::game::level::ReadError;
use crate::game::minizinc::is_output;
use crate::game::pddl::plan::{Step, names};
use crate::game::plan::{Dialects, Planned, Steps, outside, without_mark};
use pddl::Action;

/// A form that a plan can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Moves separated by white space.
    Text,
    /// JSON.
    Json,
    /// Actions of the PDDL model.
    Pddl,
    /// A Savile Row solution.
    SavileRow,
    /// MiniZinc output.
    MiniZinc,
    /// Links of paths.
    Links,
}

/// The dialects by name.
pub static DIALECTS: Dialects<Dialect, 6> = Dialects::new([
    (Dialect::Text, "text", "Steps separated by white space"),
    (Dialect::Json, "json", "A list of steps, or an object with one"),
    (Dialect::Pddl, "pddl", "Actions of the PDDL model of 2248"),
    (Dialect::SavileRow, "savilerow", "A Savile Row solution"),
    (Dialect::MiniZinc, "minizinc", "MiniZinc output"),
    (Dialect::Links, "links", "Paths in pieces, e.g. 1:1,1>1,2, as CP-SAT finds them"),
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
        } else if links::is_list(text) {
            Dialect::Links
        } else {
            Dialect::Text
        }
    }
}

/// A plan as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Moves.
    Moves(Steps<Move>),
    /// The actions of a planner's plan for the PDDL model.
    Cells(Vec<Step<Action>>),
}

impl Plan {
    /// Reads a plan for a board.
    ///
    /// # Errors
    /// If the text is not a plan, or a move is not on the board.
    pub fn read(text: &str, dialect: Dialect, board: &Board) -> Result<Plan, ReadError> {
        let text = without_mark(text);
        let moves = match dialect {
            Dialect::Text => text::read(text)?,
            Dialect::Json => json::read(text)?,
            Dialect::Pddl => return pddl::read(text).map(Plan::Cells),
            Dialect::SavileRow => savile_row::read(text, board)?,
            Dialect::MiniZinc => minizinc::read(text)?,
            Dialect::Links => links::read(text)?,
        };
        Steps(moves).checked(|step| within(step, board)).map(Plan::Moves)
    }

    /// Reads a plan from words of the command line.
    ///
    /// # Errors
    /// If a word is not a move, or not one on the board.
    pub fn from_words(words: &[String], board: &Board) -> Result<Plan, ReadError> {
        let step = |word: &String| {
            let step = text::step(word)?;
            within(&step, board)?;
            Ok(Planned::bare(step))
        };
        let steps: Result<_, String> = words.iter().map(step).collect();
        steps.map(|steps| Plan::Moves(Steps(steps))).map_err(ReadError::new)
    }
}

/// The moves, or the actions, separated by spaces.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plan::Moves(steps) => steps.fmt(f),
            Plan::Cells(actions) => {
                let actions: Vec<String> =
                    actions.iter().map(|step| format!("({})", step.text)).collect();
                f.write_str(&actions.join(" "))
            }
        }
    }
}

/// Checks that the cells of a move are on the board.
fn within(step: &Move, board: &Board) -> Result<(), String> {
    let Move::Join(path) = step else { return Ok(()) };
    match path.cells().iter().find(|&&cell| !board.has(cell)) {
        None => Ok(()),
        Some(cell) => Err(outside(cell, board.rows(), board.columns())),
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::*;

    pub(super) fn plan(text: &str) -> Result<Plan, String> {
        let board = board("2 2 4 / 4 4 8");
        Plan::read(text, Dialect::of(text), &board).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_separated_by_white_space_and_comments_are_skipped() {
        let plan = plan("# best\n1,1-1,2-1,3 collapse\n\n2,2-2,1 ; done 9,9\n").unwrap();
        assert_eq!(plan.to_string(), "1,1-1,2-1,3 collapse 2,2-2,1");
        let Plan::Moves(steps) = plan else { panic!("it should be read as moves") };
        let lines: Vec<_> = steps.0.iter().map(|step| step.line).collect();
        assert_eq!(lines, [Some(2), Some(2), Some(4)]);
    }

    #[test]
    fn a_list_and_an_object_with_steps_are_plans() {
        for text in [r#"["1,1-1,2"]"#, "\u{feff}{\"level\": \"x\", \"steps\": [\"1,1-1,2\"]}"] {
            assert_eq!(plan(text).unwrap().to_string(), "1,1-1,2");
        }
        assert!(plan("[\n\"1,1\"]").unwrap_err().starts_with("line 2: 1,1: a path has two or"));
    }

    #[test]
    fn what_is_not_a_move_is_reported_with_its_line() {
        for (text, expected) in [
            ("1,1-1,2\nup", "line 2: \"up\" is not a move: collapse, or a path, cells joined by -"),
            ("Collapse", "line 1: \"Collapse\" is not a move"),
            ("1,1-+1,2", "line 1: \"1,1-+1,2\" is not a move"),
            ("1,1", "line 1: 1,1: a path has two or more cells"),
            ("1,1-1,2-1,1", "line 1: 1,1-1,2-1,1: the path comes to 1,1 twice: it is cell 1 and"),
            ("1,1-1,3", "line 1: 1,1-1,3: cell 2 of the path, 1,3, does not touch"),
            ("\n1,3-1,4", "line 2: 1,4 is outside the board, which has 2 rows and 3 columns"),
            ("0,1-1,1", "line 1: 0,1 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
