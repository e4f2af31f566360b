//! A call of the level generator, in a campaign file and on the command line alike.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use serde::Deserialize;

use super::board::{Board, Kind};
use super::generate::all::AllBoards;
use super::generate::draws::{Deck, Draws};
use super::generate::{GenerateError, Kinds};
use super::level::{Cost, Level};
use super::rules::Rules;
use super::search::NativeSolver;
use crate::game::draw::dice::sample;
use crate::game::draw::series::{Kept, Series, kept_alone};
use crate::game::draw::{Batches, DrawError, DrawOption, DrawScope, Keep, Size};
use crate::game::search::{Budget, Finding, Oracle};
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
        name: "kinds",
        value: Some("K"),
        is_list: false,
        about: "The number of kinds of tiles (swaps), or a range of them, e.g. 4 or 2..4",
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
        about: "The number of empty cells (swaps) [default: as few as the tiles allow; with --all: 0]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "vanish",
        value: Some("PAIR"),
        is_list: true,
        about: "The pairs of kinds that vanish (swaps), e.g. GS AB, or none [default: GS]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "fixed",
        value: Some("KIND"),
        is_list: true,
        about: "The kinds that cannot be swapped (swaps), e.g. F",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "cost",
        value: Some("COST"),
        is_list: false,
        about: "What moves cost (swaps): moves (1 each), or swaps (a swap 1, a match nothing) \
                [default: moves]",
        scope: DrawScope::Everywhere,
    },
    DrawOption {
        name: "directed",
        value: None,
        is_list: false,
        about: "Let a pair vanish only if its first tile is above or left (swaps)",
        scope: DrawScope::Everywhere,
    },
];

/// A call of the generator.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a call of the generator: size, kinds, count, seed, all, holes, vanish, fixed, cost"
)]
pub struct Draw {
    /// Rows and columns, or several sizes.
    #[serde(deserialize_with = "words")]
    pub size: Vec<Size>,
    /// The number of kinds, or a range of them.
    #[serde(deserialize_with = "word")]
    pub kinds: Option<Kinds>,
    /// The number of boards for each number of kinds; 1 by default.
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
    pub holes: Option<usize>,
    /// The pairs that vanish: texts that the level checks.
    #[serde(deserialize_with = "words")]
    pub vanish: Vec<String>,
    /// The fixed kinds.
    #[serde(deserialize_with = "words")]
    pub fixed: Vec<Kind>,
    /// What moves cost.
    pub cost: Option<Cost>,
    /// Whether pairs vanish in one direction only.
    pub directed: bool,
    /// Every board of each size, for `verify`; the levels are named after their boards.
    pub exhaustive: bool,
}

/// All boards of a size are held in memory if they have at most this many cells.
const MOST_CELLS: usize = 12;

/// The word for no pair at all.
const NO_PAIRS: &str = "none";

/// A level that is worth playing, drawn from a seed: some eight moves.
pub fn puzzle(seed: u64) -> Option<Level> {
    const SIZES: [(usize, usize, usize); 3] = [(3, 4, 3), (4, 4, 4), (3, 5, 4)];
    let (rows, columns, kinds) = SIZES[(seed % SIZES.len() as u64) as usize];
    let call = Draw {
        size: vec![Size { rows, columns }],
        kinds: Some(Kinds(kinds..=kinds)),
        count: NonZeroUsize::new(1),
        seed,
        ..Draw::default()
    };
    let keep = |level: &Level| {
        let budget = Budget { threads: 1, memory: 50_000_000, ..Budget::default() };
        let solved = NativeSolver.solve(level, &budget, &mut |_| ());
        let value = solved.ok().and_then(|result| match result.finding {
            Finding::Optimal(plan) => Some(plan.value),
            Finding::Unsolvable(_) | Finding::Open { .. } => None,
        });
        ControlFlow::Continue(value.is_some_and(|value| (6..=12).contains(&value)))
    };
    let mut levels = call.batches(Box::new(keep)).ok()?.each;
    let level = levels.next()?.ok()?.into_iter().next()?;
    Some(level.renamed(&format!("puzzle-{seed}")))
}

impl Draw {
    /// The levels that `keep` keeps, in one batch per board.
    ///
    /// # Errors
    /// If there are no such levels.
    pub fn batches<'a>(&'a self, keep: Keep<'a, Level>) -> Result<Batches<'a, Level>, DrawError> {
        let Some(kinds) = self.kinds.as_ref().filter(|_| !self.size.is_empty()) else {
            let reason = "--size and --kinds are required (in a campaign file: size and kinds)";
            return Err(DrawError::new(reason));
        };
        let is_listed = self.all || self.exhaustive;
        if is_listed && self.count.is_some() {
            return Err(DrawError::new("list all boards or draw a number of them, not both"));
        }
        if !is_listed && self.sample.is_some() {
            return Err(DrawError::new("--sample goes with --all: --count draws boards"));
        }
        let rules = self.rules()?;
        match (is_listed, self.sample.is_some() || self.exhaustive) {
            (true, true) => self.cover(self.boards(kinds, &rules)?, keep),
            (true, false) => Ok(self.list(self.boards(kinds, &rules)?, keep)),
            (false, _) => self.draw(kinds, &rules, keep),
        }
    }

