//! `plotgen solvers`: which solvers are installed, and how to install the others; [`check`] puts one through
//! the conformance suite.

mod check;

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use super::model::SOLVERS;
use super::solver_files::SolverFiles;
use super::{Exit, Failure, Output, interrupt};
use crate::game::Language;
use crate::lab::solvers::finding::{self, Missing};
use crate::lab::solvers::minizinc::{self, MiniZinc};
use crate::lab::solvers::{Catalogue, Installed, Solver, Tool, native};

const EXAMPLE: &str = "\
Example:
  $ plotgen solvers
  $ plotgen solvers minizinc-chuffed savilerow-kissat
  $ plotgen solvers --json | jq -r 'select(.found) | .name'
  $ plotgen solvers check my-planner --solvers my-solvers.yaml

A solver is looked for at the path in its environment variable (e.g. PLOTGEN_FAST_DOWNWARD), then on
PATH, then where scripts/setup-solvers puts it: in .solvers of the project, or in $PLOTGEN_SOLVERS.

The solvers of MiniZinc are those that a MiniZinc on this machine offers, and the usual ones.
minizinc-NAME is NAME to `minizinc --solver`.

--json: one object per solver, with name, about, language, found, version, missing (why it cannot be
used, if so), and programs, a list of name, program (where it is, if found), variable and
installation.

Exit code: 0, or 4 if a solver that was named is not on this machine.";

/// List the solvers: found where, which version, what they can do, how to install them
#[derive(clap::Args)]
#[command(after_help = EXAMPLE, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// Only these solvers
    #[arg(value_name = "NAME", value_parser = SOLVERS, hide_possible_values = true)]
    names: Vec<String>,

    #[command(flatten)]
    solvers: SolverFiles,

    /// Answer with one JSON object per solver
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Check(check::Args),
}

#[derive(Serialize)]
struct Entry {
    name: String,
    about: String,
    /// The language it reads; null for the native solver.
    language: Option<Language>,
    found: bool,
    version: Option<String>,
    missing: Option<String>,
    programs: Vec<Program>,
}

#[derive(Serialize)]
struct Program {
    name: String,
    program: Option<PathBuf>,
    variable: String,
    installation: Option<String>,
}

fn native_entry() -> Entry {
    Entry {
        name: native::NAME.to_owned(),
        about: "optimal, with a proof; part of this program".to_owned(),
        language: None,
        found: true,
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        missing: None,
        programs: Vec::new(),
    }
}

fn external(solver: &Arc<dyn Solver>) -> Entry {
    let installed = finding::find(Arc::clone(solver), interrupt::flag());
    let place = |index: usize| Some(installed.as_ref().ok()?.tools.get(index)?.program.clone());
    let program = |(index, tool): (usize, &Tool<'_>)| Program {
        name: tool.name.to_owned(),
        program: place(index),
        variable: tool.variable.to_owned(),
        installation: Some(tool.installation.to_owned()),
    };
    let declared = solver.declared().map(|declared| Program {
        name: declared.program(),
        // The last one: a shell and MiniZinc come before it where they prepare its input.
        program: installed
            .as_ref()
            .ok()
            .and_then(|installed| Some(installed.tools.last()?.program.clone())),
        variable: declared.variable(),
        installation: declared.installation().map(str::to_owned),
    });
    Entry {
        name: solver.name().to_owned(),
        about: solver.about(),
        language: Some(solver.language()),
        found: installed.is_ok(),
        version: installed.as_ref().ok().map(Installed::version),
        missing: installed.as_ref().err().map(Missing::to_string),
        programs: solver.tools().iter().enumerate().map(program).chain(declared).collect(),
    }
}

/// The native solver and all external ones, including those that only a MiniZinc on this machine offers;
/// or only the named ones.
fn entries(names: &[String], catalogue: &Catalogue) -> Result<Vec<Entry>, Failure> {
    if names.is_empty() {
        return Ok(std::iter::once(native_entry())
            .chain(all(catalogue).iter().map(external))
            .collect());
    }
    let entry = |name: &String| match name.as_str() {
        native::NAME => Ok(native_entry()),
        name => catalogue.named(name).map(|solver| external(&solver)).map_err(Failure::BadInput),
    };
    names.iter().map(entry).collect()
}

fn all(catalogue: &Catalogue) -> Vec<Arc<dyn Solver>> {
    let mut all = catalogue.all();
    for name in minizinc::offered(interrupt::flag()) {
        let solver = MiniZinc::with(&name);
        if all.iter().all(|known| known.name() != solver.name()) {
            all.push(Arc::new(solver));
        }
    }
    all
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    if let Some(Command::Check(args)) = &args.command {
        return check::run(args, out);
    }
    let mut exit = Exit::Yes;
    let entries = entries(&args.names, &args.solvers.catalogue()?)?;
    let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or_default();
    for entry in entries {
        if !entry.found && !args.names.is_empty() {
            exit = Exit::Failed;
        }
        if args.json {
            out.json(&entry)?;
            continue;
        }
        out.line(format_args!("{:<width$} {}", entry.name, entry.about))?;
        if let Some(version) = &entry.version {
            out.line(format_args!("{:<width$} version {version}", ""))?;
        }
        for program in entry.programs.iter().filter_map(|program| program.program.as_ref()) {
            out.line(format_args!("{:<width$} at {}", "", program.display()))?;
        }
        if let Some(missing) = &entry.missing {
            out.line(format_args!("{:<width$} {missing}", ""))?;
        }
    }
    Ok(exit)
}
