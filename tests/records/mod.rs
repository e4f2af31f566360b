//! Records for tests and benchmarks: from real runs of the native solver, or synthetic.

#![allow(dead_code, reason = "not every test uses everything")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use plotgen::game::{LevelFacts, Objective};
use plotgen::games::plotting::level::Level;
use plotgen::games::plotting::search::{self, Budget};
use plotgen::lab::campaign::record::{Configuration, Machine, Record, RecordedLevel, RunLimits};
use plotgen::lab::outcome::Outcome;
use plotgen::lab::solvers::Statistics;

/// The time limit of all runs, in seconds.
pub(crate) const LIMIT: u64 = 60;

/// A configuration with this name; the first word is the solver.
pub(crate) fn configuration(name: &str) -> Configuration {
    Configuration {
        name: name.to_owned(),
        solver: name.split(' ').next().unwrap_or_default().to_owned(),
        version: "1.0".to_owned(),
        model: None,
        search: None,
        options: Vec::new(),
        seed: None,
        declared: None,
    }
}

/// A level with this name and size.
pub(crate) fn level(name: &str, rows: usize, columns: usize) -> RecordedLevel {
    let figures = [("rows", rows), ("columns", columns), ("blocks", rows * columns)];
    RecordedLevel {
        game: Some("plotting".to_owned()),
        hash: format!("hash of {name}"),
        facts: LevelFacts::new(name, format!("{rows}x{columns}"), &figures).sized_by("blocks"),
    }
}

/// A run with this outcome and CPU time.
pub(crate) fn record(
    level: &RecordedLevel,
    configuration: &Configuration,
    outcome: Outcome,
    cpu_seconds: f64,
) -> Record {
    Record {
        run: format!("{} {} 1", level.facts.name, configuration.name),
        level: level.clone(),
        configuration: configuration.clone(),
        repetition: 1,
        seed: None,
        limits: RunLimits {
            wall_seconds: None,
            cpu_seconds: Some(LIMIT),
            memory: Some(8_000_000_000),
            enforced: BTreeMap::from([("memory".to_owned(), "watched".to_owned())]),
        },
        outcome,
        remark: None,
        objective: Objective::FewestSteps,
        value: (outcome == Outcome::Solved).then_some(7),
        steps: None,
        optimal: outcome == Outcome::Solved,
        bound: Some(7),
        seconds: cpu_seconds * 1.1,
        cpu_seconds,
        peak_memory: 20_000_000,
        statistics: Statistics::default(),
        phases: Vec::new(),
        machine: Machine {
            host: "here".to_owned(),
            processor: "a processor".to_owned(),
            cores: 2,
            memory: 16_000_000_000,
            system: "Linux".to_owned(),
        },
        conditions: None,
        plotgen: "0.1.0".to_owned(),
        started: "2026-01-31T12:00:00Z".to_owned(),
        files: None,
    }
}

/// Runs the native solver on levels.
pub(crate) fn native(levels: &[Level]) -> Vec<Record> {
    let run = |it: &Level| {
        let start = Instant::now();
        let budget = Budget { threads: 1, memory: 1 << 28, ..Budget::default() };
        let answer = search::solve(it, &budget, &mut |_| ()).unwrap();
        let seconds = start.elapsed().as_secs_f64();
        let figures = it.figures();
        let facts = level(it.name(), figures.rows, figures.columns);
        let (outcome, plan) = match answer.outcome {
            search::Outcome::Solved(plan) => (Outcome::Solved, Some(plan)),
            search::Outcome::Unsolvable(_) => (Outcome::Unsolvable, None),
            search::Outcome::NotKnown(_) => (Outcome::Timeout, None),
        };
        let steps: Option<Vec<String>> =
            plan.map(|plan| plan.shots().iter().map(ToString::to_string).collect());
        Record {
            value: steps.as_ref().map(|steps| steps.len() as i64),
            steps,
            bound: Some(answer.lower_bound as i64),
            seconds,
            ..record(&facts, &configuration("native"), outcome, seconds)
        }
    };
    levels.iter().map(run).collect()
}

/// Synthetic records: eight configurations of different speed on boards of different sizes, with
/// a mix of outcomes. The same `count` always gives the same records.
pub(crate) fn synthetic(count: usize) -> Vec<Record> {
    let mut state = 1u64;
    let mut chance = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    let variants = ["plain", "dead-end", "monochrome"];
    let mut configurations: Vec<Configuration> =
        ["native", "fast-downward", "symk"].map(configuration).into();
    for solver in ["savilerow-kissat", "minizinc-chuffed"] {
        configurations.extend(variants.map(|variants| Configuration {
            solver: solver.to_owned(),
            model: Some(match variants {
                "plain" => "a".to_owned(),
                variants => format!("a+{variants}"),
            }),
            ..configuration(&format!("{solver} a {variants}"))
        }));
    }
    configurations.truncate(8);
    let records = (0..count).map(|index| {
        let (number, which) = (index / 8, index % 8);
        let size = 3 + number % 25;
        let (rows, columns) = (2 + size / 5, 2 + size % 6);
        let level = level(&format!("{rows}x{columns}-{number}"), rows, columns);
        let blocks = (rows * columns) as f64;
        let hardness = (blocks / 5.0 + 4.0 * chance() - 6.0 + which as f64 * 0.45).exp();
        let cpu = 0.004 + hardness * (0.5 + chance());
        let outcome = match chance() {
            luck if luck < 0.002 && which > 0 => Outcome::Wrong,
            luck if luck < 0.01 && which > 0 => Outcome::Crashed,
            luck if luck < 0.03 && which > 0 => Outcome::Memout,
            _ if cpu > LIMIT as f64 => Outcome::Timeout,
            _ if number % 20 == 7 => Outcome::Unsolvable,
            _ => Outcome::Solved,
        };
        let cpu = cpu.min(LIMIT as f64);
        let mut record = record(&level, &configurations[which], outcome, cpu);
        record.run = format!("{index:064x}");
        record.peak_memory = (5e6 + cpu * 5e7) as u64;
        if which > 0 {
            let share = 0.2 + 0.6 * chance();
            record.statistics.translation_seconds = Some(cpu * share);
            record.statistics.search_seconds = Some(cpu * (0.95 - share));
        }
        if outcome == Outcome::Wrong {
            record.remark =
                Some("its plan is not valid: shot 3, r1: a null shot <here>".to_owned());
            record.files = Some(format!("files/{index:x}"));
        }
        record
    });
    records.collect()
}

/// Writes records to a campaign folder.
pub(crate) fn write(campaign: &Path, records: &[Record]) {
    let folder = campaign.join("records");
    fs::create_dir_all(&folder).unwrap();
    for record in records {
        let text = serde_json::to_string(record).unwrap();
        fs::write(folder.join(record.file()), text).unwrap();
    }
}
