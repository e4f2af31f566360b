//! The cores of this machine, and which of them each worker of a campaign gets.

use std::collections::BTreeSet;
use std::fs;

use crate::lab::process::affinity::{Processor, allowed};

/// A core: the logical processor that a run is pinned to, and the other ones of that core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// The processor for the run.
    pub processor: Processor,
    /// The processors that share the core, which stay idle.
    pub siblings: Vec<Processor>,
}

impl Core {
    /// The core of a processor.
    pub fn of(processor: Processor) -> Core {
        let mut siblings = siblings(processor);
        siblings.retain(|&sibling| sibling != processor);
        Core { processor, siblings }
    }
}

/// A core for each of some workers.
///
/// # Errors
/// If the machine has fewer cores that this process may use: why the runs are not pinned, in words.
pub fn for_workers(workers: usize) -> Result<Vec<Core>, String> {
    share(&allowed(), &siblings, workers)
}

fn share(
    allowed: &[Processor],
    siblings: &dyn Fn(Processor) -> Vec<Processor>,
    workers: usize,
) -> Result<Vec<Core>, String> {
    let mut taken = BTreeSet::new();
    let mut cores = Vec::new();
    for &processor in allowed {
        if taken.contains(&processor) {
            continue;
        }
        let mut others = siblings(processor);
        taken.extend(others.iter().copied());
        others.retain(|&sibling| sibling != processor);
        cores.push(Core { processor, siblings: others });
    }
    if cores.is_empty() {
        return Err("this system does not say which cores runs may be pinned to".to_owned());
    }
    if cores.len() < workers {
        return Err(format!(
            "{workers} runs at a time are not pinned: this process may use {} of this machine's cores",
            cores.len()
        ));
    }
    // The first processor serves the most interrupts on many machines.
    Ok(cores.into_iter().rev().take(workers).collect())
}

/// The processors of a core, given one of them.
fn siblings(processor: Processor) -> Vec<Processor> {
    let file = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    fs::read_to_string(file).ok().and_then(|text| list(&text)).unwrap_or(vec![processor])
}

/// A list of processors as the kernel writes it, e.g. `0-1,8`.
fn list(text: &str) -> Option<Vec<Processor>> {
    let mut all = Vec::new();
    for part in text.trim().split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (Processor, Processor) = (first.parse().ok()?, last.parse().ok()?);
        // No core has more threads than this; a longer list is not one.
        if last < first || last - first > 1024 {
            return None;
        }
        all.extend(first..=last);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors_are_read_as_the_kernel_writes_them() {
        assert_eq!(list("0-1,8\n"), Some(vec![0, 1, 8]));
        assert_eq!(list("3\n"), Some(vec![3]));
        assert_eq!(list("x"), None);
        assert_eq!(list("5-2"), None);
    }

    #[test]
    fn each_worker_gets_a_core_and_its_siblings_stay_idle() {
        // Four cores with two threads each: 0 and 4, 1 and 5, and so on.
        let siblings = |processor: Processor| vec![processor % 4, processor % 4 + 4];
        let all: Vec<Processor> = (0..8).collect();
        let cores = share(&all, &siblings, 2).unwrap();
        assert_eq!(
            cores,
            [Core { processor: 3, siblings: vec![7] }, Core { processor: 2, siblings: vec![6] }]
        );
        let error = share(&[0, 4, 5], &siblings, 3).unwrap_err();
        assert!(error.starts_with("3 runs at a time are not pinned: this process may use 2 of"));
        assert!(share(&[], &siblings, 1).is_err());
    }
}
