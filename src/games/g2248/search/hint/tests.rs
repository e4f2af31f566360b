//! The hints against plain enumeration of all paths, and on boards where that never ends.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::super::super::board::{Board, Cell, examples::board};
use super::super::super::path::{Path, each_path, paths};
use super::super::super::refill::SplitMix64;
use super::super::super::rules;
use super::*;

const START: &str = "64 4 64 32 16 / 64 8 16 2 32 / 2 4 64 64 2 / 2 4 32 16 4 / 16 4 16 16 16 / \
                     16 64 2 32 32 / 64 2 64 32 64 / 32 2 64 32 4";

/// Whether the block of a path ends up adjacent to an equal one, by the rules.
fn meets(board: &Board, path: &Path) -> bool {
    let merge = rules::join(board, path).unwrap();
    let holes = rules::merged(board, std::slice::from_ref(&merge));
    rules::fallen(&holes).touches_equal(merge.lands(&holes))
}

/// The greatest sum, and the greatest block that ends up adjacent to an equal one; 0 for none.
fn enumerated(board: &Board) -> (u64, u64) {
    let (mut sum, mut block) = (0, 0);
    let _ = each_path(board, &mut |cells: &[Cell], found| {
        sum = sum.max(found);
        let yields = found.next_power_of_two();
        let is_there = || board.values().iter().flatten().any(|number| number.value() == yields);
        if yields > block && is_there() && meets(board, &Path::new(cells.to_vec()).unwrap()) {
            block = yields;
        }
        ControlFlow::Continue(())
    });
    (sum, block)
}

/// Both hints, checked by the rules and proved.
fn hints(board: &Board) -> (u64, u64) {
    let path = maximum_path(board, &Budget::default());
    let adjacent = maximum_adjacent(board, &Budget::default());
    for advice in [&path, &adjacent] {
        assert!(advice.is_proved(), "{board}");
        if let Some(best) = &advice.best {
            assert_eq!(best.path.sum(board), Ok(best.sum), "{board}");
            assert_eq!(best.block, Number::rounding(best.sum), "{board}");
        }
    }
    if let Some(best) = &adjacent.best {
        assert!(meets(board, &best.path), "{board}: {}", best.path);
    }
    let sum = path.best.map_or(0, |best| best.sum);
    let block = adjacent.best.map_or(0, |best| best.block.value());
    assert_eq!((path.bound, adjacent.bound), (sum, block), "{board}");
    (sum, block)
}

fn every_board(rows: usize, columns: usize, numbers: &[i64]) {
    let count = numbers.len().pow((rows * columns) as u32);
    for code in 0..count {
        let number = |place: usize| numbers[code / numbers.len().pow(place as u32) % numbers.len()];
        let row = |row: usize| (0..columns).map(|column| number(row * columns + column)).collect();
        let board = Board::from_numbers(&(0..rows).map(row).collect::<Vec<Vec<i64>>>()).unwrap();
        assert_eq!(hints(&board), enumerated(&board), "{board}");
    }
}

fn random(rows: usize, columns: usize, numbers: &[i64], dice: &mut SplitMix64) -> Board {
    let mut number = || numbers[dice.below(numbers.len() as u64) as usize];
    let rows: Vec<Vec<i64>> = (0..rows).map(|_| (0..columns).map(|_| number()).collect()).collect();
    Board::from_numbers(&rows).unwrap()
}

#[test]
fn both_hints_are_right_on_every_board_of_up_to_six_cells() {
    every_board(2, 2, &[0, 2, 4, 8]);
    every_board(2, 3, &[0, 2, 4, 8]);
    every_board(3, 2, &[0, 2, 4, 8]);
    every_board(1, 6, &[0, 2, 4, 8]);
    every_board(6, 1, &[0, 2, 4, 8]);
}

#[test]
fn both_hints_are_right_on_samples_up_to_four_by_four() {
    let mut dice = SplitMix64::new(2248);
    let mixtures: [&[i64]; 7] = [
        &[2, 4],
        &[2, 4, 8],
        &[2, 2, 4, 8, 16],
        &[2, 4, 8, 0],
        &[2, 2, 2, 8],
        &[2, 2, 2, 2, 16],
        &[2, 2, 4, 32],
    ];
    for (rows, columns, boards) in [(3, 3, 200), (3, 4, 30), (4, 3, 30), (4, 4, 8), (2, 7, 30)] {
        for numbers in mixtures {
            for _ in 0..boards {
                let board = random(rows, columns, numbers, &mut dice);
                assert_eq!(hints(&board), enumerated(&board), "{board}");
            }
        }
    }
}

