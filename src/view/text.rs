//! Pictures and numbers as text for a terminal.
//!
//! Everything is written in colour; the stream strips the colour where it is not wanted. Labels stay
//! in any case, so nothing depends on telling colours apart.
//!
//! Names, versions, remarks and everything else that comes from a file, a solver or an archive goes
//! through [`plain`] or [`sentence`], so that it cannot act on the terminal.

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};

use crate::game::picture::{Hand, Hue, Picture, Span, Tile};

/// The style of a tile: its colour behind its label.
pub fn style(hue: Hue) -> Style {
    let (background, label) = match hue {
        Hue::Red => (AnsiColor::Red, AnsiColor::BrightWhite),
        Hue::Green => (AnsiColor::Green, AnsiColor::Black),
        Hue::Blue => (AnsiColor::Blue, AnsiColor::BrightWhite),
        Hue::Yellow => (AnsiColor::Yellow, AnsiColor::Black),
        Hue::Orange => (AnsiColor::BrightRed, AnsiColor::Black),
        Hue::Violet => (AnsiColor::Magenta, AnsiColor::BrightWhite),
        Hue::Cyan => (AnsiColor::Cyan, AnsiColor::Black),
        Hue::Pink => (AnsiColor::BrightMagenta, AnsiColor::Black),
        Hue::White => (AnsiColor::BrightWhite, AnsiColor::Black),
        Hue::Black => (AnsiColor::Black, AnsiColor::BrightWhite),
        Hue::Grey => (AnsiColor::BrightBlack, AnsiColor::BrightWhite),
    };
    Style::new().bg_color(Some(Color::Ansi(background))).fg_color(Some(Color::Ansi(label)))
}

/// A tile with its colour, as wide as its label and a space on each side.
pub fn tile(tile: &Tile) -> String {
    let style = style(tile.hue);
    format!("{style} {} {style:#}", tile.label)
}

/// Draws a picture: the title, the grid with row numbers at the left and column numbers below, the wall
/// and the floor if there are any, and the lines.
///
/// # Errors
/// If the stream cannot be written to.
pub fn picture(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    if let Some(title) = &picture.title {
        let bold = Style::new().bold();
        writeln!(out, "{bold}{}{bold:#}", plain(title))?;
    }
    let tiles = || picture.rows.iter().flatten().flatten();
    let width = tiles().map(|tile| tile.label.chars().count()).max().unwrap_or(1) + 2;
    let columns = picture.columns();
    for (index, row) in picture.rows.iter().enumerate() {
        write!(out, "{:>4}  ", index + 1)?;
        for cell in row {
            match cell {
                Some(shown) => {
                    let style = style(shown.hue);
                    write!(out, "{style}{:^width$}{style:#}", shown.label)?;
                }
                None => write!(out, "{:^width$}", ".")?,
            }
        }
        writeln!(out, "{}", if picture.is_walled { "|" } else { "" })?;
    }
    if picture.is_walled {
        writeln!(out, "      {}+", "-".repeat(width * columns))?;
    }
    write!(out, "      ")?;
    for column in 1..=columns {
        write!(out, "{column:^width$}")?;
    }
    writeln!(out)?;
    match &picture.hand {
        Some(Hand::Empty) | None => {}
        Some(Hand::Wildcard) => writeln!(out, "hand: wildcard")?,
        Some(Hand::Tile(held)) => writeln!(out, "hand: {}", tile(held))?,
    }
    for line in &picture.lines {
        for span in line {
            match span {
                Span::Text(text) => write!(out, "{}", plain(text))?,
                Span::Tile(shown) => write!(out, "{}", tile(shown))?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The characters of the beginning and of the end that [`sentence`] keeps of a long sentence. The file
/// is named at its beginning, and the reason often at its end.
const KEPT: (usize, usize) = (700, 290);

/// Whether a character acts on a terminal instead of being shown: control characters, which start
/// escape sequences, line and paragraph separators, and those that change the direction of writing.
pub fn is_active(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2066}'..='\u{2069}')
}

/// A text on one line, with active characters escaped: `\n`, `\u{1b}`.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_active) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => escaped.extend(letter.escape_default()),
            letter if is_active(letter) => escaped.extend(letter.escape_unicode()),
            letter => escaped.push(letter),
        }
    }
    escaped.into()
}

