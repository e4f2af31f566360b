//! External solvers: the real planners, and small scripts in their place that do what planners must not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::harness::{Folder, Run, assert_refused, has, plotgen, run, verify};
use crate::aloud::skipped;

#[test]
fn granular_with_fast_downward_is_the_game() {
    if !has("fast-downward") {
        return;
    }
    let planner =
        ["--model", "granular", "--solver", "fast-downward", "--colours", "2..4", "--seed", "7"];
    let with = |arguments: &[&str]| verify(&[&planner[..], arguments].concat());
    let told = with(&["--all", "2x2"]);
    assert!(told.contains(": 48 levels: 48 agree (48 solved, 0 unsolvable), 0 disagree"), "{told}");
    with(&["--all", "2x3", "--sample", "12"]);
    with(&["--all", "3x2", "--sample", "12"]);
    with(&["--all", "3x3", "--sample", "30", "--goal", "colours-1"]);
    with(&["--all", "2x3", "--sample", "5", "--goal", "0", "colours-1", "--hands", "--firing"]);
    verify(
        &[&planner[..4], &["instances/4x4-c4-1-g3.json", "instances/5x4-c3-1-g2.json"]].concat(),
    );
}

#[test]
fn direct_with_fast_downward_is_the_game() {
    if !has("fast-downward") {
        return;
    }
    let planner =
        ["--model", "direct", "--solver", "fast-downward", "--colours", "2..4", "--seed", "7"];
    let with = |arguments: &[&str]| verify(&[&planner[..], arguments].concat());
    with(&["--all", "2x2"]);
    with(&["--all", "2x3", "--sample", "8"]);
    with(&["--all", "3x3", "--sample", "6", "--goal", "colours-1", "half"]);
    with(&["--all", "2x3", "--sample", "3", "--goal", "0", "colours-1", "--hands", "--firing"]);
}

#[test]
fn lean_with_fast_downward_is_the_game() {
    if !has("fast-downward") {
        return;
    }
    for model in ["lean", "lean-pairs"] {
        let planner =
            ["--model", model, "--solver", "fast-downward", "--colours", "2..4", "--seed", "7"];
        let with = |arguments: &[&str]| verify(&[&planner[..], arguments].concat());
        with(&["--all", "2x2"]);
        with(&["--all", "2x3", "--sample", "12"]);
        with(&["--all", "3x2", "--sample", "12"]);
        with(&["--all", "3x3", "--sample", "12", "--goal", "colours-1"]);
        with(&["--all", "2x3", "--sample", "6", "--goal", "0", "colours-1", "--hands", "--firing"]);
        with(&["--all", "3x2", "--sample", "6", "--goal", "0", "colours-1", "--hands", "--firing"]);
        let files = ["instances/5x5-c4-1-g3.json", "instances/6x5-c5-1-g15.json"];
        verify(&[&planner[..4], &files].concat());
    }
}

#[test]
fn all_models_with_symk_are_the_game() {
    if !has("symk") {
        return;
    }
    for model in ["granular", "direct", "lean", "lean-pairs"] {
        let planner = ["--model", model, "--solver", "symk", "--colours", "2..4", "--seed", "7"];
        let sample = ["--all", "2x3", "--sample", "4", "--goal", "0", "colours-1"];
        verify(&[&planner[..], &sample].concat());
    }
}

#[test]
fn solve_asks_a_planner_and_replays_its_plan() {
    for solver in ["fast-downward", "symk"] {
        if !has(solver) {
            continue;
        }
        for model in ["granular", "direct", "lean"] {
            let folder = Folder::new();
            let keep = folder.path().join("kept");
            let ask = |level: &str, more: &[&str]| {
                run(&[&["solve", level, "--solver", solver, "--model", model], more].concat())
            };
            let answer = ask(&folder.level(), &["--json", "--keep", keep.to_str().unwrap()]).json();
            for (key, value) in [
                ("outcome", json!("solved")),
                ("length", json!(4)),
                ("optimal", json!(true)),
                ("lower_bound", json!(4)),
                ("solver", json!(solver)),
                ("model", json!(model)),
            ] {
                assert_eq!(answer[key], value, "{solver} {model} {key}: {answer}");
            }
            assert!(answer["cpu_seconds"].as_f64().unwrap() > 0.0);
            assert!(answer["peak_memory"].as_u64().unwrap() > 1_000_000);
            assert!(answer["search_seconds"].as_f64().is_some(), "{answer}");
            let kept = keep.join("figure-9");
            let judged =
                run(&["validate", &folder.level(), kept.join("sas_plan").to_str().unwrap()]);
            assert_eq!(judged.code, 0, "{}", judged.out);
            accepted_by_val(&kept);
            let stuck = r#"{"grid": ["RR", "RG", "RG", "GG"], "goal": 1}"#;
            let stuck = ask(&folder.file("stuck.json", stuck), &[]);
            assert_eq!(stuck.code, 1, "{}", stuck.out);
            assert!(stuck.out.starts_with(&format!("# stuck: unsolvable by {solver}")));
        }
    }
}

