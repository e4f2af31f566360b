//! Renders a level as a PDDL problem of the Lean model, with the domain it belongs to.
//!
//! ```sh
//! cargo run --no-default-features --example render
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use plotgen::games::plotting::formats;
use plotgen::games::plotting::models::pddl::Model;

/// A level as published: blocks, the wall on the right, the floor, and the goal.
const LEVEL: &str = "     #\n RRRG#\n RGRR#\n######\ng 1\n";

fn main() -> Result<(), Box<dyn Error>> {
    // The form of a level is recognised by its content.
    let level = formats::read(LEVEL, "figure-9")?.level;
    println!("; {}", Model::Lean.domain_file(&level));
    println!("{}", Model::Lean.domain_of(&level));
    println!("{}", Model::Lean.problem(&level));
    Ok(())
}
