//! `plotgen hint`: what to play next, and what is known about it.

use std::io::Write;

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches};
use serde::Serialize;

use super::input::{LevelArg, to_plan};
use super::solve::Limits;
use super::{Exit, Failure, Output, games};
use crate::game::hint::{Answer, HintKind};
use crate::game::search::{Finding, FoundPlan, SearchResult};
use crate::game::{AnyGame, AnyLevel, AnyPosition, Measure, Objective};

const EXAMPLE: &str = "\
Examples:
  $ plotgen hint instances/named/figure-9.json c1
  r1 consumes 2 blocks of R (1,2 1,3), swaps R for G at 1,4; hand G, 4 blocks left
  It is the first of a plan's 3 shots: no plan has fewer than 3 shots.
  $ plotgen hint instances/2248/start.json
  $ plotgen hint instances/2248/start.json --adjacent
  $ plotgen hint instances/2248/start.json --time-limit 100ms

A hint is the first step of a best plan. For 2248 it is by default the maximum path, and with --adjacent the
maximum adjacent: the path whose block is the largest that ends up adjacent to an equal one.

--json: level, hint (its kind), step (null if there is none), steps (the plan that it starts), value, optimal,
bound (a value that no hint can beat), states.

Exit code: 0 no step is better, 1 there is no hint, 3 not proved within the limits: the best so far is given
with what is proved.";

/// Say what to play next, at the start or after some steps, with proof that nothing is better
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    level: LevelArg,

    /// Play these steps first
    #[arg(value_name = "STEP")]
    steps: Vec<String>,

    #[command(flatten)]
    kind: Kind,

    #[command(flatten)]
    limits: Limits,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The kind of hint: an option for each that a game declares.
struct Kind(Option<String>);

impl Kind {
    fn id(kind: &HintKind) -> String {
        format!("hint-{}", kind.name)
    }

    fn all() -> Vec<Vec<&'static HintKind>> {
        let kinds = games::all().iter().flat_map(|game| game.hints());
        games::by_name(kinds, |kind| kind.name)
    }

    /// The kind of a game that is asked for.
    fn of(&self, game: &dyn AnyGame) -> Result<&'static HintKind, Failure> {
        let Some(name) = &self.0 else {
            let none = || Failure::BadInput(format!("{} gives no hints", game.name()));
            return game.hints().first().ok_or_else(none);
        };
        game.hints().iter().find(|kind| kind.name == name).ok_or_else(|| {
            Failure::BadInput(format!("--{name}: {} has no such hints", game.name()))
        })
    }
}

