//! A table of questions about positions that were answered with no, shared by all threads.
//!
//! The table has a fixed largest size, and newer entries replace older ones. It compares whole positions,
//! never just their hashes: a false match would be a false proof.

use std::hash::Hasher;
use std::sync::Mutex;

use crate::game::hash::Mixer;

/// A question about a position: is there a plan within a number of moves that scores at least a given value?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// The moves; [`Question::FOREVER`] stands for any number of them.
    pub(super) moves: usize,
    /// The score that is missing; 0 where it does not matter.
    pub(super) score: u64,
}

impl Question {
    /// Any number of moves.
    pub(super) const FOREVER: usize = usize::MAX;

    /// Whether a no to this question is a no to another one.
    fn covers(self, other: Question) -> bool {
        self.moves >= other.moves && self.score <= other.score
    }
}

const SHARDS: usize = 64;

/// Positions, each with a question whose answer is no.
#[derive(Debug)]
pub(super) struct Table {
    shards: Vec<Mutex<Shard>>,
}

impl Table {
    /// A table for positions of this many words that grows up to `bytes` bytes.
    pub(super) fn new(key: usize, bytes: usize) -> Table {
        let shard = || Mutex::new(Shard::new(key, bytes / SHARDS));
        Table { shards: (0..SHARDS).map(|_| shard()).collect() }
    }

    /// A question about the position that was answered with no, and so answers this one.
    pub(super) fn get(&self, key: &[u64], question: Question) -> Option<Question> {
        let hash = hash(key);
        self.shards[hash as usize % SHARDS].lock().ok()?.get(hash, key, question)
    }

    /// Records that the answer to a question about a position is no.
    pub(super) fn put(&self, key: &[u64], known: Question) {
        let hash = hash(key);
        if let Ok(mut shard) = self.shards[hash as usize % SHARDS].lock() {
            shard.put(hash, key, known);
        }
    }
}

fn hash(key: &[u64]) -> u64 {
    let mut mixer = Mixer::default();
    key.iter().for_each(|&word| mixer.write_u64(word));
    mixer.finish()
}

/// The words of an entry before the position: the moves plus one, 0 for a free entry, and the score.
const HEAD: usize = 2;
const ENTRIES: usize = 2;
const FIRST_BUCKETS: usize = 16;

/// How often a shard is filled before it grows: fresh memory costs time, too.
const FILLS: usize = 2;

#[derive(Debug)]
struct Shard {
    words: Vec<u64>,
    /// The words of an entry.
    entry: usize,
    /// The number of buckets minus one, which is a mask for hashes.
    mask: usize,
    largest: usize,
    stores: usize,
}

impl Shard {
    fn new(key: usize, bytes: usize) -> Shard {
        let entry = HEAD + key;
        let largest = 1 << (bytes / (ENTRIES * entry * 8)).max(FIRST_BUCKETS).ilog2();
        let words = vec![0; FIRST_BUCKETS * ENTRIES * entry];
        Shard { words, entry, mask: FIRST_BUCKETS - 1, largest, stores: 0 }
    }

    fn bucket(&self, hash: u64) -> usize {
        ((hash >> 16) as usize & self.mask) * ENTRIES * self.entry
    }

    fn is(&self, at: usize, key: &[u64]) -> bool {
        self.words[at] > 0 && &self.words[at + HEAD..at + self.entry] == key
    }

    fn at(&self, at: usize) -> Question {
        let moves = match self.words[at] {
            u64::MAX => Question::FOREVER,
            moves => moves as usize - 1,
        };
        Question { moves, score: self.words[at + 1] }
    }

    fn get(&self, hash: u64, key: &[u64], question: Question) -> Option<Question> {
        let first = self.bucket(hash);
        let entries = [first, first + self.entry];
        let mut known = entries.into_iter().filter(|&at| self.is(at, key)).map(|at| self.at(at));
        known.find(|known| known.covers(question))
    }

    /// The first entry of a bucket keeps the result for the most moves; the second takes whatever else
    /// arrives.
    fn put(&mut self, hash: u64, key: &[u64], known: Question) {
        self.stores += 1;
        if self.stores > FILLS * ENTRIES * (self.mask + 1) && self.mask + 1 < self.largest {
            self.grow();
        }
        let first = self.bucket(hash);
        let second = first + self.entry;
        let at = if self.words[first] == 0 || self.is(first, key) && known.covers(self.at(first)) {
            first
        } else if known.moves >= self.at(first).moves && !self.is(first, key) {
            self.words.copy_within(first..second, second);
            first
        } else {
            second
        };
        self.words[at] = (known.moves as u64).saturating_add(1);
        self.words[at + 1] = known.score;
        self.words[at + HEAD..at + self.entry].copy_from_slice(key);
    }

    /// Doubles the shard. Its entries are lost, which does no harm.
    fn grow(&mut self) {
        let buckets = 2 * (self.mask + 1);
        self.words = Vec::new();
        self.words = vec![0; buckets * ENTRIES * self.entry];
        self.mask = buckets - 1;
        self.stores = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn an_entry_is_found_or_replaced_but_never_confused_with_another() {
        let table = Table::new(2, 1 << 16);
        let mut truth: HashMap<[u64; 2], Vec<Question>> = HashMap::new();
        let key = |index: u64| [index % 300, index % 7];
        for index in 0..3000 {
            let moves = if index % 50 == 0 { Question::FOREVER } else { index as usize % 20 };
            let known = Question { moves, score: index % 11 };
            table.put(&key(index), known);
            truth.entry(key(index)).or_default().push(known);
        }
        let mut found = 0;
        for (key, known) in &truth {
            for question in (1..20).map(|moves| Question { moves, score: 5 }) {
                if let Some(answer) = table.get(key, question) {
                    assert!(known.contains(&answer) && answer.covers(question));
                    found += 1;
                }
            }
        }
        assert!(found > 1000, "{found}");
    }
}
