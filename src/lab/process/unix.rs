//! The process tree of a run on systems without `/proc`: its process group.
//!
//! Resource usage is known only after the run has ended, so only wall time and output are limited.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use wait4::ResourceUsage;

use super::Limits;
use super::marker::Marker;

/// The process group of a run.
pub(super) struct Tree {
    leader: Pid,
}

impl Tree {
    pub(super) fn prepare() {}

    pub(super) fn new(leader: Pid, _marker: Marker) -> Self {
        Self { leader }
    }

    pub(super) fn set_backstop(&self, _limits: &Limits) {}

    pub(super) fn scan(&mut self) {}

    pub(super) fn cpu(&self) -> Duration {
        Duration::ZERO
    }

    pub(super) fn memory(&self) -> u64 {
        0
    }

    pub(super) fn peak_memory(&self) -> u64 {
        0
    }

    pub(super) fn has_others(&self) -> bool {
        false
    }

    pub(super) fn signal(&self, signal: Signal) {
        // Fails only if no process is left to signal.
        let _ = kill_process_group(self.leader, signal);
    }

    pub(super) fn wait(&self, longest: Duration) {
        std::thread::sleep(longest.min(Duration::from_millis(2)));
    }

    pub(super) fn total(&self, leader: &ResourceUsage) -> (Duration, u64) {
        (leader.utime + leader.stime, leader.maxrss)
    }
}
