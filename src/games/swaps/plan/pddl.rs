//! Reads plans of planners: the actions of the published domain and of our PDDL models.
//!
//! ```text
//! (swap-up-down c1 g h r1 r2)            ; Six and published: G at row 1 and H at row 2 change places
//! (swap-left-right-special r1 g s c2 c1 x)   ; G at column 2 moves onto S at column 1
//! (match-three-row h r1 c1 c2 c3 x)      ; three H are removed
//! (swap r1c1 r1c2 g h)                   ; Lean; Numeric leaves the kinds out
//! (vanish r1c2 r1c1 g s)                 ; Lean; Numeric names the pair instead
//! (match r1c1 r1c2 r1c3 h)               ; Lean; Numeric leaves the kind out
//! ```
//!
//! The published problems call the rows `ra`, `rb`, … A tile is named by its first letter.

use super::{Claim, Step};
use crate::game::level::ReadError;
use crate::game::pddl::plan::{self, Written, number};
use crate::game::plan::Planned;
use crate::games::swaps::board::{Cell, Kind};

pub(super) fn read(text: &str) -> Result<Vec<Planned<Step>>, ReadError> {
    let planned = |step: plan::Step<Step>| Planned {
        step: step.action,
        line: Some(step.line),
        action: Some(step.text),
    };
    Ok(plan::read(text, action)?.into_iter().map(planned).collect())
}

fn action(written: &Written) -> Result<Step, ReadError> {
    let arguments: Vec<&str> = written.arguments().collect();
    let read = Reader { written };
    match (written.name(), arguments.as_slice()) {
        ("swap-up-down", &[column, one, other, row1, row2]) => {
            read.exchange([read.at(row1, column)?, read.at(row2, column)?], Some((one, other)))
        }
        ("swap-left-right", &[row, one, other, column1, column2]) => {
            read.exchange([read.at(row, column1)?, read.at(row, column2)?], Some((one, other)))
        }
        ("swap-up-down-special", &[column, one, other, row1, row2, _]) => {
            read.vanish([read.at(row1, column)?, read.at(row2, column)?], Some((one, other)))
        }
        ("swap-left-right-special", &[row, one, other, column1, column2, _]) => {
            read.vanish([read.at(row, column1)?, read.at(row, column2)?], Some((one, other)))
        }
        ("match-three-row", &[tile, row, column1, column2, column3, _]) => {
            let cells = [read.at(row, column1)?, read.at(row, column2)?, read.at(row, column3)?];
            read.three(cells, Some(tile))
        }
        ("match-three-column", &[tile, column, row1, row2, row3, _]) => {
            let cells = [read.at(row1, column)?, read.at(row2, column)?, read.at(row3, column)?];
            read.three(cells, Some(tile))
        }
        ("swap", &[one, other]) => read.exchange([read.cell(one)?, read.cell(other)?], None),
        ("swap", &[one, other, kind, last]) => {
            read.exchange([read.cell(one)?, read.cell(other)?], Some((kind, last)))
        }
        ("vanish", &[one, other, _]) => read.vanish([read.cell(one)?, read.cell(other)?], None),
        ("vanish", &[one, other, kind, last]) => {
            read.vanish([read.cell(one)?, read.cell(other)?], Some((kind, last)))
        }
        ("match", &[one, two, three, ref kind @ ..]) if kind.len() <= 1 => {
            let cells = [read.cell(one)?, read.cell(two)?, read.cell(three)?];
            read.three(cells, kind.first().copied())
        }
        (name, arguments) => {
            let found = arguments.len();
            let reason = format!("{name} with {found} arguments is not an action of the models");
            Err(written.error(reason))
        }
    }
}

/// Reads the arguments of an action.
struct Reader<'a> {
    written: &'a Written,
}

