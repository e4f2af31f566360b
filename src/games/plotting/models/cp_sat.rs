//! Renders model A of the article for OR-Tools CP-SAT, as a `CpModelProto` in the text format of
//! protocol buffers.
//!
//! CP-SAT identifies a variable by its index. The template declares the variables one family after
//! another. This module computes their indices and enumerates the possible ends of a shot.

use std::fmt;
use std::iter::repeat_n;
use std::ops::{Range, RangeInclusive};

use askama::Template;

use super::variants::{EmptyRow, Progress, Variants};
use crate::games::plotting::board::{Board, Place};
use crate::games::plotting::formats::rendered;
use crate::games::plotting::level::Level;
use crate::games::plotting::round::{end_bonus, shot_score};
use crate::games::plotting::rules::{Hand, Shot, path};

/// Renders the model for solving a level in exactly `steps` steps.
pub fn model(level: &Level, steps: usize, variants: Variants) -> String {
    // Pages do not offer this model, and its text would be a large part of their module.
    if cfg!(target_family = "wasm") {
        return String::new();
    }
    rendered(&Model::of(level, steps, variants))
}

/// How a shot changes a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Kept,
    Emptied,
    Swapped,
    /// The cell receives the contents of the cell this many rows above it.
    Fallen(usize),
}

/// A possible end of a shot: where a block stops it, or the floor.
struct End {
    number: usize,
    shot: Shot,
    /// The cells that the shot passes through.
    passed: Vec<Place>,
    /// The cell of the block that stops the shot, or `None` if it reaches the floor.
    stop: Option<Place>,
}

impl End {
    /// Enumerates the possible ends of the shots.
    fn all(board: &Board, shots: &[Shot]) -> Vec<End> {
        let mut ends = Vec::new();
        for &shot in shots {
            let path = path(board, shot);
            for length in 1..=path.len() {
                let (passed, stop) = (path[..length].to_vec(), path.get(length).copied());
                ends.push(End { number: ends.len(), shot, passed, stop });
            }
        }
        ends
    }

    /// Returns how a shot with this end changes a cell.
    fn change(&self, place: Place) -> Change {
        let in_column = || self.passed.iter().filter(|passed| passed.column == place.column);
        let is_below = in_column().all(|passed| passed.row < place.row);
        match in_column().count() {
            _ if self.stop == Some(place) => Change::Swapped,
            _ if is_below => Change::Kept,
            rows if rows < place.row => Change::Fallen(rows),
            _ => Change::Emptied,
        }
    }

    /// Iterates over the lowest cell that the shot passes in each column.
    fn lowest(&self) -> impl Iterator<Item = Place> + Clone {
        let columns = self.passed.chunk_by(|one, next| one.column == next.column);
        columns.filter_map(|column| column.last().copied())
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stop {
            Some(Place { row, column }) => write!(f, "{}_{row}_{column}", self.shot),
            None => write!(f, "{}_floor", self.shot),
        }
    }
}

struct Cell {
    number: usize,
    row: usize,
    column: usize,
    /// The initial colour, or 0 for an empty cell.
    colour: usize,
    /// The change to the cell for each end.
    outcomes: Vec<Change>,
    /// The possible changes to the cell, sorted and without duplicates.
    changes: Vec<Change>,
    /// Total number of possible changes of the cells before this one.
    earlier_changes: usize,
}

impl Cell {
    /// Returns all cells of the board.
    fn all(board: &Board, ends: &[End], is_arcade: bool) -> Vec<Cell> {
        let colours = board.colours();
        let mut earlier_changes = 0;
        let cell = |(number, place)| {
            let outcomes: Vec<Change> = ends.iter().map(|end| end.change(place)).collect();
            let mut changes = outcomes.clone();
            if is_arcade {
                // A step without a shot.
                changes.push(Change::Kept);
            }
            changes.sort_unstable();
            changes.dedup();
            let at = colours.iter().position(|&colour| board[place] == Some(colour));
            let (colour, Place { row, column }) = (at.map_or(0, |at| at + 1), place);
            let cell = Cell { number, row, column, colour, outcomes, changes, earlier_changes };
            earlier_changes += cell.changes.len();
            cell
        };
        board.places().enumerate().map(cell).collect()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.row, self.column)
    }
}

