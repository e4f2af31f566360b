//! A transposition table of positions that are known to have no plan up to some length.
//!
//! The table has a fixed size, and newer entries replace older ones. It compares whole positions,
//! never just their hashes: a false match would be a false proof. Everything is stored in atomic
//! words, with two entries per bucket. A bucket shared by several threads is locked by a bit of its
//! first word.
//!
//! The part in use starts small and doubles when it has been filled often enough. Entries that are
//! then no longer in the right bucket are lost, which does no harm. The system does not commit
//! memory that is not yet in use, so a large limit costs nothing in a small search.

use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::memory;
use super::packed::Packed;
use super::word::Word;
use crate::game::hash::Mixer;

const LOCK: u64 = 1 << 63;
const ENTRIES: usize = 2;
const FIRST_BUCKETS: usize = 1 << 12;

/// How often the part in use is filled before it grows: fresh memory costs time, too.
const FILLS: usize = 10;

/// A table of positions without a short plan.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The number of words per entry: first a [`Known`], then the planes.
    entry: usize,
    /// The number of buckets in use minus one, which is a mask for hashes.
    mask: AtomicUsize,
    last_mask: usize,
    stores: AtomicUsize,
    is_shared: bool,
}

/// The hash of a position, computed once and used for all accesses.
#[derive(Clone, Copy)]
pub struct Hash(u64);

impl Hash {
    /// Computes the hash of a position.
    #[inline(always)]
    pub fn of<W: Word, const P: usize>(position: &Packed<W, P>) -> Hash {
        let mut mixer = Mixer::default();
        mixer.write_u8(position.hand);
        for plane in position.planes {
            for limb in 0..W::LIMBS {
                mixer.write_u64(plane.limb(limb));
            }
        }
        Hash(mixer.finish())
    }

    /// The hash as a number.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The first word of an entry: the hand, and the number of shots within which there is no plan.
#[derive(Clone, Copy)]
struct Known(u64);

impl Known {
    fn new(hand: u8, shots: u32) -> Known {
        Known(u64::from(hand) << 8 | u64::from(shots.min(255)))
    }

    #[inline(always)]
    fn shots(self) -> u32 {
        self.0 as u32 & 255
    }

