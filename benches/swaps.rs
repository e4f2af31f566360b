//! Measures the native solver of swaps.
//!
//! ```sh
//! cargo bench --bench swaps                # the known boards
//! cargo bench --bench swaps -- growth      # random boards from 3×3 to 7×7 (a quarter of an hour)
//! ```
//!
//! The raw figures are printed with the load average. They are for comparison only; no test depends on them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::time::{Duration, Instant};

use plotgen::game::search::{Budget, Finding, Oracle, SearchResult};
use plotgen::games::swaps::board::Board;
use plotgen::games::swaps::level::Level;
use plotgen::games::swaps::search::NativeSolver;

const LIMIT: Duration = Duration::from_secs(10);
const BOARDS: u64 = 3;
const GB: usize = 1_000_000_000;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("threads: {}, load: {}\n", threads(), load());
    if wanted.is_empty() || wanted.iter().any(|word| word == "known") {
        known();
    }
    if wanted.iter().any(|word| word == "growth") {
        growth();
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

fn timed(level: &Level, threads: usize) -> (SearchResult, f64) {
    let start = Instant::now();
    let stop = || start.elapsed() >= LIMIT;
    let budget = Budget { threads, memory: 2 * GB, stop: &stop, meter: None };
    let result = NativeSolver.solve(level, &budget, &mut |_| ()).unwrap();
    (result, start.elapsed().as_secs_f64())
}

/// What is known of the cost: the optimum, `none`, or the range between the bound and the best plan.
fn cost(result: &SearchResult) -> String {
    match &result.finding {
        Finding::Optimal(plan) => plan.value.to_string(),
        Finding::Unsolvable(_) => "none".to_owned(),
        Finding::Open { best: Some(plan), .. } => format!("{}–{}", result.bound, plan.value),
        Finding::Open { best: None, .. } => format!("{}–", result.bound),
    }
}

/// The boards whose figures are tests.
fn known() {
    println!("| board | moves | ms | states |\n|---|---|---|---|");
    for rows in [
        "GGG",
        "GGSG",
        "SGGG",
        "GHG/HGH",
        "GHG/HHG",
        "GGH/HRR",
        "GHR/GHR/HRG",
        "S.G/GHG/HHS",
        ".GSH/HGHG",
        "GHHG/HGGH",
        "GHG/HHR/RRG",
        "GHG/HHS/SSG/RRR",
        "XSGH/SHGR/SHRG/HHHR",
        "RSGR/HRHS/HGSG",
        "HGSSH/GSGSH/HRRRH/GHGSG",
        "DDAFAF/DBBFEC/CCBAEE",
    ] {
        let board = Board::from_rows(&rows.split('/').collect::<Vec<_>>()).unwrap();
        let level = Level::new(rows, board).unwrap();
        let (result, seconds) = timed(&level, 1);
        println!("| {rows} | {} | {:.2} | {} |", cost(&result), seconds * 1e3, result.states);
    }
    println!();
}

/// Random boards with as many tiles of each kind as possible, all counts being multiples of three.
fn growth() {
    println!(
        "{BOARDS} random boards per row, {} threads, {} s limit\n",
        threads(),
        LIMIT.as_secs()
    );
    println!("| size | kinds | vanish | finished | median s | longest s | median states | moves |");
    println!("|---|---|---|---|---|---|---|---|");
    for side in 3..=7 {
        for kinds in [2, 3, 4, 6, 8] {
            if side * side / 3 < kinds {
                continue;
            }
            for letters in ["ABCDEFHI", "GSHRABCD"] {
                row(side, kinds, letters);
            }
        }
    }
    println!();
}

fn row(side: usize, kinds: usize, letters: &str) {
    let mut results: Vec<(SearchResult, f64)> =
        (1..=BOARDS).map(|seed| timed(&random(side, &letters[..kinds], seed), threads())).collect();
    let costs: Vec<String> = results.iter().map(|(result, _)| cost(result)).collect();
    let is_finished = |finding: &Finding| match finding {
        Finding::Optimal(_) | Finding::Unsolvable(_) => true,
        Finding::Open { .. } => false,
    };
    let finished = results.iter().filter(|(result, _)| is_finished(&result.finding)).count();
    results.sort_by(|one, other| one.1.total_cmp(&other.1));
    let median = &results[results.len() / 2];
    println!(
        "| {side}x{side} | {kinds} | {} | {finished}/{BOARDS} | {:.4} | {:.3} | {} | {} |",
        if letters.starts_with('G') { "GS" } else { "no" },
        median.1,
        results[results.len() - 1].1,
        median.0.states,
        costs.join(" "),
    );
}

/// A square board with these kinds. If the number of cells is not a multiple of three, the middle one or a
/// corner is empty, so that the other cells can be split into lines.
fn random(side: usize, letters: &str, seed: u64) -> Level {
    let cells = side * side;
    let letters: Vec<char> = letters.chars().collect();
    let mut tiles: Vec<char> =
        (0..cells / 3 * 3).map(|tile| letters[tile / 3 % letters.len()]).collect();
    let mut number = seed;
    let mut below = |count: usize| {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) as usize % count
    };
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, below(last + 1));
    }
    if !cells.is_multiple_of(3) {
        tiles.insert(if side % 2 == 0 { 0 } else { cells / 2 }, '.');
    }
    let rows: Vec<String> = tiles.chunks(side).map(|row| row.iter().collect()).collect();
    Level::new("random", Board::from_rows(&rows).unwrap()).unwrap()
}
