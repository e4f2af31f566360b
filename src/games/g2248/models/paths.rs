//! The constraint model, in any of its languages: a plan as a sequence of paths, and the board after each.
//!
//! The numbers of queues wait in rows above the board, so that a refill is part of the fall. Where the goal
//! wants the fewest moves, the model asks for a plan of a given length; otherwise it asks for the best plan.

use std::ops::RangeInclusive;

use crate::game::level::ReadError;
use crate::games::g2248::board::{Cell, Number};
use crate::games::g2248::level::{Goal, Hint, Level};

/// A question to the model, with numbers as exponents; 0 is an empty cell.
pub(super) struct Question {
    pub(super) kind: Kind,
    /// The number of blocks or the score to reach, where that is the goal.
    pub(super) target: u64,
    /// The number of moves: exact or a maximum, depending on the kind.
    pub(super) moves: usize,
    /// The height of the board, and of the rows above it where numbers wait.
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) waiting: usize,
    /// The greatest exponent that can come about.
    pub(super) greatest: u8,
    /// The exponents at the start, row by row from the top of the waiting rows.
    pub(super) rows: Vec<Vec<u8>>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blocks,
    Score,
    BestScore,
    MaxPath,
    MaxAdjacent,
}

impl Kind {
    /// The name in MiniZinc.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Blocks => "BLOCKS",
            Kind::Score => "SCORE",
            Kind::BestScore => "BEST_SCORE",
            Kind::MaxPath => "MAX_PATH",
            Kind::MaxAdjacent => "MAX_ADJACENT",
        }
    }

    /// The number in Essence Prime.
    pub(super) fn code(self) -> usize {
        self as usize + 1
    }
}

impl Question {
    /// The question about a level. `length` is the number of moves where the goal wants the fewest.
    pub(super) fn of(level: &Level, length: usize) -> Question {
        let board = level.board();
        let (kind, target, moves) = match level.goal() {
            None => (Kind::Blocks, board.values().len() as u64, length),
            Some(Goal::Blocks(blocks)) => {
                (Kind::Blocks, blocks.min(board.values().len()) as u64, length)
            }
            Some(Goal::Score(score)) => (Kind::Score, score.min(MOST), length),
            Some(Goal::BestScore { moves }) => {
                (Kind::BestScore, 0, level.longest_plan().unwrap_or(moves))
            }
            Some(Goal::Hint(Hint::Path)) => (Kind::MaxPath, 0, 1),
            Some(Goal::Hint(Hint::Adjacent)) => (Kind::MaxAdjacent, 0, 1),
        };
        let queued = |column: usize, place: usize| match kind {
            // What comes in after the move is not part of the answer.
            Kind::MaxPath | Kind::MaxAdjacent => None,
            Kind::Blocks | Kind::Score | Kind::BestScore => {
                level.source().waiting(&level.source().start(), column).get(place).copied()
            }
        };
        let (height, width) = (board.rows(), board.columns());
        let waiting = (0..).take_while(|&place| (1..=width).any(|c| queued(c, place).is_some()));
        let waiting = waiting.count();
        let exponent = |number: Option<Number>| number.map_or(0, Number::exponent);
        let above = (0..waiting).rev().map(|place| {
            (1..=width).map(|column| exponent(queued(column, place))).collect::<Vec<u8>>()
        });
        let on_board = (1..=height).map(|row| {
            (1..=width).map(|column| exponent(board[Cell { row, column }])).collect::<Vec<u8>>()
        });
        Question {
            kind,
            target,
            moves,
            height,
            width,
            waiting,
            greatest: greatest(level, moves),
            rows: above.chain(on_board).collect(),
        }
    }

    /// The rows as numbers separated by commas.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |row: &Vec<u8>| {
            let numbers: Vec<String> = row.iter().map(u8::to_string).collect();
            numbers.join(", ")
        };
        self.rows.iter().map(line).collect()
    }

    /// The number of the first row: those above the board are 0, -1, …
    pub(super) fn top(&self) -> i64 {
        1 - self.waiting as i64
    }
}

/// The lengths to ask about, where the goal wants the fewest moves.
pub fn horizons(level: &Level) -> Option<RangeInclusive<usize>> {
    match level.goal() {
        None | Some(Goal::Blocks(_) | Goal::Score(_)) => {
            let least = usize::from(!level.is_met_by(&level.start()));
            Some(least..=level.longest_plan().unwrap_or(least).max(least))
        }
        Some(Goal::BestScore { .. } | Goal::Hint(_)) => None,
    }
}

/// No sum or score of a question may exceed this: some solvers count in 32 bits.
const MOST: u64 = 1 << 30;

/// Checks that solvers can count as far as a level needs.
pub(super) fn check_numbers(level: &Level) -> Result<(), ReadError> {
    let moves = level.longest_plan().unwrap_or(1).max(1);
    if (moves as u64).saturating_mul(1 << greatest(level, moves)) <= MOST {
        return Ok(());
    }
    Err(ReadError::new(format!(
        "its numbers or scores may exceed 2^{}, the most that the models count to",
        MOST.ilog2()
    )))
}

