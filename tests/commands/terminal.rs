//! What a user sees on a terminal. `terminal.py` has one.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::aloud::skipped;
use crate::harness::{Folder, run};

/// Runs plotgen on a terminal of this width; what is on the screen in the end.
fn screen(columns: &str, arguments: &[&str]) -> Option<String> {
    if Command::new("python3").arg("--version").output().is_err() {
        skipped("terminals: python3 is not installed");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/terminal.py");
    let shown = Command::new("python3")
        .arg(script)
        .args([columns, env!("CARGO_BIN_EXE_plotgen")])
        .args(arguments)
        .output()
        .unwrap();
    assert!(shown.stderr.is_empty(), "{}", String::from_utf8_lossy(&shown.stderr));
    Some(String::from_utf8(shown.stdout).unwrap())
}

/// The lines as they were before the terminal broke them.
fn unfolded(screen: &str) -> String {
    screen.replace("\n\\", "")
}

#[test]
fn answers_on_a_terminal_are_whole_and_without_remains_of_progress_bars() {
    let named = ["solve", "instances/named"];
    let table = run(&named).out;
    let names: Vec<&str> = table.lines().filter_map(|line| line.split(' ').next()).collect();
    for columns in ["50", "120"] {
        let Some(shown) = screen(columns, &named) else { return };
        let shown = unfolded(&shown);
        let rows: Vec<&str> = shown.lines().collect();
        assert_eq!(rows.len(), names.len(), "{shown}");
        for (row, expected) in rows.iter().zip(table.lines()) {
            assert_eq!(row.split(' ').next(), expected.split(' ').next(), "{shown}");
        }
        let plan = |line: &str| line.split("  ").last().unwrap().trim().to_owned();
        let plans = |lines: &[&str]| lines[1..13].iter().map(|line| plan(line)).collect::<Vec<_>>();
        assert_eq!(plans(&rows), plans(&table.lines().collect::<Vec<_>>()), "{shown}");
    }
    for command in [
        &["solve", "instances/named", "--json"][..],
        &["generate", "--size", "3x3", "--colours", "2", "--count", "5"],
    ] {
        let shown = unfolded(&screen("50", command).unwrap());
        assert_eq!(shown.lines().count(), run(command).out.lines().count(), "{shown}");
        for line in shown.lines() {
            let object: Result<serde_json::Value, _> = serde_json::from_str(line);
            assert!(object.is_ok(), "{line}");
        }
    }
}

#[test]
fn the_progress_of_a_native_search_is_shown_while_it_runs() {
    let folder = Folder::new();
    let large = run(&["generate", "--size", "14x14", "--colours", "5", "--seed", "3"]).out;
    let large = folder.file("large.json", large);
    if screen("80", &["--version"]).is_none() {
        return;
    }
    let script = "import pty, sys; pty.spawn(sys.argv[1:])";
    let mut child = Command::new("python3")
        .args(["-c", script, env!("CARGO_BIN_EXE_plotgen")])
        .args(["solve", &large, "--time-limit", "5s"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut shown = String::new();
    child.stdout.take().unwrap().read_to_string(&mut shown).unwrap();
    child.wait().unwrap();
    for words in ["bound: ", "best plan: ", " states/s"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}
