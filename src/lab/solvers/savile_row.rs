//! Savile Row: translates Essence Prime for a backend solver and runs that solver.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::finding::{self, Found};
use super::response::{log, plan};
use super::solver::{milliseconds, seconds};
use super::{Call, Exited, Response, Solver, Statistics, Stop, Tool};
use crate::game::language::{ESSENCE_PRIME, Language, PARAMETERS, TextFile};
use crate::lab::foreign::Unusable;

/// Savile Row with one of its backends.
pub struct SavileRow {
    /// The backend.
    pub backend: Backend,
}

/// A solver that Savile Row runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// The SAT solver Kissat.
    Kissat,
    /// The SAT solver CaDiCaL.
    Cadical,
    /// The lazy clause generation solver Chuffed.
    Chuffed,
    /// CP-SAT of OR-Tools, through FlatZinc.
    OrTools,
    /// The constraint solver Gecode.
    Gecode,
    /// The constraint solver Minion.
    Minion,
}

impl Backend {
    /// All backends, in listing order.
    pub const ALL: [Backend; 6] = [
        Backend::Kissat,
        Backend::Cadical,
        Backend::Chuffed,
        Backend::OrTools,
        Backend::Gecode,
        Backend::Minion,
    ];

    fn tool(self) -> Tool<'static> {
        let version = |printed: &str| {
            // Some print a name such as sc2021 instead of a number, and some print no version.
            let word =
                || printed.lines().next().filter(|line| !line.contains(' ')).map(str::to_owned);
            let version = finding::number(printed).or_else(word);
            Some(version.unwrap_or_else(|| "unknown".to_owned()))
        };
        let tool = Tool {
            name: "",
            variable: "",
            programs: &[],
            installation: BUNDLE,
            version_arguments: &[&["--version"]],
            version: Box::new(version),
            lack: String::new(),
        };
        match self {
            Backend::Kissat => Tool {
                name: "kissat",
                variable: "PLOTGEN_KISSAT",
                programs: &["kissat"],
                installation: "scripts/setup-solvers kissat",
                ..tool
            },
            Backend::Cadical => Tool {
                name: "cadical",
                variable: "PLOTGEN_CADICAL",
                programs: &["cadical"],
                installation: "scripts/setup-solvers cadical",
                ..tool
            },
            Backend::Chuffed => Tool {
                name: "fzn-chuffed",
                variable: "PLOTGEN_FZN_CHUFFED",
                programs: &["fzn-chuffed"],
                ..tool
            },
            Backend::OrTools => Tool {
                name: "fzn-cp-sat",
                variable: "PLOTGEN_FZN_CP_SAT",
                programs: &["fzn-cp-sat", "fzn-ortools", "fzn-or-tools"],
                ..tool
            },
            Backend::Gecode => Tool {
                name: "fzn-gecode",
                variable: "PLOTGEN_FZN_GECODE",
                programs: &["fzn-gecode"],
                installation: "scripts/setup-solvers minizinc",
                version_arguments: &[],
                ..tool
            },
            Backend::Minion => Tool {
                name: "minion",
                variable: "PLOTGEN_MINION",
                programs: &["minion"],
                installation: "its official distribution",
                version_arguments: &[&["--help"]],
                ..tool
            },
        }
    }

    /// The arguments that make Savile Row use this backend.
    fn arguments(self) -> impl Iterator<Item = OsString> {
        let (flags, binary): (&[&str], &str) = match self {
            Backend::Kissat => (&["-sat", "-sat-family", "kissat"], "-satsolver-bin"),
            Backend::Cadical => (&["-sat", "-sat-family", "cadical"], "-satsolver-bin"),
            Backend::Chuffed => (&["-chuffed"], "-chuffed-bin"),
            Backend::OrTools => (&["-or-tools"], "-fzn-bin"),
            Backend::Gecode => (&["-gecode"], "-gecode-bin"),
            Backend::Minion => (&["-minion"], "-minion-bin"),
        };
        flags.iter().copied().chain([binary, "./backend.sh"]).map(OsString::from)
    }

    /// Whether the backend itself reported that there is no solution.
    fn has_refuted(self, printed: &str) -> bool {
        let words = match self {
            Backend::Kissat | Backend::Cadical => "s UNSATISFIABLE",
            Backend::Chuffed | Backend::OrTools | Backend::Gecode => "=====UNSATISFIABLE=====",
            Backend::Minion => "Solutions Found: 0",
        };
        printed.lines().any(|line| line.trim() == words)
    }

    /// The backend's option for a time limit, in its own unit.
    fn time_limit(self, limit: Duration) -> String {
        let (seconds, milliseconds) = (seconds(limit), milliseconds(limit));
        match self {
            Backend::Kissat => format!("--time={seconds}"),
            Backend::Cadical => format!("-t {seconds}"),
            Backend::Chuffed => format!("--time-out {milliseconds}"),
            Backend::OrTools => format!("--time_limit={seconds}"),
            Backend::Gecode => format!("-time {milliseconds}"),
            Backend::Minion => format!("-timelimit {seconds}"),
        }
    }
}

