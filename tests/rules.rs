//! Properties of the rules that hold on every board and in every game.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

mod strategies;

use plotgen::games::plotting::board::{Board, Place};
use plotgen::games::plotting::rules::{Hand, Position, Shot, shoot};
use proptest::prelude::*;
use strategies::boards;

fn is_packed(board: &Board) -> bool {
    board.blocks_with_places().all(|(place, _)| {
        place.row == board.rows() || board[Place { row: place.row + 1, ..place }].is_some()
    })
}

/// Plays shots chosen by numbers until none is left, and hands each to `check`.
fn play(board: Board, choices: &[usize], mut check: impl FnMut(&Position, &Position, usize)) {
    let mut position = Position { board, hand: Hand::Wildcard };
    for choice in choices {
        let effects: Vec<_> =
            Shot::all(&position.board).filter_map(|shot| shoot(&position, shot).ok()).collect();
        if effects.is_empty() {
            return;
        }
        let effect = &effects[choice % effects.len()];
        check(&position, &effect.after, effect.consumed.len());
        position = effect.after.clone();
    }
}

proptest! {
    #[test]
    fn a_shot_removes_exactly_the_blocks_that_it_consumes(
        board in boards(), choices in prop::collection::vec(any::<usize>(), 40)
    ) {
        play(board, &choices, |before, after, consumed| {
            assert!(consumed > 0);
            assert_eq!(before.board.blocks() - consumed, after.board.blocks());
        });
    }

    #[test]
    fn columns_stay_packed(board in boards(), choices in prop::collection::vec(any::<usize>(), 40)) {
        play(board, &choices, |_, after, _| assert!(is_packed(&after.board)));
    }

    #[test]
    fn no_colour_ever_leaves_the_game(
        board in boards(), choices in prop::collection::vec(any::<usize>(), 300)
    ) {
        let colours = board.colours();
        play(board, &choices, |_, after, _| {
            for &colour in &colours {
                assert!(after.board.count(colour) > 0 || after.hand == Hand::Holding(colour));
            }
            assert!(after.board.blocks() >= colours.len() - 1, "Lemma 1");
        });
    }

    #[test]
    fn a_wildcard_plays_as_the_colour_that_it_takes(board in boards()) {
        let wildcard = Position { board: board.clone(), hand: Hand::Wildcard };
        for shot in Shot::all(&board) {
            if let Ok(effect) = shoot(&wildcard, shot) {
                let holding = Position { board: board.clone(), hand: Hand::Holding(effect.colour) };
                prop_assert_eq!(shoot(&holding, shot).unwrap(), effect);
            }
        }
    }

    #[test]
    fn falls_and_consumed_cells_account_for_every_change(board in boards()) {
        let before = Position { board, hand: Hand::Wildcard };
        for shot in Shot::all(&before.board) {
            let Ok(effect) = shoot(&before, shot) else { continue };
            let mut board = before.board.clone();
            for &place in &effect.consumed {
                prop_assert_eq!(board[place], Some(effect.colour));
                board[place] = None;
            }
            if let Some(swap) = effect.swap {
                board[swap.place] = Some(swap.left);
            }
            for fall in &effect.falls {
                prop_assert_eq!(board[fall.from], Some(fall.colour));
                prop_assert_eq!(board[fall.to], None);
                board[fall.from] = None;
                board[fall.to] = Some(fall.colour);
            }
            prop_assert_eq!(board, effect.after.board);
        }
    }
}
