//! Calls of a level generator, and what the generators of several games share.
//!
//! - [`dice`]: random numbers;
//! - [`series`]: boards that are named alike, and the levels on them that a filter keeps;
//! - [`size`]: sizes of boards and ranges of numbers, read from text.

pub mod dice;
pub mod series;
pub mod size;

use std::fmt;
use std::ops::ControlFlow;

pub use self::size::Size;

/// Why levels cannot be generated, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawError {
    reason: String,
    /// Whether the call is right and the search for levels that the filters keep was given up.
    pub is_given_up: bool,
}

impl DrawError {
    /// An error from the sentence that explains it.
    pub fn new(reason: impl fmt::Display) -> DrawError {
        DrawError { reason: reason.to_string(), is_given_up: false }
    }

    /// The search for levels that the filters keep was given up.
    pub fn given_up(reason: impl fmt::Display) -> DrawError {
        DrawError { reason: reason.to_string(), is_given_up: true }
    }
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for DrawError {}

/// An option of a level generator: a key in campaign files, and `--NAME` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOption {
    /// Its name.
    pub name: &'static str,
    /// What its value is called in help texts; `None` for a switch.
    pub value: Option<&'static str>,
    /// Whether it takes several values.
    pub is_list: bool,
    /// What it does, in a line.
    pub about: &'static str,
    /// Where it is offered.
    pub scope: DrawScope,
}

/// Which commands offer an option of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawScope {
    /// `generate` and `verify`.
    Everywhere,
    /// `generate` only.
    Generate,
    /// `verify` only.
    Verify,
}

/// Decides about a level that was generated: keep it, leave it out, or end the generation.
pub type Keep<'a, L> = Box<dyn FnMut(&L) -> ControlFlow<(), bool> + Send + 'a>;

/// Keeps every level.
pub fn keep_all<'a, L: 'a>() -> Keep<'a, L> {
    Box::new(|_| ControlFlow::Continue(true))
}

/// Levels from a generator.
pub struct Batches<'a, L> {
    /// What they are, in words.
    pub words: String,
    /// The number of batches, if nothing is left out and it can be counted.
    pub number: Option<u64>,
    /// The batches.
    pub each: Box<dyn Iterator<Item = Result<Vec<L>, DrawError>> + Send + 'a>,
}
