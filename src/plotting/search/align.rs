//! A second lower bound: columns that do not match must be brought into line.
//!
//! **The idea.** Let a shot along a row go through all columns but the last: then in the row that it
//! takes, every column that is high enough has a block of its colour, and each of them loses it. So
//! neighbouring columns stay as well or as badly matched as they were: the cells that were side by side
//! still are. Only other shots change that, the *special* ones: those down a column, and those along a
//! row that stop on the way. A special shot does so in one place, the column that it goes down or stops
//! at. So columns side by side are cut into groups, each group needs some special shots of its own, and
//! these add up.
//!
//! **What a shot does to a group** of one, two or three neighbouring columns, none of them the last:
//!
//! - A shot along a row that ends to the right of the group, a *common* one: if the columns that reach
//!   that row have the same colour there, they lose those blocks. If no column reaches it, nothing
//!   happens.
//! - One that ends to the left of the group, or goes down a column elsewhere: nothing.
//! - One that stops within the group, special to it: the columns before the stop lose their blocks,
//!   all of one colour, and the block at the stop gets that colour. If the columns before the stop do
//!   not reach the row, the block gets any colour.
//! - One down a column of the group, special to it: the column loses the blocks of one colour at its
//!   top, and the next block gets that colour.
//!
//! The hand is not looked at: any colour may be fired at any time. For each group, for each number of
//! special shots and of blocks that stay behind, a table has the fewest common shots with which the rest
//! of the group can be cleared.
//!
//! **Adding up.** No shot is special to two groups. One that is special to a group may be common to
//! those on its left, and is nothing to those on its right. Let r(x, e) be the fewest shots of a plan that
//! are not special to the first x columns, if e blocks stay behind in the others. Of these, let a group
//! that begins with column x + 1 have s special to it. The others are not special to the first x + g
//! columns, where g is the size of the group. All common shots of the group are among them, and so are
//! as many as r says for the columns behind the group. So r(x, e) is at least the lowest of
//! s + max(common shots with s special ones, r(x + g, e − e')), over all s and all numbers e' of blocks that
//! stay behind in the group. Every group that begins there gives such a limit, and the highest holds. It
//! begins with the last column: every shot that enters it takes blocks of one colour from some height
//! down, and gives that colour to the next. And r(0, goal) is a bound for the whole position.
//!
//! **Long columns and single blocks.** Tables have columns up to some length; of longer ones the lowest
//! blocks are looked at. That is sound: what clears a group clears it without the top block of a column,
//! by the same shots less those that are needless then. A common shot that takes only that block is
//! needless. A shot that stops at it takes what is before it and changes nothing else, so a special shot
//! may do that where a column is too low. A shot down the column that takes only that block changes the
//! colour of the next, so a special shot may change the colour of a top block. In the same way two colours may be taken for one, as is done with colours that have a single
//! block left: what was equal stays equal, and a shot that stops at a block which is now of its own colour
//! leaves blocks behind that it could take, so shots may take fewer than all.

use std::collections::HashMap;

use super::Budget;
use super::hash::Quickly;
use super::packed::{Field, Packed};
use super::word::Word;

/// The most blocks that may stay on the board.
const MOST_LEFT: usize = 7;
/// Stands for more common shots than there can be.
const NEVER: u8 = 64;
/// Special shots of a group that are told apart; with more the group is taken to be clear.
const SPECIAL: usize = 6;
/// After so many groups the budget is looked at.
const OFTEN: usize = 4096;
/// The highest number of shots that is told; it stands for all above.
const MANY: u8 = 15;

/// All columns up to a length over some colours, as numbers: the colours 1, 2, … of the blocks from the
/// floor up are the digits, the lowest first. Every number is one column, and longer ones are higher.
struct Columns {
    colours: usize,
    /// What a colour weighs at each height.
    weights: [usize; MAX_HEIGHT],
    blocks: Vec<[u8; MAX_HEIGHT]>,
    lengths: Vec<u8>,
}

