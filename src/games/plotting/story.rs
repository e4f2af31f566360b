//! The game in words and pictures: what a shot did, what a position and a level look like.

use super::board::{Board, Colour, Place};
use super::level::{Firing, Level};
use super::rules::{Effect, Hand, Position, Shot};
use crate::game::picture::{self, Entries, Hue, Picture, Tile};
use crate::game::words::Noun;

/// What a step of a plan is called.
pub const SHOT: Noun = Noun { one: "shot", many: "shots" };
/// What lies on the board.
pub const BLOCK: Noun = Noun { one: "block", many: "blocks" };
/// What blocks differ in.
pub const COLOUR: Noun = Noun { one: "colour", many: "colours" };

/// A number with its noun: `1 block`, `2 blocks`.
pub fn counted(number: usize, noun: Noun) -> String {
    noun.count(number as i128)
}

/// Shots as a plan is written.
pub fn words(shots: &[Shot]) -> String {
    shots.iter().map(Shot::to_string).collect::<Vec<_>>().join(" ")
}

/// Tells what a shot did, in one line.
pub fn story(effect: &Effect) -> String {
    let mut story = format!(
        "{} consumes {} of {} ({})",
        effect.shot,
        counted(effect.consumed.len(), BLOCK),
        effect.colour,
        places(&effect.consumed)
    );
    match effect.swap {
        Some(swap) => {
            story += &format!(", swaps {} for {} at {}", swap.left, swap.taken, place(swap.place));
        }
        None => story += ", reaches the floor",
    }
    if !effect.falls.is_empty() {
        let falls: Vec<String> = effect
            .falls
            .iter()
            .map(|fall| format!("{} {}→{}", fall.colour, place(fall.from), place(fall.to)))
            .collect();
        let verb = if falls.len() == 1 { "falls" } else { "fall" };
        story += &format!("; {} {verb} ({})", counted(falls.len(), BLOCK), falls.join(", "));
    }
    let left = counted(effect.after.board.blocks(), BLOCK);
    story + &format!("; hand {}, {left} left", effect.after.hand)
}

/// The tile that stands for a block.
pub fn tile(colour: Colour) -> Tile {
    let hue = match colour.letter() {
        'R' => Hue::Red,
        'G' => Hue::Green,
        'B' => Hue::Blue,
        'Y' => Hue::Yellow,
        'O' => Hue::Orange,
        'V' => Hue::Violet,
        'C' => Hue::Cyan,
        'P' => Hue::Pink,
        'W' => Hue::White,
        'K' => Hue::Black,
        _ => Hue::Grey,
    };
    Tile { label: colour.letter().to_string(), hue }
}

/// What a board looks like to a player with these firing positions.
pub fn board(board: &Board, firing: &Firing) -> Picture {
    let cell = |row, column| board[Place { row, column }].map(tile);
    let row = |row| (1..=board.columns()).map(|column| cell(row, column)).collect();
    let entries = Entries {
        rows: (1..=board.rows()).map(|row| firing.allows(Shot::Row(row))).collect(),
        columns: (1..=board.columns()).map(|column| firing.allows(Shot::Column(column))).collect(),
    };
    Picture {
        rows: (1..=board.rows()).map(row).collect(),
        is_walled: true,
        entries: Some(entries),
        ..Picture::default()
    }
}

/// What a position looks like: the board and the hand.
pub fn picture(position: &Position, firing: &Firing) -> Picture {
    let hand = match position.hand {
        Hand::Wildcard => picture::Hand::Wildcard,
        Hand::Holding(colour) => picture::Hand::Tile(tile(colour)),
    };
    Picture { hand: Some(hand), ..board(&position.board, firing) }
}

/// What a level looks like: its start, its goal, and what restricts it.
pub fn portrait(level: &Level) -> Picture {
    let figures = level.figures();
    let colours = counted(figures.colours, COLOUR);
    let firing = level.firing();
    let mut portrait = picture(level.start(), firing).titled(level.name()).with_line(format!(
        "goal: at most {} of {} left ({colours})",
        level.goal(),
        counted(figures.blocks, BLOCK),
    ));
    if !firing.is_everywhere() {
        let (rows, columns) = (list(&firing.rows()), list(&firing.columns()));
        portrait = portrait.with_line(format!("firing: rows {rows}; columns {columns}"));
    }
    if level.goal() < figures.fewest_blocks {
        let fewest = counted(figures.fewest_blocks, BLOCK);
        let line = format!("unsolvable: {colours} never get below {fewest} (Lemma 1)");
        portrait = portrait.with_line(line);
    }
    portrait
}

/// How far a board is from a goal that may have been met after some shots, in words.
pub fn distance(blocks: usize, goal: usize, met_after: Option<usize>) -> String {
    let rest = match met_after {
        None => format!("{} too many", blocks.saturating_sub(goal)),
        Some(0) => "met at the start".to_owned(),
        Some(shots) => format!("met after shot {shots}"),
    };
    format!("{} left, the goal is {goal}: {rest}", counted(blocks, BLOCK))
}

fn list(numbers: &[usize]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// A cell in short: row and column, e.g. `2,3`.
fn place(place: Place) -> String {
    format!("{},{}", place.row, place.column)
}

fn places(list: &[Place]) -> String {
    list.iter().map(|&at| place(at)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::rules::shoot;

    #[test]
    fn one_line_tells_what_a_shot_did() {
        let position = Position { board: "GG/RR/BG".parse().unwrap(), hand: Hand::Wildcard };
        assert_eq!(
            story(&shoot(&position, Shot::Row(2)).unwrap()),
            "r2 consumes 2 blocks of R (2,1 2,2), swaps R for G at 3,2; \
             2 blocks fall (G 1,1→2,1, G 1,2→2,2); hand G, 4 blocks left"
        );
    }
}
