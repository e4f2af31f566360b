//! The native solver against the plain rules: every position played out, nothing pruned.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

use std::collections::HashMap;
use std::time::{Duration, Instant};

use plotgen::game::explore::explore;
use plotgen::game::search::{Finding, Spent};
use plotgen::games::plotting::board::{Board, Colour};
use plotgen::games::plotting::game::Plotting;
use plotgen::games::plotting::generate::{AllBoards, Draws, Size};
use plotgen::games::plotting::level::{Firing, Level};
use plotgen::games::plotting::rules::{Hand, Position, Shot, shoot};
use plotgen::games::plotting::search::align::Alignment;
use plotgen::games::plotting::search::bound::Needs;
use plotgen::games::plotting::search::packed::{Field, Packed};
use plotgen::games::plotting::search::{Budget, Outcome, Proof, solve, solve_every_goal, survey};

fn budget(threads: usize) -> Budget<'static> {
    Budget { threads, memory: 64 << 20, ..Budget::default() }
}

/// The fewest shots from a position to at most 0, 1, 2, … blocks; `u8::MAX` where there is no way.
type Fewest = [u8; 26];

const NO_WAY: u8 = u8::MAX;

/// Plays out every position once, by the plain rules alone.
struct Oracle<'a> {
    firing: &'a Firing,
    known: HashMap<Position, Fewest>,
}

impl Oracle<'_> {
    fn fewest(&mut self, position: &Position) -> Fewest {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let mut fewest = [NO_WAY; 26];
        for shot in Shot::all(&position.board).filter(|&shot| self.firing.allows(shot)) {
            if let Ok(effect) = shoot(position, shot) {
                let after = self.fewest(&effect.after);
                for (fewest, after) in fewest.iter_mut().zip(after) {
                    *fewest = (*fewest).min(after.saturating_add(1));
                }
            }
        }
        fewest[position.board.blocks()..].fill(0);
        self.known.insert(position.clone(), fewest);
        fewest
    }
}

fn optimum(level: &Level, threads: usize) -> u8 {
    match solve(level, &budget(threads), &mut |_| ()).unwrap().outcome {
        Outcome::Solved(plan) => plan.shots().len() as u8,
        Outcome::Unsolvable(_) => NO_WAY,
        Outcome::NotKnown(_) => panic!("nothing limits the search"),
    }
}

/// Compares the solver with the oracle for every goal and every hand; gives the number of levels.
fn compare(
    board: &Board,
    firing: &Firing,
    known: &mut HashMap<Position, Fewest>,
    threads: usize,
) -> usize {
    let mut oracle = Oracle { firing, known: std::mem::take(known) };
    let hands = board.colours().into_iter().map(Hand::Holding);
    let mut levels = 0;
    for hand in [Hand::Wildcard].into_iter().chain(hands) {
        let fewest = oracle.fewest(&Position { board: board.clone(), hand });
        for (goal, &fewest) in fewest.iter().enumerate().take(board.blocks() + 1) {
            let level = Level::new("level", board.clone(), goal).unwrap().with_hand(hand).unwrap();
            let found = optimum(&level.with_firing(firing.clone()), threads);
            assert_eq!(found, fewest, "{board}, hand {hand}, goal {goal}, {firing:?}");
            levels += 1;
        }
    }
    *known = oracle.known;
    levels
}

fn compare_all(size: &str, expected: usize) {
    let size: Size = size.parse().unwrap();
    let mut known = HashMap::new();
    let (mut boards, mut levels) = (0, 0);
    for board in AllBoards::new(size, &"2..4".parse().unwrap()).unwrap() {
        levels += compare(&board, &Firing::everywhere(&board), &mut known, 1);
        boards += 1;
    }
    eprintln!("{size}: {boards} boards, {levels} levels, {} positions", known.len());
    assert_eq!(boards, expected);
}

#[test]
fn every_2x2_board_with_every_goal_and_hand_is_solved_as_by_the_rules() {
    compare_all("2x2", 14);
}

#[test]
fn every_2x3_and_3x2_board_with_every_goal_and_hand_is_solved_as_by_the_rules() {
    compare_all("2x3", 186);
    compare_all("3x2", 186);
}

