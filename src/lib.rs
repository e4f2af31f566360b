//! plotgen: the toolchain for the puzzle Plotting (Taito 1989; CSPLib problem 088), as a library.
//!
//! Without the feature `cli` the crate has no processes, no file system and no terminal, and compiles to
//! WebAssembly: levels, rules, plans, models and the native solver, which needs nothing installed.
//!
//! ```
//! use plotgen::games::plotting::formats;
//! use plotgen::games::plotting::search::{Budget, Outcome, solve};
//!
//! let level = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;
//! let level = formats::read(level, "level")?.level;
//! let answer = solve(&level, &Budget::default(), &mut |_| ())?;
//! let Outcome::Solved(plan) = answer.outcome else { panic!("the level has a plan") };
//! assert_eq!(plan.to_string(), "c1 r1 r2 c4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | you want to | see |
//! |---|---|
//! | read and write levels | [`games::plotting::formats`], [`games::plotting::level`] |
//! | play | [`games::plotting::rules`] |
//! | solve a level optimally | [`games::plotting::search`] |
//! | read a plan and check it | [`games::plotting::plan`], [`games::plotting::replay`] |
//! | render a model | [`games::plotting::models`] |
//! | generate levels | [`games::plotting::generate`], [`games::plotting::draw`] |
//! | treat all games alike | [`game::AnyGame`], [`games::ALL`] |
//! | write a game of your own | [`game::Game`] |
//! | draw a position on a terminal | [`view::text`] |
//! | draw a level or a plan as SVG | [`view::drawing`] |
//!
//! `examples/` has three short programs.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `cli` | yes | the `plotgen` program: the command line, external solvers, campaigns and reports |
//!
//! A program that only uses the library depends on
//! `plotgen = { version = "0.1", default-features = false }`.
//!
//! # Layers
//!
//! [`game`] is the seam between games and everything else; [`games`] are written against it and know
//! nothing else of the crate. With `cli`, `lab` runs solvers and campaigns and knows only the seam, and
//! `cli` and [`view`] are on top.

// The module of the page leaves out what no page asks for, and with it the use of some imports.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

#[cfg(feature = "cli")]
#[doc(hidden)] // The program's own, public for its tests and benchmarks.
pub mod cli;
pub mod game;
pub mod games;
#[cfg(feature = "cli")]
#[doc(hidden)] // The program's own, public for its tests and benchmarks.
pub mod lab;
pub mod view;
