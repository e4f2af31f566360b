//! The tables of a report.

use std::collections::BTreeMap;

use super::table::{Best, Column, Entry, Table, Value, mark_best};
use crate::lab::campaign::record::Configuration;
use crate::lab::outcome::Outcome;
use crate::lab::report::difference::Difference;
use crate::lab::report::results::{Cell, Clock, Level, Results, Standing, natural};

/// The name of the table of levels and configurations, which is as long as there are levels.
pub const MATRIX: &str = "matrix";

/// The names of all tables that there can be.
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

/// All tables, the most important first.
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
    debug_assert!(tables.iter().all(|table| NAMES.contains(&table.name)), "they are listed");
    tables
}

/// Answers that do not hold, with what is needed to see that.
fn wrong(results: &Results<'_>) -> Option<Table> {
    let wrong = results.wrong();
    let row = |&run: &usize| {
        let (record, (level, _)) = (&results.records[run], results.place(run));
        let optional = |text: &Option<String>| text.clone().map_or(Value::Nothing, Value::Words);
        let entries = [
            Value::words(&record.configuration.name),
            Value::words(&results.levels[level].label),
            optional(&record.remark),
            Value::words(record.file()),
            optional(&record.files),
        ];
        entries.map(Entry::from).into()
    };
    let headings = ["Configuration", "Level", "What is wrong", "Record", "Files"];
    (!wrong.is_empty()).then(|| Table {
        name: "wrong",
        title: "Wrong answers".to_owned(),
        note: "They do not count as solved.".to_owned(),
        columns: headings.map(Column::words).into(),
        rows: wrong.iter().map(row).collect(),
    })
}

/// Table 1 of the article.
fn summary(results: &Results<'_>) -> Table {
    let row = |name: &str, standing: Standing| -> Vec<Entry> {
        let entries = [
            Value::words(name),
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
        note: "Solved counts plans and proofs that there is none. PAR2 is the sum of the processor \
               seconds of the process tree, twice the limit for what was not answered; PAR2 wall is \
               the same in wall time."
            .to_owned(),
        columns: vec![
            Column::words("Configuration"),
            Column::numbers("Levels"),
            Column::numbers("Solved"),
            Column::numbers("PAR2"),
            Column::numbers("PAR2 wall"),
            Column::numbers("Peak memory"),
        ],
        rows,
    }
}

/// What Table 2 of the article says, for any configurations.
fn differences(results: &Results<'_>, baseline: usize) -> Table {
    let row = |index: usize| -> Vec<Entry> {
        let difference = Difference::new(results, index, baseline);
        let entries = [
            Value::words(&results.configurations[index].name),
            Value::Count(difference.levels),
            Value::More(difference.answered()),
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
    // The baseline takes part in the contest, with no difference to itself.
    let mut none = [Value::More(0), Value::Percent(0.0), Value::Percent(0.0)].map(Entry::from);
    let contests = [(2, Best::Most), (7, Best::Least), (8, Best::Least)];
    for ((column, best), none) in contests.into_iter().zip(&mut none) {
        mark_best(rows.iter_mut().map(|row| &mut row[column]).chain([none]), best);
    }
    let headings = ["Levels", "Solved", "Gained", "Lost", "Faster", "Slower", "PAR2", "PAR2 wall"];
    let columns = headings.map(Column::numbers);
    Table {
        name: "differences",
        title: format!("Differences to {}", results.configurations[baseline].name),
        note: "Over the levels that both ran. Gained and lost are levels that only the one or only \
               the baseline answered, faster and slower compare processor time where both did. Less \
               is better for PAR2."
            .to_owned(),
        columns: std::iter::once(Column::words("Configuration")).chain(columns).collect(),
        rows,
    }
}

/// Table 2 of the article: a row for each solver and model, a column for each variant.
fn variants(results: &Results<'_>, baseline: Option<usize>) -> Option<Table> {
    let mut groups: BTreeMap<String, BTreeMap<&str, usize>> = BTreeMap::new();
    for (index, configuration) in results.configurations.iter().enumerate() {
        if let Some(variants) = &configuration.variants {
            groups.entry(family(configuration)).or_default().insert(variants, index);
        }
    }
    let mut names: Vec<&str> = groups.values().flat_map(BTreeMap::keys).copied().collect();
    names.sort_by(|a, b| natural(a, b));
    names.dedup();
    let base = baseline
        .and_then(|index| results.configurations[index].variants.as_deref())
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
            None => Value::Nothing,
            Some(&index) => {
                let difference = Difference::new(results, index, baseline);
                if is_count {
                    Value::More(difference.answered())
                } else {
                    Value::percent(difference.par2.0, difference.par2.1)
                }
            }
        };
        let mut others: Vec<Entry> = names.iter().map(other).map(Entry::from).collect();
        let mut zero = Entry::from(if is_count { Value::More(0) } else { Value::Percent(0.0) });
        mark_best(others.iter_mut().chain([&mut zero]), best);
        let own = Entry { value: own, is_best: zero.is_best };
        let words = [Value::words(measure), Value::words(family)].map(Entry::from);
        words.into_iter().chain([own]).chain(others).collect::<Vec<Entry>>()
    };
    let rows = |measure: &'static str, best| {
        groups.iter().map(move |(family, members)| (measure, best, family, members))
    };
    let rows = rows("Solved", Best::Most).chain(rows("PAR2", Best::Least));
    let headings = std::iter::once(base).chain(names.iter().copied()).map(Column::numbers);
    Some(Table {
        name: "variants",
        title: "Instances solved and PAR2 score per solver and variant of the model".to_owned(),
        note: format!("The column {base} has the figures, the others their differences to it."),
        columns: [Column::words(""), Column::words("Solver")].into_iter().chain(headings).collect(),
        rows: rows
            .map(|(measure, best, family, members)| row(measure, best, family, members))
            .collect(),
    })
}