    /// The given levels, with the cost and the direction of the call; and what was changed, in words.
    ///
    /// # Errors
    /// If the call asks for boards.
    pub fn widen(&self, levels: Vec<Level>) -> Result<(Vec<Level>, String), DrawError> {
        let Draw { kinds, sample, holes, vanish, fixed, .. } = self;
        let asks = kinds.is_some() || sample.is_some() || holes.is_some() || !vanish.is_empty();
        if asks || !fixed.is_empty() {
            let reason = "--kinds, --sample, --holes, --vanish and --fixed go with --all only";
            return Err(DrawError::new(reason));
        }
        Ok((levels.into_iter().map(|level| self.measured(level)).collect(), self.measure()))
    }

    /// A level with the cost and the direction of the call.
    fn measured(&self, level: Level) -> Level {
        let (cost, is_directed) = (level.cost(), level.rules().is_directed);
        level.with_cost(self.cost.unwrap_or(cost)).with_direction(self.directed || is_directed)
    }

    /// The cost and the direction of the call, in words.
    fn measure(&self) -> String {
        let cost = match self.cost {
            None => "",
            Some(Cost::Moves) => ", cost moves",
            Some(Cost::Swaps) => ", cost swaps",
        };
        let direction = if self.directed { ", directed" } else { "" };
        format!("{cost}{direction}")
    }

    /// The rules that the levels share.
    fn rules(&self) -> Result<Rules, DrawError> {
        let smallest = Board::from_rows(&["."]).map_err(DrawError::new)?;
        Ok(self.level("level", smallest)?.rules().clone())
    }

    /// The level on a board.
    fn level(&self, name: &str, board: Board) -> Result<Level, DrawError> {
        let level = self.measured(Level::new(name, board).map_err(DrawError::new)?);
        let level = level.with_fixed(&self.fixed).map_err(DrawError::new)?;
        match self.vanish.as_slice() {
            [] => Ok(level),
            [none] if none == NO_PAIRS => level.with_vanish::<&str>(&[]).map_err(DrawError::new),
            pairs => level.with_vanish(pairs).map_err(DrawError::new),
        }
    }