/// VAL, where it is on the machine, takes the domain, the problem and the plan.
fn accepted_by_val(folder: &Path) {
    match val(folder, "sas_plan") {
        Some(is_valid) => assert!(is_valid),
        None => skipped("VAL is not on this machine"),
    }
}

/// Whether VAL accepts a plan for the model in a folder; `None` without VAL.
fn val(folder: &Path, plan: &str) -> Option<bool> {
    let programs = ["Validate", "validate", "VAL", "val"];
    let mut answers = programs.iter().filter_map(|program| {
        Command::new(program)
            .args(["domain.pddl", "problem.pddl", plan])
            .current_dir(folder)
            .output()
            .ok()
    });
    let output = answers.next()?;
    Some(String::from_utf8_lossy(&output.stdout).contains("Successful plans"))
}

#[test]
fn a_shot_after_the_end_of_a_lean_plan_is_invalid_for_validate_and_for_val() {
    for (model, gates) in [("lean", "g1"), ("lean-pairs", "g1 g2 g3")] {
        let folder = Folder::new();
        let level = folder.file("level.json", r#"{"grid": ["RR"], "goal": 1}"#);
        let flag = format!("--{model}");
        folder.file("domain.pddl", &run(&["pddl", &flag, "--domain", &level]).out);
        folder.file("problem.pddl", &run(&["pddl", &flag, &level]).out);
        let shot = |column| format!("(column-hits-1-sinks-to-floor {column} red {gates})\n");
        let whole = shot("k1") + "(finish r1 sky n1 n1 n0)\n";
        for (text, is_valid) in [(whole.clone(), true), (whole + &shot("k2"), false)] {
            let plan = folder.file("plan", &text);
            let judged = run(&["validate", &level, &plan]);
            assert_eq!(judged.code, i32::from(!is_valid), "{}", judged.out);
            match val(folder.path(), "plan") {
                Some(by_val) => assert_eq!(by_val, is_valid, "{model}: {text}"),
                None => skipped("VAL is not on this machine"),
            }
        }
    }
}

#[test]
fn solve_gives_a_table_for_several_levels_and_searches_as_told() {
    if !has("fast-downward") {
        return;
    }
    let table = run(&["solve", "instances/named", "--solver", "fast-downward", "--threads", "2"]);
    assert_eq!(table.code, 0, "{}{}", table.out, table.err);
    let last = table.out.lines().last().unwrap();
    assert!(last.starts_with("12 levels: 12 solved, 0 unsolvable, 0 not known in "), "{last}");
    let folder = Folder::new();
    let quick =
        run(&["solve", &folder.level(), "--solver", "fast-downward", "--search", "lama-first"]);
    assert_eq!(quick.code, 0, "{}{}", quick.out, quick.err);
    assert!(quick.out.contains("valid by replay, perhaps not optimal"), "{}", quick.out);
}

#[test]
fn a_plan_that_is_neither_optimal_nor_claimed_to_be_is_no_agreement() {
    if !has("fast-downward") {
        return;
    }
    // A board on which the satisficing search finds a plan that is longer than the optimum.
    let levels = "instances/4x5-c3-1-g2.json instances/5x5-c3-1-g2.json instances/5x5-c4-1-g3.json";
    let folder = Folder::new();
    let out = folder.path().join("verify").display().to_string();
    let asked = ["verify", "--solver", "fast-downward", "--search", "lama-first", "--json"];
    let levels: Vec<&str> = levels.split(' ').collect();
    let told = run(&[&asked[..], &["--out", &out], &levels].concat());
    let evidence = told.json();
    assert_eq!(told.code, 3, "{evidence}");
    let agree = evidence["agree"].as_u64().unwrap();
    assert_eq!(agree + evidence["not_known"].as_u64().unwrap(), 3, "{evidence}");
    let remark = evidence["troubles"][0]["remark"].as_str().unwrap();
    assert!(remark.contains("not claimed to be optimal; a best plan has"), "{remark}");
}

#[test]
fn verify_goes_on_where_it_stopped_and_records_the_evidence() {
    if !has("fast-downward") {
        return;
    }
    let folder = Folder::new();
    let (out, evidence) = (folder.path().join("out"), folder.path().join("evidence.json"));
    let arguments = [
        "verify",
        "--model",
        "granular",
        "--solver",
        "fast-downward",
        "--all",
        "2x2",
        "--colours",
        "2",
        "--out",
        out.to_str().unwrap(),
        "--evidence",
        evidence.to_str().unwrap(),
        "--json",
    ];
    let first = run(&arguments).json();
    assert_eq!((&first["count"], &first["agree"]), (&json!(28), &json!(28)), "{first}");
    let written: Value = serde_json::from_slice(&fs::read(&evidence).unwrap()).unwrap();
    assert_eq!(written["model_sha256"].as_str().unwrap().len(), 64);
    // What is done is not asked again: a planner that cannot be run is not missed.
    let ledger = fs::read_to_string(out.join("ledger.jsonl")).unwrap();
    assert_eq!(ledger.lines().count(), 28);
    assert_eq!(run(&arguments).json()["agree"], 28);
    assert_eq!(fs::read_to_string(out.join("ledger.jsonl")).unwrap(), ledger);
}

/// A folder with a script in the place of Fast Downward.
struct Impostor {
    folder: Folder,
    program: String,
}

impl Impostor {
    fn new(script: &str) -> Impostor {
        let folder = Folder::new();
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && echo 'Fast Downward 0' && exit\n{script}\n"
        );
        let program = folder.file("planner", script);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Impostor { folder, program }
    }

    fn ask(&self, arguments: &[&str]) -> Run {
        let output = plotgen()
            .args([
                "solve",
                &self.folder.level(),
                "--solver",
                "fast-downward",
                "--model",
                "granular",
            ])
            .args(arguments)
            .env("PLOTGEN_FAST_DOWNWARD", &self.program)
            .env("TMPDIR", self.folder.path())
            .output()
            .unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The outcome, the exit code, and what is said of it.
    fn outcome(&self, arguments: &[&str]) -> (String, i32, String) {
        let run = self.ask(&[arguments, &["--json"]].concat());
        let answer = run.json();
        let remark = answer["remark"].as_str().unwrap_or_default().to_owned();
        if run.code == 4 {
            let files = answer["files"].as_str().unwrap();
            assert!(Path::new(files).join("stdout").exists(), "the log is kept");
        }
        (answer["outcome"].as_str().unwrap().to_owned(), run.code, remark)
    }
}

const PLAN: &str = "(shooting_column loc_2_4)
(vertical_wildcard_taking loc_2_4 loc_2_3 red)
(vertical_bullet_advancing_absorbing loc_2_4 loc_2_3 red n8 n7)
(vertical_bullet_advancing_absorbing loc_2_3 loc_2_2 red n7 n6)
(vertical_bullet_advancing_reaching_end loc_2_2 loc_2_1)";

#[test]
fn a_planner_that_hangs_is_stopped_with_all_that_it_started() {
    let hanging = Impostor::new("trap '' TERM\nsleep 987654 & sleep 987654 & wait; wait; wait");
    let start = Instant::now();
    let (outcome, code, _) = hanging.outcome(&["--time-limit", "1s"]);
    assert_eq!((outcome.as_str(), code), ("timeout", 3));
    assert!(start.elapsed() < Duration::from_secs(60));
    let left = Command::new("pgrep").args(["-f", "sleep 987654"]).output();
    match left {
        Ok(left) => assert_eq!(String::from_utf8_lossy(&left.stdout), "", "no orphan is left"),
        Err(error) => skipped(&format!("whether orphans are left: no pgrep ({error})")),
    }
}

/// As in a container, whose first process belongs to a session that was opened outside of it.
#[test]
fn a_planner_can_be_asked_in_a_container() {
    let container = ["--map-root-user", "--pid", "--fork", "--mount-proc"];
    let planner = Impostor::new("sleep 0.1 & exit 11");
    let is_possible = Command::new("unshare").args(container).arg("true").output();
    if !is_possible.is_ok_and(|output| output.status.success()) {
        skipped("there are no containers on this machine (unshare)");
        return;
    }
    let output = Command::new("unshare")
        .args(container)
        .args([plotgen().get_program().to_str().unwrap(), "solve", &planner.folder.level()])
        .args(["--solver", "fast-downward", "--time-limit", "60s"])
        .env("PLOTGEN_FAST_DOWNWARD", &planner.program)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("unsolvable by fast-downward"), "{told}{output:?}");
}

