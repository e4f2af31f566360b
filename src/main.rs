//! The `plotgen` program: parse, dispatch, exit code; nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    plotgen::cli::main()
}
