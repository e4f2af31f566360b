//! The process tree of a run on Linux, read from `/proc`.
//!
//! plotgen makes itself the subreaper of its descendants, so an orphaned descendant becomes a child
//! of plotgen. All of them are found by walking from parents to children; no other process on the
//! machine is inspected.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use procfs::process::{Process, Stat, all_processes};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, kill_process,
    kill_process_group, pidfd_open, pidfd_send_signal, prlimit, set_child_subreaper, waitpid,
};
use wait4::ResourceUsage;

use super::Limits;
use super::marker::Marker;

/// The number of live trees.
static TREES: AtomicUsize = AtomicUsize::new(0);

/// The processes of a run: the first, which leads a process group, and its descendants.
pub(super) struct Tree {
    leader: i32,
    /// Pidfd that signals the end of the leader; `None` before Linux 5.3.
    end: Option<OwnedFd>,
    marker: Marker,
    /// The processes that the last scan found, by pid.
    members: HashMap<i32, Member>,
    /// Children of plotgen that the last scan attributed to other runs, by pid and start time.
    strangers: HashSet<(i32, u64)>,
    /// Whether the last scan found a process whose run is still unknown because it is in `exec`.
    has_unknown: bool,
    /// CPU ticks of members that are gone and are not included in the ticks of another member.
    gone: u64,
    /// The most CPU ticks that any scan found.
    ticks: u64,
    memory: u64,
    peak_memory: u64,
    /// Peak memory of plotgen: until a child calls `exec`, the kernel reports it for the child.
    inherited_peak: u64,
}

/// A process as a scan found it.
#[derive(Clone, Copy)]
struct Member {
    pid: i32,
    parent: i32,
    group: i32,
    session: i32,
    /// Start time. Together with the pid it identifies a process uniquely.
    start: u64,
    is_dead: bool,
    /// CPU ticks of the process and of the children that it has waited for.
    ticks: u64,
    /// The part of `ticks` used by those children.
    ticks_of_children: u64,
    memory: u64,
}

