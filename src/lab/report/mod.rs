//! Computes the figures of a campaign from its records.
//!
//! The records must have been cross-checked already: a run marked `wrong` never counts as solved.
//! Nothing is drawn here.
//!
//! - [`results`]: one cell per level and configuration, scores, the virtual best solver;
//! - [`difference`]: two configurations compared;
//! - [`scaling`]: time by a figure of the levels;
//! - [`phases`]: time by phase of the solver;
//! - [`summary`]: the figures as a JSON object;
//! - `notes`: what limits the meaning of the figures.

pub mod difference;
mod notes;
pub mod phases;
pub mod results;
pub mod scaling;
pub mod summary;
