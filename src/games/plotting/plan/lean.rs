//! Reads plans of the Lean PDDL model, which has one action per shot and final counting actions.
//!
//! The action of a shot states where the shot hits its first block and where it ends. The counting
//! actions check that few enough blocks are left.
//!
//! ```text
//! (row-3-hits-2-stops-5 red g1)          ; r3: hits its first block in column 2, swaps in column 5
//! (row-3-hits-2-sinks-to-6 red g1)       ; … swaps in row 6 of the last column
//! (row-3-hits-2-sinks-to-floor red g1)   ; … reaches the floor
//! (column-hits-2-stops-4 k5 red g1)      ; c5: hits its first block in row 2, swaps in row 4
//! (over-hits-2-stops-4 r1 red g1)        ; r1, an empty row: hits row 2 of the last column first
//! (finish r4 r3 sky n2 n2 n1 n1)         ; few enough blocks are left
//! ```
//!
//! The arguments after the colour are its gates, which encode the contents of a cell. They add
//! nothing about the shot, and the arguments of the counting actions follow from the board, so the
//! reader ignores both.

use std::fmt;

use super::Step;
use crate::game::level::ReadError;
use crate::game::pddl::plan::{self, Written, number};
use crate::games::plotting::board::{Board, Place};
use crate::games::plotting::rules::{Effect, Shot};

/// What a Lean action claims about its shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The shot.
    pub shot: Shot,
    /// The cell of the first block it hits.
    pub hit: Place,
    /// The cell where it swaps, or `None` if it reaches the floor.
    pub stop: Option<Place>,
}

impl Claim {
    /// Returns the correct claim for a shot with this effect.
    pub fn of(effect: &Effect) -> Claim {
        let &hit = effect.consumed.first().expect("a non-null shot consumes a block");
        Claim { shot: effect.shot, hit, stop: effect.swap.map(|swap| swap.place) }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claim { shot, hit, stop } = self;
        write!(f, "{shot}, which first hits the block at {hit} and ")?;
        match stop {
            Some(stop) => write!(f, "swaps at {stop}"),
            None => f.write_str("reaches the floor"),
        }
    }
}

/// An action of the Lean model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A shot.
    Shot {
        /// What it claims about the shot.
        claim: Claim,
        /// The plan's name for the colour fired.
        colour: String,
    },
    /// A check that few enough blocks are left. No shot may follow it.
    Counting,
}

impl Action {
    /// The shot, or `None` for a counting action.
    pub fn shot(&self) -> Option<Shot> {
        match self {
            Action::Shot { claim, .. } => Some(claim.shot),
            Action::Counting => None,
        }
    }
}

/// Whether the Lean model has an action with this name.
pub(super) fn knows(name: &str) -> bool {
    let begins = |start| name.starts_with(start);
    name == "finish" || ["row-", "column-hits-", "over-hits-", "count-to-"].into_iter().any(begins)
}

pub(super) fn read(text: &str, board: &Board) -> Result<Vec<Step<Action>>, ReadError> {
    plan::read(text, |written| action(written, board))
}

fn is_gate(argument: &str) -> bool {
    number(argument, &["g"]).is_some()
}

