//! The constraint model, in any of its languages: all swaps first, then all matches.
//!
//! An empty cell is empty for good, so no move after a match touches its cells: every plan remains a plan
//! if its matches are put off to the end. The model has a layer for each swap, and after the last of them
//! disjoint matches that leave what the goal wants. It asks for a plan of a given value: a number of moves,
//! or of swaps where only those count. The smallest value with a plan is the optimum.

use super::tally::Tally;
use super::{kinds, outcomes};
use crate::games::swaps::board::{Cell, Kind};
use crate::games::swaps::level::{Cost, Level, Wanted};

/// The name of the model.
pub const NAME: &str = "two-phase";

/// A question to the model, with kinds as numbers from 1 in the order of the alphabet; 0 is an empty cell.
pub(super) struct Question {
    /// The value of the plan.
    pub(super) value: usize,
    /// Whether matches are part of the value.
    pub(super) counts_matches: bool,
    /// The number of layers. Without vanishing swaps and with a known number of matches, each has a swap.
    pub(super) layers: usize,
    pub(super) kinds: Vec<Kind>,
    /// What a swap does: the two tiles before it, from the left or from above, and after it.
    pub(super) outcomes: Vec<[usize; 4]>,
    /// Each cell: what it has, and what the goal wants.
    pub(super) cells: Vec<(Cell, usize, Goal)>,
}

/// What the goal wants of a cell, with kinds as numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    Anything,
    Content(usize),
}

impl Goal {
    /// The goal as a number: -1 is anything.
    pub(super) fn code(self) -> i64 {
        match self {
            Goal::Anything => -1,
            Goal::Content(kind) => kind as i64,
        }
    }
}

impl Question {
    pub(super) fn of(level: &Level, value: usize) -> Question {
        let kinds = kinds(level);
        let number = |kind| kinds.iter().position(|&other| other == kind).map_or(0, |at| at + 1);
        let content = |tile: Option<Kind>| tile.map_or(0, number);
        let goal = |cell| match level.wanted(cell) {
            Wanted::Anything => Goal::Anything,
            Wanted::Empty => Goal::Content(0),
            Wanted::Tile(kind) => Goal::Content(number(kind)),
        };
        let outcomes = outcomes(level).map(|([one, other], _, [after, after_other])| {
            [number(one), number(other), content(after), content(after_other)]
        });
        let counts_matches = match level.cost() {
            Cost::Moves => true,
            Cost::Swaps => false,
        };
        let matches = Tally::of(level).filter(|_| counts_matches);
        let matches = matches.map_or(0, |tally| tally.fewest_matches);
        let board = level.board();
        Question {
            value,
            counts_matches,
            layers: value.saturating_sub(matches),
            outcomes: outcomes.collect(),
            cells: (board.cells()).map(|cell| (cell, content(board[cell]), goal(cell))).collect(),
            kinds,
        }
    }

    /// Something about the cells, as rows of numbers separated by commas.
    pub(super) fn rows(&self, width: usize, of: impl Fn(usize, Goal) -> i64) -> Vec<String> {
        let row = |cells: &[(Cell, usize, Goal)]| {
            let numbers: Vec<String> =
                cells.iter().map(|&(_, content, goal)| of(content, goal).to_string()).collect();
            numbers.join(", ")
        };
        self.cells.chunks(width).map(row).collect()
    }
}
