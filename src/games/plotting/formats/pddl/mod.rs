//! Reads PDDL problems as levels: problems of the Lean model, and of the published and our own
//! versions of the Direct and Granular models.
//!
//! Only the facts that define a level are read: the colour of each cell, the hand, the firing
//! restrictions and the goal. [`models`](crate::games::plotting::models) writes PDDL.

mod lean;

use std::collections::BTreeMap;

use super::Format;
use crate::game::level::ReadError;
use crate::game::pddl::expression::{self, Expression};
use crate::game::pddl::problem::{Fact, Problem};
use crate::games::plotting::board::{Board, Colour, MAX_SIDE, Place};
use crate::games::plotting::level::{Firing, Level};
use crate::games::plotting::models::pddl::named_colour;
use crate::games::plotting::rules::Hand;

/// Reads a level and returns it with the model that the problem belongs to. `name` is used if the
/// problem has no name.
///
/// # Errors
/// If the text is not a problem of one of the models, or if it does not describe a valid level.
pub fn read(text: &str, name: &str) -> Result<(Level, Format), ReadError> {
    let root = expression::read(text)?;
    let problem = Problem::of(&root, name)?;
    if is_lean(&problem) {
        return Ok((lean::level(&problem)?, Format::Lean));
    }
    let granular = problem.facts("coloured").any(|fact| fact.arguments.len() == 2);
    if granular {
        Ok((granular_level(&problem)?, Format::Granular))
    } else {
        Ok((direct_level(&problem)?, Format::Direct))
    }
}

fn is_lean(problem: &Problem<'_>) -> bool {
    problem.domain.is_some_and(|domain| domain.starts_with("plotting-lean"))
}

/// Returns the colour in the hand and the fact that gives it, or `None` for a wildcard.
fn hand<'a>(problem: &Problem<'a>) -> Result<Option<(&'a str, &'a Expression)>, ReadError> {
    let hands: Vec<&Fact<'_>> = problem.facts("hand").collect();
    match hands.as_slice() {
        [] => Err(ReadError::new("missing fact (hand …)")),
        [hand] => match hand.arguments.as_slice() {
            ["wildcard"] => Ok(None),
            [name] => Ok(Some((name, hand.at))),
            _ => Err(hand.at.error("hand takes one colour")),
        },
        [_, second, ..] => Err(second.at.error("the hand is given twice")),
    }
}

/// The level with this grid, this hand and this goal.
fn level<'a>(
    problem: &Problem<'a>,
    grid: &Grid<'a>,
    hand: Option<(&'a str, &'a Expression)>,
    goal: usize,
) -> Result<Level, ReadError> {
    let colours = Colours::of(grid);
    let board = Board::from_rows(&grid.rows(&colours)?)?;
    let hand = match hand {
        None => Hand::Wildcard,
        Some((name, at)) => {
            let unknown = || at.error(&format!("hand: the colour {name} is not on the board"));
            Hand::Holding(*colours.0.get(name).ok_or_else(unknown)?)
        }
    };
    Ok(Level::new(problem.name, board, goal)?.with_hand(hand)?)
}

/// The names of the colours in the cells of the board. `None` is an empty cell.
struct Grid<'a>(BTreeMap<(usize, usize), Option<&'a str>>);

impl<'a> Grid<'a> {
    fn of(
        cells: impl Iterator<Item = Result<(Place, Option<&'a str>, &'a Expression), ReadError>>,
    ) -> Result<Grid<'a>, ReadError> {
        let mut grid = BTreeMap::new();
        for cell in cells {
            let (place, colour, at) = cell?;
            if place.row > MAX_SIDE || place.column > MAX_SIDE {
                return Err(at.error(&format!("the board is larger than {MAX_SIDE}×{MAX_SIDE}")));
            }
            if grid.insert((place.row, place.column), colour).is_some() {
                return Err(at.error(&format!("{place} has two colours")));
            }
        }
        Ok(Grid(grid))
    }

    fn rows(&self, colours: &Colours<'_>) -> Result<Vec<String>, ReadError> {
        let height = self.0.keys().map(|key| key.0).max().unwrap_or(0);
        let width = self.0.keys().map(|key| key.1).max().unwrap_or(0);
        let letter = |row, column| match self.0.get(&(row, column)) {
            Some(None) => Ok('.'),
            Some(Some(name)) => Ok(colours.0[name].letter()),
            None => Err(ReadError::new(format!("missing fact for {}", Place { row, column }))),
        };
        (1..=height).map(|row| (1..=width).map(|column| letter(row, column)).collect()).collect()
    }
}

