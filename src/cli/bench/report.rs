//! `plotgen bench report`: the records of a campaign as a page, tables and plots.

use std::path::PathBuf;

use crate::cli::{Exit, Failure, Output};

/// Report a campaign
#[derive(clap::Args)]
pub(super) struct Args {
    /// The folder of the campaign
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(args: &Args, _out: &mut Output) -> Result<Exit, Failure> {
    Err(Failure::BadInput(format!("{}: there is nothing to report", args.folder.display())))
}
