//! Reads plans as text: shots and MISSes separated by white space, with comments after `#` or `;`.

use super::PlannedStep;
use crate::game::level::ReadError;
use crate::game::listed;

pub(super) fn read(text: &str) -> Result<Vec<PlannedStep>, ReadError> {
    listed::text(text).map(|(line, word)| step(line, word)).collect()
}

/// The shot or MISS that a word on a line names.
pub(super) fn step(line: usize, word: &str) -> Result<PlannedStep, ReadError> {
    let step = word.parse().map_err(|error| ReadError::on_line(line, error))?;
    Ok(PlannedStep { step, line })
}

#[cfg(test)]
mod tests {
    use super::super::{Plan, read_for_figure_9 as plan};

    #[test]
    fn shots_are_separated_by_white_space_and_comments_are_skipped() {
        let plan = plan("# optimal\nc1 r1\tr2\n\nc4 ; done r9\n").unwrap();
        assert_eq!(plan.to_string(), "c1 r1 r2 c4");
        assert_eq!(plan.steps().iter().map(|step| step.line).collect::<Vec<_>>(), [2, 2, 2, 4]);
    }

    #[test]
    fn an_empty_text_is_the_empty_plan() {
        assert_eq!(plan(""), Ok(Plan::default()));
    }

    #[test]
    fn an_unknown_shot_is_reported_with_its_line() {
        assert!(plan("c1\nr1 up").unwrap_err().starts_with("line 2: \"up\" is not a shot"));
    }

    #[test]
    fn a_shot_outside_the_board_is_reported_with_its_line() {
        assert_eq!(
            plan("c1\nr3").unwrap_err(),
            "line 2: r3 is outside the board, which has 2 rows and 4 columns"
        );
        assert_eq!(
            plan("c0").unwrap_err(),
            "line 1: c0 is outside the board, which has 2 rows and 4 columns"
        );
    }
}
