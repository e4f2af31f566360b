//! The option that names files with solvers of the user's own.

use std::path::PathBuf;

use super::Failure;
use crate::lab::solvers::Catalogue;

/// Files that declare solvers.
#[derive(clap::Args)]
pub(super) struct SolverFiles {
    /// Also know the solvers that this file declares: see docs/solvers.md; may be repeated
    #[arg(long = "solvers", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl SolverFiles {
    /// The built-in solvers and those of the files.
    pub(super) fn catalogue(&self) -> Result<Catalogue, Failure> {
        Ok(Catalogue::with_files(self.files.iter().map(PathBuf::as_path))?)
    }
}
