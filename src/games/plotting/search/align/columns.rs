//! Columns as numbers, and what shots leave of them.

/// The greatest height of a column. The bound does not apply to higher boards.
pub(super) const MAX_HEIGHT: usize = 8;

/// All columns up to some length over some colours, as numbers. The digits are the colours 1, 2, …
/// of the blocks from the floor up, the lowest digit first. Every number up to the largest is
/// exactly one column, and longer columns have larger numbers.
pub(super) struct Columns {
    pub(super) colours: usize,
    /// The place value of each height.
    weights: [usize; MAX_HEIGHT],
    blocks: Vec<[u8; MAX_HEIGHT]>,
    lengths: Vec<u8>,
    /// Each column without the block at each height.
    without: Vec<[u32; MAX_HEIGHT]>,
    /// What a shot down each column leaves of it.
    shot_down: Vec<u32>,
}

impl Columns {
    pub(super) fn new(colours: usize, longest: usize) -> Columns {
        let weights = std::array::from_fn(|height| colours.pow(height as u32));
        let mut columns = Columns {
            colours,
            weights,
            blocks: Vec::new(),
            lengths: Vec::new(),
            without: Vec::new(),
            shot_down: Vec::new(),
        };
        for length in 0..=longest {
            for number in 0..colours.pow(length as u32) {
                let block = |height: usize| match height < length {
                    true => (number / weights[height] % colours) as u8 + 1,
                    false => 0,
                };
                columns.blocks.push(std::array::from_fn(block));
                columns.lengths.push(length as u8);
            }
        }
        for column in 0..columns.count() {
            let without = |height| match height < columns.length(column) {
                true => columns.number_without(column, height) as u32,
                false => 0,
            };
            let without = std::array::from_fn(without);
            columns.without.push(without);
            let top = columns.length(column).saturating_sub(1);
            let shot_down = match columns.block(column, top) {
                Some(colour) => columns.after_fall(column, top, colour),
                None => column,
            };
            columns.shot_down.push(shot_down as u32);
        }
        columns
    }

    pub(super) fn count(&self) -> usize {
        self.blocks.len()
    }

    /// The number of columns up to a length.
    pub(super) fn count_to(&self, length: usize) -> usize {
        self.lengths.partition_point(|&other| usize::from(other) <= length)
    }

    #[inline(always)]
    pub(super) fn length(&self, column: usize) -> usize {
        self.lengths[column].into()
    }

    pub(super) fn blocks(&self, column: usize) -> &[u8] {
        &self.blocks[column][..self.length(column)]
    }

    #[inline(always)]
    pub(super) fn block(&self, column: usize, height: usize) -> Option<u8> {
        (height < self.length(column)).then(|| self.blocks[column][height])
    }

    pub(super) fn number(&self, blocks: impl IntoIterator<Item = u8>) -> usize {
        blocks
            .into_iter()
            .zip(self.weights)
            .map(|(block, weight)| usize::from(block) * weight)
            .sum()
    }

    fn number_without(&self, column: usize, height: usize) -> usize {
        let blocks = self.blocks(column);
        self.number(blocks[..height].iter().chain(&blocks[height + 1..]).copied())
    }

    /// The column without the block at a height.
    #[inline(always)]
    pub(super) fn without(&self, column: usize, height: usize) -> usize {
        self.without[column][height] as usize
    }

    /// The column with another colour at a height.
    #[inline(always)]
    pub(super) fn with(&self, column: usize, height: usize, colour: u8) -> usize {
        let weight = self.weights[height];
        column - usize::from(self.blocks[column][height]) * weight + usize::from(colour) * weight
    }

    /// What a shot down a column leaves of it: the blocks of one colour at its top are gone, and
    /// the next block has that colour. An empty column stays empty.
    #[inline(always)]
    pub(super) fn shot_down(&self, column: usize) -> usize {
        self.shot_down[column] as usize
    }

    /// What a shot leaves of a column when it goes down from a height: it takes the blocks of its
    /// colour, and the next block gets that colour.
    pub(super) fn after_fall(&self, column: usize, height: usize, colour: u8) -> usize {
        let mut left = column;
        let end = self.length(column).min(height + 1);
        for height in (0..end).rev() {
            if self.blocks[column][height] != colour {
                return self.with(left, height, colour);
            }
            left = self.without(left, height);
        }
        left
    }
}
