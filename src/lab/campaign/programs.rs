//! The solvers of a campaign as they are found on this machine, now. Nothing in a campaign's folder
//! says which program is executed: an archive may come from anywhere.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::task::Task;
use crate::lab::solvers::finding::{self, Found};
use crate::lab::solvers::{self, Installed, Solver};

/// The option of the command that executes one run, for a program of its solver. Its values are the
/// path and the version.
pub const OPTION: &str = "--program";

/// The solvers that were looked for, by name: their programs, or why they cannot be used.
#[derive(Default)]
pub struct Programs(BTreeMap<String, Result<Installed, String>>);

impl Programs {
    /// The solvers of these tasks.
    pub fn of(tasks: &[Task], interrupted: &AtomicBool) -> Programs {
        let mut programs = Programs::default();
        for Task { configuration, .. } in tasks {
            if let Ok(solver) = solvers::named(&configuration.solver) {
                programs.find(solver, interrupted);
            }
        }
        programs
    }

    /// Looks for a solver, unless that was done before.
    pub fn find(
        &mut self,
        solver: Arc<dyn Solver>,
        interrupted: &AtomicBool,
    ) -> &Result<Installed, String> {
        let find = || finding::find(Arc::clone(&solver), interrupted);
        self.0
            .entry(solver.name().to_owned())
            .or_insert_with(|| find().map_err(|missing| missing.to_string()))
    }

    /// A solver that was looked for.
    ///
    /// # Errors
    /// If it cannot be used: why, in words.
    pub fn get(&self, solver: &str) -> Result<&Installed, String> {
        match self.0.get(solver) {
            Some(found) => found.as_ref().map_err(String::clone),
            None => Err(format!("there is no solver {solver}")),
        }
    }

    /// The solver of a task.
    ///
    /// # Errors
    /// If it cannot be used, or has another version than the task says: why, in words.
    pub fn solver_of(&self, task: &Task) -> Result<&Installed, String> {
        let installed = self.get(&task.configuration.solver)?;
        let (planned, found) = (&task.configuration.version, installed.version());
        if *planned == found {
            return Ok(installed);
        }
        let planned = if planned.is_empty() { "no version" } else { planned };
        Err(format!("the run was planned for {planned}, and {found} is installed"))
    }

    /// The solvers that cannot be used, and why.
    pub fn missing(&self) -> BTreeMap<&str, &str> {
        self.0
            .iter()
            .filter_map(|(name, found)| Some((&**name, &**found.as_ref().err()?)))
            .collect()
    }
}

/// The programs of a solver as arguments of the command that executes one run.
pub fn arguments(installed: &Installed) -> impl Iterator<Item = OsString> {
    installed.tools.iter().flat_map(|Found { program, version }| {
        [OPTION.into(), program.clone().into_os_string(), version.clone().into()]
    })
}

/// The solver that these arguments describe: the values of [`OPTION`], in order.
///
/// # Errors
/// If there is no such solver.
pub fn from_arguments(solver: &str, values: &[OsString]) -> Result<Installed, String> {
    let found = |pair: &[OsString]| Found {
        program: PathBuf::from(&pair[0]),
        version: pair[1].to_string_lossy().into_owned(),
    };
    let tools = values.chunks_exact(2).map(found).collect();
    Ok(Installed { solver: solvers::named(solver)?, tools })
}
