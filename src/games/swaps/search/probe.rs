//! Visits every board that swaps can lead to, nearest first, until one can be finished by matches.
//!
//! Where tiles vanish, a goal may be out of reach however many swaps there are. Only this search can tell.

use super::field::{Effect, Field};
use super::finish;
use super::state::State;
use super::table::hash;

/// How far a probe came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// These swaps lead to a board that matches can finish.
    Found(Vec<usize>),
    /// No board can be finished.
    Exhausted,
    /// There are more boards.
    More,
    /// There are more boards than the memory allows for.
    Full,
}

/// All boards found so far, in the order in which they were found.
pub struct Probe<'a, const W: usize> {
    field: &'a Field,
    state: State<W>,
    /// The words of the boards, one board after the other.
    boards: Vec<u64>,
    /// For each board, the one before it and the swap between them.
    ways: Vec<(u32, u16)>,
    /// A hash table of the numbers of the boards plus one; 0 is a free slot.
    slots: Vec<u32>,
    next: usize,
    most: usize,
}

impl<'a, const W: usize> Probe<'a, W> {
    /// A probe that may use `memory` bytes.
    pub fn new(field: &'a Field, memory: usize) -> Probe<'a, W> {
        let state = State::new(field);
        // While a list grows, its old copy still exists; there are two to four slots for each board.
        let bytes = 2 * (state.packed.len() * 8 + 8) + 4 * 4;
        let mut probe = Probe {
            field,
            state,
            boards: Vec::new(),
            ways: Vec::new(),
            slots: vec![0; 1 << 10],
            next: 0,
            most: (memory / bytes).min(u32::MAX as usize / 2),
        };
        probe.meet(0);
        probe
    }

    /// The number of swaps tried.
    pub fn swaps(&self) -> u64 {
        (self.next * self.field.edges.len()) as u64
    }

    /// Visits `count` more boards.
    pub fn go_on(&mut self, count: u64) -> Progress {
        for _ in 0..count {
            if self.next == self.ways.len() {
                return Progress::Exhausted;
            }
            if self.ways.len() > self.most {
                return Progress::Full;
            }
            let words = self.state.packed.len();
            self.state.unpack(&self.boards[self.next * words..][..words]);
            if finish::matches(self.field, &self.state).is_some() {
                return Progress::Found(self.path());
            }
            for (number, &edge) in self.field.edges.iter().enumerate() {
                let effect = self.state.effect(self.field, edge);
                if effect != Effect::Illegal {
                    let tiles = (self.state.board[edge.0], self.state.board[edge.1]);
                    self.state.swap(effect, edge);
                    self.meet(number);
                    self.state.set((edge.0, tiles.0), (edge.1, tiles.1));
                }
            }
            self.next += 1;
        }
        Progress::More
    }

    /// Adds the current board unless it is known.
    fn meet(&mut self, swap: usize) {
        let words = self.state.packed.len();
        let slot = self.slot(&self.state.packed);
        if self.slots[slot] == 0 {
            self.boards.extend_from_slice(&self.state.packed);
            self.ways.push((self.next as u32, swap as u16));
            self.slots[slot] = self.ways.len() as u32;
            if 2 * self.ways.len() > self.slots.len() {
                self.slots = vec![0; 2 * self.slots.len()];
                for number in 0..self.ways.len() {
                    let slot = self.slot(&self.boards[number * words..][..words]);
                    self.slots[slot] = number as u32 + 1;
                }
            }
        }
    }

    /// The slot of a board, or the free one where it belongs.
    fn slot(&self, packed: &[u64]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(packed) as usize & mask;
        loop {
            let Some(number) = (self.slots[slot] as usize).checked_sub(1) else { return slot };
            if &self.boards[number * packed.len()..][..packed.len()] == packed {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The swaps that lead to the current board.
    fn path(&self) -> Vec<usize> {
        let mut path = Vec::new();
        let mut number = self.next;
        while number > 0 {
            let (before, swap) = self.ways[number];
            path.push(swap as usize);
            number = before as usize;
        }
        path.reverse();
        path
    }
}
