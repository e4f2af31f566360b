//! Goals: for each kind, where its tiles have to end up, and how far they are from there.
//!
//! Every plan can be rearranged so that all swaps come before all matches. A match empties three cells,
//! an empty cell stays empty, and no later move touches an empty cell. So a match can be
//! exchanged with the swap after it: the swap touches other cells and is as legal before the match, and
//! the three tiles still lie there after it. Costs do not change. So a search for a best plan needs to
//! look at swaps only, and at boards on which the matches that are left can all be made at once.
//!
//! Each cell is emptied once. So the lines of these matches, the cells that vanishing swaps leave empty,
//! and the cells whose tile stays are a partition of the cells. A [`Goal`](Goals) is such a partition with
//! a kind for each part; [`cover`](super::cover) lists them.

use std::collections::HashMap;

use super::assign::{Assignment, Scratch};
use super::field::{FAR, Field};
use super::state::State;
use crate::game::cells::Cells;

/// What a goal asks of the tiles of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Want<const W: usize> {
    /// The cells in which they have to lie.
    pub tiles: Cells<W>,
    /// The cells that become empty when one of them vanishes: the cells of the movers.
    pub gone: Cells<W>,
    /// The cells that become empty when one of them leaves them and makes another vanish.
    pub left: Cells<W>,
}

/// Up to this many tiles and places are assigned in a quicker way.
const FEW: usize = 6;

impl<const W: usize> Want<W> {
    /// Nothing is asked.
    pub const NOTHING: Want<W> = Want { tiles: Cells::NONE, gone: Cells::NONE, left: Cells::NONE };

    /// A lower limit for the steps that tiles of this kind have to make from cell to cell, plus one for
    /// each that has to vanish.
    ///
    /// A tile goes from where it is to a cell in `tiles`, or to a cell beside one in `gone`, where it
    /// vanishes; on the way it may visit cells in `left`, each of which it leaves for a cell beside it. So
    /// each tile and each cell in `left` has a cell that is visited next, and each cell in `tiles`, `gone`
    /// and `left` has one before. That is an assignment, and the cheapest one is a lower limit.
    ///
    /// Tiles that lie in their cells of `tiles` are left out. Let x be one. If it stays, nothing changes. If
    /// not, the tile that comes to x from b, and the one that goes from x on to a, can be one that goes from
    /// b to a: the way is not longer. Only if a and b are the same cell in `left`, then a tile goes from x
    /// to it and back, and the cell is given to itself, at the cost of the shortest such way.
    #[inline]
    pub fn steps(&self, field: &Field, tiles: Cells<W>, occupied: Cells<W>) -> u32 {
        let (gone, left) = (self.gone.and(occupied), self.left.and(occupied));
        let (away, missing) = (tiles.minus(self.tiles), self.tiles.minus(tiles));
        let (sources, places) =
            (away.count() + left.count(), missing.count() + left.count() + gone.count());
        if places == 0 {
            return 0;
        }
        if places > sources {
            return FAR;
        }
        if sources > FEW {
            return self.many_steps(field, tiles, occupied);
        }
        let mut costs = [[0; FEW]; FEW];
        let stay = tiles.and(self.tiles);
        let from = away.iter().map(Source::Tile).chain(left.iter().map(Source::Left));
        for (row, from) in from.enumerate() {
            fill(&mut costs[row], field, from, (missing, gone, left), stay);
        }
        few_steps(&costs[..sources], places) + gone.count() as u32
    }

    /// The same for any number of tiles that have to move.
    #[cold]
    fn many_steps(&self, field: &Field, tiles: Cells<W>, occupied: Cells<W>) -> u32 {
        let (gone, left) = (self.gone.and(occupied), self.left.and(occupied));
        let (away, missing) = (tiles.minus(self.tiles), self.tiles.minus(tiles));
        let stay = tiles.and(self.tiles);
        let places = missing.count() + left.count() + gone.count();
        let from = away.iter().map(Source::Tile).chain(left.iter().map(Source::Left));
        let mut costs = vec![Vec::new(); places];
        let mut row = vec![0; places];
        for from in from {
            fill(&mut row, field, from, (missing, gone, left), stay);
            costs.iter_mut().zip(&row).for_each(|(place, &cost)| place.push(cost as i32));
        }
        let sources = away.count() + left.count();
        let (mut assignment, mut scratch) = (Assignment::new(sources), Scratch::default());
        for _ in 0..places {
            assignment.add(&mut scratch, &costs);
        }
        assignment.total as u32 + gone.count() as u32
    }
}

/// Where a tile comes from.
#[derive(Clone, Copy)]
enum Source {
    /// The cell that it is in.
    Tile(usize),
    /// A cell that it has left for one beside it.
    Left(usize),
}

/// The steps from a source to each place: to the missing tiles, to those that vanish, and to the cells that
/// have to be left.
#[inline(always)]
fn fill<const W: usize>(
    costs: &mut [u32],
    field: &Field,
    from: Source,
    (missing, gone, left): (Cells<W>, Cells<W>, Cells<W>),
    stay: Cells<W>,
) {
    let mut costs = costs.iter_mut();
    // A tile that vanishes beside a cell in `gone`, having left another, is as near as its neighbours.
    let beside = |from: usize, place: usize| match field.ways_beside(place)[from] {
        0 => 0,
        ways => ways - 1,
    };
    let (ways, extra, cell) = match from {
        Source::Tile(cell) => (field.ways_to(cell), 0, cell),
        Source::Left(cell) => (field.ways_beside(cell), 1, cell),
    };
    for (place, cost) in missing.iter().zip(&mut costs) {
        *cost = ways[place] + extra;
    }
    for (place, cost) in gone.iter().zip(&mut costs) {
        *cost = match from {
            Source::Tile(cell) => field.ways_beside(place)[cell],
            Source::Left(cell) => beside(cell, place) + extra,
        };
    }
    for (place, cost) in left.iter().zip(&mut costs) {
        *cost = match from {
            Source::Left(_) if place == cell => {
                let there_and_back = |tile| field.ways_to(cell)[tile] + 1 + ways[tile];
                stay.iter().map(there_and_back).min().unwrap_or(FAR)
            }
            Source::Tile(_) | Source::Left(_) => ways[place] + extra,
        };
    }
}

/// The cheapest assignment of this many places to a few sources.
#[inline]
fn few_steps(costs: &[[u32; FEW]], places: usize) -> u32 {
    let sources = costs.len();
    match (places, sources) {
        (1, 1) => costs[0][0],
        (2, 2) => (costs[0][0] + costs[1][1]).min(costs[0][1] + costs[1][0]),
        _ => {
            // For each set of sources, the least cost of the first places.
            let mut least = [u32::MAX; 1 << FEW];
            least[0] = 0;
            let mut best = u32::MAX;
            for taken in 0..1usize << sources {
                let place = taken.count_ones() as usize;
                let known = least[taken];
                if place == places {
                    best = best.min(known);
                }
                if place >= places || known == u32::MAX {
                    continue;
                }
                for source in (0..sources).filter(|source| taken >> source & 1 == 0) {
                    let next = &mut least[taken | 1 << source];
                    *next = (*next).min(known + costs[source][place]);
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
