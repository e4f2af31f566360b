//! Random boards whose numbers of tiles do not rule out that they can be emptied.

use super::{Cast, GenerateError, HOLE, board, special};
use crate::game::draw::Size;
use crate::game::draw::dice::Dice;
use crate::games::swaps::board::{Board, Kind};
use crate::games::swaps::rules::Rules;

/// Random boards of a size with a number of kinds. The number of tiles of each kind is a multiple of three
/// unless the kind can vanish. Whether a board can really be emptied is for a solver to say.
///
/// Each kind first gets the fewest tiles it can have. The other tiles are given to random kinds in threes, and
/// the last one or two to kinds that can vanish. Every arrangement of the tiles is equally likely; the kinds are
/// then renamed so that the board is canonical.
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
    /// The number of empty cells; `None`: the fewest that the numbers of tiles allow.
    pub holes: Option<usize>,
    /// The pairs and the fixed kinds.
    pub rules: &'a Rules,
    /// Whether the special kinds have to be on the board even if there are few kinds.
    pub needs_special: bool,
}

/// Boards with at least this many kinds have the special kinds by default.
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

/// The number of holes: the one asked for, or the fewest that the numbers of tiles allow.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::swaps::generate::Kinds;
    use crate::games::swaps::generate::examples::rules;

    fn size(text: &str) -> Size {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_of_tiles_on_drawn_boards_are_multiples_of_three_or_can_vanish() {
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
