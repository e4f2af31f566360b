//! What the player sees: the board with the cursor, and beside or below it what is known.

use anstyle::{AnsiColor, Style};

use super::session::{Cursor, Preview, Session};
use crate::game::Objective;
use crate::game::grid::Cell;
use crate::game::picture::{Hand, Picture, Span};
use crate::view::text;

/// A line of the screen: texts in their styles.
#[derive(Clone, Default)]
pub(super) struct Line(Vec<(Style, String)>);

const PLAIN: Style = Style::new();
const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default();
const MARK: Style = AnsiColor::Cyan.on_default().bold();

/// What is written beside the board.
#[derive(Default)]
pub(super) struct Panel {
    lines: Vec<(Style, String)>,
}

/// What the screen says besides the position.
pub(super) struct Surroundings<'a> {
    /// The best value, as far as it is known.
    pub(super) optimum: String,
    /// How the game ended, if it has, and whether well.
    pub(super) end: Option<(String, bool)>,
    /// The text being typed.
    pub(super) typed: Option<&'a str>,
}

impl Line {
    fn with(mut self, style: Style, text: impl Into<String>) -> Line {
        self.0.push((style, text.into()));
        self
    }

    fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.chars().count()).sum()
    }

    /// The line with spaces up to a width.
    fn padded(self, width: usize) -> Line {
        let missing = width.saturating_sub(self.width());
        self.with(PLAIN, " ".repeat(missing))
    }

    /// The line as text for a terminal, cut at a width.
    fn rendered(&self, width: usize, has_colour: bool) -> String {
        let mut left = width;
        let mut rendered = String::new();
        for (style, text) in &self.0 {
            let text: String = text::plain(text).chars().take(left).collect();
            left -= text.chars().count();
            if has_colour && *style != PLAIN {
                rendered += &format!("{style}{text}{style:#}");
            } else {
                rendered += &text;
            }
        }
        rendered
    }
}

impl Panel {
    fn say(&mut self, style: Style, text: impl Into<String>) {
        self.lines.push((style, text.into()));
    }

    fn space(&mut self) {
        self.say(PLAIN, "");
    }

    fn lines(&self, width: usize) -> Vec<Line> {
        let wrapped = |(style, text): &(Style, String)| {
            wrap(text, width)
                .into_iter()
                .map(|line| Line::default().with(*style, line))
                .collect::<Vec<_>>()
        };
        self.lines.iter().flat_map(wrapped).collect()
    }
}

/// The least width of the panel beside a board.
const PANEL: usize = 22;

/// The screen of a game: as many lines as fit into a terminal of this size.
pub(super) fn screen(
    session: &Session,
    around: &Surroundings<'_>,
    (width, height): (usize, usize),
    has_colour: bool,
) -> Vec<String> {
    let preview = session.preview();
    let board = board(session, preview.as_ref());
    let panel = panel(session, preview.as_ref(), around);
    let board_width = board.iter().map(Line::width).max().unwrap_or(0) + 3;
    let mut lines = vec![Line::default().with(BOLD, format!(" {}", session.level.name()))];
    if board_width + PANEL < width {
        let beside = panel.lines(width - board_width - 1);
        for index in 0..board.len().max(beside.len()) {
            let left = board.get(index).cloned().unwrap_or_default().padded(board_width);
            let right = beside.get(index).cloned().unwrap_or_default();
            lines.push(Line(left.0.into_iter().chain(right.0).collect()));
        }
    } else {
        lines.extend(board);
        lines.push(Line::default());
        lines.extend(panel.lines(width.saturating_sub(1)));
    }
    let keys = keys(session, around, width.saturating_sub(1));
    let room = height.saturating_sub(keys.len());
    let needed = lines.len();
    lines.truncate(room);
    if needed > room && room > 0 {
        let note = format!(" {} more lines: enlarge the terminal", needed - room + 1);
        lines[room - 1] = Line::default().with(BAD, note);
    }
    lines.resize(room, Line::default());
    lines.extend(keys);
    lines.truncate(height);
    lines.iter().map(|line| line.rendered(width.saturating_sub(1), has_colour)).collect()
}

/// The last lines: what is being typed, or the keys.
fn keys(session: &Session, around: &Surroundings<'_>, width: usize) -> Vec<Line> {
    if let Some(typed) = around.typed {
        let text = format!(" {}: {typed}_", session.noun.one);
        return vec![Line::default().with(BOLD, text)];
    }
    let aims = match session.cursor {
        Cursor::Row(_) | Cursor::Column(_) => "arrows aim  Enter fire",
        Cursor::Cell(_) => "arrows move  Space pick  Enter play  Backspace drop",
    };
    let buttons = session.position().buttons();
    let buttons = (1..).zip(&buttons).map(|(key, word)| format!("  {key} {word}"));
    let text = format!(
        " {aims}{}  u undo  r redo  s start over  h hint  : type  q quit",
        buttons.collect::<String>()
    );
    wrap(&text, width).into_iter().map(|line| Line::default().with(FAINT, line)).collect()
}

