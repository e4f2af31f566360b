//! Boards as SVG, for pages that hold `block.svg` and `style.css`.

use askama::Template;

use crate::plotting::board::{Board, Place};
use crate::plotting::formats::rendered;
use crate::plotting::level::Firing;
use crate::plotting::rules::Shot;

#[derive(Template)]
#[template(path = "board.svg")]
struct Drawing {
    told: String,
    width: usize,
    height: usize,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    inner_width: usize,
    inner_height: usize,
    marks: Vec<Mark>,
    blocks: Vec<Block>,
}

/// The number of a row or column.
struct Mark {
    x: usize,
    y: usize,
    word: String,
    is_closed: bool,
}

struct Block {
    x: usize,
    y: usize,
    letter: char,
    /// Whether a dark letter is the one to be seen on it.
    is_light: bool,
}

/// The side of a cell.
const CELL: usize = 36;

/// Room for the numbers of rows and columns.
const MARGIN: usize = 20;

/// Draws a board with its wall, its floor and the shots at it.
pub fn board(board: &Board, firing: &Firing) -> String {
    let (inner_width, inner_height) = (CELL * board.columns(), CELL * board.rows());
    let (right, bottom) = (MARGIN + inner_width + 2, MARGIN + inner_height + 2);
    let at = |place: Place| (MARGIN + CELL * (place.column - 1), MARGIN + CELL * (place.row - 1));
    let block = |(place, colour): (Place, crate::plotting::board::Colour)| {
        let ((x, y), letter) = (at(place), colour.letter());
        Block { x, y, letter, is_light: "YPWLA".contains(letter) }
    };
    let mark = |shot: Shot| {
        let (x, y) = match shot {
            Shot::Row(row) => (MARGIN / 2 - 1, MARGIN + CELL * row - CELL / 2 + 4),
            Shot::Column(column) => (MARGIN + CELL * column - CELL / 2, MARGIN - 7),
        };
        Mark { x, y, word: shot.to_string(), is_closed: !firing.allows(shot) }
    };
    rendered(&Drawing {
        told: board.to_string(),
        width: right + 3,
        height: bottom + 3,
        left: MARGIN,
        right,
        top: MARGIN,
        bottom,
        inner_width,
        inner_height,
        marks: Shot::all(board).map(mark).collect(),
        blocks: board.blocks_with_places().map(block).collect(),
    })
}
