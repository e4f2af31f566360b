//! Changes to a level that a designer makes: tiles painted, the board resized.

use super::board::{Board, Kind};
use super::level::Level;
use super::story::tile;
use crate::game::edit::{Edit, Palette, resized};
use crate::game::level::ReadError;

/// What boards are painted with, beside what is on them; G and S vanish by default.
const KINDS: &str = "GHRSABCD";

/// What a level can be painted with.
pub fn palette(level: &Level) -> Palette {
    let mut kinds: Vec<Kind> = KINDS.chars().filter_map(Kind::from_letter).collect();
    for kind in level.board().kinds() {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Palette { tiles: kinds.into_iter().map(tile).collect(), hands: Vec::new() }
}

/// The level with a change. A target of another size is given up.
pub fn edited(level: &Level, edit: &Edit) -> Result<Level, ReadError> {
    match edit {
        Edit::Paint { cell, tile } => {
            let mut board = level.board().clone();
            if !board.cells().any(|other| other == *cell) {
                return Err(ReadError::new(format!("the board has no cell {cell}")));
            }
            board[*cell] = match tile {
                None => None,
                Some(label) => Some(kind(label)?),
            };
            Ok(level.resumed(&board))
        }
        Edit::Size { rows, columns } => {
            let board = level.board();
            let old = (board.rows(), board.columns());
            let kept = resized(old, (*rows, *columns))
                .map(|row| row.into_iter().map(|cell| letter(board, cell)).collect::<String>());
            let board = Board::from_rows(&kept.collect::<Vec<_>>()).map_err(ReadError::new)?;
            let level = level.clone().with_target(None).map_err(ReadError::new)?;
            Ok(level.resumed(&board))
        }
        Edit::Hand { .. } | Edit::Entry { .. } => {
            Err(ReadError::new("the tiles are all there is to edit"))
        }
    }
}

fn letter(board: &Board, cell: Option<crate::game::grid::Cell>) -> char {
    cell.and_then(|cell| board[cell]).map_or('.', Kind::letter)
}

fn kind(label: &str) -> Result<Kind, ReadError> {
    let mut letters = label.chars();
    match (letters.next().and_then(Kind::from_letter), letters.next()) {
        (Some(kind), None) => Ok(kind),
        (_, _) => Err(ReadError::new(format!("{label:?} is not a kind of tile"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::grid::Cell;

    #[test]
    fn tiles_are_painted_and_boards_resized() {
        let level = Level::new("test", Board::from_rows(&["GH", "HG"]).unwrap()).unwrap();
        let paint = |row, column, tile: Option<&str>| Edit::Paint {
            cell: Cell { row, column },
            tile: tile.map(str::to_owned),
        };
        let lines = |edit| edited(&level, &edit).unwrap().board().lines();
        assert_eq!(lines(paint(1, 1, Some("R"))), ["RH", "HG"]);
        assert_eq!(lines(paint(2, 1, None)), ["GH", ".G"]);
        assert_eq!(lines(Edit::Size { rows: 3, columns: 1 }), [".", "G", "H"]);
        for edit in [paint(3, 1, None), paint(1, 1, Some("x")), Edit::Hand { tile: None }] {
            assert!(edited(&level, &edit).is_err(), "{edit:?}");
        }
        assert!(edited(&level, &Edit::Size { rows: 0, columns: 1 }).is_err());
    }
}
