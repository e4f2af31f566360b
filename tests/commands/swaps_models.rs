//! The models of swaps with real solvers: the figures that are known of its boards, and the rules.

use serde_json::Value;

use super::harness::{Folder, assert_refused, has, run, verify};

/// Boards with their fewest moves, the number of shortest plans, and the fewest swaps; 0 plans: unsolvable.
const BOARDS: [(&str, i64, usize, i64); 8] = [
    ("GGG", 1, 1, 0),
    ("GGSG", 2, 1, 1),
    ("SGGG", 0, 0, 0),
    ("GHG/HGH", 3, 2, 1),
    ("GHG/HHG", 4, 4, 2),
    ("GHR/GHR/HRG", 5, 8, 2),
    ("S.G/GHG/HHS", 8, 7, 6),
    (".GSH/HGHG", 6, 34, 4),
];

fn level(folder: &Folder, board: &str, more: &str) -> String {
    let tiles = board.replace('/', "\",\"");
    folder.file("swaps.json", format!(r#"{{"game":"swaps","name":"x","tiles":["{tiles}"]{more}}}"#))
}

/// The answer of a solver: the value of its plan, or `None` if there is none.
fn answer(solver: &str, model: &str, level: &str) -> Option<i64> {
    let told = run(&["solve", "--solver", solver, "--model", model, "--json", level]);
    let told: Value = told.json();
    assert!(["solved", "unsolvable"].contains(&told["outcome"].as_str().unwrap()), "{told}");
    told["value"].as_i64()
}

#[test]
fn every_model_gives_the_fewest_moves_and_the_fewest_swaps_with_every_solver() {
    let folder = Folder::new();
    for (solver, models) in [
        ("fast-downward", &["six", "lean"][..]),
        ("symk", &["lean"]),
        ("enhsp", &["six", "lean", "numeric"]),
        ("minizinc-gecode", &["two-phase"]),
        ("ortools", &["two-phase"]),
        ("savilerow-kissat", &["two-phase"]),
    ] {
        if !has(solver) {
            continue;
        }
        for (board, moves, plans, swaps) in BOARDS {
            for model in models {
                let is_solvable = plans > 0;
                let by_moves = answer(solver, model, &level(&folder, board, ""));
                assert_eq!(by_moves, is_solvable.then_some(moves), "{solver} {model} {board}");
                let by_swaps = level(&folder, board, r#","cost":"swaps""#);
                let by_swaps = answer(solver, model, &by_swaps);
                assert_eq!(by_swaps, is_solvable.then_some(swaps), "{solver} {model} {board}");
            }
        }
    }
}

#[test]
fn a_directed_level_is_directed_in_every_model() {
    let folder = Folder::new();
    for (board, moves) in [("GGSG", None), (".GSH/HGHG", Some(8)), ("GHG/HHS/SSG/RRR", Some(10))] {
        let level = level(&folder, board, r#","directed":true"#);
        for (solver, model) in [
            ("fast-downward", "six"),
            ("fast-downward", "lean"),
            ("enhsp", "numeric"),
            ("minizinc-gecode", "two-phase"),
        ] {
            if has(solver) {
                assert_eq!(answer(solver, model, &level), moves, "{solver} {model} {board}");
            }
        }
    }
}

#[test]
fn six_has_as_many_shortest_plans_as_the_game() {
    if !has("symk") {
        return;
    }
    let folder = Folder::new();
    let all = "symq_bd(plan_selection=top_k(num_plans=infinity,dump_plans=false),quality=1.0)";
    for (board, _, plans, _) in BOARDS {
        let level = level(&folder, board, "");
        let keep = folder.path().join(board.replace('/', "-"));
        let arguments = ["solve", "--solver", "symk", "--model", "six", "--search", all, "--keep"];
        run(&[&arguments[..], &[keep.to_str().unwrap(), &level]].concat());
        let log = std::fs::read_to_string(keep.join("x/stdout")).unwrap();
        let told = log.lines().rev().find_map(|line| line.split_once("Number of plans: "));
        let count: usize = told.map_or(0, |(_, count)| count.trim().parse().unwrap());
        assert_eq!(count, plans, "{board}");
    }
}

#[test]
fn targets_and_fixed_kinds_are_part_of_every_model() {
    for (solver, model) in [
        ("fast-downward", "six"),
        ("fast-downward", "lean"),
        ("enhsp", "numeric"),
        ("minizinc-gecode", "two-phase"),
        ("ortools", "two-phase"),
    ] {
        if has(solver) {
            verify(&["--model", model, "--solver", solver, "instances/swaps/targets"]);
        }
    }
}

#[test]
fn enhsp_searches_as_told_and_refuses_what_it_does_not_know() {
    if !has("enhsp") {
        return;
    }
    let folder = Folder::new();
    let level = level(&folder, "GHG/HHG", "");
    let with = |search: &str| run(&["solve", "--solver", "enhsp", "--search", search, &level]);
    let quick = with("sat-hmrp");
    assert_eq!(quick.code, 0, "{}{}", quick.out, quick.err);
    assert!(quick.out.contains("valid by replay, perhaps not optimal"), "{}", quick.out);
    let unknown = with("opt-nothing");
    assert_eq!(unknown.code, 4, "{}", unknown.out);
    assert!(unknown.out.contains("it has no configuration \"opt-nothing\""), "{}", unknown.out);
}

#[test]
fn pddl_without_a_model_writes_six_for_swaps_and_asks_for_one_in_plotting() {
    let folder = Folder::new();
    let six = run(&["pddl", &level(&folder, "GGG", "")]);
    assert!(six.out.contains("(:domain swaps-six)"), "{}{}", six.out, six.err);
    assert_refused(&run(&["pddl", &folder.level()]), "name a model: --lean, --granular");
}
