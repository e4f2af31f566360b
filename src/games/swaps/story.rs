//! The game in words and pictures: what a move did, what a board and a level look like.

use super::board::{Board, Kind};
use super::level::{Cost, Level, Target, Wanted};
use super::rules::{Effect, Move};
use crate::game::picture::{Hue, Picture, Tile};
use crate::game::words::Noun;

/// What a step of a plan is called.
pub const MOVE: Noun = Noun { one: "move", many: "moves" };
/// What lies on the board.
pub const TILE: Noun = Noun { one: "tile", many: "tiles" };
/// What tiles differ in.
pub const KIND: Noun = Noun { one: "kind", many: "kinds" };

/// What a move did, in one line.
pub fn story(step: Move, effect: &Effect, after: &Board) -> String {
    format!("{step} {}; {} left", done(effect), TILE.count(after.tiles() as i128))
}

/// What a move does, in words that follow the move.
pub fn done(effect: &Effect) -> String {
    match effect {
        Effect::Exchanged { first, last } => format!("swaps {first} and {last}"),
        Effect::Vanished { mover: (mover, _), gone: (gone, _) } => {
            format!("puts {mover} in the place of {gone}, which vanishes")
        }
        Effect::Matched(kind) => format!("removes three {kind}"),
    }
}

/// The tile that stands for a kind.
pub fn tile(kind: Kind) -> Tile {
    const HUES: [Hue; 10] = [
        Hue::Red,
        Hue::Green,
        Hue::Blue,
        Hue::Yellow,
        Hue::Orange,
        Hue::Violet,
        Hue::Cyan,
        Hue::Pink,
        Hue::White,
        Hue::Black,
    ];
    let hue = match kind.letter() {
        'R' => Hue::Red,
        'G' => Hue::Green,
        'S' => Hue::Yellow,
        'H' => Hue::Blue,
        letter => HUES[letter as usize % HUES.len()],
    };
    Tile { label: kind.letter().to_string(), hue }
}

/// What a board looks like.
pub fn picture(board: &Board) -> Picture {
    let row = |row: &[Option<Kind>]| row.iter().map(|cell| cell.map(tile)).collect();
    let rows = board.values().chunks(board.columns()).map(row).collect();
    Picture { rows, ..Picture::default() }
}

/// What a level looks like: its board, its rules and its goal.
pub fn portrait(level: &Level) -> Picture {
    let board = level.board();
    let (tiles, kinds) = (board.tiles(), board.kinds().len());
    let mut portrait = picture(board).titled(level.name()).with_line(format!(
        "{} of {}",
        TILE.count(tiles as i128),
        KIND.count(kinds as i128)
    ));
    let (rules, kinds) = (level.rules(), board.kinds());
    let can_meet =
        |(first, second): &&(Kind, Kind)| kinds.contains(first) && kinds.contains(second);
    for (first, second) in rules.vanish.iter().filter(can_meet) {
        let from = if rules.is_directed { " from above or from the left" } else { "" };
        portrait =
            portrait.with_line(format!("{first} moving onto {second}{from}: {second} vanishes"));
    }
    if rules.is_directed {
        portrait = portrait.with_line("directed, as in the published domain");
    }
    if !rules.fixed.is_empty() {
        let fixed: Vec<String> = rules.fixed.iter().map(Kind::to_string).collect();
        portrait = portrait.with_line(format!("fixed: {}", fixed.join(", ")));
    }
    let measure = match level.cost() {
        Cost::Moves => "fewest moves",
        Cost::Swaps => "fewest swaps",
    };
    portrait.with_line(match level.target() {
        None => format!("goal: empty the board, {measure}"),
        Some(target) => format!("goal: reach {target}, {measure}"),
    })
}

/// How a board falls short of the goal of a level, in words.
pub fn shortfall(level: &Level, board: &Board) -> String {
    match level.target() {
        None => {
            let tiles = board.tiles() as i128;
            format!("{} {} left", TILE.count(tiles), if tiles == 1 { "is" } else { "are" })
        }
        Some(target) => match first_difference(target, board) {
            Some(difference) => difference,
            None => "the target is reached".to_owned(),
        },
    }
}

/// The first cell that differs from a target, in words.
fn first_difference(target: &Target, board: &Board) -> Option<String> {
    let cell = target.cells().find(|&cell| !target[cell].is_met_by(board[cell]))?;
    let wanted = match target[cell] {
        Wanted::Anything | Wanted::Empty => "be empty".to_owned(),
        Wanted::Tile(kind) => format!("be {kind}"),
    };
    let found = board[cell].map_or("empty".to_owned(), |kind| kind.to_string());
    Some(format!("{cell} is {found}, it should {wanted}"))
}
