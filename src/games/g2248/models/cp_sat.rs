//! Renders the constraint model for OR-Tools CP-SAT, as a `CpModelProto` in the text format of protocol
//! buffers.
//!
//! CP-SAT identifies a variable by its index. The template declares the variables one family after
//! another; this module computes their indices.

use askama::Template;

use super::paths::{Kind, Question};
use super::rendered;
use crate::games::g2248::board::Cell;
use crate::games::g2248::level::Level;

/// Renders the model for a level, and for a number of moves where the goal wants the fewest.
pub fn model(level: &Level, moves: usize) -> String {
    // Pages do not offer this model, and its text would be a large part of their module.
    if cfg!(target_family = "wasm") {
        return String::new();
    }
    rendered(&Model::of(level, moves))
}

/// A cell of the grid: a row of the board, or one above it where numbers wait.
struct Place {
    /// Its number in the grid, row by row from the top of the waiting rows.
    number: usize,
    /// Its row in the grid, from 0.
    row: usize,
    /// Its row on the board: 0, -1, … above it.
    label: i64,
    column: usize,
    exponent: u8,
    /// Its number on the board, from 0; `None` above it.
    on_board: Option<usize>,
}

/// A step of a path from a cell of the board to a neighbour, by their numbers on the board.
struct Link {
    number: usize,
    from: usize,
    to: usize,
    /// The two cells as `1,1>1,2`.
    word: String,
}

/// Variables of one kind, numbered by one or more indices.
struct Family {
    first: usize,
    sizes: Vec<usize>,
}

impl Family {
    /// The index of a variable; each of `at` counts from 0.
    fn at(&self, at: &[usize]) -> usize {
        let within = at.iter().zip(&self.sizes).fold(0, |sum, (index, size)| sum * size + index);
        self.first + within
    }

    fn end(&self) -> usize {
        self.first + self.sizes.iter().product::<usize>()
    }
}

#[derive(Template)]
#[template(path = "2248/cp-sat/model.textproto")]
struct Model<'a> {
    name: &'a str,
    question: Question,
    places: Vec<Place>,
    /// The cells of the board.
    board: Vec<Cell>,
    links: Vec<Link>,
    /// The exponents.
    numbers: Vec<usize>,
    families: Families,
}

/// The variables, in the order of their declaration. Moves count from 0.
struct Families {
    grid: Family,
    plays: Family,
    link: Family,
    first: Family,
    last: Family,
    rises: Family,
    skips: Family,
    adds: Family,
    block: Family,
    keeps: Family,
    falls: Family,
    settles: Family,
    meets: Family,
}

impl Families {
    fn of(question: &Question, links: usize) -> Families {
        let (moves, numbers) = (question.moves, usize::from(question.greatest));
        let (all_rows, width) = (question.rows.len(), question.width);
        let (places, cells) = (all_rows * width, question.height * width);
        let asked = usize::from(question.kind == Kind::MaxAdjacent);
        let mut end = 0;
        let mut next = |sizes: &[usize]| {
            let family = Family { first: end, sizes: sizes.to_vec() };
            end = family.end();
            family
        };
        Families {
            grid: next(&[moves + 1, places, numbers + 1]),
            plays: next(&[moves]),
            link: next(&[moves, links]),
            first: next(&[moves, cells]),
            last: next(&[moves, cells]),
            rises: next(&[moves, cells]),
            skips: next(&[moves, cells]),
            adds: next(&[moves, cells, numbers]),
            block: next(&[moves, numbers]),
            keeps: next(&[moves, places]),
            falls: next(&[moves, places, all_rows]),
            settles: next(&[asked, cells]),
            meets: next(&[asked, links]),
        }
    }
}

