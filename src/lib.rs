//! plotgen: the toolchain for the puzzle Plotting.
//!
//! Three layers, each of which knows only those below it:
//!
//! - [`cli`] and [`view`]: arguments, printing, pictures;
//! - [`lab`]: programs run as processes, limited and measured. It knows no game;
//! - [`plotting`]: the game. Pure functions of their arguments: no file system, no process, no
//!   terminal.
//!
//! [`yaml`] serves them all.
//!
//! Data flows one way: a file becomes a [`plotting::level::Level`], a text becomes a
//! [`plotting::plan::Plan`], and the rules replay the plan into a [`plotting::replay::Verdict`].

pub mod cli;
pub mod game;
pub mod games;
pub mod lab;
pub mod view;