/// The letters for named colours: `c2` is the second colour of the palette and `green` is G. Other
/// names take unused letters of the palette.
struct Colours<'a>(BTreeMap<&'a str, Colour>);

impl<'a> Colours<'a> {
    fn of(grid: &Grid<'a>) -> Colours<'a> {
        let mut colours = BTreeMap::new();
        let mut unassigned = Vec::new();
        for name in grid.0.values().copied().flatten() {
            let initial = || name.chars().next().map(|first| first.to_ascii_uppercase());
            let preferred = match number(name, "c") {
                Some(number) => Colour::from_number(number),
                None => named_colour(name).or_else(|| Colour::from_letter(initial()?)),
            };
            match preferred {
                _ if colours.contains_key(name) || unassigned.contains(&name) => {}
                Some(colour) if !colours.values().any(|&taken| taken == colour) => {
                    colours.insert(name, colour);
                }
                Some(_) | None => unassigned.push(name),
            }
        }
        // With lower-case letters as well, too many colours stay distinct and `Board` reports them.
        let lower_case = ('a'..='z').filter_map(Colour::from_letter);
        let free: Vec<Colour> = Colour::palette()
            .chain(lower_case)
            .filter(|colour| !colours.values().any(|taken| taken == colour))
            .collect();
        colours.extend(unassigned.into_iter().zip(free.into_iter().cycle()));
        Colours(colours)
    }
}

/// Parses the number in a name such as `n12`.
fn number(name: &str, prefix: &str) -> Option<usize> {
    name.strip_prefix(prefix)?.parse().ok()
}

/// Parses a row or column, which is `n3` in the published problems and `r3` or `c3` in ours.
fn line(name: &str, prefix: &str) -> Option<usize> {
    number(name, "n").or_else(|| number(name, prefix)).filter(|&number| number > 0)
}

// ---------------------------------------------------------------------------------------------
// Direct: (coloured n1 n4 c2) is a block in row 1, column 4, counted from the top left.

fn direct_level(problem: &Problem<'_>) -> Result<Level, ReadError> {
    let grid = Grid::of(problem.facts("coloured").map(|fact| match fact.arguments.as_slice() {
        &[row, column, colour] => match (line(row, "r"), line(column, "c")) {
            (Some(row), Some(column)) => {
                Ok((Place { row, column }, (colour != "null").then_some(colour), fact.at))
            }
            _ => Err(fact.at.error("expected a row and a column, e.g. n1 n2 or r1 c2")),
        },
        _ => Err(fact.at.error("coloured takes a row, a column and a colour")),
    }))?;
    let level = level(problem, &grid, hand(problem)?, direct_goal(problem.goal)?)?;
    let open = |blocked: &str, prefix: &str, count: usize| -> Vec<usize> {
        let closed: Vec<usize> = problem
            .facts(blocked)
            .filter_map(|fact| line(fact.arguments.first()?, prefix))
            .collect();
        (1..=count).filter(|number| !closed.contains(number)).collect()
    };
    let rows = open("blockedrow", "r", level.board().rows());
    let columns = open("blockedcol", "c", level.board().columns());
    let firing = Firing::only(level.board(), Some(&rows), Some(&columns))?;
    Ok(level.with_firing(firing))
}

/// Reads the goal of a Direct problem. `(exists (?x1 ?y1 ?x2 ?y2 - number) …)` allows two non-empty
/// cells, and `(forall …)` allows no non-empty cell.
fn direct_goal(goal: &Expression) -> Result<usize, ReadError> {
    let (head, rest) = (goal.head(), goal.rest());
    match (head, rest.first().and_then(Expression::list)) {
        (Some("forall"), Some(_)) => Ok(0),
        (Some("exists"), Some(variables)) => {
            let names = variables.iter().filter_map(Expression::word);
            let count = names.filter(|word| word.starts_with('?')).count();
            if count % 2 == 0 {
                Ok(count / 2)
            } else {
                Err(goal.error("a cell in the goal lacks a coordinate"))
            }
        }
        _ => Err(goal.error("not a goal of the Direct model: (exists …) or (forall …)")),
    }
}

// ---------------------------------------------------------------------------------------------
// Granular: (coloured loc_2_3 red) is a block in column 2, row 3, counted from the bottom left.
// The board is surrounded by a free column on the left, a wall on the right, a floor below and a
// free row above.

fn location(name: &str) -> Option<(usize, usize)> {
    let (column, row) = name.strip_prefix("loc_")?.split_once('_')?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

fn granular_level(problem: &Problem<'_>) -> Result<Level, ReadError> {
    let mut cells = Vec::new();
    for fact in problem.facts("coloured") {
        let &[at, colour] = fact.arguments.as_slice() else {
            return Err(fact.at.error("coloured takes a location and a colour"));
        };
        let location =
            location(at).ok_or_else(|| fact.at.error("the location is not of the form loc_2_3"))?;
        cells.push((location, colour, fact.at));
    }
    let is_wall = |colour: &str| colour == "wall";
    let right = cells.iter().filter(|cell| is_wall(cell.1)).map(|cell| cell.0.0).max().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.0.1).max().unwrap_or(0);
    let on_board = |&&((column, row), _, _): &&((usize, usize), &str, &Expression)| {
        (2..right).contains(&column) && (2..top).contains(&row)
    };
    let grid = Grid::of(cells.iter().filter(on_board).map(|&((column, row), colour, at)| {
        let place = Place { row: top - row, column: column - 1 };
        if is_wall(colour) {
            return Err(at.error("there is a wall inside the board"));
        }
        Ok((place, (colour != "none").then_some(colour), at))
    }))?;
    let level = level(problem, &grid, hand(problem)?, granular_goal(problem.goal)?)?;
    let level = with_entries(level, problem, top)?;
    let counter = problem.facts("blocks_remaining").next();
    let counted = counter.and_then(|fact| number(fact.arguments.first()?, "n"));
    match counter {
        Some(fact) if counted != Some(level.board().blocks()) => Err(fact.at.error(&format!(
            "the counter is wrong: there are {} blocks on the board",
            level.board().blocks()
        ))),
        Some(_) | None => Ok(level),
    }
}

/// Reads the firing positions of our problems. The published problems allow all shots.
fn with_entries(level: Level, problem: &Problem<'_>, top: usize) -> Result<Level, ReadError> {
    if problem.domain != Some("plotting-granular") {
        return Ok(level);
    }
    let entries = |name: &str, number: &dyn Fn((usize, usize)) -> Option<usize>| {
        let number = |fact: &Fact<'_>| {
            let entry = fact.arguments.first().copied().and_then(location);
            entry.and_then(number).ok_or_else(|| fact.at.error("no shot can enter here"))
        };
        problem.facts(name).map(number).collect::<Result<Vec<usize>, ReadError>>()
    };
    let rows = entries("row_entry", &|(_, row)| top.checked_sub(row))?;
    let columns = entries("column_entry", &|(column, _)| column.checked_sub(1))?;
    let firing = Firing::only(level.board(), Some(&rows), Some(&columns))?;
    Ok(level.with_firing(firing))
}