impl<'a> Model<'a> {
    fn of(level: &'a Level, moves: usize) -> Model<'a> {
        let question = Question::of(level, moves);
        let board: Vec<Cell> = level.board().cells().collect();
        let number = |cell: Cell| (cell.row - 1) * question.width + cell.column - 1;
        let pairs = board.iter().flat_map(|&from| {
            level.board().neighbours(from).map(move |to| (from, to)).collect::<Vec<_>>()
        });
        let links: Vec<Link> = pairs
            .enumerate()
            .map(|(index, (from, to))| Link {
                number: index,
                from: number(from),
                to: number(to),
                word: format!("{from}>{to}"),
            })
            .collect();
        let places = question.rows.iter().enumerate().flat_map(|(row, exponents)| {
            let (width, waiting, top) = (question.width, question.waiting, question.top());
            exponents.iter().enumerate().map(move |(index, &exponent)| Place {
                number: row * width + index,
                row,
                label: top + row as i64,
                column: index + 1,
                exponent,
                on_board: row.checked_sub(waiting).map(|row| row * width + index),
            })
        });
        Model {
            name: level.name(),
            places: places.collect(),
            families: Families::of(&question, links.len()),
            numbers: (1..=usize::from(question.greatest)).collect(),
            board,
            links,
            question,
        }
    }

    fn moves(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.question.moves
    }

    /// Pairs of successive moves.
    fn successive(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        (1..self.question.moves).map(|next| (next - 1, next))
    }

    /// The cells of the board by their numbers.
    fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.board.len()
    }

    /// What a cell can have: 0 is nothing.
    fn contents(&self) -> impl Iterator<Item = usize> + use<> {
        0..=usize::from(self.question.greatest)
    }

    /// The cells that a block in this one can fall to.
    fn landings<'b>(&'b self, place: &'b Place) -> impl Iterator<Item = &'b Place> {
        self.places.iter().filter(|to| to.column == place.column && to.row >= place.row)
    }

    // ---- Domains and numbers.

