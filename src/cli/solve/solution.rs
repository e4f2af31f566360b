//! What was found out about a level, for people and for programs.

use std::io::Write;

use serde::Serialize;

use crate::cli::{Exit, Failure, Output};
use crate::games::plotting::models::variants::Variants;
use crate::games::plotting::rules::Shot;
use crate::lab::horizon::Phase;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::Statistics;
use crate::view::text;

/// All that was found out about a level.
#[derive(Serialize)]
pub(super) struct Solution {
    pub(super) level: String,
    pub(super) outcome: Outcome,
    pub(super) length: Option<usize>,
    pub(super) shots: Option<Vec<Shot>>,
    pub(super) optimal: bool,
    pub(super) lower_bound: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proof: Option<&'static str>,
    pub(super) solver: String,
    pub(super) states: Option<u64>,
    pub(super) seconds: f64,
    #[serde(flatten)]
    pub(super) run: Option<Run>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lengths: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) goals: Option<Vec<GoalAnswer>>,
    #[serde(skip)]
    pub(super) exit: Exit,
}

/// The answer for one goal.
#[derive(Serialize)]
pub(super) struct GoalAnswer {
    pub(super) goal: usize,
    pub(super) outcome: Outcome,
    pub(super) length: Option<usize>,
    pub(super) shots: Option<Vec<Shot>>,
    pub(super) lower_bound: usize,
    #[serde(skip)]
    pub(super) is_not_known: bool,
}

/// What there is to tell of the run of an external solver.
#[derive(Serialize)]
pub(super) struct Run {
    pub(super) version: String,
    pub(super) model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variants: Option<Variants>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) search: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
    pub(super) cpu_seconds: f64,
    pub(super) peak_memory: u64,
    #[serde(flatten)]
    pub(super) statistics: Statistics,
    /// The lengths that it was asked about, if it was asked so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) phases: Vec<Phase>,
    /// What is wrong or strange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remark: Option<String>,
    /// Where its files were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<String>,
}

impl Solution {
    /// What is known of the level, in a sentence.
    fn headline(&self) -> String {
        let length = self.length.map(|length| text::counted(length, "shot"));
        let Some(run) = &self.run else { return self.native_headline(length) };
        let by = format!("{} {}", self.solver, run.version);
        let told = match (self.outcome, length) {
            (Outcome::Solved, Some(length)) if self.optimal => {
                format!("{length}, optimal by {by}, valid by replay")
            }
            (Outcome::Solved, Some(length)) => {
                format!("{length} by {by}, valid by replay, perhaps not optimal")
            }
            (Outcome::Unsolvable, _) => format!("unsolvable by {by}"),
            (Outcome::Refuted, _) => {
                let asked: Vec<usize> = run.phases.iter().map(|phase| phase.steps).collect();
                let shots = if asked == [1] { "shot" } else { "shots" };
                format!("no plan of {} {shots} by {by}", list(&asked))
            }
            (outcome, length) => {
                let best = length.map(|length| format!("; the best plan so far has {length}"));
                let bound = (self.lower_bound > 1).then(|| {
                    format!("; no plan has fewer than {}", text::counted(self.lower_bound, "shot"))
                });
                format!("{outcome}: {by}{}{}", best.unwrap_or_default(), bound.unwrap_or_default())
            }
        };
        let remark = run.remark.iter().map(|remark| format!(": {remark}"));
        let files = run.files.iter().map(|files| format!(" (its files are in {files})"));
        std::iter::once(told).chain(remark).chain(files).collect()
    }

    fn native_headline(&self, length: Option<String>) -> String {
        let at_least = text::counted(self.lower_bound, "shot");
        match (self.outcome, length, self.proof) {
            (Outcome::Solved, Some(length), _) => format!("{length}, proved optimal"),
            (Outcome::Unsolvable, _, Some("lemma-1")) => {
                "unsolvable: the goal is below the number of colours less one (Lemma 1)".to_owned()
            }
            (Outcome::Unsolvable, _, _) => {
                let states = self.states.unwrap_or_default() as usize;
                format!("unsolvable: exhausted {}", text::counted(states, "state"))
            }
            (_, Some(length), _) => {
                format!(
                    "not known: the best plan so far has {length}, none has fewer than {at_least}"
                )
            }
            (_, None, _) => {
                format!("not known: no plan so far, none has fewer than {at_least}")
            }
        }
    }
}

/// Tells what is known of a level, in comments.
pub(super) fn tell(solution: &Solution, out: &mut Output) -> Result<(), Failure> {
    writeln!(out, "# {}: {}", solution.level, solution.headline())?;
    match &solution.lengths {
        Some(lengths) if lengths.is_empty() => {}
        Some(lengths) => writeln!(out, "# plans have {} shots{}", list(lengths), plans(solution))?,
        None if solution.count.is_some() => {
            writeln!(out, "# {}", plans(solution).trim_start_matches("; "))?
        }
        None => {}
    }
    for phase in solution.run.iter().flat_map(|run| &run.phases) {
        writeln!(
            out,
            "# {}: {} in {:.2} s",
            text::counted(phase.steps, "shot"),
            phase.result.word(),
            phase.seconds
        )?;
    }
    for answer in solution.goals.iter().flatten() {
        let shots = answer.shots.as_ref().map(|shots| text::words(shots)).unwrap_or_default();
        match answer.length {
            Some(length) => writeln!(
                out,
                "# goal {:>3}: {length:>3} shots, {}: {shots}",
                answer.goal, answer.outcome
            )?,
            None => writeln!(out, "# goal {:>3}: {}", answer.goal, answer.outcome)?,
        }
    }
    Ok(())
}

fn plans(solution: &Solution) -> String {
    match (solution.count, solution.length) {
        (Some(1), Some(length)) => format!("; 1 plan has {length}"),
        (Some(count), Some(length)) => format!("; {count} plans have {length}"),
        (None, _) | (_, None) => String::new(),
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