const BUNDLE: &str = "the MiniZinc bundle or its official distribution";
/// The Savile Row option that passes options to the backend.
const BACKEND_OPTIONS: &str = "-solver-options";
/// The suffix of the file with statistics, which Savile Row writes next to the parameters.
const INFO: &str = ".info";
/// The suffix of the file with the solution.
const SOLUTION: &str = ".solution";
/// The file in which `backend.sh` keeps the output of the backend.
const BACKEND_OUTPUT: &str = "backend.out";

impl Solver for SavileRow {
    fn name(&self) -> &str {
        match self.backend {
            Backend::Kissat => "savilerow-kissat",
            Backend::Cadical => "savilerow-cadical",
            Backend::Chuffed => "savilerow-chuffed",
            Backend::OrTools => "savilerow-ortools",
            Backend::Gecode => "savilerow-gecode",
            Backend::Minion => "savilerow-minion",
        }
    }

    fn about(&self) -> String {
        format!("Essence Prime translated by Savile Row, solved by {}", self.backend.tool().name)
    }

    fn language(&self) -> Language {
        Language::EssencePrime
    }

    fn is_optimal(&self, _search: Option<&str>) -> bool {
        true
    }

    fn tools(&self) -> Vec<Tool<'_>> {
        let version = |printed: &str| {
            finding::number(printed.lines().find_map(|line| line.strip_prefix("Savile Row "))?)
        };
        let savile_row = Tool {
            name: "savilerow",
            variable: "PLOTGEN_SAVILEROW",
            programs: &["savilerow"],
            installation: "its official distribution (needs Java)",
            version_arguments: &[&["-help"]],
            version: Box::new(version),
            lack: "it does not report its version".to_owned(),
        };
        vec![savile_row, self.backend.tool()]
    }

    fn own_files(&self) -> Vec<TextFile> {
        vec![TextFile { name: "backend.sh", text: include_str!("backend.sh").to_owned() }]
    }

    fn environment(&self, tools: &[Found]) -> Vec<(OsString, OsString)> {
        const JAVA: &str = "JAVA_TOOL_OPTIONS";
        let backend = tools.get(1).map(|found| found.program.clone().into_os_string());
        // Runs are so short that Java's optimising compiler (C2) costs more time than it saves.
        let java = env::var_os(JAVA).is_none().then(|| "-XX:TieredStopAtLevel=1".into());
        let backend = backend.map(|backend| ("PLOTGEN_BACKEND".into(), backend));
        backend.into_iter().chain(java.map(|java| (JAVA.into(), java))).collect()
    }

    fn arguments(&self, call: &Call<'_>) -> Vec<OsString> {
        let words = ["-in-eprime", ESSENCE_PRIME, "-in-param", PARAMETERS, "-run-solver", "-O1"];
        let mut arguments: Vec<OsString> = words.map(OsString::from).into();
        arguments.extend(self.backend.arguments());
        if let Some(limit) = call.limits.wall {
            arguments.extend(["-timelimit".into(), seconds(limit).to_string().into()]);
            if !call.options.iter().any(|option| option == BACKEND_OPTIONS) {
                arguments.extend([BACKEND_OPTIONS.into(), self.backend.time_limit(limit).into()]);
            }
        }
        arguments.extend(call.options.iter().map(OsString::from));
        arguments
    }

    fn read(&self, call: &Call<'_>, exit: &Exited<'_>) -> Result<Response, Unusable> {
        let info = Info::of(&exit.log(&format!("{PARAMETERS}{INFO}"))?);
        let solution = plan(exit.directory, &format!("{PARAMETERS}{SOLUTION}"))?;
        let was_late = call.limits.wall.is_some_and(|limit| exit.usage.wall >= limit);
        let answer = match info.answer(solution.unwrap_or_default(), was_late) {
            // Savile Row sometimes reports the same for a backend that crashed.
            Ok(Response::NoPlan) if !self.backend.has_refuted(&exit.log(BACKEND_OUTPUT)?) => {
                Err("its backend failed: it did not report that there is no solution")
            }
            answer => answer,
        };
        Ok(answer.unwrap_or_else(|meaning| Response::Crashed(exit.failure(meaning))))
    }

    fn statistics(&self, directory: &Path) -> Statistics {
        let info = log(directory, &format!("{PARAMETERS}{INFO}"));
        Info::of(&info.unwrap_or_default()).statistics()
    }
}

