//! The result for a level, for people and for programs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::Args;
use crate::cli::level_options::Numbers;
use crate::cli::simulate::show;
use crate::cli::{Exit, Output};
use crate::game::level::Details;
use crate::game::search::{FoundPlan, Proof};
use crate::game::{AnyLevel, Measure, Noun, Objective};
use crate::lab::horizon::Phase;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::{Statistics, Stop};
use crate::view::text;

/// Everything found out about a level.
pub(super) struct Solution {
    pub(super) level: String,
    /// The numbers that it has from options with ranges.
    pub(super) numbers: Numbers,
    /// What the value of a plan is called.
    pub(super) measure: Measure,
    /// An older key for the steps.
    pub(super) steps_key: Option<&'static str>,
    pub(super) objective: Objective,
    pub(super) outcome: Outcome,
    /// The steps of the best plan.
    pub(super) steps: Option<Vec<String>>,
    /// The value of the best plan.
    pub(super) value: Option<i64>,
    pub(super) optimal: bool,
    /// No plan has a better value than this.
    pub(super) bound: Option<i64>,
    pub(super) proof: Option<Proof>,
    pub(super) solver: String,
    pub(super) states: Option<u64>,
    pub(super) seconds: f64,
    pub(super) run: Option<Run>,
    /// Every length that a plan can have, if asked for, or what ended the search for them.
    pub(super) lengths: Option<Result<Vec<usize>, Stop>>,
    /// The number of plans of the optimal length, in the same way.
    pub(super) count: Option<Result<u128, Stop>>,
    pub(super) goals: Option<Vec<GoalSolution>>,
    pub(super) exit: Exit,
}

/// The result for one goal.
pub(super) struct GoalSolution {
    pub(super) goal: usize,
    pub(super) steps_key: Option<&'static str>,
    pub(super) outcome: Outcome,
    pub(super) steps: Option<Vec<String>>,
    pub(super) bound: i64,
    pub(super) is_open: bool,
}

/// What is known about the run of an external solver.
#[derive(serde::Serialize)]
pub(super) struct Run {
    pub(super) version: String,
    #[serde(flatten)]
    pub(super) model: Details,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) search: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
    pub(super) cpu_seconds: f64,
    pub(super) peak_memory: u64,
    #[serde(flatten)]
    pub(super) statistics: Statistics,
    /// The lengths it was asked about, if the model has a horizon.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) phases: Vec<Phase>,
    /// What is wrong or strange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remark: Option<String>,
    /// Where its files were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<String>,
}

impl Serialize for Solution {
    /// One object with the fields of docs/json.md.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Fields<'a> {
            level: &'a str,
            #[serde(flatten)]
            numbers: BTreeMap<String, u64>,
            outcome: Outcome,
            length: Option<usize>,
            #[serde(flatten)]
            old_steps: OldSteps<'a>,
            steps: Option<&'a [String]>,
            value: Option<i64>,
            objective: Objective,
            optimal: bool,
            #[serde(flatten)]
            bound: Bound,
            #[serde(skip_serializing_if = "Option::is_none")]
            proof: Option<&'static str>,
            solver: &'a str,
            states: Option<u64>,
            seconds: f64,
            #[serde(flatten)]
            run: Option<&'a Run>,
            #[serde(skip_serializing_if = "Option::is_none")]
            lengths: Option<&'a [usize]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            count: Option<u128>,
            #[serde(skip_serializing_if = "Option::is_none")]
            goals: Option<&'a [GoalSolution]>,
            #[serde(skip_serializing_if = "BTreeMap::is_empty")]
            unanswered: BTreeMap<&'static str, Outcome>,
        }
        Fields {
            level: &self.level,
            numbers: self.numbers.iter().map(|(&name, &number)| (self.key(name), number)).collect(),
            outcome: self.outcome,
            length: self.steps.as_ref().map(Vec::len),
            old_steps: OldSteps { key: self.steps_key, steps: self.steps.as_deref() },
            steps: self.steps.as_deref(),
            value: self.value,
            objective: self.objective,
            optimal: self.optimal,
            bound: Bound { objective: self.objective, bound: self.bound },
            proof: self.proof.map(|proof| proof.code),
            solver: &self.solver,
            states: self.states,
            seconds: self.seconds,
            run: self.run.as_ref(),
            lengths: self.lengths.as_ref().and_then(|lengths| lengths.as_deref().ok()),
            count: self.count.and_then(Result::ok),
            goals: self.goals.as_deref(),
            unanswered: self.unanswered().map(|(what, stop)| (what, stop.into())).collect(),
        }
        .serialize(serializer)
    }
}

