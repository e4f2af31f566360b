//! Escapes text in templates for LaTeX and Markdown. `askama.toml` assigns the escapers to file
//! extensions.

use std::fmt::{self, Write};

use askama::filters::Escaper;

use crate::view::text::is_active;

/// Escapes text for LaTeX in text mode.
#[derive(Clone, Copy, Debug)]
pub struct Latex;

impl Escaper for Latex {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        let mut before = ' ';
        for letter in text.chars() {
            match letter {
                '&' | '%' | '$' | '#' | '_' | '{' | '}' => write!(out, "\\{letter}")?,
                '\\' => out.write_str(r"\textbackslash{}")?,
                '~' => out.write_str(r"\textasciitilde{}")?,
                '^' => out.write_str(r"\textasciicircum{}")?,
                '<' | '>' | '−' | '×' | '≤' | '≥' | '∅' | '±' | '°' | 'µ' | '→' => {
                    out.write_str(in_math_mode(letter))?;
                }
                '"' => out.write_str("''")?,
                '–' => out.write_str("--")?,
                '…' => out.write_str(r"\ldots{}")?,
                '’' | '‘' => out.write_char('\'')?,
                '“' | '”' => out.write_str("''")?,
                '|' => out.write_str(r"\textbar{}")?,
                '`' => out.write_str(r"\textasciigrave{}")?,
                // At the start of a row, `\\` of the previous row would read these as its argument.
                '[' | '*' => write!(out, "{{{letter}}}")?,
                // LaTeX would turn two hyphens into a dash.
                '-' if before == '-' => out.write_str("{}-")?,
                _ if is_active(letter) => out.write_char(' ')?,
                _ if letter.is_ascii() || has_glyph(letter) => out.write_char(letter)?,
                _ => out.write_char('?')?,
            }
            before = letter;
        }
        Ok(())
    }
}

fn in_math_mode(letter: char) -> &'static str {
    match letter {
        '<' => "$<$",
        '>' => "$>$",
        '×' => r"$\times$",
        '≤' => r"$\leq$",
        '≥' => r"$\geq$",
        '∅' => r"$\emptyset$",
        '±' => r"$\pm$",
        '°' => r"$^\circ$",
        'µ' => r"$\mu$",
        '→' => r"$\rightarrow$",
        _ => "$-$",
    }
}

/// Whether every LaTeX has a glyph for this letter in its default encoding.
fn has_glyph(letter: char) -> bool {
    ('À'..='ÿ').contains(&letter) && !matches!(letter, 'Ð' | 'Þ' | 'ð' | 'þ' | '×' | '÷')
}

/// Escapes text for a cell of a Markdown table.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Escaper for Markdown {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '|' | '\\' | '*' | '_' | '`' | '<' | '[' | ']' => write!(out, "\\{letter}")?,
                _ if is_active(letter) => out.write_char(' ')?,
                _ => out.write_char(letter)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(escaper: impl Escaper, text: &str) -> String {
        let mut out = String::new();
        escaper.write_escaped_str(&mut out, text).unwrap();
        out
    }

    #[test]
    fn latex_commands_and_special_characters_are_escaped() {
        assert_eq!(escaped(Latex, r"50% of a_b & c#1 {x}$"), r"50\% of a\_b \& c\#1 \{x\}\$");
        assert_eq!(
            escaped(Latex, r"\input{~^}"),
            r"\textbackslash{}input\{\textasciitilde{}\textasciicircum{}\}"
        );
        assert_eq!(escaped(Latex, "−3 <\n4×5"), r"$-$3 $<$ 4$\times$5");
        assert_eq!(escaped(Latex, "[a]|*b*"), r"{[}a]\textbar{}{*}b{*}");
        assert_eq!(escaped(Latex, "--threads 2"), r"-{}-threads 2");
        assert_eq!(escaped(Latex, "∅ 0.5 für 雪"), r"$\emptyset$ 0.5 für ?");
    }

    #[test]
    fn markdown_escapes_cell_separators_and_line_breaks() {
        assert_eq!(escaped(Markdown, "a|b\nc_d"), r"a\|b c\_d");
    }
}
