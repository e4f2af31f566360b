//! What people see: the game drawn and told.
//!
//! - [`text`]: boards, shots and verdicts on a terminal;
//! - [`svg`]: boards as pictures;
//! - [`html`]: pages that need nothing but themselves.

pub mod html;
pub mod svg;
pub mod text;
