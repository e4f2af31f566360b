//! Levels and plans as text: what is written is read back, and nothing that is read can panic.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

mod aloud;
mod strategies;

use std::path::{Path, PathBuf};

use aloud::skipped;
use plotgen::game::any::read_levels;
use plotgen::games;
use plotgen::games::plotting::formats::{self, flipull, json, param, prob};
use plotgen::games::plotting::level::{Firing, Level, Measure};
use plotgen::games::plotting::models::pddl::Model;
use plotgen::games::plotting::plan::{Dialect, Plan};
use plotgen::games::plotting::rules::{Hand, Shot};
use proptest::prelude::*;

/// Any level that starts with a wildcard and may be fired at from everywhere.
fn plain_levels() -> impl Strategy<Value = Level> {
    (strategies::boards(), any::<usize>()).prop_map(|(board, goal)| {
        let goal = goal % (board.blocks() + 1);
        Level::new("level", board, goal).unwrap()
    })
}

/// Any level at all.
fn levels() -> impl Strategy<Value = Level> {
    let bits = prop::collection::vec(any::<bool>(), 16);
    (plain_levels(), any::<prop::sample::Index>(), any::<bool>(), bits.clone(), bits).prop_map(
        |(level, colour, wildcard, rows, columns)| {
            let pick = |bits: &[bool], count| -> Vec<usize> {
                (1..=count).filter(|&number| bits[number - 1]).collect()
            };
            let board = level.board();
            let rows = pick(&rows, board.rows());
            let columns = pick(&columns, board.columns());
            let firing = Firing::only(board, Some(&rows), Some(&columns)).unwrap();
            let colours = board.colours();
            let hand = match wildcard {
                true => Hand::Wildcard,
                false => Hand::Holding(colours[colour.index(colours.len())]),
            };
            level.with_hand(hand).unwrap().with_firing(firing)
        },
    )
}

fn read(text: &str) -> Level {
    formats::read(text, "level").unwrap_or_else(|error| panic!("{error}\n{text}")).level
}

/// Texts that are levels or plans, to be broken.
const SEEDS: [&str; 8] = [
    "7 2 2 3\nR1 X C2 C2 C1\noto\ntto\n",
    "advance\n4 9\n##......\n#.......\n#.......\n........\n........\n........\n........\n........\n.......|\n12...|..\n21......\n44......\n",
    r#"{"name":"x","grid":["..G","RRG"],"goal":1,"hand":"G","firing":{"rows":[2],"columns":[1,3]}}"#,
    "     #\n RRRG#\n RGGG#\n######\ng 1\n",
    "language ESSENCE' 1.0\nletting initGrid be [[1,2;int(1..2)],[2,1]]\nletting goalBlocksRemaining be 1\nletting noSteps be 2\n",
    "(define (problem p) (:init (coloured n1 n1 c1) (coloured n1 n2 c2) (hand wildcard)) (:goal (exists (?x ?y - number) (and))))",
    "(define (problem p) (:init (coloured loc_1_1 wall) (coloured loc_2_1 wall) (coloured loc_3_1 wall) (coloured loc_1_2 none) (coloured loc_2_2 red) (coloured loc_3_2 wall) (coloured loc_2_3 none) (hand red) (blocks_remaining n1)) (:goal (blocks_remaining n0)))",
    "(define (problem p) (:domain plotting-lean-1x2) (:init (has red g1) (open r1 k1 g0) (open r1 k1 g1) (open r1 k2 g1) (open sky k1 g0) (open sky k1 g1) (held g1) (row-entry r1) (column-entry k2) (allowed n1)) (:goal (done)))",
];

fn read_in_every_way(text: &str) {
    let _ = formats::read(text, "x");
    let level = Level::new("x-1", "RRRG/RGRR".parse().unwrap(), 1).unwrap();
    let level = level.with_aims(vec![None, Some(Shot::Row(2)), Some(Shot::Column(1))]).unwrap();
    let dialects = [
        Dialect::Text,
        Dialect::Json,
        Dialect::Direct,
        Dialect::Granular,
        Dialect::Lean,
        Dialect::SavileRow,
        Dialect::MiniZinc,
        Dialect::Flipull,
        Dialect::Nes,
    ];
    for dialect in dialects.into_iter().chain([Dialect::of(text)]) {
        let _ = Plan::read(text, dialect, &level);
    }
}

