//! One child process with its descendants, from start to reaping.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf, absolute};
use std::process::{self, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use wait4::{ResUse, Wait4};

use super::affinity;
#[cfg(target_os = "linux")]
use super::cgroup::Group;
use super::marker::Marker;
use super::tree::Tree;
use super::watchdog::Guarded;
use super::{Ending, Job, Limits, STDERR, STDOUT, StartError, Usage};

/// Poll interval while waiting for the process tree to exit.
const EXIT_POLL: Duration = Duration::from_millis(2);
/// Time for descendants to finish after the first process has exited, e.g. a `tee` of its output.
const LINGER: Duration = Duration::from_millis(500);
/// A process still alive this long after SIGKILL hangs in the kernel; more signals do not help.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// A child process with all its descendants. Dropping it kills them.
pub(super) struct Child {
    process: process::Child,
    leader: Pid,
    tree: Tree,
    /// The control group that limits its memory, if there is one.
    #[cfg(target_os = "linux")]
    group: Option<Group>,
    /// The files that receive its output.
    printed: [File; 2],
    started: Instant,
    /// When the first process was seen to have ended.
    ended: Option<Instant>,
    /// `Some` until the first process is reaped; until then its pid cannot be reused.
    guarded: Option<Guarded>,
}

impl Child {
    pub(super) fn start(job: &Job<'_>) -> Result<Self, StartError> {
        let marker = Marker::new();
        let stdout = create(job.directory.join(STDOUT))?;
        let stderr = create(job.directory.join(STDERR))?;
        let mut guarded = Guarded::new(marker.clone())
            .map_err(|reason| StartError::NoWatchdog { program: job.program.into(), reason })?;
        Tree::prepare();
        let clone_of = |file: &File, name| {
            file.try_clone()
                .map_err(|reason| StartError::Output { file: job.directory.join(name), reason })
        };
        let printed = [clone_of(&stdout, STDOUT)?, clone_of(&stderr, STDERR)?];
        let started = Instant::now();
        let mut command = Command::new(absolute_unless_bare(job.program));
        command
            .args(&job.arguments)
            .envs(job.environment.iter().map(|(name, value)| (name, value)))
            .env(marker.name(), Marker::VALUE)
            .current_dir(job.directory)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr);
        let mut spawn = || affinity::on(job.limits.processor, || command.spawn());
        #[cfg(target_os = "linux")]
        let group = match job.limits.memory {
            Some(limit) => Group::new(limit).map_err(|reason| start_error(job.program, reason))?,
            None => None,
        };
        #[cfg(target_os = "linux")]
        let process = match &group {
            Some(group) => group.start(&mut spawn).and_then(|spawned| spawned),
            None => spawn(),
        };
        #[cfg(not(target_os = "linux"))]
        let process = spawn();
        let process = process.map_err(|reason| start_error(job.program, reason))?;
        guarded.set_group(process.id());
        let leader = Pid::from_child(&process);
        let tree = Tree::new(leader, marker);
        tree.set_backstop(&job.limits);
        Ok(Self {
            process,
            leader,
            tree,
            #[cfg(target_os = "linux")]
            group,
            printed,
            started,
            ended: None,
            guarded: Some(guarded),
        })
    }

    /// Whether it was seen to use more than `limit` bytes. Always false if a control group enforces
    /// the limit.
    pub(super) fn holds_more_than(&self, limit: u64) -> bool {
        #[cfg(target_os = "linux")]
        if self.group.is_some() {
            return false;
        }
        self.tree.peak_memory() > limit
    }

    /// Whether its output is longer than `limit` bytes.
    pub(super) fn has_printed_more_than(&self, limit: u64) -> bool {
        let bytes = |file: &File| file.metadata().map_or(0, |metadata| metadata.len());
        self.printed.iter().map(bytes).sum::<u64>() > limit
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn scan(&mut self) {
        self.tree.scan();
    }

    /// The wall time from the start to the end of the first process, or until now.
    pub(super) fn wall(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now).duration_since(self.started)
    }

    /// Whether the first process has ended. Does not reap it.
    pub(super) fn has_ended(&mut self) -> bool {
        if self.ended.is_none() && has_ended(self.leader) {
            self.ended = Some(Instant::now());
        }
        self.ended.is_some()
    }

    /// Waits at most `longest` for the first process to end; whether it has ended.
    pub(super) fn wait(&mut self, longest: Duration) -> bool {
        if self.ended.is_none() {
            self.tree.wait(longest);
        }
        self.has_ended()
    }

    /// Sends SIGTERM to all processes. Waits until they have exited, the grace period is over, or
    /// the tree uses far more memory than its limit.
    pub(super) fn stop(&mut self, limits: &Limits) {
        self.tree.signal(Signal::TERM);
        let too_much = limits.memory.map(|limit| limit.saturating_add(limit / 8));
        self.wait_for_all(limits.grace, |tree| {
            too_much.is_some_and(|too_much| tree.memory() > too_much)
        });
    }

    /// Gives the descendants a short time to exit after the first process has ended.
    pub(super) fn let_descendants_end(&mut self) {
        self.wait_for_all(LINGER, |_| false);
    }

    /// Kills and reaps the remaining processes, and returns how the run ended and what it used.
    pub(super) fn finish(mut self) -> (Ending, Usage) {
        let ResUse { status, rusage } = self.reap();
        let (cpu, peak_memory) = self.tree.total(&rusage);
        let (ending, peak_memory) = self.as_the_group_reports(ending(status), peak_memory);
        (ending, Usage { wall: self.wall(), cpu, peak_memory })
    }

    /// Replaces the ending and the peak memory with what the control group reports, if there is
    /// one.
    #[cfg(target_os = "linux")]
    fn as_the_group_reports(&self, ending: Ending, peak_memory: u64) -> (Ending, u64) {
        match &self.group {
            Some(group) => {
                let ending = if group.has_killed() { Ending::MemoryLimit } else { ending };
                (ending, group.peak().unwrap_or(peak_memory))
            }
            None => (ending, peak_memory),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn as_the_group_reports(&self, ending: Ending, peak_memory: u64) -> (Ending, u64) {
        (ending, peak_memory)
    }

    fn reap(&mut self) -> ResUse {
        let begun = Instant::now();
        while {
            self.tree.signal(Signal::KILL);
            self.is_any_left() && begun.elapsed() < KILL_TIMEOUT
        } {
            thread::sleep(EXIT_POLL);
        }
        // Once the leader is reaped, its process group id can be reused: the watchdog has to forget
        // it first.
        self.guarded = None;
        loop {
            match self.process.wait4() {
                Ok(used) => {
                    self.ended.get_or_insert_with(Instant::now);
                    return used;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => panic!("waiting for our own child failed: {error}"),
            }
        }
    }

    fn is_any_left(&mut self) -> bool {
        self.tree.scan();
        !self.has_ended() || self.tree.has_others()
    }

    fn wait_for_all(&mut self, longest: Duration, enough: impl Fn(&Tree) -> bool) {
        let begun = Instant::now();
        while self.is_any_left() && !enough(&self.tree) && begun.elapsed() < longest {
            if self.ended.is_some() {
                thread::sleep(EXIT_POLL);
            } else {
                self.wait(EXIT_POLL);
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.guarded.is_some() {
            self.reap();
        }
    }
}

/// Whether a child has ended. Does not reap it.
fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    matches!(waitid(WaitId::Pid(child), options), Ok(Some(_)))
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, Some(signal)) => Ending::Signalled(signal),
        (None, None) => unreachable!("a reaped process has an exit code or a signal"),
    }
}

fn create(file: PathBuf) -> Result<File, StartError> {
    File::create(&file).map_err(|reason| StartError::Output { file, reason })
}

/// Makes a path absolute, because the child would resolve it in the job's directory. Bare names
/// stay: they are looked up on PATH.
fn absolute_unless_bare(program: &Path) -> PathBuf {
    if is_bare(program) {
        program.into()
    } else {
        absolute(program).unwrap_or_else(|_| program.into())
    }
}

fn is_bare(program: &Path) -> bool {
    program.components().count() == 1
}

fn start_error(program: &Path, reason: io::Error) -> StartError {
    let is_there = !is_bare(program) && program.is_file();
    let program = program.into();
    let kind = reason.kind();
    if kind == io::ErrorKind::NotFound && is_there {
        StartError::NoInterpreter { program }
    } else if kind == io::ErrorKind::NotFound {
        StartError::Missing { program }
    } else if kind == io::ErrorKind::PermissionDenied {
        StartError::NotExecutable { program }
    } else {
        StartError::Refused { program, reason }
    }
}
