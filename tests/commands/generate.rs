//! `plotgen generate`, and the levels that it has made for the project.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::harness::{Folder, assert_refused, run};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn generate_lists_every_board_of_a_size() {
    for (size, boards) in [("2x2", 14), ("2x3", 186), ("3x2", 186), ("3x3", 11_050)] {
        let all = run(&["generate", "--size", size, "--colours", "2..4", "--all"]);
        assert_eq!((all.code, all.out.lines().count()), (0, boards), "{size}");
    }
}

#[test]
fn generate_draws_the_same_levels_from_the_same_seed() {
    let draw = |seed: &str| {
        run(&["generate", "--size", "5x6", "--colours", "4", "--count", "20", "--seed", seed]).out
    };
    assert_eq!(draw("7"), draw("7"));
    assert_ne!(draw("7"), draw("8"));
    let levels = lines(&draw("7"));
    assert_eq!(levels.len(), 20);
    assert!(levels.iter().all(|level| level["goal"] == json!(3)));
}

#[test]
fn generate_writes_a_file_per_level_and_keeps_what_is_there() {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let generate = |extra: &[&str]| {
        run(&[
            &[
                "generate",
                "--size",
                "3x4",
                "--colours",
                "3",
                "--count",
                "5",
                "--seed",
                "7",
                "--goal",
                "half",
                "colours",
                "--out",
                out,
            ],
            extra,
        ]
        .concat())
    };
    assert_eq!(generate(&[]).out, format!("10 levels on 5 boards written to {out}\n"));
    assert_eq!(generate(&[]).code, 0, "the same once more is no conflict");
    let shown = run(&["show", &format!("{out}/3x4-c3-s7-1-g6.json")]);
    assert!(
        shown.out.contains("at most 6 of 12 blocks left (3 colours)"),
        "{}{}",
        shown.out,
        shown.err
    );
    fs::write(format!("{out}/notes.txt"), "mine").unwrap();
    assert_refused(&generate(&[]), "the folder already contains other things (notes.txt)");
    fs::write(format!("{out}/3x4-c3-s7-1-g6.json"), "{}").unwrap();
    assert_refused(&generate(&[]), "3x4-c3-s7-1-g6.json: already exists with different content");
    let summary = generate(&["--force", "--json"]).json();
    assert_eq!(
        (&summary["boards"], &summary["levels"], &summary["seed"]),
        (&json!(5), &json!(10), &json!(7))
    );
    assert_eq!(fs::read_to_string(format!("{out}/notes.txt")).unwrap(), "mine");
}

#[test]
fn generate_keeps_only_levels_that_pass_the_filters() {
    let folder = Folder::new();
    let kept = run(&[
        "generate",
        "--size",
        "4x4",
        "--colours",
        "3",
        "--count",
        "8",
        "--optimum",
        "8..9",
        "--out",
        folder.path().join("out").to_str().unwrap(),
        "--json",
    ]);
    assert!(kept.json()["rejected"].as_u64().unwrap() > 0);
    let solved = run(&["solve", folder.path().join("out").to_str().unwrap(), "--json"]);
    let lengths: Vec<u64> =
        lines(&solved.out).iter().map(|line| line["length"].as_u64().unwrap()).collect();
    assert!(
        lengths.len() == 8 && lengths.iter().all(|length| (8..=9).contains(length)),
        "{lengths:?}"
    );
    let solvable = run(&["generate", "--size", "4x2", "--colours", "2", "--all", "--solvable"]);
    assert!((1..127).contains(&solvable.out.lines().count()));
}

#[test]
fn generate_gives_up_on_filters_that_nothing_passes() {
    let none = run(&["generate", "--size", "2x2", "--colours", "2", "--optimum", "50.."]);
    assert_eq!((none.code, none.out.as_str()), (3, ""));
    assert!(none.err.contains("1000000 boards in a row do not pass the filters"), "{}", none.err);
}