#[test]
fn every_3x3_board_with_every_goal_and_hand_is_solved_as_by_the_rules() {
    compare_all("3x3", 11_050);
}

/// Random boards; `blocked` of eight rows and columns may not be fired at, on average.
fn compare_random(size: &str, colours: usize, boards: usize, blocked: u64, threads: usize) {
    let size: Size = size.parse().unwrap();
    let mut positions = 0;
    for (index, board) in Draws::new(size, colours, 11).unwrap().take(boards).enumerate() {
        // A few bits of a hash of the number say what is blocked.
        let bits = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let open = |count: usize, from: usize| -> Vec<usize> {
            (1..=count)
                .filter(|number| bits.rotate_left((5 * (number + from)) as u32) % 8 >= blocked)
                .collect()
        };
        let (rows, columns) = (open(size.rows, 0), open(size.columns, size.rows));
        let firing = Firing::only(&board, Some(&rows), Some(&columns)).unwrap();
        let mut known = HashMap::new();
        compare(&board, &firing, &mut known, threads);
        positions += known.len();
    }
    eprintln!("{size} c{colours}: {boards} boards, {positions} positions");
}

#[test]
fn random_boards_are_solved_as_by_the_rules() {
    compare_random("3x4", 3, 60, 0, 1);
    compare_random("4x3", 2, 60, 0, 2);
    compare_random("2x6", 4, 60, 0, 1);
    compare_random("4x4", 3, 20, 0, 2);
    compare_random("5x4", 4, 10, 0, 1);
    compare_random("5x5", 5, 5, 0, 2);
    compare_random("5x5", 3, 1, 0, 1);
    compare_random("1x9", 3, 20, 0, 1);
    compare_random("9x1", 3, 20, 0, 1);
    compare_random("8x2", 3, 40, 0, 1);
    compare_random("7x3", 4, 10, 0, 1);
}

#[test]
fn random_boards_with_firing_restrictions_are_solved_as_by_the_rules() {
    compare_random("3x3", 3, 150, 2, 1);
    compare_random("3x4", 3, 80, 2, 2);
    compare_random("4x4", 3, 20, 4, 1);
    compare_random("5x5", 6, 10, 3, 1);
}

/// The fewest shots to the goal, every position played out, nothing pruned.
fn fewest(
    field: &Field<u64>,
    position: &Packed<u64, 3>,
    goal: u16,
    known: &mut HashMap<([u64; 3], u8), u32>,
) -> u32 {
    if position.blocks <= goal {
        return 0;
    }
    if position.is_dead_end(field) {
        return u32::MAX;
    }
    let key = (position.planes, position.hand);
    if let Some(&shots) = known.get(&key) {
        return shots;
    }
    let mut next = Vec::new();
    position.for_each_effect(field, 1, |_, after| next.push(after));
    let rest = next.iter().map(|after| fewest(field, after, goal, known)).min();
    let shots = rest.unwrap_or(u32::MAX).saturating_add(1);
    known.insert(key, shots);
    shots
}

/// Walks from the start of a level and compares what the bound claims of each position, both afresh
/// and carried along from shot to shot, with the truth; gives the number of positions compared and
/// how many of them the bound is exact for.
fn compare_needs(level: &Level) -> (usize, usize) {
    let field = Field::<u64>::new(level);
    let goal = level.goal() as u16;
    let slack = (level.goal() - level.fewest_blocks()) as u32;
    let mut known = HashMap::new();
    let (mut compared, mut exact) = (0, 0);
    let starts = Packed::<u64, 3>::starts(&field, level);
    let mut stack: Vec<_> =
        starts.into_iter().map(|start| (start, Needs::of(&field, &start, slack))).collect();
    while let Some((position, carried)) = stack.pop() {
        if position.blocks <= goal || position.is_dead_end(&field) {
            continue;
        }
        let truth = fewest(&field, &position, goal, &mut known);
        let afresh = Needs::of(&field, &position, slack);
        for needs in [&carried, &afresh] {
            assert!(u32::from(needs.total) <= truth, "{position:?} {needs:?} {truth}");
            // If the position has a plan of as many shots as it needs, the next one takes enough.
            let least = needs.least(&field, &position, slack);
            position.for_each_effect(&field, 1, |_, after| {
                let consumed = u32::from(position.blocks - after.blocks);
                let is_plan = u32::from(needs.total) == truth
                    && fewest(&field, &after, goal, &mut known) == truth - 1;
                assert!(!is_plan || consumed >= least, "{position:?} {needs:?} {least}");
            });
        }
        compared += 1;
        exact += usize::from(u32::from(afresh.total) == truth);
        // A few of the positions after it; which, its own bits say.
        let mut chance = position.planes.iter().fold(compared as u64, |sum, plane| sum ^ plane);
        position.for_each_effect(&field, 1, |_, after| {
            chance = chance.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
            let needs = carried.after(&field, &position, &after, slack, 100);
            if chance.is_multiple_of(2) && compared + stack.len() < 1000 {
                stack.push((after, needs.unwrap()));
            }
        });
    }
    (compared, exact)
}

