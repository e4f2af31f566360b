//! Reads plans from the output of MiniZinc.
//!
//! The output is either text, in which ten dashes end each solution, or a stream of JSON objects.
//! The last solution is the plan. It lists the shots, or gives `fpRow` and `fpCol` as data.

use super::{PlannedStep, savile_row, text};
use crate::game::data::{self, Syntax};
use crate::game::level::ReadError;
use crate::game::minizinc::Solution;

pub(super) fn read(output: &str) -> Result<Vec<PlannedStep>, ReadError> {
    let solution = Solution::last(output)?;
    // Text that is not data lists the shots.
    let shots = match data::read(&solution.text, Syntax::MiniZinc) {
        Ok(data) if !data.is_empty() => savile_row::shots(&data, solution.text.lines().count()),
        Ok(_) | Err(_) => text::read(&solution.code()),
    };
    let shots = shots.map_err(|error| error.starting_at(solution.line, 1))?;
    let moved = |step: PlannedStep| PlannedStep { line: step.line + solution.line - 1, ..step };
    Ok(shots.into_iter().map(moved).collect())
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
