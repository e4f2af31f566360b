//! Reads plans in JSON: a list of moves, or any object with such a list under `steps`.
//!
//! A list looks like `["1,1-1,2", "1,1-1,3"]`. An object may be the answer of `plotgen solve --json`.

use super::{Step, text};
use crate::game::level::ReadError;
use crate::game::listed;
use crate::game::plan::Planned;

pub(super) fn read(text: &str) -> Result<Vec<Planned<Step>>, ReadError> {
    listed::json(text)?.iter().map(|(line, word)| text::on_line(*line, word)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::read_for_document_1 as plan;

    #[test]
    fn a_list_and_an_object_with_steps_are_plans() {
        for text in [r#"["1,1-1,2"]"#, r#"{"level": "x", "steps": ["1,1-1,2"], "value": 1}"#] {
            assert_eq!(plan(text).unwrap().to_string(), "1,1-1,2");
        }
        assert!(plan("[\n\"1,1\"]").unwrap_err().starts_with("line 2: \"1,1\" is not a move"));
    }
}