impl Serialize for GoalSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("goal", &self.goal)?;
        map.serialize_entry("outcome", &self.outcome)?;
        map.serialize_entry("length", &self.steps.as_ref().map(Vec::len))?;
        map.serialize_entry("steps", &self.steps)?;
        if let Some(key) = self.steps_key {
            map.serialize_entry(key, &self.steps)?;
        }
        map.serialize_entry("lower_bound", &self.bound)?;
        map.end()
    }
}

/// The name of a level, with the numbers that tell it from others of this name.
pub(super) fn titled(level: &str, numbers: &Numbers) -> String {
    let numbers = numbers.iter().map(|(name, number)| format!(", {name} {number}"));
    std::iter::once(level.to_owned()).chain(numbers).collect()
}

/// The steps under an older key, if there is one.
struct OldSteps<'a> {
    key: Option<&'static str>,
    steps: Option<&'a [String]>,
}

impl Serialize for OldSteps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(key) = self.key {
            map.serialize_entry(key, &self.steps)?;
        }
        map.end()
    }
}

/// The bound: a lower one where less is better, otherwise an upper one.
struct Bound {
    objective: Objective,
    bound: Option<i64>,
}

impl Serialize for Bound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        if self.objective.is_more_better() {
            map.serialize_entry("upper_bound", &self.bound)?;
        } else {
            map.serialize_entry("lower_bound", &self.bound.unwrap_or_default())?;
        }
        map.end()
    }
}

impl Solution {
    /// A solution with this plan, of which nothing else is known.
    pub(super) fn new(level: &dyn AnyLevel, solver: &str, plan: Option<&FoundPlan>) -> Solution {
        Solution {
            level: level.name(),
            numbers: Numbers::new(),
            measure: level.measure(),
            steps_key: level.game().steps_key(),
            objective: level.objective(),
            outcome: Outcome::Crashed,
            steps: plan.map(|plan| plan.steps.clone()),
            value: plan.map(|plan| plan.value),
            optimal: false,
            bound: None,
            proof: None,
            solver: solver.to_owned(),
            states: None,
            seconds: 0.0,
            run: None,
            lengths: None,
            count: None,
            goals: None,
            exit: Exit::Failed,
        }
    }

    /// The key of a number from an option; a limit of shots is not the shots of the plan.
    fn key(&self, option: &str) -> String {
        if self.steps_key == Some(option) { format!("{option}_limit") } else { option.to_owned() }
    }

    /// The name of the level, with the numbers that tell it from others of this name.
    pub(super) fn title(&self) -> String {
        titled(&self.level, &self.numbers)
    }

    /// A level that was left when the command was interrupted.
    pub(super) fn interrupted(level: &dyn AnyLevel, solver: &str) -> Solution {
        let (outcome, exit) = (Outcome::Interrupted, Exit::NotKnown);
        Solution { outcome, exit, ..Solution::new(level, solver, None) }
    }

    /// What was asked for and is not known, each with what ended the search for it.
    pub(super) fn unanswered(&self) -> impl Iterator<Item = (&'static str, Stop)> {
        let lengths = self.lengths.as_ref().and_then(|lengths| lengths.as_ref().err().copied());
        let count = self.count.and_then(Result::err);
        let all = [("lengths", lengths), ("count", count)];
        all.into_iter().filter_map(|(what, stop)| Some((what, stop?)))
    }

    /// The best value in words.
    fn value_in_words(&self) -> Option<String> {
        self.value.map(|value| self.objective.tell(value, self.measure))
    }

    /// What is known about the level, in a sentence.
    fn headline(&self) -> String {
        let value = self.value_in_words();
        let Some(run) = &self.run else { return self.native_headline(value) };
        let by = format!("{} {}", self.solver, run.version);
        let text = match (self.outcome, value) {
            (Outcome::Solved, Some(value)) if self.optimal => {
                format!("{value}, optimal by {by}, valid by replay")
            }
            (Outcome::Solved, Some(value)) => {
                format!("{value} by {by}, valid by replay, perhaps not optimal")
            }
            (Outcome::Unsolvable, _) => format!("unsolvable by {by}"),
            (Outcome::Refuted, _) => {
                let asked: Vec<usize> = run.phases.iter().map(|phase| phase.steps).collect();
                let noun =
                    if asked == [1] { self.measure.step.one } else { self.measure.step.many };
                format!("no plan of {} {noun} by {by}", list(&asked))
            }
            (outcome, value) => {
                let best = value.map(|value| format!("; the best plan so far has {value}"));
                let is_telling = |bound: &i64| self.objective.is_more_better() || *bound > 1;
                let bound = self.bound.filter(is_telling).map(|bound| {
                    format!("; no plan has {}", self.objective.tell_bound(bound, self.measure))
                });
                format!("{outcome}: {by}{}{}", best.unwrap_or_default(), bound.unwrap_or_default())
            }
        };
        let remark = run.remark.iter().map(|remark| format!(": {remark}"));
        let files = run.files.iter().map(|files| format!(" (its files are in {files})"));
        std::iter::once(text).chain(remark).chain(files).collect()
    }

