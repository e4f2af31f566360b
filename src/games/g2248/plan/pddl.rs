//! Reads plans of planners for the PDDL model Cells.
//!
//! A path is a `begin`, any number of `extend`s, and a `join`; the other actions are bookkeeping in between.
//! The actions name the numbers on the path and the new block: that is their claim.

use super::{Claim, Step};
use crate::game::level::ReadError;
use crate::game::pddl::plan::{self, Written, number};
use crate::game::plan::Planned;
use crate::games::g2248::board::{Cell, Number};
use crate::games::g2248::path::Path;
use crate::games::g2248::rules::Move;

/// The actions without a part in a path, with their numbers of arguments.
const BOOKKEEPING: [(&str, usize); 8] = [
    ("add", 3),
    ("pass", 3),
    ("skip", 2),
    ("fall", 5),
    ("enter", 7),
    ("turn", 3),
    ("rest", 2),
    ("finish", 1),
];

/// What an action does to the path.
enum Action {
    /// Two cells with the same number begin it.
    Begin { cells: [Cell; 2], number: Number },
    /// It goes on from a cell to another, which have these numbers.
    Extend { cells: [Cell; 2], numbers: [Number; 2] },
    /// It ends in a cell with a number, and becomes a block.
    Join { cell: Cell, number: Number, block: Number },
    /// Nothing.
    None,
}

/// A path that is being built.
struct Growing {
    cells: Vec<Cell>,
    numbers: Vec<Number>,
}

pub(super) fn read(text: &str) -> Result<Vec<Planned<Step>>, ReadError> {
    let mut steps = Vec::new();
    let mut growing: Option<Growing> = None;
    let mut last_line = 1;
    for plan::Step { line, text, action } in plan::read(text, action)? {
        let error = |reason: String| ReadError::on_line(line, format!("{text}: {reason}"));
        last_line = line;
        match (action, growing.take()) {
            (Action::None, path) => growing = path,
            (Action::Begin { cells, number }, None) => {
                growing = Some(Growing { cells: cells.to_vec(), numbers: vec![number; 2] });
            }
            (Action::Begin { .. }, Some(_)) => {
                return Err(error("the path before it was not joined".to_owned()));
            }
            (Action::Extend { cells: [from, to], numbers: [before, next] }, Some(mut path)) => {
                path.check(from, before).map_err(error)?;
                path.cells.push(to);
                path.numbers.push(next);
                growing = Some(path);
            }
            (Action::Join { cell, number, block }, Some(path)) => {
                path.check(cell, number).map_err(error)?;
                let cells = Path::new(path.cells).map_err(|reason| error(reason.to_string()))?;
                let claim = Some(Claim { numbers: path.numbers, block });
                let step = Step { step: Move::Join(cells), claim };
                steps.push(Planned { step, line: Some(line), action: Some(text) });
            }
            (Action::Extend { .. } | Action::Join { .. }, None) => {
                return Err(error("no path has begun".to_owned()));
            }
        }
    }
    match growing {
        None => Ok(steps),
        Some(_) => {
            Err(ReadError::on_line(last_line, "the plan ends before its last path is joined"))
        }
    }
}

impl Growing {
    /// Checks that the path ends in a cell with a number so far.
    fn check(&self, cell: Cell, number: Number) -> Result<(), String> {
        match (self.cells.last(), self.numbers.last()) {
            (Some(&tip), _) if tip != cell => Err(format!("the path is at {tip}, not {cell}")),
            (_, Some(&last)) if last != number => {
                Err(format!("the last number on the path is {last}, not {number}"))
            }
            _ => Ok(()),
        }
    }
}

fn action(written: &Written) -> Result<Action, ReadError> {
    let name = written.name();
    if let Some((_, arguments)) = BOOKKEEPING.iter().find(|(known, _)| *known == name) {
        let found = written.arguments().count();
        return match found == *arguments {
            true => Ok(Action::None),
            false => {
                Err(written.error(format!("{name} takes {arguments} arguments, found {found}")))
            }
        };
    }
    let read = Reader { written };
    match name {
        "begin" => {
            let [one, other, number, _, _, _] = written.take()?;
            let cells = [read.cell(one)?, read.cell(other)?];
            Ok(Action::Begin { cells, number: read.number(number)? })
        }
        "extend" => {
            let [from, to, before, next, _, _] = written.take()?;
            let cells = [read.cell(from)?, read.cell(to)?];
            Ok(Action::Extend { cells, numbers: [read.number(before)?, read.number(next)?] })
        }
        "join" => {
            let [cell, number, _, block, _] = written.take()?;
            let (number, block) = (read.number(number)?, read.number(block)?);
            Ok(Action::Join { cell: read.cell(cell)?, number, block })
        }
        name => Err(written.error(format!("{name} is not an action of the model cells"))),
    }
}

