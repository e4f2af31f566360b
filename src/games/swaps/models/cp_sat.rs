//! Renders the constraint model for OR-Tools CP-SAT, as a `CpModelProto` in the text format of protocol
//! buffers.
//!
//! CP-SAT identifies a variable by its index. The template declares the variables one family after
//! another; this module computes their indices.

use std::fmt::{self, Display};

use askama::Template;

use super::rendered;
use super::two_phase::{Goal, Question};
use crate::games::swaps::board::Cell;
use crate::games::swaps::level::Level;
use crate::games::swaps::rules::Move;

/// Renders the model for a plan of a given value.
pub fn model(level: &Level, value: usize) -> String {
    // Pages do not offer this model, and its text would be a large part of their module.
    if cfg!(target_family = "wasm") {
        return String::new();
    }
    rendered(&Model::of(level, value))
}

/// A cell with its number.
struct Place {
    number: usize,
    row: usize,
    column: usize,
    /// What it has at the start; 0: nothing.
    content: usize,
    goal: Goal,
    /// The swaps that touch it, and the matches that remove its tile, by their numbers.
    swaps: Vec<usize>,
    matches: Vec<usize>,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.row, self.column)
    }
}

/// A move with its number and its cells, by their numbers.
struct Step {
    number: usize,
    word: Move,
    cells: Vec<usize>,
}

#[derive(Template)]
#[template(path = "swaps/cp-sat/model.textproto")]
struct Model<'a> {
    name: &'a str,
    question: Question,
    places: Vec<Place>,
    swaps: Vec<Step>,
    matches: Vec<Step>,
}

impl<'a> Model<'a> {
    fn of(level: &'a Level, value: usize) -> Model<'a> {
        let (board, question) = (level.board(), Question::of(level, value));
        let number = |cell: Cell| (cell.row - 1) * board.columns() + cell.column - 1;
        let steps = |is_wanted: fn(Move) -> bool| -> Vec<Step> {
            let step = |(index, word): (usize, Move)| Step {
                number: index + 1,
                word,
                cells: word.cells().into_iter().map(number).collect(),
            };
            Move::all(board).filter(|&word| is_wanted(word)).enumerate().map(step).collect()
        };
        let swaps = steps(|word| matches!(word, Move::Swap(..)));
        let matches = steps(|word| matches!(word, Move::Match(..)));
        let touching = |steps: &[Step], cell| -> Vec<usize> {
            let touch = steps.iter().filter(|step| step.cells.contains(&cell));
            touch.map(|step| step.number).collect()
        };
        let place = |&(cell, content, goal): &(Cell, usize, Goal)| Place {
            number: number(cell),
            row: cell.row,
            column: cell.column,
            content,
            goal,
            swaps: touching(&swaps, number(cell)),
            matches: touching(&matches, number(cell)),
        };
        let places = question.cells.iter().map(place).collect();
        Model { name: level.name(), question, places, swaps, matches }
    }

    fn layers(&self) -> impl Iterator<Item = usize> + use<> {
        1..=self.question.layers
    }

    /// Pairs of successive layers.
    fn successive(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (1..self.question.layers).map(|layer| (layer, layer + 1))
    }

    /// The layers from the start, which is layer 0.
    fn states(&self) -> impl Iterator<Item = usize> + use<> {
        0..=self.question.layers
    }

    /// What a cell can have: 0 is nothing.
    fn contents(&self) -> impl Iterator<Item = usize> + use<> {
        0..=self.question.kinds.len()
    }

    // ---- The variables, in the order of their declaration.

    /// No swap in this layer.
    fn rest(&self, layer: &usize) -> usize {
        (layer - 1) * (self.swaps.len() + 1)
    }

    fn swap(&self, layer: &usize, swap: &usize) -> usize {
        self.rest(layer) + swap
    }

    fn matched(&self, number: &usize) -> usize {
        self.rest(&(self.question.layers + 1)) + number - 1
    }

    fn grid(&self, layer: usize, cell: usize, content: usize) -> usize {
        let first = self.matched(&(self.matches.len() + 1));
        first + (layer * self.places.len() + cell) * (self.question.kinds.len() + 1) + content
    }

    // ---- Variables of a layer, and their negations.

    fn start(&self, place: &Place) -> usize {
        self.grid(0, place.number, place.content)
    }

    fn before(&self, layer: &usize, cell: &usize, content: &usize) -> usize {
        self.grid(layer - 1, *cell, *content)
    }

    fn after(&self, layer: &usize, cell: &usize, content: &usize) -> usize {
        self.grid(*layer, *cell, *content)
    }

    /// What a cell has after all swaps.
    fn last(&self, cell: &usize, content: &usize) -> usize {
        self.grid(self.question.layers, *cell, *content)
    }

    fn empty(&self, cell: &usize) -> usize {
        self.last(cell, &0)
    }

    fn not_empty(&self, cell: &usize) -> i64 {
        not(self.empty(cell))
    }

    fn not_swap(&self, layer: &usize, swap: &usize) -> i64 {
        not(self.swap(layer, swap))
    }

    fn not_matched(&self, number: &usize) -> i64 {
        not(self.matched(number))
    }

    // ---- Lists of variables.

    fn swaps_of(&self, layer: &usize) -> String {
        commas(self.rest(layer)..=self.swap(layer, &self.swaps.len()))
    }

    fn all_swaps(&self) -> String {
        let numbers = || 1..=self.swaps.len();
        commas(
            self.layers()
                .flat_map(|layer| numbers().map(move |swap| (layer, swap)))
                .map(|(layer, swap)| self.swap(&layer, &swap)),
        )
    }

    fn all_matches(&self) -> String {
        commas(self.matches.iter().map(|step| self.matched(&step.number)))
    }

    fn contents_of(&self, layer: &usize, place: &Place) -> String {
        commas(self.contents().map(|content| self.grid(*layer, place.number, content)))
    }

    fn touching(&self, layer: &usize, place: &Place) -> String {
        commas(place.swaps.iter().map(|swap| self.swap(layer, swap)))
    }

    fn removing(&self, place: &Place) -> String {
        commas(place.matches.iter().map(|step| self.matched(step)))
    }

    /// What the last cell of a swap can have if the first has this content.
    fn partners(&self, layer: &usize, step: &Step, content: &usize) -> String {
        let outcomes = self.question.outcomes.iter().filter(|outcome| outcome[0] == *content);
        commas(outcomes.map(|outcome| self.grid(layer - 1, step.cells[1], outcome[1])))
    }

    /// The swaps with a lower number that share no cell with this one.
    fn apart(&self, step: &Step) -> impl Iterator<Item = usize> {
        let is_apart = |other: &&Step| !other.cells.iter().any(|cell| step.cells.contains(cell));
        self.swaps[..step.number - 1].iter().filter(is_apart).map(|other| other.number)
    }

    /// Ones, for the variables that make up the value.
    fn ones(&self) -> String {
        let swaps = self.question.layers * self.swaps.len();
        let matches = if self.question.counts_matches { self.matches.len() } else { 0 };
        commas(std::iter::repeat_n(1, swaps + matches))
    }
}

fn not(variable: usize) -> i64 {
    -1 - variable as i64
}

fn commas(numbers: impl Iterator<Item = usize>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}
