//! `plotgen bench run`: the runs of a campaign that have no record yet.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::cluster;
use super::tally::{Progress, Tally};
use crate::cli::input::at_fault;
use crate::cli::{Exit, Failure, Output, games, interrupt, limits};
use crate::lab::campaign::build::{Campaign, show_wrong};
use crate::lab::campaign::crosscheck::crosschecked;
use crate::lab::campaign::folder::{Folder, Lock};
use crate::lab::campaign::schedule::{Schedule, ScheduleError};
use crate::lab::campaign::slurm::Queued;
use crate::lab::campaign::task::Task;
use crate::lab::outcome::Outcome;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench run campaigns/quick.yaml
  $ plotgen bench run table1.yaml --out results/table1 --workers 2
  $ plotgen bench run table1.yaml --on slurm --partition main --jobs 64

Each run is a process of its own, under the limits of the file over its whole process tree, and ends
with one record in DIR/records, written whole or not at all. Ctrl-C, a crash or kill -9 lose the runs
that are under way, and nothing else: the same command goes on where it stopped. Runs that have a
record are not run again; `plotgen bench rerun` does that.

A run is named by what determines it: level, model, solver with its version, options, limits. When
the file, a level or a solver has changed, records of runs that are no longer asked for are in the
way; --changed moves them to DIR/aside and goes on. Runs whose solver was missing are taken up by
themselves once it is there.

Runs at the same time share caches and memory, and are slower for it: for times that go into a paper
keep to one worker, or to fewer than the machine has cores.

--on slurm submits the runs as tasks of job arrays, with limits of a job that are a little wider than
those of the run, and watches them; the folder must be one that the nodes share. The jobs go on when
plotgen ends, by Ctrl-C or otherwise: the same command watches again, and submits what Slurm has lost
or cancelled. A task that Slurm has ended without a record gets its outcome from Slurm.

--json: one object with folder, runs, done (how many of them have a record) and outcomes, the count
of each. Exit code: 0 all runs have a record, 3 interrupted, 4 a record could not be written.";

/// Run a campaign, or what is left of it
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The campaign file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder of the campaign [default: named after the file, in the current folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// So many runs at once [default: as the file says, else 1]
    #[arg(long, value_name = "N", value_parser = limits::workers, conflicts_with = "on")]
    workers: Option<usize>,

    /// Where to run it [default: here]
    #[arg(long, value_name = "PLACE")]
    on: Option<Place>,

    /// With --on slurm: the partition [default: that of the cluster]
    #[arg(long, value_name = "NAME", requires = "on")]
    partition: Option<String>,

    /// With --on slurm: so many jobs at once [default: the workers of the file, else 1]
    #[arg(long, value_name = "N", value_parser = limits::jobs, requires = "on")]
    jobs: Option<usize>,

    /// With --on slurm: submit, and do not wait
    #[arg(long, requires = "on")]
    detach: bool,

    /// Go on although the file, a level or a solver has changed; old records are moved aside
    #[arg(long)]
    changed: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// Where runs are run.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Place {
    /// On a cluster, as tasks of job arrays
    Slurm,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    interrupt::flag();
    let campaign = Campaign::read(&args.file, games::all(), interrupt::flag())?;
    let path = match &args.out {
        Some(path) => path.clone(),
        None => default_folder(&args.file)?,
    };
    if args.on.is_some() {
        cluster::check_slurm()?;
    }
    let folder = Folder::create(&path)?;
    let lock = folder.lock()?;
    let queued = cluster::queued(&folder)?;
    match args.on {
        None => cluster::check_idle(&folder, &queued)?,
        Some(Place::Slurm) => cluster::check_reachable(&folder, &queued)?,
    }
    let left = left(&campaign, &folder, &queued, args.changed)?;
    campaign.store(&folder, &campaign.tasks)?;
    match args.on {
        None => {
            let workers = args.workers.unwrap_or(campaign.spec.workers.get());
            finish(&folder, &lock, &left, workers, args.json, out)
        }
        Some(Place::Slurm) => {
            let at_once = args.jobs.unwrap_or(campaign.spec.workers.get());
            let partition = args.partition.as_deref();
            let jobs = cluster::submit(&folder, &left, partition, at_once)?;
            // Whoever watches needs no lock; the jobs go on without anyone.
            drop(lock);
            cluster::watch(&folder, &jobs, args.detach, args.json, out)
        }
    }
}

