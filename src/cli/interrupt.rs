//! Ctrl-C: the first asks the work to stop, so that what is known can still be said; the second ends
//! the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

use super::exit::Exit;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C (or a request to terminate) sets.
pub(super) fn flag() -> &'static AtomicBool {
    // Without a handler Ctrl-C ends the program at once: no worse than a program without this.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::NotKnown as i32);
        }
    });
    &INTERRUPTED
}

/// Asks the work to stop, as Ctrl-C does.
pub(super) fn request() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Whether Ctrl-C was pressed.
pub(super) fn is_set() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
