//! The game of 2248 by its rules: the figures of the document, found by plain search, and properties of
//! every game.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::ControlFlow;

use plotgen::game::explore::explore;
use plotgen::game::search::{Budget, Finding};
use plotgen::game::{Game, HintKind};
use plotgen::games::g2248::board::{Board, Cell, Grid, Number};
use plotgen::games::g2248::formats;
use plotgen::games::g2248::game::G2248;
use plotgen::games::g2248::level::{Goal, Hint, Level};
use plotgen::games::g2248::path::{Path, each_path, paths};
use plotgen::games::g2248::plan::{Dialect, Plan};
use plotgen::games::g2248::refill::Source;
use plotgen::games::g2248::replay::replay;
use plotgen::games::g2248::rules::{self, Move};
use plotgen::games::g2248::state::{Stage, Turn};
use proptest::prelude::*;

const START: &str = "64 4 64 32 16 / 64 8 16 2 32 / 2 4 64 64 2 / 2 4 32 16 4 / 16 4 16 16 16 / \
                     16 64 2 32 32 / 64 2 64 32 64 / 32 2 64 32 4";

fn board(text: &str) -> Board {
    let row = |row: &str| row.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let rows: Vec<Vec<i64>> = text.split('/').map(row).collect();
    Board::from_numbers(&rows).unwrap()
}

fn level(text: &str) -> Level {
    Level::new("test", board(text)).unwrap()
}

fn join(word: &str) -> Move {
    Move::Join(word.parse().unwrap())
}

/// What the moves of a plan do, from the start of a level.
fn turns(level: &Level, moves: &[Move]) -> Vec<Turn> {
    let mut state = level.start();
    let mut turns = Vec::new();
    for step in moves {
        let turn = level.play(&state, step).unwrap();
        state = turn.after.clone();
        turns.push(turn);
    }
    turns
}

/// The best value of a plan, by exhaustive search; `None` if there is no plan.
fn best(text: &str, goal: Goal) -> Option<i64> {
    best_of(&level(text).with_goal(Some(goal)))
}

fn best_of(level: &Level) -> Option<i64> {
    match explore::<G2248>(level, &Budget { memory: 1 << 31, ..Budget::default() }).finding {
        Finding::Optimal(plan) => Some(plan.value),
        Finding::Unsolvable(_) => None,
        Finding::Open { .. } => panic!("{} is too large for this test", level.board()),
    }
}

#[test]
fn the_start_board_has_2926_paths() {
    let mut visited = 0;
    let level = level(START);
    let _ = each_path(level.board(), &mut |_, _| {
        visited += 1;
        ControlFlow::Continue(())
    });
    let count = G2248::count_moves(&level, &level.start(), u64::MAX, &|| false);
    // In play the collapse is a move as well.
    assert!(count.is_whole && count.total() == 2927, "{count:?}");
    assert_eq!((count.kinds[0].1, visited, paths(level.board()).len()), (2926, 2926, 2926));
    assert_eq!(G2248::moves(&level, &level.start()).len(), 2927);
    let planned = level.with_goal(Some(Goal::Blocks(1)));
    assert_eq!(G2248::moves(&planned, &planned.start()).len(), 2926);
}

#[test]
fn the_hints_of_the_start_board_are_512_and_64() {
    let path = best(START, Goal::Hint(Hint::Path)).unwrap();
    assert_eq!((path, Number::rounding(path as u64).value()), (448, 512));
    assert_eq!(best(START, Goal::Hint(Hint::Adjacent)), Some(64));
}

#[test]
fn paths_of_the_start_board_give_16() {
    let level = level(START);
    for word in ["3,1-4,1-5,2-4,2", "3,1-4,1-5,2-4,2-3,2"] {
        let turn = &turns(&level, &[join(word)])[0];
        assert_eq!((turn.merges[0].block.value(), turn.score), (16, 16), "{word}");
    }
}

