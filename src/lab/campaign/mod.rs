//! Campaigns: many runs of solvers on levels, each with a record.
//!
//! - [`record`]: what is known of a run;
//! - [`crosscheck`]: what the runs on a level say of each other.

pub mod crosscheck;
pub mod record;