    #[inline(always)]
    fn hand(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

impl Table {
    /// A table for positions of this form that grows up to `bytes` bytes.
    pub fn new<W: Word, const P: usize>(bytes: usize, is_shared: bool) -> Table {
        let entry = 1 + W::LIMBS * P;
        let buckets = (bytes / (ENTRIES * entry * 8)).max(16);
        let buckets = 1 << buckets.ilog2();
        let words = bytemuck::allocation::zeroed_slice_box(buckets * ENTRIES * entry);
        memory::ask_for_large_pages(&words);
        Table {
            words,
            entry,
            mask: AtomicUsize::new(FIRST_BUCKETS.min(buckets) - 1),
            last_mask: buckets - 1,
            stores: AtomicUsize::new(0),
            is_shared,
        }
    }

    #[inline(always)]
    fn bucket(&self, hash: Hash) -> usize {
        (hash.0 as usize & self.mask.load(Ordering::Relaxed)) * ENTRIES * self.entry
    }

    /// Asks the processor to load a position's bucket into its cache.
    #[inline(always)]
    pub fn prefetch(&self, hash: Hash) {
        memory::prefetch(&self.words[self.bucket(hash)]);
    }

    /// Locks a bucket and returns the first word of its first entry.
    #[inline(always)]
    fn lock(&self, bucket: usize) -> Known {
        let word = &self.words[bucket];
        if !self.is_shared {
            return Known(word.load(Ordering::Relaxed));
        }
        loop {
            let known = word.load(Ordering::Relaxed);
            let locked = || {
                word.compare_exchange_weak(
                    known,
                    known | LOCK,
                    Ordering::Acquire,
                    Ordering::Relaxed,
                )
            };
            if known & LOCK == 0 && locked().is_ok() {
                return Known(known);
            }
            std::hint::spin_loop();
        }
    }

    /// Writes the first word of the first entry, which unlocks its bucket.
    #[inline(always)]
    fn unlock(&self, bucket: usize, known: Known) {
        self.words[bucket].store(known.0, Ordering::Release);
    }

    #[inline(always)]
    fn known(&self, at: usize) -> Known {
        Known(self.words[at].load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn is<W: Word, const P: usize>(
        &self,
        at: usize,
        known: Known,
        position: &Packed<W, P>,
    ) -> bool {
        let mut same = known.hand() == position.hand;
        for (plane, word) in position.planes.iter().enumerate() {
            for limb in 0..W::LIMBS {
                let index = at + 1 + plane * W::LIMBS + limb;
                same &= self.words[index].load(Ordering::Relaxed) == word.limb(limb);
            }
        }
        same
    }

    /// The largest number of shots within which the position is known to have no plan; 0 if nothing
    /// is known.
    #[inline(always)]
    pub fn get<W: Word, const P: usize>(&self, hash: Hash, position: &Packed<W, P>) -> u32 {
        let first = self.bucket(hash);
        let second = first + self.entry;
        let known = self.lock(first);
        let other = self.known(second);
        let shots = if self.is(first, known, position) {
            known.shots()
        } else if self.is(second, other, position) {
            other.shots()
        } else {
            0
        };
        if self.is_shared {
            self.unlock(first, known);
        }
        shots
    }

    /// Records that the position has no plan of at most `shots` shots. The first entry of a bucket
    /// keeps the result for the most shots; the second entry takes whatever else arrives.
    #[inline(always)]
    pub fn put<W: Word, const P: usize>(&self, hash: Hash, position: &Packed<W, P>, shots: u32) {
        let first = self.bucket(hash);
        let second = first + self.entry;
        let known = self.lock(first);
        let new = Known::new(position.hand, shots);
        let mut kept = known;
        if self.is(first, known, position) {
            kept = if shots > known.shots() { new } else { known };
        } else if shots >= known.shots() {
            for offset in 1..self.entry {
                let word = self.words[first + offset].load(Ordering::Relaxed);
                self.words[second + offset].store(word, Ordering::Relaxed);
            }
            self.words[second].store(known.0, Ordering::Relaxed);
            self.write(first, position);
            kept = new;
        } else {
            self.write(second, position);
            self.words[second].store(new.0, Ordering::Relaxed);
        }
        self.unlock(first, kept);
    }

    #[inline(always)]
    fn write<W: Word, const P: usize>(&self, at: usize, position: &Packed<W, P>) {
        for (plane, word) in position.planes.iter().enumerate() {
            for limb in 0..W::LIMBS {
                self.words[at + 1 + plane * W::LIMBS + limb]
                    .store(word.limb(limb), Ordering::Relaxed);
            }
        }
    }

    /// Counts stored entries, several at a time, and doubles the part in use when it has been
    /// filled `FILLS` times.
    pub fn note_stores(&self, count: usize) {
        let stores = self.stores.fetch_add(count, Ordering::Relaxed) + count;
        let mask = self.mask.load(Ordering::Relaxed);
        if stores > FILLS * ENTRIES * (mask + 1) && mask < self.last_mask {
            let _ = self.mask.compare_exchange(
                mask,
                mask * 2 + 1,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Level;
    use crate::games::plotting::search::packed::Field;

    fn positions() -> Vec<Packed<u64, 3>> {
        let level = Level::new("x", "RGBRGB/GGRRBB/RGBBGR".parse().unwrap(), 2).unwrap();
        let field = Field::new(&level);
        let mut all = Packed::<u64, 3>::starts(&field, &level);
        let mut next = 0;
        while all.len() < 3000 {
            let position = all[next];
            position.for_each_effect(&field, 1, |_, after| all.push(after));
            next += 1;
        }
        all
    }

    #[test]
    fn an_entry_is_found_or_replaced_but_never_confused_with_another() {
        for is_shared in [false, true] {
            let table = Table::new::<u64, 3>(4096, is_shared);
            let mut truth = std::collections::HashMap::new();
            for (index, position) in positions().iter().enumerate() {
                let shots = index as u32 % 20 + 1;
                table.put(Hash::of(position), position, shots);
                let known = truth.entry((position.planes, position.hand)).or_insert(0);
                *known = shots.max(*known);
                table.note_stores(1);
            }
            let found = positions()
                .iter()
                .filter(|position| {
                    let found = table.get(Hash::of(*position), position);
                    assert!(found <= truth[&(position.planes, position.hand)]);
                    found > 0
                })
                .count();
            assert!(found > 40, "{found}");
        }
    }
}
