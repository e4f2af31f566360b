//! Every canonical board of a size.

use super::{Cast, GenerateError, HOLE, Kinds, MOST_SPECIAL, active, board, special};
use crate::game::draw::Size;
use crate::games::swaps::board::{Board, Kind};
use crate::games::swaps::rules::Rules;

/// Every canonical board of a size with a number of kinds in a range and a number of holes, once each.
pub struct AllBoards {
    size: Size,
    holes: usize,
    /// The remaining casts.
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

    /// The number of remaining boards, or `None` if it overflows.
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

/// The sets of special kinds that a board can have: each kind is fixed or part of a pair within its set.
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
    use crate::games::swaps::generate::examples::rules;

    fn all(text: &str, kinds: &str, holes: usize, rules: &Rules) -> Vec<String> {
        let all =
            AllBoards::new(text.parse().unwrap(), &kinds.parse().unwrap(), holes, rules).unwrap();
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
}
