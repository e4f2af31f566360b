//! Whether the difference between two configurations is more than chance: paired tests over levels, and
//! intervals by bootstrap.

use serde::Serialize;

use super::results::{Cell, Clock, Results, is_optimal, par2};
use super::statistics::{bootstrap, holm, sign_test, wilcoxon};

/// Below this probability, a difference counts as shown.
pub const LEVEL: f64 = 0.05;

/// A number with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub from: f64,
    /// The upper end.
    pub to: f64,
}

impl Estimate {
    fn new(value: f64, (from, to): (f64, f64)) -> Estimate {
        Estimate { value, from, to }
    }
}

/// The scores of one configuration with their intervals, over the levels that all ran.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intervals {
    /// Levels with any valid plan, or a proof that there is none.
    pub answered: Estimate,
    /// Levels with a proved optimum, or a proof that there is no plan.
    pub optima: Estimate,
    /// The PAR2 score.
    pub par2: Option<Estimate>,
}

impl Intervals {
    /// The intervals of a configuration; `None` if there is no level.
    pub fn new(results: &Results<'_>, configuration: usize) -> Option<Intervals> {
        let figures: Vec<[f64; 3]> = results.column(configuration).map(figures).collect();
        if figures.is_empty() {
            return None;
        }
        let standing = results.standing(configuration);
        let [answered, optimal, scores] = bootstrap(&figures, |sums| sums);
        Some(Intervals {
            answered: Estimate::new(standing.answered as f64, answered),
            optima: Estimate::new(standing.optimal as f64, optimal),
            par2: standing.par2.map(|par2| Estimate::new(par2, scores)),
        })
    }
}

/// Answers, optima and score of a cell.
fn figures(cell: Cell<'_>) -> [f64; 3] {
    let count = |is: bool| f64::from(u8::from(is));
    let score = par2(cell.record, Clock::Cpu).unwrap_or(0.0);
    [count(cell.record.is_answer()), count(is_optimal(cell.record)), score]
}

/// A paired comparison of two configurations, or of one configuration in two campaigns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// The number of levels that both ran.
    pub levels: usize,
    /// Levels where the first has the lower score.
    pub wins: usize,
    /// Levels where the second has the lower score.
    pub losses: usize,
    /// Levels where both have the same score, among them those that neither answered.
    pub ties: usize,
    /// How many more levels the first answered.
    pub answered: Estimate,
    /// How many more levels the first answered with an optimum or a proof that there is no plan.
    pub optima: Estimate,
    /// The score of the first less that of the second, in per cent of that of the second.
    pub par2_percent: Option<Estimate>,
    /// The probability of the sign test on the scores.
    pub sign_test: Option<f64>,
    /// The probability of the Wilcoxon signed-rank test on the scores.
    pub wilcoxon: Option<f64>,
    /// The probability of the Wilcoxon test, adjusted for the number of comparisons by Holm's method.
    pub adjusted: Option<f64>,
}

impl Paired {
    /// Compares the two cells of each level.
    pub fn of<'a>(pairs: impl Iterator<Item = (Cell<'a>, Cell<'a>)>) -> Paired {
        let score = |cell: Cell<'_>| par2(cell.record, Clock::Cpu);
        let mut has_scores = true;
        let mut all: Vec<[f64; 6]> = Vec::new();
        let mut differences = Vec::new();
        for (one, other) in pairs {
            let scores = (score(one), score(other));
            has_scores &= scores.0.is_some() && scores.1.is_some();
            differences.push(scores.0.unwrap_or(0.0) - scores.1.unwrap_or(0.0));
            let ([a, b, c], [d, e, f]) = (figures(one), figures(other));
            all.push([a, b, c, d, e, f]);
        }
        let wins = differences.iter().filter(|difference| **difference < 0.0).count();
        let losses = differences.iter().filter(|difference| **difference > 0.0).count();
        let percent = |one: f64, other: f64| 100.0 * (one - other) / other.max(f64::MIN_POSITIVE);
        let statistic = |s: [f64; 6]| [s[0] - s[3], s[1] - s[4], percent(s[2], s[5])];
        let sums = all.iter().fold([0.0; 6], |mut sums, figures| {
            sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
            sums
        });
        let values = statistic(sums);
        let intervals = if all.is_empty() { [(0.0, 0.0); 3] } else { bootstrap(&all, statistic) };
        let wilcoxon = (has_scores && !all.is_empty()).then(|| wilcoxon(&differences));
        Paired {
            levels: all.len(),
            wins: if has_scores { wins } else { 0 },
            losses: if has_scores { losses } else { 0 },
            ties: if has_scores { all.len() - wins - losses } else { 0 },
            answered: Estimate::new(values[0], intervals[0]),
            optima: Estimate::new(values[1], intervals[1]),
            par2_percent: (has_scores && sums[5] > 0.0)
                .then(|| Estimate::new(values[2], intervals[2])),
            sign_test: (has_scores && !all.is_empty()).then(|| sign_test(wins, losses)),
            wilcoxon,
            adjusted: wilcoxon,
        }
    }

    /// Compares two configurations of a campaign on the levels that both ran.
    pub fn new(results: &Results<'_>, one: usize, other: usize) -> Paired {
        let both = |level| Some((results.cell(level, one)?, results.cell(level, other)?));
        Paired::of((0..results.levels.len()).filter_map(both))
    }

    /// Adjusts the probabilities of several comparisons.
    pub fn adjust(comparisons: &mut [&mut Paired]) {
        let tested: Vec<f64> = comparisons.iter().filter_map(|paired| paired.wilcoxon).collect();
        let mut adjusted = holm(&tested).into_iter();
        for paired in comparisons.iter_mut().filter(|paired| paired.wilcoxon.is_some()) {
            paired.adjusted = adjusted.next();
        }
    }

    /// Which of the two is better, if a difference is shown: `Less` for the first.
    pub fn better(&self) -> Option<std::cmp::Ordering> {
        let is_shown = self.adjusted.is_some_and(|probability| probability < LEVEL);
        (is_shown && self.wins != self.losses).then(|| self.losses.cmp(&self.wins))
    }
}