    fn start(&self, place: &Place, content: &usize) -> &'static str {
        if *content == usize::from(place.exponent) { "1, 1" } else { "0, 0" }
    }

    fn must_play(&self) -> usize {
        usize::from(self.question.kind != Kind::BestScore)
    }

    fn can_fall(&self, place: &Place, row: &usize) -> usize {
        usize::from(*row >= place.row)
    }

    /// A row of the grid as it is called: 0, -1, … above the board.
    fn label(&self, row: &usize) -> i64 {
        self.question.top() + *row as i64
    }

    /// The sums that are rounded up to a number: from more than half of it.
    fn rounded_up(&self, number: &usize) -> String {
        format!("{}, {}", (1_u64 << (number - 1)) + 1, 1_u64 << number)
    }

    fn rows_below(&self, place: &Place) -> usize {
        self.question.rows.len() - 1 - place.row
    }

    fn fewest_empty(&self) -> usize {
        self.board.len() - self.question.target as usize
    }

    fn greatest_score(&self) -> u64 {
        (self.question.moves as u64) << self.question.greatest
    }

    // ---- Variables, and negations of variables.

    fn before(&self, step: &usize, place: &Place, content: &usize) -> usize {
        self.families.grid.at(&[*step, place.number, *content])
    }

    fn after(&self, step: &usize, place: &Place, content: &usize) -> usize {
        self.families.grid.at(&[step + 1, place.number, *content])
    }

    /// Before a move there is a block in this cell.
    fn has_block(&self, step: &usize, place: &Place) -> i64 {
        not(self.before(step, place, &0))
    }

    /// What a cell of the board has after a number of moves.
    fn on_board(&self, moves: &usize, cell: &usize, content: &usize) -> usize {
        self.families.grid.at(&[*moves, self.above_board() + cell, *content])
    }

    fn plays(&self, step: &usize) -> usize {
        self.families.plays.at(&[*step])
    }

    /// The move is not played.
    fn rests(&self, step: &usize) -> i64 {
        not(self.plays(step))
    }

    fn link(&self, step: &usize, link: &Link) -> usize {
        self.families.link.at(&[*step, link.number])
    }

    fn first(&self, step: &usize, cell: &usize) -> usize {
        self.families.first.at(&[*step, *cell])
    }

    fn last(&self, step: &usize, cell: &usize) -> usize {
        self.families.last.at(&[*step, *cell])
    }

    fn not_last(&self, step: &usize, cell: &usize) -> i64 {
        not(self.last(step, cell))
    }

    fn rises(&self, step: &usize, cell: &usize) -> usize {
        self.families.rises.at(&[*step, *cell])
    }

    fn stays(&self, step: &usize, cell: &usize) -> i64 {
        not(self.rises(step, cell))
    }

    fn skips(&self, step: &usize, cell: &usize) -> usize {
        self.families.skips.at(&[*step, *cell])
    }

    fn adds(&self, step: &usize, cell: &usize, number: &usize) -> usize {
        self.families.adds.at(&[*step, *cell, number - 1])
    }

    fn block(&self, step: &usize, number: &usize) -> usize {
        self.families.block.at(&[*step, number - 1])
    }

    fn keeps(&self, step: &usize, place: &Place) -> usize {
        self.families.keeps.at(&[*step, place.number])
    }

    fn not_keeps(&self, step: &usize, place: &Place) -> i64 {
        not(self.keeps(step, place))
    }

    fn falls(&self, step: &usize, from: &Place, to: &Place) -> usize {
        self.families.falls.at(&[*step, from.number, to.row])
    }

    /// Whether a block falls from a cell of the board to another, in the only move.
    fn falls_on_board(&self, from: &usize, to: &usize) -> usize {
        let above = self.above_board();
        self.falls(&0, &self.places[from + above], &self.places[to + above])
    }

    fn settles(&self, cell: &usize) -> usize {
        self.families.settles.at(&[0, *cell])
    }

    fn meets(&self, link: &Link) -> usize {
        self.families.meets.at(&[0, link.number])
    }

    // ---- Lists of variables, separated by commas.

    /// The number that is twice as great, if there is one.
    fn adds_double(&self, step: &usize, cell: &usize, number: &usize) -> String {
        let double = number + 1;
        commas((double <= self.numbers.len()).then(|| self.adds(step, cell, &double)))
    }

    fn adds_of(&self, step: &usize, cell: &usize) -> String {
        commas(self.numbers.iter().map(|number| self.adds(step, cell, number)))
    }

    fn skips_of(&self, step: &usize) -> String {
        commas(self.cells().map(|cell| self.skips(step, &cell)))
    }

    fn blocks_of(&self, step: &usize) -> String {
        commas(self.numbers.iter().map(|number| self.block(step, number)))
    }

    /// That a cell of the board is not on the path, followed by a comma; nothing for a cell above it.
    fn is_old(&self, step: &usize, place: &Place) -> String {
        place.on_board.map_or_else(String::new, |cell| format!("{}, ", self.skips(step, &cell)))
    }

    fn falls_of(&self, step: &usize, place: &Place) -> String {
        commas(self.landings(place).map(|to| self.falls(step, place, to)))
    }

    /// The falls that end in a cell.
    fn falls_to(&self, step: &usize, place: &Place) -> String {
        let is_above = |from: &&Place| from.column == place.column && from.row <= place.row;
        commas(self.places.iter().filter(is_above).map(|from| self.falls(step, from, place)))
    }

    fn contents_after(&self, step: &usize, place: &Place) -> String {
        commas(self.contents().map(|content| self.after(step, place, &content)))
    }

    /// The cells from which a block may fall to this one.
    fn above(&self, cell: &usize) -> impl Iterator<Item = usize> + use<> {
        let width = self.question.width;
        (cell % width..=*cell).step_by(width)
    }

    fn last_above(&self, cell: &usize) -> String {
        commas(self.above(cell).map(|from| self.last(&0, &from)))
    }

    fn all_meetings(&self) -> String {
        commas(self.links.iter().map(|link| self.meets(link)))
    }

    // ---- Sums of variables.

    /// The number of blocks that stay below a cell.
    fn keeps_below(&self, step: &usize, place: &Place) -> Sum {
        let below = self.landings(place).filter(|below| below.row > place.row);
        below.map(|below| (self.keeps(step, below), 1)).collect()
    }

    /// The number of cells of the board that are empty in the end.
    fn empty_cells(&self) -> Sum {
        self.cells().map(|cell| (self.on_board(&self.question.moves, &cell, &0), 1)).collect()
    }

    /// The sum of a path.
    fn sum(&self, step: &usize) -> Sum {
        let worth = |cell, number: &usize| (self.adds(step, &cell, number), 1 << number);
        let of_cell = |cell| self.numbers.iter().map(move |number| worth(cell, number));
        self.cells().flat_map(of_cell).collect()
    }

    /// The score of all moves.
    fn score(&self) -> Sum {
        let worth = |step, number: &usize| (self.block(&step, number), 1 << number);
        let of_move = |step| self.numbers.iter().map(move |number| worth(step, number));
        self.moves().flat_map(of_move).collect()
    }

    /// What is to be maximised; `None` where any plan will do.
    fn value(&self) -> Option<Sum> {
        match self.question.kind {
            Kind::Blocks | Kind::Score => None,
            Kind::MaxPath => Some(self.sum(&0)),
            Kind::BestScore | Kind::MaxAdjacent => Some(self.score()),
        }
    }

    /// The number of cells above the board.
    fn above_board(&self) -> usize {
        self.question.waiting * self.question.width
    }
}

