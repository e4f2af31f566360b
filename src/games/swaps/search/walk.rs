//! The depth-first search for swaps that lead to one of a list of goals.
//!
//! At each board it keeps the goals that can still be reached within the limit; without any, it turns
//! back. Three more rules leave out swaps that are not needed.
//!
//! - A swap is not undone at once.
//! - Of two swaps in a row that have no cell in common, and so can be made in either order, the one with
//!   the lower number comes first. Swaps are tried in the order of their numbers, and this makes the rule
//!   compatible with the table. Assume that after swap e at board b, swap f < e is left out. Then f was tried
//!   at b before e, with as many swaps left, unless it was left out there too because of a swap before;
//!   then it was tried before that one, and so on. After f the swap e was tried. So when the board after
//!   e is recorded as hopeless, the board after e and f is known to be so.
//! - A board is not searched again with no more swaps left than before.

use super::field::{Effect, Field};
use super::goals::Goals;
use super::state::State;
use super::table::Table;
use crate::game::cells::Cells;

/// A goal, and what [`Goals::rest`] says of it.
#[derive(Clone, Copy, Debug)]
struct Open {
    goal: u32,
    rest: u32,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A goal is reached: see [`Walk::path`].
    Found,
    /// No goal can be reached within the limit.
    Refuted,
    /// It was told to stop.
    Stopped,
}

/// The search of one thread.
pub struct Walk<'a, const W: usize> {
    field: &'a Field,
    state: State<W>,
    table: Table,
    /// The swaps that lead to the goal, the last one first.
    pub path: Vec<usize>,
    /// Called with the number of boards visited since the last call; `true` ends the search.
    report: &'a (dyn Fn(u64) -> bool + Sync),
    visited: u64,
    /// For each kind and each thing that goals ask of it, the steps last computed, and for which board.
    before: Vec<Vec<(u64, u32)>>,
    after: Vec<Vec<(u64, u32)>>,
    stamp: u64,
    /// Goals that are open, for each depth.
    stack: Vec<Open>,
}

/// How many boards are visited between two reports.
const REPORT: u64 = 256;

impl<'a, const W: usize> Walk<'a, W> {
    /// A search with a table of at most `memory` bytes.
    pub fn new(
        field: &'a Field,
        memory: usize,
        report: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> Walk<'a, W> {
        let state = State::new(field);
        let table = Table::new(state.packed.len(), memory);
        Walk {
            field,
            state,
            table,
            path: Vec::new(),
            report,
            visited: 0,
            before: vec![Vec::new(); field.kinds()],
            after: vec![Vec::new(); field.kinds()],
            stamp: 0,
            stack: Vec::new(),
        }
    }

    /// Searches for a goal within a cost.
    pub fn search(&mut self, goals: &Goals<W>, cost: u32) -> End {
        self.table.clear();
        self.stack.clear();
        for kind in 0..self.field.kinds() {
            for memo in [&mut self.before[kind], &mut self.after[kind]] {
                memo.clear();
                memo.resize(goals.wants(kind), (0, 0));
            }
        }
        for goal in 0..goals.len() as u32 {
            let rest = goals.rest(self.field, &self.state, goal);
            if rest == 0 && goals.matches(goal) <= 2 * cost {
                return End::Found;
            }
            if rest + goals.matches(goal) <= 2 * cost {
                self.stack.push(Open { goal, rest });
            }
        }
        if self.stack.is_empty() {
            return End::Refuted;
        }
        self.path.clear();
        let end = self.visit(goals, 0, 2 * cost, None);
        (self.report)(std::mem::take(&mut self.visited));
        end
    }

    /// Searches the current board. The open goals are those on the stack from `from` on, and `left` is
    /// twice the cost that may still be spent.
    fn visit(&mut self, goals: &Goals<W>, from: usize, left: u32, last: Option<usize>) -> End {
        self.visited += 1;
        if self.visited == REPORT {
            self.visited = 0;
            if (self.report)(REPORT) {
                return End::Stopped;
            }
        }
        if self.table.get(&self.state.packed).is_some_and(|known| known >= left) {
            return End::Refuted;
        }
        self.stamp += 1;
        let here = self.stamp;
        let until = self.stack.len();
        let field = self.field;
        for (number, &edge) in field.edges.iter().enumerate() {
            let effect = self.state.effect(field, edge);
            let is_left_out =
                |last: usize| self.is_undone(last, number, effect) || self.is_late(last, number);
            if effect == Effect::Illegal || last.is_some_and(is_left_out) {
                continue;
            }
            let swap = Swap::new(&self.state, edge, effect);
            let mut end = self.keep_open(goals, from, left - 2, &swap, here);
            if end == End::Refuted && self.stack.len() > until {
                self.state.swap(effect, edge);
                end = self.visit(goals, until, left - 2, Some(number));
                self.state.set((edge.0, swap.kinds.0), (edge.1, swap.kinds.1));
            }
            self.stack.truncate(until);
            if end != End::Refuted {
                if end == End::Found {
                    self.path.push(number);
                }
                return end;
            }
        }
        self.table.put(&self.state.packed, left);
        End::Refuted
    }

