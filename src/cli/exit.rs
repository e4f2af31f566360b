//! The exit codes, the same for every command.

use std::process::ExitCode;

/// How a command ended, as its exit code says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Yes: solved, valid, done.
    Yes = 0,
    /// Proved no: unsolvable, an invalid plan.
    No = 1,
    /// Bad usage or bad input.
    BadInput = 2,
    /// Not known: a limit was hit.
    NotKnown = 3,
    /// A solver is missing or failed, or the machine did.
    Failed = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// The table for the help texts.
pub(super) const TABLE: &str = "\
Exit codes:
  0  yes: solved, valid, done
  1  proved no: unsolvable, an invalid plan
  2  bad usage or bad input
  3  not known: a limit was hit
  4  a solver is missing or failed";