/// A sum of variables, each times what it is worth, as two lists.
struct Sum {
    variables: String,
    worths: String,
}

impl Sum {
    /// The worths of the negative sum.
    fn negative(&self) -> String {
        commas(
            self.worths
                .split(", ")
                .filter(|worth| !worth.is_empty())
                .map(|worth| format!("-{worth}")),
        )
    }
}

impl FromIterator<(usize, u64)> for Sum {
    fn from_iter<I: IntoIterator<Item = (usize, u64)>>(terms: I) -> Sum {
        let (variables, worths): (Vec<usize>, Vec<u64>) = terms.into_iter().unzip();
        Sum { variables: commas(variables), worths: commas(worths) }
    }
}

/// The index that stands for the negation of a Boolean variable.
fn not(variable: usize) -> i64 {
    -1 - variable as i64
}

fn commas<N: ToString>(numbers: impl IntoIterator<Item = N>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    numbers.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::g2248::board::examples::board;

    #[test]
    fn every_variable_is_declared_at_its_index() {
        for goal in ["blocks=1", "score=8", "best-score=2", "path", "adjacent"] {
            let level = Level::new("x", board("2 2 4 / 4 2 8")).unwrap();
            let text = super::model(&level.with_goal(goal.parse().ok()), 2);
            let names: Vec<&str> = text
                .lines()
                .filter_map(|line| line.strip_prefix("variables { name: \"")?.split('"').next())
                .collect();
            let at = |name: &str| names.iter().position(|&found| found == name).unwrap();
            let level = level_with(goal);
            let model = Model::of(&level, 2);
            assert_eq!(names.len(), model.families.meets.end(), "{goal}");
            let place = &model.places[4];
            assert_eq!(at("grid_1_2,2_3"), model.after(&0, place, &3));
            assert_eq!(at("first_1_2,2"), model.first(&0, &4));
            assert_eq!(at("move_1_1:1,1>1,2"), model.link(&0, &model.links[0]));
            assert_eq!(at("adds_1_2,3_2"), model.adds(&0, &5, &2));
            assert_eq!(at("block_1_3"), model.block(&0, &3));
            assert_eq!(at("falls_1_1,2_2"), model.falls(&0, &model.places[1], place));
        }
    }

    fn level_with(goal: &str) -> Level {
        let level = Level::new("x", board("2 2 4 / 4 2 8")).unwrap();
        level.with_goal(goal.parse().ok())
    }
}
