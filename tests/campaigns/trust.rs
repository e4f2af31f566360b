//! What a campaign does not believe: files that a solver left, runs that were killed, records that
//! were damaged or altered, folders and archives that somebody else made.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::bench::{Bench, Told, script, silent, told, wait_until};

/// A planner that leaves strange files, depending on its search.
const PLANNER: &str = "#!/bin/sh\n\
    case \"$*\" in\n\
    *--version*) echo 'Fast Downward 0.1' ;;\n\
    *pipe*) mkfifo sas_plan ;;\n\
    *device*) ln -s /dev/zero sas_plan ;;\n\
    *huge*) truncate -s 1G sas_plan ;;\n\
    *binary*) printf '\\377\\376' >sas_plan ;;\n\
    *output*) rm stdout; mkfifo stdout; printf '(finish)' >sas_plan ;;\n\
    *vanish*) rm -rf \"$PWD\" ;;\n\
    *wait*) exec sleep 600 ;;\n\
    esac\n";

/// A campaign of that planner with these searches, and of the native solver.
fn campaign(searches: &str) -> (Bench, PathBuf) {
    let bench = Bench::new(&format!(
        "levels: [{{generate: {{size: 2x3, colours: 2, seed: 1}}}}]\n\
         configurations:\n- {{solver: fast-downward, model: granular, search: [{searches}]}}\n- {{solver: native}}\n\
         limits: {{time: 20s, memory: 500MB}}\n",
    ));
    let planner = script(&bench, "planner", PLANNER);
    (bench, planner)
}

fn run_with(bench: &Bench, planner: &Path) -> Told {
    told(bench.start(&[]).env("PLOTGEN_FAST_DOWNWARD", planner))
}

fn one_record(bench: &Bench) -> PathBuf {
    let run = bench.records().into_keys().next().unwrap();
    bench.folder().join(format!("records/{run}.json"))
}

#[test]
fn files_that_are_not_regular_or_too_large_make_a_run_crashed_and_nothing_else() {
    let (bench, planner) = campaign("pipe(), device(), huge(), binary(), output(), vanish()");
    let told = run_with(&bench, &planner);
    assert_eq!(told.code, 0, "{}", told.err);
    for (search, reason) in [
        ("pipe()", "the file sas_plan is not a regular file"),
        ("device()", "the file sas_plan is not a regular file"),
        ("huge()", "the file sas_plan is larger than 16 MiB"),
        ("binary()", "the file sas_plan is not UTF-8 text"),
        ("vanish()", "it removed its working directory"),
    ] {
        let record = bench.record(&format!("fast-downward/granular/{search}"));
        assert_eq!(record["outcome"], "crashed", "{record}");
        assert_eq!(record["remark"], reason, "{record}");
    }
    assert_eq!(bench.record("fast-downward/granular/output()")["outcome"], "wrong");
    assert_eq!(bench.record("native")["outcome"], "solved", "the next run is unharmed");
}

#[test]
fn a_run_that_is_killed_is_recorded_and_the_campaign_goes_on() {
    let (bench, planner) = campaign("wait()");
    let mut command = bench.start(&[]);
    let mut running = silent({
        command.env("PLOTGEN_FAST_DOWNWARD", &planner);
        command
    });
    let mut killed = None;
    wait_until(|| {
        killed = process_of_a_run(&bench);
        killed.is_some()
    });
    kill_process(killed.unwrap(), Signal::KILL).unwrap();
    assert!(running.wait().unwrap().success(), "the campaign went on");
    bench.assert_alone();
    let record = bench.record("fast-downward/granular/wait()");
    assert_eq!(record["outcome"], "crashed");
    assert_eq!(record["remark"], "the run was killed by signal 9 and left no record");
    assert_eq!(bench.record("native")["outcome"], "solved");
    let status = bench.ask("status", &["--json"]);
    let status: Value = serde_json::from_str(&status.out).unwrap();
    assert_eq!((&status["done"], &status["abandoned"]), (&2.into(), &0.into()), "{status}");
}

/// The process of a run whose solver is waiting.
fn process_of_a_run(bench: &Bench) -> Option<Pid> {
    let folder = bench.folder();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let is_run = line.contains(" bench one ") && line.contains(folder.to_str().unwrap());
        let has_started =
            fs::read_dir(folder.join("running")).is_ok_and(|mut runs| runs.next().is_some());
        if is_run && has_started {
            return Pid::from_raw(entry.file_name().to_str()?.parse().ok()?);
        }
    }
    None
}

