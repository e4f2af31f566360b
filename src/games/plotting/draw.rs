//! A call of the level generator, in a campaign file and on the command line alike. This is the one
//! place where levels are made from a size, a number of colours, a count, a seed and goals.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Deserialize;

use super::board::Board;
use super::formats::json;
use super::generate::{AllBoards, Colours, Draws, GenerateError, GoalRule, Size, levels, series};
use super::level::{Firing, Level, LevelError, Measure};
use super::rules::Hand;
use super::search::{self, Budget, Outcome};
use crate::game::draw::dice::sample;
use crate::game::draw::series::{Kept, Series, kept_alone};
use crate::game::draw::{Batches, DrawError, DrawOption, DrawScope, Keep};
use crate::game::values::{positive, word, words};

/// The options of the generator.
pub static OPTIONS: [DrawOption; 9] = [
    DrawOption {
        name: "size",
        value: Some("SIZE"),
        is_list: false,
        about: "Rows x columns, e.g. 5x6",
        scope: DrawScope::Generate,
    },
    DrawOption {
        name: "colours",
        value: Some("K"),
        is_list: false,
        about: "The number of colours (Plotting), or a range of them, e.g. 4 or 2..4",
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
        name: "goal",
        value: Some("RULE"),
        is_list: true,
        about: "The goals (Plotting), one level for each: half or quarter (of the blocks), colours, colours-1, a \
                number, or every (from colours - 1 up) [default: colours-1; with verify --all: every]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "arcade",
        value: None,
        is_list: false,
        about: "Levels like those of the arcade (Plotting): firing positions drawn as stairs, plans scored, \
                and by default a quarter of the blocks as the goal",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "lives",
        value: Some("N"),
        is_list: false,
        about: "The spare lives in each level (Plotting) [default: none]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "sample",
        value: Some("N"),
        is_list: false,
        about: "With --all: only this many of the boards, drawn at random",
        scope: DrawScope::Verify,
    },
    DrawOption {
        name: "hands",
        value: None,
        is_list: false,
        about: "Add each level with every initial hand (Plotting)",
        scope: DrawScope::Verify,
    },
    DrawOption {
        name: "firing",
        value: None,
        is_list: false,
        about: "Add each level with some firing positions closed, drawn at random (Plotting)",
        scope: DrawScope::Verify,
    },
];

/// A call of the generator.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a call of the generator: size, colours, count, seed, goal, all"
)]
pub struct Draw {
    /// Rows and columns, or several sizes.
    #[serde(deserialize_with = "words")]
    pub size: Vec<Size>,
    /// The number of colours, or a range of them.
    #[serde(deserialize_with = "word")]
    pub colours: Option<Colours>,
    /// The number of boards for each number of colours; 1 by default.
    #[serde(deserialize_with = "positive")]
    pub count: Option<NonZeroUsize>,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// Every board instead of drawn ones.
    pub all: bool,
    /// The goals.
    #[serde(deserialize_with = "words")]
    pub goal: Vec<GoalRule>,
    /// Levels like those of the arcade: firing positions drawn as stairs, plans scored.
    pub arcade: bool,
    /// The spare lives in each level; none by default.
    #[serde(deserialize_with = "positive")]
    pub lives: Option<NonZeroUsize>,
    /// Only this many of all boards, drawn at random.
    #[serde(deserialize_with = "positive")]
    pub sample: Option<NonZeroUsize>,
    /// Add each level with every initial hand.
    pub hands: bool,
    /// Add each level with some firing positions closed.
    pub firing: bool,
    /// Whether the levels are to cover a size: every goal by default, goals that a board cannot have
    /// are left out, and levels are named after their boards.
    pub exhaustive: bool,
}

/// The largest boards of which all are held at once.
pub const MOST_CELLS: usize = 12;

