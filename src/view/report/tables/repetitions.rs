//! Repeated runs, and what seeds change.

use std::collections::BTreeMap;

use super::super::table::{Column, Entry, Table, Value};
use super::name_of;
use crate::lab::report::repetitions::{Seeds, Spread};
use crate::lab::report::results::Results;

/// The spread of repeated runs, if there are any.
pub(super) fn repetitions(results: &Results<'_>) -> Option<Table> {
    let row = |spread: &Spread| -> Vec<Entry> {
        let [lower, median, upper] =
            spread.quartiles.map_or([const { Value::Empty }; 3], |all| all.map(Value::Seconds));
        let extreme = |end: fn((f64, f64)) -> f64| {
            spread.extremes.map_or(Value::Empty, |ends| Value::Seconds(end(ends)))
        };
        let relative = spread.relative();
        let entries = [
            Value::Count(spread.runs),
            Value::Count(spread.answered),
            extreme(|ends| ends.0),
            lower,
            median,
            upper,
            extreme(|ends| ends.1),
            relative.map_or(Value::Empty, |share| Value::Percent(100.0 * share)),
        ];
        let level = Value::text(&results.levels[spread.level].label).into();
        let names = [name_of(results, spread.configuration), level];
        names.into_iter().chain(entries.map(Entry::from)).collect()
    };
    let rows: Vec<Vec<Entry>> = Spread::all(results).iter().map(row).collect();
    let numbers =
        ["Runs", "Solved", "Least", "Lower quartile", "Median", "Upper quartile", "Most", "Spread"];
    let columns = [Column::text("Configuration"), Column::text("Level")].into_iter();
    (!rows.is_empty()).then(|| {
        Table::new(
            "repetitions",
            "Repeated runs",
            "CPU seconds, or twice the limit where a run gave no answer. Spread is the distance between \
             the quartiles in per cent of the median.",
            columns.chain(numbers.map(Column::numbers)).collect(),
            rows,
        )
    })
}

/// The scores by seed, if any configuration ran with several.
pub(super) fn seeds(results: &Results<'_>) -> Option<Table> {
    // The name of a configuration with a seed of its own ends with it: they belong together.
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, configuration) in results.configurations.iter().enumerate() {
        let end = configuration.seed.map(|seed| format!("/seed {seed}"));
        let name = end.as_deref().and_then(|end| configuration.name.strip_suffix(end));
        groups.entry(name.unwrap_or(&configuration.name).to_owned()).or_default().push(index);
    }
    let rows = groups.iter().filter_map(|(name, members)| {
        let seeds = Seeds::new(results, members)?;
        Some(seeds.standings.into_iter().map(move |(seed, standing)| {
            let entries = [
                Value::text(name),
                Value::Integer(i64::try_from(seed).unwrap_or(i64::MAX)),
                Value::Count(standing.levels),
                Value::Count(standing.answered),
                Value::Count(standing.optimal),
                Value::seconds(standing.par2),
            ];
            entries.map(Entry::from).into()
        }))
    });
    let rows: Vec<Vec<Entry>> = rows.flatten().collect();
    let numbers = ["Seed", "Levels", "Solved", "Optimal", "PAR2"];
    let columns = std::iter::once(Column::text("Configuration"));
    (!rows.is_empty()).then(|| {
        Table::new(
            "seeds",
            "Scores by seed",
            "Each configuration on the levels that it ran with every seed.",
            columns.chain(numbers.map(Column::numbers)).collect(),
            rows,
        )
    })
}
