//! `plotgen solve`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::harness::{Folder, Run, assert_refused, plotgen, run, run_with};

/// A level that no one solves in a second.
fn large(folder: &Folder) -> String {
    let generated = run(&["generate", "--size", "14x14", "--colours", "5", "--seed", "3"]);
    folder.file("large.json", generated.out)
}

fn lines(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn solve_prints_a_plan_that_validate_accepts() {
    let folder = Folder::new();
    let solved = run(&["solve", &folder.level()]);
    assert_eq!(solved.code, 0);
    assert!(solved.out.starts_with("# figure-9: 4 shots, proved optimal\n"), "{}", solved.out);
    let judged = run_with(&["validate", &folder.level(), "-"], solved.out.as_bytes());
    assert_eq!(
        (judged.code, judged.out.as_str()),
        (0, "valid: 4 shots, 1 block left, the goal is 1\n")
    );
}

#[test]
fn solve_answers_with_an_object_that_validate_accepts() {
    let folder = Folder::new();
    let solved = run(&["solve", &folder.level(), "--json"]);
    let answer = solved.json();
    for (key, value) in [
        ("level", json!("figure-9")),
        ("outcome", json!("solved")),
        ("length", json!(4)),
        ("optimal", json!(true)),
        ("lower_bound", json!(4)),
        ("solver", json!("native")),
    ] {
        assert_eq!(answer[key], value, "{key}");
    }
    assert!(answer["seconds"].as_f64().unwrap() < 60.0 && answer["states"].as_u64().unwrap() > 0);
    assert_eq!(run_with(&["validate", &folder.level(), "-"], solved.out.as_bytes()).code, 0);
}

#[test]
fn solve_says_by_what_a_level_is_unsolvable() {
    let folder = Folder::new();
    let below = run(&["solve", &folder.level(), "--goal", "0"]);
    assert_eq!(below.code, 1);
    assert!(
        below
            .out
            .contains("unsolvable: the goal is below the number of colours less one (Lemma 1)")
    );
    assert_eq!(
        run(&["solve", &folder.level(), "--goal", "0", "--json"]).json()["proof"],
        "lemma-1"
    );
    let stuck = br#"{"name": "stuck", "grid": ["RR", "RG", "RG", "GG"], "goal": 1}"#;
    let exhausted = run_with(&["solve", "-"], stuck);
    assert_eq!(exhausted.code, 1, "{}", exhausted.out);
    assert!(exhausted.out.starts_with("# stuck: unsolvable: exhausted "), "{}", exhausted.out);
    let answer = run_with(&["solve", "-", "--json"], stuck).json();
    assert_eq!(
        (&answer["outcome"], &answer["proof"]),
        (&json!("unsolvable"), &json!("exhaustion"))
    );
    assert_eq!(
        (&answer["length"], &answer["shots"], &answer["optimal"]),
        (&Value::Null, &Value::Null, &json!(false))
    );
}

#[test]
fn solve_lists_lengths_counts_plans_and_gives_every_goal() {
    let folder = Folder::new();
    let answer =
        run(&["solve", &folder.level(), "--all-lengths", "--count", "--goal-range", "--json"])
            .json();
    assert_eq!((&answer["lengths"], &answer["count"]), (&json!([4, 5]), &json!(2)));
    let lengths: Vec<&Value> =
        answer["goals"].as_array().unwrap().iter().map(|goal| &goal["length"]).collect();
    assert_eq!(json!(lengths), json!([0, 1, 1, 1, 2, 3, 4, 4, null]));
    let told = run(&["solve", &folder.level(), "--goal-range"]).out;
    assert!(told.contains("# goal   1:   4 shots, solved: c1 r1 r2 c4"), "{told}");
}

#[test]
fn solve_explains_the_plan_board_by_board() {
    let folder = Folder::new();
    let explained = run(&["solve", &folder.level(), "--explain"]).out;
    assert_eq!(explained.matches("\nshot ").count(), 4, "{explained}");
}

#[test]
fn solve_takes_folders_and_answers_in_order() {
    let answers = run(&["solve", "instances/named", "--json"]);
    let names: Vec<String> =
        lines(&answers).iter().map(|line| line["level"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names.len(), 12);
    assert!(names.is_sorted());
    let table = run(&["solve", "instances/named", "--threads", "1"]);
    assert_eq!(table.code, 0);
    assert!(
        table
            .out
            .lines()
            .last()
            .unwrap()
            .starts_with("12 levels: 12 solved, 0 unsolvable, 0 not known in")
    );
    let folder = Folder::new();
    let mixed = run(&[
        "solve",
        &folder.level(),
        &folder.file("stuck.json", r#"{"grid": ["RR", "RG", "RG", "GG"], "goal": 1}"#),
    ]);
    assert_eq!(mixed.code, 1, "one of them is unsolvable");
}

#[test]
fn solve_gives_the_same_answer_on_every_run_with_one_thread() {
    let answer = |threads: &str| {
        let mut answer =
            run(&["solve", "instances/named/figure-16h.json", "--json", "--threads", threads])
                .json();
        answer.as_object_mut().unwrap().remove("seconds");
        answer
    };
    assert_eq!(answer("1"), answer("1"));
    assert_eq!(answer("1")["length"], answer("3")["length"]);
}

#[test]
fn solve_stops_at_the_time_limit_with_the_best_plan_and_bound() {
    let folder = Folder::new();
    let start = Instant::now();
    let stopped =
        run(&["solve", &large(&folder), "--time-limit", "1s", "--memory-limit", "64MB", "--json"]);
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(stopped.code, 3);
    let answer = stopped.json();
    assert_eq!((&answer["outcome"], &answer["optimal"]), (&json!("timeout"), &json!(false)));
    let length = answer["length"].as_u64().unwrap();
    assert!((1..length).contains(&answer["lower_bound"].as_u64().unwrap()));
    let judged = run_with(&["validate", &large(&folder), "-"], stopped.out.as_bytes());
    assert_eq!(judged.code, 0, "{}", judged.out);
    let told = run(&["solve", &large(&folder), "--time-limit", "100ms"]).out;
    assert!(told.contains("not known: the best plan so far has "), "{told}");
}

#[test]
fn anytime_prints_better_plans_and_ctrl_c_leaves_the_best() {
    let folder = Folder::new();
    let mut child = plotgen()
        .args(["solve", &large(&folder), "--anytime"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    assert!(first.ends_with(" shots so far\n"), "{first}");
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let rest: Vec<String> = reader.lines().map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let plan = rest.last().unwrap();
    assert!(rest[rest.len() - 2].contains("not known: the best plan so far has "), "{rest:?}");
    assert_eq!(run_with(&["validate", &large(&folder), "-"], plan.as_bytes()).code, 0);
}

#[test]
fn solve_refuses_bad_arguments() {
    let folder = Folder::new();
    let bad = folder.file("bad.json", "{");
    assert_refused(&run(&["solve", &folder.level(), &bad]), "bad.json: line 1, column 1");
    let empty = tempfile::tempdir().unwrap();
    assert_refused(
        &run(&["solve", empty.path().to_str().unwrap()]),
        "there is no level in this folder",
    );
    for (option, value, sentence) in [
        ("--time-limit", "soon", "\"soon\" is not a time"),
        ("--memory-limit", "much", "\"much\" is not a size"),
        ("--threads", "0", "\"0\" is not a number of threads"),
    ] {
        let refused = run(&["solve", &folder.level(), option, value]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""));
        assert!(refused.err.contains(sentence), "{}", refused.err);
    }
}
