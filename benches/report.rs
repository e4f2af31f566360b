//! Measures how long `plotgen bench report` takes, from records on disk to all files of the report.
//!
//! ```sh
//! cargo bench --bench report              # 1,000 and 10,000 records
//! cargo bench --bench report -- 50000     # any number of records
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

#[path = "../tests/records/mod.rs"]
mod records;

use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

fn main() {
    let requested: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let counts = if requested.is_empty() { vec![1_000, 10_000] } else { requested };
    println!("load: {}\n", load());
    println!("| records | median ms | slowest ms | report.html kB |");
    println!("|---|---|---|---|");
    for count in counts {
        let campaign = tempfile::tempdir().unwrap();
        records::write(campaign.path(), &records::synthetic(count));
        let mut times = [0.0; 5].map(|_: f64| {
            let start = Instant::now();
            let status = Command::new(env!("CARGO_BIN_EXE_plotgen"))
                .args(["bench", "report", "--baseline", "native"])
                .arg(campaign.path())
                .stdout(Stdio::null())
                .status();
            assert!(status.unwrap().success());
            start.elapsed().as_secs_f64() * 1e3
        });
        times.sort_by(f64::total_cmp);
        let size = fs::metadata(campaign.path().join("report.html")).unwrap().len() / 1000;
        println!("| {count} | {:.0} | {:.0} | {size} |", times[2], times[4]);
    }
    println!("\nload at the end: {}", load());
}

fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
