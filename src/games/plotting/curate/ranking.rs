//! Selects the best levels of a stream in bounded memory.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use crate::games::plotting::level::Kind;

/// The rank of a level: a higher score comes first and, if scores are equal, the earlier level.
#[derive(Clone, Copy, Debug)]
pub struct Rank {
    /// The score; higher is better.
    pub score: f64,
    /// The place of the level in the stream.
    pub place: (u64, usize),
}

impl Ord for Rank {
    fn cmp(&self, other: &Rank) -> Ordering {
        other.score.total_cmp(&self.score).then(self.place.cmp(&other.place))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Rank) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rank {
    fn eq(&self, other: &Rank) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Rank {}

/// The best levels so far: at most `most`, and one of each kind.
///
/// Levels of the same kind have the same score. So it is enough to look for duplicates among the
/// levels kept: a level that was dropped had been beaten by `most` others, which beat any later
/// level of its kind as well.
#[derive(Clone, Debug)]
pub struct Best<T> {
    most: usize,
    kept: BTreeMap<Rank, (Kind, T)>,
    ranks: HashMap<Kind, Rank>,
}

impl<T> Best<T> {
    /// Keeps at most `most` levels.
    pub fn new(most: usize) -> Best<T> {
        Best { most, kept: BTreeMap::new(), ranks: HashMap::new() }
    }

    /// Whether a level of this rank would be kept if no other level of its kind is.
    pub fn would_keep(&self, rank: Rank) -> bool {
        self.kept.len() < self.most
            || self.kept.last_key_value().is_some_and(|(last, _)| rank < *last)
    }

    /// Adds a level, if it is good enough.
    pub fn take(&mut self, rank: Rank, kind: Kind, item: T) {
        if !self.would_keep(rank) {
            return;
        }
        match self.ranks.get(&kind) {
            Some(known) if *known <= rank => return,
            Some(known) => drop(self.kept.remove(known)),
            None => {}
        }
        self.ranks.insert(kind.clone(), rank);
        self.kept.insert(rank, (kind, item));
        if self.kept.len() > self.most
            && let Some((_, (kind, _))) = self.kept.pop_last()
        {
            self.ranks.remove(&kind);
        }
    }

    /// The best levels of both.
    #[must_use]
    pub fn merge(mut self, other: Best<T>) -> Best<T> {
        for (rank, (kind, item)) in other.kept {
            self.take(rank, kind, item);
        }
        self
    }

    /// The best levels in order, with their scores.
    pub fn into_sorted(self) -> impl Iterator<Item = (f64, T)> {
        self.kept.into_iter().map(|(rank, (_, item))| (rank.score, item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::level::Level;

    fn level(board: &str, goal: usize) -> Level {
        Level::new("level", board.parse().unwrap(), goal).unwrap()
    }

    #[test]
    fn only_the_best_are_kept_and_only_the_first_of_each_kind() {
        let mut best = Best::new(3);
        let levels = [
            (1.0, level("RG", 1)),
            (3.0, level("RR", 1)),
            (2.0, level("RRG", 1)),
            (3.0, level("BB", 1)),
            (3.0, level("BB", 0)),
            (2.0, level("RGR", 1)),
        ];
        for (place, (score, level)) in levels.iter().enumerate() {
            let rank = Rank { score: *score, place: (place as u64, 0) };
            best.take(rank, level.kind(), place);
        }
        let kept: Vec<(f64, usize)> = best.into_sorted().collect();
        assert_eq!(kept, [(3.0, 1), (3.0, 4), (2.0, 2)]);
    }

    #[test]
    fn the_result_does_not_depend_on_how_the_stream_is_split() {
        let boards = ["RG", "RR", "RRG", "GG", "GGB", "RGR", "YY", "RGG"];
        let score = |board: &str| board.len() as f64;
        let ranked = |places: &[usize]| {
            let mut best = Best::new(3);
            for &place in places {
                let rank = Rank { score: score(boards[place]), place: (place as u64, 0) };
                best.take(rank, level(boards[place], 1).kind(), place);
            }
            best
        };
        let places =
            |best: Best<usize>| best.into_sorted().map(|(_, place)| place).collect::<Vec<_>>();
        assert_eq!(places(ranked(&[0, 1, 2, 3, 4, 5, 6, 7])), [2, 5, 7]);
        assert_eq!(places(ranked(&[6, 4, 3]).merge(ranked(&[7, 5, 2, 1, 0]))), [2, 5, 7]);
    }
}