/// The greatest exponent that can come about in this many joins.
fn greatest(level: &Level, moves: usize) -> u8 {
    let Sums { before_last, in_the_end } = Sums::of(level, moves);
    before_last.next_power_of_two().ilog2().min(in_the_end.ilog2()).max(1) as u8
}

/// The greatest sum that a path can have in this many joins.
pub(super) fn greatest_sum(level: &Level, moves: usize) -> u64 {
    let Sums { before_last, in_the_end } = Sums::of(level, moves);
    before_last.min(in_the_end)
}

/// What the sum of all numbers, those of queues included, cannot exceed.
///
/// A join adds to the sum what it rounds up. Rounding s up adds less than s, and at most 2^j if 2^j is the
/// greatest power of two below s. By the number of blocks there is another bound: a join of m blocks makes
/// at most 1.6^((m - 1) / 3) times their sum. The worst case are four blocks, a + a + a + 2a = 5a, which
/// become 8a; three become at most 4/3 of their sum, five 16/9, six or more less than twice. The m - 1 of all
/// joins add up to at most the number of blocks less one.
struct Sums {
    /// Before the last join.
    before_last: u64,
    /// After any number of joins.
    in_the_end: u64,
}

impl Sums {
    fn of(level: &Level, moves: usize) -> Sums {
        /// Larger sums are refused.
        const LARGE: u64 = 1 << 48;
        let start = level.source().start();
        let queued = (1..=level.board().columns())
            .flat_map(|column| level.source().waiting(&start, column))
            .filter(|_| !matches!(level.goal(), Some(Goal::Hint(_))));
        let (mut sum, mut blocks) = (level.board().sum().max(2), level.board().blocks());
        for number in queued {
            sum = sum.saturating_add(number.value());
            blocks += 1;
        }
        let sum = sum.min(LARGE);
        let before_last = (1..moves).fold(sum, |sum, _| {
            let rounded = if sum > 2 { 1 << (sum - 1).ilog2() } else { 0 };
            (sum + rounded).min(LARGE)
        });
        let fours = blocks.saturating_sub(1).div_ceil(3);
        let in_the_end = (0..fours).fold(sum, |sum, _| (sum * 8).div_ceil(5).min(LARGE));
        Sums { before_last, in_the_end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::g2248::board::examples::board;
    use crate::games::g2248::refill::Source;

    fn level(text: &str, goal: &str) -> Level {
        Level::new("x", board(text)).unwrap().with_goal(goal.parse().ok())
    }

    #[test]
    fn queues_wait_above_the_board_but_not_for_a_hint() {
        let queue = |values: &[u64]| values.iter().filter_map(|&value| Number::of(value)).collect();
        let source = Source::Queues(vec![queue(&[2, 8]), queue(&[])]);
        let level = level("0 4 / 2 2", "blocks=1").with_source(source).unwrap();
        let question = Question::of(&level, 1);
        assert_eq!(question.rows, [[3, 0], [1, 0], [0, 2], [1, 1]]);
        assert_eq!((question.top(), question.kind), (-1, Kind::Blocks));
        let hint = Question::of(&level.with_goal("path".parse().ok()), 7);
        assert_eq!((hint.rows.len(), hint.moves, hint.kind), (2, 1, Kind::MaxPath));
    }

    #[test]
    fn lengths_are_asked_about_where_the_goal_wants_the_fewest_moves() {
        let horizons = |goal| horizons(&level("2 2 / 4 8", goal));
        assert_eq!(horizons("blocks=1"), Some(1..=3));
        assert_eq!(horizons("blocks=4"), Some(0..=3));
        assert_eq!(horizons("score=9"), Some(1..=3));
        assert_eq!((horizons("best-score=2"), horizons("path")), (None, None));
    }

    #[test]
    fn no_game_makes_a_greater_number_than_the_bound() {
        for text in ["2 2 2 2 2", "2 2 4 / 4 2 8", "2 2 2 / 2 4 2", "2 4 8 / 4 2 2"] {
            let level = level(text, "score=1000000");
            for moves in 1..4 {
                let bound = greatest(&level, moves);
                assert!(made(&level, moves) <= bound, "{text} in {moves}: {bound}");
            }
        }
        assert_eq!(greatest(&level("2 2 2 2 2", "path"), 1), 4);
    }

    /// The greatest exponent that some game makes within a number of moves.
    fn made(level: &Level, moves: usize) -> u8 {
        fn most(level: &Level, state: &crate::games::g2248::state::State, moves: usize) -> u8 {
            let here = state.board.greatest().map_or(0, Number::exponent);
            let paths = crate::games::g2248::path::paths(&state.board).into_iter();
            let joins = paths.take(if moves == 0 { 0 } else { usize::MAX });
            let after = joins.filter_map(|path| {
                let step = crate::games::g2248::rules::Move::Join(path);
                Some(most(level, &level.play(state, &step).ok()?.after, moves - 1))
            });
            after.max().unwrap_or(here).max(here)
        }
        most(level, &level.start(), moves)
    }

    #[test]
    fn numbers_that_solvers_cannot_count_to_are_refused() {
        assert!(check_numbers(&level("2 2 / 4 8", "blocks=1")).is_ok());
        let error = check_numbers(&level("536870912 1073741824", "blocks=1")).unwrap_err();
        assert!(error.to_string().contains("may exceed 2^30"), "{error}");
    }
}
