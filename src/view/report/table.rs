//! A table and the formats it can be written in: CSV with all digits, Markdown and LaTeX.

use askama::Template;

use super::render;

/// A table of a report.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its files, without extension.
    pub name: &'static str,
    /// What is missing from the campaign, which every file says; empty if it is complete.
    pub missing: String,
    /// The title.
    pub title: String,
    /// Explains how to read the table; may be empty.
    pub note: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, with one entry per column.
    pub rows: Vec<Vec<Entry>>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading.
    pub heading: String,
    /// Whether the column holds numbers, which are right-aligned.
    pub is_number: bool,
}

impl Column {
    /// A column of text.
    pub fn text(heading: impl Into<String>) -> Column {
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
    /// The value.
    pub value: Value,
    /// Whether the value is the best among those compared with it. It is then printed bold.
    pub is_best: bool,
}

/// The value of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// No value, because it is unknown or not applicable.
    Empty,
    /// Text.
    Text(String),
    /// A count.
    Count(usize),
    /// A whole number.
    Integer(i64),
    /// A difference of two counts.
    Change(i64),
    /// A time in seconds.
    Seconds(f64),
    /// A time in seconds, with a sign before or after it that says what was answered.
    Signed(Sign, f64),
    /// A number with two digits after the point.
    Number(f64),
    /// A probability.
    Probability(f64),
    /// A large count, such as of states.
    Amount(f64),
    /// A relative difference in per cent.
    Percent(f64),
    /// An amount of memory in bytes.
    Bytes(u64),
}

/// What a sign at a time says about the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// There is no plan: ∅ before the time.
    NoPlan,
    /// The plan is not proved optimal: * after the time.
    NotProved,
}

impl Sign {
    fn mark(self, time: &str) -> String {
        match self {
            Sign::NoPlan => format!("∅ {time}"),
            Sign::NotProved => format!("{time}*"),
        }
    }
}

impl From<Value> for Entry {
    fn from(value: Value) -> Entry {
        Entry { value, is_best: false }
    }
}

impl Value {
    /// A text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// A time, or an empty value if it is unknown.
    pub fn seconds(seconds: Option<f64>) -> Value {
        seconds.map_or(Value::Empty, Value::Seconds)
    }

    /// An amount of memory, or an empty value for 0, which means that nothing ran.
    pub fn bytes(bytes: u64) -> Value {
        if bytes == 0 { Value::Empty } else { Value::Bytes(bytes) }
    }

    /// The difference of `number` from `base` in per cent of `base`.
    pub fn percent(number: Option<f64>, base: Option<f64>) -> Value {
        match (number, base) {
            (Some(number), Some(base)) if base > 0.0 => {
                Value::Percent(100.0 * (number - base) / base)
            }
            (_, _) => Value::Empty,
        }
    }

    /// The value for people: rounded, with units.
    pub fn rounded(&self) -> String {
        match self {
            Value::Empty => "–".to_owned(),
            Value::Text(text) => text.clone(),
            Value::Count(count) => count.to_string(),
            Value::Integer(number) => number.to_string(),
            Value::Change(change) => signed(*change as f64, &change.unsigned_abs().to_string()),
            Value::Seconds(seconds) => format_seconds(*seconds),
            Value::Signed(sign, seconds) => sign.mark(&format_seconds(*seconds)),
            Value::Number(number) => format!("{number:.2}"),
            Value::Probability(chance) => format_probability(*chance),
            Value::Amount(amount) if *amount < 100.0 => format!("{amount:.1}"),
            Value::Amount(amount) => format!("{amount:.0}"),
            Value::Percent(percent) => signed(*percent, &format!("{:.2}%", percent.abs())),
            Value::Bytes(bytes) => format_bytes(*bytes),
        }
    }