/// A level that is worth playing, drawn from a seed: some ten shots, and not every plan wins.
pub fn puzzle(seed: u64) -> Option<Level> {
    const SIZES: [(usize, usize, usize); 4] = [(5, 5, 3), (5, 6, 4), (6, 5, 4), (5, 5, 4)];
    let (rows, columns, colours) = SIZES[(seed % SIZES.len() as u64) as usize];
    let call = Draw {
        size: vec![Size { rows, columns }],
        colours: Some(Colours(colours..=colours)),
        count: NonZeroUsize::new(1),
        seed,
        ..Draw::default()
    };
    let keep = |level: &Level| {
        let budget = Budget { threads: 1, memory: 50_000_000, ..Budget::default() };
        let solved = search::solve(level, &budget, &mut |_| ());
        let optimum = solved.ok().and_then(|answer| match answer.outcome {
            Outcome::Solved(plan) => Some(plan.shots().len()),
            Outcome::Unsolvable(_) | Outcome::NotKnown(_) => None,
        });
        ControlFlow::Continue(optimum.is_some_and(|optimum| (8..=14).contains(&optimum)))
    };
    let mut levels = call.batches(Box::new(keep)).ok()?.each;
    let level = levels.next()?.ok()?.into_iter().next()?;
    Some(level.renamed(&format!("puzzle-{seed}")))
}

impl Draw {
    /// The boards, with names.
    ///
    /// # Errors
    /// If there are no such boards.
    pub fn boards(
        &self,
    ) -> Result<impl Iterator<Item = (String, Board)> + Send + use<>, GenerateError> {
        Ok(self.series()?.into_iter().flat_map(Series::named))
    }

    /// The number of boards, if it can be counted.
    pub fn number(&self) -> Option<u64> {
        let colours = self.colours.as_ref()?;
        let of_size = |size: &Size| match self.is_drawn() {
            false => AllBoards::number(*size, colours),
            true => (self.count() as u64).checked_mul(colours.0.clone().count() as u64),
        };
        self.size.iter().try_fold(0u64, |sum, size| sum.checked_add(of_size(size)?))
    }

    fn is_drawn(&self) -> bool {
        !self.all && !self.exhaustive
    }

    fn count(&self) -> usize {
        self.count.map_or(1, NonZeroUsize::get)
    }

    fn series(&self) -> Result<Vec<Series<Board>>, GenerateError> {
        if !self.is_drawn() && self.count.is_some() {
            return Err(GenerateError::AllOrSome);
        }
        let Some(colours) = self.colours.as_ref().filter(|_| !self.size.is_empty()) else {
            return Err(GenerateError::NoBoards);
        };
        let mut all = Vec::new();
        for &size in &self.size {
            if !self.is_drawn() {
                let boards = Box::new(AllBoards::new(size, colours)?);
                all.push(Series { name: size.to_string(), boards, count: None });
                continue;
            }
            // If any number of colours does not fit, the largest does not.
            Draws::new(size, *colours.0.end(), self.seed)?;
            for number in colours.0.clone() {
                let boards = Box::new(Draws::new(size, number, self.seed)?);
                let name = series(size, number, self.seed);
                all.push(Series { name, boards, count: Some(self.count()) });
            }
        }
        Ok(all)
    }

    /// The levels that `keep` keeps, in one batch per board.
    ///
    /// # Errors
    /// If there are no such levels.
    pub fn batches<'a>(&'a self, keep: Keep<'a, Level>) -> Result<Batches<'a, Level>, DrawError> {
        if self.exhaustive {
            return self.cover(keep);
        }
        if self.sample.is_some() || self.hands || self.firing {
            let reason = "sample, hands and firing go with an exhaustive call only";
            return Err(DrawError::new(reason));
        }
        let series = self.series().map_err(DrawError::new)?;
        let rules = match &self.goal[..] {
            [] if self.arcade => vec![GoalRule::Quarter],
            [] => vec![GoalRule::ColoursLessOne],
            rules => rules.to_vec(),
        };
        let on_board = move |name: &str, board: &Board| {
            let levels = levels(&self.board_name(name), board, &rules).map_err(DrawError::new)?;
            levels.into_iter().map(|level| self.dressed(level)).collect()
        };
        let batches = Kept::new(series, on_board, keep);
        Ok(Batches { words: String::new(), number: self.number(), each: Box::new(batches) })
    }

