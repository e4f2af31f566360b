//! What has to be escaped in the texts that are not HTML. `askama.toml` gives each ending its escaper.

use std::fmt::{self, Write};

use askama::filters::Escaper;

/// LaTeX, in text mode.
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
                '<' | '>' | '−' | '×' | '≤' => out.write_str(in_mathematics(letter))?,
                '"' => out.write_str("''")?,
                '–' => out.write_str("--")?,
                '|' => out.write_str(r"\textbar{}")?,
                '`' => out.write_str(r"\textasciigrave{}")?,
                // At the beginning of a row these would be an argument of what ended the last one.
                '[' | '*' => write!(out, "{{{letter}}}")?,
                // Two hyphens would be a dash.
                '-' if before == '-' => out.write_str("{}-")?,
                _ if letter.is_control() => out.write_char(' ')?,
                _ => out.write_char(letter)?,
            }
            before = letter;
        }
        Ok(())
    }
}

fn in_mathematics(letter: char) -> &'static str {
    match letter {
        '<' => "$<$",
        '>' => "$>$",
        '×' => r"$\times$",
        '≤' => r"$\leq$",
        _ => "$-$",
    }
}

/// A cell of a table in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Escaper for Markdown {
    fn write_escaped_str<W: Write>(&self, mut out: W, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '|' | '\\' | '*' | '_' | '`' | '<' | '[' | ']' => write!(out, "\\{letter}")?,
                '\n' | '\r' | '\t' => out.write_char(' ')?,
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
    fn what_latex_would_obey_it_prints() {
        assert_eq!(escaped(Latex, r"50% of a_b & c#1 {x}$"), r"50\% of a\_b \& c\#1 \{x\}\$");
        assert_eq!(
            escaped(Latex, r"\input{~^}"),
            r"\textbackslash{}input\{\textasciitilde{}\textasciicircum{}\}"
        );
        assert_eq!(escaped(Latex, "−3 <\n4×5"), r"$-$3 $<$ 4$\times$5");
        assert_eq!(escaped(Latex, "[a]|*b*"), r"{[}a]\textbar{}{*}b{*}");
        assert_eq!(escaped(Latex, "--threads 2"), r"-{}-threads 2");
    }

    #[test]
    fn a_cell_of_markdown_stays_one_cell() {
        assert_eq!(escaped(Markdown, "a|b\nc_d"), r"a\|b c\_d");
    }
}
