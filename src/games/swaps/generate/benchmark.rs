//! The project's own benchmark: six boards for each of some sizes and numbers of kinds.

use serde::Serialize;

use super::draws::{Deck, Draws};
use crate::game::draw::Size;
use crate::games::swaps::board::Board;
use crate::games::swaps::level::Level;

/// A class of the benchmark: boards of a size and a number of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    /// The size of its boards.
    #[serde(flatten)]
    pub size: Size,
    /// Their number of kinds.
    pub kinds: usize,
}

/// The number of boards in each class.
const BOARDS_PER_CLASS: usize = 6;

/// The classes.
pub fn classes() -> impl Iterator<Item = Class> {
    // Rows, columns and numbers of kinds.
    const CLASSES: [(usize, usize, &[usize]); 6] = [
        (3, 3, &[2, 3]),
        (3, 4, &[3, 4]),
        (4, 4, &[3, 4]),
        (4, 5, &[3, 4]),
        (5, 5, &[3, 4]),
        (6, 6, &[3]),
    ];
    CLASSES.into_iter().flat_map(|(rows, columns, kinds)| {
        kinds.iter().map(move |&kinds| Class { size: Size { rows, columns }, kinds })
    })
}

/// The levels of all classes, with the default rules.
pub fn benchmark(seed: u64) -> Vec<(Class, Vec<Level>)> {
    let smallest = Board::from_rows(&["."]).expect("an empty cell is a board");
    let plain = Level::new("plain", smallest).expect("it has a name");
    let mut all = Vec::new();
    for (index, class) in classes().enumerate() {
        let Class { size, kinds } = class;
        let deck = Deck { size, kinds, holes: None, rules: plain.rules(), needs_special: false };
        // Each class has its own seed, so that changing one class does not affect the others.
        let draws = Draws::new(deck, seed.wrapping_mul(1000).wrapping_add(index as u64));
        let mut boards: Vec<Board> = Vec::new();
        for board in draws.expect("every class has tiles enough for its kinds") {
            if !boards.contains(&board) {
                boards.push(board);
            }
            if boards.len() == BOARDS_PER_CLASS {
                break;
            }
        }
        all.extend(boards.into_iter().enumerate().map(|(number, board)| {
            let name = format!("{size}-k{kinds}-{}", number + 1);
            (class, vec![Level::new(&name, board).expect("it has a name")])
        }));
    }
    all
}
