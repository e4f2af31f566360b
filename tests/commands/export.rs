//! `export`, beside what the commands print that write one thing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use plotgen::games::plotting::formats;
use serde_json::{Value, json};

use super::harness::{FIGURE_9, Folder, assert_refused, plotgen, run, run_with};
use crate::aloud::skipped;

/// The files in a folder and the folders in it, by their paths.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            files.extend(self::files(&path).into_iter().map(|file| format!("{name}/{file}")));
        } else {
            files.insert(name);
        }
    }
    files
}

fn index(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("index.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with Figure 9 and a level that has everything a level can have; where to export to.
fn two_levels() -> (Folder, PathBuf) {
    let folder = Folder::new();
    let corner = json!({
        "name": "corner / 2", "grid": ["..G", "RRG"], "goal": 1, "hand": "G",
        "firing": {"rows": [2], "columns": [1, 3]}
    });
    folder.file("corner.json", corner.to_string());
    let out = folder.path().join("new").join("out");
    (folder, out)
}

fn export(folder: &Folder, out: &Path, more: &[&str]) -> super::harness::Run {
    let from = folder.path().to_str().unwrap();
    run(&[&["export", from, "--out", out.to_str().unwrap()], more].concat())
}

#[test]
fn export_writes_every_model_and_a_question_for_every_horizon() {
    let (folder, out) = two_levels();
    let told = export(&folder, &out, &[]);
    let expected = format!("2 levels written to {}, 37 files\n", out.display());
    assert_eq!((told.code, told.out), (0, expected), "{}", told.err);
    let mut expected = BTreeSet::from(
        [
            "index.jsonl",
            "direct/domain.pddl",
            "granular/domain.pddl",
            "lean/domain-2x3.pddl",
            "lean/domain-2x4.pddl",
            "eprime/plotting-a.eprime",
            "eprime/plotting-s.eprime",
            "minizinc/plotting-a.mzn",
            "minizinc/plotting-s.mzn",
        ]
        .map(str::to_owned),
    );
    for (stem, longest) in [("figure-9", 7), ("corner___2", 3)] {
        expected.insert(format!("levels/{stem}.json"));
        expected.insert(format!("direct/{stem}.pddl"));
        expected.insert(format!("granular/{stem}.pddl"));
        expected.insert(format!("lean/{stem}.pddl"));
        for steps in 1..=longest {
            expected.insert(format!("eprime/{stem}-0{steps}.param"));
            expected.insert(format!("minizinc/{stem}-0{steps}.dzn"));
        }
    }
    assert_eq!(files(&out), expected);
}

#[test]
fn what_is_exported_is_what_the_other_commands_print() {
    let (folder, out) = two_levels();
    let variants = ["--progress", "count", "--dead-end", "--no-search-order"];
    assert_eq!(export(&folder, &out, &variants).code, 0);
    let assert_same = |file: &str, arguments: &[&str]| {
        let printed = run(arguments);
        assert_eq!(printed.code, 0, "{arguments:?}: {}", printed.err);
        assert_eq!(fs::read_to_string(out.join(file)).unwrap(), printed.out, "{file}");
    };
    for model in ["direct", "granular"] {
        let flag = format!("--{model}");
        assert_same(&format!("{model}/domain.pddl"), &["pddl", &flag, "--domain"]);
    }
    for (command, ending) in [("eprime", "eprime"), ("minizinc", "mzn")] {
        for focus in ["a", "s"] {
            let file = format!("{command}/plotting-{focus}.{ending}");
            assert_same(&file, &[&[command, "--model", focus], &variants[..]].concat());
        }
    }
    for (file, stem, longest) in [("level.json", "figure-9", 7), ("corner.json", "corner___2", 3)] {
        let level = folder.path().join(file);
        let level = level.to_str().unwrap();
        assert_same(&format!("levels/{stem}.json"), &["convert", level, "--to", "json"]);
        assert_same(&format!("direct/{stem}.pddl"), &["pddl", "--direct", level]);
        assert_same(&format!("granular/{stem}.pddl"), &["pddl", "--granular", level]);
        assert_same(&format!("lean/{stem}.pddl"), &["pddl", "--lean", level]);
        for steps in (1..=longest).map(|steps: usize| steps.to_string()) {
            let param = ["eprime", "--param", "--steps", &steps, level];
            assert_same(&format!("eprime/{stem}-0{steps}.param"), &param);
            let data = ["minizinc", "--data", "--steps", &steps, level];
            assert_same(&format!("minizinc/{stem}-0{steps}.dzn"), &data);
        }
    }
}

#[test]
fn the_index_names_every_file() {
    let (folder, out) = two_levels();
    let answer = export(&folder, &out, &["--json", "--monochrome"]).json();
    assert_eq!(
        (&answer["levels"], &answer["questions"], &answer["files"]),
        (&json!(2), &json!(10), &json!(37))
    );
    assert_eq!(answer["out"], out.to_str().unwrap());
    assert_eq!(answer["variants"]["monochrome"], true);
    let index = index(&out);
    assert_eq!(index[0]["name"], "corner / 2", "in the order of the files");
    let figures = ["name", "rows", "columns", "blocks", "colours", "goal", "horizons", "file"];
    assert_eq!(
        figures.map(|key| index[1][key].clone()),
        [
            json!("figure-9"),
            json!(2),
            json!(4),
            json!(8),
            json!(2),
            json!(1),
            json!({"first": 1, "last": 7}),
            json!("levels/figure-9.json"),
        ]
    );
    assert_eq!(
        index[1]["granular"],
        json!({"domain": "granular/domain.pddl", "problem": "granular/figure-9.pddl"})
    );
    assert_eq!(index[1]["eprime"]["s"], "eprime/plotting-s.eprime");
    assert_eq!(index[1]["minizinc"]["questions"][6], "minizinc/figure-9-07.dzn");
    let mut named = BTreeSet::from(["index.jsonl".to_owned()]);
    for entry in &index {
        name_paths(entry, &mut named);
    }
    assert_eq!(named, files(&out));
}

#[test]
fn every_command_that_writes_levels_takes_folders() {
    let (folder, _) = two_levels();
    let from = folder.path().to_str().unwrap();
    for (arguments, list) in [
        (&["eprime", "--param", "--steps", "2"][..], "parameters"),
        (&["minizinc", "--data", "--steps", "2"], "data"),
        (&["pddl", "--granular"], "problems"),
        (&["convert", "--to", "json"], "converted"),
    ] {
        let answer = run(&[arguments, &[from, "--json"]].concat()).json();
        assert_eq!(answer[list][0]["level"], "corner / 2", "{answer}");
        assert_eq!(answer[list][1]["level"], "figure-9");
        let arguments = [arguments, &[from]].concat();
        if list != "converted" {
            assert_refused(&run(&arguments), "several levels need --out DIR");
        }
    }
}

/// All strings with a slash and an ending in a value.
fn name_paths(value: &Value, named: &mut BTreeSet<String>) {
    if let Some(text) = value.as_str().filter(|text| text.contains('/') && text.contains('.')) {
        named.insert(text.to_owned());
    }
    value.as_array().into_iter().flatten().for_each(|value| name_paths(value, named));
    value.as_object().into_iter().flatten().for_each(|(_, value)| name_paths(value, named));
}

#[test]
fn only_some_models_can_be_exported() {
    let (folder, out) = two_levels();
    assert_eq!(export(&folder, &out, &["--only", "minizinc"]).code, 0);
    let folders = |files: BTreeSet<String>| {
        files
            .iter()
            .filter_map(|file| file.split_once('/'))
            .map(|(folder, _)| folder.to_owned())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(folders(files(&out)), ["levels", "minizinc"].map(str::to_owned).into());
    assert_eq!(index(&out)[0]["direct"], Value::Null);
    let refused = export(&folder, &out, &["--only", "pddl,eprime"]);
    assert_refused(&refused, "index.jsonl: already exists with different content");
    assert_eq!(files(&out).len(), 15, "nothing was written");
    let answer = export(&folder, &out, &["--only", "pddl,eprime", "--force", "--json"]).json();
    assert_eq!(answer["files"], 25);
    assert_eq!(export(&folder, &out, &["--only", "smt"]).code, 2);
}

#[test]
fn horizons_have_as_many_digits_as_names_need_to_sort() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let to = out.to_str().unwrap();
    let wide = json!({"name": "wide", "grid": vec!["RGRGRGRGRGRG"; 9], "goal": 1}).to_string();
    assert_eq!(run_with(&["export", "-", "--out", to], wide.as_bytes()).code, 0);
    let names = files(&out.join("eprime"));
    let questions: Vec<&String> = names.iter().filter(|name| name.starts_with("wide")).collect();
    assert_eq!(questions.len(), 107);
    assert_eq!(
        (questions[0].as_str(), questions[106].as_str()),
        ("wide-001.param", "wide-107.param")
    );
    for (number, name) in (1..).zip(questions) {
        let text = fs::read_to_string(out.join("eprime").join(name)).unwrap();
        assert!(text.contains(&format!("letting noSteps be {number}\n")), "{name}");
    }
}

#[test]
fn a_level_that_is_solved_already_is_asked_about_no_shots_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    let told = run_with(&["export", "-", "--goal", "8", "--out", to], FIGURE_9.as_bytes());
    assert_eq!(told.code, 0, "{}", told.err);
    let entry = &index(folder.path())[0];
    assert_eq!(entry["horizons"], json!({"first": 0, "last": 0}));
    assert_eq!(entry["goal"], 8);
    assert_eq!(entry["eprime"]["questions"], json!(["eprime/figure-9-00.param"]));
}

#[test]
fn what_is_there_is_kept_or_nothing_is_written() {
    let (folder, out) = two_levels();
    assert_eq!(export(&folder, &out, &[]).code, 0);
    let problem = out.join("granular/figure-9.pddl");
    let written = fs::metadata(&problem).unwrap().modified().unwrap();
    assert_eq!(export(&folder, &out, &[]).code, 0, "the same again is no conflict");
    assert_eq!(fs::metadata(&problem).unwrap().modified().unwrap(), written);
    // Something else in one file, and another one gone: neither is touched.
    fs::write(&problem, "mine").unwrap();
    fs::remove_file(out.join("levels/figure-9.json")).unwrap();
    let refused = export(&folder, &out, &[]);
    assert_refused(&refused, "granular/figure-9.pddl: already exists with different content");
    assert!(!out.join("levels/figure-9.json").exists());
    assert_eq!(export(&folder, &out, &["--force"]).code, 0);
    assert_ne!(fs::read_to_string(&problem).unwrap(), "mine");
    // A missing file is written anew beside those that are there.
    fs::remove_file(&problem).unwrap();
    assert_eq!(export(&folder, &out, &[]).code, 0);
    assert!(problem.is_file());
    // A file where a folder should be.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("minizinc"), "").unwrap();
    assert_refused(&export(&folder, &other, &[]), "minizinc/");
    assert_eq!(files(&other).len(), 1);
    let refused = export(&folder, &folder.path().join("level.json"), &[]);
    assert_refused(&refused, "level.json: cannot be written");
}

#[test]
fn bad_levels_and_names_that_collide_write_nothing() {
    let refuse = |levels: &[(&str, &str)], sentences: &[&str]| {
        let folder = Folder::new();
        for (name, text) in levels {
            folder.file(name, text);
        }
        let out = folder.path().join("out");
        let refused = export(&folder, &out, &[]);
        for sentence in sentences {
            assert_refused(&refused, sentence);
        }
        assert!(!out.exists(), "{sentences:?}");
    };
    refuse(&[("x.json", r#"{"grid": ["RG"]}"#)], &["x.json: line 1", "missing field `goal`"]);
    let same = [
        "/z.json: the level, figure-9, would go to figure-9.json, as that of ",
        "/level.json does",
    ];
    refuse(&[("z.json", FIGURE_9)], &same);
    let like = r#"{"name": "figure-9", "grid": ["RG"], "goal": 1}"#.replace("-9", " 9");
    let alike = like.replace(" 9", "?9");
    refuse(&[("x.json", &like), ("y.json", &alike)], &["y.json: ", "x.json does"]);
    let domain = like.replace("figure 9", "domain");
    refuse(&[("x.json", &domain)], &["x.json: the level's name, domain, is that of a domain"]);
    let domain = domain.replace("domain", "domain-2x4");
    refuse(&[("x.json", &domain)], &["the level's name, domain-2x4, is that of a domain"]);
    // Long names are cut, so these are alike too.
    let long = like.replace("figure 9", &"x".repeat(300));
    let longer = like.replace("figure 9", &"x".repeat(301));
    refuse(&[("x.json", &long), ("y.json", &longer)], &["y.json: ", "x.json does"]);
    assert_refused(&run(&["export", "nowhere", "--out", "out"]), "nowhere: cannot be read");
    assert_eq!(run(&["export", "--out", "out"]).code, 2);
    assert_eq!(run(&["export", "x.json"]).code, 2, "a folder is needed");
}

#[test]
fn nobody_need_read_what_export_says() {
    let (folder, out) = two_levels();
    let mut child = plotgen()
        .args(["export", &folder.level(), "--out", out.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(out.join("index.jsonl").is_file());
}

#[test]
fn all_published_levels_are_exported() {
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/published");
    if !published.is_dir() {
        return skipped("the published levels are not beside the project");
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let told = run(&["export", published.to_str().unwrap(), "--out", out, "--json"]);
    assert_eq!(told.code, 0, "{}", told.err);
    let written = files(folder.path());
    assert_eq!(told.json()["files"], written.len());
    let index = index(folder.path());
    assert_eq!(index.len(), fs::read_dir(&published).unwrap().count());
    let mut questions = 0;
    for entry in &index {
        let number = |value: &Value| value.as_u64().unwrap();
        let last =
            number(&entry["blocks"]) - number(&entry["goal"]).max(number(&entry["colours"]) - 1);
        assert_eq!(entry["horizons"], json!({"first": 1, "last": last}));
        questions += last as usize;
        // Each form of the level is the level.
        let name = entry["name"].as_str().unwrap();
        let read = |path: &Value| {
            let text = fs::read_to_string(folder.path().join(path.as_str().unwrap())).unwrap();
            formats::read(&text, name).unwrap().level
        };
        let text = fs::read_to_string(published.join(format!("{name}.prob"))).unwrap();
        let level = formats::read(&text, name).unwrap().level;
        assert_eq!(read(&entry["file"]), level);
        for path in [
            &entry["direct"]["problem"],
            &entry["granular"]["problem"],
            &entry["lean"]["problem"],
            &entry["eprime"]["questions"][0],
        ] {
            assert!(read(path).is_same_up_to_names(&level), "{path}");
        }
    }
    assert_eq!(told.json()["questions"], questions);
    let domains: BTreeSet<&str> =
        index.iter().map(|entry| entry["lean"]["domain"].as_str().unwrap()).collect();
    assert_eq!(domains.len(), 17, "16 sizes, and one of them where blocks are counted in groups");
    assert_eq!(written.len(), 7 + domains.len() + 4 * index.len() + 2 * questions);
}