#[test]
fn the_collapse_of_the_start_board_is_known() {
    let turn = &turns(&level(START).with_collapse(true), &[Move::Collapse])[0];
    let holes = "0 4 64 0 16 / 128 8 16 0 64 / 0 0 0 128 4 / 4 0 32 0 4 / 0 16 0 0 64 / \
                 32 0 0 0 0 / 0 0 0 0 64 / 32 8 256 128 4";
    assert_eq!(turn.stages[0], (Stage::Holes, board(holes)));
    assert_eq!((turn.score, turn.after.score), (0, 0));
}

#[test]
fn the_maximum_adjacent_is_known() {
    for (text, block) in [
        ("2 2 4", Some(4)),
        ("2 2 8 4", None),
        ("4 8 / 2 16 / 2 32", Some(32)),
        ("4 64 / 2 32 / 2 64", Some(4)),
    ] {
        assert_eq!(best(text, Goal::Hint(Hint::Adjacent)), block, "{text}");
    }
}

#[test]
fn the_fewest_joins_are_known() {
    for (text, blocks, joins) in [
        ("2 2 / 4 8", 1, Some(1)),
        ("2 2 4 / 4 2 8", 1, None),
        ("2 2 2 / 8 4 8 / 8 4 2", 1, Some(3)),
        ("4 2 8 2 / 16 16 16 16 / 4 2 16 2", 2, Some(5)),
    ] {
        assert_eq!(best(text, Goal::Blocks(blocks)), joins, "{text}");
    }
}

#[test]
fn the_maximum_scores_are_known() {
    for (text, moves, score) in
        [("2 2 4 / 4 2 8", 2, Some(36)), ("2 4 8 / 4 2 2 / 8 4 2", 3, Some(88))]
    {
        assert_eq!(best(text, Goal::BestScore { moves }), score, "{text}");
    }
    assert_eq!(best("2 4", Goal::BestScore { moves: 3 }), Some(0));
}

#[test]
fn the_fewest_moves_to_a_score_agree_with_the_greatest_scores() {
    for text in ["2 2 4 / 4 2 8", "2 4 8 / 4 2 2 / 8 4 2"] {
        for moves in 1..=3 {
            let most = best(text, Goal::BestScore { moves }).unwrap() as u64;
            let fewest = best(text, Goal::Score(most)).unwrap();
            assert!(fewest as usize <= moves, "{text}");
            let more = best(text, Goal::Score(most + 1));
            assert!(more.is_none_or(|fewest| fewest as usize > moves), "{text}");
        }
    }
}

#[test]
fn a_collapse_can_shorten_a_plan_where_it_is_allowed() {
    let level = level("2 2 8 2 2").with_goal(Some(Goal::Blocks(3)));
    assert_eq!(best_of(&level), Some(2));
    assert_eq!(best_of(&level.with_collapse(true)), Some(1));
}

#[test]
fn queues_feed_a_plan() {
    let queue = vec![Number::of(4).unwrap()];
    let level = level("2 8 / 2 16").with_goal(Some(Goal::Blocks(1)));
    assert_eq!(best_of(&level), None);
    let queued = level.with_source(Source::Queues(vec![queue, Vec::new()])).unwrap();
    // The 4 that comes in falls onto the new 4.
    assert_eq!(best_of(&queued), Some(2));
    let after = &turns(&queued, &[join("1,1-2,1")])[0].after;
    assert_eq!(after.board, board("4 8 / 4 16"));
}

#[test]
fn a_seeded_game_is_the_same_everywhere() {
    let level = level(START).with_seed(7).with_collapse(true);
    let turns = turns(&level, &[join("3,1-4,1-5,2"), Move::Collapse]);
    let [first, second] = &turns[..] else { panic!("two moves") };
    assert_eq!(first.stages.len(), 3);
    assert_eq!(
        first.after.board.to_string(),
        "4 4 64 32 16 / 2 8 16 2 32 / 64 4 64 64 2 / 64 4 32 16 4 / \
         16 8 16 16 16 / 16 64 2 32 32 / 64 2 64 32 64 / 32 2 64 32 4"
    );
    assert_eq!(
        second.after.board.to_string(),
        "128 32 16 4 16 / 8 2 8 2 16 / 128 128 128 128 64 / 16 8 128 8 4 / \
         2 8 64 32 4 / 128 8 16 64 64 / 32 8 32 128 64 / 32 8 256 128 4"
    );
    assert_eq!((second.after.score, first.after.board.blocks()), (8, 40));
}