/// Boards that are higher are not looked at.
const MAX_HEIGHT: usize = 8;

impl Columns {
    fn new(colours: usize, longest: usize) -> Columns {
        let weights = std::array::from_fn(|height| colours.pow(height as u32));
        let mut columns = Columns { colours, weights, blocks: Vec::new(), lengths: Vec::new() };
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
        columns
    }

    fn count(&self) -> usize {
        self.blocks.len()
    }

    #[inline(always)]
    fn length(&self, column: usize) -> usize {
        self.lengths[column].into()
    }

    fn blocks(&self, column: usize) -> &[u8] {
        &self.blocks[column][..self.length(column)]
    }

    #[inline(always)]
    fn block(&self, column: usize, height: usize) -> Option<u8> {
        (height < self.length(column)).then(|| self.blocks[column][height])
    }

    fn number(&self, blocks: impl IntoIterator<Item = u8>) -> usize {
        blocks
            .into_iter()
            .zip(self.weights)
            .map(|(block, weight)| usize::from(block) * weight)
            .sum()
    }

    /// A column without the block at a height.
    fn without(&self, column: usize, height: usize) -> usize {
        let blocks = self.blocks(column);
        self.number(blocks[..height].iter().chain(&blocks[height + 1..]).copied())
    }

    /// A column with another colour at a height.
    #[inline(always)]
    fn with(&self, column: usize, height: usize, colour: u8) -> usize {
        let weight = self.weights[height];
        column - usize::from(self.blocks[column][height]) * weight + usize::from(colour) * weight
    }

    /// What a shot of a colour may leave of the last column that comes to it at a height: it takes blocks
    /// of its colour from there down, and the next gets that colour.
    fn for_each_fall(
        &self,
        column: usize,
        height: usize,
        colour: u8,
        mut visit: impl FnMut(usize),
    ) {
        let blocks = self.blocks(column);
        let end = blocks.len().min(height + 1);
        let run = blocks[..end].iter().rev().take_while(|&&block| block == colour).count();
        let mut left = column;
        visit(left);
        for taken in 1..=run {
            left = self.without(left, end - taken);
            visit(left);
        }
        if let Some(next) = (end - run).checked_sub(1) {
            visit(self.with(left, next, colour));
        }
    }

    /// What a shot down a column may leave of it: without some blocks of one colour at its top or, if
    /// those are all, with that colour in the next.
    fn shot_down(&self, column: usize) -> Vec<usize> {
        let blocks = self.blocks(column);
        let Some(&colour) = blocks.last() else { return Vec::new() };
        let run = blocks.iter().rev().take_while(|&&block| block == colour).count();
        let below = |taken: usize| self.number(blocks[..blocks.len() - taken].iter().copied());
        let mut left: Vec<usize> = (1..=run).map(below).collect();
        if let Some(next) = (blocks.len() - run).checked_sub(1) {
            left.push(self.with(below(run), next, colour));
        }
        left
    }
}

/// How many shots are needed before a group, for each number that must be left after its special ones:
/// four bits each, where 15 stands for all that is more; one word for each number of blocks that stay
/// behind.
type Before = [u64; MOST_LEFT + 1];

/// What is known of all groups of up to three columns.
struct Groups {
    /// How many columns there are of the kind that is looked at.
    columns: usize,
    /// For each group the number of what is known of it.
    known: Vec<u16>,
    before: Vec<Before>,
}

