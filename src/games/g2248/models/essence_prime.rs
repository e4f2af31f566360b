//! Renders the constraint model in Essence Prime: one model for all levels, and parameters for a level.

use askama::Template;

use super::paths::Question;
use super::rendered;
use crate::games::g2248::level::Level;

#[derive(Template)]
#[template(path = "2248/eprime/model.eprime")]
struct Model;

/// Renders the model. The text is the same for every level.
pub fn model() -> String {
    rendered(&Model)
}

#[derive(Template)]
#[template(path = "2248/eprime/level.param")]
struct Parameters<'a> {
    name: &'a str,
    question: Question,
}

/// Renders the parameters for a level, and for a number of moves where the goal wants the fewest.
pub fn parameters(level: &Level, moves: usize) -> String {
    rendered(&Parameters { name: level.name(), question: Question::of(level, moves) })
}
