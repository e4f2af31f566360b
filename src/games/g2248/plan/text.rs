//! Reads plans as text: moves separated by white space, with comments after `#` or `;`.

use crate::game::level::ReadError;
use crate::game::listed;
use crate::game::plan::Planned;
use crate::games::g2248::path::{BadPath, Path};
use crate::games::g2248::rules::Move;

pub(super) fn read(text: &str) -> Result<Vec<Planned<Move>>, ReadError> {
    listed::text(text).map(|(line, word)| on_line(line, word)).collect()
}

/// The move that a word on a line names.
pub(super) fn on_line(line: usize, word: &str) -> Result<Planned<Move>, ReadError> {
    let step = step(word).map_err(|reason| ReadError::on_line(line, reason))?;
    Ok(Planned::on_line(step, line))
}

/// The move that a word names.
pub(in crate::games::g2248) fn step(word: &str) -> Result<Move, String> {
    if word == Move::COLLAPSE {
        return Ok(Move::Collapse);
    }
    word.parse::<Path>().map(Move::Join).map_err(|error| match error {
        BadPath::NotCells => format!(
            "{word:?} is not a move: collapse, or a path, cells joined by -, e.g. 1,1-1,2-2,3"
        ),
        BadPath::NotAPath(error) => format!("{word}: {error}"),
    })
}