#[test]
fn a_plan_that_was_found_before_the_limit_is_not_lost() {
    let plan = crate::validate_planners::GRANULAR;
    let anytime =
        Impostor::new(&format!("echo '{plan}' > sas_plan.1\necho '(sho' > sas_plan.2\nsleep 987"));
    let answer = anytime.ask(&["--time-limit", "2s", "--json"]).json();
    assert_eq!((&answer["outcome"], &answer["length"]), (&json!("timeout"), &json!(4)), "{answer}");
    assert_eq!((&answer["optimal"], &answer["lower_bound"]), (&json!(false), &json!(0)));
}

#[test]
fn a_planner_that_eats_memory_is_stopped() {
    let eating =
        Impostor::new("exec python3 -c 'a = []\nwhile True: a.append(bytearray(1 << 22))'");
    if Command::new("python3").arg("--version").output().is_err() {
        skipped("python3 is not on this machine");
        return;
    }
    let (outcome, code, _) = eating.outcome(&["--memory-limit", "100MB", "--time-limit", "60s"]);
    assert_eq!((outcome.as_str(), code), ("memout", 3));
}

#[test]
fn a_planner_that_says_solved_without_a_plan_has_crashed() {
    let (outcome, code, remark) = Impostor::new("echo Solution found.").outcome(&[]);
    assert_eq!((outcome.as_str(), code), ("crashed", 4));
    assert_eq!(remark, "it exited with 0, but wrote no plan");
}