/// Variables that are declared together: `size` variables per step, from `first_step` on.
#[derive(Clone, Copy)]
struct Family {
    start: usize,
    first_step: usize,
    size: usize,
}

impl Family {
    fn at(self, step: usize, offset: usize) -> usize {
        self.start + (step - self.first_step) * self.size + offset
    }

    fn all(self, step: usize) -> Range<usize> {
        self.at(step, 0)..self.at(step + 1, 0)
    }
}

/// The families, in the order of their declaration.
struct Families {
    shots: Family,
    hands: Family,
    grids: Family,
    /// For each cell, whether the shot hits it and whether it blocks the shot.
    findings: Family,
    ends: Family,
    /// The changes to the cells and, as the last variable of each step, to the hand.
    changes: Family,
    newly_empty: Family,
    /// How many blocks a step clears, from none on, where plans are scored.
    cleared: Family,
    /// Must stay last, because the template does not declare it for the last two states.
    needed: Family,
}

#[derive(Template)]
#[template(path = "plotting/cp-sat/model.textproto")]
struct Model<'a> {
    name: &'a str,
    length: usize,
    goal: usize,
    height: usize,
    width: usize,
    /// Number of colours. They are numbered from 1 in order of first occurrence.
    colours: usize,
    /// The colour in the hand at the start, or `None` for a wildcard.
    held: Option<usize>,
    /// The shots that the level allows: down columns, then along rows.
    shots: Vec<Shot>,
    cells: Vec<Cell>,
    ends: Vec<End>,
    families: Families,
    variants: Variants,
    lives: usize,
    /// The most shots.
    limit: usize,
    /// Blocks at the start.
    blocks: usize,
    /// For each shot that the level allows, the cells that it may pass.
    paths: Vec<Vec<Place>>,
}

impl<'a> Model<'a> {
    fn of(level: &'a Level, length: usize, variants: Variants) -> Model<'a> {
        let board = level.board();
        let colours = board.colours();
        let columns = level.firing().columns().into_iter().map(Shot::Column);
        let rows = level.firing().rows().into_iter().map(Shot::Row);
        let shots: Vec<Shot> = columns.chain(rows).collect();
        let ends = End::all(board, &shots);
        let cells = Cell::all(board, &ends, variants.is_arcade());
        let changes: usize = cells.iter().map(|cell| cell.changes.len()).sum();
        let mut start = 0;
        let mut family = |first_step, size| {
            let family = Family { start, first_step, size };
            start = family.at(length + 1, 0);
            family
        };
        Model {
            name: level.name(),
            length,
            goal: level.goal(),
            height: board.rows(),
            width: board.columns(),
            colours: colours.len(),
            held: match level.hand() {
                Hand::Wildcard => None,
                Hand::Holding(held) => {
                    colours.iter().position(|&colour| colour == held).map(|at| at + 1)
                }
            },
            families: Families {
                shots: family(
                    1,
                    shots.len() + usize::from(variants.lives) + usize::from(variants.score),
                ),
                hands: family(0, colours.len()),
                grids: family(0, cells.len() * (colours.len() + 1)),
                findings: family(1, cells.len() * 2),
                ends: family(1, ends.len()),
                changes: family(1, changes + 1),
                newly_empty: match variants.progress {
                    Progress::Cell => family(1, cells.len()),
                    Progress::Sum | Progress::Count | Progress::None => family(1, 0),
                },
                cleared: family(1, if variants.score { most_cleared(board) + 1 } else { 0 }),
                needed: family(0, colours.len()),
            },
            lives: level.lives(),
            limit: level.most_shots(),
            blocks: board.blocks(),
            paths: shots.iter().map(|&shot| path(board, shot)).collect(),
            shots,
            cells,
            ends,
            variants,
        }
    }

    fn state(&self, step: usize) -> State<'_> {
        State { model: self, step }
    }

