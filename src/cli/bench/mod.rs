//! `plotgen bench`: runs the campaign that a file describes, and reports its results.

mod cluster;
mod compare;
mod fairness;
mod one;
mod pack;
mod plan;
mod records;
mod report;
mod rerun;
mod run;
mod status;
mod tally;

use clap::Subcommand;

use super::{Exit, Failure, Output};

/// Run benchmark campaigns and report their results
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Plan(plan::Args),
    Status(status::Args),
    Rerun(rerun::Args),
    Report(report::Args),
    Compare(compare::Args),
    Pack(pack::Args),
    #[command(hide = true)]
    One(one::Args),
    /// Do the fixed task of the calibration once
    #[command(hide = true)]
    Work(fairness::WorkArgs),
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        Command::Run(args) => run::run(args, out),
        Command::Plan(args) => plan::run(args, out),
        Command::Status(args) => status::run(args, out),
        Command::Rerun(args) => rerun::run(args, out),
        Command::Report(args) => report::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Pack(args) => pack::run(args, out),
        Command::One(args) => one::run(args, out),
        Command::Work(_) => fairness::do_work(out),
    }
}