#[test]
fn a_plan_that_is_half_written_or_does_not_hold_is_wrong() {
    let half = Impostor::new(&format!("printf '%s' '{PLAN}\n(shooting_row loc_1' > sas_plan"));
    let (outcome, code, remark) = half.outcome(&[]);
    assert_eq!((outcome.as_str(), code), ("wrong", 4));
    assert!(remark.starts_with("its plan cannot be read: line 6"), "{remark}");
    let short = Impostor::new(&format!("echo '{PLAN}' > sas_plan"));
    let (outcome, code, remark) = short.outcome(&[]);
    assert_eq!((outcome.as_str(), code), ("wrong", 4));
    assert!(remark.contains("6 blocks are left, the goal is 1"), "{remark}");
}

#[test]
fn exit_codes_mean_what_the_planner_says_they_mean() {
    for (script, expected, code) in [
        ("exit 11", "unsolvable", 1),
        ("exit 12", "crashed", 4),
        ("exit 21", "timeout", 3),
        ("exit 22", "memout", 3),
        ("exit 23", "timeout", 3),
        ("echo no such heuristic >&2; exit 33", "crashed", 4),
        ("kill -SEGV $$", "crashed", 4),
    ] {
        let (outcome, exit, remark) = Impostor::new(script).outcome(&[]);
        assert_eq!((outcome.as_str(), exit), (expected, code), "{script}");
        if script.contains("heuristic") {
            let told = "it exited with 33 (it does not accept its input): no such heuristic";
            assert_eq!(remark, told);
        }
    }
}

#[test]
fn a_false_unsolvable_and_a_false_optimum_are_found_by_verify() {
    let folder = Folder::new();
    let verify = |model: &str, planner: &Impostor| {
        let out = planner.folder.path().join("out");
        let output = plotgen()
            .args(["verify", "--model", model, "--solver", "fast-downward", "--json"])
            .args([&folder.level(), "--out", out.to_str().unwrap()])
            .env("PLOTGEN_FAST_DOWNWARD", &planner.program)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["disagree"], 1);
        let trouble = &answer["troubles"][0];
        let files = Path::new(trouble["files"].as_str().unwrap()).to_owned();
        for file in ["domain.pddl", "problem.pddl", "level.json", "why.txt"] {
            assert!(files.join(file).exists(), "{file} is kept");
        }
        trouble["remark"].as_str().unwrap().to_owned()
    };
    let remark = verify("granular", &Impostor::new("exit 11"));
    assert_eq!(remark, "claimed unsolvable, but there is a plan of 4 shots");
    // Five shots where four do.
    let long = "(shoot-partial-row r2 c1 red)\n(shoot-column c4 r1 green)\n(shoot-column c3 r2 red)\n\
                (shoot-column c2 r2 red)\n(shoot-partial-row r2 c3 red)";
    let remark = verify("direct", &Impostor::new(&format!("echo '{long}' > sas_plan")));
    assert_eq!(remark, "a plan of 5 shots, valid by replay, but a best plan has 4 shots");
}

