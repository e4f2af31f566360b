//! The solver against plain search by the rules.

use std::collections::HashSet;

use super::*;
use crate::games::g2248::board::Number;
use crate::games::g2248::board::examples::board;
use crate::games::g2248::level::Goal;
use crate::games::g2248::path::paths;
use crate::games::g2248::refill::Source;
use crate::games::g2248::state::State;

fn level(text: &str, goal: Goal) -> Level {
    Level::new("test", board(text)).unwrap().with_goal(Some(goal))
}

fn aim(level: &Level) -> Aim {
    match level.goal().unwrap() {
        Goal::Blocks(blocks) => Aim::Blocks(blocks),
        Goal::Score(score) => Aim::Score(score),
        Goal::BestScore { moves } => Aim::BestScore(moves),
        Goal::Hint(_) => panic!("a hint is no plan"),
    }
}

/// The best value, `None` if there is no plan. What the solver says beside it has to fit.
fn best(level: &Level, threads: usize) -> Option<i64> {
    let budget = Budget { threads, memory: 1 << 22, ..Budget::default() };
    let bound = bound(level, aim(level));
    let mut improved = None;
    let result = solve(level, aim(level), &budget, &mut |plan| improved = Some(plan.clone()));
    let result = result.unwrap();
    match result.finding {
        Finding::Optimal(plan) => {
            assert_eq!(plan.value, result.bound, "{level:?}");
            assert_eq!(improved.as_ref(), Some(&plan), "{level:?}");
            let is_bound = match aim(level) {
                Aim::Blocks(_) | Aim::Score(_) => bound <= plan.value,
                Aim::BestScore(_) => bound >= plan.value,
            };
            assert!(is_bound, "{bound} {level:?}");
            Some(plan.value)
        }
        Finding::Unsolvable(_) => None,
        Finding::Open { .. } => panic!("the search has no limit: {level:?}"),
    }
}

/// The states after each move.
fn next(level: &Level, state: &State) -> Vec<State> {
    let joins = paths(&state.board).into_iter().map(Move::Join);
    let all = joins.chain([Move::Collapse]);
    all.filter_map(|step| level.play(state, &step).ok().map(|turn| turn.after)).collect()
}

/// What plain search says about all goals of a level: the states after each number of moves.
struct Plain {
    /// For each number of moves from 0, the fewest blocks and the greatest score.
    layers: Vec<(usize, u64)>,
}

impl Plain {
    fn of(level: &Level) -> Plain {
        // A goal that is never met: without one, the collapse would always be allowed.
        let level = level.clone().with_goal(Some(Goal::Score(u64::MAX)));
        let mut layer = HashSet::from([level.start()]);
        let mut layers = Vec::new();
        while !layer.is_empty() {
            let blocks = layer.iter().map(|state| state.board.blocks()).min().unwrap();
            let score = layer.iter().map(|state| state.score).max().unwrap();
            layers.push((blocks, score));
            layer = layer.iter().flat_map(|state| next(&level, state)).collect();
        }
        Plain { layers }
    }

    fn best(&self, goal: Goal) -> Option<i64> {
        let first = |is_met: &dyn Fn(&(usize, u64)) -> bool| {
            self.layers.iter().position(is_met).map(|moves| moves as i64)
        };
        match goal {
            Goal::Blocks(most) => first(&|(blocks, _)| *blocks <= most),
            Goal::Score(least) => first(&|(_, score)| *score >= least),
            Goal::BestScore { moves } => {
                self.layers.iter().take(moves + 1).map(|(_, score)| *score as i64).max()
            }
            Goal::Hint(_) => None,
        }
    }
}

/// Compares all goals of a level.
fn compare(level: &Level, threads: usize) {
    let plain = Plain::of(level);
    let blocks = (0..=level.board().blocks()).map(Goal::Blocks);
    let scores = [1, 4, 8, 12, 20, 36, 70, 140].map(Goal::Score);
    let bests = (0..4).map(|moves| Goal::BestScore { moves });
    for goal in blocks.chain(scores).chain(bests) {
        let level = level.clone().with_goal(Some(goal));
        assert_eq!(best(&level, threads), plain.best(goal), "{level:?}");
    }
}

/// A small generator of numbers, the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count
    }

    /// A board of these numbers.
    fn board(&mut self, rows: usize, columns: usize, kinds: &[u64]) -> String {
        let mut row = || {
            let row: Vec<String> =
                (0..columns).map(|_| kinds[self.below(kinds.len())].to_string()).collect();
            row.join(" ")
        };
        let rows: Vec<String> = (0..rows).map(|_| row()).collect();
        rows.join(" / ")
    }

    fn queues(&mut self, columns: usize, longest: usize) -> Source {
        let mut queue = |_| {
            let length = self.below(longest + 1);
            (0..length).map(|_| Number::power(1 + self.below(3) as u8).unwrap()).collect()
        };
        Source::Queues((0..columns).map(&mut queue).collect())
    }
}

