//! Reads and writes levels in the form of taotao54321/FlipullSolver: "advance" levels of the NES game.
//!
//! ```text
//! advance
//! 3 13              the hand (1 to 4 a colour, 5 the wildcard) and the limit of shots
//! ####....          six aiming positions above the board: a shot falls into the column left of which
//! ###.....          the stairs of # end
//! …
//! ........          the six rows of the board from the top: numbers for blocks,
//! 2444..|.          and a pipe where no shot can pass
//! …
//! ```
//!
//! The picture is mirrored: the pile is on the left, and shots come from the right. The goal is always 3.

use askama::Template;

use super::{Format, WriteError, rendered};
use crate::game::level::ReadError;
use crate::games::plotting::board::{Board, Colour, Place};
use crate::games::plotting::level::{Firing, Level, LevelError, Measure};
use crate::games::plotting::rules::{Hand, Shot};

/// The word that a level starts with.
pub(super) const START: &str = "advance";

/// The goal of every level.
const GOAL: usize = 3;
/// Aiming positions above the board, and rows of the board.
const HALF: usize = 6;
/// Cells of a line.
const WIDTH: usize = 8;
/// Numbers for colours.
const COLOURS: usize = 4;

const STAIR: char = '#';
const PIPE: char = '|';

/// Reads a level.
///
/// # Errors
/// If the text is not a level of this form.
pub fn read(text: &str, name: &str) -> Result<Level, ReadError> {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let whole = 2 + 2 * HALF;
    if lines.first().copied() != Some(START) {
        return Err(ReadError::on_line(1, format!("expected {START}")));
    }
    if lines.len() < whole {
        let found = lines.len();
        let reason = format!("the level is cut short: {found} of its {whole} lines are there");
        return Err(ReadError::on_line(found, reason));
    }
    if lines.len() > whole {
        return Err(ReadError::on_line(whole + 1, "unexpected text after the board"));
    }
    let (hand, limit) = figures(lines[1]).ok_or_else(|| {
        ReadError::on_line(2, "expected the hand, 1 to 5, and the limit of shots, e.g. 3 13")
    })?;
    for (index, line) in lines.iter().enumerate().skip(2) {
        check(line, index - 2).map_err(|reason| ReadError::on_line(index + 1, reason))?;
    }
    let (upper, lower) = lines[2..].split_at(HALF);
    let width = lower.iter().filter_map(|line| line.rfind(digit)).max().map_or(0, |last| last + 1);
    let on_board = |error: LevelError| ReadError::on_line(3 + HALF, error);
    let rows: Vec<String> = lower.iter().map(|line| mirrored(line, width)).collect();
    let board = Board::from_rows(&rows).map_err(|error| on_board(error.into()))?;

    let above = upper.iter().map(|line| column(line, width).map(Shot::Column));
    let along = lower.iter().enumerate();
    let along = along.map(|(index, line)| (!line.contains(PIPE)).then_some(Shot::Row(index + 1)));
    let aims: Vec<Option<Shot>> = above.chain(along).collect();
    let firing = firing(&aims, &board);
    let level = Level::new(name, board, 0).and_then(|level| level.with_goal(GOAL as i128));
    let level = level.map_err(on_board)?.with_firing(firing);
    let on_figures = |error: LevelError| ReadError::on_line(2, error);
    let level = level.with_shot_limit(Some(limit as i128)).map_err(on_figures)?;
    let hand = Colour::from_number(hand).filter(|_| hand <= COLOURS);
    let hand = hand.map_or(Hand::Wildcard, Hand::Holding);
    level.with_hand(hand).and_then(|level| level.with_aims(aims)).map_err(on_figures)
}

/// The hand and the limit of shots.
fn figures(line: &str) -> Option<(usize, usize)> {
    let (hand, limit) = line.trim().split_once(' ')?;
    let hand: usize = hand.parse().ok()?;
    (1..=COLOURS + 1).contains(&hand).then_some((hand, limit.trim().parse().ok()?))
}

fn digit(letter: char) -> bool {
    letter.to_digit(10).is_some_and(|digit| (1..=COLOURS as u32).contains(&digit))
}

