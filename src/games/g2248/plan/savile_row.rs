//! Reads plans from solutions that Savile Row writes for the Essence Prime model.
//!
//! The matrix `leaves` says for each move, row, column and direction whether the path leaves the cell in that
//! direction. The directions are numbered row by row: up left, up, up right, left, right, down left, ….

use super::links::{self, Link};
use crate::game::data::{self, DataError, Syntax, Value};
use crate::game::level::ReadError;
use crate::game::plan::Planned;
use crate::games::g2248::board::{Board, Cell};
use crate::games::g2248::rules::Move;

/// The directions of the model, as steps down and to the right.
const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// Whether a text is a solution in Essence Prime.
pub(super) fn is_solution(text: &str) -> bool {
    text.trim_start().starts_with("language ESSENCE'")
        || text.lines().any(|line| line.trim_start().starts_with("letting "))
}

pub(super) fn read(text: &str, board: &Board) -> Result<Vec<Planned<Move>>, ReadError> {
    let data = data::read(text, Syntax::EssencePrime)
        .map_err(|DataError { line, reason }| ReadError::on_line(line, reason))?;
    let leaves = data.iter().find(|one| one.name == "leaves").ok_or_else(|| {
        let reason = "leaves is missing, which is the plan";
        ReadError::on_line(text.lines().count().max(1), reason)
    })?;
    let wrong = || {
        let reason = "leaves is not a truth value for each move, cell and direction";
        ReadError::on_line(leaves.line, reason)
    };
    let truths = truths(&leaves.value).ok_or_else(wrong)?;
    let cells: Vec<Cell> = board.cells().collect();
    let of_move = cells.len() * DIRECTIONS.len();
    if truths.len() % of_move != 0 {
        return Err(wrong());
    }
    let mut found = Vec::new();
    for (index, _) in truths.iter().enumerate().filter(|(_, leaves)| **leaves) {
        let from = cells[index % of_move / DIRECTIONS.len()];
        let (down, right) = DIRECTIONS[index % DIRECTIONS.len()];
        let to = from.row.checked_add_signed(down).zip(from.column.checked_add_signed(right));
        let (row, column) = to.ok_or_else(wrong)?;
        let to = Cell { row, column };
        found.push(Link { step: index / of_move + 1, from, to, line: leaves.line });
    }
    links::joined(found)
}

/// The truth values of a matrix, in the order of its indices.
fn truths(value: &Value) -> Option<Vec<bool>> {
    match value {
        Value::Truth(truth) => Some(vec![*truth]),
        Value::List(values) => {
            let parts: Option<Vec<Vec<bool>>> = values.iter().map(truths).collect();
            Some(parts?.concat())
        }
        Value::Number(_) | Value::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;

    /// A solution for two rows and three columns, with the leaving directions of each cell.
    fn solution(moves: &[[usize; 6]]) -> String {
        let cell = |direction: &usize| {
            let truths: Vec<String> = (1..=8).map(|one| (one == *direction).to_string()).collect();
            format!("[{}]", truths.join(", "))
        };
        let step = |cells: &[usize; 6]| {
            let cells: Vec<String> = cells.iter().map(cell).collect();
            format!("[[{}], [{}]]", cells[..3].join(", "), cells[3..].join(", "))
        };
        let moves: Vec<String> = moves.iter().map(step).collect();
        format!("language ESSENCE' 1.0\nletting leaves be [{}]\n", moves.join(", "))
    }

    #[test]
    fn a_solution_is_a_plan() {
        let text = solution(&[[5, 5, 0, 0, 0, 0], [0, 0, 0, 0, 4, 0]]);
        assert_eq!(plan(&text).unwrap().to_string(), "1,1-1,2-1,3 2,2-2,1");
    }

    #[test]
    fn an_invalid_solution_is_rejected_with_its_line() {
        let right = solution(&[[5, 0, 0, 0, 0, 0]]);
        for (text, expected) in [
            (right.replace("leaves", "left"), "line 2: leaves is missing, which is the plan"),
            (right.replacen("true", "1", 1), "line 2: leaves is not a truth value for each move"),
            (right.replacen("true, ", "", 1), "line 2: leaves is not a truth value for each move"),
            (solution(&[[1, 0, 0, 0, 0, 0]]), "line 2: 0,0 is outside the board"),
            (solution(&[[0, 0, 5, 0, 0, 0]]), "line 2: 1,4 is outside the board"),
            (solution(&[[5, 4, 0, 0, 0, 0]]), "line 2: the links of move 1 make a circle"),
        ] {
            let error = plan(&text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
