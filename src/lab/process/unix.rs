//! The tree of a run where there is no `/proc` to read it from: the process group. What it uses is
//! known only at its end, so nothing but the clock limits it.

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

    pub(super) fn stand_behind(&self, _limits: &Limits) {}

    pub(super) fn look(&mut self) {}

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
        // It fails if nobody is left, and then there is nobody to be told.
        let _ = kill_process_group(self.leader, signal);
    }

    pub(super) fn wait(&self, longest: Duration) {
        std::thread::sleep(longest.min(Duration::from_millis(2)));
    }

    pub(super) fn total(&self, leader: &ResourceUsage) -> (Duration, u64) {
        (leader.utime + leader.stime, leader.maxrss)
    }
}
