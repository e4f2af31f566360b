//! The game in motion: how blocks are joined, fall and come in, and what a move is aimed at.

use super::board::{Board, Cell, Number};
use super::level::Level;
use super::path::Path;
use super::plan::text;
use super::rules::{Merge, Move};
use super::state::{Stage, Turn};
use super::story::{self, tile};
use crate::game::motion::{self, Aim, Glide, Spot};

/// The stages of a move: blocks glide together, the columns pack down, new blocks come in from above.
pub fn stages(level: &Level, before: &Board, step: &Move, turn: &Turn) -> Vec<motion::Stage> {
    let mut stages = Vec::new();
    let mut board = before;
    for (stage, next) in &turn.stages {
        let (label, glides) = match stage {
            Stage::Holes => ("block and holes", joined(before, step, &turn.merges)),
            Stage::Fall => ("fall", fallen(board)),
            Stage::Refill => ("refill", refilled(board, next)),
        };
        stages.push(motion::Stage { label: label.to_owned(), glides, after: story::board(next) });
        board = next;
    }
    if let Some(last) = stages.last_mut() {
        last.after = story::picture(level, &turn.after);
    }
    stages
}

fn glide(number: Number, way: Vec<Spot>) -> Glide {
    Glide { tile: tile(number), way }
}

/// Blocks glide onto the cell of their new block: those of a path along the path.
fn joined(board: &Board, step: &Move, merges: &[Merge]) -> Vec<Glide> {
    let mut glides = Vec::new();
    for merge in merges {
        for (index, &cell) in merge.cells.iter().enumerate().filter(|(_, cell)| **cell != merge.at)
        {
            let way = match step {
                Move::Join(_) => merge.cells[index..].iter().copied().map(Spot::from).collect(),
                Move::Collapse => vec![cell.into(), merge.at.into()],
            };
            glides.extend(board[cell].map(|number| glide(number, way)));
        }
    }
    glides
}

/// Blocks above holes fall.
fn fallen(holes: &Board) -> Vec<Glide> {
    let mut glides = Vec::new();
    for column in 1..=holes.columns() {
        let mut floor = holes.rows();
        for row in (1..=holes.rows()).rev() {
            let Some(number) = holes[Cell { row, column }] else { continue };
            if row != floor {
                let way = [row, floor].map(|row| Cell { row, column }.into());
                glides.push(glide(number, way.to_vec()));
            }
            floor -= 1;
        }
    }
    glides
}

/// New blocks come in from above, all of a column together.
fn refilled(fallen: &Board, board: &Board) -> Vec<Glide> {
    let mut glides = Vec::new();
    for column in 1..=board.columns() {
        let is_new = |row: &usize| {
            let cell = Cell { row: *row, column };
            fallen[cell].is_none() && board[cell].is_some()
        };
        let new: Vec<usize> = (1..=board.rows()).filter(is_new).collect();
        let lowest = new.last().copied().unwrap_or(0);
        for row in new {
            let to = Spot::from(Cell { row, column });
            let (Spot::At { row: end, column: across }, Ok(height)) = (to, i32::try_from(lowest))
            else {
                continue;
            };
            let from = Spot::At { row: end - height, column: across };
            glides.extend(board[Cell { row, column }].map(|number| glide(number, vec![from, to])));
        }
    }
    glides
}

/// The cells of the path that a word names.
pub fn trail(word: &str) -> Vec<Cell> {
    match text::step(word) {
        Ok(Move::Join(path)) => path.cells().to_vec(),
        Ok(Move::Collapse) | Err(_) => Vec::new(),
    }
}

/// What a player points at to play the move that a word names.
pub fn aim(word: &str) -> Aim {
    match trail(word) {
        cells if cells.is_empty() => Aim::Button,
        cells => Aim::Cells(cells),
    }
}

/// The word of the move that is aimed like this.
pub fn word(aim: &Aim) -> Option<String> {
    match aim {
        Aim::Cells(cells) => Some(Path::new(cells.clone()).ok()?.to_string()),
        Aim::Row(_) | Aim::Column(_) | Aim::Button => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::super::game::G2248;
    use super::super::refill::Source;
    use super::*;
    use crate::game::Game;

    /// What glides in each stage of a move.
    fn glides(level: &Level, word: &str) -> Vec<Vec<String>> {
        let start = level.start();
        let after = G2248::turn(level, &start, word).unwrap().after;
        let stages = G2248::stages(level, &start, word);
        assert_eq!(stages.last().unwrap().after, G2248::picture(level, &after));
        let spot = |spot: &Spot| match spot {
            Spot::At { row, column } => format!("{row},{column}"),
            Spot::Hand => "hand".to_owned(),
        };
        let glide = |glide: &Glide| {
            let way: Vec<String> = glide.way.iter().map(spot).collect();
            format!("{}: {}", glide.tile.label, way.join(" "))
        };
        stages.iter().map(|stage| stage.glides.iter().map(glide).collect()).collect()
    }

    #[test]
    fn blocks_glide_along_the_path_and_fall_and_new_ones_come_in_from_above() {
        let number = |value| Number::of(value).unwrap();
        let source = Source::Queues(vec![vec![number(2), number(8)], Vec::new()]);
        let level = Level::new("level", board("64 2 / 2 4 / 8 2")).unwrap();
        let level = level.with_source(source).unwrap();
        assert_eq!(
            glides(&level, "1,2-2,1-2,2"),
            [vec!["2: 1,2 2,1 2,2", "2: 2,1 2,2"], vec!["64: 1,1 2,1"], vec!["2: 0,1 1,1"],]
        );
    }

    #[test]
    fn the_groups_of_a_collapse_glide_to_their_lowest_cells() {
        let level = Level::new("level", board("2 2 / 4 8")).unwrap().with_collapse(true);
        assert_eq!(glides(&level, "collapse"), [vec!["2: 1,1 1,2"], vec![]]);
        assert_eq!(G2248::buttons(&level), ["collapse"]);
    }

    #[test]
    fn a_path_is_aimed_at_its_cells() {
        assert_eq!(word(&aim("3,1-4,1-5,2")).as_deref(), Some("3,1-4,1-5,2"));
        assert_eq!((aim("collapse"), trail("collapse")), (Aim::Button, Vec::new()));
    }
}