fn samples(usual: usize) -> usize {
    let text = std::env::var("PLOTGEN_2248_SAMPLES").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn known_boards_have_their_known_values() {
    let blocks = [
        ("2 2 / 4 8", 1, Some(1)),
        ("2 2 4 / 4 2 8", 1, None),
        ("2 2 2 / 8 4 8 / 8 4 2", 1, Some(3)),
        ("4 2 8 2 / 16 16 16 16 / 4 2 16 2", 2, Some(5)),
    ];
    for (text, blocks, moves) in blocks {
        for threads in [1, 2] {
            assert_eq!(best(&level(text, Goal::Blocks(blocks)), threads), moves, "{text}");
        }
    }
    let scores = [("2 2 4 / 4 2 8", 2, 36), ("2 4 8 / 4 2 2 / 8 4 2", 3, 88)];
    for (text, moves, score) in scores {
        for threads in [1, 2] {
            let level = level(text, Goal::BestScore { moves });
            assert_eq!(best(&level, threads), Some(score), "{text}");
        }
        let fewest = level(text, Goal::Score(score as u64));
        assert_eq!(best(&fewest, 1), Some(moves as i64), "{text}");
        let more = level(text, Goal::Score(score as u64 + 1));
        assert!(best(&more, 1).is_none_or(|fewest| fewest > moves as i64), "{text}");
    }
}

/// Every board of a size over 2, 4 and 8.
fn boards(rows: usize, columns: usize) -> impl Iterator<Item = String> {
    let count = 3usize.pow((rows * columns) as u32);
    (0..count).map(move |number| {
        let digit = |cell: usize| 1 << (number / 3usize.pow(cell as u32) % 3 + 1);
        let row = |row: usize| {
            let cells: Vec<String> =
                (0..columns).map(|column| digit(row * columns + column).to_string()).collect();
            cells.join(" ")
        };
        (0..rows).map(row).collect::<Vec<_>>().join(" / ")
    })
}

#[test]
fn small_boards_have_the_values_that_plain_search_says() {
    let is_full = std::env::var_os("PLOTGEN_2248_ALL").is_some();
    let mut numbers = Numbers(5);
    for (rows, columns, step) in [(2, 2, 1), (2, 3, 11), (3, 2, 11)] {
        for text in boards(rows, columns).step_by(if is_full { 1 } else { step }) {
            let plain = Level::new("test", board(&text)).unwrap();
            compare(&plain, 1);
            compare(&plain.clone().with_collapse(true), 1);
            let source = numbers.queues(columns, 1);
            compare(&plain.with_source(source).unwrap(), 1);
        }
    }
}

#[test]
fn samples_have_the_values_that_plain_search_says() {
    let few: [&[u64]; 5] = [&[2, 4, 8], &[2, 4], &[0, 2, 4, 8], &[2, 2, 4, 16], &[4]];
    let many: [&[u64]; 3] = [&[2, 4, 8, 16, 32, 64], &[0, 2, 4, 8, 16, 32], &[2, 2, 8, 8, 32, 64]];
    let sizes = [(3, 3), (2, 4), (4, 2), (1, 6), (4, 4), (3, 3), (3, 4), (1, 9), (9, 1)];
    let mut numbers = Numbers(7);
    for round in 0..samples(45) {
        let (rows, columns) = sizes[round % sizes.len()];
        let is_large = rows * columns > 9;
        let kinds = if is_large { many[numbers.below(3)] } else { few[numbers.below(5)] };
        let text = numbers.board(rows, columns, kinds);
        let may_collapse = numbers.below(2) == 0;
        let mut level = Level::new("test", board(&text)).unwrap().with_collapse(may_collapse);
        if rows * columns < 9 && numbers.below(2) == 0 {
            level = level.with_source(numbers.queues(columns, 2)).unwrap();
        }
        compare(&level, 1 + numbers.below(2));
    }
}

#[test]
fn a_search_that_is_stopped_says_what_it_knows() {
    let text = "2 4 8 2 4 8 / 4 2 8 8 2 4 / 2 8 4 2 8 4 / 8 4 2 2 4 8 / 2 4 8 8 4 2 / 4 8 2 4 2 8";
    for goal in [Goal::Blocks(1), Goal::Score(100_000), Goal::BestScore { moves: 6 }] {
        let level = level(text, goal);
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let stop = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 20;
        let budget = Budget { threads: 2, memory: 1 << 22, stop: &stop, meter: None };
        let mut values = Vec::new();
        let result = solve(&level, aim(&level), &budget, &mut |plan| values.push(plan.value));
        let result = result.unwrap();
        let Finding::Open { best, spent } = result.finding else { panic!("{goal}") };
        assert_eq!(spent, crate::game::search::Spent::Stopped);
        assert_eq!(values.last().copied(), best.map(|plan| plan.value));
        let is_bound = |value: &i64| match goal {
            Goal::BestScore { .. } => *value <= result.bound,
            Goal::Blocks(_) | Goal::Score(_) | Goal::Hint(_) => *value >= result.bound,
        };
        assert!(values.iter().all(is_bound), "{goal}: {values:?} {}", result.bound);
    }
}

#[test]
fn nothing_can_be_done_after_a_number_above_the_limit() {
    let greatest = 1u64 << Number::GREATEST;
    let text = format!("{greatest} {greatest} 2 2");
    assert_eq!(best(&level(&text, Goal::Blocks(2)), 1), Some(2));
    let both = (2 * greatest + 4) as i64;
    assert_eq!(best(&level(&text, Goal::BestScore { moves: 3 }), 1), Some(both));
}

#[test]
fn large_boards_and_long_queues_are_searched_too() {
    let row = vec!["2"; 16].join(" ");
    let text = vec![row.as_str(); 16].join(" / ");
    assert_eq!(best(&level(&text, Goal::BestScore { moves: 1 }), 1), Some(512));
    let queue = vec![Number::power(1).unwrap(); 1000];
    let source = Source::Queues(vec![queue.clone(), queue]);
    let level = level("2 2 / 2 2", Goal::Score(16)).with_source(source).unwrap();
    assert_eq!(best(&level, 1), Some(2));
}
