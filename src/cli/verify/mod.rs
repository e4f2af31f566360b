//! `plotgen verify`: what a solver makes of a model, compared with the native optimum on many levels.

mod set;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use self::set::SetArg;
use super::solve::{ModelName, external};
use super::{Exit, Failure, Output, interrupt, limits, progress};
use crate::lab::outcome::Outcome;
use crate::lab::process::Limits;
use crate::lab::verify::{Case, Record, Verdict, Verification, VerifyError, fingerprint};
use crate::plotting::case::PddlCase;
use crate::plotting::models::pddl::Model;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen verify --model granular --solver fast-downward --all 2x3 --colours 2..4
  $ plotgen verify --model direct --solver symk --all 3x3 --colours 3 --sample 50 --goal colours-1
  $ plotgen verify --model granular --solver fast-downward instances/named --hands --firing
  $ plotgen verify … --evidence evidence.json

For each level the solver's answer is compared with the native optimum, and its plan is replayed. What
is done is noted in the folder of --out: after Ctrl-C, or with more levels, the same command goes on
where it stopped. The files of every run that disagrees or fails stay there, with the level and the
reason.

--evidence writes the counts, the solver's version and the hash of the model as JSON; --json prints
the same object, with a list of what disagrees or failed.

Exit code: 0 all agree, 1 some disagree, 3 some not known within the limits, 4 the solver is missing
or failed.";

/// Compare a solver and a model with the native solver, on files or on all boards of a size
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    #[command(flatten)]
    set: SetArg,

    /// The solver
    #[arg(long, value_name = "NAME")]
    solver: String,

    /// The model
    #[arg(long, value_name = "MODEL")]
    model: ModelName,

    /// How a planner searches [default: optimally]
    #[arg(long, value_name = "SEARCH")]
    search: Option<String>,

    /// The folder for the ledger and the files of what disagrees [default: verify-MODEL-SOLVER]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write the evidence into this file
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,

    /// Give up on a level after this time
    #[arg(long, value_name = "TIME", value_parser = limits::duration, default_value = "5m")]
    time_limit: Duration,

    /// Memory for each run of the solver
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes, default_value = "8GB")]
    memory_limit: usize,

    /// Run so many solvers at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    workers: Option<usize>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// What was found out, for programs and for the record.
