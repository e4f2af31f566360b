//! Reports skipped tests visibly.

use std::io::Write;

/// Reports that something is skipped, and why. Writes directly to standard error, because the test
/// runner captures what a passing test prints with macros.
pub(crate) fn skipped(what: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}
