//! Bounds on what can be reached from a position: the relaxed game, part by part.
//!
//! No path passes from one [part](Field::parts) of a board to another. So what play leaves is the sum of what
//! it leaves in each part, and every join scores in one part.

use super::field::{Counts, Field, LEVELS};
use super::relaxed::{Relaxed, longest, total};

/// Whether a position may reach a number of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// No plan of any length does.
    Never,
    /// No plan with this number of moves does.
    NotYet,
    /// A plan may do.
    Maybe,
}

/// Bounds on what can be reached from a position.
#[derive(Debug)]
pub(super) struct Bounds {
    relaxed: Relaxed,
    /// The blocks of each part, now and to come.
    parts: Vec<Counts>,
}

impl Bounds {
    /// Bounds for a game in which a collapse is a move or not.
    pub(super) fn new(may_collapse: bool) -> Bounds {
        Bounds { relaxed: Relaxed::new(may_collapse), parts: Vec::new() }
    }

    fn split<const W: usize>(&mut self, field: &Field<W>, position: &[u8]) {
        self.parts.clear();
        self.parts.extend(field.parts(position).map(|columns| field.counts(position, columns)));
    }

    /// Whether play may leave at most `blocks` blocks within `moves` moves, at least one.
    pub(super) fn blocks<const W: usize>(
        &mut self,
        field: &Field<W>,
        position: &[u8],
        blocks: usize,
        moves: usize,
    ) -> Outlook {
        self.split(field, position);
        let target = target(field, position, blocks);
        let fewest: u16 = self.parts.iter().map(|part| self.relaxed.fewest(part)).sum();
        if fewest > target {
            return Outlook::Never;
        }
        let is_within = if moves == 1 && !field.may_collapse {
            let longest = self.parts.iter().map(longest).max().unwrap_or(0);
            let total: u16 = self.parts.iter().map(total).sum();
            total + 1 - longest.max(1) <= target
        } else {
            let all = together(&self.parts);
            self.relaxed.is_within(&all, target, moves)
        };
        if is_within { Outlook::Maybe } else { Outlook::NotYet }
    }

    /// The fewest cells of a path whose join leaves at most this number of blocks.
    pub(super) fn path<const W: usize>(
        &mut self,
        field: &Field<W>,
        position: &[u8],
        blocks: usize,
    ) -> usize {
        let all = total(&field.counts(position, 0..field.columns));
        usize::from((all + 1).saturating_sub(target(field, position, blocks)))
    }

    /// No play from a position scores more within this number of moves.
    pub(super) fn score<const W: usize>(
        &mut self,
        field: &Field<W>,
        position: &[u8],
        moves: usize,
    ) -> u64 {
        self.split(field, position);
        let [first, others @ ..] = &self.parts[..] else { return 0 };
        if others.is_empty() {
            return self.relaxed.most(first, moves);
        }
        if field.may_collapse {
            // A collapse changes all parts at once.
            let each = self.parts.iter().map(|part| self.relaxed.most(part, moves));
            return each.fold(0, u64::saturating_add);
        }
        // The best way to share out the moves.
        let mut best = vec![0; moves + 1];
        for part in &self.parts {
            let scores: Vec<u64> =
                (0..=moves).map(|moves| self.relaxed.most(part, moves)).collect();
            best = (0..=moves)
                .map(|moves| (0..=moves).map(|here| best[moves - here] + scores[here]).max())
                .map(Option::unwrap_or_default)
                .collect();
        }
        best[moves]
    }
}

/// The most blocks, those to come included, of a position with at most `blocks` on the board.
///
/// A column with blocks to come is full. So all of its blocks to come can stay only if it takes a full
/// column from the number of blocks; and the number of blocks of a column, those to come included, never
/// grows: a new block lies in the column of the last cell of its path.
fn target<const W: usize>(field: &Field<W>, position: &[u8], blocks: usize) -> u16 {
    if !field.has_queues() {
        return blocks.min(field.size()) as u16;
    }
    let surplus = |column: usize| {
        let cells = &position[column * field.rows..(column + 1) * field.rows];
        let here = cells.iter().filter(|&&number| number > 0).count();
        (here + field.waiting(position, column).len()).saturating_sub(field.rows)
    };
    let mut surplus: Vec<usize> = (0..field.columns).map(surplus).collect();
    surplus.sort_unstable();
    let kept: usize = surplus.iter().rev().take(blocks / field.rows).sum();
    (blocks.min(field.size()) + kept) as u16
}

fn together(parts: &[Counts]) -> Counts {
    let mut all = [0; LEVELS];
    for part in parts {
        all.iter_mut().zip(part).for_each(|(all, count)| *all += count);
    }
    all
}
