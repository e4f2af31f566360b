//! Problems of the Lean model. `(open r1 k4 g2)` is a gate in row 1, column 4, counted from the top left. In a
//! block the gates of its colour are open, in an empty cell all, as they are in the sky above the board.

use std::collections::{BTreeMap, BTreeSet};

use super::{Expression, Fact, Grid, Problem, ReadError, number};
use crate::games::plotting::board::Place;
use crate::games::plotting::level::{Firing, Level};

pub(super) fn level(problem: &Problem<'_>) -> Result<Level, ReadError> {
    let gates = Gates::of(problem)?;
    let mut cells: BTreeMap<Place, Open<'_>> = BTreeMap::new();
    for fact in problem.facts("open") {
        let [row, column, gate] = words(fact, "open takes a row, a column and a gate")?;
        match (row, number(row, "r"), number(column, "k")) {
            ("sky", _, _) => {}
            (_, Some(row @ 1..), Some(column @ 1..)) => {
                let cell = cells.entry(Place { row, column });
                cell.or_insert_with(|| Open::at(fact.at)).gates.insert(gate);
            }
            _ => return Err(fact.at.error("the cell is not given by a row and a column, r1 k2")),
        }
    }
    let grid = Grid::of(
        cells.into_iter().map(|(place, open)| Ok((place, gates.content(&open)?, open.at))),
    )?;
    let level = problem.level(&grid, hand(problem, &gates)?, goal(problem)?)?;
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

/// The arguments of a fact, if there are as many as it takes.
fn words<'a, const N: usize>(fact: &Fact<'a>, takes: &str) -> Result<[&'a str; N], ReadError> {
    fact.arguments.as_slice().try_into().map_err(|_| fact.at.error(takes))
}

/// The gates that are open in a cell, and where the problem begins to say so.
struct Open<'a> {
    gates: BTreeSet<&'a str>,
    at: &'a Expression,
}

impl<'a> Open<'a> {
    fn at(at: &'a Expression) -> Open<'a> {
        Open { gates: BTreeSet::new(), at }
    }
}

/// What gates mean.
struct Gates<'a> {
    colours: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Those that are open in the sky.
    all: BTreeSet<&'a str>,
}

impl<'a> Gates<'a> {
    fn of(problem: &Problem<'a>) -> Result<Gates<'a>, ReadError> {
        let mut gates = Gates { colours: BTreeMap::new(), all: BTreeSet::new() };
        for fact in problem.facts("has").chain(problem.facts("own")) {
            // Where a colour has two gates, each has a fact of its own beside that of all.
            match (fact.name, fact.arguments.as_slice()) {
                (_, &[colour, gate]) => gates.colours.entry(colour).or_default().insert(gate),
                ("has", &[_, _, _] | &[_, _, _, _]) => continue,
                _ => return Err(fact.at.error("a colour and its gates are expected")),
            };
        }
        for fact in problem.facts("open") {
            if let &["sky", _, gate] = fact.arguments.as_slice() {
                gates.all.insert(gate);
            }
        }
        Ok(gates)
    }

    /// The colour of the block whose gates are open; none if all are.
    fn content(&self, open: &Open<'_>) -> Result<Option<&'a str>, ReadError> {
        let colours = self.colours.iter().filter(|(_, own)| **own == open.gates);
        let nothing = (self.all == open.gates).then_some(None);
        let mut meant = colours.map(|(colour, _)| Some(*colour)).chain(nothing);
        match (meant.next(), meant.next()) {
            (Some(content), None) => Ok(content),
            (None, _) => Err(open.at.error("the gates that are open here are those of no colour")),
            (Some(_), Some(_)) => {
                Err(open.at.error("the gates that are open here mean more than one thing"))
            }
        }
    }
}

/// The colour in the hand and where the problem says so; none for a wildcard.
fn hand<'a>(
    problem: &Problem<'a>,
    gates: &Gates<'a>,
) -> Result<Option<(&'a str, &'a Expression)>, ReadError> {
    let mut held: Option<Open<'a>> = None;
    for fact in problem.facts("held") {
        let [gate] = words(fact, "held takes a gate")?;
        held.get_or_insert_with(|| Open::at(fact.at)).gates.insert(gate);
    }
    let missing = || ReadError::Missing("no fact (held …) says what the hand holds".to_owned());
    let held = held.ok_or_else(missing)?;
    Ok(gates.content(&held)?.map(|colour| (colour, held.at)))
}

fn goal(problem: &Problem<'_>) -> Result<usize, ReadError> {
    let mut facts = problem.facts("allowed");
    match (facts.next(), facts.next()) {
        (None, _) => Err(ReadError::Missing(
            "no fact (allowed …) says how many blocks may be left".to_owned(),
        )),
        (Some(fact), None) => {
            let [count] = words(fact, "allowed takes a number, n2")?;
            number(count, "n").ok_or_else(|| fact.at.error("allowed takes a number, n2"))
        }
        (Some(_), Some(second)) => Err(second.at.error("another goal was given before")),
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
    fn a_problem_that_is_wrong_is_refused_with_the_place_and_the_reason() {
        assert_eq!(formats::read(PROBLEM, "x").unwrap().level.board().to_string(), "RG");
        for (right, wrong, expected) in [
            ("(open r1 k1 g1)\n", "", "no fact says what is in row 1, column 1"),
            (
                "(open r1 k1 g1)",
                "(open r1 k1 g9)",
                "line 3, column 1: the gates that are open here",
            ),
            ("(open r1 k1 g1)", "(open r1 g1)", "line 3, column 1: open takes a row, a column"),
            ("(open r1 k1 g1)", "(open r0 k1 g1)", "line 3, column 1: the cell is not given by"),
            (
                "(has green g2)",
                "(has green g1)",
                "line 3, column 1: the gates that are open here mean",
            ),
            ("(has green g2)", "(has green)", "line 2, column 21: a colour and its gates are"),
            ("(held g1)", "", "no fact (held …) says what the hand holds"),
            ("(held g1)", "(held g1) (held g2)", "line 5, column 1: the gates that are open here"),
            ("(held g1)", "(held g1 g2)", "line 5, column 1: held takes a gate"),
            ("(allowed n1)", "", "no fact (allowed …) says how many blocks may be left"),
            ("(allowed n1)", "(allowed x)", "line 6, column 16: allowed takes a number, n2"),
            ("(allowed n1)", "(allowed n1) (allowed n1)", "line 6, column 29: another goal was"),
            ("(row-entry r1)", "(row-entry k1)", "line 6, column 1: no shot can enter here"),
        ] {
            let error = formats::read(&PROBLEM.replace(right, wrong), "x").unwrap_err().to_string();
            assert!(error.starts_with(expected), "{wrong}: {error}");
        }
    }
}
