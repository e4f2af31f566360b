//! Real processes under limits. They need `/bin/sh`, `sleep` and `setsid`, which every Linux has.

#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use plotgen::lab::process::{Ended, Ending, Job, Limits, StartError, run};
use tempfile::TempDir;

static NEVER: AtomicBool = AtomicBool::new(false);
static NOTHING: &[&AtomicBool] = &[&NEVER];

/// Nothing in these tests takes so long, however busy the machine is.
const FOREVER: Duration = Duration::from_secs(120);

const MEBIBYTE: u64 = 1 << 20;

/// Doubles its memory up to some 40 MiB, and stays there.
const EAT: &str =
    "eat() { x=0123456789; while [ ${#x} -lt 40000000 ]; do x=$x$x; done; sleep 300; }\n";

/// Keeps a processor busy for some tenths of a second.
const TOIL: &str = "toil() { i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; }\n";

/// Leaves the number of the process that runs it in the file `pids`.
const SIGN: &str = "sign='echo $$ >>pids;'\n";

fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

fn job<'a>(program: &'a str, directory: &'a TempDir) -> Job<'a> {
    Job {
        program: Path::new(program),
        arguments: Vec::new(),
        directory: directory.path(),
        environment: Vec::new(),
        limits: Limits { wall: Some(FOREVER), ..Limits::default() },
        interrupted: NOTHING,
    }
}

fn script<'a>(text: &str, directory: &'a TempDir) -> Job<'a> {
    let arguments = vec![OsString::from("-c"), OsString::from(text)];
    Job { arguments, ..job("/bin/sh", directory) }
}

fn limited(text: &str, limits: Limits, directory: &TempDir) -> Ended {
    run(&Job { limits, ..script(text, directory) }).expect("a shell")
}

fn text(directory: &TempDir, file: &str) -> String {
    fs::read_to_string(directory.path().join(file)).unwrap_or_default()
}

/// The processes that signed the file `pids`.
fn signed(directory: &TempDir) -> Vec<i32> {
    text(directory, "pids").lines().map(|line| line.parse().expect("a number")).collect()
}

fn is_running(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}

#[track_caller]
fn assert_gone(directory: &TempDir, count: usize) {
    let pids = signed(directory);
    assert_eq!(pids.len(), count, "processes that signed");
    let running: Vec<_> = pids.into_iter().filter(|&pid| is_running(pid)).collect();
    assert!(running.is_empty(), "still running: {running:?}");
}

/// Runs one of the ignored tests below in a process of its own.
fn alone(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", test, "--ignored", "--nocapture"]);
    command
}

#[test]
fn a_program_that_ends_by_itself_gives_its_exit_code_and_its_output() {
    let directory = directory();
    let mut job = script("echo $COLOUR; echo oops >&2; pwd; exit 7", &directory);
    job.environment.push(("COLOUR".into(), "red".into()));
    let ended = run(&job).expect("a shell");
    assert_eq!(ended.ending, Ending::Exited(7));
    let path = directory.path().canonicalize().expect("a path");
    assert_eq!(text(&directory, "stdout"), format!("red\n{}\n", path.display()));
    assert_eq!(text(&directory, "stderr"), "oops\n");
}

#[test]
fn a_bare_name_is_found_on_the_path() {
    let directory = directory();
    let ended = run(&job("true", &directory)).expect("true");
    assert_eq!(ended.ending, Ending::Exited(0));
    assert!(ended.usage.peak_memory > 0);
}

#[test]
fn a_relative_path_is_taken_from_where_plotgen_stands() {
    let directory = directory();
    let here = std::env::current_dir().expect("a directory");
    let up: String = here.components().skip(1).map(|_| "../").collect();
    let program = format!("{up}bin/sh");
    let mut job = job(&program, &directory);
    job.arguments = vec!["-c".into(), "exit 4".into()];
    assert_eq!(run(&job).expect("a shell").ending, Ending::Exited(4));
}

#[test]
fn a_program_that_dies_by_a_signal_is_told_from_one_that_was_stopped() {
    let directory = directory();
    let ended = run(&script("kill -SEGV $$", &directory)).expect("a shell");
    assert_eq!(ended.ending, Ending::Signalled(11));
}

