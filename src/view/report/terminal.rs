//! Tables for a terminal, which fit its width.

use std::io::IsTerminal;

use super::table::Table;

/// The width of what is not a terminal.
const WIDE: usize = 120;

/// The fewest characters that a name is shortened to before columns are left out.
const SHORTEST: usize = 12;

/// The width of the terminal in characters.
pub fn width() -> usize {
    let columns = || {
        let size = std::io::stdout().is_terminal().then(|| crossterm::terminal::size().ok());
        size.flatten().map(|(columns, _)| usize::from(columns))
    };
    let asked = || std::env::var("COLUMNS").ok()?.parse().ok();
    columns().or_else(asked).filter(|&columns| columns > 0).unwrap_or(WIDE)
}

/// A table in at most `width` characters: names lose their middle first, then the last columns are left
/// out.
pub fn table(table: &Table, width: usize) -> String {
    let cells = |column: usize| {
        let heading = table.columns[column].heading.clone();
        std::iter::once(heading)
            .chain(table.rows.iter().map(move |row| row[column].value.rounded()))
    };
    let natural = |column: usize| cells(column).map(|text| text.chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..table.columns.len()).map(natural).collect();
    let whole = |widths: &[usize]| widths.iter().sum::<usize>() + 2 * (widths.len().max(1) - 1);
    let mut left_out = 0;
    while whole(&widths) > width {
        let over = whole(&widths) - width;
        let texts = (0..widths.len()).filter(|&column| !table.columns[column].is_number);
        let widest = texts.max_by_key(|&column| widths[column]);
        match widest.filter(|&column| widths[column] > SHORTEST) {
            Some(column) => widths[column] = widths[column].saturating_sub(over).max(SHORTEST),
            None if widths.len() > 2 => {
                widths.pop();
                left_out += 1;
            }
            None => break,
        }
    }
    let columns: Vec<Vec<String>> = widths
        .iter()
        .enumerate()
        .map(|(column, &width)| cells(column).map(|text| shortened(&text, width)).collect())
        .collect();
    let mut lines = vec![table.title.clone(), String::new()];
    for row in 0..=table.rows.len() {
        let cell = |(column, texts): (usize, &Vec<String>)| {
            let (text, width) = (&texts[row], widths[column]);
            if table.columns[column].is_number {
                format!("{text:>width$}")
            } else {
                format!("{text:<width$}")
            }
        };
        let line = columns.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ");
        lines.push(line.trim_end().to_owned());
    }
    if left_out > 0 {
        let names: Vec<&str> =
            table.columns[widths.len()..].iter().map(|column| &*column.heading).collect();
        lines.push(format!("(not shown: {})", names.join(", ")));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A text without its middle, if it is longer than this.
fn shortened(text: &str, limit: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= limit || limit == 0 {
        return text.to_owned();
    }
    let (start, end) = (limit / 2, limit - limit / 2 - 1);
    let parts = [&letters[..start], &['…'], &letters[letters.len() - end..]];
    parts.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::table::{Column, Entry, Value};
    use super::*;

    fn example() -> Table {
        let row = |name: &str, count| -> Vec<Entry> {
            let entries = [Value::text(name), Value::Count(count), Value::Seconds(1234.5)];
            entries.map(Entry::from).into()
        };
        let columns =
            vec![Column::text("Configuration"), Column::numbers("Solved"), Column::numbers("PAR2")];
        let rows = vec![row("savilerow-kissat/a/sum-dead-end", 5), row("native", 12)];
        Table::new("t", "Title", "", columns, rows)
    }

    #[test]
    fn numbers_are_aligned_and_nothing_is_markdown() {
        let expected = "\
Title

Configuration                    Solved  PAR2
savilerow-kissat/a/sum-dead-end       5  1234
native                               12  1234
";
        assert_eq!(table(&example(), 80), expected);
    }

    #[test]
    fn a_table_fits_a_narrow_terminal() {
        for width in [20, 30, 40, 60] {
            let text = table(&example(), width);
            let table = text.lines().take_while(|line| !line.starts_with('('));
            assert!(table.map(|line| line.chars().count()).max() <= Some(width), "{text}");
        }
        assert!(table(&example(), 26).contains("savile…"), "names lose their middle");
        assert!(table(&example(), 22).contains("(not shown: PAR2)"));
    }
}
