//! Calls of the level generator, in a campaign file and on the command line alike, and the boards that it
//! makes.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use serde::Deserialize;

use super::board::{Board, Cell, Grid, Number};
use super::level::{Goal, Level};
use super::refill::Source;
use super::story::BLOCK;
use crate::game::draw::dice::{Dice, sample};
use crate::game::draw::series::{Kept, Series, kept_alone};
use crate::game::draw::{Batches, DrawError, DrawOption, DrawScope, Keep, Size, keep_all};
use crate::game::values::{positive, word, words};

/// The options of the generator.
pub static OPTIONS: [DrawOption; 8] = [
    DrawOption {
        name: "size",
        value: Some("SIZE"),
        is_list: false,
        about: "Rows x columns, e.g. 5x6",
        scope: DrawScope::Generate,
    },
    DrawOption {
        name: "greatest",
        value: Some("N"),
        is_list: false,
        about: "The greatest number (2248): each power of two from 2 to N is equally likely [default: 64]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "all",
        value: None,
        is_list: false,
        about: "List every board instead of drawing",
        scope: DrawScope::Generate,
    },
    DrawOption {
        name: "sample",
        value: Some("N"),
        is_list: false,
        about: "With --all: only this many of the boards, drawn at random",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "holes",
        value: Some("N"),
        is_list: false,
        about: "The number of empty cells (2248) [default: 0]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "queues",
        value: Some("N"),
        is_list: false,
        about: "Let this many numbers come in from above in each column (2248) [default: 0]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "collapse",
        value: None,
        is_list: false,
        about: "Allow the collapse (2248)",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "goal",
        value: Some("GOAL"),
        is_list: true,
        about: "The goals, one level for each: blocks=N, score=N, best-score=MOVES, path, adjacent (2248) \
                [default: none, and chance fills the holes]",
        scope: DrawScope::Everywhere,
    },
];

/// The greatest number on a board, as a call names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greatest(Number);

impl Default for Greatest {
    fn default() -> Greatest {
        Greatest(Number::rounding(64))
    }
}

impl FromStr for Greatest {
    type Err = String;

    fn from_str(text: &str) -> Result<Greatest, String> {
        let number = text.parse().ok().and_then(Number::of);
        let number = number.filter(|number| number.exponent() <= Number::GREATEST);
        number.map(Greatest).ok_or_else(|| {
            format!("{text:?} is not a power of two from 2 to 2^{}", Number::GREATEST)
        })
    }
}

impl fmt::Display for Greatest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Greatest {
    /// The number of different numbers.
    fn kinds(self) -> usize {
        self.0.exponent().into()
    }

    /// A number, each as likely as any other.
    fn draw(self, dice: &mut Dice) -> Option<Number> {
        Number::power(dice.below(self.kinds()) as u8 + 1)
    }
}

/// A call of the generator.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a call of the generator: size, greatest, count, seed, all, holes, queues, collapse, goal"
)]
pub struct Draw {
    /// Rows and columns, or several sizes.
    #[serde(deserialize_with = "words")]
    pub size: Vec<Size>,
    /// The greatest number; 64 by default.
    #[serde(deserialize_with = "word")]
    pub greatest: Option<Greatest>,
    /// The number of boards of each size; 1 by default.
    #[serde(deserialize_with = "positive")]
    pub count: Option<NonZeroUsize>,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// Every board instead of drawn ones.
    pub all: bool,
    /// Only this many of all boards, drawn at random.
    #[serde(deserialize_with = "positive")]
    pub sample: Option<NonZeroUsize>,
    /// The number of empty cells.
    pub holes: usize,
    /// How many numbers come in from above in each column.
    pub queues: usize,
    /// Whether a collapse is allowed.
    pub collapse: bool,
    /// The goals.
    #[serde(deserialize_with = "words")]
    pub goal: Vec<Goal>,
    /// Whether the levels are to cover a size; they are named after their boards.
    pub exhaustive: bool,
}

/// What is drawn for a level.
#[derive(Clone)]
struct Deal {
    board: Board,
    queues: Vec<Vec<Number>>,
    seed: u64,
}

/// The most boards that are listed.
const MOST_BOARDS: u64 = 1 << 17;