#[test]
fn a_rerun_executes_the_solver_of_this_machine_and_never_one_that_the_folder_names() {
    let (bench, planner) = campaign("binary()");
    assert_eq!(run_with(&bench, &planner).code, 0);
    // The planner moves, and somebody puts a program of their own into the folder's files.
    let moved = bench.home.path().join("moved");
    fs::rename(&planner, &moved).unwrap();
    let trap = script(&bench, "trap", "#!/bin/sh\ntouch \"$(dirname \"$0\")/sprung\"\n");
    for entry in fs::read_dir(bench.folder().join("runs")).unwrap().flatten() {
        let mut task: Value = serde_json::from_slice(&fs::read(entry.path()).unwrap()).unwrap();
        task["solver"] = serde_json::json!({"programs": [[trap, "0.1"]]});
        fs::write(entry.path(), task.to_string()).unwrap();
    }
    let rerun = |variable: &Path| {
        let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        line.args(["bench", "rerun"]).arg(bench.folder()).args(["--outcome", "crashed,solved"]);
        told(line.env("PLOTGEN_FAST_DOWNWARD", variable))
    };
    let gone = rerun(&planner);
    assert_eq!(gone.code, 4, "{}", gone.err);
    assert!(gone.err.contains("there is no such program"), "{}", gone.err);
    assert_eq!(bench.records().len(), 2, "nothing was moved aside");
    assert_eq!(rerun(&moved).code, 0);
    assert!(!bench.home.path().join("sprung").exists());
    let record = bench.record("fast-downward/granular/binary()");
    assert_eq!(record["outcome"], "crashed");
    assert_eq!(bench.record("native")["outcome"], "solved");
}

#[test]
fn a_level_that_was_changed_after_planning_is_not_run() {
    let bench = Bench::of_native(1, "");
    assert_eq!(bench.run(&[]).code, 0);
    let levels = bench.folder().join("levels");
    let level = fs::read_dir(&levels).unwrap().next().unwrap().unwrap().path();
    let easier = r#"{"name": "other", "grid": ["RRR", "RRR", "RRR"], "goal": 8}"#;
    fs::write(&level, easier).unwrap();
    let told = bench.ask("rerun", &["--outcome", "solved"]);
    assert_eq!(told.code, 2, "{}", told.err);
    assert!(told.err.contains("is not the level that the runs were planned for"), "{}", told.err);
    assert_eq!(bench.records().len(), 1, "nothing was moved aside");
}

#[test]
fn a_solver_that_comes_back_is_taken_up_again() {
    let (bench, planner) = campaign("binary()");
    let name = "fast-downward/granular/binary()";
    // It is found, and gone when its run starts.
    let vanishing =
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'Fast Downward 0.1'; rm -- \"$0\" ;; esac\n";
    let once = script(&bench, "once", vanishing);
    assert_eq!(run_with(&bench, &once).code, 0);
    assert_eq!(bench.record(name)["outcome"], "missing");
    let told = run_with(&bench, &planner);
    assert_eq!(told.code, 0, "{}", told.err);
    assert_eq!(bench.record(name)["outcome"], "crashed", "it was run");
}

