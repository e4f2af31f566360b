//! Generates canonical boards, at random or exhaustively (Section 6 of the article).
//!
//! A board is *canonical* if its colours first occur in the order of their numbers, read row by row
//! from left to right. Every full board can be renamed to exactly one canonical board.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

use super::board::{Board, Colour, MAX_COLOURS};
use super::level::{Level, LevelError};
pub use crate::game::draw::Size;
use crate::game::draw::dice::Dice;
use crate::game::draw::size::range;

/// Why levels cannot be generated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GenerateError {
    /// The text is not a range of colours within the limits.
    #[error("{0:?} is not a number or range of colours: 1 to {limit}, e.g. 4 or 2..4", limit = MAX_COLOURS)]
    Colours(String),
    /// The text is not a rule for the goal.
    #[error(
        "{0:?} is not a rule for the goal: every, half, quarter, colours, colours-1 or a number"
    )]
    Goal(String),
    /// More colours than cells.
    #[error("{colours} colours do not fit on a board of {size}, which has {cells} cells", cells = .size.cells())]
    TooManyColours {
        /// The requested number of colours.
        colours: usize,
        /// The size of the board.
        size: Size,
    },
    /// The call requests both all boards and a number of random ones.
    #[error("list all boards or draw a number of them, not both")]
    AllOrSome,
    /// The call does not specify size and colours.
    #[error("--size and --colours are required (in a campaign file: size and colours)")]
    NoBoards,
    /// There are too many boards to list all of them.
    #[error(
        "too many boards to list: {0} has more than {limit} cells; \
         use plotgen generate --out DIR to draw random boards",
        limit = super::draw::MOST_CELLS
    )]
    TooManyBoards(Size),
    /// The goal exceeds the number of blocks of every board.
    #[error("goal: no board has this many blocks")]
    GoalBeyond,
    /// The rule gives an invalid goal for the board.
    #[error(transparent)]
    Level(#[from] LevelError),
}

/// The number of colours of a board or a range: `4` or `2..4`, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours(pub RangeInclusive<usize>);

impl FromStr for Colours {
    type Err = GenerateError;

    fn from_str(text: &str) -> Result<Colours, GenerateError> {
        let range = range(text, MAX_COLOURS);
        range.map(Colours).ok_or_else(|| GenerateError::Colours(text.to_owned()))
    }
}

/// A rule that derives the goal of a generated level from its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalRule {
    /// Half of the blocks, rounded down: the article's easy goal.
    Half,
    /// A quarter of the blocks, rounded down: about what the arcade asks for.
    Quarter,
    /// The number of colours: the article's hard goal.
    Colours,
    /// One less than the number of colours, the fewest possible: the article's hardest goal.
    ColoursLessOne,
    /// A fixed number of blocks.
    Blocks(usize),
    /// Every goal from one less than the number of colours up to the number of blocks.
    Every,
}

impl fmt::Display for GoalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalRule::Half => f.write_str("half"),
            GoalRule::Quarter => f.write_str("quarter"),
            GoalRule::Colours => f.write_str("colours"),
            GoalRule::ColoursLessOne => f.write_str("colours-1"),
            GoalRule::Blocks(blocks) => blocks.fmt(f),
            GoalRule::Every => f.write_str("every"),
        }
    }
}

impl GoalRule {
    /// The three goals of the article.
    pub const ARTICLE: [GoalRule; 3] =
        [GoalRule::Half, GoalRule::Colours, GoalRule::ColoursLessOne];

    /// The goals for a board.
    pub fn goals(self, board: &Board) -> RangeInclusive<usize> {
        let one = |goal| goal..=goal;
        match self {
            GoalRule::Half => one(board.blocks() / 2),
            GoalRule::Quarter => one(board.blocks() / 4),
            GoalRule::Colours => one(board.colours().len()),
            GoalRule::ColoursLessOne => one(board.colours().len() - 1),
            GoalRule::Blocks(goal) => one(goal),
            GoalRule::Every => board.colours().len() - 1..=board.blocks(),
        }
    }

    /// The rule in words.
    pub fn words(self) -> String {
        match self {
            GoalRule::Half => "goal half of the blocks".to_owned(),
            GoalRule::Quarter => "goal a quarter of the blocks".to_owned(),
            GoalRule::Colours => "goal colours".to_owned(),
            GoalRule::ColoursLessOne => "goal colours - 1".to_owned(),
            GoalRule::Blocks(blocks) => format!("goal {blocks}"),
            GoalRule::Every => "every goal from colours - 1 up".to_owned(),
        }
    }
}

