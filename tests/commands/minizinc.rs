//! `minizinc`, and what the real MiniZinc makes of the models.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plotgen::games::plotting::formats::json;
use serde_json::json;

use super::harness::{Folder, assert_refused, run};
use crate::aloud::skipped;
use crate::plans::{PECULIAR, plans};

const IMPLIED: [&str; 4] = ["--progress", "count", "--dead-end", "--colours-kept"];
const ALL: [&str; 7] =
    ["--progress", "sum", "--dead-end", "--colours-kept", "--empty-row", "last", "--monochrome"];

#[test]
fn minizinc_writes_the_model_with_what_is_asked_for_and_nothing_else() {
    let plain = run(&["minizinc", "--model", "a"]);
    assert_eq!(plain.code, 0);
    assert!(plain.out.starts_with("% Plotting, model A: "), "{}", plain.out);
    assert!(plain.out.contains("solve :: int_search("));
    for word in ["Implied", "Dominance", "Symmetry", "wallFall", "{%", "&lt;", "\n\n\n"] {
        assert!(!plain.out.contains(word), "{word}");
    }
    let state = run(&["minizinc", "--model", "s", "--no-search-order"]).out;
    assert!(state.starts_with("% Plotting, model S: ") && state.contains("wallFall"), "{state}");
    assert!(state.contains("\nsolve satisfy;\n"));
    let all = run(&[&["minizinc", "--model", "a"][..], &ALL].concat()).out;
    for part in [
        "Implied: progress",
        "Implied: dead ends",
        "Implied: colours",
        "Dominance: empty rows",
        "Symmetry: columns",
    ] {
        assert!(all.contains(&format!("% ---------- {part}")), "{part}\n{all}");
    }
}

#[test]
fn minizinc_writes_into_a_folder_and_overwrites_nothing() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let other = folder.file("2 b.json", r#"{"name": "2 b", "grid": ["RG"], "goal": 1}"#);
    let levels = [folder.level(), other];
    let levels = levels.each_ref().map(String::as_str);
    let model = ["minizinc", "--model", "s", "--steps", "4", "--out", out];
    let told = run(&[&model[..], &levels].concat());
    assert_eq!(told.out, format!("3 files written to {out}\n"));
    let data = fs::read_to_string(Path::new(out).join("2_b-4.dzn")).unwrap();
    assert!(data.starts_with("% 2 b\n") && data.contains("noSteps = 4;"), "{data}");
    let dead_end = run(&["minizinc", "--model", "s", "--dead-end", "--out", out]);
    assert_refused(&dead_end, "plotting-s.mzn: already exists with different content");
    let data = ["minizinc", "--data", "--steps", "5", "--goal", "0", "--out", out, "--json"];
    let answer = run(&[&data[..], &levels].concat()).json();
    assert_eq!(answer["model"], json!(null));
    assert_eq!(answer["data"][0]["length"], 5);
    let file = answer["data"][0]["file"].as_str().unwrap();
    assert!(fs::read_to_string(file).unwrap().contains("goalBlocksRemaining = 0;"), "{file}");
    let answer = run(&["minizinc", "--model", "a", "--empty-row", "last", "--json"]).json();
    assert_eq!(answer["model"]["model"], "a");
    assert_eq!(answer["model"]["variants"]["empty_row"], "last");
    assert!(answer["model"]["text"].as_str().unwrap().contains("Dominance"));
}

#[test]
fn minizinc_refuses_what_it_cannot_do() {
    let folder = Folder::new();
    let level = folder.level();
    let both = run(&["minizinc", "--model", "a", "--steps", "3", &level]);
    assert_refused(&both, "the model is the same for every level: --data writes the level's data");
    let several = run(&["minizinc", "--data", "--steps", "3", &level, &level]);
    assert_refused(&several, "several levels need --out DIR");
    let nowhere = run(&["minizinc", "--data", "--steps", "3", "nowhere.json"]);
    assert_refused(&nowhere, "nowhere.json: cannot be read");
    for arguments in [
        &["--model", "b"][..],
        &["--data", "--steps", "3"],
        &["--data", &level],
        &["--data", "--model", "a", "--steps", "3", &level],
        &["--data", "--dead-end", "--steps", "3", &level],
        &["--data", "--steps", "-1", &level],
        &["--model", "a", "--progress", "slow"],
        &["--model", "a", "--steps", "3"],
        &["--model", "a", "--goal", "1"],
        &[],
    ] {
        let refused = run(&[&["minizinc"], arguments].concat());
        assert_eq!(refused.code, 2, "{arguments:?}: {}{}", refused.out, refused.err);
        assert_eq!(refused.out, "", "{arguments:?}");
    }
}