#[derive(Serialize)]
struct Evidence<'a> {
    model: Model,
    /// The hash of the model's specimens, which `models/` holds.
    model_sha256: String,
    solver: &'a str,
    version: &'a str,
    search: &'a str,
    levels: String,
    count: usize,
    agree: usize,
    solved: usize,
    unsolvable: usize,
    disagree: usize,
    not_known: usize,
    failed: usize,
    longest_plan: Option<usize>,
    cpu_seconds: f64,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    evidence: &'a Evidence<'a>,
    troubles: Vec<&'a Record>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let model = Model::from(args.model);
    let (levels, words) = args.set.read()?;
    let installed = external::find(&args.solver)?;
    let version = installed
        .version()
        .ok_or_else(|| Failure::Solver(format!("{} does not run", installed.program.display())))?;
    let default = PathBuf::from(format!("verify-{model}-{}", args.solver));
    let folder = args.out.as_ref().unwrap_or(&default);
    fs::create_dir_all(folder).map_err(|error| {
        Failure::BadInput(format!("{}: cannot be made: {error}", folder.display()))
    })?;
    let cases: Vec<PddlCase<'_>> = levels.iter().map(|level| PddlCase { level, model }).collect();
    let cases: Vec<&dyn Case> = cases.iter().map(|case| case as &dyn Case).collect();
    let verification = Verification {
        solver: &installed,
        version: &version,
        search: args.search.as_deref(),
        limits: Limits {
            wall: Some(args.time_limit),
            memory: Some(args.memory_limit as u64),
            ..Limits::default()
        },
        folder,
        interrupted: interrupt::flag(),
    };
    let bar = progress::bar(cases.len(), "levels");
    let workers = args.workers.unwrap_or_else(limits::all_threads);
    let note = |record: &Record| {
        if record.verdict != Verdict::Agrees {
            bar.println(trouble(record));
        }
        bar.inc(1);
    };
    let records = verification.run(&cases, workers, &note).map_err(|error| match error {
        VerifyError::Ask(_) | VerifyError::Truth { .. } => Failure::Solver(error.to_string()),
        VerifyError::File { .. } => Failure::BadInput(error.to_string()),
    })?;
    bar.finish_and_clear();
    let count = |verdict| records.iter().filter(|record| record.verdict == verdict).count();
    let agree = count(Verdict::Agrees);
    let solved = records
        .iter()
        .filter(|record| record.verdict == Verdict::Agrees && record.outcome == Outcome::Solved)
        .count();
    let specimens = model.specimens();
    let evidence = Evidence {
        model,
        model_sha256: fingerprint(specimens.iter().map(|(_, text)| text.as_str())),
        solver: &args.solver,
        version: &version,
        search: args.search.as_deref().unwrap_or(installed.solver.default_search()),
        levels: words,
        count: records.len(),
        agree,
        solved,
        unsolvable: agree - solved,
        disagree: count(Verdict::Disagrees),
        not_known: count(Verdict::NotKnown),
        failed: count(Verdict::Failed),
        longest_plan: records.iter().filter_map(|record| record.length).max(),
        cpu_seconds: records.iter().map(|record| record.cpu_seconds).sum(),
    };
    let is_whole = records.len() == cases.len();
    tell(args, &evidence, &records, is_whole, start, out)?;
    if !is_whole {
        return Err(Failure::NotKnown(format!(
            "interrupted after {} of {}; the same command goes on from there",
            records.len(),
            counted(cases.len(), "level")
        )));
    }
    if let Some(file) = &args.evidence {
        write_evidence(file, &evidence)?;
    }
    Ok(if evidence.failed > 0 {
        Exit::Failed
    } else if evidence.disagree > 0 {
        Exit::No
    } else if evidence.not_known > 0 {
        Exit::NotKnown
    } else {
        Exit::Yes
    })
}

fn write_evidence(file: &Path, evidence: &Evidence<'_>) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(evidence).map_err(std::io::Error::from)? + "\n";
    fs::write(file, text).map_err(|error| {
        Failure::BadInput(format!("{}: cannot be written: {error}", file.display()))
    })
}

fn trouble(record: &Record) -> String {
    let verdict = match record.verdict {
        Verdict::Agrees => "agrees",
        Verdict::Disagrees => "disagrees",
        Verdict::NotKnown => "not known",
        Verdict::Failed => "failed",
    };
    let remark = record.remark.clone().unwrap_or_else(|| record.outcome.to_string());
    let files = record.files.as_ref();
    let files = files.map(|files| format!(" (see {})", files.display())).unwrap_or_default();
    format!("{verdict}: {}: {remark}{files}", record.level)
}

fn tell(
    args: &Args,
    evidence: &Evidence<'_>,
    records: &[Record],
    is_whole: bool,
    start: Instant,
    out: &mut Output,
) -> Result<(), Failure> {
    let troubles: Vec<&Record> =
        records.iter().filter(|record| record.verdict != Verdict::Agrees).collect();
    if args.json {
        return Ok(if is_whole { out.json(&Answer { evidence, troubles }) } else { Ok(()) }?);
    }
    for record in troubles {
        writeln!(out, "{}", trouble(record))?;
    }
    writeln!(
        out,
        "{} on {} {}: {}: {} agree ({} solved, {} unsolvable), {} disagree, {} not known, {} failed, \
         in {:.1} s",
        evidence.model,
        evidence.solver,
        evidence.version,
        counted(evidence.count, "level"),
        evidence.agree,
        evidence.solved,
        evidence.unsolvable,
        evidence.disagree,
        evidence.not_known,
        evidence.failed,
        start.elapsed().as_secs_f64()
    )?;
    Ok(())
}
