//! The variants of the article's two constraint models.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::model::Variant;
use crate::games::plotting::level::{Level, Measure};

/// A constraint model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Focus {
    /// Model A, Section 5.3: constraints say what a shot requires and does.
    Action,
    /// Model S, Section 5.4: constraints say why a cell or the hand is what it is.
    State,
}

impl Focus {
    /// All of them.
    pub const ALL: [Focus; 2] = [Focus::Action, Focus::State];

    /// The article's letter for the model, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Focus::Action => "a",
            Focus::State => "s",
        }
    }

    /// What the model is focused on.
    pub fn word(self) -> &'static str {
        match self {
            Focus::Action => "action",
            Focus::State => "state",
        }
    }
}

/// How to encode that every shot makes progress, Section 9.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// Version 1: the sum of all colours falls.
    Sum,
    /// Version 2: the number of blocks falls.
    Count,
    /// Version 3: some cell becomes empty.
    Cell,
    /// Version 4: not at all, since the rest of the model implies it.
    None,
}

/// Which row shots to leave out, Section 8.3, because the shot down the last column does the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmptyRow {
    /// None.
    None,
    /// Shots along empty rows.
    Empty,
    /// Also shots along rows that are empty except for the top block of the last column.
    Last,
}

/// The optional parts of a constraint model. None of them changes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variants {
    /// The progress constraint.
    pub progress: Progress,
    /// Section 8.2: a colour with one block left enters the hand only at the end.
    pub dead_end: bool,
    /// Section 8.2: no colour leaves the game.
    pub colours_kept: bool,
    /// Section 8.3: shots that an equivalent shot replaces.
    pub empty_row: EmptyRow,
    /// Section 8.1: consecutive shots down single-coloured columns go from left to right.
    pub monochrome: bool,
    /// Search step by step.
    pub search_order: bool,
    /// The arcade's spare lives: a step may be a MISS. Not a choice: a level with lives needs it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lives: bool,
    /// The arcade's score as the objective. Not a choice: a level whose plans are scored needs it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub score: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl fmt::Display for Variants {
    /// The differences from the plain model, in words joined by `-`; `plain` if there are none.
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
            self.lives.then_some("lives"),
            self.score.then_some("score"),
        ];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        f.write_str(if words.is_empty() { "plain".to_owned() } else { words.join("-") }.as_str())
    }
}

impl FromStr for Variants {
    type Err = String;

    /// Reads variants as they are displayed.
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
        let lives = takes("lives");
        let score = takes("score");
        if text.is_empty() || text.ends_with('-') || !rest.is_empty() {
            return Err(format!("there are no variants {text:?}; e.g. plain or sum-dead-end"));
        }
        Ok(Variants {
            progress,
            dead_end,
            colours_kept,
            empty_row,
            monochrome,
            search_order,
            lives,
            score,
        })
    }
}

/// The variants as campaign files and the command line name them.
pub static OPTIONS: [Variant; 6] = [
    Variant {
        name: "progress",
        about: "How to encode that every shot makes progress (Section 9.1) [default: none]",
        values: &[
            ("sum", "The sum of all colours falls"),
            ("count", "The number of blocks falls"),
            ("cell", "Some cell becomes empty"),
            ("none", "Not encoded: it is implied"),
        ],
        is_default: false,
    },
    flag(
        "dead-end",
        "Add: a colour with one block left enters the hand only at the end (Section 8.2)",
    ),
    flag("colours-kept", "Add: no colour leaves the game (Section 8.2)"),
    Variant {
        name: "empty-row",
        about: "Row shots to leave out because a shot down the last column does the same \
                (Section 8.3) [default: none]",
        values: &[
            ("empty", "Shots along empty rows"),
            ("last", "Also shots along rows that hold only the top block of the last column"),
            ("none", "None"),
        ],
        is_default: false,
    },
    flag(
        "monochrome",
        "Add: consecutive shots down columns of the hand's colour go from left to right (Section 8.1)",
    ),
    Variant {
        name: "search-order",
        about: "Search shot by shot, in the order of play [default]",
        values: &[],
        is_default: true,
    },
];

const fn flag(name: &'static str, about: &'static str) -> Variant {
    Variant { name, about, values: &[], is_default: false }
}

impl Variants {
    /// These variants with one of the [`OPTIONS`] set to a value.
    ///
    /// # Errors
    /// If the option has no such value.
    pub fn with(mut self, option: &Variant, value: &str) -> Result<Variants, String> {
        let wrong = || {
            let values: Vec<&str> = match option.values {
                [] => vec!["true", "false"],
                values => values.iter().map(|(value, _)| *value).collect(),
            };
            format!("{}: {value:?} is not one of {}", option.name, values.join(", "))
        };
        let is_on = || value.parse::<bool>().map_err(|_| wrong());
        match option.name {
            "progress" => {
                self.progress = match value {
                    "sum" => Progress::Sum,
                    "count" => Progress::Count,
                    "cell" => Progress::Cell,
                    "none" => Progress::None,
                    _ => return Err(wrong()),
                }
            }
            "empty-row" => {
                self.empty_row = match value {
                    "empty" => EmptyRow::Empty,
                    "last" => EmptyRow::Last,
                    "none" => EmptyRow::None,
                    _ => return Err(wrong()),
                }
            }
            "dead-end" => self.dead_end = is_on()?,
            "colours-kept" => self.colours_kept = is_on()?,
            "monochrome" => self.monochrome = is_on()?,
            "search-order" => self.search_order = is_on()?,
            other => return Err(format!("there is no variant {other}")),
        }
        Ok(self)
    }

    /// The plain model, searched step by step.
    pub const PLAIN: Variants = Variants {
        progress: Progress::None,
        dead_end: false,
        colours_kept: false,
        empty_row: EmptyRow::None,
        monochrome: false,
        search_order: true,
        lives: false,
        score: false,
    };

    /// These variants, with what a level of the arcade needs.
    #[must_use]
    pub fn for_level(self, level: &Level) -> Variants {
        Variants {
            lives: self.lives || level.lives() > 0,
            score: self.score || level.measure() == Measure::Score,
            ..self
        }
    }

    /// Whether a step may be something else than a shot.
    pub fn is_arcade(self) -> bool {
        self.lives || self.score
    }

    /// Whether the variants hold where a step may be a MISS, or nothing once the round is over.
    ///
    /// # Errors
    /// If one of them does not: which, and why.
    pub fn check(self) -> Result<(), &'static str> {
        if self.dead_end && self.is_arcade() {
            return Err("the variant dead-end does not hold with spare lives or a score");
        }
        if self.colours_kept && self.lives {
            return Err(
                "the variant colours-kept does not hold with spare lives: a MISS drops a colour",
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_can_be_read_back() {
        for progress in [Progress::Sum, Progress::Count, Progress::Cell, Progress::None] {
            for empty_row in [EmptyRow::None, EmptyRow::Empty, EmptyRow::Last] {
                for flags in 0..64 {
                    let flag = |bit: i32| flags >> bit & 1 == 1;
                    let variants = Variants {
                        progress,
                        dead_end: flag(0),
                        colours_kept: flag(1),
                        empty_row,
                        monochrome: flag(2),
                        search_order: flag(3),
                        lives: flag(4),
                        score: flag(5),
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
