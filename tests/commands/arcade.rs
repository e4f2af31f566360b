//! The arcade game on the command line: lives, limits and scores, collections of levels, routes.

use std::path::Path;

use serde_json::json;

use crate::harness::{Folder, assert_refused, run, run_with, verify};

/// After c1 the hand holds G, and no column has a G on top.
const STUCK: &str =
    r#"{"name": "stuck", "grid": ["RR", "GR"], "goal": 0, "firing": {"rows": []}, "lives": 1}"#;

const ROUNDS: &str = "7 1 2 2\nR1 X C2 C2 C1\nto\nto\n\n12 1 1 2\nX C1\nto\n";

#[test]
fn a_miss_is_part_of_a_plan_and_its_flaws_are_explained() {
    let folder = Folder::new();
    let level = folder.file("stuck.json", STUCK);
    let validate = |options: &[&str], plan: &str| {
        run_with(&[&["validate", &level, "-"], options].concat(), plan.as_bytes())
    };
    let valid = validate(&[], "c1 MISS c2 c1");
    assert_eq!(valid.code, 0, "{}", valid.out);
    let words = "valid: 3 shots and 1 MISS, 0 blocks left, the goal is 0, 0 spare lives left\n";
    assert_eq!(valid.out, words);
    for (options, plan, reason) in [
        (&[][..], "MISS", "shot-left"),
        (&["--lives", "0"], "c1 MISS", "no-life"),
        (&["--shots", "1"], "c1 MISS c2", "no-shots-left"),
        (&["--goal", "3", "--objective", "score"], "c1 MISS", "round-over"),
    ] {
        let flawed = validate(&[options, &["--json"]].concat(), plan);
        assert_eq!((flawed.code, &flawed.json()["error"]["reason"]), (1, &json!(reason)), "{plan}");
    }
}

#[test]
fn simulate_shows_what_each_shot_earns() {
    let folder = Folder::new();
    let level = folder.file("stuck.json", STUCK);
    let steps = ["c1", "MISS", "c2", "c1"];
    let played = run(&[&["simulate", &level, "--score", "--json"], &steps[..]].concat()).json();
    let scores: Vec<_> = (0..4).map(|step| played["moves"][step]["score"].clone()).collect();
    assert_eq!(scores, [json!(100), json!(0), json!(400), json!(1100)]);
    assert_eq!((&played["score"], &played["moves"][1]["shot"]), (&json!(1600), &json!("MISS")));
    let told = run(&[&["simulate", &level, "--score"], &steps[..]].concat()).out;
    assert!(
        told.contains("shot 2: MISS: the hand becomes a wildcard; 0 spare lives left; earns 0")
    );
    let swaps = run(&["simulate", "instances/swaps/document-1.json", "--score"]);
    assert_refused(&swaps, "--score: levels of swaps do not have the option objective");
}

#[test]
fn the_greatest_score_is_proved() {
    let folder = Folder::new();
    let level = folder.file("stuck.json", STUCK);
    let solve = |options: &[&str]| run(&[&["solve", &level, "--json"], options].concat()).json();
    let best = solve(&["--objective", "score"]);
    assert_eq!((&best["value"], &best["optimal"]), (&json!(1600), &json!(true)), "{best}");
    assert_eq!(solve(&[])["value"], json!(4));
}

#[test]
fn a_range_of_lives_solves_a_level_once_for_each() {
    let folder = Folder::new();
    let level = folder.file("stuck.json", STUCK);
    let solved = run(&["solve", &level, "--objective", "score", "--lives", "0..2", "--json"]);
    let lines = solved.out.lines().map(|line| serde_json::from_str(line).unwrap());
    let answers: Vec<serde_json::Value> = lines.collect();
    let scores: Vec<_> =
        answers.iter().map(|one| (one["lives"].clone(), one["value"].clone())).collect();
    assert_eq!(scores[1..], [(json!(1), json!(1600)), (json!(2), json!(1600))]);
    assert_eq!((&answers[0]["lives"], &answers[0]["outcome"]), (&json!(0), &json!("unsolvable")));
    let wrong = run(&["solve", &level, "--lives", "2..0"]);
    assert_refused(&wrong, "--lives 2..0: the range ends below 2");
}

#[test]
fn the_spares_of_a_game_go_where_they_are_needed_and_the_record_is_taken_up() {
    let folder = Folder::new();
    let level = folder.file("stuck.json", STUCK);
    let record = folder.path().join("record.jsonl");
    let arcade = |spares: &str| {
        let record = record.to_str().unwrap();
        run(&["arcade", &level, "--spares", spares, "--record", record, "--json"])
    };
    let game = arcade("1");
    assert_eq!(game.code, 0, "{}", game.err);
    let game = game.json();
    assert_eq!((&game["total"], &game["proved"]), (&json!(1600), &json!(true)));
    assert_eq!((&game["rounds"][0]["spares"], &game["bound"]), (&json!(1), &json!(1600)));
    let kept = std::fs::read_to_string(&record).unwrap();
    assert_eq!(kept.lines().count(), 2);
    assert_eq!(arcade("1").json()["total"], json!(1600));
    assert_eq!(std::fs::read_to_string(&record).unwrap(), kept);
    let none = arcade("0");
    assert_eq!((none.code, &none.json()["total"]), (1, &json!(null)));
    let told = run(&["arcade", &level, "--spares", "1", "--routes"]).out;
    assert!(told.contains("1 round with 1 spare: 1600, proved maximal\n"), "{told}");
    assert!(told.ends_with("# stuck: 1600\nc1 MISS c1 c2\n"), "{told}");
    let swaps = run(&["arcade", "instances/swaps/document-1.json"]);
    assert_refused(&swaps, "arcade is for levels of plotting only");
}

