//! Replays a plan and explains where and why it fails.
//!
//! ```sh
//! cargo run --no-default-features --example replay
//! ```

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use plotgen::games::plotting::formats;
use plotgen::games::plotting::plan::{Dialect, Plan};
use plotgen::games::plotting::replay::replay;
use plotgen::games::plotting::story::{portrait, turn};
use plotgen::view::text;

const LEVEL: &str = r#"{"name": "figure-10", "grid": ["RGRR", "RGRB"], "goal": 2}"#;

/// A plan in any dialect: this one is text. The second shot does nothing.
const PLAN: &str = "c1\nr1\n";

fn main() -> Result<(), Box<dyn Error>> {
    let level = formats::read(LEVEL, "level")?.level;
    let plan = Plan::read(PLAN, Dialect::of(PLAN), &level)?;
    let verdict = replay(&level, &plan);

    text::picture(&mut std::io::stdout(), &portrait(&level))?;
    for step in &verdict.played {
        println!("{}", turn(&level, step));
    }
    match verdict.finding {
        Ok(plan) => println!("valid: {plan}"),
        Err(flaw) => println!("invalid: {flaw} (line {})", flaw.line),
    }
    Ok(())
}
