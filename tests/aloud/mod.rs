//! Tests that cannot be run say so aloud.

use std::io::Write;

/// Says that something is skipped, and why. Written past the test runner, which keeps what a passing test
/// prints to itself.
pub(crate) fn skipped(what: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}
