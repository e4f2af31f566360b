//! What the lab reads: campaign files, quantities, records, and the files that solvers leave.

use std::fs;
use std::path::Path;

use plotgen::game::Noun;
use plotgen::lab::campaign::record::Record;
use plotgen::lab::campaign::spec;
use plotgen::lab::outcome::Outcome;
use plotgen::lab::process::{Limits, Usage};
use plotgen::lab::quantity;
use plotgen::lab::solvers::{Call, Catalogue, Exited, Statistics};

use crate::mutation::fuzz;
use crate::{is_read, records};

#[test]
fn campaign_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut texts: Vec<String> = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    texts.push(
        "levels: [\"*.json\", {generate: {size: 3x3, colours: 2, count: 10}}]\nconfigurations:\n\
         - {solver: [symk, native], model: [a, s], variant: {dead-end: [true, false]}, options: [[], [--x, 3]]}\n\
         limits: {time: 60s, cpu: 1h, memory: 8GB}\nrepetitions: 3\norder: {shuffled: 5}\nworkers: 2\n"
            .to_owned(),
    );
    let declared = include_str!("../../examples/solvers/planners.yaml");
    texts.push(format!(
        "{declared}levels: [a.json]\nconfigurations: [{{solver: lpg, seed: [1, 2]}}]\npin: false\n"
    ));
    texts.sort();
    fuzz("campaign", texts, |text| {
        let Some(spec) = is_read(spec::read(text)) else { return false };
        is_read(Catalogue::default().declare(spec.solvers.clone(), Path::new("campaign.yaml")));
        for configurations in &spec.configurations {
            let order = ["progress", "dead-end"];
            if configurations.count().is_some_and(|count| count < 10_000) {
                is_read(configurations.each(&order));
            }
        }
        true
    });
}

#[test]
fn times_and_sizes() {
    let texts = ["60", "500ms", "90s", "5m", "1h", "64MB", "8GB", "512MiB", "0.5g"];
    fuzz("quantity", texts.map(str::to_owned).into(), |text| {
        let time = is_read(quantity::duration(text)).is_some();
        is_read(quantity::bytes(text)).is_some() || time
    });
}

#[test]
fn records_of_runs() {
    let level = records::level("figure-9", 2, 4);
    let record = |name: &str, outcome| {
        let record = records::record(&level, &records::configuration(name), outcome, 1.5);
        serde_json::to_string_pretty(&record).unwrap()
    };
    let texts = vec![record("native", Outcome::Solved), record("symk direct", Outcome::Crashed)];
    fuzz("record", texts, |text| {
        let Some(record) = is_read(serde_json::from_str::<Record>(text)) else { return false };
        let written = serde_json::to_string(&record).unwrap();
        assert!(serde_json::from_str::<Record>(&written).is_ok(), "{written}");
        true
    });
}

/// Files that solvers leave, under the names of all of them.
const FILES: [&str; 7] = [
    "stdout",
    "stderr",
    "sas_plan",
    "sas_plan.1",
    "level.param.info",
    "level.param.solution",
    "backend.out",
];

#[test]
fn files_of_solvers() {
    let texts = [
        "Done! [0.050s CPU, 0.095s wall-clock]\n[t=0.004442s, 10680 KB] Expanded 684 state(s).\n[t=0.004442s, 10680 KB] Search time: 0.000994s\nPeak memory: 10680 KB\n",
        "(shoot-row r1 c2 red)\n; cost = 4 (general cost)\n",
        "SavileRowTotalTime:0.5\nSATVars:100\nSATClauses:300\nSolverSatisfiable:1\nSavileRowTimeOut:0\nSolverTimeOut:0\nSolverNodes:17\nSolverTotalTime:0.25\n",
        "{\"type\": \"statistics\", \"statistics\": {\"flatTime\": 0.25, \"nodes\": 7}}\n{\"type\": \"status\", \"status\": \"UNSATISFIABLE\"}\n",
        "{\"status\": \"OPTIMAL\", \"plan\": \"c1 r1\", \"seconds\": 0.5, \"branches\": 12}\n",
    ];
    let folder = tempfile::tempdir().unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/solvers/planners.yaml");
    let solvers = Catalogue::with_files([examples.as_path()]).unwrap().all();
    fuzz("solver-files", texts.map(str::to_owned).into(), move |text| {
        for name in FILES {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let step = Noun { one: "shot", many: "shots" };
        let options = [];
        let call = Call {
            search: None,
            options: &options,
            seed: 1,
            limits: Limits::default(),
            tools: &[],
            step,
        };
        let mut parts = Vec::new();
        for solver in &solvers {
            parts.push(solver.statistics(folder.path()));
            for code in [0, 1, 12, 22, 35] {
                let exit = Exited { code, usage: Usage::default(), directory: folder.path() };
                let _ = solver.read(&call, &exit);
            }
        }
        // A run adds up what its phases report.
        let sum = Statistics::sum(parts.iter().chain(&parts));
        sum != Statistics::default() || text.contains("cost")
    });
}
