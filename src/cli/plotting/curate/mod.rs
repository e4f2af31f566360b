//! `plotgen curate`: measures many levels and shows the best of them or makes them into a pack.
//!
//! - [`pack`]: output of the best levels: a table, JSON, or a folder with a gallery.

mod pack;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use self::pack::{Entry, Pack};
use super::source::{Candidate, SourceArg, as_far_as};
use crate::cli::{Exit, Failure, Output, interrupt};
use crate::games::plotting::curate::measure::Measured;
use crate::games::plotting::curate::metrics::{METRICS, Metrics};
use crate::games::plotting::curate::ranking::{Best, Rank};
use crate::games::plotting::curate::scope;
use crate::games::plotting::formula::{Formula, FormulaError};
use crate::games::plotting::level::Level;
use crate::games::plotting::search;

const EXAMPLE: &str = "\
Examples:
  $ plotgen curate --size 2x2 --colours 2..4 --all --rank spread --top 3
  $ plotgen curate --size 3x3 --colours 2..4 --all --rank spread --top 20
  $ plotgen curate --size 4x4 --colours 3 --count 1000 --rank 'optimum + forced' --out PACK
  $ plotgen curate --size 3x4 --colours 3 --goal fewest --rank optimum --top 10
  $ plotgen curate DIR --where 'optimum >= 10 and lengths.spread >= 5' --out PACK

Every reachable position of each level is explored, so this suits small boards: up to about 25
cells. Levels without a plan are skipped. Of levels that differ only in their colour names, the
first is kept.

--where must be true or false for each level. --rank must be a number; higher is better. Formulas
may use the metrics listed by --help, numbers, + - * / // % **, comparisons, and, or, not, in,
a if b else c, brackets, and min, max, abs, sqrt, log2.

--out writes a folder with one file per level, pack.jsonl with the metrics of every level, and
gallery.html, a page that shows them. The folder must be new or empty, or --force be given.

Exit code: 0, or 3 if interrupted or if a level was too large; finished levels are still reported.";

/// Measure many levels and keep the best of them
#[derive(clap::Args)]
#[command(after_help = EXAMPLE, after_long_help = long_help())]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    source: SourceArg,

    /// Keep only levels for which this is true, e.g. 'optimum >= 10 and first.share < 0.5'
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    r#where: Option<String>,

    /// Rank by this, highest first, e.g. spread, -optimum or 'optimum + forced'
    #[arg(long, value_name = "FORMULA", default_value = "spread", allow_hyphen_values = true)]
    rank: String,

    /// Keep at most N levels, or all [default: 20; all for files]
    #[arg(long, value_name = "N")]
    top: Option<Top>,

    /// Write the levels and a gallery to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write to a folder that contains other files, and overwrite existing files
    #[arg(long, requires = "out")]
    force: bool,

    /// Answer with one JSON object per level or, with --out, with a single object
    #[arg(long)]
    json: bool,
}

fn long_help() -> String {
    let list: Vec<String> =
        METRICS.iter().map(|metric| format!("  {:<17} {}", metric.name, metric.says)).collect();
    format!("{EXAMPLE}\n\nMetrics:\n{}", list.join("\n"))
}

/// The maximum number of levels to keep.
#[derive(Clone, Copy)]
struct Top(usize);

impl FromStr for Top {
    type Err = String;

    fn from_str(text: &str) -> Result<Top, String> {
        match (text, text.parse::<NonZeroUsize>()) {
            ("all", _) => Ok(Top(usize::MAX)),
            (_, Ok(count)) => Ok(Top(count.get())),
            (_, Err(_)) => Err(format!("{text:?} is not a number of levels, e.g. 20, or all")),
        }
    }
}

/// Decides which levels to keep.
struct Criteria {
    wanted: Option<Formula>,
    rank: Formula,
}

impl Criteria {
    fn read(args: &Args) -> Result<Criteria, Failure> {
        let read = |name: &str, text: &String| {
            scope::formula(text).map_err(|error| Failure::BadInput(format!("{name}: {error}")))
        };
        let wanted = args.r#where.as_ref().map(|text| read("--where", text)).transpose()?;
        Ok(Criteria { wanted, rank: read("--rank", &args.rank)? })
    }

