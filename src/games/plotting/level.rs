//! A level: a board, the hand at the start, the goal, the firing positions, and what the arcade adds: spare
//! lives, a limit of shots, and plans that are scored.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::board::{Board, BoardError, Colour};
use super::round::State;
use super::rules::{Hand, Position, Shot};

/// The allowed firing positions. Arcade levels block some rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Firing {
    rows: Vec<bool>,
    columns: Vec<bool>,
}

impl Firing {
    /// Allows every row and every column of the board.
    pub fn everywhere(board: &Board) -> Firing {
        Firing { rows: vec![true; board.rows()], columns: vec![true; board.columns()] }
    }

    /// Allows only the listed rows and columns; `None` allows all of them.
    ///
    /// # Errors
    /// If a row or column is not on the board, or is listed twice.
    pub fn only(
        board: &Board,
        rows: Option<&[usize]>,
        columns: Option<&[usize]>,
    ) -> Result<Firing, LevelError> {
        Ok(Firing {
            rows: allowed(rows, "rows", board.rows())?,
            columns: allowed(columns, "columns", board.columns())?,
        })
    }

    /// Whether the shot is allowed.
    pub fn allows(&self, shot: Shot) -> bool {
        match shot {
            Shot::Row(row) => self.rows[row - 1],
            Shot::Column(column) => self.columns[column - 1],
        }
    }

    /// Whether every row and column is allowed.
    pub fn is_everywhere(&self) -> bool {
        self.rows.iter().chain(&self.columns).all(|&allowed| allowed)
    }

    /// The allowed rows.
    pub fn rows(&self) -> Vec<usize> {
        numbers(&self.rows)
    }

    /// The allowed columns.
    pub fn columns(&self) -> Vec<usize> {
        numbers(&self.columns)
    }
}

fn allowed(
    list: Option<&[usize]>,
    what: &'static str,
    count: usize,
) -> Result<Vec<bool>, LevelError> {
    let Some(list) = list else { return Ok(vec![true; count]) };
    let mut allowed = vec![false; count];
    for &number in list {
        match number.checked_sub(1).and_then(|index| allowed.get_mut(index)) {
            Some(true) => return Err(LevelError::FiringTwice { what, number }),
            Some(entry) => *entry = true,
            None => return Err(LevelError::FiringOutside { what, number, count }),
        }
    }
    Ok(allowed)
}

fn numbers(allowed: &[bool]) -> Vec<usize> {
    (1..=allowed.len()).filter(|&number| allowed[number - 1]).collect()
}

/// What makes one plan of a level better than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The number of steps: fewer are better.
    #[default]
    Shots,
    /// The score: more is better, and the round ends as soon as the goal is met.
    Score,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Shots => "shots",
            Measure::Score => "score",
        })
    }
}

impl FromStr for Measure {
    type Err = NotAMeasure;

    fn from_str(text: &str) -> Result<Measure, NotAMeasure> {
        match text {
            "shots" => Ok(Measure::Shots),
            "score" => Ok(Measure::Score),
            _ => Err(NotAMeasure(text.to_owned())),
        }
    }
}

/// A text is not a measure of plans.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("objective: {0:?} is neither shots nor score")]
pub struct NotAMeasure(String);

/// Why a level is invalid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LevelError {
    /// The grid is not a valid board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The name is empty or not printable.
    #[error("name: it is empty or contains a control character")]
    Name,
    /// The goal is negative or exceeds the number of blocks.
    #[error("goal: {goal} is outside 0 to {blocks}, the number of blocks on the board")]
    Goal {
        /// The goal.
        goal: i128,
        /// The blocks on the board.
        blocks: usize,
    },
    /// The hand holds a colour that is not on the board.
    #[error("hand: the colour {0} is not on the board")]
    Hand(Colour),
    /// A firing position is not on the board.
    #[error("firing {what}: {number} is outside 1 to {count}")]
    FiringOutside {
        /// `rows` or `columns`.
        what: &'static str,
        /// The invalid number.
        number: usize,
        /// The number of rows or columns of the board.
        count: usize,
    },
    /// A firing position is listed twice.
    #[error("firing {what}: {number} is listed twice")]
    FiringTwice {
        /// `rows` or `columns`.
        what: &'static str,
        /// The repeated number.
        number: usize,
    },
    /// The number of spare lives is negative or too large.
    #[error("lives: {0} is outside 0 to {limit}", limit = Level::MOST_LIVES)]
    Lives(i128),
    /// The limit of shots is less than 1.
    #[error("shots: {0} is not a limit of 1 or more shots")]
    ShotLimit(i128),
    /// An aiming position leads to a shot that the level does not have.
    #[error("aims: {0} is not a shot of the level")]
    Aim(Shot),
}

