//! Measures the overhead of a campaign: the time per run compared with a plain shell loop.
//!
//! ```sh
//! cargo bench --bench campaign
//! ```
//!
//! The command is `plotgen solve` on a small level. A campaign starts it in a separate process,
//! enforces limits, measures it, replays its plan, and syncs a record to disk. hyperfine, if
//! installed, only starts and times it. The raw figures are printed with the load average. With
//! `PLOTGEN_OTHER` set to the path of another build, both are measured side by side.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUNS: u32 = 100;
const ROUNDS: usize = 3;
const LEVEL: &str = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;

fn main() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("level.json"), LEVEL).unwrap();
    let other = std::env::var("PLOTGEN_OTHER").ok();
    let programs: Vec<(&str, &str)> = [("this build", env!("CARGO_BIN_EXE_plotgen"))]
        .into_iter()
        .chain(other.as_deref().map(|other| ("the other build", other)))
        .collect();
    println!("load: {}", load());
    for round in 1..=ROUNDS {
        println!("round {round}, {RUNS} runs");
        for (name, plotgen) in &programs {
            let shell = shell(plotgen, home.path());
            let out = home.path().join(format!("{name}-{round}"));
            let campaign = campaign(plotgen, home.path(), &out);
            let overhead = campaign.saturating_sub(shell);
            println!(
                "  {name}: {:.2} ms per run in a shell, {:.2} ms in a campaign, overhead {:.2} ms",
                milliseconds(shell),
                milliseconds(campaign),
                milliseconds(overhead)
            );
            if let Some(whole) = hyperfine(plotgen, home.path()) {
                println!("  {name}: {:.2} ms per run with hyperfine", milliseconds(whole));
            }
        }
        println!(
            "  {:.2} ms to sync a small file to disk, as for every record",
            milliseconds(sync_time(home.path()))
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

/// Runs a command that makes `RUNS` runs and returns the time per run.
fn timed(command: &mut Command) -> Duration {
    let begun = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.unwrap().success());
    begun.elapsed() / RUNS
}

/// The time per run of a shell loop.
fn shell(plotgen: &str, home: &Path) -> Duration {
    let script = format!(
        "i=0; while [ $i -lt {RUNS} ]; do {plotgen} solve level.json --json --threads 1 >/dev/null; i=$((i+1)); done"
    );
    timed(Command::new("sh").args(["-c", &script]).current_dir(home))
}

fn campaign(plotgen: &str, home: &Path, out: &Path) -> Duration {
    let file = home.join("campaign.yaml");
    let text = format!(
        "levels: [level.json]\nconfigurations: [{{solver: native}}]\nrepetitions: {RUNS}\n\
         limits: {{time: 60s, memory: 1GB}}\n"
    );
    fs::write(&file, text).unwrap();
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

/// The time to write a small file and sync it to disk.
fn sync_time(home: &Path) -> Duration {
    let begun = Instant::now();
    for number in 0..20 {
        let path = home.join(format!("synced-{number}"));
        fs::write(&path, LEVEL).unwrap();
        fs::File::open(&path).unwrap().sync_all().unwrap();
    }
    begun.elapsed() / 20
}
