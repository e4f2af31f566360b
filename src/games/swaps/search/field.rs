//! The parts of a level that never change during a search: its cells, which kinds can be exchanged, and the
//! distances between cells.
//!
//! A cell that is empty stays empty, so only the cells with a tile at the start count. They are numbered
//! row by row.

use crate::games::swaps::board::{Board, Cell, Kind};
use crate::games::swaps::level::{Cost, Level, Wanted};
use crate::games::swaps::rules::{self, Move};

/// Farther than any two cells that tiles can travel between.
pub const FAR: u32 = 1 << 17;

/// What a swap of two tiles does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: the swap is not legal.
    Illegal,
    /// They exchange their cells.
    Exchange,
    /// The upper or left one moves onto the cell of the other, which is gone.
    FirstStays,
    /// The lower or right one moves onto the cell of the other, which is gone.
    LastStays,
}

/// What has to become of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has to be empty at the end.
    Empty,
    /// It has to have a tile of this kind.
    Tile(usize),
    /// Anything will do.
    Anything,
}

/// The unchanging part of a level. Cells and kinds are numbers here.
#[derive(Debug)]
pub struct Field {
    cells: Vec<Cell>,
    kinds: Vec<Kind>,
    /// The kind in each cell at the start.
    pub start: Vec<u8>,
    /// What has to become of each cell.
    pub fates: Vec<Fate>,
    /// Neighbouring cells, the upper or left one first.
    pub edges: Vec<(usize, usize)>,
    /// Three cells in a line.
    pub lines: Vec<[usize; 3]>,
    /// Whether the tiles of a kind cannot be swapped.
    pub is_fixed: Vec<bool>,
    /// What a match costs.
    pub match_cost: u32,
    effects: Vec<Effect>,
    ways: Vec<u32>,
    ways_beside: Vec<u32>,
}

impl Field {
    /// The unchanging part of a level; `None` if the target asks for a tile where none can come.
    pub fn new(level: &Level) -> Option<Field> {
        let board = level.board();
        let cells: Vec<Cell> = board.cells().filter(|&cell| board[cell].is_some()).collect();
        let kinds = board.kinds();
        let number = |kind: Kind| kinds.iter().position(|&known| known == kind);
        let fates = fates(level, &cells, &number)?;
        let start = cells.iter().filter_map(|&cell| number(board[cell]?).map(|kind| kind as u8));
        let start: Vec<u8> = start.collect();
        let index = |cell: Cell| cells.binary_search(&cell).ok();
        let mut edges = Vec::new();
        let mut lines = Vec::new();
        for step in Move::all(board) {
            let (first, last) = step.ends();
            let row = usize::midpoint(first.row, last.row);
            let column = usize::midpoint(first.column, last.column);
            let (Some(one), Some(two)) = (index(first), index(last)) else { continue };
            match (step, index(Cell { row, column })) {
                (Move::Swap(..), _) => edges.push((one, two)),
                (Move::Match(..), Some(middle)) => lines.push([one, middle, two]),
                (Move::Match(..), None) => {}
            }
        }
        let rules = level.rules();
        let is_fixed = kinds.iter().map(|kind| rules.fixed.contains(kind)).collect();
        let mut field = Field {
            start,
            fates,
            edges,
            lines,
            is_fixed,
            match_cost: match level.cost() {
                Cost::Moves => 1,
                Cost::Swaps => 0,
            },
            effects: Vec::new(),
            ways: Vec::new(),
            ways_beside: Vec::new(),
            cells,
            kinds,
        };
        field.effects = field.all_effects(level);
        field.ways = field.all_ways();
        field.ways_beside = field.all_ways_beside(rules.is_directed);
        Some(field)
    }

    /// The number of cells.
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// The number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// A cell as the rules know it.
    pub fn cell(&self, cell: usize) -> Cell {
        self.cells[cell]
    }

    /// What a swap does to tiles of these kinds, the upper or left one first.
    #[inline(always)]
    pub fn effect(&self, first: u8, last: u8) -> Effect {
        self.effects[first as usize * self.kinds.len() + last as usize]
    }

    /// The number of swaps that bring a tile from any cell to this one if nothing is in its way; [`FAR`]
    /// if it can never come. This is a metric.
    #[inline(always)]
    pub fn ways_to(&self, cell: usize) -> &[u32] {
        let size = self.cells.len();
        &self.ways[cell * size..(cell + 1) * size]
    }

    /// The same for the nearest cell in which a tile vanishes by a swap with this cell.
    #[inline(always)]
    pub fn ways_beside(&self, cell: usize) -> &[u32] {
        let size = self.cells.len();
        &self.ways_beside[cell * size..(cell + 1) * size]
    }

