//! Generates boards, at random or exhaustively.
//!
//! The kinds of a level that only match are interchangeable. Those that are fixed or part of a vanishing
//! pair are *special*: each plays a part of its own. A board is *canonical* if its plain kinds first occur
//! in the order of the [`PALETTE`], read row by row, and every special kind on it has its part to play.

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::board::{Board, Kind};
use super::rules::Rules;
use super::story::KIND;
use crate::game::draw::Size;
use crate::game::draw::dice::Dice;
use crate::game::draw::size::range;
use crate::game::words::Noun;

/// The letters in the order in which plain kinds get them: those of the document's boards first.
const PALETTE: &str = "GHRSABCDEFIJKLMNOPQTUVWYZ";

/// What empty cells are called.
const HOLES: Noun = Noun { one: "hole", many: "holes" };

/// All boards with some of the special kinds can be listed for at most this many of them.
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

/// Random boards of a size with a number of kinds, on which the tiles can be counted out: of each kind
/// there is a multiple of three, or it can vanish. Whether a board can be emptied is for a solver to say.
///
/// Each kind gets the fewest tiles it can have. What is left goes to the kinds at random, by threes and a
/// rest that goes to kinds that can vanish. Every arrangement of the tiles is equally likely; the board is
/// then renamed to canonical form.
pub struct Draws {
    size: Size,
    cast: Cast,
    holes: usize,
    dice: Dice,
}

/// What boards are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Deck<'a> {
    /// The size of the boards.
    pub size: Size,
    /// The number of kinds.
    pub kinds: usize,
    /// The number of empty cells; `None`: as few as the tiles can be counted out with.
    pub holes: Option<usize>,
    /// The pairs and the fixed kinds.
    pub rules: &'a Rules,
    /// Whether the special kinds have to be on the board, however few kinds there are.
    pub needs_special: bool,
}

/// The fewest kinds of a board with special ones that nobody asked for.
const KINDS_WITH_SPECIAL: usize = 4;

impl Draws {
    /// Draws boards from a deck.
    ///
    /// # Errors
    /// If there are no such boards.
    pub fn new(deck: Deck<'_>, seed: u64) -> Result<Draws, GenerateError> {
        let Deck { size, kinds, holes, rules, needs_special } = deck;
        let special = special(rules);
        if needs_special && kinds < special.len() {
            let special: Vec<String> = special.iter().map(Kind::to_string).collect();
            return Err(GenerateError::TooFewKinds { kinds, special: special.join(", ") });
        }
        let has_special = needs_special || kinds >= special.len().max(KINDS_WITH_SPECIAL);
        let cast = Cast::new(if has_special { &special } else { &[] }, kinds, rules)?;
        let holes = holes_of(size, holes, cast.vanishing > 0)?;
        if cast.least() > size.cells() - holes {
            return Err(GenerateError::TooManyKinds { kinds, least: cast.least(), size, holes });
        }
        Ok(Draws { size, cast, holes, dice: Dice::new(seed) })
    }

    /// How many tiles there are of each kind.
    fn counts(&mut self) -> Vec<usize> {
        let (kinds, vanishing) = (self.cast.kinds(), self.cast.vanishing);
        let least = |index| if index < vanishing { 1 } else { 3 };
        let mut counts: Vec<usize> = (0..kinds).map(least).collect();
        let left = self.size.cells() - self.holes - self.cast.least();
        for _ in 0..left / 3 {
            counts[self.dice.below(kinds)] += 3;
        }
        for _ in 0..left % 3 {
            counts[self.dice.below(vanishing)] += 1;
        }
        counts
    }
}

impl Iterator for Draws {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        let counts = self.counts();
        let codes = counts.iter().enumerate().flat_map(|(index, &count)| vec![index + 1; count]);
        let mut cells: Vec<usize> = codes.chain(vec![HOLE; self.holes]).collect();
        self.dice.shuffle(&mut cells);
        Some(board(self.size, &canonical(&cells, &self.cast), &self.cast))
    }
}