/// Checks a line of the picture.
fn check(line: &str, index: usize) -> Result<(), String> {
    let found = line.chars().count();
    if found != WIDTH {
        return Err(format!("{found} cells, but a line has {WIDTH}"));
    }
    let is_above = index < HALF;
    let known = |letter: char| match letter {
        '.' | PIPE => true,
        STAIR => is_above,
        letter => !is_above && digit(letter),
    };
    match line.chars().find(|&letter| !known(letter)) {
        Some(letter) if is_above => Err(format!("{letter:?} is not part of the stairs ('#', '.')")),
        Some(letter) => Err(format!("{letter:?} is neither a block (1 to 4) nor '.' nor '|'")),
        None => Ok(()),
    }
}

/// A line of the board as a row of ours.
fn mirrored(line: &str, width: usize) -> String {
    let cells = line.chars().take(width).map(|letter| match letter.to_digit(10) {
        Some(number) => Colour::from_number(number as usize).map_or('.', Colour::letter),
        None => '.',
    });
    let cells: Vec<char> = cells.collect();
    cells.into_iter().rev().collect()
}

/// The column that a shot above the board falls into; `None` if that is beside the pile.
fn column(line: &str, width: usize) -> Option<usize> {
    let stairs = line.chars().filter(|&letter| letter == STAIR).count();
    width.checked_sub(stairs).filter(|&column| column > 0 && !line.contains(PIPE))
}

