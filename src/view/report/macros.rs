//! A LaTeX command for each number of the tables, so that a paper never copies one by hand.
//!
//! A name is made of the table, the column and the row, with letters only: `\\PlotgenSolvedLean` is the
//! column Solved of the summary, in the row lean; those of other tables begin with the name of the table.

use std::collections::HashSet;
use std::fmt::Write;

use askama::filters::Escaper;

use super::escape::Latex;
use super::table::{Table, Value};
use super::tables::{MATRIX, SUMMARY, VALUES};
use crate::lab::report::results::Results;

/// Tables without a command for each number: too many, or no figures of the campaign.
const LEFT_OUT: [&str; 5] = ["wrong", "not-run", "repetitions", MATRIX, VALUES];

/// The name of the file.
pub(super) const FILE: &str = "macros.tex";

/// The text of the file.
pub(super) fn macros(results: &Results<'_>, tables: &[Table]) -> String {
    let mut all = Macros::default();
    let counts = [
        ("Levels", results.levels.len()),
        ("CommonLevels", results.common()),
        ("Configurations", results.configurations.len()),
        ("Runs", results.records.len()),
        ("PlannedRuns", results.progress.planned),
        ("MissingRuns", results.progress.missing),
        ("WrongAnswers", results.wrong().len()),
        ("Repetitions", results.repetitions()),
    ];
    for (name, count) in counts {
        all.add(name.to_owned(), &count.to_string());
    }
    if let Some(limit) = results.limit() {
        all.add("TimeLimit".to_owned(), &limit.to_string());
    }
    for table in tables.iter().filter(|table| !LEFT_OUT.contains(&table.name)) {
        all.add_table(table);
    }
    let note = results.progress.note().map(|note| format!("% {note}\n")).unwrap_or_default();
    format!(
        "% A command for each number of the report. \\input this file in the preamble.\n{note}{}",
        all.text
    )
}

#[derive(Default)]
struct Macros {
    names: HashSet<String>,
    text: String,
}

impl Macros {
    fn add_table(&mut self, table: &Table) {
        let start = if table.name == SUMMARY { String::new() } else { letters(table.name) };
        for row in &table.rows {
            let is_text = |column: usize| !table.columns[column].is_number;
            let texts = (0..row.len()).filter(|&column| is_text(column));
            // The last column of a comparison is its result, and no part of the name.
            let texts = texts.take_while(|&column| column < 2);
            let name: String = texts.map(|column| letters(&row[column].value.rounded())).collect();
            let mut group = String::new();
            for (column, entry) in table.columns.iter().zip(row) {
                if !column.is_number || entry.value == Value::Empty {
                    continue;
                }
                // The ends of an interval are named after the number before them.
                let heading = match &*column.heading {
                    end @ ("from" | "to") => format!("{group}{}", letters(end)),
                    heading => {
                        group = letters(heading);
                        group.clone()
                    }
                };
                self.add(format!("{start}{heading}{name}"), &entry.value.rounded());
            }
        }
    }

    fn add(&mut self, name: String, value: &str) {
        let mut unique = name;
        while !self.names.insert(unique.clone()) {
            unique.push_str("Again");
        }
        let mut text = String::new();
        Latex.write_escaped_str(&mut text, value).expect("writing to memory does not fail");
        writeln!(self.text, "\\newcommand{{\\Plotgen{unique}}}{{{text}}}")
            .expect("writing to memory does not fail");
    }
}

/// A text as a part of the name of a command: letters only, each word with a capital, digits spelt out.
fn letters(text: &str) -> String {
    const DIGITS: [&str; 10] =
        ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let mut name = String::new();
    let mut is_start = true;
    for letter in text.chars() {
        match letter {
            letter if letter.is_ascii_alphabetic() => {
                name.push(if is_start { letter.to_ascii_uppercase() } else { letter });
                is_start = false;
            }
            letter if letter.is_ascii_digit() => {
                name.push_str(DIGITS[letter.to_digit(10).unwrap_or(0) as usize]);
                is_start = true;
            }
            '+' => {
                name.push_str("Plus");
                is_start = true;
            }
            _ => is_start = true,
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_commands_have_letters_only() {
        assert_eq!(letters("lean"), "Lean");
        assert_eq!(letters("PAR2 wall"), "PARTwoWall");
        assert_eq!(letters("savilerow-kissat/a/sum"), "SavilerowKissatASum");
        assert_eq!(letters("astar(blind())"), "AstarBlind");
        assert_eq!(letters("a+b 12"), "APlusBOneTwo");
    }

    #[test]
    fn equal_names_do_not_collide() {
        let mut all = Macros::default();
        for value in ["1", "50%"] {
            all.add("SolvedA".to_owned(), value);
        }
        assert_eq!(
            all.text,
            "\\newcommand{\\PlotgenSolvedA}{1}\n\\newcommand{\\PlotgenSolvedAAgain}{50\\%}\n"
        );
    }
}
