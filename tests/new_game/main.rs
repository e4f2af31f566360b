//! A new game needs nothing but itself: `triangle` is shown, validated, solved by Fast Downward,
//! verified, run through a campaign and reported by the command line as it is.
//!
//! This program is its own plotgen: with `PLOTGEN_NEW_GAME` set it is the command line with the new
//! game in its list, which is how the tests, and the runs of a campaign, call it.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

mod triangle;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use plotgen::game::AnyGame;
use plotgen::game::any::game;
use plotgen::games::plotting::game::Plotting;
use serde_json::Value;

use self::triangle::{Level, Triangle, score};

static GAMES: &[&dyn AnyGame] = &[game::<Plotting>(), game::<Triangle>()];

const VARIABLE: &str = "PLOTGEN_NEW_GAME";

/// A level on which the larger digit at each step is not the best choice.
const LEVEL: &str =
    r#"{"game": "triangle", "name": "small", "rows": ["3", "74", "146", "8593", "42171"]}"#;

fn main() -> ExitCode {
    if std::env::var_os(VARIABLE).is_some() {
        return plotgen::cli::main(GAMES);
    }
    let trial = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok::<(), Failed>(())
        })
    };
    let trials = vec![
        trial("a_level_of_the_new_game_is_shown_and_played", shown_and_played),
        trial("a_plan_is_validated_by_its_score", validated),
        trial("fast_downward_solves_and_verifies_the_new_game", solved_and_verified),
        trial("a_campaign_of_the_new_game_is_run_and_reported", run_and_reported),
        trial("bad_levels_are_refused_in_one_sentence", refused),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn plotgen(folder: &Path, arguments: &[&str]) -> Output {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(program);
    command.env(VARIABLE, "1").current_dir(folder).args(arguments).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// A folder with the level in `small.json`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("small.json"), LEVEL).unwrap();
    folder
}

/// The greatest score, by trying every plan.
fn best_score() -> i64 {
    let level: Level = serde_json::from_str(LEVEL).unwrap();
    let plan = |number: usize| -> Vec<&str> {
        (0..4).map(|bit| if number >> bit & 1 == 0 { "l" } else { "r" }).collect()
    };
    (0..16).filter_map(|number| score(&level, &plan(number))).max().unwrap()
}

/// Whether Fast Downward is installed; says so if it is not.
fn has_fast_downward(folder: &Path) -> bool {
    let is_installed = plotgen(folder, &["solvers", "fast-downward"]).status.success();
    if !is_installed {
        println!("SKIPPED: Fast Downward is not installed");
    }
    is_installed
}

fn shown_and_played() {
    let folder = folder();
    let missing = plotgen(folder.path(), &["generate", "--size", "2y2", "--colours", "2"]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("is not a size"), "{missing:?}");
    let other = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;
    fs::write(folder.path().join("other.json"), other).unwrap();
    let other = text(&plotgen(folder.path(), &["show", "other.json"]));
    assert!(other.contains("goal: at most 1 of 8 blocks left"), "a level's keys decide: {other}");
    let shown = text(&plotgen(folder.path(), &["show", "small.json"]));
    assert!(shown.starts_with("small\n   1   3 \n   2   7  4 \n"), "{shown}");
    let played = text(&plotgen(folder.path(), &["simulate", "small.json", "l", "r"]));
    assert!(played.contains("\nstep 2: r; score 11\n"), "{played}");
}

fn validated() {
    let folder = folder();
    fs::write(folder.path().join("plan"), "l l l l").unwrap();
    let valid = text(&plotgen(folder.path(), &["validate", "small.json", "plan"]));
    assert_eq!(valid, "valid: 4 steps, score 20\n");
    fs::write(folder.path().join("plan"), "l up").unwrap();
    let output = plotgen(folder.path(), &["validate", "small.json", "plan"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).starts_with("invalid: step 2, up: up is not a legal step here\n"));
}

fn solved_and_verified() {
    let folder = folder();
    if !has_fast_downward(folder.path()) {
        return;
    }
    let solver = ["--solver", "fast-downward"];
    let solved = plotgen(folder.path(), &["solve", "small.json", solver[0], solver[1], "--json"]);
    let solved = json(&solved);
    assert_eq!(solved["outcome"], "solved");
    assert_eq!(solved["optimal"], true);
    assert_eq!(solved["objective"], "greatest-score");
    assert_eq!(solved["value"], best_score());
    assert_eq!(solved["upper_bound"], best_score());
    let native = plotgen(folder.path(), &["solve", "small.json"]);
    assert_eq!(native.status.code(), Some(2));
    let verified =
        plotgen(folder.path(), &["verify", "small.json", solver[0], solver[1], "--json"]);
    let verified = json(&verified);
    assert_eq!((&verified["agree"], &verified["disagree"]), (&1.into(), &0.into()), "{verified}");
}

fn run_and_reported() {
    let folder = folder();
    if !has_fast_downward(folder.path()) {
        return;
    }
    let campaign = "levels: [small.json]\nconfigurations:\n\
        - {solver: fast-downward}\n- {solver: fast-downward, search: lama-first, name: greedy}\n\
        limits: {time: 60s, memory: 1GB}\n";
    fs::write(folder.path().join("campaign.yaml"), campaign).unwrap();
    let run = plotgen(folder.path(), &["bench", "run", "campaign.yaml", "--out", "out", "--json"]);
    assert_eq!(json(&run)["outcomes"]["solved"], 2, "{run:?}");
    let records = fs::read_dir(folder.path().join("out/records")).unwrap();
    let records: Vec<Value> = records
        .map(|entry| serde_json::from_slice(&fs::read(entry.unwrap().path()).unwrap()).unwrap())
        .collect();
    let best = records.iter().find(|record| record["optimal"] == true).unwrap();
    assert_eq!(best["value"], best_score());
    assert_eq!(best["level"]["game"], "triangle");
    // A lower score is a worse plan, not a wrong one.
    let greedy = records.iter().find(|record| record["optimal"] == false).unwrap();
    assert!(greedy["value"].as_i64().unwrap() <= best_score());
    let report = plotgen(folder.path(), &["bench", "report", "out", "--json"]);
    assert_eq!(json(&report)["wrong"], serde_json::json!([]), "{report:?}");
    let page = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains("\"score\"") && page.contains("Time by rows"));
}

fn refused() {
    let folder = folder();
    for (level, reason) in [
        (r#"{"game": "triangle", "name": "x", "rows": ["3", "7"]}"#, "row 2: not 2 digits"),
        (r#"{"game": "chess", "name": "x"}"#, "\"chess\" is not a game (plotting, triangle)"),
    ] {
        fs::write(folder.path().join("bad.json"), level).unwrap();
        let output = plotgen(folder.path(), &["show", "bad.json"]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(error, format!("error: bad.json: {reason}\n"));
    }
}