    /// Levels that cover the boards of a size, or a sample of them.
    fn cover<'a>(&'a self, keep: Keep<'a, Level>) -> Result<Batches<'a, Level>, DrawError> {
        if let Some(size) = self.size.iter().find(|size| size.cells() > MOST_CELLS) {
            return Err(DrawError::new(GenerateError::TooManyBoards(*size)));
        }
        let series = self.series().map_err(DrawError::new)?;
        let mut boards: Vec<Board> = series.into_iter().flat_map(|one| one.boards).collect();
        let (words, rules) = (self.cover_words(boards.len()), self.cover_rules());
        if let Some(count) = self.sample.map(NonZeroUsize::get) {
            boards = sample(boards, count, self.seed);
        }
        let mut levels = Vec::new();
        for board in boards {
            let mut goals: Vec<usize> = rules.iter().flat_map(|rule| rule.goals(&board)).collect();
            goals.retain(|&goal| goal <= board.blocks());
            goals.sort_unstable();
            goals.dedup();
            let rows = board.to_rows().join("-");
            for goal in goals {
                let name = self.board_name(&format!("{rows}-g{goal}"));
                let level = Level::new(&name, board.clone(), goal).map_err(DrawError::new)?;
                levels.push(self.dressed(level)?);
            }
        }
        if levels.is_empty() {
            return Err(DrawError::new(GenerateError::GoalBeyond));
        }
        let (levels, also) = self.widen(levels)?;
        let each = Box::new(kept_alone(levels.into_iter(), keep));
        Ok(Batches { words: words + &also, number: None, each })
    }

    /// The name of a board whose levels are like those of the arcade, or not.
    fn board_name(&self, name: &str) -> String {
        if self.arcade { format!("arcade-{name}") } else { name.to_owned() }
    }

    /// The level with what the call asks for beside its board and goal. The firing positions are drawn with a
    /// seed of their own for every board.
    fn dressed(&self, level: Level) -> Result<Level, DrawError> {
        let lives = self.lives.map_or(0, NonZeroUsize::get);
        let level = level.with_lives(lives as i128).map_err(DrawError::new)?;
        if !self.arcade {
            return Ok(level);
        }
        let board = level.board().to_string();
        let salt = board.bytes().fold(self.seed, |sum, byte| {
            sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(u64::from(byte))
        });
        let mut generator = ChaCha8Rng::seed_from_u64(salt);
        let (rows, columns) = stairs(level.board(), &mut generator);
        let firing = Firing::only(level.board(), Some(&rows), Some(&columns));
        Ok(level.with_firing(firing.map_err(DrawError::new)?).with_measure(Measure::Score))
    }

    fn cover_rules(&self) -> Vec<GoalRule> {
        if self.goal.is_empty() { vec![GoalRule::Every] } else { self.goal.clone() }
    }

    /// What the levels cover, in words.
    fn cover_words(&self, boards: usize) -> String {
        let sizes: Vec<String> = self.size.iter().map(Size::to_string).collect();
        let range = self.colours.as_ref().map(|colours| (colours.0.start(), colours.0.end()));
        let (first, last) = range.unwrap_or((&0, &0));
        let canonical =
            format!("canonical boards of {} with {first} to {last} colours", sizes.join(", "));
        let goals: Vec<String> = self.cover_rules().into_iter().map(GoalRule::words).collect();
        let mut words = match self.sample.map(NonZeroUsize::get).filter(|&count| count < boards) {
            Some(count) => format!("{count} of {boards} {canonical} (seed {})", self.seed),
            None => format!("all {boards} {canonical}"),
        };
        words += &format!(", {}", goals.join(" and "));
        words
    }

