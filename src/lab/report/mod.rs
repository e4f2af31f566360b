//! Computes the figures of a campaign from its records.
//!
//! The records must have been cross-checked already: a run that they call `wrong` never counts as
//! solved. How the figures are presented is up to [`crate::view::report`].
//!
//! - [`results`]: one cell per level and configuration, scores, the virtual best solver;
//! - [`difference`]: how two configurations differ on the levels both ran;
//! - [`summary`]: the figures as JSON.

pub mod difference;
pub mod results;
pub mod summary;
