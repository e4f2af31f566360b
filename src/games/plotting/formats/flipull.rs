//! Reads and writes levels in the form of the collection RoboStephen/flipull: rounds of the arcade game,
//! many in one file.
//!
//! ```text
//! 7 2 3 3             number, goal, rows, columns
//! R1 R2 X C3 C2 X     firing positions, X for a closed one
//! aba                 the rows from the top, a small letter for each block
//! …
//! ```
//!
//! Rows of firing positions count from the bottom here, and only here. The arcade lists some columns twice:
//! two places to fire from, one column. Plans of these rounds are scored.

use askama::Template;

use super::{Format, Part, WriteError, rendered};
use crate::game::level::ReadError;
use crate::games::plotting::board::{Board, Colour};
use crate::games::plotting::level::{Firing, Level, LevelError, Measure};
use crate::games::plotting::rules::{Hand, Shot};

/// The numbers of the first line of a round.
#[derive(Clone, Copy)]
struct Header {
    number: usize,
    goal: usize,
    rows: usize,
    columns: usize,
}

/// The header on a line: four whole numbers.
fn header(line: &str) -> Option<Header> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [number, goal, rows, columns] = words[..] else { return None };
    let whole = |word: &str| word.parse::<usize>().ok();
    Some(Header {
        number: whole(number)?,
        goal: whole(goal)?,
        rows: whole(rows)?,
        columns: whole(columns)?,
    })
}

/// Whether a text starts like a round.
pub(super) fn is_round(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| header(line).is_some())
}

/// The rounds of a text, each from its header to the next.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut starts = Vec::new();
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if header(line).is_some() {
            starts.push((offset, index + 1));
        }
        offset += line.len();
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    let part = |(&(start, line), end)| Part { text: &text[start..end], line };
    starts.iter().zip(ends).map(part).collect()
}

/// Reads one round. It is named after the file and its number.
///
/// # Errors
/// If the text is not a round, or holds more than one.
pub fn read(text: &str, name: &str) -> Result<Level, ReadError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty());
    let (first, header) =
        lines.next().and_then(|(at, line)| Some((at, header(line)?))).ok_or_else(|| {
            ReadError::on_line(1, "expected a round: its number, goal, rows, columns")
        })?;
    let Header { number, goal, rows, columns } = header;
    let (at, positions) = lines
        .next()
        .ok_or_else(|| ReadError::on_line(first, "the firing positions are missing"))?;
    let mut grid = Vec::new();
    for (line, row) in lines {
        if grid.len() == rows {
            return Err(ReadError::on_line(line, format!("unexpected text after {rows} rows")));
        }
        if row.chars().count() != columns {
            let found = row.chars().count();
            let reason =
                format!("a row of {found} cells, but round {number} has {columns} columns");
            return Err(ReadError::on_line(line, reason));
        }
        grid.push(row.to_ascii_uppercase());
    }
    if grid.len() < rows {
        let found = grid.len();
        let reason = format!("round {number} is cut short: {found} of its {rows} rows are there");
        return Err(ReadError::on_line(first, reason));
    }
    let on_first = |error: LevelError| ReadError::on_line(first, error);
    let board = Board::from_rows(&grid).map_err(|error| ReadError::on_line(first, error))?;
    let firing = firing(positions, &board).map_err(|reason| ReadError::on_line(at, reason))?;
    let level = Level::new(&format!("{name}-{number:02}"), board, 0).map_err(on_first)?;
    let level = level.with_goal(goal as i128).map_err(on_first)?;
    Ok(level.with_firing(firing).with_measure(Measure::Score))
}

/// The firing positions of a line such as `R1 X R3 C5 C5 C2`.
fn firing(line: &str, board: &Board) -> Result<Firing, String> {
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for word in line.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("x")) {
        let shot = from_bottom(word, board.rows()).ok_or_else(|| {
            format!("{word:?} is not a firing position (R3 for row 3 from the bottom, C2, or X)")
        })?;
        if !shot.is_on(board) {
            let (rows, columns) = (board.rows(), board.columns());
            return Err(format!(
                "the firing position {word} is outside the board, which has {rows} rows and {columns} columns"
            ));
        }
        match shot {
            Shot::Row(row) => rows.push(row),
            Shot::Column(column) => columns.push(column),
        }
    }
    for list in [&mut rows, &mut columns] {
        list.sort_unstable();
        list.dedup();
    }
    Firing::only(board, Some(&rows), Some(&columns)).map_err(|error| error.to_string())
}

/// The shot that a word of the collection names on a board of some height: it counts rows from the bottom.
/// A row below the bottom or above the top becomes one that no board has.
pub(in crate::games::plotting) fn from_bottom(word: &str, rows: usize) -> Option<Shot> {
    Some(match word.parse().ok()? {
        Shot::Row(row) => Shot::Row((rows + 1).checked_sub(row).filter(|_| row > 0).unwrap_or(0)),
        Shot::Column(column) => Shot::Column(column),
    })
}