    /// What [`widen`](Draw::widen) adds, in words.
    fn widen_words(&self) -> String {
        let hands = if self.hands { ", also with every initial hand" } else { "" };
        let firing = if self.firing {
            format!(", also with firing restricted (seed {})", self.seed)
        } else {
            String::new()
        };
        format!("{hands}{firing}")
    }

    /// The levels, each once, with those added that the call derives from them; and what was added, in
    /// words.
    ///
    /// # Errors
    /// If a level cannot be varied.
    pub fn widen(&self, levels: Vec<Level>) -> Result<(Vec<Level>, String), DrawError> {
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        let mut all = Vec::new();
        for level in levels {
            let hands = level.board().colours().into_iter().map(Hand::Holding);
            for hand in hands.filter(|&hand| self.hands && hand != level.hand()) {
                let level = level.renamed(&format!("{}-hand-{hand}", level.name()));
                all.push(level.with_hand(hand).map_err(DrawError::new)?);
            }
            if self.firing {
                all.push(restricted(&level, &mut generator).map_err(DrawError::new)?);
            }
            all.push(level);
        }
        let mut seen = HashSet::new();
        all.retain(|level| seen.insert(json::write_line(level)));
        Ok((all, self.widen_words()))
    }
}

/// Rows and columns to fire from, as in the arcade: along a row unless a pipe is before it, one row in eight;
/// and from a few places above the board, from where stairs lead down into columns. From place to place the
/// stairs go down by at most two columns, so some columns are reached twice and some not at all.
fn stairs(board: &Board, generator: &mut ChaCha8Rng) -> (Vec<usize>, Vec<usize>) {
    let mut rows: Vec<usize> =
        (1..=board.rows()).filter(|_| !generator.next_u32().is_multiple_of(8)).collect();
    if rows.is_empty() {
        rows.push(board.rows());
    }
    let mut columns = Vec::new();
    let mut column = board.columns();
    for _ in 0..=board.columns() {
        columns.push(column);
        column = column.saturating_sub(generator.next_u32() as usize % 3).max(1);
    }
    columns.sort_unstable();
    columns.dedup();
    (rows, columns)
}

