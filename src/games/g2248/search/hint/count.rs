//! The number of paths that a board allows.
//!
//! A path enters a component at most once, so the paths that enter by a cell go on in the same ways whatever
//! came before: only the paths inside each component are enumerated.

use super::super::super::board::Board;
use super::field::Field;

/// A number of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of paths; if it is not exact, there are at least as many.
    pub paths: u128,
    /// Whether every path was counted.
    pub is_exact: bool,
}

/// Counts the paths that a board allows. In each component at most `limit` steps are made.
pub fn count_paths(board: &Board, limit: u64, stop: &dyn Fn() -> bool) -> Count {
    let field = Field::of(board);
    let mut walk = Walk {
        field: &field,
        stop,
        ending: vec![0; field.size()],
        is_used: vec![false; field.size()],
        limit,
        steps: 0,
        is_exact: true,
    };
    for component in &field.components {
        walk.steps = 0;
        let entering = |cell: usize, ending: &[u128]| {
            let below = field.lower[cell].iter().map(|&below| ending[below]);
            below.fold(0, u128::saturating_add)
        };
        for &cell in &component.cells {
            let entering = entering(cell, &walk.ending);
            walk.add(cell, entering);
            walk.go_on(cell, entering.saturating_add(1));
        }
    }
    let paths = walk.ending.iter().copied().fold(0, u128::saturating_add);
    Count { paths, is_exact: walk.is_exact && paths < u128::MAX }
}

struct Walk<'a> {
    field: &'a Field,
    stop: &'a dyn Fn() -> bool,
    /// For each cell the number of paths that end there.
    ending: Vec<u128>,
    is_used: Vec<bool>,
    limit: u64,
    /// The steps in this component.
    steps: u64,
    is_exact: bool,
}

impl Walk<'_> {
    fn add(&mut self, cell: usize, paths: u128) {
        self.ending[cell] = self.ending[cell].saturating_add(paths);
    }

    /// Counts the paths that go on from a cell inside its component; each stands for `paths` paths.
    fn go_on(&mut self, cell: usize, paths: u128) {
        self.is_used[cell] = true;
        for &next in &self.field.equal[cell] {
            if self.is_used[next] {
                continue;
            }
            if self.steps >= self.limit || self.steps.is_multiple_of(4096) && (self.stop)() {
                self.steps = self.limit;
                self.is_exact = false;
                break;
            }
            self.steps += 1;
            self.add(next, paths);
            self.go_on(next, paths);
        }
        self.is_used[cell] = false;
    }
}
