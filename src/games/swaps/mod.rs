//! Swaps: a match-three puzzle without gravity. Exchange neighbouring tiles, remove three of a kind in a
//! line, and empty the board or reach a target.
//!
//! - [`board`]: tiles in a grid;
//! - [`rules`]: what a swap and a match do: the judge of everything else;
//! - [`level`]: a board, the pairs that vanish, the fixed kinds, the goal and the cost;
//! - [`search`]: the native solver.

pub mod board;
pub mod level;
pub mod rules;
pub mod search;
