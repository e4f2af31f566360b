//! Levels and plans of 2248, through whole commands.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::harness::{Folder, assert_refused, run, run_with};

const START: &str = "instances/2248/start.json";
const ONE_JOIN: &str = "instances/2248/one-join.json";
const BEST_OF_TWO: &str = "instances/2248/best-of-two.json";
const FALL: &str = "instances/2248/adjacent-fall.json";

#[test]
fn a_level_is_shown_with_what_comes_in_and_its_goal() {
    let level = r#"{"game": "2248", "name": "x", "numbers": [[0, 2], [128, 4]],
        "queues": [[2, 4], []], "collapse": true, "goal": {"best-score": {"moves": 3}}}"#;
    let shown = run_with(&["show", "-"], level.as_bytes());
    assert_eq!(
        shown.out,
        "x\n   1    .    2  \n   2   128   4  \n        1    2  \n3 blocks\nqueues: 2 4 | -\n\
         a plan may use a collapse\ngoal: the best score in at most 3 moves\n"
    );
    let shown = run(&["show", START]).out;
    assert!(shown.ends_with("40 blocks\nseed: 7\nno goal: a level for play\n"), "{shown}");
    let json = run(&["show", START, "--json"]).json();
    assert_eq!((&json["game"], &json["blocks"]), (&"2248".into(), &40.into()));
}

#[test]
fn a_goal_replaces_that_of_a_level() {
    for (goal, words) in [
        ("blocks=3", "goal: at most 3 blocks, fewest moves\n"),
        ("score=2248", "goal: score 2248, fewest moves\n"),
        ("best-score=1", "goal: the best score in at most 1 move\n"),
        ("path", "goal: the path that yields the largest block, with the largest sum\n"),
        ("adjacent", "that ends up adjacent to an equal one\n"),
    ] {
        let shown = run(&["show", START, "--goal", goal]).out;
        assert!(shown.ends_with(words), "{shown}");
    }
    assert_refused(
        &run(&["show", START, "--goal", "3"]),
        "error: --goal 3: start: a goal is blocks=N, score=N, best-score=MOVES, path or adjacent",
    );
    let help = run(&["show", "--help"]).out;
    assert!(help.contains("--goal <N|GOAL>") && help.contains("of 2248"), "{help}");
}