/// A configuration without its variants.
fn family(configuration: &Configuration) -> String {
    let parts =
        [Some(&configuration.solver), configuration.model.as_ref(), configuration.search.as_ref()];
    let parts = parts.into_iter().flatten().chain(&configuration.options);
    parts.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// What each configuration adds to the virtual best solver.
fn virtual_best(results: &Results<'_>) -> Table {
    let all = Standing::of(results.virtual_best(|_| true));
    let mut fastest = vec![0; results.configurations.len()];
    for cell in results.virtual_best(|_| true).filter(|cell| cell.record.is_answer()) {
        fastest[results.place(cell.run).1] += 1;
    }
    let row = |index: usize| -> Vec<Entry> {
        let without = Standing::of(results.virtual_best(|other| other != index));
        let entries = [
            Value::words(&results.configurations[index].name),
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
            "The virtual best solver takes for each level the best configuration: it solves {} of {}. \
             Fastest counts the levels for which that is this one, alone those that no other solves; \
             the last two columns say what the others would reach together.",
            all.answered, all.levels
        ),
        columns: vec![
            Column::words("Configuration"),
            Column::numbers("Fastest"),
            Column::numbers("Alone"),
            Column::numbers("Solved without it"),
            Column::numbers("PAR2 without it"),
        ],
        rows,
    }
}

fn outcomes(results: &Results<'_>) -> Table {
    let count = |index: usize, outcome: Outcome| {
        results.column(index).filter(|cell| cell.record.outcome == outcome).count()
    };
    let configurations = 0..results.configurations.len();
    let is_there =
        |&outcome: &Outcome| configurations.clone().any(|index| count(index, outcome) > 0);
    let there: Vec<Outcome> = Outcome::ALL.into_iter().filter(is_there).collect();
    let row = |index: usize| {
        let name = Entry::from(Value::words(&results.configurations[index].name));
        let counts = there.iter().map(|&outcome| Value::Count(count(index, outcome)).into());
        std::iter::once(name).chain(counts).collect()
    };
    let columns = there.iter().map(|outcome| Column::numbers(outcome.word()));
    Table {
        name: "outcomes",
        title: "Outcomes per configuration".to_owned(),
        note: String::new(),
        columns: std::iter::once(Column::words("Configuration")).chain(columns).collect(),
        rows: results.ranking().into_iter().map(row).collect(),
    }
}

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
            0 => Value::Nothing.into(),
            _ => value(standing).into(),
        };
        let mut entries: Vec<Entry> = ranking.iter().map(standing).map(entry).collect();
        mark_best(entries.iter_mut(), best);
        let words = [Value::words(class), Value::Count(levels.len())].map(Entry::from);
        words.into_iter().chain(entries).collect()
    };
    let headings = ranking.iter().map(|&index| &*results.configurations[index].name);
    let columns = std::iter::once("Levels").chain(headings).map(Column::numbers);
    Table {
        name,
        title: title.to_owned(),
        note: String::new(),
        columns: std::iter::once(Column::words("Class")).chain(columns).collect(),
        rows: results.classes().into_iter().map(row).collect(),
    }
}

/// Each level and configuration: the seconds that an answer took, or the outcome.
fn matrix(results: &Results<'_>) -> Table {
    let ranking = results.ranking();
    let value = |cell: Option<Cell<'_>>| match cell {
        None => Value::Nothing,
        Some(cell) => match cell.answered_in(Clock::Cpu) {
            Some(seconds) => Value::Seconds(seconds),
            None => Value::words(cell.record.outcome.word()),
        },
    };
    let row = |(index, level): (usize, &Level<'_>)| {
        let cells = ranking.iter().map(|&configuration| value(results.cell(index, configuration)));
        let words = [Value::words(&level.label), Value::words(&level.facts.class)];
        words.into_iter().chain(cells).map(Entry::from).collect()
    };
    let headings =
        ranking.iter().map(|&index| Column::numbers(&results.configurations[index].name));
    let columns = [Column::words("Level"), Column::words("Class")].into_iter().chain(headings);
    Table {
        name: MATRIX,
        title: "Each level and configuration".to_owned(),
        note: "Processor seconds of an answer, or the outcome.".to_owned(),
        columns: columns.collect(),
        rows: results.levels.iter().enumerate().map(row).collect(),
    }
}
