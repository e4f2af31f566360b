//! Measures the native solver, reading levels and the export.
//!
//! ```sh
//! cargo bench --bench native                  # all but the slow parts
//! cargo bench --bench native -- published     # the published levels, if present
//! cargo bench --bench native -- project       # the project's own 522 levels (minutes)
//! cargo bench --bench native -- growth        # random boards from 4×4 to 8×8 (15 minutes)
//! cargo bench --bench native -- large         # 20 random 8×8 boards, 60 s each (up to 20 minutes)
//! cargo bench --bench native -- export        # all models of the published levels
//! cargo bench --bench native -- shots         # packed shots compared with the plain rules
//! ```
//!
//! The raw figures are printed with the load average. They are for comparison only; no test depends
//! on them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use plotgen::games::plotting::formats;
use plotgen::games::plotting::generate::{Draws, Size};
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::rules::{Position, Shot, shoot};
use plotgen::games::plotting::search::packed::{Field, Packed};
use plotgen::games::plotting::search::{Answer, Budget, Outcome, solve};

const GB: usize = 1_000_000_000;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str, by_default: bool| {
        if wanted.is_empty() { by_default } else { wanted.iter().any(|word| word == name) }
    };
    println!("threads: {}, load: {}\n", threads(), load());
    if is_wanted("shots", true) {
        shots();
    }
    if is_wanted("published", true) {
        set("published", &beside("../shared/data/published"));
    }
    if is_wanted("export", true) {
        export(&beside("../shared/data/published"));
    }
    if is_wanted("project", false) {
        set("project", &beside("instances"));
    }
    if is_wanted("growth", false) {
        growth();
    }
    if is_wanted("large", false) {
        large();
    }
    println!("load at the end: {}", load());
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn beside(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The peak memory of this process so far, in MB.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0.0)
        / 1000.0
}

fn timed(level: &Level, threads: usize, limit: Option<Duration>) -> (Answer, f64) {
    let start = Instant::now();
    let stop = || limit.is_some_and(|limit| start.elapsed() >= limit);
    let budget = Budget { threads, memory: 8 * GB, stop: &stop, meter: None };
    let answer = solve(level, &budget, &mut |_| ()).unwrap();
    (answer, start.elapsed().as_secs_f64())
}

/// Reads all levels of a folder and solves them one at a time.
fn set(name: &str, folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("SKIPPED: no such folder: {}\n", folder.display());
        return;
    };
    let start = Instant::now();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files
        .retain(|file| file.extension().is_some_and(|ending| ending == "prob" || ending == "json"));
    files.sort();
    let read = |file: &PathBuf| {
        formats::read(&std::fs::read_to_string(file).unwrap(), "level").unwrap().level
    };
    let levels: Vec<Level> = files.iter().map(read).collect();
    println!(
        "## {name}: {} levels, read in {:.1} ms\n",
        levels.len(),
        start.elapsed().as_secs_f64() * 1e3
    );
    println!("| threads | solved | unsolvable | total s | slowest s | states | peak MB |");
    println!("|---|---|---|---|---|---|---|");
    for threads in [1, threads()] {
        let (mut solved, mut unsolvable, mut states) = (0, 0, 0);
        let (mut total, mut slowest) = (0.0, 0.0f64);
        for level in &levels {
            let (answer, seconds) = timed(level, threads, None);
            match answer.outcome {
                Outcome::Solved(_) => solved += 1,
                Outcome::Unsolvable(_) => unsolvable += 1,
                Outcome::NotKnown(_) => {
                    unreachable!("the search has no time limit and enough memory")
                }
            }
            states += answer.states;
            total += seconds;
            slowest = slowest.max(seconds);
        }
        println!(
            "| {threads} | {solved} | {unsolvable} | {total:.2} | {slowest:.2} | {states} | {:.0} |",
            peak_memory()
        );
    }
    println!();
}

/// Exports all levels of a folder through the command line: five times into new folders, then again
/// into the same folders.
///
/// No folder is deleted in between: ext4 creates files slowly after many were deleted.
fn export(levels: &Path) {
    if !levels.is_dir() {
        println!("SKIPPED: no such folder: {}\n", levels.display());
        return;
    }
    println!("## export: all models and questions, one process\n");
    println!("| folder | files | MB | median ms | slowest ms |");
    println!("|---|---|---|---|---|");
    let scratch = tempfile::tempdir().unwrap();
    let folders: Vec<PathBuf> =
        (1..=5).map(|number| scratch.path().join(number.to_string())).collect();
    for name in ["new", "existing"] {
        let mut times: Vec<f64> = folders.iter().map(|folder| exported(levels, folder)).collect();
        times.sort_by(f64::total_cmp);
        let (files, bytes) = size(&folders[0]);
        let megabytes = bytes as f64 / 1e6;
        println!("| {name} | {files} | {megabytes:.1} | {:.0} | {:.0} |", times[2], times[4]);
    }
    println!();
}

/// The time of one export, in milliseconds.
fn exported(levels: &Path, folder: &Path) -> f64 {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_plotgen"))
        .args(["export".as_ref(), levels, "--out".as_ref(), folder])
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    start.elapsed().as_secs_f64() * 1e3
}

