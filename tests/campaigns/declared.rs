//! Campaigns with solvers of the user's own, and what makes their times comparable.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::bench::{Bench, Told, script, told};

/// A solver of figure 9, which says which seed it was given and where it may run.
const SOLVER: &str = "#!/bin/sh\n\
    echo \"seed $2\"\n\
    grep Cpus_allowed_list /proc/self/status\n\
    echo 'c1 r1 r2 c4' >plan\n";

const LEVEL: &str = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;

const DECLARATION: &str = "solvers:\n  mine:\n    reads: level\n    \
    command: [./solver.sh, \"{level}\", \"{seed}\", \"{plan}\"]\n    \
    numbers: {seed: 'seed (\\d+)', processor: 'Cpus_allowed_list:\\s*(\\d+)$'}\n";

fn campaign(declaration: &str, more: &str) -> Bench {
    let bench = Bench::new(&format!(
        "{declaration}levels: [level.json]\nconfigurations: [{{solver: mine}}, {{solver: mine, seed: 9}}, \
         {{solver: native}}]\nlimits: {{time: 20s, memory: 500MB}}\nrepetitions: 2\n{more}"
    ));
    std::fs::write(bench.home.path().join("level.json"), LEVEL).unwrap();
    script(&bench, "solver.sh", SOLVER);
    bench
}

fn rerun(bench: &Bench, arguments: &[&str]) -> Told {
    bench.ask("rerun", &[&["--outcome", "solved", "--configuration", "mine"], arguments].concat())
}

fn assert_refused(told: &Told, reason: &str) {
    assert!(told.err.contains(reason), "{}", told.err);
    assert!(told.code == 2 || told.code == 4, "{}", told.code);
}

#[test]
fn a_declared_solver_has_records_like_a_built_in_one() {
    let bench = campaign(DECLARATION, "");
    let told = bench.run(&[]);
    assert_eq!(told.code, 0, "{}", told.err);
    let records: Vec<Value> = bench.records().into_values().collect();
    assert_eq!(records.len(), 6);
    for record in &records {
        assert_eq!((&record["outcome"], &record["value"]), (&"solved".into(), &4.into()));
        if record["configuration"]["solver"] == "native" {
            assert!(record.get("seed").is_none(), "{record}");
            continue;
        }
        let seed = match record["configuration"]["name"].as_str() {
            Some("mine") => record["repetition"].as_u64().unwrap(),
            name => {
                assert_eq!(name, Some("mine/seed 9"));
                9
            }
        };
        assert_eq!(record["seed"], seed, "without a seed of its own, each repetition has another");
        assert_eq!(record["details"]["seed"], seed.to_string());
        assert_eq!(record["configuration"]["declared"]["reads"], "level");
        let version = record["configuration"]["version"].as_str().unwrap();
        assert!(version.starts_with("sha256 "), "without a version, it is the hash of the program");
    }
    assert!(bench.folder().join("solvers.json").exists());
}

#[test]
fn the_name_of_a_run_depends_on_the_declaration_and_on_the_program() {
    let bench = campaign(DECLARATION, "");
    let before = bench.planned();
    bench.write(&std::fs::read_to_string(bench.file()).unwrap().replace("{plan}", "plan"));
    let declared_otherwise = bench.planned();
    let shared = |other: &[String]| other.iter().filter(|run| before.contains(run)).count();
    assert_eq!(shared(&declared_otherwise), 2, "only the runs of the native solver are the same");
    let bench = campaign(DECLARATION, "");
    script(&bench, "solver.sh", &SOLVER.replace("seed $2", "the seed $2"));
    assert_eq!(shared(&bench.planned()), 2);
}

