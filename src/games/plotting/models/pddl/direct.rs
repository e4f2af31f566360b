//! Renders the Direct model, with rows `r1`, `r2`, … from the top and columns `c1`, `c2`, … from
//! the left.

use std::fmt;

use askama::Template;

use super::{colour_name, colour_names, hand_name, title};
use crate::game::language::pddl_name;
use crate::games::plotting::board::Place;
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Shot;

#[derive(Template)]
#[template(path = "plotting/pddl/direct-domain.pddl")]
pub(super) struct Domain;

#[derive(Template)]
#[template(path = "plotting/pddl/direct-problem.pddl")]
pub(super) struct Problem {
    title: String,
    name: String,
    rows: Vec<String>,
    columns: Vec<String>,
    /// Objects for numbers of rows.
    offsets: Vec<String>,
    colours: Vec<String>,
    board: Vec<Vec<Coloured>>,
    hand: String,
    blocked_rows: Vec<String>,
    blocked_columns: Vec<String>,
    /// Pairs of consecutive rows, and of consecutive columns.
    neighbours: Vec<(String, String)>,
    /// Ordered pairs of rows, and of columns.
    ordered: Vec<(String, String)>,
    spans: Vec<Span>,
    falls: Vec<Span>,
    /// Pairs of a row and a number `n` such that the row is among the top `n` rows.
    highest: Vec<(String, String)>,
    cells: Vec<Cell>,
    ordered_cells: Vec<(Cell, Cell)>,
    goal: usize,
    goal_pairs: Vec<(usize, usize)>,
}

struct Coloured {
    row: String,
    column: String,
    colour: String,
}

/// Two rows and a number of rows: from one through the other in `spans`, their distance in `falls`.
struct Span {
    from: String,
    to: String,
    rows: String,
}

#[derive(Clone, Copy)]
struct Cell(Place);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", row(self.0.row), column(self.0.column))
    }
}

fn row(number: usize) -> String {
    format!("r{number}")
}

fn column(number: usize) -> String {
    format!("c{number}")
}

fn offset(rows: usize) -> String {
    format!("d{rows}")
}

/// Iterates over the pairs of different numbers from 1 to `last`, smaller number first.
fn pairs(last: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=last).flat_map(move |one| (one + 1..=last).map(move |other| (one, other)))
}

impl Problem {
    pub(super) fn of(level: &Level) -> Problem {
        let (height, width) = (level.board().rows(), level.board().columns());
        let lines = |pairs: fn(usize) -> Vec<(usize, usize)>| {
            let of_rows = pairs(height).into_iter().map(|(one, other)| (row(one), row(other)));
            let of_columns =
                pairs(width).into_iter().map(|(one, other)| (column(one), column(other)));
            of_rows.chain(of_columns).collect::<Vec<_>>()
        };
        let span = |from: usize, to: usize, rows: usize| Span {
            from: row(from),
            to: row(to),
            rows: offset(rows),
        };
        let cells: Vec<Cell> = level.board().places().map(Cell).collect();
        Problem {
            title: title(level),
            name: pddl_name(level.name()),
            rows: (1..=height).map(row).collect(),
            columns: (1..=width).map(column).collect(),
            offsets: (1..=height).map(offset).collect(),
            colours: colour_names(level),
            board: (1..=height).map(|row| cells_of(level, row)).collect(),
            hand: hand_name(level.hand()),
            blocked_rows: (1..=height)
                .filter(|&number| !level.firing().allows(Shot::Row(number)))
                .map(row)
                .collect(),
            blocked_columns: (1..=width)
                .filter(|&number| !level.firing().allows(Shot::Column(number)))
                .map(column)
                .collect(),
            neighbours: lines(|last| (1..last).map(|one| (one, one + 1)).collect()),
            ordered: lines(|last| pairs(last).collect()),
            spans: (1..=height)
                .flat_map(|from| (from..=height).map(move |to| span(from, to, to - from + 1)))
                .collect(),
            falls: pairs(height).map(|(from, to)| span(from, to, to - from)).collect(),
            highest: (1..=height)
                .flat_map(|number| (number..=height).map(move |rows| (row(number), offset(rows))))
                .collect(),
            ordered_cells: pairs(cells.len())
                .map(|(one, other)| (cells[one - 1], cells[other - 1]))
                .collect(),
            cells,
            goal: level.goal(),
            goal_pairs: pairs(level.goal()).collect(),
        }
    }
}

fn cells_of(level: &Level, number: usize) -> Vec<Coloured> {
    let cell = |place: Place| Coloured {
        row: row(place.row),
        column: column(place.column),
        colour: level.board()[place].map_or_else(|| "null".to_owned(), colour_name),
    };
    (1..=level.board().columns()).map(|column| cell(Place { row: number, column })).collect()
}
