//! Long paths in one component, quickly: grown at both ends, turned at their ends, filled up with the cells
//! beside them. No proof that they are the longest.

use super::field::Field;

/// How often the ends of a path are turned in search of a way on.
const TURNS: usize = 400;
/// How many cells are tried as the first of a path.
const SEEDS: usize = 6;

/// A long path in a component; `limit` is a number of cells that no path exceeds.
pub(super) fn long_path(field: &Field, component: usize, limit: usize) -> Vec<usize> {
    let cells = &field.components[component].cells;
    let mut seeds = cells.clone();
    seeds.sort_by_key(|&cell| field.equal[cell].len());
    let mut best = Vec::new();
    for at in 0..SEEDS.min(seeds.len()) {
        let seed = seeds[at * seeds.len() / SEEDS.min(seeds.len())];
        let path = grown(field, cells, seed, limit);
        if path.len() > best.len() {
            best = path;
        }
        if best.len() >= limit {
            break;
        }
    }
    best
}

/// A long path that ends in a cell; `limit` is a number of cells that no such path exceeds.
pub(super) fn long_path_to(
    field: &Field,
    component: usize,
    end: usize,
    limit: usize,
) -> Vec<usize> {
    let cells = &field.components[component].cells;
    let mut growth = Growth::new(field, end);
    for turn in 0..TURNS {
        growth.extend();
        let is_filled = growth.fill(cells);
        if growth.path.len() >= limit || !is_filled && !growth.turn(turn) {
            break;
        }
    }
    growth.path.reverse();
    growth.path
}

fn grown(field: &Field, cells: &[usize], seed: usize, limit: usize) -> Vec<usize> {
    let mut growth = Growth::new(field, seed);
    let mut best = Vec::new();
    for turn in 0..TURNS {
        growth.extend();
        growth.reverse(0);
        growth.extend();
        if growth.fill(cells) {
            continue;
        }
        if growth.path.len() > best.len() {
            best.clone_from(&growth.path);
        }
        if best.len() >= limit || !growth.turn(turn) {
            break;
        }
    }
    best
}

struct Growth<'a> {
    field: &'a Field,
    path: Vec<usize>,
    /// The place of each cell on the path.
    places: Vec<Option<usize>>,
    /// A simple generator of numbers: the same paths every time.
    number: u64,
}

impl<'a> Growth<'a> {
    fn new(field: &'a Field, seed: usize) -> Growth<'a> {
        let mut places = vec![None; field.size()];
        places[seed] = Some(0);
        Growth { field, path: vec![seed], places, number: seed as u64 }
    }

    /// Counts the places again from one on.
    fn count_from(&mut self, first: usize) {
        for (place, &cell) in self.path.iter().enumerate().skip(first) {
            self.places[cell] = Some(place);
        }
    }

    fn reverse(&mut self, first: usize) {
        self.path[first..].reverse();
        self.count_from(first);
    }

    fn ways_on(&self, cell: usize) -> usize {
        self.field.equal[cell].iter().filter(|&&next| self.places[next].is_none()).count()
    }

    /// Goes on from the last cell, to a cell with the fewest ways on, until there is no way.
    fn extend(&mut self) {
        while let Some(&last) = self.path.last() {
            let free = self.field.equal[last].iter().copied();
            let free = free.filter(|&next| self.places[next].is_none());
            let Some(next) = free.min_by_key(|&next| self.ways_on(next)) else { return };
            self.places[next] = Some(self.path.len());
            self.path.push(next);
        }
    }

    /// Inserts cells that touch two cells of the path that follow each other.
    fn fill(&mut self, cells: &[usize]) -> bool {
        let before = self.path.len();
        for &cell in cells {
            if self.places[cell].is_some() {
                continue;
            }
            let near = &self.field.equal[cell];
            let mut gaps = near.iter().filter_map(|&other| self.places[other]);
            let gap =
                gaps.find(|&gap| self.path.get(gap + 1).is_some_and(|next| near.contains(next)));
            if let Some(gap) = gap {
                self.path.insert(gap + 1, cell);
                self.count_from(gap + 1);
            }
        }
        self.path.len() > before
    }

    /// Steps from the last cell back to one of the path, and makes what follows that the new end: the same
    /// cells, another last cell.
    fn turn(&mut self, turn: usize) -> bool {
        let Some(&last) = self.path.last() else { return false };
        let behind = self.path.len().saturating_sub(2);
        let near = self.field.equal[last].iter().filter_map(|&other| self.places[other]);
        let places: Vec<usize> = near.filter(|&place| place < behind).collect();
        if places.is_empty() {
            return false;
        }
        self.number =
            self.number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(turn as u64 | 1);
        let place = places[(self.number >> 33) as usize % places.len()];
        self.reverse(place + 1);
        true
    }
}
