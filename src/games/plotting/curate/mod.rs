//! Choosing levels that are worth playing (Section 10 of the article).
//!
//! - [`measure`]: measures levels, for every goal at once;
//! - [`metrics`]: the metrics and their names;
//! - [`scope`]: metrics in formulas that filter and rank levels;
//! - [`ranking`]: the best levels of a stream, in bounded memory;
//! - [`statistics`]: a summary of how hard the levels of a set are.

pub mod measure;
pub mod metrics;
pub mod ranking;
pub mod scope;
pub mod statistics;
