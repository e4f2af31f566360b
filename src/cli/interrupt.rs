//! Handles Ctrl-C. The first asks the command to stop and print what it has found so far. The
//! second ends the program immediately.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the handler and returns the flag that Ctrl-C or a termination signal sets.
pub(super) fn flag() -> &'static AtomicBool {
    // If the handler cannot be installed, Ctrl-C ends the program immediately, as by default.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::NotKnown as i32);
        }
    });
    &INTERRUPTED
}

/// Asks the command to stop, as Ctrl-C does.
pub(super) fn request() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Whether the command was asked to stop.
pub(super) fn is_set() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
