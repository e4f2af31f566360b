//! Levels as text: one file per form, recognised by content.
//!
//! - [`json`]: the project's own form, the only one that can express everything;
//! - [`pddl`]: problems of the published domain and of our Six model.

pub mod json;
pub mod pddl;

use super::level::Level;
use crate::game::level::{ReadError, Reading};

/// Reads a level in any of its forms. `name` is used where the text itself does not name the level.
///
/// # Errors
/// If the text is not a level in any known form.
pub fn read(text: &str, name: &str) -> Result<Reading<Level>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(ReadError::new("it is empty")),
        Some('(' | ';') => Ok(Reading { level: pddl::read(text, name)?, form: "pddl" }),
        Some(_) => Ok(Reading { level: json::read(text, name)?, form: "json" }),
    }
}
