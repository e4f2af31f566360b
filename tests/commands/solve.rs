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
fn what_runs_out_of_memory_is_not_known_within_the_memory_limit() {
    let asked = ["solve", "instances/5x5-c3-1-g2.json", "--memory-limit", "64kB"];
    let asked = [&asked[..], &["--all-lengths", "--count"]].concat();
    let told = run(&asked);
    assert_eq!(told.code, 3, "{}", told.out);
    let first = "# 5x5-c3-1-g2: 13 shots, proved optimal\n# lengths of plans: not known within the memory limit\n";
    assert!(told.out.starts_with(first), "{}", told.out);
    let answer = run(&[&asked[..], &["--json"]].concat()).json();
    assert_eq!(answer["outcome"], "solved");
    assert_eq!(answer["unanswered"]["lengths"], "memout", "{answer}");
    assert_eq!(answer.get("lengths"), None);
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
    assert_eq!(names[..3], ["figure-9", "figure-10", "figure-15"]);
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
    assert!(told.contains("not known within the time limit: the best plan so far has "), "{told}");
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
    let told = &rest[rest.len() - 2];
    assert!(told.contains("not known (interrupted): the best plan so far has "), "{rest:?}");
    assert_eq!(run_with(&["validate", &large(&folder), "-"], plan.as_bytes()).code, 0);
}

#[test]
fn options_that_ask_for_more_are_honoured_for_several_levels() {
    let folder = Folder::new();
    let other = folder.file("other.json", r#"{"name": "other", "grid": ["RRG"], "goal": 1}"#);
    let both = |option: &str| run(&["solve", &folder.level(), &other, option]);
    for (option, parts) in [
        (
            "--count",
            [
                "# figure-9: 4 shots, proved optimal\n# 2 plans have 4 shots\nc1 r1 r2 c4\n",
                "# 1 plan has 1 shot\nr1\n",
            ],
        ),
        ("--all-lengths", ["# plans have 4, 5 shots\n", "# plans have 1, 2 shots\n"]),
        (
            "--goal-range",
            ["# goal   1:   4 shots, solved: c1 r1 r2 c4\n", "# goal   1:   1 shot, solved: "],
        ),
        ("--explain", ["\nshot 4: c4 consumes ", "\nshot 1: "]),
    ] {
        let told = both(option);
        assert_eq!(told.code, 0, "{}", told.err);
        let (first, second) = told.out.split_once("\n# other: 1 shot, proved optimal\n").unwrap();
        assert!(first.contains(parts[0]), "{option}: {first}");
        assert!(second.contains(parts[1]), "{option}: {second}");
        let sum = "# 2 levels: 2 solved, 0 unsolvable, 0 not known in ";
        assert!(second.lines().last().unwrap().starts_with(sum), "{second}");
    }
    assert_refused(&both("--anytime"), "--anytime goes with one level");
}

#[test]
fn ctrl_c_keeps_unfinished_levels_in_the_table_and_in_the_count() {
    let folder = Folder::new();
    let large = large(&folder);
    for form in [&["--threads", "2"][..], &["--threads", "1"], &["--json"]] {
        let mut child = plotgen()
            .args(["solve", &folder.level(), &large, &large, &folder.level()])
            .args(form)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        let lines_before = if form == ["--json"] { 1 } else { 2 };
        for _ in 0..lines_before {
            reader.read_line(&mut first).unwrap();
        }
        let kill =
            std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let rest: Vec<String> = reader.lines().map(Result::unwrap).collect();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        let unfinished = rest.iter().filter(|line| line.contains("interrupted")).count();
        assert!((2..=3).contains(&unfinished), "{rest:?}");
        if form != ["--json"] {
            let sum = rest.last().unwrap();
            assert!(sum.starts_with("4 levels: "), "{sum}");
            assert!(sum.contains("not known"), "{sum}");
        } else {
            assert_eq!(rest.len(), 3);
        }
    }
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
