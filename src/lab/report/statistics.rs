//! Paired tests and bootstrap intervals. The same numbers always give the same result.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Up to this many differences, the Wilcoxon test counts all signs; above it, it uses the normal
/// distribution.
const EXACT: usize = 100;

/// The number of resamples of a bootstrap.
const RESAMPLES: usize = 2000;

/// The seed of every bootstrap.
const SEED: u64 = 88;

/// The probability of the sign test, two-sided: that a fair coin is at least as uneven. Ties are left
/// out before.
pub fn sign_test(wins: usize, losses: usize) -> f64 {
    let (all, fewer) = (wins + losses, wins.min(losses));
    // The logarithms keep coefficients of thousands of pairs from overflowing.
    let mut logarithm = -(all as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for count in 0..=fewer {
        tail += logarithm.exp();
        logarithm += ((all - count) as f64 / (count + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

/// The probability of the Wilcoxon signed-rank test, two-sided. Zeros are left out; equal sizes share
/// their mean rank.
pub fn wilcoxon(differences: &[f64]) -> f64 {
    let mut differences: Vec<f64> =
        differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let count = differences.len();
    if count == 0 {
        return 1.0;
    }
    // Ranks are doubled, so that shared ranks are whole numbers.
    let mut ranks: Vec<usize> = Vec::with_capacity(count);
    let mut ties = 0.0;
    while ranks.len() < count {
        let start = ranks.len();
        let size = differences[start].abs();
        let end = start + differences[start..].iter().take_while(|d| d.abs() == size).count();
        ranks.extend((start..end).map(|_| start + end + 1));
        let group = (end - start) as f64;
        ties += group.powi(3) - group;
    }
    let positive = ranks.iter().zip(&differences).filter(|(_, difference)| **difference > 0.0);
    let positive: usize = positive.map(|(rank, _)| rank).sum();
    let whole: usize = ranks.iter().sum();
    let smaller = positive.min(whole - positive);
    if count <= EXACT { exact(&ranks, smaller) } else { normal(count, ties, smaller) }
}

/// The same probability by the normal distribution. `ties` is the sum of n³ − n over the groups of n
/// equal sizes.
fn normal(count: usize, ties: f64, smaller: usize) -> f64 {
    let count = count as f64;
    let mean = count * (count + 1.0) / 4.0;
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
    let distance = (mean - smaller as f64 / 2.0 - 0.5).max(0.0);
    (2.0 * upper_tail(distance / variance.sqrt())).min(1.0)
}

/// The probability that the sum of randomly chosen ranks is at most `smaller`, doubled.
fn exact(ranks: &[usize], smaller: usize) -> f64 {
    let mut chances = vec![0.0; smaller + 1];
    chances[0] = 1.0;
    for &rank in ranks {
        for sum in (0..=smaller).rev() {
            let with = if sum >= rank { chances[sum - rank] } else { 0.0 };
            chances[sum] = (chances[sum] + with) / 2.0;
        }
    }
    (2.0 * chances.iter().sum::<f64>()).min(1.0)
}

/// The probability that a normal variable is above `z`, for `z` of at least 0: the rational
/// approximation 7.1.26 of Abramowitz and Stegun, with an error below 1e-7.
fn upper_tail(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let terms = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    sum * (-x * x).exp() / 2.0
}

/// Adjusts probabilities of several tests by Holm's method, so that the chance of any false difference
/// stays at the level of a single test.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![0.0; probabilities.len()];
    let mut highest = 0.0f64;
    for (rank, &index) in order.iter().enumerate() {
        highest = highest.max((probabilities.len() - rank) as f64 * probabilities[index]);
        adjusted[index] = highest.min(1.0);
    }
    adjusted
}

/// The 95% intervals of statistics of a set of levels, by resampling its levels. `figures` has the
/// figures of each level, and `statistic` computes a statistic from their sums.
pub fn bootstrap<const N: usize, const M: usize>(
    figures: &[[f64; N]],
    statistic: impl Fn([f64; N]) -> [f64; M],
) -> [(f64, f64); M] {
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let count = figures.len() as u64;
    let mut samples: [Vec<f64>; M] = std::array::from_fn(|_| Vec::with_capacity(RESAMPLES));
    for _ in 0..RESAMPLES {
        let mut sums = [0.0; N];
        for _ in figures {
            let index = (u64::from(random.next_u32()) * count) >> 32;
            for (sum, figure) in sums.iter_mut().zip(&figures[index as usize]) {
                *sum += figure;
            }
        }
        for (values, value) in samples.iter_mut().zip(statistic(sums)) {
            values.push(value);
        }
    }
    samples.map(|mut values| {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[(share * (RESAMPLES - 1) as f64).round() as usize];
        (at(0.025), at(0.975))
    })
}

/// The quartiles of some numbers: lower quartile, median and upper quartile, with linear interpolation.
pub fn quartiles(values: &mut [f64]) -> Option<[f64; 3]> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)? as f64;
    Some([0.25, 0.5, 0.75].map(|share| {
        let at = share * last;
        let (low, high) = (values[at.floor() as usize], values[at.ceil() as usize]);
        if low == high { low } else { low + (high - low) * at.fract() }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} is not {expected}");
    }

    #[test]
    fn the_sign_test_counts_coins() {
        assert_near(sign_test(0, 0), 1.0);
        assert_near(sign_test(5, 5), 1.0);
        // 2 (1 + 10) / 1024.
        assert_near(sign_test(9, 1), 22.0 / 1024.0);
        assert_near(sign_test(1, 9), 22.0 / 1024.0);
        let many = sign_test(5200, 4800);
        assert!((6e-5..7e-5).contains(&many), "{many}");
    }

    #[test]
    fn the_wilcoxon_test_agrees_with_its_tables() {
        // All positive: 2 / 2^5.
        assert_near(wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 32.0);
        assert_near(wilcoxon(&[0.0, 0.0]), 1.0);
        // Of 10, the critical sum of ranks for 5% is 8: with 8 below, with 9 above it.
        let with_sum = |negative: &[usize]| {
            let sign = |rank: &usize| if negative.contains(rank) { -1.0 } else { 1.0 };
            let all: Vec<f64> = (1..=10).map(|rank| sign(&rank) * rank as f64).collect();
            wilcoxon(&all)
        };
        assert_near(with_sum(&[8]), 50.0 / 1024.0);
        assert!(with_sum(&[9]) > 0.05);
        // Equal sizes share ranks: one negative of four equal ones is as good as a coin.
        assert_near(wilcoxon(&[1.0, 1.0, 1.0, -1.0]), 10.0 / 16.0);
    }

    #[test]
    fn the_normal_approximation_agrees_with_the_exact_test() {
        let ranks: Vec<usize> = (1..=EXACT).map(|rank| 2 * rank).collect();
        for smaller in [3600, 4000, 4600, 5000] {
            let (exact, normal) = (exact(&ranks, smaller), normal(EXACT, 0.0, smaller));
            assert!((exact / normal - 1.0).abs() < 0.05, "{smaller}: {exact} {normal}");
        }
    }

    #[test]
    fn holm_never_lowers_a_probability_and_keeps_their_order() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.5]);
        let expected = [0.04, 0.09, 0.09, 0.5];
        for (value, expected) in adjusted.iter().zip(expected) {
            assert_near(*value, expected);
        }
    }

    #[test]
    fn a_bootstrap_interval_holds_the_statistic_and_is_always_the_same() {
        let figures: Vec<[f64; 1]> = (0..200).map(|n| [f64::from(u8::from(n % 4 == 0))]).collect();
        let interval = || bootstrap(&figures, |[sum]| [sum])[0];
        let (low, high) = interval();
        assert!(low < 50.0 && high > 50.0 && high - low < 30.0, "{low} {high}");
        assert_eq!(interval(), (low, high));
        assert_eq!(bootstrap(&[[3.0], [3.0]], |[sum]| [sum]), [(6.0, 6.0)]);
    }

    #[test]
    fn quartiles_lie_between_the_values() {
        assert_eq!(quartiles(&mut [4.0, 1.0, 3.0, 2.0]), Some([1.75, 2.5, 3.25]));
        assert_eq!(quartiles(&mut [7.0]), Some([7.0; 3]));
        assert_eq!(quartiles(&mut []), None);
    }
}
