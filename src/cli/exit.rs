//! Exit codes, which are the same for all commands.

use std::process::ExitCode;

/// The result of a command, as an exit code. The greatest is the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Yes: solved, valid, done.
    Yes = 0,
    /// Proved no: unsolvable, invalid plan.
    No = 1,
    /// Bad usage or bad input, or the answer or a file cannot be written.
    BadInput = 2,
    /// Not known: a limit was hit.
    NotKnown = 3,
    /// A solver is missing or failed, or a check of our own work failed.
    Failed = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The table of exit codes for help texts.
pub(super) const TABLE: &str = "\
Exit codes:
  0  yes: solved, valid, done
  1  proved no: unsolvable, invalid plan
  2  bad usage or bad input, or the output cannot be written
  3  not known: a limit was hit
  4  a solver is missing or failed";
