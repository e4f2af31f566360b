//! Renders the Granular model, with locations `loc_COLUMN_ROW` on and around the board. Rows are
//! counted from the floor.

use askama::Template;

use super::{colour_name, colour_names, hand_name, title};
use crate::game::language::pddl_name;
use crate::games::plotting::board::Place;
use crate::games::plotting::level::Level;

#[derive(Template)]
#[template(path = "plotting/pddl/granular-domain.pddl")]
pub(super) struct Domain {
    ways: [Way; 2],
}

/// A direction of the bullet.
struct Way {
    name: &'static str,
    direction: &'static str,
    towards: &'static str,
}

impl Domain {
    pub(super) fn new() -> Domain {
        Domain {
            ways: [
                Way { name: "horizontal", direction: "right", towards: "to the right" },
                Way { name: "vertical", direction: "down", towards: "down" },
            ],
        }
    }
}

#[derive(Template)]
#[template(path = "plotting/pddl/granular-problem.pddl")]
pub(super) struct Problem {
    title: String,
    name: String,
    colours: Vec<String>,
    /// The board and its surroundings, row by row from the top.
    cells: Vec<Vec<(String, String)>>,
    right: Vec<(String, String)>,
    down: Vec<(String, String)>,
    row_entries: Vec<String>,
    column_entries: Vec<String>,
    hand: String,
    counts: Vec<String>,
    predecessors: Vec<(String, String)>,
    blocks: usize,
    goal: usize,
    goal_counts: Vec<String>,
}

/// The size of a board together with its surroundings. In the numbering of locations, shots enter
/// from column 1 and from the highest row, the wall is the last column and the floor is row 1.
struct Surroundings {
    columns: usize,
    rows: usize,
}

impl Surroundings {
    /// Returns the location of a cell on the board or next to it.
    fn location(&self, row: usize, column: usize) -> String {
        format!("loc_{}_{}", column + 1, self.rows + 2 - row)
    }

    /// Returns the columns of a row, including the locations at its ends. Row 0 is above the board,
    /// and the row after the last one is the floor.
    fn columns_of(&self, row: usize) -> std::ops::RangeInclusive<usize> {
        match row {
            0 => 1..=self.columns,
            _ if row > self.rows => 1..=self.columns,
            _ => 0..=self.columns + 1,
        }
    }
}

impl Problem {
    pub(super) fn of(level: &Level) -> Problem {
        let board = level.board();
        let around = Surroundings { columns: board.columns(), rows: board.rows() };
        let (rows, columns) = (1..=around.rows, 1..=around.columns);
        let colour = |row: usize, column: usize| {
            if row > around.rows || column > around.columns {
                "wall".to_owned()
            } else if row == 0 || column == 0 {
                "none".to_owned()
            } else {
                board[Place { row, column }].map_or_else(|| "none".to_owned(), colour_name)
            }
        };
        let cell = |row, column| (around.location(row, column), colour(row, column));
        let count = |number: usize| format!("n{number}");
        let blocks = board.blocks();
        Problem {
            title: title(level),
            name: pddl_name(level.name()),
            colours: colour_names(level),
            cells: (0..=around.rows + 1)
                .map(|row| around.columns_of(row).map(|column| cell(row, column)).collect())
                .collect(),
            right: rows
                .flat_map(|row| (0..=around.columns).map(move |column| (row, column)))
                .map(|(row, column)| {
                    (around.location(row, column), around.location(row, column + 1))
                })
                .collect(),
            down: columns
                .flat_map(|column| (0..=around.rows).map(move |row| (row, column)))
                .map(|(row, column)| {
                    (around.location(row, column), around.location(row + 1, column))
                })
                .collect(),
            row_entries: level
                .firing()
                .rows()
                .into_iter()
                .map(|row| around.location(row, 0))
                .collect(),
            column_entries: level
                .firing()
                .columns()
                .into_iter()
                .map(|column| around.location(0, column))
                .collect(),
            hand: hand_name(level.hand()),
            counts: (0..=blocks).map(count).collect(),
            predecessors: (1..=blocks).map(|number| (count(number - 1), count(number))).collect(),
            blocks,
            goal: level.goal(),
            goal_counts: (0..=level.goal()).map(count).collect(),
        }
    }
}
