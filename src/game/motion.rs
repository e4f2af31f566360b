//! How positions change: what a step does on the board, stage by stage, and where a step is aimed.
//! All of it is data: `view` animates it, games only describe it.
//!
//! Rows are counted from the top and columns from the left, starting at 1, as in the words of plans.

use serde::{Deserialize, Serialize};

use super::Game;
use super::grid::Cell;
use super::picture::{Picture, Tile};

/// What a player points at to play a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The left end of a row.
    Row(usize),
    /// The upper end of a column.
    Column(usize),
    /// Cells, in this order: the two tiles of an exchange, the path of a join.
    Cells(Vec<Cell>),
    /// Nothing on the board: a button that bears the word of the step.
    Button,
}

/// A place where a tile can be while it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// A cell of the grid, or a place beside it: row 0 is above the first row, column 0 left of the first
    /// column, and rows further up are negative.
    At {
        /// The row.
        row: i32,
        /// The column.
        column: i32,
    },
    /// The player's hand.
    Hand,
}

impl From<Cell> for Spot {
    fn from(Cell { row, column }: Cell) -> Spot {
        // No board has sides anywhere near this limit.
        let number = |index: usize| i32::try_from(index).unwrap_or(i32::MAX);
        Spot::At { row: number(row), column: number(column) }
    }
}

/// The way of a tile during a stage, in straight lines from spot to spot.
///
/// If the tile lay on the first spot before the stage, it leaves that cell. A tile that a glide comes
/// upon disappears at that moment unless the picture after the stage still shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Glide {
    /// The tile.
    pub tile: Tile,
    /// Where it starts, turns and stops: two spots or more.
    pub way: Vec<Spot>,
}

/// A part of a step: tiles glide all at once, and all others stay, appear or vanish in place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// What happens, in a few words: `blocks fall`.
    pub label: String,
    /// The tiles that glide.
    pub glides: Vec<Glide>,
    /// The picture after the stage.
    pub after: Picture,
}

/// A step as one stage in which nothing glides.
pub fn at_once<G: Game>(level: &G::Level, state: &G::State, word: &str) -> Vec<Stage> {
    let stage = |after: G::State| Stage {
        label: word.to_owned(),
        glides: Vec::new(),
        after: G::picture(level, &after),
    };
    G::turn(level, state, word).map(|turn| stage(turn.after)).into_iter().collect()
}
