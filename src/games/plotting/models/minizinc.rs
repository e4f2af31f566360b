//! Renders the two constraint models of the article in MiniZinc.
//!
//! The text of a model is the same for all levels. A level and a number of steps become its data.

use askama::Template;

use super::variants::{EmptyRow, Focus, Progress, Variants};
use crate::games::plotting::formats::rendered;
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Hand;

#[derive(Template)]
#[template(path = "plotting/minizinc/model.mzn")]
struct Model {
    focus: Focus,
    variants: Variants,
}

/// Renders a model. The text is the same for every level.
pub fn model(focus: Focus, variants: Variants) -> String {
    rendered(&Model { focus, variants })
}

#[derive(Template)]
#[template(path = "plotting/minizinc/level.dzn")]
struct Data<'a> {
    name: &'a str,
    height: usize,
    width: usize,
    grid: Vec<String>,
    goal: usize,
    steps: usize,
    hand: usize,
    rows: String,
    columns: String,
    lives: usize,
    /// The limit of shots; `None` without lives, where the steps are the shots.
    limit: Option<usize>,
}

/// Renders the data for solving a level in exactly `steps` steps.
pub fn data(level: &Level, steps: usize, variants: Variants) -> String {
    let board = level.board();
    let colours = board.colours();
    let number = |colour| 1 + colours.iter().position(|&other| other == colour).unwrap_or_default();
    let cells: Vec<usize> = board.places().map(|place| board[place].map_or(0, number)).collect();
    rendered(&Data {
        name: level.name(),
        height: board.rows(),
        width: board.columns(),
        grid: cells.chunks(board.columns()).map(commas).collect(),
        goal: level.goal(),
        steps,
        hand: match level.hand() {
            Hand::Wildcard => 0,
            Hand::Holding(colour) => number(colour),
        },
        rows: commas(&level.firing().rows()),
        columns: commas(&level.firing().columns()),
        lives: level.lives(),
        limit: variants.lives.then(|| level.most_shots()),
    })
}

fn commas(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::formats::json;

    #[test]
    fn data_covers_every_feature_of_a_level() {
        let text = r#"{"name": "corner", "grid": ["..G", "RRG"], "goal": 2, "hand": "G",
            "firing": {"rows": [2], "columns": []}}"#;
        let data = data(&json::read(text, "x").unwrap(), 3, Variants::PLAIN);
        for line in [
            "% corner",
            "initGrid = [|\n  0, 0, 1 |\n  2, 2, 1 |];",
            "goalBlocksRemaining = 2;",
            "noSteps = 3;",
            "initHand = 1;",
            "fpRowAllowed = {2};",
            "fpColAllowed = {};\n",
        ] {
            assert!(data.contains(line), "{line}\n{data}");
        }
    }
}