    fn start(&self) -> State<'_> {
        self.state(0)
    }

    fn finish(&self) -> State<'_> {
        self.state(self.length)
    }

    fn states(&self) -> impl Iterator<Item = State<'_>> {
        (0..=self.length).map(|step| self.state(step))
    }

    fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        let states = self.states().zip(self.states().skip(1));
        states.map(|(before, after)| Step { model: self, number: after.step, before, after })
    }

    /// Iterates over the pairs of consecutive steps.
    fn pairs_of_steps(&self) -> impl Iterator<Item = (Step<'_>, Step<'_>)> {
        self.steps().zip(self.steps().skip(1))
    }

    /// Minus the score of a shot for each number of blocks that it can clear.
    fn negative_scores(&self) -> List<impl Iterator<Item = i64> + Clone> {
        List((0..self.families.cleared.size).map(|cleared| -shot_score(cleared)))
    }

    /// The numbers of blocks that a shot can clear, none included.
    fn numbers_cleared(&self) -> Range<usize> {
        0..self.families.cleared.size
    }

    /// The fewest steps that are not shots, where the number of shots is limited.
    fn least_without_shot(&self) -> usize {
        self.length.saturating_sub(self.limit)
    }

    /// Whether the round is over before the first shot.
    fn is_over(&self) -> bool {
        self.blocks <= self.goal
    }

    /// Minus what the end of the round would earn on a full board: each empty cell is worth 1000 more.
    fn negative_bonus(&self) -> i64 {
        -end_bonus(self.cells.len(), self.goal)
    }

    /// Minus what an empty cell at the end is worth.
    fn negative_thousands(&self) -> List<impl Iterator<Item = i64> + Clone> {
        List(repeat_n(-1000, self.cells.len()))
    }

    /// One coefficient 1 per cell.
    fn ones(&self) -> List<impl Iterator<Item = usize> + Clone> {
        List(repeat_n(1, self.cells.len()))
    }

    /// Returns the cell `rows` rows above `cell`.
    fn above(&self, cell: &Cell, rows: &usize) -> &Cell {
        &self.cells[cell.number - rows * self.width]
    }

    fn at(&self, place: Place) -> &Cell {
        &self.cells[(place.row - 1) * self.width + place.column - 1]
    }

    /// Iterates over the allowed row shots above the bottom row. Empty if the level forbids the
    /// shot down the last column.
    fn rows_like_the_last_column(&self) -> impl Iterator<Item = usize> {
        let last = self.shots.contains(&Shot::Column(self.width));
        (1..self.height).filter(move |&row| last && self.shots.contains(&Shot::Row(row)))
    }

    /// Iterates over the pairs of allowed column shots, left column first.
    fn pairs_of_columns(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = (1..=self.width).filter(|&column| self.shots.contains(&Shot::Column(column)));
        columns.clone().flat_map(move |left| {
            columns.clone().filter(move |&right| left < right).map(move |right| (left, right))
        })
    }
}

/// The variables of a state.
struct State<'a> {
    model: &'a Model<'a>,
    step: usize,
}

impl State<'_> {
    fn hand(&self, colour: &usize) -> usize {
        self.model.families.hands.at(self.step, colour - 1)
    }

    fn hands(&self) -> List<Range<usize>> {
        List(self.model.families.hands.all(self.step))
    }

    fn grid(&self, cell: &Cell, colour: &usize) -> usize {
        let contents = self.model.colours + 1;
        self.model.families.grids.at(self.step, cell.number * contents + colour)
    }

    fn empty(&self, cell: &Cell) -> usize {
        self.grid(cell, &0)
    }

    fn not_empty(&self, cell: &Cell) -> isize {
        not(self.empty(cell))
    }

    /// One variable for each possible content of a cell.
    fn contents(&self, cell: &Cell) -> List<RangeInclusive<usize>> {
        List(self.empty(cell)..=self.grid(cell, &self.model.colours))
    }

    /// For each cell, the variable that it is empty.
    fn empties(&self) -> List<impl Iterator<Item = usize> + Clone> {
        self.everywhere(&0)
    }

    /// For each cell, the variable that it has a given colour.
    fn everywhere(&self, colour: &usize) -> List<impl Iterator<Item = usize> + Clone> {
        List(self.model.cells.iter().map(|cell| self.grid(cell, colour)))
    }

    fn needed(&self, colour: &usize) -> usize {
        self.model.families.needed.at(self.step, colour - 1)
    }
}

