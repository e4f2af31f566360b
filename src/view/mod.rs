//! What people see: the game drawn and told.
//!
//! - [`text`]: boards, shots and verdicts on a terminal;
//! - [`svg`]: boards as pictures;
//! - [`html`]: pages that need nothing but themselves;
//! - [`report`]: the figures of a campaign as tables, plots and a page.

pub mod html;
pub mod report;
pub mod svg;
pub mod text;
