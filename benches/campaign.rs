//! What a campaign costs beyond its solvers: time per run over starting the same command from a shell.
//!
//! ```sh
//! cargo bench --bench campaign
//! ```
//!
//! The command is this program, solving a small level. A campaign starts it in a process of its own, under
//! limits and measured, replays its plan, and writes a record that lasts; hyperfine, where it is
//! installed, only starts and times it. Figures are printed as they are, with the load of the machine.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic, and prints")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: u32 = 100;
const ROUNDS: usize = 3;
const LEVEL: &str = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;

fn main() {
    let plotgen = env!("CARGO_BIN_EXE_plotgen");
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("level.json"), LEVEL).unwrap();
    println!("load: {}", load());
    for round in 1..=ROUNDS {
        let shell = shell(plotgen, home.path());
        let campaign = campaign(plotgen, home.path(), round);
        let more = campaign.saturating_sub(shell);
        println!(
            "round {round}, {RUNS} runs: {:.2} ms a run from a shell, {:.2} ms in a campaign, {:.2} ms more",
            milliseconds(shell),
            milliseconds(campaign),
            milliseconds(more)
        );
        match hyperfine(plotgen, home.path()) {
            Some(whole) => println!("  {:.2} ms a run with hyperfine", milliseconds(whole)),
            None => println!("  hyperfine is not on this machine"),
        }
        println!(
            "  {:.2} ms to bring a file to the disk, which every record is",
            milliseconds(lasting(home.path()))
        );
    }
    println!("load at the end: {}", load());
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The time that a command takes, for each of the runs in it.
fn timed(command: &mut Command) -> Duration {
    let begun = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.unwrap().success());
    begun.elapsed() / RUNS
}

/// A shell that starts the command again and again.
fn shell(plotgen: &str, home: &Path) -> Duration {
    let script = format!(
        "i=0; while [ $i -lt {RUNS} ]; do {plotgen} solve level.json --json --threads 1 >/dev/null; i=$((i+1)); done"
    );
    timed(Command::new("sh").args(["-c", &script]).current_dir(home))
}

fn campaign(plotgen: &str, home: &Path, round: usize) -> Duration {
    let file = home.join("campaign.yaml");
    let text = format!(
        "levels: [level.json]\nconfigurations: [{{solver: native}}]\nrepetitions: {RUNS}\n\
         limits: {{time: 60s, memory: 1GB}}\n"
    );
    fs::write(&file, text).unwrap();
    let out = home.join(format!("out-{round}"));
    timed(Command::new(plotgen).args(["bench", "run"]).arg(&file).arg("--out").arg(out))
}

fn hyperfine(plotgen: &str, home: &Path) -> Option<Duration> {
    which::which("hyperfine").ok()?;
    let line = format!("{plotgen} solve level.json --json --threads 1");
    let runs = RUNS.to_string();
    let mut command = Command::new("hyperfine");
    command.args(["-N", "--style=none", "--runs", &runs, &line]).current_dir(home);
    Some(timed(&mut command))
}

/// What the disk takes to make a small file last.
fn lasting(home: &Path) -> Duration {
    let begun = Instant::now();
    for number in 0..20 {
        let path = home.join(format!("lasting-{number}"));
        fs::write(&path, LEVEL).unwrap();
        fs::File::open(&path).unwrap().sync_all().unwrap();
    }
    begun.elapsed() / 20
}
