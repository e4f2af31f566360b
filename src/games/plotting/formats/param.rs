//! Reads and writes Essence Prime parameter files: the grid as numbers, the goal, and the number
//! of steps.
//!
//! Colours are numbered in order of first occurrence, and 0 is an empty cell. `initHand`,
//! `fpRowAllowed` and `fpColAllowed` extend the published format. They give the initial hand and
//! the firing positions, and are left out for a wildcard and unrestricted firing.

use askama::Template;

use super::{ReadError, rendered};
use crate::games::plotting::board::{Board, Colour};
use crate::games::plotting::level::{Firing, Level};
use crate::games::plotting::rules::Hand;

/// Reads a level. `name` becomes its name, because a parameter file does not contain one. The
/// number of steps is not part of a level: it is checked to be a number and then dropped.
///
/// # Errors
/// If the text is not a parameter file for Plotting, or if it does not describe a valid level.
pub fn read(text: &str, name: &str) -> Result<Level, ReadError> {
    let lettings = Lettings::read(text)?;
    let grid = lettings.get("initGrid")?.matrix()?;
    let rows: Vec<String> = grid.iter().map(|row| letters(row)).collect::<Result<_, _>>()?;
    let board = Board::from_rows(&rows)?;
    let goal = lettings.get("goalBlocksRemaining")?.number()?;
    if let Some(steps) = lettings.find("noSteps") {
        steps.number()?;
    }
    for (name, expected) in [("gridHeight", board.rows()), ("gridWidth", board.columns())] {
        if let Some(letting) = lettings.find(name)
            && letting.number()? != expected as i64
        {
            return Err(
                letting.error(format!("{name} does not match initGrid, expected {expected}"))
            );
        }
    }
    let mut level = Level::new(name, board, 0)?.with_goal(goal.into())?;
    if let Some(letting) = lettings.find("initHand") {
        let number = letting.number()?;
        if number != 0 {
            let colour =
                colour(number).ok_or_else(|| letting.error("no such colour".to_owned()))?;
            level = level.with_hand(Hand::Holding(colour))?;
        }
    }
    let rows = lettings.flags("fpRowAllowed", level.board().rows())?;
    let columns = lettings.flags("fpColAllowed", level.board().columns())?;
    let firing = Firing::only(level.board(), rows.as_deref(), columns.as_deref())?;
    Ok(level.with_firing(firing))
}

fn colour(number: i64) -> Option<Colour> {
    usize::try_from(number).ok().and_then(Colour::from_number)
}

fn letters(row: &[Number]) -> Result<String, ReadError> {
    row.iter()
        .map(|cell| match cell.value {
            0 => Ok('.'),
            number => colour(number).map(Colour::letter).ok_or_else(|| {
                cell.at.error(format!("{number} is not a colour (1 to 15) or an empty cell (0)"))
            }),
        })
        .collect()
}

/// A place in the text.
#[derive(Clone, Copy)]
struct At {
    line: usize,
    column: usize,
}

impl At {
    fn error(self, reason: String) -> ReadError {
        ReadError::at(self.line, self.column, reason)
    }
}

#[derive(Clone, Copy)]
struct Number {
    value: i64,
    at: At,
}

/// A value after `be`. Essence Prime has more kinds, but parameters of Plotting do not use them.
enum Value {
    Number(Number),
    List(Vec<Number>),
    Matrix(Vec<Vec<Number>>),
}

struct Letting<'a> {
    name: &'a str,
    at: At,
    value: Value,
}

impl Letting<'_> {
    fn error(&self, reason: String) -> ReadError {
        self.at.error(reason)
    }

    fn number(&self) -> Result<i64, ReadError> {
        match &self.value {
            Value::Number(number) => Ok(number.value),
            Value::List(_) | Value::Matrix(_) => {
                Err(self.error(format!("{} is not a number", self.name)))
            }
        }
    }

    fn matrix(&self) -> Result<&[Vec<Number>], ReadError> {
        match &self.value {
            Value::Matrix(rows) => Ok(rows),
            Value::Number(_) | Value::List(_) => {
                Err(self.error(format!("{} is not a matrix of rows", self.name)))
            }
        }
    }
}

struct Lettings<'a>(Vec<Letting<'a>>);

const KNOWN: [&str; 8] = [
    "initGrid",
    "goalBlocksRemaining",
    "noSteps",
    "gridHeight",
    "gridWidth",
    "initHand",
    "fpRowAllowed",
    "fpColAllowed",
];