#[test]
fn a_move_is_played_in_its_stages() {
    let played = run(&["simulate", FALL, "3,1-2,1"]).out;
    let stages = "
move 1: 3,1-2,1 joins 2 blocks, sum 4, into 4 at 2,1, which falls to 3,1; 5 blocks left
block and holes:
   1   4   64 
   2   4   32 
   3   .   64 
       1   2  
fall:
   1   .   64 
   2   4   32 
   3   4   64 
       1   2  
score: 4

goal met after 1 move
";
    assert!(played.ends_with(stages), "{played}");
    let json = run(&["simulate", START, "3,1-4,1-5,2", "collapse", "--json"]).json();
    let stages = json["moves"][0]["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
    assert_eq!(names, ["holes", "fall", "refill"]);
    assert_eq!(stages[2]["numbers"], json["moves"][0]["numbers"]);
    assert_eq!((&json["moves"][1]["score"], &json["moves"][1]["gained"]), (&8.into(), &0.into()));
}

#[test]
fn a_game_goes_on_from_the_seed_of_a_state() {
    let folder = Folder::new();
    let first = run(&["simulate", START, "3,1-4,1-5,2", "--json"]).json();
    let mut level = first["moves"][0].clone();
    let parts = level.as_object_mut().unwrap();
    parts.retain(|key, _| ["numbers", "seed"].contains(&key.as_str()));
    let later = folder.file("later.json", level.to_string());
    let whole = run(&["simulate", START, "3,1-4,1-5,2", "collapse", "--json"]).json();
    let rest = run(&["simulate", &later, "collapse", "--json"]).json();
    assert_eq!(whole["moves"][1]["numbers"], rest["moves"][0]["numbers"]);
    assert_eq!(whole["moves"][1]["seed"], rest["moves"][0]["seed"]);
}

#[test]
fn plans_are_judged() {
    let judge = |plan: &str| run_with(&["validate", ONE_JOIN, "-"], plan.as_bytes());
    assert_eq!(judge("1,1-1,2-2,1-2,2").out, "valid: 1 move\n");
    let faulty = judge("1,1-1,2-2,2");
    assert_eq!(faulty.code, 1);
    let sentence = "invalid: move 1, 1,1-1,2-2,2: 8 at 2,2 is neither equal to nor twice 2 at 1,2";
    assert!(faulty.out.starts_with(sentence), "{}", faulty.out);
    let hint = run_with(&["validate", FALL, "-"], b"2,1-3,1");
    assert_eq!(hint.out, "valid: 1 move, block 4\n");
    let missed = run_with(&["validate", "instances/2248/adjacent-none.json", "-"], b"1,1-1,2");
    assert!(missed.out.contains("the new block does not end up adjacent"), "{}", missed.out);
}

#[test]
fn a_level_for_the_best_score_has_no_goal_that_is_met_early() {
    let judged = run_with(&["validate", BEST_OF_TWO, "-"], b"1,1-2,2");
    assert_eq!((judged.code, judged.out.as_str()), (0, "valid: 1 move, score 4\n"));
    let long = run_with(&["validate", BEST_OF_TWO, "-"], b"1,1-2,2 2,1-2,2 2,2-1,3");
    assert!(long.code == 1 && !long.out.contains("goal"), "{}", long.out);
    let json = run_with(&["validate", BEST_OF_TWO, "-", "--json"], b"1,1-2,2").json();
    assert_eq!((&json["valid"], &json["goal_met_after"]), (&true.into(), &Value::Null));
    let played = run(&["simulate", BEST_OF_TWO, "1,1-2,2"]).out;
    assert!(played.ends_with("score: 4\n"), "{played}");
    let fewest = run_with(&["validate", ONE_JOIN, "-"], b"");
    assert!(!fewest.out.contains("met"), "{}", fewest.out);
}

#[test]
fn a_plan_of_a_hint_has_a_sum_or_a_block_and_no_score() {
    let plan = b"3,1-4,1-5,2-4,2";
    let path = run_with(&["validate", "instances/2248/start-path.json", "-"], plan);
    assert_eq!(path.out, "valid: 1 move, sum 12\n");
    let adjacent = run_with(&["validate", "instances/2248/start-adjacent.json", "-"], plan);
    assert_eq!(adjacent.out, "valid: 1 move, block 16\n");
    let solved = run(&["solve", FALL]).out;
    assert!(solved.contains("block 4, proved optimal"), "{solved}");
}

#[test]
fn a_table_of_levels_names_the_measure_that_they_share() {
    let heading = |levels: &[&str]| {
        let table = run(&[&["solve"], levels].concat()).out;
        let words: Vec<_> = table.split_whitespace().take(3).map(str::to_owned).collect();
        words[2].clone()
    };
    assert_eq!(heading(&[BEST_OF_TWO, ONE_JOIN]), "value");
    assert_eq!(heading(&[BEST_OF_TWO, BEST_OF_TWO]), "score");
    assert_eq!(heading(&[ONE_JOIN, ONE_JOIN]), "moves");
    assert_eq!(heading(&[FALL, FALL]), "block");
}

#[test]
fn what_is_not_a_path_is_refused_with_the_cell_and_its_place() {
    let judge = |plan: &str| run_with(&["validate", ONE_JOIN, "-"], plan.as_bytes());
    for (plan, sentence) in [
        ("1,1-1,2-1,1", "1,1-1,2-1,1: the path comes to 1,1 twice: it is cell 1 and cell 3"),
        ("1,1", "1,1: a path has two or more cells"),
        ("1,1-1,3", "cell 2 of the path, 1,3, does not touch the one before it, 1,1"),
        ("1,2-1,3", "1,3 is outside the board, which has 2 rows and 2 columns"),
        ("left", "\"left\" is not a move: collapse, or a path, cells joined by -"),
    ] {
        let refused = judge(plan);
        assert!(refused.code == 2 && refused.err.contains(sentence), "{}", refused.err);
        assert_eq!(refused.err.lines().count(), 1);
    }
}

#[test]
fn bad_levels_are_refused_with_one_sentence() {
    let folder = Folder::new();
    for (text, sentence) in [
        (r#"{"numbers": [[2, 6]]}"#, "numbers: row 1, column 2: 6 is not a power of two"),
        (r#"{"numbers": [[2], [1]]}"#, "numbers: row 2, column 1: 1 is not a power of two"),
        (r#"{"numbers": [[2, 2], [2]]}"#, "numbers: row 2 has 1 cell, but row 1 has 2"),
        (
            r#"{"numbers": [[2, 2]], "queues": [[2]]}"#,
            "queues: 1 given, but the board has 2 columns, and each needs one",
        ),
        (
            r#"{"numbers": [[2, 2]], "goal": {"blocks": 1, "score": 4}}"#,
            "goal: blocks and score are both given, but a level has one goal",
        ),
        (r#"{"numbers": [[2, 2]], "gaol": {}}"#, "unknown field `gaol`"),
    ] {
        let level = folder.file("bad.json", text);
        let refused = run(&["show", &level]);
        assert!(refused.code == 2 && refused.err.contains(sentence), "{}", refused.err);
        assert!(refused.err.starts_with(&format!("error: {level}: ")), "{}", refused.err);
        assert_eq!(refused.err.lines().count(), 1);
    }
}

#[test]
fn a_level_without_a_goal_is_for_play() {
    let sentence = "error: start: the level has no goal to plan for; --goal gives it one, e.g. \
                    --goal blocks=1";
    for arguments in [&["validate", START, "-"][..], &["solve", START], &["hint", START, "--plan"]]
    {
        assert_refused(&run(arguments), sentence);
    }
}

#[test]
fn a_level_for_play_in_a_folder_is_left_out() {
    let folder = Folder::new();
    let levels = folder.path().join("levels");
    fs::create_dir(&levels).unwrap();
    fs::copy(START, levels.join("start.json")).unwrap();
    let levels = levels.to_str().unwrap();
    let sentence = "error: no level has a goal to plan for; --goal gives them one";
    assert_refused(&run(&["solve", levels]), sentence);
    fs::copy(ONE_JOIN, Path::new(levels).join("one-join.json")).unwrap();
    let solved = run(&["solve", levels]);
    assert_eq!((solved.code, solved.err.as_str()), (0, "start: left out: it has no goal\n"));
    assert!(solved.out.contains("one-join") && !solved.out.contains("start"), "{}", solved.out);
}

#[test]
fn moves_are_counted_and_listed() {
    assert_eq!(run(&["moves", START, "--count"]).out, "2926 paths, 1 collapse\n");
    let all = run(&["moves", START, "--all"]);
    assert_eq!((all.code, all.out.lines().count()), (0, 2927));
    let first: serde_json::Value = serde_json::from_str(all.out.lines().next().unwrap()).unwrap();
    assert_eq!((&first["move"], &first["value"]), (&"1,1-2,1".into(), &1.into()));
    let listed = run(&["moves", FALL]).out;
    assert!(listed.starts_with("2,1-3,1 joins 2 blocks, sum 4, into 4 at 3,1;"), "{listed}");
    assert!(listed.ends_with("\n3 paths\n"), "{listed}");
    let after = run(&["moves", START, "3,1-4,1-5,2", "--count", "--json"]).json();
    assert_eq!(after["complete"], true);
    let none = run(&["moves", "instances/2248/adjacent-none.json", "1,1-1,2"]);
    assert_eq!((none.code, none.out.as_str()), (1, "0 moves\n"));
    assert_refused(
        &run(&["moves", START, "1,1-1,2"]),
        "error: move 1, 1,1-1,2: a path starts with two equal numbers, but 1,1 has 64 and 1,2 has 4",
    );
}

#[test]
fn astronomically_many_moves_are_counted_up_to_a_limit() {
    let folder = Folder::new();
    let rows = vec![vec![2; 5]; 8];
    let level = folder.file("equal.json", format!("{{\"numbers\": {rows:?}}}"));
    let limited = run(&["moves", &level, "--count", "--limit", "5000"]);
    let out = &limited.out;
    assert!(limited.code == 3 && out.starts_with("at least "), "{out}");
    assert!(out.trim_end().ends_with(" paths") || out.contains(" paths, 1 collapse"), "{out}");
    let timed =
        run(&["moves", &level, "--count", "--limit", "999999999999", "--time-limit", "50ms"]);
    assert!(timed.code == 3 && timed.out.starts_with("at least "), "{}", timed.out);
}

#[test]
fn hints_come_with_a_proof() {
    let best = run(&["hint", START]);
    assert!(best.out.contains("sum 448, into 512"), "{}", best.out);
    let proof = "Proved best by its sum, 448: no path has a greater sum, so none yields a larger \
                 block.\n";
    assert!(best.code == 0 && best.out.ends_with(proof), "{}", best.out);
    let adjacent = run(&["hint", START, "--adjacent", "--json"]).json();
    assert_eq!((&adjacent["value"], &adjacent["optimal"]), (&64.into(), &true.into()));
    let fall = run(&["hint", FALL, "--adjacent"]).out;
    assert!(fall.starts_with("2,1-3,1 ") || fall.starts_with("3,1-2,1 "), "{fall}");
    let none = run(&["hint", "instances/2248/adjacent-none.json", "--adjacent"]);
    assert_eq!(
        (none.code, none.out.as_str()),
        (1, "There is no such move: no path's block ends up adjacent to an equal one.\n")
    );
    let over = run(&["hint", "instances/2248/adjacent-none.json", "1,1-1,2"]);
    let sentence = "There is nothing to play: no move is legal.\n";
    assert_eq!((over.code, over.out.as_str()), (1, sentence));
    let plan = run(&["hint", "instances/2248/three-joins.json", "--plan"]).out;
    assert!(
        plan.ends_with("It is the first of a plan's 3 moves: no plan has fewer than 3 moves.\n"),
        "{plan}"
    );
}

#[test]
fn hints_are_there_for_every_game() {
    let shot = run(&["hint", "instances/named/figure-9.json", "c1"]).out;
    assert!(shot.starts_with("r1 ") || shot.starts_with("c"), "{shot}");
    let swap = run(&["hint", "instances/swaps/document-1.json"]).out;
    assert!(
        swap.ends_with("It is the first of a plan's 6 moves: no plan has fewer than 6 moves.\n")
    );
    assert_refused(
        &run(&["hint", "instances/named/figure-9.json", "--adjacent"]),
        "error: --adjacent: plotting has no such hints",
    );
}

#[test]
fn policies_play_whole_games_the_same_with_any_number_of_threads() {
    let play = |threads: &str, policy: &str| {
        let games = ["--games", "20", "--moves", "30", "--seed", "5", "--json"];
        let policy = ["simulate", START, "--policy", policy, "--threads", threads];
        run(&[&policy[..], &games].concat()).json()
    };
    for policy in ["greedy", "adjacent", "random"] {
        let report = play("1", policy);
        assert_eq!(report, play("2", policy));
        assert_eq!((&report["games"], &report["limit"]), (&20.into(), &30.into()));
        assert!(report["score"]["best"].as_u64() >= report["score"]["quartiles"][1].as_u64());
    }
    let told = run(&["simulate", START, "--policy", "random", "--games", "1"]).out;
    assert!(told.starts_with("start: 1 game by random\n"), "{told}");
    assert_refused(
        &run(&["simulate", "instances/swaps/document-1.json", "--policy", "greedy"]),
        "error: --policy greedy: swaps has no such policy",
    );
}

#[test]
fn interrupted_games_are_reported_with_the_number_asked_for() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_plotgen"))
        .args(["simulate", START, "--policy", "greedy", "--games", "1000000"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let first = out.lines().next().unwrap_or_default();
    let is_partial = first.starts_with("start: interrupted after ")
        && first.ends_with(" of 1000000 games by greedy");
    assert!(is_partial || out.is_empty(), "{out}");
}

#[test]
fn with_chance_a_stopped_search_has_a_plan_and_a_bound() {
    let solve = |goal: &str| {
        let limit = ["--time-limit", "1s", "--json"];
        run(&[&["solve", START, "--goal", goal][..], &limit].concat())
    };
    let score = solve("score=3000").json();
    let (fewest, length) = (score["lower_bound"].as_i64(), score["length"].as_i64());
    assert!(fewest >= Some(2) && length >= fewest, "{score}");
    let full = run(&["solve", START, "--goal", "blocks=1"]);
    let proof =
        "# start: unsolvable: chance fills every hole, so the board is full after each move\n";
    assert_eq!((full.code, full.out.as_str()), (1, proof));
}

#[test]
fn levels_are_drawn_from_a_seed() {
    let draw = ["generate", "--game", "2248", "--size", "8x5", "--seed", "7", "--count", "2"];
    let drawn = run(&draw);
    assert_eq!(drawn.out, run(&draw).out);
    let levels: Vec<serde_json::Value> =
        drawn.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(levels[1]["name"], "8x5-n64-s7-2");
    assert!(levels[0]["seed"].is_u64() && levels[0].get("goal").is_none());
    let goals = ["generate", "--size", "2x2", "--greatest", "8", "--goal", "blocks=1", "path"];
    let names: Vec<String> = run(&goals)
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["name"].to_string())
        .collect();
    assert_eq!(names, ["\"2x2-n8-s0-1-blocks-1\"", "\"2x2-n8-s0-1-path\""]);
}
