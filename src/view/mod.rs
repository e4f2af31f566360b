//! What people see.
//!
//! - [`text`]: pictures and numbers on a terminal;
//! - [`report`]: the report of a campaign, as tables, plots and a page;
//! - [`plotting`]: what only Plotting shows.

pub mod plotting;
pub mod report;
pub mod text;
