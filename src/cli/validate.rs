//! `plotgen validate`: whether plans solve a level, and if not, where and why they fail.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::input::{LevelArg, at_fault};
use super::plan_form::PlanForm;
use super::solve::Limits;
use super::{Exit, Failure, Output, simulate};
use crate::game::AnyLevel;
use crate::game::level::Details;
use crate::game::plan::{Flaw, Replay};
use crate::game::search::SearchResult;
use crate::lab::files;
use crate::view::text;

const EXAMPLE: &str = "\
Example:
  $ echo 'c1 r1 r2' | plotgen validate instances/named/figure-9.json -
  invalid: after shot 3: 3 blocks are left, the goal is 1 (line 1)
     1   .  .  .  R |
     2   .  .  G  R |
        ------------+
         1  2  3  4
  hand:  R
  3 blocks left, the goal is 1: 2 too many

A plan is text, steps separated by white space (# and ; start comments); JSON, a list of steps or an
object with such a list under steps; a Savile Row solution; MiniZinc output; or a planner's plan for one
of the PDDL models, this project's or the published ones. A planner's plan is checked in full, not only
its steps:

  $ plotgen validate level.json sas_plan
  $ echo '(fall_block loc_2_3 loc_2_2 r)' | plotgen validate instances/named/figure-9.json - | sed q
  invalid: line 1, fall_block loc_2_3 loc_2_2 r: loc_2_2 holds R; loc_2_2 should be empty

Several plans, e.g. those of a planner that improves its plan, are judged one by one:

  $ plotgen validate level.json sas_plan.1 sas_plan.2 sas_plan.3

--optimal solves the level with the native solver, within the limits, and compares.

--json, one object per plan: level, plan (its file), valid and length; goal_met_after; error: null, or
shot or move (the number of the step), line, action, reason (docs/json.md lists them), held, expected and
message; the state at the end, or before the step that fails, for Plotting blocks, goal, grid and hand, for
swaps tiles and tile_count; for Plotting shots_alone_valid: whether the shots of a planner's plan that
departs from the game solve the level; and with --optimal optimal and optimum, null if not known.

Exit code: 0 valid (with --optimal: and optimal), 1 not so, 3 valid, but whether it is optimal is not
known within the limits. With several plans, the worst of them.";

/// Say whether plans solve a level; if not, which step fails, and why
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// The plans; - is standard input
    #[arg(value_name = "PLAN", required = true)]
    plans: Vec<PathBuf>,

    #[command(flatten)]
    form: PlanForm,

    /// Show the boards of the plan
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    /// Also say whether a valid plan is a best one
    #[arg(long)]
    optimal: bool,

    #[command(flatten)]
    limits: Limits,

    /// Answer with one JSON object per plan
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verdict<'a> {
    level: &'a str,
    plan: &'a Path,
    valid: bool,
    #[serde(flatten)]
    details: &'a Details,
    error: Option<&'a Flaw>,
    #[serde(flatten)]
    comparison: Option<Comparison>,
}

