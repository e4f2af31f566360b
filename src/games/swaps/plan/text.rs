//! Reads plans as text: moves separated by white space, with comments after `#` or `;`.

use super::Step;
use crate::game::level::ReadError;
use crate::game::listed;
use crate::game::plan::Planned;
use crate::games::swaps::board::Cell;
use crate::games::swaps::rules::Move;

pub(super) fn read(text: &str) -> Result<Vec<Planned<Step>>, ReadError> {
    listed::text(text).map(|(line, word)| on_line(line, word)).collect()
}

/// The step that a word on a line names.
pub(super) fn on_line(line: usize, word: &str) -> Result<Planned<Step>, ReadError> {
    let step = step(word).map_err(|reason| ReadError::on_line(line, reason))?;
    Ok(Planned::on_line(step.into(), line))
}

/// The move that a word names by its two outer cells, e.g. `1,1-1,2`.
///
/// # Errors
/// If it names no move.
pub fn step(word: &str) -> Result<Move, String> {
    let cell = |text: &str| text.parse::<Cell>().ok();
    let cells = word.split_once('-').and_then(|(one, other)| Some((cell(one)?, cell(other)?)));
    let (one, other) = cells.ok_or_else(|| {
        format!("{word:?} is not a move: two cells, each as row,column, e.g. 1,1-1,2")
    })?;
    Move::between(one, other).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::read_for_document_1 as plan;

    #[test]
    fn moves_are_separated_by_white_space_and_comments_are_skipped() {
        let plan = plan("# best\n1,1-1,2 2,3-2,1\n\n3,3-1,3 ; done 9,9\n").unwrap();
        assert_eq!(plan.to_string(), "1,1-1,2 2,1-2,3 1,3-3,3");
        let lines: Vec<_> = plan.0.iter().map(|step| step.line).collect();
        assert_eq!(lines, [Some(2), Some(2), Some(4)]);
    }

    #[test]
    fn what_is_not_a_move_is_reported_with_its_line() {
        for (text, expected) in [
            ("1,1-1,2\nup", "line 2: \"up\" is not a move: two cells, each as row,column"),
            ("1,1", "line 1: \"1,1\" is not a move"),
            ("+1,1-1,2", "line 1: \"+1,1-1,2\" is not a move"),
            ("1,1-2,2", "line 1: 1,1 and 2,2 are neither neighbours nor the ends of three"),
            ("1,1-1,1", "line 1: 1,1 and 1,1 are neither neighbours"),
            ("\n1,3-1,4", "line 2: 1,4 is outside the board, which has 3 rows and 3 columns"),
            ("0,1-1,1", "line 1: 0,1 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