/// Returns the largest number of remaining blocks that the goal accepts.
fn granular_goal(goal: &Expression) -> Result<usize, ReadError> {
    let counter = |expression: &Expression| match expression.head() {
        Some("blocks_remaining") => number(expression.rest().first()?.word()?, "n"),
        Some(_) | None => None,
    };
    let accepted = goal.walk().into_iter().filter_map(counter).max();
    accepted.ok_or_else(|| goal.error("not a goal of the Granular model: no (blocks_remaining …)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direct(goal: &str) -> String {
        format!(
            "(define (problem Plt0) (:domain plotting) (:objects n1 - number)
             (:init (coloured n1 n1 null) (coloured n1 n2 c2)
                    (coloured n2 n1 c1) (coloured n2 n2 c2) (hand wildcard) (succ n2 n1))
             (:goal {goal}))"
        )
    }

    const GRANULAR: &str = "; a remark
        (define (problem plt1) (:domain plotting)
          (:init (coloured loc_1_1 wall) (coloured loc_2_1 wall) (coloured loc_3_1 wall) (coloured loc_4_1 wall)
                 (coloured loc_1_2 none) (coloured loc_2_2 red) (coloured loc_3_2 green) (coloured loc_4_2 wall)
                 (coloured loc_1_3 none) (coloured loc_2_3 none) (coloured loc_3_3 green) (coloured loc_4_3 wall)
                 (coloured loc_1_4 none) (coloured loc_2_4 none) (coloured loc_3_4 none) (coloured loc_4_4 wall)
                 (HAND wildcard) (blocks_remaining n3) (= (total-cost) 0))
          (:goal (and (or (blocks_remaining n1) (blocks_remaining n0)) (not (falling_flag))))
          (:metric minimize (total-cost)))";

    #[test]
    fn direct_and_granular_problems_give_the_same_level() {
        let goal =
            "(exists (?x1 ?y1 - number) (forall (?x2 ?y2 - number) (coloured ?x2 ?y2 null)))";
        let (one, form) = read(&direct(goal), "x").unwrap();
        assert_eq!(
            (one.board().to_string().as_str(), one.goal(), form),
            (".G/RG", 1, Format::Direct)
        );
        let (other, form) = read(GRANULAR, "x").unwrap();
        assert_eq!(
            (other.board().to_string().as_str(), other.goal(), form),
            (".G/RG", 1, Format::Granular)
        );
        assert!(one.is_same_up_to_names(&other));
        assert_eq!((one.name(), other.name()), ("Plt0", "plt1"));
    }

    #[test]
    fn a_direct_goal_counts_the_cells_that_may_remain_occupied() {
        let goal = |goal: &str| read(&direct(goal), "x").map(|(level, _)| level.goal());
        assert_eq!(goal("(forall (?x ?y - number) (coloured ?x ?y null))"), Ok(0));
        assert_eq!(goal("(exists (?x1 ?y1 ?x2 ?y2 - number) (and))"), Ok(2));
        assert!(goal("(exists (?x1 - number) (and))").is_err());
        assert!(goal("(coloured n1 n1 null)").is_err());
    }

    #[test]
    fn an_invalid_problem_is_rejected_with_the_place_and_the_reason() {
        for (text, expected) in [
            (
                "(define (domain plotting))".to_owned(),
                "line 1, column 1: this is a PDDL domain, not a problem",
            ),
            ("(define (problem x)".to_owned(), "line 1, column 1: unclosed parenthesis"),
            (
                "(define (problem x)))".to_owned(),
                "line 1, column 21: unexpected text after the expression",
            ),
            ("(define (problem x))".to_owned(), "the problem has no (:init …)"),
            ("(problem x)".to_owned(), "line 1, column 1: expected (define …)"),
            (
                GRANULAR.replace("remaining n3", "remaining n4"),
                "line 7, column 34: the counter is wrong: there are 3 blocks",
            ),
            (GRANULAR.replace("(HAND wildcard)", ""), "missing fact (hand …)"),
            (
                GRANULAR.replace("wildcard", "blue"),
                "line 7, column 18: hand: the colour blue is not on the board",
            ),
            (
                GRANULAR.replace("loc_3_3 green", "loc_3_3 wall"),
                "line 5, column 66: there is a wall inside the board",
            ),
            (GRANULAR.replace("(coloured loc_3_3 green)", ""), "missing fact for row 1, column 2"),
        ] {
            let error = read(&text, "x").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn colours_with_the_same_initial_get_different_letters() {
        let text = GRANULAR.replace(" red)", " grey)");
        let (level, _) = read(&text, "x").unwrap();
        assert_eq!(level.board().colours().len(), 2);
    }
}
