//! How many shots a position still needs at least.
//!
//! **A colour's need.** Let a colour have t blocks in the game, the hand included. No colour leaves
//! the game, so with k colours and a goal of k − 1 blocks every colour must lose t − 1. Shots of other
//! colours do not consume it, so it needs some number m of shots of its own; the needs of the colours
//! add up to a lower bound. How large must m be? Let a of the m shots go along rows and b = m − a down
//! columns. A block that they consume was either put on the board by a swap that ended an earlier one
//! of them, or is on the board now.
//!
//! - Of the first kind there are at most m − 1: the last shot's swap is consumed by none of them.
//! - Blocks of the second kind stay in their columns, for falling does not change the column. A
//!   shot along a row consumes at most one block in each column but the last; a shot down a column
//!   consumes blocks of that column only. So in a column other than the last with n blocks of the
//!   colour, at most min(n, a) go, or all n if one of the b column shots is spent on it. With c(i) the
//!   number of those columns that hold at least i blocks, and the b shots spent on the fullest, that
//!   is at most Σ{i ≤ a} c(i) + Σ{i > a} min(c(i), b). In the last column all its blocks may go if
//!   a ≥ 1. If a = 0 one of the b shots would have to be spent on it, and then a row shot in its place
//!   would do as well there and no worse elsewhere, so that case need not be looked at.
//!
//! So m shots consume at most `most(m)` = m − 1 + the largest such sum over a, and the need is the
//! least m with `most(m)` ≥ t − 1.
//!
//! **Slack.** A goal of k − 1 + s leaves s blocks to be shared out among the colours. To save one shot
//! of its need m a colour must be given t − 1 − `most(m − 1)` of them, to save another that much more,
//! and so on. To buy the cheapest of all these savings first, each on its own, is at least as good as
//! any real sharing, so the sum of the needs less the number of savings so bought is a lower bound.

use super::packed::{CODES, Field, Packed};
use super::word::Word;

/// Small numbers side by side in one word, a byte each.
trait Lanes: Copy {
    const LANES: u32;

    /// The sum of the lanes, which must be below 256.
    fn sum(self) -> u32;
    /// Each lane, but no more than this; all numbers must be below 128.
    fn at_most(self, limit: u32) -> Self;
    /// The lowest lanes from one word, the others from another.
    fn lowest_of(self, count: u32, others: Self) -> Self;
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
                // The top bit of a lane survives where the lane is not below the limit.
                let reached = ((self | tops) - limits) & tops;
                let mask = (reached - (reached >> 7)) | reached;
                (limits & mask) | (self & !mask)
            }

            #[inline(always)]
            fn lowest_of(self, count: u32, others: $word) -> $word {
                let mask = <$word>::MAX.checked_shl(8 * count).unwrap_or(0);
                (self & !mask) | (others & mask)
            }
        }
    };
}

lanes!(u64);
lanes!(u128);

/// Where the blocks of a colour are: c(1), c(2), … side by side, and the blocks in the last column.
#[derive(Clone, Copy)]
struct Profile<L> {
    columns: L,
    last: u32,
}

/// For each byte: a one in as many lanes, from the lowest, as it has bits.
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

impl Profile<u64> {
    /// For a board whose columns are bytes.
    #[inline(always)]
    fn of_bytes<W: Word>(field: &Field<W>, cells: W) -> Profile<u64> {
        let others = (cells & field.others).limb(0).to_le_bytes();
        let columns = others.iter().map(|&byte| LANES_OF_BYTE[usize::from(byte)]).sum();
        Profile { columns, last: (cells & field.last).count() }
    }
}

impl Profile<u128> {
    /// For any board.
    fn of<W: Word>(field: &Field<W>, cells: W) -> Profile<u128> {
        let ones = u128::MAX / 255;
        let lanes = |column| {
            let count = (cells & field.column(column)).count();
            ones & !u128::MAX.checked_shl(8 * count).unwrap_or(0)
        };
        let columns = (0..field.columns - 1).map(lanes).sum();
        Profile { columns, last: (cells & field.last).count() }
    }
}

impl<L: Lanes> Profile<L> {
    /// The most blocks that so many shots of the colour can consume.
    #[inline(always)]
    fn most(self, shots: u32) -> u32 {
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

/// What each colour of a position still needs.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// The shots of each colour, if it gets no slack.
    shots: [u8; CODES],
    /// How much slack would save one of them, where the slack is 1.
    price: [u8; CODES],
    /// The shots of all colours together.
    sum: u16,
    /// The shots that the position needs at least: the sum less what the slack saves.
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

    /// The needs after a shot, from those before it, unless they are more than the shots left.
    ///
    /// Only the colour of the shot and that of the new hand have blocks in other columns than before:
    /// no block leaves its column by falling. And only a shot of a colour spends what it needs.
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
        // What a colour needs is known without slack. One block of slack saves at most one shot of it,
        // because each shot more can consume at least one block more; the prices of larger savings
        // are those of the position itself, so with more slack nothing is taken over.
        let known = |code: u8| if slack <= 1 { self.shots[usize::from(code)] } else { 0 };
        needs.refresh(field, after, fired, known(fired).saturating_sub(1), slack);
        if slack <= 1 && u32::from(needs.sum) > left + slack {
            // The need of the new hand's colour is at least what it was.
            return None;
        }
        if after.hand != fired {
            needs.refresh(field, after, after.hand, known(after.hand), slack);
        }
        needs.set_total(field, after, slack);
        (u32::from(needs.total) <= left).then_some(needs)
    }

    /// Brings one colour up to date, of which a need of `at_least` is known.
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
        while profile.most(shots) < loss {
            shots += 1;
        }
        self.shots[code] = shots as u8;
        self.sum += shots as u16;
        if slack == 1 {
            // A need that is known from before may be more than the profile tells.
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

    /// How many blocks the next shot must consume at least if the position is to have a plan of
    /// exactly as many shots as it needs.
    ///
    /// Let the hand's colour need m shots and have to lose `loss` blocks. The need of the position
    /// falls with the next shot only if that colour then needs m − 1, that is if what the shot leaves
    /// to be lost is at most `most(m − 1)` of the position after it. In that position one block of the
    /// colour may be where none was, by the swap, and the others are in their columns or gone. One
    /// block more adds at most one to any of the sums, so the shot must consume at least
    /// `loss` − `most(m − 1)` − 1, and all of `loss` if m = 1. With a slack of 1 this holds where the
    /// slack saves a shot already, for it cannot save another.
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
                loss.saturating_sub(profile.most(shots - 1) + 1)
            }
        }
    }
}

/// How many shots a slack of more than 1 can save, each at the lowest price.
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

/// Prices that are told apart; what is dearer is offered at the last of them, which is below its
/// price and so only weakens the bound.
const OFFERS: usize = 32;

/// How many savings there are at each price.
struct Offers([u16; OFFERS]);

impl Offers {
    /// The savings of a colour that has to lose so many blocks: from none of its shots to all but
    /// the last of its need, each costs what one shot more can consume.
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_count_like_a_list(numbers in prop::collection::vec(0..16u8, 16), limit in 0..20u32, count in 0..20u32) {
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
