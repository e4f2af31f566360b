//! `eprime`.

use std::fs;

use serde_json::{Value, json};

use super::harness::{Folder, assert_refused, run, run_with};

/// Every variant as it is asked for, and what only a model with it says.
const VARIANTS: [(&[&str], &str); 9] = [
    (&["--progress", "sum"], "sum(flatten(grid[step-1,..,..])) > sum(flatten(grid[step,..,..]))"),
    (&["--progress", "count"], "sum([grid[step,row,col] != EMPTY |"),
    (
        &["--progress", "cell"],
        "or([(grid[step-1,row,col] != EMPTY) /\\ (grid[step,row,col] = EMPTY)",
    ),
    (&["--dead-end"], "atmost(flatten(grid[step,..,..]), [1], [colour])"),
    (&["--colours-kept"], "[[hand[step]], flatten(grid[step,..,..])]"),
    (&["--empty-row", "empty"], "(sum([grid[step-1,row,col] | col : GRIDCOLS]) = 0) ->"),
    (&["--empty-row", "last"], "((row = 1) \\/ (grid[step-1,row-1,gridWidth] = EMPTY))) ->"),
    (&["--monochrome"], "(fpCol[step] = right) -> (fpCol[step+1] != left)"),
    (&["--search-order"], "branching on ["),
];

/// All that can be asked for at once.
const EVERYTHING: [&str; 7] =
    ["--progress", "count", "--dead-end", "--colours-kept", "--empty-row", "last", "--monochrome"];

