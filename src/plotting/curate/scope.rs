//! The metrics of levels as formulas see them.

use std::sync::Arc;

use minijinja::value::{Object, Value};

use super::metrics::{Figure, METRICS, Metrics};
use crate::plotting::formula::{Formula, FormulaError};

/// A formula over metrics.
///
/// # Errors
/// If the text is no expression, or names something that is no metric.
pub fn formula(text: &str) -> Result<Formula, FormulaError> {
    let names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
    Formula::new(text, "metric", &names)
}

/// Metrics as formulas see them.
pub fn scope(metrics: &Arc<Metrics>) -> Value {
    Value::from_object(Scope { metrics: Arc::clone(metrics), within: "" })
}

/// All metrics, or those whose names begin in the same way.
#[derive(Debug)]
struct Scope {
    metrics: Arc<Metrics>,
    within: &'static str,
}

impl Object for Scope {
    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let rest = |name: &'static str| {
            name.strip_prefix(self.within)?.trim_start_matches('.').strip_prefix(key)
        };
        METRICS.iter().find_map(|metric| match rest(metric.name)? {
            "" => Some(match (metric.of)(&self.metrics) {
                Figure::Count(count) => Value::from(count),
                Figure::Share(share) => Value::from(share),
                Figure::List(list) => Value::from(list),
            }),
            more if more.starts_with('.') => {
                let within = &metric.name[..metric.name.len() - more.len()];
                Some(Value::from_object(Scope { metrics: Arc::clone(&self.metrics), within }))
            }
            _ => None,
        })
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }
}
