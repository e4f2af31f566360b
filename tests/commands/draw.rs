//! `plotgen draw`: what is written where, and how it fails.

use std::fs;

use crate::harness::{Folder, assert_refused, run, run_with};

const PLAN: &[u8] = b"c1 r1 r2 c4";

#[test]
fn a_level_is_drawn_as_svg_without_scripts_or_fonts() {
    let folder = Folder::new();
    let drawn = run(&["draw", &folder.level()]);
    assert_eq!((drawn.code, drawn.err.as_str()), (0, ""));
    assert!(drawn.out.starts_with("<svg ") && drawn.out.ends_with("</svg>\n"), "{}", drawn.out);
    assert!(drawn.out.contains("<title>figure-9</title>"), "{}", drawn.out);
    assert!(drawn.out.contains("goal: at most 1 of 8 blocks left"), "{}", drawn.out);
    for part in ["<script", "<text", "font", "http://www.w3.org/1999", "@keyframes"] {
        assert!(!drawn.out.contains(part), "{part}");
    }
    assert_eq!(drawn.out, run(&["draw", &folder.level(), "--svg"]).out);
}

#[test]
fn a_plan_is_drawn_as_an_animation_a_strip_an_image_and_a_gif() {
    let folder = Folder::new();
    let level = folder.level();
    let animation = run_with(&["draw", &level, "-"], PLAN);
    assert_eq!((animation.code, animation.err.as_str()), (0, ""));
    assert!(animation.out.contains("@keyframes"), "{}", animation.out);
    assert!(animation.out.contains("prefers-reduced-motion"), "{}", animation.out);
    assert!(animation.out.contains("goal met after 4 shots"), "{}", animation.out);
    let strip = run_with(&["draw", &level, "-", "--film"], PLAN);
    assert!(strip.code == 0 && !strip.out.contains("@keyframes"), "{}", strip.err);
    let [png, gif] = ["after.png", "plan.gif"].map(|name| folder.path().join(name));
    let image =
        run_with(&["draw", &level, "-", "--png", "4", "--out", png.to_str().unwrap()], PLAN);
    assert_eq!((image.code, image.out.as_str(), image.err.as_str()), (0, "", ""));
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n"));
    let moving = run_with(&["draw", &level, "-", "--gif", gif.to_str().unwrap()], PLAN);
    assert_eq!((moving.code, moving.out.as_str(), moving.err.as_str()), (0, "", ""));
    assert!(fs::read(&gif).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn an_invalid_plan_is_drawn_up_to_its_flaw() {
    let folder = Folder::new();
    let drawn = run_with(&["draw", &folder.level(), "-"], b"c1 r1 c4 r2");
    assert_eq!(drawn.code, 1);
    let flaw =
        "shot 3, c4: the first block hit is R at row 1, column 4, the hand is G: a null shot";
    assert_eq!(drawn.err, format!("the plan is not valid: {flaw}\n"));
    assert!(drawn.out.contains("the hand is G: a null shot</desc>"), "{}", drawn.out);
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_sentence() {
    let folder = Folder::new();
    let level = folder.level();
    let refused = |arguments: &[&str], sentence: &str| {
        let arguments: Vec<&str> = ["draw"].iter().chain(arguments).copied().collect();
        assert_refused(&run_with(&arguments, PLAN), sentence);
    };
    refused(&[&level, "-", "--png", "5"], "--png 5: only 4 shots can be played");
    refused(&["-", "-"], "only one of the level and the plan can be standard input");
    refused(
        &[&level, "-", "--png", "1", "--scale", "2", "--out", "/nowhere/x.png"],
        "/nowhere/x.png",
    );
    refused(
        &[&level, "-", "--format", "granular"],
        "standard input: line 1: expected an action in parentheses",
    );
    let large = r#"{"name": "large", "grid": ["RRRRRRRRRRRRRRRR"], "goal": 0}"#;
    let large = large.replace("\"RRRRRRRRRRRRRRRR\"", &["\"RRRRRRRRRRRRRRRR\""; 16].join(","));
    let large = folder.file("large.json", large);
    refused(&[&large, "--png", "0", "--scale", "20"], "too many pixels");
}
