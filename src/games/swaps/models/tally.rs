//! What counting tiles says about plans: how many matches and vanishing swaps there can be, and between
//! which values a best plan lies.
//!
//! A kind loses three tiles in a match, and one in a swap in which it vanishes. So the number of tiles that
//! leave the board is a multiple of three, unless the kind can vanish.

use std::ops::RangeInclusive;

use super::vanishing;
use crate::games::swaps::board::Kind;
use crate::games::swaps::level::{Cost, Level, Wanted};

/// The greatest value that a solver is asked about. None gets that far.
const MOST: usize = u32::MAX as usize;

/// How often tiles can be removed in a plan that meets the goal. These are bounds: only tiles are counted, so
/// some levels have no plan that attains them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The fewest moves that remove tiles.
    pub fewest_removals: usize,
    /// The fewest matches.
    pub fewest_matches: usize,
    /// The most matches.
    pub most_matches: usize,
    /// The most vanishing swaps.
    pub most_vanished: usize,
}

impl Tally {
    /// Counts the tiles of a level; `None` if that proves that there is no plan.
    pub fn of(level: &Level) -> Option<Tally> {
        let mut sum = Tally::default();
        for kind in super::kinds(level) {
            let tally = Tally::of_kind(level, kind)?;
            sum.fewest_removals += tally.fewest_removals;
            sum.fewest_matches += tally.fewest_matches;
            sum.most_matches += tally.most_matches;
            sum.most_vanished += tally.most_vanished;
        }
        Some(sum)
    }

    fn of_kind(level: &Level, kind: Kind) -> Option<Tally> {
        let is_here = |tile: &&Option<Kind>| **tile == Some(kind);
        let tiles = level.board().values().iter().filter(is_here).count();
        let wanting =
            |wanted| level.board().cells().filter(|&cell| level.wanted(cell) == wanted).count();
        let leaving = 0..=tiles.checked_sub(wanting(Wanted::Tile(kind)))?;
        let leaving = leaving.rev().take(1 + wanting(Wanted::Anything));
        let can_vanish = vanishing(level).any(|(_, gone)| gone == kind);
        let ways: Vec<(usize, usize)> = leaving
            .flat_map(|leaving| {
                (0..=leaving / 3).map(move |matches| (matches, leaving - 3 * matches))
            })
            .filter(|&(_, vanished)| can_vanish || vanished == 0)
            .collect();
        let matches = || ways.iter().map(|(matches, _)| *matches);
        Some(Tally {
            fewest_removals: ways.iter().map(|(matches, vanished)| matches + vanished).min()?,
            fewest_matches: matches().min()?,
            most_matches: matches().max()?,
            most_vanished: ways.iter().map(|(_, vanished)| *vanished).max()?,
        })
    }
}

/// The values that a best plan can have. If counting proves that there is no plan, one value remains: a
/// solver refutes it at once.
pub fn horizons(level: &Level) -> RangeInclusive<usize> {
    let Some(tally) = Tally::of(level) else { return 0..=0 };
    let most_swaps = most_swaps(level, tally.most_vanished);
    match level.cost() {
        Cost::Moves => {
            tally.fewest_removals..=most_swaps.saturating_add(tally.most_matches).min(MOST)
        }
        Cost::Swaps => 0..=most_swaps.min(MOST),
    }
}

/// An upper bound on the number of swaps of a best plan. Its matches can all be put off to the end, and no
/// board occurs in it twice.
fn most_swaps(level: &Level, most_vanished: usize) -> usize {
    let movable: Vec<usize> = (level.board().kinds().into_iter())
        .filter(|kind| !level.rules().fixed.contains(kind))
        .map(|kind| level.board().values().iter().filter(|tile| **tile == Some(kind)).count())
        .collect();
    let boards = arrangements(&movable);
    if vanishing(level).next().is_none() {
        // In a connected part of the grid any n tiles can be arranged with n (n - 1) / 2 exchanges of
        // neighbours: a leaf of a spanning tree gets its tile with n - 1 of them, then the rest follows.
        let tiles: usize = movable.iter().sum();
        return (boards - 1).min(tiles * tiles.saturating_sub(1) / 2);
    }
    // After each vanishing swap there are fewer arrangements than before it.
    let exchanges = (most_vanished + 1).saturating_mul(boards - 1);
    exchanges.saturating_add(most_vanished)
}

/// The number of arrangements of tiles, given how many there are of each kind; at most [`MOST`].
fn arrangements(counts: &[usize]) -> usize {
    let mut placed = 0;
    let mut all: usize = 1;
    for &count in counts {
        for index in 1..=count {
            placed += 1;
            // Always a whole number: it is `all` times a binomial coefficient.
            let Some(product) = all.checked_mul(placed) else { return MOST };
            all = product / index;
        }
        if all >= MOST {
            return MOST;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::swaps::board::Board;
    use crate::games::swaps::level::Target;

    fn level(board: &str) -> Level {
        let rows: Vec<&str> = board.split('/').collect();
        Level::new("x", Board::from_rows(&rows).unwrap()).unwrap()
    }

    #[test]
    fn a_kind_that_cannot_vanish_leaves_in_threes() {
        assert_eq!(Tally::of(&level("GGH/HRR")), None);
        assert_eq!(Tally::of(&level("GHHG/HGGH")), None);
        assert_eq!(horizons(&level("GHHG/HGGH")), 0..=0);
        let tally = Tally::of(&level("GHG/HHG")).unwrap();
        assert_eq!((tally.fewest_removals, tally.most_matches, tally.most_vanished), (2, 2, 0));
    }

    #[test]
    fn a_kind_that_can_vanish_leaves_in_any_way() {
        let tally = Tally::of(&level("GGSG/SSS.")).unwrap();
        let expected =
            Tally { fewest_removals: 3, fewest_matches: 1, most_matches: 2, most_vanished: 4 };
        assert_eq!(tally, expected);
        // Without a G nothing vanishes.
        assert_eq!(Tally::of(&level("HHSH")), None);
    }

    #[test]
    fn a_target_says_how_many_tiles_stay() {
        let aim = |board: &str, target: &str| {
            let target = Target::from_rows(&[target]).unwrap();
            Tally::of(&level(board).with_target(Some(target)).unwrap())
        };
        assert_eq!(aim("HGGGG", "HG...").unwrap().fewest_removals, 1);
        assert_eq!(aim("HGGGG", "HGG.."), None);
        assert_eq!(aim("HGGGG", "HG???").unwrap().fewest_removals, 0);
        assert_eq!(aim("HGGGG", "RG???"), None);
    }

    #[test]
    fn no_best_plan_is_longer_than_the_number_of_boards_allows() {
        assert_eq!(horizons(&level("GGG")), 1..=1);
        // 20 boards, and at most 15 exchanges from one to any other.
        assert_eq!(horizons(&level("GHG/HGH")), 2..=17);
        assert_eq!(horizons(&level("GHG/HGH").with_cost(Cost::Swaps)), 0..=15);
        // 4 boards before the S vanishes.
        assert_eq!(horizons(&level("GGSG")), 2..=8);
        assert_eq!(arrangements(&[16; 16]), MOST);
    }
}
