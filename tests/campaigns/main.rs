//! Campaigns: run, killed, resumed, and put upon. Real processes, as a user starts them.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

#[path = "../aloud/mod.rs"]
mod aloud;
mod bench;
mod commands;
mod declared;
mod faults;
mod slurm;
mod trust;
