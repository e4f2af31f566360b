//! A game as a strip of boards, as in the article's figures.

use std::io::{self, Write};

use crate::games::plotting::board::Place;
use crate::games::plotting::level::Level;
use crate::games::plotting::replay::Verdict;
use crate::games::plotting::rules::{Hand, Position};
use crate::games::plotting::story::{self, BLOCK};
use crate::view::text::tile;

/// Draws every position of a game: the hand, the board, and the shot that led to it.
///
/// # Errors
/// If the stream cannot be written to.
pub fn filmstrip(out: &mut dyn Write, level: &Level, verdict: &Verdict) -> io::Result<()> {
    let goal = story::counted(level.goal(), BLOCK);
    frame(out, level.start(), &format!("the goal is {goal}"))?;
    for turn in &verdict.played {
        let position = &turn.after.position;
        let left = story::counted(position.board.blocks(), BLOCK);
        frame(out, position, &format!("after {}, {left} left", turn.step))?;
    }
    Ok(())
}

fn frame(out: &mut dyn Write, position: &Position, caption: &str) -> io::Result<()> {
    let hand = match position.hand {
        Hand::Wildcard => " W ".to_owned(),
        Hand::Holding(colour) => tile(&story::tile(colour)),
    };
    for row in 1..=position.board.rows() {
        write!(out, "  {}   ", if row == 1 { hand.as_str() } else { "   " })?;
        for column in 1..=position.board.columns() {
            match position.board[Place { row, column }] {
                Some(colour) => write!(out, "{}", tile(&story::tile(colour)))?,
                None => write!(out, " . ")?,
            }
        }
        writeln!(out, "|{}", if row == 1 { format!("  {caption}") } else { String::new() })?;
    }
    Ok(())
}