impl<'a> Lettings<'a> {
    fn read(text: &'a str) -> Result<Lettings<'a>, ReadError> {
        let mut tokens = Tokens::of(text);
        let mut lettings: Vec<Letting<'_>> = Vec::new();
        while let Some((at, word)) = tokens.next() {
            if word != "letting" {
                return Err(at.error(format!("expected 'letting', found {word:?}")));
            }
            let (at, name) = tokens.need("a name")?;
            if !KNOWN.contains(&name) {
                return Err(at.error(format!("{name:?} is not a parameter of Plotting")));
            }
            if lettings.iter().any(|letting| letting.name == name) {
                return Err(at.error(format!("{name} is given twice")));
            }
            let (be, word) = tokens.need("'be'")?;
            if !["be", "="].contains(&word) {
                return Err(be.error(format!("expected 'be', found {word:?}")));
            }
            lettings.push(Letting { name, at, value: tokens.value()? });
        }
        Ok(Lettings(lettings))
    }

    fn find(&self, name: &str) -> Option<&Letting<'a>> {
        self.0.iter().find(|letting| letting.name == name)
    }

    fn get(&self, name: &str) -> Result<&Letting<'a>, ReadError> {
        self.find(name).ok_or_else(|| ReadError::new(format!("missing 'letting {name} be …'")))
    }

    /// Reads a list of zeros and ones and returns the positions of the ones, starting at 1.
    fn flags(&self, name: &str, expected: usize) -> Result<Option<Vec<usize>>, ReadError> {
        let Some(letting) = self.find(name) else { return Ok(None) };
        match &letting.value {
            Value::List(list)
                if list.len() == expected
                    && list.iter().all(|flag| [0, 1].contains(&flag.value)) =>
            {
                Ok(Some((1..=expected).filter(|&number| list[number - 1].value == 1).collect()))
            }
            Value::List(_) | Value::Number(_) | Value::Matrix(_) => {
                Err(letting.error(format!("{name} is not a list of {expected} zeros and ones")))
            }
        }
    }
}

struct Tokens<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<(At, &'a str)>>,
    end: At,
}