#[test]
fn nothing_in_a_folder_says_which_program_is_executed() {
    let bench = campaign(DECLARATION, "");
    assert_eq!(bench.run(&[]).code, 0);
    let before = bench.records();
    assert_refused(
        &rerun(&bench, &[]),
        "mine is declared in the campaign's file: look at the command",
    );
    // The copies in the folder do not help, until the user names one.
    let copy = bench.folder().join("campaign.yaml");
    let plan = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        told(command.args(["bench", "plan"]).arg(&copy).args(more))
    };
    assert_refused(&plan(&[]), "it is in the folder of a campaign, and declares solvers");
    // Another declaration of that name is another solver.
    let other = bench.home.path().join("other.yaml");
    std::fs::write(&other, DECLARATION.replace("{seed}", "3")).unwrap();
    let named = |file: &Path| file.to_str().unwrap().to_owned();
    assert_refused(&rerun(&bench, &["--solvers", &named(&other)]), "mine is declared differently");
    assert_eq!(bench.records(), before, "nothing was executed");
    let told = rerun(&bench, &["--solvers", &named(&bench.file())]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert_eq!(bench.records().len(), before.len());
}

#[test]
fn a_declared_solver_that_is_wrong_is_wrong_with_the_evidence_beside_it() {
    let bench = campaign(DECLARATION, "");
    script(&bench, "solver.sh", "#!/bin/sh\necho r1 >plan\n");
    assert_eq!(bench.run(&[]).code, 0);
    let record = bench.record("mine");
    assert_eq!(record["outcome"], "wrong", "{record}");
    let folder = bench.folder().join(record["files"].as_str().unwrap());
    assert!(folder.join("level.json").exists() && folder.join("why.txt").exists());
}

#[test]
fn solvers_may_be_declared_in_a_file_of_their_own() {
    let bench = campaign("", "");
    std::fs::write(bench.home.path().join("mine.yaml"), DECLARATION).unwrap();
    assert_refused(&bench.run(&[]), "configurations[0]: \"mine\" is not a solver (native, ");
    let file = bench.home.path().join("mine.yaml");
    let told = bench.run(&["--solvers", file.to_str().unwrap()]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert_eq!(bench.record("mine")["outcome"], "solved");
}

#[test]
fn each_run_is_pinned_to_one_core_unless_the_campaign_says_otherwise() {
    let bench = campaign(DECLARATION, "workers: 1\n");
    assert_eq!(bench.run(&[]).code, 0);
    let record = bench.record("mine");
    let processor = record["conditions"]["processor"].as_u64().expect("this system pins processes");
    assert_eq!(record["details"]["processor"], processor.to_string());
    assert!(record["conditions"]["load"].as_f64().is_some());
    let bench = campaign(DECLARATION, "pin: false\n");
    assert_eq!(bench.run(&[]).code, 0);
    assert_eq!(bench.record("mine")["conditions"]["processor"], Value::Null);
    // More workers than any machine has cores.
    let bench = campaign(DECLARATION, "");
    let told = bench.run(&["--workers", "1000"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.err.contains("1000 runs at a time are not pinned"), "{}", told.err);
    assert_eq!(bench.record("mine")["conditions"]["processor"], Value::Null);
}

#[test]
fn a_campaign_beside_other_work_says_so() {
    let mut busy = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
    let bench = campaign(DECLARATION, "pin: false\n");
    script(&bench, "solver.sh", &SOLVER.replace("echo 'c1", "sleep 0.5\necho 'c1"));
    let told = bench.run(&[]);
    busy.kill().unwrap();
    busy.wait().unwrap();
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.err.contains("cores busy on average while the campaign ran"), "{}", told.err);
    let others = bench.record("mine")["conditions"]["others"].as_f64().unwrap();
    assert!(others > 0.2, "{others}");
}

#[test]
fn the_noise_of_the_machine_is_measured_and_kept() {
    let bench = campaign(DECLARATION, "");
    let told = bench.run(&["--calibrate"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.err.contains("noise of this machine: "), "{}", told.err);
    let text = std::fs::read_to_string(bench.folder().join("calibration.json")).unwrap();
    let noise: Value = serde_json::from_str(&text).unwrap();
    let seconds = |key: &str| noise[key].as_f64().unwrap();
    assert!(seconds("least_seconds") > 0.0 && seconds("noise") >= 0.0);
    assert!(seconds("lower_quartile") <= seconds("median_seconds"));
    assert!(seconds("median_seconds") <= seconds("upper_quartile"));
    assert_eq!((&noise["at_once"], &noise["pinned"]), (&1.into(), &true.into()));
}
