//! Values as people write them in files: one or a list of several, a word or a number.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::str::FromStr;

use serde::de::value::{BoolDeserializer, MapAccessDeserializer, StrDeserializer, U64Deserializer};
use serde::de::{Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// One value, or a list of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Many<T>(pub Vec<T>);

/// Reads a text with `parse`; a number or a truth value is taken as it is written.
///
/// # Errors
/// If it is neither text nor number, or `parse` rejects it.
pub fn text<'de, D: Deserializer<'de>, T>(
    source: D,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    struct Reader<P>(P);
    impl<T, P: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Reader<P> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text or a number")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).map_err(E::custom)
        }

        fn visit_bool<E: Error>(self, flag: bool) -> Result<T, E> {
            self.visit_str(&flag.to_string())
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }

        fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
            self.visit_str(&number.to_string())
        }
    }
    source.deserialize_any(Reader(parse))
}

/// A value that is written as one word or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<T>(pub T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Word<T>, D::Error> {
        let parse = |word: &str| word.parse().map_err(|error: T::Err| error.to_string());
        text(source, parse).map(Word)
    }
}

/// Reads a number from 1 up.
///
/// # Errors
/// If it is not such a number.
pub fn positive<'de, D: Deserializer<'de>>(source: D) -> Result<Option<NonZeroUsize>, D::Error> {
    text(source, |word| {
        let number = word.parse().map_err(|_| format!("{word:?} is not a number from 1 up"))?;
        Ok(Some(number))
    })
}

/// Reads one word or a list of them.
///
/// # Errors
/// If one of them is not such a value.
pub fn words<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    source: D,
) -> Result<Vec<T>, D::Error> {
    let Many(words) = Many::<Word<T>>::deserialize(source)?;
    Ok(words.into_iter().map(|Word(value)| value).collect())
}

/// Reads one word, for a value that may be left out.
///
/// # Errors
/// If it is not such a value.
pub fn word<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    source: D,
) -> Result<Option<T>, D::Error> {
    let Word(value) = Word::deserialize(source)?;
    Ok(Some(value))
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Many<T>, D::Error> {
        struct Reader<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Many<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, or a list of values")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Many<T>, E> {
                T::deserialize(StrDeserializer::new(text)).map(|one| Many(vec![one]))
            }

            fn visit_bool<E: Error>(self, flag: bool) -> Result<Many<T>, E> {
                let source: BoolDeserializer<E> = flag.into_deserializer();
                T::deserialize(source).map(|one| Many(vec![one]))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Many<T>, E> {
                let source: U64Deserializer<E> = number.into_deserializer();
                T::deserialize(source).map(|one| Many(vec![one]))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Many<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(|one| Many(vec![one]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Many<T>, A::Error> {
                let mut all = Vec::new();
                while let Some(one) = list.next_element()? {
                    all.push(one);
                }
                if all.is_empty() {
                    Err(A::Error::custom("the list is empty"))
                } else {
                    Ok(Many(all))
                }
            }
        }
        source.deserialize_any(Reader(PhantomData))
    }
}
