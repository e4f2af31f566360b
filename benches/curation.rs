//! Measures the throughput of curation and of conjecture checking.
//!
//! ```sh
//! cargo bench --bench curation                # all but the slow part
//! cargo bench --bench curation -- all         # all 3×3 boards of 2 to 4 colours, every goal
//! cargo bench --bench curation -- random      # 100,000 random 4×4 boards of 3 colours (minutes)
//! cargo bench --bench curation -- conjectures # the built-in conjectures, on 2×4 boards
//! ```
//!
//! The raw figures are printed with the load average. They are for comparison only; no test depends
//! on them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::time::Instant;

use plotgen::games::plotting::board::Board;
use plotgen::games::plotting::conjecture::Conjecture;
use plotgen::games::plotting::curate::measure::Measured;
use plotgen::games::plotting::generate::{AllBoards, Draws};
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::search::Budget;
use rayon::iter::{ParallelBridge, ParallelIterator};

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |name: &str, by_default: bool| {
        if wanted.is_empty() { by_default } else { wanted.iter().any(|word| word == name) }
    };
    println!("cores: {}, load: {}\n", threads(), load());
    if is_wanted("all", true) {
        all();
    }
    if is_wanted("conjectures", true) {
        conjectures();
    }
    if is_wanted("random", false) {
        random();
    }
    println!("load at the end: {}", load());
}

fn budget() -> Budget<'static> {
    Budget { threads: 1, memory: 1 << 30, ..Budget::default() }
}

/// Measures boards for every goal. Returns the number of boards, the number of levels with a plan,
/// and the total number of plan lengths.
fn measure(boards: impl Iterator<Item = Board> + Send, threads: usize) -> (usize, usize, usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        boards
            .par_bridge()
            .map(|board| {
                let blocks = board.blocks();
                let level = Level::new("board", board, 0).unwrap();
                let measured = Measured::of(&level, &budget()).unwrap();
                let goals = (0..blocks).filter_map(|goal| measured.metrics(goal));
                goals.fold((1, 0, 0), |(boards, levels, lengths), metrics| {
                    (boards, levels + 1, lengths + metrics.lengths.all.len())
                })
            })
            .reduce(|| (0, 0, 0), |one, other| (one.0 + other.0, one.1 + other.1, one.2 + other.2))
    })
}

fn all() {
    println!("## all canonical 3×3 boards of 2 to 4 colours, every goal\n");
    println!("| threads | boards | levels with a plan | lengths | seconds | peak memory |");
    println!("|---|---|---|---|---|---|");
    for threads in [1, threads()] {
        let start = Instant::now();
        let boards = AllBoards::new("3x3".parse().unwrap(), &"2..4".parse().unwrap()).unwrap();
        let (boards, levels, lengths) = measure(boards, threads);
        let seconds = start.elapsed().as_secs_f64();
        println!("| {threads} | {boards} | {levels} | {lengths} | {seconds:.2} | {} |", peak());
    }
    println!();
}

fn random() {
    println!("## random 4×4 boards of 3 colours, every goal\n");
    println!("| threads | boards | seconds | boards per second and core | peak memory |");
    println!("|---|---|---|---|---|");
    for (threads, count) in [(1, 10_000), (threads(), 10_000), (threads(), 100_000)] {
        let start = Instant::now();
        let draws = Draws::new("4x4".parse().unwrap(), 3, 1).unwrap().take(count);
        let (boards, ..) = measure(draws, threads);
        let seconds = start.elapsed().as_secs_f64();
        let rate = boards as f64 / seconds / threads as f64;
        println!("| {threads} | {boards} | {seconds:.1} | {rate:.0} | {} |", peak());
    }
    println!();
}

fn conjectures() {
    println!("## the first counterexample on 2×4 boards of 2 to 4 colours, one thread\n");
    println!("| conjecture | boards | milliseconds |");
    println!("|---|---|---|");
    for conjecture in Conjecture::all() {
        let start = Instant::now();
        let mut boards = AllBoards::new("2x4".parse().unwrap(), &"2..4".parse().unwrap()).unwrap();
        let mut checked = 0;
        let found = boards.any(|board| {
            checked += 1;
            !conjecture.look(&board, &budget()).unwrap().counterexamples.is_empty()
        });
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let name = conjecture.name();
        let suffix = if found { "" } else { ", none" };
        println!("| {name} | {checked}{suffix} | {milliseconds:.1} |");
    }
    println!();
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The load average of the last minute.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or("unknown").to_owned()
}

/// The peak memory of this process so far.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("unknown".to_owned(), |line| line.trim().to_owned())
}
