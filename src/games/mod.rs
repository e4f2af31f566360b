//! The games. This is the only list of them.

pub mod plotting;
