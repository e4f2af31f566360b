//! Measures the two hints of 2248 against plain enumeration of all paths.
//!
//! ```sh
//! cargo bench --bench hints              # every board
//! cargo bench --bench hints -- 10x10     # the boards of a size
//! ```
//!
//! The raw figures are printed with the load average. They are for comparison only; no test depends on them.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark may panic and print")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use plotgen::game::search::Budget;
use plotgen::games::g2248::board::Board;
use plotgen::games::g2248::path::each_path;
use plotgen::games::g2248::refill::SplitMix64;
use plotgen::games::g2248::search::hint::{Advice, maximum_adjacent, maximum_path};

/// Of a hint, and of the enumeration.
const LIMIT: Duration = Duration::from_secs(10);
const START: [[i64; 5]; 8] = [
    [64, 4, 64, 32, 16],
    [64, 8, 16, 2, 32],
    [2, 4, 64, 64, 2],
    [2, 4, 32, 16, 4],
    [16, 4, 16, 16, 16],
    [16, 64, 2, 32, 32],
    [64, 2, 64, 32, 64],
    [32, 2, 64, 32, 4],
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("load: {}, {} s limit\n", load(), LIMIT.as_secs());
    println!("| size | board | enumeration | maximum path | sum | maximum adjacent | block |");
    println!("|---|---|---|---|---|---|---|");
    for (rows, columns) in [(8, 5), (10, 10), (16, 16)] {
        let size = format!("{rows}x{columns}");
        if wanted.is_empty() || wanted.contains(&size) {
            for (name, board) in boards(rows, columns) {
                row(&size, &name, &board);
            }
        }
    }
    println!("\nload at the end: {}", load());
}

fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn boards(rows: usize, columns: usize) -> Vec<(String, Board)> {
    let drawn = |numbers: &[i64], seed: u64| {
        let mut dice = SplitMix64::new(seed);
        pattern(rows, columns, &mut |_, _| numbers[dice.below(numbers.len() as u64) as usize])
    };
    let mut boards = Vec::new();
    if (rows, columns) == (8, 5) {
        boards.push((
            "the document's start".to_owned(),
            pattern(8, 5, &mut |row, column| START[row][column]),
        ));
    }
    boards.push(("all equal".to_owned(), drawn(&[2], 1)));
    for (name, numbers) in [
        ("2 4", &[2, 4][..]),
        ("2 2 2 4", &[2, 2, 2, 4]),
        ("2 64", &[2, 64]),
        ("2 128", &[2, 128]),
        ("2 4 8", &[2, 4, 8]),
        ("2 2 2 2 4 4 8", &[2, 2, 2, 2, 4, 4, 8]),
        ("2 … 64", &[2, 4, 8, 16, 32, 64]),
    ] {
        for seed in 1..=2 {
            boards.push((format!("random {name}, seed {seed}"), drawn(numbers, seed)));
        }
    }
    let number = |odd: usize| 2 << (odd % 2);
    boards.push((
        "checkers".to_owned(),
        pattern(rows, columns, &mut |row, column| number(row + column)),
    ));
    boards.push(("rows".to_owned(), pattern(rows, columns, &mut |row, _| number(row))));
    let squares = &mut |row: usize, column: usize| number(row / 2 + column / 2);
    boards.push(("squares of four".to_owned(), pattern(rows, columns, squares)));
    boards
}

fn pattern(rows: usize, columns: usize, number: &mut dyn FnMut(usize, usize) -> i64) -> Board {
    let mut row = |row: usize| (0..columns).map(|column| number(row, column)).collect();
    Board::from_numbers(&(0..rows).map(&mut row).collect::<Vec<Vec<i64>>>()).unwrap()
}

fn row(size: &str, name: &str, board: &Board) {
    let (paths, enumeration) = timed(|stop| {
        let mut paths = 0_u64;
        let end = each_path(board, &mut |_, _| {
            paths += 1;
            if paths.is_multiple_of(4096) && stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (paths, end.is_continue())
    });
    let enumeration = match paths {
        (paths, true) => format!("{paths} paths, {}", shown(enumeration)),
        (paths, false) => format!("not finished: over {paths} paths"),
    };
    let hint = |ask: fn(&Board, &Budget<'_>) -> Advice| {
        timed(|stop| ask(board, &Budget { threads: 1, memory: 2_000_000_000, stop, meter: None }))
    };
    let (path, path_time) = hint(maximum_path);
    let (adjacent, adjacent_time) = hint(maximum_adjacent);
    let sum = path.best.as_ref().map_or(0, |best| best.sum);
    let block = adjacent.best.as_ref().map_or(0, |best| best.block.value());
    println!(
        "| {size} | {name} | {enumeration} | {} | {} | {} | {} |",
        shown(path_time),
        known(sum, &path),
        shown(adjacent_time),
        known(block, &adjacent),
    );
}

/// What is known of a value: the greatest, or the range up to the bound.
fn known(value: u64, advice: &Advice) -> String {
    if advice.is_proved() { value.to_string() } else { format!("{value}–{}", advice.bound) }
}

fn timed<T>(run: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = run(&|| start.elapsed() >= LIMIT);
    (result, start.elapsed())
}

fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.1 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}
