//! The game of swaps by its rules: known figures, found by plain search, and properties of every game.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

use std::collections::HashMap;

use plotgen::game::explore::explore;
use plotgen::game::search::{Budget, Finding};
use plotgen::game::{Game, Language};
use plotgen::games::swaps::board::{Board, Kind};
use plotgen::games::swaps::formats;
use plotgen::games::swaps::game::Swaps;
use plotgen::games::swaps::level::{Cost, Level, Target};
use plotgen::games::swaps::models::Model;
use plotgen::games::swaps::plan::{Dialect, Plan};
use plotgen::games::swaps::replay::replay;
use plotgen::games::swaps::rules::{Effect, Move};
use proptest::prelude::*;

fn level(board: &str) -> Level {
    let board = Board::from_rows(&board.split('/').collect::<Vec<_>>()).unwrap();
    Level::new("test", board).unwrap()
}

/// The least value of a plan, by exhaustive search; `None` if there is no plan.
fn least(level: &Level) -> Option<i64> {
    match explore::<Swaps>(level, &Budget { memory: 1 << 31, ..Budget::default() }).finding {
        Finding::Optimal(plan) => Some(plan.value),
        Finding::Unsolvable(_) => None,
        Finding::Open { .. } => panic!("{} is too large for this test", level.board()),
    }
}

/// The number of plans with the fewest moves: the number of ways to each board, layer by layer.
fn shortest_plans(level: &Level) -> u64 {
    let mut ways: HashMap<Board, u64> = HashMap::from([(level.board().clone(), 1)]);
    let mut seen: HashMap<Board, usize> = HashMap::from([(level.board().clone(), 0)]);
    for depth in 1.. {
        let ends: u64 =
            ways.iter().filter(|(board, _)| level.is_met_by(board)).map(|(_, ways)| ways).sum();
        if ends > 0 || ways.is_empty() {
            return ends;
        }
        let mut next: HashMap<Board, u64> = HashMap::new();
        for (board, ways) in &ways {
            for step in Swaps::moves(level, board) {
                if *seen.entry(step.after.clone()).or_insert(depth) == depth {
                    *next.entry(step.after).or_default() += ways;
                }
            }
        }
        ways = next;
    }
    0
}

#[test]
fn the_known_figures_are_found_by_plain_search() {
    // Fewest moves, number of shortest plans, fewest swaps, fewest moves if directed.
    for (board, moves, plans, swaps, directed) in [
        ("GGG", Some(1), 1, Some(0), Some(1)),
        ("GGSG", Some(2), 1, Some(1), None),
        ("SGGG", None, 0, None, None),
        ("GHG/HGH", Some(3), 2, Some(1), Some(3)),
        ("GHG/HHG", Some(4), 4, Some(2), Some(4)),
        ("GGH/HRR", None, 0, None, None),
        ("GHR/GHR/HRG", Some(5), 8, Some(2), Some(5)),
        ("S.G/GHG/HHS", Some(8), 7, Some(6), Some(8)),
        (".GSH/HGHG", Some(6), 34, Some(4), Some(8)),
        ("GHHG/HGGH", None, 0, None, None),
    ] {
        let level = level(board);
        assert_eq!(least(&level), moves, "{board}");
        assert_eq!(shortest_plans(&level), plans, "{board}");
        assert_eq!(least(&level.clone().with_cost(Cost::Swaps)), swaps, "{board}");
        assert_eq!(least(&level.with_direction(true)), directed, "{board}");
    }
}

#[test]
fn the_boards_of_the_document_take_6_and_9_moves() {
    assert_eq!(least(&level("GHG/HHR/RRG")), Some(6));
    let second = level("GHG/HHS/SSG/RRR");
    assert_eq!(least(&second), Some(9));
    assert_eq!(least(&second.with_direction(true)), Some(10));
}

#[test]
#[ignore = "plain search takes minutes and gigabytes; the native solver is tested on these boards"]
fn larger_boards_take_11_to_16_moves() {
    for (board, moves) in [
        ("XSGH/SHGR/SHRG/HHHR", 11),
        ("RSGR/HRHS/HGSG", 11),
        ("HGSSH/GSGSH/HRRRH/GHGSG", 14),
        ("DDAFAF/DBBFEC/CCBAEE", 16),
    ] {
        assert_eq!(least(&level(board)), Some(moves), "{board}");
    }
}

fn plays(level: &Level, words: &str) -> Result<String, String> {
    let plan = Plan::read(words, Dialect::Text, level.board()).unwrap();
    let replay = replay(level, &plan);
    let stories: Vec<&str> = replay.played.iter().map(|step| step.story.as_str()).collect();
    replay.finding.map(|_| stories.join("\n")).map_err(|flaw| flaw.message)
}

