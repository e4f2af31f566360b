//! The metrics of levels as variables in formulas.

use std::sync::Arc;

use minijinja::value::{Object, Value};

use super::metrics::{Figure, METRICS, Metrics};
use crate::games::plotting::formula::{Formula, FormulaError, plain};

/// Parses a formula over metrics.
///
/// # Errors
/// If `text` is not an expression, or uses a name that is not a metric.
pub fn formula(text: &str) -> Result<Formula, FormulaError> {
    let names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    Formula::new(text, "metric", &names)
}

/// The metrics of a level as variables in a formula.
pub fn scope(metrics: &Arc<Metrics>) -> Value {
    Value::from_object(Scope(Arc::clone(metrics)))
}

/// Computes a value only when a formula looks it up.
#[derive(Debug)]
struct Scope(Arc<Metrics>);

impl Object for Scope {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let metric = METRICS.iter().find(|metric| plain(metric.name) == key)?;
        Some(match (metric.of)(&self.0) {
            Figure::Count(count) => Value::from(count),
            Figure::Share(share) => Value::from(share),
            Figure::List(list) => Value::from(list),
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }
}