#[test]
fn every_small_board_has_the_hints_that_plain_enumeration_finds() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for code in 0..3_u32.pow(rows * columns) {
            let number = |cell: u32| Number::power((code / 3_u32.pow(cell) % 3) as u8 + 1);
            let row = |row| (0..columns).map(|column| number(row * columns + column)).collect();
            let board = Board::from(Grid::from_rows((0..rows).map(row).collect()).unwrap());
            let level = Level::new("x", board.clone()).unwrap();
            let all = paths(&board);
            let sums = all.iter().map(|path| path.sum(&board).unwrap() as i64);
            let adjacent = all.iter().filter_map(|path| {
                let turn = &turns(&level, &[Move::Join(path.clone())])[0];
                let at = turn.merges[0].lands(&turn.stages[0].1);
                turn.fallen().touches_equal(at).then_some(turn.score as i64)
            });
            let hint = |hint| best_of(&level.clone().with_goal(Some(Goal::Hint(hint))));
            assert_eq!(hint(Hint::Path), sums.max(), "{board}");
            assert_eq!(hint(Hint::Adjacent), adjacent.max(), "{board}");
        }
    }
}

#[test]
fn a_hint_asks_about_the_state_and_goes_on_from_it() {
    let level = level(START).with_seed(7);
    let turns = turns(&level, &[join("3,1-4,1-5,2")]);
    let kinds: Vec<HintKind> = G2248::hints().to_vec();
    let goals: Vec<Option<Goal>> = kinds
        .iter()
        .map(|kind| G2248::hint(&level, &turns[0].after, kind).unwrap())
        .inspect(|asked| assert_eq!(asked.board(), &turns[0].after.board))
        .map(|asked| asked.goal())
        .collect();
    let expected = [Some(Goal::Hint(Hint::Path)), Some(Goal::Hint(Hint::Adjacent)), None];
    assert_eq!(goals, expected);
}

#[test]
fn a_faulty_plan_names_the_move_and_the_cells() {
    let say = |text: &str, plan: &str| {
        let level = level(text).with_goal(Some(Goal::Blocks(1)));
        let plan = Plan::read(plan, Dialect::Text, level.board()).unwrap();
        replay(&level, &plan).finding.map(|judged| judged.words).map_err(|flaw| flaw.message)
    };
    assert_eq!(say("2 2 / 4 8", "1,1-1,2-2,1-2,2"), Ok("1 move".to_owned()));
    let error = |text, plan| say(text, plan).unwrap_err();
    assert_eq!(
        error("2 2 / 4 8", "1,1-1,2-2,2"),
        "move 1, 1,1-1,2-2,2: 8 at 2,2 is neither equal to nor twice 2 at 1,2"
    );
    assert_eq!(error("2 2 / 4 8", "1,1-1,2 1,1-1,2"), "move 2, 1,1-1,2: 1,1 is empty");
    assert_eq!(error("2 2 / 4 8", "collapse"), "move 1, collapse: the level does not allow it");
    assert_eq!(
        error("2 2 / 4 8", "1,1-1,2"),
        "after move 1: 3 blocks are left, the goal is at most 1"
    );
}

/// Any board, some of its cells empty, with few different numbers.
fn boards() -> impl Strategy<Value = Board> {
    (1..=4_usize, 1..=4_usize).prop_flat_map(|(rows, columns)| {
        let cell = (0..=4_u8).prop_map(Number::power);
        let row = prop::collection::vec(cell, columns);
        prop::collection::vec(row, rows)
            .prop_map(|rows| Board::from(Grid::from_rows(rows).unwrap()))
    })
}

