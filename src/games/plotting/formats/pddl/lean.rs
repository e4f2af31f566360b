//! Reads problems of the Lean model as levels.
//!
//! `(open r1 k4 g2)` means that gate `g2` is open in row 1, column 4, counted from the top left. In
//! a cell with a block, the gates of its colour are open. In an empty cell all gates are open, and
//! likewise in the sky above the board.

use std::collections::{BTreeMap, BTreeSet};

use super::{Grid, number};
use crate::game::level::ReadError;
use crate::game::pddl::expression::Expression;
use crate::game::pddl::problem::{Fact, Problem};
use crate::games::plotting::board::Place;
use crate::games::plotting::level::{Firing, Level};

pub(super) fn level(problem: &Problem<'_>) -> Result<Level, ReadError> {
    let gates = Gates::of(problem)?;
    let mut cells: BTreeMap<Place, Open<'_>> = BTreeMap::new();
    for fact in problem.facts("open") {
        let [row, column, gate] = fact.take("open takes a row, a column and a gate")?;
        match (row, number(row, "r"), number(column, "k")) {
            ("sky", _, _) => {}
            (_, Some(row @ 1..), Some(column @ 1..)) => {
                let cell = cells.entry(Place { row, column });
                cell.or_insert_with(|| Open::at(fact.at)).gates.insert(gate);
            }
            _ => return Err(fact.at.error("expected a row and a column, e.g. r1 k2")),
        }
    }
    let grid = Grid::of(
        cells.into_iter().map(|(place, open)| Ok((place, gates.content(&open)?, open.at))),
    )?;
    let level = super::level(problem, &grid, hand(problem, &gates)?, goal(problem)?)?;
    let entries = |name: &str, prefix: &str| {
        let entry = |fact: &Fact<'_>| {
            let number = fact.arguments.first().and_then(|name| number(name, prefix));
            number.ok_or_else(|| fact.at.error("no shot can enter here"))
        };
        problem.facts(name).map(entry).collect::<Result<Vec<usize>, ReadError>>()
    };
    let (rows, columns) = (entries("row-entry", "r")?, entries("column-entry", "k")?);
    let firing = Firing::only(level.board(), Some(&rows), Some(&columns))?;
    Ok(level.with_firing(firing))
}

/// The gates that are open in a cell, and the first fact that mentions the cell.
struct Open<'a> {
    gates: BTreeSet<&'a str>,
    at: &'a Expression,
}

impl<'a> Open<'a> {
    fn at(at: &'a Expression) -> Open<'a> {
        Open { gates: BTreeSet::new(), at }
    }
}

/// The mapping from gates to contents of a cell.
struct Gates<'a> {
    colours: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// All gates: those that are open in the sky.
    all: BTreeSet<&'a str>,
}

