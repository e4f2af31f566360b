//! Builds the tables of a report.

use std::collections::BTreeMap;

use super::table::{Best, Column, Entry, Table, Value, mark_best};
use crate::lab::campaign::record::Configuration;
use crate::lab::natural::natural_order;
use crate::lab::outcome::Outcome;
use crate::lab::report::difference::Difference;
use crate::lab::report::results::{Cell, Clock, Level, Results, Standing};
use crate::lab::report::summary::WrongRun;

/// The name of the table with one row per level and one column per configuration.
pub const MATRIX: &str = "matrix";

/// The names of all tables that a report can have.
pub const NAMES: [&str; 9] = [
    "wrong",
    "summary",
    "differences",
    "variants",
    "virtual-best",
    "outcomes",
    "classes",
    "classes-par2",
    MATRIX,
];

/// All tables of a report, the most important first.
pub fn all(results: &Results<'_>, baseline: Option<usize>) -> Vec<Table> {
    let mut tables = Vec::new();
    tables.extend(wrong(results));
    tables.push(summary(results));
    tables.extend(baseline.map(|baseline| differences(results, baseline)));
    tables.extend(variants(results, baseline));
    tables.push(virtual_best(results));
    tables.push(outcomes(results));
    tables.push(classes(results, "classes", "Instances solved by class", Best::Most, |standing| {
        Value::Count(standing.answered)
    }));
    tables.push(classes(results, "classes-par2", "PAR2 by class", Best::Least, |standing| {
        Value::seconds(standing.par2)
    }));
    tables.push(matrix(results));
    debug_assert!(tables.iter().all(|table| NAMES.contains(&table.name)), "every name is listed");
    tables
}

/// The wrong runs, with what is needed to reproduce them.
fn wrong(results: &Results<'_>) -> Option<Table> {
    let wrong = WrongRun::all(results);
    let row = |run: &WrongRun<'_>| {
        let optional = |text: Option<&str>| text.map_or(Value::Empty, Value::text);
        let entries = [
            Value::text(run.configuration),
            Value::text(run.level),
            optional(run.remark),
            Value::text(&run.record),
            optional(run.files),
        ];
        entries.map(Entry::from).into()
    };
    let headings = ["Configuration", "Level", "What is wrong", "Record", "Files"];
    (!wrong.is_empty()).then(|| Table {
        name: "wrong",
        title: "Wrong answers".to_owned(),
        note: "They do not count as solved.".to_owned(),
        columns: headings.map(Column::text).into(),
        rows: wrong.iter().map(row).collect(),
    })
}

/// The scores of all configurations, as in Table 1 of the article.
fn summary(results: &Results<'_>) -> Table {
    let row = |name: &str, standing: Standing| -> Vec<Entry> {
        let entries = [
            Value::text(name),
            Value::Count(standing.levels),
            Value::Count(standing.answered),
            Value::seconds(standing.par2),
            Value::seconds(standing.par2_wall),
            Value::bytes(standing.peak_memory),
        ];
        entries.map(Entry::from).into()
    };
    let named = |index: usize| row(&results.configurations[index].name, results.standing(index));
    let mut rows: Vec<Vec<Entry>> = results.ranking().into_iter().map(named).collect();
    for (column, best) in [(2, Best::Most), (3, Best::Least), (4, Best::Least), (5, Best::Least)] {
        mark_best(rows.iter_mut().map(|row| &mut row[column]), best);
    }
    if results.configurations.len() > 1 {
        rows.push(row("virtual best", Standing::of(results.virtual_best(|_| true))));
    }
    Table {
        name: "summary",
        title: "Instances solved and PAR2 score per configuration".to_owned(),
        note: "Solved counts valid plans and proofs that there is no plan. PAR2 is the sum of the \
               CPU seconds of the process tree, with twice the limit for each level without an \
               answer; PAR2 wall is the same with wall time."
            .to_owned(),
        columns: vec![
            Column::text("Configuration"),
            Column::numbers("Levels"),
            Column::numbers("Solved"),
            Column::numbers("PAR2"),
            Column::numbers("PAR2 wall"),
            Column::numbers("Peak memory"),
        ],
        rows,
    }
}

