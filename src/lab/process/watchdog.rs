//! Ends what is running when plotgen itself dies, be it by a second Ctrl-C, a crash or `kill -9`.
//!
//! The watchdog is one shell for all runs of this process, in a process group of its own. It reads a
//! pipe whose other end only plotgen holds, so the system tells it of plotgen's death.
//!
//! A plotgen that is itself part of another's run needs none: all that it starts carries the mark of that
//! run, and ends with it.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::marker::Marker;

const SCRIPT: &str = include_str!("watchdog.sh");

static WATCHDOG: Mutex<Option<Child>> = Mutex::new(None);

/// A run that the watchdog knows of, until this is dropped.
#[derive(Debug)]
pub(super) struct Guarded {
    marker: Marker,
    group: Option<u32>,
    /// Whether there is a watchdog of our own.
    is_told: bool,
}

impl Guarded {
    /// To be called before the run starts, lest there is a moment when nobody knows of it.
    pub(super) fn new(marker: Marker) -> io::Result<Self> {
        let is_told = !Marker::is_carried();
        if is_told {
            tell(&format!("+ {}\n", marker.name()))?;
        }
        Ok(Self { marker, group: None, is_told })
    }

    /// Names the process group as soon as there is one.
    pub(super) fn set_group(&mut self, group: u32) {
        if self.is_told && tell(&format!("+ {group}\n")).is_ok() {
            self.group = Some(group);
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if !self.is_told {
            return;
        }
        let mut words = format!("- {}\n", self.marker.name());
        if let Some(group) = self.group {
            words = format!("- {group}\n{words}");
        }
        // A watchdog that is gone needs no telling.
        let _ = tell(&words);
    }
}

fn tell(words: &str) -> io::Result<()> {
    let mut watchdog = WATCHDOG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(mut running) = watchdog.take() {
        let pipe = running.stdin.as_mut().expect("the pipe was asked for");
        if pipe.write_all(words.as_bytes()).is_ok() {
            *watchdog = Some(running);
            return Ok(());
        }
        // Someone has killed it: this run gets a new one.
        let _ = running.kill();
        let _ = running.wait();
    }
    let mut started = start()?;
    let pipe = started.stdin.as_mut().expect("the pipe was asked for");
    pipe.write_all(words.as_bytes())?;
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
