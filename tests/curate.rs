//! The metrics of levels against the plain rules: every way to play played out one by one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use plotgen::games::plotting::curate::measure::Measured;
use plotgen::games::plotting::generate::{AllBoards, Draws};
use plotgen::games::plotting::level::{Firing, Level};
use plotgen::games::plotting::rules::{Hand, Position, Shot, shoot};
use plotgen::games::plotting::search::Budget;

fn budget() -> Budget<'static> {
    Budget { threads: 1, memory: 1 << 30, ..Budget::default() }
}

fn next(level: &Level, position: &Position) -> Vec<(Shot, Position)> {
    Shot::all(&position.board)
        .filter(|&shot| level.firing().allows(shot))
        .filter_map(|shot| Some((shot, shoot(position, shot).ok()?.after)))
        .collect()
}

/// Every way to play a level, from the start to every position on it.
fn ways(level: &Level) -> Vec<Vec<Position>> {
    let mut ways = vec![vec![level.start().clone()]];
    let mut index = 0;
    while index < ways.len() {
        let way = ways[index].clone();
        for (_, after) in next(level, way.last().unwrap()) {
            ways.push([&way[..], &[after]].concat());
        }
        index += 1;
    }
    ways
}

fn blocks(way: &[Position]) -> usize {
    way.last().unwrap().board.blocks()
}

/// The fewest blocks that can be left after a position.
fn best(level: &Level, position: &Position, known: &mut HashMap<Position, usize>) -> usize {
    if let Some(&best) = known.get(position) {
        return best;
    }
    let after = next(level, position);
    let least = after.iter().map(|(_, after)| best(level, after, known)).min();
    let found = least.unwrap_or(usize::MAX).min(position.board.blocks());
    known.insert(position.clone(), found);
    found
}

fn greedy(level: &Level) -> usize {
    let mut position = level.start().clone();
    // `min_by_key` takes the first of several.
    while let Some((_, after)) =
        next(level, &position).into_iter().min_by_key(|(_, after)| after.board.blocks())
    {
        position = after;
    }
    position.board.blocks()
}

/// Compares every metric for every goal; gives the number of levels that have a plan.
fn compare(level: &Level) -> usize {
    let measured = Measured::of(level, &budget()).unwrap();
    let ways = ways(level);
    let positions: HashSet<&Position> = ways.iter().map(|way| way.last().unwrap()).collect();
    let mut known = HashMap::new();
    let mut prospects: BTreeMap<usize, usize> = BTreeMap::new();
    for position in &positions {
        *prospects.entry(best(level, position, &mut known)).or_default() += 1;
    }
    let is_stuck = |position: &Position| next(level, position).is_empty();
    let first: Vec<usize> =
        next(level, level.start()).iter().map(|(_, after)| known[after]).collect();
    let mut levels = 0;
    for goal in 0..=level.board().blocks() {
        let plans: Vec<&Vec<Position>> = ways.iter().filter(|way| blocks(way) <= goal).collect();
        let metrics = measured.metrics(goal);
        assert_eq!(metrics.is_some(), !plans.is_empty(), "{level:?} for {goal}");
        let Some(metrics) = metrics else { continue };
        levels += 1;
        let told = format!("{level:?} for {goal}: {metrics:?}");
        let lengths: BTreeSet<usize> = plans.iter().map(|way| way.len() - 1).collect();
        let optimum = *lengths.first().unwrap();
        assert_eq!(metrics.lengths.all, lengths.iter().copied().collect::<Vec<_>>(), "{told}");
        assert_eq!(metrics.optimum, optimum, "{told}");
        assert_eq!(metrics.lengths.spread, lengths.last().unwrap() - optimum, "{told}");
        let shortest: Vec<_> = plans.iter().filter(|way| way.len() - 1 == optimum).collect();
        assert_eq!(metrics.plans, shortest.len() as u128, "{told}");
        let stops =
            plans.iter().filter(|way| way.len() == 1 || blocks(&way[..way.len() - 1]) > goal);
        assert_eq!(metrics.slowest, stops.map(|way| way.len() - 1).max().unwrap(), "{told}");
        assert_eq!(metrics.states.reachable, positions.len(), "{told}");
        let stuck = positions.iter().filter(|p| p.board.blocks() > goal && is_stuck(p)).count();
        assert_eq!(metrics.states.dead_ends, stuck, "{told}");
        let lost: usize = prospects.range(goal + 1..).map(|(_, count)| count).sum();
        assert_eq!(metrics.states.lost, lost, "{told}");
        let winning = first.iter().filter(|&&best| best <= goal).count();
        assert_eq!((metrics.first.shots, metrics.first.winning), (first.len(), winning), "{told}");
        let is_forced = |position: &&Position| {
            let ways_on: HashSet<Position> =
                next(level, position).into_iter().map(|(_, after)| after).collect();
            ways_on.iter().filter(|&after| known[after] <= goal).count() == 1
        };
        let forced = shortest.iter().map(|way| way[..optimum].iter().filter(is_forced).count());
        assert_eq!(metrics.forced, forced.min().unwrap(), "{told}");
        let lost_ways =
            ways.iter().filter(|way| blocks(way) > goal && is_stuck(way.last().unwrap()));
        assert_eq!(metrics.lose, lost_ways.map(|way| way.len() - 1).max().unwrap_or(0), "{told}");
        assert_eq!(
            (metrics.greedy, metrics.fewest),
            (greedy(level), known[level.start()]),
            "{told}"
        );
    }
    levels
}

#[test]
fn the_metrics_of_every_small_board_are_those_of_all_ways_to_play_it() {
    let mut levels = 0;
    for size in ["1x4", "2x2", "2x3", "3x2"] {
        for board in AllBoards::new(size.parse().unwrap(), &"1..4".parse().unwrap()).unwrap() {
            levels += compare(&Level::new("level", board, 0).unwrap());
        }
    }
    assert_eq!(levels, 1823);
}

#[test]
fn the_metrics_are_right_for_other_hands_and_firing_positions_too() {
    let mut levels = 0;
    for (index, board) in Draws::new("3x3".parse().unwrap(), 3, 5).unwrap().take(12).enumerate() {
        let level = Level::new("level", board, 0).unwrap();
        levels += compare(&level);
        let rows: Vec<usize> = (1..=3).filter(|row| (index >> (row - 1)) & 1 == 0).collect();
        let firing = Firing::only(level.board(), Some(&rows), Some(&[1, 2])).unwrap();
        levels += compare(&level.clone().with_firing(firing));
        let hand = Hand::Holding(level.board().colours()[index % 3]);
        levels += compare(&level.with_hand(hand).unwrap());
    }
    assert!(levels > 150, "{levels}");
}
