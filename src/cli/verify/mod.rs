//! `plotgen verify`: a solver's answers to a model, compared with the native optimum.

mod set;

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use self::set::SetArg;
use super::folder::{self, Existing, NewFile};
use super::input::{at_fault, unwritable};
use super::model::{Choice, ModelArgs, SOLVERS, game_of};
use super::solver_files::SolverFiles;
use super::{Exit, Failure, Output, interrupt, limits, progress};
use crate::game::Case;
use crate::game::any::{BoxedLevel, base_name};
use crate::game::level::Details;
use crate::lab::files::in_words;
use crate::lab::fingerprint::{fingerprint, hash};
use crate::lab::outcome::Outcome;
use crate::lab::process::Limits;
use crate::lab::solvers::native;
use crate::lab::verify::{Record, Verdict, Verification, VerifyError};
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen verify --model granular --solver fast-downward --all 2x3 --colours 2..4
  $ plotgen verify --model direct --solver symk --all 3x3 --colours 3 --sample 50 --goal colours-1
  $ plotgen verify --model granular --solver fast-downward instances/named --hands --firing
  $ plotgen verify --model s --dead-end --solver minizinc-chuffed --all 2x3 --colours 2..4
  $ plotgen verify --game swaps --model six --solver fast-downward --all 2x3 --kinds 1..3
  $ plotgen verify --model lean --solver my-planner --solvers my-solvers.yaml --all 2x3 --colours 2
  $ plotgen verify … --evidence evidence.json

For each level the solver's answer is compared with the native optimum, and its plan is replayed.
Constraint models are asked for a plan of the optimal length, and for one that is a step shorter, which
must be refuted; for an unsolvable level, every length must be. In a game without a native solver the
truth comes from exhaustive search by the rules, on levels that are small enough.
Finished comparisons are listed in the folder of --out: after Ctrl-C, or with more levels, run the same
command again to resume. The files of every run that disagrees or fails stay there, with the level and
the reason.

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
    #[arg(long, value_name = "NAME", value_parser = SOLVERS, hide_possible_values = true)]
    solver: String,

    #[command(flatten)]
    solvers: SolverFiles,

    #[command(flatten)]
    model: ModelArgs,

    /// The folder for the ledger and the files of runs that disagree [default: verify-MODEL-SOLVER]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write the evidence into this file
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,

    /// Write the rendered model, and some levels in it, into this folder
    #[arg(long, value_name = "DIR", hide = true)]
    specimens: Option<PathBuf>,

    /// Give up on a level after this time
    #[arg(long, value_name = "TIME", value_parser = limits::duration, default_value = "5m")]
    time_limit: Duration,

    /// Memory for each run of the solver
    #[arg(long, value_name = "SIZE", value_parser = limits::bytes, default_value = "8GB")]
    memory_limit: usize,

    /// Run this many solvers at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    workers: Option<usize>,

    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

/// The evidence, for programs and for the record.
#[derive(Serialize)]
struct Evidence<'a> {
    #[serde(flatten)]
    model: Details,
    /// The hash of the model's specimens, which `models/` holds.
    model_sha256: String,
    solver: &'a str,
    version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    options: &'a [String],
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
struct Comparison<'a> {
    #[serde(flatten)]
    evidence: &'a Evidence<'a>,
    troubles: Vec<&'a Record>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let (levels, words) = args.set.read()?;
    if args.solver == native::NAME {
        let sentence = "verify compares with the native solver: name another one";
        return Err(Failure::bad_input(sentence));
    }
    let choice = Choice::new(
        &args.solver,
        &args.model,
        None,
        &args.solvers.catalogue()?,
        game_of(&levels)?,
    )?;
    let evidence_file = args.evidence.as_deref().map(EvidenceFile::new).transpose()?;
    if let Some(folder) = &args.specimens {
        let file = |(name, text)| NewFile { name, text };
        let files: Vec<NewFile> = choice.encoding.specimens().into_iter().map(file).collect();
        folder::write(folder, &files, Existing::Overwrite)?;
    }
    let records = compare(args, &levels, &choice)?;
    if records.len() < levels.len() {
        return Err(Failure::NotKnown(format!(
            "interrupted after {} of {}; run the same command again to resume",
            records.len(),
            counted(levels.len(), "level")
        )));
    }
    let evidence = Evidence::of(&choice, words, &records);
    if let Some(file) = evidence_file {
        file.write(&evidence)?;
    }
    tell(args, &choice.encoding.word(), &evidence, &records, start, out)?;
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

