//! Reads plans of the Direct PDDL model, which has one action per shot.
//!
//! An action also states how far its shot goes. Rows are written `r3` and columns `c3`; the
//! published domain writes `n3` for both. The last argument is the colour fired.

use std::fmt;

use super::Step;
use crate::game::level::ReadError;
use crate::game::pddl::plan::{self, Written, number};
use crate::games::plotting::rules::{Effect, Shot};

/// What a Direct action claims about its shot: which of the four cases it is and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `shoot-partial-row`: along a row until it swaps with a block in that row.
    PartialRow {
        /// The row.
        row: usize,
        /// The last column before the swap.
        last: usize,
    },
    /// `shoot-only-full-row`: along a whole row, ending there.
    OnlyFullRow {
        /// The row.
        row: usize,
    },
    /// `shoot-row-and-column`: along a whole row and down the last column.
    RowAndColumn {
        /// The row.
        row: usize,
        /// The last row before the swap or the floor.
        last: usize,
    },
    /// `shoot-column`: down a column.
    Column {
        /// The column.
        column: usize,
        /// The last row before the swap or the floor.
        last: usize,
    },
}

impl Claim {
    /// Returns the correct claim for a shot with this effect.
    pub fn of(effect: &Effect) -> Claim {
        let last_passed = match effect.swap {
            Some(_) => effect.path.iter().rev().nth(1),
            None => effect.path.last(),
        };
        let &last = last_passed.expect("a non-null shot consumes a block before it ends");
        match effect.shot {
            Shot::Column(column) => Claim::Column { column, last: last.row },
            Shot::Row(row) if last.row > row => Claim::RowAndColumn { row, last: last.row },
            Shot::Row(row) => match effect.swap {
                Some(swap) if swap.place.row == row => Claim::PartialRow { row, last: last.column },
                Some(_) | None => Claim::OnlyFullRow { row },
            },
        }
    }

    /// The shot that the claim is about.
    pub fn shot(self) -> Shot {
        match self {
            Claim::PartialRow { row, .. }
            | Claim::OnlyFullRow { row }
            | Claim::RowAndColumn { row, .. } => Shot::Row(row),
            Claim::Column { column, .. } => Shot::Column(column),
        }
    }

    /// The name of the action.
    pub fn name(self) -> &'static str {
        match self {
            Claim::PartialRow { .. } => "shoot-partial-row",
            Claim::OnlyFullRow { .. } => "shoot-only-full-row",
            Claim::RowAndColumn { .. } => "shoot-row-and-column",
            Claim::Column { .. } => "shoot-column",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Claim::PartialRow { row, last } => write!(f, " r{row} c{last}"),
            Claim::OnlyFullRow { row } => write!(f, " r{row}"),
            Claim::RowAndColumn { row, last } => write!(f, " r{row} r{last}"),
            Claim::Column { column, last } => write!(f, " c{column} r{last}"),
        }
    }
}

/// An action of the Direct model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it claims about the shot.
    pub claim: Claim,
    /// The plan's name for the colour fired.
    pub colour: String,
}

/// Whether the Direct model has an action with this name.
pub(super) fn knows(name: &str) -> bool {
    name.starts_with("shoot-")
}

pub(super) fn read(text: &str) -> Result<Vec<Step<Action>>, ReadError> {
    plan::read(text, action)
}

fn action(written: &Written) -> Result<Action, ReadError> {
    let row = |word: &str| {
        number(word, &["r", "n"])
            .ok_or_else(|| written.error(format!("{word:?} is not a row (expected e.g. r3 or n3)")))
    };
    let column = |word: &str| {
        number(word, &["c", "n"]).ok_or_else(|| {
            written.error(format!("{word:?} is not a column (expected e.g. c3 or n3)"))
        })
    };
    let (claim, colour) = match written.name() {
        "shoot-partial-row" => {
            let [at, last, colour] = written.take()?;
            (Claim::PartialRow { row: row(at)?, last: column(last)? }, colour)
        }
        "shoot-only-full-row" => {
            let [at, colour] = written.take()?;
            (Claim::OnlyFullRow { row: row(at)? }, colour)
        }
        "shoot-row-and-column" => {
            let [at, last, colour] = written.take()?;
            (Claim::RowAndColumn { row: row(at)?, last: row(last)? }, colour)
        }
        "shoot-column" => {
            let [at, last, colour] = written.take()?;
            (Claim::Column { column: column(at)?, last: row(last)? }, colour)
        }
        name => return Err(written.error(format!("{name:?} is not an action of the Direct model"))),
    };
    Ok(Action { claim, colour: colour.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;
    use super::*;
    use crate::games::plotting::rules::{Hand, Position, shoot};

    #[test]
    fn rows_and_columns_are_read_in_both_spellings() {
        let ours = "(shoot-column c1 r2 red)\n(shoot-partial-row r1 c3 red)\n";
        let published =
            "(shoot-column n1 n2 c1)\n(SHOOT-PARTIAL-ROW N1 N3 C1)\n; cost = 2 (unit cost)";
        for text in [ours, published] {
            assert_eq!(plan(text).unwrap().to_string(), "c1 r1", "{text}");
        }
    }

    #[test]
    fn an_invalid_action_is_rejected_with_its_line() {
        for (text, expected) in [
            (
                "(shoot-column c1 r2 red)\n(shoot-diagonal c1)",
                "line 2: \"shoot-diagonal\" is not an action of the Direct model",
            ),
            ("(shoot-column c1 red)", "line 1: shoot-column takes 3 arguments, found 2"),
            (
                "(shoot-only-full-row r1 r2 red)",
                "line 1: shoot-only-full-row takes 2 arguments, found 3",
            ),
            ("(shoot-column r1 r2 red)", "line 1: \"r1\" is not a column (expected e.g. c3 or n3)"),
            ("(shoot-partial-row r1 r2 red)", "line 1: \"r2\" is not a column"),
            (
                "(shoot-only-full-row c1 red)",
                "line 1: \"c1\" is not a row (expected e.g. r3 or n3)",
            ),
            (
                "\n(shoot-only-full-row r3 red)",
                "line 2: r3 is outside the board, which has 2 rows and 4 columns",
            ),
            ("(shoot-column c0 r1 red)", "line 1: c0 is outside the board"),
            ("(shoot-column c1 r2 red)\n(shoot-part", "line 2: unclosed parenthesis"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    fn claim(board: &str, shot: &str) -> String {
        let position = Position { board: board.parse().unwrap(), hand: Hand::Wildcard };
        Claim::of(&shoot(&position, shot.parse().unwrap()).unwrap()).to_string()
    }

    #[test]
    fn the_case_of_a_shot_depends_on_where_it_ends() {
        for (board, shot, expected) in [
            ("RRG/RRR", "r1", "shoot-partial-row r1 c2"),
            ("R.G/RRR", "r1", "shoot-partial-row r1 c2"),
            ("RRR/GGG/GGG", "r1", "shoot-only-full-row r1"),
            ("RRR/GGG/RRR", "r3", "shoot-only-full-row r3"),
            ("RRR/RRR/GGG", "r1", "shoot-row-and-column r1 r2"),
            ("RRR/RRR/RRR", "r1", "shoot-row-and-column r1 r3"),
            ("R../R../GGG", "r1", "shoot-row-and-column r1 r2"),
            ("RR/RR/GG", "c1", "shoot-column c1 r2"),
            (".R/.R/GG", "c1", "shoot-column c1 r3"),
        ] {
            assert_eq!(claim(board, shot), expected);
        }
    }
}
