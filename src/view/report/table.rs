//! A table, and the forms that it is written in: CSV with all digits, Markdown, LaTeX.

use askama::Template;

use super::rendered;

/// A table of a report.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its files, without ending.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// How it is to be read; may be empty.
    pub note: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<Entry>>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its heading.
    pub heading: String,
    /// Whether it holds numbers, which are aligned right.
    pub is_number: bool,
}

impl Column {
    /// A column of words.
    pub fn words(heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), is_number: false }
    }

    /// A column of numbers.
    pub fn numbers(heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), is_number: true }
    }
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it says.
    pub value: Value,
    /// Whether it is the best of its kind, which is printed bold.
    pub is_best: bool,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing, because it is not known or would mean nothing.
    Nothing,
    /// Words.
    Words(String),
    /// How many.
    Count(usize),
    /// How many more or fewer.
    More(i64),
    /// Seconds.
    Seconds(f64),
    /// By how many per cent it is more or less.
    Percent(f64),
    /// Bytes.
    Bytes(u64),
}

impl From<Value> for Entry {
    fn from(value: Value) -> Entry {
        Entry { value, is_best: false }
    }
}

impl Value {
    /// Words.
    pub fn words(words: impl Into<String>) -> Value {
        Value::Words(words.into())
    }

    /// Seconds, if they are known.
    pub fn seconds(seconds: Option<f64>) -> Value {
        seconds.map_or(Value::Nothing, Value::Seconds)
    }

    /// An amount of memory, if something ran.
    pub fn bytes(bytes: u64) -> Value {
        if bytes == 0 { Value::Nothing } else { Value::Bytes(bytes) }
    }

    /// By how many per cent a number differs from another.
    pub fn percent(number: Option<f64>, from: Option<f64>) -> Value {
        match (number, from) {
            (Some(number), Some(from)) if from > 0.0 => {
                Value::Percent(100.0 * (number - from) / from)
            }
            (_, _) => Value::Nothing,
        }
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Value::Nothing => "–".to_owned(),
            Value::Words(words) => words.clone(),
            Value::Count(count) => count.to_string(),
            Value::More(more) => signed(*more as f64, &more.unsigned_abs().to_string()),
            Value::Seconds(seconds) => seconds_shown(*seconds),
            Value::Percent(percent) => signed(*percent, &format!("{:.2}%", percent.abs())),
            Value::Bytes(bytes) => bytes_shown(*bytes),
        }
    }

    /// For programs: all digits, no units.
    pub fn exact(&self) -> String {
        match self {
            Value::Nothing => String::new(),
            Value::Words(words) => words.clone(),
            Value::Count(count) => count.to_string(),
            Value::More(more) => more.to_string(),
            Value::Seconds(number) | Value::Percent(number) => number.to_string(),
            Value::Bytes(bytes) => bytes.to_string(),
        }
    }
}

fn signed(number: f64, digits: &str) -> String {
    match number {
        number if number > 0.0 => format!("+{digits}"),
        number if number < 0.0 => format!("−{digits}"),
        _ => digits.to_owned(),
    }
}

/// Seconds to three digits or to the second.
pub(super) fn seconds_shown(seconds: f64) -> String {
    match seconds {
        s if s < 0.9995 => format!("{s:.3}"),
        s if s < 9.995 => format!("{s:.2}"),
        s if s < 99.95 => format!("{s:.1}"),
        s => format!("{s:.0}"),
    }
}

fn bytes_shown(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.2} GB", b / 1e9),
    }
}

/// Marks the best entries: those with the least, or the most, of a number.
pub(super) fn mark_best<'a>(entries: impl Iterator<Item = &'a mut Entry>, order: Best) {
    let number = |entry: &Entry| match entry.value {
        Value::Count(count) => Some(count as f64),
        Value::More(more) => Some(more as f64),
        Value::Seconds(number) | Value::Percent(number) => Some(number),
        Value::Bytes(bytes) => Some(bytes as f64),
        Value::Nothing | Value::Words(_) => None,
    };
    let sign = match order {
        Best::Most => -1.0,
        Best::Least => 1.0,
    };
    let entries: Vec<(f64, &mut Entry)> =
        entries.filter_map(|entry| Some((sign * number(entry)?, entry))).collect();
    let best = entries.iter().map(|(number, _)| *number).fold(f64::INFINITY, f64::min);
    // Where all are the same, none is the best.
    if entries.iter().all(|(number, _)| *number == best) {
        return;
    }
    for (number, entry) in entries {
        entry.is_best = number == best;
    }
}

