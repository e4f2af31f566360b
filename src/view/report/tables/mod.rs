//! Builds the tables of a report.
//!
//! - `overview`: scores, outcomes, wrong answers and what did not run;
//! - `comparisons`: configurations compared with each other;
//! - `levels`: classes of levels, and single ones;
//! - `quality`: plans compared with the best known;
//! - `resources`: states, time and memory;
//! - `repetitions`: repeated runs and seeds.

mod comparisons;
mod levels;
mod overview;
mod quality;
mod repetitions;
mod resources;

use super::table::{Column, Entry, Table, Value};
use crate::lab::report::results::Results;

/// The name of the table with one row per level and one column per configuration.
pub const MATRIX: &str = "matrix";

/// The name of the table with the values of plans, one row per level and one column per configuration.
pub const VALUES: &str = "matrix-values";

/// The name of the table with the scores of all configurations.
pub const SUMMARY: &str = "summary";

/// The names of all tables that a report can have.
pub const NAMES: [&str; 24] = [
    "wrong",
    "not-run",
    SUMMARY,
    "intervals",
    "significance",
    "differences",
    "variants",
    "virtual-best",
    "quality",
    "outcomes",
    "classes",
    "classes-optimal",
    "classes-par2",
    "resources",
    "expanded",
    "search",
    "translation",
    "cpu",
    "wall",
    "memory",
    "seeds",
    "repetitions",
    MATRIX,
    VALUES,
];

/// All tables of a report, the most important first.
pub fn all(results: &Results<'_>, baseline: Option<usize>) -> Vec<Table> {
    let mut tables = Vec::new();
    tables.extend(overview::wrong(results));
    tables.extend(overview::not_run(results));
    tables.push(overview::summary(results));
    tables.push(overview::intervals(results));
    tables.extend(comparisons::significance(results, baseline));
    tables.extend(baseline.map(|baseline| comparisons::differences(results, baseline)));
    tables.extend(comparisons::variants(results, baseline));
    tables.push(comparisons::virtual_best(results));
    tables.push(quality::quality(results));
    tables.push(overview::outcomes(results));
    tables.extend(levels::classes(results));
    tables.extend(resources::all(results));
    tables.extend(repetitions::seeds(results));
    tables.extend(repetitions::repetitions(results));
    tables.push(levels::matrix(results));
    tables.push(levels::values(results));
    debug_assert!(tables.iter().all(|table| NAMES.contains(&table.name)), "every name is listed");
    match results.progress.note() {
        Some(missing) => tables.into_iter().map(|table| table.incomplete(&missing)).collect(),
        None => tables,
    }
}

/// The name of a configuration as the first entry of a row.
fn name_of(results: &Results<'_>, configuration: usize) -> Entry {
    Value::text(&results.configurations[configuration].name).into()
}

/// A column of text, followed by columns of numbers.
fn text_and_numbers<'a>(text: &str, numbers: impl IntoIterator<Item = &'a str>) -> Vec<Column> {
    let numbers = numbers.into_iter().map(Column::numbers);
    std::iter::once(Column::text(text)).chain(numbers).collect()
}
