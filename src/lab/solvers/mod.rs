//! The external solvers: how each is found, called and read.
//!
//! What a solver says is a claim, not a fact. The caller checks it: see [`super::attempt`].
//!
//! - [`solver`]: the trait that each of them implements;
//! - [`response`]: what a solver answers, and what it reports about its work;
//! - [`complaint`]: what a solver says went wrong;
//! - [`catalogue`]: the solvers that have a name, with those that the user declares;
//! - [`declared`]: solvers that the user declares;
//! - [`ask`]: an installed solver, asked a question under limits;
//! - [`finding`]: where programs are looked for;
//! - [`downward`]: what Fast Downward and the planners built on it have in common;
//! - [`fast_downward`], [`symk`], [`enhsp`]: the planners;
//! - [`savile_row`]: Savile Row with its backends;
//! - [`minizinc`]: MiniZinc with its solvers;
//! - [`ortools`]: OR-Tools through its Python package;
//! - [`native`]: the native solver, in a process of its own.

pub mod ask;
pub mod catalogue;
pub mod complaint;
pub mod declared;
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
pub use self::catalogue::Catalogue;
pub use self::response::{MOST_OUTPUT, Response, Statistics, Stop};
pub use self::solver::{Call, Exited, Solver, Tool};

use self::minizinc::MiniZinc;
use self::savile_row::{Backend, SavileRow};

/// The external solvers that are built in, in the order in which they are listed. MiniZinc may offer more.
fn built_in() -> Vec<Arc<dyn Solver>> {
    let planners: [Arc<dyn Solver>; 3] =
        [Arc::new(fast_downward::FastDownward), Arc::new(symk::SymK), Arc::new(enhsp::Enhsp)];
    let savile_row = Backend::ALL.map(|backend| Arc::new(SavileRow { backend }) as Arc<dyn Solver>);
    let minizinc = minizinc::USUAL.map(|name| Arc::new(MiniZinc::with(name)) as Arc<dyn Solver>);
    let ortools: Arc<dyn Solver> = Arc::new(ortools::OrTools);
    planners.into_iter().chain(savile_row).chain(minizinc).chain([ortools]).collect()
}