impl Reader<'_> {
    fn exchange(&self, cells: [Cell; 2], tiles: Option<(&str, &str)>) -> Result<Step, ReadError> {
        let [one, other] = cells;
        let tiles = self.kinds(tiles)?;
        // The claim names the tile of the first cell of the move first.
        let tiles =
            tiles.map(|(here, there)| if one < other { (here, there) } else { (there, here) });
        Ok(Step { ends: (one, other), claim: Some(Claim::Exchange(tiles)) })
    }

    fn vanish(&self, cells: [Cell; 2], tiles: Option<(&str, &str)>) -> Result<Step, ReadError> {
        let [from, to] = cells;
        let claim = Claim::Vanish { from, kinds: self.kinds(tiles)? };
        Ok(Step { ends: (from, to), claim: Some(claim) })
    }

    fn three(&self, cells: [Cell; 3], tile: Option<&str>) -> Result<Step, ReadError> {
        let [first, middle, last] = cells;
        let kind = tile.map(|tile| self.kind(tile)).transpose()?;
        Ok(Step { ends: (first, last), claim: Some(Claim::Match { middle, kind }) })
    }

    /// A cell by its row and its column.
    fn at(&self, row: &str, column: &str) -> Result<Cell, ReadError> {
        let (row, column) = (self.number(row, "r", "row")?, self.number(column, "c", "column")?);
        Ok(Cell { row, column })
    }

    /// A row or a column: `r1`, or in the published problems `ra`.
    fn number(&self, word: &str, prefix: &str, what: &str) -> Result<usize, ReadError> {
        let letter = || match word.strip_prefix(prefix)?.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a') + 1),
            _ => None,
        };
        number(word, &[prefix]).or_else(letter).ok_or_else(|| {
            self.written.error(format!("{word:?} is not a {what} (expected e.g. {prefix}1)"))
        })
    }

    /// A cell of the Lean and Numeric models: `r1c2`.
    fn cell(&self, word: &str) -> Result<Cell, ReadError> {
        let cell = || {
            let (row, column) = word.strip_prefix('r')?.split_once('c')?;
            Some(Cell { row: number(row, &[""])?, column: number(column, &[""])? })
        };
        let reason = || format!("{word:?} is not a cell (expected e.g. r1c2)");
        cell().ok_or_else(|| self.written.error(reason()))
    }

    fn kinds(&self, tiles: Option<(&str, &str)>) -> Result<Option<(Kind, Kind)>, ReadError> {
        tiles.map(|(one, other)| Ok((self.kind(one)?, self.kind(other)?))).transpose()
    }

    fn kind(&self, word: &str) -> Result<Kind, ReadError> {
        let initial = word.chars().next().map(|first| first.to_ascii_uppercase());
        let kind = initial.and_then(Kind::from_letter);
        kind.ok_or_else(|| self.written.error(format!("{word:?} is not a tile (expected e.g. g)")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_for_document_1 as plan;

    #[test]
    fn the_actions_of_every_model_are_read() {
        for (text, moves) in [
            ("(swap-up-down c1 g h r1 r2)", "1,1-2,1"),
            ("(SWAP-LEFT-RIGHT RB H R C2 C3)", "2,2-2,3"),
            ("(swap-up-down-special c1 g s r2 r1 x)", "1,1-2,1"),
            ("(swap-left-right-special r1 g s c2 c1 x)", "1,1-1,2"),
            ("(match-three-row h r1 c1 c2 c3 x)", "1,1-1,3"),
            ("(match-three-column h c3 r3 r2 r1 x)", "1,3-3,3"),
            ("(swap r1c1 r1c2)\n(swap r1c1 r2c1 g h)", "1,1-1,2 1,1-2,1"),
            ("(vanish r1c2 r1c1 p1)\n(vanish r1c1 r2c1 g s)", "1,1-1,2 1,1-2,1"),
            ("(match r1c1 r1c2 r1c3)\n(match r1c1 r2c1 r3c1 h)", "1,1-1,3 1,1-3,1"),
        ] {
            assert_eq!(plan(text).unwrap().to_string(), moves, "{text}");
        }
    }

    #[test]
    fn an_invalid_action_is_rejected_with_its_line() {
        for (text, expected) in [
            ("(jump)", "line 1: jump with 0 arguments is not an action of the models"),
            ("(swap r1c1)", "line 1: swap with 1 arguments is not an action of the models"),
            ("(swap r1c1 r1)", "line 1: \"r1\" is not a cell (expected e.g. r1c2)"),
            ("(swap-up-down c1 g h r1 2)", "line 1: \"2\" is not a row (expected e.g. r1)"),
            ("(swap-up-down c g h r1 r2)", "line 1: \"c\" is not a column (expected e.g. c1)"),
            ("(swap-up-down c1 x h r1 r2)", "line 1: \"x\" is not a tile (expected e.g. g)"),
            ("\n(swap r3c1 r4c1)", "line 2: 4,1 is outside the board"),
            ("(swap r1c1", "line 1: unclosed parenthesis"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
