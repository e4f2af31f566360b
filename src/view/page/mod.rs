//! The playground in a browser: a page asks, as JSON, and this module answers, as JSON. The page knows the
//! rules of no game; this module knows no browser.
//!
//! - [`request`]: what can be asked;
//! - [`level`]: levels, read and changed; [`position`]: positions and steps, drawn;
//! - [`advice`]: what the native solvers know: plans, verdicts on moves, hints, difficulty;
//! - [`texts`]: plans read and replayed, levels written in every form and model;
//! - `exports`: the functions of the WebAssembly module;
//! - `site`: the files of the page (feature `cli`).

pub mod advice;
#[cfg(target_family = "wasm")]
mod exports;
pub mod level;
pub mod position;
pub mod request;
#[cfg(feature = "cli")]
#[doc(hidden)] // The program's own, public for its tests and benchmarks.
pub mod site;
pub mod texts;

pub use self::request::answer;

/// What a search needs of its surroundings: a clock, and somebody to report to. WebAssembly has neither.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    /// Seconds since some time in the past.
    pub now: &'a (dyn Fn() -> f64 + Sync),
    /// Called with JSON from time to time while a search is running.
    pub tell: &'a (dyn Fn(&str) + Sync),
}
