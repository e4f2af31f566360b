//! Reads plans in JSON: a list of shots, or any object with such a list under `steps` or `shots`.
//!
//! A list looks like `["r3", "c2"]`. An object may be the answer of `plotgen solve --json`.

use super::{PlannedStep, text};
use crate::game::level::ReadError;
use crate::game::listed;

pub(super) fn read(text: &str) -> Result<Vec<PlannedStep>, ReadError> {
    listed::json(text)?.iter().map(|(line, word)| text::step(*line, word)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;

    #[test]
    fn a_list_and_an_object_with_shots_are_plans() {
        let list = plan("[\n\"c1\", \"r1\",\n \"r2\"]").unwrap();
        assert_eq!(list.to_string(), "c1 r1 r2");
        assert_eq!(list.steps().iter().map(|step| step.line).collect::<Vec<_>>(), [2, 2, 3]);
        let answer = plan(r#"{"level": "x", "shots": ["c1"], "optimal": true}"#).unwrap();
        assert_eq!(answer.to_string(), "c1");
    }

    #[test]
    fn an_invalid_plan_is_rejected_with_its_line() {
        for (text, expected) in [
            ("[\"c1\",\n\"x\"]", "line 2: \"x\" is not a shot"),
            ("[\"c1\",\n1]", "line 2, column 1: invalid type: integer `1`, expected a string"),
            ("[\"c1\"", "line 1, column 5: EOF while parsing a list"),
            ("{\"plan\": []}", "the object has no list of steps"),
            ("[\n\n\"r7\"]", "line 3: r7 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
