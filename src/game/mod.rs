//! The seam between games and everything else.

pub mod yaml;
