//! Boards, shots and verdicts as text.
//!
//! Everything is written with colour; the stream that it goes to takes the colour out again where
//! it is not wanted. The letters stay in any case, so nothing depends on telling colours apart.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};

use crate::games::plotting::board::{Board, Colour, Place};
use crate::games::plotting::level::Level;
use crate::games::plotting::replay::{Reason, Verdict};
use crate::games::plotting::rules::{Effect, Hand, Position, Shot};

/// The style of a block: its colour behind its letter.
fn style(colour: Colour) -> Style {
    let (background, letter) = match colour.letter() {
        'R' => (AnsiColor::Red, AnsiColor::BrightWhite),
        'G' => (AnsiColor::Green, AnsiColor::Black),
        'B' => (AnsiColor::Blue, AnsiColor::BrightWhite),
        'Y' => (AnsiColor::Yellow, AnsiColor::Black),
        'O' => (AnsiColor::BrightRed, AnsiColor::Black),
        'V' => (AnsiColor::Magenta, AnsiColor::BrightWhite),
        'C' => (AnsiColor::Cyan, AnsiColor::Black),
        'P' => (AnsiColor::BrightMagenta, AnsiColor::Black),
        'W' => (AnsiColor::BrightWhite, AnsiColor::Black),
        'K' => (AnsiColor::Black, AnsiColor::BrightWhite),
        _ => (AnsiColor::BrightBlack, AnsiColor::BrightWhite),
    };
    Style::new().bg_color(Some(Color::Ansi(background))).fg_color(Some(Color::Ansi(letter)))
}

/// Draws a board: row numbers at the left, the wall at the right, the floor and the column
/// numbers below.
///
/// # Errors
/// If the stream does.
pub fn board(out: &mut dyn Write, board: &Board) -> io::Result<()> {
    for row in 1..=board.rows() {
        write!(out, "{row:>4}  ")?;
        for column in 1..=board.columns() {
            match board[Place { row, column }] {
                Some(colour) => write!(out, "{0} {colour} {0:#}", style(colour))?,
                None => write!(out, " . ")?,
            }
        }
        writeln!(out, "|")?;
    }
    writeln!(out, "      {}+", "-".repeat(3 * board.columns()))?;
    write!(out, "      ")?;
    for column in 1..=board.columns() {
        write!(out, "{column:^3}")?;
    }
    writeln!(out)
}

/// Tells what the hand holds.
fn hand(out: &mut dyn Write, hand: Hand) -> io::Result<()> {
    match hand {
        Hand::Wildcard => writeln!(out, "hand: wildcard"),
        Hand::Holding(colour) => writeln!(out, "hand: {0} {colour} {0:#}", style(colour)),
    }
}

/// Draws a state of the game.
///
/// # Errors
/// If the stream does.
pub fn position(out: &mut dyn Write, position: &Position) -> io::Result<()> {
    board(out, &position.board)?;
    hand(out, position.hand)
}

/// Draws a level with its goal.
///
/// # Errors
/// If the stream does.
pub fn level(out: &mut dyn Write, level: &Level) -> io::Result<()> {
    let figures = level.figures();
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", level.name())?;
    position(out, level.start())?;
    writeln!(
        out,
        "goal: at most {} of {} left ({})",
        level.goal(),
        counted(figures.blocks, "block"),
        counted(figures.colours, "colour")
    )?;
    let firing = level.firing();
    if !firing.is_everywhere() {
        writeln!(
            out,
            "firing: rows {}; columns {}",
            list(&firing.rows()),
            list(&firing.columns())
        )?;
    }
    if level.goal() < figures.fewest_blocks {
        writeln!(
            out,
            "unsolvable: {} never get below {} (Lemma 1)",
            counted(figures.colours, "colour"),
            counted(figures.fewest_blocks, "block"),
        )?;
    }
    Ok(())
}

/// Tells what a shot did, in one line.
pub fn story(effect: &Effect) -> String {
    let mut story = format!(
        "{} consumes {} of {} ({})",
        effect.shot,
        counted(effect.consumed.len(), "block"),
        effect.colour,
        places(&effect.consumed)
    );
    match effect.swap {
        Some(swap) => {
            story += &format!(", swaps {} for {} at {}", swap.left, swap.taken, place(swap.place));
        }
        None => story += ", reaches the floor",
    }
    if !effect.falls.is_empty() {
        let falls: Vec<String> = effect
            .falls
            .iter()
            .map(|fall| format!("{} {}→{}", fall.colour, place(fall.from), place(fall.to)))
            .collect();
        let verb = if falls.len() == 1 { "falls" } else { "fall" };
        story += &format!("; {} {verb} ({})", counted(falls.len(), "block"), falls.join(", "));
    }
    story
        + &format!(
            "; hand {}, {} left",
            effect.after.hand,
            counted(effect.after.board.blocks(), "block")
        )
}

/// Tells and shows a game shot by shot.
///
/// # Errors
/// If the stream does.
pub fn game(out: &mut dyn Write, verdict: &Verdict) -> io::Result<()> {
    for (index, effect) in verdict.played.iter().enumerate() {
        writeln!(out, "\nshot {}: {}", index + 1, story(effect))?;
        position(out, &effect.after)?;
    }
    Ok(())
}