fn panel(session: &Session, preview: Option<&Preview>, around: &Surroundings<'_>) -> Panel {
    let mut panel = Panel::default();
    let picture = session.picture();
    let played = session.words().len();
    let so_far = match session.objective {
        Objective::FewestSteps => String::new(),
        Objective::LeastCost | Objective::GreatestScore => {
            format!(", {}", session.objective.tell(session.value(), session.measure))
        }
    };
    panel.say(BOLD, format!("{} so far{so_far}", session.noun.count(played as i128)));
    if !around.optimum.is_empty() {
        panel.say(PLAIN, around.optimum.clone());
    }
    let portrait = session.level.portrait();
    let start = session.level.start().picture().lines.len();
    for line in picture.lines.iter().chain(portrait.lines.iter().skip(start)) {
        panel.say(PLAIN, plain(line));
    }
    panel.space();
    if let Some((words, is_good)) = &around.end {
        panel.say(if *is_good { GOOD } else { BAD }, words.clone());
        panel.space();
    }
    if !session.news.is_empty() {
        panel.say(PLAIN, session.news.clone());
        panel.space();
    }
    match preview {
        Some(Preview { story: Ok(story), .. }) => panel.say(MARK, format!("→ {story}")),
        Some(Preview { word, story: Err(held), .. }) => panel.say(BAD, format!("→ {word}: {held}")),
        None => {}
    }
    panel
}

fn plain(line: &[Span]) -> String {
    let text = |span: &Span| match span {
        Span::Text(text) => text.clone(),
        Span::Tile(tile) => tile.label.clone(),
    };
    line.iter().map(text).collect()
}

/// The board, with the cursor, the cells that were picked and those that the step would pass.
fn board(session: &Session, preview: Option<&Preview>) -> Vec<Line> {
    let picture = session.picture();
    let tiles = picture.rows.iter().flatten().flatten();
    let width = tiles.map(|tile| tile.label.chars().count()).max().unwrap_or(1).max(1) + 2;
    let trail = preview.map_or(&[][..], |preview| &preview.trail);
    let mut lines = vec![Line::default(), header(session, &picture, width)];
    for (row, tiles) in (1..).zip(&picture.rows) {
        let is_aimed = session.cursor == Cursor::Row(row);
        let is_closed = closed(picture.entries.as_ref().map(|entries| &entries.rows), row);
        let mark = if is_aimed { " ▶" } else { "  " };
        let number = if is_closed { "x".to_owned() } else { row.to_string() };
        let mut line = Line::default().with(MARK, mark);
        line = line.with(if is_aimed { MARK } else { FAINT }, format!("{number:>3} "));
        for (column, tile) in (1..).zip(tiles) {
            let cell = Cell { row, column };
            let (left, right) = brackets(session, trail, cell);
            let (style, label) = match tile {
                Some(tile) => (text::style(tile.hue), tile.label.as_str()),
                None => (PLAIN, "."),
            };
            let style = if left == " " { style } else { style.bold() };
            line = line.with(style, format!("{left}{label:^0$}{right}", width - 2));
        }
        lines.push(line.with(PLAIN, if picture.is_walled { "|" } else { "" }));
    }
    if picture.is_walled {
        let floor = "-".repeat(width * picture.columns());
        lines.push(Line::default().with(PLAIN, format!("      {floor}+")));
    }
    let hand = Line::default().with(PLAIN, "   hand: ");
    match &picture.hand {
        None | Some(Hand::Empty) => {}
        Some(Hand::Wildcard) => lines.push(hand.with(PLAIN, "wildcard")),
        Some(Hand::Tile(tile)) => {
            lines.push(hand.with(text::style(tile.hue), format!(" {} ", tile.label)));
        }
    }
    lines
}

/// The numbers of the columns.
fn header(session: &Session, picture: &Picture, width: usize) -> Line {
    let mut line = Line::default().with(PLAIN, "      ");
    for column in 1..=picture.columns() {
        let is_aimed = session.cursor == Cursor::Column(column);
        let is_closed = closed(picture.entries.as_ref().map(|entries| &entries.columns), column);
        let number = match (is_aimed, is_closed) {
            (true, _) => format!("▼{column}"),
            (false, true) => "x".to_owned(),
            (false, false) => column.to_string(),
        };
        line = line.with(if is_aimed { MARK } else { FAINT }, format!("{number:^width$}"));
    }
    line
}

fn closed(entries: Option<&Vec<bool>>, number: usize) -> bool {
    entries.is_some_and(|open| open.get(number - 1) == Some(&false))
}

/// What stands around the label of a cell.
fn brackets(session: &Session, trail: &[Cell], cell: Cell) -> (&'static str, &'static str) {
    if session.cursor == Cursor::Cell(cell) {
        ("[", "]")
    } else if session.picked.contains(&cell) {
        ("(", ")")
    } else if trail.contains(&cell) {
        ("‹", "›")
    } else {
        (" ", " ")
    }
}

/// A text in lines of at most this width, broken at spaces where there are any.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let length = |text: &str| text.chars().count();
        let Some(line) = lines.last_mut() else { break };
        let is_first = line.is_empty();
        if is_first || length(line) + 1 + length(word) <= width {
            if !is_first {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
        while let Some(line) = lines.last_mut().filter(|line| length(line) > width) {
            let rest: String = line.chars().skip(width).collect();
            *line = line.chars().take(width).collect();
            lines.push(rest);
        }
    }
    lines
}
