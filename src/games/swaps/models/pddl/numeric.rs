//! Renders the Numeric model: cells `r1c1`, `r1c2`, …, and kinds as numbers.

use askama::Template;

use super::layout::{Costs, Layout, charged};
use super::{cell_name, title};
use crate::game::language::pddl_name;
use crate::games::swaps::board::Kind;
use crate::games::swaps::level::{Level, Wanted};
use crate::games::swaps::models::{by_row, kinds, vanishing};

#[derive(Template)]
#[template(path = "swaps/pddl/numeric-domain.pddl")]
pub(super) struct Domain;

/// A vanishing pair, its kinds as numbers.
struct Pair {
    name: String,
    mover: usize,
    gone: usize,
}

#[derive(Template)]
#[template(path = "swaps/pddl/numeric-problem.pddl")]
pub(super) struct Problem {
    title: String,
    name: String,
    leaving: Option<usize>,
    cells: Vec<String>,
    kinds: Vec<(usize, Kind)>,
    /// The cells and the kinds they have, row by row from the top.
    board: Vec<Vec<(String, usize)>>,
    beside: Vec<(String, String)>,
    onto: Vec<(String, String)>,
    lines: Vec<[String; 3]>,
    /// The greatest number of a kind that can be swapped.
    movable: usize,
    pairs: Vec<Pair>,
    costs: Costs,
    /// The cells and the kinds they must have.
    goal: Vec<Vec<(String, usize)>>,
}

impl Problem {
    pub(super) fn of(level: &Level) -> Problem {
        let board = level.board();
        let Layout { cells, beside, onto, lines } = Layout::of(level);
        let mut kinds = kinds(level);
        let is_fixed = |kind: &Kind| level.rules().fixed.contains(kind);
        kinds.sort_by_key(is_fixed);
        let number = |kind| kinds.iter().position(|&other| other == kind).map_or(0, |at| at + 1);
        let pairs = vanishing(level).enumerate().map(|(index, (mover, gone))| Pair {
            name: format!("p{}", index + 1),
            mover: number(mover),
            gone: number(gone),
        });
        Problem {
            title: title(level),
            name: pddl_name(level.name()),
            leaving: charged(level),
            cells,
            board: by_row(board, |cell| Some((cell_name(cell), board[cell].map_or(0, number)))),
            beside,
            onto,
            lines,
            movable: kinds.iter().filter(|kind| !is_fixed(kind)).count(),
            pairs: pairs.collect(),
            costs: Costs::of(level),
            goal: by_row(board, |cell| match level.wanted(cell) {
                Wanted::Anything => None,
                Wanted::Empty => Some((cell_name(cell), 0)),
                Wanted::Tile(kind) => Some((cell_name(cell), number(kind))),
            }),
            kinds: (1..).zip(kinds).collect(),
        }
    }
}