impl<'a> Gates<'a> {
    fn of(problem: &Problem<'a>) -> Result<Gates<'a>, ReadError> {
        let mut gates = Gates { colours: BTreeMap::new(), all: BTreeSet::new() };
        for fact in problem.facts("has").chain(problem.facts("own")) {
            // A colour with two gates has one `own` fact per gate, so its `has` fact is skipped.
            match (fact.name, fact.arguments.as_slice()) {
                (_, &[colour, gate]) => gates.colours.entry(colour).or_default().insert(gate),
                ("has", &[_, _, _] | &[_, _, _, _]) => continue,
                _ => return Err(fact.at.error("expected a colour and its gates")),
            };
        }
        for fact in problem.facts("open") {
            if let &["sky", _, gate] = fact.arguments.as_slice() {
                gates.all.insert(gate);
            }
        }
        Ok(gates)
    }

    /// Returns the colour whose gates are open, or `None` for an empty cell.
    ///
    /// # Errors
    /// If the open gates match no contents, or more than one.
    fn content(&self, open: &Open<'_>) -> Result<Option<&'a str>, ReadError> {
        let colours = self.colours.iter().filter(|(_, own)| **own == open.gates);
        let empty = (self.all == open.gates).then_some(None);
        let mut matches = colours.map(|(colour, _)| Some(*colour)).chain(empty);
        match (matches.next(), matches.next()) {
            (Some(content), None) => Ok(content),
            (None, _) => Err(open.at.error("the open gates match no colour")),
            (Some(_), Some(_)) => Err(open.at.error("the open gates match more than one colour")),
        }
    }
}

/// Returns the colour in the hand and the fact that gives it, or `None` for a wildcard.
fn hand<'a>(
    problem: &Problem<'a>,
    gates: &Gates<'a>,
) -> Result<Option<(&'a str, &'a Expression)>, ReadError> {
    let mut held: Option<Open<'a>> = None;
    for fact in problem.facts("held") {
        let [gate] = fact.take("held takes a gate")?;
        held.get_or_insert_with(|| Open::at(fact.at)).gates.insert(gate);
    }
    let missing = || ReadError::new("missing fact (held …) for the hand");
    let held = held.ok_or_else(missing)?;
    Ok(gates.content(&held)?.map(|colour| (colour, held.at)))
}

fn goal(problem: &Problem<'_>) -> Result<usize, ReadError> {
    let mut facts = problem.facts("allowed");
    match (facts.next(), facts.next()) {
        (None, _) => Err(ReadError::new("missing fact (allowed …) for the goal")),
        (Some(fact), None) => {
            let [count] = fact.take("allowed takes a number, e.g. n2")?;
            number(count, "n").ok_or_else(|| fact.at.error("allowed takes a number, e.g. n2"))
        }
        (Some(_), Some(second)) => Err(second.at.error("the goal is given twice")),
    }
}

#[cfg(test)]
mod tests {
    use crate::games::plotting::formats;

    const PROBLEM: &str = "(define (problem p) (:domain plotting-lean-1x2)
(:init (has red g1) (has green g2) (open sky k1 g0) (open sky k1 g1) (open sky k1 g2)
(open r1 k1 g1)
(open r1 k2 g2)
(held g1)
(row-entry r1) (allowed n1))
(:goal (done)))";

    #[test]
    fn an_invalid_problem_is_rejected_with_the_place_and_the_reason() {
        assert_eq!(formats::read(PROBLEM, "x").unwrap().level.board().to_string(), "RG");
        for (right, wrong, expected) in [
            ("(open r1 k1 g1)\n", "", "missing fact for row 1, column 1"),
            (
                "(open r1 k1 g1)",
                "(open r1 k1 g9)",
                "line 3, column 1: the open gates match no colour",
            ),
            ("(open r1 k1 g1)", "(open r1 g1)", "line 3, column 1: open takes a row, a column"),
            ("(open r1 k1 g1)", "(open r0 k1 g1)", "line 3, column 1: expected a row and a column"),
            (
                "(has green g2)",
                "(has green g1)",
                "line 3, column 1: the open gates match more than one colour",
            ),
            ("(has green g2)", "(has green)", "line 2, column 21: expected a colour and its gates"),
            ("(held g1)", "", "missing fact (held …) for the hand"),
            (
                "(held g1)",
                "(held g1) (held g2)",
                "line 5, column 1: the open gates match no colour",
            ),
            ("(held g1)", "(held g1 g2)", "line 5, column 1: held takes a gate"),
            ("(allowed n1)", "", "missing fact (allowed …) for the goal"),
            ("(allowed n1)", "(allowed x)", "line 6, column 16: allowed takes a number, e.g. n2"),
            (
                "(allowed n1)",
                "(allowed n1) (allowed n1)",
                "line 6, column 29: the goal is given twice",
            ),
            ("(row-entry r1)", "(row-entry k1)", "line 6, column 1: no shot can enter here"),
        ] {
            let error = formats::read(&PROBLEM.replace(right, wrong), "x").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{wrong}: {error}");
        }
    }
}
