//! Positions and steps, drawn, with what can be played in them.

use std::ops::ControlFlow;

use serde::Serialize;

use super::request::{Place, Refusal};
use crate::game::any::BoxedPosition;
use crate::game::grid::Cell;
use crate::game::hint::{Answer, HintKind};
use crate::game::motion::Aim;
use crate::game::picture::{Entries, Hand, Picture, Span, Tile};
use crate::game::{AnyLevel, AnyPosition};
use crate::view::drawing::board::{Sheet, Style, described, figure, plain, single};
use crate::view::drawing::motion;
use crate::view::drawing::scene::{CELL, Figure};
use crate::view::drawing::svg::svg;

/// A position with more moves has no list of them.
const MOST_MOVES: usize = 90;
/// How long a step is shown, in seconds, and each stage after the second.
const STEP: f64 = 0.3;
const STAGE: f64 = 0.15;

/// A drawing, and where the cells are in it.
#[derive(Serialize)]
pub struct Drawing {
    svg: String,
    width: f64,
    height: f64,
    /// The upper left corner of the first cell.
    left: f64,
    top: f64,
    /// The side length of a cell.
    cell: f64,
    rows: usize,
    columns: usize,
}

/// A tile.
#[derive(Serialize)]
pub struct TileView {
    label: String,
    svg: String,
}

/// A tile as the page sees it.
pub fn tile_view(tile: &Tile) -> TileView {
    TileView { label: tile.label.clone(), svg: svg(&single(Figure::Tile(tile.clone()))) }
}

/// A line without colours.
pub fn line(spans: &[Span]) -> String {
    plain(spans)
}

fn drawing(picture: &Picture, style: Style) -> Drawing {
    let sheet = Sheet::new(picture, style);
    let (left, top) = sheet.corner();
    let scene = figure(picture, style);
    Drawing {
        svg: svg(&scene),
        width: scene.width,
        height: scene.height,
        left,
        top,
        cell: CELL,
        rows: picture.rows.len(),
        columns: picture.columns(),
    }
}

/// A position.
#[derive(Serialize)]
pub struct PositionView {
    drawing: Drawing,
    /// The labels of the tiles, row by row.
    board: Vec<Vec<Option<String>>>,
    hand: Option<String>,
    entries: Option<Entries>,
    /// The text about the position.
    lines: Vec<String>,
    /// All of it in words.
    description: String,
    won: bool,
    has_moves: bool,
    shortfall: String,
    /// The value of the steps, and in words.
    value: i64,
    told: String,
    /// The legal moves, unless there are too many.
    moves: Option<Vec<MoveView>>,
    /// Steps that are not aimed at the board.
    buttons: Vec<ButtonView>,
    hints: Vec<HintView>,
}

/// A legal move.
#[derive(Serialize)]
struct MoveView {
    word: String,
    aim: Aim,
    story: String,
}

/// A step that is not aimed at the board.
#[derive(Serialize)]
struct ButtonView {
    word: String,
    legal: bool,
}

/// A kind of hint that is not the first step of a plan.
#[derive(Serialize)]
struct HintView {
    name: &'static str,
    label: String,
}

/// What a position looks like, and what can be played in it.
pub fn shown(place: &Place) -> Result<PositionView, Refusal> {
    let level = place.level()?;
    let (position, value) = place.position(&level)?;
    let picture = position.picture();
    let hand = picture.hand.as_ref().map(|hand| match hand {
        Hand::Empty => "nothing".to_owned(),
        Hand::Wildcard => "wildcard".to_owned(),
        Hand::Tile(tile) => tile.label.clone(),
    });
    let buttons = position.buttons().into_iter();
    let buttons =
        buttons.map(|word| ButtonView { legal: position.play(&word).is_ok(), word }).collect();
    Ok(PositionView {
        drawing: drawing(&picture, Style::Numbered),
        board: picture.labels().board,
        hand,
        entries: picture.entries.clone(),
        lines: picture.lines.iter().map(|spans| line(spans)).collect(),
        description: described(&picture),
        won: position.is_won(),
        has_moves: position.has_moves(),
        shortfall: position.shortfall(),
        value,
        told: level.objective().tell(value, level.measure()),
        moves: moves(position.as_ref()),
        buttons,
        hints: level.game().hints().iter().filter_map(hint_view).collect(),
    })
}