/// A plan and the best plans of its level.
#[derive(Serialize)]
struct Comparison {
    optimal: Option<bool>,
    optimum: Option<i64>,
    #[serde(skip)]
    words: String,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let from_stdin = args.plans.iter().filter(|plan| files::is_stdin(plan)).count();
    if from_stdin + usize::from(args.level.is_stdin()) > 1 {
        let sentence = "only one of the level and the plans can be standard input";
        return Err(Failure::bad_input(sentence));
    }
    let level = args.level.read_to_plan()?;
    let dialect = args.form.dialect(level.as_ref())?;
    // All plans are read before the first verdict is printed.
    let mut replays = Vec::with_capacity(args.plans.len());
    for plan in &args.plans {
        let text = files::plan_text(plan)?;
        replays.push(level.replay(&text, dialect).map_err(|error| at_fault(plan, error))?);
    }
    let is_solved = args.optimal && replays.iter().any(|replay| replay.finding.is_ok());
    let optimum = is_solved.then(|| args.solve(level.as_ref())).transpose()?;
    let mut worst = Exit::Yes;
    for (index, (plan, replay)) in args.plans.iter().zip(&replays).enumerate() {
        let comparison = args.optimal.then(|| compare(level.as_ref(), replay, optimum.as_ref()));
        worst = worst.max(match (&replay.finding, &comparison) {
            (Err(_), _) | (_, Some(Comparison { optimal: Some(false), .. })) => Exit::No,
            (Ok(_), Some(Comparison { optimal: None, .. })) => Exit::NotKnown,
            (Ok(_), None | Some(Comparison { optimal: Some(true), .. })) => Exit::Yes,
        });
        if args.json {
            let error = replay.finding.as_ref().err();
            let (details, valid) = (&replay.verdict, error.is_none());
            let level = &level.name();
            out.json(&Verdict { level, plan, valid, details, error, comparison })?;
            continue;
        }
        if args.plans.len() > 1 {
            let space = if index > 0 { "\n" } else { "" };
            write!(out, "{space}")?;
            out.sentence(format_args!("{}:", files::display_name(plan)))?;
        }
        if args.explain {
            text::picture(out, &level.portrait())?;
            simulate::show(out, replay, level.game().step())?;
            writeln!(out)?;
        }
        show(args, out, replay)?;
        if let Some(comparison) = comparison.filter(|_| replay.finding.is_ok()) {
            writeln!(out, "{}", comparison.words)?;
        }
    }
    Ok(worst)
}

impl Args {
    fn solve(&self, level: &dyn AnyLevel) -> Result<SearchResult, Failure> {
        let result = self.limits.search(level).ok_or_else(|| {
            let game = level.game().name();
            Failure::BadInput(format!("--optimal: {game} has no native solver"))
        })?;
        result.map_err(|defect| Failure::Defect(format!("{}: {defect}", level.name())))
    }
}

/// Compares a plan with what the native solver knows.
fn compare(level: &dyn AnyLevel, replay: &Replay, known: Option<&SearchResult>) -> Comparison {
    let (objective, measure) = (level.objective(), level.measure());
    let best = known.and_then(|known| Some(known.finding.plan()?.value));
    let (Ok(judged), Some(known)) = (&replay.finding, known) else {
        return Comparison { optimal: None, optimum: None, words: String::new() };
    };
    let bound = objective.tell_bound(known.bound, measure);
    let is_optimum = |value: &i64| !objective.is_better(known.bound, *value);
    let (optimal, words) = match best.filter(|&best| objective.is_better(best, judged.value)) {
        Some(better) => {
            let better = objective.tell(better, measure);
            (Some(false), format!("It is not optimal: there is a plan with {better}."))
        }
        None if is_optimum(&judged.value) => {
            (Some(true), format!("It is optimal: no plan has {bound}."))
        }
        None => (None, format!("Whether it is optimal is not known: no plan has {bound}.")),
    };
    let optimum = best.filter(is_optimum).or(optimal.and_then(|is| is.then_some(judged.value)));
    Comparison { optimal, optimum, words }
}

fn show(args: &Args, out: &mut Output, replay: &Replay) -> Result<(), Failure> {
    match &replay.finding {
        Ok(judged) => {
            write!(out, "{}: ", text::good("valid"))?;
            out.sentence(format_args!("{}", judged.words))?;
        }
        Err(flaw) => {
            write!(out, "{}: ", text::bad("invalid"))?;
            out.sentence(format_args!("{}", flaw.sentence()))?;
            // With --explain, the last board is the one before the flaw.
            if !args.explain {
                if let Some(place) = &flaw.place {
                    out.sentence(format_args!("{place}"))?;
                }
                text::picture(out, &replay.end)?;
            }
        }
    }
    for remark in &replay.remarks {
        out.sentence(format_args!("{remark}"))?;
    }
    Ok(())
}
