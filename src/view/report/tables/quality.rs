//! The quality of plans, compared with the best known.

use super::super::table::{Best, Entry, Table, Value, mark_best};
use super::{name_of, text_and_numbers};
use crate::lab::report::quality::{BestKnown, Quality};
use crate::lab::report::results::Results;

/// How good the plans of each configuration are.
pub(super) fn quality(results: &Results<'_>) -> Table {
    let known = BestKnown::new(results);
    let row = |index: usize| -> Vec<Entry> {
        let quality = Quality::new(results, &known, index);
        let number = |number: Option<f64>| number.map_or(Value::Empty, Value::Number);
        let entries = [
            Value::Count(quality.levels),
            Value::Count(quality.plans),
            Value::Count(quality.best),
            number(quality.mean),
            number(quality.worst),
            Value::Number(quality.score),
        ];
        std::iter::once(name_of(results, index)).chain(entries.map(Entry::from)).collect()
    };
    let mut rows: Vec<Vec<Entry>> = results.ranking().into_iter().map(row).collect();
    for column in [2, 3, 6] {
        mark_best(rows.iter_mut().map(|row| &mut row[column]), Best::Most);
    }
    let common = || (0..results.levels.len()).filter(|&level| results.is_common(level));
    let best = || common().filter_map(|level| known.of(level));
    let proved = best().filter(|best| best.is_proved).count();
    let headings = ["Levels", "Plans", "Best known", "Mean", "Worst", "IPC score"];
    Table::new(
        "quality",
        "Plan quality",
        format!(
            "Over the levels with a known plan, {proved} of {} with a proved optimum. A plan counts also \
             if it was found before a limit struck. Mean and worst are over the plans that were found: \
             best known {value} divided by that of the plan, or the reverse where more is better, 1 for \
             the best. The IPC score is the sum, with 0 where there is no plan.",
            best().count(),
            value = results.value_name(),
        ),
        text_and_numbers("Configuration", headings),
        rows,
    )
}
