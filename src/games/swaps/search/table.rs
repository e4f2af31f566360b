//! A table of boards that are known to have no short way to any goal of a list.
//!
//! The table has a fixed largest size, and newer entries replace older ones. It compares whole boards,
//! never just their hashes: a false match would be a false proof. Each thread has a table of its own.

/// Boards, each with a number of swaps within which no goal can be reached.
#[derive(Debug)]
pub struct Table {
    words: Vec<u64>,
    /// The words of an entry: what is known, then the board.
    entry: usize,
    /// The number of buckets minus one, which is a mask for hashes.
    mask: usize,
    largest: usize,
    stores: usize,
    /// The list of goals that entries are about; older ones do not count.
    list: u64,
}

const ENTRIES: usize = 2;
const FIRST_BUCKETS: usize = 1 << 10;

/// How often the table is filled before it grows: fresh memory costs time, too.
const FILLS: usize = 4;

impl Table {
    /// A table for boards of `board` words that grows up to `bytes` bytes.
    pub fn new(board: usize, bytes: usize) -> Table {
        let entry = board + 1;
        let largest = (bytes / (ENTRIES * entry * 8)).max(16);
        let largest = 1 << largest.ilog2();
        let buckets = FIRST_BUCKETS.min(largest);
        Table {
            words: vec![0; buckets * ENTRIES * entry],
            entry,
            mask: buckets - 1,
            largest,
            stores: 0,
            list: 1,
        }
    }

    /// Forgets everything, for another list of goals.
    pub fn clear(&mut self) {
        self.list += 1;
        self.stores = 0;
    }

    #[inline(always)]
    fn bucket(&self, board: &[u64]) -> usize {
        (hash(board) as usize & self.mask) * ENTRIES * self.entry
    }

    #[inline(always)]
    fn is(&self, at: usize, board: &[u64]) -> bool {
        self.words[at] >> 16 == self.list && &self.words[at + 1..at + self.entry] == board
    }

    /// The most swaps within which the board is known to reach no goal.
    #[inline(always)]
    pub fn get(&self, board: &[u64]) -> Option<u32> {
        let first = self.bucket(board);
        let mut entries = (0..ENTRIES).map(|index| first + index * self.entry);
        let at = entries.find(|&at| self.is(at, board))?;
        Some(self.words[at] as u32 & 0xFFFF)
    }

    /// Records that the board cannot reach a goal within this many swaps. The first entry of a bucket keeps
    /// the result for the most swaps; the second takes whatever else arrives.
    #[inline(always)]
    pub fn put(&mut self, board: &[u64], swaps: u32) {
        self.stores += 1;
        if self.stores > FILLS * ENTRIES * (self.mask + 1) && self.mask + 1 < self.largest {
            self.grow();
        }
        let first = self.bucket(board);
        let second = first + self.entry;
        let known = self.words[first];
        let is_current = known >> 16 == self.list;
        let at = if self.is(first, board) || !is_current {
            first
        } else if u64::from(swaps) >= known & 0xFFFF {
            self.words.copy_within(first..second, second);
            first
        } else {
            second
        };
        self.words[at] = self.list << 16 | u64::from(swaps.min(0xFFFF));
        self.words[at + 1..at + self.entry].copy_from_slice(board);
    }

    /// Doubles the table. Its entries are lost, which does no harm.
    fn grow(&mut self) {
        let buckets = 2 * (self.mask + 1);
        self.words = Vec::new();
        self.words = vec![0; buckets * ENTRIES * self.entry];
        self.mask = buckets - 1;
    }
}

/// A hash that spreads boards with one multiplication per word.
#[inline(always)]
pub fn hash(board: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| {
        let product =
            u128::from(hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = board.iter().fold(0x2545_F491_4F6C_DD1D, mix);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn an_entry_is_found_or_replaced_but_never_confused_with_another() {
        let mut table = Table::new(2, 4096);
        let mut truth: HashMap<[u64; 2], u32> = HashMap::new();
        let board = |index: u64| [index % 300, index % 7];
        for index in 0..3000 {
            let swaps = index as u32 % 20 + 1;
            table.put(&board(index), swaps);
            let known = truth.entry(board(index)).or_default();
            *known = swaps.max(*known);
        }
        let found = truth.iter().filter(|(board, most)| {
            let found = table.get(*board);
            assert!(found.is_none_or(|swaps| swaps <= **most));
            found.is_some()
        });
        assert!(found.count() > 40);
        table.clear();
        assert!(truth.keys().all(|board| table.get(board).is_none()));
    }
}