#[test]
fn only_a_folder_with_the_marker_is_written_to_and_only_own_files_are_removed() {
    let bench = Bench::of_native(2, "");
    for folder in ["records", "runs", "running/photos"] {
        fs::create_dir_all(bench.folder().join(folder)).unwrap();
    }
    let mine = ["runs/letters.json", "running/photos/one", "records/.draft.unfinished"];
    for file in mine {
        fs::write(bench.folder().join(file), "mine").unwrap();
    }
    let told = bench.run(&[]);
    assert_eq!(told.code, 2, "{}", told.err);
    assert!(told.err.contains("the folder is not empty and is not a campaign"), "{}", told.err);
    assert!(mine.iter().all(|file| bench.folder().join(file).exists()));
    // Somebody keeps files of their own in a real campaign.
    fs::remove_dir_all(bench.folder()).unwrap();
    assert_eq!(bench.run(&[]).code, 0);
    let mine = ["runs/letters.json", "running/photos/one"];
    fs::create_dir_all(bench.folder().join("running/photos")).unwrap();
    for file in mine {
        fs::write(bench.folder().join(file), "mine").unwrap();
    }
    bench.write(&fs::read_to_string(bench.file()).unwrap().replace("60s", "61s"));
    let told = bench.run(&["--changed"]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(mine.iter().all(|file| bench.folder().join(file).exists()));
}

#[test]
fn a_report_replaces_links_and_does_not_follow_them() {
    let bench = Bench::of_native(2, "");
    assert_eq!(bench.run(&[]).code, 0);
    let (letter, album) = (bench.home.path().join("letter"), bench.home.path().join("album"));
    fs::write(&letter, "mine").unwrap();
    fs::create_dir(&album).unwrap();
    symlink(&letter, bench.folder().join("report.html")).unwrap();
    symlink(&album, bench.folder().join("tables")).unwrap();
    let told = bench.ask("report", &[]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert_eq!(fs::read_to_string(&letter).unwrap(), "mine");
    assert_eq!(fs::read_dir(&album).unwrap().count(), 0);
    assert!(fs::read_to_string(bench.folder().join("report.html")).unwrap().starts_with("<!"));
    assert!(bench.folder().join("tables/summary.csv").exists());
}

#[test]
fn damaged_records_are_counted_left_out_and_run_again() {
    let bench = Bench::of_native(4, "");
    assert_eq!(bench.run(&[]).code, 0);
    let runs: Vec<String> = bench.records().into_keys().collect();
    let file = |index: usize| bench.folder().join(format!("records/{}.json", runs[index]));
    let text = fs::read_to_string(file(0)).unwrap();
    fs::write(file(0), &text[..text.len() / 2]).unwrap();
    let text = fs::read_to_string(file(1)).unwrap();
    fs::write(file(1), text.replacen("\"seconds\": ", "\"seconds\": 1", 1)).unwrap();
    fs::remove_file(file(2)).unwrap();
    assert!(Command::new("mkfifo").arg(file(2)).status().unwrap().success());

    let status = bench.ask("status", &["--json"]);
    assert_eq!(status.code, 3, "{}", status.err);
    assert!(status.err.contains("warning: 3 damaged records left out"), "{}", status.err);
    let status: Value = serde_json::from_str(&status.out).unwrap();
    assert_eq!((&status["done"], &status["damaged"]), (&1.into(), &3.into()), "{status}");
    let report = bench.ask("report", &["--json"]);
    assert_eq!(report.code, 0, "{}", report.err);
    let report: Value = serde_json::from_str(&report.out).unwrap();
    assert!(report["notes"][0].as_str().unwrap().starts_with("3 damaged records were left out"));
    assert_eq!(bench.ask("pack", &[]).code, 0);
    assert_eq!(bench.ask("compare", &[bench.folder().to_str().unwrap()]).code, 0);

    let told = bench.run(&[]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.err.contains("warning: 3 damaged records moved aside"), "{}", told.err);
    assert!(told.out.starts_with("4 of 4 runs done"), "{}", told.out);
    let aside = fs::read_dir(bench.folder().join("aside")).unwrap().next().unwrap().unwrap().path();
    let note = fs::read_to_string(aside.join("damaged.txt")).unwrap();
    for reason in ["incomplete or invalid: ", "altered: ", "is not a regular file"] {
        assert!(note.contains(reason), "{note}");
    }
}

#[test]
fn a_record_says_when_it_was_altered() {
    let bench = Bench::of_native(1, "");
    assert_eq!(bench.run(&[]).code, 0);
    let path = one_record(&bench);
    let text = fs::read_to_string(&path).unwrap();
    for (what, by) in [
        ("\"optimal\": true", "\"optimal\": false"),
        ("\n}", " \n}"),
        ("\"repetition\": 1", "\"repetition\": 2"),
    ] {
        fs::write(&path, text.replacen(what, by, 1)).unwrap();
        let told = bench.ask("status", &[]);
        assert!(told.err.contains("altered: its digest does not match"), "{}", told.err);
    }
    fs::write(&path, &text).unwrap();
    assert_eq!(bench.ask("status", &[]).err, "");
}

#[test]
fn an_archive_that_cannot_be_written_is_one_sentence_without_numbers() {
    let bench = Bench::of_native(1, "");
    assert_eq!(bench.run(&[]).code, 0);
    let told = bench.ask("pack", &["--out", "/proc/archive.tar.gz"]);
    assert_eq!(told.code, 2);
    assert!(!told.err.contains("os error"), "{}", told.err);
    assert!(told.err.starts_with("error: /proc/archive.tar.gz: "), "{}", told.err);
}

#[test]
fn a_machine_that_is_too_small_for_the_workers_is_a_warning() {
    let bench = Bench::of_native(1, "workers: 900");
    let told = bench.run(&[]);
    assert_eq!(told.code, 0);
    assert!(told.err.contains("warning: 900 runs at a time share "), "{}", told.err);
    assert!(told.err.contains("warning: 900 runs at a time may use 900.0 GB"), "{}", told.err);
    let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    let plan = crate::bench::told(line.args(["bench", "plan", "--json"]).arg(bench.file()));
    let plan: Value = serde_json::from_str(&plan.out).unwrap();
    assert_eq!(plan["warnings"].as_array().unwrap().len(), 2);
}
