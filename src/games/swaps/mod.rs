//! Swaps: a match-three puzzle without gravity. Exchange neighbouring tiles, remove three of a kind in a
//! line, and empty the board or reach a target.
//!
//! - [`game`]: the game behind the seam;
//! - [`board`]: tiles in a grid;
//! - [`rules`]: what a swap and a match do: the judge of everything else;
//! - [`level`]: a board, the pairs that vanish, the fixed kinds, the goal and the cost;
//! - [`formats`]: levels as text, read and written;
//! - [`plan`]: sequences of moves, read from text;
//! - [`replay`]: a plan played through the rules;
//! - [`story`]: moves, boards and levels in words and pictures; [`motion`]: how tiles glide;
//! - [`generate`]: boards, drawn at random or listed; [`draw`]: calls of the level generator;
//! - [`models`]: levels as models for planners and constraint solvers;
//! - [`edit`]: changes that a designer makes;
//! - [`search`]: the native solver.

pub mod board;
pub mod draw;
pub mod edit;
pub mod formats;
pub mod game;
pub mod generate;
pub mod level;
pub mod models;
pub mod motion;
pub mod plan;
pub mod replay;
pub mod rules;
pub mod search;
pub mod story;
