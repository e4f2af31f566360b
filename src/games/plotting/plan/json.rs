//! Reads plans in JSON: a list of shots, or any object with such a list under `shots`.
//!
//! A list looks like `["r3", "c2"]`. An object may be the answer of `plotgen solve --json`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{PlanError, PlannedShot};

/// The shots as slices of the input text. The line of a shot is found from its address.
type Shots<'a> = Vec<&'a RawValue>;

#[derive(Deserialize)]
#[serde(expecting = "an object with a list of shots")]
struct Answer<'a> {
    #[serde(borrow)]
    shots: Shots<'a>,
}

pub(super) fn read(text: &str) -> Result<Vec<PlannedShot>, PlanError> {
    let shots = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Shots<'_>>(text)
    } else {
        serde_json::from_str::<Answer<'_>>(text).map(|answer| answer.shots)
    };
    let shots = shots.map_err(|error| at(&error, error.line()))?;
    let mut lines = Lines { text, offset: 0, line: 1 };
    shots.into_iter().map(|raw| shot(raw.get(), lines.line_of(raw.get()))).collect()
}

fn shot(raw: &str, line: usize) -> Result<PlannedShot, PlanError> {
    let word: Cow<'_, str> =
        serde_json::from_str::<String>(raw).map_err(|error| at(&error, line))?.into();
    let shot = word.parse().map_err(|error| PlanError::NotAShot { line, error })?;
    Ok(PlannedShot { shot, line })
}

fn at(error: &serde_json::Error, line: usize) -> PlanError {
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or_default();
    PlanError::At { line, column: error.column(), reason: reason.to_owned() }
}

/// Finds the lines of successive slices of a text in a single pass.
struct Lines<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    /// Returns the line of a slice of the text. Slices must be passed in order.
    fn line_of(&mut self, slice: &str) -> usize {
        let offset = slice.as_ptr() as usize - self.text.as_ptr() as usize;
        let passed = &self.text.as_bytes()[self.offset..offset];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.offset = offset;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;

    #[test]
    fn a_list_and_an_object_with_shots_are_plans() {
        let list = plan("[\n\"c1\", \"r1\",\n \"r2\"]").unwrap();
        assert_eq!(list.to_string(), "c1 r1 r2");
        assert_eq!(list.shots().iter().map(|shot| shot.line).collect::<Vec<_>>(), [2, 2, 3]);
        let answer = plan(r#"{"level": "x", "shots": ["c1"], "optimal": true}"#).unwrap();
        assert_eq!(answer.to_string(), "c1");
    }

    #[test]
    fn an_invalid_plan_is_rejected_with_its_line() {
        for (text, expected) in [
            ("[\"c1\",\n\"x\"]", "line 2: \"x\" is not a shot"),
            ("[\"c1\",\n1]", "line 2, column 1: invalid type: integer `1`, expected a string"),
            ("[\"c1\"", "line 1, column 5: EOF while parsing a list"),
            ("{\"plan\": []}", "line 1, column 12: missing field `shots`"),
            ("[\n\n\"r7\"]", "line 3: r7 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