/// A game to play, drawn from a seed, on the board of the document's size.
pub fn puzzle(seed: u64) -> Option<Level> {
    let size = vec![Size { rows: 8, columns: 5 }];
    let call = Draw { size, seed, ..Draw::default() };
    let mut levels = call.batches(keep_all()).ok()?.each;
    let level = levels.next()?.ok()?.into_iter().next()?;
    Some(level.renamed(&format!("game-{seed}")).with_seed(seed))
}

impl Draw {
    /// The levels that `keep` keeps, in one batch per board.
    ///
    /// # Errors
    /// If there are no such levels.
    pub fn batches<'a>(&'a self, keep: Keep<'a, Level>) -> Result<Batches<'a, Level>, DrawError> {
        if self.size.is_empty() {
            return Err(DrawError::new("--size is required (in a campaign file: size)"));
        }
        if let Some(size) = self.size.iter().find(|size| size.cells() < self.holes) {
            let (holes, cells) = (self.holes, size.cells());
            return Err(DrawError::new(format!("{holes} holes: {size} has only {cells} cells")));
        }
        if self.queues > Level::LONGEST_QUEUE {
            let most = Level::LONGEST_QUEUE;
            return Err(DrawError::new(format!("queues have at most {most} numbers")));
        }
        let is_listed = self.all || self.exhaustive;
        match (is_listed, self.count, self.sample) {
            (true, Some(_), _) => {
                Err(DrawError::new("list all boards or draw a number of them, not both"))
            }
            (false, _, Some(_)) => {
                Err(DrawError::new("--sample goes with --all: --count draws boards"))
            }
            (true, None, _) if self.holes > 0 => {
                Err(DrawError::new("--holes goes with drawn boards, not with --all"))
            }
            (true, None, _) => self.list(keep),
            (false, _, None) => Ok(self.draw(keep)),
        }
    }

    /// The given levels, with each goal of the call; and what was changed, in words.
    ///
    /// # Errors
    /// If the call asks for boards.
    pub fn widen(&self, levels: Vec<Level>) -> Result<(Vec<Level>, String), DrawError> {
        let Draw { greatest, sample, holes, queues, collapse, goal, .. } = self;
        if greatest.is_some() || sample.is_some() || *holes > 0 || *queues > 0 || *collapse {
            let reason =
                "--greatest, --sample, --holes, --queues and --collapse go with --all only";
            return Err(DrawError::new(reason));
        }
        if goal.is_empty() {
            return Ok((levels, String::new()));
        }
        let with_goals = |level: &Level| {
            let name = level.name().to_owned();
            self.goals(level.clone(), &name)
        };
        Ok((levels.iter().flat_map(with_goals).collect(), self.aims()))
    }

    fn greatest(&self) -> Greatest {
        self.greatest.unwrap_or_default()
    }

    /// A level with each of the goals, or without one.
    fn goals(&self, level: Level, name: &str) -> Vec<Level> {
        if self.goal.is_empty() {
            return vec![level];
        }
        let with_goal = |goal: &Goal| {
            let name = format!("{name}-{}", goal.to_string().replace('=', "-"));
            level.renamed(&name).with_goal(Some(*goal))
        };
        self.goal.iter().map(with_goal).collect()
    }

    /// The levels on a board. Where there is neither a goal nor a queue, chance fills the holes.
    fn levels(&self, name: &str, deal: &Deal) -> Result<Vec<Level>, DrawError> {
        let source = if self.queues > 0 {
            Source::Queues(deal.queues.clone())
        } else if self.goal.is_empty() {
            Source::Seed(deal.seed)
        } else {
            Source::Nothing
        };
        let level =
            Level::new(name, deal.board.clone()).and_then(|level| level.with_source(source));
        Ok(self.goals(level.map_err(DrawError::new)?.with_collapse(self.collapse), name))
    }

    fn draw<'a>(&'a self, keep: Keep<'a, Level>) -> Batches<'a, Level> {
        let count = self.count.map_or(1, NonZeroUsize::get);
        let series = |&size: &Size| Series {
            name: format!("{size}-n{}-s{}", self.greatest(), self.seed),
            boards: Box::new(self.deals(size)),
            count: Some(count),
        };
        let all: Vec<Series<Deal>> = self.size.iter().map(series).collect();
        let number = (all.len() as u64).checked_mul(count as u64);
        let levels = |name: &str, deal: &Deal| self.levels(name, deal);
        Batches { words: String::new(), number, each: Box::new(Kept::new(all, levels, keep)) }
    }

