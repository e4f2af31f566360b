//! `plotgen completions`: prints the script with which a shell completes commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Exit, Failure, Output};

const EXAMPLE: &str = "\
Example:
  $ plotgen completions bash > ~/.local/share/bash-completion/completions/plotgen";

/// Print the completion script for a shell
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    // The generator panics if a write fails, e.g. to a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "plotgen", &mut script);
    std::io::Write::write_all(out, &script)?;
    Ok(Exit::Yes)
}
