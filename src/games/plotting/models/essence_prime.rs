//! The constraint models of the article in Essence Prime: A and S with their variants, the parameters that
//! make a question of a level, and the models that generate boards.
//!
//! Essence Prime has no optional parameters, so the parameters here always say the hand and the firing
//! positions, which [`param`] says only where a level needs them. Both are read as levels.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::variants::{EmptyRow, Focus, Progress, Variants};
use crate::games::plotting::formats::{param, rendered};
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Hand;

/// What was conjectured of two columns: that the first shot need not be fired down one of them. Section 8.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conjecture {
    /// Two equal columns of one colour.
    Monochrome,
    /// Two columns that begin alike: one colour, then the same other colour.
    Prefix,
}

#[derive(Template)]
#[template(path = "plotting/eprime/model.eprime")]
struct Plotting {
    focus: Focus,
    variants: Variants,
}

impl Plotting {
    fn is_action(&self) -> bool {
        match self.focus {
            Focus::Action => true,
            Focus::State => false,
        }
    }
}

/// Model A or S, the same for every level.
pub fn model(focus: Focus, variants: Variants) -> String {
    rendered(&Plotting { focus, variants })
}

#[derive(Template)]
#[template(path = "plotting/eprime/parameters.eprime")]
struct Parameters {
    level: String,
    is_wildcard: bool,
    is_everywhere: bool,
    rows: usize,
    columns: usize,
}

/// The parameters with which a model asks: can the level be solved in exactly this many shots?
pub fn parameters(level: &Level, steps: usize) -> String {
    rendered(&Parameters {
        level: param::write(level, steps).trim_end().to_owned(),
        is_wildcard: match level.hand() {
            Hand::Wildcard => true,
            Hand::Holding(_) => false,
        },
        is_everywhere: level.firing().is_everywhere(),
        rows: level.board().rows(),
        columns: level.board().columns(),
    })
}

#[derive(Template)]
#[template(path = "plotting/eprime/generator.eprime")]
struct Generator {
    conjecture: Option<Conjecture>,
}

/// The model whose solutions are the boards of a size and a number of colours, Section 6, or those of
/// them that a conjecture is about.
pub fn generator(conjecture: Option<Conjecture>) -> String {
    rendered(&Generator { conjecture })
}