/// Reads the arguments of an action.
struct Reader<'a> {
    written: &'a Written,
}

impl Reader<'_> {
    /// A cell, e.g. `r1c2`.
    fn cell(&self, word: &str) -> Result<Cell, ReadError> {
        let cell = || {
            let (row, column) = word.strip_prefix('r')?.split_once('c')?;
            Some(Cell { row: number(row, &[""])?, column: number(column, &[""])? })
        };
        let reason = || format!("{word:?} is not a cell of the board (expected e.g. r1c2)");
        cell().ok_or_else(|| self.written.error(reason()))
    }

    /// A number, e.g. `n8`.
    fn number(&self, word: &str) -> Result<Number, ReadError> {
        let value = word.strip_prefix('n').and_then(|value| value.parse().ok());
        let reason = || format!("{word:?} is not a number of the game (expected e.g. n8)");
        value.and_then(Number::of).ok_or_else(|| self.written.error(reason()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;

    const PLAN: &str = "(begin r1c1 r1c2 n2 s4 b6 b5)\n(EXTEND r1c2 r1c3 n2 n4 b5 b4)\n\
        (add n4 s4 s8)\n(join r1c3 n4 s8 n8 r2c1)\n(pass r2c1 r1c1 n4)\n(skip r1c1 top-c1)\n\
        (turn top-c1 r1c1 r2c2)\n(rest top-c3 r1c3)\n(finish b4)\n; cost = 1 (general cost)\n";

    #[test]
    fn the_actions_of_a_path_make_a_move() {
        let plan = plan(PLAN).unwrap();
        assert_eq!(plan.to_string(), "1,1-1,2-1,3");
        let step = &plan.0[0];
        assert_eq!((step.line, step.action.as_deref()), (Some(4), Some("join r1c3 n4 s8 n8 r2c1")));
        let claim = step.step.claim.as_ref().unwrap();
        let numbers: Vec<u64> = claim.numbers.iter().map(|number| number.value()).collect();
        assert_eq!((numbers, claim.block.value()), (vec![2, 2, 4], 8));
    }

    #[test]
    fn an_invalid_plan_is_rejected_with_its_line() {
        for (right, wrong, expected) in [
            ("(add n4 s4 s8)", "(begin r2c1 r2c2 n4 s8 b4 b3)", "line 3: begin r2c1 r2c2 n4 s8 b4"),
            (
                "(EXTEND r1c2",
                "(EXTEND r1c1",
                "line 2: extend r1c1 r1c3 n2 n4 b5 b4: the path is at",
            ),
            (
                "(join r1c3 n4",
                "(join r1c3 n8",
                "line 4: join r1c3 n8 s8 n8 r2c1: the last number on",
            ),
            ("(begin r1c1 r1c2", "(begin r1c1 r9c2", "line 2: extend r1c2 r1c3 n2 n4 b5 b4: the"),
            ("(begin r1c1 r1c2 n2 s4 b6 b5)", "", "line 2: extend r1c2 r1c3 n2 n4 b5 b4: no path"),
            ("(join r1c3 n4 s8 n8 r2c1)", "", "line 9: the plan ends before its last path is"),
            ("n2 s4 b6 b5)", "n3 s4 b6 b5)", "line 1: \"n3\" is not a number of the game"),
            ("(begin r1c1", "(begin q1c1", "line 1: \"q1c1\" is not a cell of the board"),
            ("(finish b4)", "(finish)", "line 9: finish takes 1 arguments, found 0"),
            ("(finish b4)", "(jump)", "line 9: jump is not an action of the model cells"),
        ] {
            let error = plan(&PLAN.replace(right, wrong)).unwrap_err();
            assert!(error.starts_with(expected), "{wrong}: {error}");
        }
    }
}
