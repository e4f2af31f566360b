//! `plotgen bench plan`: shows what a campaign file would run.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use crate::cli::solver_files::SolverFiles;
use crate::cli::{Exit, Failure, Output, games, interrupt, output};
use crate::lab::campaign::build::Campaign;
use crate::lab::campaign::record::{Configuration, Machine};
use crate::lab::campaign::spec::SpecLimits;
use crate::lab::campaign::task::Task;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen bench plan campaigns/quick.yaml
  $ plotgen bench plan table1.yaml --list | wc -l

A campaign file is YAML, described in docs/campaigns.md:

  levels: [\"instances/*.json\", {generate: {size: 3x3, colours: 2, count: 10, seed: 7}}]
  configurations:
    - {solver: native}
    - {solver: [fast-downward, symk], model: [direct, granular]}
    - {solver: savilerow-kissat, model: a, variant: {progress: [sum, none], dead-end: true}}
  limits: {time: 60s, memory: 8GB}

The command runs and writes nothing; it only asks the solvers for their versions. It lists the solvers that are not installed; their runs would
get the outcome missing.

--json: one object with levels, configurations, repetitions, runs, missing_runs, workers, limits,
longest_seconds (null without a time limit) and warnings (a list of sentences). Each configuration has name, solver, version, and
missing: why its solver cannot be run, or null.";

/// Print what a campaign file would run: configurations, number of runs, and maximum time
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Campaign file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    solvers: SolverFiles,

    /// List the runs, one per line: name, level, configuration and repetition
    #[arg(long, conflicts_with = "json")]
    list: bool,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Plan<'a> {
    levels: usize,
    configurations: Vec<Entry<'a>>,
    repetitions: usize,
    runs: usize,
    missing_runs: usize,
    workers: usize,
    limits: Limits,
    longest_seconds: Option<u64>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    solver: &'a str,
    version: &'a str,
    missing: Option<&'a str>,
}

#[derive(Serialize)]
struct Limits {
    wall_seconds: Option<u64>,
    cpu_seconds: Option<u64>,
    memory: Option<u64>,
}

impl<'a> Entry<'a> {
    fn of(configuration: &'a Configuration, missing: &BTreeMap<&str, &'a str>) -> Entry<'a> {
        Entry {
            name: &configuration.name,
            solver: &configuration.solver,
            version: &configuration.version,
            missing: missing.get(&*configuration.solver).copied(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let campaign =
        Campaign::read(&args.file, args.solvers.catalogue()?, games::all(), interrupt::flag())?;
    if args.list {
        for task in &campaign.tasks {
            let Task { run, level, configuration, repetition, .. } = task;
            out.line(format_args!(
                "{run} {} {} {repetition}",
                level.facts.name, configuration.name
            ))?;
        }
        return Ok(Exit::Yes);
    }
    let missing = campaign.programs.missing();
    let entry = |configuration| Entry::of(configuration, &missing);
    let workers = campaign.spec.workers.get();
    let plan = Plan {
        levels: campaign.levels.len(),
        configurations: campaign.configurations.iter().map(entry).collect(),
        repetitions: campaign.spec.repetitions.get(),
        runs: campaign.tasks.len(),
        missing_runs: campaign.tasks.iter().filter(|task| task.missing.is_some()).count(),
        workers,
        limits: Limits {
            wall_seconds: campaign.spec.limits.time,
            cpu_seconds: campaign.spec.limits.cpu,
            memory: campaign.spec.limits.memory,
        },
        longest_seconds: longest(&campaign.tasks, workers).map(|longest| longest.as_secs()),
        warnings: Machine::here().shortages(workers, campaign.spec.limits.memory),
    };
    if args.json {
        out.json(&plan)?;
    } else {
        tell(&campaign, &plan, out)?;
    }
    Ok(Exit::Yes)
}

/// The maximum wall time of all runs with this many workers, if every run has a time limit.
pub(super) fn longest(tasks: &[Task], workers: usize) -> Option<Duration> {
    let runs = tasks.iter().filter(|task| task.missing.is_none());
    let each: Vec<Duration> = runs.map(Task::longest).collect::<Option<_>>()?;
    let rounds = u32::try_from(each.len().div_ceil(workers)).ok()?;
    each.into_iter().max().unwrap_or_default().checked_mul(rounds)
}

fn tell(campaign: &Campaign, plan: &Plan<'_>, out: &mut Output) -> Result<(), Failure> {
    writeln!(
        out,
        "{} of {} and {}, {}",
        counted(plan.runs, "run"),
        counted(plan.levels, "level"),
        counted(plan.configurations.len(), "configuration"),
        match plan.repetitions {
            1 => "each once".to_owned(),
            times => format!("each {times} times"),
        }
    )?;
    let names = plan.configurations.iter().map(|entry| entry.name.chars().count());
    let width = names.max().unwrap_or(0);
    for entry in &plan.configurations {
        let version = if entry.missing.is_some() { "missing" } else { entry.version };
        out.line(format_args!("  {:<width$}  {version}", entry.name))?;
    }
    for (solver, why) in campaign.programs.missing() {
        out.line(format_args!("{solver}: {why}"))?;
    }
    if plan.missing_runs > 0 {
        let runs = counted(plan.missing_runs, "run");
        writeln!(out, "{runs} will be recorded as missing: solver not installed")?;
    }
    writeln!(out, "{}, {} at a time", limits_line(campaign.spec.limits), plan.workers)?;
    match plan.longest_seconds {
        Some(longest) => writeln!(out, "at most {}", duration(longest))?,
        None => writeln!(out, "no time limit")?,
    }
    for warning in &plan.warnings {
        output::warn(warning);
    }
    Ok(())
}

/// Formats limits for the reader.
fn limits_line(limits: SpecLimits) -> String {
    let SpecLimits { time, cpu, memory } = limits;
    let parts = [
        time.map(|seconds| format!("{} of wall time", duration(seconds))),
        cpu.map(|seconds| format!("{} of CPU time", duration(seconds))),
        memory.map(|bytes| format!("{} GB of memory", bytes as f64 / 1e9)),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "no limits".to_owned() } else { parts.join(", ") + " per run" }
}

/// Formats a time with at most two units, e.g. `1h 5m`.
pub(super) fn duration(seconds: u64) -> String {
    let (minutes, hours) = (seconds.div_ceil(60), seconds.div_ceil(3600));
    let (large, small, size) = match seconds {
        0..60 => return format!("{seconds}s"),
        60..3600 => (format!("{}m", seconds / 60), seconds % 60, "s"),
        3600..86_400 => (format!("{}h", minutes / 60), minutes % 60, "m"),
        86_400.. => (format!("{}d", hours / 24), hours % 24, "h"),
    };
    if small == 0 { large } else { format!("{large} {small}{size}") }
}
