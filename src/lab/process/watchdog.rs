//! Kills all runs when plotgen itself dies, whether by a second Ctrl-C, a crash or `kill -9`.
//!
//! The watchdog is one shell for all runs of this process, in a process group of its own. It reads
//! a pipe whose write end only plotgen holds, so it sees end of file when plotgen dies.
//!
//! A plotgen that is itself part of a run needs no watchdog: all its processes carry the marker of
//! that run and end with it.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::marker::Marker;

const SCRIPT: &str = include_str!("watchdog.sh");

static WATCHDOG: Mutex<Option<Child>> = Mutex::new(None);

/// A run registered with the watchdog. Dropping this unregisters it.
#[derive(Debug)]
pub(super) struct Guarded {
    marker: Marker,
    group: Option<u32>,
    /// False inside another plotgen's run, which needs no watchdog.
    is_registered: bool,
}

impl Guarded {
    /// Registers a run. Call this before the run starts, so that it is never unguarded.
    pub(super) fn new(marker: Marker) -> io::Result<Self> {
        let is_registered = !Marker::is_carried();
        if is_registered {
            send(&format!("+ {}\n", marker.name()))?;
        }
        Ok(Self { marker, group: None, is_registered })
    }

    /// Registers the process group of the run, once it exists.
    pub(super) fn set_group(&mut self, group: u32) {
        if self.is_registered && send(&format!("+ {group}\n")).is_ok() {
            self.group = Some(group);
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if !self.is_registered {
            return;
        }
        let mut lines = format!("- {}\n", self.marker.name());
        if let Some(group) = self.group {
            lines = format!("- {group}\n{lines}");
        }
        // If the watchdog is gone, there is nothing to unregister from.
        let _ = send(&lines);
    }
}

fn send(lines: &str) -> io::Result<()> {
    let mut watchdog = WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(mut running) = watchdog.take() {
        let pipe = running.stdin.as_mut().expect("stdin is piped");
        if pipe.write_all(lines.as_bytes()).is_ok() {
            *watchdog = Some(running);
            return Ok(());
        }
        // The watchdog was killed: start a new one.
        let _ = running.kill();
        let _ = running.wait();
    }
    let mut started = start()?;
    let pipe = started.stdin.as_mut().expect("stdin is piped");
    pipe.write_all(lines.as_bytes())?;
    *watchdog = Some(started);
    Ok(())
}

fn start() -> io::Result<Child> {
    Command::new("/bin/sh")
        .args(["-c", SCRIPT, "plotgen-watchdog"])
        .process_group(0)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}
