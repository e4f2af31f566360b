//! `plotgen curate` and `plotgen stats`.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{Folder, assert_refused, run};

/// The entries of a run with `--json`.
fn curated(arguments: &[&str]) -> Vec<Value> {
    let told = run(&[&["curate", "--json"], arguments].concat());
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
    told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn grid(entry: &Value) -> String {
    let rows: Vec<&str> = entry["definition"]["grid"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    rows.join("/")
}

#[test]
fn the_best_boards_by_spread_are_those_of_the_article() {
    for (size, expected, lengths) in [
        ("2x2", "RR/GR", json!([1, 2, 3])),
        ("2x3", "RRR/GGG", json!([2, 3, 4, 5])),
        ("3x2", "RG/RG/GG", json!([2, 3, 4, 5])),
    ] {
        let best = curated(&["--size", size, "--colours", "2..4", "--all", "--rank", "spread"]);
        assert_eq!(grid(&best[0]), expected);
        assert_eq!(best[0]["metrics"]["lengths"]["all"], lengths);
        assert!(
            best[1]["score"].as_f64() < best[0]["score"].as_f64(),
            "{size}: it is the only one"
        );
    }
    // For three colours two boards of Figure 16 share the first place with others.
    for (size, wanted) in [("2x3", "RRG/GGB"), ("3x2", "RG/RG/BR")] {
        let best = curated(&["--size", size, "--colours", "3", "--top", "all"]);
        let found = best.iter().find(|entry| grid(entry) == wanted).unwrap();
        assert_eq!(found["score"], best[0]["score"], "{size}");
    }
}

#[test]
fn the_boards_of_figures_16_and_17_have_the_lengths_that_it_says() {
    let all = curated(&["instances/named"]);
    for (name, least, most) in [
        ("figure-16a", 2, 5),
        ("figure-16b", 2, 4),
        ("figure-16c", 2, 5),
        ("figure-16d", 2, 4),
        ("figure-16e", 3, 6),
        ("figure-16f", 3, 6),
        ("figure-16g", 7, 14),
        ("figure-16h", 10, 23),
    ] {
        let entry = all.iter().find(|entry| entry["level"] == name).unwrap();
        let metrics = &entry["metrics"];
        assert_eq!(
            (&metrics["optimum"], &metrics["lengths"]["most"]),
            (&json!(least), &json!(most))
        );
    }
    let long = all.iter().find(|entry| entry["level"] == "figure-17").unwrap();
    assert_eq!(long["metrics"]["optimum"], 10);
    assert_eq!(long["metrics"]["fewest"], long["metrics"]["goal"]);
}

#[test]
fn boards_are_kept_by_formulas_and_ranked_by_them() {
    let wanted = "optimum >= 4 and lengths.spread >= 2 and not 5 in lengths.all or greedy > 7";
    let kept = curated(&[
        "--size",
        "3x3",
        "--colours",
        "2..3",
        "--where",
        wanted,
        "--rank",
        "-first.share + forced / 10",
        "--top",
        "50",
    ]);
    assert!(kept.len() > 10, "{}", kept.len());
    for entry in &kept {
        let metrics = &entry["metrics"];
        let number = |name: &str| metrics[name].as_u64().unwrap();
        let lengths = metrics["lengths"]["all"].as_array().unwrap();
        assert!(
            number("optimum") >= 4
                && metrics["lengths"]["spread"].as_u64().unwrap() >= 2
                && !lengths.contains(&json!(5))
                || number("greedy") > 7
        );
        let score = number("forced") as f64 / 10.0 - metrics["first"]["share"].as_f64().unwrap();
        assert!((entry["score"].as_f64().unwrap() - score).abs() < 1e-9);
    }
    assert!(kept.windows(2).all(|pair| pair[0]["score"].as_f64() >= pair[1]["score"].as_f64()));
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let choose = |threads| {
        curated(&[
            "--size",
            "3x3",
            "--colours",
            "2",
            "--goal",
            "every",
            "--top",
            "30",
            "--threads",
            threads,
        ])
    };
    assert_eq!(choose("1"), choose("3"));
}

#[test]
fn levels_that_differ_only_in_colours_are_kept_once() {
    let folder = Folder::new();
    folder.file("same.json", r#"{"name": "same", "grid": ["BBBK", "BKBB"], "goal": 1}"#);
    folder.file("other.json", r#"{"name": "other", "grid": ["RRRG", "RGRR"], "goal": 2}"#);
    let kept = curated(&[folder.path().to_str().unwrap()]);
    let names: Vec<&Value> = kept.iter().map(|entry| &entry["level"]).collect();
    assert_eq!(names, ["figure-9", "other"]);
}

#[test]
fn a_pack_is_a_folder_of_levels_with_an_index_and_a_gallery() {
    let folder = Folder::new();
    let pack = folder.path().join("pack");
    let pack = pack.to_str().unwrap();
    let write = |extra: &[&str]| {
        let arguments =
            ["curate", "--size", "2x3", "--colours", "2..3", "--top", "5", "--out", pack];
        run(&[&arguments, extra].concat())
    };
    let told = write(&[]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.out.ends_with(&format!("5 levels written to {pack}; see {pack}/gallery.html\n")));
    let index = fs::read_to_string(format!("{pack}/pack.jsonl")).unwrap();
    let entries: Vec<Value> =
        index.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let gallery = fs::read_to_string(format!("{pack}/gallery.html")).unwrap();
    assert_eq!((entries.len(), gallery.matches("<article").count()), (5, 5));
    // The name space of SVG is a name, not a link.
    let linked = gallery.replace("http://www.w3.org/2000/svg", "");
    assert!(!linked.contains("http://") && !linked.contains("https://"), "it needs nothing else");
    for entry in &entries {
        let file = format!("{pack}/{}", entry["file"].as_str().unwrap());
        let solved = run(&["solve", &file, "--json", "--all-lengths", "--count"]).json();
        assert_eq!(solved["length"], entry["metrics"]["optimum"]);
        assert_eq!(solved["lengths"], entry["metrics"]["lengths"]["all"]);
        assert_eq!(solved["count"], entry["metrics"]["plans"]);
        assert_eq!(solved["shots"], entry["shots"]);
        assert!(gallery.contains(entry["file"].as_str().unwrap()));
    }
    assert_refused(&write(&[]), "the folder already contains other things (2x3-");
    fs::write(format!("{pack}/notes.txt"), "mine").unwrap();
    assert_eq!(write(&["--force"]).code, 0);
    assert_eq!(fs::read_to_string(format!("{pack}/notes.txt")).unwrap(), "mine");
    let summary = write(&["--force", "--json"]).json();
    assert_eq!((&summary["boards"], &summary["kept"]), (&json!(121), &json!(5)));
}

#[test]
fn names_in_a_gallery_are_text_and_never_markup() {
    let folder = Folder::new();
    let name = "<script>alert(1)</script>";
    let level = json!({"name": name, "grid": ["RRG", "GGR"], "goal": 1}).to_string();
    folder.file("level.json", level);
    let pack = folder.path().join("pack");
    let told = run(&["curate", &folder.level(), "--out", pack.to_str().unwrap()]);
    assert_eq!(told.code, 0, "{}", told.err);
    let gallery = fs::read_to_string(pack.join("gallery.html")).unwrap();
    assert!(!gallery.contains(name) && gallery.contains("alert(1)"));
}

#[test]
fn wrong_formulas_and_ranges_are_refused_with_the_place() {
    let board = ["--size", "2x2", "--colours", "2"];
    let refused = |extra: &[&str], sentence: &str| {
        let folder = Folder::new();
        let out = folder.path().join("out");
        let told = run(&[&["curate", "--out", out.to_str().unwrap()], &board[..], extra].concat());
        assert_refused(&told, sentence);
        assert!(!out.exists(), "nothing is written");
    };
    refused(
        &["--where", "goal > 0 and optimun >= 3"],
        "--where: column 14: unknown metric \"optimun\" (did you mean optimum?); expected one of optimum, ",
    );
    refused(&["--rank", "lengths.spred"], "--rank: column 1: unknown metric \"lengths.spred\"");
    refused(&["--rank", "states"], "--rank: column 1: unknown metric \"states\"");
    refused(&["--where", "optimum >= "], "--where: column 12: unexpected end of input");
    for (formula, column) in
        [("optimum }} x", 9), ("1 }} {% x", 3), ("[1] * 9", 1), ("spread|upper", 7)]
    {
        let told = format!("--rank: column {column}: ");
        refused(&["--rank", formula], &told);
        refused(&["--rank", formula], "is not allowed in a formula");
    }
    refused(&["--rank", &format!("1{}", "+1".repeat(9999))], "at most 4096 characters");
    refused(&["--rank", "1 / (optimum - optimum)"], "for 2x2-");
    refused(&["--rank", "min"], "gives a function, not a number");
    refused(&["--where", "optimum + 1"], ", not true or false, as a comparison does");
    refused(&["--rank", "1 / (goal - goal)"], "not a number");
    refused(&["--rank", "optimum + 'x'"], "--rank: ");
    refused(&["--goal", "7"], "--goal 7: a board of 2x2 has 4 blocks");
    refused(&["--count", "0"], "--count 0: must be at least 1");
    assert_refused(
        &run(&["curate", "--size", "2x2", "--colours", "5"]),
        "5 colours do not fit on a board of 2x2",
    );
    for colours in ["4..2", "0", "x"] {
        let told = run(&["curate", "--size", "2x2", "--colours", colours]);
        assert_eq!((told.code, told.out.as_str()), (2, ""));
        assert!(told.err.contains("is not a number or range of colours"), "{}", told.err);
    }
    assert_refused(&run(&["curate", "nowhere"]), "nowhere: cannot be read: there is no such file");
}

#[test]
fn a_pack_that_is_made_again_holds_its_own_levels_only() {
    let folder = Folder::new();
    let out = folder.path().join("pack").display().to_string();
    let pack = |top: &str| {
        let told = run(&[
            "curate",
            "--size",
            "2x2",
            "--colours",
            "2",
            "--top",
            top,
            "--out",
            &out,
            "--force",
        ]);
        assert_eq!(told.code, 0, "{}", told.err);
    };
    let levels = || {
        let files = fs::read_dir(&out).unwrap().map(|file| file.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|ending| ending == "json")).count()
    };
    pack("5");
    assert_eq!(levels(), 5);
    fs::write(format!("{out}/mine.json"), "{}").unwrap();
    pack("3");
    assert_eq!(levels(), 4, "three of the pack, and one of somebody else");
    // Refused before the work: measuring these boards would take hours.
    let told =
        run(&["curate", "--size", "6x6", "--colours", "3", "--count", "100000", "--out", &out]);
    assert_refused(&told, "the folder already contains other things");
    let file = folder.file("file", "");
    let told = run(&["curate", "--size", "2x2", "--colours", "2", "--out", &file]);
    assert_refused(&told, "it is not a folder");
}

#[test]
fn levels_of_one_name_and_goals_beyond_the_board_are_told_apart() {
    let folder = Folder::new();
    let level = |name: &str, grid: &str| {
        format!(r#"{{"name": "{name}", "grid": ["{grid}", "GG"], "goal": 1}}"#)
    };
    let files = [("a-2", "RR"), ("a", "RG"), ("a", "GR")]
        .map(|(name, grid)| folder.file(&format!("{name}{grid}.json"), level(name, grid)));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let out = folder.path().join("pack").display().to_string();
    let told = run(&[&["curate", "--rank", "1", "--out", &out], &files[..]].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    let told = run(&[&["curate"], &files[..], &["--goal", "9"]].concat());
    assert_refused(&told, "--goal 9: a-2: the board has only 4 blocks");
}

#[test]
fn what_is_too_large_is_left_open_and_said() {
    let told = run(&["curate", "instances/7x7-c6-1-g5.json", "--memory-limit", "10MB"]);
    assert_eq!(told.code, 3, "{}", told.err);
    assert!(told.out.contains("1 board too large for the memory limit"), "{}", told.out);
}

#[test]
fn stats_tell_how_hard_a_set_is() {
    let told = run(&["stats", "--size", "2x2", "--colours", "2..4", "--goal", "every", "--json"]);
    let answer = told.json();
    assert_eq!((&answer["levels"], &answer["open"]), (&json!(34), &json!(0)));
    let class = &answer["classes"][0];
    assert_eq!(
        (&class["colours"], &class["goal"], &class["levels"], &class["solvable"]),
        (&json!(2), &json!(1), &json!(7), &json!(7))
    );
    let counted: u64 =
        class["optimum"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(counted, 7);
    assert_eq!(answer["metrics"]["colours"]["most"], 4.0);
    let table = run(&["stats", "instances/named"]);
    assert_eq!(table.code, 0, "{}", table.err);
    assert!(table.out.contains("levels by optimum"), "{}", table.out);
    let last = table.out.lines().last().unwrap();
    assert!(last.starts_with("instances/named: 12 levels, 12 with a plan, in "), "{last}");
}

#[test]
fn stats_write_a_page_that_needs_nothing_else_and_keep_what_is_there() {
    let folder = Folder::new();
    let page = folder.path().join("page.html");
    let write = |extra: &[&str]| {
        run(&[&["stats", "instances/named", "--html", page.to_str().unwrap()], extra].concat())
    };
    assert_eq!(write(&[]).code, 0);
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("<svg class=\"plot\"") && !text.contains("https://"));
    fs::write(&page, "mine").unwrap();
    assert_refused(&write(&[]), "page.html: already exists with different content");
    assert_eq!(write(&["--force"]).code, 0);
    assert_eq!(fs::read_to_string(&page).unwrap(), text);
}

#[test]
fn the_atlas_says_what_stats_say() {
    let atlas = fs::read_to_string("docs/atlas.md").unwrap();
    for (size, title) in [("2x3", "## 2×3\n"), ("3x3", "## 3×3\n")] {
        let section = atlas.split(title).nth(1).unwrap().split("\n## ").next().unwrap();
        let told =
            run(&["stats", "--size", size, "--colours", "2..4", "--goal", "every", "--json"]);
        let classes = told.json()["classes"].as_array().unwrap().clone();
        assert!(classes.len() > 10);
        for class in classes {
            let number = |name: &str| class[name].as_u64().unwrap();
            let row = format!("| {} | {} | ", number("colours"), number("goal"));
            let line = section.lines().find(|line| line.starts_with(&row)).unwrap();
            let figures = |text: &str| -> Vec<u64> {
                text.split('|')
                    .filter_map(|cell| cell.trim().replace(',', "").parse().ok())
                    .collect()
            };
            let mut expected = vec![number("colours"), number("goal"), number("solvable")];
            let by_shots = class["optimum"].as_object().unwrap();
            expected.extend((1..20).filter_map(|shots| by_shots.get(&shots.to_string())?.as_u64()));
            assert_eq!(figures(line), expected, "{size}: {line}");
        }
    }
}
