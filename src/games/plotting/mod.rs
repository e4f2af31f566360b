//! The game of Plotting: its rules, its levels, its plans, its models and its solver.
//!
//! - [`game`]: the game behind the seam;
//! - [`board`]: blocks in a grid;
//! - [`rules`]: what a shot does; the judge of everything else;
//! - [`round`]: shots and MISSes, spare lives, a limit of shots, the score;
//! - [`level`]: a board, a hand, a goal and the firing positions;
//! - [`formats`]: levels as text, read and written;
//! - [`plan`]: sequences of shots, read from text;
//! - [`replay`]: a plan played through the rules into a verdict;
//! - [`story`]: shots, positions and levels in words and pictures; [`motion`]: how blocks fly and fall;
//! - [`models`]: levels as models for planners and constraint solvers;
//! - [`generate`]: boards, drawn at random or listed; [`draw`]: calls of the level generator;
//! - [`edit`]: changes that a designer makes;
//! - [`search`]: the native optimal solver;
//! - [`curate`]: which levels are worth playing;
//! - [`conjecture`]: conjectures about the game, checked on every board;
//! - [`formula`]: expressions over what is known about levels and boards.

pub mod board;
pub mod conjecture;
pub mod curate;
pub mod draw;
pub mod edit;
pub mod formats;
pub mod formula;
pub mod game;
pub mod generate;
pub mod level;
pub mod models;
pub mod motion;
pub mod plan;
pub mod replay;
pub mod round;
pub mod rules;
pub mod search;
pub mod story;
