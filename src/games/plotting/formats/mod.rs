//! Levels as text: one file per form, recognised by content.
//!
//! - [`json`]: the project's own form, the only one that can express everything;
//! - [`prob`]: the published drawings;
//! - [`flipull`] and [`nes`]: rounds of the arcade game and levels of the NES game, as published;
//! - [`param`]: Essence Prime parameter files;
//! - [`pddl`]: problems of the planning models; [`models`](super::models) writes them.

pub mod flipull;
pub mod json;
pub mod nes;
pub mod param;
pub mod pddl;
pub mod prob;

use std::fmt;

use askama::Template;
use thiserror::Error;

use super::board::BoardError;
use super::level::{Level, LevelError, Measure};
use crate::game::level::{Part, ReadError};

/// A form that a level can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The project's own JSON.
    Json,
    /// A published drawing.
    Prob,
    /// A round of the arcade collection flipull.
    Flipull,
    /// A level of the NES game.
    Nes,
    /// An Essence Prime parameter file.
    Param,
    /// A PDDL problem of the Direct model.
    Direct,
    /// A PDDL problem of the Granular model.
    Granular,
    /// A PDDL problem of the Lean model.
    Lean,
}

impl Format {
    /// The form in one word.
    pub fn word(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Prob => "prob",
            Format::Flipull => "flipull",
            Format::Nes => "nes",
            Format::Param => "param",
            Format::Direct => "direct",
            Format::Granular => "granular",
            Format::Lean => "lean",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Json => "JSON",
            Format::Prob => ".prob",
            Format::Flipull => "flipull",
            Format::Nes => "NES",
            Format::Param => ".param",
            Format::Direct => "Direct PDDL",
            Format::Granular => "Granular PDDL",
            Format::Lean => "Lean PDDL",
        })
    }
}

/// Completes the sentence about a text that is in none of the known forms.
const UNRECOGNISED: &str = "not a level in any known form (JSON, .prob, .param, flipull, NES, or a Direct, \
                            Granular or Lean PDDL problem)";

impl From<LevelError> for ReadError {
    fn from(error: LevelError) -> ReadError {
        ReadError::new(error)
    }
}

impl From<BoardError> for ReadError {
    fn from(error: BoardError) -> ReadError {
        ReadError::new(error)
    }
}

/// A level and the form that it was read from.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The level.
    pub level: Level,
    /// The form of the text.
    pub format: Format,
}

/// Reads a level in any of its forms.
///
/// `name` is used where the text itself does not name the level.
///
/// # Errors
/// If the text is not a level in any known form.
pub fn read(text: &str, name: &str) -> Result<Reading, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let content = text.trim_start();
    let (level, format) = match content.chars().next() {
        None => return Err(ReadError::new("it is empty")),
        Some('{' | '[' | '"') => (json::read(text, name)?, Format::Json),
        Some('(' | ';') => pddl::read(text, name)?,
        Some('$') => (param::read(text, name)?, Format::Param),
        Some('#') => (prob::read(text, name)?, Format::Prob),
        Some('0'..='9') if flipull::is_round(text) => (flipull::read(text, name)?, Format::Flipull),
        Some(_) if content.starts_with(nes::START) => (nes::read(text, name)?, Format::Nes),
        Some(_) if content.starts_with("language") || content.starts_with("letting") => {
            (param::read(text, name)?, Format::Param)
        }
        Some(_) => return Err(ReadError::on_line(1, UNRECOGNISED)),
    };
    Ok(Reading { level, format })
}

/// The levels of a text in a form that holds several; none if the text is not in such a form.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    if flipull::is_round(text) { flipull::parts(text) } else { Vec::new() }
}

/// Why a level cannot be written in some form.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WriteError {
    /// The form has no way to express this.
    #[error("a {format} file cannot say {what}")]
    Unspeakable {
        /// The form.
        format: Format,
        /// What cannot be said in it.
        what: &'static str,
    },
}

/// Refuses a level with what the arcade adds, for a form that cannot say it.
///
/// # Errors
/// If the level has spare lives, a limit of shots or a score.
pub fn arcade_free(level: &Level, format: Format) -> Result<(), WriteError> {
    let unsupported = |what| Err(WriteError::Unspeakable { format, what });
    if level.lives() > 0 {
        return unsupported("how many spare lives there are");
    }
    if level.shot_limit().is_some() {
        return unsupported("how many shots there may be");
    }
    if level.measure() != Measure::Shots {
        return unsupported("that plans are scored");
    }
    Ok(())
}

/// The text of a template, with a newline at its end, which the engine leaves out.
pub(crate) fn rendered(template: &impl Template) -> String {
    template.render().expect("a template of ours renders to a string") + "\n"
}
