//! A program run as a child process under limits, and measured.
//!
//! - `child`: the child, from its start to its last breath;
//! - `tree`: the child and all its descendants: what they use, and signals to all of them. On Linux
//!   this is read from `/proc`; elsewhere it is the process group, and only the wall clock limits;
//! - `watchdog`: ends what is running when plotgen itself dies;
//! - `cgroup`: memory that the system limits, where it lets plotgen ask for that;
//! - `marker`: how a descendant is recognised that has left its group.
//!
//! A run leaves nothing behind: when its first process has ended, by itself or by a limit, so has
//! every process that it started, also those in another group or session; those that outlive a program
//! which ended by itself have half a second to finish. What gets away is a process
//! that leaves its session *and* clears its environment *and* loses its parents between two looks
//! while other runs are under way: it is found when it is alone with the last run, and not at all if
//! plotgen dies before that.

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

use child::Child;

/// The file in the directory of a job that takes its standard output.
pub const STDOUT: &str = "stdout";
/// The file in the directory of a job that takes its standard error.
pub const STDERR: &str = "stderr";

/// What a run may use.
///
/// A run that is over a limit gets SIGTERM, and what is left of it after the grace SIGKILL. A limit is
/// what is seen from outside at intervals of 2 to 50 ms, shorter when a limit could be near: a run
/// that is over it for less than that, or ends by itself, is not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time by the clock on the wall.
    pub wall: Option<Duration>,
    /// Processor time, user and system, of the whole tree.
    pub cpu: Option<Duration>,
    /// Bytes of memory over the whole tree. Where the system lets plotgen make a control group, the
    /// system limits it, and kills the run. Elsewhere resident memory is watched: pages that processes
    /// share count for each of them. There is no grace for who is an eighth above it: a second is long enough to fill a
    /// machine. Address space is not limited: Java and WebAssembly reserve far more than they use.
    pub memory: Option<u64>,
    /// Bytes that may be printed.
    pub output: Option<u64>,
    /// From SIGTERM to SIGKILL.
    pub grace: Duration,
}

impl Default for Limits {
    /// No limit, and a grace of one second.
    fn default() -> Self {
        Self { wall: None, cpu: None, memory: None, output: None, grace: Duration::from_secs(1) }
    }
}

/// A program to be run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The program: a path, relative to plotgen's own directory, or a bare name to be found on PATH.
    pub program: &'a Path,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Its working directory, which exists. Its output goes to [`STDOUT`] and [`STDERR`] in it.
    pub directory: &'a Path,
    /// Environment variables besides those of plotgen.
    pub environment: Vec<(OsString, OsString)>,
    /// What it may use.
    pub limits: Limits,
    /// Stop the run, as a limit does, as soon as one of these is set.
    pub interrupted: &'a [&'a AtomicBool],
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this exit code.
    Exited(i32),
    /// By this signal, which did not come from here.
    Signalled(i32),
    /// Stopped: too long by the clock.
    WallLimit,
    /// Stopped: too much processor time.
    CpuLimit,
    /// Stopped: too much memory.
    MemoryLimit,
    /// Stopped: too much was printed.
    OutputLimit,
    /// Stopped: nobody wants to know any more.
    Interrupted,
}

/// What a run used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usage {
    /// From the start of the program to the end of its first process.
    pub wall: Duration,
    /// Processor time, user and system, of the whole tree.
    pub cpu: Duration,
    /// The most bytes of resident memory that the whole tree was seen to hold at a time, or that one
    /// process of it held if that is more. Shared pages count for each process. Of a run of a few
    /// milliseconds only the beginning may have been seen; of one that was not seen at all this is an
    /// upper bound, not below the peak of plotgen itself.
    pub peak_memory: u64,
}

/// A run that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub ending: Ending,
    /// What it used.
    pub usage: Usage,
}

