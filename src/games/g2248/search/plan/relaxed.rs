//! Bounds from the game without a board: a join takes any blocks whose numbers could be on a path, wherever
//! they lie, and everything that is still to come is there from the start.
//!
//! Every join of the game is a join of this *relaxed* game with the same effect on the numbers. So no plan
//! of the game needs fewer moves, leaves fewer blocks or scores more than the best one of the relaxed game.
//! The relaxed game has few states, as it only knows how many blocks there are of each number, and what is
//! found out about one is remembered.
//!
//! Where it would take long to solve the relaxed game, the bounds are weaker, but still bounds.

use std::collections::HashMap;

use super::field::{Counts, LEVELS, exponent, stuck};
use crate::game::hash::Quickly;

/// The relaxed game is not searched if one state of it has more joins than this.
const MOST_JOINS: usize = 3000;

/// It is searched to its end if it has at most this many blocks.
const FEW_BLOCKS: u16 = 12;

/// It is searched this many moves deep to bound scores.
const DEEPEST: usize = 6;

/// The joins that are tried for one bound on a score; beyond it, the bound becomes a rough one.
const FUEL: usize = 50_000;

/// It is not searched with numbers above this exponent: so all sums are far from any limit.
const GREATEST: usize = 40;

/// The results that are remembered at most, of each kind.
const MOST_KNOWN: usize = 1 << 17;

/// No score and no number is ever greater: a sum is less than 2^62.
const MOST: u64 = 1 << 62;

type Known<K, V> = HashMap<K, V, Quickly>;

/// The relaxed game, with what has been found out about it.
#[derive(Debug)]
pub(super) struct Relaxed {
    may_collapse: bool,
    within: Known<(Counts, u16, usize), bool>,
    fewest: Known<Counts, u16>,
    most: Known<(Counts, usize), u64>,
    fuel: usize,
}

impl Relaxed {
    /// The relaxed game, in which a collapse is a move or not.
    pub(super) fn new(may_collapse: bool) -> Relaxed {
        Relaxed {
            may_collapse,
            within: Known::default(),
            fewest: Known::default(),
            most: Known::default(),
            fuel: 0,
        }
    }

    /// Play leaves at least this many blocks.
    ///
    /// A collapse is no way to leave fewer: in the relaxed game, a join for each of its groups does the same.
    pub(super) fn fewest(&mut self, counts: &Counts) -> u16 {
        let total = total(counts);
        let stuck = stuck(counts);
        let least = stuck + u16::from(stuck < total);
        if total <= least || !is_small(counts) || total > FEW_BLOCKS {
            return least;
        }
        if let Some(&known) = self.fewest.get(counts) {
            return known;
        }
        let mut fewest = total;
        joins(counts, &mut |after, _, _| {
            if fewest > least {
                fewest = fewest.min(self.fewest(after));
            }
        });
        remember(&mut self.fewest, *counts, fewest);
        fewest
    }

    /// Whether play may leave at most `target` blocks within `moves` moves, at least one.
    pub(super) fn is_within(&mut self, counts: &Counts, target: u16, moves: usize) -> bool {
        let (total, stuck) = (total(counts), stuck(counts));
        if total <= target {
            return true;
        }
        if stuck + u16::from(stuck < total) > target {
            return false;
        }
        if moves == 1 {
            // A collapse leaves at least one block of each number.
            let numbers = counts.iter().filter(|&&count| count > 0).count() as u16;
            return total + 1 - longest(counts).max(1) <= target
                || self.may_collapse && numbers <= target;
        }
        let is_searched = moves == 2 || moves == 3 && total <= FEW_BLOCKS;
        if self.may_collapse || !is_searched || !is_small(counts) {
            return true;
        }
        if let Some(&known) = self.within.get(&(*counts, target, moves)) {
            return known;
        }
        let mut is_within = false;
        joins(counts, &mut |after, _, _| {
            is_within = is_within || self.is_within(after, target, moves - 1);
        });
        remember(&mut self.within, (*counts, target, moves), is_within);
        is_within
    }

    /// No play scores more within `moves` moves.
    pub(super) fn most(&mut self, counts: &Counts, moves: usize) -> u64 {
        self.fuel = FUEL;
        self.most_by_search(counts, moves)
    }

    fn most_by_search(&mut self, counts: &Counts, moves: usize) -> u64 {
        // Each join leaves one block less, at least.
        let moves = moves.min(usize::from(total(counts).saturating_sub(1)));
        match moves {
            0 => 0,
            1 => best_join(counts),
            2..=DEEPEST if !self.may_collapse && self.fuel > 0 && is_small(counts) => {
                self.best_joins(counts, moves)
            }
            _ => self.rough(counts, moves),
        }
    }

