//! What people see.
//!
//! - [`text`]: pictures and numbers on a terminal;
//! - [`drawing`]: pictures and animations as SVG, PNG and GIF;
//! - [`page`]: what the playground in a browser asks, and the answers;
//! - [`plotting`]: pages that only Plotting has;
//! - `report`: the report of a campaign, as tables, plots and a page (feature `cli`).

pub mod drawing;
pub mod page;
pub mod plotting;
#[cfg(feature = "cli")]
#[doc(hidden)] // The program's own, public for its tests and benchmarks.
pub mod report;
pub mod text;
