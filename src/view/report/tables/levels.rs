//! Tables by class of level and by level.

use super::super::table::{Best, Column, Entry, Sign, Table, Value, mark_best};
use super::{MATRIX, VALUES, text_and_numbers};
use crate::lab::outcome::Outcome;
use crate::lab::report::quality::{BestKnown, plan_value};
use crate::lab::report::results::{Cell, Clock, Results, Standing};

/// Coverage and score by class of level.
pub(super) fn classes(results: &Results<'_>) -> [Table; 3] {
    [
        by_class(results, "classes", "Instances solved by class", Best::Most, |standing| {
            Value::Count(standing.answered)
        }),
        by_class(
            results,
            "classes-optimal",
            "Instances solved with a proved optimum, by class",
            Best::Most,
            |standing| Value::Count(standing.optimal),
        ),
        by_class(results, "classes-par2", "PAR2 by class", Best::Least, |standing| {
            Value::seconds(standing.par2)
        }),
    ]
}

/// One value per class of levels and configuration, over the levels that all configurations ran.
fn by_class(
    results: &Results<'_>,
    name: &'static str,
    title: &str,
    best: Best,
    value: impl Fn(Standing) -> Value,
) -> Table {
    let ranking = results.ranking();
    let row = |(class, levels): (&str, Vec<usize>)| {
        let common: Vec<usize> =
            levels.into_iter().filter(|&level| results.is_common(level)).collect();
        let standing = |&index: &usize| {
            Standing::of(common.iter().filter_map(|&level| results.cell(level, index)))
        };
        let entry = |standing: Standing| match standing.levels {
            0 => Value::Empty.into(),
            _ => value(standing).into(),
        };
        let mut entries: Vec<Entry> = ranking.iter().map(standing).map(entry).collect();
        mark_best(entries.iter_mut(), best);
        let first = [Value::text(class), Value::Count(common.len())].map(Entry::from);
        first.into_iter().chain(entries).collect()
    };
    let headings = ranking.iter().map(|&index| &*results.configurations[index].name);
    let columns = text_and_numbers("Class", std::iter::once("Levels").chain(headings));
    let rows = results.classes().into_iter().map(row).collect();
    Table::new(name, title, "", columns, rows)
}

/// The CPU time of each answer, or the outcome, by level and configuration.
pub(super) fn matrix(results: &Results<'_>) -> Table {
    let note = "CPU seconds of an answer, or the outcome. ∅ before the time: proved that there is no \
                plan. * after the time: the plan is not proved optimal.";
    let title = "Results by level and configuration";
    by_level(results, MATRIX, title, note, |cell| {
        let Some(seconds) = cell.answer_time(Clock::Cpu) else {
            return Value::text(cell.record.outcome.word());
        };
        if cell.record.outcome == Outcome::Unsolvable {
            Value::Signed(Sign::NoPlan, seconds)
        } else if cell.is_optimal() {
            Value::Seconds(seconds)
        } else {
            Value::Signed(Sign::NotProved, seconds)
        }
    })
}

/// The value of each plan, by level and configuration.
pub(super) fn values(results: &Results<'_>) -> Table {
    let note = format!(
        "The {} of each plan that was found, also at a limit; ≤ or ≥ before it where it is not proved \
         optimal; ∅ where it is proved that there is no plan. Bold is as good as the best known.",
        results.value_name()
    );
    let title = format!("Plans: {} by level and configuration", results.value_name());
    let known = BestKnown::new(results);
    let mut table = by_level(results, VALUES, &title, &note, |cell| {
        let record = cell.record;
        match (record.outcome, plan_value(record)) {
            (Outcome::Unsolvable, _) => Value::text("∅"),
            (_, Some(value)) if cell.is_optimal() => Value::Integer(value),
            (_, Some(value)) if record.objective.is_more_better() => {
                Value::text(format!("≥{value}"))
            }
            (_, Some(value)) => Value::text(format!("≤{value}")),
            (_, None) => Value::text(record.outcome.word()),
        }
    });
    let ranking = results.ranking();
    for (level, row) in table.rows.iter_mut().enumerate() {
        let Some(best) = known.of(level) else { continue };
        for (entry, &configuration) in row[2..].iter_mut().zip(&ranking) {
            let value = results.cell(level, configuration).map(|cell| plan_value(cell.record));
            entry.is_best = value == Some(Some(best.value));
        }
    }
    table
}

/// One value per level and configuration.
fn by_level(
    results: &Results<'_>,
    name: &'static str,
    title: &str,
    note: &str,
    value: impl Fn(Cell<'_>) -> Value,
) -> Table {
    let ranking = results.ranking();
    let row = |(index, level): (usize, &crate::lab::report::results::Level<'_>)| {
        let cells = ranking.iter().map(|&configuration| {
            results.cell(index, configuration).map_or(Value::text("not run"), &value)
        });
        let names = [Value::text(&level.label), Value::text(&level.facts.class)];
        names.into_iter().chain(cells).map(Entry::from).collect()
    };
    let headings =
        ranking.iter().map(|&index| Column::numbers(&results.configurations[index].name));
    let columns = [Column::text("Level"), Column::text("Class")].into_iter().chain(headings);
    let rows = results.levels.iter().enumerate().map(row).collect();
    Table::new(name, title, note, columns.collect(), rows)
}