#[test]
fn what_cannot_be_run_is_said_in_a_sentence() {
    let folder = Folder::new();
    let with = |program: &str| {
        let output = plotgen()
            .args(["solve", &folder.level(), "--solver", "fast-downward"])
            .env("PLOTGEN_FAST_DOWNWARD", program)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(4));
        String::from_utf8(output.stderr).unwrap()
    };
    let plain = folder.file("planner", "no program");
    assert!(with(&plain).contains("it is not executable"), "{}", with(&plain));
    assert!(with("/nowhere/planner").contains("there is no such program"));
    let missing = plotgen()
        .args(["solve", &folder.level(), "--solver", "symk"])
        .env("PATH", "/nowhere")
        .env("PLOTGEN_SOLVERS", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(4));
    let sentence = String::from_utf8(missing.stderr).unwrap();
    assert!(sentence.contains("install it with scripts/setup-solvers symk"), "{sentence}");
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let folder = Folder::new();
    let level = folder.level();
    assert_refused(&run(&["solve", &level, "--solver", "magic"]), "\"magic\" is not a solver");
    assert_refused(&run(&["solve", &level, "--model", "direct"]), "--model goes with an external");
    let count = run(&["solve", &level, "--solver", "fast-downward", "--count"]);
    assert_refused(&count, "--count goes with the native solver only");
    let verify = |arguments: &[&str]| {
        run(&[&["verify", "--solver", "symk", "--model", "direct"], arguments].concat())
    };
    assert_eq!(verify(&[]).code, 2, "verify needs levels");
    assert_eq!(verify(&["--all", "2x2", "--colours", "2", "--sample", "0"]).code, 2);
    assert_refused(
        &verify(&["--all", "4x4", "--colours", "4", "--sample", "2"]),
        "--all 4x4: too many boards to list: 4x4 has more than 12 cells",
    );
    assert_refused(
        &verify(&["--all", "2x2", "--colours", "2", "--goal", "9"]),
        "no board has this many blocks",
    );
}

#[test]
fn what_cannot_be_written_is_found_out_before_a_planner_is_asked() {
    let planner = Impostor::new("exit 11");
    let kept = planner.folder.path().join("kept");
    fs::create_dir_all(kept.join("figure-9")).unwrap();
    let there = planner.ask(&["--keep", kept.to_str().unwrap()]);
    assert_refused(&there, "already exists; give --keep another folder");
    let out = planner.folder.path().join("out");
    let output = plotgen()
        .args(["verify", "--model", "direct", "--solver", "fast-downward", &planner.folder.level()])
        .args(["--evidence", "/nowhere/evidence.json", "--out", out.to_str().unwrap()])
        .env("PLOTGEN_FAST_DOWNWARD", &planner.program)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!out.exists(), "nothing was written");
}

#[test]
fn verify_asks_each_level_once() {
    let planner = Impostor::new("exit 11");
    let level = planner.folder.level();
    let red = planner.folder.file("red.json", r#"{"grid": ["RG", "GG"], "goal": 0, "hand": "R"}"#);
    let output = plotgen()
        .args([
            "verify",
            "--model",
            "direct",
            "--solver",
            "fast-downward",
            "--json",
            "--workers",
            "4",
        ])
        .args([&level, &level, &level, &level, &red, "--hands"])
        .args(["--out", planner.folder.path().join("out").to_str().unwrap()])
        .env("PLOTGEN_FAST_DOWNWARD", &planner.program)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    // Figure 9 with a wildcard, red and green; the other with red, which is its own hand, and green.
    assert_eq!((&answer["count"], &answer["disagree"]), (&json!(5), &json!(3)), "{answer}");
}

#[test]
fn solvers_lists_every_solver_and_how_to_get_it() {
    let output = plotgen()
        .args(["solvers"])
        .env("PATH", "/nowhere")
        .env("PLOTGEN_SOLVERS", "/nowhere")
        .output()
        .unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    for line in
        ["native ", "fast-downward ", "symk ", "savilerow-kissat ", "minizinc-chuffed ", "ortools "]
    {
        assert!(listed.lines().any(|listed| listed.starts_with(line)), "{listed}");
    }
    let about = |name: &str| {
        let line = listed.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.len() - line[name.len()..].trim_start().len()
    };
    assert_eq!(about("native"), about("savilerow-cadical"), "{listed}");
    assert!(listed.contains(
        "fast-downward is not on this machine: install it with scripts/setup-solvers fast-downward"
    ));
}