impl FromStr for GoalRule {
    type Err = GenerateError;

    fn from_str(text: &str) -> Result<GoalRule, GenerateError> {
        match text {
            "every" => Ok(GoalRule::Every),
            "half" => Ok(GoalRule::Half),
            "quarter" => Ok(GoalRule::Quarter),
            "colours" => Ok(GoalRule::Colours),
            "colours-1" => Ok(GoalRule::ColoursLessOne),
            number => {
                let goal = number.parse().map_err(|_| GenerateError::Goal(text.to_owned()))?;
                Ok(GoalRule::Blocks(goal))
            }
        }
    }
}

/// The common prefix of the names of boards drawn with a seed.
pub fn series(size: Size, colours: usize, seed: u64) -> String {
    format!("{size}-c{colours}-s{seed}")
}

/// The levels on a board, one per goal that the rules give, named after the board.
///
/// # Errors
/// If a goal exceeds the number of blocks.
pub fn levels(name: &str, board: &Board, rules: &[GoalRule]) -> Result<Vec<Level>, GenerateError> {
    let mut goals: Vec<usize> = Vec::new();
    for goal in rules.iter().flat_map(|rule| rule.goals(board)) {
        if !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    let level = |goal| Ok(Level::new(&format!("{name}-g{goal}"), board.clone(), goal)?);
    goals.into_iter().map(level).collect()
}

/// The board with these colour numbers in its cells, row by row.
fn board(size: Size, colours: &[usize]) -> Board {
    let letter = |&number: &usize| Colour::from_number(number).map_or('.', Colour::letter);
    let rows: Vec<String> =
        colours.chunks(size.columns).map(|row| row.iter().map(letter).collect()).collect();
    Board::from_rows(&rows).expect("the size and the colours are within the limits")
}

/// Random canonical boards, uniformly distributed over the canonical boards of a size and a number
/// of colours.
///
/// Every cell gets one of the k colours, independently and uniformly. Boards that do not use all k
/// colours are rejected; the others are renamed to canonical form. Each canonical board with k
/// colours is the form of exactly k! boards, one for each naming of its colours, so all are equally
/// likely.
///
/// The generator is ChaCha with 8 rounds, which gives the same stream for a seed on every machine.
pub struct Draws {
    size: Size,
    colours: usize,
    dice: Dice,
}

impl Draws {
    /// Draws from the boards of this size with exactly this many colours.
    ///
    /// # Errors
    /// If there are more colours than cells.
    pub fn new(size: Size, colours: usize, seed: u64) -> Result<Draws, GenerateError> {
        if colours > size.cells() {
            return Err(GenerateError::TooManyColours { colours, size });
        }
        Ok(Draws { size, colours, dice: Dice::new(seed) })
    }
}

impl Iterator for Draws {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        loop {
            let colour = |_| 1 + self.dice.below(self.colours);
            let cells: Vec<usize> = (0..self.size.cells()).map(colour).collect();
            if (1..=self.colours).all(|colour| cells.contains(&colour)) {
                return Some(board(self.size, &cells).canonical());
            }
        }
    }
}

/// Every canonical board of a size with a number of colours in a range, once each, in lexicographic
/// order of the colour numbers, row by row. Only one board is in memory at a time.
pub struct AllBoards {
    size: Size,
    colours: RangeInclusive<usize>,
    /// The colour numbers of the next board; empty after the last board.
    cells: Vec<usize>,
}

impl AllBoards {
    /// All boards of this size with these numbers of colours.
    ///
    /// # Errors
    /// If the least number of colours exceeds the number of cells.
    pub fn new(size: Size, colours: &Colours) -> Result<AllBoards, GenerateError> {
        let colours = colours.0.clone();
        if *colours.start() > size.cells() {
            return Err(GenerateError::TooManyColours { colours: *colours.start(), size });
        }
        let mut all = AllBoards { size, colours, cells: Vec::new() };
        all.fill();
        Ok(all)
    }

    /// The number of boards of this size with these numbers of colours, or `None` if it overflows.
    /// It is the number of partitions of the cells into that many classes (Stirling numbers).
    pub fn number(size: Size, colours: &Colours) -> Option<u64> {
        // The number of partitions of the cells so far into 0, 1, 2, … colours.
        let mut ways = vec![0u64; *colours.0.end() + 1];
        ways[0] = 1;
        for _ in 0..size.cells() {
            for count in (1..ways.len()).rev() {
                let others = ways[count].checked_mul(count as u64);
                ways[count] = others.and_then(|others| others.checked_add(ways[count - 1]))?;
            }
            ways[0] = 0;
        }
        colours.0.clone().try_fold(0u64, |sum, count| sum.checked_add(ways[count]))
    }