/// The difference of each configuration from the baseline.
fn differences(results: &Results<'_>, baseline: usize) -> Table {
    let row = |index: usize| -> Vec<Entry> {
        let difference = Difference::new(results, index, baseline);
        let entries = [
            Value::text(&results.configurations[index].name),
            Value::Count(difference.levels),
            Value::Change(difference.answered()),
            Value::Count(difference.gained),
            Value::Count(difference.lost),
            Value::Count(difference.faster),
            Value::Count(difference.slower),
            Value::percent(difference.par2.0, difference.par2.1),
            Value::percent(difference.par2_wall.0, difference.par2_wall.1),
        ];
        entries.map(Entry::from).into()
    };
    let others = results.ranking().into_iter().filter(|&index| index != baseline);
    let mut rows: Vec<Vec<Entry>> = others.map(row).collect();
    // The baseline competes for the best value too: its difference from itself is 0.
    let mut zeros = [Value::Change(0), Value::Percent(0.0), Value::Percent(0.0)].map(Entry::from);
    let contests = [(2, Best::Most), (7, Best::Least), (8, Best::Least)];
    for ((column, best), zero) in contests.into_iter().zip(&mut zeros) {
        mark_best(rows.iter_mut().map(|row| &mut row[column]).chain([zero]), best);
    }
    let headings = ["Levels", "Solved", "Gained", "Lost", "Faster", "Slower", "PAR2", "PAR2 wall"];
    let columns = headings.map(Column::numbers);
    Table {
        name: "differences",
        title: format!("Differences from {}", results.configurations[baseline].name),
        note: "Over the levels that both configurations ran. Gained are levels that only this \
             configuration answered, lost are levels that only the baseline answered. Faster and \
             slower compare CPU time on levels that both answered. Lower PAR2 is better."
            .to_owned(),
        columns: std::iter::once(Column::text("Configuration")).chain(columns).collect(),
        rows,
    }
}

/// Table 2 of the article: one row per solver and model, one column per variant.
fn variants(results: &Results<'_>, baseline: Option<usize>) -> Option<Table> {
    let mut groups: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for (index, configuration) in results.configurations.iter().enumerate() {
        if let Some(variants) = configuration.variants() {
            groups.entry(family(configuration)).or_default().insert(variants, index);
        }
    }
    let mut names: Vec<&str> = groups.values().flat_map(BTreeMap::keys).copied().collect();
    names.sort_by(|a, b| natural_order(a, b));
    names.dedup();
    let base = baseline
        .and_then(|index| results.configurations[index].variants())
        .or_else(|| names.iter().copied().find(|&name| name == "plain"))
        .or_else(|| names.first().copied())?;
    names.retain(|&name| name != base);
    groups.retain(|_, members| members.len() > 1 && members.contains_key(base));
    if groups.is_empty() {
        return None;
    }
    let row = |measure: &str, best: Best, family: &str, members: &BTreeMap<&str, usize>| {
        let baseline = members[base];
        let standing = results.standing(baseline);
        let (own, is_count) = match best {
            Best::Most => (Value::Count(standing.answered), true),
            Best::Least => (Value::seconds(standing.par2), false),
        };
        let other = |name: &&str| match members.get(name) {
            None => Value::Empty,
            Some(&index) => {
                let difference = Difference::new(results, index, baseline);
                if is_count {
                    Value::Change(difference.answered())
                } else {
                    Value::percent(difference.par2.0, difference.par2.1)
                }
            }
        };
        let mut others: Vec<Entry> = names.iter().map(other).map(Entry::from).collect();
        let mut zero = Entry::from(if is_count { Value::Change(0) } else { Value::Percent(0.0) });
        mark_best(others.iter_mut().chain([&mut zero]), best);
        let own = Entry { value: own, is_best: zero.is_best };
        let names = [Value::text(measure), Value::text(family)].map(Entry::from);
        names.into_iter().chain([own]).chain(others).collect::<Vec<Entry>>()
    };
    let rows = |measure: &'static str, best| {
        groups.iter().map(move |(family, members)| (measure, best, family, members))
    };
    let rows = rows("Solved", Best::Most).chain(rows("PAR2", Best::Least));
    let headings = std::iter::once(base).chain(names.iter().copied()).map(Column::numbers);
    Some(Table {
        name: "variants",
        title: "Instances solved and PAR2 score per solver and variant of the model".to_owned(),
        note: format!(
            "Column {base} shows the figures; the other columns show differences from it."
        ),
        columns: [Column::text(""), Column::text("Solver")].into_iter().chain(headings).collect(),
        rows: rows
            .map(|(measure, best, family, members)| row(measure, best, family, members))
            .collect(),
    })
}

/// The name of a configuration without its variants.
fn family(configuration: &Configuration) -> String {
    let Configuration { solver, search, options, .. } = configuration;
    let parts = [Some(solver.as_str()), configuration.base_model(), search.as_deref()];
    let parts = parts.into_iter().flatten().chain(options.iter().map(String::as_str));
    parts.collect::<Vec<_>>().join(" ")
}

