//! Reads limits from the command line: threads, time and memory.

use std::sync::LazyLock;

pub(super) use crate::lab::quantity::{bytes, duration, threads};

/// One thread per available core. Asked once: the system takes its time to answer.
pub(super) fn all_threads() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

/// Reads the maximum number of concurrent runs on this machine.
pub(super) fn workers(text: &str) -> Result<usize, String> {
    up_to(text, 1024)
}

/// Reads the maximum number of concurrent runs on a cluster.
pub(super) fn jobs(text: &str) -> Result<usize, String> {
    up_to(text, 1_000_000)
}

fn up_to(text: &str, max: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=max).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number from 1 to {max}"))
}
