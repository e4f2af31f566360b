//! Every record as a row of one table, with a column for each field: what `runs.csv` holds.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::lab::campaign::record::Record;
use crate::lab::campaign::task::Task;

/// The columns that come first, in this order. The others follow by name.
const FIRST: [&str; 20] = [
    "run",
    "level.name",
    "level.class",
    "configuration.name",
    "repetition",
    "seed",
    "outcome",
    "optimal",
    "value",
    "bound",
    "objective",
    "cpu_seconds",
    "seconds",
    "translation_seconds",
    "search_seconds",
    "expanded",
    "peak_memory",
    "search_memory",
    "remark",
    "steps",
];

/// The outcome of a planned run without a record.
const NOT_RUN: &str = "not run";

/// The records and the planned runs without one, as rows of text.
pub struct Flat {
    /// The names of the columns: a field, or the path to it, with dots.
    pub columns: Vec<String>,
    /// The rows.
    rows: Vec<BTreeMap<String, String>>,
}

impl Flat {
    /// Flattens records, and planned runs that have none.
    ///
    /// # Errors
    /// If a record cannot be serialised.
    pub fn new(records: &[Record], tasks: &[Task]) -> serde_json::Result<Flat> {
        let known: BTreeSet<&str> = records.iter().map(|record| &*record.run).collect();
        let mut rows = Vec::with_capacity(records.len());
        for record in records {
            rows.push(row(&serde_json::to_value(record)?));
        }
        for task in tasks.iter().filter(|task| !known.contains(&*task.run)) {
            let mut row = row(&serde_json::to_value(task)?);
            for limit in ["wall_seconds", "cpu_seconds", "memory"] {
                if let Some(value) = row.remove(limit) {
                    row.insert(format!("limits.{limit}"), value);
                }
            }
            row.remove("file");
            row.remove("missing");
            row.insert("outcome".to_owned(), NOT_RUN.to_owned());
            rows.push(row);
        }
        let mut names: BTreeSet<&str> =
            rows.iter().flat_map(|row| row.keys().map(String::as_str)).collect();
        let mut columns: Vec<String> = FIRST
            .iter()
            .filter(|name| names.remove(*name))
            .map(|name| (*name).to_owned())
            .collect();
        columns.extend(names.into_iter().map(str::to_owned));
        Ok(Flat { columns, rows })
    }

    /// The rows, with a text for each column, empty where there is none.
    pub fn rows(&self) -> impl Iterator<Item = Vec<&str>> {
        self.rows.iter().map(|row| {
            let text = |column| row.get(column).map_or("", String::as_str);
            self.columns.iter().map(text).collect()
        })
    }
}

fn row(value: &Value) -> BTreeMap<String, String> {
    let mut row = BTreeMap::new();
    flatten("", value, &mut row);
    row
}

fn flatten(path: &str, value: &Value, row: &mut BTreeMap<String, String>) {
    let text = match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                flatten(&path, value, row);
            }
            return;
        }
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
        }
        Value::Array(_) | Value::Bool(_) | Value::Number(_) => value.to_string(),
    };
    row.insert(path.to_owned(), text);
}
