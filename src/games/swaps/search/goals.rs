//! Goals: for each kind, where its tiles have to come to lie, and how far they are from it.
//!
//! Every plan can be rearranged so that all swaps come before all matches. A match empties three cells,
//! an empty cell stays empty for ever, and no later move touches an empty cell. So a match can be
//! exchanged with the swap after it: the swap touches other cells and is as legal before the match, and
//! the three tiles still lie there after it. Costs do not change. So a search for a best plan needs to
//! look at swaps only, and at boards on which the matches that are left can all be made at once.
//!
//! Each cell is emptied once. So the lines of these matches, the cells that vanishing swaps leave empty,
//! and the cells whose tile stays are a partition of the cells. A [`Goal`](Goals) is such a partition with
//! a kind for each part; [`cover`](super::cover) lists them.

use std::collections::HashMap;

use super::assign::Assignment;
use super::cells::Cells;
use super::field::Field;
use super::state::State;

/// What a goal asks of the tiles of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Want<const W: usize> {
    /// The cells in which they have to lie.
    pub tiles: Cells<W>,
    /// The cells that become empty when one of them vanishes: the cells of the movers.
    pub gone: Cells<W>,
}

impl<const W: usize> Want<W> {
    /// Nothing is asked.
    pub const NOTHING: Want<W> = Want { tiles: Cells::NONE, gone: Cells::NONE };

    /// A lower limit for the steps that tiles of this kind have to make from cell to cell, plus one for
    /// each that has to vanish.
    ///
    /// Each cell in `tiles` needs a tile of its own, at the cost of the way to it. Each cell in `gone` that
    /// is not yet empty needs one too, which has to come beside it. Some cheapest assignment leaves the
    /// tiles alone that lie where they should. For assume that a tile x lies in its place x, and that p
    /// is assigned to that place. If x is assigned to s, then let x stay and assign p to s: this costs no
    /// more, as the way from p to s is at most that from p to x and on to s. If x is not assigned at all,
    /// let it stay instead of p.
    #[inline]
    pub fn steps(&self, field: &Field, tiles: Cells<W>, occupied: Cells<W>) -> u32 {
        let gone = self.gone.and(occupied);
        let mut from = [0; 6];
        let mut sources = 0;
        for cell in tiles.minus(self.tiles).iter() {
            if sources == from.len() {
                return self.many_steps(field, tiles, gone);
            }
            from[sources] = cell;
            sources += 1;
        }
        let from = &from[..sources];
        let mut to: [&[u32]; 6] = [&[]; 6];
        let mut places = 0;
        let missing = self.tiles.minus(tiles).iter().map(|cell| field.ways_to(cell));
        for ways in missing.chain(gone.iter().map(|cell| field.ways_beside(cell))) {
            if places == sources {
                return super::field::FAR;
            }
            to[places] = ways;
            places += 1;
        }
        few_steps(&to[..places], from) + gone.count() as u32
    }

    /// The same for any number of tiles that have to move.
    #[cold]
    fn many_steps(&self, field: &Field, tiles: Cells<W>, gone: Cells<W>) -> u32 {
        let from: Vec<usize> = tiles.minus(self.tiles).iter().collect();
        let missing = self.tiles.minus(tiles).iter().map(|cell| field.ways_to(cell));
        let to: Vec<&[u32]> =
            missing.chain(gone.iter().map(|cell| field.ways_beside(cell))).collect();
        if to.len() > from.len() {
            return super::field::FAR;
        }
        let mut assignment = Assignment::new(from.len());
        for _ in 0..to.len() {
            assignment.add(|place, tile| to[place][from[tile]] as i32);
        }
        assignment.total as u32 + gone.count() as u32
    }
}