impl<'a> Tokens<'a> {
    /// Splits a text into words, numbers and single symbols. Comments (from `$` to the end of the
    /// line) and the line that names the language are skipped.
    fn of(text: &'a str) -> Tokens<'a> {
        let mut tokens: Vec<(At, &str)> = Vec::new();
        let mut end = At { line: 1, column: 1 };
        for (index, line) in text.lines().enumerate() {
            let code = line.split('$').next().unwrap_or_default();
            end = At { line: index + 1, column: line.len() + 1 };
            if tokens.is_empty() && code.trim_start().starts_with("language") {
                continue;
            }
            let mut rest = code;
            while let Some(first) = rest.chars().next() {
                let length = if is_word(first) {
                    rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
                } else {
                    first.len_utf8()
                };
                let (token, after) = rest.split_at(length);
                if !token.trim().is_empty() {
                    let column = code.len() - rest.len() + 1;
                    tokens.push((At { line: index + 1, column }, token));
                }
                rest = after;
            }
        }
        Tokens { tokens: tokens.into_iter().peekable(), end }
    }

    fn next(&mut self) -> Option<(At, &'a str)> {
        self.tokens.next()
    }

    fn need(&mut self, what: &str) -> Result<(At, &'a str), ReadError> {
        self.next().ok_or_else(|| self.end.error(format!("expected {what}, found end of file")))
    }

    fn value(&mut self) -> Result<Value, ReadError> {
        let (at, token) = self.need("a value")?;
        if token != "[" {
            return Ok(Value::Number(number(at, token)?));
        }
        match self.tokens.peek() {
            Some((_, "[")) => Ok(Value::Matrix(self.list(|tokens| {
                tokens.need("'['")?;
                tokens.list(Tokens::number)
            })?)),
            Some(_) | None => Ok(Value::List(self.list(Tokens::number)?)),
        }
    }

    fn number(&mut self) -> Result<Number, ReadError> {
        let (at, token) = self.need("a number")?;
        number(at, token)
    }

    /// Reads the rest of a list after its `[`, and skips an index domain before the `]`.
    fn list<T>(
        &mut self,
        item: impl Fn(&mut Self) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let mut items = vec![item(self)?];
        loop {
            match self.need("',' or ']'")? {
                (_, ",") => items.push(item(self)?),
                (_, "]") => return Ok(items),
                (_, ";") => {
                    while self.need("']'")?.1 != "]" {}
                    return Ok(items);
                }
                (at, other) => {
                    return Err(at.error(format!("expected ',' or ']', found {other:?}")));
                }
            }
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '-'
}

fn number(at: At, token: &str) -> Result<Number, ReadError> {
    let value =
        token.parse().map_err(|_| at.error(format!("expected a number, found {token:?}")))?;
    Ok(Number { value, at })
}

#[derive(Template)]
#[template(path = "plotting/eprime/level.param")]
struct Parameters<'a> {
    name: &'a str,
    grid: Vec<String>,
    goal: usize,
    steps: usize,
    hand: Option<usize>,
    firing: Option<Flags>,
}

struct Flags {
    rows: String,
    columns: String,
}

/// Writes the parameters for solving a level in exactly `steps` steps.
pub fn write(level: &Level, steps: usize) -> String {
    let board = level.board();
    let colours = board.colours();
    let number = |colour| 1 + colours.iter().position(|&other| other == colour).unwrap_or_default();
    let cells: Vec<usize> = board.places().map(|place| board[place].map_or(0, number)).collect();
    let flags = |count, allowed: Vec<usize>| {
        commas((1..=count).map(|number| usize::from(allowed.contains(&number))))
    };
    let firing = level.firing();
    rendered(&Parameters {
        name: level.name(),
        grid: cells.chunks(board.columns()).map(|row| commas(row.iter().copied())).collect(),
        goal: level.goal(),
        steps,
        hand: match level.hand() {
            Hand::Wildcard => None,
            Hand::Holding(colour) => Some(number(colour)),
        },
        firing: (!firing.is_everywhere()).then(|| Flags {
            rows: flags(board.rows(), firing.rows()),
            columns: flags(board.columns(), firing.columns()),
        }),
    })
}

fn commas(numbers: impl Iterator<Item = usize>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: &str = "language ESSENCE' 1.0\nletting initGrid be [\n    [1, 1, 1, 2],\n[1, 2, 2, 2]\n    ]\nletting goalBlocksRemaining be 2\nletting noSteps be 1";

    #[test]
    fn a_published_file_is_read_as_a_level() {
        let level = read(PUBLISHED, "plt").unwrap();
        assert_eq!((level.board().to_string().as_str(), level.goal()), ("RRRG/RGGG", 2));
    }

    #[test]
    fn a_level_survives_writing_and_reading_except_for_colour_names() {
        let level = Level::new("x", ".zB/BBz".parse().unwrap(), 1).unwrap();
        let firing = Firing::only(level.board(), Some(&[2]), Some(&[])).unwrap();
        let hand = Hand::Holding(Colour::from_letter('B').unwrap());
        let level = level.with_hand(hand).unwrap().with_firing(firing);
        let text = write(&level, 3);
        assert!(read(&text, "x").unwrap().is_same_up_to_names(&level), "{text}");
    }

    #[test]
    fn comments_and_index_domains_are_skipped() {
        let text = "$ a level\nletting initGrid be [[1,2;int(1..2)],[2,1;int(1..2)];int(1..2)] $ grid\nletting goalBlocksRemaining = 1";
        assert_eq!(read(text, "x").unwrap().board().to_string(), "RG/GR");
    }

    #[test]
    fn an_invalid_file_is_rejected_with_the_place_and_the_reason() {
        let grid = "letting initGrid be [[1,2]]\n";
        for (text, expected) in [
            ("letting".to_owned(), "line 1, column 8: expected a name, found end of file"),
            ("letting x be 1".to_owned(), "line 1, column 9: \"x\" is not a parameter of Plotting"),
            (
                "letting initGrid be [[1,2".to_owned(),
                "line 1, column 26: expected ',' or ']', found end of file",
            ),
            (
                "letting initGrid be [[1,2],[1,x]]".to_owned(),
                "line 1, column 31: expected a number, found \"x\"",
            ),
            (
                "letting initGrid be [[1,99]]\nletting goalBlocksRemaining be 1".to_owned(),
                "line 1, column 25: 99 is not a colour",
            ),
            (grid.to_owned(), "missing 'letting goalBlocksRemaining be …'"),
            (format!("{grid}letting goalBlocksRemaining be -1"), "goal: -1 is outside 0 to 2"),
            (format!("{grid}{grid}"), "line 2, column 9: initGrid is given twice"),
            (
                format!("{grid}letting goalBlocksRemaining be 1\nletting gridWidth be 3"),
                "line 3, column 9: gridWidth does not match initGrid, expected 2",
            ),
            (
                format!("{grid}letting goalBlocksRemaining be 1\nletting fpColAllowed be [1]"),
                "line 3, column 9: fpColAllowed is not a list of 2 zeros and ones",
            ),
        ] {
            let error = read(&text, "x").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