#[test]
fn generate_refuses_what_cannot_be() {
    let refused = |arguments: &[&str], sentence: &str| {
        let run = run(&[&["generate"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(sentence), "{}", run.err);
    };
    refused(&["--size", "0x3", "--colours", "2"], "\"0x3\" is not a size");
    refused(&["--size", "17x3", "--colours", "2"], "\"17x3\" is not a size");
    refused(
        &["--size", "2x2", "--colours", "5"],
        "5 colours do not fit on a board of 2x2, which has 4 cells",
    );
    refused(&["--size", "2x2", "--colours", "2..5"], "5 colours do not fit on a board of 2x2");
    refused(
        &["--size", "2x2", "--colours", "5..9", "--all"],
        "5 colours do not fit on a board of 2x2",
    );
    refused(&["--size", "2x2", "--colours", "0"], "\"0\" is not a number or range of colours");
    refused(
        &["--size", "2x2", "--colours", "2", "--goal", "most"],
        "\"most\" is not a rule for the goal",
    );
    refused(&["--size", "2x2", "--colours", "2", "--goal", "5"], "goal: 5 is outside 0 to 4");
    refused(&["--benchmark"], "--out");
    refused(&["--colours", "2"], "--size");
}

/// The files of a folder with their texts, sorted by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_benchmark_of_the_project_is_what_its_seed_gives() {
    // Solving is part of it: the index holds the optimum of each level.
    let folder = Folder::new();
    let out = folder.path().join("instances");
    let generated =
        run(&["generate", "--benchmark", "--seed", "1", "--out", out.to_str().unwrap()]);
    assert_eq!(generated.out, format!("522 levels on 174 boards written to {}\n", out.display()));
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    assert_eq!(files(&out), files(&project));
}

#[test]
fn the_benchmark_of_swaps_is_what_its_seed_gives() {
    let folder = Folder::new();
    let out = folder.path().join("benchmark");
    let asked = ["generate", "--benchmark", "--game", "swaps", "--seed", "1", "--out"];
    let generated = run(&[&asked[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(generated.out, format!("66 levels on 66 boards written to {}\n", out.display()));
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/swaps/benchmark");
    assert_eq!(files(&out), files(&project));
}

#[test]
fn the_benchmark_of_2248_is_what_its_seed_gives() {
    let folder = Folder::new();
    let out = folder.path().join("benchmark");
    let asked = ["generate", "--benchmark", "--game", "2248", "--seed", "1", "--out"];
    let generated = run(&[&asked[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(generated.out, format!("140 levels on 48 boards written to {}\n", out.display()));
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/2248/benchmark");
    assert_eq!(files(&out), files(&project));
}

#[test]
fn the_hard_pack_of_the_project_is_what_its_seeds_give() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/hard");
    let script = fs::read_to_string(project.join("README.md")).unwrap();
    let commands: Vec<&str> =
        script.lines().filter_map(|line| line.strip_prefix("plotgen ")).collect();
    assert!(!commands.is_empty());
    let mut expected: Vec<(String, String)> = files(&project);
    expected.retain(|(name, _)| name.ends_with(".json"));
    let folder = Folder::new();
    let out = folder.path().join("hard");
    for command in commands {
        let arguments: Vec<&str> = command
            .split(' ')
            .map(|word| if word == "instances/hard" { out.to_str().unwrap() } else { word })
            .collect();
        let generated = run(&arguments);
        assert_eq!(generated.code, 0, "{}", generated.err);
    }
    assert_eq!(files(&out), expected);
}

#[test]
fn an_interrupted_benchmark_writes_nothing() {
    let folder = Folder::new();
    let out = folder.path().join("instances");
    let mut child = crate::harness::plotgen()
        .args(["generate", "--benchmark", "--seed", "1", "--out", out.to_str().unwrap()])
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The small levels are done by then, the large ones are not.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(!out.exists());
}
