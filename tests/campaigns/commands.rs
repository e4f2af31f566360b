//! The commands around a campaign.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::bench::{Bench, silent, told, wait_until};

fn plan(bench: &Bench, arguments: &[&str]) -> crate::bench::Told {
    let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    told(line.args(["bench", "plan"]).arg(bench.file()).args(arguments))
}

#[test]
fn a_plan_says_what_would_run_and_how_long_and_writes_nothing() {
    let bench = Bench::new(
        "levels: [{generate: {size: 2x3, colours: 2, count: 3, seed: 1}}]\n\
         configurations:\n- {solver: native}\n- {solver: minizinc-nosuchsolver, model: [a, s]}\n\
         limits: {time: 60s}\nrepetitions: 2\nworkers: 3\n",
    );
    let told = plan(&bench, &[]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(
        told.out.starts_with("18 runs of 3 levels and 3 configurations, each 2 times\n"),
        "{}",
        told.out
    );
    assert!(told.out.contains("minizinc-nosuchsolver/a  missing"), "{}", told.out);
    assert!(told.out.contains("12 runs will be recorded as missing"), "{}", told.out);
    assert!(told.out.ends_with("at most 2m\n"), "{}", told.out);
    let answer: Value = serde_json::from_str(&plan(&bench, &["--json"]).out).unwrap();
    assert_eq!((&answer["runs"], &answer["longest_seconds"]), (&18.into(), &120.into()));
    assert_eq!(bench.planned().len(), 18);
    assert_eq!(fs::read_dir(bench.home.path()).unwrap().count(), 1);
}

#[test]
fn bad_campaign_files_are_refused_with_their_place_and_nothing_is_written() {
    for (text, told) in [
        (
            "levels: [\"*.nothing\"]\nconfigurations: [{solver: native}]\n",
            "there is no file *.nothing",
        ),
        (
            "levels: [a]\nconfigurations: [{solver: native, speed: 3}]\n",
            "campaign.yaml: line 2, column 35: configurations[0]: unknown field `speed`",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 9}}]\nconfigurations: [{solver: native}]\n",
            "9 colours do not fit",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: native, model: a}]\n",
            "model goes with an external solver only",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: native, options: [-x]}]\n",
            "campaign.yaml: configurations[0]: options: \"-x\" is not an option of the native solver",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: symk, model: a}]\n",
            "symk reads PDDL: there is no model a",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: native}, {solver: native}]\n",
            "campaign.yaml: configurations[1]: there are two configurations native",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: native, name: \"\"}]\n",
            "configurations[0]: the name \"\" is empty or has control characters",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: native}]\nrepetitions: 99999999999\n",
            "more than 1000000 runs",
        ),
        (
            "levels: [{generate: {size: 8x8, colours: 2, all: true}}]\nconfigurations: [{solver: native}]\n",
            "more than 100000 levels",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2, count: 3, all: true}}]\nconfigurations: [{solver: native}]\n",
            "not both",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: ortools, search: fast}]\n",
            "ortools is not a planner: it takes no search",
        ),
        (
            "levels: [{generate: {size: 2x2, colours: 2}}]\nconfigurations: [{solver: symk, search: \"\"}]\n",
            "the search is empty",
        ),
    ] {
        let bench = Bench::new(text);
        for answer in [plan(&bench, &[]), bench.run(&[])] {
            assert_eq!(answer.code, 2, "{text}{}", answer.err);
            assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
            assert!(answer.err.contains(told), "expected {told:?}, got {:?}", answer.err);
        }
        assert!(!bench.folder().exists());
    }
}

#[test]
fn levels_are_found_beside_the_campaign_file_and_named_folders_hold_them() {
    let bench =
        Bench::new("levels: [\"levels/*.json\", \"levels\"]\nconfigurations: [{solver: native}]\n");
    fs::create_dir(bench.home.path().join("levels")).unwrap();
    let level = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;
    fs::write(bench.home.path().join("levels/one.json"), level).unwrap();
    let told = bench.run(&["--json"]);
    assert_eq!(told.code, 0, "{}", told.err);
    let answer: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(
        (&answer["runs"], &answer["done"], &answer["outcomes"]["solved"]),
        (&1.into(), &1.into(), &1.into())
    );
    let record = bench.record("native");
    assert_eq!((&record["value"], &record["objective"]), (&4.into(), &"fewest-steps".into()));
    assert_eq!(record["optimal"], true);
    assert_eq!(record["steps"].as_array().unwrap().len(), 4);
    assert_eq!(record["level"]["game"], "plotting");
    assert_eq!(record["level"]["class"], "2x4");
    assert_eq!(record["level"]["figures"]["blocks"], 8);
    assert!(record["peak_memory"].as_u64().unwrap() > 0);
    assert!(record["machine"]["cores"].as_u64().unwrap() > 0);
    assert!(record["started"].as_str().unwrap().ends_with('Z'));
    assert!(bench.folder().join("levels/figure-9.json").exists());
}

