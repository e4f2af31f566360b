//! Positions with the same number of blocks that are still to be expanded, each with the best way
//! that leads to it. Several threads may add positions at once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use super::super::packed::{CODES, Field, Packed};
use super::super::word::Word;
use crate::game::hash::{Mixer, Quickly};

/// The parts of a layer. Each has a lock of its own.
const PARTS: usize = 64;

/// A position, without what follows from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key<W, const P: usize> {
    planes: [W; P],
    hand: u8,
    /// The spare wildcards left.
    pub(super) lives: u8,
    /// The shots fired so far, if they are limited.
    pub(super) shots: u8,
}

impl<W: Word, const P: usize> Hash for Key<W, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(
            u64::from(self.hand) | u64::from(self.lives) << 8 | u64::from(self.shots) << 16,
        );
        for plane in self.planes {
            for limb in 0..W::LIMBS {
                state.write_u64(plane.limb(limb));
            }
        }
    }
}

impl<W: Word, const P: usize> Key<W, P> {
    pub(super) fn new(position: &Packed<W, P>, lives: u8, shots: u8) -> Self {
        Key { planes: position.planes, hand: position.hand, lives, shots }
    }

    pub(super) fn position(&self, field: &Field<W>) -> Packed<W, P> {
        let mut position =
            Packed { planes: self.planes, hand: self.hand, totals: [0; CODES], blocks: 0 };
        position.blocks = position.filled().count() as u16;
        for code in 1..=field.colours as u8 {
            position.totals[code as usize] =
                position.cells(code).count() as u16 + u16::from(self.hand == code);
        }
        position
    }
}

/// How a position was reached, and what the way there has earned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// What was earned.
    pub(super) gain: i32,
    /// No plan through this position earns more.
    pub(super) promise: i32,
    /// The position before, by its place among those expanded in its layer.
    pub(super) parent: u32,
    /// The blocks of the position before; `NO_PARENT` at the start.
    pub(super) layer: u16,
    /// The shot.
    pub(super) shot: u8,
    /// Whether a MISS came before the shot.
    pub(super) miss: bool,
}

pub(super) const NO_PARENT: u16 = u16::MAX;

/// The positions of a layer.
pub(super) struct Layer<W, const P: usize> {
    parts: Vec<Mutex<HashMap<Key<W, P>, Way, Quickly>>>,
}

impl<W: Word, const P: usize> Layer<W, P> {
    pub(super) fn new() -> Self {
        Layer { parts: (0..PARTS).map(|_| Mutex::default()).collect() }
    }

    /// Adds a position or, if it is there, keeps the better way. Whether it is new.
    pub(super) fn add(&self, key: Key<W, P>, way: Way) -> bool {
        let mut hasher = Mixer::default();
        key.hash(&mut hasher);
        let part = &self.parts[(hasher.finish() >> 48) as usize % PARTS];
        match part.lock().unwrap_or_else(PoisonError::into_inner).entry(key) {
            Entry::Vacant(place) => {
                place.insert(way);
                true
            }
            Entry::Occupied(mut known) => {
                if way.gain > known.get().gain {
                    known.insert(way);
                }
                false
            }
        }
    }

    pub(super) fn is_empty(&mut self) -> bool {
        self.parts
            .iter_mut()
            .all(|part| part.get_mut().unwrap_or_else(PoisonError::into_inner).is_empty())
    }

    /// Takes all positions out. Returns those that `wanted` accepts, and how many there were.
    pub(super) fn drain(
        &mut self,
        wanted: impl Fn(&Way) -> bool,
    ) -> (Vec<(Key<W, P>, Way)>, usize) {
        let (mut places, mut count) = (Vec::new(), 0);
        for part in &mut self.parts {
            let part = std::mem::take(part.get_mut().unwrap_or_else(PoisonError::into_inner));
            count += part.len();
            places.extend(part.into_iter().filter(|(_, way)| wanted(way)));
        }
        (places, count)
    }

    /// The highest promise of the positions.
    pub(super) fn promise(&mut self) -> Option<i32> {
        let parts = self.parts.iter_mut();
        parts
            .filter_map(|part| {
                let part = part.get_mut().unwrap_or_else(PoisonError::into_inner);
                part.values().map(|way| way.promise).max()
            })
            .max()
    }
}
