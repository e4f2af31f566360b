//! The game in words and pictures: what a shot did, what a position and a level look like.

use super::board::{Board, Colour, Place};
use super::level::{Firing, Level, Measure};
use super::replay::ValidPlan;
use super::round::{State, Step, Turn};
use super::rules::{Effect, Hand, Shot};
use crate::game::picture::{self, Entries, Hue, Picture, Tile};
use crate::game::words::Noun;

/// What a step of a plan is called.
pub const SHOT: Noun = Noun { one: "shot", many: "shots" };
/// What a MISS costs.
pub const LIFE: Noun = Noun { one: "spare life", many: "spare lives" };
/// A step that is not a shot.
const MISS: Noun = Noun { one: "MISS", many: "MISSes" };
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

/// Tells what a step did, in one line, and what it earned where plans are scored.
pub fn turn(level: &Level, turn: &Turn) -> String {
    let told = match &turn.effect {
        Some(effect) => story(effect),
        None => {
            let left = counted(turn.after.lives, LIFE);
            format!("{}: the hand becomes a wildcard; {left} left", Step::MISS)
        }
    };
    match level.measure() {
        Measure::Shots => told,
        Measure::Score => format!("{told}; earns {}", turn.score),
    }
}

/// What a valid plan achieves, with what the arcade adds.
pub fn achieved(level: &Level, plan: &ValidPlan, end: &State) -> String {
    let shots = plan.shots().len();
    let misses = plan.steps().len() - shots;
    let mut words = counted(shots, SHOT);
    if let Some(limit) = level.shot_limit() {
        words += &format!(" of {limit}");
    }
    if misses > 0 {
        words += &format!(" and {}", counted(misses, MISS));
    }
    let left = counted(end.position.board.blocks(), BLOCK);
    words += &format!(", {left} left, the goal is {}", level.goal());
    if level.lives() > 0 {
        words += &format!(", {} left", counted(end.lives, LIFE));
    }
    if level.measure() == Measure::Score {
        words += &format!(", score {}", plan.score());
    }
    words
}

/// The tile that stands for a block.
pub fn tile(colour: Colour) -> Tile {
    let hue = match colour.letter() {
        'R' => Hue::Red,
        'G' => Hue::Green,
        'B' => Hue::Blue,
        'Y' => Hue::Yellow,
        'O' => Hue::Orange,
        'V' | 'X' => Hue::Violet,
        'C' | 'T' => Hue::Cyan,
        'P' | 'S' => Hue::Pink,
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

/// What a state looks like: the board, the hand, and the spare lives and shots left where the level limits
/// them.
pub fn picture(level: &Level, state: &State) -> Picture {
    let hand = match state.position.hand {
        Hand::Wildcard => picture::Hand::Wildcard,
        Hand::Holding(colour) => picture::Hand::Tile(tile(colour)),
    };
    let picture = Picture { hand: Some(hand), ..board(&state.position.board, level.firing()) };
    let lives = (level.lives() > 0).then(|| counted(state.lives, LIFE));
    let shots = state.shots_left.map(|shots| counted(shots, SHOT));
    let left: Vec<String> = lives.into_iter().chain(shots).collect();
    if left.is_empty() { picture } else { picture.with_line(format!("{} left", left.join(", "))) }
}

/// What a level looks like: its start, its goal, and what restricts it.
pub fn portrait(level: &Level) -> Picture {
    let figures = level.figures();
    let colours = counted(figures.colours, COLOUR);
    let firing = level.firing();
    let mut portrait = picture(level, &level.opening()).titled(level.name()).with_line(format!(
        "goal: at most {} of {} left ({colours})",
        level.goal(),
        counted(figures.blocks, BLOCK),
    ));
    if level.measure() == Measure::Score {
        portrait = portrait.with_line("objective: the greatest score".to_owned());
    }
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
    use crate::games::plotting::rules::{Position, shoot};

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