/// Compares all levels, with a progress bar.
fn compare(args: &Args, levels: &[BoxedLevel], choice: &Choice) -> Result<Vec<Record>, Failure> {
    let word = choice.encoding.word();
    let default = PathBuf::from(format!("verify-{}-{}", base_name(&word), args.solver));
    let folder = args.out.as_ref().unwrap_or(&default);
    fs::create_dir_all(folder)
        .map_err(|error| at_fault(folder, format!("cannot be made: {}", in_words(&error))))?;
    let cases = choice.cases(levels)?;
    let cases: Vec<&dyn Case> = cases.iter().map(Box::as_ref).collect();
    let verification = Verification {
        solver: &choice.installed,
        search: choice.search.as_deref(),
        options: &choice.options,
        limits: Limits {
            wall: Some(args.time_limit),
            memory: Some(args.memory_limit as u64),
            ..Limits::default()
        },
        judge: &judge(),
        folder,
        interrupted: interrupt::flag(),
    };
    let bar = progress::bar(cases.len(), "levels");
    let workers = args.workers.unwrap_or_else(limits::all_threads);
    let records = verification.run(&cases, workers, &|_| bar.inc(1));
    bar.finish_and_clear();
    records.map_err(|error| match error {
        VerifyError::Ask(_) | VerifyError::Truth { .. } => Failure::Solver(error.to_string()),
        VerifyError::File { path, reason } => at_fault(&path, in_words(&reason)),
    })
}

/// Identifies this program, which is the judge: a hash of it.
fn judge() -> String {
    hash(&std::env::current_exe().and_then(fs::read).unwrap_or_default())
}

impl<'a> Evidence<'a> {
    fn of(choice: &'a Choice, levels: String, records: &[Record]) -> Evidence<'a> {
        let count = |verdict| records.iter().filter(|record| record.verdict == verdict).count();
        let agree = count(Verdict::Agrees);
        let is_plan = |record: &&Record| {
            record.verdict == Verdict::Agrees && record.outcome == Outcome::Solved
        };
        let solved = records.iter().filter(is_plan).count();
        let specimens = choice.encoding.specimens();
        let cpu_seconds: f64 = records.iter().map(|record| record.cpu_seconds).sum();
        Evidence {
            model: choice.encoding.details(),
            model_sha256: fingerprint(specimens.iter().map(|(_, text)| text.as_str())),
            solver: choice.name(),
            version: choice.installed.version(),
            search: choice.search(),
            options: &choice.options,
            levels,
            count: records.len(),
            agree,
            solved,
            unsolvable: agree - solved,
            disagree: count(Verdict::Disagrees),
            not_known: count(Verdict::NotKnown),
            failed: count(Verdict::Failed),
            longest_plan: records.iter().filter_map(|record| record.steps).max(),
            cpu_seconds: (cpu_seconds * 10.0).round() / 10.0,
        }
    }
}

/// The file for the evidence. Whether it can be written is checked before the work starts, but it does
/// not exist before the work is done.
struct EvidenceFile<'a> {
    path: &'a Path,
    temporary: tempfile::NamedTempFile,
}

impl<'a> EvidenceFile<'a> {
    fn new(path: &'a Path) -> Result<EvidenceFile<'a>, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let temporary = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o644))
            .tempfile_in(folder.unwrap_or(Path::new(".")))
            .map_err(|error| unwritable(path, &error))?;
        Ok(EvidenceFile { path, temporary })
    }

    fn write(mut self, evidence: &Evidence<'_>) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(evidence).map_err(std::io::Error::from)? + "\n";
        let written = self.temporary.write_all(text.as_bytes());
        written
            .and_then(|()| Ok(self.temporary.persist(self.path).map(drop)?))
            .map_err(|error| unwritable(self.path, &error))
    }
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
    let files = files.map(|files| format!(" (see {files})")).unwrap_or_default();
    format!("{verdict}: {}: {remark}{files}", record.level)
}

fn tell(
    args: &Args,
    word: &str,
    evidence: &Evidence<'_>,
    records: &[Record],
    start: Instant,
    out: &mut Output,
) -> Result<(), Failure> {
    let troubles: Vec<&Record> =
        records.iter().filter(|record| record.verdict != Verdict::Agrees).collect();
    if args.json {
        return Ok(out.json(&Comparison { evidence, troubles })?);
    }
    let model = base_name(word);
    for record in troubles {
        out.sentence(format_args!("{}", trouble(record)))?;
    }
    out.sentence(format_args!("{} on {} {}: {}: {} agree ({} solved, {} unsolvable), {} disagree, {} not known, {} failed, \
         in {:.1} s",
        model,
        evidence.solver,
        evidence.version,
        counted(evidence.count, "level"),
        evidence.agree,
        evidence.solved,
        evidence.unsolvable,
        evidence.disagree,
        evidence.not_known,
        evidence.failed,
        start.elapsed().as_secs_f64()))?;
    Ok(())
}
