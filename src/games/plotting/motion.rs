//! The game in motion: how the blocks of a shot fly and fall, and where a shot is aimed.

use super::board::Place;
use super::level::Level;
use super::round::{State, Turn};
use super::rules::{Effect, Fall, Shot};
use super::story;
use crate::game::grid::Cell;
use crate::game::motion::{Aim, Glide, Spot, Stage};
use crate::game::picture::{Hand, Picture};

/// A place of the board as a cell of its picture.
pub fn cell(place: Place) -> Cell {
    Cell { row: place.row, column: place.column }
}

/// What a shot looks like: the block flies from the hand; then a block comes back to the hand, and the
/// blocks above empty cells fall. A MISS is one stage in which nothing flies.
pub fn stages(level: &Level, before: &State, turn: &Turn) -> Vec<Stage> {
    let firing = level.firing();
    let after = story::picture(level, &turn.after);
    let Some(effect) = &turn.effect else {
        return vec![Stage { label: turn.step.to_string(), glides: Vec::new(), after }];
    };
    let Some(&last) = effect.path.last() else { return Vec::new() };

    let mut board = before.position.board.clone();
    for &place in &effect.consumed {
        board[place] = None;
    }
    board[last] = Some(effect.colour);
    let lines = after.lines.clone();
    let landed = Picture { hand: Some(Hand::Empty), lines, ..story::board(&board, firing) };

    let flight = Glide { tile: story::tile(effect.colour), way: way(effect) };
    let taken = effect.swap.map_or(effect.colour, |swap| swap.taken);
    let back = Glide { tile: story::tile(taken), way: vec![cell(last).into(), Spot::Hand] };
    let fall = |fall: &Fall| Glide {
        tile: story::tile(fall.colour),
        way: vec![cell(fall.from).into(), cell(fall.to).into()],
    };
    let settling = [back].into_iter().chain(effect.falls.iter().map(fall)).collect();
    vec![
        Stage { label: effect.shot.to_string(), glides: vec![flight], after: landed },
        Stage { label: settles(effect), glides: settling, after },
    ]
}

/// The way of a shot: from the hand to the firing position, along the row, down the wall.
fn way(effect: &Effect) -> Vec<Spot> {
    let spots: Vec<(i32, i32)> = effect.path.iter().map(|&place| spot(place)).collect();
    let entry = spots.first().map(|&(row, column)| match effect.shot {
        Shot::Row(_) => (row, column - 1),
        Shot::Column(_) => (row - 1, column),
    });
    let spots: Vec<(i32, i32)> = entry.into_iter().chain(spots).collect();
    let is_turn = |three: &&[(i32, i32)]| three[0].0 == three[1].0 && three[1].0 != three[2].0;
    let turns = spots.windows(3).filter(is_turn).map(|three| three[1]);
    let stops = spots.first().copied().into_iter().chain(turns).chain(spots.last().copied());
    let at = |(row, column)| Spot::At { row, column };
    [Spot::Hand].into_iter().chain(stops.map(at)).collect()
}

fn spot(place: Place) -> (i32, i32) {
    // Boards have at most 16 rows and columns.
    (place.row as i32, place.column as i32)
}

fn settles(effect: &Effect) -> String {
    let back = match effect.swap {
        Some(swap) => format!("{} comes back", swap.taken),
        None => format!("{} comes back from the floor", effect.colour),
    };
    match effect.falls.len() {
        0 => back,
        1 => back + ", one block falls",
        _ => back + ", blocks fall",
    }
}

/// What a player points at to fire the shot that a word names.
pub fn aim(word: &str) -> Aim {
    match word.parse() {
        Ok(Shot::Row(row)) => Aim::Row(row),
        Ok(Shot::Column(column)) => Aim::Column(column),
        Err(_) => Aim::Button,
    }
}

/// The word of the shot that is aimed like this.
pub fn word(aim: &Aim) -> Option<String> {
    let shot = match aim {
        Aim::Row(row) => Shot::Row(*row),
        Aim::Column(column) => Shot::Column(*column),
        Aim::Cells(_) | Aim::Button => return None,
    };
    Some(shot.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::picture::Tile;

    fn level(board: &str) -> Level {
        Level::new("test", board.parse().unwrap(), 0).unwrap()
    }

    fn drawn(board: &str, shot: &str) -> Vec<Stage> {
        let (level, start) = (level(board), level(board).opening());
        stages(&level, &start, &level.play(&start, shot.parse().unwrap()).unwrap())
    }

    fn board(stage: &Stage) -> String {
        let letter = |cell: &Option<_>| {
            cell.as_ref().map_or(".".to_owned(), |tile: &Tile| tile.label.clone())
        };
        let row = |row: &Vec<_>| row.iter().map(letter).collect::<String>();
        stage.after.rows.iter().map(row).collect::<Vec<_>>().join("/")
    }

    fn ways(stage: &Stage) -> Vec<String> {
        let spot = |spot: &Spot| match spot {
            Spot::At { row, column } => format!("{row},{column}"),
            Spot::Hand => "hand".to_owned(),
        };
        let glide = |glide: &Glide| {
            let way: Vec<String> = glide.way.iter().map(spot).collect();
            format!("{} {}", glide.tile.label, way.join(" "))
        };
        stage.glides.iter().map(glide).collect()
    }

    #[test]
    fn a_shot_flies_and_swaps_and_blocks_fall() {
        let stages = drawn("GG/RR/BG", "r2");
        assert_eq!(board(&stages[0]), "GG/../BR");
        assert_eq!(ways(&stages[0]), ["R hand 2,0 2,2 3,2"]);
        assert_eq!(stages[0].after.hand, Some(Hand::Empty));
        assert_eq!(board(&stages[1]), "../GG/BR");
        assert_eq!(ways(&stages[1]), ["G 3,2 hand", "G 1,1 2,1", "G 1,2 2,2"]);
        assert_eq!(stages[1].label, "G comes back, blocks fall");
    }

    #[test]
    fn a_shot_that_reaches_the_floor_comes_back() {
        let stages = drawn("RG/RG", "c1");
        assert_eq!(ways(&stages[0]), ["R hand 0,1 2,1"]);
        assert_eq!(board(&stages[0]), ".G/RG");
        assert_eq!(ways(&stages[1]), ["R 2,1 hand"]);
        assert_eq!(board(&stages[1]), ".G/.G");
        assert_eq!(stages[1].label, "R comes back from the floor");
    }

    #[test]
    fn a_shot_turns_at_the_wall_even_on_a_board_of_one_column() {
        assert_eq!(ways(&drawn("R/R", "r1")[0]), ["R hand 1,0 1,1 2,1"]);
    }

    #[test]
    fn aims_and_words_are_the_same_thing() {
        for word in ["r1", "c12"] {
            assert_eq!(super::word(&aim(word)).as_deref(), Some(word));
        }
        assert_eq!(aim("x"), Aim::Button);
    }
}
