//! `plotgen bench run`: executes the runs of a campaign that have no record yet.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::fairness::Fairness;
use super::tally::{Progress, Tally};
use super::{cluster, records};
use crate::cli::input::at_fault;
use crate::cli::solver_files::SolverFiles;
use crate::cli::{Exit, Failure, Output, games, interrupt, limits, output};
use crate::lab::campaign::build::{Campaign, show_wrong};
use crate::lab::campaign::folder::{Folder, Lock, Records};
use crate::lab::campaign::programs::Programs;
use crate::lab::campaign::record::{Machine, Record};
use crate::lab::campaign::schedule::{Schedule, ScheduleError};
use crate::lab::campaign::slurm::Queued;
use crate::lab::campaign::task::Task;
use crate::lab::outcome::Outcome;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench run campaigns/quick.yaml
  $ plotgen bench run table1.yaml --out results/table1 --workers 2
  $ plotgen bench run table1.yaml --calibrate
  $ plotgen bench run mine.yaml --solvers my-solvers.yaml
  $ plotgen bench run table1.yaml --on slurm --partition main --jobs 64

Each run is a separate process. The limits in the file apply to its whole process tree. It ends with
one record in DIR/records, written atomically. Ctrl-C, a crash or kill -9 lose only the runs in
progress: run the same command again to resume. Runs that have a record are not repeated; use
`plotgen bench rerun` for that.

The name of a run is a hash of everything that determines it: level, model, solver and version,
options and limits. If the file, a level or a solver changes, the folder has records of runs that
are no longer part of the campaign, and the command stops. With --changed, it moves them to
DIR/aside and continues. If a solver was missing and is now installed, the same command executes its
runs.

Runs that execute at the same time share caches and memory bandwidth, which slows them down. For
times to publish, use one worker, or at least fewer workers than the machine has cores. Each run is
pinned to a core of its own unless the file says `pin: false`. --calibrate first measures how much
the times of a fixed task differ here. The record of a run says what else the machine did.

The file, and files after --solvers, may declare solvers of your own: programs that this command
executes. docs/solvers.md explains how.

--on slurm submits the runs as job arrays and watches them. The limits of a job are a little wider
than those of its run. The nodes must share the folder. The jobs keep running if plotgen ends, e.g.
by Ctrl-C. Run the same command again to continue watching and to resubmit jobs that Slurm lost or
cancelled. If Slurm ended a task that left no record, its outcome comes from Slurm.

--json: one object with folder, runs, done (the number of runs with a record) and outcomes (the
number of runs for each).

Exit code: 0 all runs have a record, 3 interrupted, 4 a record could not be written.";

/// Run a campaign, or resume it
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Campaign file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    solvers: SolverFiles,

    /// Folder of the campaign [default: named after the file, in the current folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Execute this many runs at a time [default: workers in the file, or 1]
    #[arg(long, value_name = "N", value_parser = limits::workers, conflicts_with = "on")]
    workers: Option<usize>,

    /// Where to execute the runs [default: on this machine]
    #[arg(long, value_name = "PLACE")]
    on: Option<Place>,

    /// With --on slurm: partition to submit to [default: the cluster's default]
    #[arg(long, value_name = "NAME", requires = "on")]
    partition: Option<String>,

    /// With --on slurm: execute this many jobs at a time [default: workers in the file, or 1]
    #[arg(long, value_name = "N", value_parser = limits::jobs, requires = "on")]
    jobs: Option<usize>,

    /// With --on slurm: submit the jobs and exit without waiting
    #[arg(long, requires = "on")]
    detach: bool,

    /// First measure the noise of this machine with a fixed task, and store it in the folder
    #[arg(long, conflicts_with = "on")]
    calibrate: bool,

    /// Continue although the file, a level or a solver has changed; move old records aside
    #[arg(long)]
    changed: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// Where runs are executed.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Place {
    /// On a cluster, as tasks of job arrays
    Slurm,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    interrupt::flag();
    let campaign =
        Campaign::read(&args.file, args.solvers.catalogue()?, games::all(), interrupt::flag())?;
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
            for shortage in Machine::here().shortages(workers, campaign.spec.limits.memory) {
                output::warn(&shortage);
            }
            let fairness = Fairness::new(workers, campaign.spec.pin);
            if args.calibrate {
                output::note(format_args!("{}", fairness.calibrate(&folder)?.words()));
            }
            finish(&folder, &lock, &left, &campaign.programs, &fairness, args.json, out)
        }
        Some(Place::Slurm) => {
            let at_once = args.jobs.unwrap_or(campaign.spec.workers.get());
            let partition = args.partition.as_deref();
            let jobs = cluster::submit(&folder, &left, &campaign.programs, partition, at_once)?;
            // Watching needs no lock, since the jobs run on their own.
            drop(lock);
            cluster::watch(&folder, &jobs, args.detach, args.json, out)
        }
    }
}

