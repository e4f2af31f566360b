//! What only Plotting shows: the gallery of a pack and the page of statistics.
//!
//! - [`pages`]: the pages, each of which needs nothing but itself;
//! - [`svg`]: boards and histograms as SVG;
//! - [`film`]: a game as a strip of boards on a terminal.

pub mod film;
pub mod pages;
pub mod svg;