impl Groups {
    /// The groups of so many columns, of each of which so many blocks are looked at, unless the budget is
    /// spent before. What is known is the same for most of them; if there is too much to be told apart,
    /// there is no such table either.
    fn new<const SIZE: usize, const L: usize>(
        colours: usize,
        length: usize,
        budget: &Budget<'_>,
    ) -> Option<Groups> {
        let builder = Builder::<SIZE>::new(colours, length);
        let groups = builder.distinct();
        let mut needs: Vec<[[u8; L]; SPECIAL]> = vec![[[NEVER; L]; SPECIAL]; groups.len()];
        let mut with_fewer = Vec::new();
        for special in 0..SPECIAL {
            let mut table = vec![[NEVER; L]; builder.count()];
            for (index, (group, needs)) in groups.iter().zip(&mut needs).enumerate() {
                if index.is_multiple_of(OFTEN) && budget.is_spent() {
                    return None;
                }
                let fewest = builder.fewest(group, &table, &with_fewer);
                builder.for_each_alike(group, |index| table[index] = fewest);
                needs[special] = fewest;
            }
            with_fewer = table;
        }
        let mut known = vec![0; builder.count()];
        let mut before: Vec<Before> = Vec::new();
        let mut numbers: HashMap<Before, u16, Quickly> = HashMap::default();
        for (group, needs) in groups.iter().zip(&needs) {
            let what = shots_before(needs);
            let number = match numbers.get(&what) {
                Some(&number) => number,
                None => {
                    let number = u16::try_from(before.len()).ok()?;
                    before.push(what);
                    numbers.insert(what, number);
                    number
                }
            };
            builder.for_each_alike(group, |index| known[index] = number);
        }
        Some(Groups { columns: builder.columns.count(), known, before })
    }

    /// What is needed from a group on, by what is needed behind it.
    #[inline(always)]
    fn step<const GOAL: usize>(&self, group: usize, behind_it: u32) -> [u8; MOST_LEFT + 1] {
        let before = &self.before[usize::from(self.known[group])];
        let mut shots = [MANY; MOST_LEFT + 1];
        for (behind, shots) in shots[..=GOAL].iter_mut().enumerate() {
            for (here, before) in before[..=behind].iter().enumerate() {
                let after = behind_it >> (4 * (behind - here)) & 15;
                *shots = (*shots).min((before >> (4 * after) & 15) as u8);
            }
        }
        shots
    }
}

fn shots_before<const L: usize>(needs: &[[u8; L]; SPECIAL]) -> Before {
    let shots = |behind: usize, after: u8| {
        let with = |special: usize| {
            let common = needs.get(special).map_or(0, |counts| counts[behind]);
            special as u8 + common.max(after)
        };
        (0..=SPECIAL).map(with).min().unwrap_or(0).min(MANY)
    };
    std::array::from_fn(|behind| match behind < L {
        true => (0..=MANY).map(|after| u64::from(shots(behind, after)) << (4 * after)).sum(),
        false => 0,
    })
}

struct Builder<const SIZE: usize> {
    columns: Columns,
    /// For each way to rename the colours: each column with its colours renamed.
    renamed: Vec<Vec<u32>>,
    /// Each column without the block at each height.
    without: Vec<[u32; MAX_HEIGHT]>,
    /// What shots down each column may leave of it.
    shot_down: Vec<Vec<usize>>,
}

impl<const SIZE: usize> Builder<SIZE> {
    fn new(colours: usize, length: usize) -> Self {
        let columns = Columns::new(colours, length);
        let all = 0..columns.count();
        let rename = |names: &Vec<u8>| {
            let renamed = |column: usize| {
                let blocks = columns.blocks(column).iter();
                columns.number(blocks.map(|&block| names[usize::from(block) - 1])) as u32
            };
            all.clone().map(renamed).collect()
        };
        let renamed = permutations(colours).iter().map(rename).collect();
        let without = |column: usize| {
            std::array::from_fn(|height| match height < columns.length(column) {
                true => columns.without(column, height) as u32,
                false => 0,
            })
        };
        let without = all.clone().map(without).collect();
        let shot_down = all.map(|column| columns.shot_down(column)).collect();
        Builder { columns, renamed, without, shot_down }
    }

    fn count(&self) -> usize {
        self.columns.count().pow(SIZE as u32)
    }

