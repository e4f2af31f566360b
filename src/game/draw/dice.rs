//! Random numbers that are the same for a seed on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random numbers: ChaCha with 8 rounds.
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A uniformly distributed number below `bound`: the upper half of a product, rejected if the lower
    /// half lies in the range that would bias the result.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        let biased = (1u64 << 32) % bound;
        loop {
            let product = u64::from(self.0.next_u32()) * bound;
            if product & 0xFFFF_FFFF >= biased {
                return (product >> 32) as usize;
            }
        }
    }

    /// Puts the items into a random order, each order as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// This many of the items, each as likely as any other, in their order.
pub fn sample<T>(items: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    let Dice(mut generator) = Dice::new(seed);
    let mut missing = count as u64;
    let mut left = items.len() as u64;
    let is_drawn = |_: &T| {
        let is_drawn = generator.next_u64() % left < missing;
        left -= 1;
        missing -= u64::from(is_drawn);
        is_drawn
    };
    items.into_iter().filter(is_drawn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_makes_every_order_about_equally_often() {
        let mut dice = Dice::new(1);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            dice.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_sample_has_the_size_asked_for_and_keeps_the_order() {
        let drawn = sample((0..100).collect(), 7, 3);
        assert!(drawn.len() == 7 && drawn.is_sorted());
        assert_eq!(sample(vec![1, 2], 5, 3), [1, 2]);
    }
}
