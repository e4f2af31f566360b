//! Reads plans from solutions that Savile Row writes for an Essence Prime model.
//!
//! The lists `fpRow` and `fpCol` give the shots. In each step exactly one of the two numbers is 0.

use super::PlannedStep;
use crate::game::data::{self, Assignment, DataError, Syntax, Value};
use crate::game::level::ReadError;
use crate::games::plotting::rules::Shot;

/// Whether a text is a solution in Essence Prime.
pub(super) fn is_solution(text: &str) -> bool {
    text.trim_start().starts_with("language ESSENCE'")
        || text.lines().any(|line| line.trim_start().starts_with("letting "))
}

pub(super) fn read(text: &str) -> Result<Vec<PlannedStep>, ReadError> {
    let data = data::read(text, Syntax::EssencePrime)
        .map_err(|DataError { line, reason }| ReadError::on_line(line, reason))?;
    shots(&data, text.lines().count())
}

/// The shots that data gives as `fpRow` and `fpCol`. `end` is the last line of the text.
pub(super) fn shots(data: &[Assignment], end: usize) -> Result<Vec<PlannedStep>, ReadError> {
    combined(list(data, "fpRow", end)?, list(data, "fpCol", end)?)
}

/// A list of numbers and the line it is on.
struct List {
    line: usize,
    numbers: Vec<usize>,
}

fn list(data: &[Assignment], name: &str, end: usize) -> Result<List, ReadError> {
    let Some(Assignment { line, value, .. }) = data.iter().find(|one| one.name == name) else {
        let reason = format!("{name} is missing, which is part of the plan");
        return Err(ReadError::on_line(end.max(1), reason));
    };
    let number = |value: &Value| match value {
        Value::Number(number) => usize::try_from(*number).ok(),
        Value::List(_) | Value::Truth(_) | Value::Other => None,
    };
    let numbers = match value {
        Value::List(list) => list.iter().map(number).collect(),
        Value::Number(_) | Value::Truth(_) | Value::Other => None,
    };
    let reason = || format!("{name} is not a list of row or column numbers");
    let numbers = numbers.ok_or_else(|| ReadError::on_line(*line, reason()))?;
    Ok(List { line: *line, numbers })
}

/// Combines the list of rows and the list of columns into shots.
fn combined(rows: List, columns: List) -> Result<Vec<PlannedStep>, ReadError> {
    let line = rows.line.max(columns.line);
    if rows.numbers.len() != columns.numbers.len() {
        let (rows, columns) = (rows.numbers.len(), columns.numbers.len());
        let reason = format!("fpRow and fpCol differ in length: {rows} and {columns}");
        return Err(ReadError::on_line(line, reason));
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
                    return Err(ReadError::on_line(line, reason));
                }
            };
            Ok(PlannedStep::shot(shot, line))
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
    fn comments_and_other_names_are_not_part_of_the_plan() {
        let hidden = "$ letting fpRow be [0,1,2,0]\n$ letting fpCol be [1,0,0,4]\n\
                      letting fpRow be [0]\nletting fpCol be [1]\n";
        assert_eq!(plan(hidden).unwrap().to_string(), "c1");
        let longer = "letting fpRowAllowed be [1, 1]\nletting fpRow be [0]\nletting fpCol be [1]\n";
        assert_eq!(plan(longer).unwrap().to_string(), "c1");
        let later = "letting fpRow be 3\nletting hand be [0, 1]\nletting fpCol be [1, 0]\n";
        assert!(plan(later).unwrap_err().starts_with("line 1: fpRow is not a list"));
        let twice = "letting fpRow be [0]\nletting fpCol be [1]\nletting fpRow be [1]\n";
        assert!(plan(twice).unwrap_err().starts_with("line 3: fpRow is given twice"));
    }

    #[test]
    fn an_invalid_solution_is_rejected_with_its_line() {
        for (text, expected) in [
            ("letting fpRow be [1]\n", "line 1: fpCol is missing"),
            (
                "letting fpRow be [1]\nletting fpCol be [0, 1]",
                "line 2: fpRow and fpCol differ in length: 1 and 2",
            ),
            (
                "letting fpRow be [1]\nletting fpCol be [1]",
                "line 2: step 1: exactly one of row 1 and column 1",
            ),
            ("letting fpRow be [1\nletting fpCol be 3", "line 1: expected letting NAME be VALUE"),
            (
                "letting fpRow be [x]\nletting fpCol be [0]",
                "line 1: fpRow is not a list of row or column numbers",
            ),
            ("letting fpRow be [9]\nletting fpCol be [0]", "line 2: r9 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
