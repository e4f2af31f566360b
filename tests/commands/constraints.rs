//! The constraint models on the real solvers, the loop over the lengths of plans, and scripts in the place
//! of MiniZinc that do what it must not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::harness::{Folder, assert_refused, has, plotgen, run, verify};
use crate::plans::PECULIAR;

const VARIANTS: [&[&str]; 9] = [
    &["--progress", "sum"],
    &["--progress", "count"],
    &["--progress", "cell"],
    &["--dead-end"],
    &["--colours-kept"],
    &["--empty-row", "empty"],
    &["--empty-row", "last"],
    &["--monochrome"],
    &["--no-search-order"],
];

const ALL_VARIANTS: &[&str] = &[
    "--progress",
    "count",
    "--dead-end",
    "--colours-kept",
    "--empty-row",
    "last",
    "--monochrome",
    "--no-search-order",
];

/// Some levels of all sorts.
const MIXED: &[&str] =
    &["--all", "2x3", "--colours", "2..3", "--sample", "2", "--goal", "colours-1"];

/// Levels that models have got wrong, in a folder.
fn peculiar() -> Folder {
    let folder = Folder::new();
    for (index, level) in PECULIAR.iter().enumerate() {
        folder.file(&format!("{index}.json"), level);
    }
    folder
}

fn is_the_game(model: &str, solver: &str, levels: &[&[&str]]) {
    for levels in levels {
        let with = ["--model", model, "--solver", solver, "--seed", "7"];
        verify(&[&with[..], levels].concat());
    }
}

#[test]
fn a_and_s_on_gecode_are_the_game() {
    if !has("minizinc-gecode") {
        return;
    }
    for model in ["a", "s"] {
        is_the_game(
            model,
            "minizinc-gecode",
            &[
                &["--all", "2x2", "--colours", "2..4"],
                &["--all", "2x3", "--colours", "2..4", "--sample", "8"],
                &["--all", "3x2", "--colours", "2..4", "--sample", "8"],
                &["--all", "3x3", "--colours", "2..4", "--sample", "5", "--goal", "colours-1"],
                &[MIXED, &["--hands", "--firing"]].concat(),
            ],
        );
    }
}

#[test]
fn no_variant_on_gecode_changes_an_answer() {
    if !has("minizinc-gecode") {
        return;
    }
    let peculiar = peculiar();
    let peculiar = [peculiar.path().to_str().unwrap()];
    for model in ["a", "s"] {
        for variants in VARIANTS.iter().chain([&ALL_VARIANTS]) {
            let levels = [[MIXED, variants].concat(), [&peculiar, *variants].concat()];
            is_the_game(model, "minizinc-gecode", &levels.each_ref().map(Vec::as_slice));
        }
    }
}

#[test]
fn a_and_s_on_chuffed_are_the_game() {
    if !has("minizinc-chuffed") {
        return;
    }
    for model in ["a", "s"] {
        is_the_game(
            model,
            "minizinc-chuffed",
            &[
                &["--all", "2x2", "--colours", "2..4", "--sample", "2"],
                &["--all", "3x3", "--colours", "2..4", "--sample", "2", "--goal", "colours-1"],
                &[MIXED, ALL_VARIANTS].concat(),
            ],
        );
    }
}

#[test]
fn a_on_ortools_is_the_game() {
    if !has("ortools") {
        return;
    }
    is_the_game(
        "a",
        "ortools",
        &[
            &["--all", "2x2", "--colours", "2..4"],
            &["--all", "2x3", "--colours", "2..4", "--sample", "10"],
            &["--all", "3x3", "--colours", "2..4", "--sample", "6", "--goal", "colours-1"],
            &[MIXED, &["--hands", "--firing"]].concat(),
            &[&[peculiar().path().to_str().unwrap()], ALL_VARIANTS].concat(),
        ],
    );
}

#[test]
fn a_and_s_through_savile_row_are_the_game() {
    let peculiar = peculiar();
    let peculiar = [peculiar.path().to_str().unwrap()];
    for solver in [
        "savilerow-kissat",
        "savilerow-cadical",
        "savilerow-chuffed",
        "savilerow-ortools",
        "savilerow-minion",
    ] {
        if !has(solver) {
            continue;
        }
        for model in ["a", "s"] {
            is_the_game(model, solver, &[&peculiar[..], &[MIXED, ALL_VARIANTS].concat()]);
        }
    }
}