#[test]
fn configurations_of_two_names_are_two_and_a_file_may_look_like_a_pattern() {
    let bench = Bench::new(
        "levels: [\"one [1].json\"]\n\
         configurations: [{solver: native}, {solver: native, name: again}]\n",
    );
    let name = "日".repeat(120);
    let level = format!(r#"{{"name": "{name}", "grid": ["RRRG", "RGRR"], "goal": 1}}"#);
    fs::write(bench.home.path().join("one [1].json"), level).unwrap();
    let told = bench.run(&[]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.out.starts_with("2 of 2 runs done: 2 solved"), "{}", told.out);
    assert_eq!(bench.record("again")["value"], bench.record("native")["value"]);
    let told = bench.ask("rerun", &["--outcome", "solved", "--configuration", "nobody"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("there is no configuration nobody; there are: again, native"));
}

#[test]
fn a_campaign_can_be_read_from_standard_input_and_is_looked_for_in_vain_with_a_word() {
    let bench = Bench::of_native(1, "");
    let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    let file = fs::File::open(bench.file()).unwrap();
    let answer = line.args(["bench", "plan", "-"]).stdin(file).output().unwrap();
    assert!(String::from_utf8_lossy(&answer.stdout).starts_with("1 run of 1 level"), "{answer:?}");
    fs::create_dir(bench.folder()).unwrap();
    for command in ["status", "report", "pack"] {
        let answer = bench.ask(command, &[]);
        assert_eq!(answer.code, 2);
        assert!(answer.err.contains("there is no campaign in this folder"), "{}", answer.err);
    }
}

#[test]
fn a_changed_campaign_is_noticed_and_its_old_records_are_moved_aside() {
    let bench = Bench::of_native(3, "");
    assert_eq!(bench.run(&[]).code, 0);
    let before = bench.records();
    bench.write(&fs::read_to_string(bench.file()).unwrap().replace("60s", "61s"));
    let told = bench.run(&[]);
    assert_eq!(told.code, 2);
    assert!(
        told.err.contains("3 of the 3 records belong to runs that are not part of this campaign"),
        "{}",
        told.err
    );
    assert_eq!(bench.records(), before, "nothing was touched");
    let told = bench.run(&["--changed"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(bench.records().keys().all(|run| !before.contains_key(run)));
    let aside = fs::read_dir(bench.folder().join("aside")).unwrap().next().unwrap().unwrap().path();
    for run in before.keys() {
        assert!(aside.join(format!("{run}.json")).exists());
    }
}

#[test]
fn rerun_does_some_runs_again_and_keeps_the_rest() {
    let bench = Bench::of_native(6, "order: {shuffled: 3}");
    assert_eq!(bench.run(&[]).code, 0);
    let solved = bench.records().values().filter(|record| record["outcome"] == "solved").count();
    assert!(solved > 0);
    let told = bench.ask("rerun", &["--outcome", "solved"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(
        told.err.contains(&format!("{} of 6 runs already done", 6 - solved)) || solved == 6,
        "{}",
        told.err
    );
    assert_eq!(bench.records().len(), 6);
    let aside = fs::read_dir(bench.folder().join("aside")).unwrap().next().unwrap().unwrap().path();
    let moved =
        fs::read_dir(aside).unwrap().flatten().filter(|entry| entry.path().is_file()).count();
    assert_eq!(moved, solved);
    let told = bench.ask("rerun", &["--outcome", "sloved"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("\"sloved\" is not an outcome"), "{}", told.err);
}

#[test]
fn status_tells_what_runs_now_from_another_terminal() {
    let bench = Bench::of_native(40, "");
    let mut running = silent(bench.start(&[]));
    wait_until(|| bench.records().len() > 2);
    let mut seen = false;
    wait_until(|| {
        let told = bench.ask("status", &["--json"]);
        let status: Value = serde_json::from_str(&told.out).unwrap();
        assert_eq!(status["runs"], 40);
        if status["done"] == 40 {
            return true;
        }
        assert_eq!(told.code, 3);
        seen |= status["running"].as_array().is_some_and(|runs| !runs.is_empty())
            && status["holder"]
                .as_str()
                .is_some_and(|holder| holder.contains(&format!("process {} ", running.id())))
            && status["left_seconds"].as_f64().is_some_and(|left| left > 0.0);
        false
    });
    assert!(running.wait().unwrap().success());
    assert!(seen, "no run was seen under way");
    let told = bench.ask("status", &[]);
    assert_eq!(told.code, 0);
    assert!(told.out.starts_with("40 of 40 runs done: "), "{}", told.out);
}

#[test]
fn two_campaigns_are_compared() {
    let bench = Bench::of_native(4, "");
    assert_eq!(bench.run(&[]).code, 0);
    let other = bench.home.path().join("other");
    let copied = Command::new("cp").arg("-r").args([&bench.folder(), &other]).status().unwrap();
    assert!(copied.success());
    let told = bench.ask("compare", &[other.to_str().unwrap()]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(
        told.out.contains("4 runs compared: 0 changed their answer, 0 worse, 0 better, 4 the same"),
        "{}",
        told.out
    );
    let run =
        bench.records().into_iter().find(|(_, record)| record["outcome"] == "solved").unwrap().0;
    let path = other.join(format!("records/{run}.json"));
    let text = fs::read_to_string(&path).unwrap();
    let (fields, _) = text.split_once(",\n  \"digest\"").unwrap();
    let late = fields.replace("\"outcome\": \"solved\"", "\"outcome\": \"timeout\"");
    fs::write(&path, format!("{late}}}")).unwrap();
    let told = bench.ask("compare", &[other.to_str().unwrap(), "--json"]);
    assert_eq!(told.code, 1, "{}", told.err);
    let answer: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!((&answer["worse"], &answer["same"]), (&1.into(), &3.into()));
    assert_eq!(answer["changes"][0]["after"]["outcome"], "timeout");
    fs::remove_file(&path).unwrap();
    let told = bench.ask("compare", &[other.to_str().unwrap()]);
    assert!(told.out.contains("only in the first: 1, only in the second: 0"), "{}", told.out);
}

#[test]
fn a_campaign_is_packed_and_its_records_are_read_elsewhere() {
    let bench = Bench::of_native(3, "");
    assert_eq!(bench.run(&[]).code, 0);
    let told = bench.ask("pack", &[]);
    assert_eq!(told.code, 0, "{}", told.err);
    let archive = bench.home.path().join("out.tar.gz");
    assert_eq!(bench.ask("pack", &[]).code, 2, "an archive is not overwritten unasked");
    let elsewhere = tempfile::tempdir().unwrap();
    let unpacked =
        Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(elsewhere.path()).status();
    assert!(unpacked.unwrap().success());
    let folder = elsewhere.path().join("out");
    let about: Value =
        serde_json::from_slice(&fs::read(folder.join("about.json")).unwrap()).unwrap();
    assert_eq!((&about["records"], &about["runs"]), (&3.into(), &3.into()));
    assert_eq!(about["machines"].as_array().unwrap().len(), 1);
    assert_eq!(about["versions"]["native"][0], env!("CARGO_PKG_VERSION"));
    let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    let status =
        crate::bench::told(line.args(["bench", "compare"]).args([&folder, &bench.folder()]));
    assert!(status.out.contains("3 runs compared: 0 changed"), "{}{}", status.out, status.err);
}

#[test]
fn a_campaign_folder_of_an_earlier_version_is_still_read() {
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/campaigns/written-by-0.1");
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("old");
    let copied = Command::new("cp").args(["-r", old]).arg(&folder).status().unwrap();
    assert!(copied.success());
    let ask = |arguments: &[&str]| {
        let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        let told = crate::bench::told(line.arg("bench").args(arguments).current_dir(home.path()));
        assert_eq!(told.code, 0, "{arguments:?}: {}", told.err);
        told.out
    };
    assert!(ask(&["status", "old"]).starts_with("10 of 10 runs done: 10 solved"));
    assert!(ask(&["compare", "old", "old"]).contains("10 runs compared: 0 changed their answer"));
    assert!(ask(&["pack", "old"]).contains("old.tar.gz"));
    let report: Value = serde_json::from_str(&ask(&["report", "old", "--json"])).unwrap();
    assert_eq!((&report["runs"], &report["wrong"]), (&10.into(), &serde_json::json!([])));
    // Version 0.1 stored the variants in a field of their own; they still get their table.
    let table = fs::read_to_string(folder.join("tables/variants.csv")).unwrap();
    assert!(table.contains("minizinc-gecode a"), "{table}");
    assert!(table.lines().next().unwrap().contains("dead-end"), "{table}");
    let matrix = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(matrix.contains("\"length\""), "the value of a plan is its length");
}