    fn native_headline(&self, value: Option<String>) -> String {
        let bound = self.objective.tell_bound(self.bound.unwrap_or_default(), self.measure);
        match (self.outcome, value, self.proof) {
            (Outcome::Solved, Some(value), _) => format!("{value}, proved optimal"),
            (Outcome::Unsolvable, _, Some(Proof { reason: Some(reason), .. })) => {
                format!("unsolvable: {reason}")
            }
            (Outcome::Unsolvable, _, _) => {
                const STATE: Noun = Noun { one: "state", many: "states" };
                format!("unsolvable: exhausted {}", STATE.count(self.states.unwrap_or_default()))
            }
            (outcome, value, _) => {
                let limit = match outcome {
                    Outcome::Interrupted => " (interrupted)",
                    Outcome::Memout => " within the memory limit",
                    Outcome::Timeout => " within the time limit",
                    Outcome::Solved
                    | Outcome::Unsolvable
                    | Outcome::Refuted
                    | Outcome::Wrong
                    | Outcome::Crashed
                    | Outcome::Missing => "",
                };
                let best = match value {
                    Some(value) => format!("the best plan so far has {value}"),
                    None => "no plan so far".to_owned(),
                };
                format!("not known{limit}: {best}, none has {bound}")
            }
        }
    }
}

/// Prints what is known about a level, as comments, and its plan, or with `--explain` the plan board by
/// board.
pub(super) fn tell(
    args: &Args,
    level: &dyn AnyLevel,
    solution: &Solution,
    out: &mut Output,
) -> io::Result<()> {
    comment(solution, out)?;
    match &solution.steps {
        Some(steps) if args.explain => explain(level, steps, out),
        Some(steps) => writeln!(out, "{}", steps.join(" ")),
        None => Ok(()),
    }
}

fn explain(level: &dyn AnyLevel, steps: &[String], out: &mut Output) -> io::Result<()> {
    let replay = level.replay_steps(steps).map_err(io::Error::other)?;
    text::picture(out, &level.portrait())?;
    show(out, &replay, level.game().step())
}

fn comment(solution: &Solution, out: &mut Output) -> io::Result<()> {
    let step = solution.measure.step;
    out.sentence(format_args!("# {}: {}", solution.title(), solution.headline()))?;
    match (&solution.lengths, plans(solution)) {
        (Some(Ok(lengths)), _) if lengths.is_empty() => {}
        (Some(Ok(lengths)), plans) => {
            let also = plans.map(|plans| format!("; {plans}")).unwrap_or_default();
            let noun = if lengths[..] == [1] { step.one } else { step.many };
            writeln!(out, "# plans have {} {noun}{also}", list(lengths))?;
        }
        (Some(Err(_)) | None, Some(plans)) => {
            let length = solution.steps.as_ref().map_or(0, Vec::len);
            writeln!(out, "# {plans} {}", step.of(length as i128))?;
        }
        (Some(Err(_)) | None, None) => {}
    }
    for (what, stop) in solution.unanswered() {
        writeln!(out, "# {what} of plans: not known {}", stop.within())?;
    }
    for phase in solution.run.iter().flat_map(|run| &run.phases) {
        writeln!(
            out,
            "# {}: {} in {:.2} s",
            solution.objective.tell_horizon(phase.steps as i64, solution.measure),
            phase.result.word(),
            phase.seconds
        )?;
    }
    for goal in solution.goals.iter().flatten() {
        match &goal.steps {
            Some(steps) => writeln!(
                out,
                "# goal {:>3}: {:>3} {}, {}: {}",
                goal.goal,
                steps.len(),
                step.of(steps.len() as i128),
                goal.outcome,
                steps.join(" ")
            )?,
            None => writeln!(out, "# goal {:>3}: {}", goal.goal, goal.outcome)?,
        }
    }
    Ok(())
}

fn plans(solution: &Solution) -> Option<String> {
    let length = solution.steps.as_ref()?.len();
    match solution.count?.ok()? {
        1 => Some(format!("1 plan has {length}")),
        count => Some(format!("{count} plans have {length}")),
    }
}

fn list(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}
