//! `plotgen generate`: new levels, drawn at random, listed one by one, or as a benchmark.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use serde::Serialize;

use super::folder::{self, Existing, NewFile, file_stem};
use super::{Exit, Failure, Output, interrupt, limits, progress};
use crate::games::plotting::board::Board;
use crate::games::plotting::formats::json;
use crate::games::plotting::generate::{self, AllBoards, Class, Colours, Draws, GoalRule, Size};
use crate::games::plotting::level::Level;
use crate::games::plotting::search::{self, Budget, Outcome};
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

Boards are full and canonical: colours occur for the first time in the order R G B Y O V …, row by
row. Each canonical board of the size and number of colours is equally likely, and the same seed
gives the same boards on every machine. --all lists every board once, in lexicographic order.

--benchmark: six boards for each of the article's 29 classes of size and colours, its three goals
for each board (half of the blocks, the colours, one less), 522 levels, and index.jsonl with the
class, the seed and the optimum of each.

--json (with --out): one object with boards, levels, rejected, seed and out.";

/// Generate levels: at random, all of a size, or the article's benchmark classes
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(super) struct Args {
    /// Rows x columns, as 5x6
    #[arg(long, value_name = "SIZE", required_unless_present = "benchmark")]
    size: Option<Size>,

    /// The number of colours, or a range of them, as 4 or 2..4
    #[arg(long, value_name = "K", required_unless_present = "benchmark")]
    colours: Option<Colours>,

    /// Draw this many boards for each number of colours
    #[arg(long, value_name = "N", default_value = "1", conflicts_with_all = ["all", "benchmark"])]
    count: usize,

    /// The seed of the draws
    #[arg(long, value_name = "N", default_value = "0", conflicts_with = "all")]
    seed: u64,

    /// List every board instead of drawing
    #[arg(long, conflicts_with = "benchmark")]
    all: bool,

    /// Generate levels of the article's classes
    #[arg(long, requires = "out", conflicts_with_all = ["size", "colours", "goal", "solvable", "optimum"])]
    benchmark: bool,

    /// The goals, a level for each: half (of the blocks), colours, colours-1, or a number
    #[arg(long, value_name = "RULE", num_args = 1.., default_value = "colours-1")]
    goal: Vec<GoalRule>,

    /// Keep only levels that can be solved
    #[arg(long)]
    solvable: bool,

    /// Keep only levels whose optimum is in this range, as 8 or 8..12
    #[arg(long, value_name = "RANGE")]
    optimum: Option<Range>,

    /// Write a file per level into this folder, instead of one a line to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write into a folder that holds other things, and overwrite files
    #[arg(long, requires = "out")]
    force: bool,

    /// Answer with one JSON object
    #[arg(long, requires = "out")]
    json: bool,
}

/// Numbers from the first to the last, both included; the last may be open.
#[derive(Clone, Copy)]
struct Range {
    first: usize,
    last: usize,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let last = if last.is_empty() { Ok(usize::MAX) } else { last.parse() };
        match (first.parse(), last) {
            (Ok(first), Ok(last)) if first <= last => Ok(Range { first, last }),
            (Ok(_) | Err(_), _) => Err(format!("{text:?} is not a range, as 8, 8..12 or 8..")),
        }
    }
}

/// So many boards in a row without one that the filters keep, and the search for one is given up.
const PATIENCE: usize = 1_000_000;

#[derive(Serialize)]
struct Answer<'a> {
    boards: usize,
    levels: usize,
    rejected: usize,
    seed: Option<u64>,
    out: &'a PathBuf,
}

/// A line of the benchmark's index.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    file: String,
    #[serde(flatten)]
    class: Class,
    goal: usize,
    seed: u64,
    outcome: &'static str,
    optimum: Option<usize>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    // From here on Ctrl-C ends the drawing, and what was drawn is kept.
    interrupt::flag();
    if args.benchmark {
        return benchmark(args, out);
    }
    let (Some(size), Some(colours)) = (args.size, &args.colours) else {
        return Err(Failure::bad_input("--size and --colours are needed"));
    };
    let mut collector = Collector { args, files: Vec::new(), boards: 0, levels: 0, rejected: 0 };
    if args.all {
        let boards = AllBoards::new(size, colours).map_err(Failure::bad_input)?;
        for (index, board) in boards.enumerate() {
            if interrupt::is_set() {
                break;
            }
            collector.take(&format!("{size}-{}", index + 1), &board, out)?;
        }
    } else {
        let last = *colours.0.end();
        Draws::new(size, last, args.seed).map_err(Failure::bad_input)?;
        let bar = progress::bar(args.count * colours.0.clone().count(), "boards");
        for number in colours.0.clone() {
            let draws = Draws::new(size, number, args.seed).map_err(Failure::bad_input)?;
            let name = generate::series(size, number, args.seed);
            collector.draw(&name, draws, &bar, out)?;
        }
        bar.finish_and_clear();
    }
    collector.finish(out)
}