/// MiniZinc with Gecode, if it is on this machine; said aloud if not.
fn minizinc() -> Option<PathBuf> {
    let found = which::which("minizinc").ok().filter(|program| {
        let listed = Command::new(program).arg("--solvers").output();
        listed.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("Gecode"))
    });
    if found.is_none() {
        skipped("minizinc with Gecode is not on this machine");
    }
    found
}

/// All solutions, found by Gecode.
fn solutions(program: &Path, model: &str, data: &str) -> Vec<String> {
    let output = Command::new(program)
        .args(["--solver", "gecode", "--time-limit", "60000", "-a"])
        .args([model, data])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{model}: {told}{errors}");
    assert!(!told.contains("UNKNOWN") && !told.contains("exceeded"), "{model}: {told}");
    told.lines()
        .filter(|line| !line.starts_with("-----") && !line.starts_with("====="))
        .map(str::to_owned)
        .collect()
}

/// Models and data in a folder, for one MiniZinc.
struct Questions {
    program: PathBuf,
    folder: Folder,
}

impl Questions {
    fn new() -> Option<Questions> {
        minizinc().map(|program| Questions { program, folder: Folder::new() })
    }

    fn model(&self, focus: &str, variants: &[&str]) -> String {
        let text = run(&[&["minizinc", "--model", focus], variants].concat()).out;
        self.folder.file(&format!("{focus}{}.mzn", variants.concat()), text)
    }

    fn data(&self, level: &str, steps: usize) -> String {
        let level = self.folder.file("level.json", level);
        let text = run(&["minizinc", "--data", "--steps", &steps.to_string(), &level]).out;
        self.folder.file("level.dzn", text)
    }

    /// Every plan of every length up to one is a solution once, and there are no others.
    fn agree_on_all_plans(&self, models: &[String], level: &str, longest: usize) {
        for steps in 1..=longest {
            let expected = plans(&json::read(level, "level").unwrap(), steps);
            let data = self.data(level, steps);
            for model in models {
                let found = solutions(&self.program, model, &data);
                let told = format!("{model}: {level}, {steps} steps: {found:?}");
                assert_eq!(found.len(), expected.len(), "{told}, not {expected:?}");
                assert!(found.iter().all(|plan| expected.contains(plan)), "{told}");
            }
        }
    }
}

/// Levels on every board of a size with two to four colours.
fn boards(size: &str, goal: &str) -> Vec<String> {
    let listed = run(&["generate", "--size", size, "--colours", "2..4", "--all", "--goal", goal]);
    listed.out.lines().map(str::to_owned).collect()
}

#[test]
fn each_plan_is_one_solution_of_both_models() {
    let Some(questions) = Questions::new() else { return };
    let models = [questions.model("a", &[]), questions.model("s", &[])];
    // Any plan meets these goals.
    let small = boards("2x2", "4");
    assert_eq!(small.len(), 14);
    for level in &small {
        questions.agree_on_all_plans(&models, level, 3);
    }
    for level in boards("2x3", "6").iter().step_by(60).chain(boards("3x2", "6").iter().step_by(60))
    {
        questions.agree_on_all_plans(&models, level, 4);
    }
}

#[test]
#[ignore = "half an hour: cargo test --test commands -- --ignored"]
fn each_plan_on_every_small_board_is_one_solution_of_both_models() {
    let Some(questions) = Questions::new() else { return };
    let models = [questions.model("a", &[]), questions.model("s", &[])];
    for (size, blocks) in [("2x2", "4"), ("2x3", "6"), ("3x2", "6")] {
        // Any plan meets the first goal, few meet the other.
        for level in boards(size, blocks).iter().chain(&boards(size, "colours-1")) {
            questions.agree_on_all_plans(&models, level, 5);
        }
    }
}

#[test]
fn implied_constraints_take_no_plan_away() {
    let Some(questions) = Questions::new() else { return };
    let models: Vec<String> = ["a", "s"]
        .iter()
        .flat_map(|focus| [questions.model(focus, &[]), questions.model(focus, &IMPLIED)])
        .collect();
    for level in PECULIAR {
        questions.agree_on_all_plans(&models, level, 3);
    }
}
