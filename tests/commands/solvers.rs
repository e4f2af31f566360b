//! Solvers through the conformance suite, and solvers that a user declares: real ones, and small scripts
//! that do what solvers must not.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::harness::{FIGURE_9, Folder, Run, assert_refused, has, run};
use crate::aloud::skipped;

/// The declarations that docs/solvers.md shows.
const EXAMPLES: &str = "examples/solvers/planners.yaml";

/// Whether the examples declare a solver that is installed.
fn has_declared(name: &str) -> bool {
    let found = run(&["solvers", name, "--solvers", EXAMPLES]).code == 0;
    if !found {
        skipped(&format!("the declared solver {name}, which is not installed"));
    }
    found
}

/// The grades that a solver gets, by check and in order.
fn grades(arguments: &[&str]) -> (i32, Vec<(String, String)>, Run) {
    let told = run(&[&["solvers", "check", "--json"], arguments].concat());
    let report = told.json();
    let word = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    let grades = findings.map(|it| (word(it, "check"), word(it, "grade"))).collect();
    (told.code, grades, told)
}

/// Asserts that a solver passes everything but what it cannot show.
#[track_caller]
fn assert_passes(arguments: &[&str], not_shown: &[&str]) {
    let (code, grades, told) = grades(arguments);
    assert_eq!(code, 0, "{arguments:?}: {}{}", told.out, told.err);
    for (check, grade) in &grades {
        let may_miss = not_shown.contains(&check.as_str());
        assert!(
            grade == "passed" || may_miss && grade == "not-shown",
            "{arguments:?}: {}",
            told.out
        );
    }
    assert_eq!(grades.len(), 7, "{}", told.out);
}

#[test]
fn the_native_solver_passes_the_suite_in_every_game() {
    for game in ["plotting", "swaps", "2248"] {
        // It needs less than the limit.
        assert_passes(&["native", "--game", game], &["limit"]);
    }
}

#[test]
fn the_built_in_solvers_pass_the_suite() {
    let planners: [&[&str]; 4] = [
        &["fast-downward"],
        &["fast-downward", "--game", "2248"],
        &["symk", "--game", "swaps"],
        &["enhsp", "--model", "numeric"],
    ];
    // Fast Downward says that it found no plan, and not whether there is one, unless the translator does.
    for arguments in planners.into_iter().filter(|arguments| has(arguments[0])) {
        assert_passes(arguments, &["unsolvable", "false-proof"]);
    }
    let constraint: [&[&str]; 3] = [
        &["ortools"],
        &["minizinc-gecode", "--game", "swaps"],
        &["minizinc-chuffed", "--model", "s"],
    ];
    for arguments in constraint.into_iter().filter(|arguments| has(arguments[0])) {
        assert_passes(arguments, &[]);
    }
}

#[test]
fn declared_solvers_pass_the_suite() {
    if has_declared("pyperplan") {
        assert_passes(
            &["pyperplan", "--solvers", EXAMPLES, "--model", "lean", "--game", "swaps"],
            &[],
        );
    }
    if has_declared("lpg") {
        // Local search proves nothing.
        let lpg = ["lpg", "--solvers", EXAMPLES, "--game", "swaps", "--time-limit", "10s"];
        assert_passes(&lpg, &["unsolvable", "false-proof"]);
    }
    if has_declared("clingo-swaps") {
        // It looks for longer and longer plans where there is none.
        let clingo =
            ["clingo-swaps", "--solvers", EXAMPLES, "--game", "swaps", "--time-limit", "5s"];
        assert_passes(&clingo, &["unsolvable", "false-proof"]);
    }
    if has_declared("gecode-flatzinc") {
        assert_passes(&["gecode-flatzinc", "--solvers", EXAMPLES, "--game", "swaps"], &[]);
    }
}

