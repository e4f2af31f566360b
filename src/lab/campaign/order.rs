//! The order of the runs of a campaign.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The order of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they are listed, level by level.
    #[default]
    Listed,
    /// At random, with this seed.
    Shuffled(u64),
}

impl Order {
    /// Puts things into this order.
    pub fn arrange<T>(self, things: &mut [T]) {
        let Order::Shuffled(seed) = self else { return };
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        for last in (1..things.len()).rev() {
            things.swap(last, (generator.next_u64() % (last as u64 + 1)) as usize);
        }
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Order, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Shuffled {
            shuffled: u64,
        }
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Order;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("listed, or {shuffled: SEED}")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Order, E> {
                match text {
                    "listed" => Ok(Order::Listed),
                    _ => {
                        let reason = "is not an order: listed, or {shuffled: SEED}";
                        Err(E::custom(format!("{text:?} {reason}")))
                    }
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Order, A::Error> {
                let Shuffled { shuffled } = Shuffled::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Order::Shuffled(shuffled))
            }
        }
        source.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_an_order() {
        let shuffled = |seed| {
            let mut numbers: Vec<u32> = (0..100).collect();
            Order::Shuffled(seed).arrange(&mut numbers);
            numbers
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }
}
