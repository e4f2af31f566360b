//! What a position looks like, as data. `view` draws it; games only describe it.

use serde::Serialize;

/// A grid of tiles, with lines of text below it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// A title above the grid.
    pub title: Option<String>,
    /// The rows from the top, each from the left; `None` is an empty cell.
    pub rows: Vec<Vec<Option<Tile>>>,
    /// Whether there is a wall behind the last column and a floor below the last row.
    pub is_walled: bool,
    /// What the player holds, in a game where the player holds something.
    pub hand: Option<Hand>,
    /// Where the player can aim from, in a game where steps are aimed along rows and columns.
    pub entries: Option<Entries>,
    /// What is said below the grid.
    pub lines: Vec<Vec<Span>>,
}

/// What the player holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hand {
    /// Nothing, in the middle of a step.
    Empty,
    /// A tile that is of no kind yet.
    Wildcard,
    /// This tile.
    Tile(Tile),
}

/// The rows that a step can be aimed along, from the left, and the columns that it can be aimed down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entries {
    /// For each row from the top, whether it is open.
    pub rows: Vec<bool>,
    /// For each column from the left, whether it is open.
    pub columns: Vec<bool>,
}

/// A tile: a short label on a coloured ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// The label, which identifies the tile without its colour.
    pub label: String,
    /// The colour.
    pub hue: Hue,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// Plain text.
    Text(String),
    /// A tile.
    Tile(Tile),
}

/// Colours that are easy to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "colours speak for themselves")]
pub enum Hue {
    Red,
    Green,
    Blue,
    Yellow,
    Orange,
    Violet,
    Cyan,
    Pink,
    White,
    Black,
    Grey,
}

/// The labels of a picture, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Labels {
    /// The rows from the top, each from the left; `None` is an empty cell.
    pub board: Vec<Vec<Option<String>>>,
}

impl Picture {
    /// The number of columns: that of the widest row.
    pub fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The labels of the tiles.
    pub fn labels(&self) -> Labels {
        let label = |cell: &Option<Tile>| cell.as_ref().map(|tile| tile.label.clone());
        Labels { board: self.rows.iter().map(|row| row.iter().map(label).collect()).collect() }
    }

    /// The picture with a title.
    pub fn titled(self, title: &str) -> Picture {
        Picture { title: Some(title.to_owned()), ..self }
    }

    /// The picture with another line of plain text below it.
    pub fn with_line(mut self, text: impl Into<String>) -> Picture {
        self.lines.push(vec![Span::Text(text.into())]);
        self
    }
}
