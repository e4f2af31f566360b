//! Reads plans from solutions that Savile Row writes for the Essence Prime model.
//!
//! The list `swap` gives the swaps, one number for each layer: 0 for none, and for the n-th cell, counted
//! row by row, 2n − 1 for a swap with the cell right of it and 2n for one with the cell below it. The
//! matrices `along` and `down` give the matches after them, by their left or upper cells.

use super::Step;
use crate::game::data::{self, Assignment, DataError, Syntax, Value};
use crate::game::level::ReadError;
use crate::game::plan::Planned;
use crate::games::swaps::board::{Board, Cell};

/// Whether a text is a solution in Essence Prime.
pub(super) fn is_solution(text: &str) -> bool {
    text.trim_start().starts_with("language ESSENCE'")
        || text.lines().any(|line| line.trim_start().starts_with("letting "))
}

pub(super) fn read(text: &str, board: &Board) -> Result<Vec<Planned<Step>>, ReadError> {
    let data = data::read(text, Syntax::EssencePrime)
        .map_err(|DataError { line, reason }| ReadError::on_line(line, reason))?;
    let find = |name: &str| {
        data.iter().find(|one| one.name == name).ok_or_else(|| {
            let reason = format!("{name} is missing, which is part of the plan");
            ReadError::on_line(text.lines().count().max(1), reason)
        })
    };
    let mut steps = swaps(find("swap")?, board)?;
    steps.extend(matches(find("along")?, board, |cell| Cell { column: cell.column + 2, ..cell })?);
    steps.extend(matches(find("down")?, board, |cell| Cell { row: cell.row + 2, ..cell })?);
    Ok(steps)
}

fn swaps(list: &Assignment, board: &Board) -> Result<Vec<Planned<Step>>, ReadError> {
    let wrong = || ReadError::on_line(list.line, "swap is not a list of swaps by their numbers");
    let Value::List(values) = &list.value else { return Err(wrong()) };
    let mut steps = Vec::new();
    for value in values {
        let Value::Number(number) = value else { return Err(wrong()) };
        let number = usize::try_from(*number).map_err(|_| wrong())?;
        let Some(index) = number.checked_sub(1) else { continue };
        let cell = board.cells().nth(index / 2).ok_or_else(wrong)?;
        let other = match index % 2 {
            0 => Cell { column: cell.column + 1, ..cell },
            _ => Cell { row: cell.row + 1, ..cell },
        };
        steps.push(Planned::on_line(Step { ends: (cell, other), claim: None }, list.line));
    }
    Ok(steps)
}

fn matches(
    matrix: &Assignment,
    board: &Board,
    end: impl Fn(Cell) -> Cell,
) -> Result<Vec<Planned<Step>>, ReadError> {
    let wrong = || {
        let reason = format!("{} is not a truth value for each cell of the board", matrix.name);
        ReadError::on_line(matrix.line, reason)
    };
    let truths = truths(&matrix.value).ok_or_else(wrong)?;
    if truths.len() != board.values().len() {
        return Err(wrong());
    }
    let matched = board.cells().zip(truths).filter(|(_, is_matched)| *is_matched);
    let step =
        |(cell, _)| Planned::on_line(Step { ends: (cell, end(cell)), claim: None }, matrix.line);
    Ok(matched.map(step).collect())
}

/// The truth values of a matrix, row by row.
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
    use super::super::read_for_document_1 as plan;

    const SOLUTION: &str = "language ESSENCE' 1.0\nletting swap be [1, 10, 0; int(1..3)]\n\
        letting along be [[true, false, false], [false, false, false], [true, false, false]]\n\
        letting down be [[false, false, false], [false, false, false], [false, false, false]]\n";

    #[test]
    fn a_solution_is_a_plan() {
        assert_eq!(plan(SOLUTION).unwrap().to_string(), "1,1-1,2 2,2-3,2 1,1-1,3 3,1-3,3");
    }

    #[test]
    fn an_invalid_solution_is_rejected_with_its_line() {
        for (right, wrong, expected) in [
            ("swap be", "swop be", "line 4: swap is missing, which is part of the plan"),
            ("[1, 10, 0;", "[1, true, 0;", "line 2: swap is not a list of swaps"),
            ("[1, 10, 0;", "[1, 99, 0;", "line 2: swap is not a list of swaps"),
            ("[1, 10, 0;", "[5, 10, 0;", "line 2: 1,4 is outside the board"),
            ("along be [[true,", "along be [[1,", "line 3: along is not a truth value for each"),
            ("along be [[true,", "along be [[", "line 3: along is not a truth value for each"),
            ("down be [[false,", "down be [[", "line 4: down is not a truth value for each"),
        ] {
            let error = plan(&SOLUTION.replace(right, wrong)).unwrap_err();
            assert!(error.starts_with(expected), "{wrong}: {error}");
        }
    }
}
