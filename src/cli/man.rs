//! `plotgen man`: prints manual pages, generated from the same definitions as the help texts.

use std::io::Write;

use clap::CommandFactory;

use super::{Cli, Exit, Failure, Output, help};

const EXAMPLE: &str = "\
Examples:
  $ plotgen man | man -l -
  $ plotgen man validate > plotgen-validate.1";

/// Print the manual page of plotgen or one of its commands
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Command to describe [default: plotgen itself]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let mut program = help::flowing(Cli::command());
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command.clone(),
            None => return Err(Failure::BadInput(format!("there is no command {name:?}"))),
        },
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    out.write_all(&text)?;
    Ok(Exit::Yes)
}
