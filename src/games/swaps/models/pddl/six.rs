//! Renders the Six model: rows `r1`, `r2`, …, columns `c1`, `c2`, …, and kinds as lower-case letters.

use askama::Template;

use super::{EMPTY, kind_name, title};
use crate::game::language::pddl_name;
use crate::games::swaps::board::Cell;
use crate::games::swaps::level::{Cost, Level, Wanted};
use crate::games::swaps::models::{by_row, kinds};

#[derive(Template)]
#[template(path = "swaps/pddl/six-domain.pddl")]
pub(super) struct Domain;

#[derive(Template)]
#[template(path = "swaps/pddl/six-problem.pddl")]
pub(super) struct Problem {
    title: String,
    name: String,
    is_directed: bool,
    kinds: Vec<String>,
    rows: Vec<String>,
    columns: Vec<String>,
    next_rows: Vec<(String, String)>,
    next_columns: Vec<(String, String)>,
    movable: Vec<String>,
    vanish: Vec<(String, String)>,
    /// The cells and what they have, row by row from the top.
    board: Vec<Vec<(String, String)>>,
    /// The cells and what they must have.
    goal: Vec<Vec<(String, String)>>,
    match_cost: u8,
}

impl Problem {
    pub(super) fn of(level: &Level) -> Problem {
        let (board, rules, kinds) = (level.board(), level.rules(), kinds(level));
        let rows: Vec<String> = (1..=board.rows()).map(row_name).collect();
        let columns: Vec<String> = (1..=board.columns()).map(column_name).collect();
        let movable = kinds.iter().filter(|kind| !rules.fixed.contains(kind));
        let goal = |cell: Cell| {
            let wanted = match level.wanted(cell) {
                Wanted::Anything => return None,
                Wanted::Empty => EMPTY.to_owned(),
                Wanted::Tile(kind) => kind_name(kind),
            };
            Some((cell_name(cell), wanted))
        };
        let tile = |cell: Cell| (cell_name(cell), board[cell].map_or(EMPTY.to_owned(), kind_name));
        Problem {
            title: title(level),
            name: pddl_name(level.name()),
            is_directed: rules.is_directed,
            next_rows: successors(&rows),
            next_columns: successors(&columns),
            movable: movable.copied().map(kind_name).collect(),
            vanish: (rules.vanish.iter())
                .filter(|(mover, gone)| kinds.contains(mover) && kinds.contains(gone))
                .map(|&(mover, gone)| (kind_name(mover), kind_name(gone)))
                .collect(),
            board: by_row(board, |cell| Some(tile(cell))),
            goal: by_row(board, goal),
            match_cost: match level.cost() {
                Cost::Moves => 1,
                Cost::Swaps => 0,
            },
            kinds: kinds.into_iter().map(kind_name).collect(),
            rows,
            columns,
        }
    }
}

fn row_name(row: usize) -> String {
    format!("r{row}")
}

fn column_name(column: usize) -> String {
    format!("c{column}")
}

fn cell_name(cell: Cell) -> String {
    format!("{} {}", row_name(cell.row), column_name(cell.column))
}

fn successors(names: &[String]) -> Vec<(String, String)> {
    names.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()
}
