//! Where the parts of a picture go: the board with its numbers, wall and floor, the hand beside it, and
//! what is said below it.

use super::colours;
use super::scene::{CELL, Figure, Item, Pose, Scene, panel};
use super::writing::{Anchor, Writing};
use crate::game::grid::Cell;
use crate::game::motion::{Aim, Spot};
use crate::game::picture::{Entries, Hand, Picture, Span};

/// The space around everything.
const PAD: f64 = 14.0;
/// The width of the place for the hand.
const HAND: f64 = 46.0;
/// The space for the numbers of rows, and of columns.
const NUMBERS: f64 = 24.0;
/// The same where steps are not aimed along rows and columns.
const PLAIN_NUMBERS: f64 = 18.0;
/// The thickness of the wall and the floor.
const WALL: f64 = 5.0;
/// The distance between two baselines of the text below a board.
const LINE: f64 = 17.0;
/// The width of the text below a narrow board.
const TEXT: f64 = 210.0;

/// How much of a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// All of it: title, numbers, lines.
    Whole,
    /// The board with its numbers.
    Numbered,
    /// The board and the hand, for one of many boards.
    Bare,
}

/// A board on paper: it knows where everything is.
#[derive(Clone, Debug)]
pub struct Sheet {
    style: Style,
    rows: usize,
    columns: usize,
    is_walled: bool,
    has_hand: bool,
    entries: Option<Entries>,
    title: Option<String>,
    /// The upper left corner of the first cell.
    left: f64,
    top: f64,
    /// What is below the board has this width.
    text_width: f64,
}

impl Sheet {
    /// A sheet for pictures like this one.
    pub fn new(picture: &Picture, style: Style) -> Sheet {
        let has_hand = picture.hand.is_some();
        let numbers = match (style, &picture.entries) {
            (Style::Bare, _) => 0.0,
            (Style::Whole | Style::Numbered, Some(_)) => NUMBERS,
            (Style::Whole | Style::Numbered, None) => PLAIN_NUMBERS,
        };
        let title = picture.title.clone().filter(|_| style == Style::Whole);
        let mut sheet = Sheet {
            style,
            rows: picture.rows.len(),
            columns: picture.columns(),
            is_walled: picture.is_walled,
            has_hand,
            entries: picture.entries.clone(),
            left: PAD + numbers + if has_hand { HAND } else { 0.0 },
            top: PAD + numbers,
            text_width: 0.0,
            title,
        };
        if style == Style::Whole {
            sheet.text_width = (sheet.board_right() - PAD).max(TEXT);
        } else {
            (sheet.left, sheet.top) = (sheet.left - PAD + 2.0, sheet.top - PAD + 2.0);
            sheet.text_width = sheet.board_right();
        }
        sheet.top += LINE * sheet.title_lines().len() as f64;
        if sheet.title.is_some() {
            sheet.top += 8.0;
        }
        sheet
    }

    fn title_lines(&self) -> Vec<String> {
        let title = self.title.as_deref();
        title.map_or(Vec::new(), |title| Writing::TITLE.wrapped(title, self.text_width))
    }

    fn width_of_cells(&self) -> f64 {
        CELL * self.columns as f64
    }

    fn height_of_cells(&self) -> f64 {
        CELL * self.rows as f64
    }

    /// The right end of the board, with its wall.
    fn board_right(&self) -> f64 {
        self.left + self.width_of_cells() + if self.is_walled { WALL + 3.0 } else { 2.0 }
    }

    /// The upper left corner of the first cell.
    pub fn corner(&self) -> (f64, f64) {
        (self.left, self.top)
    }

    /// The lower end of the board, with its floor.
    pub fn board_bottom(&self) -> f64 {
        self.top + self.height_of_cells() + if self.is_walled { WALL + 3.0 } else { 2.0 }
    }

    /// The width of everything.
    pub fn width(&self) -> f64 {
        match self.style {
            Style::Whole => PAD + self.text_width + PAD,
            Style::Numbered | Style::Bare => self.board_right(),
        }
    }

    /// The baseline of a line of text below the board, from 0.
    pub fn baseline(&self, line: usize) -> f64 {
        self.board_bottom() + 21.0 + if self.has_hand { 3.0 } else { 0.0 } + LINE * line as f64
    }

    /// The height of everything with a given number of lines below the board.
    pub fn height(&self, lines: usize) -> f64 {
        match (self.style, lines) {
            (Style::Whole, 0) => self.board_bottom() + PAD,
            (Style::Whole, _) => self.baseline(lines - 1) + PAD - 2.0,
            (Style::Numbered | Style::Bare, _) => self.board_bottom(),
        }
    }

    /// The middle of a cell, or of a place beside the board.
    fn centre(&self, row: f64, column: f64) -> (f64, f64) {
        (self.left + CELL * (column - 0.5), self.top + CELL * (row - 0.5))
    }

