//! A lower bound on the number of shots that a position still needs.
//!
//! **The need of a colour.** Let a colour have t blocks in the game, including the hand. No colour
//! ever leaves the game, so with k colours and a goal of k − 1 blocks every colour must lose t − 1
//! blocks. Shots of other colours do not consume it, so it needs some number m of shots of its own.
//! The needs of all colours add up to a lower bound. How large must m be? Let a of the m shots go
//! along rows and b = m − a down columns. A block that they consume either was put on the board by
//! a swap that ended an earlier one of them, or is on the board now.
//!
//! - There are at most m − 1 blocks of the first kind, because none of the shots consumes the block
//!   that the last one puts down.
//! - Blocks of the second kind stay in their columns, because falling does not change the column. A
//!   shot along a row consumes at most one block in each column except the last; a shot down a
//!   column consumes blocks of that column only. So of n blocks of the colour in a column other
//!   than the last, at most min(n, a) are consumed, or all n if one of the b column shots is spent
//!   on that column. Let c(i) be the number of those columns that hold at least i blocks. With the
//!   b shots spent on the fullest columns, the total is at most Σ{i ≤ a} c(i) plus Σ{i > a}
//!   min(c(i), b). In the last column all blocks may be consumed if a ≥ 1. If a = 0, one of the b
//!   shots would have to be spent on the last column. A row shot in its place would do as well
//!   there and no worse elsewhere, so that case need not be considered.
//!
//! So m shots consume at most `most(m)` = m − 1 + the largest such sum over all a, and the need is
//! the least m with `most(m)` ≥ t − 1.
//!
//! **Heights.** The last column deserves a closer look when few shots are left. A block never
//! rises, so a shot along the row at height h consumes only blocks that are at height h or above
//! now, at most one in each column except the last. It then goes down the last column from height
//! h, where there is room for h + 1 blocks. Let r(h) be the number of columns, except the last,
//! that have a block of the colour at height h or above, and let l be the number of blocks in the
//! last column. One shot consumes at most l, or all of another column, or r(h) + min(l, h + 1) for
//! some h. Two shots consume at most the following:
//!
//! - if both go down columns: the two fullest, or the last and the fullest;
//! - if one goes along a row and one down the last column: c(1) + l;
//! - if one goes along a row and one down another column: the row shot takes one block from each of
//!   r(h) columns, and all other consumed blocks outside the last column are in the column of the
//!   other shot. That is at most min(c(1), r(h) + 1) first blocks, all but one of the fullest
//!   column, and min(l, h + 1) in the last column;
//! - if both go along rows, at heights h ≤ g: r(h) first blocks, min(c(2), r(g)) second ones, and
//!   min(l, h + g + 2) in the last column.
//!
//! For one and two shots, `most` is m − 1 + the largest of these. It still grows by at least one
//! with each shot, because a shot down a column can be added to each of these cases.
//!
//! **Slack.** A goal of k − 1 + s leaves s blocks to be distributed among the colours. To save one
//! shot of its need m, a colour must be given t − 1 − `most(m − 1)` of them; to save another,
//! `most(m − 1)` − `most(m − 2)` more; and so on. Buying the cheapest of all these savings first,
//! each independently, is at least as good as any real distribution. So the sum of the needs minus
//! the number of savings bought in this way is a lower bound.

use super::packed::{CODES, Field, Packed};
use super::word::Word;

/// Small numbers side by side in one word, one byte each.
trait Lanes: Copy {
    const LANES: u32;

    /// The sum of the lanes, which must be below 256.
    fn sum(self) -> u32;
    /// Each lane capped at `limit`; all numbers must be below 128.
    fn at_most(self, limit: u32) -> Self;
    /// The lowest `count` lanes of this word, with the other lanes from `others`.
    fn lowest_of(self, count: u32, others: Self) -> Self;
    /// The number in a lane.
    fn lane(self, index: u32) -> u32;
}

macro_rules! lanes {
    ($word:ty) => {
        impl Lanes for $word {
            const LANES: u32 = <$word>::BITS / 8;

            #[inline(always)]
            fn sum(self) -> u32 {
                (self.wrapping_mul(<$word>::MAX / 255) >> (<$word>::BITS - 8)) as u32
            }

            #[inline(always)]
            fn at_most(self, limit: u32) -> $word {
                let tops = <$word>::MAX / 255 * 128;
                let limits = <$word>::MAX / 255 * <$word>::from(limit);
                // The top bit of a lane survives if the lane is not below the limit.
                let reached = ((self | tops) - limits) & tops;
                let mask = (reached - (reached >> 7)) | reached;
                (limits & mask) | (self & !mask)
            }

            #[inline(always)]
            fn lowest_of(self, count: u32, others: $word) -> $word {
                let mask = <$word>::MAX.checked_shl(8 * count).unwrap_or(0);
                (self & !mask) | (others & mask)
            }

            #[inline(always)]
            fn lane(self, index: u32) -> u32 {
                (self >> (8 * index)) as u32 & 0xff
            }
        }
    };
}