    /// The kinds of which one vanishes in a swap with the other, which comes first.
    pub fn vanishing_pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let kinds = self.kinds.len();
        let pairs = (0..kinds * kinds).map(move |pair| (pair / kinds, pair % kinds));
        pairs.filter(|&(mover, gone)| self.vanishes(mover as u8, gone as u8))
    }

    /// Whether the second kind vanishes in a swap with the first.
    pub fn vanishes(&self, mover: u8, gone: u8) -> bool {
        self.effect(mover, gone) == Effect::FirstStays
    }

    /// Whether a swap of tiles that can meet makes one of them vanish.
    pub fn has_vanishing(&self) -> bool {
        let pairs = (0..self.size()).flat_map(|one| (0..self.size()).map(move |two| (one, two)));
        pairs.into_iter().any(|(one, two)| {
            self.vanishes(self.start[one], self.start[two]) && self.ways_to(one)[two] < FAR
        })
    }

    /// The number of the connected part that each cell belongs to. Tiles that can be swapped never leave
    /// their part; each fixed tile is a part by itself.
    pub fn parts(&self) -> Vec<usize> {
        let first = |cell: usize| (0..=cell).find(|&other| self.ways_to(cell)[other] < FAR);
        (0..self.size()).map(|cell| first(cell).unwrap_or(cell)).collect()
    }

    /// The rules say what a swap does, on a board of two cells.
    fn all_effects(&self, level: &Level) -> Vec<Effect> {
        let effect = |one: usize, two: usize| {
            let row: String = [one, two].map(|kind| self.kinds[kind].letter()).iter().collect();
            let ends = [1, 2].map(|column| Cell { row: 1, column });
            let board = Board::from_rows(&[row]).ok()?;
            match level.rules().play(&board, Move::Swap(ends[0], ends[1])).ok()?.0 {
                rules::Effect::Exchanged { .. } => Some(Effect::Exchange),
                rules::Effect::Vanished { mover, .. } if mover.1 == ends[0] => {
                    Some(Effect::FirstStays)
                }
                rules::Effect::Vanished { .. } => Some(Effect::LastStays),
                rules::Effect::Matched(_) => None,
            }
        };
        let count = self.kinds.len();
        let pairs = (0..count * count).map(|pair| (pair / count, pair % count));
        pairs.map(|(one, two)| effect(one, two).unwrap_or(Effect::Illegal)).collect()
    }

    fn all_ways(&self) -> Vec<u32> {
        let size = self.size();
        let is_open = |cell: usize| !self.is_fixed[self.start[cell] as usize];
        let mut beside = vec![Vec::new(); size];
        for &(one, two) in self.edges.iter().filter(|&&(one, two)| is_open(one) && is_open(two)) {
            beside[one].push(two);
            beside[two].push(one);
        }
        let mut ways = vec![FAR; size * size];
        for from in 0..size {
            let reach = &mut ways[from * size..(from + 1) * size];
            reach[from] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(cell) = queue.pop_front() {
                for &next in &beside[cell] {
                    if reach[next] == FAR {
                        reach[next] = reach[cell] + 1;
                        queue.push_back(next);
                    }
                }
            }
        }
        ways
    }

    /// A tile vanishes beside the cell of its mover: with directed pairs, right of it or below it.
    fn all_ways_beside(&self, is_directed: bool) -> Vec<u32> {
        let size = self.size();
        let mut ways = vec![FAR; size * size];
        let mut allow = |mover: usize, gone: usize| {
            for from in 0..size {
                let known = &mut ways[mover * size + from];
                *known = (*known).min(self.ways_to(gone)[from]);
            }
        };
        for &(first, last) in &self.edges {
            allow(first, last);
            if !is_directed {
                allow(last, first);
            }
        }
        ways
    }
}

/// What has to become of each cell with a tile.
fn fates(
    level: &Level,
    cells: &[Cell],
    number: &dyn Fn(Kind) -> Option<usize>,
) -> Option<Vec<Fate>> {
    let Some(target) = level.target() else { return Some(vec![Fate::Empty; cells.len()]) };
    let has_tile_for = |cell: Cell| match target[cell] {
        Wanted::Tile(_) => level.board()[cell].is_some(),
        Wanted::Anything | Wanted::Empty => true,
    };
    if !target.cells().all(has_tile_for) {
        return None;
    }
    let fate = |&cell: &Cell| match target[cell] {
        Wanted::Anything => Some(Fate::Anything),
        Wanted::Empty => Some(Fate::Empty),
        Wanted::Tile(kind) => number(kind).map(Fate::Tile),
    };
    cells.iter().map(fate).collect()
}