#[test]
fn standard_input_is_empty() {
    let directory = directory();
    let ended = run(&script("cat", &directory)).expect("a shell");
    assert_eq!(ended.ending, Ending::Exited(0));
    assert_eq!(text(&directory, "stdout"), "");
}

#[test]
fn a_program_that_ignores_sigterm_is_killed_after_the_grace() {
    let directory = directory();
    let limits = Limits {
        wall: Some(Duration::from_millis(300)),
        grace: Duration::from_millis(300),
        ..Limits::default()
    };
    let ended =
        limited("trap '' TERM; echo $$ >>pids; while :; do sleep 1; done", limits, &directory);
    assert_eq!(ended.ending, Ending::WallLimit);
    assert!(ended.usage.wall >= Duration::from_millis(600), "{ended:?}");
    assert!(ended.usage.wall < Duration::from_secs(10), "{ended:?}");
    assert_gone(&directory, 1);
}

#[test]
fn a_program_that_heeds_sigterm_may_say_farewell() {
    let directory = directory();
    let limits =
        Limits { wall: Some(Duration::from_millis(300)), grace: FOREVER, ..Limits::default() };
    let ended = limited(
        "trap 'echo farewell; exit 3' TERM; while :; do sleep 0.05; done",
        limits,
        &directory,
    );
    assert_eq!(ended.ending, Ending::WallLimit);
    assert!(ended.usage.wall < FOREVER / 2, "{ended:?}");
    assert_eq!(text(&directory, "stdout"), "farewell\n");
}

#[test]
fn processor_time_is_limited_over_all_processes() {
    let directory = directory();
    let limit = Duration::from_millis(600);
    let limits = Limits { wall: Some(FOREVER), cpu: Some(limit), ..Limits::default() };
    let busy = "while :; do :; done";
    let ended = limited(&format!("{busy} & {busy}"), limits, &directory);
    assert_eq!(ended.ending, Ending::CpuLimit);
    assert!(ended.usage.cpu >= limit, "{ended:?}");
    assert!(ended.usage.cpu < 3 * limit, "{ended:?}");
}

#[test]
fn a_program_that_waits_uses_no_processor_time() {
    let directory = directory();
    let ended = run(&script("sleep 0.5", &directory)).expect("a shell");
    assert!(ended.usage.cpu < Duration::from_millis(200), "{ended:?}");
    assert!(ended.usage.wall >= Duration::from_millis(500), "{ended:?}");
}

#[test]
fn what_children_use_counts_whether_they_are_waited_for_or_not() {
    let one = directory();
    let own = run(&script(&format!("{TOIL} toil"), &one)).expect("a shell").usage.cpu;
    for way in [
        "(toil)",
        "toil & wait",
        // Orphans: each outlives its parent.
        "(toil && echo >>done &); until [ -s done ]; do sleep 0.02; done",
        "setsid sh -c \"$toil toil && echo >>done\" & until [ -s done ]; do sleep 0.02; done",
    ] {
        let directory = directory();
        let text = format!("toil='{TOIL}'\n{TOIL}{way}");
        let ended = run(&script(&text, &directory)).expect("a shell");
        assert_eq!(ended.ending, Ending::Exited(0));
        assert!(ended.usage.cpu > own / 3, "{way}: {ended:?}, against {own:?}");
        assert!(ended.usage.cpu < own * 4, "{way}: {ended:?}, against {own:?}");
    }
}

#[test]
fn memory_is_limited() {
    let directory = directory();
    let limits = Limits { wall: Some(FOREVER), memory: Some(16 * MEBIBYTE), ..Limits::default() };
    let ended = limited(&format!("{EAT} eat"), limits, &directory);
    assert_eq!(ended.ending, Ending::MemoryLimit);
    assert!(ended.usage.peak_memory > 16 * MEBIBYTE, "{ended:?}");
}