    /// Boards of a size, without end.
    fn deals(&self, size: Size) -> impl Iterator<Item = Deal> + Send + use<> {
        let (greatest, holes, queued) = (self.greatest(), self.holes, self.queues);
        let mut dice = Dice::new(self.seed);
        std::iter::repeat_with(move || {
            let board = board(size, greatest, holes, &mut dice);
            let mut queue = || (0..queued).filter_map(|_| greatest.draw(&mut dice)).collect();
            let queues = (0..size.columns).map(|_| queue()).collect();
            Deal { board, queues, seed: dice.below(1_000_000) as u64 }
        })
    }

    /// Levels on every board of the sizes, or on a sample of them, named after their boards.
    fn list<'a>(&'a self, keep: Keep<'a, Level>) -> Result<Batches<'a, Level>, DrawError> {
        let mut levels = Vec::new();
        let mut number = 0_u64;
        for &size in &self.size {
            let (boards, all) = self.boards(size)?;
            number = number.saturating_add(all);
            let mut deals = self.deals(size);
            for board in boards {
                let name = board.to_string().replace(' ', "-").replace("-/-", "_");
                let deal = deals.next().map(|deal| Deal { board: board.clone(), ..deal });
                let deal = deal.unwrap_or(Deal { board, queues: Vec::new(), seed: 0 });
                levels.extend(self.levels(&name, &deal)?);
            }
        }
        let sizes: Vec<String> = self.size.iter().map(Size::to_string).collect();
        let boards = format!("boards of {} with numbers to {}", sizes.join(", "), self.greatest());
        let words = match self.sample.map(NonZeroUsize::get) {
            Some(count) if (count as u64) < number => {
                format!("{count} of {number} {boards} (seed {})", self.seed)
            }
            Some(_) | None => format!("all {number} {boards}"),
        };
        let each = Box::new(kept_alone(levels.into_iter(), keep));
        Ok(Batches { words: words + &self.aims(), number: None, each })
    }

    /// The goals and what comes in, in words.
    fn aims(&self) -> String {
        let mut words = String::new();
        for goal in &self.goal {
            words += &format!(", {goal}");
        }
        if self.queues > 0 {
            words += &format!(", {} queued in each column", BLOCK.count(self.queues as i128));
        }
        if self.collapse {
            words += ", with the collapse";
        }
        words
    }

    /// Every board of a size, or a sample of them; and how many there are.
    fn boards(&self, size: Size) -> Result<(Vec<Board>, u64), DrawError> {
        let kinds = self.greatest().kinds();
        let number = (kinds as u64).checked_pow(size.cells() as u32).unwrap_or(u64::MAX);
        let count = self.sample.map(NonZeroUsize::get);
        match count {
            None if number > MOST_BOARDS => Err(DrawError::new(format!(
                "too many boards to list: {size} with {kinds} numbers has more than {MOST_BOARDS}; \
                 --sample takes some of them"
            ))),
            Some(count) if number > MOST_BOARDS => {
                Ok((self.deals(size).take(count).map(|deal| deal.board).collect(), number))
            }
            _ => {
                let all: Vec<Board> = (0..number).map(|code| coded(size, kinds, code)).collect();
                Ok((count.map_or(all.clone(), |count| sample(all, count, self.seed)), number))
            }
        }
    }
}

/// A board with random numbers. Its holes are above its blocks, in random columns.
fn board(size: Size, greatest: Greatest, holes: usize, dice: &mut Dice) -> Board {
    let cells = (0..size.cells()).map(|_| greatest.draw(dice)).collect();
    let mut board = grid(size, cells);
    let mut columns: Vec<usize> = (0..size.cells()).map(|index| index % size.columns + 1).collect();
    dice.shuffle(&mut columns);
    for &column in columns.iter().take(holes) {
        let cells = (1..=size.rows).map(|row| Cell { row, column });
        if let Some(top) = cells.into_iter().find(|&cell| board[cell].is_some()) {
            board[top] = None;
        }
    }
    board
}

/// The board whose exponents, less one, are the digits of a code.
fn coded(size: Size, kinds: usize, code: u64) -> Board {
    let mut rest = code;
    let mut cells: Vec<Option<Number>> = (0..size.cells())
        .map(|_| {
            let digit = rest % kinds as u64;
            rest /= kinds as u64;
            Number::power(digit as u8 + 1)
        })
        .collect();
    cells.reverse();
    grid(size, cells)
}

