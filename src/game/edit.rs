//! Changes to a level that a designer makes on its picture: a tile painted, the board resized.

use serde::Deserialize;

use super::grid::Cell;
use super::motion::Aim;
use super::picture::Tile;

/// A change to a level.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Puts a tile into a cell, or empties it.
    Paint {
        /// The cell.
        cell: Cell,
        /// The label of the tile, one of the [`Palette`].
        tile: Option<String>,
    },
    /// Gives the board another size. What fits of the old board stays.
    Size {
        /// The rows.
        rows: usize,
        /// The columns.
        columns: usize,
    },
    /// Gives the player another tile at the start; `None` is the one that is of no kind yet.
    Hand {
        /// The label of the tile.
        tile: Option<String>,
    },
    /// Opens a row or column to be aimed along, or closes it.
    Entry {
        /// The row or column.
        aim: Aim,
        /// Whether it is open.
        is_open: bool,
    },
}

/// What a level can be painted with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// What the player may hold at the start, in a game where the player holds something.
    pub hands: Vec<Tile>,
}

/// The indices of a grid of another size, each with the index in the old grid that stays there, if one
/// does. Rows are kept from the bottom, columns from the left.
pub fn resized(
    old: (usize, usize),
    new: (usize, usize),
) -> impl Iterator<Item = Vec<Option<Cell>>> {
    let kept = move |row: usize, column: usize| {
        let row = (row + old.0).checked_sub(new.0).filter(|&row| row >= 1)?;
        (column <= old.1).then_some(Cell { row, column })
    };
    (1..=new.0).map(move |row| (1..=new.1).map(|column| kept(row, column)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resized_board_keeps_its_lower_left_corner() {
        let cell = |row, column| Some(Cell { row, column });
        let larger: Vec<_> = resized((1, 1), (2, 2)).collect();
        assert_eq!(larger, [[None, None], [cell(1, 1), None]]);
        let smaller: Vec<_> = resized((2, 2), (1, 1)).collect();
        assert_eq!(smaller, [[cell(2, 1)]]);
    }
}
