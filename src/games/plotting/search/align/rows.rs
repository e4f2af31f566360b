//! Where a table holds the entry of a group.
//!
//! Groups that differ only in the names of their colours need the same shots. So a table has
//! entries only for groups in whose first column the colours appear in the order of their numbers.
//! Other groups are looked up with their colours renamed.

use super::columns::Columns;

/// The rows of a table. A row holds all groups that differ only in their last column.
pub(super) struct Rows {
    /// The number of columns, which is the number of groups in a row.
    pub(super) length: usize,
    /// Each column with its colours renamed, for each way to rename them. The first way renames
    /// nothing.
    renamed: Vec<u16>,
    first: Vec<First>,
}

/// A column in its role as the first one of a group.
#[derive(Clone, Copy)]
struct First {
    /// The index of the column, after renaming, among those whose colours are in order.
    number: u32,
    /// Where its way of renaming begins in `renamed`.
    names: u32,
}

/// Where a row begins, and how the colours of its groups are renamed.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) start: usize,
    names: usize,
}

impl Rows {
    /// Returns the rows for these columns, and the columns whose colours are in order, shorter ones
    /// first. There must be fewer than 65,536 columns.
    pub(super) fn new(columns: &Columns) -> (Rows, Vec<usize>) {
        let length = columns.count();
        let ways = permutations(columns.colours);
        let in_order: Vec<usize> =
            (0..length).filter(|&column| names(columns, column).is_sorted()).collect();
        let rename = |column: usize, names: &[u8]| {
            let blocks = columns.blocks(column).iter();
            columns.number(blocks.map(|&block| names[usize::from(block) - 1]))
        };
        let first = |column: usize| {
            let names = names(columns, column);
            let number = in_order.binary_search(&rename(column, &names)).ok()?;
            let way = ways.binary_search(&names).ok()?;
            Some(First { number: number as u32, names: (way * length) as u32 })
        };
        let first = (0..length).filter_map(first).collect();
        let all = ways.iter().flat_map(|names| (0..length).map(move |column| (column, names)));
        let renamed = all.map(|(column, names)| rename(column, names) as u16).collect();
        (Rows { length, renamed, first }, in_order)
    }

    /// The row of the groups that begin with these columns.
    #[inline(always)]
    pub(super) fn row<const SIZE: usize>(&self, columns: [usize; SIZE]) -> Row {
        let first = self.first[columns[0]];
        let names = first.names as usize;
        let number = columns[1..].iter().fold(first.number as usize, |number, &column| {
            number * self.length + self.renamed[names + column] as usize
        });
        Row { start: number * self.length, names }
    }

    /// A column, renamed as the last one of a group in a row.
    #[inline(always)]
    pub(super) fn renamed(&self, row: Row, last: usize) -> usize {
        self.renamed[row.names + last].into()
    }

    /// All columns, renamed as the last one of a group in a row; `None` if the row renames nothing.
    pub(super) fn order(&self, row: Row) -> Option<&[u16]> {
        (row.names > 0).then(|| &self.renamed[row.names..row.names + self.length])
    }
}

/// The number of groups of `before` columns and one more in a table.
pub(super) fn groups(colours: usize, length: usize, before: usize) -> usize {
    // For each number of colours, how many columns of the current length have that many, in order.
    let mut with_colours = vec![0; colours + 1];
    with_colours[0] = 1;
    let (mut columns, mut in_order) = (0, 0);
    for length in 0..=length {
        columns += colours.pow(length as u32);
        in_order += with_colours.iter().sum::<usize>();
        for used in (1..=colours).rev() {
            with_colours[used] = with_colours[used] * used + with_colours[used - 1];
        }
        with_colours[0] = 0;
    }
    columns.saturating_pow(before as u32).saturating_mul(in_order)
}

/// New names for the colours, under which they appear in order in a column.
fn names(columns: &Columns, column: usize) -> Vec<u8> {
    let mut names = vec![0; columns.colours];
    let blocks = columns.blocks(column).iter().copied();
    let mut next = 1;
    for colour in blocks.chain(1..=columns.colours as u8) {
        let name = &mut names[usize::from(colour) - 1];
        if *name == 0 {
            *name = next;
            next += 1;
        }
    }
    names
}

/// All permutations of the numbers from 1 to `count`, sorted.
fn permutations(count: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for number in 1..=count as u8 {
        let insert = |order: &Vec<u8>| -> Vec<Vec<u8>> {
            let at = |place: usize| {
                let mut longer = order.clone();
                longer.insert(place, number);
                longer
            };
            (0..=order.len()).map(at).collect()
        };
        all = all.iter().flat_map(insert).collect();
    }
    all.sort();
    all
}
