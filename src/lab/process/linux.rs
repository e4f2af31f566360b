//! The tree of a run, read from `/proc`.
//!
//! plotgen makes itself the reaper of its orphans: whatever a descendant does, it stays a descendant,
//! and is found by going from parents to children. No other process of the machine is looked at.

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

/// The trees that there are at the moment.
static TREES: AtomicUsize = AtomicUsize::new(0);

/// The processes of a run: the first, which leads a process group, and its descendants.
pub(super) struct Tree {
    leader: i32,
    /// Tells of the end of the leader; not there on systems before Linux 5.3.
    end: Option<OwnedFd>,
    marker: Marker,
    /// Those found by the last look, by number.
    members: HashMap<i32, Member>,
    /// Children of plotgen that the last look found to be of other runs.
    strangers: HashSet<(i32, u64)>,
    /// Whether the last look found one of which it cannot be told yet: it is becoming another program.
    has_unknown: bool,
    /// Ticks used by members that are gone and that no other member answers for.
    gone: u64,
    /// The most ticks that a look has found.
    ticks: u64,
    memory: u64,
    peak_memory: u64,
    /// The peak of plotgen: until a child becomes another program, the system takes it for its own.
    inherited_peak: u64,
}

/// A process as it was found by a look.
#[derive(Clone, Copy)]
struct Member {
    pid: i32,
    parent: i32,
    group: i32,
    session: i32,
    /// Together with the number, this names a process for ever.
    start: u64,
    is_dead: bool,
    /// Ticks of processor time, its own and that of the children that it has waited for.
    ticks: u64,
    /// The part that is of those children.
    ticks_of_children: u64,
    memory: u64,
}

impl Tree {
    /// To be called before the first process of a run starts.
    pub(super) fn prepare() {
        static REAPER: Once = Once::new();
        REAPER.call_once(|| {
            // It exists since Linux 3.4. Without it, orphans are found as long as they have been seen
            // before.
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    pub(super) fn new(leader: Pid, marker: Marker) -> Self {
        TREES.fetch_add(1, Ordering::Relaxed);
        // Nobody reads the core of a solver. If the child has ended already there will be none.
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

    /// Sets limits that each process has for itself, far enough behind ours that they are hit only if
    /// nobody watches any more. Address space is not among them: see [`Limits::memory`].
    pub(super) fn stand_behind(&self, limits: &Limits) {
        let leader = Pid::from_raw(self.leader);
        let set = |resource, limit: Option<u64>| {
            // A process that has ended needs no limit.
            let _ = prlimit(leader, resource, Rlimit { current: limit, maximum: limit });
        };
        if let Some(cpu) = limits.cpu {
            set(Resource::Cpu, Some((cpu + limits.grace).as_secs().saturating_add(60)));
        }
        if let Some(memory) = limits.memory {
            set(Resource::Data, Some(memory.saturating_mul(4).saturating_add(1 << 30)));
        }
    }

    /// Finds the processes and what they use.
    pub(super) fn look(&mut self) {
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
            } else if member.is_dead || self.marked(&process).is_some() {
                strangers.insert((pid, member.start));
            } else {
                has_unknown = true;
            }
        }
        self.gone += self.unanswered(&members);
        self.members = members;
        self.strangers = strangers;
        self.has_unknown = has_unknown;
        self.reap_orphans();
        let ticks = self.gone + self.members.values().map(|member| member.ticks).sum::<u64>();
        self.ticks = self.ticks.max(ticks);
        self.memory = self.members.values().map(|member| member.memory).sum();
        self.peak_memory = self.peak_memory.max(self.memory).max(peak_memory);
    }

    /// Whether a process whose parent is not a member is of this run all the same.
    fn claims(&self, process: &Process, found: &Member) -> bool {
        found.group == self.leader
            || found.session == self.leader
            || self.members.get(&found.pid).is_some_and(|known| known.start == found.start)
            || !self.strangers.contains(&(found.pid, found.start))
                && self.marked(process) == Some(true)
            || is_adopted(found) && TREES.load(Ordering::Relaxed) == 1
    }

    /// Whether a process has the marker; nothing if its environment cannot be seen at the moment.
    fn marked(&self, process: &Process) -> Option<bool> {
        let variables = process.environ().ok().filter(|variables| !variables.is_empty())?;
        let is_marker = |name: &OsString| name.as_encoded_bytes() == self.marker.name().as_bytes();
        Some(variables.keys().any(is_marker))
    }

    /// The ticks of members that are gone and were not added to those of a parent that waited for
    /// them: the parent may be gone too, or not have waited.
    fn unanswered(&self, found: &HashMap<i32, Member>) -> u64 {
        /// Times are rounded down to ticks, user and system times each.
        const ROUNDING: u64 = 2;
        let still =
            |member: &Member| found.get(&member.pid).filter(|now| now.start == member.start);
        let mut unanswered = 0;
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
                None => unanswered += member.ticks,
            }
        }
        for (pid, due) in due {
            let answered = match (self.members.get(&pid), found.get(&pid)) {
                (Some(before), Some(now)) => {
                    now.ticks_of_children.saturating_sub(before.ticks_of_children)
                }
                (Some(_) | None, _) => 0,
            };
            unanswered += due.saturating_sub(answered + ROUNDING);
        }
        unanswered
    }

