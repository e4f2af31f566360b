//! Real solvers, asked for all solutions of a model.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plotgen::game::Language;
use plotgen::games::swaps::formats::json;
use plotgen::games::swaps::level::Level;
use serde_json::Value;

use crate::aloud::skipped;

/// A solver that can list all solutions, and how to count them in the files that it leaves.
pub(crate) struct Enumerator {
    pub(crate) solver: &'static str,
    pub(crate) model: &'static str,
    pub(crate) language: Language,
    /// How many levels of each set it is asked about.
    pub(crate) usual: usize,
    arguments: &'static [&'static str],
    count: fn(&Path) -> usize,
}

/// SymK's search for all best plans.
const ALL_BEST: &str =
    "symq_bd(plan_selection=top_k(num_plans=infinity,dump_plans=false),quality=1.0)";

const SYMK: Enumerator = Enumerator {
    solver: "symk",
    model: "six",
    language: Language::Pddl,
    usual: 2,
    arguments: &["--search", ALL_BEST],
    count: told_by_symk,
};

const GECODE: Enumerator = Enumerator {
    solver: "minizinc-gecode",
    model: "two-phase",
    language: Language::MiniZinc,
    usual: 3,
    arguments: &["--solver-option=-a"],
    count: minizinc_solutions,
};

pub(crate) static SOLVERS: [Enumerator; 6] = [
    SYMK,
    Enumerator { model: "lean", ..SYMK },
    GECODE,
    Enumerator { solver: "minizinc-chuffed", usual: 1, ..GECODE },
    Enumerator {
        solver: "ortools",
        language: Language::CpSat,
        usual: 1,
        arguments: &["--solver-option=--all"],
        count: ortools_solutions,
        ..GECODE
    },
    Enumerator {
        solver: "savilerow-kissat",
        language: Language::EssencePrime,
        usual: 1,
        arguments: &["--solver-option=-all-solutions"],
        count: savile_row_solutions,
        ..GECODE
    },
];

fn plotgen(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plotgen")).args(arguments).output().unwrap()
}

impl Enumerator {
    /// The version of the solver; said aloud if it is not on this machine.
    pub(crate) fn version(&self) -> Option<String> {
        let listed = plotgen(&["solvers", self.solver, "--json"]);
        let told: Value = serde_json::from_slice(&listed.stdout).unwrap();
        if !listed.status.success() {
            skipped(&format!("{}: {}", self.solver, told["missing"].as_str().unwrap()));
            return None;
        }
        Some(told["version"].as_str().unwrap().to_owned())
    }

    /// The number of solutions for a level whose best plans cost so much.
    pub(crate) fn number(&self, level: &Level, cost: u32) -> u128 {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (file, kept, cost) = (path("x.json"), path("kept"), cost.to_string());
        fs::write(&file, json::write(&level.renamed("x"))).unwrap();
        let mut arguments = vec!["solve", "--solver", self.solver, "--model", self.model];
        arguments.extend(self.arguments);
        if self.language != Language::Pddl {
            arguments.extend(["--horizon", &cost]);
        }
        arguments.extend(["--keep", &kept, &file]);
        let Output { stdout, stderr, .. } = plotgen(&arguments);
        let told = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
        let left = run_folder(&Path::new(&kept).join("x"));
        let number = left.map_or(0, |left| (self.count)(&left));
        assert!(number > 0, "{}: {level:?}: {told}", self.solver);
        number as u128
    }
}

/// The folder of the run: that of the only question, where there are questions; `None` without files.
fn run_folder(folder: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder).ok()?.map(|entry| entry.unwrap().path());
    Some(entries.find(|path| path.is_dir()).unwrap_or_else(|| folder.to_owned()))
}

fn stdout(folder: &Path) -> String {
    fs::read_to_string(folder.join("stdout")).unwrap()
}

fn told_by_symk(folder: &Path) -> usize {
    let log = stdout(folder);
    let told = log.lines().rev().find_map(|line| line.split_once("Number of plans: "));
    told.map_or(0, |(_, number)| number.trim().parse().unwrap())
}

/// Each solution is an object; the last line says that there are no more.
fn minizinc_solutions(folder: &Path) -> usize {
    let log = stdout(folder);
    let is = |line: &str, kind: &str| line.contains(&format!("\"type\": \"{kind}\""));
    assert!(log.contains("ALL_SOLUTIONS"), "{log}");
    log.lines().filter(|line| is(line, "solution")).count()
}

/// Each solution is a line with steps; the last line has a status.
fn ortools_solutions(folder: &Path) -> usize {
    let log = stdout(folder);
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.last().unwrap()["status"], "OPTIMAL", "{log}");
    lines.iter().filter(|line| !line["status"].is_string()).count()
}

/// Each solution is a file.
fn savile_row_solutions(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().contains(".solution.")).count()
}
