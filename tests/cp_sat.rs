//! Model A for CP-SAT, asked with the real OR-Tools: its solutions are the plans, all of them and no others.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may panic, and speaks aloud")]

mod aloud;
mod plans;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use aloud::skipped;
use plans::{PECULIAR, plans};
use plotgen::games::plotting::board::Board;
use plotgen::games::plotting::formats::json;
use plotgen::games::plotting::generate::{AllBoards, Draws};
use plotgen::games::plotting::level::{Firing, Level};
use plotgen::games::plotting::models::cp_sat;
use plotgen::games::plotting::models::variants::{EmptyRow, Progress, Variants};
use plotgen::games::plotting::rules::Hand;
use serde_json::Value;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/lab/solvers/ortools.py");

const PLAIN: Variants = Variants { search_order: false, ..Variants::PLAIN };

/// A Python that has OR-Tools; said aloud if there is none.
fn python() -> Option<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join(".solvers/python/bin/python");
    let python = match std::env::var_os("PLOTGEN_ORTOOLS") {
        Some(named) => PathBuf::from(named),
        None if project.exists() => project,
        None => PathBuf::from("python3"),
    };
    let imported = Command::new(&python).args(["-c", "import ortools"]).output();
    let found = imported.is_ok_and(|output| output.status.success());
    if !found {
        skipped("OR-Tools is not on this machine (scripts/setup-solvers ortools)");
    }
    found.then_some(python)
}

fn ask(python: &Path, arguments: &[&str]) -> Output {
    Command::new(python).arg(SCRIPT).args(arguments).output().unwrap()
}

/// The shots of the lines that Python prints for each model, but for the last line, and that one.
fn answers(output: &Output) -> Vec<(Vec<String>, Value)> {
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let mut shots = Vec::new();
    let mut answers = Vec::new();
    for line in told.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        match line["status"].is_string() {
            true => answers.push((std::mem::take(&mut shots), line)),
            false => shots.push(plan(&line)),
        }
    }
    answers
}