#[test]
fn solve_goes_from_length_to_length() {
    for solver in ["minizinc-gecode", "minizinc-chuffed", "ortools", "savilerow-kissat"] {
        if !has(solver) {
            continue;
        }
        let folder = Folder::new();
        let ask = |more: &[&str]| {
            run(&[&["solve", &folder.level(), "--solver", solver, "--json"], more].concat())
        };
        let steps = |answer: &Value| -> Vec<(u64, String)> {
            let phases = answer["phases"].as_array().unwrap().iter();
            let phase = |phase: &Value| {
                (phase["length"].as_u64().unwrap(), phase["result"].as_str().unwrap().to_owned())
            };
            phases.map(phase).collect()
        };
        let told = ask(&["--model", "a"]);
        let answer = told.json();
        assert_eq!(told.code, 0, "{solver}: {answer}");
        for (key, value) in [
            ("outcome", json!("solved")),
            ("length", json!(4)),
            ("optimal", json!(true)),
            ("lower_bound", json!(4)),
            ("model", json!("a")),
        ] {
            assert_eq!(answer[key], value, "{solver} {key}: {answer}");
        }
        let refuted = |steps| (steps, "refuted".to_owned());
        let plan = (4, "plan".to_owned());
        assert_eq!(steps(&answer), [refuted(1), refuted(2), refuted(3), plan.clone()]);
        assert!(answer["search_seconds"].as_f64().is_some(), "{answer}");
        assert!(answer["phases"][3]["variables"].as_u64().unwrap() > 10, "{answer}");
        // The native solver proves at once that four shots are needed.
        assert_eq!(steps(&ask(&["--from", "native"]).json()), [plan]);
        let later = ask(&["--from", "4"]).json();
        assert_eq!((&later["optimal"], &later["outcome"]), (&json!(false), &json!("solved")));
        let one = ask(&["--horizon", "3"]);
        assert_eq!((one.code, one.json()["outcome"].clone()), (1, json!("refuted")));
        assert_eq!(one.json()["lower_bound"], 1, "other lengths were not asked about");
        let stuck = folder.file("stuck.json", r#"{"grid": ["GR", "RR"], "goal": 1}"#);
        let stuck = run(&["solve", &stuck, "--solver", solver, "--parallel-horizons", "2"]);
        assert!(stuck.out.contains("optimal by"), "{}", stuck.out);
        let hopeless =
            folder.file("hopeless.json", r#"{"grid": ["RR", "RG", "RG", "GG"], "goal": 1}"#);
        if solver == "minizinc-gecode" {
            let hopeless = run(&["solve", &hopeless, "--solver", solver]);
            assert_eq!(hopeless.code, 1, "{}", hopeless.out);
            assert!(hopeless.out.starts_with("# hopeless: unsolvable by minizinc-gecode"));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], sentence: &str| {
        assert_refused(&run(&[&["solve", &folder.level()], arguments].concat()), sentence);
    };
    refused(&["--solver", "minizinc-"], "\"minizinc-\" is not a solver (native, fast-downward");
    refused(&["--solver", "ortools", "--model", "s"], "there is no model s in that language");
    refused(&["--solver", "symk", "--model", "a"], "symk reads PDDL: there is no model a");
    refused(&["--solver", "ortools", "--search", "x"], "ortools is not a planner");
    refused(&["--solver", "symk", "--dead-end"], "variants go with the models a and s only");
    refused(&["--model", "a"], "--model goes with an external solver only");
    refused(&["--dead-end"], "a variant of a model goes with an external solver only");
    refused(&["--horizon", "4"], "--horizon goes with an external solver only");
    if has("minizinc-gecode") {
        refused(
            &["--solver", "minizinc-gecode", "--horizon", "9"],
            "--horizon 9: a plan for figure-9 has at most 7 shots",
        );
    }
}

/// A folder with a script in the place of MiniZinc.
struct Impostor {
    folder: Folder,
    program: String,
}

const GECODE: &str = r#"[{"id": "org.gecode.gecode", "version": "6"}]"#;

impl Impostor {
    fn new(script: &str) -> Impostor {
        let folder = Folder::new();
        let script = format!(
            "#!/bin/sh\ncase $1 in --version) echo 'version 0.0'; exit;; --solvers-json) echo '{GECODE}'; exit;; esac\n{script}\n"
        );
        let program = folder.file("minizinc", script);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Impostor { folder, program }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = plotgen();
        command
            .args(["solve", &self.folder.level(), "--solver", "minizinc-gecode", "--json"])
            .args(arguments)
            .env("PLOTGEN_MINIZINC", &self.program)
            .env("TMPDIR", self.folder.path())
            .stdout(Stdio::piped());
        command
    }

    fn ask(&self, arguments: &[&str]) -> Value {
        let output = self.command(arguments).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
    }
}

/// Refutes lengths up to this one, then does something else.
fn refuting(last: usize, then: &str) -> String {
    format!(
        "if [ $(grep -o 'noSteps = [0-9]*' level.dzn | grep -o '[0-9]*$') -le {last} ]; then
           echo '{{\"type\": \"status\", \"status\": \"UNSATISFIABLE\"}}'
         else {then}
         fi"
    )
}

#[test]
fn a_limit_is_for_all_lengths_together_and_what_is_refuted_is_said() {
    let slow = Impostor::new(&refuting(2, "sleep 987"));
    let start = Instant::now();
    let answer = slow.ask(&["--time-limit", "2s"]);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert_eq!(
        (&answer["outcome"], &answer["lower_bound"], &answer["length"]),
        (&json!("timeout"), &json!(3), &Value::Null),
        "{answer}"
    );
}

#[test]
fn an_interrupted_run_says_what_is_refuted() {
    let slow = Impostor::new(&refuting(2, "touch $PLOTGEN_TEST_MARK; sleep 987"));
    let mark = slow.folder.path().join("mark");
    let child = slow.command(&[]).env("PLOTGEN_TEST_MARK", &mark).spawn().unwrap();
    let start = Instant::now();
    while !mark.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&answer["outcome"], &answer["lower_bound"]),
        (&json!("interrupted"), &json!(3)),
        "{answer}"
    );
}

#[test]
fn lengths_at_once_are_not_more_than_there_are() {
    let refuting = Impostor::new(&refuting(9, "exit 1"));
    let answer = refuting.ask(&["--parallel-horizons", "1000000", "--memory-limit", "700MB"]);
    assert_eq!(answer["outcome"], "unsolvable", "{answer}");
    assert_eq!(answer["phases"].as_array().unwrap().len(), 7);
}

#[test]
fn a_plan_is_not_lost_when_a_shorter_length_crashes() {
    let plan = "echo '{\"type\": \"solution\", \"output\": {\"default\": \"c1 r1 r2 c4\"}}'";
    let steps = "$(grep -o 'noSteps = [0-9]*' level.dzn | grep -o '[0-9]*$')";
    let script = format!("if [ {steps} = 3 ]; then sleep 0.2; exit 1; else {plan}; fi");
    let answer =
        Impostor::new(&refuting(2, &script)).ask(&["--from", "3", "--parallel-horizons", "2"]);
    assert_eq!((&answer["outcome"], &answer["length"]), (&json!("crashed"), &json!(4)), "{answer}");
}

/// A backend that is killed leaves what one leaves that has refuted.
#[test]
fn a_backend_of_savile_row_that_dies_refutes_nothing() {
    if !has("savilerow-kissat") {
        return;
    }
    for script in ["#!/bin/sh\nkill -9 $$\n", "#!/bin/sh\nexit 0\n"] {
        let folder = Folder::new();
        let backend = folder.file("backend", script);
        fs::set_permissions(&backend, fs::Permissions::from_mode(0o755)).unwrap();
        for (solver, variable) in [
            ("savilerow-kissat", "PLOTGEN_KISSAT"),
            ("savilerow-chuffed", "PLOTGEN_FZN_CHUFFED"),
            ("savilerow-gecode", "PLOTGEN_FZN_GECODE"),
        ] {
            let output = plotgen()
                .args(["solve", &folder.level(), "--solver", solver, "--horizon", "4", "--json"])
                .env(variable, &backend)
                .env("TMPDIR", folder.path())
                .output()
                .unwrap();
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answer["outcome"], "crashed", "{answer}");
        }
    }
}