/// A level of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    name: String,
    start: Position,
    goal: usize,
    firing: Firing,
    lives: usize,
    shot_limit: Option<usize>,
    measure: Measure,
    aims: Vec<Option<Shot>>,
}

impl Level {
    /// The most spare lives of a level.
    pub const MOST_LIVES: usize = 99;

    /// A level that starts with a wildcard and allows every firing position.
    ///
    /// # Errors
    /// If the name is empty or contains a control character, or if the goal exceeds the number of
    /// blocks.
    pub fn new(name: &str, board: Board, goal: usize) -> Result<Level, LevelError> {
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(LevelError::Name);
        }
        let firing = Firing::everywhere(&board);
        let start = Position { board, hand: Hand::Wildcard };
        Level {
            name: name.to_owned(),
            start,
            goal: 0,
            firing,
            lives: 0,
            shot_limit: None,
            measure: Measure::Shots,
            aims: Vec::new(),
        }
        .with_goal(goal as i128)
    }

    /// The same level with another goal.
    ///
    /// # Errors
    /// If the goal is negative or exceeds the number of blocks.
    pub fn with_goal(self, goal: i128) -> Result<Level, LevelError> {
        let blocks = self.board().blocks();
        match usize::try_from(goal) {
            Ok(goal) if goal <= blocks => Ok(Level { goal, ..self }),
            Ok(_) | Err(_) => Err(LevelError::Goal { goal, blocks }),
        }
    }

    /// The same level with another hand at the start.
    ///
    /// # Errors
    /// If the hand holds a colour that is not on the board.
    pub fn with_hand(mut self, hand: Hand) -> Result<Level, LevelError> {
        match hand {
            Hand::Holding(colour) if self.board().count(colour) == 0 => {
                Err(LevelError::Hand(colour))
            }
            Hand::Holding(_) | Hand::Wildcard => {
                self.start.hand = hand;
                Ok(self)
            }
        }
    }

    /// The same level with other firing positions, which must belong to its board. Aiming positions that led
    /// to the old ones are gone.
    #[must_use]
    pub fn with_firing(self, firing: Firing) -> Level {
        Level { firing, aims: Vec::new(), ..self }
    }

    /// The same level with the spare lives, the limit of shots and the measure of another one.
    #[must_use]
    pub fn with_what_the_arcade_adds_to(self, other: &Level) -> Level {
        let Level { lives, shot_limit, measure, .. } = *other;
        Level { lives, shot_limit, measure, ..self }
    }

    /// The same level with another number of spare lives: each pays for one MISS.
    ///
    /// # Errors
    /// If the number is negative or above [`Level::MOST_LIVES`].
    pub fn with_lives(self, lives: i128) -> Result<Level, LevelError> {
        match usize::try_from(lives) {
            Ok(lives) if lives <= Level::MOST_LIVES => Ok(Level { lives, ..self }),
            Ok(_) | Err(_) => Err(LevelError::Lives(lives)),
        }
    }

    /// The same level with a limit of shots, or without one. A MISS does not count as a shot.
    ///
    /// # Errors
    /// If the limit is less than 1.
    pub fn with_shot_limit(self, limit: Option<i128>) -> Result<Level, LevelError> {
        let Some(limit) = limit else { return Ok(Level { shot_limit: None, ..self }) };
        match usize::try_from(limit) {
            Ok(shots @ 1..) => Ok(Level { shot_limit: Some(shots), ..self }),
            Ok(_) | Err(_) => Err(LevelError::ShotLimit(limit)),
        }
    }

    /// The same level with aiming positions, by which the routes of some forms name shots: the shot that
    /// each leads to, if any.
    ///
    /// # Errors
    /// If one leads to a shot that the level does not have.
    pub fn with_aims(self, aims: Vec<Option<Shot>>) -> Result<Level, LevelError> {
        let is_there = |shot: &&Shot| shot.is_on(self.board()) && self.firing.allows(**shot);
        match aims.iter().flatten().find(|shot| !is_there(shot)) {
            Some(&shot) => Err(LevelError::Aim(shot)),
            None => Ok(Level { aims, ..self }),
        }
    }

    /// The same level with another measure of its plans.
    #[must_use]
    pub fn with_measure(self, measure: Measure) -> Level {
        Level { measure, ..self }
    }

    /// The same level with another name, which must be printable.
    #[must_use]
    pub fn renamed(&self, name: &str) -> Level {
        Level { name: name.to_owned(), ..self.clone() }
    }

    /// The same level, started in a state of its play.
    ///
    /// # Errors
    /// If no level starts there: the goal is met already, the colour in the hand is gone from the board,
    /// or no shot is left.
    pub fn resumed(&self, state: &State) -> Result<Level, LevelError> {
        let State { position, lives, shots_left } = state;
        let level = Level::new(&self.name, position.board.clone(), self.goal)?;
        Ok(Level { firing: self.firing.clone(), aims: self.aims.clone(), ..level }
            .with_hand(position.hand)?
            .with_lives(*lives as i128)?
            .with_shot_limit(shots_left.map(|shots| shots as i128))?
            .with_measure(self.measure))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The board at the start.
    pub fn board(&self) -> &Board {
        &self.start.board
    }

    /// The hand at the start.
    pub fn hand(&self) -> Hand {
        self.start.hand
    }

    /// The most blocks that may remain.
    pub fn goal(&self) -> usize {
        self.goal
    }

    /// The allowed firing positions.
    pub fn firing(&self) -> &Firing {
        &self.firing
    }

    /// The spare lives at the start.
    pub fn lives(&self) -> usize {
        self.lives
    }

    /// The most shots that a plan may have, if the level limits them.
    pub fn shot_limit(&self) -> Option<usize> {
        self.shot_limit
    }

    /// The aiming positions by which routes of the NES form name shots, from the top; none for most levels.
    pub fn aims(&self) -> &[Option<Shot>] {
        &self.aims
    }

    /// What makes one plan better than another.
    pub fn measure(&self) -> Measure {
        self.measure
    }

    /// Whether the level is one of the article's planning problem: without spare lives, without a limit of
    /// shots, and with the fewest shots as the aim.
    pub fn is_classic(&self) -> bool {
        self.lives == 0 && self.shot_limit.is_none() && self.measure == Measure::Shots
    }

    /// Whether a board meets the goal.
    pub fn is_met_by(&self, board: &Board) -> bool {
        board.blocks() <= self.goal
    }

    /// A lower bound on the blocks that remain, by Lemma 1: no colour leaves the game except by a MISS,
    /// which drops that of the hand. So on a board with k colours at least k − 1 blocks remain, one less
    /// for each spare life, and the hand holds the last colour.
    pub fn fewest_blocks(&self) -> usize {
        (self.board().colours().len() - 1).saturating_sub(self.lives)
    }

    /// The blocks that have to go at most to meet the goal. A plan has no more shots: each removes at least
    /// one block.
    pub fn removable(&self) -> usize {
        self.board().blocks() - self.goal.max(self.fewest_blocks())
    }

    /// An upper bound on the shots of a plan, by the blocks on the board and by the limit.
    pub fn most_shots(&self) -> usize {
        self.shot_limit.map_or(self.removable(), |limit| limit.min(self.removable()))
    }

    /// An upper bound on the length of a plan, which has at most one MISS for each spare life.
    pub fn longest_plan(&self) -> usize {
        match self.most_shots() {
            0 => 0,
            shots => shots + self.lives,
        }
    }

    /// The possible lengths of a plan, starting at 0 if the goal is met at the start and at 1
    /// otherwise. Refuting all of them proves the level unsolvable.
    pub fn horizons(&self) -> RangeInclusive<usize> {
        usize::from(!self.is_met_by(self.board()))..=self.longest_plan()
    }

    /// Whether two levels differ at most in their names and in the names of their colours.
    pub fn is_same_up_to_names(&self, other: &Level) -> bool {
        self.kind() == other.kind()
    }

    /// The level without its name and the names of its colours.
    pub fn kind(&self) -> Kind {
        let hand = match self.hand() {
            Hand::Wildcard => None,
            Hand::Holding(colour) => self.board().colours().iter().position(|&c| c == colour),
        };
        Kind {
            board: self.board().canonical(),
            hand,
            goal: self.goal,
            firing: self.firing.clone(),
            lives: self.lives,
            shot_limit: self.shot_limit,
            measure: self.measure,
        }
    }

    /// The figures that can be computed without playing.
    pub fn figures(&self) -> Figures {
        Figures {
            rows: self.board().rows(),
            columns: self.board().columns(),
            blocks: self.board().blocks(),
            colours: self.board().colours().len(),
            fewest_blocks: self.fewest_blocks(),
            longest_plan: self.longest_plan(),
        }
    }
}

