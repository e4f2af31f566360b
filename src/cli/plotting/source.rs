//! Large sets of levels: from files, on every board of a size, or on many random boards. Levels are
//! produced one at a time; a generated level stays in memory only while it is in use.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use rayon::iter::{ParallelBridge, ParallelIterator};

use super::plotting_level;
use crate::cli::level_options::LevelOptions;
use crate::cli::{Failure, interrupt, limits, progress};
use crate::games::plotting::board::Board;
use crate::games::plotting::draw::Draw;
use crate::games::plotting::generate::{Colours, GoalRule, Size};
use crate::games::plotting::level::Level;
use crate::games::plotting::search::Budget;
use crate::view::text::counted;

/// The options that select a set of levels.
#[derive(clap::Args)]
pub(super) struct SourceArg {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required_unless_present = "size", conflicts_with = "size")]
    levels: Vec<PathBuf>,

    #[command(flatten)]
    boards: BoardsArg,

    /// The goals, with one level per goal: every (from colours - 1 up), fewest (the fewest blocks
    /// that can be left), half (of the blocks), colours, colours-1, or a number
    /// [default: colours-1; for files, the goal in the file]
    #[arg(long, value_name = "RULE", num_args = 1..)]
    goal: Vec<Goals>,

    #[command(flatten)]
    work: WorkArg,
}

/// The options that select canonical boards.
#[derive(clap::Args)]
pub(super) struct BoardsArg {
    /// The size of the boards in rows x columns, e.g. 3x4; several sizes are allowed
    #[arg(long, value_name = "SIZE", num_args = 1.., requires = "colours")]
    size: Vec<Size>,

    /// The number of colours or a range, e.g. 4 or 2..4
    #[arg(long, value_name = "K", requires = "size")]
    colours: Option<Colours>,

    /// Use every canonical board of the size (default)
    #[arg(long, requires = "size", conflicts_with = "count")]
    all: bool,

    /// Draw N random boards for each number of colours
    #[arg(long, value_name = "N", requires = "size")]
    count: Option<usize>,

    /// The seed of the random number generator
    #[arg(long, value_name = "N", default_value = "0", requires = "count")]
    seed: u64,
}

/// The limits on threads and memory.
#[derive(clap::Args)]
pub(super) struct WorkArg {
    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = limits::threads)]
    threads: Option<usize>,

    /// Skip a level that needs more memory than this; the limit is shared by all threads
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = limits::bytes)]
    memory_limit: usize,
}

/// The goals to set for a board.
#[derive(Clone, Copy)]
enum Goals {
    /// Every goal that Lemma 1 allows and that is not already met at the start.
    Every,
    /// The hardest goal that can be met.
    Fewest,
    Rule(GoalRule),
}

impl FromStr for Goals {
    type Err = String;

    fn from_str(text: &str) -> Result<Goals, String> {
        match text {
            "every" => Ok(Goals::Every),
            "fewest" => Ok(Goals::Fewest),
            _ => text.parse().map(Goals::Rule).map_err(|_| {
                format!(
                    "{text:?} is not a goal, e.g. every, fewest, half, colours, colours-1 or a number"
                )
            }),
        }
    }
}

impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goals::Every => f.write_str("every"),
            Goals::Fewest => f.write_str("fewest"),
            Goals::Rule(rule) => rule.fmt(f),
        }
    }
}

/// A board and the goals to set for it.
pub(super) struct Candidate {
    /// A level on the board. Its name and goal are used as they are if `goals` is empty.
    pub(super) level: Level,
    goals: Arc<[Goals]>,
}

impl Candidate {
    /// The levels on the board, given the fewest blocks that can be left.
    pub(super) fn levels(&self, fewest: usize) -> Vec<Level> {
        let level = &self.level;
        if self.goals.is_empty() {
            return vec![level.clone()];
        }
        let blocks = level.board().blocks();
        let mut all: Vec<usize> = Vec::new();
        for goals in self.goals.iter() {
            match goals {
                Goals::Every => all.extend(level.fewest_blocks()..blocks),
                Goals::Fewest => all.push(fewest),
                Goals::Rule(rule) => all.extend(rule.goals(level.board())),
            }
        }
        all.retain(|&goal| goal <= blocks);
        all.sort_unstable();
        all.dedup();
        let named = |goal: usize| {
            let level = level.renamed(&format!("{}-g{goal}", level.name()));
            level.with_goal(goal as i128).expect("the goal is at most the number of blocks")
        };
        all.into_iter().map(named).collect()
    }
}

/// Items produced one at a time.
pub(super) struct Stream<T> {
    pub(super) items: Box<dyn Iterator<Item = T> + Send>,
    /// The number of items, if known in advance.
    pub(super) number: Option<u64>,
    /// A description of the set.
    pub(super) words: String,
}

/// Describes a set, noting boards that were too large and an interruption.
pub(super) fn as_far_as(words: &str, is_interrupted: bool, open: usize) -> String {
    let mut covered = words.to_owned();
    if open > 0 {
        covered += &format!(", without {} too large for the memory limit", counted(open, "board"));
    }
    if is_interrupted {
        covered += ", interrupted";
    }
    covered
}

