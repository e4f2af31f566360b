//! Which levels are worth playing (Section 10 of the article).
//!
//! - [`measure`]: levels measured, for every goal at once;
//! - [`metrics`]: what is measured, by name;
//! - [`scope`]: metrics in formulas: which levels are wanted, and which are better;
//! - [`ranking`]: the best of a stream of levels, of which only so many are held;
//! - [`statistics`]: how hard the levels of a set are.

pub mod measure;
pub mod metrics;
pub mod ranking;
pub mod scope;
pub mod statistics;