impl Tree {
    /// Makes plotgen a subreaper. Call this before the first process of a run starts.
    pub(super) fn prepare() {
        static REAPER: Once = Once::new();
        REAPER.call_once(|| {
            // Fails before Linux 3.4. Then orphans are found only if a scan has seen them before.
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    pub(super) fn new(leader: Pid, marker: Marker) -> Self {
        TREES.fetch_add(1, Ordering::Relaxed);
        // No core dumps. Fails if the child has ended already, and then there is nothing to limit.
        let _ =
            prlimit(Some(leader), Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
        Self {
            leader: leader.as_raw_nonzero().get(),
            end: pidfd_open(leader, PidfdFlags::empty()).ok(),
            marker,
            members: HashMap::new(),
            strangers: HashSet::new(),
            has_unknown: false,
            gone: 0,
            ticks: 0,
            memory: 0,
            peak_memory: 0,
            inherited_peak: Process::myself().ok().and_then(|own| peak(&own)).unwrap_or(u64::MAX),
        }
    }

    /// Sets per-process rlimits as a backstop. They are so much wider than the limits of the run
    /// that they matter only if plotgen no longer polls. Address space is not limited: see
    /// [`Limits::memory`].
    pub(super) fn set_backstop(&self, limits: &Limits) {
        let leader = Pid::from_raw(self.leader);
        let set = |resource, limit: Option<u64>| {
            // Fails if the process has ended, and then it needs no limit.
            let _ = prlimit(leader, resource, Rlimit { current: limit, maximum: limit });
        };
        if let Some(cpu) = limits.cpu {
            set(Resource::Cpu, Some((cpu + limits.grace).as_secs().saturating_add(60)));
        }
        if let Some(memory) = limits.memory {
            set(Resource::Data, Some(memory.saturating_mul(4).saturating_add(1 << 30)));
        }
    }

    /// Finds all processes of the run and reads their resource usage.
    pub(super) fn scan(&mut self) {
        let mut members = HashMap::new();
        let mut strangers = HashSet::new();
        let mut has_unknown = false;
        let mut open: Vec<(i32, bool)> = Vec::new();
        open.extend(children(own_pid()).into_iter().map(|pid| (pid, false)));
        open.extend(self.members.keys().map(|&pid| (pid, false)));
        open.push((self.leader, true));
        let mut peak_memory = 0;
        while let Some((pid, is_ours)) = open.pop() {
            if members.contains_key(&pid) {
                continue;
            }
            let Some((process, member)) = read(pid) else { continue };
            if is_ours || self.claims(&process, &member) {
                open.extend(children(pid).into_iter().map(|child| (child, true)));
                peak_memory = peak_memory.max(peak(&process).unwrap_or(0));
                members.insert(pid, member);
            } else if member.is_dead || self.has_marker(&process).is_some() {
                strangers.insert((pid, member.start));
            } else {
                has_unknown = true;
            }
        }
        self.gone += self.unaccounted(&members);
        self.members = members;
        self.strangers = strangers;
        self.has_unknown = has_unknown;
        self.reap_orphans();
        let ticks = self.gone + self.members.values().map(|member| member.ticks).sum::<u64>();
        self.ticks = self.ticks.max(ticks);
        self.memory = self.members.values().map(|member| member.memory).sum();
        self.peak_memory = self.peak_memory.max(self.memory).max(peak_memory);
    }

    /// Whether a process belongs to this run although its parent is not a member.
    fn claims(&self, process: &Process, found: &Member) -> bool {
        found.group == self.leader
            || found.session == self.leader
            || self.members.get(&found.pid).is_some_and(|known| known.start == found.start)
            || !self.strangers.contains(&(found.pid, found.start))
                && self.has_marker(process) == Some(true)
            || is_adopted(found) && TREES.load(Ordering::Relaxed) == 1
    }

    /// Whether a process has the marker; `None` if its environment cannot be read at the moment.
    fn has_marker(&self, process: &Process) -> Option<bool> {
        let variables = process.environ().ok().filter(|variables| !variables.is_empty())?;
        let is_marker = |name: &OsString| name.as_encoded_bytes() == self.marker.name().as_bytes();
        Some(variables.keys().any(is_marker))
    }

    /// CPU ticks of members that are gone and that no remaining ancestor's `ticks_of_children`
    /// includes, because the parent is gone too or did not wait for them.
    fn unaccounted(&self, found: &HashMap<i32, Member>) -> u64 {
        /// User and system time are each rounded down to ticks.
        const ROUNDING: u64 = 2;
        let still =
            |member: &Member| found.get(&member.pid).filter(|now| now.start == member.start);
        let mut unaccounted = 0;
        let mut due: HashMap<i32, u64> = HashMap::new();
        for member in self.members.values().filter(|member| still(member).is_none()) {
            let mut ancestor = self.members.get(&member.parent);
            for _ in 0..self.members.len() {
                match ancestor {
                    Some(gone) if still(gone).is_none() => {
                        ancestor = self.members.get(&gone.parent);
                    }
                    Some(_) | None => break,
                }
            }
            match ancestor {
                Some(ancestor) => *due.entry(ancestor.pid).or_default() += member.ticks,
                None => unaccounted += member.ticks,
            }
        }
        for (pid, due) in due {
            let accounted = match (self.members.get(&pid), found.get(&pid)) {
                (Some(before), Some(now)) => {
                    now.ticks_of_children.saturating_sub(before.ticks_of_children)
                }
                (Some(_) | None, _) => 0,
            };
            unaccounted += due.saturating_sub(accounted + ROUNDING);
        }
        unaccounted
    }

    /// Reaps dead members that are children of plotgen, except the leader, whose pid must stay
    /// reserved.
    fn reap_orphans(&mut self) {
        let (leader, gone) = (self.leader, &mut self.gone);
        self.members.retain(|&pid, member| {
            let is_orphan = pid != leader && member.is_dead && member.parent == own_pid();
            // `waitpid` returns `None` if only the main thread is dead.
            let is_reaped =
                is_orphan && !matches!(waitpid(Pid::from_raw(pid), WaitOptions::NOHANG), Ok(None));
            if is_reaped {
                *gone += member.ticks;
            }
            !is_reaped
        });
    }

    /// CPU time seen so far.
    pub(super) fn cpu(&self) -> Duration {
        duration(self.ticks)
    }

    /// Resident memory in bytes at the last scan.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Peak memory in bytes seen so far.
    pub(super) fn peak_memory(&self) -> u64 {
        self.peak_memory
    }

    /// Whether the last scan found, or may have found, processes other than the leader.
    pub(super) fn has_others(&self) -> bool {
        self.has_unknown || self.members.keys().any(|&pid| pid != self.leader)
    }

    /// Sends a signal to the process group and to every member outside it that the last scan found.
    pub(super) fn signal(&self, signal: Signal) {
        // Fails only if no process of the group is left.
        if let Some(group) = Pid::from_raw(self.leader) {
            let _ = kill_process_group(group, signal);
        }
        for member in self.members.values().filter(|member| member.group != self.leader) {
            member.signal(signal);
        }
    }

    /// Waits until the leader has ended, at most `longest`.
    pub(super) fn wait(&self, longest: Duration) {
        match &self.end {
            Some(end) => {
                let timeout = Timespec::try_from(longest).ok();
                // A signal may end the wait early, which is harmless.
                let _ = poll(&mut [PollFd::new(end, PollFlags::IN)], timeout.as_ref());
            }
            None => thread::sleep(longest.min(Duration::from_millis(2))),
        }
    }

    /// CPU time and peak memory of a finished run, given the resource usage that the kernel reports
    /// for the leader and the descendants that it waited for.
    pub(super) fn total(&self, leader: &ResourceUsage) -> (Duration, u64) {
        let cpu = leader.utime + leader.stime + duration(self.gone);
        let is_own_peak =
            leader.maxrss > self.inherited_peak.saturating_add(self.inherited_peak / 8);
        // If no scan saw the program at work, the kernel's upper bound is all there is.
        let was_never_seen = self.peak_memory < LEAST_AT_WORK;
        let peak = if is_own_peak || was_never_seen { leader.maxrss } else { 0 };
        (cpu.max(self.cpu()), peak.max(self.peak_memory))
    }
}

/// A program that has started to work uses at least this many bytes.
const LEAST_AT_WORK: u64 = 1 << 20;

impl Member {
    fn signal(&self, signal: Signal) {
        let Some(pid) = Pid::from_raw(self.pid) else { return };
        // Open the pidfd before checking the start time: if the check passes, the pidfd is the
        // member's.
        let opened = pidfd_open(pid, PidfdFlags::empty());
        if read(self.pid).is_some_and(|(_, now)| now.start == self.start) {
            let _ = match opened {
                Ok(process) => pidfd_send_signal(process, signal),
                Err(_) => kill_process(pid, signal),
            };
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        TREES.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Whether plotgen is the parent only because the original parent has died. Its session differs
/// from plotgen's, because plotgen opens no sessions for its children. Both session ids are read
/// from `/proc`: in a container, plotgen's session may have been opened outside, and its id is then
/// 0.
fn is_adopted(found: &Member) -> bool {
    found.parent == own_pid()
        && read(own_pid()).is_some_and(|(_, own)| own.session != found.session)
}

fn own_pid() -> i32 {
    getpid().as_raw_nonzero().get()
}

fn read(pid: i32) -> Option<(Process, Member)> {
    let process = Process::new(pid).ok()?;
    let Stat { ppid, pgrp, session, starttime, state, utime, stime, cutime, cstime, rss, .. } =
        process.stat().ok()?;
    let ticks_of_children = u64::try_from(cutime + cstime).unwrap_or(0);
    let member = Member {
        pid,
        parent: ppid,
        group: pgrp,
        session,
        start: starttime,
        is_dead: matches!(state, 'Z' | 'X'),
        ticks: utime + stime + ticks_of_children,
        ticks_of_children,
        memory: rss * procfs::page_size(),
    };
    Some((process, member))
}

/// Peak resident memory of a process in bytes.
fn peak(process: &Process) -> Option<u64> {
    process.status().ok()?.vmhwm.map(|kibibytes| kibibytes * 1024)
}

fn duration(ticks: u64) -> Duration {
    Duration::from_nanos(ticks * (1_000_000_000 / procfs::ticks_per_second()))
}

/// The children of all threads of a process. A child that starts during the read may be missed; the
/// next scan finds it.
fn children(pid: i32) -> Vec<i32> {
    let Ok(tasks) = Process::new(pid).and_then(|process| process.tasks()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for task in tasks.flatten() {
        match task.children() {
            Ok(children) => found.extend(children.into_iter().map(u32::cast_signed)),
            Err(_) if !can_list_children() => return children_by_parent(pid),
            Err(_) => {}
        }
    }
    found
}

/// Whether the kernel can list the children of a process (`CONFIG_PROC_CHILDREN`, usually set).
fn can_list_children() -> bool {
    std::path::Path::new("/proc/thread-self/children").exists()
}

fn children_by_parent(pid: i32) -> Vec<i32> {
    let stats =
        all_processes().into_iter().flatten().flatten().filter_map(|other| other.stat().ok());
    stats.filter(|stat| stat.ppid == pid).map(|stat| stat.pid).collect()
}
