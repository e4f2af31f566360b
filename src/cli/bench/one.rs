//! `plotgen bench one`: executes one run. The local scheduler and Slurm start it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use crate::cli::input::at_fault;
use crate::cli::{Exit, Failure, Output, games, interrupt};
use crate::lab::campaign::build::{encoding_of, level_of};
use crate::lab::campaign::cores::Core;
use crate::lab::campaign::folder::{FileError, Folder};
use crate::lab::campaign::programs::{Programs, from_arguments};
use crate::lab::campaign::record::{Configuration, Record};
use crate::lab::campaign::run::{Run, RunError};
use crate::lab::campaign::task::Task;
use crate::lab::outcome::Outcome;
use crate::lab::solvers::{AskError, Catalogue, Installed};

/// Execute one run of a campaign and write its record
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Name of the run
    #[arg(value_name = "RUN")]
    run: String,

    /// Program of the solver and its version, found by the caller [default: look for the solver]
    #[arg(long, value_names = ["PATH", "VERSION"], num_args = 2)]
    program: Vec<OsString>,

    /// A declared solver as JSON, from the caller
    #[arg(long, value_name = "JSON")]
    declared: Vec<String>,

    /// Pin the solver to this processor
    #[arg(long, value_name = "N")]
    processor: Option<usize>,

    /// Leave it to the caller to sync the record to disk
    #[arg(long)]
    unsettled: bool,
}

pub(super) fn run(args: &Args, _out: &mut Output) -> Result<Exit, Failure> {
    let interrupted = interrupt::flag();
    let folder = Folder::open(&args.folder)?;
    let task = folder
        .task(&args.run)?
        .ok_or_else(|| at_fault(&args.folder, format!("there is no run {}", args.run)))?;
    let write = |record: &Record| {
        let written = if args.unsettled {
            folder.write_unsettled(record)
        } else {
            folder.write_record(record)
        };
        Ok::<Exit, Failure>(written.map(|()| Exit::Yes)?)
    };
    let solver = match solver(&task, args, interrupted) {
        Ok(solver) => solver,
        Err(why) => {
            let now = SystemTime::now();
            return write(&Record::without_run(&task, Outcome::Missing, why, now));
        }
    };
    let level = level_of(&task, &folder, games::all())?;
    let encoding = encoding_of(&task, level.game()).map_err(Failure::BadInput)?;
    let case = encoding.case(level.as_ref());
    let run = Run {
        folder: &folder,
        task: &task,
        solver: &solver,
        core: args.processor.map(Core::of),
        case: case.as_ref(),
        interrupted,
    };
    match run.execute() {
        Ok(record) => write(&record),
        Err(RunError::Interrupted) => Ok(Exit::NotKnown),
        Err(RunError::File(error)) => Err(error.into()),
        Err(RunError::Ask(AskError::Unwritable { file, reason })) => {
            Err(FileError { path: file, reason }.into())
        }
        Err(RunError::Ask(error)) => Err(Failure::Solver(error.to_string())),
    }
}

/// The solver of a task: the programs that the caller found, or else those on this machine.
fn solver(task: &Task, args: &Args, interrupted: &AtomicBool) -> Result<Installed, String> {
    let mut catalogue = Catalogue::default();
    for json in &args.declared {
        catalogue.add(serde_json::from_str(json).map_err(|error| error.to_string())?);
    }
    if args.program.is_empty() {
        let programs = Programs::of(std::slice::from_ref(task), &catalogue, interrupted);
        return programs.solver_of(task).cloned();
    }
    let Configuration { solver, declared, .. } = &task.configuration;
    let solver = catalogue.planned(solver, declared.as_ref())?;
    Ok(from_arguments(solver, &args.program))
}
