//! Runs a program as a child process under resource limits and measures it.
//!
//! - `child`: one child process, from start to reaping;
//! - `tree`: the child and all its descendants, their resource usage, and signals to all of them.
//!   On Linux it reads `/proc`; elsewhere it is the process group, and only wall time and output
//!   are limited;
//! - `watchdog`: kills all runs when plotgen itself dies;
//! - [`affinity`]: a run pinned to one processor;
//! - `cgroup`: memory limits enforced by the kernel, where plotgen may create control groups;
//! - `marker`: recognises descendants that have left the process group.
//!
//! A run leaves no processes behind. When its first process has ended, by itself or at a limit,
//! every process that it started is ended too, including those in another group or session. If the
//! first process ended by itself, the others get half a second to finish.
//!
//! One kind of process can escape: one that leaves its session *and* clears its environment *and*
//! loses its parents between two scans while other runs are active. It is found once only one run
//! is left, or never if plotgen dies before that.

pub mod affinity;
#[cfg(target_os = "linux")]
mod cgroup;
mod child;
mod marker;
#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unix.rs")]
mod tree;
mod watchdog;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use affinity::Processor;
use child::Child;

/// The file in the directory of a job that receives its standard output.
pub const STDOUT: &str = "stdout";
/// The file in the directory of a job that receives its standard error.
pub const STDERR: &str = "stderr";

/// The resource limits of a run.
///
/// A run that exceeds a limit gets SIGTERM, and SIGKILL after the grace period. Usage is polled
/// every 2 to 50 ms, more often when a limit may be near. A run that exceeds a limit only between
/// two polls, or ends by itself before the next one, is not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub wall: Option<Duration>,
    /// CPU time, user and system, of the whole tree.
    pub cpu: Option<Duration>,
    /// Memory of the whole tree in bytes. Where plotgen can create a control group, the kernel
    /// enforces the limit and kills the run. Elsewhere plotgen polls resident memory, where shared
    /// pages count once per process. A run above 112.5 % of the limit is killed without grace,
    /// because a second is long enough to fill the machine. Address space is not limited: Java and
    /// WebAssembly reserve far more than they use.
    pub memory: Option<u64>,
    /// Bytes of standard output and standard error together.
    pub output: Option<u64>,
    /// The only processor that the run may use.
    pub processor: Option<Processor>,
    /// Time between SIGTERM and SIGKILL.
    pub grace: Duration,
}

impl Default for Limits {
    /// No limits, and a grace period of one second.
    fn default() -> Self {
        Self {
            wall: None,
            cpu: None,
            memory: None,
            output: None,
            processor: None,
            grace: Duration::from_secs(1),
        }
    }
}

/// A program to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The program: a path relative to plotgen's working directory, or a bare name looked up on
    /// PATH.
    pub program: &'a Path,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its working directory, which must exist. Output goes to [`STDOUT`] and [`STDERR`] in it.
    pub directory: &'a Path,
    /// Environment variables in addition to those of plotgen.
    pub environment: Vec<(OsString, OsString)>,
    /// Its resource limits.
    pub limits: Limits,
    /// Flags that stop the run, like a limit, as soon as one of them is set.
    pub interrupted: &'a [&'a AtomicBool],
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Exited by itself with this exit code.
    Exited(i32),
    /// Killed by this signal, which plotgen did not send.
    Signalled(i32),
    /// Stopped at the wall time limit.
    WallLimit,
    /// Stopped at the CPU time limit.
    CpuLimit,
    /// Stopped at the memory limit.
    MemoryLimit,
    /// Stopped at the output limit.
    OutputLimit,
    /// Stopped because the caller cancelled the run.
    Interrupted,
}

/// The resources that a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Wall time from the start of the program to the end of its first process.
    pub wall: Duration,
    /// CPU time, user and system, of the whole tree.
    pub cpu: Duration,
    /// Peak resident memory in bytes: the largest sum over the tree in any poll, or the peak of a
    /// single process if that is larger. Shared pages count once per process. For a run of a few
    /// milliseconds, polling may have seen only the beginning. For a run that was never polled,
    /// this is an upper bound, at least the peak of plotgen itself.
    pub peak_memory: u64,
}

/// A finished run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub ending: Ending,
    /// The resources it used.
    pub usage: Usage,
}