fn grid(size: Size, cells: Vec<Option<Number>>) -> Board {
    let rows = cells.chunks(size.columns).map(<[_]>::to_vec).collect();
    Grid::from_rows(rows).expect("a size is within the limits").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(text: &str) -> Result<Draw, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    fn levels(text: &str) -> Vec<Level> {
        let call = call(text).unwrap();
        let batches = call.batches(keep_all()).unwrap();
        batches.each.flat_map(|batch| batch.unwrap()).collect()
    }

    fn names(text: &str) -> Vec<String> {
        levels(text).iter().map(|level| level.name().to_owned()).collect()
    }

    #[test]
    fn drawn_levels_are_named_after_size_numbers_and_seed() {
        assert_eq!(names("{size: 3x3, count: 2, seed: 7}"), ["3x3-n64-s7-1", "3x3-n64-s7-2"]);
        let expected = ["2x2-n8-s0-1-blocks-1", "2x2-n8-s0-1-best-score-3"];
        assert_eq!(names("{size: 2x2, greatest: 8, goal: [blocks=1, best-score=3]}"), expected);
    }

    #[test]
    fn the_same_seed_gives_the_same_levels_everywhere() {
        let text = serde_json::to_string(&levels("{size: 2x3, seed: 7}")[0]).unwrap();
        let expected =
            r#"{"game":"2248","name":"2x3-n64-s7-1","numbers":[[2,2,4],[4,4,32]],"seed":359364}"#;
        assert_eq!(text, expected);
    }

    #[test]
    fn what_comes_in_is_chance_without_a_goal_and_queues_if_asked_for() {
        assert!(levels("{size: 3x3}")[0].source().is_chance());
        assert_eq!(levels("{size: 3x3, goal: blocks=1}")[0].source(), &Source::Nothing);
        let queued = &levels("{size: 3x3, goal: blocks=1, queues: 4, collapse: true}")[0];
        assert_eq!((queued.source().blocks(), queued.allows_collapse()), (Some(12), true));
    }

    #[test]
    fn holes_are_above_the_blocks() {
        for level in levels("{size: 5x4, holes: 7, count: 50}") {
            assert_eq!(level.board().blocks(), 13);
            assert_eq!(&super::super::rules::fallen(level.board()), level.board());
        }
    }

    #[test]
    fn all_boards_can_be_listed_or_sampled() {
        let expected = ["2-2", "2-4", "4-2", "4-4"];
        assert_eq!(names("{size: 1x2, greatest: 4, exhaustive: true}"), expected);
        assert_eq!(names("{size: 2x1, greatest: 2, all: true}"), ["2_2"]);
        assert_eq!(names("{size: 4x4, exhaustive: true, sample: 3, goal: path}").len(), 3);
        let call =
            call("{size: 2x2, greatest: 8, sample: 5, exhaustive: true, goal: path}").unwrap();
        let words = call.batches(keep_all()).unwrap().words;
        assert_eq!(words, "5 of 81 boards of 2x2 with numbers to 8 (seed 0), path");
    }

    #[test]
    fn wrong_calls_are_refused_with_the_reason() {
        for (text, reason) in [
            ("{size: 2y2}", "\"2y2\" is not a size"),
            ("{size: 2x2, greatest: 6}", "\"6\" is not a power of two from 2 to 2^47"),
            ("{size: 2x2, colours: 2}", "unknown field `colours`"),
            ("{size: 2x2, goal: half}", "a goal is blocks=N, score=N"),
        ] {
            let error = call(text).unwrap_err();
            assert!(error.contains(reason), "expected {reason:?}, got {error:?}");
        }
        for (text, reason) in [
            ("{greatest: 4}", "--size is required"),
            ("{size: 2x2, holes: 5}", "5 holes: 2x2 has only 4 cells"),
            ("{size: 2x2, queues: 5000}", "queues have at most 1000 numbers"),
            ("{size: 2x2, all: true, count: 3}", "not both"),
            ("{size: 2x2, all: true, holes: 1}", "--holes goes with drawn boards"),
            ("{size: 3x3, sample: 3}", "--sample goes with --all"),
            ("{size: 5x5, all: true}", "too many boards to list: 5x5 with 6 numbers"),
        ] {
            let call = call(text).unwrap();
            let error = call.batches(keep_all()).err().unwrap().to_string();
            assert!(error.contains(reason), "expected {reason:?}, got {error:?}");
        }
    }
}