/// The number of files in a folder and its subfolders, and their total size in bytes.
fn size(folder: &Path) -> (usize, u64) {
    let sizes = std::fs::read_dir(folder).unwrap().map(|entry| {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            size(&entry.path())
        } else {
            (1, entry.metadata().unwrap().len())
        }
    });
    sizes.fold((0, 0), |(files, bytes), (more_files, more_bytes)| {
        (files + more_files, bytes + more_bytes)
    })
}

/// Solves random boards of growing size: three per size and number of colours, with the goal
/// colours − 1.
fn growth() {
    let limit = Duration::from_secs(20);
    println!(
        "## growth: three random boards per row, goal = colours − 1, {} threads, {} s limit\n",
        threads(),
        limit.as_secs()
    );
    println!(
        "| size | colours | finished | median s | longest s | median states | optima or best plans |"
    );
    println!("|---|---|---|---|---|---|---|");
    for size in ["4x4", "5x5", "6x6", "7x6", "7x7", "8x7", "8x8"] {
        for colours in 3..=6 {
            let size: Size = size.parse().unwrap();
            let mut runs: Vec<(f64, u64, String, bool)> = Vec::new();
            for board in Draws::new(size, colours, 2024).unwrap().take(3) {
                let level = Level::new("random", board, colours - 1).unwrap();
                let (answer, seconds) = timed(&level, threads(), Some(limit));
                let (length, is_known) = match answer.outcome {
                    Outcome::Solved(plan) => (plan.shots().len().to_string(), true),
                    Outcome::Unsolvable(_) => ("none".to_owned(), true),
                    Outcome::NotKnown(Some(plan)) => {
                        (format!("{}–{}", answer.lower_bound, plan.shots().len()), false)
                    }
                    Outcome::NotKnown(None) => (format!("{}–", answer.lower_bound), false),
                };
                runs.push((seconds, answer.states, length, is_known));
            }
            let lengths: Vec<&str> = runs.iter().map(|run| run.2.as_str()).collect();
            let finished = runs.iter().filter(|run| run.3).count();
            let mut seconds: Vec<f64> = runs.iter().map(|run| run.0).collect();
            seconds.sort_by(f64::total_cmp);
            let mut states: Vec<u64> = runs.iter().map(|run| run.1).collect();
            states.sort_unstable();
            println!(
                "| {size} | {colours} | {finished}/3 | {:.4} | {:.3} | {} | {} |",
                seconds[1],
                seconds[2],
                states[1],
                lengths.join(" ")
            );
        }
    }
    println!();
}

/// Solves twenty random 8×8 boards: five per number of colours, alternating between the two hard
/// goals.
fn large() {
    let limit = Duration::from_secs(60);
    println!("## large: twenty random 8×8 boards, {} threads, 8 GB, 60 s\n", threads());
    println!("| colours | goal | seconds | states | lower bound | best plan |");
    println!("|---|---|---|---|---|---|");
    let mut finished = 0;
    for colours in 3..=6 {
        let boards = Draws::new("8x8".parse().unwrap(), colours, 88).unwrap();
        for (index, board) in boards.take(5).enumerate() {
            let goal = colours - 1 + index % 2;
            let level = Level::new("random", board, goal).unwrap();
            let (answer, seconds) = timed(&level, threads(), Some(limit));
            let best = match answer.outcome {
                Outcome::Solved(plan) => Some(plan.shots().len()),
                Outcome::Unsolvable(_) => None,
                Outcome::NotKnown(ref plan) => plan.as_ref().map(|plan| plan.shots().len()),
            };
            finished += usize::from(seconds < limit.as_secs_f64());
            let best = best.map_or("none".to_owned(), |length| length.to_string());
            println!(
                "| {colours} | {goal} | {seconds:.1} | {} | {} | {best} |",
                answer.states, answer.lower_bound
            );
        }
    }
    println!("\n{finished} of 20 finished\n");
}

/// Measures the time per shot with the packed rules and with the plain rules, from the same start.
fn shots() {
    let board = Draws::new("8x8".parse().unwrap(), 4, 1).unwrap().next().unwrap();
    let level = Level::new("random", board, 3).unwrap();
    let field = Field::<u64>::new(&level);
    let mut packed: Vec<Packed<u64, 3>> = Packed::starts(&field, &level);
    let start = Instant::now();
    let mut count = 0u64;
    let mut next = 0;
    while count < 20_000_000 {
        let position = packed[next];
        next += 1;
        if position.is_dead_end(&field) {
            continue;
        }
        position.for_each_shot(&field, |_, after| {
            count += 1;
            if packed.len() < 1_000_000 {
                packed.push(after);
            }
        });
        next %= packed.len();
    }
    let quick = start.elapsed().as_secs_f64() / count as f64;
    let mut plain: Vec<Position> = vec![level.start().clone()];
    let start = Instant::now();
    let (mut count, mut next) = (0u64, 0);
    while count < 300_000 {
        let position = plain[next].clone();
        for effect in Shot::all(&position.board).filter_map(|shot| shoot(&position, shot).ok()) {
            count += 1;
            if plain.len() < 100_000 {
                plain.push(effect.after);
            }
        }
        next = (next + 1) % plain.len();
    }
    let slow = start.elapsed().as_secs_f64() / count as f64;
    println!("## shots on 8×8 boards of 4 colours\n");
    println!(
        "packed {:.1} ns per shot, plain rules {:.0} ns: a factor of {:.0}\n",
        quick * 1e9,
        slow * 1e9,
        slow / quick
    );
}
