//! What a drawing consists of: shapes and tiles from back to front, each at a place, some of them moving.
//! [`super::svg`] writes a scene as a file.

use super::letters::short;
use crate::game::picture::Tile;

/// The side length of a cell.
pub const CELL: f64 = 40.0;

/// A drawing.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Its title, for people who do not see it.
    pub title: String,
    /// What it shows, likewise.
    pub description: String,
    /// What is drawn, back to front.
    pub items: Vec<Item>,
    /// The duration of one round of the animation, in seconds; 0 if nothing moves.
    pub duration: f64,
}

/// Something drawn at a place.
#[derive(Clone, Debug)]
pub struct Item {
    /// What is drawn.
    pub figure: Figure,
    /// Where, how large and how opaque it is, at rest.
    pub pose: Pose,
    /// How that changes in the course of an animation. The first key is at the start.
    pub keys: Vec<Key>,
}

/// A place, a size and an opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The place of its origin: the centre of a tile, the left end of the baseline of a text.
    pub x: f64,
    /// Likewise, downwards.
    pub y: f64,
    /// Its size; 1 is as it was described.
    pub scale: f64,
    /// Its opacity, from 0 to 1.
    pub opacity: f64,
}

/// A pose at a time. Between two keys the pose changes steadily.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// The time in seconds.
    pub time: f64,
    /// The pose.
    pub pose: Pose,
}

/// What can be drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A tile, centred on its origin.
    Tile(Tile),
    /// The block of a hand that holds no kind yet.
    Wildcard,
    /// A filled shape, as the data of an SVG path.
    Shape {
        /// The path.
        path: String,
        /// Its colour.
        fill: &'static str,
    },
    /// A line, or the strokes of a text.
    Line {
        /// The path.
        path: String,
        /// Its colour.
        stroke: &'static str,
        /// How thick it is, before its scale.
        width: f64,
    },
}

impl Pose {
    /// At a place, as it was described.
    pub fn at(x: f64, y: f64) -> Pose {
        Pose { x, y, scale: 1.0, opacity: 1.0 }
    }

    /// The pose in another size.
    #[must_use]
    pub fn scaled(self, scale: f64) -> Pose {
        Pose { scale, ..self }
    }

    /// The pose, invisible.
    #[must_use]
    pub fn hidden(self) -> Pose {
        Pose { opacity: 0.0, ..self }
    }

    /// The pose at some share of the way to another.
    fn towards(self, other: Pose, share: f64) -> Pose {
        let between = |one: f64, two: f64| one + (two - one) * share;
        Pose {
            x: between(self.x, other.x),
            y: between(self.y, other.y),
            scale: between(self.scale, other.scale),
            opacity: between(self.opacity, other.opacity),
        }
    }
}

impl Item {
    /// A figure at rest.
    pub fn new(figure: Figure, pose: Pose) -> Item {
        Item { figure, pose, keys: Vec::new() }
    }

    /// The item in another place.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Item {
        let pose = Pose { x: self.pose.x + right, y: self.pose.y + down, ..self.pose };
        Item { pose, ..self }
    }

    /// A figure that moves.
    pub fn moving(figure: Figure, keys: Vec<Key>) -> Item {
        let pose = keys.first().map_or(Pose::at(0.0, 0.0), |key| key.pose);
        Item { figure, pose, keys }
    }

    /// The pose at a time.
    fn pose_at(&self, time: f64) -> Pose {
        let next = self.keys.iter().position(|key| key.time > time);
        match next {
            _ if self.keys.is_empty() => self.pose,
            Some(0) => self.keys[0].pose,
            Some(index) => {
                let (before, after) = (self.keys[index - 1], self.keys[index]);
                let share = (time - before.time) / (after.time - before.time);
                before.pose.towards(after.pose, share)
            }
            None => self.keys.last().map_or(self.pose, |key| key.pose),
        }
    }
}

/// A filled rectangle with round corners.
pub fn panel(x: f64, y: f64, width: f64, height: f64, round: f64, fill: &'static str) -> Item {
    let (across, down) = (short(width - 2.0 * round), short(height - 2.0 * round));
    let round = short(round);
    let arc = |x: &str, y: &str| format!("a{round} {round} 0 0 1 {x} {y}");
    let negative = format!("-{round}");
    let path = format!(
        "M{round} 0h{across}{}v{down}{}h-{across}{}v-{down}{}z",
        arc(&round, &round),
        arc(&negative, &round),
        arc(&negative, &negative),
        arc(&round, &negative),
    );
    Item::new(Figure::Shape { path, fill }, Pose::at(x, y))
}

impl Scene {
    /// The scene at a time of its animation, as a still picture.
    pub fn at(&self, time: f64) -> Scene {
        let still = |item: &Item| {
            let pose = item.pose_at(time);
            (pose.opacity > 0.0).then(|| Item::new(item.figure.clone(), pose))
        };
        Scene {
            items: self.items.iter().filter_map(still).collect(),
            duration: 0.0,
            title: self.title.clone(),
            description: self.description.clone(),
            ..*self
        }
    }

    /// The times between which something moves, without overlaps, ascending.
    pub fn movements(&self) -> Vec<(f64, f64)> {
        let pairs = self.items.iter().flat_map(|item| item.keys.windows(2));
        let moving = pairs.filter(|pair| pair[0].pose != pair[1].pose);
        let mut all: Vec<(f64, f64)> = moving.map(|pair| (pair[0].time, pair[1].time)).collect();
        all.sort_by(|one, two| one.0.total_cmp(&two.0));
        let mut merged: Vec<(f64, f64)> = Vec::new();
        for (from, to) in all {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                Some(_) | None => merged.push((from, to)),
            }
        }
        merged
    }
}
