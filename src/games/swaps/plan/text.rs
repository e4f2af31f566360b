//! Reads plans as text: moves separated by white space, with comments after `#` or `;`.

use super::Step;
use crate::game::level::ReadError;
use crate::game::plan::Planned;
use crate::games::swaps::board::Cell;
use crate::games::swaps::rules::Move;

pub(super) fn read(text: &str) -> Result<Vec<Planned<Step>>, ReadError> {
    let mut steps = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.split(['#', ';']).next().unwrap_or_default();
        for word in code.split_whitespace() {
            let step = step(word).map_err(|reason| ReadError::on_line(index + 1, reason))?;
            steps.push(Planned::on_line(Step::from(step), index + 1));
        }
    }
    Ok(steps)
}

/// The move that a word names by its two outer cells, e.g. `1,1-1,2`.
pub(super) fn step(word: &str) -> Result<Move, String> {
    let cells = word.split_once('-').and_then(|(one, other)| Some((cell(one)?, cell(other)?)));
    let (one, other) = cells.ok_or_else(|| {
        format!("{word:?} is not a move: two cells, each as row,column, e.g. 1,1-1,2")
    })?;
    Move::between(one, other).map_err(|error| error.to_string())
}

fn cell(text: &str) -> Option<Cell> {
    let number = |text: &str| text.parse().ok().filter(|_| !text.starts_with('+'));
    let (row, column) = text.split_once(',')?;
    Some(Cell { row: number(row)?, column: number(column)? })
}
