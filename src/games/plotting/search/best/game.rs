//! A whole game of several rounds: in which of them to spend the spare wildcards.

/// A way to spend the spares: the greatest sum, and the spares for each round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spending {
    /// The sum over all rounds.
    pub total: i64,
    /// The spares for each round, in their order.
    pub spares: Vec<usize>,
}

/// The greatest sum of scores of rounds that share some spares; `None` if some round cannot be played
/// to its end. Each round has the score for 0, 1, 2, … spares. No spare is spent where it earns nothing.
pub fn spend<'a>(
    rounds: impl IntoIterator<Item = &'a [Option<i64>]>,
    spares: usize,
) -> Option<Spending> {
    // By the number of spares spent so far: the best way to spend them.
    let mut best: Vec<Option<Spending>> = vec![None; spares + 1];
    best[0] = Some(Spending { total: 0, spares: Vec::new() });
    for scores in rounds {
        let mut next: Vec<Option<Spending>> = vec![None; spares + 1];
        for (spent, before) in best.iter().enumerate() {
            let Some(before) = before else { continue };
            for (more, score) in scores.iter().enumerate().take(spares - spent + 1) {
                let Some(score) = score else { continue };
                let total = before.total + score;
                let place = &mut next[spent + more];
                if place.as_ref().is_none_or(|known| total > known.total) {
                    let mut spares = before.spares.clone();
                    spares.push(more);
                    *place = Some(Spending { total, spares });
                }
            }
        }
        best = next;
    }
    // The first of several greatest sums spends the fewest spares.
    best.into_iter()
        .flatten()
        .reduce(|one, other| if other.total > one.total { other } else { one })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every way to spend the spares.
    fn every(rounds: &[Vec<Option<i64>>], spares: usize) -> Option<i64> {
        let Some((first, rest)) = rounds.split_first() else { return Some(0) };
        let ways = first.iter().enumerate().take(spares + 1);
        ways.filter_map(|(spent, score)| Some((*score)? + every(rest, spares - spent)?)).max()
    }

    proptest! {
        #[test]
        fn no_way_to_spend_the_spares_has_a_greater_sum(
            rounds in prop::collection::vec(prop::collection::vec(prop::option::weighted(0.8, 0..50i64), 1..5), 0..5),
            spares in 0..5usize,
        ) {
            let found = spend(rounds.iter().map(Vec::as_slice), spares);
            prop_assert_eq!(found.as_ref().map(|found| found.total), every(&rounds, spares));
            if let Some(found) = found {
                prop_assert!(found.spares.iter().sum::<usize>() <= spares);
                let scores = rounds.iter().zip(&found.spares);
                prop_assert_eq!(scores.map(|(round, &spent)| round[spent].unwrap()).sum::<i64>(), found.total);
            }
        }
    }

    #[test]
    fn a_spare_that_earns_nothing_is_kept() {
        let rounds = [vec![Some(5), Some(5)], vec![Some(1), Some(3)]];
        let found = spend(rounds.iter().map(Vec::as_slice), 2).unwrap();
        assert_eq!(found, Spending { total: 8, spares: vec![0, 1] });
    }

    #[test]
    fn a_round_that_needs_a_spare_gets_it_before_others_gain_by_one() {
        let rounds = [vec![None, Some(1)], vec![Some(1), Some(100)]];
        let found = spend(rounds.iter().map(Vec::as_slice), 1).unwrap();
        assert_eq!((found.total, found.spares), (2, vec![1, 0]));
        assert_eq!(spend(rounds.iter().map(Vec::as_slice), 0), None);
    }
}
