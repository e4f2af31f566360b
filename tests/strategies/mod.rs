//! What the property tests are fed with.

use plotgen::games::plotting::board::{Board, Colour};
use proptest::prelude::*;

/// Any packed board: up to 16×16, up to 15 colours, every column of any height.
pub(crate) fn boards() -> impl Strategy<Value = Board> {
    (1..=16usize, 1..=16usize, 1..=15usize)
        .prop_flat_map(|(rows, columns, colours)| {
            let column = (0..=rows, prop::collection::vec(1..=colours, rows));
            (Just(rows), prop::collection::vec(column, columns))
        })
        .prop_filter_map("a board has a block", |(rows, columns)| {
            let cell =
                |row: usize, (height, colours): &(usize, Vec<usize>)| match row + height >= rows {
                    true => Colour::from_number(colours[row]).unwrap().letter(),
                    false => '.',
                };
            let text: Vec<String> = (0..rows)
                .map(|row| columns.iter().map(|column| cell(row, column)).collect())
                .collect();
            Board::from_rows(&text).ok()
        })
}
