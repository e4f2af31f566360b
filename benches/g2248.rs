//! Measures the native planner of 2248.
//!
//! ```sh
//! cargo bench --bench g2248                # the known boards
//! cargo bench --bench g2248 -- growth      # random boards from 3×3 to 8×5 (five to ten minutes)
//! ```

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::time::{Duration, Instant};

use plotgen::game::search::{Budget, Finding, Oracle, SearchResult};
use plotgen::games::g2248::board::Board;
use plotgen::games::g2248::level::{Goal, Level};
use plotgen::games::g2248::search::NativeSolver;

const LIMIT: Duration = Duration::from_secs(2);
const BOARDS: u64 = 2;
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
    let budget = Budget { threads, memory: GB, stop: &stop, meter: None };
    let result = NativeSolver.solve(level, &budget, &mut |_| ()).unwrap();
    (result, start.elapsed().as_secs_f64())
}

/// What is known of the value: the optimum, `none`, or the range between the bound and the best plan.
fn value(level: &Level, result: &SearchResult) -> String {
    let is_score = matches!(level.goal(), Some(Goal::BestScore { .. }));
    match &result.finding {
        Finding::Optimal(plan) => plan.value.to_string(),
        Finding::Unsolvable(_) => "none".to_owned(),
        Finding::Open { best: Some(plan), .. } if is_score => {
            format!("{}–{}", plan.value, result.bound)
        }
        Finding::Open { best: Some(plan), .. } => format!("{}–{}", result.bound, plan.value),
        Finding::Open { best: None, .. } => format!("{}–", result.bound),
    }
}

fn level(text: &str, goal: Goal) -> Level {
    let row = |row: &str| row.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let rows: Vec<Vec<i64>> = text.split('/').map(row).collect();
    Level::new(text, Board::from_numbers(&rows).unwrap()).unwrap().with_goal(Some(goal))
}

/// The boards whose figures are tests.
fn known() {
    println!("| board | goal | value | ms | positions |\n|---|---|---|---|---|");
    for (text, goal) in [
        ("2 2 / 4 8", Goal::Blocks(1)),
        ("2 2 4 / 4 2 8", Goal::Blocks(1)),
        ("2 2 2 / 8 4 8 / 8 4 2", Goal::Blocks(1)),
        ("4 2 8 2 / 16 16 16 16 / 4 2 16 2", Goal::Blocks(2)),
        ("2 2 4 / 4 2 8", Goal::BestScore { moves: 2 }),
        ("2 4 8 / 4 2 2 / 8 4 2", Goal::BestScore { moves: 3 }),
    ] {
        let level = level(text, goal);
        let (result, seconds) = timed(&level, 1);
        let (value, states) = (value(&level, &result), result.states);
        println!("| {text} | {goal} | {value} | {:.2} | {states} |", seconds * 1e3);
    }
    println!();
}

/// Random boards, on which each of some numbers is equally likely.
fn growth() {
    println!(
        "{BOARDS} random boards per cell, {} threads, {} s limit; finished, median s, values\n",
        threads(),
        LIMIT.as_secs()
    );
    type GoalFor = fn(usize) -> Goal;
    let goals: [(&str, GoalFor); 5] = [
        ("1 block", |_| Goal::Blocks(1)),
        ("a quarter of the blocks", |cells| Goal::Blocks(cells / 4)),
        ("score 20 per cell", |cells| Goal::Score(20 * cells as u64)),
        ("best of 3", |_| Goal::BestScore { moves: 3 }),
        ("best of 5", |_| Goal::BestScore { moves: 5 }),
    ];
    for (name, goal) in goals {
        println!("{name}\n\n| size | 2 to 4 | 2 to 8 | 2 to 16 | 2 to 64 |\n|---|---|---|---|---|");
        for (rows, columns) in [(3, 3), (3, 4), (4, 4), (4, 5), (5, 5), (6, 5), (6, 6), (8, 5)] {
            let cells: Vec<String> =
                [2, 3, 4, 6].iter().map(|&kinds| cell(rows, columns, kinds, goal)).collect();
            println!("| {rows}x{columns} | {} |", cells.join(" | "));
        }
        println!();
    }
}

fn cell(rows: usize, columns: usize, kinds: usize, goal: fn(usize) -> Goal) -> String {
    let results: Vec<(String, bool, f64)> = (1..=BOARDS)
        .map(|seed| {
            let level = level(&random(rows, columns, kinds, seed), goal(rows * columns));
            let (result, seconds) = timed(&level, threads());
            let is_open = matches!(result.finding, Finding::Open { .. });
            (value(&level, &result), !is_open, seconds)
        })
        .collect();
    let finished = results.iter().filter(|(_, is_finished, _)| *is_finished).count();
    let mut times: Vec<f64> = results.iter().map(|(_, _, seconds)| *seconds).collect();
    times.sort_by(f64::total_cmp);
    let values: Vec<&str> = results.iter().map(|(value, _, _)| value.as_str()).collect();
    format!("{finished}/{BOARDS} {:.3} s: {}", times[times.len() / 2], values.join(" "))
}

fn random(rows: usize, columns: usize, kinds: usize, seed: u64) -> String {
    let mut number = seed;
    let mut below = |count: usize| {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) as usize % count
    };
    let mut row = || -> String {
        let row: Vec<String> = (0..columns).map(|_| (2u64 << below(kinds)).to_string()).collect();
        row.join(" ")
    };
    (0..rows).map(|_| row()).collect::<Vec<_>>().join(" / ")
}