#[test]
fn a_plan_is_described_move_by_move() {
    assert_eq!(
        plays(&level("GGSG"), "1,3-1,4 1,1-1,3").unwrap(),
        "1,3-1,4 puts G in the place of S, which vanishes; 3 tiles left\n\
         1,1-1,3 removes three G; 0 tiles left"
    );
    let swaps = level("GHG/HGH").with_cost(Cost::Swaps);
    assert_eq!(
        plays(&swaps, "1,2-2,2 1,1-1,3 2,1-2,3").unwrap(),
        "1,2-2,2 swaps H and G; 6 tiles left; cost 1\n\
         1,1-1,3 removes three G; 3 tiles left; cost 1\n\
         2,1-2,3 removes three H; 0 tiles left; cost 1"
    );
}

#[test]
fn a_plan_that_fails_says_where_and_why() {
    let example = level("GHG/HGH");
    for (words, message) in [
        ("1,2-2,2 1,1-1,2", "move 2, 1,1-1,2: both tiles are G"),
        ("1,1-1,3", "move 1, 1,1-1,3: the tiles are G, H and G"),
        ("1,2-2,2 1,1-1,3 1,1-2,1", "move 3, 1,1-2,1: 1,1 is empty"),
        ("1,2-2,2 1,1-1,3", "after move 2: 3 tiles are left"),
        ("", "the plan is empty: 6 tiles are left"),
    ] {
        assert_eq!(plays(&example, words).unwrap_err(), message);
    }
    let fixed = level("GH").with_fixed(&[Kind::from_letter('H').unwrap()]).unwrap();
    assert_eq!(plays(&fixed, "1,1-1,2").unwrap_err(), "move 1, 1,1-1,2: H at 1,2 is fixed");
    let directed = level("SG").with_direction(true);
    assert_eq!(
        plays(&directed, "1,1-1,2").unwrap_err(),
        "move 1, 1,1-1,2: G moves onto S only from above or from the left"
    );
    let target = Some(Target::from_rows(&["H?"]).unwrap());
    let target = level("GH").with_target(target).unwrap();
    assert_eq!(plays(&target, "").unwrap_err(), "the plan is empty: 1,1 is G, it should be H");
    assert!(plays(&target, "1,1-1,2").is_ok());
    assert_eq!(
        plays(&target, "1,1-1,2 1,1-1,2").unwrap_err(),
        "after move 2: 1,1 is G, it should be H"
    );
}

#[test]
fn the_claims_of_a_planner_are_checked() {
    let judged = |board: &str, text: &str| {
        let level = level(board);
        let plan = Plan::read(text, Dialect::Pddl, level.board()).unwrap();
        let finding = replay(&level, &plan).finding;
        finding.map(|judged| judged.steps.join(" ")).map_err(|flaw| flaw.message)
    };
    let plan = "(swap-up-down c2 h g r1 r2)\n(match-three-row g r1 c1 c2 c3 x)\n\
                (match-three-row h r2 c1 c2 c3 x)\n; cost = 3 (unit cost)";
    assert_eq!(judged("GHG/HGH", plan).unwrap(), "1,2-2,2 1,1-1,3 2,1-2,3");
    let lean = "(swap r1c2 r2c2 h g)\n(match r1c1 r1c2 r1c3 g)\n(match r2c1 r2c2 r2c3)";
    assert_eq!(judged("GHG/HGH", lean).unwrap(), "1,2-2,2 1,1-1,3 2,1-2,3");
    let special = "(swap-left-right-special r1 g s c4 c3 x)\n(match-three-row g ra c1 c2 c3 x)";
    assert_eq!(judged("GGSG", special).unwrap(), "1,3-1,4 1,1-1,3");
    for (board, text, message) in [
        (
            "GHG/HGH",
            "(swap-up-down c2 g h r1 r2)",
            "line 1, swap-up-down c2 g h r1 r2: the move swaps H and G",
        ),
        (
            "GGSG",
            "(swap-left-right r1 s g c3 c4)",
            "line 1, swap-left-right r1 s g c3 c4: the move puts G in the place of S, which vanishes",
        ),
        (
            "GGSG",
            "(swap-left-right-special r1 g s c3 c4 x)",
            "line 1, swap-left-right-special r1 g s c3 c4 x: the move puts G in the place of S, \
             which vanishes",
        ),
        // With reverse adjacency facts, the published domain allows this.
        (
            "GG",
            "(match-three-row g r1 c1 c2 c1 x)",
            "line 1, match-three-row g r1 c1 c2 c1 x: 1,1 and 1,1 are neither neighbours nor the ends \
             of three cells in a line",
        ),
        (
            "GHG",
            "(match-three-row g r1 c1 c1 c3 x)",
            "line 1, match-three-row g r1 c1 c1 c3 x: 1,1, 1,1 and 1,3 are not three cells in a line",
        ),
        ("GHG", "(swap r1c1 r1c3)", "line 1, swap r1c1 r1c3: 1,1 and 1,3 are not neighbours"),
    ] {
        assert_eq!(judged(board, text).unwrap_err(), message);
    }
}

#[test]
fn a_goal_that_is_met_too_early_or_lost_again_leads_to_a_remark() {
    let target = Some(Target::from_rows(&["H?R"]).unwrap());
    let target = level("GHR").with_target(target).unwrap();
    let remarks = |words: &str| {
        let plan = Plan::read(words, Dialect::Text, target.board()).unwrap();
        replay(&target, &plan).remarks
    };
    assert!(remarks("1,1-1,2").is_empty());
    assert_eq!(remarks("1,1-1,2 1,1-1,2"), ["The goal was met after 1 move."]);
    let back = "1,1-1,2 1,1-1,2 1,1-1,2";
    assert_eq!(remarks(back), ["The goal is met after 1 move already."]);
}

