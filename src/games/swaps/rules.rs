//! The rules: what a swap and a match do to a board. Everything else is judged by this file.

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use super::board::{Board, Cell, Kind};

/// A move, named by its two outer cells. The order of the two does not matter; a [`Move`] has the upper or
/// left one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Move {
    /// Exchanges the tiles of two neighbouring cells.
    Swap(Cell, Cell),
    /// Removes three tiles of one kind in a line; the third cell is between these two.
    Match(Cell, Cell),
}

/// Two cells that name no move, in words.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0} and {1} are neither neighbours nor the ends of three cells in a line")]
pub struct NotAMove(pub Cell, pub Cell);

impl Move {
    /// The move between these outer cells, in either order.
    ///
    /// # Errors
    /// If the cells name no move.
    pub fn between(one: Cell, other: Cell) -> Result<Move, NotAMove> {
        let (first, last) = (one.min(other), one.max(other));
        let (down, right) = (last.row - first.row, last.column.abs_diff(first.column));
        match (down, right) {
            (0, 1) | (1, 0) => Ok(Move::Swap(first, last)),
            (0, 2) | (2, 0) => Ok(Move::Match(first, last)),
            _ => Err(NotAMove(one, other)),
        }
    }

    /// The cells that the move names.
    pub fn ends(self) -> (Cell, Cell) {
        match self {
            Move::Swap(first, last) | Move::Match(first, last) => (first, last),
        }
    }

    /// The cells that the move needs tiles in, in order: two for a swap, three for a match.
    pub fn cells(self) -> Vec<Cell> {
        match self {
            Move::Swap(first, last) => vec![first, last],
            Move::Match(first, last) => vec![first, between(first, last), last],
        }
    }

    /// All moves that fit on a board, swaps first, whether they are legal or not.
    pub fn all(board: &Board) -> impl Iterator<Item = Move> + '_ {
        let ends = |distance: usize| {
            board.cells().flat_map(move |cell| {
                let right = Cell { column: cell.column + distance, ..cell };
                let below = Cell { row: cell.row + distance, ..cell };
                [right, below].into_iter().filter(|&end| board.has(end)).map(move |end| (cell, end))
            })
        };
        let swaps = ends(1).map(|(first, last)| Move::Swap(first, last));
        swaps.chain(ends(2).map(|(first, last)| Move::Match(first, last)))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.ends();
        write!(f, "{first}-{last}")
    }
}

/// What the rules of a level add to those of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The pairs that vanish: when the first and the second are swapped, the second is gone.
    pub vanish: Vec<(Kind, Kind)>,
    /// The kinds that cannot be swapped, in the order of the alphabet.
    pub fixed: Vec<Kind>,
    /// Whether a pair vanishes only if its first tile is above or left of the second, as in the published
    /// domain; the other way round the two cannot be swapped.
    pub is_directed: bool,
}

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Illegal {
    /// A cell of the move is not on the board.
    #[error("{0} is outside the board")]
    Outside(Cell),
    /// A cell of the move is empty.
    #[error("{0} is empty")]
    Empty(Cell),
    /// A tile of the swap is fixed.
    #[error("{kind} at {cell} is fixed")]
    Fixed {
        /// Where it is.
        cell: Cell,
        /// What it is.
        kind: Kind,
    },
    /// The tiles of the swap are of one kind.
    #[error("both tiles are {0}")]
    Same(Kind),
    /// The tiles of the swap are a vanishing pair that lies the wrong way round.
    #[error("{mover} moves onto {gone} only from above or from the left")]
    WrongWay {
        /// The tile that would move.
        mover: Kind,
        /// The tile that would be gone.
        gone: Kind,
    },
    /// The tiles of the match are not of one kind.
    #[error("the tiles are {}, {} and {}", .0[0], .0[1], .0[2])]
    Different([Kind; 3]),
}

/// What a legal move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Two tiles exchange their cells.
    Exchanged {
        /// The tile that was in the first cell of the move.
        first: Kind,
        /// The tile that was in the last cell.
        last: Kind,
    },
    /// One tile moves onto the cell of another, which is gone.
    Vanished {
        /// The tile that moves, and where it was.
        mover: (Kind, Cell),
        /// The tile that is gone, and where it was: the cell in which the first one is now.
        gone: (Kind, Cell),
    },
    /// Three tiles of this kind are removed.
    Matched(Kind),
}