    /// The score of a level, or `None` if `--where` excludes it.
    fn score(&self, metrics: &Arc<Metrics>) -> Result<Option<f64>, (&'static str, FormulaError)> {
        let scope = scope::scope(metrics);
        if let Some(wanted) = &self.wanted
            && !wanted.holds(&scope).map_err(|error| ("--where", error))?
        {
            return Ok(None);
        }
        self.rank.number(&scope).map(Some).map_err(|error| ("--rank", error))
    }
}

/// The results so far.
struct Findings {
    best: Best<(Level, Arc<Metrics>)>,
    tally: Tally,
}

/// Counts of boards and levels by result.
#[derive(Clone, Copy, Default, serde::Serialize)]
pub(super) struct Tally {
    boards: usize,
    levels: usize,
    solvable: usize,
    wanted: usize,
    /// Boards too large for the memory limit.
    open: usize,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            boards: self.boards + other.boards,
            levels: self.levels + other.levels,
            solvable: self.solvable + other.solvable,
            wanted: self.wanted + other.wanted,
            open: self.open + other.open,
        }
    }
}

impl Findings {
    fn take(
        mut self,
        args: &Args,
        criteria: &Criteria,
        number: u64,
        candidate: &Candidate,
    ) -> Result<Findings, Failure> {
        let Some(measured) = Measured::of(&candidate.level, &args.source.work().budget()) else {
            self.tally.open += usize::from(!interrupt::is_set());
            return Ok(self);
        };
        self.tally.boards += 1;
        for (index, level) in candidate.levels(measured.fewest()).into_iter().enumerate() {
            self.tally.levels += 1;
            let Some(metrics) = measured.metrics(level.goal()) else { continue };
            self.tally.solvable += 1;
            let score = criteria.score(metrics).map_err(|(option, error)| {
                Failure::BadInput(format!("{option}: {error}, for {}", level.name()))
            })?;
            let Some(score) = score else { continue };
            self.tally.wanted += 1;
            let rank = Rank { score, place: (number, index) };
            if self.best.would_keep(rank) {
                self.best.take(rank, level.kind(), (level, Arc::clone(metrics)));
            }
        }
        Ok(self)
    }
}

pub(in crate::cli) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let start = Instant::now();
    let criteria = Criteria::read(args)?;
    let most = args.top.map_or(if args.source.is_files() { usize::MAX } else { 20 }, |top| top.0);
    let source = args.source.open()?;
    if let Some(folder) = &args.out {
        pack::check(folder, args.force)?;
    }
    let words = source.words.clone();
    let findings = source.gather(
        args.source.work(),
        "boards",
        || Findings { best: Best::new(most), tally: Tally::default() },
        |findings, number, candidate| findings.take(args, &criteria, number, &candidate),
        |one, other| Findings {
            best: one.best.merge(other.best),
            tally: one.tally.plus(other.tally),
        },
    )?;
    let is_interrupted = interrupt::is_set();
    let mut entries = Vec::new();
    for (index, (score, (level, metrics))) in findings.best.into_sorted().enumerate() {
        let shots = search::shortest_plan(&level).ok_or_else(|| {
            let defect = "the solver finds no plan, but the metrics show that one exists";
            Failure::Defect(format!("{}: {defect}", level.name()))
        })?;
        entries.push(Entry::new(index + 1, score, level, shots, metrics));
    }
    let pack = Pack {
        words: as_far_as(&words, is_interrupted, findings.tally.open),
        rank: &args.rank,
        wanted: args.r#where.as_deref(),
        tally: findings.tally,
        is_interrupted,
        entries,
    };
    let seconds = start.elapsed().as_secs_f64();
    pack.answer(args, seconds, out)?;
    Ok(if is_interrupted || findings.tally.open > 0 { Exit::NotKnown } else { Exit::Yes })
}