#[test]
fn memory_eaten_by_a_grandchild_is_limited() {
    let directory = directory();
    let limits = Limits { wall: Some(FOREVER), memory: Some(16 * MEBIBYTE), ..Limits::default() };
    let ended = limited(&format!("{EAT} (eat & wait) & wait"), limits, &directory);
    assert_eq!(ended.ending, Ending::MemoryLimit);
    assert!(ended.usage.peak_memory > 16 * MEBIBYTE, "{ended:?}");
}

#[test]
fn memory_of_several_processes_is_added_up() {
    let directory = directory();
    // None of them holds as much as 100 MiB, and each ends up with 40.
    let limits = Limits { wall: Some(FOREVER), memory: Some(150 * MEBIBYTE), ..Limits::default() };
    let ended = limited(&format!("{EAT} eat & eat & eat & eat & eat & wait"), limits, &directory);
    assert_eq!(ended.ending, Ending::MemoryLimit, "{ended:?}");
}

#[test]
fn the_peak_of_memory_is_measured() {
    let directory = directory();
    let eat = EAT.replace("sleep 300", "sleep 0.2");
    let ended = run(&script(&format!("{eat} eat"), &directory)).expect("a shell");
    assert_eq!(ended.ending, Ending::Exited(0));
    assert!(ended.usage.peak_memory > 40 * MEBIBYTE, "{ended:?}");
    assert!(ended.usage.peak_memory < 500 * MEBIBYTE, "{ended:?}");
}