    #[inline(always)]
    fn index(&self, group: [usize; SIZE]) -> usize {
        let add = |index, &column: &usize| index * self.columns.count() + column;
        group.iter().fold(0, add)
    }

    /// The groups that differ by more than the names of colours, those of fewer blocks first.
    fn distinct(&self) -> Vec<[usize; SIZE]> {
        let columns = &self.columns;
        let mut groups: Vec<([usize; SIZE], u8)> = vec![([0; SIZE], 0)];
        for place in 0..SIZE {
            let longer = |&(group, used): &([usize; SIZE], u8)| {
                let with = move |column: usize| {
                    let used = colours_in_order(columns.blocks(column), used)?;
                    let mut longer = group;
                    longer[place] = column;
                    Some((longer, used))
                };
                (0..columns.count()).filter_map(with)
            };
            groups = groups.iter().flat_map(longer).collect();
        }
        let mut groups: Vec<[usize; SIZE]> = groups.into_iter().map(|(group, _)| group).collect();
        groups
            .sort_by_key(|group| group.map(|column| columns.length(column)).iter().sum::<usize>());
        groups
    }

    #[inline(always)]
    fn for_each_alike(&self, group: &[usize; SIZE], mut visit: impl FnMut(usize)) {
        for renamed in &self.renamed {
            visit(self.index(group.map(|column| renamed[column] as usize)));
        }
    }

    /// The fewest common shots that clear a group, from what is known of groups with fewer blocks, and
    /// of all groups with a special shot less, if there is one.
    fn fewest<const L: usize>(
        &self,
        group: &[usize; SIZE],
        table: &[[u8; L]],
        with_fewer: &[[u8; L]],
    ) -> [u8; L] {
        let block = |place: usize, height: usize| self.columns.block(group[place], height);
        let lengths = group.map(|column| self.columns.length(column));
        let mut fewest = [NEVER; L];
        fewest[lengths.iter().sum::<usize>().min(L)..].fill(0);
        let has_special = !with_fewer.is_empty();
        for height in 0..lengths.into_iter().max().unwrap_or(0) {
            // How far a shot at this height gets through the columns, and what it leaves of them.
            let mut left = *group;
            let mut colour = None;
            let mut is_stopped = false;
            for place in 0..SIZE {
                let block = block(place, height);
                match (colour, block) {
                    (Some(colour), Some(block)) if colour != block => {
                        left[place] = self.columns.with(left[place], height, colour);
                        is_stopped = true;
                        break;
                    }
                    // It may stop here all the same, at a block that is not looked at, or at one of
                    // another colour that is taken for this one.
                    (Some(_), _) if has_special => {
                        lower(&mut fewest, &with_fewer[self.index(left)], 0);
                    }
                    _ => {}
                }
                if let Some(block) = block {
                    colour = Some(block);
                    left[place] = self.without[left[place]][height] as usize;
                }
            }
            if !is_stopped {
                lower(&mut fewest, &table[self.index(left)], 1);
            } else if has_special {
                lower(&mut fewest, &with_fewer[self.index(left)], 0);
            }
        }
        if !has_special {
            return fewest;
        }
        lower(&mut fewest, &with_fewer[self.index(*group)], 0);
        if fewest == [0; L] {
            return fewest;
        }
        let mut reached = 0;
        for place in 0..SIZE {
            let mut left = *group;
            for &column in &self.shot_down[group[place]] {
                left[place] = column;
                lower(&mut fewest, &with_fewer[self.index(left)], 0);
            }
            // A shot that meets no block in the columns before has any colour; the top block may have
            // one above it that is not looked at.
            for height in reached.min(lengths[place].saturating_sub(1))..lengths[place] {
                let others = |&colour: &u8| Some(colour) != block(place, height);
                for colour in (1..=self.columns.colours as u8).filter(others) {
                    left[place] = self.columns.with(group[place], height, colour);
                    lower(&mut fewest, &with_fewer[self.index(left)], 0);
                }
            }
            reached = reached.max(lengths[place]);
        }
        fewest
    }
}