#[test]
fn no_position_has_a_plan_shorter_than_the_bound() {
    let (mut compared, mut exact) = (0, 0);
    for (size, colours, boards) in [
        ("4x4", 2, 6),
        ("4x4", 4, 20),
        ("8x2", 3, 20),
        ("7x3", 4, 10),
        ("3x6", 3, 6),
        ("5x4", 5, 20),
        ("5x5", 5, 4),
    ] {
        for board in Draws::new(size.parse().unwrap(), colours, 17).unwrap().take(boards) {
            for slack in 0..=2 {
                let level = Level::new("level", board.clone(), colours - 1 + slack).unwrap();
                let (more, exactly) = compare_needs(&level);
                compared += more;
                exact += exactly;
            }
        }
    }
    eprintln!("{compared} positions, the bound is exact for {exact}");
    assert!(compared > 20_000 && exact > 3_000, "{compared} {exact}");
}

/// Walks from the start of a level and compares the bound by alignment with the truth in every position;
/// gives the number of positions compared and how many of them it is exact for.
fn compare_alignment(level: &Level, memory: usize) -> (usize, usize) {
    let field = Field::<u64>::new(level);
    let goal = level.goal() as u16;
    let bound = Alignment::new(&field, level.goal(), &Budget { memory, ..budget(1) }).unwrap();
    let mut known = HashMap::new();
    let (mut compared, mut exact) = (0, 0);
    let starts = Packed::<u64, 3>::starts(&field, level);
    let mut stack: Vec<_> =
        starts.into_iter().map(|start| (start, bound.of(&field, &start))).collect();
    while let Some((position, shape)) = stack.pop() {
        assert_eq!(bound.of(&field, &position), shape, "{position:?}");
        if position.blocks <= goal || position.is_dead_end(&field) {
            continue;
        }
        let truth = fewest(&field, &position, goal, &mut known);
        assert!(bound.shots(&shape) <= truth, "{position:?} {} {truth}", bound.shots(&shape));
        compared += 1;
        exact += usize::from(bound.shots(&shape) == truth);
        let mut chance = position.planes.iter().fold(compared as u64, |sum, plane| sum ^ plane);
        position.for_each_effect(&field, 1, |_, after| {
            chance = chance.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
            if chance.is_multiple_of(2) && compared + stack.len() < 1000 {
                stack.push((after, bound.after(shape, &field, &position, &after)));
            }
        });
    }
    (compared, exact)
}

#[test]
fn no_position_has_a_plan_shorter_than_the_bound_by_alignment() {
    let (mut compared, mut exact) = (0, 0);
    for (size, colours, boards) in [
        ("4x4", 2, 6),
        ("4x4", 3, 12),
        ("4x4", 4, 12),
        ("3x6", 3, 6),
        ("6x3", 3, 12),
        ("7x3", 4, 12),
        ("4x4", 5, 6),
        ("3x5", 6, 6),
    ] {
        for board in Draws::new(size.parse().unwrap(), colours, 18).unwrap().take(boards) {
            for slack in 0..=2 {
                let level = Level::new("level", board.clone(), colours - 1 + slack).unwrap();
                // With little memory the tables have short columns, and much is not looked at.
                for memory in [1 << 17, 1 << 23] {
                    let (more, exactly) = compare_alignment(&level, memory);
                    compared += more;
                    exact += exactly;
                }
            }
        }
    }
    eprintln!("{compared} positions, the bound is exact for {exact}");
    assert!(compared > 35_000 && exact > 5_000, "{compared} {exact}");
}

