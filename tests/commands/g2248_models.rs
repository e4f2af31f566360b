//! The models of 2248 with real solvers: the figures that are known of its boards, and the rules.

use serde_json::Value;

use super::harness::{Folder, assert_refused, has, run, verify};

/// Boards with a goal, and the value of a best plan; `None`: there is none.
const LEVELS: [(&str, &str, Option<i64>); 11] = [
    ("2,2,4/4,2,8", r#"{"hint":"path"}"#, Some(18)),
    ("2,4", r#"{"hint":"path"}"#, None),
    ("2,2,4", r#"{"hint":"adjacent"}"#, Some(4)),
    ("2,2,8,4", r#"{"hint":"adjacent"}"#, None),
    ("4,8/2,16/2,32", r#"{"hint":"adjacent"}"#, Some(32)),
    ("4,64/2,32/2,64", r#"{"hint":"adjacent"}"#, Some(4)),
    ("2,2/4,8", r#"{"blocks":1}"#, Some(1)),
    ("2,2,4/4,2,8", r#"{"blocks":1}"#, None),
    ("2,2/4,8", r#"{"score":10}"#, Some(1)),
    ("2,2,4/4,2,8", r#"{"best-score":{"moves":2}}"#, Some(36)),
    ("0,4,0/2,2,4", r#"{"blocks":1}"#, Some(1)),
];

fn level(folder: &Folder, board: &str, goal: &str, more: &str) -> String {
    let rows = board.replace('/', "],[");
    let text = format!(r#"{{"game":"2248","name":"x","numbers":[[{rows}]],"goal":{goal}{more}}}"#);
    folder.file("2248.json", text)
}

/// The answer of a solver: the value of its plan, or `None` if there is none.
fn answer(solver: &str, level: &str) -> Option<i64> {
    let told: Value = run(&["solve", "--solver", solver, "--json", level]).json();
    match told["outcome"].as_str() {
        Some("solved") => assert_eq!(told["optimal"], true, "{solver}: {told}"),
        outcome => assert_eq!(outcome, Some("unsolvable"), "{solver}: {told}"),
    }
    told["value"].as_i64()
}

#[test]
fn every_constraint_solver_proves_hints_plans_and_scores() {
    let folder = Folder::new();
    for solver in ["minizinc-gecode", "ortools", "savilerow-kissat"] {
        if !has(solver) {
            continue;
        }
        for (board, goal, value) in LEVELS {
            let level = level(&folder, board, goal, "");
            assert_eq!(answer(solver, &level), value, "{solver}: {board}, {goal}");
        }
    }
}

#[test]
fn planners_find_the_fewest_joins() {
    let folder = Folder::new();
    for solver in ["fast-downward", "symk"] {
        if !has(solver) {
            continue;
        }
        for (board, goal, value) in LEVELS.iter().filter(|(_, goal, _)| goal.contains("blocks")) {
            let level = level(&folder, board, goal, "");
            assert_eq!(answer(solver, &level), *value, "{solver}: {board}, {goal}");
        }
    }
}

#[test]
fn queues_come_in_from_above_in_every_model() {
    let folder = Folder::new();
    let queues = r#","queues":[[4,8],[]]"#;
    let level = level(&folder, "2,4/2,8", r#"{"blocks":1}"#, queues);
    let native = answer("native", &level);
    for solver in ["minizinc-gecode", "ortools", "savilerow-kissat", "fast-downward"] {
        if has(solver) {
            assert_eq!(answer(solver, &level), native, "{solver}");
        }
    }
}

#[test]
fn a_sample_of_small_boards_has_the_native_answers() {
    for (solver, goals) in [
        ("minizinc-gecode", &["path", "adjacent", "best-score=2", "blocks=2"][..]),
        ("ortools", &["path", "adjacent"]),
        ("fast-downward", &["blocks=2"]),
    ] {
        if has(solver) {
            let listed = ["--all", "2x2", "--game", "2248", "--greatest", "8", "--sample", "8"];
            let asked = ["--solver", solver, "--goal"];
            verify(&[&asked[..], goals, &listed].concat());
        }
    }
}

#[test]
fn the_longest_plan_of_a_verification_is_counted_in_steps() {
    if has("minizinc-gecode") {
        let folder = Folder::new();
        let out = folder.path().join("out").display().to_string();
        let asked = ["verify", "--json", "--solver", "minizinc-gecode", "--out", &out];
        let told = run(&[&asked[..], &["instances/2248/best-of-two.json"]].concat()).json();
        assert_eq!((&told["solved"], &told["longest_plan"]), (&1.into(), &2.into()), "{told:#}");
    }
}

#[test]
fn what_a_model_cannot_express_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let score = level(&folder, "2,2", r#"{"score":4}"#, "");
    let refused = "x: the model cells cannot express the goal score=4";
    assert_refused(&run(&["pddl", &score]), refused);
    if has("fast-downward") {
        assert_refused(&run(&["solve", "--solver", "fast-downward", &score]), refused);
    }
    let seed = level(&folder, "2,2", r#"{"blocks":1}"#, r#","seed":7"#);
    let refused = "x: no model can ask for a plan whose refill is drawn from a seed";
    assert_refused(&run(&["minizinc", "--data", "--steps", "1", &seed]), refused);
}

#[test]
fn a_question_about_the_best_plan_needs_no_length() {
    let folder = Folder::new();
    let hint = run(&["minizinc", "--data", &level(&folder, "2,2", r#"{"hint":"path"}"#, "")]);
    assert!(hint.out.contains("question = MAX_PATH;"), "{}{}", hint.out, hint.err);
    let blocks = level(&folder, "2,2", r#"{"blocks":1}"#, "");
    let refused = "x: give the length of plans to ask about with --steps N";
    assert_refused(&run(&["minizinc", "--data", &blocks]), refused);
    assert_refused(&run(&["eprime", &blocks]), refused);
}

#[test]
fn a_solver_that_is_stopped_leaves_its_best_plan_and_its_bound() {
    if !has("ortools") {
        return;
    }
    // Chance decides how far it gets: what it claims must hold, whatever it is.
    let folder = Folder::new();
    let row = ["2,4,2,4,2,4,2,4,2,4,2,4"; 12].join("/");
    let level = level(&folder, &row, r#"{"hint":"path"}"#, "");
    let told: Value =
        run(&["solve", "--solver", "ortools", "--time-limit", "4s", "--json", &level]).json();
    if let (Some(value), Some(bound)) = (told["value"].as_i64(), told["bound"].as_i64()) {
        assert!(value <= bound, "{told}");
    }
    assert!(["solved", "timeout"].contains(&told["outcome"].as_str().unwrap()), "{told}");
}