    /// Whether a swap undoes the one before it. With directed pairs it need not: the second of two swaps of
    /// the same cells may make a tile vanish.
    #[inline(always)]
    fn is_undone(&self, last: usize, next: usize, effect: Effect) -> bool {
        last == next && effect == Effect::Exchange
    }

    /// Whether a swap could as well have come before the last one, and so should have.
    #[inline(always)]
    fn is_late(&self, last: usize, next: usize) -> bool {
        let ((a, b), (c, d)) = (self.field.edges[last], self.field.edges[next]);
        next < last && a != c && a != d && b != c && b != d
    }

    /// Pushes the goals that are still open after a swap, with `left` for the rest. `here` marks the board
    /// before it.
    #[inline(always)]
    fn keep_open(
        &mut self,
        goals: &Goals<W>,
        from: usize,
        left: u32,
        swap: &Swap,
        here: u64,
    ) -> End {
        let until = self.stack.len();
        let after = swap.after(&self.state);
        let kinds = [swap.kinds.0, swap.kinds.1];
        self.stamp += 1;
        for index in from..until {
            let Open { goal, rest } = self.stack[index];
            if !swap.suits(goals, goal) {
                continue;
            }
            let mut next = rest;
            for (kind, tiles) in kinds.into_iter().zip(after.tiles) {
                let want = goals.index(goal, kind);
                let state = &self.state;
                next -= recall(&mut self.before[kind as usize][want as usize], here, || {
                    let want = goals.want(kind, want);
                    want.steps(self.field, state.tiles[kind as usize], state.occupied)
                });
                next += recall(&mut self.after[kind as usize][want as usize], self.stamp, || {
                    goals.want(kind, want).steps(self.field, tiles, after.occupied)
                });
            }
            if next + goals.matches(goal) <= left {
                if next == 0 {
                    return End::Found;
                }
                self.stack.push(Open { goal, rest: next });
            }
        }
        End::Refuted
    }
}

/// The steps remembered for a board, computed if they are those of another.
#[inline(always)]
fn recall(memo: &mut (u64, u32), stamp: u64, compute: impl FnOnce() -> u32) -> u32 {
    if memo.0 != stamp {
        *memo = (stamp, compute());
    }
    memo.1
}

/// A swap, with the kinds that it finds.
pub struct Swap {
    edge: (usize, usize),
    effect: Effect,
    kinds: (u8, u8),
}

/// What a swap makes of the cells of its two kinds.
struct After<const W: usize> {
    tiles: [Cells<W>; 2],
    occupied: Cells<W>,
}

impl Swap {
    /// A swap of the tiles on a board.
    #[inline(always)]
    pub fn new<const W: usize>(state: &State<W>, edge: (usize, usize), effect: Effect) -> Swap {
        Swap { edge, effect, kinds: (state.board[edge.0], state.board[edge.1]) }
    }

    #[inline(always)]
    fn after<const W: usize>(&self, state: &State<W>) -> After<W> {
        let (one, two) = (Cells::one(self.edge.0), Cells::one(self.edge.1));
        let (first, last) =
            (state.tiles[self.kinds.0 as usize], state.tiles[self.kinds.1 as usize]);
        let (moved_first, moved_last) = (first.minus(one).or(two), last.minus(two).or(one));
        match self.effect {
            Effect::Illegal | Effect::Exchange => {
                After { tiles: [moved_first, moved_last], occupied: state.occupied }
            }
            Effect::FirstStays => {
                After { tiles: [moved_first, last.minus(two)], occupied: state.occupied.minus(one) }
            }
            Effect::LastStays => {
                After { tiles: [first.minus(one), moved_last], occupied: state.occupied.minus(two) }
            }
        }
    }

    /// Whether a goal has the cell empty that a vanishing swap leaves empty, and by the same kinds.
    #[inline(always)]
    pub fn suits<const W: usize>(&self, goals: &Goals<W>, goal: u32) -> bool {
        let (cell, mover, gone) = match self.effect {
            Effect::Illegal | Effect::Exchange => return true,
            Effect::FirstStays => (self.edge.0, self.kinds.0, self.kinds.1),
            Effect::LastStays => (self.edge.1, self.kinds.1, self.kinds.0),
        };
        goals.want(gone, goals.index(goal, gone)).gone.has(cell)
            && goals.want(mover, goals.index(goal, mover)).left.has(cell)
    }
}
