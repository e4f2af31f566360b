//! Conjectures that some first shots are never needed on boards with some pattern, stated in YAML:
//!
//! ```yaml
//! name: monochrome-left
//! says: Of two identical columns of one colour the left one need not be shot at first.
//! columns: [left, right]
//! where: left.cells == right.cells and left.colours == 1
//! forbid: [left]
//! ```
//!
//! `columns` names any columns of the board, from left to right; `rows` names any rows, from top to
//! bottom. The conjecture is about every choice of them for which `where` holds. For each choice on
//! its own, it claims that no shortest plan needs to begin with a shot at the rows or columns under
//! `forbid`.

use minijinja::value::Value;
use serde::Deserialize;
use thiserror::Error;

use super::{Counterexample, Look, Trouble};
use crate::game::yaml;
use crate::games::plotting::board::{Board, Colour, Place};
use crate::games::plotting::formula::{Formula, FormulaError, plain};
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Shot;
use crate::games::plotting::search::graph::{Graph, Move, NO_WAY, START};
use crate::games::plotting::search::word::Word;
use crate::games::plotting::search::{Budget, with_packed};

/// The conjectures of Section 8.3.
pub(super) const BUILT_IN: [&str; 4] = [
    include_str!("../../../../conjectures/monochrome-left.yaml"),
    include_str!("../../../../conjectures/monochrome-right.yaml"),
    include_str!("../../../../conjectures/prefix-left.yaml"),
    include_str!("../../../../conjectures/prefix-right.yaml"),
];

/// The variables that a formula has for each named row or column.
const OF_LINE: [&str; 6] = ["number", "cells", "colours", "top", "run", "prefix"];

/// The variables that a formula has for the board.
const OF_BOARD: [&str; 4] = ["rows", "columns", "blocks", "colours"];

/// The content of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a conjecture: name, columns or rows, where, forbid")]
struct Stated {
    name: String,
    #[serde(default)]
    says: String,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    rows: Vec<String>,
    r#where: String,
    forbid: Vec<String>,
}

/// Why a text does not state a conjecture, and where.
#[derive(Debug, Error)]
#[error("line {line}{}: {fault}", .column.map(|column| format!(", column {column}")).unwrap_or_default())]
pub struct StatedError {
    line: usize,
    column: Option<usize>,
    fault: Fault,
}

/// What is wrong with it.
#[derive(Debug, Error)]
enum Fault {
    /// It is not YAML, or does not have the right keys.
    #[error("{0}")]
    Yaml(String),
    /// Its name is empty or contains control characters.
    #[error("name: {0:?} is empty or has control characters")]
    Unprintable(String),
    /// The pattern is not a formula.
    #[error("where: {0}")]
    Where(#[from] FormulaError),
    /// A row or column has a name that is not an identifier.
    #[error(
        "{key}: {name:?} is not a name: use a letter followed by letters, digits or _, but not \"board\""
    )]
    Name {
        /// The key under which the name stands.
        key: &'static str,
        /// The name.
        name: String,
    },
    /// A name is used twice.
    #[error("{0:?} names two rows or columns")]
    Twice(String),
    /// The list of forbidden shots contains an unknown name.
    #[error("forbid: {0:?} names no row or column")]
    Forbid(String),
    /// The list of forbidden shots is empty.
    #[error("forbid: the list is empty")]
    Nothing,
}

impl Fault {
    /// The key under which the fault is.
    fn key(&self) -> &'static str {
        match self {
            Fault::Yaml(_) | Fault::Unprintable(_) => "name",
            Fault::Where(_) => "where",
            Fault::Name { key, .. } => key,
            Fault::Twice(_) => "columns",
            Fault::Forbid(_) | Fault::Nothing => "forbid",
        }
    }
}

/// A conjecture about the first shot.
#[derive(Debug)]
pub struct FirstShot {
    name: String,
    says: String,
    columns: Vec<String>,
    rows: Vec<String>,
    pattern: Formula,
    forbid: Vec<String>,
}

