//! What must not do harm: kill -9, a full disk, a read-only folder, solvers that misbehave, and two who
//! run the same campaign.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::aloud::skipped;
use crate::bench::{Bench, script, silent, told, wait_until};

#[test]
fn kill_9_at_any_moment_loses_nothing_that_was_done() {
    let bench = Bench::of_native(200, "workers: 4");
    let planned = bench.planned();
    assert_eq!(planned.len(), 200);
    let mut before = 0;
    for round in 0..10 {
        let mut running = silent(bench.start(&[]));
        // The first records are waited for, so that there is always something to be lost.
        wait_until(|| bench.records().len() > before);
        let moment = RandomState::new().build_hasher().finish() % 150;
        thread::sleep(Duration::from_millis(moment));
        running.kill().unwrap();
        running.wait().unwrap();
        bench.assert_alone();
        let records = bench.records();
        assert!(records.len() >= before, "round {round}: records were lost");
        assert!(records.keys().all(|run| planned.contains(run)));
        before = records.len();
        if before == 200 {
            eprintln!("all was done after {round} kills");
            break;
        }
    }
    let told = bench.run(&[]);
    assert_eq!(told.code, 0, "{}", told.err);
    let records = bench.records();
    assert_eq!(records.keys().cloned().collect::<Vec<_>>(), planned);
    assert!(
        records
            .values()
            .all(|record| record["outcome"] == "solved" || record["outcome"] == "unsolvable")
    );
    let names = |folder: &str| fs::read_dir(bench.folder().join(folder)).unwrap().count();
    assert_eq!((names("records"), names("running")), (200, 0), "nothing half-done is left");
    assert!(told.out.contains("200 of 200 runs done"), "{}", told.out);
    bench.assert_alone();
}

#[test]
fn the_second_who_runs_a_campaign_says_so_and_stops() {
    let bench = Bench::of_native(60, "");
    let mut first = silent(bench.start(&[]));
    wait_until(|| !bench.records().is_empty());
    let second = bench.run(&[]);
    assert_eq!(second.code, 2, "{}{}", second.out, second.err);
    assert!(second.err.contains("another plotgen is running this campaign"), "{}", second.err);
    assert!(second.err.contains(&format!("process {}", first.id())), "{}", second.err);
    let again = bench.ask("rerun", &["--outcome", "solved"]);
    assert!(again.err.contains("another plotgen is running this campaign"), "{}", again.err);
    assert!(first.wait().unwrap().success());
    assert_eq!(bench.records().len(), 60);
}

#[test]
fn control_c_ends_it_and_the_same_command_goes_on() {
    let bench = Bench::of_native(100, "workers: 2");
    let mut running = silent(bench.start(&[]));
    wait_until(|| bench.records().len() > 3);
    let pid = Pid::from_child(&running);
    kill_process(pid, Signal::INT).unwrap();
    assert_eq!(running.wait().unwrap().code(), Some(3));
    bench.assert_alone();
    let done = bench.records().len();
    assert!(done < 100, "it was not interrupted");
    let told = bench.run(&[]);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.err.contains(" of 100 runs already done"), "{}", told.err);
    assert_eq!(bench.records().len(), 100);
}

/// A folder in which a file system of so many kilobytes is mounted while a script runs; nothing if that
/// is not allowed here.
fn with_small_disk(bench: &Bench, kilobytes: usize, script: &str) -> Option<String> {
    let disk = bench.home.path().join("disk");
    fs::create_dir_all(&disk).unwrap();
    let plotgen = env!("CARGO_BIN_EXE_plotgen");
    let whole = format!(
        "set -e\ncd {home}\nmount -t tmpfs -o size={kilobytes}k none disk\necho mounted\nset +e\n\
         run() {{ {plotgen} bench run campaign.yaml --out disk/out \"$@\" >out 2>err; echo \"code $?\"; tail -n 1 err; }}\n\
         {script}",
        home = bench.home.path().display()
    );
    let told = told(Command::new("unshare").args([
        "--user",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        &whole,
    ]));
    if !told.out.starts_with("mounted") {
        skipped(&format!("a small file system cannot be mounted here: {}", told.err.trim()));
        return None;
    }
    Some(told.out)
}

#[test]
fn a_full_disk_is_told_and_what_was_done_stays() {
    let bench = Bench::of_native(60, "workers: 2");
    let script = "run\nls disk/out/records/*.json | wc -l\nls disk/out/records/.*unfinished 2>/dev/null | wc -l\n\
                  for record in disk/out/records/*.json; do tail -n 1 $record; done | sort -u\n\
                  mount -o remount,size=64m disk\nrun\nls disk/out/records | wc -l\n";
    let Some(said) = with_small_disk(&bench, 700, script) else { return };
    let lines: Vec<&str> = said.lines().collect();
    let [_, first, why, some, unfinished, ends, second, _, all] = lines[..] else {
        panic!("{said}");
    };
    assert_eq!(first, "code 2", "{said}");
    assert!(
        why.starts_with("error: ")
            && why.contains("no space left on device")
            && why.contains("disk/out"),
        "{said}"
    );
    let some: usize = some.parse().unwrap();
    assert!((1..60).contains(&some), "{said}");
    assert_eq!(unfinished, "0", "nothing half-written stays: {said}");
    assert_eq!(ends, "}", "every record is whole: {said}");
    assert_eq!((second, all), ("code 0", "60"), "{said}");
}

