//! A game of its own, as a contributor would add one: walk down a triangle of digits and collect the
//! greatest sum. More is better, there is a PDDL model, and there is no native solver.

use std::fmt;
use std::str::FromStr;

use plotgen::game::picture::{Hue, Tile};
use plotgen::game::plan::Judged;
use plotgen::game::replay::play_words;
use plotgen::game::{
    Dialect, Game, Language, LevelFacts, Model, Move, Noun, Objective, Picture, ReadError, Reading,
    Replay, Shared,
};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

pub(crate) struct Triangle;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Level {
    game: String,
    name: String,
    rows: Vec<String>,
}

impl Level {
    /// The digit in a cell, from 1, if there is one.
    fn digit(&self, (row, column): Cell) -> Option<i64> {
        let digit = self.rows.get(row - 1)?.chars().nth(column - 1)?;
        Some(i64::from(digit.to_digit(10)?))
    }
}

/// A row and a column, from 1.
type Cell = (usize, usize);

/// The one model: PDDL in which a digit costs what it lacks to 9.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Walk {
    model: &'static str,
}

impl FromStr for Walk {
    type Err = String;

    fn from_str(word: &str) -> Result<Walk, String> {
        match word {
            "walk" => Ok(Walk { model: "walk" }),
            _ => Err(format!("{word:?} is not a model (walk)")),
        }
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.model)
    }
}

impl Model for Walk {
    fn about(&self) -> &'static str {
        "PDDL, one action per step down"
    }
}

const DOMAIN: &str = "\
(define (domain triangle)
  (:requirements :strips :disjunctive-preconditions :action-costs)
  (:predicates (at ?cell) (left ?above ?below) (right ?above ?below))
  (:functions (total-cost) - number (lack ?cell) - number)
  (:action go-left
    :parameters (?above ?below)
    :precondition (and (at ?above) (left ?above ?below))
    :effect (and (not (at ?above)) (at ?below) (increase (total-cost) (lack ?below))))
  (:action go-right
    :parameters (?above ?below)
    :precondition (and (at ?above) (right ?above ?below))
    :effect (and (not (at ?above)) (at ?below) (increase (total-cost) (lack ?below)))))
";

impl Game for Triangle {
    const NAME: &'static str = "triangle";
    const STEP: Noun = Noun { one: "step", many: "steps" };
    type Level = Level;
    type State = Cell;
    type Plan = Vec<String>;
    type Model = Walk;
    type Draw = IgnoredAny;

    fn read(text: &str, _: &str) -> Result<Reading<Level>, ReadError> {
        let level: Level = serde_json::from_str(text).map_err(ReadError::new)?;
        for (index, row) in level.rows.iter().enumerate() {
            if row.len() != index + 1 || !row.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ReadError::new(format!("row {}: not {} digits", index + 1, index + 1)));
            }
        }
        Ok(Reading { level, form: "json" })
    }

    fn renamed(level: &Level, name: &str) -> Level {
        Level { name: name.to_owned(), ..level.clone() }
    }

    fn facts(level: &Level) -> LevelFacts {
        let rows = level.rows.len();
        LevelFacts::new(&level.name, format!("{rows} rows"), &[("rows", rows)]).sized_by("rows")
    }

    fn objective(_: &Level) -> Objective {
        Objective::GreatestScore
    }

    fn start(_: &Level) -> Cell {
        (1, 1)
    }

    fn is_won(level: &Level, &(row, _): &Cell) -> bool {
        row == level.rows.len()
    }

    fn moves(level: &Level, &(row, column): &Cell) -> Vec<Move<Cell>> {
        let below = [("l", (row + 1, column)), ("r", (row + 1, column + 1))];
        let step = |(word, cell): (&str, Cell)| {
            Some(Move { word: word.to_owned(), value: level.digit(cell)?, after: cell })
        };
        below.into_iter().filter_map(step).collect()
    }

    fn picture(level: &Level, state: &Cell) -> Picture {
        let cell = |row: usize, (column, digit): (usize, char)| {
            let hue = if (row + 1, column + 1) == *state { Hue::Yellow } else { Hue::Grey };
            Some(Tile { label: digit.to_string(), hue })
        };
        let row = |(index, digits): (usize, &String)| {
            digits.chars().enumerate().map(|one| cell(index, one)).collect()
        };
        Picture { rows: level.rows.iter().enumerate().map(row).collect(), ..Picture::default() }
    }

    fn read_plan(text: &str, _: Option<&Dialect>, _: &Level) -> Result<Vec<String>, ReadError> {
        let step = |word: &str| match word {
            "(go-left" => Some("l".to_owned()),
            "(go-right" => Some("r".to_owned()),
            word => (!word.starts_with("cell")).then(|| word.to_owned()),
        };
        let lines = text.lines().filter(|line| !line.starts_with(';'));
        Ok(lines.flat_map(str::split_whitespace).filter_map(step).collect())
    }

    fn replay(level: &Level, plan: &Vec<String>) -> Replay {
        play_words::<Triangle>(level, plan)
    }

    fn models(language: Language) -> Vec<Walk> {
        if language == Language::Pddl { vec![Walk { model: "walk" }] } else { Vec::new() }
    }

    fn shared(_: &Walk, _: Language, _: Option<&Level>) -> Option<Shared> {
        Some(Shared { file: "domain.pddl".to_owned(), text: DOMAIN.to_owned() })
    }

    fn question(_: &Walk, _: Language, level: &Level, _: usize) -> String {
        let cells: Vec<Cell> = (1..=level.rows.len())
            .flat_map(|row| (1..=row).map(move |column| (row, column)))
            .collect();
        let name = |(row, column): Cell| format!("cell-{row}-{column}");
        let all: Vec<String> = cells.iter().copied().map(name).collect();
        let mut facts = vec![format!("(at {}) (= (total-cost) 0)", name((1, 1)))];
        for &(row, column) in &cells {
            let digit = level.digit((row, column)).unwrap_or_default();
            facts.push(format!("(= (lack {}) {})", name((row, column)), 9 - digit));
            for (side, below) in [("left", (row + 1, column)), ("right", (row + 1, column + 1))] {
                if level.digit(below).is_some() {
                    facts.push(format!("({side} {} {})", name((row, column)), name(below)));
                }
            }
        }
        let last = level.rows.len();
        let goals: Vec<String> =
            (1..=last).map(|column| format!("(at {})", name((last, column)))).collect();
        format!(
            "(define (problem {}) (:domain triangle)\n  (:objects {})\n  (:init {})\n  \
             (:goal (or {}))\n  (:metric minimize (total-cost)))\n",
            level.name,
            all.join(" "),
            facts.join("\n    "),
            goals.join(" ")
        )
    }
}

/// The value of a plan, for tests that look at the rules alone.
pub(crate) fn score(level: &Level, plan: &[&str]) -> Option<i64> {
    let words: Vec<String> = plan.iter().map(|&word| word.to_owned()).collect();
    play_words::<Triangle>(level, &words).finding.ok().map(|Judged { value, .. }| value)
}