    /// Where a tile in this spot is.
    pub fn pose(&self, spot: Spot) -> Pose {
        let (x, y) = match spot {
            Spot::At { row, column } => self.centre(f64::from(row), f64::from(column)),
            Spot::Hand => {
                let y = self.centre(self.rows as f64, 0.0).1;
                (if self.style == Style::Whole { PAD } else { 2.0 } + CELL / 2.0, y)
            }
        };
        Pose::at(x, y)
    }

    /// What never moves: the title, the empty board, its numbers, wall and floor.
    pub fn ground(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for (index, line) in self.title_lines().iter().enumerate() {
            let y = PAD + 11.0 + LINE * index as f64;
            items.push(Writing::TITLE.text(line, Anchor::Start, PAD, y));
        }
        let (width, height) = (self.width_of_cells(), self.height_of_cells());
        items.push(panel(
            self.left - 2.0,
            self.top - 2.0,
            width + 4.0,
            height + 4.0,
            8.0,
            colours::WELL,
        ));
        items.push(self.cells());
        if self.is_walled {
            items.push(self.wall());
        }
        if self.style != Style::Bare {
            items.extend(self.numbers());
        }
        if self.style == Style::Whole && self.has_hand {
            let place = self.pose(Spot::Hand);
            let y = place.y + CELL / 2.0 + 13.0;
            items.push(Writing::SMALL.text("hand", Anchor::Middle, place.x, y));
        }
        if self.has_hand {
            let Pose { x, y, .. } = self.pose(Spot::Hand);
            items.push(panel(x - 18.5, y - 18.5, 37.0, 37.0, 7.0, colours::WELL));
            items.push(panel(x - 17.0, y - 17.0, 34.0, 34.0, 6.0, colours::PAPER));
        }
        items
    }

    /// The empty cells, as one shape.
    fn cells(&self) -> Item {
        let mut path = String::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let (x, y) = (CELL * column as f64 + 6.5, CELL * row as f64 + 1.5);
                path += &format!(
                    "M{x} {y}h27a5 5 0 0 1 5 5v27a5 5 0 0 1-5 5h-27a5 5 0 0 1-5-5v-27a5 5 0 0 1 5-5z"
                );
            }
        }
        Item::new(Figure::Shape { path, fill: colours::CELL }, Pose::at(self.left, self.top))
    }

    fn wall(&self) -> Item {
        let (width, height) = (self.width_of_cells(), self.height_of_cells());
        let out = WALL / 2.0 + 2.5;
        let path = format!("M{} -1v{}h-{}", width + out, height + 1.0 + out, width + out + 1.0);
        let figure = Figure::Line { path, stroke: colours::WALL, width: WALL };
        Item::new(figure, Pose::at(self.left, self.top))
    }

    /// The numbers of rows and columns; where a step can be aimed from, each with an arrow.
    fn numbers(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for row in 1..=self.rows {
            let y = self.centre(row as f64, 0.0).1 + Writing::SMALL.height / 2.0;
            let x = self.left - self.arrow_space();
            let is_open = self.entries.as_ref().map(|entries| entries.rows[row - 1]);
            items.push(number(is_open).text(&row.to_string(), Anchor::End, x, y));
            items.extend(self.entry(&Aim::Row(row), is_open));
        }
        for column in 1..=self.columns {
            let x = self.centre(0.0, column as f64).0;
            let y = self.top - self.arrow_space();
            let is_open = self.entries.as_ref().map(|entries| entries.columns[column - 1]);
            items.push(number(is_open).text(&column.to_string(), Anchor::Middle, x, y));
            items.extend(self.entry(&Aim::Column(column), is_open));
        }
        items
    }

    /// The arrow where a step can be aimed from.
    fn entry(&self, aim: &Aim, is_open: Option<bool>) -> Option<Item> {
        (is_open == Some(true)).then(|| self.arrow(aim, colours::SOFT))
    }

    /// The space between the board and the numbers.
    fn arrow_space(&self) -> f64 {
        if self.entries.is_some() { 14.0 } else { 7.0 }
    }

    /// The arrow at the end of a row or column, or frames around cells.
    fn arrow(&self, aim: &Aim, fill: &'static str) -> Item {
        let shape = |path: &str, x, y| {
            Item::new(Figure::Shape { path: path.to_owned(), fill }, Pose::at(x, y))
        };
        match aim {
            Aim::Row(row) => {
                let y = self.centre(*row as f64, 0.0).1;
                shape("M-5-4.5l6 4.5-6 4.5z", self.left - 5.0, y)
            }
            Aim::Column(column) => {
                let x = self.centre(0.0, *column as f64).0;
                shape("M-4.5-5l4.5 6 4.5-6z", x, self.top - 5.0)
            }
            Aim::Cells(cells) => self.frames(cells, fill),
            Aim::Button => shape("", 0.0, 0.0),
        }
    }

    /// Frames around cells.
    fn frames(&self, cells: &[Cell], stroke: &'static str) -> Item {
        let frame = |cell: &Cell| {
            let Pose { x, y, .. } = self.pose((*cell).into());
            format!(
                "M{} {}h26a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6h-26a6 6 0 0 1-6-6v-26a6 6 0 0 1 6-6z",
                x - 13.0,
                y - 19.0
            )
        };
        let path = cells.iter().map(frame).collect();
        Item::new(Figure::Line { path, stroke, width: 3.0 }, Pose::at(0.0, 0.0))
    }

    /// What shows the step that is about to be played.
    pub fn hint(&self, aim: &Aim) -> Item {
        self.arrow(aim, colours::ACCENT)
    }

    /// The tiles of a picture, and what the hand holds.
    pub fn tiles(&self, picture: &Picture) -> Vec<Item> {
        let mut items = Vec::new();
        for (row, tiles) in (1..).zip(&picture.rows) {
            for (column, tile) in (1..).zip(tiles) {
                if let Some(tile) = tile {
                    let pose = self.pose(Cell { row, column }.into());
                    items.push(Item::new(Figure::Tile(tile.clone()), pose));
                }
            }
        }
        let hand = picture.hand.as_ref().and_then(held);
        items.extend(hand.map(|figure| Item::new(figure, self.pose(Spot::Hand))));
        items
    }

    /// Lines of text below the board, each broken where it is too wide, from a given line on; and how many
    /// lines there are then.
    pub fn text(&self, lines: &[Vec<Span>], first: usize) -> (Vec<Item>, usize) {
        let mut items = Vec::new();
        let mut next = first;
        for line in lines {
            for words in Writing::PLAIN.wrapped(&plain(line), self.text_width) {
                let y = self.baseline(next);
                items.push(Writing::PLAIN.text(&words, Anchor::Start, PAD, y));
                next += 1;
            }
        }
        (items, next)
    }

    /// A text below the board as one line, however wide.
    pub fn line(&self, writing: Writing, text: &str, line: usize) -> Item {
        writing.text(text, Anchor::Start, PAD, self.baseline(line))
    }

    /// The width that texts below the board should keep.
    pub fn text_width(&self) -> f64 {
        self.text_width
    }
}

