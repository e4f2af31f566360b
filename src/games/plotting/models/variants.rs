//! What the article varies in its two constraint models.

use std::fmt;
use std::str::FromStr;

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

impl fmt::Display for Variants {
    /// What was added to the plain model, in words joined by `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let progress = match self.progress {
            Progress::Sum => Some("sum"),
            Progress::Count => Some("count"),
            Progress::Cell => Some("cell"),
            Progress::None => None,
        };
        let empty_row = match self.empty_row {
            EmptyRow::None => None,
            EmptyRow::Empty => Some("empty-row"),
            EmptyRow::Last => Some("empty-row-last"),
        };
        let words = [
            progress,
            self.dead_end.then_some("dead-end"),
            self.colours_kept.then_some("colours-kept"),
            empty_row,
            self.monochrome.then_some("monochrome"),
            (!self.search_order).then_some("no-search-order"),
        ];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        f.write_str(if words.is_empty() { "plain".to_owned() } else { words.join("-") }.as_str())
    }
}

impl FromStr for Variants {
    type Err = String;

    /// Reads what is displayed.
    fn from_str(text: &str) -> Result<Variants, String> {
        if text == "plain" {
            return Ok(Variants::PLAIN);
        }
        let mut rest = text;
        let mut takes = |word: &str| match rest.strip_prefix(word) {
            Some(after) if after.is_empty() || after.starts_with('-') => {
                rest = after.strip_prefix('-').unwrap_or(after);
                true
            }
            Some(_) | None => false,
        };
        let progress = if takes("sum") {
            Progress::Sum
        } else if takes("count") {
            Progress::Count
        } else if takes("cell") {
            Progress::Cell
        } else {
            Progress::None
        };
        let dead_end = takes("dead-end");
        let colours_kept = takes("colours-kept");
        let empty_row = if takes("empty-row-last") {
            EmptyRow::Last
        } else if takes("empty-row") {
            EmptyRow::Empty
        } else {
            EmptyRow::None
        };
        let monochrome = takes("monochrome");
        let search_order = !takes("no-search-order");
        if text.is_empty() || text.ends_with('-') || !rest.is_empty() {
            return Err(format!("{text:?} are no variants of a model, as plain or sum-dead-end"));
        }
        Ok(Variants { progress, dead_end, colours_kept, empty_row, monochrome, search_order })
    }
}

impl Variants {
    /// The model as it is, searched step by step.
    pub const PLAIN: Variants = Variants {
        progress: Progress::None,
        dead_end: false,
        colours_kept: false,
        empty_row: EmptyRow::None,
        monochrome: false,
        search_order: true,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_read_as_they_are_displayed() {
        for progress in [Progress::Sum, Progress::Count, Progress::Cell, Progress::None] {
            for empty_row in [EmptyRow::None, EmptyRow::Empty, EmptyRow::Last] {
                for flags in 0..16 {
                    let flag = |bit: i32| flags >> bit & 1 == 1;
                    let variants = Variants {
                        progress,
                        dead_end: flag(0),
                        colours_kept: flag(1),
                        empty_row,
                        monochrome: flag(2),
                        search_order: flag(3),
                    };
                    assert_eq!(variants.to_string().parse(), Ok(variants));
                }
            }
        }
        for text in ["", "sums", "dead-end-sum", "plain-sum", "sum-x", "empty-rows"] {
            assert!(text.parse::<Variants>().is_err(), "{text}");
        }
    }
}
