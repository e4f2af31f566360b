//! Running the program as a user does.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::aloud::skipped;

pub(crate) const FIGURE_9: &str = r#"{"name": "figure-9", "grid": ["RRRG", "RGRR"], "goal": 1}"#;

/// What a run of the program gave.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

pub(crate) fn plotgen() -> Command {
    Command::new(env!("CARGO_BIN_EXE_plotgen"))
}

/// Runs the program with something on standard input.
pub(crate) fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = plotgen()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// A folder with the level of Figure 9 in it.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.file("level.json", FIGURE_9);
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub(crate) fn level(&self) -> String {
        self.path().join("level.json").to_str().unwrap().to_owned()
    }
}

/// Asserts that a run refused its input: one sentence, exit code 2, no output.
pub(crate) fn assert_refused(run: &Run, sentence: &str) {
    assert_eq!(run.code, 2, "{}{}", run.out, run.err);
    assert_eq!(run.out, "");
    assert!(run.err.contains(sentence), "expected {sentence:?}, got {:?}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(!run.err.contains("panicked"));
}

/// Whether a solver is on this machine; said aloud if not.
pub(crate) fn has(solver: &str) -> bool {
    let listed = run(&["solvers", solver, "--json"]);
    if listed.code != 0 {
        skipped(&format!("{solver}: {}", listed.json()["missing"].as_str().unwrap()));
    }
    listed.code == 0
}

/// Verifies in a folder of its own; the last line of what it prints.
pub(crate) fn verify(arguments: &[&str]) -> String {
    let folder = Folder::new();
    let out = folder.path().join("out");
    let told = run(&[&["verify", "--out", out.to_str().unwrap()], arguments].concat());
    assert_eq!(told.code, 0, "{arguments:?}\n{}{}", told.out, told.err);
    told.out.lines().last().unwrap().to_owned()
}
