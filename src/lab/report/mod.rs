//! Computes the figures of a campaign from its records.
//!
//! The records must have been cross-checked already: a run marked `wrong` never counts as solved.
//! Nothing is drawn here.
//!
//! - [`results`]: one cell per level and configuration, scores, the virtual best solver;
//! - [`progress`]: runs that are missing, and configurations that never ran;
//! - [`difference`]: two configurations compared;
//! - [`significance`]: whether a difference is more than chance, with the tests of [`statistics`];
//! - [`quality`]: plans compared with the best known;
//! - [`resources`]: states, time and memory;
//! - [`repetitions`]: the spread of repeated runs, and seeds;
//! - [`flat`]: every record as a row of a table;
//! - [`layout`]: the tables and figures that a campaign file asks for;
//! - [`scaling`]: time by a figure of the levels;
//! - [`phases`]: time by phase of the solver;
//! - [`summary`]: the figures as a JSON object;
//! - `notes`: what limits the meaning of the figures.

pub mod difference;
pub mod flat;
pub mod layout;
mod notes;
pub mod phases;
pub mod progress;
pub mod quality;
pub mod repetitions;
pub mod resources;
pub mod results;
pub mod scaling;
pub mod significance;
pub mod statistics;
pub mod summary;