impl FirstShot {
    /// Reads a conjecture.
    ///
    /// # Errors
    /// If `text` does not state a conjecture.
    pub fn read(text: &str) -> Result<FirstShot, StatedError> {
        let stated = yaml::read(text).map_err(|error| StatedError {
            line: error.place.map_or(1, |place| place.0),
            column: error.place.map(|place| place.1),
            fault: Fault::Yaml(error.reason),
        })?;
        Self::new(stated).map_err(|fault| {
            let begins = |line: &str| line.trim_start().starts_with(&format!("{}:", fault.key()));
            let line = text.lines().position(begins).map_or(1, |index| index + 1);
            StatedError { line, column: None, fault }
        })
    }

    fn new(stated: Stated) -> Result<FirstShot, Fault> {
        let Stated { name, says, columns, rows, r#where, forbid } = stated;
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(Fault::Unprintable(name));
        }
        let mut names: Vec<String> =
            OF_BOARD.iter().map(|of_board| format!("board.{of_board}")).collect();
        let mut seen: Vec<&String> = Vec::new();
        for (key, list) in [("columns", &columns), ("rows", &rows)] {
            for line in list {
                let is_letter = |byte: u8| byte.is_ascii_alphabetic();
                let is_word = line
                    .bytes()
                    .all(|byte| is_letter(byte) || byte.is_ascii_digit() || byte == b'_');
                if !line.bytes().next().is_some_and(is_letter) || !is_word || line == "board" {
                    return Err(Fault::Name { key, name: line.clone() });
                }
                if seen.contains(&line) {
                    return Err(Fault::Twice(line.clone()));
                }
                seen.push(line);
                names.extend(OF_LINE.iter().map(|of_line| format!("{line}.{of_line}")));
            }
        }
        if let Some(unknown) = forbid.iter().find(|name| !seen.contains(name)) {
            return Err(Fault::Forbid(unknown.clone()));
        }
        if forbid.is_empty() {
            return Err(Fault::Nothing);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let pattern = Formula::new(r#where.trim(), "name", &names)?;
        Ok(FirstShot { name, says: says.trim().to_owned(), columns, rows, pattern, forbid })
    }

    /// The name of the conjecture.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The conjecture in words.
    pub fn says(&self) -> &str {
        &self.says
    }

    /// Checks a board, for each goal in ascending order.
    pub(super) fn look(&self, level: &Level, budget: &Budget<'_>) -> Result<Look, Trouble> {
        let mut look = Look::default();
        let matches = self.matches(level.board()).map_err(Trouble::Formula)?;
        if matches.is_empty() {
            return Ok(look);
        }
        let shots = first_shots(level, budget).ok_or(Trouble::Spent)?;
        look.boards = 1;
        for named in matches {
            look.cases += 1;
            let forbidden: Vec<Shot> = self.forbidden(&named).collect();
            let fewest = |goal: usize, may_begin: &dyn Fn(Shot) -> bool| {
                let allowed = shots.iter().filter(|first| may_begin(first.shot));
                let fewest = allowed.map(|first| first.fewest[goal]).min().unwrap_or(NO_WAY);
                (fewest != NO_WAY).then(|| usize::from(fewest))
            };
            for goal in level.fewest_blocks()..level.board().blocks() {
                let optimum = fewest(goal, &|_| true);
                let restricted = fewest(goal, &|shot| !forbidden.contains(&shot));
                if optimum != restricted {
                    look.counterexamples.push(Counterexample {
                        position: level.start().clone(),
                        goal: Some(goal),
                        optimum,
                        restricted,
                        forbidden: forbidden.clone(),
                        about: self.description(&named),
                    });
                }
            }
        }
        Ok(look)
    }

    /// All choices of rows and columns for the names that match the pattern.
    fn matches(&self, board: &Board) -> Result<Vec<Vec<Line>>, FormulaError> {
        let columns = choices(board.columns(), self.columns.len());
        let rows = choices(board.rows(), self.rows.len());
        let mut matches = Vec::new();
        for columns in &columns {
            for rows in &rows {
                let lines = columns.iter().map(|&number| Line::of(board, Shot::Column(number)));
                let rows = rows.iter().map(|&number| Line::of(board, Shot::Row(number)));
                let lines: Vec<Line> = lines.chain(rows).collect();
                if self.pattern.holds(&self.scope(board, &lines))? {
                    matches.push(lines);
                }
            }
        }
        Ok(matches)
    }

    fn names(&self) -> impl Iterator<Item = &String> {
        self.columns.iter().chain(&self.rows)
    }

    fn scope(&self, board: &Board, lines: &[Line]) -> Value {
        let whole = [board.rows(), board.columns(), board.blocks(), board.colours().len()];
        let whole = OF_BOARD
            .iter()
            .zip(whole)
            .map(|(of_board, count)| (plain(&format!("board.{of_board}")), Value::from(count)));
        let lines = self.names().zip(lines).flat_map(|(name, line)| {
            let known = OF_LINE.iter().zip(line.figures());
            known.map(move |(of_line, figure)| (plain(&format!("{name}.{of_line}")), figure))
        });
        Value::from_iter(whole.chain(lines))
    }

    fn forbidden(&self, lines: &[Line]) -> impl Iterator<Item = Shot> {
        let named = self.names().zip(lines).filter(|(name, _)| self.forbid.contains(name));
        named.map(|(_, line)| line.shot)
    }

    /// Which row or column each name stands for.
    fn description(&self, lines: &[Line]) -> String {
        let parts = self.names().zip(lines).map(|(name, line)| format!("{name} is {}", line.shot));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// All ways to choose `count` of the numbers from 1 to `most`, each in ascending order.
fn choices(most: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |chosen: &Vec<usize>| {
            let from = chosen.last().map_or(1, |last| last + 1);
            let chosen = chosen.clone();
            (from..=most).map(move |next| [&chosen[..], &[next]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A row or column as a formula sees it, starting where a shot at it enters.
#[derive(Debug)]
struct Line {
    shot: Shot,
    cells: String,
}

impl Line {
    fn of(board: &Board, shot: Shot) -> Line {
        let places: Vec<Place> = match shot {
            Shot::Row(row) => (1..=board.columns()).map(|column| Place { row, column }).collect(),
            Shot::Column(column) => (1..=board.rows()).map(|row| Place { row, column }).collect(),
        };
        let cells = places.iter().map(|&place| board[place].map_or('.', Colour::letter)).collect();
        Line { shot, cells }
    }

    /// The values of the variables, in the order of [`OF_LINE`].
    fn figures(&self) -> [Value; 6] {
        let (Shot::Row(number) | Shot::Column(number)) = self.shot;
        let mut colours: Vec<char> = self.cells.chars().collect();
        colours.sort_unstable();
        colours.dedup();
        // All cells are ASCII, so bytes are characters.
        let prefix = self.cells.get(..=self.run()).unwrap_or_default();
        [
            Value::from(number),
            Value::from(self.cells.as_str()),
            Value::from(colours.len()),
            Value::from(&self.cells[..1]),
            Value::from(self.run()),
            Value::from(prefix),
        ]
    }

    /// The number of cells at the beginning that are equal to the first one.
    fn run(&self) -> usize {
        let first = self.cells.chars().next();
        self.cells.chars().take_while(|&cell| Some(cell) == first).count()
    }
}

/// A first shot, and the fewest shots of plans that begin with it, for each goal.
struct Beginning {
    shot: Shot,
    fewest: Vec<u16>,
}

fn first_shots(level: &Level, budget: &Budget<'_>) -> Option<Vec<Beginning>> {
    with_packed!(level, beginnings, budget)
}

fn beginnings<W: Word, const P: usize>(
    level: &Level,
    budget: &Budget<'_>,
) -> Option<Vec<Beginning>> {
    let graph = Graph::<W, P>::of(level, budget)?;
    let fewest = graph.fewest_shots();
    let width = graph.blocks(START) + 1;
    let beginning = |&next: &Move| {
        let after = &fewest[next.to as usize * width..][..width];
        let fewest = after.iter().map(|shots| shots.saturating_add(1)).collect();
        Beginning { shot: graph.shot(next), fewest }
    };
    Some(graph.moves(START).iter().map(beginning).collect())
}
