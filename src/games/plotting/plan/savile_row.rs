//! Reads plans from solutions that Savile Row writes for an Essence Prime model.
//!
//! The lists `fpRow` and `fpCol` give the shots. In each step exactly one of the two numbers is 0.

use super::{PlanError, PlannedShot};
use crate::games::plotting::rules::Shot;

/// Whether a text is a solution in Essence Prime.
pub(super) fn is_solution(text: &str) -> bool {
    text.trim_start().starts_with("language ESSENCE'")
        || text.lines().any(|line| line.trim_start().starts_with("letting "))
}

pub(super) fn read(text: &str) -> Result<Vec<PlannedShot>, PlanError> {
    shots(list(text, "letting fpRow be")?, list(text, "letting fpCol be")?)
}

/// A list of numbers and the line it starts on.
pub(super) struct List {
    line: usize,
    numbers: Vec<usize>,
}

/// Parses the list that follows `name`, from `[` to `]`. An index domain after `;` is ignored.
pub(super) fn list(text: &str, name: &str) -> Result<List, PlanError> {
    let at = |position: usize| 1 + text[..position].matches('\n').count();
    let Some(start) = text.find(name) else {
        let reason = format!("missing {name} …, which lists the shots");
        return Err(PlanError::Line { line: at(text.len()), reason });
    };
    let line = at(start);
    let broken = |reason: &str| PlanError::Line { line, reason: format!("{name} …: {reason}") };
    let rest = &text[start + name.len()..];
    let open = rest.find('[').ok_or_else(|| broken("expected a list"))?;
    let close = rest[open..].find(']').ok_or_else(|| broken("unclosed list"))? + open;
    let inside = rest[open + 1..close].split(';').next().unwrap_or_default();
    let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse().map_err(|_| broken(&format!("{word:?} is not the number of a row or column")))
    };
    Ok(List { line, numbers: words.map(number).collect::<Result<_, _>>()? })
}

/// Combines the list of rows and the list of columns into shots.
pub(super) fn shots(rows: List, columns: List) -> Result<Vec<PlannedShot>, PlanError> {
    let line = rows.line.max(columns.line);
    if rows.numbers.len() != columns.numbers.len() {
        let (rows, columns) = (rows.numbers.len(), columns.numbers.len());
        let reason = format!("fpRow and fpCol differ in length: {rows} and {columns}");
        return Err(PlanError::Line { line, reason });
    }
    let steps = rows.numbers.into_iter().zip(columns.numbers).enumerate();
    steps
        .map(|(index, pair)| {
            let shot = match pair {
                (row, 0) if row > 0 => Shot::Row(row),
                (0, column) if column > 0 => Shot::Column(column),
                (row, column) => {
                    let reason = format!(
                        "step {}: exactly one of row {row} and column {column} should be 0",
                        index + 1
                    );
                    return Err(PlanError::Line { line, reason });
                }
            };
            Ok(PlannedShot { shot, line })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;

    #[test]
    fn a_solution_is_a_plan() {
        let text = "language ESSENCE' 1.0\n$ Minion\nletting fpCol be [1, 0, 0, 4; int(1..4)]\n\
                    letting fpRow be [0, 1,\n 2, 0]\nletting hand be [1, 1, 2, 1, 1]\n";
        assert_eq!(plan(text).unwrap().to_string(), "c1 r1 r2 c4");
    }

    #[test]
    fn an_invalid_solution_is_rejected_with_its_line() {
        for (text, expected) in [
            ("letting fpRow be [1]\n", "line 2: missing letting fpCol be …"),
            (
                "letting fpRow be [1]\nletting fpCol be [0, 1]",
                "line 2: fpRow and fpCol differ in length: 1 and 2",
            ),
            (
                "letting fpRow be [1]\nletting fpCol be [1]",
                "line 2: step 1: exactly one of row 1 and column 1",
            ),
            (
                "letting fpRow be [1\nletting fpCol be 3",
                "line 1: letting fpRow be …: unclosed list",
            ),
            (
                "letting fpRow be [x]\nletting fpCol be [0]",
                "line 1: letting fpRow be …: \"x\" is not the number",
            ),
            ("letting fpRow be [9]\nletting fpCol be [0]", "line 2: r9 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
