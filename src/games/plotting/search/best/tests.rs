//! The search against exhaustive search by the plain rules, and against itself under other budgets.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::game::explore::explore;
use crate::game::search::Finding;
use crate::games::plotting::board::Board;
use crate::games::plotting::game::Plotting;
use crate::games::plotting::generate::{AllBoards, Colours, Draws, Size};
use crate::games::plotting::level::Firing;
use crate::games::plotting::rules::Hand;

fn budget(threads: usize) -> Budget<'static> {
    Budget { threads, memory: 64 << 20, ..Budget::default() }
}

/// The best value by the search, which has no limits.
fn best(level: &Level, budget: &Budget<'_>) -> Option<i64> {
    let answer = solve(level, budget, &mut |_| ()).unwrap();
    let value = answer.best.map(|plan| plan.value(level.measure()));
    assert_eq!(value, answer.bound, "{level:?}");
    value
}

/// The best value by the plain rules, nothing pruned.
fn truth(level: &Level) -> Option<i64> {
    match explore::<Plotting>(level, &Budget { memory: 2 << 30, ..Budget::default() }).finding {
        Finding::Optimal(plan) => Some(plan.value),
        Finding::Unsolvable(_) => None,
        Finding::Open { .. } => panic!("the exhaustive search has no limits"),
    }
}

fn check(level: &Level) {
    let expected = truth(level);
    assert_eq!(best(level, &budget(1)), expected, "{level:?}");
    match (bound(level), expected) {
        (Some(bound), Some(value)) if level.measure() == Measure::Score => assert!(bound >= value),
        (Some(bound), Some(value)) => assert!(bound <= value),
        (Some(_), None) | (None, None) => {}
        (None, Some(_)) => panic!("the bound denies the plan of {level:?}"),
    }
}

/// The level with both objectives and 0 to 2 spare lives.
fn rounds(level: &Level) -> impl Iterator<Item = Level> {
    let measures = [Measure::Score, Measure::Shots];
    let level = level.clone();
    measures.into_iter().flat_map(move |measure| {
        let level = level.clone().with_measure(measure);
        (0..=2).map(move |lives| level.clone().with_lives(lives).unwrap())
    })
}

fn random_firing(board: &Board, generator: &mut ChaCha8Rng) -> Firing {
    let mut pick = |count: usize| -> Vec<usize> {
        (1..=count).filter(|_| !generator.next_u32().is_multiple_of(3)).collect()
    };
    let (rows, columns) = (pick(board.rows()), pick(board.columns()));
    Firing::only(board, Some(&rows), Some(&columns)).unwrap()
}

#[test]
fn every_small_board_has_the_value_that_exhaustive_search_finds() {
    for (rows, columns) in [(1, 3), (3, 1), (2, 2), (2, 3), (3, 2)] {
        for board in AllBoards::new(Size { rows, columns }, &Colours(1..=4)).unwrap() {
            for goal in 0..board.blocks().min(3) {
                let level = Level::new("small", board.clone(), goal).unwrap();
                rounds(&level).for_each(|level| check(&level));
            }
        }
    }
}

#[test]
fn random_rounds_have_the_value_that_exhaustive_search_finds() {
    let mut generator = ChaCha8Rng::seed_from_u64(21);
    for (size, colours, boards) in [
        ("3x3", 2, 8),
        ("3x3", 3, 8),
        ("3x4", 4, 6),
        ("4x3", 3, 6),
        ("4x4", 4, 4),
        ("5x3", 5, 4),
        ("2x6", 3, 4),
        ("6x2", 3, 4),
    ] {
        let seed = generator.next_u64();
        for board in Draws::new(size.parse().unwrap(), colours, seed).unwrap().take(boards) {
            let goal = generator.next_u32() as usize % (board.blocks() / 2 + 1);
            let mut level = Level::new("random", board.clone(), goal).unwrap();
            level = level.with_firing(random_firing(&board, &mut generator));
            if generator.next_u32().is_multiple_of(2) {
                let hand = board.colours()[generator.next_u32() as usize % colours];
                level = level.with_hand(Hand::Holding(hand)).unwrap();
            }
            for level in rounds(&level) {
                check(&level);
                let limit = 1 + i128::from(generator.next_u32() % board.blocks() as u32);
                check(&level.with_shot_limit(Some(limit)).unwrap());
            }
        }
    }
}

#[test]
fn threads_and_little_memory_do_not_change_the_value() {
    for board in Draws::new("4x5".parse().unwrap(), 4, 5).unwrap().take(3) {
        let level = Level::new("random", board, 6).unwrap();
        for level in rounds(&level) {
            let value = best(&level, &budget(1));
            assert_eq!(best(&level, &budget(3)), value);
            let tight = Budget { memory: 0, ..budget(2) };
            assert_eq!(best(&level, &tight), value);
        }
    }
}

#[test]
fn one_thread_finds_the_same_plan_each_time() {
    let board = Draws::new("5x5".parse().unwrap(), 4, 8).unwrap().next().unwrap();
    let level = Level::new("random", board, 7).unwrap().with_measure(Measure::Score);
    let run = || {
        let answer = solve(&level, &budget(1), &mut |_| ()).unwrap();
        (answer.best, answer.states)
    };
    assert_eq!(run(), run());
}

#[test]
fn a_search_that_is_stopped_has_a_plan_and_a_bound_above_it() {
    let board = Draws::new("8x8".parse().unwrap(), 4, 3).unwrap().next().unwrap();
    let level = Level::new("random", board, 12).unwrap().with_measure(Measure::Score);
    let mut values = Vec::new();
    let stopped = Budget { stop: &|| true, ..budget(1) };
    let answer = solve(&level, &stopped, &mut |plan| values.push(plan.score())).unwrap();
    let score = answer.best.unwrap().score();
    assert!(values.is_sorted() && values.last() == Some(&score));
    assert!(answer.bound.unwrap() > score && answer.bound <= bound(&level));
}

#[test]
fn a_miss_lets_a_wildcard_take_the_only_block_of_its_colour() {
    // r1 and c1 leave a hand without a shot; only the wildcard can hit the single blocks.
    let level = Level::new("singles", "RG/BY".parse().unwrap(), 0).unwrap();
    for level in rounds(&level) {
        check(&level);
    }
}
