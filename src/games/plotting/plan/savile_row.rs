//! What Savile Row writes: a solution of an Essence Prime model, in which `fpRow` and `fpCol` are the
//! shots. Of the two numbers for a step one is 0.

use super::{PlanError, PlannedShot};
use crate::games::plotting::rules::Shot;

/// Whether a text is a solution.
pub(super) fn is_solution(text: &str) -> bool {
    text.trim_start().starts_with("language ESSENCE'")
        || text.lines().any(|line| line.trim_start().starts_with("letting "))
}

pub(super) fn read(text: &str) -> Result<Vec<PlannedShot>, PlanError> {
    shots(list(text, "letting fpRow be")?, list(text, "letting fpCol be")?)
}

/// The numbers of a list, and the line that it starts on.
pub(super) struct List {
    line: usize,
    numbers: Vec<usize>,
}

/// The list behind a word, from `[` to `]`; a domain behind `;` is not part of it.
pub(super) fn list(text: &str, name: &str) -> Result<List, PlanError> {
    let at = |position: usize| 1 + text[..position].matches('\n').count();
    let Some(start) = text.find(name) else {
        let reason = format!("there is no {name} …, which says where the shots are fired");
        return Err(PlanError::Line { line: at(text.len()), reason });
    };
    let line = at(start);
    let broken = |reason: &str| PlanError::Line { line, reason: format!("{name} …: {reason}") };
    let rest = &text[start + name.len()..];
    let open = rest.find('[').ok_or_else(|| broken("there is no list"))?;
    let close = rest[open..].find(']').ok_or_else(|| broken("the list does not end"))? + open;
    let inside = rest[open + 1..close].split(';').next().unwrap_or_default();
    let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse().map_err(|_| broken(&format!("{word:?} is not the number of a row or column")))
    };
    Ok(List { line, numbers: words.map(number).collect::<Result<_, _>>()? })
}

/// The shots of two lists of the same length.
pub(super) fn shots(rows: List, columns: List) -> Result<Vec<PlannedShot>, PlanError> {
    let line = rows.line.max(columns.line);
    if rows.numbers.len() != columns.numbers.len() {
        let (rows, columns) = (rows.numbers.len(), columns.numbers.len());
        let reason = format!("there are {rows} rows and {columns} columns to be fired at");
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
                        "step {}: one of row {row} and column {column} should be 0, and one not",
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
    fn what_is_not_a_solution_is_refused_with_its_line() {
        for (text, expected) in [
            ("letting fpRow be [1]\n", "line 2: there is no letting fpCol be …"),
            (
                "letting fpRow be [1]\nletting fpCol be [0, 1]",
                "line 2: there are 1 rows and 2 columns",
            ),
            (
                "letting fpRow be [1]\nletting fpCol be [1]",
                "line 2: step 1: one of row 1 and column 1",
            ),
            (
                "letting fpRow be [1\nletting fpCol be 3",
                "line 1: letting fpRow be …: the list does not end",
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
