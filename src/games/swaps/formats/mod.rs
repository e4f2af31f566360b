//! Levels as text: one file per form, recognised by content.
//!
//! - [`json`]: the project's own form, the only one that can express everything.

pub mod json;

use super::level::Level;
use crate::game::level::{ReadError, Reading};

/// Reads a level in any of its forms. `name` is used where the text itself does not name the level.
///
/// # Errors
/// If the text is not a level in any known form.
pub fn read(text: &str, name: &str) -> Result<Reading<Level>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Ok(Reading { level: json::read(text, name)?, form: "json" })
}