proptest! {
    #[test]
    fn json_says_everything(level in levels()) {
        prop_assert_eq!(&read(&json::write(&level)), &level);
        prop_assert_eq!(&read(&json::write_line(&level)), &level);
    }

    #[test]
    fn json_says_what_the_arcade_adds(
        level in levels(),
        lives in 0..=99i128,
        limit in prop::option::of(1..200i128),
        is_scored in any::<bool>(),
    ) {
        let measure = if is_scored { Measure::Score } else { Measure::Shots };
        let level = level.with_lives(lives).unwrap().with_shot_limit(limit).unwrap();
        let level = level.with_measure(measure);
        prop_assert_eq!(&read(&json::write(&level)), &level);
    }

    #[test]
    fn a_round_of_the_arcade_says_everything_but_the_name(level in plain_levels()) {
        let firing = Firing::only(level.board(), Some(&[1]), None).unwrap();
        for level in [level.clone(), level.with_firing(firing)] {
            let level = level.with_measure(Measure::Score);
            let again = flipull::read(&flipull::write(&level).unwrap(), "x").unwrap();
            prop_assert_eq!(again.renamed("level"), level);
        }
    }

    #[test]
    fn param_says_everything_but_names(level in levels()) {
        prop_assert!(read(&param::write(&level, 3)).is_same_up_to_names(&level));
    }

    #[test]
    fn planning_problems_say_everything(level in levels()) {
        for model in [Model::Direct, Model::Granular, Model::Lean, Model::LeanPairs] {
            prop_assert_eq!(&read(&model.problem(&level)), &level);
        }
    }

    #[test]
    fn json_to_prob_to_param_to_json_is_the_same_level(level in plain_levels()) {
        let from_json = read(&json::write(&level));
        let from_prob = read(&prob::write(&from_json).unwrap());
        prop_assert_eq!(&from_prob, &level);
        let from_param = read(&param::write(&from_prob, 3));
        prop_assert!(read(&json::write(&from_param)).is_same_up_to_names(&level));
    }

    #[test]
    fn readers_do_not_panic_on_any_text(text in ".{0,200}") {
        read_in_every_way(&text);
    }

    #[test]
    fn readers_do_not_panic_on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_in_every_way(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn readers_do_not_panic_on_broken_files(
        seed in prop::sample::select(SEEDS.to_vec()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = seed.as_bytes().to_vec();
        for (from, to, byte) in edits {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            match byte % 4 {
                0 => bytes[from] = byte,
                1 => bytes.insert(from, byte),
                2 => { bytes.truncate(from.max(1)); }
                _ => { let piece = bytes[from.min(to)..from.max(to)].to_vec(); bytes.extend(piece); }
            }
        }
        read_in_every_way(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn the_seeds_of_the_broken_files_are_levels_themselves() {
    for seed in SEEDS {
        read(seed);
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_the_end_of_the_stack() {
    for open in ["(", "[", "{\"grid\":", "[["] {
        assert!(formats::read(&open.repeat(100_000), "x").is_err());
        read_in_every_way(&open.repeat(100_000));
    }
    read_in_every_way(&format!("letting initGrid be {}", "[".repeat(100_000)));
}

/// The published levels, where they are beside the project.
fn published() -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/published");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        skipped("the published levels are not in ../shared/data/published");
        return None;
    };
    Some(entries.map(|entry| entry.unwrap().path()).collect())
}

#[test]
fn the_published_drawings_are_of_the_class_that_their_names_say() {
    let Some(files) = published() else { return };
    assert_eq!(files.len(), 261);
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let level = read(&std::fs::read_to_string(&file).unwrap());
        let figures = level.figures();
        let class = [figures.rows, figures.columns, figures.colours, level.goal()];
        let numbers: Vec<usize> =
            name.split('_').skip(1).map(|part| part.parse().unwrap()).collect();
        assert_eq!(numbers, class, "{name}");
    }
}

#[test]
fn a_text_may_hold_several_rounds_of_the_arcade() {
    let text = "7 1 1 2\nR1\nto\n\n12 1 1 2\nR1\nto\n";
    let levels = read_levels(games::ALL, text, "set").unwrap();
    let names = levels.iter().map(|one| (one.reading.level.name(), one.line, one.reading.form));
    let expected = [("set-07", Some(1), "flipull"), ("set-12", Some(5), "flipull")]
        .map(|(name, line, form)| (name.to_owned(), line, form));
    assert_eq!(names.collect::<Vec<_>>(), expected);
    let error = read_levels(games::ALL, &text.replace("R1\nto\n\n", "R1\n\n"), "set").unwrap_err();
    assert_eq!(error.to_string(), "line 1: round 7 is cut short: 0 of its 1 rows are there");
}

const LINE: &str = r#"{"grid":["RG"],"goal":1}"#;

#[test]
fn a_text_holds_one_level_or_several_json_objects() {
    let names = |text: &str| -> Vec<(String, Option<usize>)> {
        let levels = read_levels(games::ALL, text, "set").unwrap();
        levels.iter().map(|one| (one.reading.level.name(), one.line)).collect()
    };
    assert_eq!(names(LINE), [("set".to_owned(), None)]);
    let named = "{\n\"name\": \"b\", \"grid\": [\"RG\"], \"goal\": 1}";
    let expected = [("set-1", 1), ("b", 3), ("set-3", 5)];
    assert_eq!(
        names(&format!("\u{feff}{LINE}\n\n{named}\n{LINE}\n")),
        expected.map(|(name, line)| (name.to_owned(), Some(line)))
    );
    let entry = format!(r#"{{"rank":1,"level":{LINE},"shots":["r1"]}}"#);
    assert_eq!(names(&entry), [("set-1".to_owned(), Some(1))]);
}

#[test]
fn the_first_object_that_is_no_level_is_named_by_its_line() {
    for (second, expected) in [
        (r#"{"grid":["RG"],"gaol":1}"#, "line 2, column 21: unknown field `gaol`"),
        (r#"  {"grid":["RG"],"gaol":1}"#, "line 2, column 23: unknown field `gaol`"),
        (r#"{"grid":["RG"],"goal":7}"#, "line 2: goal: 7 is outside 0 to 2"),
        (r#"{"level":{"grid":["RG"],"goal":7}}"#, "line 2: level: goal: 7 is outside 0 to 2"),
        ("x", "line 2, column 1: expected value"),
        ("{", "line 2, column 1: EOF while parsing"),
    ] {
        let error = read_levels(games::ALL, &format!("{LINE}\n{second}"), "set").unwrap_err();
        assert!(error.to_string().starts_with(expected), "{second}: {error}");
    }
}
