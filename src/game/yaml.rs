//! YAML files, and where they are wrong.

use serde::de::DeserializeOwned;

/// Why a text is not what it should be.
#[derive(Debug)]
pub struct YamlError {
    /// The line and the column, from 1, if it is known.
    pub place: Option<(usize, usize)>,
    /// The reason, without the place.
    pub reason: String,
}

/// Reads a value.
///
/// # Errors
/// If the text is not YAML, or says something else.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    serde_yaml::from_str(text).map_err(|error| {
        let place = error.location().map(|place| (place.line(), place.column()));
        let told = error.to_string();
        let reason = match place {
            Some((line, column)) => told.replace(&format!(" at line {line} column {column}"), ""),
            None => told,
        };
        YamlError { place, reason }
    })
}
