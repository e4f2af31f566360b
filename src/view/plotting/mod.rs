//! Views specific to Plotting: the gallery of a pack, the page of statistics and the filmstrip.
//!
//! - [`pages`]: self-contained HTML pages;
//! - [`histogram`]: histograms as SVG;
//! - [`film`]: a game as a strip of boards on a terminal.

pub mod film;
pub mod histogram;
pub mod pages;
