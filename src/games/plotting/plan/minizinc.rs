//! Reads plans from the output of MiniZinc.
//!
//! The output is either text, in which ten dashes end each solution, or a stream of JSON objects.
//! The last solution is the plan. It lists the shots, or gives `fpRow` and `fpCol` as data.

use super::{PlanError, PlannedShot, savile_row, text};
use crate::game::data::{self, Syntax};
use crate::game::minizinc::{Stream, is_stream};

/// The line that ends a solution.
const END: &str = "----------";

/// Whether a text is the output of MiniZinc.
pub(super) fn is_output(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| line == END || (line.starts_with("=====") && line.ends_with("=====")))
        || is_stream(text)
}

pub(super) fn read(output: &str) -> Result<Vec<PlannedShot>, PlanError> {
    let (solution, first_line) =
        if is_stream(output) { streamed(output)? } else { printed(output)? };
    // Text that is not data lists the shots.
    let shots = match data::read(&solution, Syntax::MiniZinc) {
        Ok(data) if !data.is_empty() => savile_row::shots(&data, solution.lines().count())?,
        Ok(_) | Err(_) => text::read(&without_comments(&solution))?,
    };
    let moved = |shot: PlannedShot| PlannedShot { line: shot.line + first_line - 1, ..shot };
    Ok(shots.into_iter().map(moved).collect())
}

/// Removes comments, which run from `%` to the end of the line.
fn without_comments(solution: &str) -> String {
    let code = |line: &str| line.split('%').next().unwrap_or_default().to_owned() + "\n";
    solution.lines().map(code).collect()
}

/// Returns the last solution of a text output and the line it starts on.
fn printed(output: &str) -> Result<(String, usize), PlanError> {
    let lines: Vec<&str> = output.lines().collect();
    let is_mark = |line: &&str| {
        let line = line.trim();
        line == END || line.starts_with("=====")
    };
    let Some(end) = lines.iter().rposition(|line| line.trim() == END) else {
        let status = lines.iter().rposition(is_mark).unwrap_or(0);
        let message = lines.get(status).map_or("", |line| line.trim()).trim_matches('=');
        return Err(no_plan(status + 1, message));
    };
    let start = lines[..end].iter().rposition(is_mark).map_or(0, |mark| mark + 1);
    Ok((lines[start..end].join("\n"), start + 1))
}

/// Returns the last solution of a JSON stream and its line.
fn streamed(output: &str) -> Result<(String, usize), PlanError> {
    let stream = Stream::read(output);
    if let Some(line) = stream.foreign_line {
        let reason = "not a message of MiniZinc's JSON stream".to_owned();
        return Err(PlanError::Line { line, reason });
    }
    let status = stream.status.unwrap_or_default();
    stream.solution.ok_or_else(|| no_plan(output.lines().count(), &status))
}

fn no_plan(line: usize, status: &str) -> PlanError {
    let reason = match status {
        "" => "the output contains no solution".to_owned(),
        status => format!("the output contains no solution, status {status}"),
    };
    PlanError::Line { line, reason }
}

#[cfg(test)]
mod tests {
    use super::super::read_for_figure_9 as plan;

    #[test]
    fn the_last_solution_is_the_plan() {
        for text in [
            "c1 r1 r2 c4\n----------\n",
            "% a remark\nc2\n----------\nc1 r1 r2 c4 % done\n%%%mzn-stat: nodes=7\n----------\n==========\n",
            "fpRow = [0, 1, 2, 0];\nfpCol = array1d(1..4, [1, 0, 0, 4]);\n----------\n",
            "% fpRow = [1];\n% fpCol = [0];\nfpRowAllowed = [1];\nfpRow = [0, 1, 2, 0];\n\
             fpCol = [1, 0, 0, 4];\n----------\n",
            "{\"type\": \"statistics\", \"statistics\": {}}\n{\"type\": \"solution\", \"output\": {\"default\": \"c1 r1 r2 c4\\n\"}, \"sections\": [\"default\"]}\n{\"type\": \"status\", \"status\": \"ALL_SOLUTIONS\"}\n",
        ] {
            assert_eq!(plan(text).unwrap().to_string(), "c1 r1 r2 c4", "{text}");
        }
    }

    #[test]
    fn an_output_without_a_solution_is_rejected() {
        for (text, expected) in [
            (
                "=====UNSATISFIABLE=====\n",
                "line 1: the output contains no solution, status UNSATISFIABLE",
            ),
            ("% x\n=====UNKNOWN=====\n", "line 2: the output contains no solution, status UNKNOWN"),
            (
                "{\"type\": \"status\", \"status\": \"UNSATISFIABLE\"}\n",
                "line 1: the output contains no solution, status UNSATISFIABLE",
            ),
            ("{\"type\": \"status\"}\nnonsense", "line 2: not a message"),
            ("c1 up\n----------\n", "line 1: \"up\" is not a shot"),
            ("c1\n----------\nr9\n----------\n", "line 3: r9 is outside the board"),
        ] {
            let error = plan(text).unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
