//! 2248: join equal and doubling numbers along a path into the next power of two.
//!
//! - [`game`]: the game behind the seam;
//! - [`board`]: powers of two in a grid;
//! - [`path`]: paths, and all those that a board allows;
//! - [`rules`]: what a join and a collapse do to a board: the judge of everything else;
//! - [`refill`]: what fills the holes: chance, queues, or nothing;
//! - [`level`]: a board, where new numbers come from, and the goal;
//! - [`state`]: the state of a game, and what a move does to it;
//! - [`formats`]: levels as text, read and written;
//! - [`plan`]: sequences of moves, read from text;
//! - [`replay`]: a plan played through the rules;
//! - [`story`]: moves, boards and levels in words and pictures; [`motion`]: how blocks move;
//! - [`policy`]: whole games played with hints as moves, or at random;
//! - [`draw`]: calls of the level generator, and the boards that it makes;
//! - [`benchmark`]: the project's own benchmark;
//! - [`models`]: levels as models for planners and constraint solvers;
//! - [`edit`]: changes that a designer makes;
//! - [`search`]: the native solver.

pub mod benchmark;
pub mod board;
pub mod draw;
pub mod edit;
pub mod formats;
pub mod game;
pub mod level;
pub mod models;
pub mod motion;
pub mod path;
pub mod plan;
pub mod policy;
pub mod refill;
pub mod replay;
pub mod rules;
pub mod search;
pub mod state;
pub mod story;