/// The level with some firing positions closed, each with a chance of one in three.
fn restricted(level: &Level, generator: &mut ChaCha8Rng) -> Result<Level, LevelError> {
    let mut open = |count: usize| -> Vec<usize> {
        (1..=count).filter(|_| !generator.next_u32().is_multiple_of(3)).collect()
    };
    loop {
        let rows = open(level.board().rows());
        let columns = open(level.board().columns());
        let firing = Firing::only(level.board(), Some(&rows), Some(&columns))?;
        if !firing.is_everywhere() {
            return Ok(level.renamed(&format!("{}-firing", level.name())).with_firing(firing));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::game::draw::keep_all;

    fn call(text: &str) -> Result<Draw, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    fn names(call: &Draw) -> Vec<String> {
        let batches = call.batches(keep_all()).unwrap();
        batches.each.flat_map(|batch| batch.unwrap()).map(|level| level.name().to_owned()).collect()
    }

    #[test]
    fn drawn_levels_are_named_after_size_colours_seed_and_goal() {
        let call = call("{size: 2x3, colours: 2, count: 2, seed: 7, goal: [half, colours-1, 1]}");
        let expected = ["2x3-c2-s7-1-g3", "2x3-c2-s7-1-g1", "2x3-c2-s7-2-g3", "2x3-c2-s7-2-g1"];
        assert_eq!(names(&call.unwrap()), expected);
    }

    #[test]
    fn levels_like_those_of_the_arcade_have_stairs_and_scored_plans() {
        let call =
            call("{size: 5x5, colours: 4, count: 20, seed: 3, arcade: true, lives: 2}").unwrap();
        let levels: Vec<Level> =
            call.batches(keep_all()).unwrap().each.flat_map(|batch| batch.unwrap()).collect();
        assert_eq!(levels[0].name(), "arcade-5x5-c4-s3-1-g6");
        assert!(levels.iter().all(|level| level.measure() == Measure::Score && level.lives() == 2));
        // The stairs start at the wall, and leave out columns in some level.
        assert!(levels.iter().all(|level| level.firing().columns().last() == Some(&5)));
        assert!(levels.iter().any(|level| level.firing().columns().len() < 5));
        assert!(levels.iter().any(|level| level.firing().rows().len() < 5));
        let again: Vec<Level> =
            call.batches(keep_all()).unwrap().each.flat_map(|batch| batch.unwrap()).collect();
        assert_eq!(again, levels);
    }

    #[test]
    fn all_boards_can_be_listed() {
        let call = call("{size: 2x2, colours: 2..4, all: true}").unwrap();
        assert_eq!(names(&call).len(), 14);
        assert_eq!(call.number(), Some(14));
    }

    #[test]
    fn boards_are_numbered_as_they_are_kept() {
        let call = call("{size: 2x3, colours: 2, count: 3, seed: 7}").unwrap();
        let mut seen = 0;
        let keep = Box::new(move |_: &Level| {
            seen += 1;
            ControlFlow::Continue(seen % 2 == 0)
        });
        let batches: Vec<_> = call.batches(keep).unwrap().each.collect::<Result<_, _>>().unwrap();
        let names: Vec<&str> = batches.iter().flatten().map(Level::name).collect();
        assert_eq!(names, ["2x3-c2-s7-1-g1", "2x3-c2-s7-2-g1", "2x3-c2-s7-3-g1"]);
    }

    #[test]
    fn an_exhaustive_call_takes_every_goal_and_names_levels_after_their_boards() {
        let call = call("{size: 1x2, colours: 2, exhaustive: true}").unwrap();
        assert_eq!(names(&call), ["RG-g1", "RG-g2"]);
        let words = call.batches(keep_all()).unwrap().words;
        let expected =
            "all 1 canonical boards of 1x2 with 2 to 2 colours, every goal from colours - 1 up";
        assert_eq!(words, expected);
    }

    #[test]
    fn hands_and_firing_positions_add_levels() {
        let call =
            call("{size: 1x2, colours: 2, exhaustive: true, goal: 1, hands: true, firing: true}");
        let expected = ["RG-g1-hand-R", "RG-g1-hand-G", "RG-g1-firing", "RG-g1"];
        assert_eq!(names(&call.unwrap()), expected);
    }

    #[test]
    fn wrong_calls_are_refused_with_the_reason() {
        for (text, reason) in [
            ("{size: 2y2, colours: 2}", "\"2y2\" is not a size"),
            ("{size: 2x2, colours: 99}", "\"99\" is not a number or range of colours"),
            ("{size: 2x2, colours: 2, goal: lots}", "\"lots\" is not a rule for the goal"),
            ("{size: 2x2, colors: 2}", "unknown field `colors`"),
        ] {
            let error = call(text).unwrap_err();
            assert!(error.contains(reason), "expected {reason:?}, got {error:?}");
        }
        for (text, reason) in [
            ("{size: 2x2}", "--size and --colours are required"),
            ("{size: 1x2, colours: 3}", "3 colours do not fit"),
            ("{size: 2x2, colours: 2, all: true, count: 3}", "not both"),
            ("{size: 4x4, colours: 2, exhaustive: true}", "too many boards"),
            ("{size: 2x2, colours: 2, hands: true}", "go with an exhaustive call only"),
        ] {
            let call = call(text).unwrap();
            let error = call.batches(keep_all()).err().unwrap().to_string();
            assert!(error.contains(reason), "expected {reason:?}, got {error:?}");
        }
    }
}
