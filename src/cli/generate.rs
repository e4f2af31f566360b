//! `plotgen generate`: new levels, drawn at random, listed one by one, or as a benchmark.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;

use serde::Serialize;

use super::draw::DrawArgs;
use super::folder::{self, Existing, NewFile};
use super::{Exit, Failure, Output, games, interrupt, limits, progress};
use crate::game::draw::DrawScope;
use crate::game::level::Details;
use crate::game::search::Finding;
use crate::game::{AnyLevel, Budget};
use crate::lab::files::file_stem;
use crate::view::text::counted;

const EXAMPLE: &str = "\
Examples:
  $ plotgen generate --size 2x3 --colours 2 --count 2 --seed 7
  {\"name\":\"2x3-c2-s7-1-g1\",\"grid\":[\"RRR\",\"RRG\"],\"goal\":1}
  {\"name\":\"2x3-c2-s7-2-g1\",\"grid\":[\"RGR\",\"GGR\"],\"goal\":1}
  $ plotgen generate --size 5x6 --colours 4 --count 100 --seed 7 --out DIR
  $ plotgen generate --size 5x5 --colours 3 --count 10 --goal half colours-1 --optimum 8..12
  $ plotgen generate --size 3x3 --colours 2..4 --all | wc -l
  11050
  $ plotgen generate --benchmark --seed 1 --out instances
  $ plotgen generate --benchmark --game swaps --seed 1 --out instances/swaps/benchmark
  $ plotgen generate --game swaps --size 4x4 --kinds 4 --count 100 --seed 7 --solvable
  $ plotgen generate --game swaps --size 2x3 --kinds 1..3 --all --sample 20 --seed 1

The options decide about the game: --colours is Plotting, --kinds is swaps. The same seed gives the same
boards on every machine. --all lists every board once.

Boards of Plotting are full and canonical: colours occur for the first time in the order R G B Y O V …,
row by row. Each canonical board of the size and number of colours is equally likely.

Boards of swaps can be counted out: of each kind there is a multiple of three, or it can vanish. With four
kinds or more, G and S are among them; with --vanish or --fixed, those kinds are. The other kinds occur for
the first time in the order G H R A B …. Whether a board can be emptied is for --solvable to decide.

--benchmark writes the benchmark of a game, and index.jsonl with the class, the seed and the optimum of
each level. For Plotting: six boards for each of the article's 29 classes of size and colours, its three
goals for each board (half of the blocks, the colours, one less), 522 levels. For swaps: six boards for
each of 11 classes of size and kinds.

--json (with --out): one object with boards, levels, rejected, seed and out.";

/// Generate levels: at random, all of a size, or a benchmark of the literature
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// The game, e.g. plotting or swaps [default: the first that has the options]
    #[arg(long, value_name = "NAME")]
    game: Option<String>,

    #[command(flatten)]
    draw: DrawArgs<Generate>,

    /// Draw this many boards for each number of colours or kinds [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "benchmark")]
    count: Option<usize>,

    /// The seed of the draws [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Generate the benchmark of the game: its classes of levels, with their optima
    #[arg(long, requires = "out", conflicts_with_all = [DrawArgs::<Generate>::GROUP, "solvable", "optimum"])]
    benchmark: bool,

    /// Keep only levels that can be solved
    #[arg(long)]
    solvable: bool,

    /// Keep only levels whose optimum is in this range, e.g. 8 or 8..12
    #[arg(long, value_name = "RANGE")]
    optimum: Option<Range>,

    /// Write one file per level into this folder, instead of one level per line to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write into a folder that contains other things, and overwrite files
    #[arg(long, requires = "out")]
    force: bool,

    /// Answer with one JSON object
    #[arg(long, requires = "out")]
    json: bool,
}

/// The options of generators that `generate` offers.
pub(super) struct Generate;

impl super::draw::Scope for Generate {
    const SCOPE: DrawScope = DrawScope::Generate;
}

/// Numbers from the first to the last, both included; the last may be open.
#[derive(Clone, Copy)]
struct Range {
    first: i64,
    last: i64,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let last = if last.is_empty() { Ok(i64::MAX) } else { last.parse() };
        match (first.parse(), last) {
            (Ok(first), Ok(last)) if 0 <= first && first <= last => Ok(Range { first, last }),
            (Ok(_) | Err(_), _) => Err(format!("{text:?} is not a range, e.g. 8, 8..12 or 8..")),
        }
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    boards: usize,
    levels: usize,
    rejected: usize,
    seed: Option<u64>,
    out: &'a PathBuf,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    // From here on Ctrl-C ends the generation, and the levels made so far are kept.
    interrupt::flag();
    if args.benchmark {
        return benchmark(args, out);
    }
    let is_listed = args.draw.is_given("all");
    let has_stray_seed = args.seed.is_some() && !args.draw.is_given("sample");
    if is_listed && (args.count.is_some() || has_stray_seed) {
        let sentence = "--count and --seed go with drawn boards: --all lists every board";
        return Err(Failure::bad_input(sentence));
    }
    let call = args.draw.call(args.game.as_deref(), |call| {
        call.extend(args.count.map(|count| ("count".to_owned(), count.into())));
        call.extend(args.seed.map(|seed| ("seed".to_owned(), seed.into())));
    })?;
    let filter = Filter { args, rejected: Mutex::new(0), failure: Mutex::new(None) };
    let batches = call.batches(Box::new(|level| filter.judge(level)));
    let batches = batches.map_err(Failure::bad_input)?;
    let bar = progress::bar_of(batches.number.filter(|_| !is_listed), "boards");
    let mut files = Vec::new();
    let (mut boards, mut levels) = (0, 0);
    for batch in batches.each.take_while(|_| !interrupt::is_set()) {
        let batch = batch.map_err(|error| match error.is_given_up {
            true => Failure::NotKnown(error.to_string()),
            false => Failure::bad_input(error),
        })?;
        boards += 1;
        levels += batch.len();
        bar.inc(1);
        for level in batch {
            match args.out {
                Some(_) => files.push(level_file(level.as_ref())),
                None => progress::beside(&bar, out, |out| writeln!(out, "{}", level.line()))?,
            }
        }
    }
    bar.finish_and_clear();
    if let Some(failure) = filter.failure.lock().expect("no thread panics").take() {
        return Err(failure);
    }
    let exit = if interrupt::is_set() { Exit::NotKnown } else { Exit::Yes };
    let Some(folder) = &args.out else { return Ok(exit) };
    store(args, &files)?;
    let rejected = *filter.rejected.lock().expect("no thread panics");
    let seed = (!is_listed).then(|| args.seed.unwrap_or_default());
    tell(args, &Summary { boards, levels, rejected, seed, out: folder }, out)?;
    Ok(exit)
}

/// The filters of the command line.
struct Filter<'a> {
    args: &'a Args,
    rejected: Mutex<usize>,
    failure: Mutex<Option<Failure>>,
}

