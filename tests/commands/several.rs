//! Several levels at once: JSON lines wherever a folder is, and their order.

use std::fs;

use crate::harness::{FIGURE_9, Folder, assert_refused, run, run_with};

const OTHER: &str = r#"{"name": "other", "grid": ["RRG"], "goal": 1}"#;

#[test]
fn what_generate_prints_is_read_by_every_command_that_takes_levels() {
    let folder = Folder::new();
    let generated =
        run(&["generate", "--size", "2x3", "--colours", "2", "--count", "3", "--seed", "7"]).out;
    let file = folder.file("set.jsonl", &generated);
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for arguments in [
        &["solve"][..],
        &["stats"],
        &["curate"],
        &["convert", "--to", "json"],
        &["pddl", "--lean", "--json"],
        &["eprime", "--param", "--steps", "2", "--json"],
        &["minizinc", "--data", "--steps", "2", "--json"],
        &["export", "--force", "--out", out],
    ] {
        for (source, input) in [(file.as_str(), ""), ("-", generated.as_str())] {
            let read = run_with(&[arguments, &[source]].concat(), input.as_bytes());
            assert_eq!(read.code, 0, "{arguments:?} {source}: {}", read.err);
            let all = format!("{}{}", read.out, read.err);
            let names = ["2x3-c2-s7-1-g1", "2x3-c2-s7-2-g1", "2x3-c2-s7-3-g1"];
            let is_told = names.iter().all(|name| all.contains(name)) || all.contains("3 levels");
            assert!(is_told, "{arguments:?} {source}: {all}");
        }
    }
    assert_eq!(run(&["convert", "--to", "json", &file]).out, generated);
}

#[test]
fn what_curate_and_packs_list_is_read_back() {
    let folder = Folder::new();
    let pack = folder.path().join("pack");
    let pack = pack.to_str().unwrap();
    let chosen = ["curate", "--size", "2x2", "--colours", "2", "--top", "3"];
    let lines = run(&[&chosen[..], &["--json"]].concat()).out;
    let levels = run_with(&["convert", "-", "--to", "json"], lines.as_bytes());
    assert_eq!((levels.code, levels.out.lines().count()), (0, 3), "{}", levels.err);
    assert_eq!(run(&[&chosen[..], &["--out", pack]].concat()).code, 0);
    let index = format!("{pack}/pack.jsonl");
    assert_eq!(run(&["convert", &index, "--to", "json"]).out, levels.out);
    // The index of a folder does not repeat its levels.
    assert_eq!(run(&["convert", pack, "--to", "json"]).out.lines().count(), 3);
}

#[test]
fn a_campaign_takes_levels_from_json_lines() {
    let folder = Folder::new();
    folder.file("set.jsonl", format!("{FIGURE_9}\n{OTHER}\n"));
    let campaign = folder.file(
        "campaign.yaml",
        "levels: [set.jsonl]\nconfigurations: [{solver: native}]\nlimits: {time: 9s, memory: 1GB}\n",
    );
    let planned = run(&["bench", "plan", &campaign, "--json"]);
    assert_eq!(planned.json()["levels"], 2, "{}", planned.err);
}

#[test]
fn a_fault_in_json_lines_is_named_by_file_and_line() {
    let folder = Folder::new();
    let file = folder.file("set.jsonl", format!("{FIGURE_9}\n{{\"grid\": [\"RG\"]}}\n"));
    assert_refused(&run(&["solve", &file]), "set.jsonl: line 2, column 16: missing field `goal`");
    let input = format!("{FIGURE_9}\n{}", OTHER.replace("1}", "9}"));
    assert_refused(
        &run_with(&["solve", "-"], input.as_bytes()),
        "standard input: line 2: goal: 9 is outside 0 to 3",
    );
    let held = OTHER.replace("1}", "1, \"hand\": \"R\"}");
    let input = format!("{FIGURE_9}\n{held}");
    let out = folder.path().join("out");
    assert_refused(
        &run_with(
            &["convert", "-", "--to", "prob", "--out", out.to_str().unwrap()],
            input.as_bytes(),
        ),
        "standard input: line 2: a .prob file cannot say",
    );
}

#[test]
fn a_command_for_one_level_refuses_several() {
    let input = format!("{FIGURE_9}\n{OTHER}");
    assert_refused(
        &run_with(&["show", "-"], input.as_bytes()),
        "standard input: has 2 levels; only one is expected here",
    );
}

#[test]
fn a_list_of_levels_may_be_larger_than_a_level() {
    let folder = Folder::new();
    let line = format!("{FIGURE_9}{}\n", " ".repeat(1 << 20));
    let list = folder.file("set.jsonl", line.repeat(5));
    let lines = run(&["convert", &list, "--to", "json"]);
    assert_eq!((lines.code, lines.out.lines().count()), (0, 5), "{}", lines.err);
    let level = folder.file("large.json", format!("{{{}", " ".repeat(5 << 20)));
    assert_refused(&run(&["show", &level]), "is larger than 4 MiB, too large for a level");
}

#[test]
fn levels_of_a_folder_come_in_the_order_of_their_numbers() {
    let folder = Folder::new();
    fs::remove_file(folder.level()).unwrap();
    for name in ["l-1-g12", "l-1-g3", "l-10-g3", "l-2-g3", "l-1"] {
        folder.file(&format!("{name}.json"), FIGURE_9.replace("figure-9", name));
    }
    let expected = ["l-1", "l-1-g3", "l-1-g12", "l-2-g3", "l-10-g3"];
    let path = folder.path().to_str().unwrap();
    let table = run(&["solve", path]).out;
    let rows: Vec<&str> = table.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(rows[1..6], expected, "{table}");
}
