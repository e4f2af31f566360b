//! What tiles look like: a block with a mark, and its label small in the corner.

use super::colours::{self, Paint};
use super::marks::Mark;
use super::scene::{Figure, Item, Pose, panel};
use super::writing::{Anchor, Writing};
use crate::game::picture::Tile;

/// Half the side length of a block.
const HALF: f64 = 18.5;
/// How round its corners are.
const ROUND: f64 = 7.0;
/// The height of its lower edge.
const EDGE: f64 = 4.0;
/// The middle of its face, where the mark is.
const MIDDLE: f64 = -EDGE / 2.0;

fn block(face: &'static str, edge: &'static str) -> Vec<Item> {
    let side = 2.0 * HALF;
    vec![
        panel(-HALF, -HALF, side, side, ROUND, edge),
        panel(-HALF, -HALF, side, side - EDGE, ROUND, face),
    ]
}

/// The parts of a tile, centred on the origin.
pub fn tile(tile: &Tile) -> Vec<Item> {
    let Paint { face, edge, mark: ink } = colours::paint(tile.hue);
    let mut parts = block(face, edge);
    match Mark::of(&tile.label) {
        Mark::Shape(path) => {
            let shape = Figure::Shape { path: path.to_owned(), fill: ink };
            parts.push(Item::new(shape, Pose::at(-1.5, MIDDLE - 1.0)));
            let small = Writing { height: 5.4, thickness: 2.4, ink };
            parts.push(small.text(&tile.label, Anchor::End, HALF - 4.0, HALF - EDGE - 3.0));
        }
        Mark::Label { width, .. } => {
            // Long labels are as wide as the block allows.
            let height = (14.0_f64).min(14.0 * 29.0 / width.max(1.0));
            let writing = Writing { height, thickness: 2.4 + 3.0 / height, ink };
            let y = MIDDLE + height / 2.0;
            parts.push(writing.text(&tile.label, Anchor::Middle, 0.0, y));
        }
    }
    parts
}

/// The parts of the block of a hand that holds no kind yet.
pub fn wildcard() -> Vec<Item> {
    let mut parts = block(colours::CELL, colours::FAINT);
    let dots = [(-6.0, -6.0), (6.0, -6.0), (-6.0, 6.0), (6.0, 6.0)];
    for ((x, y), fill) in dots.into_iter().zip(colours::MIXED) {
        let path = "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z".to_owned();
        parts.push(Item::new(Figure::Shape { path, fill }, Pose::at(x, y + MIDDLE)));
    }
    parts
}
