//! The game of Plotting: its rules, its levels and its plans.
//!
//! - [`board`]: blocks in a grid;
//! - [`rules`]: what a shot does. The judge of everything else;
//! - [`level`]: a board, a hand, a goal and the firing positions;
//! - [`formats`]: levels as text, read and written;
//! - [`plan`]: sequences of shots, read from text;
//! - [`replay`]: a plan played through the rules into a verdict;
//! - [`models`]: levels as models for planners;
//! - [`case`]: levels as the lab sees them;
//! - [`campaign`]: what campaign files say of levels and models;
//! - [`generate`]: new levels, drawn at random or listed;
//! - [`search`]: the native optimal solver;
//! - [`curate`]: which levels are worth playing;
//! - [`conjecture`]: what one might believe of the game, checked on every board;
//! - [`formula`]: expressions over what is known of levels and boards.

pub mod board;
pub mod campaign;
pub mod case;
pub mod conjecture;
pub mod curate;
pub mod formats;
pub mod formula;
pub mod generate;
pub mod level;
pub mod models;
pub mod plan;
pub mod replay;
pub mod rules;
pub mod search;
