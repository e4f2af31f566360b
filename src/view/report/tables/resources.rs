//! What the runs took: states, time and memory.

use super::super::table::{Best, Entry, Table, Value, mark_best};
use super::{name_of, text_and_numbers};
use crate::lab::report::resources::{Resource, Usage};
use crate::lab::report::results::Results;

/// The resources that are reported: all in one table, and each by class of level.
pub(super) fn all(results: &Results<'_>) -> Vec<Table> {
    let usages = Resource::ALL.map(|resource| (resource, Usage::new(results, resource)));
    let usages: Vec<(Resource, Usage)> =
        usages.into_iter().filter(|(_, usage)| usage.is_reported()).collect();
    if usages.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![overview(results, &usages)];
    tables.extend(usages.iter().map(|(resource, usage)| by_class(results, *resource, usage)));
    tables
}

fn heading(resource: Resource) -> &'static str {
    match resource {
        Resource::Expanded => "Expanded",
        Resource::Search => "Search s",
        Resource::Translation => "Translation s",
        Resource::Cpu => "CPU s",
        Resource::Wall => "Wall s",
        Resource::Memory => "Memory",
    }
}

fn name_and_title(resource: Resource) -> (&'static str, &'static str) {
    match resource {
        Resource::Expanded => ("expanded", "States or nodes expanded, by class"),
        Resource::Search => ("search", "Seconds of search, by class"),
        Resource::Translation => ("translation", "Seconds of translation, by class"),
        Resource::Cpu => ("cpu", "CPU seconds, by class"),
        Resource::Wall => ("wall", "Wall seconds, by class"),
        Resource::Memory => ("memory", "Peak memory, by class"),
    }
}

fn value(resource: Resource, mean: Option<f64>) -> Value {
    let Some(mean) = mean else { return Value::Empty };
    match resource {
        Resource::Expanded => Value::Amount(mean),
        Resource::Search | Resource::Translation | Resource::Cpu | Resource::Wall => {
            Value::Seconds(mean)
        }
        Resource::Memory => Value::Bytes(mean.round() as u64),
    }
}

const MEANS: &str = "Geometric means over the levels that every configuration which reports the figure \
                     answered; times below 0.001 s count as 0.001 s.";

fn overview(results: &Results<'_>, usages: &[(Resource, Usage)]) -> Table {
    let row = |index: usize| -> Vec<Entry> {
        let mean = |(resource, usage): &(Resource, Usage)| {
            value(*resource, usage.mean(results, index, &usage.levels)).into()
        };
        std::iter::once(name_of(results, index)).chain(usages.iter().map(mean)).collect()
    };
    let mut rows: Vec<Vec<Entry>> = results.ranking().into_iter().map(row).collect();
    for column in 1..=usages.len() {
        mark_best(rows.iter_mut().map(|row| &mut row[column]), Best::Least);
    }
    let counts = usages
        .iter()
        .map(|(resource, usage)| format!("{} {}", heading(*resource), usage.levels.len()));
    let counts = counts.collect::<Vec<_>>().join(", ");
    let headings = usages.iter().map(|(resource, _)| heading(*resource));
    Table::new(
        "resources",
        "What the runs took",
        format!("{MEANS} Levels compared: {counts}."),
        text_and_numbers("Configuration", headings),
        rows,
    )
}

fn by_class(results: &Results<'_>, resource: Resource, usage: &Usage) -> Table {
    let ranking = results.ranking();
    let row = |(class, levels): (&str, Vec<usize>)| {
        let levels: Vec<usize> =
            levels.into_iter().filter(|level| usage.levels.contains(level)).collect();
        let mean = |&index: &usize| value(resource, usage.mean(results, index, &levels)).into();
        let mut entries: Vec<Entry> = ranking.iter().map(mean).collect();
        mark_best(entries.iter_mut(), Best::Least);
        let first = [Value::text(class), Value::Count(levels.len())].map(Entry::from);
        first.into_iter().chain(entries).collect()
    };
    let classes =
        results.classes().into_iter().chain([("all", (0..results.levels.len()).collect())]);
    let headings = ranking.iter().map(|&index| &*results.configurations[index].name);
    let columns = text_and_numbers("Class", std::iter::once("Levels").chain(headings));
    let (name, title) = name_and_title(resource);
    Table::new(name, title, MEANS, columns, classes.map(row).collect())
}
