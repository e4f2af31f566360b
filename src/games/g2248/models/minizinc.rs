//! Renders the constraint model in MiniZinc: one model for all levels, and data for a level.

use askama::Template;

use super::paths::Question;
use super::rendered;
use crate::games::g2248::level::Level;

#[derive(Template)]
#[template(path = "2248/minizinc/model.mzn")]
struct Model;

/// Renders the model. The text is the same for every level.
pub fn model() -> String {
    rendered(&Model)
}

#[derive(Template)]
#[template(path = "2248/minizinc/level.dzn")]
struct Data<'a> {
    name: &'a str,
    question: Question,
}

/// Renders the data for a level, and for a number of moves where the goal wants the fewest.
pub fn data(level: &Level, moves: usize) -> String {
    rendered(&Data { name: level.name(), question: Question::of(level, moves) })
}