fn hint_view(kind: &HintKind) -> Option<HintView> {
    // What comes before the colon is its name: "The maximum path: the largest block".
    let label = kind.about.split(':').next().unwrap_or_default();
    let label = label.strip_prefix("The ").unwrap_or(label).to_owned();
    match kind.answer {
        Answer::Plan => None,
        Answer::Step { .. } => Some(HintView { name: kind.name, label }),
    }
}

/// The words of the legal moves, unless there are too many.
pub fn words(position: &dyn AnyPosition) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let whole = position.each_move(&mut |step| {
        words.push(step.word);
        if words.len() > MOST_MOVES { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    whole.is_continue().then_some(words)
}

fn moves(position: &dyn AnyPosition) -> Option<Vec<MoveView>> {
    let view =
        |word: String| MoveView { aim: position.aim(&word), story: position.story(&word), word };
    Some(words(position)?.into_iter().map(view).collect())
}

/// A small picture of a level.
pub fn thumbnail(level: &dyn AnyLevel) -> Drawing {
    drawing(&level.start().picture(), Style::Bare)
}

/// What a step would do.
#[derive(Serialize)]
pub struct Preview {
    /// The word of the step; `None` if nothing is aimed at yet.
    word: Option<String>,
    legal: bool,
    /// What it does, or why it cannot be played.
    story: String,
    /// The cells that it passes.
    trail: Vec<Cell>,
    aim: Option<Aim>,
    /// What comes of the cells that it is aimed at.
    coming: Option<TileView>,
    /// The board after it.
    after: Option<Drawing>,
}

/// What a step would do that is named or aimed.
pub fn preview(place: &Place, word: Option<String>, aim: Option<Aim>) -> Result<Preview, Refusal> {
    let level = place.level()?;
    let (position, _) = place.position(&level)?;
    let word = word.or_else(|| position.word(aim.as_ref()?));
    let Some(word) = word else {
        let story = String::new();
        let (trail, aim, coming, after) = (Vec::new(), None, None, None);
        return Ok(Preview { word, legal: false, story, trail, aim, coming, after });
    };
    let (aim, trail) = (Some(position.aim(&word)), position.trail(&word));
    Ok(match position.play(&word) {
        Ok(outcome) => {
            let after = Some(drawing(&outcome.after.picture(), Style::Bare));
            let coming = coming(&position, &word, &trail);
            Preview {
                legal: true,
                story: outcome.story,
                trail,
                aim,
                coming,
                after,
                word: Some(word),
            }
        }
        Err(fault) => {
            let story = format!("{word}: {}", fault.held);
            Preview { legal: false, story, trail, aim, coming: None, after: None, word: Some(word) }
        }
    })
}

/// The tile that comes of the cells that a step is aimed at: it lies on the last one after the first stage,
/// where another lay before.
fn coming(position: &BoxedPosition, word: &str, trail: &[Cell]) -> Option<TileView> {
    let (Aim::Cells(_), Some(cell)) = (position.aim(word), trail.last()) else { return None };
    let at = |picture: &Picture| picture.rows.get(cell.row - 1)?.get(cell.column - 1)?.clone();
    let (before, stages) = (at(&position.picture()), position.stages(word));
    let after = at(&stages.first()?.after)?;
    (before.as_ref() != Some(&after)).then(|| tile_view(&after))
}

/// A step in motion.
#[derive(Serialize)]
pub struct StepView {
    svg: String,
    seconds: f64,
    story: String,
}

/// What a step looks like.
pub fn step(place: &Place, word: &str) -> Result<StepView, Refusal> {
    let level = place.level()?;
    let (position, _) = place.position(&level)?;
    let outcome = position.play(word);
    let outcome = outcome.map_err(|fault| Refusal(format!("{word}: {}", fault.held)))?;
    let stages = position.stages(word);
    let seconds = STEP + STAGE * stages.len().saturating_sub(2) as f64;
    let scene = motion::step(&position.picture(), &stages, seconds);
    Ok(StepView { svg: svg(&scene), seconds, story: outcome.story })
}