/// A folder with a script, and its declaration with more keys.
fn declared(script: &str, keys: &str) -> (Folder, String) {
    let folder = Folder::new();
    let program = folder.file("solver.sh", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let file = folder.file(
        "solvers.yaml",
        format!(
            "solvers:\n  mine:\n    reads: level\n    command: [./solver.sh, \"{{level}}\"]\n{keys}"
        ),
    );
    (folder, file)
}

fn failed(script: &str, keys: &str) -> Vec<String> {
    let (_folder, file) = declared(script, keys);
    let (code, grades, told) = grades(&["mine", "--solvers", &file, "--game", "plotting"]);
    assert_eq!(code, 1, "{}", told.out);
    // Whether the limit or the script is faster is left to chance.
    let failed = grades.into_iter().filter(|(check, grade)| grade == "failed" && check != "limit");
    failed.map(|(check, _)| check).collect()
}

#[test]
fn a_solver_that_lies_fails_what_it_lies_about() {
    let unsolvable = "    unsolvable: {output: none}\n";
    assert_eq!(failed("echo none", unsolvable), ["solvable", "solvable", "crash"]);
    assert_eq!(failed("echo r1 r1 r1", ""), ["solvable", "solvable", "unsolvable", "crash"]);
    // A declaration that takes a failure for a proof.
    let any = "    unsolvable: {exit: [1, 2]}\n";
    assert_eq!(failed("exit 2", any), ["solvable", "solvable", "crash"]);
    // Claimed optimal, and longer than the shortest plan.
    let longer = "grep -q RRRG \"$1\" && echo c2 c1 r1 r2 c4 || exec sleep 60";
    let told = failed(longer, "    optimal: true\n");
    assert!(told.contains(&"solvable".to_owned()), "{told:?}");
}

#[test]
fn a_declared_solver_solves_a_level_and_its_numbers_are_read() {
    let script = "echo 'c1 r1 r2 c4' >plan.1; echo 'seed' $2 'of' $3 s\necho '1,234 states'; echo '2500 ms' >&2";
    let folder = Folder::new();
    let program = folder.file("solver.sh", format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let file = folder.file(
        "solvers.yaml",
        "solvers:\n  mine:\n    about: a script\n    reads: level\n    \
         command: [\"{here}/solver.sh\", \"{level}\", \"{seed}\", \"{time}\"]\n    \
         version: [echo, \"\", \"7.1\"]\n    plan: {file: \"plan.*\"}\n    optimal: {output: seed 5}\n    \
         numbers: {expanded: '([\\d,]+) states', search_seconds: {pattern: '(\\d+) ms', scale: 0.001}, \
         limit: 'of (\\d+) s'}\n",
    );
    let level = folder.file("figure.json", FIGURE_9);
    let solve = |seed: &str| {
        let told = run(&[
            "solve",
            &level,
            "--solver",
            "mine",
            "--solvers",
            &file,
            "--seed",
            seed,
            "--time-limit",
            "30s",
            "--json",
        ]);
        assert_eq!(told.code, 0, "{}{}", told.out, told.err);
        told.json()
    };
    let answer = solve("5");
    assert_eq!(answer["steps"], serde_json::json!(["c1", "r1", "r2", "c4"]));
    assert_eq!((&answer["optimal"], &answer["expanded"]), (&true.into(), &1234.into()));
    assert_eq!((&answer["version"], &answer["search_seconds"]), (&"7.1".into(), &2.5.into()));
    assert_eq!(answer["details"]["limit"], "30");
    assert_eq!(solve("6")["optimal"], false);
    let listed = run(&["solvers", "mine", "--solvers", &file, "--json"]).json();
    assert_eq!((&listed["language"], &listed["found"]), (&"level".into(), &true.into()));
    assert_eq!(listed["programs"][0]["variable"], "PLOTGEN_MINE");
}

#[test]
fn an_anytime_solver_solves_with_the_best_plan_it_has_at_the_limit() {
    // Two plans, the better one first, and half of a third.
    let script = "printf 'c1 r1 r2 c4\\n--\\nc2 c1 r1 r2 c4\\n--\\nc1 r' ; exec sleep 60";
    for (keys, code, outcome) in [("", 3, "timeout"), ("    anytime: true\n", 0, "solved")] {
        let (folder, file) = declared(script, &format!("    plan: {{ends: '^--'}}\n{keys}"));
        let level = folder.file("figure.json", FIGURE_9);
        let told = run(&[
            "solve",
            &level,
            "--solver",
            "mine",
            "--solvers",
            &file,
            "--time-limit",
            "1s",
            "--json",
        ]);
        let answer = told.json();
        assert_eq!((told.code, answer["outcome"].as_str()), (code, Some(outcome)), "{}", told.out);
        assert_eq!((&answer["length"], &answer["optimal"]), (&4.into(), &false.into()));
    }
}

#[test]
fn a_declaration_that_cannot_be_used_is_refused_in_one_sentence() {
    let refused = |keys: &str, sentence: &str| {
        let folder = Folder::new();
        let file = folder.file("solvers.yaml", format!("solvers:\n  {keys}\n"));
        let told = run(&["solvers", "mine", "--solvers", &file]);
        assert_refused(&told, sentence);
    };
    let good = "reads: pddl, command: [p, \"{domain}\", \"{problem}\"]";
    refused(
        "mine: {reads: pddl, command: [p, \"{domain}\"]}",
        "solvers.mine: command: {problem} is needed with reads: pddl",
    );
    refused(
        "mine: {reads: dimacs, command: [p]}",
        "\"dimacs\" is not a language that a declared solver can read (pddl, ",
    );
    refused(
        "mine: {reads: level, command: [p, \"{domain}\", \"{level}\"]}",
        "{domain} does not go with reads: level",
    );
    refused("mine: {reads: level, command: [p, \"{levle}\"]}", "{levle} is not a placeholder");
    refused(&format!("mine: {{{good}, solvd: {{exit: 0}}}}"), "unknown field `solvd`");
    refused(&format!("mine: {{{good}, solved: {{}}}}"), "solved: a condition is empty");
    refused(
        &format!("mine: {{{good}, numbers: {{a: '('}}}}"),
        "\"(\" is not a regular expression: unclosed group",
    );
    refused(&format!("symk: {{{good}}}"), "solvers.symk: a built-in solver has this name");
    refused(&format!("minizinc-x: {{{good}}}"), "a built-in solver has this name");
    refused(&format!("\"a b\": {{{good}}}"), "\"a b\" cannot be the name of a solver");
    refused(
        &format!("mine: {{{good}, plan: {{file: ../plan}}}}"),
        "is not the name of a file in the run's folder",
    );
    refused(
        &format!("mine: {{{good}, optimal: [astar]}}"),
        "optimal: a list of searches goes with {search}",
    );
    refused("mine: {reads: pddl, command: []}", "command: the list is empty");
}

#[test]
fn a_declared_solver_that_is_not_there_is_missing() {
    let folder = Folder::new();
    let declaration =
        "solvers: {mine: {reads: level, command: [./no-such, \"{level}\"], installation: make}}";
    let file = folder.file("solvers.yaml", declaration);
    let told = run(&["solvers", "check", "mine", "--solvers", &file]);
    assert_eq!(told.code, 4, "{}", told.err);
    assert!(
        told.err.contains("./no-such is not on this machine, or is not executable"),
        "{}",
        told.err
    );
    assert!(
        told.err.contains("install it with make, or set PLOTGEN_MINE to its path"),
        "{}",
        told.err
    );
    let told = run(&["solvers", "mine"]);
    assert_refused(&told, "\"mine\" is not a solver (native, ");
}