/// Savile Row's info file: one key and value per line. The keys depend on the backend.
struct Info(BTreeMap<String, String>);

impl Info {
    fn of(text: &str) -> Info {
        let entry = |line: &str| {
            let (key, value) = line.split_once(':')?;
            Some((key.trim().to_owned(), value.trim().to_owned()))
        };
        Info(text.lines().filter_map(entry).collect())
    }

    fn says(&self, key: &str, value: &str) -> bool {
        self.0.get(key).is_some_and(|found| found == value)
    }

    /// The answer, or why there is none.
    fn answer(&self, solution: String, was_late: bool) -> Result<Response, &'static str> {
        let stopped = |by| Ok(Response::Stopped { by, best: Vec::new() });
        if self.says("SolverSatisfiable", "1") && !solution.is_empty() {
            // A model that optimises is solved again and again, for better and better values.
            let is_final = self.says("OptimumFound", "1");
            let is_cut_off = self.says("SolverTimeOut", "1") || self.says("SavileRowTimeOut", "1");
            return Ok(match is_cut_off && !is_final {
                true => Response::Stopped { by: Stop::Time, best: vec![solution] },
                false => Response::Plan { text: solution, is_final },
            });
        }
        if self.says("SavileRowTimeOut", "1") {
            return stopped(Stop::Time);
        }
        if self.says("SolverMemOut", "1") {
            return stopped(Stop::Memory);
        }
        match (self.0.get("SolverSatisfiable").map(String::as_str), self.says("SolverTimeOut", "0"))
        {
            // For a backend that crashed, SolverTimeOut:0 is missing.
            (Some("0"), true) => Ok(Response::NoPlan),
            (_, _) if self.says("SolverTimeOut", "1") && was_late => stopped(Stop::Time),
            (_, _) if self.says("SolverTimeOut", "1") => Err("its backend failed or gave up"),
            (Some("0"), false) => Err("its backend failed"),
            (Some(_), _) => Err("its solution is missing"),
            (None, _) if self.says("SavileRowClauseOut", "1") => Err("too many clauses"),
            (None, _) => Err("no answer from its backend"),
        }
    }

    fn statistics(&self) -> Statistics {
        let number = |key: &str| self.0.get(key)?.parse().ok();
        let count = |key: &str| self.0.get(key)?.parse().ok();
        Statistics {
            translation_seconds: number("SavileRowTotalTime"),
            search_seconds: number("SolverTotalTime"),
            expanded: count("SolverNodes"),
            variables: count("SATVars"),
            constraints: count("SATClauses"),
            search_memory: None,
            details: self.0.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(info: &str, solution: &str) -> Result<Response, &'static str> {
        Info::of(info).answer(solution.to_owned(), false)
    }

    #[test]
    fn only_a_backend_that_finished_in_time_proves_unsolvability() {
        assert_eq!(answer("SolverSatisfiable:0\nSolverTimeOut:0\n", ""), Ok(Response::NoPlan));
        assert!(answer("SolverSatisfiable:0\n", "").is_err());
        assert!(answer("SolverSatisfiable:0\nSolverTimeOut:1\n", "").is_err());
        let late = Info::of("SolverTimeOut:1\n").answer(String::new(), true);
        assert_eq!(late, Ok(Response::Stopped { by: Stop::Time, best: Vec::new() }));
        assert!(answer("", "").is_err());
    }

    #[test]
    fn a_plan_requires_a_solution_file() {
        let info = "SolverSatisfiable:1\nSolverTimeOut:0\n";
        assert!(matches!(answer(info, "letting fpRow be [1]"), Ok(Response::Plan { .. })));
        assert!(answer(info, "").is_err());
    }

    #[test]
    fn all_keys_are_kept_as_details() {
        let info = Info::of("SATClauses:643\nSolverTotalTime:0.25\nSolverNodes:12\nWhatever:x:y\n");
        let statistics = info.statistics();
        assert_eq!(
            (statistics.constraints, statistics.search_seconds, statistics.expanded),
            (Some(643), Some(0.25), Some(12))
        );
        assert_eq!(statistics.details["Whatever"], "x:y");
        assert_eq!(statistics.details.len(), 4);
    }
}