lanes!(u64);
lanes!(u128);

/// Where the blocks of a colour are: c(1), c(2), … side by side, and the number of blocks in the
/// last column.
#[derive(Clone, Copy)]
struct Profile<L> {
    columns: L,
    last: u32,
    /// The cells of the blocks outside the last column, if columns are bytes.
    others: u64,
}

/// For each byte: a one in each of the lowest n lanes, where n is the number of bits set.
static LANES_OF_BYTE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let bits = (byte as u8).count_ones();
        let ones = u64::MAX / 255;
        table[byte] = if bits == 8 { ones } else { ones & ((1 << (8 * bits)) - 1) };
        byte += 1;
    }
    table
};

/// For each byte: a one in each lane up to that of the highest bit set.
static LANES_TO_TOP: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = (u64::MAX / 255) >> (8 * (byte as u8).leading_zeros());
        byte += 1;
    }
    table
};

impl Profile<u64> {
    /// The profile on a board whose columns are bytes.
    #[inline(always)]
    fn of_bytes<W: Word>(field: &Field<W>, cells: W) -> Profile<u64> {
        let others = (cells & field.others).limb(0);
        let bytes = others.to_le_bytes();
        let columns = bytes.iter().map(|&byte| LANES_OF_BYTE[usize::from(byte)]).sum();
        Profile { columns, last: (cells & field.last).count(), others }
    }
}

impl Profile<u128> {
    /// The profile on any board.
    fn of<W: Word>(field: &Field<W>, cells: W) -> Profile<u128> {
        let ones = u128::MAX / 255;
        let lanes = |column| {
            let count = (cells & field.column(column)).count();
            ones & !u128::MAX.checked_shl(8 * count).unwrap_or(0)
        };
        let columns = (0..field.columns - 1).map(lanes).sum();
        Profile { columns, last: (cells & field.last).count(), others: 0 }
    }
}

impl<L: Lanes> Profile<L> {
    /// Whether `shots` shots of the colour can consume `loss` blocks.
    #[inline(always)]
    fn suffices(self, shots: u32, loss: u32) -> bool {
        self.most_by_columns(shots) >= loss
            && (!self.heights_matter(shots) || self.most_by_height(shots, loss) >= loss)
    }

    /// The most blocks that `shots` shots of the colour can consume.
    #[inline(always)]
    fn most(self, shots: u32) -> u32 {
        match self.heights_matter(shots) {
            true => self.most_by_height(shots, u32::MAX),
            false => self.most_by_columns(shots),
        }
    }

    /// Whether heights are known and may give a tighter bound than columns alone. They do not if
    /// there are at least as many row shots as blocks in the last column, because each of these
    /// blocks can then be taken by a shot along the floor. With three shots or more that is nearly
    /// always the case.
    #[inline(always)]
    fn heights_matter(self, shots: u32) -> bool {
        L::LANES == 8 && ((shots == 1 && self.last >= 2) || (shots == 2 && self.last >= 3))
    }

    /// The most blocks that one or two shots can consume, taking heights into account. A result of
    /// `enough` or more may be too low. Not inlined, because it is rarely called.
    #[inline(never)]
    fn most_by_height(self, shots: u32, enough: u32) -> u32 {
        let last = self.last;
        let bytes = self.others.to_le_bytes();
        let tops: u64 = bytes.iter().map(|&byte| LANES_TO_TOP[usize::from(byte)]).sum();
        let reaching = |height: u32| (tops >> (8 * height)) as u32 & 0xff;
        let fullest = self.columns.at_most(1).sum();
        if shots == 1 {
            let along = |height| reaching(height) + last.min(height + 1);
            return (0..last).map(along).fold(fullest.max(last), u32::max);
        }
        let (first, second) = (self.columns.lane(0), self.columns.lane(1));
        let mut best = 1 + self.columns.at_most(2).sum().max(first.max(fullest) + last);
        for low in (0..last).rev() {
            if best >= enough {
                break;
            }
            best = best.max(first.min(reaching(low) + 1) + fullest + last.min(low + 1));
            for high in low..(last - 1).saturating_sub(low).max(low + 1) {
                let rows = reaching(low) + second.min(reaching(high));
                best = best.max(rows + last.min(low + high + 2) + 1);
            }
        }
        best
    }

    /// The most blocks that `shots` shots can consume, taking only columns into account.
    #[inline(always)]
    fn most_by_columns(self, shots: u32) -> u32 {
        if shots == 0 {
            return 0;
        }
        let mut best = self.columns.at_most(shots.min(127)).sum();
        for along in 1..=shots.min(L::LANES) {
            let down = self.columns.at_most((shots - along).min(127));
            best = best.max(self.columns.lowest_of(along, down).sum() + self.last);
        }
        best + shots - 1
    }
}

