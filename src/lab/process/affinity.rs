//! Pins a process to one processor, where the system allows it.

use std::io;

/// A logical processor, by the number that the system gives it.
pub type Processor = usize;

/// The processors that this process may use.
#[cfg(target_os = "linux")]
pub fn allowed() -> Vec<Processor> {
    let set = rustix::thread::sched_getaffinity(None).ok();
    let most = rustix::thread::CpuSet::MAX_CPU;
    set.map_or(Vec::new(), |set| (0..most).filter(|&processor| set.is_set(processor)).collect())
}

/// The processors that this process may use: not known on this system.
#[cfg(not(target_os = "linux"))]
pub fn allowed() -> Vec<Processor> {
    Vec::new()
}

/// Starts a process on this processor only. The calling thread moves there, so that the process is
/// pinned from its first instruction on, and moves back.
#[cfg(target_os = "linux")]
pub(super) fn on<T>(
    processor: Option<Processor>,
    start: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Some(processor) = processor.filter(|&processor| processor < CpuSet::MAX_CPU) else {
        return start();
    };
    let before = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set(processor);
    sched_setaffinity(None, &one)?;
    let started = start();
    // If this fails, plotgen shares that processor from now on, which harms only times.
    let _ = sched_setaffinity(None, &before);
    started
}

/// Starts a process. This system does not pin processes.
#[cfg(not(target_os = "linux"))]
pub(super) fn on<T>(
    _processor: Option<Processor>,
    start: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    start()
}
