//! `plotgen completions`: prints the script with which a shell completes commands and options.

use clap::{Command, CommandFactory};
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
    let mut command = visible(&Cli::command());
    clap_complete::generate(args.shell, &mut command, "plotgen", &mut script);
    std::io::Write::write_all(out, &script)?;
    Ok(Exit::Yes)
}

/// A command without its hidden subcommands, which the generator would offer too.
fn visible(command: &Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    let subcommands = command.get_subcommands().filter(|one| !one.is_hide_set()).map(visible);
    Command::new(command.get_name().to_owned())
        .about(about)
        .args(command.get_arguments())
        .groups(command.get_groups())
        .subcommands(subcommands)
}
