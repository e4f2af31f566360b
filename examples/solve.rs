//! Solves a level optimally and prints the plan, or the proof that there is none.
//!
//! ```sh
//! cargo run --no-default-features --example solve
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::time::{Duration, Instant};

use plotgen::games::plotting::formats;
use plotgen::games::plotting::search::{Budget, Outcome, solve};

const LEVEL: &str = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;

fn main() -> Result<(), Box<dyn Error>> {
    let level = formats::read(LEVEL, "level")?.level;

    // One thread per core and 1 GB by default; the caller decides when to stop.
    let start = Instant::now();
    let stop = || start.elapsed() > Duration::from_secs(60);
    let budget = Budget { stop: &stop, ..Budget::default() };

    let answer = solve(&level, &budget, &mut |better| println!("found: {better}"))?;
    match answer.outcome {
        Outcome::Solved(plan) => println!("{}: {plan}, proved optimal", level.name()),
        Outcome::Unsolvable(_) => println!("{}: proved unsolvable", level.name()),
        Outcome::NotKnown(_) => println!("no plan has fewer than {} shots", answer.lower_bound),
    }
    println!("{} positions searched", answer.states);
    Ok(())
}
