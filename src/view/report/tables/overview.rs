//! Tables of scores and outcomes, of wrong answers, and of what did not run.

use super::super::table::{Best, Column, Entry, Table, Value, mark_best};
use super::{SUMMARY, name_of, text_and_numbers};
use crate::lab::outcome::Outcome;
use crate::lab::report::results::{Results, Standing};
use crate::lab::report::significance::{Estimate, Intervals};
use crate::lab::report::summary::WrongRun;

/// The wrong runs, with what is needed to reproduce them.
pub(super) fn wrong(results: &Results<'_>) -> Option<Table> {
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
    (!wrong.is_empty()).then(|| {
        Table::new(
            "wrong",
            "Wrong answers",
            "They do not count as solved.",
            headings.map(Column::text).into(),
            wrong.iter().map(row).collect(),
        )
    })
}

/// The configurations that did not run, and why. They have no score.
pub(super) fn not_run(results: &Results<'_>) -> Option<Table> {
    let row = |entry: &crate::lab::report::progress::NotRun<'_>| -> Vec<Entry> {
        let entries = [
            Value::text(&entry.configuration.name),
            Value::Count(entry.runs),
            Value::text(entry.reason),
        ];
        entries.map(Entry::from).into()
    };
    let columns =
        vec![Column::text("Configuration"), Column::numbers("Runs"), Column::text("Reason")];
    (!results.not_run.is_empty()).then(|| {
        let note = "These configurations have no score.";
        let rows = results.not_run.iter().map(row).collect();
        Table::new("not-run", "Not run", note, columns, rows)
    })
}

/// The scores of all configurations, as in Table 1 of the article.
pub(super) fn summary(results: &Results<'_>) -> Table {
    let row = |name: &str, standing: Standing| -> Vec<Entry> {
        let is_empty = standing.levels == 0;
        let score = |par2| if is_empty { Value::Empty } else { Value::seconds(par2) };
        let entries = [
            Value::text(name),
            Value::Count(standing.levels),
            Value::Count(standing.answered),
            Value::Count(standing.optimal),
            score(standing.par2),
            score(standing.par2_optimal),
            score(standing.par2_wall),
            Value::bytes(standing.peak_memory),
        ];
        entries.map(Entry::from).into()
    };
    let named = |index: usize| row(&results.configurations[index].name, results.standing(index));
    let mut rows: Vec<Vec<Entry>> = results.ranking().into_iter().map(named).collect();
    for column in [2, 3] {
        mark_best(rows.iter_mut().map(|row| &mut row[column]), Best::Most);
    }
    for column in 4..8 {
        mark_best(rows.iter_mut().map(|row| &mut row[column]), Best::Least);
    }
    if results.configurations.len() > 1 {
        rows.push(row("virtual best", Standing::of(results.virtual_best(|_| true))));
    }
    let headings =
        ["Levels", "Solved", "Optimal", "PAR2", "PAR2 optimal", "PAR2 wall", "Peak memory"];
    Table::new(
        SUMMARY,
        "Instances solved and PAR2 score per configuration",
        "Solved counts valid plans, optimal or not, and proofs that there is no plan; optimal counts \
         plans that are proved optimal, and the same proofs. PAR2 is the sum of the CPU seconds of the \
         process tree, with twice the limit for each level that is not solved. PAR2 optimal counts \
         twice the limit for each level without a proved optimum or proof. PAR2 wall is PAR2 with wall \
         time. Levels are those that all configurations ran.",
        text_and_numbers("Configuration", headings),
        rows,
    )
}

/// The scores with their intervals.
pub(super) fn intervals(results: &Results<'_>) -> Table {
    let row = |index: usize| -> Vec<Entry> {
        let intervals = Intervals::new(results, index);
        let of = |estimate: Option<Estimate>, value: fn(f64) -> Value| -> [Value; 3] {
            estimate.map_or([const { Value::Empty }; 3], |estimate| {
                [value(estimate.value), value(estimate.from), value(estimate.to)]
            })
        };
        let count = |number: f64| Value::Count(number.round() as usize);
        let groups = [
            of(intervals.map(|intervals| intervals.answered), count),
            of(intervals.map(|intervals| intervals.optima), count),
            of(intervals.and_then(|intervals| intervals.par2), Value::Seconds),
        ];
        let numbers = groups.into_iter().flatten().map(Entry::from);
        std::iter::once(name_of(results, index)).chain(numbers).collect()
    };
    let headings = ["Solved", "Optimal", "PAR2"]
        .map(|name| [name.to_owned(), format!("{name} from"), format!("{name} to")]);
    Table::new(
        "intervals",
        "Scores with 95% intervals",
        "Intervals by bootstrap over levels (2000 resamples, fixed seed): how the scores would vary on \
         other levels of the same kind.",
        text_and_numbers("Configuration", headings.iter().flatten().map(String::as_str)),
        results.ranking().into_iter().map(row).collect(),
    )
}

/// The number of runs per outcome and configuration.
pub(super) fn outcomes(results: &Results<'_>) -> Table {
    let count = |index: usize, outcome: Outcome| {
        results.whole_column(index).filter(|cell| cell.record.outcome == outcome).count()
    };
    let configurations = 0..results.configurations.len();
    let occurs = |&outcome: &Outcome| configurations.clone().any(|index| count(index, outcome) > 0);
    let occurring: Vec<Outcome> = Outcome::ALL.into_iter().filter(occurs).collect();
    let row = |index: usize| {
        let ran = results.whole_column(index).count();
        let counts = occurring.iter().map(|&outcome| Value::Count(count(index, outcome)));
        let counts = counts.chain([Value::Count(results.levels.len() - ran)]);
        std::iter::once(name_of(results, index)).chain(counts.map(Entry::from)).collect()
    };
    let headings = occurring.iter().map(|outcome| outcome.word()).chain(["not run"]);
    Table::new(
        "outcomes",
        "Outcomes per configuration",
        "Over all levels, also those that other configurations did not run.",
        text_and_numbers("Configuration", headings),
        results.ranking().into_iter().map(row).collect(),
    )
}
