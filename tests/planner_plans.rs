//! Plans of planners: a game told as the PDDL models tell it is found valid, and no other story is.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

mod stories;
mod strategies;

use plotgen::games::plotting::board::Board;
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::plan::{Dialect, Plan};
use plotgen::games::plotting::replay::{Verdict, replay};
use plotgen::games::plotting::rules::Hand;
use proptest::prelude::*;
use proptest::sample::Index;
use stories::Game;

/// Small boards, where shots turn at the wall and swap, and boards of any size.
fn games() -> impl Strategy<Value = Game> {
    let small = (1..=5usize, 1..=5usize, 1..=3usize).prop_flat_map(|(rows, columns, colours)| {
        let row = prop::collection::vec(0..colours, columns);
        prop::collection::vec(row, rows).prop_map(|rows| {
            let row = |row: &Vec<usize>| row.iter().map(|&cell| ['R', 'G', 'B'][cell]).collect();
            Board::from_rows(&rows.iter().map(row).collect::<Vec<String>>()).unwrap()
        })
    });
    let boards = prop_oneof![8 => small, 1 => strategies::boards()];
    (boards, any::<Option<Index>>(), prop::collection::vec(any::<usize>(), 1..12)).prop_map(
        |(board, hand, choices)| {
            let colours = board.colours();
            let hand = hand.map_or(Hand::Wildcard, |index| Hand::Holding(*index.get(&colours)));
            Game::play(board, hand, choices)
        },
    )
}

fn judge(level: &Level, text: &str) -> Option<(Plan, Verdict)> {
    let plan = Plan::read(text, Dialect::of(text), level).ok()?;
    let verdict = replay(level, &plan);
    Some((plan, verdict))
}

/// Whatever is found valid is the game that its shots are.
fn assert_sound(level: &Level, text: &str) -> bool {
    let Some((plan, verdict)) = judge(level, text) else { return false };
    let Ok(valid) = verdict.finding else { return false };
    let alone = replay(level, &plan.shots_alone().unwrap());
    assert_eq!(alone.finding.unwrap(), valid, "{text}");
    assert_eq!(alone.end, verdict.end, "{text}");
    true
}

/// A story with something wrong in it.
fn mutated(lines: &[String], kind: u8, [first, second]: [Index; 2], word: Index) -> Vec<String> {
    let mut lines = lines.to_vec();
    let (first, second) = (first.index(lines.len()), second.index(lines.len()));
    match kind % 5 {
        0 => drop(lines.remove(first)),
        1 => lines.swap(first, second),
        2 => lines.insert(first, lines[second].clone()),
        3 => lines.truncate(first),
        _ => {
            // A word of one action in the place of a word of another.
            let words = |line: &str| -> Vec<String> {
                line.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect()
            };
            let (mut broken, other) = (words(&lines[first]), words(&lines[second]));
            let place = word.index(broken.len());
            broken[place] = other[word.index(other.len())].clone();
            lines[first] = format!("({})", broken.join(" "));
        }
    }
    lines
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_game_told_by_any_model_in_either_spelling_is_valid(game in games()) {
        for is_published in [false, true] {
            for lines in [game.direct(is_published), game.granular(is_published), game.lean()] {
                let text = lines.join("\n");
                let (plan, verdict) = judge(&game.level, &text).unwrap();
                prop_assert_eq!(plan.to_string(), game.shots());
                let valid = verdict.finding.map_err(|flaw| TestCaseError::fail(format!("{flaw}\n{text}")))?;
                prop_assert_eq!(valid.to_string(), game.shots());
                let effects: Vec<_> = verdict.played.iter().filter_map(|turn| turn.effect.clone()).collect();
                prop_assert_eq!(&effects, &game.effects);
                prop_assert_eq!(plan.length(), game.effects.len());
            }
        }
    }

    #[test]
    fn a_story_with_an_action_missing_is_not_valid(game in games(), index: Index, is_published: bool) {
        prop_assume!(!game.effects.is_empty());
        let mut lines = game.granular(is_published);
        lines.remove(index.index(lines.len()));
        let (_, verdict) = judge(&game.level, &lines.join("\n")).unwrap();
        prop_assert!(verdict.finding.is_err(), "{}", lines.join("\n"));
    }

    #[test]
    fn a_story_with_a_wrong_place_or_count_is_not_valid(game in games(), index: Index, which: Index, by in 1..4usize) {
        prop_assume!(!game.effects.is_empty());
        let mut lines = game.granular(false);
        let line = &mut lines[index.index(game.granular(false).len())];
        let digits: Vec<usize> = line.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[which.index(digits.len())];
        let digit: usize = line[at..=at].parse().unwrap();
        line.replace_range(at..=at, &((digit + by) % 10).to_string());
        let (_, verdict) = judge(&game.level, &lines.join("\n")).unwrap();
        prop_assert!(verdict.finding.is_err(), "{}", lines.join("\n"));
    }

    #[test]
    fn a_story_that_is_found_valid_is_the_game_that_its_shots_are(
        game in games(), kind: u8, places: [Index; 2], word: Index, form in 0..4u8
    ) {
        prop_assume!(!game.effects.is_empty());
        let lines = match form {
            0 | 1 => game.direct(form == 0),
            _ => game.granular(form == 2),
        };
        assert_sound(&game.level, &mutated(&lines, kind, places, word).join("\n"));
    }

    #[test]
    fn broken_bytes_do_not_break_the_judge(
        game in games(),
        is_published: bool,
        is_direct: bool,
        edits in prop::collection::vec((any::<Index>(), any::<u8>(), any::<u8>()), 1..5),
    ) {
        let lines = if is_direct { game.direct(is_published) } else { game.granular(is_published) };
        let mut bytes = lines.join("\n").into_bytes();
        bytes.push(b'\n');
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len());
            match kind % 4 {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"()0123456789nlocr_-;: []\n"[usize::from(byte) % 25],
                2 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        assert_sound(&game.level, &text);
        for dialect in [Dialect::Text, Dialect::Json, Dialect::Direct, Dialect::Granular] {
            if let Ok(plan) = Plan::read(&text, dialect, &game.level) {
                replay(&game.level, &plan);
            }
        }
    }
}