/// Why a program could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program does not exist.
    #[error("cannot run {}: there is no such program", .program.display())]
    Missing {
        /// The program.
        program: PathBuf,
    },
    /// The program is a script whose interpreter is missing, or a binary whose loader is missing.
    #[error("cannot run {}: its interpreter is missing", .program.display())]
    NoInterpreter {
        /// The program.
        program: PathBuf,
    },
    /// The program is not executable.
    #[error("cannot run {}: it is not executable", .program.display())]
    NotExecutable {
        /// The program.
        program: PathBuf,
    },
    /// The system refused to start it for another reason.
    #[error("cannot run {}: {reason}", .program.display())]
    Refused {
        /// The program.
        program: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// A file for its output cannot be created.
    #[error("cannot write {}: {reason}", .file.display())]
    Output {
        /// The file for the output.
        file: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The watchdog cannot be started; without it, processes could outlive plotgen.
    #[error("cannot run /bin/sh, needed to stop {} if plotgen dies: {reason}", .program.display())]
    NoWatchdog {
        /// The program.
        program: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

/// Runs a program until it ends or exceeds a limit.
///
/// On Linux, the calling process becomes the subreaper of its orphaned descendants.
///
/// # Errors
/// If the program cannot be started.
pub fn run(job: &Job<'_>) -> Result<Ended, StartError> {
    let mut child = Child::start(job)?;
    let stopped = watch(&mut child, job);
    match stopped {
        Some(_) => child.stop(&job.limits),
        None => child.let_descendants_end(),
    }
    let (status, usage) = child.finish();
    Ok(Ended { ending: stopped.unwrap_or(status), usage })
}

/// Describes how each limit that is set is enforced on this machine, keyed by the limit's name.
pub fn enforcement(limits: &Limits) -> BTreeMap<String, String> {
    let mut ways = BTreeMap::new();
    let mut add = |is_set: bool, name: &str, way: &str| {
        if is_set {
            ways.insert(name.to_owned(), way.to_owned());
        }
    };
    add(limits.wall.is_some(), "wall", "clock");
    if cfg!(target_os = "linux") {
        add(limits.cpu.is_some(), "cpu", "process tree polled, RLIMIT_CPU as a backstop");
        let memory = if can_limit_memory_by_cgroup() {
            "cgroup"
        } else {
            "process tree polled, RLIMIT_DATA as a backstop"
        };
        add(limits.memory.is_some(), "memory", memory);
    } else {
        add(limits.cpu.is_some(), "cpu", "not enforced");
        add(limits.memory.is_some(), "memory", "not enforced");
    }
    add(limits.output.is_some(), "output", "file sizes polled");
    ways
}

#[cfg(target_os = "linux")]
fn can_limit_memory_by_cgroup() -> bool {
    cgroup::is_available()
}

#[cfg(not(target_os = "linux"))]
fn can_limit_memory_by_cgroup() -> bool {
    false
}

/// Waits until the child ends or there is a reason to stop it.
fn watch(child: &mut Child, job: &Job<'_>) -> Option<Ending> {
    let mut longest = SHORTEST_PAUSE;
    loop {
        child.scan();
        if let Some(reason) = reason_to_stop(child, job)
            && !child.has_ended()
        {
            return Some(reason);
        }
        if child.wait(pause(child, &job.limits).min(longest)) {
            return None;
        }
        longest = (longest * 2).min(LONGEST_PAUSE);
    }
}

fn reason_to_stop(child: &Child, job: &Job<'_>) -> Option<Ending> {
    let limits = &job.limits;
    if job.interrupted.iter().any(|flag| flag.load(Ordering::Relaxed)) {
        Some(Ending::Interrupted)
    } else if limits.memory.is_some_and(|limit| child.holds_more_than(limit)) {
        Some(Ending::MemoryLimit)
    } else if limits.output.is_some_and(|limit| child.has_printed_more_than(limit)) {
        Some(Ending::OutputLimit)
    } else if limits.cpu.is_some_and(|limit| child.tree().cpu() >= limit) {
        Some(Ending::CpuLimit)
    } else if limits.wall.is_some_and(|limit| child.wall() >= limit) {
        Some(Ending::WallLimit)
    } else {
        None
    }
}

const SHORTEST_PAUSE: Duration = Duration::from_millis(2);
const LONGEST_PAUSE: Duration = Duration::from_millis(50);
/// Bytes per millisecond. A thread rarely touches fresh memory faster than this.
const FASTEST_GROWTH: u64 = 4 << 20;

/// How long to wait before the next poll, so that no limit can be exceeded by much in that time.
fn pause(child: &Child, limits: &Limits) -> Duration {
    let until_wall = limits.wall.map(|limit| limit.saturating_sub(child.wall()));
    let until_cpu = limits.cpu.map(|limit| {
        let processors = thread::available_parallelism().map_or(1, |count| count.get() as u32);
        limit.saturating_sub(child.tree().cpu()) / processors
    });
    let until_memory = limits.memory.map(|limit| {
        Duration::from_millis(limit.saturating_sub(child.tree().memory()) / FASTEST_GROWTH)
    });
    // The wall limit is known exactly: wake up at it, neither before nor after.
    let exact = until_wall.unwrap_or(LONGEST_PAUSE);
    let estimated = [until_cpu, until_memory].into_iter().flatten().min().unwrap_or(LONGEST_PAUSE);
    exact.min(estimated.max(SHORTEST_PAUSE))
}