/// Starts, besides itself, processes that do not want to end: a child, one in a session of its own,
/// one in a session of its own whose parents are dead and that ignores SIGTERM.
fn family(last: &str) -> String {
    let stay = "trap \"\" TERM; while :; do sleep 1; done";
    format!(
        "{SIGN}
        sh -c \"$sign exec sleep 300\" &
        setsid sh -c \"$sign exec sleep 300\" &
        (setsid sh -c \"sh -c '$sign {stay}' & \" &)
        until [ -e pids ] && [ $(wc -l <pids) -eq 3 ]; do sleep 0.02; done
        {last}",
        stay = stay.replace('"', "\\\"\\\""),
    )
}

#[test]
fn no_descendant_survives_a_limit() {
    let directory = directory();
    let limits = Limits {
        // Long enough for all of them to be born on a busy machine.
        wall: Some(Duration::from_secs(5)),
        grace: Duration::from_millis(200),
        ..Limits::default()
    };
    let ended = limited(&family("wait"), limits, &directory);
    assert_eq!(ended.ending, Ending::WallLimit);
    assert_gone(&directory, 3);
}

#[test]
fn no_descendant_survives_the_program() {
    let directory = directory();
    let ended = run(&script(&family("exit 5"), &directory)).expect("a shell");
    assert_eq!(ended.ending, Ending::Exited(5));
    assert_gone(&directory, 3);
}

#[test]
fn a_descendant_that_is_about_to_end_may_finish() {
    let directory = directory();
    let ended = run(&script("(sleep 0.01; echo late) &", &directory)).expect("a shell");
    assert_eq!(ended.ending, Ending::Exited(0));
    assert_eq!(text(&directory, "stdout"), "late\n");
}

#[test]
fn an_interrupted_run_ends_with_all_its_processes() {
    let directory = directory();
    let interrupted = AtomicBool::new(false);
    let ended = thread::scope(|scope| {
        scope.spawn(|| {
            let begun = Instant::now();
            while signed(&directory).len() < 3 && begun.elapsed() < FOREVER {
                thread::sleep(Duration::from_millis(10));
            }
            interrupted.store(true, Ordering::Relaxed);
        });
        let flags = [&NEVER, &interrupted];
        let mut job = script(&family("wait"), &directory);
        job.interrupted = &flags;
        job.limits.grace = Duration::from_millis(200);
        run(&job).expect("a shell")
    });
    assert_eq!(ended.ending, Ending::Interrupted);
    assert_gone(&directory, 3);
}

#[test]
fn a_missing_program_is_named() {
    let directory = directory();
    for program in ["no-such-solver", "/no/such/solver", "./no-such-solver"] {
        let error = run(&job(program, &directory)).expect_err("it is missing");
        assert!(matches!(error, StartError::Missing { .. }), "{error:?}");
        assert_eq!(error.to_string(), format!("cannot run {program}: there is no such program"));
    }
}

#[test]
fn a_file_that_is_not_executable_is_named() {
    let directory = directory();
    let file = directory.path().join("solver");
    fs::write(&file, "#!/bin/sh\n").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("permissions");
    let program = file.to_str().expect("text");
    let error = run(&job(program, &directory)).expect_err("it is not executable");
    assert_eq!(error.to_string(), format!("cannot run {program}: it is not executable"));
}

#[test]
fn a_script_without_its_interpreter_is_not_called_missing() {
    let directory = directory();
    // Written by another process: a file that this one has open for writing while another test starts
    // a program cannot be executed.
    let text = "echo '#!/no/such/interpreter' >solver; chmod +x solver";
    run(&script(text, &directory)).expect("a shell");
    let file = directory.path().join("solver");
    let error = run(&job(file.to_str().expect("text"), &directory)).expect_err("it cannot run");
    assert!(matches!(error, StartError::NoInterpreter { .. }), "{error:?}");
}

#[test]
fn a_missing_directory_is_not_taken_for_a_missing_program() {
    let directory = directory();
    let missing = directory.path().join("missing");
    let job = Job { directory: &missing, ..job("true", &directory) };
    let error = run(&job).expect_err("there is no directory");
    assert!(matches!(error, StartError::Output { .. }), "{error:?}");
    assert!(error.to_string().contains("missing/stdout"), "{error}");
}

#[test]
fn no_descendant_survives_a_crash_of_plotgen() {
    let directory = directory();
    let mut victim =
        alone("victim_of_a_crash").env("VICTIM", directory.path()).spawn().expect("this test");
    let begun = Instant::now();
    while signed(&directory).len() < 3 && begun.elapsed() < FOREVER {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(signed(&directory).into_iter().all(is_running));
    victim.kill().expect("a victim");
    victim.wait().expect("a victim");
    let begun = Instant::now();
    while signed(&directory).into_iter().any(is_running) && begun.elapsed() < FOREVER {
        thread::sleep(Duration::from_millis(10));
    }
    assert_gone(&directory, 3);
}

#[test]
#[ignore = "killed by no_descendant_survives_a_crash_of_plotgen"]
fn victim_of_a_crash() {
    let path = std::env::var_os("VICTIM").expect("a directory");
    let elsewhere = directory();
    let text = family("wait");
    let job = Job { directory: Path::new(&path), ..script(&text, &elsewhere) };
    run(&job).expect("a shell");
}

#[test]
fn hundreds_of_runs_leave_no_file_open_and_no_zombie() {
    let output = alone("hundreds_of_runs").output().expect("this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "run by hundreds_of_runs_leave_no_file_open_and_no_zombie, for it must be alone"]
fn hundreds_of_runs() {
    let open_files = || fs::read_dir("/proc/self/fd").expect("a list").count();
    let some_runs = |count: usize| {
        let directory = directory();
        for _ in 0..count {
            let ended = run(&job("true", &directory)).expect("true");
            assert_eq!(ended.ending, Ending::Exited(0));
        }
        // The orphan ends at once, and plotgen has to bury it.
        run(&script("(setsid true &)", &directory)).expect("a shell");
    };
    some_runs(1);
    let before = open_files();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| some_runs(100));
        }
    });
    some_runs(1);
    assert_eq!(open_files(), before);
    let children = fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    let zombies =
        children.split_whitespace().filter(|pid| !is_running(pid.parse().expect("a number")));
    assert_eq!(zombies.count(), 0, "{children}");
}

#[test]
fn an_orphan_that_hides_is_found_by_the_only_run() {
    let output = alone("an_orphan_that_hides").output().expect("this test");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[ignore = "run by an_orphan_that_hides_is_found_by_the_only_run, for it must be alone"]
fn an_orphan_that_hides() {
    let directory = directory();
    let text = "(env -i setsid sh -c 'echo $$ >>pids; exec sleep 300' &)
        until [ -s pids ]; do sleep 0.02; done";
    let ended = run(&script(text, &directory)).expect("a shell");
    assert_eq!(ended.ending, Ending::Exited(0));
    assert_gone(&directory, 1);
}