    /// Fills the remaining cells with the smallest colours that still reach the least number of
    /// colours.
    fn fill(&mut self) {
        let mut used = self.cells.iter().copied().max().unwrap_or(0);
        while self.cells.len() < self.size.cells() {
            let left = self.size.cells() - self.cells.len();
            let must_be_new = used == 0 || self.colours.start().saturating_sub(used) == left;
            used += usize::from(must_be_new);
            self.cells.push(if must_be_new { used } else { 1 });
        }
    }

    /// Moves to the next board: increments the last cell that can be incremented and refills the
    /// cells after it.
    fn advance(&mut self) {
        while let Some(last) = self.cells.pop() {
            let used = self.cells.iter().copied().max().unwrap_or(0);
            let raised = last + 1;
            let colours = used.max(raised);
            let left = self.size.cells() - self.cells.len() - 1;
            if raised <= used + 1
                && colours <= *self.colours.end()
                && colours + left >= *self.colours.start()
            {
                self.cells.push(raised);
                return self.fill();
            }
        }
    }
}

impl Iterator for AllBoards {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        if self.cells.is_empty() {
            return None;
        }
        let next = board(self.size, &self.cells);
        self.advance();
        Some(next)
    }
}

/// A class of the article's benchmark: six boards of a size and a number of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    /// The size of its boards.
    #[serde(flatten)]
    pub size: Size,
    /// Their number of colours.
    pub colours: usize,
}

/// The number of boards in each class of the benchmark.
pub const BOARDS_PER_CLASS: usize = 6;

/// The 29 classes of the article's benchmark.
pub fn benchmark_classes() -> impl Iterator<Item = Class> {
    // Rows, columns and numbers of colours.
    const CLASSES: [(usize, usize, &[usize]); 16] = [
        (2, 4, &[2]),
        (3, 3, &[2, 3]),
        (3, 4, &[2, 3]),
        (3, 5, &[3, 4]),
        (3, 6, &[3, 4]),
        (4, 2, &[2]),
        (4, 3, &[2, 3]),
        (4, 4, &[3, 4]),
        (4, 5, &[3, 4]),
        (5, 3, &[3, 4]),
        (5, 4, &[3, 4]),
        (5, 5, &[3, 4]),
        (5, 6, &[3, 5]),
        (6, 3, &[3, 4]),
        (6, 5, &[3, 5]),
        (7, 7, &[6]),
    ];
    CLASSES.into_iter().flat_map(|(rows, columns, colours)| {
        colours.iter().map(move |&colours| Class { size: Size { rows, columns }, colours })
    })
}