impl Filter<'_> {
    fn judge(&self, level: &dyn AnyLevel) -> ControlFlow<(), bool> {
        if interrupt::is_set() {
            return ControlFlow::Break(());
        }
        match self.passes(level) {
            Ok(true) => ControlFlow::Continue(true),
            Ok(false) => {
                *self.rejected.lock().expect("no thread panics") += 1;
                ControlFlow::Continue(false)
            }
            Err(failure) => {
                *self.failure.lock().expect("no thread panics") = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn passes(&self, level: &dyn AnyLevel) -> Result<bool, Failure> {
        if !self.args.solvable && self.args.optimum.is_none() {
            return Ok(true);
        }
        let range = self.args.optimum.unwrap_or(Range { first: i64::MIN, last: i64::MAX });
        Ok(optimum(level)?.is_some_and(|value| (range.first..=range.last).contains(&value)))
    }
}

fn tell(args: &Args, summary: &Summary<'_>, out: &mut Output) -> Result<(), Failure> {
    if args.json {
        return Ok(out.json(summary)?);
    }
    let (levels, boards) = (counted(summary.levels, "level"), counted(summary.boards, "board"));
    Ok(out.line(format_args!("{levels} on {boards} written to {}", summary.out.display()))?)
}

fn store(args: &Args, files: &[NewFile]) -> Result<(), Failure> {
    let existing = if args.force { Existing::Overwrite } else { Existing::OnlyOurs };
    match &args.out {
        Some(folder) => folder::write(folder, files, existing),
        None => Ok(()),
    }
}

fn level_file(level: &dyn AnyLevel) -> NewFile {
    NewFile { name: format!("{}.json", file_stem(&level.name())), text: level.json() }
}

/// The value of a best plan; `None` if there is no plan, or if Ctrl-C came first.
fn optimum(level: &dyn AnyLevel) -> Result<Option<i64>, Failure> {
    let budget = Budget {
        threads: limits::all_threads(),
        memory: 1 << 28,
        stop: &interrupt::is_set,
        meter: None,
    };
    let result = match level.solve(&budget, &mut |_| ()) {
        Some(result) => {
            result.map_err(|defect| Failure::Defect(format!("{}: {defect}", level.name())))?
        }
        None => level.explore(&budget),
    };
    match result.finding {
        Finding::Optimal(plan) => Ok(Some(plan.value)),
        Finding::Unsolvable(_) => Ok(None),
        Finding::Open { .. } if interrupt::is_set() => Ok(None),
        Finding::Open { .. } => Err(Failure::NotKnown(format!(
            "{}: whether there is a plan is not known within {} MB",
            level.name(),
            budget.memory / 1_000_000
        ))),
    }
}

/// A line of the benchmark's index.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    file: &'a str,
    #[serde(flatten)]
    class: &'a Details,
    goal: Option<u64>,
    seed: u64,
    outcome: &'static str,
    optimum: Option<i64>,
}

fn benchmark(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let Some(folder) = &args.out else {
        return Err(Failure::bad_input("--benchmark needs --out DIR"));
    };
    let game = match &args.game {
        Some(name) => games::named(name).map_err(Failure::BadInput)?,
        None => games::all()[0],
    };
    let seed = args.seed.unwrap_or_default();
    let boards = game
        .benchmark(seed)
        .ok_or_else(|| Failure::BadInput(format!("{} has no benchmark", game.name())))?;
    let levels = || boards.iter().flat_map(|(class, all)| all.iter().map(move |one| (class, one)));
    let number = levels().count();
    let bar = progress::bar(number, "levels");
    let mut files = Vec::new();
    let mut index = String::new();
    for (class, level) in levels().take_while(|_| !interrupt::is_set()) {
        let file = level_file(level.as_ref());
        let optimum = optimum(level.as_ref())?;
        let entry = Entry {
            name: &level.name(),
            file: &file.name,
            class,
            goal: level.facts().figures.get("goal"),
            seed,
            outcome: if optimum.is_some() { "solved" } else { "unsolvable" },
            optimum,
        };
        index += &serde_json::to_string(&entry).map_err(std::io::Error::from)?;
        index.push('\n');
        files.push(file);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if interrupt::is_set() {
        return Err(Failure::NotKnown("interrupted: nothing was written".to_owned()));
    }
    files.push(NewFile { name: "index.jsonl".to_owned(), text: index });
    store(args, &files)?;
    let boards = boards.len();
    let summary = Summary { boards, levels: number, rejected: 0, seed: Some(seed), out: folder };
    tell(args, &summary, out)?;
    Ok(Exit::Yes)
}