fn level(board: &str, goal: usize) -> Level {
    Level::new("figure", board.parse().unwrap(), goal).unwrap()
}

fn lengths(level: &Level) -> Vec<usize> {
    survey::lengths(level, &Budget { memory: 1 << 30, ..budget(1) }).unwrap()
}

/// The level without one of its columns as the first shot: the optimum is one more than the best of
/// what any other first shot leaves.
fn optimum_without_first(level: &Level, forbidden: Shot) -> Option<usize> {
    let firsts = Shot::all(level.board()).filter(|&shot| shot != forbidden);
    firsts
        .filter_map(|shot| shoot(level.start(), shot).ok())
        .filter_map(|effect| {
            let after = effect.after;
            if level.is_met_by(&after.board) {
                return Some(1);
            }
            if after.board.blocks() == 0 || Hand::Wildcard == after.hand {
                return None;
            }
            let goal = level.goal();
            let rest =
                Level::new("rest", after.board.clone(), goal).ok()?.with_hand(after.hand).ok()?;
            match optimum(&rest, 1) {
                NO_WAY => None,
                shots => Some(usize::from(shots) + 1),
            }
        })
        .min()
}

#[test]
fn figures_9_and_10_have_the_optima_of_the_article() {
    let figure_9 = level("RRRG/RGRR", 1);
    assert_eq!(optimum(&figure_9, 1), 4);
    assert_eq!(optimum_without_first(&figure_9, Shot::Column(1)), Some(5));
    let figure_10 = level("RGRR/RGRB", 2);
    assert_eq!(optimum(&figure_10, 1), 4);
    assert!(optimum_without_first(&figure_10, Shot::Column(3)).is_none_or(|shots| shots > 4));
}

/// The smallest board on which the first shots of a caption give the hands that its figure prints,
/// and which cannot be solved in as few shots if the first one is forbidden.
fn counterexample(sizes: &[&str], goal: usize, shots: &str, hands: &str) -> Option<Board> {
    let shots: Vec<Shot> = shots.split(' ').map(|shot| shot.parse().unwrap()).collect();
    let boards = sizes
        .iter()
        .flat_map(|size| AllBoards::new(size.parse().unwrap(), &"2..4".parse().unwrap()).unwrap());
    boards.filter(|board| board.blocks() >= goal).find(|board| {
        let level = Level::new("candidate", board.clone(), goal).unwrap();
        let mut position = level.start().clone();
        for (shot, hand) in shots.iter().zip(hands.chars()) {
            match shoot(&position, *shot) {
                Ok(effect)
                    if effect.after.hand == Hand::Holding(Colour::from_letter(hand).unwrap()) =>
                {
                    position = effect.after
                }
                Ok(_) | Err(_) => return false,
            }
        }
        level.is_met_by(&position.board)
            && usize::from(optimum(&level, 1)) == shots.len()
            && optimum_without_first(&level, shots[0]).is_none_or(|fewest| fewest > shots.len())
    })
}

#[test]
fn figures_11_and_12_have_counterexamples_as_their_captions_describe_them() {
    // The boards are pictures that the text of the article does not carry; the captions tell the
    // shots, the hands after them and the goal.
    let figure_11 = counterexample(&["2x3", "3x3"], 3, "c1 r1 c1", "GRR");
    assert!(figure_11.is_some());
    let figure_12 = counterexample(&["2x3", "3x3"], 2, "c2 r2 c1 c3", "GRRB");
    assert!(figure_12.is_some());
    eprintln!("Figure 11 may be {}, Figure 12 {}", figure_11.unwrap(), figure_12.unwrap());
}

#[test]
fn figure_15_is_the_only_2x2_board_of_its_description() {
    let boards = AllBoards::new("2x2".parse().unwrap(), &"2..4".parse().unwrap()).unwrap();
    let found: Vec<String> = boards
        .filter(|board| {
            board.blocks() > 1 && lengths(&Level::new("x", board.clone(), 1).unwrap()) == [1, 2, 3]
        })
        .map(|board| board.to_string())
        .collect();
    assert!(found.contains(&"RR/GR".to_owned()), "{found:?}");
}

