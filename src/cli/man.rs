//! `plotgen man`: prints manual pages, generated from the same definitions as the help texts.

use std::io::Write;

use clap::{Command, CommandFactory};

use super::{Cli, Exit, Failure, Output, help};

const EXAMPLE: &str = "\
Examples:
  $ plotgen man | man -l -
  $ plotgen man validate > plotgen-validate.1
  $ plotgen man bench run | man -l -
  $ plotgen man bench-run | man -l -";

/// Print the manual page of plotgen or one of its commands
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Command to describe, e.g. bench run or bench-run [default: plotgen itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let mut program = help::flowing(Cli::command());
    program.build();
    let name = args.command.join("-");
    let page = find(&program, &name)
        .ok_or_else(|| Failure::BadInput(format!("there is no command {name:?}")))?;
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    out.write_all(&text)?;
    Ok(Exit::Yes)
}

/// The command of this name, in which hyphens lead to subcommands: `bench-run`.
fn find<'a>(command: &'a Command, name: &str) -> Option<&'a Command> {
    if name.is_empty() {
        return Some(command);
    }
    command.get_subcommands().find_map(|subcommand| {
        let rest = name.strip_prefix(subcommand.get_name())?;
        if rest.is_empty() { Some(subcommand) } else { find(subcommand, rest.strip_prefix('-')?) }
    })
}