/// The number of shots that each colour of a position still needs.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// The shots of each colour, without slack.
    shots: [u8; CODES],
    /// The slack that saves one of these shots. Maintained only if the slack is 1.
    price: [u8; CODES],
    /// The sum of the shots of all colours.
    sum: u16,
    /// The lower bound for the position: the sum minus what the slack saves.
    pub total: u8,
}

impl Needs {
    /// The needs of a position, with this much slack.
    pub fn of<W: Word, const P: usize>(
        field: &Field<W>,
        position: &Packed<W, P>,
        slack: u32,
    ) -> Needs {
        let mut needs = Needs { shots: [0; CODES], price: [0; CODES], sum: 0, total: 0 };
        for code in 1..=field.colours as u8 {
            needs.refresh(field, position, code, 0, slack);
        }
        needs.set_total(field, position, slack);
        needs
    }

    /// The needs after a shot, computed from those before it, or `None` if they exceed the shots
    /// left.
    ///
    /// Only the colour of the shot and that of the new hand have blocks in other columns than
    /// before, because no block leaves its column by falling. And only a shot of a colour reduces
    /// what that colour needs: blocks of other colours may be lower than before, but these colours
    /// still need what they needed.
    #[inline(always)]
    pub fn after<W: Word, const P: usize>(
        &self,
        field: &Field<W>,
        before: &Packed<W, P>,
        after: &Packed<W, P>,
        slack: u32,
        left: u32,
    ) -> Option<Needs> {
        let mut needs = *self;
        let fired = before.hand;
        // The stored needs assume no slack. One block of slack saves at most one shot of a colour,
        // because each additional shot can consume at least one more block. The prices of larger
        // savings come from the position itself, so with more slack nothing is carried over.
        let known = |code: u8| if slack <= 1 { self.shots[usize::from(code)] } else { 0 };
        needs.refresh(field, after, fired, known(fired).saturating_sub(1), slack);
        if slack <= 1 && u32::from(needs.sum) > left + slack {
            // The need of the new hand's colour does not decrease.
            return None;
        }
        if after.hand != fired {
            needs.refresh(field, after, after.hand, known(after.hand), slack);
        }
        needs.set_total(field, after, slack);
        (u32::from(needs.total) <= left).then_some(needs)
    }

    /// Updates the need of one colour, which is known to be at least `at_least`.
    #[inline(always)]
    fn refresh<W: Word, const P: usize>(
        &mut self,
        field: &Field<W>,
        position: &Packed<W, P>,
        code: u8,
        at_least: u8,
        slack: u32,
    ) {
        let cells = position.cells(code);
        let loss = u32::from(position.totals[usize::from(code)]).saturating_sub(1);
        if field.columns_are_bytes() {
            self.set(code, Profile::of_bytes(field, cells), loss, at_least, slack);
        } else {
            self.set(code, Profile::of(field, cells), loss, at_least, slack);
        }
    }

    #[inline(always)]
    fn set<L: Lanes>(
        &mut self,
        code: u8,
        profile: Profile<L>,
        loss: u32,
        at_least: u8,
        slack: u32,
    ) {
        let code = usize::from(code);
        self.sum -= u16::from(self.shots[code]);
        self.shots[code] = 0;
        if loss == 0 {
            return;
        }
        let mut shots = u32::from(at_least.max(1));
        while !profile.suffices(shots, loss) {
            shots += 1;
        }
        self.shots[code] = shots as u8;
        self.sum += shots as u16;
        if slack == 1 {
            // A need carried over from before may exceed what the profile implies.
            self.price[code] = loss.saturating_sub(profile.most(shots - 1)).clamp(1, 255) as u8;
        }
    }

    #[inline(always)]
    fn set_total<W: Word, const P: usize>(
        &mut self,
        field: &Field<W>,
        position: &Packed<W, P>,
        slack: u32,
    ) {
        let saved = match slack {
            0 => 0,
            1 => {
                let (needs, prices) =
                    (&self.shots[1..=field.colours], &self.price[1..=field.colours]);
                u32::from(needs.iter().zip(prices).any(|(&shots, &price)| shots > 0 && price <= 1))
            }
            _ => savings(field, position, slack),
        };
        self.total = u32::from(self.sum).saturating_sub(saved).min(255) as u8;
    }

