//! Changes to a level that a designer makes: numbers painted, the board resized.

use super::board::{Board, Number};
use super::level::Level;
use super::refill::Source;
use super::story::tile;
use crate::game::edit::{Edit, Palette, resized};
use crate::game::level::ReadError;

/// The exponent of the greatest number to paint with, unless the board has a greater one.
const GREATEST: u8 = 7;

/// What a level can be painted with.
pub fn palette(level: &Level) -> Palette {
    let most = level.board().greatest().map_or(GREATEST, |number| number.exponent().max(GREATEST));
    let numbers = (1..=most).filter_map(Number::power);
    Palette { tiles: numbers.map(tile).collect(), hands: Vec::new() }
}

/// The level with a change. Blocks may float until the first move, as in a level file. Queues are given up
/// where the board gets another number of columns.
pub fn edited(level: &Level, edit: &Edit) -> Result<Level, ReadError> {
    let board = level.board();
    match edit {
        Edit::Paint { cell, tile } => {
            let mut board = board.clone();
            if !board.cells().any(|other| other == *cell) {
                return Err(ReadError::new(format!("the board has no cell {cell}")));
            }
            board[*cell] = tile.as_deref().map(number).transpose()?;
            Ok(level.continued(board, level.source().clone()))
        }
        Edit::Size { rows, columns } => {
            let old = (board.rows(), board.columns());
            let value =
                |cell: Option<_>| cell.and_then(|cell| board[cell]).map_or(0, Number::value);
            let kept: Vec<Vec<u64>> = resized(old, (*rows, *columns))
                .map(|row| row.into_iter().map(value).collect())
                .collect();
            let new = Board::from_numbers(&kept).map_err(ReadError::new)?;
            let source = match level.source() {
                Source::Queues(_) if old.1 != *columns => Source::Nothing,
                source @ (Source::Nothing | Source::Seed(_) | Source::Queues(_)) => source.clone(),
            };
            Ok(level.continued(new, source))
        }
        Edit::Hand { .. } | Edit::Entry { .. } => {
            Err(ReadError::new("the numbers are all there is to edit"))
        }
    }
}

fn number(label: &str) -> Result<Number, ReadError> {
    let number = label.parse().ok().and_then(Number::of);
    number.ok_or_else(|| ReadError::new(format!("{label:?} is not a power of two")))
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::*;
    use crate::game::grid::Cell;

    #[test]
    fn numbers_are_painted_and_boards_resized() {
        let level = Level::new("test", board("2 4 / 8 2")).unwrap().with_seed(7);
        let paint = |row, column, tile: Option<&str>| Edit::Paint {
            cell: Cell { row, column },
            tile: tile.map(str::to_owned),
        };
        let after = |edit| edited(&level, &edit).unwrap().board().to_string();
        assert_eq!(after(paint(1, 1, Some("64"))), "64 4 / 8 2");
        assert_eq!(after(paint(2, 2, None)), "2 4 / 8 0");
        assert_eq!(after(Edit::Size { rows: 1, columns: 3 }), "8 2 0");
        for edit in [paint(3, 1, None), paint(1, 1, Some("6")), Edit::Hand { tile: None }] {
            assert!(edited(&level, &edit).is_err(), "{edit:?}");
        }
    }
}
