//! What one might believe of the game, checked on every board (Sections 8.1 to 8.3 of the article).
//!
//! - [`first_shot`]: on boards with some pattern some first shots are never needed;
//! - [`rule`]: what plans never need to do, or never do, wherever they are.
//!
//! A conjecture is compared with the game itself, so no counterexample among all boards of a size is a
//! proof for that size, and no more than that.

pub mod first_shot;
pub mod rule;

use serde::Serialize;

use self::first_shot::FirstShot;
use self::rule::Rule;
use super::board::Board;
use super::formula::FormulaError;
use super::level::Level;
use super::rules::{Position, Shot};
use super::search::Budget;

/// Something to be checked.
pub enum Conjecture {
    /// Some first shots are not needed.
    FirstShot(Box<FirstShot>),
    /// A rule for all shots.
    Rule(Rule),
}

/// A board on which a conjecture does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// The board and the hand.
    #[serde(flatten)]
    pub position: Position,
    /// The goal for which it fails, if it is about a goal.
    pub goal: Option<usize>,
    /// The optimum for this goal.
    pub optimum: Option<usize>,
    /// The optimum under the conjecture, if there is still a plan.
    pub restricted: Option<usize>,
    /// The first shots that the conjecture leaves out.
    pub forbidden: Vec<Shot>,
    /// What it is about, in words.
    pub about: String,
}

/// What the look at boards has found.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Boards that the conjecture says something about.
    pub boards: u64,
    /// How often it says something.
    pub cases: u64,
    /// Where it is wrong.
    pub counterexamples: Vec<Counterexample>,
}

/// Why a board could not be looked at.
#[derive(Debug)]
pub enum Trouble {
    /// The budget was spent.
    Spent,
    /// The pattern cannot be evaluated.
    Formula(FormulaError),
}

impl Conjecture {
    /// The conjectures of the article, those that are wrong first.
    pub fn all() -> Vec<Conjecture> {
        let wrong = first_shot::BUILT_IN.iter().map(|text| {
            let read =
                FirstShot::read(text).expect("the conjectures of the program are well-formed");
            Conjecture::FirstShot(Box::new(read))
        });
        wrong.chain(Rule::ALL.into_iter().map(Conjecture::Rule)).collect()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Conjecture::FirstShot(first) => first.name(),
            Conjecture::Rule(rule) => rule.name(),
        }
    }

    /// What it says.
    pub fn says(&self) -> &str {
        match self {
            Conjecture::FirstShot(first) => first.says(),
            Conjecture::Rule(rule) => rule.says(),
        }
    }

    /// Looks at a board, for each goal in ascending order. With a wildcard in the hand.
    ///
    /// # Errors
    /// If the board is too large for the budget, or the pattern cannot be evaluated.
    pub fn look(&self, board: &Board, budget: &Budget<'_>) -> Result<Look, Trouble> {
        let level = Level::new("board", board.clone(), 0).expect("every board can have the goal 0");
        match self {
            Conjecture::FirstShot(first) => first.look(&level, budget),
            Conjecture::Rule(rule) => rule.look(&level, budget).ok_or(Trouble::Spent),
        }
    }
}