/// The default folder of a campaign, named after its file.
fn default_folder(file: &Path) -> Result<PathBuf, Failure> {
    let stem = file.file_stem().map(PathBuf::from);
    let stem = stem.filter(|stem| file.file_name() != Some(stem.as_os_str()));
    stem.ok_or_else(|| {
        at_fault(file, "has no extension, so there is no default folder; set one with --out")
    })
}

/// The tasks that have no record and are not in Slurm's queue. Moved aside, and so repeated where they
/// are still planned, are damaged records and those of a solver that was missing and is now
/// installed. Records of runs that are no longer planned are moved aside too; unless `is_changed`, it
/// is an error if one of them has an outcome other than missing.
fn left(
    campaign: &Campaign,
    folder: &Folder,
    queued: &Queued,
    is_changed: bool,
) -> Result<Vec<Task>, Failure> {
    let planned: BTreeSet<String> = campaign.tasks.iter().map(|task| task.run.clone()).collect();
    let Records { whole, damaged } = folder.records()?;
    let mut recorded: BTreeSet<String> = whole.iter().map(|record| record.run.clone()).collect();
    let missing = campaign.programs.missing();
    let is_back = |record: &Record| {
        let solver = &*record.configuration.solver;
        record.outcome == Outcome::Missing && !missing.contains_key(solver)
    };
    let is_old = |record: &&Record| !planned.contains(&record.run) || is_back(record);
    let old: BTreeSet<String> =
        whole.iter().filter(is_old).map(|record| record.run.clone()).collect();
    let mut in_the_way = 0;
    let unplanned = whole.iter().filter(|record| !planned.contains(&record.run));
    for record in unplanned.filter(|record| record.outcome != Outcome::Missing) {
        in_the_way += 1;
        let solver = &*record.configuration.solver;
        if let Some(why) = missing.get(solver).filter(|_| !is_changed) {
            let reason = format!("has records of {solver}, which is no longer installed: {why}");
            return Err(at_fault(folder.path(), reason));
        }
    }
    if in_the_way > 0 && !is_changed {
        return Err(at_fault(
            folder.path(),
            format!(
                "{in_the_way} of the {} records belong to runs that are not part of this campaign: \
                 the file, a level or a solver has changed; use --changed to move them aside",
                recorded.len()
            ),
        ));
    }
    records::warn(&damaged, "moved aside; their runs are repeated");
    folder.set_damaged_aside(&damaged)?;
    folder.set_aside(&old)?;
    recorded.retain(|run| !old.contains(run));
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

/// Executes the remaining tasks and prints the outcomes of all runs.
pub(super) fn finish(
    folder: &Folder,
    _lock: &Lock,
    left: &[Task],
    programs: &Programs,
    fairness: &Fairness,
    json: bool,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::Solver(format!("the path of this program is not known: {error}"))
    })?;
    let runs = folder.planned()?.len();
    let progress = Progress::new(runs, runs.saturating_sub(left.len()));
    let schedule = Schedule {
        folder,
        command: (&program, &["bench", "one", "--unsettled"]),
        programs,
        workers: fairness.workers,
        cores: &fairness.cores,
        interrupted: interrupt::flag(),
    };
    let result = schedule.run(left, &|task| progress.begun(task), &|record| progress.ended(record));
    progress.finish();
    fairness.warn_of_others();
    result.map_err(|error| match error {
        ScheduleError::File(error) => error.into(),
        ScheduleError::Refused(message) => Failure::BadInput(message),
        ScheduleError::Start(_) | ScheduleError::Failed(_) => Failure::Solver(error.to_string()),
    })?;
    summary(folder, runs, json, out)
}

/// Prints the outcomes of all runs so far.
pub(super) fn summary(
    folder: &Folder,
    runs: usize,
    json: bool,
    out: &mut Output,
) -> Result<Exit, Failure> {
    let (mut records, _) = records::read(folder)?;
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
            out.line(format_args!("plotgen bench report {}", path.display()))?;
        }
    }
    Ok(if done < runs { Exit::NotKnown } else { Exit::Yes })
}