fn plan(line: &Value) -> String {
    let shots = line["steps"].as_array().unwrap();
    shots.iter().map(|shot| shot.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

/// A question to CP-SAT.
struct Question {
    level: Level,
    length: usize,
    variants: Variants,
}

/// Asks all questions at once. The solutions and the last line for each.
fn asked(python: &Path, questions: &[Question], options: &[&str]) -> Vec<(Vec<String>, Value)> {
    let folder = tempfile::tempdir().unwrap();
    let file = |(number, question): (usize, &Question)| {
        let file = folder.path().join(format!("{number}.textproto"));
        let Question { level, length, variants } = question;
        fs::write(&file, cp_sat::model(level, *length, *variants)).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let files: Vec<String> = questions.iter().enumerate().map(file).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let answers = answers(&ask(python, &[options, &files].concat()));
    assert_eq!(answers.len(), questions.len());
    answers
}

/// A level for every hand that it can start with on this board, each with other firing positions, taken in
/// turn from one on.
fn restricted(board: &Board, goal: usize, from: usize) -> Vec<Level> {
    let (last_row, last_column) = (board.rows(), board.columns());
    let firing = [
        Firing::only(board, None, None),
        Firing::only(board, None, Some(&[1])),
        Firing::only(board, Some(&[last_row]), None),
        Firing::only(board, Some(&[1]), Some(&[last_column])),
        Firing::only(board, None, Some(&[])),
    ];
    let level = |(number, hand): (usize, Hand)| {
        let firing = firing[(from + number) % firing.len()].clone().unwrap();
        let level = Level::new("restricted", board.clone(), goal).unwrap();
        level.with_hand(hand).unwrap().with_firing(firing)
    };
    let held = board.colours().into_iter().map(Hand::Holding);
    std::iter::once(Hand::Wildcard).chain(held).enumerate().map(level).collect()
}

/// Checks that all plans of levels are solutions, and that there are no others. How many questions that took,
/// and how many plans there are.
fn agree_on_all_plans(python: &Path, levels: &[Level]) -> (usize, usize) {
    let up_to_the_bound = |level: &Level| {
        let lengths = 0..=(level.board().blocks() - level.fewest_blocks() + 1).min(5);
        let question = |length| Question { level: level.clone(), length, variants: PLAIN };
        lengths.map(question).collect::<Vec<_>>()
    };
    let questions: Vec<Question> = levels.iter().flat_map(up_to_the_bound).collect();
    let answers = asked(python, &questions, &["--all"]);
    for (Question { level, length, .. }, (found, last)) in questions.iter().zip(&answers) {
        let expected = plans(level, *length);
        let told = format!("{level:?}, {length} shots: {found:?}, {last}; expected {expected:?}");
        assert_eq!(found.len(), expected.len(), "{told}");
        assert!(found.iter().all(|plan| expected.contains(plan)), "{told}");
        let status = if expected.is_empty() { "INFEASIBLE" } else { "OPTIMAL" };
        assert_eq!(last["status"], status, "{told}");
    }
    (questions.len(), answers.iter().map(|(found, _)| found.len()).sum())
}

#[test]
#[ignore = "minutes: cargo test --test cp_sat -- --ignored"]
fn each_plan_on_every_small_board_is_a_solution_and_there_are_no_others() {
    let Some(python) = python() else { return };
    for size in ["2x2", "2x3", "3x2"] {
        for board in AllBoards::new(size.parse().unwrap(), &"2..4".parse().unwrap()).unwrap() {
            let goals = 0..=board.blocks();
            let levels: Vec<Level> =
                goals.map(|goal| Level::new("small", board.clone(), goal).unwrap()).collect();
            agree_on_all_plans(&python, &levels);
        }
    }
}

#[test]
fn each_plan_is_a_solution_and_there_are_no_others() {
    let Some(python) = python() else { return };
    let mut levels = Vec::new();
    let small = AllBoards::new("2x2".parse().unwrap(), &"2..4".parse().unwrap()).unwrap();
    for board in small {
        let goals = (0..=4).map(|goal| Level::new("small", board.clone(), goal).unwrap());
        levels.extend(goals);
        levels.extend(restricted(&board, 4, levels.len()));
    }
    for colours in 2..=4 {
        for board in Draws::new("2x3".parse().unwrap(), colours, 1).unwrap().take(4) {
            levels.push(Level::new("larger", board.clone(), 6).unwrap());
            levels.extend(restricted(&board, colours, levels.len()));
        }
    }
    levels.extend(PECULIAR.map(|text| json::read(text, "peculiar").unwrap()));
    let (questions, plans) = agree_on_all_plans(&python, &levels);
    assert!(questions > 500 && plans > 1000, "{questions} questions, {plans} plans");
}

/// Variants that are implied, and those that leave plans out for which there are others.
fn variants() -> ([Variants; 5], [Variants; 4]) {
    let implied = [
        Variants { progress: Progress::Sum, ..PLAIN },
        Variants { progress: Progress::Count, ..PLAIN },
        Variants { progress: Progress::Cell, ..PLAIN },
        Variants { dead_end: true, ..PLAIN },
        Variants { colours_kept: true, search_order: true, ..PLAIN },
    ];
    let all = Variants {
        progress: Progress::Cell,
        dead_end: true,
        colours_kept: true,
        empty_row: EmptyRow::Last,
        monochrome: true,
        search_order: true,
        ..PLAIN
    };
    let dominance = [
        Variants { empty_row: EmptyRow::Empty, ..PLAIN },
        Variants { empty_row: EmptyRow::Last, ..PLAIN },
        Variants { monochrome: true, ..PLAIN },
        all,
    ];
    (implied, dominance)
}

#[test]
fn variants_change_no_answer_and_the_implied_ones_take_no_plan_away() {
    let Some(python) = python() else { return };
    let (implied, dominance) = variants();
    let mut questions = Vec::new();
    for text in PECULIAR {
        let level = json::read(text, "peculiar").unwrap();
        for length in 0..=4 {
            let question = |&variants| Question { level: level.clone(), length, variants };
            questions.extend(implied.iter().chain(&dominance).map(question));
        }
    }
    let mut left_out = 0;
    for (question, (found, last)) in questions.iter().zip(asked(&python, &questions, &["--all"])) {
        let Question { level, length, variants } = question;
        let expected = plans(level, *length);
        let told = format!("{level:?}, {length} shots, {variants:?}: {found:?}, {last}");
        assert!(found.iter().all(|plan| expected.contains(plan)), "{told}");
        assert_eq!(found.is_empty(), expected.is_empty(), "{told}");
        left_out += expected.len() - found.len();
        assert!(found.len() == expected.len() || !implied.contains(variants), "{told}");
    }
    assert!(left_out > 0, "dominance left nothing out");
}

#[test]
fn figure_9_needs_four_shots_with_the_parameters_that_are_given() {
    let Some(python) = python() else { return };
    let text = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;
    let level = json::read(text, "x").unwrap();
    let variants = Variants { search_order: true, ..PLAIN };
    let question = |length| Question { level: level.clone(), length, variants };
    let options = ["--time-limit", "60", "--workers", "1", "search_branching=FIXED_SEARCH"];
    let answers = asked(&python, &[question(3), question(4)], &options);
    let [(_, three), (_, four)] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!((&three["status"], &three["steps"]), (&"INFEASIBLE".into(), &Value::Null));
    assert_eq!(four["status"], "OPTIMAL");
    assert!(plans(&level, 4).contains(&plan(four)), "{four}");
    for key in ["wall_seconds", "user_seconds", "branches", "conflicts", "variables", "constraints"]
    {
        assert!(four[key].is_number(), "{key}: {four}");
    }
    let version = ask(&python, &["--version"]);
    assert_eq!(four["version"], String::from_utf8(version.stdout).unwrap().trim());
}

#[test]
fn what_is_not_a_model_is_refused_in_one_sentence() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.textproto");
    let file = file.to_str().unwrap();
    for (text, parameter, reason) in [
        ("constrants { }", "random_seed=1", "1:12: Message type"),
        ("constraints { exactly_one { literals: [7] } }", "random_seed=1", "Invalid literal 7"),
        ("", "random_seeds=1", "random_seeds=1: is not a parameter of CP-SAT"),
        ("", "num_workers=-1", "'num_workers' should be in"),
    ] {
        fs::write(file, text).unwrap();
        let refused = ask(&python, &[file, parameter]);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0), "{told}");
        assert!(told.starts_with("ortools.py: ") && told.contains(reason), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    let missing = ask(&python, &["nowhere.textproto"]);
    let told = String::from_utf8(missing.stderr).unwrap();
    assert_eq!(told, "ortools.py: nowhere.textproto: cannot be read: No such file or directory\n");
}