#[inline(always)]
fn lower<const L: usize>(fewest: &mut [u8; L], others: &[u8; L], more: u8) {
    for (fewest, &other) in fewest.iter_mut().zip(others) {
        *fewest = (*fewest).min(other + more);
    }
}

#[inline(always)]
fn raise(most: &mut [u8; MOST_LEFT + 1], others: &[u8; MOST_LEFT + 1]) {
    for (most, &other) in most.iter_mut().zip(others) {
        *most = (*most).max(other);
    }
}

/// Four bits for each number.
#[inline(always)]
fn packed(shots: &[u8]) -> u32 {
    shots.iter().rev().fold(0, |all, &shots| all << 4 | u32::from(shots.min(MANY)))
}

/// How many colours are in use after a column, if new ones come in the order of their numbers.
fn colours_in_order(blocks: &[u8], used: u8) -> Option<u8> {
    blocks.iter().try_fold(used, |used, &block| (block <= used + 1).then(|| used.max(block)))
}

/// All orders of the numbers from 1.
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
    all
}

/// For each last column and each number of blocks that stay behind: the fewest shots that clear it. Here
/// columns may be longer than in groups.
struct LastColumn {
    shots: Vec<[u8; MOST_LEFT + 1]>,
}

impl LastColumn {
    fn new(colours: usize, length: usize) -> LastColumn {
        let columns = Columns::new(colours, length);
        let mut shots = vec![[NEVER; MOST_LEFT + 1]; columns.count()];
        // A shot may leave as many blocks as there were, so this goes on until nothing changes.
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for column in 0..columns.count() {
                let length = columns.length(column);
                let mut fewest = shots[column];
                fewest[length.min(MOST_LEFT + 1)..].fill(0);
                for height in 0..length {
                    for colour in 1..=colours as u8 {
                        columns.for_each_fall(column, height, colour, |left| {
                            lower(&mut fewest, &shots[left], 1);
                        });
                    }
                }
                is_changed |= fewest != shots[column];
                shots[column] = fewest;
            }
        }
        LastColumn { shots }
    }
}

/// For the last two columns and each number of blocks that stay behind: the fewest shots that clear them.
struct Ending {
    shots: Vec<u32>,
}

impl Ending {
    fn new<const L: usize>(colours: usize, length: usize, budget: &Budget<'_>) -> Option<Ending> {
        let builder = Builder::<2>::new(colours, length);
        let groups = builder.distinct();
        let mut table = vec![[NEVER; L]; builder.count()];
        // A shot may leave as many blocks as there were, so this goes on until nothing changes.
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for (index, group) in groups.iter().enumerate() {
                if index.is_multiple_of(OFTEN) && budget.is_spent() {
                    return None;
                }
                let fewest = Ending::fewest(&builder, group, &table);
                if fewest != table[builder.index(*group)] {
                    is_changed = true;
                    builder.for_each_alike(group, |index| table[index] = fewest);
                }
            }
        }
        Some(Ending { shots: table.iter().map(|shots| packed(shots)).collect() })
    }

    fn fewest<const L: usize>(
        builder: &Builder<2>,
        &[before, last]: &[usize; 2],
        table: &[[u8; L]],
    ) -> [u8; L] {
        let columns = &builder.columns;
        let lengths = [before, last].map(|column| columns.length(column));
        let mut fewest = table[builder.index([before, last])];
        fewest[(lengths[0] + lengths[1]).min(L)..].fill(0);
        if fewest == [0; L] {
            return fewest;
        }
        let mut try_shot = |before: usize, last: usize| {
            lower(&mut fewest, &table[builder.index([before, last])], 1);
        };
        // From above both columns too: down the last one.
        for height in 0..=lengths[0].max(lengths[1]) {
            let (left, colours) = match columns.block(before, height) {
                Some(colour) => (builder.without[before][height] as usize, colour..=colour),
                None => (before, 1..=columns.colours as u8),
            };
            for colour in colours {
                columns.for_each_fall(last, height, colour, |last| try_shot(left, last));
            }
        }
        for &left in &builder.shot_down[before] {
            try_shot(left, last);
        }
        for height in 0..lengths[0] {
            for colour in 1..=columns.colours as u8 {
                try_shot(columns.with(before, height, colour), last);
            }
        }
        fewest
    }
}

