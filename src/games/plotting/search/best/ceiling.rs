//! A bound on what a position can still earn.
//!
//! A shot of a colour removes n of its blocks, and a colour keeps one block as long as none of its
//! blocks is lost by a MISS. So the shots of a colour with t blocks in the game, the hand included,
//! remove at most t − 1 blocks together. With each MISS the wildcard may give one colour one block
//! more to remove, for it takes the place of a block in the hand.
//!
//! No shot removes more blocks than a column is high or, along a row, than there are columns that
//! reach the row, with what lies below it in the last column. Columns never grow, so this holds for
//! all later shots. Let g be the greatest such number. Then a colour that can lose c blocks loses
//! them in *pieces* of at most g.
//!
//! Squares are convex: of all ways to remove a given number of blocks from given pieces, the one
//! that uses up the largest pieces first has the greatest sum of squares, for its sizes majorize
//! those of any other. For the same reason the blocks that MISSes give are best added to the largest
//! piece below g.
//!
//! The last shot earns more than its square, so the bound is the highest over its sizes n. It comes
//! from a piece that holds n: the smallest of these is the best, as it leaves the largest ones to the
//! shots before it. Or it comes from a smaller piece, to which MISSes add what it lacks. The shots
//! before the last one remove all but one of the blocks above the goal, or as many as they can: both
//! their squares and the last shot's bonus grow with that number.

use super::super::packed::{Field, Packed};
use super::super::word::Word;
use super::Terms;
use crate::games::plotting::level::Measure;

/// More pieces than any position has. Two pieces of a colour have more than g blocks together, and g is
/// at least the height of the highest column that may be fired at, or 1.
const MAX_PIECES: usize = 256;

/// What can be removed from a position.
struct Removable {
    /// The pieces, the largest first, and their number.
    pieces: [u8; MAX_PIECES],
    count: usize,
    /// The most blocks that a shot removes.
    greatest: u32,
    /// The blocks that MISSes may add.
    extra: u32,
}

/// The most that a position above the goal can still earn, or `None` if it cannot reach the goal.
pub(super) fn ceiling<W: Word, const P: usize>(
    field: &Field<W>,
    terms: &Terms,
    position: &Packed<W, P>,
    lives: u8,
) -> Option<i32> {
    let excess = u32::from(position.blocks) - terms.goal;
    let mut all = Removable {
        pieces: [0; MAX_PIECES],
        count: 0,
        greatest: greatest_shot(field, position.filled()),
        extra: lives.into(),
    };
    let mut total = all.extra;
    for code in 1..=field.colours as u8 {
        let in_game = position.cells(code).count() + u32::from(position.hand == code);
        let removable = in_game.saturating_sub(1);
        total += removable;
        all.add(removable);
    }
    if total < excess {
        return None;
    }
    all.pieces[..all.count].sort_unstable_by(|a, b| b.cmp(a));
    match terms.measure {
        Measure::Score => all.greatest_score(terms, excess, total),
        Measure::Shots => Some(-(all.fewest_shots(excess) as i32)),
    }
}

impl Removable {
    /// Adds what can be removed of a colour.
    #[inline(always)]
    fn add(&mut self, mut blocks: u32) {
        while blocks > 0 && self.count < MAX_PIECES {
            let piece = blocks.min(self.greatest);
            self.pieces[self.count] = piece as u8;
            self.count += 1;
            blocks -= piece;
        }
    }

    fn greatest_score(&self, terms: &Terms, excess: u32, total: u32) -> Option<i32> {
        let mut highest = None;
        for size in 1..=self.greatest.min(total) {
            let before = (excess - 1).min(total - size);
            if before + size < excess {
                continue;
            }
            let below = (before + size - excess).min(terms.goal);
            let last = (size * size * 100) as i32 + terms.end(terms.goal - below);
            let pieces = &self.pieces[..self.count];
            let holding = pieces.partition_point(|&piece| u32::from(piece) >= size);
            let mut earn = |from: usize, rest: u32, extra: u32| {
                let squares = self.squares(before, from, rest, extra);
                highest = highest.max(Some(last + 100 * squares as i32));
            };
            if holding > 0 {
                let rest = u32::from(pieces[holding - 1]) - size;
                earn(holding - 1, rest, self.extra);
            }
            if self.extra > 0 {
                for from in holding..=self.count {
                    let piece = pieces.get(from).map_or(0, |&piece| u32::from(piece));
                    if size - piece <= self.extra {
                        earn(from, 0, self.extra - (size - piece));
                    }
                }
            }
        }
        highest
    }

    /// The greatest sum of squares of shots that remove a number of blocks, if `rest` is left of one
    /// piece.
    fn squares(&self, blocks: u32, from: usize, mut rest: u32, mut extra: u32) -> u32 {
        let mut left = blocks;
        let mut sum = 0;
        let mut take = |piece: u32| {
            let added = extra.min(self.greatest - piece);
            extra -= added;
            let taken = left.min(piece + added);
            left -= taken;
            sum += taken * taken;
            taken > 0 && left > 0
        };
        for (index, &piece) in self.pieces[..self.count].iter().enumerate() {
            let piece = u32::from(piece);
            if index == from {
                continue;
            }
            if rest > piece {
                if !take(rest) {
                    return sum;
                }
                rest = 0;
            }
            if !take(piece) {
                return sum;
            }
        }
        // What is left of the piece, and then what MISSes add to none of the pieces.
        while take(rest) {
            rest = 0;
        }
        sum
    }

    /// The least number of shots that can remove this many blocks.
    fn fewest_shots(&self, blocks: u32) -> u32 {
        let mut left = blocks;
        let mut extra = self.extra;
        let mut shots = 0;
        let pieces = self.pieces[..self.count].iter().map(|&piece| u32::from(piece));
        for piece in pieces.chain(std::iter::repeat(0)) {
            if left == 0 {
                break;
            }
            let added = extra.min(self.greatest - piece);
            extra -= added;
            left = left.saturating_sub(piece + added);
            shots += 1;
        }
        shots
    }
}

/// The most blocks that any one shot can remove, now or later.
fn greatest_shot<W: Word>(field: &Field<W>, filled: W) -> u32 {
    let mut greatest = 1;
    for column in 0..field.columns {
        if field.allows_column(column) {
            greatest = greatest.max((filled & field.column(column)).count());
        }
    }
    let last = (filled & field.last).count();
    for height in 0..field.rows {
        if field.allows_row(height) {
            let along = (filled & field.row(height) & field.others).count();
            greatest = greatest.max(along + last.min(height + 1));
        }
    }
    greatest
}
