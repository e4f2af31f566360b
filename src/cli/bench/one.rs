//! `plotgen bench one`: executes one run. The local scheduler and Slurm start it.

use std::path::PathBuf;

use crate::cli::input::at_fault;
use crate::cli::{Exit, Failure, Output, games, interrupt};
use crate::lab::campaign::build::{encoding_of, solver_of};
use crate::lab::campaign::folder::{FileError, Folder};
use crate::lab::campaign::run::{Run, RunError};
use crate::lab::files;
use crate::lab::solvers::AskError;

/// Execute one run of a campaign and write its record
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Name of the run
    #[arg(value_name = "RUN")]
    run: String,

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
    let level = files::level(games::all(), &folder.level(&task.file))?.level;
    let encoding = encoding_of(&task, level.game()).map_err(Failure::BadInput)?;
    let solver = solver_of(&task).map_err(Failure::Solver)?;
    let case = encoding.case(level.as_ref());
    let run =
        Run { folder: &folder, task: &task, solver: &solver, case: case.as_ref(), interrupted };
    let unwritable = |error: FileError| Failure::Solver(Failure::from(error).to_string());
    match run.execute() {
        Ok(record) => {
            let written = if args.unsettled {
                folder.write_unsettled(&record)
            } else {
                folder.write_record(&record)
            };
            written.map_err(unwritable)?;
            Ok(Exit::Yes)
        }
        Err(RunError::Interrupted) => Ok(Exit::NotKnown),
        Err(RunError::File(error)) => Err(unwritable(error)),
        Err(RunError::Ask(AskError::Unwritable { file, reason })) => {
            Err(unwritable(FileError { path: file, reason }))
        }
        Err(RunError::Ask(error)) => Err(Failure::Solver(error.to_string())),
    }
}
