//! The machine words that hold a plane of a board: `u64` if the board fits, [`U256`] otherwise.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word of bits.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The number of bits in a word.
    const BITS: u32;
    /// The number of 64-bit limbs in a word.
    const LIMBS: usize;
    /// The word with no bit set.
    const ZERO: Self;

    /// The word with only this bit set.
    fn bit(index: u32) -> Self;
    /// Whether no bit is set.
    fn is_zero(self) -> bool;
    /// Shifts towards higher bits; zero if `by` is at least the length of the word.
    fn up(self, by: u32) -> Self;
    /// Shifts towards lower bits; zero if `by` is at least the length of the word.
    fn down(self, by: u32) -> Self;
    /// The sum, wrapping on overflow.
    fn plus(self, other: Self) -> Self;
    /// The difference, wrapping on underflow.
    fn minus(self, other: Self) -> Self;
    /// The number of bits set.
    fn count(self) -> u32;
    /// The index of the lowest bit set; there must be one.
    fn lowest(self) -> u32;
    /// The index of the highest bit set; there must be one.
    fn highest(self) -> u32;
    /// A 64-bit limb, the lowest having index 0.
    fn limb(self, index: usize) -> u64;

    /// The word with all bits below `end` set.
    #[inline(always)]
    fn below(end: u32) -> Self {
        if end >= Self::BITS { !Self::ZERO } else { Self::bit(end).minus(Self::bit(0)) }
    }
}

impl Word for u64 {
    const BITS: u32 = 64;
    const LIMBS: usize = 1;
    const ZERO: u64 = 0;

    #[inline(always)]
    fn bit(index: u32) -> u64 {
        1 << index
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn up(self, by: u32) -> u64 {
        self.checked_shl(by).unwrap_or(0)
    }

    #[inline(always)]
    fn down(self, by: u32) -> u64 {
        self.checked_shr(by).unwrap_or(0)
    }

    #[inline(always)]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline(always)]
    fn highest(self) -> u32 {
        63 - self.leading_zeros()
    }

    #[inline(always)]
    fn limb(self, _index: usize) -> u64 {
        self
    }
}

/// A word of 256 bits: four limbs, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct U256([u64; 4]);

impl U256 {
    fn zip(self, other: U256, operation: impl Fn(u64, u64) -> u64) -> U256 {
        U256(std::array::from_fn(|index| operation(self.0[index], other.0[index])))
    }
}

impl BitAnd for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitand(self, other: U256) -> U256 {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitor(self, other: U256) -> U256 {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for U256 {
    type Output = U256;

    #[inline(always)]
    fn bitxor(self, other: U256) -> U256 {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for U256 {
    type Output = U256;

    #[inline(always)]
    fn not(self) -> U256 {
        U256(self.0.map(|limb| !limb))
    }
}

impl Word for U256 {
    const BITS: u32 = 256;
    const LIMBS: usize = 4;
    const ZERO: U256 = U256([0; 4]);

    fn bit(index: u32) -> U256 {
        let mut limbs = [0; 4];
        limbs[(index / 64) as usize] = 1 << (index % 64);
        U256(limbs)
    }

    fn is_zero(self) -> bool {
        self.0 == [0; 4]
    }

    fn up(self, by: u32) -> U256 {
        let (whole, part) = ((by / 64) as usize, by % 64);
        let from =
            |index: usize, back: usize| index.checked_sub(back).map_or(0, |index| self.0[index]);
        U256(std::array::from_fn(|index| match part {
            0 => from(index, whole),
            _ => from(index, whole) << part | from(index, whole + 1) >> (64 - part),
        }))
    }

    fn down(self, by: u32) -> U256 {
        let (whole, part) = ((by / 64) as usize, by % 64);
        let from = |index: usize| self.0.get(index).copied().unwrap_or(0);
        U256(std::array::from_fn(|index| match part {
            0 => from(index + whole),
            _ => from(index + whole) >> part | from(index + whole + 1) << (64 - part),
        }))
    }

    fn plus(self, other: U256) -> U256 {
        let mut carry = false;
        U256(std::array::from_fn(|index| {
            let (sum, over) = self.0[index].overflowing_add(other.0[index]);
            let (sum, more) = sum.overflowing_add(u64::from(carry));
            carry = over | more;
            sum
        }))
    }

    fn minus(self, other: U256) -> U256 {
        let mut borrow = false;
        U256(std::array::from_fn(|index| {
            let (rest, under) = self.0[index].overflowing_sub(other.0[index]);
            let (rest, more) = rest.overflowing_sub(u64::from(borrow));
            borrow = under | more;
            rest
        }))
    }

    fn count(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    fn lowest(self) -> u32 {
        let index = self.0.iter().position(|&limb| limb != 0).unwrap_or(0);
        index as u32 * 64 + self.0[index].trailing_zeros()
    }

    fn highest(self) -> u32 {
        let index = self.0.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        index as u32 * 64 + 63 - self.0[index].leading_zeros()
    }

    fn limb(self, index: usize) -> u64 {
        self.0[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The bits of a word, one by one.
    fn bits<W: Word>(word: W) -> Vec<bool> {
        (0..W::BITS).map(|index| !(word & W::bit(index)).is_zero()).collect()
    }

    fn shifted(bits: &[bool], by: i64) -> Vec<bool> {
        let at =
            |index: i64| usize::try_from(index).ok().and_then(|index| bits.get(index)).copied();
        (0..bits.len() as i64).map(|index| at(index - by).unwrap_or(false)).collect()
    }

    proptest! {
        #[test]
        fn wide_words_behave_like_lists_of_bits(limbs in any::<[u64; 4]>(), other in any::<[u64; 4]>(), by in 0..300u32) {
            let (word, other) = (U256(limbs), U256(other));
            prop_assert_eq!(bits(word.up(by)), shifted(&bits(word), i64::from(by)));
            prop_assert_eq!(bits(word.down(by)), shifted(&bits(word), -i64::from(by)));
            prop_assert_eq!(word.plus(other).minus(other), word);
            prop_assert_eq!(word.minus(other).plus(other), word);
            prop_assert_eq!(bits(word).iter().filter(|&&bit| bit).count() as u32, word.count());
            prop_assert_eq!(bits(word).iter().position(|&bit| bit), (!word.is_zero()).then(|| word.lowest() as usize));
            prop_assert_eq!(bits(word).iter().rposition(|&bit| bit), (!word.is_zero()).then(|| word.highest() as usize));
            prop_assert_eq!(U256::below(by).count(), by.min(256));
        }

        #[test]
        fn a_narrow_word_shifted_by_its_length_or_more_is_zero(word in any::<u64>(), by in 64..300u32) {
            prop_assert_eq!((word.up(by), word.down(by)), (0, 0));
        }
    }
}
