//! Conjectures about the game, checked on every board (Sections 8.1 to 8.3 of the article).
//!
//! - [`first_shot`]: on boards with some pattern, some first shots are never needed;
//! - [`rule`]: in every position, plans never need to do something, or never do it.
//!
//! A conjecture is checked against the game itself. If no board of some size is a counterexample,
//! that proves the conjecture for this size, and for this size only.

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

/// A conjecture to be checked.
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
    /// The goal for which it fails, if the conjecture is about goals.
    pub goal: Option<usize>,
    /// The optimum for this goal.
    pub optimum: Option<usize>,
    /// The optimum under the conjecture, if there is still a plan.
    pub restricted: Option<usize>,
    /// The first shots that the conjecture forbids.
    pub forbidden: Vec<Shot>,
    /// A description of the case.
    pub about: String,
}

/// The result of checking boards.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The number of boards to which the conjecture applies.
    pub boards: u64,
    /// The number of cases to which it applies.
    pub cases: u64,
    /// The cases in which it is wrong.
    pub counterexamples: Vec<Counterexample>,
}

/// Why a board could not be checked.
#[derive(Debug)]
pub enum Trouble {
    /// The budget ran out.
    Spent,
    /// The pattern cannot be evaluated.
    Formula(FormulaError),
}

impl Conjecture {
    /// The conjectures of the article, starting with the false ones.
    pub fn all() -> Vec<Conjecture> {
        let wrong = first_shot::BUILT_IN.iter().map(|text| {
            let read = FirstShot::read(text).expect("the built-in conjectures are well-formed");
            Conjecture::FirstShot(Box::new(read))
        });
        wrong.chain(Rule::ALL.into_iter().map(Conjecture::Rule)).collect()
    }

    /// The name of the conjecture.
    pub fn name(&self) -> &str {
        match self {
            Conjecture::FirstShot(first) => first.name(),
            Conjecture::Rule(rule) => rule.name(),
        }
    }

    /// The conjecture in words.
    pub fn says(&self) -> &str {
        match self {
            Conjecture::FirstShot(first) => first.says(),
            Conjecture::Rule(rule) => rule.says(),
        }
    }

    /// Checks a board with a wildcard in the hand, for each goal in ascending order.
    ///
    /// # Errors
    /// If the board is too large for the budget, or the pattern cannot be evaluated.
    pub fn look(&self, board: &Board, budget: &Budget<'_>) -> Result<Look, Trouble> {
        let level =
            Level::new("board", board.clone(), 0).expect("the goal 0 is valid for every board");
        match self {
            Conjecture::FirstShot(first) => first.look(&level, budget),
            Conjecture::Rule(rule) => rule.look(&level, budget).ok_or(Trouble::Spent),
        }
    }
}
