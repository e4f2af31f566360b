//! The `plotgen` program: the command line with all games.

use std::process::ExitCode;

fn main() -> ExitCode {
    plotgen::cli::main(plotgen::games::ALL)
}