/// Takes boards, makes levels of them, and keeps or prints those that pass the filters.
struct Collector<'a> {
    args: &'a Args,
    files: Vec<NewFile>,
    boards: usize,
    levels: usize,
    rejected: usize,
}

impl Collector<'_> {
    fn draw(
        &mut self,
        name: &str,
        draws: Draws,
        bar: &indicatif::ProgressBar,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let (mut kept, mut tries) = (0, 0);
        for board in draws {
            if kept == self.args.count || interrupt::is_set() {
                break;
            }
            if self.take(&format!("{name}-{}", kept + 1), &board, out)? {
                kept += 1;
                tries = 0;
                bar.inc(1);
            } else {
                tries += 1;
            }
            if tries == PATIENCE {
                return Err(Failure::NotKnown(format!(
                    "{name}: {PATIENCE} boards in a row do not pass the filters; {kept} of {} found",
                    self.args.count
                )));
            }
        }
        Ok(())
    }

    /// Whether at least one level on the board passes the filters.
    fn take(&mut self, name: &str, board: &Board, out: &mut Output) -> Result<bool, Failure> {
        let mut any = false;
        for level in generate::levels(name, board, &self.args.goal).map_err(Failure::bad_input)? {
            if !passes(self.args, &level)? {
                self.rejected += 1;
                continue;
            }
            any = true;
            self.levels += 1;
            match self.args.out {
                Some(_) => self.files.push(level_file(&level)),
                None => writeln!(out, "{}", json::write_line(&level))?,
            }
        }
        self.boards += usize::from(any);
        Ok(any)
    }

    fn finish(self, out: &mut Output) -> Result<Exit, Failure> {
        let exit = if interrupt::is_set() { Exit::NotKnown } else { Exit::Yes };
        let Some(folder) = &self.args.out else { return Ok(exit) };
        store(self.args, &self.files)?;
        let answer = Answer {
            boards: self.boards,
            levels: self.levels,
            rejected: self.rejected,
            seed: (!self.args.all).then_some(self.args.seed),
            out: folder,
        };
        tell(self.args, &answer, out)?;
        Ok(exit)
    }
}

fn tell(args: &Args, answer: &Answer<'_>, out: &mut Output) -> Result<(), Failure> {
    if args.json {
        return Ok(out.json(answer)?);
    }
    let (levels, boards) = (counted(answer.levels, "level"), counted(answer.boards, "board"));
    Ok(writeln!(out, "{levels} on {boards} written to {}", answer.out.display())?)
}

fn store(args: &Args, files: &[NewFile]) -> Result<(), Failure> {
    let existing = if args.force { Existing::Overwrite } else { Existing::OnlyOurs };
    match &args.out {
        Some(folder) => folder::write(folder, files, existing),
        None => Ok(()),
    }
}

fn level_file(level: &Level) -> NewFile {
    NewFile { name: format!("{}.json", file_stem(level.name())), text: json::write(level) }
}

fn passes(args: &Args, level: &Level) -> Result<bool, Failure> {
    if !args.solvable && args.optimum.is_none() {
        return Ok(true);
    }
    let range = args.optimum.unwrap_or(Range { first: 0, last: usize::MAX });
    Ok(optimum(level)?.is_some_and(|length| (range.first..=range.last).contains(&length)))
}

/// The length of a shortest plan, `None` if there is no plan, or if Ctrl-C came first.
fn optimum(level: &Level) -> Result<Option<usize>, Failure> {
    let budget = Budget {
        threads: limits::all_threads(),
        memory: 1 << 28,
        deadline: None,
        interrupted: interrupt::flag(),
    };
    let defect = |defect: search::Defect| Failure::Defect(format!("{}: {defect}", level.name()));
    match search::solve(level, &budget, &mut |_| ()).map_err(defect)?.outcome {
        Outcome::Solved(plan) => Ok(Some(plan.shots().len())),
        Outcome::Unsolvable(_) | Outcome::NotKnown(_) => Ok(None),
    }
}

fn benchmark(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let Some(folder) = &args.out else {
        return Err(Failure::bad_input("--benchmark needs --out DIR"));
    };
    let levels = generate::benchmark(args.seed);
    let bar = progress::bar(levels.len(), "levels");
    let mut files = Vec::new();
    let mut index = String::new();
    for (class, level) in levels.iter().take_while(|_| !interrupt::is_set()) {
        let file = level_file(level);
        let optimum = optimum(level)?;
        let entry = Entry {
            name: level.name(),
            file: file.name.clone(),
            class: *class,
            goal: level.goal(),
            seed: args.seed,
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
    let boards = levels.len() / GoalRule::ARTICLE.len();
    let answer =
        Answer { boards, levels: levels.len(), rejected: 0, seed: Some(args.seed), out: folder };
    tell(args, &answer, out)?;
    Ok(Exit::Yes)
}
