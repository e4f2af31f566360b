//! The external solvers: how each is found, called and read.
//!
//! What a solver says is a claim, not a fact. The caller checks it: see [`super::attempt`].
//!
//! - [`solver`]: the trait that each of them implements;
//! - [`response`]: what a solver answers, and what it reports about its work;
//! - [`complaint`]: what a solver says went wrong;
//! - [`ask`]: an installed solver, asked a question under limits;
//! - [`finding`]: where programs are looked for;
//! - [`downward`]: what Fast Downward and the planners built on it have in common;
//! - [`fast_downward`], [`symk`], [`enhsp`]: the planners;
//! - [`savile_row`]: Savile Row with its backends;
//! - [`minizinc`]: MiniZinc with its solvers;
//! - [`ortools`]: OR-Tools through its Python package;
//! - [`native`]: the native solver, in a process of its own.

pub mod ask;
pub mod complaint;
pub mod downward;
pub mod enhsp;
pub mod fast_downward;
pub mod finding;
pub mod minizinc;
pub mod native;
pub mod ortools;
pub mod response;
pub mod savile_row;
pub mod solver;
pub mod symk;

use std::sync::Arc;

pub use self::ask::{AskError, Installed, Question, Reply};
pub use self::response::{MOST_OUTPUT, Response, Statistics, Stop};
pub use self::solver::{Call, Exited, Solver, Tool};

use self::minizinc::MiniZinc;
use self::savile_row::{Backend, SavileRow};

/// The external solvers that are always listed, in this order. MiniZinc may offer more.
pub fn all() -> Vec<Arc<dyn Solver>> {
    let planners: [Arc<dyn Solver>; 3] =
        [Arc::new(fast_downward::FastDownward), Arc::new(symk::SymK), Arc::new(enhsp::Enhsp)];
    let savile_row = Backend::ALL.map(|backend| Arc::new(SavileRow { backend }) as Arc<dyn Solver>);
    let minizinc = minizinc::USUAL.map(|name| Arc::new(MiniZinc::with(name)) as Arc<dyn Solver>);
    let ortools: Arc<dyn Solver> = Arc::new(ortools::OrTools);
    planners.into_iter().chain(savile_row).chain(minizinc).chain([ortools]).collect()
}

/// The solver of this name, the native one included. Any solver of MiniZinc has a name.
///
/// # Errors
/// If there is none: a sentence that lists the solvers.
pub fn named(name: &str) -> Result<Arc<dyn Solver>, String> {
    if name == native::NAME {
        return Ok(Arc::new(native::Native));
    }
    let known = all().into_iter().find(|solver| solver.name() == name);
    let of_minizinc = || {
        let backend = name.strip_prefix(minizinc::PREFIX).filter(|backend| !backend.is_empty())?;
        Some(Arc::new(MiniZinc::with(backend)) as Arc<dyn Solver>)
    };
    known.or_else(of_minizinc).ok_or_else(|| {
        let all = all();
        let names: Vec<&str> = all.iter().map(|solver| solver.name()).collect();
        format!("{name:?} is not a solver (native, {})", names.join(", "))
    })
}
