//! plotgen: the toolchain for the puzzle Plotting.
//!
//! Three layers, each of which uses only those below it:
//!
//! - [`cli`] and [`view`]: arguments, printing, pictures;
//! - [`lab`]: runs programs as processes, limits and measures them. It knows no game;
//! - [`game`] and [`games::plotting`]: the game. Pure functions of their arguments: no file system,
//!   no process, no terminal.
//!
//! Data flows one way: a file becomes a [`games::plotting::level::Level`], a text becomes a
//! [`games::plotting::plan::Plan`], and the rules replay the plan into a
//! [`games::plotting::replay::Verdict`].

pub mod cli;
pub mod game;
pub mod games;
pub mod lab;
pub mod view;