/// What is best.
#[derive(Clone, Copy)]
pub(super) enum Best {
    Most,
    Least,
}

/// More rows than a page holds.
const PAGE: usize = 50;

impl Table {
    /// As CSV, for programs.
    pub fn csv(&self) -> String {
        let mut out = csv::Writer::from_writer(Vec::new());
        let headings = self.columns.iter().map(|column| column.heading.clone()).collect();
        let rows =
            self.rows.iter().map(|row| row.iter().map(|entry| entry.value.exact()).collect());
        for row in std::iter::once::<Vec<String>>(headings).chain(rows) {
            out.write_record(&row).expect("all rows have the same length");
        }
        let bytes = out.into_inner().expect("writing to memory does not fail");
        String::from_utf8(bytes).expect("the fields are text")
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        rendered(&MarkdownTable { table: self })
    }

    /// As LaTeX with the package booktabs, and with longtable if it is longer than a page.
    pub fn latex(&self) -> String {
        let alignment = self.columns.iter().map(|column| if column.is_number { 'r' } else { 'l' });
        rendered(&LatexTable {
            table: self,
            alignment: alignment.collect(),
            is_long: self.rows.len() > PAGE,
        })
    }
}

#[derive(Template)]
#[template(path = "report/table.md")]
struct MarkdownTable<'a> {
    table: &'a Table,
}

#[derive(Template)]
#[template(path = "report/table.tex")]
struct LatexTable<'a> {
    table: &'a Table,
    alignment: String,
    is_long: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut rows: Vec<Vec<Entry>> = [("a|b", 3, 12.345), ("50% \"x\"", -1, 0.5)]
            .map(|(name, more, seconds)| {
                vec![
                    Value::words(name).into(),
                    Value::More(more).into(),
                    Value::Seconds(seconds).into(),
                ]
            })
            .into();
        mark_best(rows.iter_mut().map(|row| &mut row[2]), Best::Least);
        let columns =
            vec![Column::words("Name"), Column::numbers("Instances"), Column::numbers("PAR2")];
        Table { name: "t", title: "A_title".into(), note: "A note.".into(), columns, rows }
    }

    #[test]
    fn csv_has_all_digits_and_quotes_what_needs_it() {
        assert_eq!(table().csv(), "Name,Instances,PAR2\na|b,3,12.345\n\"50% \"\"x\"\"\",-1,0.5\n");
    }

    #[test]
    fn markdown_is_a_table_with_the_best_in_bold() {
        let expected = "\
**A\\_title**

| Name | Instances | PAR2 |
|---|---:|---:|
| a\\|b | +3 | 12.3 |
| 50% \"x\" | −1 | **0.500** |

A note.
";
        assert_eq!(table().markdown(), expected);
    }

    #[test]
    fn latex_is_a_table_with_rules_and_the_best_in_bold() {
        let expected = r"\begin{table}
\centering
\caption{A\_title. A note.}
\label{tab:t}
\begin{tabular}{lrr}
\toprule
Name & Instances & PAR2 \\
\midrule
a\textbar{}b & +3 & 12.3 \\
50\% ''x'' & $-$1 & \textbf{0.500} \\
\bottomrule
\end{tabular}
\end{table}
";
        assert_eq!(table().latex(), expected);
    }

    #[test]
    fn numbers_are_shown_with_three_digits_and_a_sign_where_they_are_differences() {
        let shown = |value: Value| value.shown();
        assert_eq!(shown(Value::Seconds(0.0)), "0.000");
        assert_eq!(shown(Value::Seconds(0.9999)), "1.00");
        assert_eq!(shown(Value::Seconds(132_818.4)), "132818");
        assert_eq!(shown(Value::percent(Some(90.0), Some(120.0))), "−25.00%");
        assert_eq!(shown(Value::percent(Some(90.0), None)), "–");
        assert_eq!(shown(Value::More(0)), "0");
        assert_eq!(shown(Value::Bytes(1_500_000_000)), "1.50 GB");
    }
}
