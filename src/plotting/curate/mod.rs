//! Which levels are worth playing (Section 10 of the article).
//!
//! - [`measure`]: levels measured, for every goal at once;
//! - [`metrics`]: what is measured, by name.

pub mod measure;
pub mod metrics;