    /// The value for programs: all digits, no units.
    pub fn exact(&self) -> String {
        match self {
            Value::Empty => String::new(),
            Value::Text(text) => text.clone(),
            Value::Count(count) => count.to_string(),
            Value::Integer(change) | Value::Change(change) => change.to_string(),
            Value::Signed(sign, seconds) => sign.mark(&seconds.to_string()),
            Value::Seconds(number)
            | Value::Percent(number)
            | Value::Number(number)
            | Value::Probability(number)
            | Value::Amount(number) => number.to_string(),
            Value::Bytes(bytes) => bytes.to_string(),
        }
    }
}

/// Puts the sign of `number` before `digits`.
fn signed(number: f64, digits: &str) -> String {
    match number {
        number if number > 0.0 => format!("+{digits}"),
        number if number < 0.0 => format!("−{digits}"),
        _ => digits.to_owned(),
    }
}

/// A time with three digits, or in whole seconds from 100 s.
pub(super) fn format_seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.9995 => format!("{s:.3}"),
        s if s < 9.995 => format!("{s:.2}"),
        s if s < 99.95 => format!("{s:.1}"),
        s => format!("{s:.0}"),
    }
}

fn format_bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b => format!("{:.2} GB", b / 1e9),
    }
}

/// A probability with three digits after the point, or a power of ten that it is below.
fn format_probability(chance: f64) -> String {
    if chance >= 0.001 { format!("{chance:.3}") } else { "<0.001".to_owned() }
}

/// Marks the entries with the best number.
pub(super) fn mark_best<'a>(entries: impl Iterator<Item = &'a mut Entry>, best: Best) {
    let number = |entry: &Entry| match entry.value {
        Value::Count(count) => Some(count as f64),
        Value::Integer(change) | Value::Change(change) => Some(change as f64),
        Value::Seconds(number)
        | Value::Percent(number)
        | Value::Number(number)
        | Value::Amount(number) => Some(number),
        Value::Bytes(bytes) => Some(bytes as f64),
        Value::Empty | Value::Text(_) | Value::Signed(..) | Value::Probability(_) => None,
    };
    let sign = match best {
        Best::Most => -1.0,
        Best::Least => 1.0,
    };
    let entries: Vec<(f64, &mut Entry)> =
        entries.filter_map(|entry| Some((sign * number(entry)?, entry))).collect();
    let least = entries.iter().map(|(number, _)| *number).fold(f64::INFINITY, f64::min);
    // If all are equal, mark nothing.
    if entries.iter().all(|(number, _)| *number == least) {
        return;
    }
    for (number, entry) in entries {
        entry.is_best = number == least;
    }
}

/// Which number is the best.
#[derive(Clone, Copy)]
pub(super) enum Best {
    Most,
    Least,
}

/// The number of rows that fit on a page.
const PAGE: usize = 50;

/// Rows of text as CSV. All of them have the same length.
pub(super) fn csv_text<T: AsRef<[u8]>>(rows: impl Iterator<Item = Vec<T>>) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    for row in rows {
        out.write_record(&row).expect("all rows have the same length");
    }
    let bytes = out.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("the fields are text")
}

impl Table {
    /// A table of a complete campaign.
    pub fn new(
        name: &'static str,
        title: impl Into<String>,
        note: impl Into<String>,
        columns: Vec<Column>,
        rows: Vec<Vec<Entry>>,
    ) -> Table {
        let (title, note) = (title.into(), note.into());
        Table { name, missing: String::new(), title, note, columns, rows }
    }

    /// The table of an incomplete campaign: it says what is missing, and marks nothing as best.
    pub(super) fn incomplete(mut self, missing: &str) -> Table {
        missing.clone_into(&mut self.missing);
        for entry in self.rows.iter_mut().flatten() {
            entry.is_best = false;
        }
        self
    }

    /// The table as CSV. If the campaign is incomplete, the column `incomplete` says in each row what
    /// is missing.
    pub fn csv(&self) -> String {
        let with = |mut row: Vec<String>, last: &str| {
            row.extend((!self.missing.is_empty()).then(|| last.to_owned()));
            row
        };
        let headings = self.columns.iter().map(|column| column.heading.clone()).collect();
        let rows = self
            .rows
            .iter()
            .map(|row| with(row.iter().map(|entry| entry.value.exact()).collect(), &self.missing));
        csv_text(std::iter::once(with(headings, "incomplete")).chain(rows))
    }

