//! Levels as text.
//!
//! - [`json`]: the project's own form.

pub mod json;

use super::level::Level;
use crate::game::level::{ReadError, Reading};

/// Reads a level. `name` is used where the text itself does not name the level.
///
/// # Errors
/// If the text is not a level.
pub fn read(text: &str, name: &str) -> Result<Reading<Level>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(ReadError::new("it is empty"));
    }
    Ok(Reading { level: json::read(text, name)?, form: "json" })
}