/// The variables of a step.
struct Step<'a> {
    model: &'a Model<'a>,
    number: usize,
    before: State<'a>,
    after: State<'a>,
}

impl Step<'_> {
    fn shot(&self, shot: &Shot) -> usize {
        let at = self.model.shots.iter().position(|other| other == shot);
        self.model
            .families
            .shots
            .at(self.number, at.expect("the model only asks for shots that the level allows"))
    }

    fn row_shot(&self, row: &usize) -> usize {
        self.shot(&Shot::Row(*row))
    }

    fn column_shot(&self, column: &usize) -> usize {
        self.shot(&Shot::Column(*column))
    }

    fn shots(&self) -> List<Range<usize>> {
        List(self.model.families.shots.all(self.number))
    }

    /// The variable that the step is a MISS.
    fn miss(&self) -> usize {
        self.model.families.shots.at(self.number, self.model.shots.len())
    }

    fn not_a_miss(&self) -> isize {
        not(self.miss())
    }

    /// The variable that the round is over before the step.
    fn over(&self) -> usize {
        self.model.families.shots.all(self.number).end - 1
    }

    /// The variables that the step is not a shot.
    fn idle(&self) -> Range<usize> {
        let all = self.model.families.shots.all(self.number);
        all.start + self.model.shots.len()..all.end
    }

    fn without_shot(&self) -> List<Range<usize>> {
        List(self.idle())
    }

    /// The literals that the step is a shot.
    fn with_shot(&self) -> List<impl Iterator<Item = isize> + Clone> {
        List(self.idle().map(not))
    }

    fn not_over(&self) -> isize {
        not(self.over())
    }

    fn cleared(&self) -> List<Range<usize>> {
        List(self.model.families.cleared.all(self.number))
    }

    fn clears(&self, number: &usize) -> usize {
        self.model.families.cleared.at(self.number, *number)
    }

    /// For each cell, the variable that it stays as it is.
    fn all_kept(&self) -> List<impl Iterator<Item = usize> + Clone> {
        List(self.model.cells.iter().map(|cell| self.change(cell, &Change::Kept)))
    }

    /// That a shot may not hit the cell of its path with this index first: the literals of which one holds.
    fn not_first(
        &self,
        path: &[Place],
        index: &usize,
    ) -> List<impl Iterator<Item = isize> + Clone> {
        let hit = not(self.hits(self.model.at(path[*index])));
        let before: Vec<isize> = path[..*index]
            .iter()
            .map(|&place| self.before.not_empty(self.model.at(place)))
            .collect();
        List([hit].into_iter().chain(before))
    }

    fn hits(&self, cell: &Cell) -> usize {
        self.model.families.findings.at(self.number, 2 * cell.number)
    }

    fn blocks(&self, cell: &Cell) -> usize {
        self.model.families.findings.at(self.number, 2 * cell.number + 1)
    }

    fn end(&self, end: &End) -> usize {
        self.model.families.ends.at(self.number, end.number)
    }

    fn ends(&self) -> List<Range<usize>> {
        List(self.model.families.ends.all(self.number))
    }

    /// For each cell passed, the literal that it does not block the shot.
    fn passes(&self, end: &End) -> List<impl Iterator<Item = isize> + Clone> {
        List(end.passed.iter().map(|&place| not(self.blocks(self.model.at(place)))))
    }

    /// The variable that a block stops the shot or, at the floor, that the hand is unchanged.
    fn stops(&self, end: &End) -> usize {
        end.stop.map_or(self.hand_kept(), |place| self.blocks(self.model.at(place)))
    }

    /// For each column, the variable that the shot hits the lowest cell it passes there.
    fn consumes(&self, end: &End) -> List<impl Iterator<Item = usize> + Clone> {
        List(end.lowest().map(|place| self.hits(self.model.at(place))))
    }

    /// For each cell, the variable of its change.
    fn outcome(&self, end: &End) -> List<impl Iterator<Item = usize> + Clone> {
        List(self.model.cells.iter().map(|cell| self.change(cell, &cell.outcomes[end.number])))
    }

    fn change(&self, cell: &Cell, change: &Change) -> usize {
        let at = cell.changes.iter().position(|other| other == change);
        let at = at.expect("`changes` lists the change of the cell for every end");
        self.model.families.changes.at(self.number, cell.earlier_changes + at)
    }

    /// One variable for each possible change of a cell.
    fn changes(&self, cell: &Cell) -> List<Range<usize>> {
        let first = self.model.families.changes.at(self.number, cell.earlier_changes);
        List(first..first + cell.changes.len())
    }

    fn hand_kept(&self) -> usize {
        self.model.families.changes.all(self.number).end - 1
    }

    /// For each cell that can be swapped, the variable that it is.
    fn swapped(&self) -> List<impl Iterator<Item = usize> + Clone> {
        let can_be = |cell: &&Cell| cell.changes.contains(&Change::Swapped);
        List(self.model.cells.iter().filter(can_be).map(|cell| self.change(cell, &Change::Swapped)))
    }

    fn newly_empty(&self, cell: &Cell) -> usize {
        self.model.families.newly_empty.at(self.number, cell.number)
    }

    fn newly_empties(&self) -> List<Range<usize>> {
        List(self.model.families.newly_empty.all(self.number))
    }
}

