//! One key for all equivalent positions.
//!
//! - A board and its mirror image are equivalent. So are the mirror images of each of its
//!   [parts](Field::parts), and the order of the parts does not matter: no path passes between them.
//! - It does not matter what numbers the blocks have that are [stuck](super::field::stuck).
//!
//! Where numbers come in from queues, only the numbers of stuck blocks are ignored.

use std::ops::Range;

use super::field::{Field, stuck};

/// The code of a block that is stuck: no exponent.
const STUCK: u8 = 63;

/// Makes keys.
#[derive(Debug, Default)]
pub(super) struct Keys {
    bytes: Vec<u8>,
    parts: Vec<Range<usize>>,
    sorted: Vec<u8>,
    key: Vec<u64>,
}

impl Keys {
    /// The number of words of a key.
    pub(super) fn words<const W: usize>(field: &Field<W>) -> usize {
        (field.stride() + 1).div_ceil(8)
    }

    /// The key of a position; positions with different marks have different keys.
    pub(super) fn key<const W: usize>(
        &mut self,
        field: &Field<W>,
        position: &[u8],
        mark: u8,
    ) -> &[u64] {
        self.bytes.clear();
        self.bytes.extend_from_slice(position);
        let counts = field.counts(position, 0..field.columns);
        let stuck = usize::from(stuck(&counts));
        let numbers = || counts.iter().enumerate().filter(|(_, count)| **count > 0);
        for (number, _) in numbers().take(stuck) {
            let cells = self.bytes[..field.size()].iter_mut();
            cells.filter(|cell| usize::from(**cell) == number).for_each(|cell| *cell = STUCK);
        }
        if !field.has_queues() {
            self.sort_parts(field, position);
        }
        self.bytes.push(mark);
        self.key.clear();
        self.key.extend(self.bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        }));
        &self.key
    }

    /// Puts the parts into order, each mirrored if that comes first, with an empty column between them.
    fn sort_parts<const W: usize>(&mut self, field: &Field<W>, position: &[u8]) {
        self.parts.clear();
        self.parts.extend(
            field.parts(position).map(|part| part.start * field.rows..part.end * field.rows),
        );
        for part in &self.parts {
            let bytes = &mut self.bytes[part.clone()];
            let columns = || bytes.chunks(field.rows);
            if columns().rev().lt(columns()) {
                let count = bytes.len() / field.rows;
                for column in 0..count / 2 {
                    let (left, right) = bytes.split_at_mut((count - 1 - column) * field.rows);
                    left[column * field.rows..][..field.rows]
                        .swap_with_slice(&mut right[..field.rows]);
                }
            }
        }
        let bytes = &self.bytes;
        self.parts.sort_by(|one, other| bytes[one.clone()].cmp(&bytes[other.clone()]));
        self.sorted.clear();
        for part in &self.parts {
            self.sorted.extend_from_slice(&bytes[part.clone()]);
            self.sorted.resize(self.sorted.len() + field.rows, 0);
        }
        self.sorted.resize(field.size(), 0);
        std::mem::swap(&mut self.bytes, &mut self.sorted);
    }
}
