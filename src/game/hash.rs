//! A fast hash, which spreads positions well with one multiplication per word.

use std::hash::{BuildHasherDefault, Hasher};

/// The hasher for maps and sets of positions.
pub type Quickly = BuildHasherDefault<Mixer>;

/// Mixes one word after another.
#[derive(Clone, Copy, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    #[inline(always)]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let product =
            u128::from(self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
