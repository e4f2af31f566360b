//! Measures the search for the greatest score.
//!
//! ```sh
//! cargo bench --bench arcade                # the 60 published rounds with 0, 1 and 2 MISSes, if present
//! cargo bench --bench arcade -- drawn       # random rounds with firing positions like stairs, 5×5 to 7×7
//! ```
//!
//! The raw figures are printed with the load average. They are for comparison only; no test depends on them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::path::Path;
use std::time::{Duration, Instant};

use plotgen::game::any::{read_levels, typed};
use plotgen::games;
use plotgen::games::plotting::game::Plotting;
use plotgen::games::plotting::generate::Draws;
use plotgen::games::plotting::level::{Firing, Level, Measure};
use plotgen::games::plotting::search::{Budget, best};

const LIMIT: Duration = Duration::from_secs(60);
const GB: usize = 1_000_000_000;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("threads: {threads}, load: {}\n", load());
    if wanted.is_empty() || wanted.iter().any(|word| word == "published") {
        published(threads);
    }
    if wanted.iter().any(|word| word == "drawn") {
        drawn(threads);
    }
    println!("load at the end: {}", load());
}

fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// The 60 published rounds.
fn published(threads: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/arcade/levels.txt");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("SKIPPED: {} is not there", path.display());
        return;
    };
    let read = read_levels(games::ALL, &text, "levels").unwrap();
    let level = |level: &dyn plotgen::game::AnyLevel| typed::<Plotting>(level).unwrap().clone();
    let levels: Vec<Level> =
        read.iter().map(|placed| level(placed.reading.level.as_ref())).collect();
    table(&levels, threads);
}

/// Random rounds: every third column cannot be fired at, and one row in six.
fn drawn(threads: usize) {
    let mut levels = Vec::new();
    for (size, goal) in [("5x5", 7), ("6x5", 7), ("6x6", 7), ("7x6", 8), ("7x7", 9)] {
        for (index, board) in Draws::new(size.parse().unwrap(), 4, 60).unwrap().take(3).enumerate()
        {
            let open = |count: usize, every: usize| -> Vec<usize> {
                (1..=count).filter(|number| (number + index) % every != 0).collect()
            };
            let (rows, columns) = (open(board.rows(), 6), open(board.columns(), 3));
            let firing = Firing::only(&board, Some(&rows), Some(&columns)).unwrap();
            let level = Level::new(&format!("{size}-{index}"), board, goal).unwrap();
            levels.push(level.with_firing(firing));
        }
    }
    table(&levels, threads);
}

fn table(levels: &[Level], threads: usize) {
    println!("| round | 0 | 1 | 2 | states, million | seconds |\n|---|---|---|---|---|---|");
    let start = Instant::now();
    let mut slowest = (0.0, String::new());
    for level in levels {
        let (mut scores, mut states, mut seconds) = (Vec::new(), Vec::new(), Vec::new());
        for lives in 0..=2 {
            let level = level.clone().with_measure(Measure::Score).with_lives(lives).unwrap();
            let start = Instant::now();
            let stop = || start.elapsed() >= LIMIT;
            let budget = Budget { threads, memory: 4 * GB, stop: &stop, meter: None };
            let answer = best::solve(&level, &budget, &mut |_| ()).unwrap();
            let score = answer.best.as_ref().map(|plan| plan.score());
            scores.push(match (score, answer.bound) {
                (None, None) => "none".to_owned(),
                (score, bound) if score == bound => score.unwrap_or_default().to_string(),
                (score, bound) => {
                    format!("{}–{}", score.unwrap_or_default(), bound.unwrap_or_default())
                }
            });
            let taken = start.elapsed().as_secs_f64();
            if taken > slowest.0 {
                slowest = (taken, format!("{} with {lives}", level.name()));
            }
            states.push(format!("{:.2}", answer.states as f64 / 1e6));
            seconds.push(format!("{taken:.2}"));
        }
        println!(
            "| {} | {} | {} | {} |",
            level.name(),
            scores.join(" | "),
            states.join(" "),
            seconds.join(" ")
        );
    }
    println!(
        "\nall: {:.1} s; the slowest: {} in {:.1} s",
        start.elapsed().as_secs_f64(),
        slowest.1,
        slowest.0
    );
}