impl<T: Send> Stream<T> {
    /// Folds all items into one result, in parallel. Each thread starts with `empty`; the results
    /// are merged. Items are numbered from 0. Ctrl-C ends the stream.
    ///
    /// # Errors
    /// If `take` fails for an item, or if the threads cannot be started.
    pub(super) fn gather<S: Send>(
        self,
        work: &WorkArg,
        noun: &'static str,
        empty: impl Fn() -> S + Sync + Send,
        take: impl Fn(S, u64, T) -> Result<S, Failure> + Sync + Send,
        merge: impl Fn(S, S) -> S + Sync + Send,
    ) -> Result<S, Failure> {
        interrupt::flag();
        let bar = progress::bar_of(self.number, noun);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(work.threads()).build();
        let pool =
            pool.map_err(|error| Failure::Defect(format!("cannot start threads: {error}")))?;
        let items = (0u64..).zip(self.items).take_while(|_| !interrupt::is_set());
        let gathered = pool.install(|| {
            items
                .par_bridge()
                .try_fold(&empty, |state, (number, item)| {
                    let state = take(state, number, item);
                    bar.inc(1);
                    state
                })
                .try_reduce(&empty, |one, other| Ok(merge(one, other)))
        });
        bar.finish_and_clear();
        gathered
    }
}

impl WorkArg {
    pub(super) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(limits::all_threads)
    }

    /// The budget for one level: one thread and its share of the memory.
    pub(super) fn budget(&self) -> Budget<'static> {
        let memory = self.memory_limit / self.threads();
        Budget { threads: 1, memory, stop: &interrupt::is_set, meter: None }
    }
}

impl SourceArg {
    pub(super) fn work(&self) -> &WorkArg {
        &self.work
    }

    /// Whether the levels come from files.
    pub(super) fn is_files(&self) -> bool {
        self.boards.size.is_empty()
    }

    /// Opens the stream of levels. All files are read before the first level is produced.
    pub(super) fn open(&self) -> Result<Stream<Candidate>, Failure> {
        if self.boards.size.is_empty() {
            return self.files();
        }
        let boards = self.boards.open()?;
        for size in &self.boards.size {
            for goals in &self.goal {
                if let Goals::Rule(GoalRule::Blocks(goal)) = goals
                    && *goal > size.cells()
                {
                    let cells = size.cells();
                    return Err(Failure::BadInput(format!(
                        "--goal {goal}: a board of {size} has {cells} blocks"
                    )));
                }
            }
        }
        let goals: Arc<[Goals]> = match self.goal.as_slice() {
            [] => [Goals::Rule(GoalRule::ColoursLessOne)].into(),
            goals => goals.into(),
        };
        let candidate = move |(name, board): (String, Board)| Candidate {
            level: Level::new(&name, board, 0)
                .expect("the name is valid and every board allows the goal 0"),
            goals: Arc::clone(&goals),
        };
        Ok(Stream {
            items: Box::new(boards.items.map(candidate)),
            number: boards.number,
            words: boards.words + &self.goals_in_words(),
        })
    }

    /// The goals in words, if any were given.
    fn goals_in_words(&self) -> String {
        let goals: Vec<String> = self.goal.iter().map(Goals::to_string).collect();
        if goals.is_empty() { String::new() } else { format!(", goal {}", goals.join(", ")) }
    }

    fn files(&self) -> Result<Stream<Candidate>, Failure> {
        let goals: Arc<[Goals]> = self.goal.as_slice().into();
        let mut levels = Vec::new();
        for (_, reading) in LevelOptions::default().read_all(&self.levels)? {
            let level = plotting_level("this command", &reading.level)?;
            let blocks = level.board().blocks();
            let is_beyond = |goals: &&Goals| matches!(goals, Goals::Rule(GoalRule::Blocks(goal)) if *goal > blocks);
            if let Some(Goals::Rule(GoalRule::Blocks(goal))) = self.goal.iter().find(is_beyond) {
                let name = level.name();
                let sentence = format!("--goal {goal}: {name}: the board has only {blocks} blocks");
                return Err(Failure::BadInput(sentence));
            }
            levels.push(Candidate { level, goals: Arc::clone(&goals) });
        }
        let names: Vec<String> =
            self.levels.iter().map(|path| path.display().to_string()).collect();
        Ok(Stream {
            number: Some(levels.len() as u64),
            items: Box::new(levels.into_iter()),
            words: names.join(" ") + &self.goals_in_words(),
        })
    }
}

impl BoardsArg {
    /// Opens the stream of selected boards, with their names.
    pub(super) fn open(&self) -> Result<Stream<(String, Board)>, Failure> {
        let Some(colours) = self.colours.clone().filter(|_| !self.size.is_empty()) else {
            return Err(Failure::bad_input("--size and --colours are required"));
        };
        let count = match self.count.map(NonZeroUsize::new) {
            Some(None) => return Err(Failure::bad_input("--count 0: must be at least 1")),
            Some(count) => count,
            None => None,
        };
        let (first, last) = (*colours.0.start(), *colours.0.end());
        let call = Draw {
            size: self.size.clone(),
            colours: Some(colours),
            count,
            seed: self.seed,
            all: count.is_none(),
            ..Draw::default()
        };
        let sizes: Vec<String> = self.size.iter().map(Size::to_string).collect();
        let range = if first == last { format!("{first}") } else { format!("{first} to {last}") };
        let plural = if last == 1 { "" } else { "s" };
        let of = format!("{} boards of {range} colour{plural}", sizes.join(", "));
        let words = match count {
            None => format!("all canonical {of}"),
            Some(count) => format!("{count} of each of the {of}, drawn with seed {}", self.seed),
        };
        let items = Box::new(call.boards().map_err(Failure::bad_input)?);
        Ok(Stream { items, number: call.number(), words })
    }
}
