//! Texts in a drawing: how they are written, and where.

use super::colours;
use super::letters;
use super::scene::{Figure, Item, Pose};

/// How a text is written.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// The height of a capital letter.
    pub height: f64,
    /// The thickness of the strokes, in the units of letters.
    pub thickness: f64,
    /// The colour.
    pub ink: &'static str,
}

/// Which point of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

impl Writing {
    /// What is written below a board.
    pub const PLAIN: Writing = Writing { height: 8.6, thickness: 1.8, ink: colours::INK };
    /// The title.
    pub const TITLE: Writing = Writing { height: 10.6, thickness: 2.5, ink: colours::INK };
    /// Numbers of rows and columns.
    pub const SMALL: Writing = Writing { height: 7.4, thickness: 1.8, ink: colours::SOFT };

    /// The same in another colour.
    #[must_use]
    pub fn in_ink(self, ink: &'static str) -> Writing {
        Writing { ink, ..self }
    }

    /// The same with thicker strokes.
    #[must_use]
    pub fn bold(self) -> Writing {
        Writing { thickness: 2.7, ..self }
    }

    fn scale(self) -> f64 {
        self.height / letters::CAPITAL
    }

    /// The width of a text.
    pub fn width(self, text: &str) -> f64 {
        letters::width(text) * self.scale()
    }

    /// Breaks a text into lines that are no wider than `limit`.
    pub fn wrapped(self, text: &str, limit: f64) -> Vec<String> {
        letters::wrapped(text, limit / self.scale())
    }

    /// A text that is no wider than `limit`: without its end if it is too long.
    pub fn shortened(self, text: &str, limit: f64) -> String {
        if self.width(text) <= limit {
            return text.to_owned();
        }
        let mut short = text.to_owned();
        while short.pop().is_some() && self.width(&format!("{short}…")) > limit {}
        short + "…"
    }

    /// A text on a baseline.
    pub fn text(self, text: &str, anchor: Anchor, x: f64, y: f64) -> Item {
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - self.width(text) / 2.0,
            Anchor::End => x - self.width(text),
        };
        let figure =
            Figure::Line { path: letters::path(text), stroke: self.ink, width: self.thickness };
        Item::new(figure, Pose::at(left, y).scaled(self.scale()))
    }
}
