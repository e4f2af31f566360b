//! `plotgen bench one`: one run of a campaign, as the local scheduler and Slurm start it.

use std::path::PathBuf;

use super::campaign::{ready, unusable};
use crate::cli::input::{GoalArg, at_fault, in_words};
use crate::cli::{Exit, Failure, Output, interrupt};
use crate::games::plotting::case::LevelCase;
use crate::lab::campaign::folder::Folder;
use crate::lab::campaign::run::{Run, RunError};
use crate::lab::solvers::AskError;

/// Do one run of a campaign, and write its record
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The name of the run
    #[arg(value_name = "RUN")]
    run: String,

    /// Leave it to whoever starts this to bring the record to the disk
    #[arg(long)]
    unsettled: bool,
}

pub(super) fn run(args: &Args, _out: &mut Output) -> Result<Exit, Failure> {
    let interrupted = interrupt::flag();
    let folder = Folder::open(&args.folder).map_err(|error| unusable(&error))?;
    let task = folder.task(&args.run).map_err(|error| unusable(&error))?;
    let task =
        task.ok_or_else(|| at_fault(&args.folder, &format!("there is no run {}", args.run)))?;
    let (solver, encoding) = ready(&task)?;
    let level = GoalArg::default().read(&folder.level(&task.file))?.level;
    let case = LevelCase { level: &level, encoding: &encoding };
    let run = Run { folder: &folder, task: &task, solver: &solver, case: &case, interrupted };
    match run.execute() {
        Ok(record) => {
            let written = if args.unsettled {
                folder.write_unsettled(&record)
            } else {
                folder.write_record(&record)
            };
            written.map_err(|error| Failure::Solver(unusable(&error).to_string()))?;
            Ok(Exit::Yes)
        }
        Err(RunError::Interrupted) => Ok(Exit::NotKnown),
        Err(RunError::File(error)) => Err(Failure::Solver(unusable(&error).to_string())),
        Err(RunError::Ask(AskError::Unwritable { file, reason })) => {
            Err(Failure::Solver(at_fault(&file, &in_words(&reason)).to_string()))
        }
        Err(RunError::Ask(error)) => Err(Failure::Solver(error.to_string())),
    }
}