#[test]
fn a_collection_of_rounds_becomes_one_file_per_level() {
    let folder = Folder::new();
    let rounds = folder.file("rounds.txt", ROUNDS);
    let out = folder.path().join("out");
    let converted = run(&["convert", &rounds, "--to", "json", "--out", out.to_str().unwrap()]);
    assert_eq!(converted.code, 0, "{}", converted.err);
    let level = out.join("rounds-07.json");
    let shown = run(&["show", level.to_str().unwrap(), "--json"]).json();
    assert_eq!(shown["grid"], json!(["TO", "TO"]));
    assert_eq!(shown["firing"], json!({"rows": [2], "columns": [1, 2]}));
    let route = folder.file("route.txt", "===12\nC2,\n===7\nR1, C2, R1, \n");
    let valid = run(&["validate", level.to_str().unwrap(), &route]);
    assert_eq!(
        valid.out, "valid: 3 shots, 1 block left, the goal is 1, score 1300\n",
        "{}",
        valid.err
    );
    let cut = folder.file("cut.txt", ROUNDS.replace("to\nto\n", "to\n"));
    assert_refused(
        &run(&["convert", &cut, "--to", "json"]),
        "cut.txt: line 1: round 7 is cut short: 1 of its 2 rows are there",
    );
    let quota = folder.file("quota.txt", ROUNDS.replace("12 1 1 2", "12 3 1 2"));
    assert_refused(&run(&["convert", &quota, "--to", "json"]), "line 6: goal: 3 is outside 0 to 2");
    let outside = folder.file("outside.txt", ROUNDS.replace("X C1", "X C3"));
    assert_refused(
        &run(&["convert", &outside, "--to", "json"]),
        "line 7: the firing position C3 is outside the board",
    );
}

#[test]
fn bad_lives_limits_and_objectives_are_refused() {
    for (option, sentence) in [
        ("--lives=-1", "lives: -1 is outside 0 to 99"),
        ("--lives=x", "lives are a number of spare lives"),
        ("--shots=0", "shots: 0 is not a limit of 1 or more shots"),
        ("--objective=fun", "objective: \"fun\" is neither shots nor score"),
    ] {
        let folder = Folder::new();
        let level = folder.file("stuck.json", STUCK);
        assert_refused(&run(&["show", &level, option]), sentence);
    }
}

#[test]
fn models_that_cannot_express_a_level_say_so() {
    let folder = Folder::new();
    let level = folder.file("stuck.json", STUCK);
    assert_refused(&run(&["pddl", "--lean", &level]), "the model lean has no MISS");
    assert_refused(
        &run(&["eprime", &level, "--steps", "3"]),
        "the models in Essence Prime have no MISS",
    );
    let data = run(&["minizinc", &level, "--steps", "4"]);
    assert!(data.out.contains("lives = 1;\nshotLimit = 4;\n"), "{}{}", data.out, data.err);
    let scored = run(&["minizinc", &level, "--objective", "score"]);
    assert!(scored.out.contains("noSteps = 5;"), "{}{}", scored.out, scored.err);
}

#[test]
fn minizinc_and_ortools_agree_with_the_rules_on_misses_and_scores() {
    for (solver, model) in [("minizinc-gecode", "a"), ("minizinc-gecode", "s"), ("ortools", "a")] {
        if !crate::harness::has(solver) {
            continue;
        }
        let set = ["--all", "2x2", "--colours", "2", "--sample", "1", "--goal", "0", "--arcade"];
        let options = ["--lives", "1", "--model", model, "--solver", solver];
        let told = verify(&[&set[..], &options].concat());
        assert!(told.contains("1 levels: 1 agree") || told.contains("1 level: 1 agree"), "{told}");
    }
}

#[test]
fn the_arcade_levels_of_the_project_are_those_that_generate_draws() {
    let folder = Folder::new();
    let out = folder.path().join("arcade");
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/arcade");
    for (size, colours) in [("4x4", "3"), ("5x5", "4"), ("6x5", "4")] {
        let draw = ["generate", "--arcade", "--size", size, "--colours", colours, "--count", "3"];
        let rest = ["--seed", "1", "--force", "--out", out.to_str().unwrap()];
        assert_eq!(run(&[&draw[..], &rest].concat()).code, 0);
    }
    let mut names: Vec<_> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 9);
    for name in names {
        let text = |folder: &Path| std::fs::read_to_string(folder.join(&name)).unwrap();
        assert_eq!(text(&out), text(&project), "{name:?}");
    }
}
