//! Changes to a level that a designer makes: blocks painted, the hand, firing positions.

use super::board::{Board, Colour, Place};
use super::level::{Firing, Level};
use super::rules::Hand;
use super::story::tile;
use crate::game::edit::{Edit, Palette, resized};
use crate::game::grid::Cell;
use crate::game::level::ReadError;
use crate::game::motion::Aim;

/// Colours to paint with; a level that has others keeps them.
const COLOURS: usize = 8;

/// What a level can be painted with.
pub fn palette(level: &Level) -> Palette {
    let board = level.board();
    let others = board.colours();
    let mut colours: Vec<Colour> = Colour::palette().take(COLOURS).collect();
    colours.extend(others.iter().filter(|colour| !colours.contains(colour)).collect::<Vec<_>>());
    Palette {
        tiles: colours.into_iter().map(tile).collect(),
        hands: board.colours().into_iter().map(tile).collect(),
    }
}

/// The level with a change. Blocks never float: they fall when what is below them is removed, and a block
/// painted into the air lies down on the others. A goal above the number of blocks is lowered, and a hand
/// of a colour that is gone becomes a wildcard.
pub fn edited(level: &Level, edit: &Edit) -> Result<Level, ReadError> {
    let board = level.board();
    match edit {
        Edit::Paint { cell, tile } => {
            let place = Place { row: cell.row, column: cell.column };
            if !board.places().any(|other| other == place) {
                return Err(ReadError::new(format!("the board has no cell {cell}")));
            }
            with_board(level, painted(board, place, colour(tile.as_deref())?)?)
        }
        Edit::Size { rows, columns } => {
            let old = (board.rows(), board.columns());
            let filler = board.colours()[0];
            let cell = |kept: Option<Cell>| match kept {
                Some(Cell { row, column }) => board[Place { row, column }],
                None => None,
            };
            let mut grid: Vec<Vec<Option<Colour>>> = resized(old, (*rows, *columns))
                .map(|row| row.into_iter().map(cell).collect())
                .collect();
            // A new column has a block to start with.
            if let Some(floor) = grid.last_mut() {
                floor.iter_mut().for_each(|cell| *cell = cell.or(Some(filler)));
            }
            with_board(level, from_cells(&grid)?)
        }
        Edit::Hand { tile } => {
            let hand = colour(tile.as_deref())?.map_or(Hand::Wildcard, Hand::Holding);
            level.clone().with_hand(hand).map_err(ReadError::new)
        }
        Edit::Entry { aim, is_open } => with_entry(level, aim, *is_open),
    }
}

fn colour(label: Option<&str>) -> Result<Option<Colour>, ReadError> {
    let Some(label) = label else { return Ok(None) };
    let mut letters = label.chars();
    match (letters.next().and_then(Colour::from_letter), letters.next()) {
        (Some(colour), None) => Ok(Some(colour)),
        (_, _) => Err(ReadError::new(format!("{label:?} is not a colour"))),
    }
}

fn from_cells(grid: &[Vec<Option<Colour>>]) -> Result<Board, ReadError> {
    let letter = |cell: &Option<Colour>| cell.map_or('.', Colour::letter);
    let rows: Vec<String> = grid.iter().map(|row| row.iter().map(letter).collect()).collect();
    Board::from_rows(&rows).map_err(ReadError::new)
}

fn painted(board: &Board, place: Place, colour: Option<Colour>) -> Result<Board, ReadError> {
    let mut grid: Vec<Vec<Option<Colour>>> = (1..=board.rows())
        .map(|row| (1..=board.columns()).map(|column| board[Place { row, column }]).collect())
        .collect();
    let column = place.column - 1;
    let mut pile: Vec<Option<Colour>> = grid.iter().map(|row| row[column]).collect();
    match (pile[place.row - 1], colour) {
        (None, Some(_)) => {
            let lowest = pile.iter().rposition(Option::is_none).unwrap_or(place.row - 1);
            pile[lowest] = colour;
        }
        (_, Some(_)) => pile[place.row - 1] = colour,
        (_, None) => {
            pile.remove(place.row - 1);
            pile.insert(0, None);
        }
    }
    for (row, cell) in grid.iter_mut().zip(pile) {
        row[column] = cell;
    }
    from_cells(&grid)
}

/// The level on another board.
fn with_board(level: &Level, board: Board) -> Result<Level, ReadError> {
    let goal = level.goal().min(board.blocks());
    let same_size =
        (board.rows(), board.columns()) == (level.board().rows(), level.board().columns());
    let firing = if same_size { level.firing().clone() } else { Firing::everywhere(&board) };
    let new = Level::new(level.name(), board, goal).map_err(ReadError::new)?.with_firing(firing);
    let new = new.with_what_the_arcade_adds_to(level);
    Ok(new.clone().with_hand(level.hand()).unwrap_or(new))
}

fn with_entry(level: &Level, aim: &Aim, is_open: bool) -> Result<Level, ReadError> {
    let (mut rows, mut columns) = (level.firing().rows(), level.firing().columns());
    let (list, number) = match aim {
        Aim::Row(row) => (&mut rows, *row),
        Aim::Column(column) => (&mut columns, *column),
        Aim::Cells(_) | Aim::Button => {
            return Err(ReadError::new("shots are fired along rows and columns"));
        }
    };
    list.retain(|&open| open != number);
    if is_open {
        list.push(number);
        list.sort_unstable();
    }
    let firing = Firing::only(level.board(), Some(&rows), Some(&columns));
    Ok(level.clone().with_firing(firing.map_err(ReadError::new)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: &[&str]) -> Level {
        Level::new("test", Board::from_rows(rows).unwrap(), 2).unwrap()
    }

    fn paint(row: usize, column: usize, tile: Option<&str>) -> Edit {
        Edit::Paint { cell: Cell { row, column }, tile: tile.map(str::to_owned) }
    }

    #[test]
    fn blocks_fall_and_land_while_a_level_is_painted() {
        let level = level(&["..", "RG", "BG"]);
        let rows = |edit| edited(&level, &edit).unwrap().board().to_rows();
        assert_eq!(rows(paint(2, 1, Some("Y"))), ["..", "YG", "BG"]);
        assert_eq!(rows(paint(3, 1, None)), ["..", ".G", "RG"]);
        assert_eq!(rows(paint(1, 2, Some("B"))), [".B", "RG", "BG"]);
        assert_eq!(rows(Edit::Size { rows: 2, columns: 3 }), ["RG.", "BGR"]);
    }

    #[test]
    fn a_goal_and_a_hand_that_are_impossible_give_way() {
        let start = level(&["RG"]).with_hand(Hand::Holding(Colour::from_letter('R').unwrap()));
        let level = edited(&start.unwrap(), &paint(1, 1, None)).unwrap();
        assert_eq!((level.goal(), level.hand()), (1, Hand::Wildcard));
        assert!(edited(&level, &paint(1, 2, None)).is_err(), "no board is empty");
        assert!(edited(&level, &paint(5, 2, None)).is_err());
        assert!(edited(&level, &paint(1, 1, Some("?"))).is_err());
    }

    #[test]
    fn firing_positions_are_opened_and_closed() {
        let entry = |is_open| Edit::Entry { aim: Aim::Row(1), is_open };
        let closed = edited(&level(&["RG", "GR"]), &entry(false)).unwrap();
        assert_eq!(closed.firing().rows(), [2]);
        assert!(edited(&closed, &entry(true)).unwrap().firing().is_everywhere());
    }
}
