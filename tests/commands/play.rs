//! `plotgen play` on a terminal. `player.py` has one, and presses the keys.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::aloud::skipped;
use crate::harness::{FIGURE_9, Folder, assert_refused, run};

/// A game on a terminal of 80×24 or another size, with what `steps` say.
fn play(
    size: [&str; 2],
    environment: &[(&str, &str)],
    level: &str,
    steps: &Value,
) -> Option<Value> {
    if Command::new("python3").arg("--version").output().is_err() {
        skipped("playing: python3 is not installed");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/player.py");
    let mut player = Command::new("python3")
        .arg(script)
        .args(size)
        .args([env!("CARGO_BIN_EXE_plotgen"), "play", level])
        .env_remove("NO_COLOR")
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    player.stdin.take().unwrap().write_all(steps.to_string().as_bytes()).unwrap();
    let output = player.wait_with_output().unwrap();
    let played: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(played["restored"], true, "{played:#}");
    Some(played)
}

fn screen(played: &Value, index: usize) -> &str {
    played["screens"][index].as_str().unwrap()
}

const SIZE: [&str; 2] = ["80", "24"];
const DOWN: &str = "\u{1b}[B";
const RIGHT: &str = "\u{1b}[C";

#[test]
fn a_level_is_played_to_its_end_by_keys() {
    let folder = Folder::new();
    let steps = json!([
        // The cursor is at row 1; the first column is to the right of it.
        { "wait": "optimum: 4 shots", "keys": RIGHT },
        { "wait": "→ c1 consumes 1 block of R", "keys": "\r" },
        { "wait": "1 shot so far", "keys": DOWN },
        { "wait": "→ r1 consumes 2 blocks of R", "keys": "\r" },
        { "wait": "2 shots so far", "keys": format!("{DOWN}\r") },
        { "wait": "3 shots so far", "keys": ":c4\r" },
        { "wait": "Goal met after 4 shots: that is", "keys": "q" },
    ]);
    let Some(played) = play(SIZE, &[], &folder.level(), &steps) else { return };
    assert_eq!(played["code"], 0, "{played:#}");
    let after = played["after"].as_str().unwrap();
    assert!(after.contains("# figure-9: 4 shots, goal met"), "{played:#}");
    assert!(after.contains("c1 r1 r2 c4"), "{played:#}");
    assert!(screen(&played, 0).contains("figure-9"), "{}", screen(&played, 0));
}

#[test]
fn a_level_for_the_best_score_is_over_only_when_no_move_is_left() {
    let steps = json!([
        { "wait": "optimum: score 36", "keys": "h" },
        { "wait": "hint: ", "keys": ":1,1-2,2\r" },
        { "wait": "1 move so far, score 4", "keys": ":2,1-2,2\r" },
        { "wait": "The game is over after 2 moves with score", "keys": "q" },
    ]);
    let best = "instances/2248/best-of-two.json";
    let Some(played) = play(SIZE, &[], best, &steps) else { return };
    assert!(!screen(&played, 0).contains("Goal met"), "{}", screen(&played, 0));
    let after = played["after"].as_str().unwrap();
    assert!(after.contains("# best-of-two: 2 moves, score 12"), "{played:#}");
}

#[test]
fn steps_are_undone_redone_and_hinted() {
    let folder = Folder::new();
    let steps = json!([
        { "wait": "optimum: 4 shots", "keys": "u" },
        { "wait": "nothing to undo", "keys": "h" },
        { "wait": "hint: c1", "keys": "\r" },
        { "wait": "1 shot so far", "keys": "u" },
        { "wait": "0 shots so far", "keys": "r" },
        { "wait": "1 shot so far", "keys": "s" },
        { "wait": "back at the start", "keys": ":r2\r" },
        { "wait": "1 shot so far", "keys": "h" },
        { "wait": "hint: ", "keys": ":c9\r" },
        { "wait": "c9 is outside the board", "keys": "\u{3}" },
    ]);
    let Some(played) = play(SIZE, &[], &folder.level(), &steps) else { return };
    assert_eq!(played["code"], 0, "{played:#}");
    assert!(played["after"].as_str().unwrap().contains("goal not met"), "{played:#}");
}

#[test]
fn a_null_shot_says_why_and_changes_nothing() {
    let folder = Folder::new();
    let level = folder.file("hand.json", FIGURE_9.replace("\"goal\"", "\"hand\": \"G\", \"goal\""));
    let steps = json!([
        { "wait": "→ r1: the first block hit is R", "keys": "\r" },
        { "wait": "r1: the first block hit is R at row 1, column 1", "keys": "q" },
    ]);
    let Some(played) = play(SIZE, &[], &level, &steps) else { return };
    assert!(screen(&played, 1).contains("0 shots so far"), "{}", screen(&played, 1));
}

#[test]
fn tiles_are_swapped_and_matched_by_picking_cells() {
    let steps = json!([
        { "wait": "optimum: 6 moves", "keys": format!("\r{DOWN}") },
        { "wait": "→ 1,1-2,1 swaps G and H", "keys": "\r" },
        { "wait": "1 move so far", "keys": "q" },
    ]);
    play(SIZE, &[], "instances/swaps/document-1.json", &steps);
}

#[test]
fn without_colour_and_on_a_small_terminal_the_game_is_the_same() {
    let folder = Folder::new();
    let steps = json!([
        { "wait": "optimum: 4 shots", "resize": [40, 16] },
        { "wait": "0 shots so far", "keys": RIGHT },
        { "wait": "→ c1 consumes", "keys": "\r" },
        { "wait": "1 shot so far", "keys": "q" },
    ]);
    let Some(played) = play(SIZE, &[("NO_COLOR", "1")], &folder.level(), &steps) else { return };
    assert_eq!(played["code"], 0, "{played:#}");
}

#[test]
fn without_a_terminal_there_is_no_game() {
    let folder = Folder::new();
    assert_refused(&run(&["play", &folder.level()]), "a game needs a terminal");
}
