//! Renders the constraint model in Essence Prime: one model for all levels, and parameters for a level and
//! a value.

use askama::Template;

use super::rendered;
use super::two_phase::{Goal, Question};
use crate::games::swaps::board::Kind;
use crate::games::swaps::level::Level;

#[derive(Template)]
#[template(path = "swaps/eprime/model.eprime")]
struct Model;

/// Renders the model. The text is the same for every level.
pub fn model() -> String {
    rendered(&Model)
}

#[derive(Template)]
#[template(path = "swaps/eprime/level.param")]
struct Parameters<'a> {
    name: &'a str,
    kinds: Vec<(usize, Kind)>,
    grid: Vec<String>,
    goal: Vec<String>,
    outcomes: Vec<[usize; 4]>,
    value: usize,
    counts_matches: bool,
    layers: usize,
}

/// Renders the parameters for a plan of a given value.
pub fn parameters(level: &Level, value: usize) -> String {
    let question = Question::of(level, value);
    let width = level.board().columns();
    rendered(&Parameters {
        name: level.name(),
        grid: question.rows(width, |content, _| content as i64),
        goal: question.rows(width, |_, goal: Goal| goal.code()),
        kinds: (1..).zip(question.kinds).collect(),
        outcomes: question.outcomes,
        value,
        counts_matches: question.counts_matches,
        layers: question.layers,
    })
}
