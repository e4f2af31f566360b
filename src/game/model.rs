//! Models, what they can be varied in, and the part of a model that levels share.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;

use super::level::Details;

/// How much happens in one action of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// One action per step of the game.
    Whole,
    /// Several small actions per step, which symbolic search prefers.
    Fine,
}

/// A model with its variants.
///
/// It is written as one word that can be read back: the name of the model, and its variants after a
/// `+` unless it is the plain model (`lean`, `a`, `a+dead-end`). As JSON it is an object with `model`
/// and, where the model has any, `variants`.
pub trait Model:
    FromStr<Err = String> + Display + Clone + Debug + PartialEq + Serialize + Send + Sync + 'static
{
    /// What the model is, in a line.
    fn about(&self) -> &'static str;

    /// How much happens in one of its actions.
    fn grain(&self) -> Grain {
        Grain::Whole
    }

    /// The variants that it has, as data; `None` for a model without any to choose from.
    fn variants(&self) -> Option<Details> {
        None
    }

    /// Whether it is the model that the game is known by, written where no model is named. At most one in a
    /// language is.
    fn is_published(&self) -> bool {
        false
    }

    /// Whether the model is part of an export, rather than a special form of another one.
    fn is_exported(&self) -> bool {
        true
    }
}

/// Something that models can be varied in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in campaign files, and after `--` on the command line.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Its values and what each does; a variant without values is on or off.
    pub values: &'static [(&'static str, &'static str)],
    /// Whether it is on unless switched off, with `--no-` before its name.
    pub is_default: bool,
}

impl Variant {
    /// Whether the variant is on or off, rather than one of several values.
    pub fn is_flag(&self) -> bool {
        self.values.is_empty()
    }
}

/// The part of a model that several levels share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The name of the file when models are written for people: levels whose files have the same
    /// name share the text.
    pub file: String,
    /// The text.
    pub text: String,
}