    /// The levels on the boards of series.
    fn kept<'a>(
        &'a self,
        series: Vec<Series<Board>>,
        number: Option<u64>,
        keep: Keep<'a, Level>,
    ) -> Batches<'a, Level> {
        let level = |name: &str, board: &Board| Ok(vec![self.level(name, board.clone())?]);
        let each = Box::new(Kept::new(series, level, keep));
        Batches { words: String::new(), number, each }
    }

    fn draw<'a>(
        &'a self,
        kinds: &Kinds,
        rules: &Rules,
        keep: Keep<'a, Level>,
    ) -> Result<Batches<'a, Level>, DrawError> {
        let count = self.count.map_or(1, NonZeroUsize::get);
        let needs_special = !self.vanish.is_empty() || !self.fixed.is_empty();
        let mut all = Vec::new();
        for &size in &self.size {
            for kinds in kinds.0.clone() {
                let deck = Deck { size, kinds, holes: self.holes, rules, needs_special };
                let boards = Box::new(Draws::new(deck, self.seed).map_err(DrawError::new)?);
                let name = format!("{size}-k{kinds}-s{}", self.seed);
                all.push(Series { name, boards, count: Some(count) });
            }
        }
        let number = (all.len() as u64).checked_mul(count as u64);
        Ok(self.kept(all, number, keep))
    }

    /// Every board of each size.
    fn boards(&self, kinds: &Kinds, rules: &Rules) -> Result<Vec<(Size, AllBoards)>, DrawError> {
        let holes = self.holes.unwrap_or(0);
        let all = |&size| Ok((size, AllBoards::new(size, kinds, holes, rules)?));
        let all: Result<_, GenerateError> = self.size.iter().map(all).collect();
        all.map_err(DrawError::new)
    }

    fn list<'a>(
        &'a self,
        boards: Vec<(Size, AllBoards)>,
        keep: Keep<'a, Level>,
    ) -> Batches<'a, Level> {
        let number = boards.iter().try_fold(0u64, |sum, (_, all)| sum.checked_add(all.number()?));
        let series = |(size, boards): (Size, AllBoards)| Series {
            name: size.to_string(),
            boards: Box::new(boards),
            count: None,
        };
        self.kept(boards.into_iter().map(series).collect(), number, keep)
    }

    /// The levels on every board of a size, or on a sample, named after their boards.
    fn cover<'a>(
        &'a self,
        boards: Vec<(Size, AllBoards)>,
        keep: Keep<'a, Level>,
    ) -> Result<Batches<'a, Level>, DrawError> {
        if let Some(size) = self.size.iter().find(|size| size.cells() > MOST_CELLS) {
            return Err(DrawError::new(format!(
                "too many boards to list: {size} has more than {MOST_CELLS} cells; \
                 use plotgen generate --count to draw random boards"
            )));
        }
        let mut boards: Vec<Board> = boards.into_iter().flat_map(|(_, boards)| boards).collect();
        let words = self.words(boards.len());
        if let Some(count) = self.sample.map(NonZeroUsize::get) {
            boards = sample(boards, count, self.seed);
        }
        let level = |board: Board| self.level(&board.lines().join("-"), board);
        let levels: Vec<Level> = boards.into_iter().map(level).collect::<Result<_, _>>()?;
        let each = Box::new(kept_alone(levels.into_iter(), keep));
        Ok(Batches { words, number: None, each })
    }

    /// Which boards the levels are on, in words.
    fn words(&self, boards: usize) -> String {
        let sizes: Vec<String> = self.size.iter().map(Size::to_string).collect();
        let range = self.kinds.as_ref().map(|kinds| (kinds.0.start(), kinds.0.end()));
        let (first, last) = range.unwrap_or((&0, &0));
        let mut words = format!("boards of {} with {first} to {last} kinds", sizes.join(", "));
        let holes = self.holes.unwrap_or(0);
        if holes > 0 {
            words += &format!(" and {holes} holes");
        }
        words = match self.sample.map(NonZeroUsize::get).filter(|&count| count < boards) {
            Some(count) => format!("{count} of {boards} {words} (seed {})", self.seed),
            None => format!("all {boards} {words}"),
        };
        let fixed: Vec<String> = self.fixed.iter().map(Kind::to_string).collect();
        for (name, values) in [("vanish", &self.vanish), ("fixed", &fixed)] {
            if !values.is_empty() {
                words += &format!(", {name} {}", values.join(" "));
            }
        }
        words + &self.measure()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::keep_all;

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
    fn drawn_levels_are_named_after_size_kinds_and_seed() {
        let expected = ["3x3-k2-s7-1", "3x3-k2-s7-2", "3x3-k3-s7-1", "3x3-k3-s7-2"];
        assert_eq!(names("{size: 3x3, kinds: 2..3, count: 2, seed: 7}"), expected);
    }

    #[test]
    fn all_boards_can_be_listed_or_sampled() {
        assert_eq!(names("{size: 1x3, kinds: 1..3, all: true, vanish: none}").len(), 5);
        let expected = ["GG", "GH", "SG", "GS"];
        assert_eq!(names("{size: 1x2, kinds: 1..2, exhaustive: true}"), expected);
        assert_eq!(names("{size: 2x3, kinds: 1..3, all: true, sample: 7, seed: 1}").len(), 7);
        let call = call("{size: 2x2, kinds: 2, holes: 1, sample: 3, exhaustive: true}").unwrap();
        let words = call.batches(keep_all()).unwrap().words;
        assert_eq!(words, "3 of 36 boards of 2x2 with 2 to 2 kinds and 1 holes (seed 0)");
    }

    #[test]
    fn the_rules_of_the_call_are_those_of_the_levels() {
        let level = levels(
            "{size: 4x4, kinds: 4, vanish: [AB], fixed: [C], cost: swaps, directed: true, holes: 2}",
        );
        let text = serde_json::to_string(&level[0]).unwrap();
        let rules = r#""vanish":["AB"],"fixed":["C"],"cost":"swaps","directed":true}"#;
        assert!(text.ends_with(rules), "{text}");
        let kinds: String = level[0].board().kinds().iter().map(Kind::to_string).collect();
        assert_eq!((kinds.as_str(), level[0].board().tiles()), ("ABCG", 14));
    }

    #[test]
    fn wrong_calls_are_refused_with_the_reason() {
        for (text, reason) in [
            ("{size: 2y2, kinds: 2}", "\"2y2\" is not a size"),
            ("{size: 2x2, kinds: 99}", "\"99\" is not a number or range of kinds"),
            ("{size: 2x2, colours: 2}", "unknown field `colours`"),
            (
                "{size: 2x2, kinds: 2, fixed: [X]}",
                "\"X\" is not a kind: a capital letter other than X",
            ),
        ] {
            let error = call(text).unwrap_err();
            assert!(error.contains(reason), "expected {reason:?}, got {error:?}");
        }
        for (text, reason) in [
            ("{size: 2x2}", "--size and --kinds are required"),
            ("{size: 3x3, kinds: 4, vanish: none}", "a board with 4 kinds needs at least 12 tiles"),
            ("{size: 3x3, kinds: 2, holes: 1}", "8 tiles cannot be removed by threes"),
            ("{size: 3x3, kinds: 2, holes: 9}", "9 holes leave no tile"),
            ("{size: 3x3, kinds: 2, vanish: [GG]}", "\"GG\" is not a pair of two different"),
            ("{size: 2x2, kinds: 2, all: true, count: 3}", "not both"),
            ("{size: 3x3, kinds: 2, sample: 3}", "--sample goes with --all"),
            ("{size: 4x4, kinds: 2, exhaustive: true}", "too many boards"),
        ] {
            let call = call(text).unwrap();
            let error = call.batches(keep_all()).err().unwrap().to_string();
            assert!(error.contains(reason), "expected {reason:?}, got {error:?}");
        }
    }
}
