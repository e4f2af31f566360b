//! Plans: sequences of moves, read from text but not yet judged.
//!
//! A plan that was read is only a claim; [`super::replay`] checks it.
//!
//! - [`text`]: moves separated by white space, `1,1-1,2 1,1-1,3`.

pub mod text;

use std::fmt;

use super::board::{Board, Kind};
use super::rules::Move;
use crate::game;
use crate::game::level::ReadError;
use crate::game::plan::Planned;

/// A form that a plan can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Moves separated by white space.
    Text,
}

/// The dialects by name, in the order of [`Dialect`].
pub static DIALECTS: [game::Dialect; 1] =
    [game::Dialect { name: "text", about: "Steps separated by white space" }];

impl Dialect {
    /// All of them, in the order of [`DIALECTS`].
    const ALL: [Dialect; 1] = [Dialect::Text];

    /// The dialect with its name.
    pub fn entry(self) -> &'static game::Dialect {
        &DIALECTS[self as usize]
    }

    /// The dialect of this name.
    pub fn named(name: &str) -> Option<Dialect> {
        let index = DIALECTS.iter().position(|dialect| dialect.name == name)?;
        Some(Dialect::ALL[index])
    }

    /// The dialect of a text, recognised by its content.
    pub fn of(_: &str) -> Dialect {
        Dialect::Text
    }
}

/// What a planner's action says about its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Two tiles exchange their cells; the tile of the first cell is named first.
    Exchange(Kind, Kind),
    /// The first tile moves onto the cell of the second, which is gone.
    Vanish(Kind, Kind),
    /// Three tiles of this kind are removed.
    Match(Kind),
}

/// A step of a plan: a move, and what a planner says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub step: Move,
    /// The claim of the action in a planner's plan.
    pub claim: Option<Claim>,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Exchange(first, last) => write!(f, "a swap of {first} and {last}"),
            Claim::Vanish(mover, gone) => write!(f, "{mover} moving onto {gone}, which vanishes"),
            Claim::Match(kind) => write!(f, "a match of three {kind}"),
        }
    }
}

impl From<Move> for Step {
    fn from(step: Move) -> Step {
        Step { step, claim: None }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.step.fmt(f)
    }
}

/// A plan as it was read. Its moves are on the board; nothing else is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan(pub Vec<Planned<Step>>);

impl Plan {
    /// Reads a plan for a board.
    ///
    /// # Errors
    /// If the text is not a plan, or a move is not on the board.
    pub fn read(text: &str, dialect: Dialect, board: &Board) -> Result<Plan, ReadError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let steps = match dialect {
            Dialect::Text => text::read(text)?,
        };
        for planned in &steps {
            within(planned.step.step, board).map_err(|reason| match planned.line {
                Some(line) => ReadError::on_line(line, reason),
                None => ReadError::new(reason),
            })?;
        }
        Ok(Plan(steps))
    }

    /// Reads a plan from words of the command line.
    ///
    /// # Errors
    /// If a word is not a move, or not one on the board.
    pub fn from_words(words: &[String], board: &Board) -> Result<Plan, ReadError> {
        let step = |word: &String| {
            let step = text::step(word)?;
            within(step, board)?;
            Ok(Planned::bare(Step::from(step)))
        };
        let steps: Result<_, String> = words.iter().map(step).collect();
        steps.map(Plan).map_err(ReadError::new)
    }
}

/// Checks that a move is on the board.
fn within(step: Move, board: &Board) -> Result<(), String> {
    let (first, last) = step.ends();
    match [first, last].into_iter().find(|&cell| !board.has(cell)) {
        None => Ok(()),
        Some(cell) => Err(format!(
            "{cell} is outside the board, which has {} rows and {} columns",
            board.rows(),
            board.columns()
        )),
    }
}

impl FromIterator<Move> for Plan {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Plan {
        Plan(moves.into_iter().map(|step| Planned::bare(Step::from(step))).collect())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(|planned| planned.step.to_string()).collect();
        f.write_str(&words.join(" "))
    }
}
