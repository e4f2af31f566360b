//! A board during the search: swaps are made and taken back on it.

use super::field::{Effect, Field};
use crate::game::cells::Cells;

/// Stands for the kind of an empty cell.
pub const EMPTY: u8 = u8::MAX;

/// The tiles on the board.
#[derive(Clone, Debug)]
pub struct State<const W: usize> {
    /// The kind in each cell, or [`EMPTY`].
    pub board: Vec<u8>,
    /// The cells of each kind.
    pub tiles: Vec<Cells<W>>,
    /// The cells that have a tile.
    pub occupied: Cells<W>,
    /// The board in a few words, for tables.
    pub packed: Vec<u64>,
    bits: usize,
}

impl<const W: usize> State<W> {
    /// The board at the start.
    pub fn new(field: &Field) -> State<W> {
        let bits = (field.kinds() + 1).next_power_of_two().ilog2().max(1) as usize;
        let mut state = State {
            board: vec![EMPTY; field.size()],
            tiles: vec![Cells::NONE; field.kinds()],
            occupied: Cells::NONE,
            packed: vec![0; field.size().div_ceil(64 / bits)],
            bits,
        };
        for (cell, &kind) in field.start.iter().enumerate() {
            state.put(cell, kind);
        }
        state
    }

    /// The same board, from its words.
    pub fn unpack(&mut self, packed: &[u64]) {
        for cell in 0..self.board.len() {
            let per_word = 64 / self.bits;
            let code = packed[cell / per_word] >> (cell % per_word * self.bits);
            let kind = (code as u8 & ((1u16 << self.bits) - 1) as u8).wrapping_sub(1);
            if kind != self.board[cell] {
                self.put(cell, kind);
            }
        }
    }

    /// What a swap would do.
    #[inline(always)]
    pub fn effect(&self, field: &Field, (one, two): (usize, usize)) -> Effect {
        let (first, last) = (self.board[one], self.board[two]);
        if first == EMPTY || last == EMPTY || first == last {
            return Effect::Illegal;
        }
        field.effect(first, last)
    }

    /// Makes a swap.
    #[inline(always)]
    pub fn swap(&mut self, effect: Effect, (one, two): (usize, usize)) {
        let (first, last) = (self.board[one], self.board[two]);
        match effect {
            Effect::Illegal => {}
            Effect::Exchange => self.set((one, last), (two, first)),
            Effect::FirstStays => self.set((one, EMPTY), (two, first)),
            Effect::LastStays => self.set((one, last), (two, EMPTY)),
        }
    }

    /// Puts tiles into two cells.
    #[inline(always)]
    pub fn set(&mut self, one: (usize, u8), two: (usize, u8)) {
        self.put(one.0, one.1);
        self.put(two.0, two.1);
    }

    /// Puts a tile into a cell, or empties it.
    #[inline(always)]
    pub fn put(&mut self, cell: usize, kind: u8) {
        let old = std::mem::replace(&mut self.board[cell], kind);
        let here = Cells::one(cell);
        if old != EMPTY {
            self.tiles[old as usize] = self.tiles[old as usize].minus(here);
        }
        if kind == EMPTY {
            self.occupied = self.occupied.minus(here);
        } else {
            self.tiles[kind as usize] = self.tiles[kind as usize].or(here);
            self.occupied = self.occupied.or(here);
        }
        // An empty cell is 0, and a kind one more than its number.
        let change = u64::from(old.wrapping_add(1) ^ kind.wrapping_add(1));
        let per_word = 64 / self.bits;
        self.packed[cell / per_word] ^= change << (cell % per_word * self.bits);
    }
}