    /// The note, preceded by what is missing from the campaign.
    pub fn whole_note(&self) -> String {
        let parts = [&*self.missing, &*self.note];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether the table is too wide for a page in its natural size.
    fn is_wide(&self) -> bool {
        let width = |column: usize| {
            let heading = self.columns[column].heading.chars().count();
            let cells = self.rows.iter().map(|row| row[column].value.rounded().chars().count());
            cells.chain([heading]).max().unwrap_or(0) + 2
        };
        (0..self.columns.len()).map(width).sum::<usize>() > 70
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        render(&MarkdownTable { table: self })
    }

    /// The table as LaTeX with the package `booktabs`, and `longtable` if it is longer than a page.
    pub fn latex(&self) -> String {
        let alignment = self.columns.iter().map(|column| if column.is_number { 'r' } else { 'l' });
        render(&LatexTable {
            table: self,
            alignment: alignment.collect(),
            is_long: self.rows.len() > PAGE,
            is_wide: self.is_wide(),
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
    is_wide: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut rows: Vec<Vec<Entry>> = [("a|b", 3, 12.345), ("50% \"x\"", -1, 0.5)]
            .map(|(name, change, seconds)| {
                vec![
                    Value::text(name).into(),
                    Value::Change(change).into(),
                    Value::Seconds(seconds).into(),
                ]
            })
            .into();
        mark_best(rows.iter_mut().map(|row| &mut row[2]), Best::Least);
        let columns =
            vec![Column::text("Name"), Column::numbers("Instances"), Column::numbers("PAR2")];
        let (title, note) = ("A_title".to_owned(), "A note.".to_owned());
        Table { name: "t", missing: String::new(), title, note, columns, rows }
    }

    #[test]
    fn csv_has_all_digits_and_quotes_where_needed() {
        assert_eq!(table().csv(), "Name,Instances,PAR2\na|b,3,12.345\n\"50% \"\"x\"\"\",-1,0.5\n");
    }

    #[test]
    fn markdown_shows_the_best_value_in_bold() {
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
    fn latex_uses_booktabs_and_shows_the_best_value_in_bold() {
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
    fn every_form_of_an_incomplete_table_says_so() {
        let table = Table { missing: "Incomplete: 3 of 9 runs.".to_owned(), ..table() };
        for text in [table.markdown(), table.latex()] {
            assert!(text.contains("Incomplete: 3 of 9 runs. A note."), "{text}");
        }
        let csv = table.csv();
        assert!(csv.starts_with("Name,Instances,PAR2,incomplete\n"), "{csv}");
        assert!(csv.lines().skip(1).all(|line| line.ends_with(",Incomplete: 3 of 9 runs.")));
    }

    #[test]
    fn numbers_have_three_digits_and_differences_have_a_sign() {
        let rounded = |value: Value| value.rounded();
        assert_eq!(rounded(Value::Seconds(0.0)), "0.000");
        assert_eq!(rounded(Value::Seconds(0.9999)), "1.00");
        assert_eq!(rounded(Value::Seconds(132_818.4)), "132818");
        assert_eq!(rounded(Value::percent(Some(90.0), Some(120.0))), "−25.00%");
        assert_eq!(rounded(Value::percent(Some(90.0), None)), "–");
        assert_eq!(rounded(Value::Change(0)), "0");
        assert_eq!(rounded(Value::Signed(Sign::NoPlan, 0.5)), "∅ 0.500");
        assert_eq!(rounded(Value::Signed(Sign::NotProved, 12.0)), "12.0*");
        assert_eq!(rounded(Value::Probability(1e-9)), "<0.001");
        assert_eq!(rounded(Value::Bytes(1_500_000_000)), "1.50 GB");
    }
}