/// The cheapest assignment of a few places to a few tiles.
#[inline]
fn few_steps(to: &[&[u32]], from: &[usize]) -> u32 {
    let cost = |place: usize, tile: usize| to[place][from[tile]];
    match (to.len(), from.len()) {
        (0, _) => 0,
        (1, 1) => cost(0, 0),
        (2, 2) => (cost(0, 0) + cost(1, 1)).min(cost(0, 1) + cost(1, 0)),
        (places, tiles) => {
            // For each set of tiles, the least cost of the first places.
            let mut least = [u32::MAX; 64];
            least[0] = 0;
            let mut best = u32::MAX;
            for taken in 0..1usize << tiles {
                let place = taken.count_ones() as usize;
                let known = least[taken];
                if place == places {
                    best = best.min(known);
                }
                if place >= places || known == u32::MAX {
                    continue;
                }
                for tile in (0..tiles).filter(|tile| taken >> tile & 1 == 0) {
                    let next = &mut least[taken | 1 << tile];
                    *next = (*next).min(known + cost(place, tile));
                }
            }
            best
        }
    }
}

/// A list of goals. What they ask of a kind is shared between them.
#[derive(Debug)]
pub struct Goals<const W: usize> {
    /// For each kind, what the goals ask of it.
    wants: Vec<Vec<Want<W>>>,
    known: Vec<HashMap<Want<W>, u32>>,
    /// For each goal and each kind, an index into its wants.
    indices: Vec<u32>,
    /// What the matches of each goal cost, in halves.
    matches: Vec<u32>,
}

impl<const W: usize> Goals<W> {
    /// An empty list.
    pub fn new(kinds: usize) -> Goals<W> {
        Goals {
            wants: vec![Vec::new(); kinds],
            known: vec![HashMap::new(); kinds],
            indices: Vec::new(),
            matches: Vec::new(),
        }
    }

    /// The number of goals.
    pub fn len(&self) -> usize {
        self.matches.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }

    /// Removes all goals.
    pub fn clear(&mut self) {
        self.wants.iter_mut().for_each(Vec::clear);
        self.known.iter_mut().for_each(HashMap::clear);
        self.indices.clear();
        self.matches.clear();
    }

    /// Adds a goal: what it asks of each kind, and what its matches cost, in halves.
    pub fn add(&mut self, wants: &[Want<W>], matches: u32) {
        for (kind, want) in wants.iter().enumerate() {
            let list = &mut self.wants[kind];
            let index = *self.known[kind].entry(*want).or_insert_with(|| {
                list.push(*want);
                list.len() as u32 - 1
            });
            self.indices.push(index);
        }
        self.matches.push(matches);
    }

    /// The number of different things that goals ask of a kind.
    pub fn wants(&self, kind: usize) -> usize {
        self.wants[kind].len()
    }

    /// What the matches of a goal cost, in halves.
    #[inline(always)]
    pub fn matches(&self, goal: u32) -> u32 {
        self.matches[goal as usize]
    }

    /// The number of what a goal asks of a kind.
    #[inline(always)]
    pub fn index(&self, goal: u32, kind: u8) -> u32 {
        self.indices[goal as usize * self.wants.len() + kind as usize]
    }

    /// What goals ask of a kind, by its number.
    #[inline(always)]
    pub fn want(&self, kind: u8, index: u32) -> &Want<W> {
        &self.wants[kind as usize][index as usize]
    }

    /// A lower limit for twice the swaps that a board needs to reach a goal.
    ///
    /// An exchange moves two tiles by one step each, and a step changes the cost of a tile's place by one at
    /// most. A vanishing swap moves one tile by a step and makes another vanish. A cheapest assignment
    /// without that one is also one with it, if the emptied cell is given to it: it was beside that
    /// cell, which costs nothing, and the cell counts one. So a swap lowers the sum by two at most.
    pub fn rest(&self, field: &Field, state: &State<W>, goal: u32) -> u32 {
        let steps = |kind: usize| {
            let want = self.want(kind as u8, self.index(goal, kind as u8));
            want.steps(field, state.tiles[kind], state.occupied)
        };
        (0..self.wants.len()).map(steps).sum()
    }
}
