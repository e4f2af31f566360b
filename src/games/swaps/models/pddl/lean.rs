//! Renders the Lean model: cells `r1c1`, `r1c2`, …, and kinds as lower-case letters.

use askama::Template;

use super::layout::{Costs, Layout, charged};
use super::{cell_name, kind_name, title};
use crate::game::language::pddl_name;
use crate::games::swaps::level::{Level, Wanted};
use crate::games::swaps::models::{by_row, kinds, outcomes, vanishing};
use crate::games::swaps::rules::Effect;

#[derive(Template)]
#[template(path = "swaps/pddl/lean-domain.pddl")]
pub(super) struct Domain;

#[derive(Template)]
#[template(path = "swaps/pddl/lean-problem.pddl")]
pub(super) struct Problem {
    title: String,
    name: String,
    leaving: Option<usize>,
    cells: Vec<String>,
    kinds: Vec<String>,
    /// What the cells have, row by row from the top, as facts.
    board: Vec<Vec<String>>,
    beside: Vec<(String, String)>,
    onto: Vec<(String, String)>,
    lines: Vec<[String; 3]>,
    exchange: Vec<(String, String)>,
    vanish: Vec<(String, String)>,
    costs: Costs,
    /// What the cells must have.
    goal: Vec<Vec<String>>,
}

impl Problem {
    pub(super) fn of(level: &Level) -> Problem {
        let board = level.board();
        let Layout { cells, beside, onto, lines } = Layout::of(level);
        let fact = |cell, wanted| {
            let cell = cell_name(cell);
            match wanted {
                Wanted::Anything => None,
                Wanted::Empty => Some(format!("(empty {cell})")),
                Wanted::Tile(kind) => Some(format!("(at {cell} {})", kind_name(kind))),
            }
        };
        let exchanged = outcomes(level)
            .filter(|(_, effect, _)| matches!(effect, Effect::Exchanged { .. }))
            .map(|([one, other], ..)| (kind_name(one), kind_name(other)));
        let vanished = vanishing(level).map(|(mover, gone)| (kind_name(mover), kind_name(gone)));
        Problem {
            title: title(level),
            name: pddl_name(level.name()),
            leaving: charged(level),
            cells,
            kinds: kinds(level).into_iter().map(kind_name).collect(),
            board: by_row(board, |cell| {
                fact(cell, board[cell].map_or(Wanted::Empty, Wanted::Tile))
            }),
            beside,
            onto,
            lines,
            exchange: exchanged.collect(),
            vanish: vanished.collect(),
            costs: Costs::of(level),
            goal: by_row(board, |cell| fact(cell, level.wanted(cell))),
        }
    }
}