fn action(written: &Written, board: &Board) -> Result<Action, ReadError> {
    let name = written.name();
    let unknown = || written.error(format!("{name:?} is not an action of the Lean model"));
    let words: Vec<&str> = name.split('-').collect();
    let figure = |word: &str| number(word, &[""]).ok_or_else(unknown);
    let last = board.columns();
    // Parses where a shot down a column ends; `None` is the floor.
    let end = |words: &[&str], column: usize| match words {
        ["stops", row] | ["sinks", "to", row] if *row != "floor" => {
            Ok(Some(Place { row: figure(row)?, column }))
        }
        ["sinks", "to", "floor"] => Ok(None),
        _ => Err(unknown()),
    };
    let (claim, colour) = match words.as_slice() {
        ["finish"] => return Ok(Action::Counting),
        ["count", "to", column] if figure(column)? < last => return Ok(Action::Counting),
        ["row", row, "hits", column, rest @ ..] => {
            let [colour] = written.take_except(is_gate)?;
            let (row, column) = (figure(row)?, figure(column)?);
            let stop = match rest {
                ["stops", stop] => Some(Place { row, column: figure(stop)? }),
                ["sinks", ..] => end(rest, last)?,
                _ => return Err(unknown()),
            };
            (Claim { shot: Shot::Row(row), hit: Place { row, column }, stop }, colour)
        }
        ["column", "hits", row, rest @ ..] => {
            let [at, colour] = written.take_except(is_gate)?;
            let column = number(at, &["k"]).ok_or_else(|| {
                written.error(format!("{at:?} is not a column (expected e.g. k3)"))
            })?;
            let (hit, stop) = (Place { row: figure(row)?, column }, end(rest, column)?);
            (Claim { shot: Shot::Column(column), hit, stop }, colour)
        }
        ["over", "hits", row, rest @ ..] => {
            let [at, colour] = written.take_except(is_gate)?;
            let from = number(at, &["r"])
                .ok_or_else(|| written.error(format!("{at:?} is not a row (expected e.g. r3)")))?;
            let (hit, stop) = (Place { row: figure(row)?, column: last }, end(rest, last)?);
            (Claim { shot: Shot::Row(from), hit, stop }, colour)
        }
        _ => return Err(unknown()),
    };
    Ok(Action::Shot { claim, colour: colour.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;

    #[test]
    fn every_kind_of_action_is_read() {
        let text = "(column-hits-1-sinks-to-floor k1 red g1)\n(ROW-1-HITS-2-STOPS-4 RED G1)\n\
                    (row-2-hits-2-sinks-to-2 green g1 g3 g2 g3)\n(row-2-hits-3-sinks-to-floor green)\n\
                    (over-hits-2-stops-2 r1 red)\n(column-hits-1-stops-2 k4 red)\n\
                    (count-to-2 sky r1 n1 n1 n1)\n(finish sky r1 n1 n0 n0)\n; cost = 6 (general cost)";
        assert_eq!(plan(text).unwrap().to_string(), "c1 r1 r2 r2 r1 c4");
        assert_eq!(plan(text).unwrap().length(), 6);
    }

    #[test]
    fn an_invalid_action_is_rejected_with_its_line() {
        for (text, expected) in [
            ("(count-to-x r1 n1)", "line 1: \"count-to-x\" is not an action of the Lean model"),
            ("(count-to-4 r1 n1)", "line 1: \"count-to-4\" is not an action of the Lean model"),
            ("(finish)\n(jump)", "line 2: \"jump\" is not an action of the Lean model"),
            ("(row-1-hits-2-stops red)", "line 1: \"row-1-hits-2-stops\" is not an action"),
            ("(row-1-hits-x-stops-3 red)", "line 1: \"row-1-hits-x-stops-3\" is not an action"),
            ("(row-1-hits-2-sinks-to- red)", "line 1: \"row-1-hits-2-sinks-to-\" is not an"),
            ("(row-1-hits-2-flies-3 red)", "line 1: \"row-1-hits-2-flies-3\" is not an action"),
            ("(row-1-hits-2-stops-3 g1)", "line 1: row-1-hits-2-stops-3 takes 1 argument, found 0"),
            ("(column-hits-1-stops-2 r1 red)", "line 1: \"r1\" is not a column (expected e.g. k3)"),
            ("(over-hits-1-stops-2 k1 red)", "line 1: \"k1\" is not a row (expected e.g. r3)"),
            ("(row-3-hits-1-stops-2 red)", "line 1: r3 is outside the board"),
            ("(column-hits-1-stops-2 k0 red)", "line 1: c0 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
