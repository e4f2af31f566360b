//! Reads plans of planners for the PDDL model Cells.
//!
//! A plan is read as its actions, which [`replay`](crate::games::g2248::replay) holds to the domain one by one.
//! Here only their form is checked: each is an action of the model, with objects of the right kinds.

use std::fmt;

use crate::game::level::ReadError;
use crate::game::pddl::plan::{self, Step, Written, number};
use crate::games::g2248::board::Number;

/// An action of the model. Its objects, apart from the cells, are in the text of its [`Step`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does.
    pub kind: Kind,
    /// The cells among its objects, in order. The grid of a given level need not contain them.
    pub cells: Vec<Spot>,
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two cells with the same number begin a path.
    Begin,
    /// The path goes on to another cell.
    Extend,
    /// The number of that cell is added to the sum.
    Add,
    /// The path becomes a block.
    Join,
    /// A block stays where it is.
    Pass,
    /// A hole is left behind.
    Skip,
    /// A block falls.
    Fall,
    /// A number of a queue falls onto the board.
    Enter,
    /// A column is packed, and the next one is begun.
    Turn,
    /// The last column is packed.
    Rest,
    /// The plan ends.
    Finish,
}

/// A cell of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cell of the board, e.g. `r1c2`.
    Board {
        /// Its row, from 1 at the top.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// A cell above the board, e.g. `q1c2`.
    Waiting {
        /// Its place, from 1 right above the board.
        place: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// The end of a column, e.g. `top-c2`.
    Top {
        /// The column, from 1.
        column: usize,
    },
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Board { row, column } => write!(f, "r{row}c{column}"),
            Spot::Waiting { place, column } => write!(f, "q{place}c{column}"),
            Spot::Top { column } => write!(f, "top-c{column}"),
        }
    }
}

/// A type of the domain.
#[derive(Clone, Copy)]
enum Type {
    Cell,
    Value,
    Amount,
    Count,
}

/// What an action does, and the types of its objects, by its name.
fn signature(name: &str) -> Option<(Kind, &'static [Type])> {
    use Type::{Amount, Cell, Count, Value};
    Some(match name {
        "begin" => (Kind::Begin, &[Cell, Cell, Value, Amount, Count, Count]),
        "extend" => (Kind::Extend, &[Cell, Cell, Value, Value, Count, Count]),
        "add" => (Kind::Add, &[Value, Amount, Amount]),
        "join" => (Kind::Join, &[Cell, Value, Amount, Value, Cell]),
        "pass" => (Kind::Pass, &[Cell, Cell, Value]),
        "skip" => (Kind::Skip, &[Cell, Cell]),
        "fall" => (Kind::Fall, &[Cell, Cell, Cell, Cell, Value]),
        "enter" => (Kind::Enter, &[Cell, Cell, Cell, Cell, Value, Count, Count]),
        "turn" => (Kind::Turn, &[Cell, Cell, Cell]),
        "rest" => (Kind::Rest, &[Cell, Cell]),
        "finish" => (Kind::Finish, &[Count]),
        _ => return None,
    })
}

pub(super) fn read(text: &str) -> Result<Vec<Step<Action>>, ReadError> {
    plan::read(text, action)
}

fn action(written: &Written) -> Result<Action, ReadError> {
    let name = written.name();
    let Some((kind, types)) = signature(name) else {
        return Err(written.error(format!("{name} is not an action of the model cells")));
    };
    let (takes, found) = (types.len(), written.arguments().count());
    if takes != found {
        let plural = if takes == 1 { "" } else { "s" };
        let reason = format!("{name} takes {takes} argument{plural}, found {found}");
        return Err(written.error(reason));
    }
    let mut cells = Vec::new();
    for (word, of) in written.arguments().zip(types) {
        let (is_known, what) = match of {
            Type::Cell => {
                let cell = spot(word);
                cells.extend(cell);
                (cell.is_some(), "a cell of the model (expected e.g. r1c2)")
            }
            Type::Value => {
                let value = word.strip_prefix('n').and_then(|value| value.parse().ok());
                let value = value.and_then(Number::of);
                (value.is_some(), "a number of the game (expected e.g. n8)")
            }
            Type::Amount => (number(word, &["s"]).is_some(), "a sum (expected e.g. s12)"),
            Type::Count => {
                (number(word, &["b"]).is_some(), "a number of blocks (expected e.g. b9)")
            }
        };
        if !is_known {
            return Err(written.error(format!("{word:?} is not {what}")));
        }
    }
    Ok(Action { kind, cells })
}

fn spot(word: &str) -> Option<Spot> {
    if let Some(column) = number(word, &["top-c"]) {
        return Some(Spot::Top { column });
    }
    let (start, column) = word.split_once('c')?;
    let column = number(column, &[""])?;
    match number(start, &["r"]) {
        Some(row) => Some(Spot::Board { row, column }),
        None => Some(Spot::Waiting { place: number(start, &["q"])?, column }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Plan, tests::plan};
    use super::*;

    const PLAN: &str = "(begin r1c1 r1c2 n2 s4 b6 b5)\n(EXTEND r1c2 q1c3 n2 n4 b5 b4)\n\
        (skip r1c1 top-c1)\n(finish b4)\n; cost = 1 (general cost)\n";

    #[test]
    fn a_plan_is_read_as_its_actions_with_their_lines() {
        let Plan::Cells(steps) = plan(PLAN).unwrap() else {
            panic!("it should be read as actions")
        };
        let kinds: Vec<_> = steps.iter().map(|step| (step.line, step.action.kind)).collect();
        let expected = [(1, Kind::Begin), (2, Kind::Extend), (3, Kind::Skip), (4, Kind::Finish)];
        assert_eq!(kinds, expected);
        assert_eq!(steps[1].text, "extend r1c2 q1c3 n2 n4 b5 b4");
        let cells = [Spot::Board { row: 1, column: 2 }, Spot::Waiting { place: 1, column: 3 }];
        assert_eq!(steps[1].action.cells, cells);
        assert_eq!(steps[2].action.cells[1], Spot::Top { column: 1 });
    }

    #[test]
    fn what_is_not_an_action_is_rejected_with_its_line() {
        for (right, wrong, expected) in [
            ("n2 s4 b6 b5)", "n3 s4 b6 b5)", "line 1: \"n3\" is not a number of the game"),
            ("n2 s4 b6 b5)", "n2 4 b6 b5)", "line 1: \"4\" is not a sum (expected e.g. s12)"),
            ("n2 s4 b6 b5)", "n2 s4 b6 n5)", "line 1: \"n5\" is not a number of blocks (expected"),
            ("(begin r1c1", "(begin x1c1", "line 1: \"x1c1\" is not a cell of the model"),
            ("top-c1", "top", "line 3: \"top\" is not a cell of the model"),
            ("(finish b4)", "(finish)", "line 4: finish takes 1 argument, found 0"),
            ("(skip r1c1 top-c1)", "(skip r1c1)", "line 3: skip takes 2 arguments, found 1"),
            ("(finish b4)", "(jump)", "line 4: jump is not an action of the model cells"),
        ] {
            let error = plan(&PLAN.replace(right, wrong)).unwrap_err();
            assert!(error.starts_with(expected), "{wrong}: {error}");
        }
    }
}
