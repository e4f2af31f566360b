//! YAML texts, with the place of an error.

use std::fmt;

use serde::de::DeserializeOwned;

/// Why a YAML text cannot be read.
#[derive(Debug)]
pub struct YamlError {
    /// The line and the column, from 1, if they are known.
    pub place: Option<(usize, usize)>,
    /// The reason, without the place.
    pub reason: String,
}

impl fmt::Display for YamlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.reason)
    }
}

/// The most bytes times opening brackets of a text. The parser looks at all open brackets at every
/// token, so this bounds its work, to about a second, whatever else is in the text: brackets in
/// strings and comments count, because telling them apart would take a parser.
const MOST_WORK: usize = 1 << 28;

/// Reads a value.
///
/// # Errors
/// If the text is not YAML, or not such a value.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    let brackets = text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count();
    if brackets.saturating_mul(text.len()) > MOST_WORK {
        let bytes = text.len();
        let reason = format!("too many brackets: {brackets} are opened in {bytes} bytes");
        return Err(YamlError { place: None, reason });
    }
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn deep_nesting_is_refused_at_once() {
        for deep in ["[", "{a: ", "[ # ]\n", "- [\"]\", "] {
            let text = format!("levels: {}", deep.repeat(80_000));
            let start = Instant::now();
            let error = read::<serde_yaml::Value>(&text).unwrap_err();
            assert!(error.reason.starts_with("too many brackets: 80000 are opened"), "{error:?}");
            assert!(start.elapsed() < Duration::from_secs(1));
        }
    }

    #[test]
    fn a_long_list_of_brackets_is_read() {
        let text = "- {solver: native, options: []}\n".repeat(2000);
        assert_eq!(read::<Vec<serde_yaml::Value>>(&text).unwrap().len(), 2000);
    }
}
