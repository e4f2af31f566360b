//! The child, from its start to its last breath.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf, absolute};
use std::process::{self, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};
use wait4::{ResUse, Wait4};

#[cfg(target_os = "linux")]
use super::cgroup::Group;
use super::marker::Marker;
use super::tree::Tree;
use super::watchdog::Guarded;
use super::{Ending, Job, Limits, STDERR, STDOUT, StartError, Usage};

/// How often it is looked whether a dying tree is dead.
const DYING: Duration = Duration::from_millis(2);
/// Descendants that are done with the first process, such as a `tee` of its output, end in this time.
const AFTERMATH: Duration = Duration::from_millis(500);
/// A process that is alive so long after SIGKILL hangs in the system, and more signals are no help.
const HOPELESS: Duration = Duration::from_secs(10);

/// A child with all its descendants. When dropped, they are killed.
pub(super) struct Child {
    process: process::Child,
    leader: Pid,
    tree: Tree,
    /// The group in which the system limits its memory, if it does.
    #[cfg(target_os = "linux")]
    group: Option<Group>,
    /// What takes its output.
    printed: [File; 2],
    started: Instant,
    /// When the first process was found to have ended.
    ended: Option<Instant>,
    /// While this is there the first process is not reaped, so its number belongs to no other.
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
        let out_of = |file: &File, name| {
            file.try_clone()
                .map_err(|reason| StartError::Output { file: job.directory.join(name), reason })
        };
        let printed = [out_of(&stdout, STDOUT)?, out_of(&stderr, STDERR)?];
        let started = Instant::now();
        let mut command = Command::new(whole_path(job.program));
        command
            .args(&job.arguments)
            .envs(job.environment.iter().map(|(name, value)| (name, value)))
            .env(marker.name(), Marker::VALUE)
            .current_dir(job.directory)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr);
        #[cfg(target_os = "linux")]
        let group = match job.limits.memory {
            Some(limit) => Group::new(limit).map_err(|reason| why(job.program, reason))?,
            None => None,
        };
        #[cfg(target_os = "linux")]
        let process = match &group {
            Some(group) => group.start(|| command.spawn()).and_then(|spawned| spawned),
            None => command.spawn(),
        };
        #[cfg(not(target_os = "linux"))]
        let process = command.spawn();
        let process = process.map_err(|reason| why(job.program, reason))?;
        guarded.set_group(process.id());
        let leader = Pid::from_child(&process);
        let tree = Tree::new(leader, marker);
        tree.stand_behind(&job.limits);
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

    /// Whether it was seen to hold more memory than this, where nobody else sees to that.
    pub(super) fn holds_more_than(&self, limit: u64) -> bool {
        #[cfg(target_os = "linux")]
        if self.group.is_some() {
            return false;
        }
        self.tree.peak_memory() > limit
    }

    /// Whether it has printed more bytes than this.
    pub(super) fn has_printed_more_than(&self, limit: u64) -> bool {
        let bytes = |file: &File| file.metadata().map_or(0, |metadata| metadata.len());
        self.printed.iter().map(bytes).sum::<u64>() > limit
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(super) fn look(&mut self) {
        self.tree.look();
    }

    /// The time from the start to the end of the first process, or until now.
    pub(super) fn wall(&self) -> Duration {
        self.ended.unwrap_or_else(Instant::now).duration_since(self.started)
    }

    /// Whether the first process has ended. It is not reaped by this.
    pub(super) fn has_ended(&mut self) -> bool {
        if self.ended.is_none() && has_ended(self.leader) {
            self.ended = Some(Instant::now());
        }
        self.ended.is_some()
    }

    /// Waits for the end of the first process, but not for long.
    pub(super) fn wait(&mut self, longest: Duration) -> bool {
        if self.ended.is_none() {
            self.tree.wait(longest);
        }
        self.has_ended()
    }

    /// Asks all processes to end. Waits until they have, or the grace is over, or one of them uses the
    /// grace to eat up the machine.
    pub(super) fn stop(&mut self, limits: &Limits) {
        self.tree.signal(Signal::TERM);
        let too_much = limits.memory.map(|limit| limit.saturating_add(limit / 8));
        self.wait_for_all(limits.grace, |tree| {
            too_much.is_some_and(|too_much| tree.memory() > too_much)
        });
    }

    /// Waits a moment for the descendants of a first process that has ended.
    pub(super) fn let_others_end(&mut self) {
        self.wait_for_all(AFTERMATH, |_| false);
    }

    /// Kills and reaps what is left, and adds up.
    pub(super) fn bury(mut self) -> (Ending, Usage) {
        let ResUse { status, rusage } = self.reap();
        let (cpu, peak_memory) = self.tree.total(&rusage);
        let (ending, peak_memory) = self.by_the_system(ending(status), peak_memory);
        (ending, Usage { wall: self.wall(), cpu, peak_memory })
    }

    /// The ending and the peak of memory as the system tells them, if it limits memory.
    #[cfg(target_os = "linux")]
    fn by_the_system(&self, ending: Ending, peak_memory: u64) -> (Ending, u64) {
        match &self.group {
            Some(group) => {
                let ending = if group.has_killed() { Ending::MemoryLimit } else { ending };
                (ending, group.peak().unwrap_or(peak_memory))
            }
            None => (ending, peak_memory),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn by_the_system(&self, ending: Ending, peak_memory: u64) -> (Ending, u64) {
        (ending, peak_memory)
    }

    fn reap(&mut self) -> ResUse {
        let begun = Instant::now();
        while {
            self.tree.signal(Signal::KILL);
            self.is_anyone_left() && begun.elapsed() < HOPELESS
        } {
            thread::sleep(DYING);
        }
        // The group can be another's as soon as its leader is reaped: the watchdog has to forget it
        // before that.
        self.guarded = None;
        loop {
            match self.process.wait4() {
                Ok(used) => {
                    self.ended.get_or_insert_with(Instant::now);
                    return used;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => panic!("a child can be waited for: {error}"),
            }
        }
    }

    fn is_anyone_left(&mut self) -> bool {
        self.tree.look();
        !self.has_ended() || self.tree.has_others()
    }

    fn wait_for_all(&mut self, longest: Duration, enough: impl Fn(&Tree) -> bool) {
        let begun = Instant::now();
        while self.is_anyone_left() && !enough(&self.tree) && begun.elapsed() < longest {
            if self.ended.is_some() {
                thread::sleep(DYING);
            } else {
                self.wait(DYING);
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

/// Whether a child has ended. It is not reaped by this.
fn has_ended(child: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    matches!(waitid(WaitId::Pid(child), options), Ok(Some(_)))
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, Some(signal)) => Ending::Signalled(signal),
        (None, None) => unreachable!("what was waited for has ended, by itself or by a signal"),
    }
}

fn create(file: PathBuf) -> Result<File, StartError> {
    File::create(&file).map_err(|reason| StartError::Output { file, reason })
}

/// A bare name is looked up on PATH; any other path would be taken from the directory of the job.
fn whole_path(program: &Path) -> PathBuf {
    if is_bare(program) {
        program.into()
    } else {
        absolute(program).unwrap_or_else(|_| program.into())
    }
}

fn is_bare(program: &Path) -> bool {
    program.components().count() == 1
}

fn why(program: &Path, reason: io::Error) -> StartError {
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
