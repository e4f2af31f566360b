//! Reads plans from the output of MiniZinc: the last solution lists the moves.

use super::text;
use crate::game::level::ReadError;
use crate::game::minizinc::Solution;
use crate::game::plan::Planned;
use crate::games::g2248::rules::Move;

pub(super) fn read(output: &str) -> Result<Vec<Planned<Move>>, ReadError> {
    let solution = Solution::last(output)?;
    let steps =
        text::read(&solution.code()).map_err(|error| error.starting_at(solution.line, 1))?;
    let moved = |step: Planned<Move>| Planned {
        line: step.line.map(|line| line + solution.line - 1),
        ..step
    };
    Ok(steps.into_iter().map(moved).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;

    #[test]
    fn the_last_solution_is_the_plan() {
        for text in [
            "1,1-1,2 2,1-2,2\n----------\n==========\n",
            "% first\n2,1-2,2\n----------\n1,1-1,2\n2,1-2,2 % done\n----------\n",
            "{\"type\": \"solution\", \"output\": {\"default\": \"1,1-1,2 2,1-2,2 \\n\"}, \"sections\": [\"default\"]}\n",
        ] {
            assert_eq!(plan(text).unwrap().to_string(), "1,1-1,2 2,1-2,2", "{text}");
        }
        let error = plan("1,1-1,2\n----------\nup\n----------\n").unwrap_err();
        assert!(error.starts_with("line 3: \"up\" is not a move"), "{error}");
        let error = plan("=====UNSATISFIABLE=====\n").unwrap_err();
        assert!(error.starts_with("line 1: the output contains no solution"), "{error}");
    }
}