/// A level without its name and the names of its colours. Levels of the same kind play identically.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    board: Board,
    /// The colour in the hand, as an index into the colours of the board.
    hand: Option<usize>,
    goal: usize,
    firing: Firing,
    lives: usize,
    shot_limit: Option<usize>,
    measure: Measure,
}

/// The figures of a level that can be computed without playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Blocks at the start.
    pub blocks: usize,
    /// Colours at the start.
    pub colours: usize,
    /// See [`Level::fewest_blocks`].
    pub fewest_blocks: usize,
    /// See [`Level::longest_plan`].
    pub longest_plan: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(board: &str, goal: usize) -> Level {
        Level::new("test", board.parse().unwrap(), goal).unwrap()
    }

    #[test]
    fn a_plan_has_at_most_one_shot_per_removable_block() {
        // The article prints `max(goal, k)`, which is one too few for a goal of k − 1.
        assert_eq!(level("RRRG/RGRR", 1).longest_plan(), 7);
        assert_eq!(level("RRRG/RGRR", 0).longest_plan(), 7);
        assert_eq!(level("RRRG/RGRR", 4).longest_plan(), 4);
        assert_eq!(level("RRRG/RGRR", 8).longest_plan(), 0);
    }

    #[test]
    fn horizons_start_at_0_only_if_the_goal_is_already_met() {
        assert_eq!(level("RRRG/RGRR", 1).horizons(), 1..=7);
        assert_eq!(level("RRRG/RGRR", 7).horizons(), 1..=1);
        assert_eq!(level("RRRG/RGRR", 8).horizons(), 0..=0);
    }

    #[test]
    fn a_goal_is_at_most_the_number_of_blocks() {
        let error = level("RG", 1).with_goal(3).unwrap_err();
        assert_eq!(
            error.to_string(),
            "goal: 3 is outside 0 to 2, the number of blocks on the board"
        );
        assert!(level("RG", 1).with_goal(-1).is_err());
    }

    #[test]
    fn firing_positions_must_be_on_the_board_and_listed_once() {
        let level = level("RG/GR", 1);
        let only = |rows: &[usize]| Firing::only(level.board(), Some(rows), None);
        let firing = only(&[2]).unwrap();
        assert!(
            firing.allows(Shot::Row(2))
                && !firing.allows(Shot::Row(1))
                && firing.allows(Shot::Column(1))
        );
        assert_eq!(only(&[3]).unwrap_err().to_string(), "firing rows: 3 is outside 1 to 2");
        assert_eq!(only(&[0]).unwrap_err().to_string(), "firing rows: 0 is outside 1 to 2");
        assert_eq!(only(&[1, 1]).unwrap_err().to_string(), "firing rows: 1 is listed twice");
    }

    #[test]
    fn levels_are_the_same_if_only_names_differ() {
        let hand = |letter| Hand::Holding(Colour::from_letter(letter).unwrap());
        let red = level("RG/GG", 1).with_hand(hand('R')).unwrap();
        assert!(red.is_same_up_to_names(&level("BY/YY", 1).with_hand(hand('B')).unwrap()));
        assert!(!red.is_same_up_to_names(&level("BY/YY", 1).with_hand(hand('Y')).unwrap()));
        assert!(!red.is_same_up_to_names(&level("RG/GG", 2).with_hand(hand('R')).unwrap()));
    }
}