/// A sentence on one line, [`plain`], and without its middle if it is very long.
pub fn sentence(text: &str) -> String {
    let head = text.char_indices().nth(KEPT.0).map_or(text.len(), |(end, _)| end);
    let tail = text.char_indices().nth_back(KEPT.1 - 1).map_or(0, |(start, _)| start);
    if tail <= head {
        return plain(text).into_owned();
    }
    format!("{} … {}", plain(&text[..head]), plain(&text[tail..]))
}

/// A word in bold green, for good news.
pub fn good(word: &str) -> String {
    let green = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
    format!("{green}{word}{green:#}")
}

/// A word in bold red, for bad news.
pub fn bad(word: &str) -> String {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    format!("{red}{word}{red:#}")
}

/// A number with its noun: `1 level`, `2 levels`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Draws how often numbers occur, one line for each.
///
/// # Errors
/// If the stream cannot be written to.
pub fn bars(out: &mut dyn Write, bars: &[(f64, u64)]) -> io::Result<()> {
    const WIDTH: f64 = 50.0;
    let highest = bars.iter().map(|&(_, count)| count).max().unwrap_or(1) as f64;
    for &(number, count) in bars {
        // Eighths of a cell, rounded up, so that every bar is visible.
        let eighths = (8.0 * WIDTH * count as f64 / highest).ceil() as usize;
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        writeln!(out, "{:>5} {}{rest} {count}", score(number), "█".repeat(eighths / 8))?;
    }
    Ok(())
}

/// A score with at most three digits after the point, and no trailing zeros.
pub fn score(score: f64) -> String {
    let text = format!("{score:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Lengths in short: runs of them by their ends, e.g. `3..6,8`.
pub fn lengths(all: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &length in all {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == length => *last = length,
            Some(_) | None => runs.push((length, length)),
        }
    }
    let run = |&(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}..{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shown: &Picture) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        picture(&mut out, shown).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    fn tiles(rows: &[&[&str]]) -> Picture {
        let cell = |label: &&str| {
            (*label != ".").then(|| Tile { label: (*label).to_owned(), hue: Hue::Red })
        };
        let rows = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        Picture { rows, is_walled: true, ..Picture::default() }
    }

    #[test]
    fn a_board_is_drawn_with_numbers_wall_and_floor() {
        let board = tiles(&[&[".", "R"], &["G", "R"]]);
        assert_eq!(drawn(&board), "   1   .  R |\n   2   G  R |\n      ------+\n       1  2 \n");
    }

    #[test]
    fn text_that_acts_on_a_terminal_is_escaped() {
        assert_eq!(plain("größer → 3"), "größer → 3");
        assert_eq!(plain("a\u{1b}[31m\n\u{9b}2J\0"), "a\\u{1b}[31m\\n\\u{9b}2J\\u{0}");
        assert_eq!(plain("\u{202e}gnp\u{2069}.x\u{2028}"), "\\u{202e}gnp\\u{2069}.x\\u{2028}");
    }

    #[test]
    fn a_long_sentence_keeps_its_beginning_and_its_end() {
        let long = format!("level.json: {}ä is not a level", "ä\n".repeat(1_000_000));
        let cut = sentence(&long);
        assert!(cut.starts_with("level.json: ä\\n") && cut.ends_with("ä is not a level"), "{cut}");
        assert!(cut.chars().count() < 2000 && cut.contains(" … "), "{cut}");
        let short = "x".repeat(980);
        assert_eq!(sentence(&short), short);
    }

    #[test]
    fn cells_are_as_wide_as_the_widest_label() {
        let board = Picture { is_walled: false, ..tiles(&[&["2", "128"]]) };
        assert_eq!(
            drawn(&board.with_line("score: 4")),
            "   1    2   128 \n        1    2  \nscore: 4\n"
        );
    }
}
