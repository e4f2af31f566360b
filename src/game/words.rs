//! Nouns, objectives and the direction in which values are better.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A noun with its plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun {
    /// One of them.
    pub one: &'static str,
    /// Several of them.
    pub many: &'static str,
}

impl Noun {
    /// The form of the noun that goes with a number.
    pub fn of(self, number: impl Into<i128>) -> &'static str {
        if number.into() == 1 { self.one } else { self.many }
    }

    /// A number with the noun: `1 shot`, `2 shots`.
    pub fn count(self, number: impl Into<i128>) -> String {
        let number = number.into();
        format!("{number} {}", self.of(number))
    }
}

/// What the value of a plan is called in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The noun of a step, where the value counts steps.
    pub step: Noun,
    /// The name of the value, if it is not that of the [objective](Objective::value_name).
    pub name: Option<&'static str>,
}

impl Measure {
    /// The name of the value, e.g. as the heading of a column: `shots`, `cost`.
    pub fn heading(self, objective: Objective) -> &'static str {
        match objective {
            Objective::FewestSteps => self.step.many,
            Objective::LeastCost | Objective::GreatestScore => self.name(objective),
        }
    }

    fn name(self, objective: Objective) -> &'static str {
        self.name.unwrap_or(objective.value_name())
    }
}

impl From<Noun> for Measure {
    fn from(step: Noun) -> Measure {
        Measure { step, name: None }
    }
}

/// What makes one plan better than another: the value of a plan, and which values are better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// The value is the number of steps; fewer are better.
    #[default]
    FewestSteps,
    /// The value is the sum of what the steps cost; less is better.
    LeastCost,
    /// The value is the sum of what the steps score; more is better.
    GreatestScore,
}

impl Objective {
    /// What the value is called, e.g. as the heading of a column.
    pub fn value_name(self) -> &'static str {
        match self {
            Objective::FewestSteps => "length",
            Objective::LeastCost => "cost",
            Objective::GreatestScore => "score",
        }
    }

    /// What the horizon of a model is: the value of a plan where less is better, so that the first horizon
    /// with a plan is the optimum; a number of steps where more is better.
    pub fn is_horizon_value(self) -> bool {
        !self.is_more_better()
    }

    /// A horizon in words: `4 shots`, `cost 4`.
    pub fn tell_horizon(self, horizon: i64, measure: impl Into<Measure>) -> String {
        let measure = measure.into();
        if self.is_horizon_value() {
            self.tell(horizon, measure)
        } else {
            measure.step.count(horizon)
        }
    }

    /// Whether more is better.
    pub fn is_more_better(self) -> bool {
        match self {
            Objective::FewestSteps | Objective::LeastCost => false,
            Objective::GreatestScore => true,
        }
    }

    /// Whether one value is better than another.
    pub fn is_better(self, one: i64, other: i64) -> bool {
        self.compare(one, other) == Ordering::Less
    }

    /// Orders values, the better one first.
    pub fn compare(self, one: i64, other: i64) -> Ordering {
        if self.is_more_better() { other.cmp(&one) } else { one.cmp(&other) }
    }

    /// A value in words: `4 shots`, `cost 4`, `score 4`.
    pub fn tell(self, value: i64, measure: impl Into<Measure>) -> String {
        let measure = measure.into();
        match self {
            Objective::FewestSteps => measure.step.count(value),
            Objective::LeastCost | Objective::GreatestScore => {
                format!("{} {value}", measure.name(self))
            }
        }
    }

    /// A bound in words, as the end of "no plan has …": `fewer than 4 shots`, `a score above 4`.
    pub fn tell_bound(self, bound: i64, measure: impl Into<Measure>) -> String {
        let measure = measure.into();
        match self {
            Objective::FewestSteps => format!("fewer than {}", measure.step.count(bound)),
            Objective::LeastCost => format!("a {} below {bound}", measure.name(self)),
            Objective::GreatestScore => format!("a {} above {bound}", measure.name(self)),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Objective::FewestSteps => "fewest steps",
            Objective::LeastCost => "least cost",
            Objective::GreatestScore => "greatest score",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOT: Noun = Noun { one: "shot", many: "shots" };

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(SHOT.count(1), "1 shot");
        assert_eq!(SHOT.count(0), "0 shots");
        assert_eq!(SHOT.count(2), "2 shots");
    }

    #[test]
    fn a_horizon_is_a_value_where_less_is_better() {
        assert_eq!(Objective::FewestSteps.tell_horizon(4, SHOT), "4 shots");
        assert_eq!(Objective::LeastCost.tell_horizon(4, SHOT), "cost 4");
        assert_eq!(Objective::GreatestScore.tell_horizon(4, SHOT), "4 shots");
    }

    #[test]
    fn a_value_has_the_name_that_its_game_gives_it() {
        let sum = Measure { step: SHOT, name: Some("sum") };
        assert_eq!(Objective::GreatestScore.tell(12, sum), "sum 12");
        assert_eq!(Objective::GreatestScore.tell_bound(12, sum), "a sum above 12");
        assert_eq!(Objective::GreatestScore.tell(12, SHOT), "score 12");
        assert_eq!(Objective::FewestSteps.tell(2, sum), "2 shots");
    }

    #[test]
    fn each_objective_has_its_own_direction() {
        assert!(Objective::FewestSteps.is_better(3, 4));
        assert!(Objective::LeastCost.is_better(3, 4));
        assert!(Objective::GreatestScore.is_better(4, 3));
        assert!(!Objective::GreatestScore.is_better(4, 4));
    }
}
