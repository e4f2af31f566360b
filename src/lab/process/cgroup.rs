//! Memory that the system limits: a control group (version 2) for each run, where plotgen may make one.
//!
//! A group is made in the one that plotgen is in, or beside it, wherever memory is handed down to the
//! groups within. Nothing is changed but what was made here. Where that is not possible, and it rarely is
//! without a session of systemd's, the tree is watched instead.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A group of processes that share a limit. When dropped, they are killed and it is removed.
#[derive(Debug)]
pub(super) struct Group(PathBuf);

/// The groups of plotgen.
struct Home {
    /// The one that plotgen is in.
    own: PathBuf,
    /// The one in which others can be made.
    parent: PathBuf,
}

/// Whether groups can be made, found out by making one.
static HOME: LazyLock<Option<Home>> = LazyLock::new(|| {
    let own = own_group()?;
    let above = own.parent()?.to_owned();
    let parent = [own.clone(), above].into_iter().find(|parent| {
        has_word(&parent.join("cgroup.subtree_control"), "memory")
            && make(parent, 1 << 30).is_ok_and(|group| group.visit(&own, || ()).is_ok())
    })?;
    Some(Home { own, parent })
});

static GROUPS: AtomicU64 = AtomicU64::new(0);

/// Held while plotgen is in the group of a run that is being started, lest another run is started there.
static STARTING: Mutex<()> = Mutex::new(());

/// Whether the system limits memory here.
pub(super) fn is_available() -> bool {
    HOME.is_some()
}

impl Group {
    /// A group with a limit, if groups can be made.
    pub(super) fn new(limit: u64) -> io::Result<Option<Group>> {
        HOME.as_ref().map(|home| make(&home.parent, limit)).transpose()
    }

    /// Starts something in the group: what it starts as well is born there.
    pub(super) fn start<T>(&self, start: impl FnOnce() -> T) -> io::Result<T> {
        let _alone: MutexGuard<'_, ()> = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let home = HOME.as_ref().expect("a group was made there");
        self.visit(&home.own, start)
    }

    /// Enters, does something, and goes back.
    fn visit<T>(&self, own: &Path, act: impl FnOnce() -> T) -> io::Result<T> {
        let enter = |group: &Path| fs::write(group.join("cgroup.procs"), process::id().to_string());
        enter(&self.0)?;
        let done = act();
        enter(own)?;
        Ok(done)
    }

    /// Whether the limit was hit so hard that the system killed someone.
    pub(super) fn has_killed(&self) -> bool {
        let events = fs::read_to_string(self.0.join("memory.events")).unwrap_or_default();
        let killed = |line: &str| line.strip_prefix("oom_kill ")?.trim().parse::<u64>().ok();
        events.lines().find_map(killed).is_some_and(|count| count > 0)
    }

    /// The most bytes that were held, where the system tells.
    pub(super) fn peak(&self) -> Option<u64> {
        fs::read_to_string(self.0.join("memory.peak")).ok()?.trim().parse().ok()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Before Linux 5.14 there is no such file, and the tree is killed one by one.
        let _ = fs::write(self.0.join("cgroup.kill"), "1");
        for _ in 0..50 {
            if fs::remove_dir(&self.0).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn make(parent: &Path, limit: u64) -> io::Result<Group> {
    let number = GROUPS.fetch_add(1, Ordering::Relaxed);
    let path = parent.join(format!("plotgen-{}-{number}", process::id()));
    fs::create_dir(&path)?;
    let group = Group(path);
    fs::write(group.0.join("memory.max"), limit.to_string())?;
    // A system without swap has no such file.
    let _ = fs::write(group.0.join("memory.swap.max"), "0");
    let _ = fs::write(group.0.join("memory.oom.group"), "1");
    Ok(group)
}

/// The folder of the group that plotgen is in.
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