#[test]
fn figure_16_gives_the_ranges_of_plan_lengths() {
    for (board, goal, first, last) in [
        ("RG/RG/GG", 1, 2, 5),
        ("RG/RG/BR", 2, 2, 4),
        ("RRR/GGG", 1, 2, 5),
        ("RRG/GGB", 2, 2, 4),
        ("RRR/GRR/BRB", 2, 3, 6),
        ("RRG/GGB/BBY", 3, 3, 6),
        ("RGGR/RRGG/GRRG/RBGG", 2, 7, 14),
        ("RGRGG/RBRGG/GBRBR/GGRRG/BRGRB", 2, 10, 23),
    ] {
        let lengths = lengths(&level(board, goal));
        assert_eq!((lengths.first(), lengths.last()), (Some(&first), Some(&last)), "{board}");
    }
}

#[test]
fn figure_17_needs_ten_shots() {
    assert_eq!(optimum(&level("RRRR/RGRG/GBBG/RGBB", 2), 1), 10);
}

#[test]
fn a_goal_below_lemma_1_is_unsolvable_without_search() {
    let answer = solve(&level("RGB/BGR", 1), &budget(1), &mut |_| ()).unwrap();
    assert_eq!((answer.outcome, answer.states), (Outcome::Unsolvable(Proof::Lemma1), 0));
}

#[test]
fn a_goal_that_holds_at_the_start_needs_no_shot() {
    assert_eq!(optimum(&level("RGB/BGR", 6), 1), 0);
    assert_eq!(lengths(&level("RG", 2)), [0, 1]);
}

#[test]
fn the_number_of_plans_is_that_of_the_shot_sequences_that_the_rules_accept() {
    fn plans(position: &Position, shots: usize, goal: usize) -> u128 {
        if shots == 0 {
            return u128::from(position.board.blocks() <= goal);
        }
        let after = Shot::all(&position.board).filter_map(|shot| shoot(position, shot).ok());
        after.map(|effect| plans(&effect.after, shots - 1, goal)).sum()
    }
    for board in AllBoards::new("2x3".parse().unwrap(), &"2..4".parse().unwrap()).unwrap() {
        for goal in 0..=6 {
            let level = Level::new("level", board.clone(), goal).unwrap();
            let expected: Vec<u128> =
                (0..=6).map(|shots| plans(level.start(), shots, goal)).collect();
            let found: Vec<u128> =
                (0..=6).map(|shots| survey::count(&level, shots, &budget(1)).unwrap()).collect();
            assert_eq!(found, expected, "{board} goal {goal}");
            let possible: Vec<usize> = (0..=6).filter(|&shots| expected[shots] > 0).collect();
            assert_eq!(lengths(&level), possible, "{board} goal {goal}");
        }
    }
}