/// Boards up to 4×4 of the document's kinds, with holes.
fn boards() -> impl Strategy<Value = Board> {
    (1..=4usize, 1..=4usize)
        .prop_flat_map(|(rows, columns)| {
            let cell = prop::sample::select(vec!['G', 'H', 'R', 'S', '.']);
            let row = prop::collection::vec(cell, columns);
            prop::collection::vec(row, rows)
        })
        .prop_map(|rows| {
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            Board::from_rows(&rows).unwrap()
        })
}

fn levels() -> impl Strategy<Value = Level> {
    (boards(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(board, is_fixed, has_pairs, counts_swaps, is_directed)| {
            let fixed: Vec<Kind> =
                Kind::from_letter('R').into_iter().filter(|_| is_fixed).collect();
            let pairs: &[&str] = if has_pairs { &["GS", "SH"] } else { &["GS"] };
            let cost = if counts_swaps { Cost::Swaps } else { Cost::Moves };
            let level = Level::new("test", board).unwrap().with_cost(cost);
            let level = level.with_direction(is_directed).with_fixed(&fixed).unwrap();
            level.with_vanish(pairs).unwrap()
        },
    )
}

/// Plays moves chosen by numbers until none is left, and hands each to `check`.
fn play(level: &Level, choices: &[usize], mut check: impl FnMut(&Board, Move, Effect, &Board)) {
    let mut board = level.board().clone();
    for choice in choices {
        let legal: Vec<(Move, (Effect, Board))> = Move::all(&board)
            .filter_map(|step| Some((step, level.rules().play(&board, step).ok()?)))
            .collect();
        if legal.is_empty() {
            return;
        }
        let (step, (effect, after)) = &legal[choice % legal.len()];
        check(&board, *step, *effect, after);
        board = after.clone();
    }
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(any::<usize>(), 30)
}

proptest! {
    #[test]
    fn tiles_never_increase_and_an_empty_cell_stays_empty(level in levels(), choices in choices()) {
        play(&level, &choices, |before, _, effect, after| {
            let gone = match effect {
                Effect::Exchanged { .. } => 0,
                Effect::Vanished { .. } => 1,
                Effect::Matched(_) => 3,
            };
            assert_eq!(after.tiles() + gone, before.tiles());
            let cells = before.values().iter().zip(after.values());
            assert!(cells.into_iter().all(|(before, after)| before.is_some() || after.is_none()));
        });
    }

    #[test]
    fn a_swap_is_undone_by_itself_unless_a_tile_vanishes(level in levels(), choices in choices()) {
        play(&level, &choices, |before, step, effect, after| {
            if matches!(effect, Effect::Exchanged { .. }) {
                assert_eq!(&level.rules().play(after, step).unwrap().1, before);
            }
        });
    }

    #[test]
    fn fixed_tiles_never_move(level in levels(), choices in choices()) {
        play(&level, &choices, |before, _, effect, after| {
            for cell in before.cells() {
                let is_fixed = before[cell].is_some_and(|kind| level.rules().fixed.contains(&kind));
                assert!(!is_fixed || before[cell] == after[cell] || matches!(effect, Effect::Matched(_)));
            }
        });
    }

    #[test]
    fn moves_of_the_game_are_those_that_replay_accepts(level in levels(), choices in choices()) {
        let mut words = Vec::new();
        play(&level, &choices, |before, step, _, after| {
            let moves = Swaps::moves(&level, before);
            let known = moves.iter().find(|known| known.word == step.to_string()).unwrap();
            assert_eq!(&known.after, after);
            words.push(step.to_string());
        });
        let plan = Plan::read(&words.join(" "), Dialect::Text, level.board()).unwrap();
        let judged = replay(&level, &plan);
        assert_eq!(judged.played.len(), words.len());
    }

    #[test]
    fn a_level_survives_json_and_six(level in levels()) {
        let again = |text: &str| formats::read(text, "test").unwrap().level;
        let json = serde_json::to_string(&level).unwrap();
        assert_eq!(&again(&json), &level);
        let six = Model::all(Language::Pddl);
        let six = six.into_iter().find(|model| model.name() == "six").unwrap();
        let read = again(&six.question(Language::Pddl, &level, 0));
        assert_eq!((read.board(), read.cost(), read.target()), (level.board(), level.cost(), level.target()));
        assert_eq!(plays_alike(&read, &level), Ok(()));
    }
}

/// Whether the same moves are legal on the boards of two levels, with the same effect.
fn plays_alike(one: &Level, other: &Level) -> Result<(), String> {
    for step in Move::all(one.board()) {
        let [one, other] = [one, other].map(|level| level.rules().play(level.board(), step).ok());
        if one != other {
            return Err(format!("{step}: {one:?} and {other:?}"));
        }
    }
    Ok(())
}