/// The firing positions that the aims lead to.
fn firing(aims: &[Option<Shot>], board: &Board) -> Firing {
    let all = |numbers: Vec<usize>| {
        let mut numbers = numbers;
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let row = |shot: &Shot| match shot {
        Shot::Row(row) => Some(*row),
        Shot::Column(_) => None,
    };
    let column = |shot: &Shot| match shot {
        Shot::Column(column) => Some(*column),
        Shot::Row(_) => None,
    };
    let rows = all(aims.iter().flatten().filter_map(row).collect());
    let columns = all(aims.iter().flatten().filter_map(column).collect());
    Firing::only(board, Some(&rows), Some(&columns)).expect("every aim leads onto the board")
}

#[derive(Template)]
#[template(path = "plotting/level.nes")]
struct Picture {
    hand: usize,
    limit: usize,
    lines: Vec<String>,
}

/// Writes a level.
///
/// # Errors
/// If the form cannot express the level.
pub fn write(level: &Level) -> Result<String, WriteError> {
    let unsupported = |what| Err(WriteError::Unspeakable { format: Format::Nes, what });
    let Some(limit) = level.shot_limit() else { return unsupported("that shots are not limited") };
    if level.goal() != GOAL {
        return unsupported("another goal than 3");
    }
    if level.lives() > 0 {
        return unsupported("how many spare lives there are");
    }
    if level.measure() != Measure::Shots {
        return unsupported("that plans are scored");
    }
    let board = level.board();
    let (rows, width) = (board.rows(), board.columns());
    if rows != HALF || width >= WIDTH {
        return unsupported("a board that does not have 6 rows and at most 7 columns");
    }
    let numbers: Vec<Colour> = Colour::palette().take(COLOURS).collect();
    let number = |colour: Colour| numbers.iter().position(|&known| known == colour);
    if board.colours().into_iter().any(|colour| number(colour).is_none()) {
        return unsupported("a colour other than R, G, B and Y");
    }
    let hand = match level.hand() {
        Hand::Wildcard => COLOURS + 1,
        Hand::Holding(colour) => number(colour).map_or(COLOURS + 1, |index| index + 1),
    };
    let stairs = columns(level).into_iter().map(|column| {
        let stairs = column.map_or(width, |column| width - column);
        format!("{}{}", STAIR.to_string().repeat(stairs), ".".repeat(WIDTH - stairs))
    });
    let cell = |row, column| {
        let block = board[Place { row, column }].and_then(number);
        block.map_or(".".to_owned(), |index| (index + 1).to_string())
    };
    let line = |row| {
        let cells: String = (1..=width).rev().map(|column| cell(row, column)).collect();
        let gap = WIDTH - width;
        let rest = match level.firing().allows(Shot::Row(row)) {
            true => ".".repeat(gap),
            // The pipe stands one cell before the player if there is room.
            false => {
                let before = gap.saturating_sub(2);
                format!("{}{PIPE}{}", ".".repeat(before), ".".repeat(gap - before - 1))
            }
        };
        cells + &rest
    };
    let lines = stairs.chain((1..=rows).map(line)).collect();
    Ok(rendered(&Picture { hand, limit, lines }))
}

/// The columns that the six positions above the board fall into: the aims of the level if it has such,
/// otherwise its columns from the left, the last one repeated.
fn columns(level: &Level) -> Vec<Option<usize>> {
    let column = |shot: &Option<Shot>| match shot {
        Some(Shot::Column(column)) => Some(*column),
        Some(Shot::Row(_)) | None => None,
    };
    if level.aims().len() >= HALF {
        return level.aims()[..HALF].iter().map(column).collect();
    }
    let columns = level.firing().columns();
    (0..HALF).map(|index| columns.get(index).or(columns.last()).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: &str = "advance\n4 9\n##......\n#.......\n#.......\n........\n........\n........\n\
                         ........\n........\n.......|\n12...|..\n21......\n44......\n";

    fn error(text: &str) -> String {
        read(text, "x").unwrap_err().to_string()
    }

    #[test]
    fn the_board_is_mirrored_and_stairs_lead_into_columns() {
        let level = read(LEVEL, "x").unwrap();
        assert_eq!(level.board().to_string(), "../../../GR/RG/YY");
        assert_eq!((level.hand().to_string().as_str(), level.goal()), ("Y", 3));
        assert_eq!(level.shot_limit(), Some(9));
        assert_eq!(
            (level.firing().rows(), level.firing().columns()),
            (vec![1, 2, 5, 6], vec![1, 2])
        );
        let column = |column| Some(Shot::Column(column));
        let expected = [None, column(1), column(1), column(2), column(2), column(2)];
        assert_eq!(level.aims()[..6], expected);
        assert_eq!(level.aims()[8..], [None, None, Some(Shot::Row(5)), Some(Shot::Row(6))]);
    }

    #[test]
    fn a_level_survives_writing_and_reading() {
        let level = read(LEVEL, "x").unwrap();
        assert_eq!(read(&write(&level).unwrap(), "x").unwrap(), level);
        let plain = level.with_aims(Vec::new()).unwrap();
        let again = read(&write(&plain).unwrap(), "x").unwrap();
        assert_eq!((again.board(), again.firing()), (plain.board(), plain.firing()));
    }

    #[test]
    fn what_the_form_cannot_say_is_an_error() {
        let write = |level: Level| write(&level).unwrap_err().to_string();
        let level = read(LEVEL, "x").unwrap();
        assert_eq!(
            write(level.clone().with_goal(2).unwrap()),
            "a NES file cannot say another goal than 3"
        );
        assert_eq!(
            write(level.with_shot_limit(None).unwrap()),
            "a NES file cannot say that shots are not limited"
        );
    }

    #[test]
    fn a_bad_level_is_rejected_with_its_line() {
        for (text, expected) in [
            (
                LEVEL.replace("44......\n", ""),
                "line 13: the level is cut short: 13 of its 14 lines",
            ),
            (format!("{LEVEL}x\n"), "line 15: unexpected text after the board"),
            (LEVEL.replace("4 9", "6 9"), "line 2: expected the hand, 1 to 5, and the limit"),
            (LEVEL.replace("4 9", "3 9"), "line 2: hand: the colour B is not on the board"),
            (LEVEL.replace("4 9", "4 0"), "line 2: shots: 0 is not a limit"),
            (LEVEL.replace("21......", "21....."), "line 13: 7 cells, but a line has 8"),
            (LEVEL.replace("21......", "51......"), "line 13: '5' is neither a block"),
            (LEVEL.replacen('#', "1", 1), "line 3: '1' is not part of the stairs"),
            (
                LEVEL.replace("44......", ".4......"),
                "line 9: grid row 5, column 2: the block G floats",
            ),
        ] {
            assert!(error(&text).starts_with(expected), "{text}: {}", error(&text));
        }
    }
}