/// The number of holes: the one asked for, or as few as the tiles can be counted out with.
fn holes_of(size: Size, asked: Option<usize>, can_vanish: bool) -> Result<usize, GenerateError> {
    let holes = asked.unwrap_or(0);
    let Some(tiles @ 1..) = size.cells().checked_sub(holes) else {
        return Err(GenerateError::NoTiles { holes, size });
    };
    let rest = if can_vanish { 0 } else { tiles % 3 };
    match asked {
        Some(_) if rest > 0 => Err(GenerateError::NotByThrees { tiles, holes: holes + rest }),
        Some(_) | None => Ok(holes + rest),
    }
}

/// The code of an empty cell. The kinds of a cast have the codes from 1, special ones first.
const HOLE: usize = 0;

/// The codes with the plain kinds renamed in the order in which they occur first.
fn canonical(cells: &[usize], cast: &Cast) -> Vec<usize> {
    let special = cast.special.len();
    let mut order: Vec<usize> = Vec::new();
    let rename = |&code: &usize| {
        if code <= special {
            return code;
        }
        let position = order.iter().position(|&known| known == code);
        special
            + 1
            + position.unwrap_or_else(|| {
                order.push(code);
                order.len() - 1
            })
    };
    cells.iter().map(rename).collect()
}

/// The board with these codes in its cells, row by row.
fn board(size: Size, cells: &[usize], cast: &Cast) -> Board {
    let kinds: Vec<Kind> = cast.special.iter().chain(&cast.plain).copied().collect();
    let letter = |&code: &usize| code.checked_sub(1).map_or('.', |index| kinds[index].letter());
    let rows: Vec<String> =
        cells.chunks(size.columns).map(|row| row.iter().map(letter).collect()).collect();
    Board::from_rows(&rows).expect("the size and the kinds are within the limits")
}

/// Every canonical board of a size with a number of kinds in a range and a number of holes, once each.
pub struct AllBoards {
    size: Size,
    holes: usize,
    /// The casts that are still to come.
    casts: std::vec::IntoIter<Cast>,
    current: Option<Arrangements>,
}

impl AllBoards {
    /// All boards of this size with these numbers of kinds and this many holes.
    ///
    /// # Errors
    /// If the least number of kinds exceeds the number of tiles, or there are no letters for the most.
    pub fn new(
        size: Size,
        kinds: &Kinds,
        holes: usize,
        rules: &Rules,
    ) -> Result<AllBoards, GenerateError> {
        if holes >= size.cells() {
            return Err(GenerateError::NoTiles { holes, size });
        }
        let (least, tiles) = (*kinds.0.start(), size.cells() - holes);
        if least > tiles {
            return Err(GenerateError::TooManyKinds { kinds: least, least, size, holes });
        }
        if special(rules).len() > MOST_SPECIAL {
            return Err(GenerateError::TooManySpecial);
        }
        let mut casts = Vec::new();
        for number in kinds.0.clone().filter(|&number| number <= tiles) {
            for special in troupes(rules).iter().filter(|special| special.len() <= number) {
                casts.push(Cast::new(special, number, rules)?);
            }
        }
        Ok(AllBoards { size, holes, casts: casts.into_iter(), current: None })
    }

    /// The number of boards that are still to come, or `None` if it overflows.
    pub fn number(&self) -> Option<u64> {
        let tiles = self.size.cells() - self.holes;
        let of_cast = |cast: &Cast| {
            let (special, kinds) = (cast.special.len(), cast.kinds());
            let named = (kinds - special + 1..=kinds)
                .try_fold(1u64, |product, factor| product.checked_mul(factor as u64));
            partitions(tiles, kinds)?
                .checked_mul(named?)?
                .checked_mul(choices(self.size.cells(), self.holes)?)
        };
        self.casts.as_slice().iter().try_fold(0u64, |sum, cast| sum.checked_add(of_cast(cast)?))
    }
}