impl Rules {
    /// Plays a move: what it does, and the board after it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(&self, board: &Board, step: Move) -> Result<(Effect, Board), Illegal> {
        match step {
            Move::Swap(first, last) => self.swap(board, first, last),
            Move::Match(first, last) => three_of_a_kind(board, first, last),
        }
    }

    fn swap(&self, board: &Board, first: Cell, last: Cell) -> Result<(Effect, Board), Illegal> {
        let (one, other) = (self.movable(board, first)?, self.movable(board, last)?);
        if one == other {
            return Err(Illegal::Same(one));
        }
        let mut after = board.clone();
        let effect = if self.vanish.contains(&(one, other)) {
            (after[first], after[last]) = (None, Some(one));
            Effect::Vanished { mover: (one, first), gone: (other, last) }
        } else if self.vanish.contains(&(other, one)) {
            if self.is_directed {
                return Err(Illegal::WrongWay { mover: other, gone: one });
            }
            (after[first], after[last]) = (Some(other), None);
            Effect::Vanished { mover: (other, last), gone: (one, first) }
        } else {
            (after[first], after[last]) = (Some(other), Some(one));
            Effect::Exchanged { first: one, last: other }
        };
        Ok((effect, after))
    }

    fn movable(&self, board: &Board, cell: Cell) -> Result<Kind, Illegal> {
        let kind = tile(board, cell)?;
        if self.fixed.contains(&kind) { Err(Illegal::Fixed { cell, kind }) } else { Ok(kind) }
    }
}

fn three_of_a_kind(board: &Board, first: Cell, last: Cell) -> Result<(Effect, Board), Illegal> {
    let middle = between(first, last);
    let cells = [first, middle, last];
    let [one, two, three] = [tile(board, first)?, tile(board, middle)?, tile(board, last)?];
    if one != two || two != three {
        return Err(Illegal::Different([one, two, three]));
    }
    let mut after = board.clone();
    for cell in cells {
        after[cell] = None;
    }
    Ok((Effect::Matched(one), after))
}

fn between(first: Cell, last: Cell) -> Cell {
    Cell { row: (first.row + last.row) / 2, column: (first.column + last.column) / 2 }
}

fn tile(board: &Board, cell: Cell) -> Result<Kind, Illegal> {
    if !board.has(cell) {
        return Err(Illegal::Outside(cell));
    }
    board[cell].ok_or(Illegal::Empty(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        let kind = |letter| Kind::from_letter(letter).unwrap();
        Rules { vanish: vec![(kind('G'), kind('S'))], fixed: vec![kind('F')], is_directed: false }
    }

    fn play(rules: &Rules, board: &str, row: usize, columns: [usize; 2]) -> Result<String, String> {
        let board = Board::from_rows(&board.split('/').collect::<Vec<_>>()).unwrap();
        let [one, other] = columns.map(|column| Cell { row, column });
        let step = Move::between(one, other).unwrap();
        let played = rules.play(&board, step).map_err(|illegal| illegal.to_string())?;
        Ok(played.1.to_string())
    }

    #[test]
    fn a_swap_exchanges_two_neighbours() {
        assert_eq!(play(&rules(), "GHR", 1, [1, 2]).unwrap(), "HGR");
        assert_eq!(play(&rules(), "GHR", 1, [3, 2]).unwrap(), "GRH");
    }

    #[test]
    fn a_swap_needs_two_different_tiles_that_can_move() {
        assert_eq!(play(&rules(), "GG", 1, [1, 2]).unwrap_err(), "both tiles are G");
        assert_eq!(play(&rules(), "G.", 1, [1, 2]).unwrap_err(), "1,2 is empty");
        assert_eq!(play(&rules(), "GF", 1, [1, 2]).unwrap_err(), "F at 1,2 is fixed");
        assert_eq!(play(&rules(), "G", 1, [1, 2]).unwrap_err(), "1,2 is outside the board");
    }

    #[test]
    fn a_pair_vanishes_in_either_order_and_leaves_the_cell_it_came_from_empty() {
        assert_eq!(play(&rules(), "GS", 1, [1, 2]).unwrap(), ".G");
        assert_eq!(play(&rules(), "SG", 1, [1, 2]).unwrap(), "G.");
        let directed = Rules { is_directed: true, ..rules() };
        assert_eq!(play(&directed, "GS", 1, [1, 2]).unwrap(), ".G");
        assert_eq!(
            play(&directed, "SG", 1, [1, 2]).unwrap_err(),
            "G moves onto S only from above or from the left"
        );
    }

    #[test]
    fn a_match_removes_exactly_three_of_a_kind() {
        assert_eq!(play(&rules(), "HHHH", 1, [2, 4]).unwrap(), "H...");
        assert_eq!(play(&rules(), "FFF", 1, [1, 3]).unwrap(), "...");
        assert_eq!(play(&rules(), "HGH", 1, [1, 3]).unwrap_err(), "the tiles are H, G and H");
        assert_eq!(play(&rules(), "H.H", 1, [1, 3]).unwrap_err(), "1,2 is empty");
    }

    #[test]
    fn two_cells_name_a_move_in_either_order() {
        let cell = |row, column| Cell { row, column };
        assert_eq!(Move::between(cell(2, 1), cell(1, 1)).unwrap().to_string(), "1,1-2,1");
        assert_eq!(Move::between(cell(3, 1), cell(1, 1)), Ok(Move::Match(cell(1, 1), cell(3, 1))));
        for (one, other) in
            [(cell(1, 1), cell(1, 1)), (cell(1, 1), cell(2, 2)), (cell(1, 4), cell(1, 1))]
        {
            assert!(Move::between(one, other).is_err());
        }
        let board = Board::from_rows(&["GHG", "HHR", "RRG"]).unwrap();
        assert_eq!(Move::all(&board).count(), 12 + 6);
    }
}
