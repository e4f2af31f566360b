//! Plans: sequences of shots, read from text but not yet judged.
//!
//! A plan that was read is only a claim. [`super::replay`] turns it into a verdict.
//!
//! - [`text`]: shots separated by white space, `r3 c2 r1`;
//! - [`json`]: a list of shots, or an object that has one under `shots`.

pub mod json;
pub mod text;

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::board::Board;
use super::rules::{NotAShot, Shot};

/// A form that a plan can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Shots separated by white space.
    Text,
    /// JSON.
    Json,
}

impl Dialect {
    /// The dialect of a text, told by how it begins.
    pub fn of(text: &str) -> Dialect {
        match text.trim_start().chars().next() {
            Some('[' | '{') => Dialect::Json,
            Some(_) | None => Dialect::Text,
        }
    }
}

/// A shot of a plan and the line that it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedShot {
    /// The shot.
    pub shot: Shot,
    /// The line of the text, from 1; 0 for a plan that was not read from a text.
    pub line: usize,
}

/// A plan as it was read: its shots exist on the board, nothing else is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Plan {
    /// The shots in order.
    pub shots: Vec<PlannedShot>,
}

/// Why a text is not a plan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlanError {
    /// Something that is not a shot.
    #[error("line {line}: {error}")]
    NotAShot {
        /// The line.
        line: usize,
        /// What stands there.
        error: NotAShot,
    },
    /// A shot at a row or column that the board does not have.
    #[error(
        "line {line}: {shot} is outside the board, which has {rows} rows and {columns} columns"
    )]
    Outside {
        /// The line.
        line: usize,
        /// The shot.
        shot: Shot,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// The text breaks its form.
    #[error("line {line}, column {column}: {reason}")]
    At {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
}

impl Plan {
    /// Reads a plan for a board.
    ///
    /// # Errors
    /// If the text is not a plan, or aims at a row or column that the board does not have.
    pub fn read(text: &str, dialect: Dialect, board: &Board) -> Result<Plan, PlanError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let shots = match dialect {
            Dialect::Text => text::read(text)?,
            Dialect::Json => json::read(text)?,
        };
        Plan { shots }.within(board)
    }

    /// The plan, if all its shots are on the board.
    ///
    /// # Errors
    /// If a shot aims at a row or column that the board does not have.
    fn within(self, board: &Board) -> Result<Plan, PlanError> {
        match self.shots.iter().find(|planned| !planned.shot.is_on(board)) {
            Some(&PlannedShot { shot, line }) => {
                Err(PlanError::Outside { line, shot, rows: board.rows(), columns: board.columns() })
            }
            None => Ok(self),
        }
    }
}

impl FromIterator<Shot> for Plan {
    fn from_iter<I: IntoIterator<Item = Shot>>(shots: I) -> Plan {
        Plan { shots: shots.into_iter().map(|shot| PlannedShot { shot, line: 0 }).collect() }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shots: Vec<String> =
            self.shots.iter().map(|planned| planned.shot.to_string()).collect();
        f.write_str(&shots.join(" "))
    }
}

#[cfg(test)]
fn read_for_figure_9(text: &str) -> Result<Plan, String> {
    let board = "RRRG/RGRR".parse().map_err(|error: super::board::BoardError| error.to_string())?;
    Plan::read(text, Dialect::of(text), &board).map_err(|error| error.to_string())
}