/// What a position needs from each column on: four bits for each number of blocks that stay behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape([u32; 8]);

/// The bound, for levels of one kind.
pub struct Alignment {
    goal: usize,
    /// What a byte of a plane adds to the number of a column: in a pair in the lower half, in a triple
    /// in the upper half.
    weights: [u64; 256],
    /// What it adds to the number of the last column.
    last_weights: [u32; 256],
    pairs: Groups,
    triples: Groups,
    ending: Ending,
    last: LastColumn,
}

/// Groups that a table may have; it is made in a second or two.
const MOST_GROUPS: usize = 30_000_000;
/// With more colours the columns in the tables are too short to be of use.
const MOST_COLOURS: usize = 4;

impl Alignment {
    /// The bound for a level, unless it is of no use there or the budget is spent before it is made.
    pub fn new<W: Word>(field: &Field<W>, goal: usize, budget: &Budget<'_>) -> Option<Alignment> {
        let colours = field.colours;
        if !field.columns_are_bytes()
            || field.columns < 3
            || !(2..=MOST_COLOURS).contains(&colours)
            || !(1..=MOST_LEFT).contains(&goal)
        {
            return None;
        }
        // While a table is made, a group takes up to twenty bytes of it.
        let most = MOST_GROUPS.min(budget.memory / 4 / 20);
        let longest = |size: u32, groups: usize| {
            let is_small = |&length: &usize| {
                let columns: usize = (0..=length).map(|length| colours.pow(length as u32)).sum();
                columns.pow(size) <= groups
            };
            (1..=field.rows as usize).take_while(is_small).last()
        };
        let (two, three) = (longest(2, most)?, longest(3, most / 10)?);
        let last = longest(1, most.min(100_000))?;
        let weight = |byte: usize, length: usize| -> u32 {
            let weight = |place| (byte >> place & 1) as u32 * (colours as u32).pow(place as u32);
            (0..length).map(weight).sum()
        };
        let make_pairs = || match goal {
            ..4 => Groups::new::<2, 4>(colours, two, budget),
            _ => Groups::new::<2, { MOST_LEFT + 1 }>(colours, two, budget),
        };
        let make_others = || match goal {
            ..4 => (
                Groups::new::<3, 4>(colours, three, budget),
                Ending::new::<4>(colours, two, budget),
            ),
            _ => (
                Groups::new::<3, { MOST_LEFT + 1 }>(colours, three, budget),
                Ending::new::<{ MOST_LEFT + 1 }>(colours, two, budget),
            ),
        };
        let (pairs, (triples, ending)) = match budget.threads {
            1 => (make_pairs(), make_others()),
            _ => std::thread::scope(|scope| {
                let pairs = scope.spawn(make_pairs);
                let others = make_others();
                (pairs.join().ok().flatten(), others)
            }),
        };
        Some(Alignment {
            goal,
            weights: std::array::from_fn(|byte| {
                u64::from(weight(byte, two)) | u64::from(weight(byte, three)) << 32
            }),
            last_weights: std::array::from_fn(|byte| weight(byte, last)),
            last: LastColumn::new(colours, last),
            pairs: pairs?,
            triples: triples?,
            ending: ending?,
        })
    }

    /// The shape of a position.
    pub fn of<W: Word, const P: usize>(&self, field: &Field<W>, position: &Packed<W, P>) -> Shape {
        self.refreshed(Shape::default(), field, position, field.columns as usize - 1)
    }

