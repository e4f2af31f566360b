//! The solver against the plain rules.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::*;
use crate::games::swaps::board::{Board, Kind};
use crate::games::swaps::level::Target;

fn level(rows: &str) -> Level {
    Level::new("test", Board::from_rows(&rows.split('/').collect::<Vec<_>>()).unwrap()).unwrap()
}

fn solve(level: &Level, threads: usize) -> Option<i64> {
    let budget = Budget { threads, memory: 1 << 24, ..Budget::default() };
    let bound = NativeSolver.bound(level).unwrap();
    let result = NativeSolver.solve(level, &budget, &mut |_| ()).unwrap();
    match result.finding {
        Finding::Optimal(plan) => {
            assert_eq!(plan.value, result.bound);
            assert!(bound <= plan.value, "{level:?}");
            Some(plan.value)
        }
        Finding::Unsolvable(_) => None,
        Finding::Open { .. } => panic!("the search has no limit: {level:?}"),
    }
}

/// The least cost of a plan, by visiting every board in the order of the cost of the best way to it.
fn plain(level: &Level) -> Option<i64> {
    let mut open = BTreeMap::from([(0u32, vec![level.board().clone()])]);
    let mut done: HashSet<Board> = HashSet::new();
    while let Some(mut entry) = open.first_entry() {
        let cost = *entry.key();
        let Some(board) = entry.get_mut().pop() else {
            entry.remove();
            continue;
        };
        if !done.insert(board.clone()) {
            continue;
        }
        if level.is_met_by(&board) {
            return Some(cost.into());
        }
        for step in Move::all(&board) {
            if let Ok((_, after)) = level.rules().play(&board, step) {
                open.entry(cost + level.cost().of(step)).or_default().push(after);
            }
        }
    }
    None
}

/// The number of plans of a length, by following all of them.
fn plain_count(level: &Level, length: usize) -> u128 {
    let mut ways: HashMap<Board, u128> = HashMap::from([(level.board().clone(), 1)]);
    for _ in 0..length {
        let mut next: HashMap<Board, u128> = HashMap::new();
        for (board, count) in ways {
            for step in Move::all(&board) {
                if let Ok((_, after)) = level.rules().play(&board, step) {
                    *next.entry(after).or_default() += count;
                }
            }
        }
        ways = next;
    }
    ways.iter().filter(|(board, _)| level.is_met_by(board)).map(|(_, count)| count).sum()
}

/// A small generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    fn rows(&mut self, rows: usize, columns: usize, letters: &[u8]) -> Vec<String> {
        let mut row =
            || (0..columns).map(|_| char::from(letters[self.below(letters.len())])).collect();
        (0..rows).map(|_| row()).collect()
    }

    /// A board without empty cells, with as many tiles of each kind as possible, in threes.
    fn counted_out(&mut self, rows: usize, columns: usize, letters: &str) -> Board {
        let letters: Vec<char> = letters.chars().collect();
        let mut tiles: Vec<char> =
            (0..rows * columns).map(|tile| letters[tile / 3 % letters.len()]).collect();
        for last in (1..tiles.len()).rev() {
            tiles.swap(last, self.below(last + 1));
        }
        let rows: Vec<String> = tiles.chunks(columns).map(|row| row.iter().collect()).collect();
        Board::from_rows(&rows).unwrap()
    }

    /// A level with any of the rules that a level can have.
    fn level(&mut self, rows: usize, columns: usize) -> Level {
        let letters: &[u8] = [&b"GH"[..], b"GS", b"GSH", b"GSH.", b"GGH.", b"GHR"][self.below(6)];
        let board = Board::from_rows(&self.rows(rows, columns, letters)).unwrap();
        let mut level = Level::new("test", board).unwrap();
        level = match self.below(4) {
            0 => level.with_vanish(&["SG", "GH"]).unwrap(),
            1 => level.with_vanish::<&str>(&[]).unwrap(),
            _ => level,
        };
        if self.below(3) == 0 {
            let kind = ['G', 'H', 'S'][self.below(3)];
            level = level.with_fixed(&[Kind::from_letter(kind).unwrap()]).unwrap();
        }
        if self.below(3) == 0 {
            let letters: &[u8] = [&b"?.."[..], b"GH.", b"????GSH.."][self.below(3)];
            let target = Target::from_rows(&self.rows(rows, columns, letters)).unwrap();
            level = level.with_target(Some(target)).unwrap();
        }
        let cost = [Cost::Moves, Cost::Swaps][self.below(2)];
        level.with_direction(self.below(3) == 0).with_cost(cost)
    }
}

