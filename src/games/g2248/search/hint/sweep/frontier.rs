//! The frontier of a sweep: what matters of the cells passed, and the best way to each state of it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// A cell of the frontier that takes no more steps, or that is not in the component.
pub(super) const CLOSED: u8 = 0;
/// A cell without steps so far.
pub(super) const OPEN: u8 = 1;
/// One end of a piece whose other end is the start of the path.
pub(super) const START: u8 = 2;
/// One end of a piece whose other end is the end of the path.
pub(super) const END: u8 = 3;
/// From here on: one end of a piece; the other end has the same label.
pub(super) const LABEL: u8 = 4;
/// The label of a piece made in this step.
pub(super) const NEW_LABEL: u8 = 99;

/// A slot for each column of a lane, one for the corner, and one for the new cell.
pub(super) const SLOTS: usize = 18;

/// A frontier, and the best way to it.
#[derive(Clone)]
pub(super) struct State {
    pub(super) slots: [u8; SLOTS],
    pub(super) value: i64,
    pub(super) tally: i32,
}

/// Where a piece ends.
#[derive(Clone, Copy)]
pub(super) enum Far {
    Slot(usize),
    Start,
    End,
}

/// What became of a state.
pub(super) enum Fate {
    Open,
    Complete,
    Dead,
}

#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        let mixed = (key as u64 ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed =
            (mixed ^ (mixed >> 29) ^ (key >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// How a state came about: the state before, and the steps from the new cell.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) before: u32,
    pub(super) steps: u8,
}

/// The states after a cell.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) index: HashMap<u128, u32, BuildHasherDefault<Mix>>,
    pub(super) keys: Vec<u128>,
    pub(super) values: Vec<i64>,
    pub(super) origins: Vec<Origin>,
}

impl Layer {
    pub(super) fn add(&mut self, key: u128, value: i64, origin: Origin) {
        let next = self.keys.len() as u32;
        match self.index.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.keys.push(key);
                self.values.push(value);
                self.origins.push(origin);
            }
            Entry::Occupied(entry) => {
                let at = *entry.get() as usize;
                if value > self.values[at] {
                    self.values[at] = value;
                    self.origins[at] = origin;
                }
            }
        }
    }
}

/// Joins two pieces by their far ends.
pub(super) fn link(state: &mut State, one: Far, two: Far) -> Fate {
    match (one, two) {
        (Far::Slot(one), Far::Slot(two)) => {
            state.slots[one] = NEW_LABEL;
            state.slots[two] = NEW_LABEL;
        }
        (Far::Slot(slot), Far::Start) | (Far::Start, Far::Slot(slot)) => state.slots[slot] = START,
        (Far::Slot(slot), Far::End) | (Far::End, Far::Slot(slot)) => state.slots[slot] = END,
        (Far::Start, Far::End) | (Far::End, Far::Start) => {
            let is_whole = state.slots.iter().all(|&code| code <= OPEN);
            return if is_whole { Fate::Complete } else { Fate::Dead };
        }
        (Far::Start, Far::Start) | (Far::End, Far::End) => return Fate::Dead,
    }
    Fate::Open
}
