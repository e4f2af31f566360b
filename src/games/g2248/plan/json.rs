//! Reads plans in JSON: a list of moves, or any object with such a list under `steps`.
//!
//! A list looks like `["3,1-4,1-5,2", "collapse"]`. An object may be the answer of `plotgen solve --json`.

use super::text;
use crate::game::level::ReadError;
use crate::game::listed;
use crate::game::plan::Planned;
use crate::games::g2248::rules::Move;

pub(super) fn read(text: &str) -> Result<Vec<Planned<Move>>, ReadError> {
    listed::json(text)?.iter().map(|(line, word)| text::on_line(*line, word)).collect()
}
