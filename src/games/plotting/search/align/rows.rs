//! Where a table has what is known of a group.
//!
//! Groups that differ by the names of their colours only need the same shots. So a table has what it knows
//! for those groups only in whose first column the colours come in the order of their numbers; others are
//! looked up with their colours renamed.

use super::columns::Columns;

/// The rows of a table, each for all groups that differ in their last column only.
pub(super) struct Rows {
    /// How many columns there are, and so how many groups a row has.
    pub(super) length: usize,
    /// For each way to rename the colours: each column with its colours renamed. In the first way nothing
    /// is renamed.
    renamed: Vec<u16>,
    first: Vec<First>,
}

/// What a column is as the first one of a group.
#[derive(Clone, Copy)]
struct First {
    /// The number of the column among those whose colours are in order, once its own are renamed.
    number: u32,
    /// Where its way of renaming begins.
    names: u32,
}

/// Where a row begins, and how the colours of its groups are renamed.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) start: usize,
    names: usize,
}

impl Rows {
    /// Rows for some columns, of which there must be fewer than 65,536, and the columns whose colours are
    /// in order, shorter ones first.
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

    /// The row of groups that begin with some columns.
    #[inline(always)]
    pub(super) fn row<const SIZE: usize>(&self, columns: [usize; SIZE]) -> Row {
        let first = self.first[columns[0]];
        let names = first.names as usize;
        let number = columns[1..].iter().fold(first.number as usize, |number, &column| {
            number * self.length + self.renamed[names + column] as usize
        });
        Row { start: number * self.length, names }
    }

    /// A column as the last one of a group in a row.
    #[inline(always)]
    pub(super) fn renamed(&self, row: Row, last: usize) -> usize {
        self.renamed[row.names + last].into()
    }

    /// Each column as the last one of a group in a row; none if they stay as they are.
    pub(super) fn order(&self, row: Row) -> Option<&[u16]> {
        (row.names > 0).then(|| &self.renamed[row.names..row.names + self.length])
    }
}

/// How many groups of `before` columns and one more a table has.
pub(super) fn groups(colours: usize, length: usize, before: usize) -> usize {
    // How many columns of one length have so many colours, if these come in order.
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

/// New names of the colours, by which they come in the order of their numbers in a column.
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

/// All orders of the numbers from 1, sorted.
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
