//! A bound on what a position can still earn.
//!
//! A shot of a colour removes n of its blocks, and a colour keeps one block as long as none of its
//! blocks is lost by a MISS. So the shots of a colour with t blocks in the game, the hand included,
//! remove at most t − 1 blocks together. One MISS more may give a colour one block more to remove:
//! the wildcard takes the place of a block in the hand.
//!
//! No shot removes more blocks than a column is high or, along a row, than there are columns that
//! reach the row, with what lies below it in the last column. Columns never grow, so this holds for
//! all later shots. Let g be the greatest such number. Then a colour that can lose c blocks loses
//! them in pieces of at most g.
//!
//! Squares are convex: of all ways to remove a given number of blocks from given pieces, the one
//! that exhausts the largest pieces first has the greatest sum of squares, for its sizes majorize
//! those of any other. The last shot earns more than its square. For each size n of it, the bound takes it
//! from the smallest piece that holds n, which leaves the largest pieces to the shots before it. These
//! remove all but one of the blocks above the goal, or as many as they can: both the squares and the
//! last shot's bonus grow with that number.

use super::super::packed::{Field, Packed};
use super::super::word::Word;
use super::Terms;

/// The greatest number of pieces that are looked at. There are at most as many as blocks.
const MAX_PIECES: usize = 256;

/// The most that a position above the goal can still earn, or `None` if it cannot reach the goal.
pub(super) fn ceiling<W: Word, const P: usize>(
    field: &Field<W>,
    terms: &Terms,
    position: &Packed<W, P>,
    lives: u8,
) -> Option<i32> {
    let lives = u32::from(lives);
    let excess = u32::from(position.blocks) - terms.goal;
    // What each colour can lose; colours of a single block and the last block of each stay.
    let mut total = lives;
    let mut pieces = [0u8; MAX_PIECES];
    let mut count = 0;
    let greatest = greatest_shot(field, position.filled());
    let mut cut = |mut losses: u32| {
        while losses > 0 && count < MAX_PIECES {
            let piece = losses.min(greatest);
            pieces[count] = piece as u8;
            count += 1;
            losses -= piece;
        }
    };
    for code in 1..=field.colours as u8 {
        let cells = position.cells(code).count();
        let in_game = cells + u32::from(position.hand == code);
        if in_game > 0 {
            total += in_game - 1;
            cut(in_game - 1 + lives);
        }
    }
    if lives > 0 {
        let singles = position.cells(field.single).count();
        (0..singles.min(lives)).for_each(|_| cut(lives));
    }
    if total < excess {
        return None;
    }
    let pieces = &mut pieces[..count];
    pieces.sort_unstable_by(|a, b| b.cmp(a));
    terms.most(pieces, excess, total)
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