    /// The shape after a shot, from that before it.
    #[inline(always)]
    pub fn after<W: Word, const P: usize>(
        &self,
        shape: Shape,
        field: &Field<W>,
        before: &Packed<W, P>,
        after: &Packed<W, P>,
    ) -> Shape {
        let changes = before.planes.iter().zip(&after.planes);
        let changed = changes.fold(W::ZERO, |changed, (&old, &new)| changed | (old ^ new));
        self.refreshed(shape, field, after, changed.highest() as usize / 8)
    }

    /// How many shots a position of this shape needs at least; at most 15 are told.
    #[inline(always)]
    pub fn shots(&self, shape: &Shape) -> u32 {
        shape.0[0] >> (4 * self.goal) & 15
    }

    /// Brings a shape up to date, where columns up to this one have changed.
    #[inline(always)]
    fn refreshed<W: Word, const P: usize>(
        &self,
        shape: Shape,
        field: &Field<W>,
        position: &Packed<W, P>,
        changed: usize,
    ) -> Shape {
        match self.goal {
            1 => self.refreshed_for::<W, P, 1>(shape, field, position, changed),
            2 => self.refreshed_for::<W, P, 2>(shape, field, position, changed),
            3 => self.refreshed_for::<W, P, 3>(shape, field, position, changed),
            4 => self.refreshed_for::<W, P, 4>(shape, field, position, changed),
            5 => self.refreshed_for::<W, P, 5>(shape, field, position, changed),
            6 => self.refreshed_for::<W, P, 6>(shape, field, position, changed),
            _ => self.refreshed_for::<W, P, 7>(shape, field, position, changed),
        }
    }

    fn refreshed_for<W: Word, const P: usize, const GOAL: usize>(
        &self,
        mut shape: Shape,
        field: &Field<W>,
        position: &Packed<W, P>,
        changed: usize,
    ) -> Shape {
        let single = position.cells(field.single).limb(0);
        let mut planes = position.planes.map(|plane| plane.limb(0) & !single);
        planes[0] |= single;
        let byte = |plane: u64, column: usize| (plane >> (8 * column)) as usize & 0xff;
        let last = field.columns as usize - 1;
        let number = |column: usize| {
            let add = |sum: u64, &plane: &u64| sum * 2 + self.weights[byte(plane, column)];
            planes.iter().rev().fold(0, add)
        };
        let pair = |number: u64| number as u32 as usize;
        let triple = |number: u64| (number >> 32) as usize;
        if changed == last {
            let add = |sum: u32, &plane: &u64| sum * 2 + self.last_weights[byte(plane, last)];
            let shots = &self.last.shots[planes.iter().rev().fold(0, add) as usize];
            shape.0[last] = packed(&shots[..=GOAL]);
        }
        let from = changed.min(last - 1);
        let mut second = if from + 1 < last { number(from + 1) } else { 0 };
        let mut third = if from + 2 < last { number(from + 2) } else { 0 };
        for column in (0..=from).rev() {
            let first = number(column);
            let pairs = pair(first) * self.pairs.columns;
            let mut shots = match column + 1 < last {
                true => self.pairs.step::<GOAL>(pairs + pair(second), shape.0[column + 2]),
                false => {
                    let all = self.ending.shots[pairs + pair(number(last))];
                    std::array::from_fn(|behind| (all >> (4 * behind) & 15) as u8)
                }
            };
            if column == 0 && last > 1 {
                let others = self.pairs.step::<GOAL>(pairs, shape.0[1]);
                raise(&mut shots, &others);
            }
            if column + 2 < last {
                let triples = (triple(first) * self.triples.columns + triple(second))
                    * self.triples.columns
                    + triple(third);
                let others = self.triples.step::<GOAL>(triples, shape.0[column + 3]);
                raise(&mut shots, &others);
            }
            shape.0[column] = packed(&shots[..=GOAL]);
            third = second;
            second = first;
        }
        shape
    }
}