/// The most blocks that a shot can clear: along the first row and down the wall.
fn most_cleared(board: &Board) -> usize {
    board.rows() + board.columns() - 1
}

/// Returns the negated literal of a variable, in the encoding of CP-SAT.
fn not(variable: usize) -> isize {
    -1 - variable as isize
}

/// Displays numbers separated by commas.
struct List<I>(I);

impl<I: Iterator<Item: fmt::Display> + Clone> fmt::Display for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, number) in self.0.clone().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{number}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::formats::json;

    const PLAIN: Variants = Variants { search_order: false, ..Variants::PLAIN };
    const ALL: Variants = Variants {
        progress: Progress::Cell,
        dead_end: true,
        colours_kept: true,
        empty_row: EmptyRow::Last,
        monochrome: true,
        search_order: true,
        lives: false,
        score: false,
    };

    fn corner() -> Level {
        let text = r#"{"name": "corner", "grid": ["..G", "RRG", "RBG"], "goal": 2, "hand": "G",
            "firing": {"rows": [2], "columns": [1, 3]}}"#;
        json::read(text, "x").unwrap()
    }

    /// Returns the names of the variables in order of declaration.
    fn names(text: &str) -> Vec<&str> {
        let declared = text.lines().filter_map(|line| line.strip_prefix("variables { name: \""));
        declared.filter_map(|line| line.split('"').next()).collect()
    }

    #[test]
    fn variables_have_the_indices_that_constraints_use() {
        let level = corner();
        let model = Model::of(&level, 4, ALL);
        let text = rendered(&model);
        let names = names(&text);
        let cell = model.at(Place { row: 3, column: 3 });
        let end = |name: &str| model.ends.iter().find(|end| end.to_string() == name).unwrap();
        let state = model.state(2);
        let step = model.steps().nth(2).unwrap();
        for (number, name) in [
            (step.shot(&Shot::Column(1)), "shot_3_c1"),
            (step.row_shot(&2), "shot_3_r2"),
            (state.hand(&3), "hand_2_3"),
            (state.grid(cell, &2), "grid_2_3_3_2"),
            (state.empty(cell), "grid_2_3_3_0"),
            (step.hits(cell), "hits_3_3_3"),
            (step.blocks(cell), "blocks_3_3_3"),
            (step.end(end("r2_3_3")), "end_3_r2_3_3"),
            (step.end(end("c3_floor")), "end_3_c3_floor"),
            (step.change(cell, &Change::Kept), "kept_3_3_3"),
            (step.change(cell, &Change::Emptied), "emptied_3_3_3"),
            (step.change(cell, &Change::Swapped), "swapped_3_3_3"),
            (step.change(cell, &Change::Fallen(2)), "fallen_3_3_3_2"),
            (step.hand_kept(), "hand_kept_3"),
            (step.newly_empty(cell), "newly_empty_3_3_3"),
            (state.needed(&3), "needed_2_3"),
        ] {
            assert_eq!(names[number], name);
        }
        assert_eq!(names.last(), Some(&"needed_2_3"));
    }

    #[test]
    fn the_variables_of_the_arcade_have_the_indices_that_constraints_use() {
        let level = corner().with_lives(1).unwrap();
        let variants = Variants { lives: true, score: true, ..PLAIN };
        let model = Model::of(&level, 3, variants);
        let text = rendered(&model);
        let names = names(&text);
        let step = model.steps().nth(1).unwrap();
        let cell = model.at(Place { row: 3, column: 3 });
        for (number, name) in [
            (step.shot(&Shot::Row(2)), "shot_2_r2"),
            (step.miss(), "shot_2_MISS"),
            (step.over(), "over_2"),
            (step.change(cell, &Change::Kept), "kept_2_3_3"),
            (step.clears(&0), "cleared_2_0"),
            (step.clears(&5), "cleared_2_5"),
        ] {
            assert_eq!(names[number], name);
        }
        assert_eq!(names.last(), Some(&"cleared_3_5"));
        assert!(!text.contains("\n\n\n"), "{text}");
    }

    #[test]
    fn an_end_determines_the_change_of_every_cell() {
        let level = corner();
        let model = Model::of(&level, 1, PLAIN);
        let changes = |name: &str| -> String {
            let end = model.ends.iter().find(|end| end.to_string() == name).unwrap();
            let letter = |cell: &Cell| match cell.outcomes[end.number] {
                Change::Kept => '=',
                Change::Emptied => '.',
                Change::Swapped => 'x',
                Change::Fallen(rows) => char::from_digit(rows as u32, 10).unwrap(),
            };
            model.cells.iter().map(letter).collect()
        };
        assert_eq!(model.ends.len(), 3 + 3 + 4);
        assert_eq!(changes("c1_2_1"), ".==x=====");
        assert_eq!(changes("c3_floor"), "==.==.==.");
        assert_eq!(changes("r2_2_3"), "..=11x===");
        assert_eq!(changes("r2_3_3"), "...111==x");
        assert_eq!(changes("r2_floor"), "...11.==2");
    }

    #[test]
    fn the_model_contains_only_the_requested_variants() {
        let plain = model(&corner(), 2, PLAIN);
        for line in [
            "# corner: is there a plan of exactly 2 shots, none of them null, that leaves at most 2 blocks?",
            "variables { name: \"shot_1_c1\" domain: [0, 1] }",
            "constraints { exactly_one { literals: [0, 1, 2] } }",
            "# The grid and the hand at the start.",
            "domain: [7, 9] } }",
        ] {
            assert!(plain.contains(line), "{line}\n{plain}");
        }
        for word in
            ["Implied", "Dominance", "Symmetry", "search_strategy", "{%", "&quot;", "\n\n\n"]
        {
            assert!(!plain.contains(word), "{word}");
        }
        let all = model(&corner(), 2, ALL);
        for part in [
            "Implied: progress",
            "Implied: dead ends",
            "Implied: colours are kept",
            "Dominance: empty rows",
            "Symmetry: columns of one colour",
            "Search",
        ] {
            assert!(all.contains(&format!("\n\n# ---------- {part} ----------\n\n")), "{part}");
        }
        assert!(!all.contains("\n\n\n"), "{all}");
    }
}
