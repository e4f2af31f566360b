//! The command line: one file per command, and what they share. It sees games only as objects; what a
//! single game has is in a folder of its name.
//!
//! - [`exit`]: the exit codes;
//! - [`output`]: where answers go, and how writing them can fail.

pub mod exit;
pub mod output;

mod bench;
mod completions;
mod constraint;
mod convert;
mod draw;
mod drawing;
mod eprime;
mod export;
mod folder;
mod games;
mod generate;
mod help;
mod hint;
mod input;
mod interrupt;
mod level_options;
mod limits;
mod man;
mod minizinc;
mod model;
mod moves;
mod page;
mod pddl;
mod plan_form;
mod play;
mod playouts;
mod plotting;
mod progress;
mod show;
mod simulate;
mod solve;
mod solver_files;
mod solvers;
mod validate;
mod verify;

use std::io;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use thiserror::Error;

use self::exit::Exit;
use self::output::Output;
use self::plotting::{arcade, conjecture, curate, shots, stats};
use crate::game::AnyGame;
use crate::lab::campaign::build::BuildError;
use crate::lab::campaign::folder::FileError;
use crate::lab::files::{InputError, in_words};

/// Toolchain for the puzzles Plotting, swaps and 2248: levels, models, plans, optimal solvers, and external
/// solvers driven and verified
#[derive(Parser)]
#[command(name = "plotgen", version, after_help = exit::TABLE, propagate_version = true)]
pub struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Arcade(arcade::Args),
    Generate(generate::Args),
    Curate(curate::Args),
    Stats(stats::Args),
    Conjecture(conjecture::Args),
    Show(show::Args),
    Draw(drawing::Args),
    Play(play::Args),
    Page(page::Args),
    Simulate(simulate::Args),
    Moves(moves::Args),
    Hint(hint::Args),
    Shots(shots::Args),
    Validate(validate::Args),
    Convert(convert::Args),
    Pddl(pddl::Args),
    Eprime(eprime::Args),
    Minizinc(minizinc::Args),
    Export(export::Args),
    Solvers(solvers::Args),
    Bench(bench::Args),
    Verify(verify::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Why a command could not answer.
#[derive(Debug, Error)]
pub enum Failure {
    /// The user's arguments or files are at fault. One sentence, which names the file.
    #[error("{0}")]
    BadInput(String),
    /// A limit was hit before there was an answer.
    #[error("{0}")]
    NotKnown(String),
    /// An external solver is missing or cannot be run.
    #[error("{0}")]
    Solver(String),
    /// A check of our own work failed.
    #[error("{0}")]
    Defect(String),
    /// The answer could not be written.
    #[error("the answer cannot be written: {}", in_words(.0))]
    Output(#[from] io::Error),
}

impl Failure {
    /// Bad input, from anything that is a sentence.
    pub fn bad_input(sentence: impl ToString) -> Failure {
        Failure::BadInput(sentence.to_string())
    }

    fn exit(&self) -> Exit {
        match self {
            Failure::BadInput(_) | Failure::Output(_) => Exit::BadInput,
            Failure::NotKnown(_) => Exit::NotKnown,
            Failure::Solver(_) | Failure::Defect(_) => Exit::Failed,
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::bad_input(error)
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Failure {
        Failure::bad_input(error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        InputError::new(&error.path, in_words(&error.reason)).into()
    }
}

/// Runs the program with these games.
pub fn main(games: &'static [&'static dyn AnyGame]) -> ExitCode {
    games::set(games);
    // Help texts are wrapped only where they are shown; parsing again gives the same result.
    let cli = Cli::try_parse().or_else(|_| {
        let matches = help::flowing(Cli::command()).try_get_matches()?;
        Cli::from_arg_matches(&matches)
    });
    let result = match cli {
        Ok(cli) => {
            let mut out = Output::new(cli.color);
            let result = run(cli.command, &mut out);
            result.and_then(|exit| Ok(out.finish().map(|()| exit)?))
        }
        Err(help) => match help.print() {
            Err(error) if !help.use_stderr() => Err(error.into()),
            Ok(()) | Err(_) => Ok(if help.use_stderr() { Exit::BadInput } else { Exit::Yes }),
        },
    };
    match result {
        Ok(exit) => exit.into(),
        // The reader has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Exit::Yes.into()
        }
        Err(failure) => {
            output::complain(&failure.to_string());
            failure.exit().into()
        }
    }
}

fn run(command: Command, out: &mut Output) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(&args, out),
        Command::Arcade(args) => arcade::run(&args, out),
        Command::Generate(args) => generate::run(&args, out),
        Command::Curate(args) => curate::run(&args, out),
        Command::Stats(args) => stats::run(&args, out),
        Command::Conjecture(args) => conjecture::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Draw(args) => drawing::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Page(args) => page::run(&args, out),
        Command::Simulate(args) => simulate::run(&args, out),
        Command::Moves(args) => moves::run(&args, out),
        Command::Hint(args) => hint::run(&args, out),
        Command::Shots(args) => shots::run(&args, out),
        Command::Validate(args) => validate::run(&args, out),
        Command::Convert(args) => convert::run(&args, out),
        Command::Pddl(args) => pddl::run(&args, out),
        Command::Eprime(args) => eprime::run(&args, out),
        Command::Minizinc(args) => minizinc::run(&args, out),
        Command::Export(args) => export::run(&args, out),
        Command::Solvers(args) => solvers::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Man(args) => man::run(&args, out),
    }
}
