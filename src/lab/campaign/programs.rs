//! The solvers of a campaign as they are found on this machine, now. Nothing in a campaign's folder
//! says which program is executed: an archive may come from anywhere.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::task::Task;
use crate::lab::solvers::declared::Declared;
use crate::lab::solvers::declared::declaration::Declaration;
use crate::lab::solvers::finding::{self, Found};
use crate::lab::solvers::{Catalogue, Installed, Solver};

/// The option of the command that executes one run, for a program of its solver. Its values are the
/// path and the version.
pub const OPTION: &str = "--program";

/// The option of that command for a declared solver. Its value is the declaration as JSON.
pub const DECLARED: &str = "--declared";

/// The solvers that were looked for, by name: their programs, or why they cannot be used.
#[derive(Default)]
pub struct Programs(BTreeMap<String, Result<Installed, String>>);

impl Programs {
    /// The solvers of these tasks.
    pub fn of(tasks: &[Task], catalogue: &Catalogue, interrupted: &AtomicBool) -> Programs {
        let mut programs = Programs::default();
        for Task { configuration, .. } in tasks {
            let (name, declared) = (&configuration.solver, configuration.declared.as_ref());
            if programs.0.contains_key(name) {
                continue;
            }
            match catalogue.planned(name, declared) {
                Ok(solver) => drop(programs.find(solver, interrupted)),
                Err(why) => drop(programs.0.insert(name.clone(), Err(why))),
            }
        }
        programs
    }

    /// The declarations of those that are declared, as arguments of the command that executes one run.
    pub fn declarations(&self) -> Vec<String> {
        let found = self.0.values().flatten();
        let declared = found.filter_map(|installed| installed.solver.declared());
        declared.flat_map(|declared| [DECLARED.to_owned(), json(declared)]).collect()
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

    /// The solvers that are declared and were found, by name.
    pub fn declared(&self) -> BTreeMap<&str, &Declaration> {
        let found = self.0.values().flatten();
        let declared = found.filter_map(|installed| installed.solver.declared());
        declared.map(|declared| (declared.name(), declared.declaration())).collect()
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
    let declared = installed.solver.declared();
    let declared = declared.map(|declared| [DECLARED.into(), json(declared).into()]);
    let tools = installed.tools.iter().flat_map(|Found { program, version }| {
        [OPTION.into(), program.clone().into_os_string(), version.clone().into()]
    });
    declared.into_iter().flatten().chain(tools)
}

fn json(declared: &Declared) -> String {
    serde_json::to_string(declared).unwrap_or_default()
}

/// A solver with the programs that these arguments describe: the values of [`OPTION`], in order.
pub fn from_arguments(solver: Arc<dyn Solver>, values: &[OsString]) -> Installed {
    let found = |pair: &[OsString]| Found {
        program: PathBuf::from(&pair[0]),
        version: pair[1].to_string_lossy().into_owned(),
    };
    let tools = values.chunks_exact(2).map(found).collect();
    Installed { solver, tools }
}