    /// Members that have died as children of plotgen, but for the leader, whose number is needed.
    fn reap_orphans(&mut self) {
        let (leader, gone) = (self.leader, &mut self.gone);
        self.members.retain(|&pid, member| {
            let is_orphan = pid != leader && member.is_dead && member.parent == own_pid();
            // It is not waited for if only its first thread is dead.
            let is_reaped =
                is_orphan && !matches!(waitpid(Pid::from_raw(pid), WaitOptions::NOHANG), Ok(None));
            if is_reaped {
                *gone += member.ticks;
            }
            !is_reaped
        });
    }

    /// The processor time that was seen to be used.
    pub(super) fn cpu(&self) -> Duration {
        duration(self.ticks)
    }

    /// The memory that the last look found.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// The most memory that was seen.
    pub(super) fn peak_memory(&self) -> u64 {
        self.peak_memory
    }

    /// Whether the last look found others than the leader, or may have.
    pub(super) fn has_others(&self) -> bool {
        self.has_unknown || self.members.keys().any(|&pid| pid != self.leader)
    }

    /// Sends a signal to all that the last look found, and to the whole group.
    pub(super) fn signal(&self, signal: Signal) {
        // A process that is gone needs no signal.
        if let Some(group) = Pid::from_raw(self.leader) {
            let _ = kill_process_group(group, signal);
        }
        for member in self.members.values().filter(|member| member.group != self.leader) {
            member.signal(signal);
        }
    }

    /// Waits until the leader has ended, but not for long.
    pub(super) fn wait(&self, longest: Duration) {
        match &self.end {
            Some(end) => {
                let timeout = Timespec::try_from(longest).ok();
                // A signal ends the waiting early, which does no harm.
                let _ = poll(&mut [PollFd::new(end, PollFlags::IN)], timeout.as_ref());
            }
            None => thread::sleep(longest.min(Duration::from_millis(2))),
        }
    }

    /// Processor time and peak memory of a run that is over, given what the system says of the leader
    /// and of the descendants that were waited for.
    pub(super) fn total(&self, leader: &ResourceUsage) -> (Duration, u64) {
        let cpu = leader.utime + leader.stime + duration(self.gone);
        let is_its_own =
            leader.maxrss > self.inherited_peak.saturating_add(self.inherited_peak / 8);
        // Of a program that was seen at its birth at best, an upper bound is all that is known.
        let was_not_seen = self.peak_memory < NEWBORN;
        let peak = if is_its_own || was_not_seen { leader.maxrss } else { 0 };
        (cpu.max(self.cpu()), peak.max(self.peak_memory))
    }
}

/// No program that has begun to work holds so little.
const NEWBORN: u64 = 1 << 20;

impl Member {
    fn signal(&self, signal: Signal) {
        let Some(pid) = Pid::from_raw(self.pid) else { return };
        // What is opened before the look is what the look finds.
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

/// Whether plotgen did not start this process but is its parent since the true one has died. plotgen
/// opens no sessions. Both sessions come from the same place: in a container the session of plotgen
/// may have been opened outside, and has the number 0 there.
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

/// The most memory that a process has held at a time.
fn peak(process: &Process) -> Option<u64> {
    process.status().ok()?.vmhwm.map(|kibibytes| kibibytes * 1024)
}

fn duration(ticks: u64) -> Duration {
    Duration::from_nanos(ticks * (1_000_000_000 / procfs::ticks_per_second()))
}

/// The children of all threads of a process. They can change while they are read, and one be missed:
/// then the next look finds it.
fn children(pid: i32) -> Vec<i32> {
    let Ok(tasks) = Process::new(pid).and_then(|process| process.tasks()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for task in tasks.flatten() {
        match task.children() {
            Ok(children) => found.extend(children.into_iter().map(u32::cast_signed)),
            Err(_) if !is_listing_children() => return children_by_parent(pid),
            Err(_) => {}
        }
    }
    found
}

/// Whether the system was built to list the children of a process; nearly all are.
fn is_listing_children() -> bool {
    std::path::Path::new("/proc/thread-self/children").exists()
}

fn children_by_parent(pid: i32) -> Vec<i32> {
    let stats =
        all_processes().into_iter().flatten().flatten().filter_map(|other| other.stat().ok());
    stats.filter(|stat| stat.ppid == pid).map(|stat| stat.pid).collect()
}
