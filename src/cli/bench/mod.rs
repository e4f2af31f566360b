//! `plotgen bench`: campaigns, from a file that says what to run to a report.

mod report;

use clap::Subcommand;

use super::{Exit, Failure, Output};

/// Run benchmark campaigns, and report them
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Report(report::Args),
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        Command::Report(args) => report::run(args, out),
    }
}
