//! The matches at the end of a plan.

use super::field::{Fate, Field};
use super::state::{EMPTY, State};

/// The fewest matches that lead from a board to the goal of the level without a swap; `None` if there are
/// none.
pub fn matches<const W: usize>(field: &Field, state: &State<W>) -> Option<Vec<[usize; 3]>> {
    let is_kept = |(cell, fate): (usize, &Fate)| match fate {
        Fate::Tile(kind) => state.board[cell] as usize == *kind,
        Fate::Empty | Fate::Anything => true,
    };
    if !field.fates.iter().enumerate().all(is_kept) {
        return None;
    }
    let is_match = |line: &&[usize; 3]| {
        let kind = state.board[line[0]];
        let fits = |&cell: &usize| {
            state.board[cell] == kind && !matches!(field.fates[cell], Fate::Tile(_))
        };
        kind != EMPTY && line.iter().all(fits)
    };
    let lines: Vec<[usize; 3]> = field.lines.iter().filter(is_match).copied().collect();
    let must_go = |&cell: &usize| state.board[cell] != EMPTY && field.fates[cell] == Fate::Empty;
    let must_go: Vec<usize> = (0..field.size()).filter(must_go).collect();
    let mut clearing = Clearing { lines: &lines, must_go: &must_go, taken: Vec::new(), best: None };
    clearing.go_on(&mut vec![false; field.size()]);
    clearing.best
}

struct Clearing<'a> {
    lines: &'a [[usize; 3]],
    must_go: &'a [usize],
    taken: Vec<[usize; 3]>,
    best: Option<Vec<[usize; 3]>>,
}

impl Clearing<'_> {
    fn go_on(&mut self, is_gone: &mut Vec<bool>) {
        let rest = self.must_go.iter().filter(|&&cell| !is_gone[cell]).count();
        let least = self.taken.len() + rest.div_ceil(3);
        if self.best.as_ref().is_some_and(|best| best.len() <= least) {
            return;
        }
        let Some(&cell) = self.must_go.iter().find(|&&cell| !is_gone[cell]) else {
            self.best = Some(self.taken.clone());
            return;
        };
        for line in self.lines.iter().filter(|line| line.contains(&cell)) {
            if line.iter().any(|&cell| is_gone[cell]) {
                continue;
            }
            line.iter().for_each(|&cell| is_gone[cell] = true);
            self.taken.push(*line);
            self.go_on(is_gone);
            self.taken.pop();
            line.iter().for_each(|&cell| is_gone[cell] = false);
        }
    }
}
