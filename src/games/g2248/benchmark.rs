//! The project's own benchmark: classes by size, greatest number, queues and collapse, with four boards in each
//! and several goals for each board.

use std::num::NonZeroUsize;

use serde::Serialize;

use super::draw::Draw;
use super::level::Level;
use crate::game::draw::{Size, keep_all};

/// A class of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    /// The size of its boards.
    #[serde(flatten)]
    pub size: Size,
    /// The greatest number on its boards.
    pub greatest: u64,
    /// How many numbers come in from above in each column.
    pub queued: usize,
    /// Whether a collapse is allowed.
    pub collapse: bool,
}

/// The number of boards in each class.
const BOARDS_PER_CLASS: usize = 4;

/// The classes, each with its goals.
pub fn classes() -> impl Iterator<Item = (Class, &'static [&'static str])> {
    // Rows, columns, the greatest number, numbers in each queue, whether there is a collapse, and the goals.
    type Row = (usize, usize, u64, usize, bool, &'static [&'static str]);
    const CLASSES: [Row; 12] = [
        (3, 3, 8, 0, false, &["blocks=1", "blocks=2", "score=80", "best-score=3"]),
        (3, 3, 8, 0, true, &["blocks=1", "score=80"]),
        (3, 3, 8, 2, false, &["blocks=3", "score=160", "best-score=3"]),
        (3, 4, 16, 0, false, &["blocks=2", "score=160", "best-score=3"]),
        (4, 4, 8, 0, false, &["blocks=2", "blocks=4", "best-score=4"]),
        (4, 4, 8, 1, false, &["blocks=6", "score=250", "best-score=3"]),
        (4, 4, 32, 0, false, &["blocks=3", "score=400", "best-score=4"]),
        (4, 4, 32, 0, true, &["blocks=3", "best-score=3"]),
        (4, 5, 16, 0, false, &["blocks=3", "score=400", "best-score=4"]),
        (5, 5, 16, 0, false, &["blocks=4", "score=400", "best-score=3"]),
        (6, 6, 32, 0, false, &["blocks=9", "score=800", "best-score=2"]),
        (8, 5, 64, 0, false, &["blocks=20", "score=800", "best-score=2"]),
    ];
    CLASSES.into_iter().map(|(rows, columns, greatest, queued, collapse, goals)| {
        (Class { size: Size { rows, columns }, greatest, queued, collapse }, goals)
    })
}

/// The levels of all classes: for each board those with its goals.
pub fn benchmark(seed: u64) -> Vec<(Class, Vec<Level>)> {
    let mut all = Vec::new();
    for (index, (class, goals)) in classes().enumerate() {
        let call = Draw {
            size: vec![class.size],
            greatest: class.greatest.to_string().parse().ok(),
            count: NonZeroUsize::new(BOARDS_PER_CLASS),
            // Each class has its own seed, so that changing one class does not affect the others.
            seed: seed.wrapping_mul(1000).wrapping_add(index as u64),
            queues: class.queued,
            collapse: class.collapse,
            goal: goals.iter().filter_map(|goal| goal.parse().ok()).collect(),
            ..Draw::default()
        };
        let batches = call.batches(keep_all()).expect("the sizes are within the limits");
        for (board, batch) in batches.each.enumerate() {
            let levels = batch.expect("every drawn board is one of a level");
            all.push((class, levels.iter().map(|level| named(level, class, board + 1)).collect()));
        }
    }
    all
}

/// The level under the name of its class, its board and its goal.
fn named(level: &Level, class: Class, board: usize) -> Level {
    let Class { size, greatest, queued, collapse } = class;
    let queued = if queued > 0 { format!("-q{queued}") } else { String::new() };
    let collapse = if collapse { "-collapse" } else { "" };
    let goal = level.goal().map(|goal| format!("-{goal}").replace('=', "-")).unwrap_or_default();
    level.renamed(&format!("{size}-n{greatest}{queued}{collapse}-{board}{goal}"))
}