/// The word of the collection for a shot on a board of some height.
pub(in crate::games::plotting) fn to_bottom(shot: Shot, rows: usize) -> String {
    match shot {
        Shot::Row(row) => format!("R{}", rows + 1 - row),
        Shot::Column(column) => format!("C{column}"),
    }
}

/// The number of a round, which ends its name; 0 for a name without one.
pub(in crate::games::plotting) fn number(name: &str) -> usize {
    let digits = name.len() - name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
    name[name.len() - digits..].parse().unwrap_or(0)
}

#[derive(Template)]
#[template(path = "plotting/level.flipull")]
struct Round {
    number: usize,
    goal: usize,
    rows: usize,
    columns: usize,
    positions: Vec<String>,
    grid: Vec<String>,
}

/// Writes a level as a round. Its number is the one that its name ends with.
///
/// # Errors
/// If the form cannot express the level.
pub fn write(level: &Level) -> Result<String, WriteError> {
    let unsupported = |what| Err(WriteError::Unspeakable { format: Format::Flipull, what });
    if level.hand() != Hand::Wildcard {
        return unsupported("what the hand holds at the start");
    }
    if level.lives() > 0 {
        return unsupported("how many spare lives there are");
    }
    if level.shot_limit().is_some() {
        return unsupported("how many shots there may be");
    }
    if level.measure() != Measure::Score {
        return unsupported("that fewer shots are better: its plans are scored");
    }
    let board = level.board();
    let capitals = |colour: &Colour| colour.letter().is_ascii_uppercase();
    if !board.colours().iter().all(capitals) {
        return unsupported("which letters are small");
    }
    let rows = (1..=board.rows()).rev().map(Shot::Row);
    let columns = (1..=board.columns()).rev().map(Shot::Column);
    let word = |shot: Shot| match level.firing().allows(shot) {
        true => to_bottom(shot, board.rows()),
        false => "X".to_owned(),
    };
    Ok(rendered(&Round {
        number: number(level.name()),
        goal: level.goal(),
        rows: board.rows(),
        columns: board.columns(),
        positions: rows.chain(columns).map(word).collect(),
        grid: board.to_rows().iter().map(|row| row.to_ascii_lowercase()).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND: &str = "7 2 3 2\nR1 X R3 C2 C2 X\not\nto\noo\n";

    fn error(text: &str) -> String {
        read(text, "x").unwrap_err().to_string()
    }

    #[test]
    fn rows_of_firing_positions_count_from_the_bottom() {
        let level = read(ROUND, "levels").unwrap();
        assert_eq!((level.name(), level.goal()), ("levels-07", 2));
        assert_eq!(level.board().to_string(), "OT/TO/OO");
        assert_eq!((level.firing().rows(), level.firing().columns()), (vec![1, 3], vec![2]));
        assert_eq!(level.measure(), Measure::Score);
    }

    #[test]
    fn a_round_survives_writing_and_reading() {
        let level = read(ROUND, "x").unwrap();
        let text = write(&level).unwrap();
        assert_eq!(text, "7 2 3 2\nR1 X R3 C2 X\not\nto\noo\n");
        assert_eq!(read(&text, "x").unwrap(), level);
    }

    #[test]
    fn what_the_form_cannot_say_is_an_error() {
        let level = read(ROUND, "x").unwrap();
        let error = write(&level.with_lives(2).unwrap()).unwrap_err().to_string();
        assert_eq!(error, "a flipull file cannot say how many spare lives there are");
    }

    #[test]
    fn a_file_holds_several_rounds() {
        let text = format!("{ROUND}\n8 1 1 1\nR1\no\n");
        let parts: Vec<(usize, usize)> =
            parts(&text).iter().map(|part| (part.line, part.text.lines().count())).collect();
        assert_eq!(parts, [(1, 6), (7, 3)]);
    }

    #[test]
    fn a_bad_round_is_rejected_with_its_line() {
        for (text, expected) in [
            ("7 2 3 2", "line 1: the firing positions are missing"),
            ("7 2 3 2\nR1\not\nto", "line 1: round 7 is cut short: 2 of its 3 rows are there"),
            ("7 2 1 2\nR1\not\nto", "line 4: unexpected text after 1 rows"),
            ("7 2 1 2\nR1\n\noto", "line 4: a row of 3 cells, but round 7 has 2 columns"),
            ("7 2 1 2\nR2\not", "line 2: the firing position R2 is outside the board"),
            ("7 2 1 2\nR0\not", "line 2: the firing position R0 is outside the board"),
            ("7 2 1 2\nC3\not", "line 2: the firing position C3 is outside the board"),
            ("7 2 1 2\nD3\not", "line 2: \"D3\" is not a firing position"),
            ("7 3 1 2\nR1\not", "line 1: goal: 3 is outside 0 to 2"),
            ("7 1 1 2\nR1\no1", "line 1: grid row 1, column 2: '1' is neither a letter nor '.'"),
        ] {
            assert!(error(text).starts_with(expected), "{text}: {}", error(text));
        }
    }
}