#[test]
fn the_sweep_agrees_with_the_table_of_longest_paths() {
    use super::sweep::{Answer, Question, Sweep};
    use super::table::Table;
    let mut dice = SplitMix64::new(7);
    for _ in 0..300 {
        let board = random(4, 5, &[2, 2, 4], &mut dice);
        let field = Field::of(&board);
        for component in 0..field.components.len() {
            let Some(table) = Table::of(&field, component) else { continue };
            let cells = &field.components[component].cells;
            for &end in cells {
                let mut starts = vec![None; field.size()];
                let mut ends = vec![None; field.size()];
                ends[end] = Some(0);
                for &cell in cells {
                    starts[cell] = Some(dice.below(4) as i64 * 2);
                }
                let unit = field.components[component].unit();
                let value = |&from: &usize| Some(starts[from]? + unit * table.length(from, end)?);
                let question = Question {
                    field: &field,
                    component,
                    starts: &starts,
                    ends: &ends,
                    floor: 0,
                    tally: None,
                };
                let found = match Sweep::new(&question).answer(&Budget::default(), &mut 0) {
                    Answer::Best { value, .. } => Some(value),
                    Answer::Nothing => None,
                    Answer::Spent { .. } => unreachable!(),
                };
                assert_eq!(found, cells.iter().filter_map(value).max(), "{board}");
            }
        }
    }
}

#[test]
fn the_documents_start_board_has_its_figures() {
    let start = board(START);
    assert_eq!(count_paths(&start, u64::MAX, &|| false), Count { paths: 2_926, is_exact: true });
    assert_eq!(maximum_path(&start, &Budget::default()).best.unwrap().block.value(), 512);
    assert_eq!(hints(&start), (448, 64));
}

#[test]
fn the_documents_maximum_adjacents_are_found() {
    for (text, block) in
        [("2 2 4", 4), ("2 2 8 4", 0), ("4 8 / 2 16 / 2 32", 32), ("4 64 / 2 32 / 2 64", 4)]
    {
        let found = maximum_adjacent(&board(text), &Budget::default());
        let found = found.best.map_or(0, |best| best.block.value());
        assert_eq!(found, block, "{text}");
    }
}

#[test]
fn paths_are_counted_as_the_rules_list_them() {
    let mut dice = SplitMix64::new(5);
    for _ in 0..200 {
        let board = random(3, 3, &[2, 2, 4, 8, 0], &mut dice);
        let count = count_paths(&board, u64::MAX, &|| false);
        assert_eq!(count, Count { paths: paths(&board).len() as u128, is_exact: true }, "{board}");
    }
    let equal = random(8, 5, &[2], &mut dice);
    let count = count_paths(&equal, 10_000, &|| false);
    assert!(!count.is_exact && count.paths >= 10_000, "{count:?}");
    assert!(!count_paths(&equal, u64::MAX, &|| true).is_exact);
}

#[test]
fn boards_with_astronomically_many_paths_are_answered_with_proof() {
    let mut dice = SplitMix64::new(1);
    for (rows, columns) in [(8, 5), (10, 10), (16, 16)] {
        let all = (rows * columns * 2) as u64;
        assert_eq!(hints(&random(rows, columns, &[2], &mut dice)), (all, 0));
    }
    for numbers in [[2, 4], [2, 64], [2, 128]] {
        for (rows, columns) in [(8, 5), (10, 10)] {
            hints(&random(rows, columns, &numbers, &mut dice));
        }
    }
    let pattern = |number: &dyn Fn(usize, usize) -> i64| {
        let row = |row: usize| (0..10).map(|column| number(row, column)).collect();
        Board::from_numbers(&(0..10).map(row).collect::<Vec<Vec<i64>>>()).unwrap()
    };
    // Ten numbers of one row, then ten of the next.
    assert_eq!(hints(&pattern(&|row, _| 2 << (row % 2))), (60, 4));
    assert_eq!(hints(&pattern(&|_, column| 2 << (column % 2))), (60, 4));
    hints(&pattern(&|row, column| 2 << ((row / 2 + column / 2) % 2)));
}

#[test]
fn the_same_board_always_gets_the_same_path() {
    let board = random(10, 10, &[2, 4, 8], &mut SplitMix64::new(3));
    let first = maximum_path(&board, &Budget::default());
    assert_eq!(maximum_path(&board, &Budget { threads: 4, ..Budget::default() }), first);
}

#[test]
fn a_search_that_is_stopped_gives_its_best_path_and_what_no_path_exceeds() {
    let board = random(16, 16, &[2, 4], &mut SplitMix64::new(9));
    let began = Instant::now();
    let stop = || began.elapsed() > Duration::from_millis(50);
    let advice = maximum_path(&board, &Budget { stop: &stop, ..Budget::default() });
    let best = advice.best.clone().unwrap();
    assert_eq!((advice.spent, advice.is_proved()), (Some(Spent::Stopped), false));
    assert_eq!(best.path.sum(&board), Ok(best.sum));
    assert!(best.sum < advice.bound && advice.bound <= board.sum(), "{advice:?}");
    let small = Budget { memory: 100_000, ..Budget::default() };
    assert_eq!(maximum_path(&board, &small).spent, Some(Spent::Memory));
}

#[test]
fn a_board_without_equal_neighbours_has_no_hints() {
    for text in ["2", "2 4 / 8 16", "0 0 / 0 0", "2 0 2"] {
        assert_eq!(hints(&board(text)), (0, 0), "{text}");
    }
}
