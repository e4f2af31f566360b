//! Renders levels as PDDL problems, together with the domains of the PDDL models.
//!
//! - [Six](Model::Six) has the six actions of the published domain, and follows the rules of the game.
//! - [Lean](Model::Lean), our own, is made for unmodified planners: see `docs/swaps-models.md`.
//! - [Numeric](Model::Numeric) is Lean with kinds as numbers, for planners with numeric fluents.
//!
//! Each has one domain for all levels.

mod layout;
mod lean;
mod numeric;
mod six;

use super::rendered;
use crate::games::swaps::board::{Cell, Kind};
use crate::games::swaps::level::{Cost, Level};

/// What Six has in an empty cell: no kind has this letter.
const EMPTY: &str = "x";

/// A PDDL model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// The actions of the published domain.
    Six,
    /// All swaps first, then all matches.
    Lean,
    /// Lean with numeric fluents.
    Numeric,
}

impl Model {
    /// All of them.
    pub const ALL: [Model; 3] = [Model::Lean, Model::Six, Model::Numeric];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Model::Six => "six",
            Model::Lean => "lean",
            Model::Numeric => "numeric",
        }
    }

    /// The domain, the same for every level.
    pub fn domain(self) -> String {
        match self {
            Model::Six => rendered(&six::Domain),
            Model::Lean => rendered(&lean::Domain),
            Model::Numeric => rendered(&numeric::Domain),
        }
    }

    /// The problem for a level.
    pub fn problem(self, level: &Level) -> String {
        match self {
            Model::Six => rendered(&six::Problem::of(level)),
            Model::Lean => rendered(&lean::Problem::of(level)),
            Model::Numeric => rendered(&numeric::Problem::of(level)),
        }
    }
}

/// The PDDL object for a kind.
fn kind_name(kind: Kind) -> String {
    kind.letter().to_ascii_lowercase().to_string()
}

/// The PDDL object for a cell.
fn cell_name(cell: Cell) -> String {
    format!("r{}c{}", cell.row, cell.column)
}

/// A level in a line: its name, its board, what is to be done.
fn title(level: &Level) -> String {
    let task = level.target().map_or("empty it".to_owned(), |target| format!("reach {target}"));
    let count = match level.cost() {
        Cost::Moves => "moves",
        Cost::Swaps => "swaps",
    };
    format!("{}: {}, {task} in the fewest {count}", level.name(), level.board())
}
