//! Positions that are one move away from another one, and still to be searched.

use std::ops::Range;

/// A move, cells by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The cells of a path.
    Join(Vec<u8>),
    Collapse,
}

/// A position after a move.
#[derive(Clone, Debug)]
pub(super) struct Child {
    /// Where its bytes start.
    position: usize,
    /// Where the cells of the path are; empty for a collapse.
    path: Range<usize>,
    /// What the move scored.
    pub(super) gain: u64,
    /// No plan that begins with this move scores more; 0 where the score does not matter.
    pub(super) most: u64,
    /// Children of the least rank are searched first.
    pub(super) rank: u64,
}

/// Some of the positions after a move.
#[derive(Debug, Default)]
pub(super) struct Batch {
    positions: Vec<u8>,
    paths: Vec<u8>,
    stride: usize,
    pub(super) children: Vec<Child>,
    /// Whether this is all of them.
    pub(super) is_whole: bool,
}

impl Batch {
    /// Empties the batch, for positions of this many bytes.
    pub(super) fn clear(&mut self, stride: usize) {
        self.positions.clear();
        self.paths.clear();
        self.children.clear();
        self.stride = stride;
        self.is_whole = false;
    }

    /// Adds a child.
    pub(super) fn push(&mut self, position: &[u8], path: &[u8], gain: u64, most: u64, rank: u64) {
        let at = self.paths.len();
        self.paths.extend_from_slice(path);
        let path = at..self.paths.len();
        self.children.push(Child { position: self.positions.len(), path, gain, most, rank });
        self.positions.extend_from_slice(position);
    }

    /// Puts the children into the order in which they are searched.
    pub(super) fn sort(&mut self) {
        self.children.sort_by_key(|child| child.rank);
    }

    /// The position of a child.
    pub(super) fn position(&self, child: &Child) -> &[u8] {
        &self.positions[child.position..child.position + self.stride]
    }

    /// The move that leads to a child.
    pub(super) fn step(&self, child: &Child) -> Step {
        match &self.paths[child.path.clone()] {
            [] => Step::Collapse,
            path => Step::Join(path.to_vec()),
        }
    }
}
