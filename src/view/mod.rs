//! What people see: the game drawn and told.
//!
//! - [`text`]: boards, shots and verdicts on a terminal.

pub mod text;
