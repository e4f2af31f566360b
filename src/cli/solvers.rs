//! `plotgen solvers`: which solvers are on this machine, and how to get the others.

use std::io::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::{Exit, Failure, Output, interrupt};
use crate::lab::solvers::{self, Language, finding};

const EXAMPLE: &str = "\
Example:
  $ plotgen solvers
  $ plotgen solvers --json | jq -r 'select(.found) | .name'

A solver is looked for where its environment variable says (as PLOTGEN_FAST_DOWNWARD), then on PATH,
then where scripts/setup-solvers puts it: in .solvers of the project, or in $PLOTGEN_SOLVERS.

--json: one object a solver, with name, about, language, found, program, version, variable and
installation.";

/// List the solvers: found where, which version, what they can do, how to install them
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Answer with one JSON object a solver
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    about: &'static str,
    /// What it reads; nothing for the native solver.
    language: Option<Language>,
    found: bool,
    program: Option<PathBuf>,
    version: Option<String>,
    variable: Option<&'static str>,
    installation: Option<&'static str>,
}

fn native() -> Entry {
    Entry {
        name: "native",
        about: "optimal, with a proof; part of this program",
        language: None,
        found: true,
        program: std::env::current_exe().ok(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        variable: None,
        installation: None,
    }
}

fn external(solver: &'static dyn solvers::Solver) -> Entry {
    let installed = finding::find(solver);
    let version = installed.as_ref().and_then(|one| one.version(interrupt::flag()).ok()?);
    Entry {
        name: solver.name(),
        about: solver.about(),
        language: Some(solver.language()),
        // What does not tell its version cannot be run.
        found: version.is_some(),
        program: installed.map(|installed| installed.program),
        version,
        variable: Some(solver.variable()),
        installation: Some(solver.installation()),
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    for entry in std::iter::once(native()).chain(solvers::ALL.into_iter().map(external)) {
        if args.json {
            out.json(&entry)?;
            continue;
        }
        writeln!(out, "{:<14} {}", entry.name, entry.about)?;
        match (&entry.program, &entry.version) {
            (Some(program), Some(version)) => {
                writeln!(out, "{:<14} version {version}, at {}", "", program.display())?;
            }
            (Some(program), None) => {
                writeln!(out, "{:<14} does not run: {}", "", program.display())?;
            }
            (None, _) => writeln!(
                out,
                "{:<14} not found; install it with {}, or say in {} where it is",
                "",
                entry.installation.unwrap_or_default(),
                entry.variable.unwrap_or_default()
            )?,
        }
    }
    Ok(Exit::Yes)
}
