//! An environment variable that marks every descendant of a run, whatever its group and parents.

use std::env;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

static RUNS: AtomicU64 = AtomicU64::new(0);

/// The prefix of all markers.
const PREFIX: &str = "PLOTGEN_RUN_";

/// The name of an environment variable, unique to one run. Runs differ in the name, not the value,
/// so that the processes of a nested plotgen carry the markers of both runs.
#[derive(Clone, Debug)]
pub(super) struct Marker(String);

impl Marker {
    pub(super) const VALUE: &'static str = "1";

    pub(super) fn new() -> Self {
        let run = RUNS.fetch_add(1, Ordering::Relaxed);
        // Process ids are reused; the time makes the name unique.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self(format!("{PREFIX}{}_{now:x}_{run}", process::id()))
    }

    /// Whether this process is itself part of a run by another plotgen.
    pub(super) fn is_carried() -> bool {
        env::vars_os().any(|(name, _)| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()))
    }

    pub(super) fn name(&self) -> &str {
        &self.0
    }
}
