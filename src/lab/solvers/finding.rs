//! Where a solver's program is looked for: where an environment variable says, on PATH, and where
//! `scripts/setup-solvers` puts it.

use std::env;
use std::path::{Path, PathBuf};

use super::{Installed, Solver};

/// The environment variable that says where `scripts/setup-solvers` puts solvers.
pub const FOLDER_VARIABLE: &str = "PLOTGEN_SOLVERS";

/// The folder that `scripts/setup-solvers` puts solvers into, in the project's own.
const FOLDER: &str = ".solvers";

/// Finds a solver.
pub fn find(solver: &'static dyn Solver) -> Option<Installed> {
    let program = match env::var_os(solver.variable()).filter(|value| !value.is_empty()) {
        // What a user says is taken as it is: if it is wrong, that shows when it is run.
        Some(path) => Some(PathBuf::from(path)),
        None => on_path(solver).or_else(|| in_folders(solver)),
    };
    program.map(|program| Installed { solver, program })
}

fn on_path(solver: &dyn Solver) -> Option<PathBuf> {
    solver.programs().iter().find_map(|name| which::which(name).ok())
}

fn in_folders(solver: &dyn Solver) -> Option<PathBuf> {
    let in_folder = |folder: PathBuf| {
        let bin = folder.join("bin");
        solver.programs().iter().find_map(|name| which::which_in(name, Some(&bin), ".").ok())
    };
    folders().into_iter().find_map(in_folder)
}

/// The folders that the solvers may have been put into: the one that is named, or those of the
/// project that this program was built in and of the one that we are in.
fn folders() -> Vec<PathBuf> {
    if let Some(folder) = env::var_os(FOLDER_VARIABLE).filter(|value| !value.is_empty()) {
        return vec![folder.into()];
    }
    let starts = [env::current_exe().ok(), env::current_dir().ok()];
    let above = |start: &PathBuf| -> Vec<PathBuf> {
        start.ancestors().map(|folder: &Path| folder.join(FOLDER)).collect()
    };
    starts.iter().flatten().flat_map(above).filter(|folder| folder.is_dir()).collect()
}
