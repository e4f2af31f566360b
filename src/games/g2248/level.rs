//! A level: a board, where new numbers come from, whether a plan may use a collapse, and the goal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::board::{Board, BoardError, NotANumber, Number};
use super::refill::Source;

/// A question about one position, answered by a single join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hint {
    /// The maximum path: one that yields the largest block; among those, one with the largest sum.
    Path,
    /// The maximum adjacent: a path that yields the largest block that ends up, after the fall and before
    /// the refill, adjacent to an equal one.
    Adjacent,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hint::Path => "path",
            Hint::Adjacent => "adjacent",
        })
    }
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// At most this many blocks, in the fewest moves.
    Blocks(usize),
    /// At least this score, in the fewest moves.
    Score(u64),
    /// The greatest score within a number of moves.
    BestScore {
        /// The most moves. A collapse is a move as well.
        moves: usize,
    },
    /// The best single join.
    Hint(Hint),
}

impl Goal {
    /// The number of moves that a plan may have at most, if the goal limits it.
    pub fn moves(self) -> Option<usize> {
        match self {
            Goal::Blocks(_) | Goal::Score(_) => None,
            Goal::BestScore { moves } => Some(moves),
            Goal::Hint(_) => Some(1),
        }
    }
}

/// The goal as the command line names it: `blocks=1`, `score=2248`, `best-score=3`, `path`, `adjacent`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Blocks(blocks) => write!(f, "blocks={blocks}"),
            Goal::Score(score) => write!(f, "score={score}"),
            Goal::BestScore { moves } => write!(f, "best-score={moves}"),
            Goal::Hint(hint) => hint.fmt(f),
        }
    }
}

/// A text is not a goal.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a goal is blocks=N, score=N, best-score=MOVES, path or adjacent")]
pub struct NotAGoal;

impl FromStr for Goal {
    type Err = NotAGoal;

    fn from_str(text: &str) -> Result<Goal, NotAGoal> {
        match text.split_once('=') {
            Some(("blocks", number)) => number.parse().map(Goal::Blocks).map_err(|_| NotAGoal),
            Some(("score", number)) => number.parse().map(Goal::Score).map_err(|_| NotAGoal),
            Some(("best-score", number)) => {
                number.parse().map(|moves| Goal::BestScore { moves }).map_err(|_| NotAGoal)
            }
            None if text == "path" => Ok(Goal::Hint(Hint::Path)),
            None if text == "adjacent" => Ok(Goal::Hint(Hint::Adjacent)),
            Some(_) | None => Err(NotAGoal),
        }
    }
}

/// The reason why something is not a level.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LevelError {
    /// The name is empty or not printable.
    #[error("name: it is empty or contains a control character")]
    Name,
    /// The numbers are not a board.
    #[error("numbers: {0}")]
    Numbers(#[from] BoardError),
    /// There are more or fewer queues than columns.
    #[error("queues: {queues} given, but the board has {columns} columns, and each needs one")]
    QueueCount {
        /// The number of queues.
        queues: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A queue is too long.
    #[error("queues: column {column} has {length} numbers, the limit is {limit}", limit = Level::LONGEST_QUEUE)]
    QueueLength {
        /// The column, from 1.
        column: usize,
        /// The length of its queue.
        length: usize,
    },
    /// A number of a queue is not one of the game.
    #[error("queues: column {column}, number {place}: {reason}")]
    Queue {
        /// The column, from 1.
        column: usize,
        /// The place in its queue, from 1.
        place: usize,
        /// What is wrong with it.
        reason: NotANumber,
    },
    /// There is a seed, and there are queues.
    #[error("a level has a seed or queues, not both")]
    SeedAndQueues,
    /// The goal is not a single one.
    #[error("goal: {0}")]
    Goal(String),
}

/// A level. What is in it is consistent: see [`Level::new`] and the methods that change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    name: String,
    board: Board,
    source: Source,
    allows_collapse: bool,
    goal: Option<Goal>,
}

impl Level {
    /// The longest queue.
    pub const LONGEST_QUEUE: usize = 1000;

    /// A level for play, without a goal, in which nothing comes in.
    ///
    /// # Errors
    /// If the name is empty or contains a control character.
    pub fn new(name: &str, board: Board) -> Result<Level, LevelError> {
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(LevelError::Name);
        }
        let (source, goal) = (Source::Nothing, None);
        Ok(Level { name: name.to_owned(), board, source, allows_collapse: false, goal })
    }

    /// The level with another source of numbers.
    ///
    /// # Errors
    /// If there are queues, and they do not fit the board.
    pub fn with_source(mut self, source: Source) -> Result<Level, LevelError> {
        if let Source::Queues(queues) = &source {
            let columns = self.board.columns();
            if queues.len() != columns {
                return Err(LevelError::QueueCount { queues: queues.len(), columns });
            }
            let too_long = |queue: &Vec<Number>| queue.len() > Level::LONGEST_QUEUE;
            if let Some(index) = queues.iter().position(too_long) {
                let (column, length) = (index + 1, queues[index].len());
                return Err(LevelError::QueueLength { column, length });
            }
        }
        self.source = source;
        Ok(self)
    }

    /// The level with chance from a seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Level {
        self.source = Source::Seed(seed);
        self
    }

    /// The level with a later board, and what is left of its source.
    pub(super) fn continued(&self, board: Board, source: Source) -> Level {
        Level { board, source, ..self.clone() }
    }

    /// The level whose plans may use a collapse, or not.
    #[must_use]
    pub fn with_collapse(mut self, is_allowed: bool) -> Level {
        self.allows_collapse = is_allowed;
        self
    }

    /// The level with another goal, or without one.
    #[must_use]
    pub fn with_goal(mut self, goal: Option<Goal>) -> Level {
        self.goal = goal;
        self
    }

    /// The same level under another name, which must be printable.
    #[must_use]
    pub fn renamed(&self, name: &str) -> Level {
        Level { name: name.to_owned(), ..self.clone() }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board at the start.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where new numbers come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Whether a plan may use a collapse.
    pub fn allows_collapse(&self) -> bool {
        self.allows_collapse
    }

    /// A number of moves that no plan exceeds, if there is one: each move takes a block away.
    pub fn longest_plan(&self) -> Option<usize> {
        let blocks = self.source.blocks().map(|queued| self.board.blocks() + queued);
        let joins = blocks.map(|blocks| blocks.saturating_sub(1));
        let most = self.goal.and_then(Goal::moves);
        joins.into_iter().chain(most).min()
    }

    /// What a plan is for; `None` for a level that is only to be played.
    pub fn goal(&self) -> Option<Goal> {
        self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_written_as_it_is_read() {
        for text in ["blocks=1", "score=2248", "best-score=3", "path", "adjacent"] {
            assert_eq!(text.parse::<Goal>().map(|goal| goal.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "1", "blocks", "blocks=", "blocks=-1", "score=x", "path=1", "best=3"] {
            assert_eq!(text.parse::<Goal>(), Err(NotAGoal), "{text}");
        }
    }
}
