//! The game in motion: where tiles go in a move, and which cells a move is aimed at.

use super::board::Board;
use super::rules::{Effect, Move};
use super::story::{self, tile};
use crate::game::grid::Cell;
use crate::game::motion::{Aim, Glide, Spot, Stage};

/// What a move looks like: tiles change places, one moves onto another, or three vanish in place.
pub fn stage(step: Move, effect: &Effect, after: &Board) -> Stage {
    let glide =
        |kind, cells: [Cell; 2]| Glide { tile: tile(kind), way: cells.map(Spot::from).to_vec() };
    let (one, other) = step.ends();
    let glides = match *effect {
        Effect::Exchanged { first, last } => {
            vec![glide(first, [one, other]), glide(last, [other, one])]
        }
        Effect::Vanished { mover: (mover, from), gone: (_, to) } => vec![glide(mover, [from, to])],
        Effect::Matched(_) => Vec::new(),
    };
    Stage { label: format!("{step} {}", story::done(effect)), glides, after: story::picture(after) }
}

/// The word of the move at these cells: the two tiles of a swap, or the ends of a match.
pub fn word(aim: &Aim) -> Option<String> {
    let cells = match aim {
        Aim::Cells(cells) => cells,
        Aim::Row(_) | Aim::Column(_) | Aim::Button => return None,
    };
    let (one, other) = (cells.iter().min()?, cells.iter().max()?);
    let step = Move::between(*one, *other).ok()?;
    let mut all = cells.clone();
    all.sort_unstable();
    (all == step.cells() || cells.len() == 2).then(|| step.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::swaps::game::Swaps;
    use crate::games::swaps::level::Level;

    fn level(board: &str) -> Level {
        Level::new("test", Board::from_rows(&board.split('/').collect::<Vec<_>>()).unwrap())
            .unwrap()
    }

    /// The tiles that glide in a move, each with its spots.
    fn glides(board: &str, word: &str) -> Vec<String> {
        let level = level(board);
        let stages = Swaps::stages(&level, level.board(), word);
        assert_eq!(stages.len(), 1);
        let after = Swaps::turn(&level, level.board(), word).unwrap().after;
        assert_eq!(stages[0].after, Swaps::picture(&level, &after));
        let spot = |spot: &Spot| match spot {
            Spot::At { row, column } => format!(" {row},{column}"),
            Spot::Hand => " hand".to_owned(),
        };
        let glide = |glide: &Glide| {
            glide.tile.label.clone() + &glide.way.iter().map(spot).collect::<String>()
        };
        stages[0].glides.iter().map(glide).collect()
    }

    #[test]
    fn two_tiles_change_places() {
        assert_eq!(glides("RH", "1,1-1,2"), ["R 1,1 1,2", "H 1,2 1,1"]);
    }

    #[test]
    fn the_tile_that_stays_glides_onto_the_one_that_vanishes() {
        assert_eq!(glides("S/G", "1,1-2,1"), ["G 2,1 1,1"]);
    }

    #[test]
    fn three_tiles_vanish_in_place() {
        assert!(glides("RRR", "1,1-1,3").is_empty());
    }

    #[test]
    fn an_illegal_move_has_no_stages() {
        let level = level("RR");
        assert!(Swaps::stages(&level, level.board(), "1,1-1,2").is_empty());
        assert!(Swaps::stages(&level, level.board(), "up").is_empty());
    }

    #[test]
    fn a_match_can_be_aimed_at_its_ends_or_at_all_three_cells() {
        let all = Swaps::aim("2,1-2,3");
        assert_eq!(Swaps::word(&all).as_deref(), Some("2,1-2,3"));
        let cell = |column| Cell { row: 2, column };
        assert_eq!(Swaps::word(&Aim::Cells(vec![cell(3), cell(1)])).as_deref(), Some("2,1-2,3"));
        assert_eq!(Swaps::word(&Aim::Cells(vec![cell(1), cell(4)])), None);
        assert_eq!(Swaps::word(&Aim::Cells(vec![cell(1)])), None);
    }
}
