//! Campaigns: many runs of solvers on levels, each with a record.
//!
//! - [`record`]: what is known of a run.

pub mod record;
