//! The answers of all commands, checked against the JSON Schema in docs/.

use serde_json::{Value, json};

use crate::harness::{Folder, Run, has, run};

/// Checks every line of an answer against the definition of a command.
#[track_caller]
fn check(command: &str, answer: &Run) {
    let mut schema: Value =
        serde_json::from_str(include_str!("../../docs/answers.schema.json")).unwrap();
    assert!(schema["$defs"].get(command).is_some(), "{command} is not in the schema");
    let pointer = format!("#/$defs/{}", command.replace(' ', "%20"));
    schema.as_object_mut().unwrap().insert("$ref".to_owned(), json!(pointer));
    let schema = jsonschema::validator_for(&schema).unwrap();
    let lines: Vec<&str> = answer.out.lines().collect();
    assert!(!lines.is_empty(), "{command} answers nothing: {}", answer.err);
    for line in lines {
        let line: Value = serde_json::from_str(line).unwrap();
        let faults: Vec<String> = schema
            .iter_errors(&line)
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{command}: {}\n{line}", faults.join("\n"));
    }
}

#[test]
fn answers_about_levels_follow_the_schema() {
    let folder = Folder::new();
    let level = folder.level();
    let plan = folder.file("plan", "c1 r1 c2 c4");
    let wrong = folder.file("wrong", "c1 c1");
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (exported, drawn, verified) = (out("exported"), out("drawn"), out("verified"));
    let commands: &[&[&str]] = &[
        &["solve", &level],
        &["solve", &level, "--all-lengths", "--count"],
        &["solve", &level, "--goal-range"],
        &["solve", &level, "--memory-limit", "1B"],
        &["solve", &level, "--objective", "score", "--lives", "0..1"],
        &["arcade", &level],
        &["show", &level],
        &["simulate", &level, "c1", "r1"],
        &["simulate", &level, "c1", "c1"],
        &["shots", &level],
        &["moves", &level, "c1"],
        &["moves", &level, "--count"],
        &["hint", &level, "c1"],
        &["validate", &level, &plan],
        &["validate", &level, &wrong],
        &["convert", &level, "--to", "prob"],
        &["pddl", &level, "--granular"],
        &["pddl", &level, "--lean"],
        &["eprime", &level, "--param", "--steps", "4"],
        &["minizinc", &level, "--data", "--steps", "4"],
        &["export", &level, "--out", &exported],
        &[
            "generate",
            "--size",
            "2x3",
            "--colours",
            "2",
            "--count",
            "3",
            "--seed",
            "1",
            "--out",
            &drawn,
        ],
        &["curate", "--size", "2x3", "--colours", "2"],
        &["stats", "--size", "2x2", "--colours", "2"],
        &["conjecture", "monochrome-left", "--size", "2x4", "--colours", "2"],
        &["solvers"],
        &["verify", "--solver", "fast-downward", &level, "--out", &verified],
    ];
    let is_possible = |arguments: &&&[&str]| arguments[0] != "verify" || has("fast-downward");
    for arguments in commands.iter().filter(is_possible) {
        check(arguments[0], &run(&[arguments, &["--json"][..]].concat()));
    }
}

#[test]
fn answers_about_levels_of_swaps_follow_the_schema() {
    let folder = Folder::new();
    let level = "instances/swaps/document-1.json";
    let plan = folder.file("plan", "1,2-1,3 2,3-3,3 1,3-2,3 1,1-1,3 2,1-2,3 3,1-3,3");
    let wrong = folder.file("wrong", "1,2-1,3 1,1-1,3");
    let out = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (exported, drawn) = (out("exported"), out("drawn"));
    let draw = ["generate", "--size", "3x3", "--kinds", "3", "--count", "2", "--out", &drawn];
    let commands: &[&[&str]] = &[
        &["solve", level],
        &["solve", level, "--cost", "swaps"],
        &["solve", level, "--count"],
        &["show", level],
        &["simulate", level, "1,2-1,3", "2,1-2,2"],
        &["simulate", level, "1,2-1,3", "2,3-3,3"],
        &["moves", level],
        &["hint", level],
        &["validate", level, &plan],
        &["validate", level, &wrong, "--cost", "swaps"],
        &["convert", level, "--to", "json"],
        &["pddl", level, "--six"],
        &["export", level, "--out", &exported],
        &draw,
        &["solve", level, "--solver", "fast-downward"],
    ];
    let is_possible =
        |arguments: &&&[&str]| !arguments.contains(&"fast-downward") || has("fast-downward");
    for arguments in commands.iter().filter(is_possible) {
        check(arguments[0], &run(&[arguments, &["--json"][..]].concat()));
    }
}

#[test]
fn answers_about_levels_of_2248_follow_the_schema() {
    let folder = Folder::new();
    let (start, planned) = ("instances/2248/start.json", "instances/2248/one-join.json");
    let plan = folder.file("plan", "1,1-1,2-2,1-2,2");
    let drawn = folder.path().join("drawn").to_str().unwrap().to_owned();
    let commands: &[&[&str]] = &[
        &["show", start],
        &["show", start, "--goal", "best-score=3"],
        &["simulate", start, "3,1-4,1-5,2", "collapse"],
        &["simulate", planned, "1,1-1,2", "1,1-1,2"],
        &["validate", planned, &plan],
        &["validate", planned, &plan, "--goal", "score=3000"],
        &["moves", start],
        &["moves", start, "--count"],
        &["moves", "instances/2248/adjacent-none.json", "--goal", "blocks=1"],
        &["hint", start],
        &["hint", start, "--adjacent"],
        &["hint", "instances/2248/no-plan.json", "--plan"],
        &["convert", planned, "--to", "json"],
        &["generate", "--game", "2248", "--size", "3x3", "--count", "2", "--out", &drawn],
    ];
    for arguments in commands {
        check(arguments[0], &run(&[arguments, &["--json"][..]].concat()));
    }
    let policy = ["simulate", start, "--policy", "random", "--games", "3", "--moves", "20"];
    check("simulate --policy", &run(&[&policy[..], &["--json"]].concat()));
}

#[test]
fn answers_about_campaigns_follow_the_schema() {
    let folder = Folder::new();
    let campaign = folder.file(
        "campaign.yaml",
        "levels: [level.json]\nconfigurations: [{solver: native}, {solver: minizinc-nobody, model: a}]\n",
    );
    let home = folder.path().join("out");
    let (home, archive) = (home.to_str().unwrap(), folder.path().join("packed.tar.gz"));
    let commands: &[&[&str]] = &[
        &["plan", &campaign],
        &["run", &campaign, "--out", home],
        &["status", home],
        &["report", home],
        &["compare", home, home],
        &["pack", home, "--out", archive.to_str().unwrap()],
    ];
    for arguments in commands {
        let answer = run(&[&["bench"], *arguments, &["--json"]].concat());
        check(&format!("bench {}", arguments[0]), &answer);
    }
}

#[test]
fn the_schema_notices_a_word_with_another_meaning() {
    let answer = |json: Value| Run { code: 0, out: json.to_string(), err: String::new() };
    for wrong in [json!({"moves": [], "level": {"name": "x"}}), json!({"moves": [{"steps": 4}]})] {
        let noticed = std::panic::catch_unwind(|| check("shots", &answer(wrong.clone())));
        assert!(noticed.is_err(), "{wrong}");
    }
}

#[test]
fn the_answer_of_the_conformance_suite_follows_the_schema() {
    check("solvers check", &run(&["solvers", "check", "native", "--json"]));
}