/// The contribution of each configuration to the virtual best solver.
fn virtual_best(results: &Results<'_>) -> Table {
    let all = Standing::of(results.virtual_best(|_| true));
    let mut fastest = vec![0; results.configurations.len()];
    for cell in results.virtual_best(|_| true).filter(|cell| cell.record.is_answer()) {
        fastest[results.place(cell.run).1] += 1;
    }
    let row = |index: usize| -> Vec<Entry> {
        let without = Standing::of(results.virtual_best(|other| other != index));
        let entries = [
            Value::text(&results.configurations[index].name),
            Value::Count(fastest[index]),
            Value::Count(all.answered.saturating_sub(without.answered)),
            Value::Count(without.answered),
            Value::percent(without.par2, all.par2),
        ];
        entries.map(Entry::from).into()
    };
    let mut rows: Vec<Vec<Entry>> = results.ranking().into_iter().map(row).collect();
    for column in [1, 2, 4] {
        mark_best(rows.iter_mut().map(|row| &mut row[column]), Best::Most);
    }
    Table {
        name: "virtual-best",
        title: "What each configuration adds to the virtual best solver".to_owned(),
        note: format!(
            "The virtual best solver uses the best configuration for each level; it solves {} of \
             {}. Fastest counts the levels where this configuration is the best, alone those that \
             no other configuration solves. The last two columns show what the others reach \
             together.",
            all.answered, all.levels
        ),
        columns: vec![
            Column::text("Configuration"),
            Column::numbers("Fastest"),
            Column::numbers("Alone"),
            Column::numbers("Solved without it"),
            Column::numbers("PAR2 without it"),
        ],
        rows,
    }
}

/// The number of runs per outcome and configuration.
fn outcomes(results: &Results<'_>) -> Table {
    let count = |index: usize, outcome: Outcome| {
        results.column(index).filter(|cell| cell.record.outcome == outcome).count()
    };
    let configurations = 0..results.configurations.len();
    let occurs = |&outcome: &Outcome| configurations.clone().any(|index| count(index, outcome) > 0);
    let occurring: Vec<Outcome> = Outcome::ALL.into_iter().filter(occurs).collect();
    let row = |index: usize| {
        let name = Entry::from(Value::text(&results.configurations[index].name));
        let counts = occurring.iter().map(|&outcome| Value::Count(count(index, outcome)).into());
        std::iter::once(name).chain(counts).collect()
    };
    let columns = occurring.iter().map(|outcome| Column::numbers(outcome.word()));
    Table {
        name: "outcomes",
        title: "Outcomes per configuration".to_owned(),
        note: String::new(),
        columns: std::iter::once(Column::text("Configuration")).chain(columns).collect(),
        rows: results.ranking().into_iter().map(row).collect(),
    }
}

/// One value per class of levels and configuration.
fn classes(
    results: &Results<'_>,
    name: &'static str,
    title: &str,
    best: Best,
    value: impl Fn(Standing) -> Value,
) -> Table {
    let ranking = results.ranking();
    let row = |(class, levels): (&str, Vec<usize>)| {
        let standing = |&index: &usize| {
            Standing::of(levels.iter().filter_map(|&level| results.cell(level, index)))
        };
        let entry = |standing: Standing| match standing.levels {
            0 => Value::Empty.into(),
            _ => value(standing).into(),
        };
        let mut entries: Vec<Entry> = ranking.iter().map(standing).map(entry).collect();
        mark_best(entries.iter_mut(), best);
        let first = [Value::text(class), Value::Count(levels.len())].map(Entry::from);
        first.into_iter().chain(entries).collect()
    };
    let headings = ranking.iter().map(|&index| &*results.configurations[index].name);
    let columns = std::iter::once("Levels").chain(headings).map(Column::numbers);
    Table {
        name,
        title: title.to_owned(),
        note: String::new(),
        columns: std::iter::once(Column::text("Class")).chain(columns).collect(),
        rows: results.classes().into_iter().map(row).collect(),
    }
}

/// The CPU time of each answer, or the outcome, by level and configuration.
fn matrix(results: &Results<'_>) -> Table {
    let ranking = results.ranking();
    let value = |cell: Option<Cell<'_>>| match cell {
        None => Value::Empty,
        Some(cell) => match cell.answer_time(Clock::Cpu) {
            Some(seconds) => Value::Seconds(seconds),
            None => Value::text(cell.record.outcome.word()),
        },
    };
    let row = |(index, level): (usize, &Level<'_>)| {
        let cells = ranking.iter().map(|&configuration| value(results.cell(index, configuration)));
        let names = [Value::text(&level.label), Value::text(&level.facts.class)];
        names.into_iter().chain(cells).map(Entry::from).collect()
    };
    let headings =
        ranking.iter().map(|&index| Column::numbers(&results.configurations[index].name));
    let columns = [Column::text("Level"), Column::text("Class")].into_iter().chain(headings);
    Table {
        name: MATRIX,
        title: "Results by level and configuration".to_owned(),
        note: "CPU seconds of an answer, or the outcome.".to_owned(),
        columns: columns.collect(),
        rows: results.levels.iter().enumerate().map(row).collect(),
    }
}
