//! Whole commands, run as a user runs them.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

#[path = "../aloud/mod.rs"]
mod aloud;
mod answers;
mod arcade;
mod conjecture;
mod constraints;
mod curate;
mod draw;
mod eprime;
mod evidence;
mod export;
mod g2248;
mod g2248_models;
mod generate;
mod harness;
mod levels;
mod minizinc;
mod page;
mod pddl;
mod planners;
#[path = "../plans/mod.rs"]
mod plans;
mod play;
mod several;
mod solve;
mod solvers;
mod swaps;
mod swaps_models;
mod terminal;
mod validate_planners;