impl Iterator for AllBoards {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        loop {
            if self.current.is_none() {
                let cast = self.casts.next()?;
                self.current = Some(Arrangements::new(self.size.cells(), self.holes, cast));
            }
            let current = self.current.as_mut()?;
            match current.next() {
                Some(cells) => return Some(board(self.size, &cells, &current.cast)),
                None => self.current = None,
            }
        }
    }
}

/// The sets of special kinds that a board can have: each kind in one is fixed or part of a pair in it.
fn troupes(rules: &Rules) -> Vec<Vec<Kind>> {
    let all = special(rules);
    let subset = |bits: u32| -> Vec<Kind> {
        let chosen = all.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        chosen.map(|(_, &kind)| kind).collect()
    };
    let has_parts = |set: &Vec<Kind>| {
        set.iter().all(|kind| {
            let is_in = |pair: (Kind, Kind)| pair.0 == *kind || pair.1 == *kind;
            rules.fixed.contains(kind) || active(set, rules).any(is_in)
        })
    };
    (0..1u32 << all.len()).map(subset).filter(has_parts).collect()
}

/// The number of ways to put items into this many classes, none of which is empty (Stirling numbers).
fn partitions(items: usize, classes: usize) -> Option<u64> {
    let mut ways = vec![0u64; classes + 1];
    ways[0] = 1;
    for _ in 0..items {
        for count in (1..=classes).rev() {
            let others = ways[count].checked_mul(count as u64)?;
            ways[count] = others.checked_add(ways[count - 1])?;
        }
        ways[0] = 0;
    }
    Some(ways[classes])
}

/// The number of ways to choose some of the items (binomial coefficients).
fn choices(items: usize, chosen: usize) -> Option<u64> {
    (1..=chosen).try_fold(1u64, |ways, step| {
        Some(ways.checked_mul((items - chosen + step) as u64)? / step as u64)
    })
}

/// The arrangements of a cast and some holes in the cells of a board, in lexicographic order of their
/// codes, the plain kinds in the order in which they occur first.
struct Arrangements {
    cast: Cast,
    length: usize,
    holes: usize,
    /// The codes of the next arrangement; empty after the last one.
    cells: Vec<usize>,
}

impl Arrangements {
    fn new(length: usize, holes: usize, cast: Cast) -> Arrangements {
        let mut all = Arrangements { cast, length, holes, cells: Vec::new() };
        all.fill();
        all
    }

    fn next(&mut self) -> Option<Vec<usize>> {
        if self.cells.is_empty() {
            return None;
        }
        let next = self.cells.clone();
        while let Some(last) = self.cells.pop() {
            if self.put(last + 1) {
                self.fill();
                break;
            }
        }
        Some(next)
    }

    /// Fills the remaining cells with the smallest codes that are possible.
    fn fill(&mut self) {
        while self.cells.len() < self.length {
            let is_filled = self.put(HOLE);
            debug_assert!(is_filled, "a beginning is kept only if it can be completed");
        }
    }

    /// Puts the smallest possible code from `first` up into the next cell, if there is one.
    fn put(&mut self, first: usize) -> bool {
        for code in first..=self.cast.kinds() {
            self.cells.push(code);
            if self.can_be_completed() {
                return true;
            }
            self.cells.pop();
        }
        false
    }

