//! A level: a board, the rules that it adds, the goal, and what moves cost.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::board::{Board, BoardError, Cell, Content, Kind, Lettered, NotAKind};
use super::rules::{Move, Rules};

/// What moves cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cost {
    /// Every move costs 1.
    #[default]
    Moves,
    /// A swap costs 1, a match nothing.
    Swaps,
}

impl Cost {
    /// What a move costs.
    pub fn of(self, step: Move) -> u32 {
        match (self, step) {
            (Cost::Swaps, Move::Match(..)) => 0,
            (Cost::Moves, _) | (Cost::Swaps, Move::Swap(..)) => 1,
        }
    }
}

/// What a target asks of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Anything will do.
    Anything,
    /// The cell has to be empty.
    Empty,
    /// The cell has to have a tile of this kind.
    Tile(Kind),
}

impl Content for Wanted {
    fn letter(&self) -> char {
        match self {
            Wanted::Anything => '?',
            Wanted::Empty => '.',
            Wanted::Tile(kind) => kind.letter(),
        }
    }
}

impl Wanted {
    /// Whether a cell with this content meets it.
    pub fn is_met_by(self, tile: Option<Kind>) -> bool {
        match self {
            Wanted::Anything => true,
            Wanted::Empty => tile.is_none(),
            Wanted::Tile(kind) => tile == Some(kind),
        }
    }
}

/// A board to reach, cell by cell.
pub type Target = Lettered<Wanted>;

impl Target {
    /// Reads a target from rows of letters: `.` and `X` are empty cells, `?` is anything.
    ///
    /// # Errors
    /// If the rows are not a target.
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Target, BoardError> {
        Lettered::read(rows, "neither a capital letter nor '.' nor '?'", |letter| match letter {
            '?' => Some(Wanted::Anything),
            '.' | 'X' => Some(Wanted::Empty),
            letter => Kind::from_letter(letter).map(Wanted::Tile),
        })
    }
}

/// Why something is not a level.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LevelError {
    /// The name is empty or not printable.
    #[error("name: it is empty or contains a control character")]
    Name,
    /// The tiles are not a board.
    #[error("tiles: {0}")]
    Tiles(BoardError),
    /// The target is not a board.
    #[error("target: {0}")]
    Target(BoardError),
    /// The target is of another size than the board.
    #[error("target: it is {}×{}, the board is {}×{}", .target.0, .target.1, .board.0, .board.1)]
    TargetSize {
        /// Rows and columns of the target.
        target: (usize, usize),
        /// Rows and columns of the board.
        board: (usize, usize),
    },
    /// A vanishing pair is not two different capital letters.
    #[error("vanish: {0:?} is not a pair of two different letters, e.g. \"GS\"")]
    NotAPair(String),
    /// A vanishing pair is listed twice.
    #[error("vanish: {0}{1} is listed twice")]
    PairTwice(Kind, Kind),
    /// Two pairs contradict each other.
    #[error("vanish: {0}{1} and {1}{0} contradict each other")]
    Contradiction(Kind, Kind),
    /// A fixed kind is not a capital letter.
    #[error("fixed: {0}")]
    NotAKind(#[from] NotAKind),
    /// A fixed kind is listed twice.
    #[error("fixed: {0} is listed twice")]
    FixedTwice(Kind),
}

/// A level. Its parts are consistent: [`Level::new`] and the methods that change it check them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    name: String,
    board: Board,
    rules: Rules,
    target: Option<Target>,
    cost: Cost,
}

impl Level {
    /// The pair that vanishes unless a level says otherwise.
    pub const VANISH: &str = "GS";

    /// A level with the default rules, to be emptied in the fewest moves.
    ///
    /// # Errors
    /// If the name is empty or contains a control character.
    pub fn new(name: &str, board: Board) -> Result<Level, LevelError> {
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(LevelError::Name);
        }
        let rules = Rules { vanish: vec![pair(Level::VANISH)?], ..Rules::default() };
        Ok(Level { name: name.to_owned(), board, rules, target: None, cost: Cost::Moves })
    }

    /// The level with these vanishing pairs.
    ///
    /// # Errors
    /// If one of them is not a pair, or two of them are the same or contradict each other.
    pub fn with_vanish<P: AsRef<str>>(mut self, pairs: &[P]) -> Result<Level, LevelError> {
        let mut vanish: Vec<(Kind, Kind)> = Vec::new();
        for text in pairs {
            let (first, second) = pair(text.as_ref())?;
            if vanish.contains(&(first, second)) {
                return Err(LevelError::PairTwice(first, second));
            }
            if vanish.contains(&(second, first)) {
                return Err(LevelError::Contradiction(second, first));
            }
            vanish.push((first, second));
        }
        self.rules.vanish = vanish;
        Ok(self)
    }

    /// The level with these kinds fixed.
    ///
    /// # Errors
    /// If a kind is listed twice.
    pub fn with_fixed(mut self, kinds: &[Kind]) -> Result<Level, LevelError> {
        let mut fixed = kinds.to_vec();
        fixed.sort_unstable();
        if let Some(twice) = fixed.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(LevelError::FixedTwice(twice[0]));
        }
        self.rules.fixed = fixed;
        Ok(self)
    }

    /// The level with a target to reach; `None`: the empty board.
    ///
    /// # Errors
    /// If the target is of another size than the board.
    pub fn with_target(mut self, target: Option<Target>) -> Result<Level, LevelError> {
        if let Some(target) = &target {
            let target = (target.rows(), target.columns());
            let board = (self.board.rows(), self.board.columns());
            if target != board {
                return Err(LevelError::TargetSize { target, board });
            }
        }
        self.target = target;
        Ok(self)
    }

    /// The level with another cost of moves.
    #[must_use]
    pub fn with_cost(mut self, cost: Cost) -> Level {
        self.cost = cost;
        self
    }

    /// The level with pairs that vanish in one direction only, or in both.
    #[must_use]
    pub fn with_direction(mut self, is_directed: bool) -> Level {
        self.rules.is_directed = is_directed;
        self
    }

    /// The same level under another name, which must be printable.
    #[must_use]
    pub fn renamed(&self, name: &str) -> Level {
        Level { name: name.to_owned(), ..self.clone() }
    }

    /// The same level, starting from a board reached in play.
    #[must_use]
    pub fn resumed(&self, board: &Board) -> Level {
        Level { board: board.clone(), ..self.clone() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board at the start.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board to reach; `None`: the empty one.
    pub fn target(&self) -> Option<&Target> {
        self.target.as_ref()
    }

    /// What the goal asks of a cell.
    pub fn wanted(&self, cell: Cell) -> Wanted {
        self.target.as_ref().map_or(Wanted::Empty, |target| target[cell])
    }

    /// What moves cost.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Whether a board meets the goal.
    pub fn is_met_by(&self, board: &Board) -> bool {
        match &self.target {
            None => board.tiles() == 0,
            Some(target) => {
                let cells = target.values().iter().zip(board.values());
                cells.into_iter().all(|(wanted, tile)| wanted.is_met_by(*tile))
            }
        }
    }
}

fn pair(text: &str) -> Result<(Kind, Kind), LevelError> {
    let letters: Vec<Option<Kind>> = text.chars().map(Kind::from_letter).collect();
    match letters[..] {
        [Some(first), Some(second)] if first != second => Ok((first, second)),
        _ => Err(LevelError::NotAPair(text.to_owned())),
    }
}
