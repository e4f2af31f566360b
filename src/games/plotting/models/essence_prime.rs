//! Renders the constraint models of the article in Essence Prime: models A and S with their
//! variants, their parameters, and the models that generate boards.
//!
//! Essence Prime has no optional parameters. The parameters here therefore always give the hand and
//! the firing positions, while [`param`] omits them where a level uses the defaults. The reader in
//! [`param`] accepts both forms.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::variants::{EmptyRow, Focus, Progress, Variants};
use crate::games::plotting::formats::{param, rendered};
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Hand;

/// A conjecture of Section 8.3 about boards with two similar columns: some plan of optimal length
/// does not start with a shot down one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conjecture {
    /// For two equal columns of a single colour.
    Monochrome,
    /// For two columns that start with the same colour, followed by the same second colour.
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

/// Renders model A or S. The text is the same for every level.
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

/// Renders the parameters for solving a level in exactly `steps` shots.
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

/// Renders the generator of Section 6, whose solutions are the boards of a given size and number of
/// colours. With a conjecture, only the boards it applies to are solutions.
pub fn generator(conjecture: Option<Conjecture>) -> String {
    rendered(&Generator { conjecture })
}
