//! Generates boards, at random or exhaustively.
//!
//! The kinds of a level that only match are interchangeable. Those that are fixed or part of a vanishing
//! pair are *special*: they cannot be renamed. A board is *canonical* if its plain kinds first occur
//! in the order of the palette, read row by row, and every special kind on it is fixed or forms a pair with another
//! kind on it.
//!
//! - [`draws`]: random boards whose numbers of tiles do not rule out a plan;
//! - [`all`]: every board of a size;
//! - [`benchmark`]: the project's own benchmark.

pub mod all;
pub mod benchmark;
pub mod draws;

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, Kind};
use super::rules::Rules;
use super::story::KIND;
use crate::game::draw::Size;
use crate::game::draw::size::range;
use crate::game::words::Noun;

/// The letters that plain kinds get, in this order: those of the document's boards come first.
const PALETTE: &str = "GHRSABCDEFIJKLMNOPQTUVWYZ";

/// What empty cells are called.
const HOLES: Noun = Noun { one: "hole", many: "holes" };

/// Boards can be listed for at most this many special kinds.
const MOST_SPECIAL: usize = 10;

/// Why boards cannot be generated.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GenerateError {
    /// The text is not a range of kinds within the limits.
    #[error("{0:?} is not a number or range of kinds: 1 to {limit}, e.g. 4 or 2..4", limit = PALETTE.len())]
    Kinds(String),
    /// Not every cell can be empty.
    #[error("{} leave no tile on a board of {size}, which has {} cells", HOLES.count(*.holes as i128), .size.cells())]
    NoTiles {
        /// The requested number of empty cells.
        holes: usize,
        /// The size of the board.
        size: Size,
    },
    /// There are too few tiles for the kinds.
    #[error(
        "a board with {} needs at least {least} tiles, but one of {size} with {} has {}",
        KIND.count(*.kinds as i128), HOLES.count(*.holes as i128), .size.cells() - .holes
    )]
    TooManyKinds {
        /// The requested number of kinds.
        kinds: usize,
        /// The fewest tiles for these kinds.
        least: usize,
        /// The size of the board.
        size: Size,
        /// The number of empty cells.
        holes: usize,
    },
    /// The number of tiles is not a multiple of three, and none of them can vanish.
    #[error("{tiles} tiles cannot be removed by threes: use --holes {holes}, or kinds that vanish")]
    NotByThrees {
        /// The number of tiles.
        tiles: usize,
        /// A number of empty cells that would do.
        holes: usize,
    },
    /// There are fewer kinds than special ones.
    #[error("{special} vanish, make others vanish or are fixed: that is more than {}", KIND.count(*.kinds as i128))]
    TooFewKinds {
        /// The requested number of kinds.
        kinds: usize,
        /// The special kinds.
        special: String,
    },
    /// There are more kinds than letters for them.
    #[error("there are no letters for {0} kinds that neither vanish nor are fixed")]
    NoLetters(usize),
    /// There are too many special kinds to list all boards with some of them.
    #[error(
        "too many boards to list: at most {MOST_SPECIAL} kinds may vanish, make others vanish or be fixed"
    )]
    TooManySpecial,
}

/// The number of kinds on a board or a range: `4` or `2..4`, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds(pub RangeInclusive<usize>);

impl FromStr for Kinds {
    type Err = GenerateError;

    fn from_str(text: &str) -> Result<Kinds, GenerateError> {
        let range = range(text, PALETTE.len());
        range.map(Kinds).ok_or_else(|| GenerateError::Kinds(text.to_owned()))
    }
}

/// The kinds of a board: special ones, and a number of plain ones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cast {
    special: Vec<Kind>,
    plain: Vec<Kind>,
    /// How many of the special kinds, which come first, can vanish.
    vanishing: usize,
}

impl Cast {
    /// The cast with these special kinds, and this many kinds in all.
    fn new(special: &[Kind], kinds: usize, rules: &Rules) -> Result<Cast, GenerateError> {
        let has_part = |kind: Kind| {
            special.contains(&kind)
                || rules.vanish.iter().any(|pair| pair.0 == kind && special.contains(&pair.1))
        };
        let is_gone = |kind: Kind| rules.vanish.iter().any(|pair| pair.1 == kind);
        let is_plain =
            |kind: &Kind| !has_part(*kind) && !is_gone(*kind) && !rules.fixed.contains(kind);
        let letters = PALETTE.chars().filter_map(Kind::from_letter).filter(is_plain);
        let number = kinds - special.len();
        let plain: Vec<Kind> = letters.take(number).collect();
        if plain.len() < number {
            return Err(GenerateError::NoLetters(number));
        }
        let (mut special, others): (Vec<Kind>, Vec<Kind>) =
            special.iter().partition(|&&kind| can_vanish(kind, special, rules));
        let vanishing = special.len();
        special.extend(others);
        Ok(Cast { special, plain, vanishing })
    }

    fn kinds(&self) -> usize {
        self.special.len() + self.plain.len()
    }

    /// The fewest tiles of a board that can be emptied: one of each kind that can vanish, three of each
    /// other.
    fn least(&self) -> usize {
        3 * self.kinds() - 2 * self.vanishing
    }
}

/// Whether tiles of a kind vanish if there are others of these kinds.
fn can_vanish(kind: Kind, among: &[Kind], rules: &Rules) -> bool {
    active(among, rules).any(|(_, gone)| gone == kind)
}

/// The pairs that can vanish among these kinds: both are there and can be swapped.
fn active<'a>(among: &'a [Kind], rules: &'a Rules) -> impl Iterator<Item = (Kind, Kind)> + 'a {
    let can_move = |kind: &Kind| among.contains(kind) && !rules.fixed.contains(kind);
    rules.vanish.iter().copied().filter(move |(first, second)| can_move(first) && can_move(second))
}

/// The special kinds of a level: those of its pairs, and the fixed ones.
fn special(rules: &Rules) -> Vec<Kind> {
    let pairs = rules.vanish.iter().flat_map(|&(first, second)| [first, second]);
    let mut special: Vec<Kind> = pairs.chain(rules.fixed.iter().copied()).collect();
    special.sort_unstable();
    special.dedup();
    special
}

/// The code of an empty cell. The kinds of a cast have the codes from 1, special ones first.
const HOLE: usize = 0;

/// The board with these codes in its cells, row by row.
fn board(size: Size, cells: &[usize], cast: &Cast) -> Board {
    let kinds: Vec<Kind> = cast.special.iter().chain(&cast.plain).copied().collect();
    let letter = |&code: &usize| code.checked_sub(1).map_or('.', |index| kinds[index].letter());
    let rows: Vec<String> =
        cells.chunks(size.columns).map(|row| row.iter().map(letter).collect()).collect();
    Board::from_rows(&rows).expect("the size and the kinds are within the limits")
}

#[cfg(test)]
mod examples {
    use super::*;

    /// Rules with these vanishing pairs and fixed kinds.
    pub(super) fn rules(vanish: &[&str], fixed: &str) -> Rules {
        let kind = |letter| Kind::from_letter(letter).unwrap();
        let pair = |text: &&str| {
            let letters: Vec<Kind> = text.chars().map(kind).collect();
            (letters[0], letters[1])
        };
        Rules {
            vanish: vanish.iter().map(pair).collect(),
            fixed: fixed.chars().map(kind).collect(),
            is_directed: false,
        }
    }
}