/// Shows a game as the article's figures do: what is in the hand, the board, and the shot before it.
///
/// # Errors
/// If the stream does.
pub fn filmstrip(out: &mut dyn Write, level: &Level, verdict: &Verdict) -> io::Result<()> {
    let mut frame = |position: &Position, caption: &str| {
        let hand = match position.hand {
            Hand::Wildcard => " W ".to_owned(),
            Hand::Holding(colour) => format!("{0} {colour} {0:#}", style(colour)),
        };
        for row in 1..=position.board.rows() {
            write!(out, "  {}   ", if row == 1 { hand.as_str() } else { "   " })?;
            for column in 1..=position.board.columns() {
                match position.board[Place { row, column }] {
                    Some(colour) => write!(out, "{0} {colour} {0:#}", style(colour))?,
                    None => write!(out, " . ")?,
                }
            }
            writeln!(out, "|{}", if row == 1 { format!("  {caption}") } else { String::new() })?;
        }
        Ok::<(), io::Error>(())
    };
    let start = format!("the goal is {}", counted(level.goal(), "block"));
    frame(level.start(), &start)?;
    for effect in &verdict.played {
        let caption = format!(
            "after {}, {} left",
            effect.shot,
            counted(effect.after.board.blocks(), "block")
        );
        frame(&effect.after, &caption)?;
    }
    Ok(())
}

/// Shots as a plan is written.
pub fn words(shots: &[Shot]) -> String {
    shots.iter().map(Shot::to_string).collect::<Vec<_>>().join(" ")
}

/// Tells what a verdict says, and shows the board where the plan breaks off.
///
/// # Errors
/// If the stream does.
pub fn verdict(out: &mut dyn Write, level: &Level, verdict: &Verdict) -> io::Result<()> {
    let blocks = verdict.end.board.blocks();
    match &verdict.finding {
        Ok(plan) => {
            let green = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
            writeln!(
                out,
                "{green}valid{green:#}: {}, {} left, the goal is {}",
                counted(plan.shots().len(), "shot"),
                counted(blocks, "block"),
                level.goal()
            )?;
            match verdict.goal_met_after {
                Some(after) if after < plan.shots().len() => {
                    writeln!(out, "The goal is met after {} already.", counted(after, "shot"))
                }
                Some(_) | None => Ok(()),
            }
        }
        Err(flaw) => {
            let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
            let line = match (&flaw.action, flaw.line) {
                (None, line @ 1..) => format!(" (line {line})"),
                (Some(_), _) | (None, 0) => String::new(),
            };
            writeln!(out, "{red}invalid{red:#}: {flaw}{line}")?;
            if let (Reason::Departs(_), Some(shot)) = (&flaw.reason, flaw.shot) {
                writeln!(out, "before shot {}, {shot}:", flaw.number)?;
            }
            position(out, &verdict.end)?;
            let missing = blocks.saturating_sub(level.goal());
            writeln!(
                out,
                "{} left, the goal is {}: {missing} too many",
                counted(blocks, "block"),
                level.goal()
            )
        }
    }
}

/// Tells what the shots of a planner's plan are worth without the rest of it.
///
/// # Errors
/// If the stream does.
pub fn shots_alone(out: &mut dyn Write, verdict: &Verdict) -> io::Result<()> {
    match &verdict.finding {
        Ok(plan) => writeln!(out, "Its shots alone, {plan}, solve the level."),
        Err(flaw) => writeln!(out, "Its shots alone do not solve the level: {flaw}."),
    }
}

/// A number with its noun: `1 block`, `2 blocks`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Draws how often numbers occur, a line each.
///
/// # Errors
/// If the stream does.
pub fn bars(out: &mut dyn Write, bars: &[(f64, u64)]) -> io::Result<()> {
    const WIDTH: f64 = 50.0;
    let highest = bars.iter().map(|&(_, count)| count).max().unwrap_or(1) as f64;
    for &(number, count) in bars {
        // Eighths of a cell; whatever occurs is seen.
        let eighths = (8.0 * WIDTH * count as f64 / highest).ceil() as usize;
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
        writeln!(out, "{:>5} {}{rest} {count}", score(number), "█".repeat(eighths / 8))?;
    }
    Ok(())
}

/// A score with as many digits as it needs, three after the point at most.
pub fn score(score: f64) -> String {
    let text = format!("{score:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Lengths in short: runs of them by their ends, as `3..6, 8`.
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

fn list(numbers: &[usize]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

/// A cell in short: row and column, as `2,3`.
fn place(place: Place) -> String {
    format!("{},{}", place.row, place.column)
}

fn places(list: &[Place]) -> String {
    list.iter().map(|&at| place(at)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::rules::shoot;

    #[test]
    fn a_shot_is_told_in_one_line() {
        let position = Position { board: "GG/RR/BG".parse().unwrap(), hand: Hand::Wildcard };
        assert_eq!(
            story(&shoot(&position, Shot::Row(2)).unwrap()),
            "r2 consumes 2 blocks of R (2,1 2,2), swaps R for G at 3,2; \
             2 blocks fall (G 1,1→2,1, G 1,2→2,2); hand G, 4 blocks left"
        );
    }

    #[test]
    fn a_board_is_drawn_with_numbers_wall_and_floor() {
        let mut out = anstream::StripStream::new(Vec::new());
        board(&mut out, &".R/GR".parse().unwrap()).unwrap();
        let text = String::from_utf8(out.into_inner()).unwrap();
        assert_eq!(text, "   1   .  R |\n   2   G  R |\n      ------+\n       1  2 \n");
    }
}