/// The number of samples: the usual number, or what the environment says.
fn samples(usual: usize) -> usize {
    let text = std::env::var("PLOTGEN_SWAPS_SAMPLES").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn known_boards_have_their_known_costs() {
    // The board, then the fewest moves, the fewest swaps, and the fewest moves with directed pairs.
    let known: [(&str, [Option<i64>; 3]); 10] = [
        ("GGG", [Some(1), Some(0), Some(1)]),
        ("GGSG", [Some(2), Some(1), None]),
        ("SGGG", [None, None, None]),
        ("GHG/HGH", [Some(3), Some(1), Some(3)]),
        ("GHG/HHG", [Some(4), Some(2), Some(4)]),
        ("GGH/HRR", [None, None, None]),
        ("GHR/GHR/HRG", [Some(5), Some(2), Some(5)]),
        ("S.G/GHG/HHS", [Some(8), Some(6), Some(8)]),
        (".GSH/HGHG", [Some(6), Some(4), Some(8)]),
        ("GHHG/HGGH", [None, None, None]),
    ];
    for (rows, costs) in known {
        let level = level(rows);
        let swaps = level.clone().with_cost(Cost::Swaps);
        let directed = level.clone().with_direction(true);
        assert_eq!([&level, &swaps, &directed].map(|level| solve(level, 1)), costs, "{rows}");
    }
    let moves = [
        ("GHG/HHR/RRG", 6),
        ("GHG/HHS/SSG/RRR", 9),
        ("XSGH/SHGR/SHRG/HHHR", 11),
        ("RSGR/HRHS/HGSG", 11),
        ("HGSSH/GSGSH/HRRRH/GHGSG", 14),
        ("DDAFAF/DBBFEC/CCBAEE", 16),
    ];
    for (rows, moves) in moves {
        assert_eq!(solve(&level(rows), 1), Some(moves), "{rows}");
        assert_eq!(solve(&level(rows), 2), Some(moves), "{rows}");
    }
    let directed = level("GHG/HHS/SSG/RRR").with_direction(true);
    assert_eq!(solve(&directed, 1), Some(10));
}

#[test]
fn levels_of_every_kind_cost_what_plain_search_says() {
    let mut numbers = Numbers(7);
    for round in 0..samples(600) {
        let sizes = [(1, 4), (2, 3), (3, 2), (2, 4), (3, 3), (1, 7), (3, 3)];
        let (rows, columns) = sizes[round % sizes.len()];
        let level = numbers.level(rows, columns);
        assert_eq!(solve(&level, 1), plain(&level), "{level:?}");
    }
}

/// Plain search takes seconds for a board with four kinds: these come after the first four boards, with more
/// samples than usual.
#[test]
fn boards_of_twelve_cells_cost_what_plain_search_says() {
    let mut numbers = Numbers(3);
    for round in 0..samples(600) / 150 {
        let (rows, columns) = [(3, 4), (4, 3)][round % 2];
        let letters = ["GH", "HRA", "GSH", "HRA", "GHRA", "GSHR"][round % 6];
        let board = numbers.counted_out(rows, columns, letters);
        let moves = Level::new("test", board).unwrap();
        let swaps = moves.clone().with_cost(Cost::Swaps);
        for level in [&moves, &swaps] {
            for is_directed in [false, true] {
                let level = level.clone().with_direction(is_directed);
                assert_eq!(solve(&level, 1), plain(&level), "{level:?}");
            }
        }
    }
}

#[test]
fn known_boards_have_their_known_numbers_of_shortest_plans() {
    let known: [(&str, usize, u128); 10] = [
        ("...", 0, 1),
        ("...", 1, 0),
        ("GGG", 1, 1),
        ("GGSG", 2, 1),
        ("GHG/HGH", 3, 2),
        ("GHG/HHG", 4, 4),
        ("GHR/GHR/HRG", 5, 8),
        ("S.G/GHG/HHS", 8, 7),
        (".GSH/HGHG", 6, 34),
        ("GGH/HRR", 6, 0),
    ];
    for (rows, length, count) in known {
        let found = NativeSolver.count(&level(rows), length, &Budget::default());
        assert_eq!(found, Ok(count), "{rows}");
    }
}

#[test]
fn plans_are_counted_as_plain_search_counts_them() {
    let mut numbers = Numbers(11);
    let mut some = 0;
    for round in 0..samples(400) {
        let sizes = [(1, 4), (2, 3), (3, 2), (2, 4), (3, 3)];
        let (rows, columns) = sizes[round % sizes.len()];
        let level = numbers.level(rows, columns);
        for length in 0..6 {
            let count = plain_count(&level, length);
            some += usize::from(count > 0);
            let found = NativeSolver.count(&level, length, &Budget::default());
            assert_eq!(found, Ok(count), "{length} moves: {level:?}");
        }
    }
    assert!(some > 40, "{some}");
}

/// All boards of a size whose kinds first occur in the order of the letters, read row by row.
fn canonical(rows: usize, columns: usize, letters: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for cell in 0..rows * columns {
        let extended = all.iter().flat_map(|board| {
            let known = board.chars().filter(|&cell| cell != '/').collect::<HashSet<_>>().len();
            let bar = if cell > 0 && cell % columns == 0 { "/" } else { "" };
            let next = letters.chars().take(known + 1);
            next.map(move |letter| format!("{board}{bar}{letter}")).collect::<Vec<_>>()
        });
        all = extended.collect();
    }
    all
}

#[test]
fn small_boards_cost_what_plain_search_says() {
    let is_full = std::env::var_os("PLOTGEN_SWAPS_ALL").is_some();
    let sizes = [(1, 3), (1, 6), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)];
    for (rows, columns) in sizes {
        // One of the kinds vanishes, or none.
        for letters in ["HRA", "GSH", "SGH"] {
            let boards = canonical(rows, columns, letters);
            let step = if is_full { 1 } else { boards.len() / 40 + 1 };
            for rows in boards.iter().step_by(step) {
                let moves = level(rows);
                let swaps = moves.clone().with_cost(Cost::Swaps);
                for level in [moves, swaps] {
                    assert_eq!(solve(&level, 1), plain(&level), "{level:?}");
                }
            }
        }
    }
}
