//! Cross-checks: what the runs on a level say of each other. A plan that survived replay is a fact, and
//! refutes every claim that there is none, or none so short.
//!
//! Records stay as they were written, for they say what one run found. Whoever counts them looks at what
//! [`crosschecked`] makes of all of them together.

use std::collections::HashMap;

use super::record::Record;
use crate::lab::outcome::Outcome;

/// The records, those whose claim another one refutes as [`Outcome::Wrong`], with a remark.
pub fn crosschecked(records: Vec<Record>) -> Vec<Record> {
    let mut best: HashMap<String, Plan> = HashMap::new();
    for record in &records {
        let Some(length) = record.length else { continue };
        let plan = Plan { length, configuration: record.configuration.name.clone() };
        best.entry(record.level.hash.clone())
            .and_modify(|best| {
                if plan.length < best.length {
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

/// The shortest plan for a level that anyone has found.
#[derive(Clone)]
struct Plan {
    length: usize,
    configuration: String,
}

fn check(record: Record, best: &Plan) -> Record {
    let claim = match record.outcome {
        Outcome::Unsolvable => "said to be unsolvable".to_owned(),
        Outcome::Solved if record.optimal && record.length.is_some_and(|own| own > best.length) => {
            let own = shots(record.length.unwrap_or_default());
            format!("said to be solved optimally by {own}")
        }
        Outcome::Solved | Outcome::Timeout | Outcome::Memout | Outcome::Refuted
            if record.lower_bound > best.length =>
        {
            format!("said to have no plan of fewer than {}", shots(record.lower_bound))
        }
        Outcome::Solved
        | Outcome::Refuted
        | Outcome::Wrong
        | Outcome::Timeout
        | Outcome::Memout
        | Outcome::Crashed
        | Outcome::Missing
        | Outcome::Interrupted => return record,
    };
    let (by, length) = (&best.configuration, shots(best.length));
    let remark = format!("{claim}, but {by} has a plan of {length}, valid by replay");
    Record { outcome: Outcome::Wrong, remark: Some(remark), ..record }
}

fn shots(number: usize) -> String {
    if number == 1 { "1 shot".to_owned() } else { format!("{number} shots") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::campaign::record::{Configuration, LevelFacts, Machine, RunLimits};
    use crate::lab::solvers::Statistics;

    fn record(configuration: &str, outcome: Outcome, length: Option<usize>) -> Record {
        Record {
            run: String::new(),
            level: LevelFacts {
                name: "figure-9".to_owned(),
                hash: "9".to_owned(),
                class: "2x4".to_owned(),
                figures: Default::default(),
            },
            configuration: Configuration {
                name: configuration.to_owned(),
                solver: configuration.to_owned(),
                version: "1".to_owned(),
                model: None,
                variants: None,
                search: None,
                options: Vec::new(),
            },
            repetition: 1,
            limits: RunLimits {
                wall_seconds: None,
                cpu_seconds: None,
                memory: None,
                enforced: Default::default(),
            },
            outcome,
            remark: None,
            length,
            shots: None,
            optimal: outcome == Outcome::Solved,
            lower_bound: 0,
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
            plotgen: String::new(),
            started: String::new(),
            files: None,
        }
    }

    fn outcomes(records: Vec<Record>) -> Vec<Outcome> {
        crosschecked(records).iter().map(|record| record.outcome).collect()
    }

    #[test]
    fn an_optimum_that_is_beaten_is_wrong() {
        let worse = record("worse", Outcome::Solved, Some(5));
        let better = record("better", Outcome::Solved, Some(4));
        let checked = crosschecked(vec![worse.clone(), better.clone()]);
        assert_eq!(checked[0].outcome, Outcome::Wrong);
        assert_eq!(
            checked[0].remark.as_deref(),
            Some(
                "said to be solved optimally by 5 shots, but better has a plan of 4 shots, valid by replay"
            )
        );
        assert_eq!(checked[1], better);
        let modest = Record { optimal: false, ..worse };
        assert_eq!(outcomes(vec![modest, better]), [Outcome::Solved, Outcome::Solved]);
    }

    #[test]
    fn a_plan_of_anyone_refutes_unsolvable_even_if_it_was_found_too_late() {
        let none = record("none", Outcome::Unsolvable, None);
        let late = record("late", Outcome::Timeout, Some(7));
        assert_eq!(outcomes(vec![none.clone(), late.clone()]), [Outcome::Wrong, Outcome::Timeout]);
        let mut elsewhere = late;
        elsewhere.level.hash = "10".to_owned();
        assert_eq!(outcomes(vec![none, elsewhere]), [Outcome::Unsolvable, Outcome::Timeout]);
    }

    #[test]
    fn a_bound_above_a_plan_is_wrong_and_a_true_one_is_not() {
        let mut late = record("late", Outcome::Timeout, None);
        let solved = record("solved", Outcome::Solved, Some(4));
        late.lower_bound = 4;
        assert_eq!(
            outcomes(vec![late.clone(), solved.clone()]),
            [Outcome::Timeout, Outcome::Solved]
        );
        late.lower_bound = 5;
        assert_eq!(outcomes(vec![late, solved]), [Outcome::Wrong, Outcome::Solved]);
    }

    #[test]
    fn a_wrong_plan_refutes_nobody() {
        let wrong = record("wrong", Outcome::Wrong, None);
        let none = record("none", Outcome::Unsolvable, None);
        assert_eq!(outcomes(vec![wrong, none]), [Outcome::Wrong, Outcome::Unsolvable]);
    }
}
