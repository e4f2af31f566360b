//! Policies: whole games played with hints as moves, or at random.

use std::ops::ControlFlow;

use super::board::{Board, Cell};
use super::level::{Hint, Level};
use super::path::Path;
use super::refill::{Source, SplitMix64};
use super::rules::Move;
use super::search::hint::{maximum_adjacent, maximum_path};
use crate::game::policy::{Playout, Policy, play};
use crate::game::search::Budget;

/// The policies.
pub static POLICIES: [Policy; 3] = [
    Policy { name: "greedy", about: "Play the maximum path" },
    Policy {
        name: "adjacent",
        about: "Play the maximum adjacent, and where there is none the maximum path",
    },
    Policy {
        name: "random",
        about: "Start with any two equal neighbours, and go on with probability 1/2 at each cell",
    },
];

/// How a policy chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Greedy,
    Adjacent,
    Random,
}

impl Choice {
    fn of(policy: &Policy) -> Choice {
        match policy.name {
            "greedy" => Choice::Greedy,
            "adjacent" => Choice::Adjacent,
            _ => Choice::Random,
        }
    }

    fn path(
        self,
        board: &Board,
        dice: &mut SplitMix64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Path> {
        match self {
            Choice::Greedy => best(board, Hint::Path, stop),
            Choice::Adjacent => {
                best(board, Hint::Adjacent, stop).or_else(|| best(board, Hint::Path, stop))
            }
            Choice::Random => random(board, dice),
        }
    }
}

/// Plays a game without regard to the goal of its level. Chance comes from the seed, what comes in as well
/// as what a policy leaves to chance. `None` if it was stopped.
pub fn playout(
    level: &Level,
    policy: &Policy,
    seed: u64,
    most: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Playout> {
    let level = level.clone().with_goal(None).reseeded(seed);
    // Another stream than that of the refill.
    let mut dice = SplitMix64::new(!seed);
    let choice = Choice::of(policy);
    let mut state = level.start();
    let playout = play(most, || {
        let path = if stop() { None } else { choice.path(&state.board, &mut dice, stop) };
        let turn = path.and_then(|path| level.play(&state, &Move::Join(path)).ok());
        let Some(turn) = turn else { return ControlFlow::Break(()) };
        state = turn.after;
        ControlFlow::Continue(state.score)
    });
    (!stop()).then_some(playout)
}

impl Level {
    /// The level with chance from another seed, if it has chance.
    fn reseeded(self, seed: u64) -> Level {
        match self.source() {
            Source::Seed(_) => self.with_seed(seed),
            Source::Nothing | Source::Queues(_) => self,
        }
    }
}

/// The path that a hint recommends.
fn best(board: &Board, hint: Hint, stop: &(dyn Fn() -> bool + Sync)) -> Option<Path> {
    let budget = Budget { threads: 1, stop, ..Budget::default() };
    let advice = match hint {
        Hint::Path => maximum_path(board, &budget),
        Hint::Adjacent => maximum_adjacent(board, &budget),
    };
    advice.best.map(|best| best.path)
}

/// A random path: it starts with two equal neighbours, each pair as likely as any other, and at each
/// further cell it ends with probability 1/2.
fn random(board: &Board, dice: &mut SplitMix64) -> Option<Path> {
    let starts: Vec<[Cell; 2]> = board
        .cells()
        .filter(|&cell| board[cell].is_some())
        .flat_map(|cell| board.neighbours(cell).map(move |next| [cell, next]))
        .filter(|[cell, next]| board[*cell] == board[*next])
        .collect();
    let mut cells = pick(&starts, dice)?.to_vec();
    while dice.below(2) == 1 {
        let last = cells[cells.len() - 1];
        let Some(number) = board[last] else { break };
        let goes_on = |next: &Cell| {
            !cells.contains(next) && board[*next].is_some_and(|found| found.follows(number))
        };
        let next: Vec<Cell> = board.neighbours(last).filter(goes_on).collect();
        match pick(&next, dice) {
            Some(&next) => cells.push(next),
            None => break,
        }
    }
    Path::new(cells).ok()
}

/// One of the items, each as likely as any other.
fn pick<'a, T>(items: &'a [T], dice: &mut SplitMix64) -> Option<&'a T> {
    if items.is_empty() { None } else { items.get(dice.below(items.len() as u64) as usize) }
}

#[cfg(test)]
mod tests {
    use super::super::board::examples::board;
    use super::*;

    fn play(text: &str, policy: usize, seed: u64, most: usize) -> Playout {
        let level = Level::new("level", board(text)).unwrap().with_seed(1);
        playout(&level, &POLICIES[policy], seed, most, &|| false).unwrap()
    }

    #[test]
    fn a_game_is_the_same_for_its_seed_and_differs_for_others() {
        let start = "2 4 2 / 8 2 4 / 2 2 8";
        for policy in 0..POLICIES.len() {
            assert_eq!(play(start, policy, 7, 50), play(start, policy, 7, 50));
            let scores: Vec<u64> =
                (0..20).map(|seed| play(start, policy, seed, 50).score).collect();
            assert!(scores.iter().any(|score| *score != scores[0]), "{scores:?}");
        }
    }

    #[test]
    fn a_game_ends_when_no_move_is_left_or_at_the_limit() {
        let level = Level::new("level", board("2 2 / 8 32")).unwrap();
        let over = playout(&level, &POLICIES[0], 0, 50, &|| false).unwrap();
        assert_eq!((over.moves, over.score), (1, 4));
        let cut = play("2 4 2 / 8 2 4 / 2 2 8", 0, 3, 2);
        assert_eq!((cut.moves, cut.ending), (2, crate::game::policy::Ending::Limit));
        assert_eq!(playout(&level, &POLICIES[0], 0, 50, &|| true), None);
    }

    #[test]
    fn random_paths_are_paths_that_the_board_allows() {
        let board = board("2 2 4 / 4 2 8 / 8 4 16");
        let mut dice = SplitMix64::new(5);
        let mut lengths = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let path = random(&board, &mut dice).unwrap();
            path.sum(&board).unwrap();
            lengths.insert(path.cells().len());
        }
        assert!(lengths.len() > 4, "{lengths:?}");
    }
}
