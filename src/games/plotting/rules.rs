//! The rules of the game: what a shot does.
//!
//! Everything else in the project is checked against this module. It is written to be compared with
//! Section 2 of the article, not for speed. It records every event of a shot and not only the final
//! position, because explanations, animations and the fine-grained models need the events.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::board::{Board, Colour, Place};

/// A shot along a row or down a column, numbered from 1 and written `r3` or `c2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shot {
    /// Along a row, to the right.
    Row(usize),
    /// Down a column.
    Column(usize),
}

impl Shot {
    /// Iterates over all shots at a board: the rows from the top, then the columns from the left.
    pub fn all(board: &Board) -> impl Iterator<Item = Shot> + use<> {
        (1..=board.rows()).map(Shot::Row).chain((1..=board.columns()).map(Shot::Column))
    }

    /// Whether the board has this row or column.
    pub fn is_on(self, board: &Board) -> bool {
        match self {
            Shot::Row(row) => (1..=board.rows()).contains(&row),
            Shot::Column(column) => (1..=board.columns()).contains(&column),
        }
    }
}

impl fmt::Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shot::Row(row) => write!(f, "r{row}"),
            Shot::Column(column) => write!(f, "c{column}"),
        }
    }
}

/// The error for a text that is not a shot.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not a shot (write r3 for row 3, c2 for column 2)")]
pub struct NotAShot(String);

impl FromStr for Shot {
    type Err = NotAShot;

    fn from_str(text: &str) -> Result<Shot, NotAShot> {
        let direction = match text.bytes().next() {
            Some(b'r' | b'R') => Shot::Row,
            Some(b'c' | b'C') => Shot::Column,
            Some(_) | None => return Err(NotAShot(text.to_owned())),
        };
        let digits = &text[1..];
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotAShot(text.to_owned()));
        }
        digits.parse().map(direction).map_err(|_| NotAShot(text.to_owned()))
    }
}

impl Serialize for Shot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What the player holds in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hand {
    /// A block that takes the colour of the first block it hits.
    Wildcard,
    /// A block of this colour.
    Holding(Colour),
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hand::Wildcard => f.write_str("wildcard"),
            Hand::Holding(colour) => write!(f, "{colour}"),
        }
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A state of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Position {
    /// The blocks on the board.
    #[serde(rename = "grid")]
    pub board: Board,
    /// What the player holds.
    pub hand: Hand,
}

/// A swap: the block fired and a block on the board change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Swap {
    /// The cell of the swap.
    #[serde(flatten)]
    pub place: Place,
    /// The colour left in that cell, which is the colour fired.
    pub left: Colour,
    /// The colour taken into the hand.
    pub taken: Colour,
}

/// The fall of a block after cells below it have become empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fall {
    /// The cell it falls from.
    pub from: Place,
    /// The cell it comes to rest in.
    pub to: Place,
    /// Its colour.
    pub colour: Colour,
}

/// Everything that a shot does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The shot.
    pub shot: Shot,
    /// The colour fired; for a wildcard, the colour it took.
    pub colour: Colour,
    /// The cells that the shot entered, in order. If the shot ends with a swap, the last one is the
    /// cell of the swap.
    pub path: Vec<Place>,
    /// The cells whose blocks were consumed, in order.
    pub consumed: Vec<Place>,
    /// The swap that ended the shot, unless it reached the floor.
    pub swap: Option<Swap>,
    /// The blocks that fell afterwards, column by column, lowest block first.
    pub falls: Vec<Fall>,
    /// The position after the shot.
    #[serde(flatten)]
    pub after: Position,
}

/// The reason why a shot changes nothing. A valid plan contains no such shot.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NullShot {
    /// The first block hit differs in colour from the hand.
    #[error("the first block hit is {block} at {place}, the hand is {hand}: a null shot")]
    Blocked {
        /// Where the block is.
        place: Place,
        /// Its colour.
        block: Colour,
        /// The colour in the hand.
        hand: Colour,
    },
    /// The shot meets no block.
    #[error("there is no block on its way: a null shot")]
    NothingHit,
}

/// Returns the cells that a shot would cross if nothing stopped it, from its entry to the floor.
///
/// A row shot hits the wall after the last column, turns and continues down that column.
pub fn path(board: &Board, shot: Shot) -> Vec<Place> {
    let down = |from, column| (from..=board.rows()).map(move |row| Place { row, column });
    match shot {
        Shot::Column(column) => down(1, column).collect(),
        Shot::Row(row) => {
            let along = (1..=board.columns()).map(|column| Place { row, column });
            along.chain(down(row + 1, board.columns())).collect()
        }
    }
}

