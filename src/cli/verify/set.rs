//! The levels that a verification goes through.

use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::cli::Failure;
use crate::cli::input::{self, GoalArg};
use crate::games::plotting::board::Board;
use crate::games::plotting::formats::json;
use crate::games::plotting::generate::{AllBoards, Colours, GoalRule, Size};
use crate::games::plotting::level::{Firing, Level};
use crate::games::plotting::rules::Hand;

/// The levels on the command line.
#[derive(clap::Args)]
pub(super) struct SetArg {
    /// The levels, or folders of levels; - is standard input
    #[arg(value_name = "LEVEL", required_unless_present = "all")]
    levels: Vec<PathBuf>,

    /// Every canonical board of this size instead, as 2x3
    #[arg(long, value_name = "SIZE", requires = "colours", conflicts_with = "levels")]
    all: Option<Size>,

    /// With --all: the number of colours, or a range of them, as 4 or 2..4
    #[arg(long, value_name = "K", requires = "all")]
    colours: Option<Colours>,

    /// With --all: the goals: every (from colours - 1 up), half, colours, colours-1 or a number
    #[arg(long, value_name = "RULE", num_args = 1.., default_value = "every", requires = "all")]
    goal: Vec<Goals>,

    /// With --all: only so many of the boards, drawn at random
    #[arg(long, value_name = "N", requires = "all")]
    sample: Option<NonZeroUsize>,

    /// The seed of --sample and --firing
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Each level with every initial hand as well
    #[arg(long)]
    hands: bool,

    /// Each level with some firing positions closed, drawn at random, as well
    #[arg(long)]
    firing: bool,
}

#[derive(Clone, Copy)]
enum Goals {
    Every,
    Rule(GoalRule),
}

impl FromStr for Goals {
    type Err = String;

    fn from_str(text: &str) -> Result<Goals, String> {
        match text {
            "every" => Ok(Goals::Every),
            _ => text.parse().map(Goals::Rule).map_err(|_| {
                format!("{text:?} is not a goal, as every, half, colours, colours-1 or a number")
            }),
        }
    }
}

impl Goals {
    fn of(self, board: &Board) -> Vec<usize> {
        match self {
            Goals::Every => (board.colours().len() - 1..=board.blocks()).collect(),
            Goals::Rule(rule) => vec![rule.goal(board)],
        }
    }
}

impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goals::Every => f.write_str("every goal from colours - 1 up"),
            Goals::Rule(GoalRule::Half) => f.write_str("goal half of the blocks"),
            Goals::Rule(GoalRule::Colours) => f.write_str("goal colours"),
            Goals::Rule(GoalRule::ColoursLessOne) => f.write_str("goal colours - 1"),
            Goals::Rule(GoalRule::Blocks(blocks)) => write!(f, "goal {blocks}"),
        }
    }
}

impl SetArg {
    /// The levels, and what they are in words.
    pub(super) fn read(&self) -> Result<(Vec<Level>, String), Failure> {
        let (levels, mut words) = match (self.all, &self.colours) {
            (Some(size), Some(colours)) => self.boards(size, colours)?,
            (None, _) | (_, None) => self.files()?,
        };
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        let mut all = Vec::new();
        for level in levels {
            let hands = level.board().colours().into_iter().map(Hand::Holding);
            for hand in hands.filter(|&hand| self.hands && hand != level.hand()) {
                let level = level.renamed(&format!("{}-hand-{hand}", level.name()));
                all.push(level.with_hand(hand).map_err(Failure::bad_input)?);
            }
            if self.firing {
                all.push(restricted(&level, &mut generator)?);
            }
            all.push(level);
        }
        // Some may have been named twice.
        let mut seen = HashSet::new();
        all.retain(|level| seen.insert(json::write_line(level)));
        if self.hands {
            words += ", also with every initial hand";
        }
        if self.firing {
            words += &format!(", also with firing restricted (seed {})", self.seed);
        }
        Ok((all, words))
    }

    fn files(&self) -> Result<(Vec<Level>, String), Failure> {
        let mut levels = Vec::new();
        for path in &self.levels {
            for file in input::level_files(path)? {
                levels.push(GoalArg::default().read(&file)?.level);
            }
        }
        let names: Vec<String> =
            self.levels.iter().map(|path| path.display().to_string()).collect();
        Ok((levels, names.join(" ")))
    }

    fn boards(&self, size: Size, colours: &Colours) -> Result<(Vec<Level>, String), Failure> {
        if size.cells() > MOST_CELLS {
            return Err(Failure::BadInput(format!(
                "--all {size}: there are too many boards of more than {MOST_CELLS} cells; \
                 plotgen generate --out DIR draws some"
            )));
        }
        let mut boards: Vec<Board> =
            AllBoards::new(size, colours).map_err(Failure::bad_input)?.collect();
        let (first, last) = (colours.0.start(), colours.0.end());
        let goals: Vec<String> = self.goal.iter().map(Goals::to_string).collect();
        let mut words = format!("canonical boards of {size} with {first} to {last} colours");
        let sample_size = self.sample.map(NonZeroUsize::get);
        if let Some(count) = sample_size.filter(|&count| count < boards.len()) {
            words = format!("{count} of {} {words} (seed {})", boards.len(), self.seed);
            boards = sample(boards, count, self.seed);
        } else {
            words = format!("all {} {words}", boards.len());
        }
        words += &format!(", {}", goals.join(" and "));
        let mut levels = Vec::new();
        for board in boards {
            let mut goals: Vec<usize> =
                self.goal.iter().flat_map(|goals| goals.of(&board)).collect();
            goals.retain(|&goal| goal <= board.blocks());
            goals.sort_unstable();
            goals.dedup();
            for goal in goals {
                let name = format!("{}-g{goal}", board.to_rows().join("-"));
                levels.push(Level::new(&name, board.clone(), goal).map_err(Failure::bad_input)?);
            }
        }
        if levels.is_empty() {
            return Err(Failure::bad_input("--goal: no board has so many blocks"));
        }
        Ok((levels, words))
    }
}

/// The largest boards that are all listed.
const MOST_CELLS: usize = 12;

/// So many of the boards, each as likely as any other, in their order.
fn sample(boards: Vec<Board>, count: usize, seed: u64) -> Vec<Board> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut wanted = count as u64;
    let mut left = boards.len() as u64;
    let is_drawn = |_: &Board| {
        let is_drawn = generator.next_u64() % left < wanted;
        left -= 1;
        wanted -= u64::from(is_drawn);
        is_drawn
    };
    boards.into_iter().filter(is_drawn).collect()
}

/// The level with some firing positions closed, each with a chance of one in three.
fn restricted(level: &Level, generator: &mut ChaCha8Rng) -> Result<Level, Failure> {
    let mut open = |count: usize| -> Vec<usize> {
        (1..=count).filter(|_| !generator.next_u32().is_multiple_of(3)).collect()
    };
    loop {
        let rows = open(level.board().rows());
        let columns = open(level.board().columns());
        let firing = Firing::only(level.board(), Some(&rows), Some(&columns));
        let firing = firing.map_err(Failure::bad_input)?;
        if !firing.is_everywhere() {
            return Ok(level.renamed(&format!("{}-firing", level.name())).with_firing(firing));
        }
    }
}
