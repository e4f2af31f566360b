//! The two questions about one position: the path with the greatest sum, and the path whose block is the
//! greatest that ends up adjacent to an equal one. Both are answered with proof, however many paths there are.
//!
//! - `field`: the board as a graph of components of equal numbers;
//! - `peaks`: the greatest sums, component by component;
//! - `table`, `sweep`: the longest paths in a component with few paths, and with many;
//! - `chain`: an upper bound on the length of a path in a component;
//! - `grow`: long paths in a component, quickly;
//! - `adjacent`, `landing`: the second question;
//! - `count`: the number of paths.
//!
//! One thread, and the same answer every time.

mod adjacent;
mod chain;
mod count;
mod field;
mod grow;
mod landing;
mod peaks;
mod sweep;
mod table;
#[cfg(test)]
mod tests;

pub use self::count::{Count, count_paths};

use self::field::Field;
use self::peaks::{Found, Peaks, Unfinished};
use super::super::board::{Board, Number};
use super::super::path::Path;
use crate::game::search::{Budget, Spent};

/// A path that a board allows, and what it yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recommended {
    /// The path.
    pub path: Path,
    /// The sum of its numbers.
    pub sum: u64,
    /// Its block: the sum rounded up to a power of two.
    pub block: Number,
}

/// What is known about a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best path; `None` if there is none, or none was found.
    pub best: Option<Recommended>,
    /// What no path exceeds: a sum for the maximum path, a block for the maximum adjacent; 0 if there is
    /// no such path.
    pub bound: u64,
    /// What ended the search before the best path was proved to be one.
    pub spent: Option<Spent>,
    /// The number of states searched.
    pub states: u64,
}

impl Advice {
    /// There is no such path.
    const NOTHING: Advice = Advice { best: None, bound: 0, spent: None, states: 0 };

    /// Whether nothing is better: either the best path is given, or there is none.
    pub fn is_proved(&self) -> bool {
        self.spent.is_none()
    }
}

/// A path with the largest block; among those, one with the largest sum.
pub fn maximum_path(board: &Board, budget: &Budget<'_>) -> Advice {
    if board.is_finished() {
        return Advice::NOTHING;
    }
    let field = Field::of(board);
    let mut peaks = Peaks::new(&field, budget);
    // Rounding never puts a smaller sum above a greater one: the greatest sum yields the largest block.
    let (found, end) = peaks.maximum(field.components.len());
    advice(&field, found, end, peaks.states, |best| best.sum)
}

/// A path with the largest block that ends up, after the fall and before the refill, adjacent to an equal one.
pub fn maximum_adjacent(board: &Board, budget: &Budget<'_>) -> Advice {
    if board.is_finished() {
        return Advice::NOTHING;
    }
    let field = Field::of(board);
    let mut states = 0;
    let (found, end) = adjacent::maximum(&field, budget, &mut states);
    advice(&field, found, end, states, |best| best.block.value())
}

fn advice(
    field: &Field,
    found: Option<Found>,
    end: Result<(), Unfinished>,
    states: u64,
    value: impl Fn(&Recommended) -> u64,
) -> Advice {
    let best = found.map(|Found { sum, path }| Recommended {
        path: field.path(&path),
        sum: sum.unsigned_abs(),
        block: Number::rounding(sum.unsigned_abs()),
    });
    let proved = best.as_ref().map_or(0, value);
    let bound = end.map_or_else(|open| open.bound.unsigned_abs(), |()| proved);
    Advice { best, bound, spent: end.err().map(|open| open.spent), states }
}