fn model(focus: &str, variants: &[&str]) -> String {
    let told = run(&[&["eprime", "--model", focus], variants].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    told.out
}

#[test]
fn each_variant_is_in_the_model_when_it_is_asked_for_and_only_then() {
    for focus in ["a", "s"] {
        let bare = model(focus, &["--no-search-order"]);
        assert_eq!(bare.contains("wallFall"), focus == "s");
        for (variant, says) in VARIANTS {
            assert!(!bare.contains(says), "{focus} without {variant:?}");
            let with = model(focus, &[&["--no-search-order"], variant].concat());
            for (other, says) in VARIANTS {
                assert_eq!(with.contains(says), other == variant, "{focus} {variant:?}: {other:?}");
            }
        }
        let everything = model(focus, &EVERYTHING);
        let said = VARIANTS.iter().filter(|(_, says)| everything.contains(says)).count();
        assert_eq!(said, 6, "one progress constraint, one form of empty rows");
        assert_eq!(model(focus, &[]), model(focus, &["--search-order", "--progress", "none"]));
    }
}

#[test]
fn parameters_say_everything_and_are_read_as_the_level() {
    let folder = Folder::new();
    for level in [
        json!({"grid": ["RRRG", "RGRR"], "goal": 1}),
        json!({"grid": ["..G", "RRG"], "goal": 0, "hand": "G", "firing": {"rows": [2], "columns": [1, 3]}}),
        json!({"grid": ["R"], "goal": 1, "firing": {"rows": [], "columns": [1]}}),
    ] {
        let file = folder.file("x.json", level.to_string());
        let told = run(&["eprime", "--param", "--steps", "7", &file]);
        assert_eq!(told.code, 0, "{}", told.err);
        for name in [
            "initGrid",
            "goalBlocksRemaining",
            "initHand",
            "fpRowAllowed",
            "fpColAllowed",
            "noSteps be 7",
        ] {
            let says = format!("letting {name} ");
            assert_eq!(format!("{} ", told.out.replace('\n', " ")).matches(&says).count(), 1);
        }
        let shown = run_with(&["show", "-", "--json"], told.out.as_bytes()).json();
        // Colours have other names in a parameter file.
        let published = run(&["convert", "--to", "param", "--steps", "7", &file]);
        let converted = run_with(&["show", "-", "--json"], published.out.as_bytes()).json();
        assert_eq!(shown, converted);
        assert_eq!(shown["hand"].is_null(), level["hand"].is_null());
        assert_eq!(shown["firing"], level["firing"]);
    }
    let other = run(&["eprime", "--param", "--steps", "1", "--goal", "3", &folder.level()]);
    assert!(other.out.contains("letting goalBlocksRemaining be 3\n"), "{}", other.out);
}

#[test]
fn generators_and_conjectures_are_written() {
    let all = run(&["eprime", "--generator"]).out;
    let monochrome = run(&["eprime", "--conjecture", "monochrome"]).out;
    let prefix = run(&["eprime", "--conjecture", "prefix"]).out;
    for text in [&all, &monochrome, &prefix] {
        assert!(text.starts_with("language ESSENCE' 1.0\n\n$ Boards of Plotting"), "{text}");
        assert!(text.contains("given noColours"));
    }
    assert!(!all.contains("col1"));
    assert!(!monochrome.contains("exists row"));
    assert!(prefix.contains("exists row : int(2..gridHeight)"));
}

#[test]
fn eprime_writes_into_a_folder_and_answers_in_json() {
    let folder = Folder::new();
    let other = folder.file("2 b.json", r#"{"name": "2 b", "grid": ["RG"], "goal": 1}"#);
    let out = folder.path().join("out");
    let to = out.to_str().unwrap();
    let arguments =
        ["eprime", "--model", "s", "--steps", "4", &folder.level(), &other, "--out", to];
    let told = run(&arguments);
    assert_eq!(told.out, format!("3 files written to {to}\n"), "{}", told.err);
    for name in ["plotting-s.eprime", "figure-9-4.param", "2_b-4.param"] {
        assert!(out.join(name).is_file(), "{name}");
    }
    let again = [&arguments[..], &["--monochrome"]].concat();
    assert_refused(&run(&again), "plotting-s.eprime: already exists with different content");
    let answer = run(&[&again[..], &["--json", "--force"]].concat()).json();
    assert_eq!(answer["model"]["model"], "s");
    assert_eq!(answer["model"]["variants"]["monochrome"], true);
    assert_eq!(answer["parameters"][1]["level"], "2 b");
    assert_eq!(answer["parameters"][1]["length"], 4);
    assert_eq!(answer["generator"], Value::Null);
    let file = answer["parameters"][1]["file"].as_str().unwrap();
    assert!(fs::read_to_string(file).unwrap().contains("[1, 2]"));
    let answer = run(&["eprime", "--conjecture", "prefix", "--json"]).json();
    assert_eq!(answer["generator"]["conjecture"], "prefix");
    assert!(answer["generator"]["text"].as_str().unwrap().contains("col1 < col2"));
    let told = run(&["eprime", "--generator", "--out", to]);
    assert_eq!(told.out, format!("generator.eprime written to {to}\n"));
}

#[test]
fn eprime_refuses_what_it_cannot_do() {
    let folder = Folder::new();
    let level = &folder.level();
    let several = run(&["eprime", "--param", "--steps", "1", level, level]);
    assert_refused(&several, "several levels need --out DIR");
    let both = run(&["eprime", "--model", "a", "--steps", "1", level]);
    assert_refused(&both, "the model is the same for every level");
    let missing = run(&["eprime", "--param", "--steps", "1", "nowhere.json"]);
    assert_refused(&missing, "nowhere.json: cannot be read");
    for arguments in [
        &[][..],
        &["--param", level],
        &["--param", "--steps", "1"],
        &["--param", "--steps", "1", level, "--dead-end"],
        &["--model", "b"],
        &["--model", "a", "--generator"],
        &["--model", "a", "--steps", "1"],
        &["--model", "a", "--goal", "1"],
        &["--generator", "--monochrome"],
        &["--generator", level, "--steps", "1"],
        &["--conjecture", "columns"],
    ] {
        let refused = run(&[&["eprime"], arguments].concat());
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{arguments:?}");
    }
}
