//! YAML texts, with the place of an error.

use serde::de::DeserializeOwned;

/// Why a YAML text cannot be read.
#[derive(Debug)]
pub struct YamlError {
    /// The line and the column, from 1, if they are known.
    pub place: Option<(usize, usize)>,
    /// The reason, without the place.
    pub reason: String,
}

/// Reads a value.
///
/// # Errors
/// If the text is not YAML, or not such a value.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    serde_yaml::from_str(text).map_err(|error| {
        let place = error.location().map(|place| (place.line(), place.column()));
        let message = error.to_string();
        let reason = match place {
            Some((line, column)) => {
                message.replace(&format!(" at line {line} column {column}"), "")
            }
            None => message,
        };
        YamlError { place, reason }
    })
}
