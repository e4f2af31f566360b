//! `plotgen solvers check`: the conformance suite for one solver.

use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::cli::level_options::LevelOptions;
use crate::cli::model::{Choice, ModelArgs, SOLVERS, game_of};
use crate::cli::solver_files::SolverFiles;
use crate::cli::{Exit, Failure, Output, games, interrupt, limits};
use crate::game::any::BoxedLevel;
use crate::game::{AnyGame, Case};
use crate::lab::conformance::{Finding, Grade, Suite, SuiteError};
use crate::lab::process::Limits;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen solvers check fast-downward
  $ plotgen solvers check my-planner --solvers my-solvers.yaml --game swaps
  $ plotgen solvers check my-planner --solvers my-solvers.yaml --model lean --json

The checks, on small levels of a game or on the levels given:
  solvable     a level that has a plan is solved; a plan that is claimed to be optimal is
  unsolvable   a level that has no plan is not given one
  limit        at a time limit of 20 ms the solver ends, and claims nothing
  crash        a model that is cut short is a failure, not an unsolvable level
  false-plan   a plan for another level is found to be wrong
  false-proof  the proof that another level has no plan is found to be wrong

not shown: the situation did not arise. A planner that cannot prove that there is no plan has nothing to
show under unsolvable; one that answers within the limit, nothing under limit.

--json: one object with solver, version, game, model (null for levels), search, findings (a list of check,
level, grade (passed, failed or not-shown), outcome, remark and seconds), and passed, failed and not_shown, their
numbers.

Exit code: 0 nothing failed, 1 something failed, 4 the solver is missing.";

/// Put a solver through the suite that every built-in one passes
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The solver
    #[arg(value_name = "NAME", value_parser = SOLVERS, hide_possible_values = true)]
    name: String,

    /// Levels to use in place of small ones of a game: at least two with a plan, and one without
    #[arg(value_name = "LEVEL")]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    solvers: SolverFiles,

    #[command(flatten)]
    model: ModelArgs,

    /// The game of the levels [default: the first that has the model, or one in the solver's language]
    #[arg(long, value_name = "NAME", conflicts_with = "levels")]
    game: Option<String>,

    /// Give up on each run after this time
    #[arg(long, value_name = "TIME", value_parser = limits::duration, default_value = "60s")]
    time_limit: Duration,

    /// Memory for each run
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes, default_value = "4GB")]
    memory_limit: usize,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    solver: &'a str,
    version: String,
    game: &'a str,
    model: Option<String>,
    search: Option<String>,
    findings: &'a [Finding],
    passed: usize,
    failed: usize,
    not_shown: usize,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let (choice, levels) = choose(args)?;
    let cases = choice.cases(&levels)?;
    let cases: Vec<&dyn Case> = cases.iter().map(Box::as_ref).collect();
    let suite = Suite {
        solver: &choice.installed,
        search: choice.search.as_deref(),
        options: &choice.options,
        limits: Limits {
            wall: Some(args.time_limit),
            memory: Some(args.memory_limit as u64),
            ..Limits::default()
        },
        interrupted: interrupt::flag(),
    };
    let word = choice.encoding.word();
    let game = levels.first().map_or("", |level| level.game().name());
    let version = choice.installed.version();
    let mut written = Ok(());
    if !args.json {
        let model = if word.is_empty() { "levels" } else { &word };
        out.line(format_args!("{} {version}, {model} of {game}", args.name))?;
    }
    let findings = suite.run(&cases, &mut |finding| {
        if !args.json && written.is_ok() {
            written = tell(finding, out);
        }
    });
    written?;
    let findings = findings.map_err(|error| match error {
        SuiteError::Samples(reason) => Failure::BadInput(reason),
        SuiteError::Ask(_) | SuiteError::Folder(_) => Failure::Solver(error.to_string()),
    })?;
    if interrupt::is_set() {
        return Err(Failure::NotKnown("interrupted".to_owned()));
    }
    let number = |grade: Grade| findings.iter().filter(|finding| finding.grade == grade).count();
    let (passed, failed, not_shown) =
        (number(Grade::Passed), number(Grade::Failed), number(Grade::NotShown));
    if args.json {
        out.json(&Report {
            solver: &args.name,
            version,
            game,
            model: Some(word).filter(|word| !word.is_empty()),
            search: choice.search(),
            findings: &findings,
            passed,
            failed,
            not_shown,
        })?;
    } else {
        let checks = counted(findings.len(), "check");
        out.line(format_args!(
            "{checks}: {passed} passed, {failed} failed, {not_shown} not shown"
        ))?;
    }
    Ok(if failed > 0 { Exit::No } else { Exit::Yes })
}

fn tell(finding: &Finding, out: &mut Output) -> Result<(), Failure> {
    let Finding { check, level, grade, outcome, remark, seconds } = finding;
    let remark = remark.as_ref().map_or(String::new(), |remark| format!(": {remark}"));
    let (check, grade) = (check.word(), grade.words());
    Ok(out.line(format_args!(
        "  {check:<11} {grade:<9} {level}, {outcome} in {seconds:.2} s{remark}"
    ))?)
}

/// The solver with a model, and the levels.
fn choose(args: &Args) -> Result<(Choice, Vec<BoxedLevel>), Failure> {
    let catalogue = args.solvers.catalogue()?;
    let choose = |game: &dyn AnyGame| Choice::new(&args.name, &args.model, None, &catalogue, game);
    if !args.levels.is_empty() {
        let levels = LevelOptions::default().levels(&args.levels)?;
        return Ok((choose(game_of(&levels)?)?, levels));
    }
    let games: Vec<&'static dyn AnyGame> = match &args.game {
        Some(name) => vec![games::named(name).map_err(Failure::BadInput)?],
        None => games::all().to_vec(),
    };
    let mut first = None;
    for game in games {
        match choose(game) {
            Ok(choice) => return Ok((choice, game.samples())),
            Err(Failure::BadInput(reason)) => first = first.or(Some(Failure::BadInput(reason))),
            Err(other) => return Err(other),
        }
    }
    Err(first.unwrap_or_else(|| Failure::bad_input("there are no games")))
}