impl FromArgMatches for Kind {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Kind, clap::Error> {
        let given = Kind::all().into_iter().find(|same| matches.get_flag(&Kind::id(same[0])));
        Ok(Kind(given.map(|same| same[0].name.to_owned())))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Kind::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Kind {
    fn augment_args(mut command: Command) -> Command {
        let all = Kind::all();
        for same in &all {
            let about = games::joined(same.iter().map(|kind| kind.about), "; ");
            let flag = Arg::new(Kind::id(same[0])).long(same[0].name).help(about);
            command = command.arg(flag.action(ArgAction::SetTrue));
        }
        let ids: Vec<String> = all.iter().map(|same| Kind::id(same[0])).collect();
        command.group(ArgGroup::new("hint-kind").args(ids))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Kind::augment_args(command)
    }
}

#[derive(Serialize)]
struct Answered<'a> {
    level: &'a str,
    hint: &'static str,
    step: Option<&'a str>,
    steps: Option<&'a [String]>,
    value: Option<i64>,
    optimal: bool,
    bound: Option<i64>,
    states: u64,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let level = args.level.read()?;
    let kind = args.kind.of(level.game())?;
    let position = level.position(&args.steps).map_err(Failure::bad_input)?;
    let Some(asked) = position.hint(kind) else {
        return nothing(args, level.as_ref(), kind, position.as_ref(), out);
    };
    let asked = to_plan(asked)?;
    let result = args.limits.best(asked.as_ref())?;
    let plan = result.finding.plan().filter(|plan| !plan.steps.is_empty());
    let exit = match (&result.finding, plan) {
        (Finding::Open { .. }, _) => Exit::NotKnown,
        (_, Some(_)) => Exit::Yes,
        (_, None) => Exit::No,
    };
    if args.json {
        let optimal = matches!(result.finding, Finding::Optimal(_));
        out.json(&Answered {
            level: &level.name(),
            hint: kind.name,
            step: plan.map(|plan| plan.steps[0].as_str()),
            steps: plan.map(|plan| plan.steps.as_slice()),
            value: plan.map(|plan| plan.value),
            optimal,
            bound: plan.map(|_| result.bound),
            states: result.states,
        })?;
        return Ok(exit);
    }
    if let Some(plan) = plan {
        writeln!(out, "{}", position.story(&plan.steps[0]))?;
    }
    out.sentence(format_args!("{}", knowledge(kind, asked.as_ref(), position.as_ref(), &result)))?;
    Ok(exit)
}

/// The answer in a position from which no level starts: the game is over.
fn nothing(
    args: &Args,
    level: &dyn AnyLevel,
    kind: &HintKind,
    position: &dyn AnyPosition,
    out: &mut Output,
) -> Result<Exit, Failure> {
    if args.json {
        out.json(&Answered {
            level: &level.name(),
            hint: kind.name,
            step: None,
            steps: None,
            value: None,
            optimal: position.is_won(),
            bound: None,
            states: 0,
        })?;
    } else if level.has_goal_to_meet() && position.is_won() {
        writeln!(out, "There is nothing to play: the goal is met.")?;
    } else {
        let noun = level.game().step().one;
        writeln!(out, "There is nothing to play: no {noun} is legal.")?;
    }
    Ok(Exit::No)
}

/// What is known about a hint, in a sentence.
fn knowledge(
    kind: &HintKind,
    asked: &dyn AnyLevel,
    position: &dyn AnyPosition,
    result: &SearchResult,
) -> String {
    let is_goal_met = asked.has_goal_to_meet() && position.is_won();
    let words = Words { kind, objective: asked.objective(), measure: asked.measure() };
    match &result.finding {
        Finding::Optimal(plan) if plan.steps.is_empty() && is_goal_met => {
            "There is nothing to play: the goal is met.".to_owned()
        }
        Finding::Optimal(plan) if plan.steps.is_empty() => {
            "There is nothing to play: no step adds anything.".to_owned()
        }
        Finding::Optimal(plan) => words.proved(plan),
        Finding::Unsolvable(_) if !position.has_moves() => {
            format!("There is nothing to play: no {} is legal.", words.measure.step.one)
        }
        Finding::Unsolvable(proof) => words.none(proof.reason),
        Finding::Open { best, .. } => words.open(best.as_ref(), result.bound),
    }
}

/// How a kind of hint is talked about.
struct Words<'a> {
    kind: &'a HintKind,
    objective: Objective,
    measure: Measure,
}

impl Words<'_> {
    fn proved(&self, plan: &FoundPlan) -> String {
        match self.kind.answer {
            Answer::Step { measure, proof } => {
                format!("Proved best by its {measure}, {}: {proof}.", plan.value)
            }
            Answer::Plan => {
                let bound = self.objective.tell_bound(plan.value, self.measure);
                format!("{}: no plan has {bound}.", self.place(plan))
            }
        }
    }

    fn none(&self, reason: Option<&str>) -> String {
        let nothing = match self.kind.answer {
            Answer::Step { .. } => format!("There is no such {}", self.measure.step.one),
            Answer::Plan => "There is no plan from here".to_owned(),
        };
        reason.map_or_else(|| format!("{nothing}."), |reason| format!("{nothing}: {reason}."))
    }

    fn open(&self, best: Option<&FoundPlan>, bound: i64) -> String {
        let bound = match self.kind.answer {
            Answer::Step { measure, .. } => {
                format!("no {} has a {measure} above {bound}", self.measure.step.one)
            }
            Answer::Plan => {
                format!("no plan has {}", self.objective.tell_bound(bound, self.measure))
            }
        };
        match (best, self.kind.answer) {
            (None, _) => format!("Not known within the limits: no hint so far, {bound}."),
            (Some(plan), Answer::Step { measure, .. }) => {
                format!("Its {measure} is {}; not proved to be the best: {bound}.", plan.value)
            }
            (Some(plan), Answer::Plan) => {
                format!("{}; not proved to be the best: {bound}.", self.place(plan))
            }
        }
    }

    /// The place of a step in the plan that it starts.
    fn place(&self, plan: &FoundPlan) -> String {
        let length = plan.steps.len() as i128;
        let value = match self.objective {
            Objective::FewestSteps => String::new(),
            Objective::LeastCost | Objective::GreatestScore => {
                format!(", {}", self.objective.tell(plan.value, self.measure))
            }
        };
        format!("It is the first of a plan's {}{value}", self.measure.step.count(length))
    }
}
