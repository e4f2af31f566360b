//! `plotgen bench rerun`: repeats the runs that had certain outcomes.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use super::fairness::Fairness;
use super::run::finish;
use super::{cluster, records};
use crate::cli::input::at_fault;
use crate::cli::solver_files::SolverFiles;
use crate::cli::{Exit, Failure, Output, games, interrupt, limits};
use crate::lab::campaign::build::level_of;
use crate::lab::campaign::crosscheck::crosschecked;
use crate::lab::campaign::folder::{Folder, Records};
use crate::lab::campaign::programs::Programs;
use crate::lab::campaign::spec::{self, Spec};
use crate::lab::campaign::task::Task;
use crate::lab::files;
use crate::lab::outcome::Outcome;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench rerun DIR --outcome crashed,timeout
  $ plotgen bench rerun DIR --outcome wrong --configuration savilerow-kissat/a

The command moves the records and logs of these runs to DIR/aside. Then it executes the runs again,
together with those that have no record yet. It looks at outcomes after the cross-checks: if
another run beats the claimed optimum, the outcome is wrong. If a solver was missing and is now
installed, use `plotgen bench run`.

A solver that the campaign declares is a program to execute: the file that declares it has to be named
with --solvers, even if it is the campaign's own.

Solvers are looked for on this machine, and must have the versions that the runs were planned for.
The levels must be those that the runs were planned for. In a campaign from somebody else, look at
the options in campaign.yaml first: they are passed to the solvers as they are.

--json and the exit code are those of `plotgen bench run`.";

/// Repeat the runs that had certain outcomes
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Outcomes of the runs to repeat, e.g. crashed,timeout
    #[arg(long, value_name = "OUTCOMES", value_delimiter = ',', required = true)]
    outcome: Vec<Outcome>,

    /// Only runs of this configuration; can be given several times
    #[arg(long, value_name = "NAME")]
    configuration: Vec<String>,

    #[command(flatten)]
    solvers: SolverFiles,

    /// Execute this many runs at a time [default: workers in the campaign file]
    #[arg(long, value_name = "N", value_parser = limits::workers)]
    workers: Option<usize>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    interrupt::flag();
    let catalogue = args.solvers.catalogue()?;
    let folder = Folder::open(&args.folder)?;
    let lock = folder.lock()?;
    cluster::check_idle(&folder, &cluster::queued(&folder)?)?;
    let tasks = folder.tasks()?;
    let Records { whole, damaged } = folder.records()?;
    let records = crosschecked(whole);
    let known: BTreeSet<&str> = records.iter().map(|record| &*record.configuration.name).collect();
    if let Some(name) = args.configuration.iter().find(|name| !known.contains(name.as_str())) {
        let known: Vec<&str> = known.into_iter().collect();
        let reason = format!("there is no configuration {name}; there are: {}", known.join(", "));
        return Err(at_fault(&args.folder, reason));
    }
    let is_wanted = |configuration: &String| {
        args.configuration.is_empty() || args.configuration.contains(configuration)
    };
    let again: BTreeSet<String> = records
        .iter()
        .filter(|record| args.outcome.contains(&record.outcome))
        .filter(|record| is_wanted(&record.configuration.name))
        .map(|record| record.run.clone())
        .collect();
    let done: HashSet<&str> = records.iter().map(|record| &*record.run).collect();
    let is_left = |task: &&Task| again.contains(&task.run) || !done.contains(&*task.run);
    let left: Vec<Task> = tasks.iter().filter(is_left).cloned().collect();
    let planned: HashSet<&str> = tasks.iter().map(|task| &*task.run).collect();
    if let Some(run) = again.iter().find(|run| !planned.contains(run.as_str())) {
        return Err(at_fault(
            &args.folder,
            format!("the folder has no task for run {run}, so it cannot be repeated"),
        ));
    }
    let programs = Programs::of(&left, &catalogue, interrupt::flag());
    check_versions(&args.folder, &left, &programs)?;
    for task in &left {
        level_of(task, &folder, games::all())?;
    }
    let spec = spec_of(&folder)?;
    let fairness = Fairness::new(args.workers.unwrap_or(spec.workers.get()), spec.pin);
    records::warn(&damaged, "moved aside; their runs are repeated");
    folder.set_damaged_aside(&damaged)?;
    folder.set_aside(&again)?;
    finish(&folder, &lock, &left, &programs, &fairness, args.json, out)
}

/// The campaign file, for how its runs are executed.
fn spec_of(folder: &Folder) -> Result<Spec, Failure> {
    let path = folder.spec();
    let text = files::small_text(&path, "a campaign")?;
    spec::read(&text).map_err(|reason| at_fault(&path, reason))
}

/// Checks that the solvers still have the versions that the tasks name.
fn check_versions(folder: &Path, tasks: &[Task], programs: &Programs) -> Result<(), Failure> {
    let mut versions: BTreeMap<&str, &str> = BTreeMap::new();
    for Task { configuration, .. } in tasks.iter().filter(|task| task.missing.is_none()) {
        versions.insert(&configuration.solver, &configuration.version);
    }
    for (solver, before) in versions {
        let missing = |why| Failure::Solver(format!("{solver}: {why}"));
        let now = programs.get(solver).map_err(missing)?.version();
        if now != before {
            let reason = format!(
                "{solver} was version {before} and is now version {now}: \
                 to repeat all of its runs, use plotgen bench run FILE --changed"
            );
            return Err(at_fault(folder, reason));
        }
    }
    Ok(())
}
