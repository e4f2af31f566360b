//! Tables of the shots that the last column, and the last two columns, need.

use super::columns::Columns;
use super::rows::Rows;
use super::{Budget, MOST_LEFT, NEVER, lower, packed};

/// The fewest shots that clear the last column, for each number of blocks left over. Columns may be
/// longer here than in groups.
pub(super) struct LastColumn {
    pub(super) shots: Vec<[u8; MOST_LEFT + 1]>,
}

impl LastColumn {
    pub(super) fn new(colours: usize, length: usize) -> LastColumn {
        let columns = Columns::new(colours, length);
        let mut shots = vec![[NEVER; MOST_LEFT + 1]; columns.count()];
        // A shot may leave as many blocks as before, so iterate to a fixed point.
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for column in 0..columns.count() {
                let length = columns.length(column);
                let mut fewest = shots[column];
                fewest[length.min(MOST_LEFT + 1)..].fill(0);
                for height in 0..length {
                    for colour in 1..=colours as u8 {
                        let left = columns.after_fall(column, height, colour);
                        lower(&mut fewest, &shots[left], 1);
                    }
                }
                is_changed |= fewest != shots[column];
                shots[column] = fewest;
            }
        }
        LastColumn { shots }
    }
}

/// The fewest shots that clear the last two columns, for each number of blocks left over.
pub(super) struct Ending {
    rows: Rows,
    shots: Vec<u32>,
}

impl Ending {
    pub(super) fn new(
        colours: usize,
        length: usize,
        goal: usize,
        budget: &Budget<'_>,
    ) -> Option<Ending> {
        match goal {
            ..4 => Ending::with::<4>(colours, length, budget),
            _ => Ending::with::<{ MOST_LEFT + 1 }>(colours, length, budget),
        }
    }

    fn with<const L: usize>(colours: usize, length: usize, budget: &Budget<'_>) -> Option<Ending> {
        let columns = Columns::new(colours, length);
        let (rows, first) = Rows::new(&columns);
        let mut table = vec![[NEVER; L]; first.len() * columns.count()];
        // A shot may leave as many blocks as before, so iterate to a fixed point.
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for &before in &first {
                if budget.is_spent() {
                    return None;
                }
                let start = rows.row([before]).start;
                for last in 0..columns.count() {
                    let fewest = Ending::fewest(&columns, &rows, [before, last], &table);
                    if fewest != table[start + last] {
                        is_changed = true;
                        table[start + last] = fewest;
                    }
                }
            }
        }
        Some(Ending { rows, shots: table.iter().map(|shots| packed(shots)).collect() })
    }

    fn fewest<const L: usize>(
        columns: &Columns,
        rows: &Rows,
        [before, last]: [usize; 2],
        table: &[[u8; L]],
    ) -> [u8; L] {
        let find = |before: usize, last: usize| {
            let row = rows.row([before]);
            &table[row.start + rows.renamed(row, last)]
        };
        let lengths = [before, last].map(|column| columns.length(column));
        let mut fewest = *find(before, last);
        fewest[(lengths[0] + lengths[1]).min(L)..].fill(0);
        if fewest == [0; L] {
            return fewest;
        }
        let mut try_shot = |before: usize, last: usize| lower(&mut fewest, find(before, last), 1);
        // The height above both columns stands for shots down the last one.
        for height in 0..=lengths[0].max(lengths[1]) {
            let (left, colours) = match columns.block(before, height) {
                Some(colour) => (columns.without(before, height), colour..=colour),
                None => (before, 1..=columns.colours as u8),
            };
            for colour in colours {
                try_shot(left, columns.after_fall(last, height, colour));
            }
            // It may stop at a block above those considered.
            if height >= lengths[1] {
                try_shot(left, last);
            }
        }
        try_shot(columns.shot_down(before), last);
        for height in 0..lengths[0] {
            for colour in 1..=columns.colours as u8 {
                try_shot(columns.with(before, height, colour), last);
            }
        }
        fewest
    }

    /// The fewest shots, packed as in a shape.
    #[inline(always)]
    pub(super) fn shots(&self, before: usize, last: usize) -> u32 {
        let row = self.rows.row([before]);
        self.shots[row.start + self.rows.renamed(row, last)]
    }
}