#[test]
fn every_goal_gets_the_optimum_that_it_has_alone() {
    for board in Draws::new("4x4".parse().unwrap(), 3, 5).unwrap().take(10) {
        let level = Level::new("level", board, 0).unwrap();
        for (goal, answer) in solve_every_goal(&level, &budget(1)).unwrap() {
            let found = match answer.outcome {
                Outcome::Solved(plan) => plan.shots().len() as u8,
                Outcome::Unsolvable(_) => NO_WAY,
                Outcome::NotKnown(_) => panic!("nothing limits the search"),
            };
            assert_eq!(
                found,
                optimum(&level.clone().with_goal(goal as i128).unwrap(), 1),
                "{goal}"
            );
        }
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_answer() {
    for board in Draws::new("6x5".parse().unwrap(), 4, 3).unwrap().take(6) {
        let level = Level::new("level", board, 3).unwrap();
        let alone = solve(&level, &budget(1), &mut |_| ()).unwrap();
        let again = solve(&level, &budget(1), &mut |_| ()).unwrap();
        assert_eq!(
            (&alone.outcome, alone.states),
            (&again.outcome, again.states),
            "one thread gives the same plan"
        );
        assert_eq!(optimum(&level, 1), optimum(&level, 4));
    }
}

#[test]
fn a_spent_budget_gives_the_best_plan_and_a_lower_bound_and_no_claim() {
    let board = Draws::new("12x12".parse().unwrap(), 4, 1).unwrap().next().unwrap();
    let level = Level::new("large", board, 3).unwrap();
    let mut lengths = Vec::new();
    let start = Instant::now();
    let stop = || start.elapsed() > Duration::from_millis(1500);
    let answer = solve(&level, &Budget { stop: &stop, ..budget(2) }, &mut |plan| {
        lengths.push(plan.shots().len())
    })
    .unwrap();
    assert!(start.elapsed() < Duration::from_secs(10), "it stops in time");
    let Outcome::NotKnown(Some(best)) = answer.outcome else { panic!("{:?}", answer.outcome) };
    assert_eq!(Some(&best.shots().len()), lengths.last());
    assert!(lengths.is_sorted_by(|a, b| a > b), "only better plans are told: {lengths:?}");
    assert!((1..=best.shots().len()).contains(&answer.lower_bound));
}

#[test]
fn an_interrupted_search_makes_no_claim() {
    for board in Draws::new("8x8".parse().unwrap(), 3, 1).unwrap().take(3) {
        let level = Level::new("level", board, 2).unwrap();
        let answer = solve(&level, &Budget { stop: &|| true, ..budget(2) }, &mut |_| ()).unwrap();
        assert!(matches!(answer.outcome, Outcome::NotKnown(_)), "{:?}", answer.outcome);
    }
}

#[test]
fn the_largest_boards_with_all_colours_are_accepted() {
    for (size, colours) in [
        ("16x16", 15),
        ("16x16", 1),
        ("16x4", 15),
        ("4x16", 7),
        ("1x16", 3),
        ("16x1", 2),
        ("1x1", 1),
    ] {
        let board = Draws::new(size.parse().unwrap(), colours, 1).unwrap().next().unwrap();
        let blocks = board.blocks();
        for goal in [colours - 1, blocks / 2, blocks - 1] {
            let level = Level::new("level", board.clone(), goal.max(colours - 1)).unwrap();
            let start = Instant::now();
            let stop = || start.elapsed() > Duration::from_millis(300);
            solve(&level, &Budget { stop: &stop, ..budget(2) }, &mut |_| ()).unwrap();
        }
    }
}

#[test]
fn exhaustive_search_by_the_rules_agrees_with_the_solver() {
    for board in AllBoards::new("2x3".parse().unwrap(), &"2..3".parse().unwrap()).unwrap() {
        for goal in 0..=board.blocks() {
            let level = Level::new("level", board.clone(), goal).unwrap();
            let explored = explore::<Plotting>(&level, &budget(1)).finding;
            match solve(&level, &budget(1), &mut |_| ()).unwrap().outcome {
                Outcome::Solved(plan) => {
                    let Finding::Optimal(found) = explored else {
                        panic!("{level:?}: {explored:?}")
                    };
                    assert_eq!(found.value, plan.shots().len() as i64, "{level:?}");
                    assert_eq!(found.steps.len(), plan.shots().len());
                }
                Outcome::Unsolvable(_) => {
                    assert!(matches!(explored, Finding::Unsolvable(_)), "{level:?}: {explored:?}");
                }
                Outcome::NotKnown(_) => panic!("nothing limits the search"),
            }
        }
    }
}

#[test]
fn searches_of_all_plans_say_which_part_of_the_budget_ended_them() {
    let board = Draws::new("6x6".parse().unwrap(), 3, 1).unwrap().next().unwrap();
    let level = Level::new("level", board, 2).unwrap();
    let small = Budget { memory: 1 << 16, ..budget(1) };
    let cancelled = Budget { stop: &|| true, ..budget(1) };
    for (budget, expected) in [(small, Spent::Memory), (cancelled, Spent::Stopped)] {
        let result = explore::<Plotting>(&level, &budget);
        let Finding::Open { spent, .. } = result.finding else { panic!("{result:?}") };
        assert_eq!(spent, expected);
        assert_eq!(survey::lengths(&level, &budget), Err(expected));
        assert_eq!(survey::count(&level, 20, &budget), Err(expected));
    }
}