/// Fires a shot.
///
/// # Errors
/// If the shot is null, that is, if it consumes no block.
pub fn shoot(position: &Position, shot: Shot) -> Result<Effect, NullShot> {
    let mut board = position.board.clone();
    let mut fired = match position.hand {
        Hand::Wildcard => None,
        Hand::Holding(colour) => Some(colour),
    };
    let mut entered = Vec::new();
    let mut consumed = Vec::new();
    let mut swap = None;

    for place in path(&board, shot) {
        entered.push(place);
        let Some(block) = board[place] else { continue };
        let colour = *fired.get_or_insert(block);
        if block == colour {
            board[place] = None;
            consumed.push(place);
        } else if consumed.is_empty() {
            return Err(NullShot::Blocked { place, block, hand: colour });
        } else {
            board[place] = Some(colour);
            swap = Some(Swap { place, left: colour, taken: block });
            break;
        }
    }

    let Some(colour) = fired.filter(|_| !consumed.is_empty()) else {
        return Err(NullShot::NothingHit);
    };
    let hand = Hand::Holding(swap.map_or(colour, |swap| swap.taken));
    let falls = pack(&mut board);
    let after = Position { board, hand };
    Ok(Effect { shot, colour, path: entered, consumed, swap, falls, after })
}

/// Lets the blocks above empty cells fall until every column is packed.
fn pack(board: &mut Board) -> Vec<Fall> {
    let mut falls = Vec::new();
    for column in 1..=board.columns() {
        let mut floor = board.rows();
        for row in (1..=board.rows()).rev() {
            let from = Place { row, column };
            let Some(colour) = board[from] else { continue };
            let to = Place { row: floor, column };
            if from != to {
                board[from] = None;
                board[to] = Some(colour);
                falls.push(Fall { from, to, colour });
            }
            floor -= 1;
        }
    }
    falls
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(board: &str, hand: &str) -> Position {
        let hand = match hand {
            "*" => Hand::Wildcard,
            letter => Hand::Holding(Colour::from_letter(letter.parse().unwrap()).unwrap()),
        };
        Position { board: board.parse().unwrap(), hand }
    }

    fn fire(board: &str, hand: &str, shot: &str) -> Result<Effect, NullShot> {
        shoot(&position(board, hand), shot.parse().unwrap())
    }

    /// The board and the hand after a shot, as text.
    fn after(board: &str, hand: &str, shot: &str) -> (String, String) {
        let after = fire(board, hand, shot).unwrap().after;
        (after.board.to_string(), after.hand.to_string())
    }

    fn is(board: &str, hand: &str) -> (String, String) {
        (board.to_owned(), hand.to_owned())
    }

    fn places(list: &[(usize, usize)]) -> Vec<Place> {
        list.iter().map(|&(row, column)| Place { row, column }).collect()
    }

    #[test]
    fn a_wildcard_takes_the_colour_of_the_first_block_it_hits() {
        assert_eq!(after("GR/GR/BR", "*", "c1"), is(".R/.R/GR", "B"));
        assert_eq!(fire("GR/GR/BR", "*", "c1").unwrap().colour.letter(), 'G');
    }

    #[test]
    fn a_column_shot_travels_down_its_column() {
        assert_eq!(
            path(&"RR/RR/RR".parse().unwrap(), Shot::Column(1)),
            places(&[(1, 1), (2, 1), (3, 1)])
        );
    }

    #[test]
    fn a_row_shot_travels_right_then_turns_at_the_wall_and_goes_down_the_last_column() {
        let board = "RRR/RRR/RRR/RRR".parse().unwrap();
        assert_eq!(path(&board, Shot::Row(2)), places(&[(2, 1), (2, 2), (2, 3), (3, 3), (4, 3)]));
        assert_eq!(path(&board, Shot::Row(4)), places(&[(4, 1), (4, 2), (4, 3)]));
    }

    #[test]
    fn a_shot_passes_through_empty_cells() {
        assert_eq!(after("..G/R.G/RGG", "R", "r2"), is("..G/..R/RGG", "G"));
        assert_eq!(after("..G/..G/RBG", "R", "r3"), is("..G/..G/.RG", "B"));
    }

    #[test]
    fn a_shot_consumes_blocks_of_its_colour_and_continues() {
        let effect = fire("RRRG/GGGG", "R", "r1").unwrap();
        assert_eq!(effect.consumed, places(&[(1, 1), (1, 2), (1, 3)]));
        assert_eq!(effect.path, places(&[(1, 1), (1, 2), (1, 3), (1, 4)]));
    }

    #[test]
    fn after_consuming_a_block_the_shot_swaps_with_the_first_block_of_another_colour() {
        let effect = fire("RRRG/GGGG", "R", "r1").unwrap();
        let place = Place { row: 1, column: 4 };
        let [left, taken] = ['R', 'G'].map(|letter| Colour::from_letter(letter).unwrap());
        assert_eq!(effect.swap, Some(Swap { place, left, taken }));
        assert_eq!(after("RRRG/GGGG", "R", "r1"), is("...R/GGGG", "G"));
    }

    #[test]
    fn a_shot_whose_first_block_has_another_colour_is_null() {
        let null = fire("GR/RR", "R", "r1").unwrap_err();
        assert_eq!(
            null.to_string(),
            "the first block hit is G at row 1, column 1, the hand is R: a null shot"
        );
    }

    #[test]
    fn a_shot_that_meets_no_block_is_null_even_with_a_wildcard() {
        assert_eq!(fire(".R/.R", "R", "c1"), Err(NullShot::NothingHit));
        assert_eq!(fire("R./R.", "*", "r1").unwrap().consumed, places(&[(1, 1)]));
        assert_eq!(fire("../R.", "*", "r1"), Err(NullShot::NothingHit));
    }

    #[test]
    fn a_shot_that_reaches_the_floor_leaves_the_hand_unchanged() {
        assert_eq!(after("RG/RG", "R", "c1"), is(".G/.G", "R"));
        assert_eq!(after("GGR/RRR", "R", "r2"), is(".../GGR", "R"));
    }

    #[test]
    fn after_the_shot_every_column_packs_down() {
        let effect = fire("GG/RR/BG", "R", "r2").unwrap();
        assert_eq!(effect.after.board.to_string(), "../GG/BR");
        assert_eq!(effect.falls.len(), 2);
    }

    #[test]
    fn in_the_last_column_of_a_row_shot_blocks_fall_several_cells() {
        let effect = fire("BG/RR/RR/GR", "R", "r2").unwrap();
        assert_eq!(effect.after.board.to_string(), "../B./R./GG");
        assert_eq!(effect.after.hand.to_string(), "R");
        let fall = effect.falls.last().unwrap();
        assert_eq!((fall.from.row, fall.to.row), (1, 4));
    }

    #[test]
    fn a_row_shot_along_an_empty_row_still_goes_down_the_last_column() {
        assert_eq!(after("../.R/GG", "R", "r1"), is("../../GR", "G"));
    }

    #[test]
    fn figure_2_a_row_shot_that_ends_within_its_row() {
        // Section 4.2 of the article lists this shot step by step: of twelve blocks, two in the
        // third row are consumed, with an empty cell between them; then a swap with green and
        // four falls.
        let effect = fire("G.GG/R.GR/R.RG/G.RR", "R", "r3").unwrap();
        assert_eq!(effect.consumed, places(&[(3, 1), (3, 3)]));
        assert_eq!(effect.swap.unwrap().place, Place { row: 3, column: 4 });
        let falls = effect
            .falls
            .iter()
            .map(|fall| (fall.from.row, fall.to.row, fall.from.column, fall.colour.letter()));
        let expected = [(2, 3, 1, 'R'), (1, 2, 1, 'G'), (2, 3, 3, 'G'), (1, 2, 3, 'G')];
        assert_eq!(falls.collect::<Vec<_>>(), expected);
        assert_eq!(effect.after, position("...G/G.GR/R.GR/G.RR", "G"));
    }

    #[test]
    fn figure_3_a_row_shot_that_reaches_the_wall_and_goes_down() {
        // The block at the top right falls by two rows.
        assert_eq!(after("RGR/GGG/RRG/GGR", "G", "r2"), is(".../RG./RRR/GGG", "R"));
    }

    #[test]
    fn figure_8_two_red_blocks_are_consumed_one_shot_at_a_time() {
        // Two shots along the bottom row: each consumes one red block and ends at the floor.
        assert_eq!(after("R./R.", "R", "r2"), is("../R.", "R"));
        assert_eq!(after("../R.", "R", "r2"), is("../..", "R"));
    }

    #[test]
    fn a_shot_is_written_as_r_or_c_followed_by_a_number() {
        assert_eq!("r3".parse(), Ok(Shot::Row(3)));
        assert_eq!("C12".parse(), Ok(Shot::Column(12)));
        for text in
            ["", "r", "x1", "r+1", "r-1", "r1c", "3", "rr", "r1 ", "é1", "r99999999999999999999"]
        {
            assert!(text.parse::<Shot>().is_err(), "{text:?}");
        }
    }
}
