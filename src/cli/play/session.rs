//! A game that is being played: the positions so far, and what the player points at. It knows no
//! terminal.

use crate::game::any::{BoxedLevel, BoxedPosition, Outcome};
use crate::game::grid::Cell;
use crate::game::motion::Aim;
use crate::game::picture::Picture;
use crate::game::words::{Measure, Noun, Objective};

/// A game of a level.
pub(super) struct Session {
    pub(super) level: BoxedLevel,
    pub(super) noun: Noun,
    pub(super) objective: Objective,
    pub(super) measure: Measure,
    /// The positions, from the start of the level to the present one.
    past: Vec<Moment>,
    /// Positions that were undone, the last one first to come back.
    undone: Vec<Moment>,
    /// Where the player points.
    pub(super) cursor: Cursor,
    /// Cells that were picked, in order, for a step that is aimed at several.
    pub(super) picked: Vec<Cell>,
    /// What happened last, in a line.
    pub(super) news: String,
}

/// A position, and how it was reached.
struct Moment {
    position: BoxedPosition,
    /// The word of the step that led to it; empty at the start.
    word: String,
    /// The value of the steps so far.
    value: i64,
}

/// What the player points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cursor {
    /// The left end of a row.
    Row(usize),
    /// The upper end of a column.
    Column(usize),
    /// A cell.
    Cell(Cell),
}

/// A direction of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    Up,
    Down,
    Left,
    Right,
}

/// What the step that the player points at would do.
pub(super) struct Preview {
    pub(super) word: String,
    /// What it does, or why it is not legal.
    pub(super) story: Result<String, String>,
    /// The cells that it passes.
    pub(super) trail: Vec<Cell>,
}

impl Session {
    pub(super) fn new(level: BoxedLevel) -> Session {
        let position = level.start();
        let picture = position.picture();
        let cursor = match picture.entries {
            Some(_) => Cursor::Row(1),
            None => Cursor::Cell(Cell { row: 1, column: 1 }),
        };
        Session {
            noun: level.game().step(),
            objective: level.objective(),
            measure: level.measure(),
            past: vec![Moment { position, word: String::new(), value: 0 }],
            undone: Vec::new(),
            cursor,
            picked: Vec::new(),
            news: String::new(),
            level,
        }
    }

    fn moment(&self) -> &Moment {
        self.past.last().expect("the start is never undone")
    }

    pub(super) fn position(&self) -> &BoxedPosition {
        &self.moment().position
    }

    pub(super) fn picture(&self) -> Picture {
        self.position().picture()
    }

    /// The steps played so far.
    pub(super) fn words(&self) -> Vec<&str> {
        self.past.iter().skip(1).map(|moment| moment.word.as_str()).collect()
    }

    /// The value of the steps so far.
    pub(super) fn value(&self) -> i64 {
        self.moment().value
    }

    /// Whether the goal is met, in a level that has one to meet.
    pub(super) fn is_goal_met(&self) -> bool {
        self.level.has_goal_to_meet() && self.position().is_won()
    }

    /// The steps so far in words: `2 moves`.
    pub(super) fn length(&self) -> String {
        self.noun.count(self.words().len() as i128)
    }

    /// Moves the cursor. Along the edges of a board, the arrows choose among the rows or the columns.
    pub(super) fn turn(&mut self, arrow: Arrow) {
        let picture = self.picture();
        let (rows, columns) = (picture.rows.len(), picture.columns());
        let step = |number: usize, is_up: bool, last: usize| {
            if is_up { (number + 1).min(last) } else { number.saturating_sub(1).max(1) }
        };
        let is_forward = matches!(arrow, Arrow::Down | Arrow::Right);
        let is_vertical = matches!(arrow, Arrow::Up | Arrow::Down);
        self.cursor = match (self.cursor, is_vertical) {
            (Cursor::Row(row), true) => Cursor::Row(step(row, is_forward, rows)),
            (Cursor::Row(_), false) => Cursor::Column(if is_forward { 1 } else { columns }),
            (Cursor::Column(column), false) => Cursor::Column(step(column, is_forward, columns)),
            (Cursor::Column(_), true) => Cursor::Row(if is_forward { 1 } else { rows }),
            (Cursor::Cell(cell), true) => {
                Cursor::Cell(Cell { row: step(cell.row, is_forward, rows), ..cell })
            }
            (Cursor::Cell(cell), false) => {
                Cursor::Cell(Cell { column: step(cell.column, is_forward, columns), ..cell })
            }
        };
    }

    /// The step that the player points at.
    fn aim(&self) -> Aim {
        match self.cursor {
            Cursor::Row(row) => Aim::Row(row),
            Cursor::Column(column) => Aim::Column(column),
            Cursor::Cell(cell) => {
                let mut cells = self.picked.clone();
                if cells.last() != Some(&cell) {
                    cells.push(cell);
                }
                Aim::Cells(cells)
            }
        }
    }

    /// What that step would do; nothing while it is not a step yet.
    pub(super) fn preview(&self) -> Option<Preview> {
        let position = self.position();
        let word = position.word(&self.aim())?;
        Some(match position.play(&word) {
            Ok(Outcome { story, .. }) => {
                Preview { trail: position.trail(&word), story: Ok(story), word }
            }
            Err(fault) => Preview { word, story: Err(fault.held), trail: Vec::new() },
        })
    }

    /// Picks the cell under the cursor for a step that is aimed at several, or gives it back.
    pub(super) fn pick(&mut self) {
        let Cursor::Cell(cell) = self.cursor else { return self.fire() };
        if self.picked.last() == Some(&cell) {
            self.picked.pop();
        } else {
            self.picked.push(cell);
        }
    }

    pub(super) fn drop_picked(&mut self) {
        self.picked.clear();
    }

    /// Plays the step that the player points at; where there is none yet, picks the cell.
    pub(super) fn fire(&mut self) {
        match self.position().word(&self.aim()) {
            Some(word) => self.play(&word),
            None => self.pick(),
        }
    }

    /// Plays a step by its word.
    pub(super) fn play(&mut self, word: &str) {
        match self.position().play(word) {
            Ok(Outcome { value, story, after }) => {
                let value = self.value() + value;
                self.past.push(Moment { position: after, word: word.to_owned(), value });
                self.undone.clear();
                self.picked.clear();
                self.news = story;
            }
            Err(fault) => self.news = format!("{word}: {}", fault.held),
        }
    }

    pub(super) fn undo(&mut self) {
        self.picked.clear();
        if self.past.len() > 1 {
            self.undone.extend(self.past.pop());
            self.news = "undone".to_owned();
        } else {
            self.news = "nothing to undo".to_owned();
        }
    }

    pub(super) fn redo(&mut self) {
        match self.undone.pop() {
            Some(moment) => {
                self.news = format!("{} again", moment.word);
                self.past.push(moment);
                self.picked.clear();
            }
            None => self.news = "nothing to redo".to_owned(),
        }
    }

    /// Goes back to the start. Every step can be redone.
    pub(super) fn restart(&mut self) {
        while self.past.len() > 1 {
            self.undone.extend(self.past.pop());
        }
        self.picked.clear();
        self.news = "back at the start".to_owned();
    }
}