/// The levels of a benchmark like the article's: six different boards per class, each with the
/// article's three goals.
pub fn benchmark(seed: u64) -> Vec<(Class, Vec<Level>)> {
    let mut all = Vec::new();
    for (index, class) in benchmark_classes().enumerate() {
        // Each class has its own seed, so that changing one class does not affect the others.
        let draws = Draws::new(
            class.size,
            class.colours,
            seed.wrapping_mul(1000).wrapping_add(index as u64),
        );
        let mut boards: Vec<Board> = Vec::new();
        for board in draws.expect("no class has more colours than cells") {
            if !boards.contains(&board) {
                boards.push(board);
            }
            if boards.len() == BOARDS_PER_CLASS {
                break;
            }
        }
        for (number, board) in boards.iter().enumerate() {
            let name = format!("{}-c{}-{}", class.size, class.colours, number + 1);
            let levels = levels(&name, board, &GoalRule::ARTICLE);
            all.push((
                class,
                levels.expect("the article's goals are at most the number of blocks"),
            ));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    fn all(text: &str, colours: &str) -> AllBoards {
        AllBoards::new(size(text), &colours.parse().unwrap()).unwrap()
    }

    #[test]
    fn the_numbers_of_canonical_boards_match_the_article() {
        for (text, expected) in [("2x2", 14), ("2x3", 186), ("3x2", 186), ("3x3", 11_050)] {
            assert_eq!(all(text, "2..4").count(), expected, "{text}");
        }
    }

    #[test]
    fn counting_boards_agrees_with_listing_them() {
        for (text, colours) in [("1x1", "1"), ("2x3", "1..15"), ("3x3", "2..4"), ("2x5", "3")] {
            let number = AllBoards::number(size(text), &colours.parse().unwrap()).unwrap();
            assert_eq!(number, all(text, colours).count() as u64, "{text} {colours}");
        }
        assert_eq!(AllBoards::number(size("4x4"), &"3".parse().unwrap()), Some(7_141_686));
        assert_eq!(AllBoards::number(size("16x16"), &"2".parse().unwrap()), None);
    }

    #[test]
    fn listed_boards_are_canonical_distinct_and_in_lexicographic_order() {
        // The letters of the palette are not in alphabetical order, so compare their numbers.
        let numbers = |board: &Board| -> Vec<usize> {
            let colours: Vec<Colour> = Colour::palette().collect();
            board
                .blocks_with_places()
                .map(|(_, c)| colours.iter().position(|&o| o == c).unwrap())
                .collect()
        };
        let boards: Vec<Board> = all("2x4", "2..3").collect();
        assert!(boards.windows(2).all(|pair| numbers(&pair[0]) < numbers(&pair[1])));
        assert!(boards.iter().all(|board| *board == board.canonical()));
        assert!(boards.iter().all(|board| (2..=3).contains(&board.colours().len())));
    }

    #[test]
    fn a_range_of_colours_lists_the_boards_of_each_number_in_it() {
        let each: usize = (1..=6).map(|colours| all("2x3", &colours.to_string()).count()).sum();
        assert_eq!(each, 203, "the Bell number of 6");
        assert_eq!(all("2x3", "1..6").count(), 203);
        assert_eq!(all("2x3", "1..15").count(), 203);
    }

    /// Pearson's chi-square statistic for draws that should be uniform over all boards of a class,
    /// and the number of boards.
    fn chi_square(text: &str, colours: usize, draws: usize, seed: u64) -> (f64, usize) {
        let mut seen: BTreeMap<String, usize> =
            all(text, &colours.to_string()).map(|board| (board.to_string(), 0)).collect();
        for board in Draws::new(size(text), colours, seed).unwrap().take(draws) {
            *seen
                .get_mut(&board.to_string())
                .expect("every drawn board is in the list of all boards") += 1;
        }
        let expected = draws as f64 / seen.len() as f64;
        let square = |&count: &usize| (count as f64 - expected).powi(2) / expected;
        (seen.values().map(square).sum(), seen.len())
    }

    #[test]
    fn draws_are_uniform_over_the_canonical_boards() {
        for (text, colours, boards) in
            [("2x2", 2, 7), ("2x3", 3, 90), ("3x2", 4, 65), ("2x4", 2, 127), ("2x4", 4, 1701)]
        {
            let (statistic, found) = chi_square(text, colours, 100 * boards, 1);
            assert_eq!(found, boards);
            // The statistic has mean n − 1 and variance 2(n − 1). Being off by four standard
            // deviations is very unlikely, and the seed is fixed.
            let freedom = (boards - 1) as f64;
            assert!(
                (statistic - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(),
                "{text} c{colours}: {statistic}"
            );
        }
    }

    #[test]
    fn draws_are_the_same_on_every_machine() {
        let boards: Vec<String> =
            Draws::new(size("2x4"), 3, 7).unwrap().take(3).map(|board| board.to_string()).collect();
        assert_eq!(boards, ["RGBG/RRRB", "RRRG/RBGR", "RRGB/RRBR"]);
    }

    #[test]
    fn a_board_may_have_a_different_colour_in_every_cell() {
        assert_eq!(
            Draws::new(size("3x5"), 15, 1).unwrap().next().unwrap().to_string(),
            "RGBYO/VCPWK/NTLMA"
        );
    }

    #[test]
    fn the_benchmark_has_the_classes_of_the_article() {
        let boards = benchmark(1);
        let levels = boards.iter().map(|(_, levels)| levels.len()).sum::<usize>();
        assert_eq!((benchmark_classes().count(), boards.len(), levels), (29, 174, 522));
        for (class, levels) in &boards {
            let figures = levels[0].figures();
            assert_eq!((figures.rows, figures.columns), (class.size.rows, class.size.columns));
            assert_eq!(figures.colours, class.colours);
        }
    }

    #[test]
    fn invalid_colours_are_rejected() {
        for text in ["0", "16", "4..2", "", "2...4", "a"] {
            assert!(text.parse::<Colours>().is_err(), "{text}");
        }
        let error = Draws::new(size("2x2"), 5, 1).err().unwrap();
        assert_eq!(error.to_string(), "5 colours do not fit on a board of 2x2, which has 4 cells");
    }
}
