//! A level as the lab sees it: what a game has to tell of one.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::campaign::record::LevelFacts;
use super::solvers::TextFile;

/// A level of some game, in some model.
pub trait Case: Sync {
    /// Its name.
    fn name(&self) -> &str;
    /// The model. One with a horizon asks for a plan of exactly so many steps.
    fn files(&self, steps: usize) -> Vec<TextFile>;
    /// The numbers of steps that a plan can have, as far as can be told at a glance: never none.
    fn lengths(&self) -> RangeInclusive<usize>;
    /// A number of steps that every plan has at least, told without a search.
    ///
    /// # Errors
    /// If what tells it is broken.
    fn lower_bound(&self) -> Result<usize, String>;
    /// The level itself, for who wants to reproduce what was found.
    fn source(&self) -> TextFile;
    /// The truth, unless it takes too long.
    ///
    /// # Errors
    /// If what tells the truth is broken.
    fn truth(&self, limit: Option<Duration>, interrupted: &AtomicBool) -> Result<Truth, String>;
    /// What a record tells of the level.
    fn facts(&self) -> LevelFacts;
    /// The steps of a solver's plan, a word each.
    ///
    /// # Errors
    /// If it is not a plan: why not.
    fn judge(&self, plan: &str) -> Result<Vec<String>, String>;
}

/// What is true of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A shortest plan has so many shots.
    Optimum(usize),
    /// There is no plan.
    Unsolvable,
    /// It could not be found out in time.
    NotKnown,
}