/// The folder of a campaign that is given none: named after its file.
fn default_folder(file: &Path) -> Result<PathBuf, Failure> {
    let stem = file.file_stem().map(PathBuf::from);
    let stem = stem.filter(|stem| file.file_name() != Some(stem.as_os_str()));
    stem.ok_or_else(|| at_fault(file, "say with --out which folder the records go to"))
}

/// The tasks that have no record. Records of runs that there are no more are moved aside.
fn left(
    campaign: &Campaign,
    folder: &Folder,
    queued: &Queued,
    is_changed: bool,
) -> Result<Vec<Task>, Failure> {
    let planned: BTreeSet<String> = campaign.tasks.iter().map(|task| task.run.clone()).collect();
    let recorded = folder.recorded()?;
    let stale: BTreeSet<String> = recorded.difference(&planned).cloned().collect();
    let mut in_the_way = 0;
    let missing = campaign.missing();
    for run in &stale {
        let Some(record) = folder.record(run)? else { continue };
        if record.outcome == Outcome::Missing {
            continue;
        }
        in_the_way += 1;
        let solver = &*record.configuration.solver;
        if let Some(why) = missing.get(solver).filter(|_| !is_changed) {
            let reason =
                format!("there are records of {solver} in it, which is not here now: {why}");
            return Err(at_fault(folder.path(), reason));
        }
    }
    if in_the_way > 0 && !is_changed {
        return Err(at_fault(
            folder.path(),
            format!(
                "{in_the_way} of the {} records are of runs that this campaign does not have: \
                 the file, a level or a solver has changed; --changed moves them aside",
                recorded.len()
            ),
        ));
    }
    folder.set_aside(&stale)?;
    let is_alive = |run: &str| queued.alive.contains_key(run);
    folder.clean(&planned, is_alive)?;
    let is_left = |task: &&Task| !recorded.contains(&task.run) && !is_alive(&task.run);
    Ok(campaign.tasks.iter().filter(is_left).cloned().collect())
}

#[derive(Serialize)]
struct Summary<'a> {
    folder: &'a Path,
    runs: usize,
    done: usize,
    outcomes: &'a Tally,
}

/// Does what is left, and tells what came of all.
pub(super) fn finish(
    folder: &Folder,
    _lock: &Lock,
    left: &[Task],
    workers: usize,
    json: bool,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Solver(format!("this program is not to be found: {error}")))?;
    let runs = folder.planned()?.len();
    let progress = Progress::new(runs, runs.saturating_sub(left.len()));
    let schedule = Schedule {
        folder,
        command: (&program, &["bench", "one", "--unsettled"]),
        workers,
        interrupted: interrupt::flag(),
    };
    let result = schedule.run(left, &|task| progress.begun(task), &|record| progress.ended(record));
    progress.finish();
    result.map_err(|error| {
        Failure::Solver(match error {
            ScheduleError::File(error) => Failure::from(error).to_string(),
            ScheduleError::Start(error) => error.to_string(),
            ScheduleError::Failed(said) => said,
        })
    })?;
    summary(folder, runs, json, out)
}

/// Tells what came of all runs so far.
pub(super) fn summary(
    folder: &Folder,
    runs: usize,
    json: bool,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let mut records = crosschecked(folder.records()?);
    show_wrong(folder, &mut records, games::all());
    let outcomes = Tally::of(&records);
    let (path, done) = (folder.path(), records.len());
    if json {
        out.json(&Summary { folder: path, runs, done, outcomes: &outcomes })?;
    } else {
        writeln!(out, "{done} of {runs} runs done: {outcomes}")?;
        if done < runs {
            writeln!(out, "run the same command again to resume")?;
        } else {
            writeln!(out, "plotgen bench report {}", path.display())?;
        }
    }
    Ok(if done < runs { Exit::NotKnown } else { Exit::Yes })
}
