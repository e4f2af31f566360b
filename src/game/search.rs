//! Native solvers: what a search may use, and what it finds.

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use thiserror::Error;

/// What a search may use. By default: one thread per core, 1 GB, and no other limit.
///
/// A search has no clock of its own, so that it can run where there is none. The caller sets a time
/// limit, or cancels the search, through [`stop`](Budget::stop).
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Threads to search with, at least 1.
    pub threads: usize,
    /// Bytes that the search may hold.
    pub memory: usize,
    /// Asked from time to time, by all threads: `true` ends the search.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Where the search shows how far it is.
    pub meter: Option<&'a Meter>,
}

/// How far a search is, for a caller that watches it from another thread.
#[derive(Debug, Default)]
pub struct Meter {
    states: AtomicU64,
    bound: AtomicI64,
}

impl Meter {
    /// The number of states searched so far.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// No plan has a better value than this; 0 if nothing is known yet.
    pub fn bound(&self) -> i64 {
        self.bound.load(Ordering::Relaxed)
    }
}

impl Budget<'_> {
    /// Whether the search has to stop.
    pub fn is_spent(&self) -> bool {
        (self.stop)()
    }

    /// Shows how many states have been searched.
    pub fn show_states(&self, states: u64) {
        if let Some(meter) = self.meter {
            meter.states.store(states, Ordering::Relaxed);
        }
    }

    /// Shows a value that no plan can beat.
    pub fn show_bound(&self, bound: i64) {
        if let Some(meter) = self.meter {
            meter.bound.store(bound, Ordering::Relaxed);
        }
    }
}

impl Default for Budget<'static> {
    fn default() -> Budget<'static> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Budget { threads: cores, memory: 1_000_000_000, stop: &|| false, meter: None }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Budget { threads, memory, stop: _, meter: _ } = self;
        f.debug_struct("Budget")
            .field("threads", threads)
            .field("memory", memory)
            .finish_non_exhaustive()
    }
}

/// What ended a search before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The memory of its budget.
    Memory,
    /// The caller, through [`Budget::stop`]: a time limit, or a cancellation.
    Stopped,
}

/// A plan that a native solver found, replayed by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPlan {
    /// Its steps, one word each.
    pub steps: Vec<String>,
    /// Its value by the objective of the level.
    pub value: i64,
}

/// How it is known that a level has no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The proof as a word for programs.
    pub code: &'static str,
    /// The reason in words; `None` for a proof by exhaustion, whose only reason is the states searched.
    pub reason: Option<&'static str>,
}

impl Proof {
    /// Every state that could matter was searched.
    pub const EXHAUSTION: Proof = Proof { code: "exhaustion", reason: None };
}

/// What a search finds out about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A best plan, proved to be one.
    Optimal(FoundPlan),
    /// There is no plan.
    Unsolvable(Proof),
    /// The budget was spent first.
    Open {
        /// The best plan so far, if there is one.
        best: Option<FoundPlan>,
        /// What ended the search.
        spent: Spent,
    },
}

impl Finding {
    /// The best plan, if there is one.
    pub fn plan(&self) -> Option<&FoundPlan> {
        match self {
            Finding::Optimal(plan) => Some(plan),
            Finding::Unsolvable(_) => None,
            Finding::Open { best, .. } => best.as_ref(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// What it found out.
    pub finding: Finding,
    /// No plan has a better value than this. For an unsolvable level whose plans are counted in
    /// steps, one more than any plan could have.
    pub bound: i64,
    /// The number of states searched.
    pub states: u64,
}

/// A defect of a native solver, found by its own checks.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Defect(pub String);

/// What a native solver was asked for and does not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOffered;

/// Why a native solver has no answer to a question about all plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// It does not offer this.
    NotOffered,
    /// Its budget was spent.
    Spent(Spent),
}

impl From<NotOffered> for Unanswered {
    fn from(_: NotOffered) -> Unanswered {
        Unanswered::NotOffered
    }
}

impl From<Spent> for Unanswered {
    fn from(spent: Spent) -> Unanswered {
        Unanswered::Spent(spent)
    }
}

/// A native solver: optimal, and with a proof.
pub trait Oracle<L>: Sync {
    /// A value that no plan can beat, computed without a search.
    ///
    /// # Errors
    /// If the solver's own checks fail.
    fn bound(&self, level: &L) -> Result<i64, Defect>;

    /// Solves a level. `better` is called with every plan that improves on those before it.
    ///
    /// # Errors
    /// If the solver's own checks fail: then nothing is known.
    fn solve(
        &self,
        level: &L,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(&FoundPlan),
    ) -> Result<SearchResult, Defect>;

    /// Every length that a plan can have, ascending.
    ///
    /// # Errors
    /// If the solver does not offer this, or the budget was spent.
    fn lengths(&self, level: &L, budget: &Budget<'_>) -> Result<Vec<usize>, Unanswered> {
        let _ = (level, budget);
        Err(Unanswered::NotOffered)
    }

    /// The number of plans of a length.
    ///
    /// # Errors
    /// If the solver does not offer this, or the budget was spent.
    fn count(&self, level: &L, length: usize, budget: &Budget<'_>) -> Result<u128, Unanswered> {
        let _ = (level, length, budget);
        Err(Unanswered::NotOffered)
    }

    /// The result for every goal that the level could have, each with the goal.
    ///
    /// # Errors
    /// If the solver does not offer this; inside, if its own checks fail.
    fn every_goal(&self, level: &L, budget: &Budget<'_>) -> Result<EveryGoal, NotOffered> {
        let _ = (level, budget);
        Err(NotOffered)
    }
}

/// The results for every goal of a level.
pub type EveryGoal = Result<Vec<(usize, SearchResult)>, Defect>;