    /// Whether every kind and the right number of holes still fit, and plain kinds occur in order.
    fn can_be_completed(&self) -> bool {
        let (special, kinds) = (self.cast.special.len(), self.cast.kinds());
        let holes = self.cells.iter().filter(|&&code| code == HOLE).count();
        let used = |code: &usize| self.cells.contains(code);
        let plain = (special + 1..=kinds).take_while(used).count();
        let is_in_order = (special + 1 + plain..=kinds).all(|code| !used(&code));
        let missing_special = (1..=special).filter(|code| !used(code)).count();
        let missing = self.holes.saturating_sub(holes) + missing_special + kinds - special - plain;
        is_in_order && holes <= self.holes && missing <= self.length - self.cells.len()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn rules(vanish: &[&str], fixed: &str) -> Rules {
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

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    fn all(text: &str, kinds: &str, holes: usize, rules: &Rules) -> Vec<String> {
        let all = AllBoards::new(size(text), &kinds.parse().unwrap(), holes, rules).unwrap();
        let number = all.number();
        let boards: Vec<String> = all.map(|board| board.to_string()).collect();
        assert_eq!(number, Some(boards.len() as u64), "{text} {kinds} {holes}");
        assert_eq!(boards.iter().collect::<BTreeSet<_>>().len(), boards.len());
        boards
    }

    #[test]
    fn all_boards_are_listed_once_up_to_the_names_of_plain_kinds() {
        let plain = rules(&[], "");
        assert_eq!(all("1x3", "1..3", 0, &plain), ["GGG", "GGH", "GHG", "GHH", "GHR"]);
        assert_eq!(all("1x3", "1", 1, &plain), [".GG", "G.G", "GG."]);
        assert_eq!(all("2x3", "1..6", 0, &plain).len(), 203, "the Bell number of 6");
    }

    #[test]
    fn kinds_with_a_part_to_play_keep_their_names() {
        let pair = rules(&["GS"], "");
        assert_eq!(all("1x2", "1..2", 0, &pair), ["GG", "GH", "SG", "GS"]);
        let fixed = rules(&[], "F");
        assert_eq!(all("1x2", "1..2", 0, &fixed), ["GG", "FF", "GH", "FG", "GF"]);
        // A fixed kind is no part of a pair that can vanish.
        assert_eq!(all("1x2", "2", 0, &rules(&["GS"], "S")), ["GH", "SH", "HS"]);
    }

    #[test]
    fn drawn_boards_can_be_counted_out() {
        let rules = rules(&["GS"], "");
        for kinds in 1..=5 {
            let deck =
                Deck { size: size("4x4"), kinds, holes: None, rules: &rules, needs_special: false };
            for board in Draws::new(deck, 1).unwrap().take(50) {
                let count = |kind: &Kind| {
                    board.values().iter().filter(|tile| **tile == Some(*kind)).count()
                };
                assert_eq!(board.kinds().len(), kinds, "{board}");
                let is_counted_out = |kind: &Kind| kind.letter() == 'S' || count(kind) % 3 == 0;
                assert!(board.kinds().iter().all(is_counted_out), "{board}");
                assert_eq!(board.kinds().iter().any(|kind| kind.letter() == 'S'), kinds >= 4);
            }
        }
    }

    #[test]
    fn draws_are_the_same_on_every_machine() {
        let rules = rules(&["GS"], "");
        let deck = Deck {
            size: size("3x4"),
            kinds: 4,
            holes: Some(1),
            rules: &rules,
            needs_special: false,
        };
        let boards: Vec<String> =
            Draws::new(deck, 7).unwrap().take(2).map(|board| board.to_string()).collect();
        assert_eq!(boards, ["HRGH/RGSR/H.GS", "SHG./HHRR/GRGS"]);
    }

    #[test]
    fn boards_that_cannot_be_drawn_are_refused_with_the_reason() {
        let (plain, pair) = (rules(&[], ""), rules(&["GS"], ""));
        let error = |text: &str, kinds, holes, rules, needs_special| {
            let deck = Deck { size: size(text), kinds, holes, rules, needs_special };
            Draws::new(deck, 1).err().unwrap().to_string()
        };
        assert_eq!(
            error("3x3", 4, None, &plain, false),
            "a board with 4 kinds needs at least 12 tiles, but one of 3x3 with 0 holes has 9"
        );
        assert_eq!(
            error("2x2", 1, Some(0), &plain, false),
            "4 tiles cannot be removed by threes: use --holes 1, or kinds that vanish"
        );
        assert_eq!(
            error("2x2", 1, Some(4), &plain, false),
            "4 holes leave no tile on a board of 2x2, which has 4 cells"
        );
        assert_eq!(
            error("4x4", 1, None, &pair, true),
            "G, S vanish, make others vanish or are fixed: that is more than 1 kind"
        );
        assert!("26".parse::<Kinds>().unwrap_err().to_string().starts_with("\"26\" is not a"));
    }
}
