//! Advice for a player: best plans, searched for in the background while the player thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use crate::cli::limits;
use crate::game::any::BoxedLevel;
use crate::game::search::{Defect, SearchResult};
use crate::game::{Budget, search};

/// A search that was started.
pub(super) struct Advice {
    result: Receiver<Result<SearchResult, Defect>>,
    is_cancelled: Arc<AtomicBool>,
    known: Option<Option<SearchResult>>,
}

impl Advice {
    /// Starts to search for the best plan of a level: with the native solver, or by the rules alone in a
    /// game without one.
    pub(super) fn about(level: BoxedLevel) -> Advice {
        let (sender, result) = mpsc::channel();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_cancelled);
        thread::spawn(move || {
            let stop = || stop.load(Ordering::Relaxed);
            let budget =
                Budget { threads: limits::all_threads(), stop: &stop, ..Budget::default() };
            let solved = level.solve(&budget, &mut |_| ());
            // Nobody may be waiting any more.
            let _ = sender.send(solved.unwrap_or_else(|| Ok(level.explore(&budget))));
        });
        Advice { result, is_cancelled, known: None }
    }

    /// The result, once it is there; inside, nothing if the search failed.
    pub(super) fn result(&mut self) -> Option<Option<&search::SearchResult>> {
        if self.known.is_none() {
            match self.result.try_recv() {
                Ok(result) => self.known = Some(result.ok()),
                Err(TryRecvError::Disconnected) => self.known = Some(None),
                Err(TryRecvError::Empty) => {}
            }
        }
        self.known.as_ref().map(Option::as_ref)
    }

    /// Whether the search has ended since this was last asked.
    pub(super) fn has_just_ended(&mut self) -> bool {
        self.known.is_none() && self.result().is_some()
    }
}

impl Drop for Advice {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}
