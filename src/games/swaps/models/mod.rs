//! The models of the game. There are none yet.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::game::model;

/// A model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Model {}

impl model::Model for Model {
    fn about(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for Model {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Model {
    type Err = String;

    fn from_str(word: &str) -> Result<Model, String> {
        Err(format!("{word:?} is not a model: swaps has none"))
    }
}