/// How the number of a row or column is written.
fn number(is_open: Option<bool>) -> Writing {
    let ink = if is_open == Some(false) { colours::FAINT } else { colours::SOFT };
    Writing::SMALL.in_ink(ink)
}

/// What stands for the contents of a hand.
pub fn held(hand: &Hand) -> Option<Figure> {
    match hand {
        Hand::Empty => None,
        Hand::Wildcard => Some(Figure::Wildcard),
        Hand::Tile(tile) => Some(Figure::Tile(tile.clone())),
    }
}

/// A line without colours.
pub fn plain(line: &[Span]) -> String {
    let text = |span: &Span| match span {
        Span::Text(text) => text.clone(),
        Span::Tile(tile) => tile.label.clone(),
    };
    line.iter().map(text).collect()
}

/// A position: the board, and what is said about it.
pub fn position(picture: &Picture) -> Scene {
    let sheet = Sheet::new(picture, Style::Whole);
    let (text, lines) = sheet.text(&picture.lines, 0);
    let (width, height) = (sheet.width(), sheet.height(lines));
    let mut items = vec![panel(0.0, 0.0, width, height, 10.0, colours::PAPER)];
    items.extend(sheet.ground());
    items.extend(sheet.tiles(picture));
    items.extend(text);
    let title = picture.title.clone().unwrap_or_else(|| "a board".to_owned());
    Scene { width, height, title, description: described(picture), items, duration: 0.0 }
}

/// A board without paper and texts, as a part of a page.
pub fn figure(picture: &Picture, style: Style) -> Scene {
    let sheet = Sheet::new(picture, style);
    let (width, height) = (sheet.width(), sheet.height(0));
    let mut items = sheet.ground();
    items.extend(sheet.tiles(picture));
    let title = picture.title.clone().unwrap_or_else(|| "a board".to_owned());
    Scene { width, height, title, description: described(picture), items, duration: 0.0 }
}

/// A single tile, as a part of a page.
pub fn single(figure: Figure) -> Scene {
    let (title, middle) = (String::new(), CELL / 2.0);
    let items = vec![Item::new(figure, Pose::at(middle, middle))];
    Scene { width: CELL, height: CELL, title, items, ..Scene::default() }
}

/// A picture in words, for people who do not see it.
pub fn described(picture: &Picture) -> String {
    let letter = |cell: &Option<_>| {
        cell.as_ref().map_or(".".to_owned(), |tile: &crate::game::picture::Tile| tile.label.clone())
    };
    let row = |row: &Vec<_>| row.iter().map(letter).collect::<Vec<_>>().join(" ");
    let mut parts: Vec<String> = picture.rows.iter().map(row).collect();
    match &picture.hand {
        None | Some(Hand::Empty) => {}
        Some(Hand::Wildcard) => parts.push("hand: wildcard".to_owned()),
        Some(Hand::Tile(tile)) => parts.push(format!("hand: {}", tile.label)),
    }
    parts.extend(picture.lines.iter().map(|line| plain(line)));
    parts.join(" / ")
}