#[test]
fn a_read_only_folder_is_told_and_what_was_done_stays() {
    let bench = Bench::of_native(5, "");
    let script = "run\nrm disk/out/records/$(ls disk/out/records | head -n 1)\nmount -o remount,ro disk\n\
                  run\nls disk/out/records | wc -l\n";
    let Some(said) = with_small_disk(&bench, 20_000, script) else { return };
    let lines: Vec<&str> = said.lines().collect();
    let [_, first, _, second, why, left] = lines[..] else { panic!("{said}") };
    assert_eq!((first, second), ("code 0", "code 2"), "{said}");
    assert!(why.starts_with("error: ") && why.contains("read-only file system"), "{said}");
    assert_eq!(left, "4", "{said}");
}

/// A program in the place of a planner, which does what its search says.
fn impostor(bench: &Bench) -> PathBuf {
    let text = "#!/bin/sh\n\
        case \"$*\" in\n\
        *--version*) echo 'Fast Downward 0.1' ;;\n\
        *deaf*) trap '' TERM; while :; do sleep 1; done ;;\n\
        *fork*) for i in 1 2 3; do (setsid sh -c 'trap \"\" TERM; sleep 987 & sleep 987' &) ; done; sleep 987 ;;\n\
        *eat*) x=0123456789abcdef; while :; do x=$x$x; done ;;\n\
        *print*) exec yes 'a line that is printed again and again, without end or reason' ;;\n\
        *lie*) exit 11 ;;\n\
        *fail*) echo 'something broke' >&2; exit 35 ;;\n\
        esac\n";
    script(bench, "impostor", text)
}

/// A campaign of a program in the place of a planner, with these searches, and then of the native solver.
fn misbehaving(searches: &str, limits: &str) -> Bench {
    let bench = Bench::new(&format!(
        "levels: [{{generate: {{size: 2x3, colours: 2, seed: 1}}}}]\n\
         configurations:\n- {{solver: fast-downward, model: granular, search: [{searches}]}}\n- {{solver: native}}\n\
         limits: {limits}\n",
    ));
    let impostor = impostor(&bench);
    let told = told(bench.start(&[]).env("PLOTGEN_FAST_DOWNWARD", &impostor));
    assert_eq!(told.code, 0, "{}", told.err);
    bench.assert_alone();
    assert_eq!(bench.record("native")["outcome"], "solved", "the next run is unharmed");
    bench
}

fn of_search(bench: &Bench, search: &str) -> serde_json::Value {
    bench.record(&format!("fast-downward/granular/{search}"))
}

#[test]
fn solvers_that_do_not_want_to_end_are_ended_with_all_that_they_started() {
    let bench = misbehaving("deaf(), fork()", "{time: 2s, memory: 1GB}");
    for search in ["deaf()", "fork()"] {
        let record = of_search(&bench, search);
        assert_eq!(record["outcome"], "timeout", "{record}");
        assert!(record["seconds"].as_f64().unwrap() >= 2.0, "{record}");
    }
}

#[test]
fn solvers_that_take_too_much_fail_or_lie_are_recorded_as_that() {
    let searches = "eat(), print(), lie(), fail()";
    let bench = misbehaving(searches, "{time: 100s, memory: 200MB}");
    assert_eq!(of_search(&bench, "eat()")["outcome"], "memout");
    let printed = of_search(&bench, "print()");
    assert_eq!(printed["outcome"], "crashed");
    assert!(printed["remark"].as_str().unwrap().contains("printed more than 256 MiB"), "{printed}");
    let size = folder_size(&bench.folder());
    assert!(size < 64 << 20, "what is printed without end is not kept: {size} bytes");
    let failed = of_search(&bench, "fail()");
    assert_eq!(failed["outcome"], "crashed");
    assert!(failed["remark"].as_str().unwrap().contains("something broke"), "{failed}");
    let files = bench.folder().join(failed["files"].as_str().unwrap());
    for file in ["domain.pddl", "problem.pddl", "level.json", "why.txt", "stderr"] {
        assert!(files.join(file).exists(), "{file} is kept");
    }
    assert_eq!(
        of_search(&bench, "lie()")["outcome"],
        "unsolvable",
        "a record says what one run found"
    );
    let status = bench.ask("status", &["--json"]);
    let status: serde_json::Value = serde_json::from_str(&status.out).unwrap();
    assert_eq!(status["outcomes"]["wrong"], 1, "{status}");
    let remark = status["wrong"][0]["remark"].as_str().unwrap();
    assert!(remark.starts_with("claimed unsolvable, but native has a plan with"), "{remark}");
}

#[test]
fn a_native_run_that_is_stopped_keeps_the_bound_that_it_has_proved() {
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/hard/10x10-c5-s1-1-g4.json");
    let bench = Bench::new(&format!(
        "levels: [{level:?}]\nconfigurations: [{{solver: native}}]\nlimits: {{time: 2s, memory: 1GB}}\n"
    ));
    assert_eq!(bench.run(&[]).code, 0);
    let record = bench.record("native");
    assert_eq!(record["outcome"], "timeout", "{record}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plotgen"));
    let solved = told(command.arg("solve").arg(&level).args(["--json", "--time-limit", "1ms"]));
    let solved: serde_json::Value = serde_json::from_str(&solved.out).unwrap();
    let least = solved["lower_bound"].as_i64().filter(|&least| least > 1).unwrap();
    assert!(record["bound"].as_i64().is_some_and(|bound| bound >= least), "{record}");
}

fn folder_size(folder: &std::path::Path) -> u64 {
    fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| match entry.file_type().unwrap().is_dir() {
            true => folder_size(&entry.path()),
            false => entry.metadata().unwrap().len(),
        })
        .sum()
}
