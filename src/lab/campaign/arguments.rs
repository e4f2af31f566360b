//! Further arguments for solvers in a campaign file: one list, or several lists to try in turn.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::game::values::text;

/// Lists of arguments, each for a configuration of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentLists(pub Vec<Vec<String>>);

impl Default for ArgumentLists {
    fn default() -> ArgumentLists {
        ArgumentLists(vec![Vec::new()])
    }
}

/// One argument.
struct Argument(String);

impl<'de> Deserialize<'de> for Argument {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Argument, D::Error> {
        text(source, |text| Ok(Argument(text.to_owned())))
    }
}

/// One argument, or a list of them.
enum Entry {
    Argument(String),
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Entry, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Entry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an argument, or a list of arguments")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Entry, E> {
                Ok(Entry::Argument(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Entry, E> {
                Ok(Entry::Argument(number.to_string()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Entry, A::Error> {
                let mut all = Vec::new();
                while let Some(Argument(one)) = list.next_element()? {
                    all.push(one);
                }
                Ok(Entry::List(all))
            }
        }
        source.deserialize_any(Reader)
    }
}

impl<'de> Deserialize<'de> for ArgumentLists {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<ArgumentLists, D::Error> {
        let (mut arguments, mut lists) = (Vec::new(), Vec::new());
        for entry in Vec::<Entry>::deserialize(source)? {
            match entry {
                Entry::Argument(argument) => arguments.push(argument),
                Entry::List(list) => lists.push(list),
            }
        }
        match (arguments.is_empty(), lists.is_empty()) {
            (true, true) => Err(D::Error::custom("the list is empty")),
            (false, true) => Ok(ArgumentLists(vec![arguments])),
            (true, false) => Ok(ArgumentLists(lists)),
            (false, false) => {
                Err(D::Error::custom("either arguments, or lists of arguments, not both"))
            }
        }
    }
}
