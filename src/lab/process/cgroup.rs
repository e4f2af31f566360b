//! Limits the memory of a run with a control group (cgroup v2), where plotgen may create one.
//!
//! The group is a child or a sibling of plotgen's own group, wherever the memory controller is
//! delegated. No existing group is changed. Creating groups rarely works outside a systemd session;
//! then the process tree is polled instead.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A group of processes that share a memory limit. Dropping it kills them and removes the group.
#[derive(Debug)]
pub(super) struct Group(PathBuf);

/// Where groups are created.
struct Home {
    /// The group that plotgen is in.
    own: PathBuf,
    /// The group under which new groups can be created.
    parent: PathBuf,
}

/// Where groups can be created, determined by creating one; `None` if nowhere.
static HOME: LazyLock<Option<Home>> = LazyLock::new(|| {
    let own = own_group()?;
    let above = own.parent()?.to_owned();
    let parent = [own.clone(), above].into_iter().find(|parent| {
        has_word(&parent.join("cgroup.subtree_control"), "memory")
            && create(parent, 1 << 30).is_ok_and(|group| group.visit(&own, || ()).is_ok())
    })?;
    Some(Home { own, parent })
});

static GROUPS: AtomicU64 = AtomicU64::new(0);

/// Held while plotgen is in the group of a run that it starts, so that no other run starts there.
static STARTING: Mutex<()> = Mutex::new(());

/// Whether the kernel can enforce memory limits on this machine.
pub(super) fn is_available() -> bool {
    HOME.is_some()
}

impl Group {
    /// Creates a group with a limit in bytes; `None` if groups cannot be created here.
    pub(super) fn new(limit: u64) -> io::Result<Option<Group>> {
        HOME.as_ref().map(|home| create(&home.parent, limit)).transpose()
    }

    /// Runs `start` with plotgen in the group, so that the processes it spawns are members.
    pub(super) fn start<T>(&self, start: impl FnOnce() -> T) -> io::Result<T> {
        let _alone: MutexGuard<'_, ()> = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let home = HOME.as_ref().expect("a group exists only if HOME does");
        self.visit(&home.own, start)
    }

    /// Moves plotgen into the group, runs `act`, and moves plotgen back.
    fn visit<T>(&self, own: &Path, act: impl FnOnce() -> T) -> io::Result<T> {
        let enter = |group: &Path| fs::write(group.join("cgroup.procs"), process::id().to_string());
        enter(&self.0)?;
        let result = act();
        enter(own)?;
        Ok(result)
    }

    /// Whether the kernel killed a process of the group for exceeding the limit.
    pub(super) fn has_killed(&self) -> bool {
        let events = fs::read_to_string(self.0.join("memory.events")).unwrap_or_default();
        let killed = |line: &str| line.strip_prefix("oom_kill ")?.trim().parse::<u64>().ok();
        events.lines().find_map(killed).is_some_and(|count| count > 0)
    }

    /// Peak memory in bytes, if the kernel reports it.
    pub(super) fn peak(&self) -> Option<u64> {
        fs::read_to_string(self.0.join("memory.peak")).ok()?.trim().parse().ok()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // This file exists since Linux 5.14. Without it, the tree is killed process by process.
        let _ = fs::write(self.0.join("cgroup.kill"), "1");
        for _ in 0..50 {
            if fs::remove_dir(&self.0).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn create(parent: &Path, limit: u64) -> io::Result<Group> {
    let number = GROUPS.fetch_add(1, Ordering::Relaxed);
    let path = parent.join(format!("plotgen-{}-{number}", process::id()));
    fs::create_dir(&path)?;
    let group = Group(path);
    fs::write(group.0.join("memory.max"), limit.to_string())?;
    // This file does not exist on a system without swap.
    let _ = fs::write(group.0.join("memory.swap.max"), "0");
    let _ = fs::write(group.0.join("memory.oom.group"), "1");
    Ok(group)
}

/// The directory of the group that plotgen is in.
fn own_group() -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let mounted = mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        kind.starts_with("cgroup2 ").then(|| place.split(' ').nth(4))?
    })?;
    Some(Path::new(mounted).join(own))
}

fn has_word(file: &Path, word: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.split_whitespace().any(|found| found == word))
}
