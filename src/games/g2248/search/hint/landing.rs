//! Where the block of a path lands, and whether it is then adjacent to an equal block.
//!
//! A cell falls by the holes below it, so only the cells of the path below the new block and below an equal
//! one matter. Blocks as great as the new one are never on the path: the path has two numbers or more, and
//! their sum is not above the block.

use super::field::Field;
use super::sweep::Tally;

/// The end of a path, and a block that may be adjacent to the path's block after the fall.
#[derive(Clone, Debug)]
pub(super) struct Meeting {
    pub(super) end: usize,
    /// Which cells of a path bring the two together. A path that ends in `end` and yields a block equal
    /// to the other is adjacent to it after the fall if and only if this holds.
    pub(super) tally: Tally,
}

impl Meeting {
    /// How the block of a path that ends in one cell can meet an equal one in another; `None` if it cannot.
    pub(super) fn of(field: &Field, end: usize, other: usize) -> Option<Meeting> {
        let ((end_row, end_column), (row, column)) = (field.place(end), field.place(other));
        let level = field.levels[other];
        let mut marks = vec![0; field.size()];
        let mut mark = |rows: std::ops::Range<usize>, column: usize, value: i8| {
            let (mut marked, mut empty) = (0, 0);
            for row in rows {
                let cell = row * field.columns + column;
                match field.levels[cell] {
                    0 => empty += 1,
                    found if found < level => {
                        marks[cell] = value;
                        marked += 1;
                    }
                    // Blocks as great as the new one are not on the path.
                    _ => {}
                }
            }
            (marked, empty)
        };
        let (least, greatest, most, fewest);
        match end_column.abs_diff(column) {
            0 => {
                // Everything between the two vanishes.
                let between = end_row.min(row) + 1..end_row.max(row);
                let count = between.len() as i32;
                let (marked, empty) = mark(between, column, 1);
                (least, greatest) = (count - empty, count - empty);
                (fewest, most) = (0, marked);
            }
            1 => {
                let (above, empty) = mark(row + 1..field.rows, column, 1);
                let (below, end_empty) = mark(end_row + 1..field.rows, end_column, -1);
                let apart = (end_row as i32 + end_empty) - (row as i32 + empty);
                (least, greatest) = (apart - 1, apart + 1);
                (fewest, most) = (-below, above);
            }
            _ => return None,
        }
        let is_possible = least <= most && greatest >= fewest;
        is_possible.then_some(Meeting { end, tally: Tally { marks, least, greatest } })
    }

    /// Whether a path that ends in the right cell brings the two together.
    pub(super) fn is_brought_about_by(&self, path: &[usize]) -> bool {
        let sum: i32 = path.iter().map(|&cell| i32::from(self.tally.marks[cell])).sum();
        (self.tally.least..=self.tally.greatest).contains(&sum)
    }
}
