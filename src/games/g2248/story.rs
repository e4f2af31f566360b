//! The game in words and pictures: what a move did, what a board and a level look like.

use super::board::{Board, Number};
use super::level::{Goal, Hint, Level};
use super::refill::{Source, Supply};
use super::rules::{Merge, Move};
use super::state::{State, Turn};
use crate::game::picture::{Hue, Picture, Tile};
use crate::game::words::Noun;

/// What a step of a plan is called.
pub const MOVE: Noun = Noun { one: "move", many: "moves" };
/// What lies on the board.
pub const BLOCK: Noun = Noun { one: "block", many: "blocks" };
/// Moves that join the blocks of a path.
pub const PATH: Noun = Noun { one: "path", many: "paths" };
/// Moves that join all groups of equal blocks.
pub const COLLAPSE: Noun = Noun { one: "collapse", many: "collapses" };
/// What a collapse joins.
const GROUP: Noun = Noun { one: "group", many: "groups" };

/// A number of blocks in words.
fn blocks(number: usize) -> String {
    BLOCK.count(number as i128)
}

/// What a move did, in one line.
pub fn story(step: &Move, turn: &Turn) -> String {
    let came = turn.after.board.blocks() - turn.fallen().blocks();
    let end = match came {
        0 => format!("{} left", blocks(turn.after.board.blocks())),
        1 => "1 block comes in".to_owned(),
        _ => format!("{} come in", blocks(came)),
    };
    format!("{step} {}; {end}", done(step, turn))
}

fn done(step: &Move, turn: &Turn) -> String {
    match (step, turn.merges.as_slice()) {
        (Move::Join(_), [merge]) => {
            let lands = merge.lands(&turn.stages[0].1);
            let fall =
                if lands == merge.at { String::new() } else { format!(", which falls to {lands}") };
            let (joined, sum) = (blocks(merge.cells.len()), merge.sum);
            format!("joins {joined}, sum {sum}, into {} at {}{fall}", merge.block, merge.at)
        }
        (Move::Join(_) | Move::Collapse, merges) => {
            let joined = merges.iter().map(|merge| merge.cells.len()).sum();
            let groups = GROUP.count(merges.len() as i128);
            let made: Vec<String> = merges.iter().map(made).collect();
            format!("joins {} in {groups} into {}", blocks(joined), made.join(", "))
        }
    }
}

/// The block that a group becomes, and where.
fn made(merge: &Merge) -> String {
    format!("{} at {}", merge.block, merge.at)
}

/// The tile that stands for a number: each power of two has another colour than its neighbours.
pub fn tile(number: Number) -> Tile {
    const HUES: [Hue; 10] = [
        Hue::White,
        Hue::Yellow,
        Hue::Orange,
        Hue::Red,
        Hue::Pink,
        Hue::Violet,
        Hue::Blue,
        Hue::Cyan,
        Hue::Green,
        Hue::Grey,
    ];
    let hue = HUES[usize::from(number.exponent() - 1) % HUES.len()];
    Tile { label: number.to_string(), hue }
}

/// What a board looks like.
pub fn board(board: &Board) -> Picture {
    let row = |row: &[Option<Number>]| row.iter().map(|cell| cell.map(tile)).collect();
    Picture { rows: board.lines().map(row).collect(), ..Picture::default() }
}

/// What a state looks like: its board, the score, and what comes in next.
pub fn picture(level: &Level, state: &State) -> Picture {
    let picture = board(&state.board).with_line(format!("score: {}", state.score));
    with_supply(picture, level, &state.supply)
}

/// A picture with a line about what comes in next.
fn with_supply(picture: Picture, level: &Level, supply: &Supply) -> Picture {
    match supply {
        Supply::Nothing => picture,
        Supply::Chance(generator) => picture.with_line(format!("seed: {}", generator.state)),
        Supply::Queues(_) => {
            let columns = 1..=level.board().columns();
            let queue = |column| {
                let waiting = level.source().waiting(supply, column);
                let numbers: Vec<String> = waiting.iter().map(Number::to_string).collect();
                if numbers.is_empty() { "-".to_owned() } else { numbers.join(" ") }
            };
            let queues: Vec<String> = columns.map(queue).collect();
            picture.with_line(format!("queues: {}", queues.join(" | ")))
        }
    }
}

/// What a level looks like: its board, what comes in, and its goal.
pub fn portrait(level: &Level) -> Picture {
    let start = level.board();
    let mut portrait = board(start).titled(level.name()).with_line(blocks(start.blocks()));
    portrait = with_supply(portrait, level, &level.source().start());
    if matches!(level.source(), Source::Nothing) {
        portrait = portrait.with_line("nothing comes in");
    }
    if level.goal().is_some() && level.may_collapse() {
        portrait = portrait.with_line("a plan may use a collapse");
    }
    portrait.with_line(match level.goal() {
        None => "no goal: a level for play".to_owned(),
        Some(goal) => format!("goal: {}", aim(goal)),
    })
}

/// A goal in words.
fn aim(goal: Goal) -> String {
    match goal {
        Goal::Blocks(most) => format!("at most {}, fewest moves", blocks(most)),
        Goal::Score(least) => format!("score {least}, fewest moves"),
        Goal::BestScore { moves } => {
            format!("the best score in at most {}", MOVE.count(moves as i128))
        }
        Goal::Hint(Hint::Path) => {
            "the path that yields the largest block, with the largest sum".to_owned()
        }
        Goal::Hint(Hint::Adjacent) => {
            "the path that yields the largest block that ends up adjacent to an equal one"
                .to_owned()
        }
    }
}

/// What a state lacks to meet the goal of its level, in words.
pub fn shortfall(level: &Level, state: &State) -> String {
    match level.goal() {
        None => "the level has no goal".to_owned(),
        Some(Goal::Blocks(most)) => {
            let left = state.board.blocks();
            let are = if left == 1 { "is" } else { "are" };
            format!("{} {are} left, the goal is at most {most}", blocks(left))
        }
        Some(Goal::Score(least)) => format!("the score is {}, the goal is {least}", state.score),
        Some(Goal::BestScore { .. }) => "the goal is met".to_owned(),
        Some(Goal::Hint(_)) if state.moves_left == Some(1) => {
            "a hint is one join, and the plan has none".to_owned()
        }
        Some(Goal::Hint(_)) => "the new block does not end up adjacent to an equal one".to_owned(),
    }
}
