//! Sets of cells as bits of a few machine words.

/// A set of cells, each with an index below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    /// The empty set.
    pub const NONE: Cells<W> = Cells([0; W]);

    /// The set of one cell.
    #[inline(always)]
    pub fn one(cell: usize) -> Cells<W> {
        let mut words = [0; W];
        words[cell / 64] = 1 << (cell % 64);
        Cells(words)
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    pub fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The cells of both sets.
    #[inline(always)]
    pub fn and(self, other: Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }

    /// The cells of either set.
    #[inline(always)]
    pub fn or(self, other: Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// The cells of this set that are not in the other.
    #[inline(always)]
    pub fn minus(self, other: Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// The number of cells.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in ascending order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut words = self.0;
        let mut index = 0;
        std::iter::from_fn(move || {
            while index < W && words[index] == 0 {
                index += 1;
            }
            let word = words.get_mut(index)?;
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            Some(index * 64 + bit)
        })
    }
}

impl<const W: usize> FromIterator<usize> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells<W> {
        cells.into_iter().fold(Cells::NONE, |all, cell| all.or(Cells::one(cell)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    fn list(cells: Cells<4>) -> Vec<usize> {
        cells.iter().collect()
    }

    proptest! {
        #[test]
        fn sets_of_bits_behave_like_sets(one in btree_set(0..256usize, 0..40), other in btree_set(0..256usize, 0..40)) {
            let bits = |set: &BTreeSet<usize>| set.iter().copied().collect::<Cells<4>>();
            let (a, b) = (bits(&one), bits(&other));
            prop_assert_eq!(list(a), one.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(list(a.and(b)), one.intersection(&other).copied().collect::<Vec<_>>());
            prop_assert_eq!(list(a.or(b)), one.union(&other).copied().collect::<Vec<_>>());
            prop_assert_eq!(list(a.minus(b)), one.difference(&other).copied().collect::<Vec<_>>());
            prop_assert_eq!(a.count(), one.len());
            prop_assert_eq!(a.and(b).is_empty(), one.is_disjoint(&other));
            prop_assert!(one.iter().all(|&cell| a.has(cell)));
        }
    }
}