    /// The fewest blocks that the next shot must consume if the position is to have a plan of
    /// exactly as many shots as it needs.
    ///
    /// Let the hand's colour need m shots and have `loss` blocks to lose. The need of the position
    /// decreases with the next shot only if that colour then needs m − 1 shots, that is, if the
    /// blocks it still has to lose number at most `most(m − 1)` of the position after the shot. In
    /// that position, the swap may have put one block of the colour where there was none. The
    /// others are in their columns, no higher than before, or gone. One more block adds at most one
    /// to any of the sums, so the shot must consume at least `loss` − `most(m − 1)` − 1 blocks, and
    /// all `loss` if m = 1. (Where heights are considered for two shots, one more block may raise
    /// c(2) and r(h) together, and so adds at most two.) With a slack of 1 this holds if the slack
    /// already saves a shot, because it cannot save another.
    #[inline(always)]
    pub fn least<W: Word, const P: usize>(
        &self,
        field: &Field<W>,
        position: &Packed<W, P>,
        slack: u32,
    ) -> u32 {
        if !field.columns_are_bytes()
            || slack > 1
            || (slack == 1 && self.sum == u16::from(self.total))
        {
            return 1;
        }
        let hand = usize::from(position.hand);
        let loss = u32::from(position.totals[hand]) - 1;
        match u32::from(self.shots[hand]) {
            0 | 1 => loss,
            shots => {
                let profile = Profile::of_bytes(field, position.cells(position.hand));
                let more = if profile.heights_matter(shots - 1) && shots > 2 { 2 } else { 1 };
                loss.saturating_sub(profile.most(shots - 1) + more)
            }
        }
    }
}

/// The number of shots that a slack of more than 1 can save, buying the cheapest savings first.
#[inline(always)]
fn savings<W: Word, const P: usize>(field: &Field<W>, position: &Packed<W, P>, slack: u32) -> u32 {
    let mut offers = Offers([0; OFFERS]);
    for code in 1..=field.colours as u8 {
        let cells = position.cells(code);
        let loss = u32::from(position.totals[usize::from(code)]).saturating_sub(1);
        if field.columns_are_bytes() {
            offers.add(Profile::of_bytes(field, cells), loss);
        } else {
            offers.add(Profile::of(field, cells), loss);
        }
    }
    offers.buy(slack)
}

/// The number of price classes. A saving that costs more than the last class is offered at that
/// price, which only weakens the bound.
const OFFERS: usize = 32;

/// The number of savings on offer at each price.
struct Offers([u16; OFFERS]);

impl Offers {
    /// Adds the savings of a colour that has to lose `loss` blocks: one for each shot of its need,
    /// at the price of what that shot can consume in addition to those before it.
    #[inline(always)]
    fn add<L: Lanes>(&mut self, profile: Profile<L>, loss: u32) {
        let mut consumed = 0;
        let mut shots = 0;
        while consumed < loss {
            shots += 1;
            let more = profile.most(shots).min(loss);
            self.0[(more - consumed).min(OFFERS as u32 - 1) as usize] += 1;
            consumed = more;
        }
    }

    #[inline(always)]
    fn buy(&self, mut slack: u32) -> u32 {
        let mut bought = 0;
        for (price, &offered) in (1..).zip(&self.0[1..]) {
            let affordable = u32::from(offered).min(slack / price);
            bought += affordable;
            slack -= affordable * price;
        }
        bought
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Level;
    use proptest::prelude::*;

    #[test]
    fn a_row_shot_takes_no_more_of_the_last_column_than_is_below_it() {
        // A shot along the floor reaches at most one A in the last column; a higher one misses the
        // A in the first.
        for (board, shots) in [(".A/.A/AB", 2), ("AA/BA/BB", 1)] {
            let level = Level::new("level", board.parse().unwrap(), 1).unwrap();
            let field = Field::<u64>::new(&level);
            let start = Packed::<u64, 2>::starts(&field, &level)[0];
            let needs = Needs::of(&field, &start, 0);
            assert_eq!(needs.shots[usize::from(start.hand)], shots, "{board}");
        }
    }

    proptest! {
        #[test]
        fn lane_arithmetic_matches_a_list(numbers in prop::collection::vec(0..16u8, 16), limit in 0..20u32, count in 0..20u32) {
            let wide = u128::from_le_bytes(numbers.clone().try_into().unwrap());
            let narrow = wide as u64;
            for (length, sum, capped, mixed) in [
                (16, wide.sum(), wide.at_most(limit).sum(), wide.lowest_of(count, 0).sum()),
                (8, narrow.sum(), narrow.at_most(limit).sum(), narrow.lowest_of(count, 0).sum()),
            ] {
                let numbers: Vec<u32> = numbers[..length].iter().map(|&number| number.into()).collect();
                prop_assert_eq!(sum, numbers.iter().sum::<u32>());
                prop_assert_eq!(capped, numbers.iter().map(|&number| number.min(limit)).sum::<u32>());
                prop_assert_eq!(mixed, numbers.iter().take(count as usize).sum::<u32>());
            }
        }
    }
}