/// Why a program could not be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// There is no such program.
    #[error("cannot run {}: there is no such program", .program.display())]
    Missing {
        /// The program.
        program: PathBuf,
    },
    /// The program is a script whose interpreter is missing, or a binary without its loader.
    #[error("cannot run {}: the interpreter that it asks for is missing", .program.display())]
    NoInterpreter {
        /// The program.
        program: PathBuf,
    },
    /// It may not be executed.
    #[error("cannot run {}: it is not executable", .program.display())]
    NotExecutable {
        /// The program.
        program: PathBuf,
    },
    /// The system refuses for another reason.
    #[error("cannot run {}: {reason}", .program.display())]
    Refused {
        /// The program.
        program: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Its output has no place to go to.
    #[error("cannot write {}: {reason}", .file.display())]
    Output {
        /// The file that was to take the output.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Without a watchdog, processes could outlive plotgen.
    #[error("cannot run /bin/sh, which would end {} if plotgen died: {reason}", .program.display())]
    NoWatchdog {
        /// The program.
        program: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// Runs a program to its end, or to the first limit that it hits.
///
/// On Linux the calling process becomes the reaper of the orphans among its descendants.
///
/// # Errors
/// If the program cannot be started.
pub fn run(job: &Job<'_>) -> Result<Ended, StartError> {
    let mut child = Child::start(job)?;
    let stopped = watch(&mut child, job);
    match stopped {
        Some(_) => child.stop(&job.limits),
        None => child.let_others_end(),
    }
    let (status, usage) = child.bury();
    Ok(Ended { ending: stopped.unwrap_or(status), usage })
}

/// How limits are enforced on this machine, by the name of each limit that there is.
pub fn enforcement(limits: &Limits) -> BTreeMap<String, String> {
    let mut ways = BTreeMap::new();
    let mut add = |is_there: bool, name: &str, way: &str| {
        if is_there {
            ways.insert(name.to_owned(), way.to_owned());
        }
    };
    add(limits.wall.is_some(), "wall", "clock");
    if cfg!(target_os = "linux") {
        add(limits.cpu.is_some(), "cpu", "process tree watched, RLIMIT_CPU behind it");
        let memory = if is_memory_limited_by_the_system() {
            "cgroup"
        } else {
            "process tree watched, RLIMIT_DATA behind it"
        };
        add(limits.memory.is_some(), "memory", memory);
    } else {
        add(limits.cpu.is_some(), "cpu", "not at all");
        add(limits.memory.is_some(), "memory", "not at all");
    }
    add(limits.output.is_some(), "output", "files watched");
    ways
}

#[cfg(target_os = "linux")]
fn is_memory_limited_by_the_system() -> bool {
    cgroup::is_available()
}

#[cfg(not(target_os = "linux"))]
fn is_memory_limited_by_the_system() -> bool {
    false
}

/// Waits for the end of the child, or for a reason to stop it.
fn watch(child: &mut Child, job: &Job<'_>) -> Option<Ending> {
    let mut longest = SHORTEST_PAUSE;
    loop {
        child.look();
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
/// Bytes in a millisecond. A thread that touches fresh memory is rarely faster.
const FASTEST_GROWTH: u64 = 4 << 20;

/// How long nothing can happen that has to be seen: no limit can be far exceeded in that time.
fn pause(child: &Child, limits: &Limits) -> Duration {
    let until_wall = limits.wall.map(|limit| limit.saturating_sub(child.wall()));
    let until_cpu = limits.cpu.map(|limit| {
        let processors = thread::available_parallelism().map_or(1, |count| count.get() as u32);
        limit.saturating_sub(child.tree().cpu()) / processors
    });
    let until_memory = limits.memory.map(|limit| {
        Duration::from_millis(limit.saturating_sub(child.tree().memory()) / FASTEST_GROWTH)
    });
    // The clock is exact: there is nothing to gain by a look before it, nor after it.
    let exact = until_wall.unwrap_or(LONGEST_PAUSE);
    let guessed = [until_cpu, until_memory].into_iter().flatten().min().unwrap_or(LONGEST_PAUSE);
    exact.min(guessed.max(SHORTEST_PAUSE))
}