#[test]
fn what_is_neither_a_plan_nor_a_refutation_has_crashed() {
    for (script, remark) in [
        ("exit 1", "asked for a plan of length 1, it exited with 1 (it says nothing)"),
        ("echo nonsense", "asked for a plan of length 1, it exited with 0 (it says nothing)"),
        (
            "echo '{\"type\": \"error\", \"what\": \"syntax\", \"message\": \"no  such thing\"}'; exit 1",
            "asked for a plan of length 1, no such thing",
        ),
        (
            "echo '{\"type\": \"status\", \"status\": \"UNKNOWN\"}'",
            "asked for a plan of length 1, it says UNKNOWN",
        ),
    ] {
        let impostor = Impostor::new(script);
        let answer = impostor.ask(&[]);
        assert_eq!(
            (&answer["outcome"], answer["remark"].as_str().unwrap()),
            (&json!("crashed"), remark),
            "{answer}"
        );
        let files = Path::new(answer["files"].as_str().unwrap()).join("01");
        assert!(files.join("model.mzn").exists() && files.join("stdout").exists());
    }
}

#[test]
fn a_plan_of_another_length_or_one_that_is_none_is_wrong() {
    let solution = |shots: &str| {
        Impostor::new(&format!(
            "echo '{{\"type\": \"solution\", \"output\": {{\"default\": \"{shots}\"}}}}'"
        ))
        .ask(&[])
    };
    let answer = solution("c1 r1 r2 c4");
    assert_eq!(answer["outcome"], "wrong");
    assert_eq!(answer["remark"], "it was asked for a plan of 1 shot, and gave one of 4");
    assert_eq!(solution("c1")["outcome"], "wrong");
}
