//! What the article varies in its two constraint models.

use serde::{Deserialize, Serialize};

/// A constraint model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Focus {
    /// Model A, Section 5.3: what a shot requires and does.
    Action,
    /// Model S, Section 5.4: why a cell or the hand is what it is.
    State,
}

impl Focus {
    /// All of them.
    pub const ALL: [Focus; 2] = [Focus::Action, Focus::State];

    /// What the article calls the model, as a small letter.
    pub fn letter(self) -> char {
        match self {
            Focus::Action => 'a',
            Focus::State => 's',
        }
    }
}

/// How it is said that every shot makes progress, Section 9.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// Version 1: the sum of all colours falls.
    Sum,
    /// Version 2: the number of blocks falls.
    Count,
    /// Version 3: some cell becomes empty.
    Cell,
    /// Version 4: not at all; it is implied.
    None,
}

/// Which shots along rows are left out, Section 8.3, because the shot down the last column does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmptyRow {
    /// None.
    None,
    /// Those along empty rows.
    Empty,
    /// Also those along rows that are empty but for the top block of the last column.
    Last,
}

/// The parts of a constraint model that may be there or not. They change no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variants {
    /// The progress constraint.
    pub progress: Progress,
    /// Section 8.2: a colour of which one block is left comes into the hand at the end only.
    pub dead_end: bool,
    /// Section 8.2: no colour leaves the game.
    pub colours_kept: bool,
    /// Section 8.3: shots that another shot stands for.
    pub empty_row: EmptyRow,
    /// Section 8.1: consecutive shots down columns of one colour go from left to right.
    pub monochrome: bool,
    /// Search step by step.
    pub search_order: bool,
}
