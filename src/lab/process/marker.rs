//! A mark that every descendant of a run carries in its environment, whatever its group and parents.

use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

static RUNS: AtomicU64 = AtomicU64::new(0);

/// The name of an environment variable that no other run has. Names and not values differ, so that a
/// plotgen that is itself part of a run adds its marks to the one that it carries.
#[derive(Clone, Debug)]
pub(super) struct Marker(String);

impl Marker {
    pub(super) const VALUE: &'static str = "1";

    pub(super) fn new() -> Self {
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        // Process numbers come again; the clock tells them apart.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self(format!("PLOTGEN_RUN_{}_{now:x}_{run}", process::id()))
    }

    pub(super) fn name(&self) -> &str {
        &self.0
    }
}
