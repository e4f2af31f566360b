//! A campaign in a folder of its own, and what is seen of it from outside.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Nothing in these tests takes so long, however busy the machine is.
pub(crate) const FOREVER: Duration = Duration::from_secs(120);

/// A campaign file and the folder of its records.
pub(crate) struct Bench {
    pub(crate) home: TempDir,
}

/// What a command gave.
pub(crate) struct Told {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Bench {
    pub(crate) fn new(campaign: &str) -> Bench {
        let bench = Bench { home: tempfile::tempdir().unwrap() };
        bench.write(campaign);
        bench
    }

    /// Levels of the size 3x3, so many, with the solver of this program.
    pub(crate) fn of_native(count: usize, more: &str) -> Bench {
        Bench::new(&format!(
            "levels: [{{generate: {{size: 3x3, colours: 2, count: {count}, seed: 1}}}}]\n\
             configurations: [{{solver: native}}]\nlimits: {{time: 60s, memory: 1GB}}\n{more}\n"
        ))
    }

    pub(crate) fn write(&self, campaign: &str) {
        fs::write(self.file(), campaign).unwrap();
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.home.path().join("campaign.yaml")
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.home.path().join("out")
    }

    /// `bench COMMAND FILE --out FOLDER …`.
    pub(crate) fn start(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        command.args(["bench", "run"]).arg(self.file()).arg("--out").arg(self.folder());
        command.args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Told {
        told(&mut self.start(arguments))
    }

    /// `bench COMMAND FOLDER …`.
    pub(crate) fn ask(&self, command: &str, arguments: &[&str]) -> Told {
        let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        line.args(["bench", command]).arg(self.folder()).args(arguments);
        told(line.current_dir(self.home.path()))
    }

    /// The names of the runs that the file asks for.
    pub(crate) fn planned(&self) -> Vec<String> {
        let mut line = Command::new(env!("CARGO_BIN_EXE_plotgen"));
        let told = told(line.args(["bench", "plan", "--list"]).arg(self.file()));
        assert_eq!(told.code, 0, "{}", told.err);
        let mut runs: Vec<String> =
            told.out.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
        runs.sort();
        runs
    }

    /// The records, each of which must be whole and be what its name says.
    pub(crate) fn records(&self) -> BTreeMap<String, Value> {
        let mut records = BTreeMap::new();
        for entry in fs::read_dir(self.folder().join("records")).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "json") {
                let text = fs::read_to_string(&path).unwrap();
                let record: Value = serde_json::from_str(&text)
                    .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let run = record["run"].as_str().unwrap().to_owned();
                assert_eq!(path.file_stem().unwrap().to_str(), Some(run.as_str()));
                records.insert(run, record);
            }
        }
        records
    }

    /// The record of a configuration.
    pub(crate) fn record(&self, configuration: &str) -> Value {
        let mut records = self.records().into_values();
        let found = records.find(|record| record["configuration"]["name"] == configuration);
        found.unwrap_or_else(|| panic!("there is no record of {configuration}"))
    }

    /// Asserts that no process is left that has to do with this campaign.
    #[track_caller]
    pub(crate) fn assert_alone(&self) {
        let begun = Instant::now();
        loop {
            let found = processes(self.home.path());
            if found.is_empty() {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "still there: {found:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The processes that were called with a path in a folder, or work there.
fn processes(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let path = entry.path();
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let works_there = fs::read_link(path.join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder));
        if works_there || line.contains(folder.to_str().unwrap()) {
            found.push(format!("{} {line}", path.display()));
        }
    }
    found
}

/// An executable script beside the campaign.
pub(crate) fn script(bench: &Bench, name: &str, text: &str) -> PathBuf {
    let path = bench.home.path().join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

pub(crate) fn told(command: &mut Command) -> Told {
    let output = command.stdin(Stdio::null()).output().unwrap();
    Told {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < FOREVER, "it never was so");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a command that is not heard.
pub(crate) fn silent(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}
