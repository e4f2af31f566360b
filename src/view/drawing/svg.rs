//! Scenes as SVG files: without scripts and without fonts, so that they look the same everywhere. What
//! moves, moves by style sheet, and rests for people who ask for less motion.

use askama::Template;

use super::letters::short;
use super::scene::{Figure, Item, Key, Pose, Scene};
use super::tiles;
use crate::game::picture::Tile;

/// The scene as an SVG file, with its animation if it has one.
pub fn svg(scene: &Scene) -> String {
    let mut tiles: Vec<Definition> = Vec::new();
    let mut motions: Vec<Motion> = Vec::new();
    let mut parts = Vec::new();
    for item in &scene.items {
        if let Some(definition) = Definition::of(&item.figure)
            && tiles.iter().all(|known| known.id != definition.id)
        {
            tiles.push(definition);
        }
        let motion = (!item.keys.is_empty() && scene.duration > 0.0).then(|| {
            motions.push(Motion::of(&item.keys, scene.duration));
            motions.len() - 1
        });
        parts.push(Part { motion, ..Part::of(item) });
    }
    let duration = short(scene.duration);
    let (width, height) = (short(scene.width), short(scene.height));
    let (title, description) = (&scene.title, &scene.description);
    let drawing = Drawing { width, height, title, description, duration, tiles, motions, parts };
    // The engine leaves out the final line break.
    drawing.render().expect("writing to a string does not fail") + "\n"
}

/// A scene as the template wants it.
#[derive(Template)]
#[template(path = "drawing/drawing.svg")]
struct Drawing<'a> {
    width: String,
    height: String,
    title: &'a str,
    description: &'a str,
    duration: String,
    tiles: Vec<Definition>,
    motions: Vec<Motion>,
    parts: Vec<Part>,
}

/// A kind of tile, described once and used for each of them.
struct Definition {
    id: String,
    parts: Vec<Part>,
}

/// An item: what it is, where, and which motion it follows.
struct Part {
    form: Form,
    transform: String,
    is_hidden: bool,
    motion: Option<usize>,
}

enum Form {
    Tile { id: String },
    Shape { path: String, fill: &'static str },
    Line { path: String, stroke: &'static str, width: String },
}

/// The name of a tile in a file. Equal names mean equal tiles, in any file.
fn id(tile: &Tile) -> String {
    let code = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter.to_string()
        } else {
            format!("_{:x}", letter as u32)
        }
    };
    let label: String = tile.label.chars().map(code).collect();
    format!("{}-{label}", format!("{:?}", tile.hue).to_lowercase())
}

const WILDCARD: &str = "wildcard";

impl Definition {
    fn of(figure: &Figure) -> Option<Definition> {
        let (id, parts) = match figure {
            Figure::Tile(tile) => (id(tile), tiles::tile(tile)),
            Figure::Wildcard => (WILDCARD.to_owned(), tiles::wildcard()),
            Figure::Shape { .. } | Figure::Line { .. } => return None,
        };
        Some(Definition { id, parts: parts.iter().map(Part::of).collect() })
    }
}

impl Part {
    fn of(item: &Item) -> Part {
        let form = match &item.figure {
            Figure::Tile(tile) => Form::Tile { id: id(tile) },
            Figure::Wildcard => Form::Tile { id: WILDCARD.to_owned() },
            Figure::Shape { path, fill } => Form::Shape { path: path.clone(), fill },
            Figure::Line { path, stroke, width } => {
                Form::Line { path: path.clone(), stroke, width: short(*width) }
            }
        };
        let is_hidden = item.pose.opacity == 0.0;
        Part { form, transform: transform(item.pose), is_hidden, motion: None }
    }
}

fn transform(pose: Pose) -> String {
    let (x, y) = (short(pose.x), short(pose.y));
    match (pose.scale == 1.0, x.as_str(), y.as_str()) {
        (true, "0", "0") => String::new(),
        (true, _, _) => format!("translate({x} {y})"),
        (false, _, _) => format!("translate({x} {y}) scale({})", factor(pose.scale)),
    }
}

fn factor(number: f64) -> String {
    trimmed(format!("{number:.4}"))
}

fn trimmed(number: String) -> String {
    number.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The keyframes of an item.
struct Motion {
    frames: Vec<Frame>,
}

struct Frame {
    percent: String,
    x: String,
    y: String,
    scale: String,
    opacity: String,
}

impl Motion {
    /// Keys in shares of the duration. Of two keys at one time, the second is a little later.
    fn of(keys: &[Key], duration: f64) -> Motion {
        let last = keys.last().map(|key| Key { time: duration, ..*key });
        let mut percent = -0.001;
        let frame = |key: &Key| {
            percent = (100.0 * key.time / duration).max(percent + 0.001).min(100.0);
            Frame {
                percent: trimmed(format!("{percent:.3}")),
                x: short(key.pose.x),
                y: short(key.pose.y),
                scale: factor(key.pose.scale),
                opacity: short(key.pose.opacity),
            }
        };
        Motion { frames: keys.iter().chain(&last).map(frame).collect() }
    }
}
