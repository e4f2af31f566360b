//! Tables that compare configurations with each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::super::table::{Best, Column, Entry, Table, Value, mark_best};
use super::{name_of, text_and_numbers};
use crate::lab::campaign::record::Configuration;
use crate::lab::natural::natural_order;
use crate::lab::report::difference::Difference;
use crate::lab::report::results::{Results, Standing};
use crate::lab::report::significance::{Estimate, LEVEL, Paired};

/// Up to this many configurations, all pairs are compared; above it, the first with every other.
const FEW: usize = 6;

/// Whether the differences between configurations are more than chance.
pub(super) fn significance(results: &Results<'_>, baseline: Option<usize>) -> Option<Table> {
    let ranking = results.ranking();
    let pairs: Vec<(usize, usize)> = match (baseline, &ranking[..]) {
        (Some(baseline), _) => {
            let others = ranking.iter().filter(|&&index| index != baseline);
            others.map(|&index| (index, baseline)).collect()
        }
        (None, [first, others @ ..]) if ranking.len() > FEW => {
            others.iter().map(|&other| (*first, other)).collect()
        }
        (None, _) => {
            let after = |at: usize| ranking[at + 1..].iter().map(move |&other| (at, other));
            let pairs = (0..ranking.len()).flat_map(after);
            pairs.map(|(at, other)| (ranking[at], other)).collect()
        }
    };
    let mut paired: Vec<Paired> =
        pairs.iter().map(|&(one, other)| Paired::new(results, one, other)).collect();
    Paired::adjust(&mut paired.iter_mut().collect::<Vec<_>>());
    let row = |(&(one, other), paired): (&(usize, usize), &Paired)| {
        let change = |estimate: Estimate| {
            [estimate.value, estimate.from, estimate.to]
                .map(|number| Value::Change(number.round() as i64))
        };
        let percent = paired.par2_percent.map_or([const { Value::Empty }; 3], |estimate| {
            [estimate.value, estimate.from, estimate.to].map(Value::Percent)
        });
        let chance = |chance: Option<f64>| chance.map_or(Value::Empty, Value::Probability);
        let counts = [paired.levels, paired.wins, paired.losses, paired.ties].map(Value::Count);
        let tests = [paired.sign_test, paired.wilcoxon, paired.adjusted].map(chance);
        let better = match paired.better() {
            _ if !results.progress.is_complete() => Value::text("incomplete"),
            Some(Ordering::Less) => Value::text(&results.configurations[one].name),
            Some(Ordering::Greater) => Value::text(&results.configurations[other].name),
            Some(Ordering::Equal) | None => Value::text("none shown"),
        };
        let names = [name_of(results, one), name_of(results, other)];
        let numbers = counts.into_iter().chain(change(paired.answered));
        let numbers = numbers.chain(change(paired.optima)).chain(percent).chain(tests);
        names.into_iter().chain(numbers.chain([better]).map(Entry::from)).collect()
    };
    let rows: Vec<Vec<Entry>> = pairs.iter().zip(&paired).map(row).collect();
    let numbers = [
        "Levels",
        "Lower",
        "Higher",
        "Same",
        "Solved",
        "from",
        "to",
        "Optimal",
        "from",
        "to",
        "PAR2",
        "from",
        "to",
        "Sign test",
        "Wilcoxon",
        "Holm",
    ];
    let columns = [Column::text("Configuration"), Column::text("against")].into_iter();
    let columns = columns.chain(numbers.map(Column::numbers)).chain([Column::text("Better")]);
    (!rows.is_empty()).then(|| {
        Table::new(
            "significance",
            "Whether differences are more than chance",
            format!(
                "Each pair on the levels that both ran. Lower, higher and same compare the scores of \
                 single levels: CPU seconds, or twice the limit without an answer. Solved, optimal and \
                 PAR2 are differences with 95% bootstrap intervals. Sign test and Wilcoxon signed-rank \
                 test are two-sided; Holm adjusts the latter for the number of pairs. A \
                 configuration is called better if that is below {LEVEL}."
            ),
            columns.collect(),
            rows,
        )
    })
}

/// The difference of each configuration from the baseline.
pub(super) fn differences(results: &Results<'_>, baseline: usize) -> Table {
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
    Table::new(
        "differences",
        format!("Differences from {}", results.configurations[baseline].name),
        "Over the levels that both configurations ran. Gained are levels that only this \
         configuration answered, lost are levels that only the baseline answered. Faster and \
         slower compare CPU time on levels that both answered. Lower PAR2 is better.",
        text_and_numbers("Configuration", headings),
        rows,
    )
}

/// Table 2 of the article: one row per solver and model, one column per variant.
pub(super) fn variants(results: &Results<'_>, baseline: Option<usize>) -> Option<Table> {
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
                let other = results.standing(index);
                if is_count {
                    Value::Change(other.answered as i64 - standing.answered as i64)
                } else {
                    Value::percent(other.par2, standing.par2)
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
    Some(Table::new(
        "variants",
        "Instances solved and PAR2 score per solver and variant of the model",
        format!("Column {base} shows the figures; the other columns show differences from it."),
        [Column::text(""), Column::text("Solver")].into_iter().chain(headings).collect(),
        rows.map(|(measure, best, family, members)| row(measure, best, family, members)).collect(),
    ))
}

/// The name of a configuration without its variants.
fn family(configuration: &Configuration) -> String {
    let Configuration { solver, search, options, .. } = configuration;
    let parts = [Some(solver.as_str()), configuration.base_model(), search.as_deref()];
    let parts = parts.into_iter().flatten().chain(options.iter().map(String::as_str));
    parts.collect::<Vec<_>>().join(" ")
}

/// The contribution of each configuration to the virtual best solver.
pub(super) fn virtual_best(results: &Results<'_>) -> Table {
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
    let headings = ["Fastest", "Alone", "Solved without it", "PAR2 without it"];
    Table::new(
        "virtual-best",
        "What each configuration adds to the virtual best solver",
        format!(
            "The virtual best solver uses the best configuration for each level; it solves {} of \
             {}. Fastest counts the levels where this configuration is the best, alone those that \
             no other configuration solves. The last two columns show what the others reach \
             together.",
            all.answered, all.levels
        ),
        text_and_numbers("Configuration", headings),
        rows,
    )
}