/// The numbers of a column from the bottom, without holes.
fn column(board: &Board, column: usize) -> Vec<Number> {
    (1..=board.rows()).rev().filter_map(|row| board[Cell { row, column }]).collect()
}

proptest! {
    #[test]
    fn a_join_never_lowers_the_sum_and_columns_keep_their_order(board in boards()) {
        let level = Level::new("x", board.clone()).unwrap();
        for path in paths(&board).into_iter().take(200) {
            let turn = &turns(&level, &[Move::Join(path.clone())])[0];
            let holes = &turn.stages[0].1;
            prop_assert!(turn.fallen().sum() >= board.sum(), "{path}");
            prop_assert!(turn.fallen().sum() < 2 * board.sum(), "{path}");
            prop_assert_eq!(turn.fallen().blocks() + path.cells().len() - 1, board.blocks());
            for number in 1..=board.columns() {
                prop_assert_eq!(column(turn.fallen(), number), column(holes, number));
            }
            prop_assert_eq!(&rules::fallen(turn.fallen()), turn.fallen());
        }
    }

    #[test]
    fn a_collapse_joins_all_equal_neighbours_and_lowers_no_sum(board in boards()) {
        let level = Level::new("x", board.clone()).unwrap().with_collapse(true);
        let touches = board.cells().any(|cell| board.touches_equal(cell));
        let turn = level.play(&level.start(), &Move::Collapse);
        prop_assert_eq!(turn.is_ok(), touches);
        if let Ok(turn) = turn {
            prop_assert!(turn.fallen().sum() >= board.sum());
            for merge in &turn.merges {
                let numbers: Vec<_> = merge.cells.iter().map(|&cell| board[cell]).collect();
                prop_assert!(numbers.windows(2).all(|pair| pair[0] == pair[1]));
                let below = |cell: &&Cell| (cell.row, cell.column) > (merge.at.row, merge.at.column);
                prop_assert!(!merge.cells.iter().any(|cell| below(&cell)));
            }
        }
    }

    #[test]
    fn the_moves_of_a_board_are_its_paths_and_replay_agrees_with_them(board in boards()) {
        let goal = Some(Goal::BestScore { moves: 1 });
        let level = Level::new("x", board).unwrap().with_collapse(true).with_goal(goal);
        for step in G2248::moves(&level, &level.start()).into_iter().take(50) {
            let plan = Plan::from_words(std::slice::from_ref(&step.word), level.board()).unwrap();
            let judged = replay(&level, &plan).finding.unwrap();
            prop_assert_eq!(judged.value, step.value);
            let after = G2248::turn(&level, &level.start(), &step.word).map(|turn| turn.after);
            prop_assert!(after.is_ok_and(|after| after == step.after));
        }
    }

    #[test]
    fn a_level_survives_writing_and_reading(
        board in boards(), seed in any::<u64>(), collapse in any::<bool>(), goal in 0..6_usize
    ) {
        let goal = [
            None,
            Some(Goal::Blocks(3)),
            Some(Goal::Score(2248)),
            Some(Goal::BestScore { moves: 2 }),
            Some(Goal::Hint(Hint::Path)),
            Some(Goal::Hint(Hint::Adjacent)),
        ][goal];
        let level = Level::new("a \"b\"", board).unwrap().with_seed(seed);
        let level = level.with_collapse(collapse).with_goal(goal);
        let text = serde_json::to_string(&level).unwrap();
        prop_assert_eq!(&formats::read(&text, "x").unwrap().level, &level);
        let written = formats::json::write(&level);
        prop_assert_eq!(&formats::read(&written, "x").unwrap().level, &level);
    }

    #[test]
    fn a_path_is_read_as_it_is_written(board in boards()) {
        for path in paths(&board).into_iter().take(50) {
            prop_assert_eq!(path.to_string().parse::<Path>().unwrap(), path);
        }
    }
}