    /// The greatest score of a number of joins.
    ///
    /// A block more never hurts in the relaxed game. So of the joins that make the same number only those
    /// matter that leave nothing out: none of whose blocks could be spared.
    fn best_joins(&mut self, counts: &Counts, moves: usize) -> u64 {
        if let Some(&known) = self.most.get(&(*counts, moves)) {
            return known;
        }
        let mut best = 0;
        joins(counts, &mut |after, block, can_spare| {
            self.fuel = self.fuel.saturating_sub(1);
            if !can_spare {
                best = best.max((1 << block) + self.most_by_search(after, moves - 1));
            }
        });
        remember(&mut self.most, (*counts, moves), best);
        best
    }

    /// A rough bound on the score of a number of moves.
    ///
    /// A join of the sum s makes a number of less than 2 s, and at most the sum of all blocks rounded up. So
    /// it adds less than half of that number to the sum of all blocks. A collapse less than doubles it.
    fn rough(&self, counts: &Counts, moves: usize) -> u64 {
        let mut sum = sum(counts);
        let mut score: u64 = 0;
        for index in 0..moves {
            let limit = if index == 0 && !self.may_collapse {
                best_join(counts)
            } else {
                1u64 << exponent(sum).min(62)
            };
            score = score.saturating_add(limit).min(MOST);
            sum = (sum + if self.may_collapse { sum } else { limit / 2 }).min(MOST);
        }
        score
    }
}

fn remember<K: std::hash::Hash + Eq, V>(known: &mut Known<K, V>, key: K, value: V) {
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(key, value);
}

/// The number of blocks.
pub(super) fn total(counts: &Counts) -> u16 {
    counts.iter().sum()
}

/// Their sum.
fn sum(counts: &Counts) -> u64 {
    let blocks = counts.iter().enumerate();
    blocks.map(|(number, &count)| u64::from(count) << number).sum()
}

/// The ranges of numbers that a path can go through, each as long as it can be: it starts with a number of
/// which there are two, and goes on as long as there are some of the next.
fn runs(counts: &Counts) -> impl Iterator<Item = (usize, usize)> {
    let mut next = 1;
    std::iter::from_fn(move || {
        let start = (next..LEVELS).find(|&number| counts[number] > 1)?;
        next = (start..LEVELS).find(|&number| counts[number] == 0).unwrap_or(LEVELS);
        Some((start, next))
    })
}

/// The most blocks that one join can take; 0 if there is no join.
pub(super) fn longest(counts: &Counts) -> u16 {
    let length = |(start, end): (usize, usize)| counts[start..end].iter().sum();
    runs(counts).map(length).max().unwrap_or(0)
}

/// The greatest number that one join can make; 0 if there is no join.
fn best_join(counts: &Counts) -> u64 {
    let made = |(start, end): (usize, usize)| {
        let sum: u64 = (start..end).map(|number| u64::from(counts[number]) << number).sum();
        sum.next_power_of_two()
    };
    runs(counts).map(made).max().unwrap_or(0)
}

/// Whether the relaxed game can be searched: it has few joins, and its numbers are not too great.
fn is_small(counts: &Counts) -> bool {
    let mut joins: usize = 1;
    for (number, &count) in counts.iter().enumerate() {
        joins = joins.saturating_mul(usize::from(count) + 1);
        if count > 0 && number > GREATEST {
            return false;
        }
    }
    joins <= MOST_JOINS
}

/// Calls `visit` with each join: the blocks after it, the exponent of the new block, and whether the same
/// number could be made with fewer of the blocks. Joins of many blocks come first.
fn joins(counts: &Counts, visit: &mut dyn FnMut(&Counts, u8, bool)) {
    for start in 1..LEVELS - 1 {
        if counts[start] > 1 {
            let mut after = *counts;
            for count in (2..=counts[start]).rev() {
                after[start] = counts[start] - count;
                let sum = u64::from(count) << start;
                let spare = if count > 2 { 1 << start } else { u64::MAX };
                extend(&mut after, start, sum, spare, visit);
            }
        }
    }
}

/// The joins with this beginning: it ends with `last`, and `spare` is the least number that it can spare.
fn extend(
    after: &mut Counts,
    last: usize,
    sum: u64,
    spare: u64,
    visit: &mut dyn FnMut(&Counts, u8, bool),
) {
    let next = last + 1;
    let there = after[next];
    for count in (1..=there).rev() {
        after[next] = there - count;
        let spare = if count > 1 { spare.min(1 << next) } else { spare };
        extend(after, next, sum + (u64::from(count) << next), spare, visit);
    }
    after[next] = there;
    let block = exponent(sum);
    after[usize::from(block)] += 1;
    visit(after, block, spare < u64::MAX && sum - spare > 1 << (block - 1));
    after[usize::from(block)] -= 1;
}
