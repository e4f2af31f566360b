//! The longest paths between any two cells of a component with few paths, by enumeration.

use super::field::Field;

/// A component is enumerated if that takes no more steps than this.
const STEPS: usize = 6_000;

/// For any two cells of a component, the most cells that a path from one to the other has.
#[derive(Debug)]
pub(super) struct Table {
    /// The place of each cell of the board in the table.
    places: Vec<usize>,
    size: usize,
    lengths: Vec<u8>,
}

impl Table {
    /// The table of a component; `None` if it has too many paths.
    pub(super) fn of(field: &Field, component: usize) -> Option<Table> {
        let cells = &field.components[component].cells;
        let size = cells.len();
        if size > 24 {
            return None;
        }
        let mut places = vec![usize::MAX; field.size()];
        for (place, &cell) in cells.iter().enumerate() {
            places[cell] = place;
        }
        let mut walk = Walk {
            field,
            steps: 0,
            table: Table { places, size, lengths: vec![0; size * size] },
            is_used: vec![false; field.size()],
        };
        for &cell in cells {
            walk.enter(cell, cell, 1)?;
        }
        Some(walk.table)
    }

    /// The most cells on a path from one cell to another; `None` if they are the same.
    pub(super) fn length(&self, from: usize, to: usize) -> Option<i64> {
        let length = self.lengths[self.places[from] * self.size + self.places[to]];
        (length > 1).then_some(i64::from(length))
    }
}

struct Walk<'a> {
    field: &'a Field,
    steps: usize,
    table: Table,
    is_used: Vec<bool>,
}

impl Walk<'_> {
    fn enter(&mut self, first: usize, cell: usize, length: u8) -> Option<()> {
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        let entry = self.table.places[first] * self.table.size + self.table.places[cell];
        let longest = &mut self.table.lengths[entry];
        *longest = length.max(*longest);
        self.is_used[cell] = true;
        for at in 0..self.field.equal[cell].len() {
            let next = self.field.equal[cell][at];
            if !self.is_used[next] {
                self.enter(first, next, length + 1)?;
            }
        }
        self.is_used[cell] = false;
        Some(())
    }
}

/// A path with a number of cells from one cell to another in a component with few paths.
pub(super) fn path_of_length(field: &Field, from: usize, to: usize, length: i64) -> Vec<usize> {
    fn enter(field: &Field, to: usize, length: usize, path: &mut Vec<usize>) -> bool {
        let last = path[path.len() - 1];
        if path.len() == length || last == to {
            return path.len() == length && last == to;
        }
        for &next in &field.equal[last] {
            if !path.contains(&next) {
                path.push(next);
                if enter(field, to, length, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
    let mut path = vec![from];
    let is_found = enter(field, to, length as usize, &mut path);
    debug_assert!(is_found);
    path
}
