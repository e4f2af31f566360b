//! Cross-checks between the runs on a level. A plan that survived replay is a fact, and refutes every
//! claim that there is no plan, or none as good.
//!
//! Records stay as they were written, since each says what one run found. Anything that counts records
//! uses what [`crosschecked`] makes of all of them together.

use std::collections::HashMap;

use super::record::Record;
use crate::game::Noun;
use crate::lab::outcome::Outcome;

/// The records, where those with a claim that another one refutes are [`Outcome::Wrong`], with a remark.
pub fn crosschecked(records: Vec<Record>) -> Vec<Record> {
    let mut best: HashMap<String, BestPlan> = HashMap::new();
    for record in &records {
        let Some(value) = record.value else { continue };
        let plan = BestPlan { value, configuration: record.configuration.name.clone() };
        best.entry(record.level.hash.clone())
            .and_modify(|best| {
                if record.objective.is_better(plan.value, best.value) {
                    *best = plan.clone();
                }
            })
            .or_insert(plan);
    }
    let checked = |record: Record| match best.get(&record.level.hash) {
        Some(best) => check(record, best),
        None => record,
    };
    records.into_iter().map(checked).collect()
}

/// The best plan for a level that any run has found.
#[derive(Clone)]
struct BestPlan {
    value: i64,
    configuration: String,
}

/// What sentences call a step: records do not know the word of their game.
const STEP: Noun = Noun { one: "step", many: "steps" };

fn check(record: Record, best: &BestPlan) -> Record {
    let objective = record.objective;
    let is_beaten = |value: i64| objective.is_better(best.value, value);
    let claim = match (record.outcome, record.value, record.bound) {
        (Outcome::Unsolvable, _, _) => "claimed unsolvable".to_owned(),
        (Outcome::Solved, Some(own), _) if record.optimal && is_beaten(own) => {
            format!("claimed optimal with {}", objective.tell(own, STEP))
        }
        (
            Outcome::Solved | Outcome::Timeout | Outcome::Memout | Outcome::Refuted,
            _,
            Some(bound),
        ) if is_beaten(bound) => {
            format!("claimed that no plan has {}", objective.tell_bound(bound, STEP))
        }
        (
            Outcome::Solved
            | Outcome::Refuted
            | Outcome::Wrong
            | Outcome::Timeout
            | Outcome::Memout
            | Outcome::Crashed
            | Outcome::Missing
            | Outcome::Interrupted,
            _,
            _,
        ) => return record,
    };
    let (by, value) = (&best.configuration, objective.tell(best.value, STEP));
    let remark = format!("{claim}, but {by} has a plan with {value}, valid by replay");
    Record { outcome: Outcome::Wrong, remark: Some(remark), ..record }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{LevelFacts, Objective};
    use crate::lab::campaign::record::{Configuration, Machine, RecordedLevel, RunLimits};
    use crate::lab::solvers::Statistics;

    fn record(configuration: &str, outcome: Outcome, value: Option<i64>) -> Record {
        Record {
            run: String::new(),
            level: RecordedLevel {
                game: None,
                hash: "9".to_owned(),
                facts: LevelFacts::new("figure-9", "2x4".to_owned(), &[]),
            },
            configuration: Configuration {
                name: configuration.to_owned(),
                solver: configuration.to_owned(),
                version: "1".to_owned(),
                model: None,
                search: None,
                options: Vec::new(),
                seed: None,
                declared: None,
            },
            repetition: 1,
            seed: None,
            limits: RunLimits {
                wall_seconds: None,
                cpu_seconds: None,
                memory: None,
                enforced: Default::default(),
            },
            outcome,
            remark: None,
            objective: Objective::FewestSteps,
            value,
            steps: None,
            optimal: outcome == Outcome::Solved,
            bound: None,
            seconds: 0.0,
            cpu_seconds: 0.0,
            peak_memory: 0,
            statistics: Statistics::default(),
            phases: Vec::new(),
            machine: Machine {
                host: String::new(),
                processor: String::new(),
                cores: 1,
                memory: 0,
                system: String::new(),
            },
            conditions: None,
            plotgen: String::new(),
            started: String::new(),
            files: None,
        }
    }

    fn outcomes(records: Vec<Record>) -> Vec<Outcome> {
        crosschecked(records).iter().map(|record| record.outcome).collect()
    }

    #[test]
    fn a_claimed_optimum_that_another_plan_beats_is_wrong() {
        let worse = record("worse", Outcome::Solved, Some(5));
        let better = record("better", Outcome::Solved, Some(4));
        let checked = crosschecked(vec![worse.clone(), better.clone()]);
        assert_eq!(checked[0].outcome, Outcome::Wrong);
        assert_eq!(
            checked[0].remark.as_deref(),
            Some(
                "claimed optimal with 5 steps, but better has a plan with 4 steps, valid by replay"
            )
        );
        assert_eq!(checked[1], better);
        let modest = Record { optimal: false, ..worse };
        assert_eq!(outcomes(vec![modest, better]), [Outcome::Solved, Outcome::Solved]);
    }

    #[test]
    fn where_more_is_better_the_smaller_optimum_is_wrong() {
        let scored = |configuration, value| Record {
            objective: Objective::GreatestScore,
            ..record(configuration, Outcome::Solved, Some(value))
        };
        let checked = crosschecked(vec![scored("low", 40), scored("high", 50)]);
        assert_eq!(checked[0].outcome, Outcome::Wrong);
        assert_eq!(
            checked[0].remark.as_deref(),
            Some(
                "claimed optimal with score 40, but high has a plan with score 50, valid by replay"
            )
        );
        assert_eq!(checked[1].outcome, Outcome::Solved);
        let late = |bound| Record {
            objective: Objective::GreatestScore,
            bound: Some(bound),
            ..record("late", Outcome::Timeout, None)
        };
        assert_eq!(outcomes(vec![late(50), scored("high", 50)])[0], Outcome::Timeout);
        assert_eq!(outcomes(vec![late(49), scored("high", 50)])[0], Outcome::Wrong);
    }

    #[test]
    fn any_plan_refutes_unsolvable_even_one_found_too_late() {
        let none = record("none", Outcome::Unsolvable, None);
        let late = record("late", Outcome::Timeout, Some(7));
        assert_eq!(outcomes(vec![none.clone(), late.clone()]), [Outcome::Wrong, Outcome::Timeout]);
        let mut elsewhere = late;
        elsewhere.level.hash = "10".to_owned();
        assert_eq!(outcomes(vec![none, elsewhere]), [Outcome::Unsolvable, Outcome::Timeout]);
    }

    #[test]
    fn a_bound_above_a_plan_is_wrong_and_a_true_one_is_not() {
        let late = |bound| Record { bound: Some(bound), ..record("late", Outcome::Timeout, None) };
        let solved = record("solved", Outcome::Solved, Some(4));
        assert_eq!(outcomes(vec![late(4), solved.clone()]), [Outcome::Timeout, Outcome::Solved]);
        assert_eq!(outcomes(vec![late(5), solved]), [Outcome::Wrong, Outcome::Solved]);
    }

    #[test]
    fn a_wrong_plan_refutes_nothing() {
        let wrong = record("wrong", Outcome::Wrong, None);
        let none = record("none", Outcome::Unsolvable, None);
        assert_eq!(outcomes(vec![wrong, none]), [Outcome::Wrong, Outcome::Unsolvable]);
    }
}
