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
//! **Long columns.** Tables have columns up to some length; of longer ones the lowest blocks are looked at.
//! That is sound: what clears a group clears it without the top block of a column, by the same shots less
//! those that are needless then. A common shot that takes only that block is needless. A shot that stops
//! at it takes what is before it and changes nothing else, so a special shot may do that where a column is
//! too low. A shot down the column that takes only that block changes the colour of the next, so a special
//! shot may change the colour of a top block. Where columns are looked at whole, shots may do neither.
//!
//! **Single blocks.** Colours that have one block left share a code in a packed position. Here each of them
//! gets a code of its own again, one that no other block has. It need not be the one that it had: the tables
//! do not care for the names of colours.

mod columns;
mod ending;
mod groups;
mod rows;

use ending::{Ending, LastColumn};
use groups::Groups;
use rows::groups;

use super::Budget;
use super::hash::Quickly;
use super::memory::ask_for_large_pages;
use super::packed::{Field, Packed};
use super::word::Word;

/// The most blocks that may stay on the board.
const MOST_LEFT: usize = 7;
/// Stands for more common shots than there can be.
const NEVER: u8 = 64;
/// The highest number of shots that is told; it stands for all above.
const MANY: u8 = 15;

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

/// What a position needs from each column on: four bits for each number of blocks that stay behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape([u32; 8]);

/// The bound, for levels of one kind.
pub struct Alignment {
    goal: usize,
    pairs: Groups<1>,
    triples: Groups<2>,
    ending: Ending,
    last: LastColumn,
    /// What a byte of a plane adds to the number of a column: in the lower half for pairs, in the upper half
    /// for triples.
    weights: [u64; 256],
    /// Likewise for the last two columns, and for the last by itself.
    last_weights: [u64; 256],
}

/// With more colours there would be too many ways to rename them.
const MOST_COLOURS: usize = 6;
/// Groups that a table may have; it is made in two or three seconds.
const MOST_GROUPS: usize = 24_000_000;
/// Columns that a table of groups may have.
const MOST_COLUMNS: usize = 1 << 16;
/// Columns that the table of last columns may have.
const MOST_LAST_COLUMNS: usize = 500_000;

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
        // While a table is made, a group takes up to twenty bytes of it; two when it is done.
        let most = MOST_GROUPS.min(budget.memory / 2 / 20);
        let rows = field.rows as usize;
        let longest = |is_small: &dyn Fn(usize) -> bool| {
            (1..=rows).take_while(|&length| is_small(length)).last()
        };
        let columns = |length: usize| -> usize {
            (0..=length as u32).map(|length| colours.pow(length)).sum()
        };
        let longest_in_groups = |before: usize, most: usize| {
            longest(&|length| {
                groups(colours, length, before) <= most && columns(length) <= MOST_COLUMNS
            })
        };
        let two = longest_in_groups(1, most)?;
        let three = longest_in_groups(2, most)?;
        let ending = longest_in_groups(1, most / 12)?;
        let last = longest(&|length| columns(length) <= MOST_LAST_COLUMNS)?;
        let weight = |byte: usize, length: usize| -> u64 {
            let weight = |place| (byte >> place & 1) as u64 * (colours as u64).pow(place as u32);
            (0..length).map(weight).sum()
        };
        let weights = |one: usize, other: usize| {
            std::array::from_fn(|byte| weight(byte, one) | weight(byte, other) << 32)
        };
        Some(Alignment {
            goal,
            pairs: Groups::new(colours, two, two < rows, goal, budget)?,
            triples: Groups::new(colours, three, three < rows, goal, budget)?,
            ending: Ending::new(colours, ending, goal, budget)?,
            last: LastColumn::new(colours, last),
            weights: weights(two, three),
            last_weights: weights(ending, last),
        })
    }

    /// The shape of a position.
    pub fn of<W: Word, const P: usize>(&self, field: &Field<W>, position: &Packed<W, P>) -> Shape {
        self.refreshed(Shape::default(), field, position, 0, field.columns as usize - 1)
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
        let column = |cell: u32| cell as usize / 8;
        self.refreshed(shape, field, after, column(changed.lowest()), column(changed.highest()))
    }

    /// How many shots a position of this shape needs at least; at most 15 are told.
    #[inline(always)]
    pub fn shots(&self, shape: &Shape) -> u32 {
        shape.0[0] >> (4 * self.goal) & 15
    }

    /// Brings a shape up to date, where columns from a first to a last one have changed.
    #[inline(always)]
    fn refreshed<W: Word, const P: usize>(
        &self,
        shape: Shape,
        field: &Field<W>,
        position: &Packed<W, P>,
        from: usize,
        to: usize,
    ) -> Shape {
        let planes = named_apart(field, position);
        let last = field.columns as usize - 1;
        match self.goal {
            1 => self.refreshed_for::<P, 1>(shape, planes, last, from, to),
            2 => self.refreshed_for::<P, 2>(shape, planes, last, from, to),
            3 => self.refreshed_for::<P, 3>(shape, planes, last, from, to),
            4 => self.refreshed_for::<P, 4>(shape, planes, last, from, to),
            5 => self.refreshed_for::<P, 5>(shape, planes, last, from, to),
            6 => self.refreshed_for::<P, 6>(shape, planes, last, from, to),
            _ => self.refreshed_for::<P, 7>(shape, planes, last, from, to),
        }
    }

    fn refreshed_for<const P: usize, const GOAL: usize>(
        &self,
        old: Shape,
        planes: [u64; P],
        last: usize,
        from: usize,
        to: usize,
    ) -> Shape {
        let mut shape = old;
        let number = |column: usize, weights: &[u64; 256]| {
            let weight = |plane: u64| weights[(plane >> (8 * column)) as usize & 0xff];
            let number = planes.iter().rev().fold(0, |sum, &plane| sum * 2 + weight(plane));
            (number as u32 as usize, (number >> 32) as usize)
        };
        if to == last {
            let (_, alone) = number(last, &self.last_weights);
            shape.0[last] = packed(&self.last.shots[alone][..=GOAL]);
        }
        if to + 1 >= last {
            let (before, _) = number(last - 1, &self.last_weights);
            let (ending, _) = number(last, &self.last_weights);
            shape.0[last - 1] = self.ending.shots(before, ending);
        }
        let to = to.min(last - 2);
        let mut second = number(to + 1, &self.weights);
        let mut third = if to + 2 < last { number(to + 2, &self.weights) } else { (0, 0) };
        for column in (0..=to).rev() {
            // From here on nothing that counts has changed.
            if column + 2 < from && shape.0[column + 1..column + 4] == old.0[column + 1..column + 4]
            {
                break;
            }
            let first = number(column, &self.weights);
            let mut shots = self.pairs.step::<GOAL>([first.0], second.0, shape.0[column + 2]);
            if column == 0 {
                let others = self.pairs.step::<GOAL>([first.0], 0, shape.0[1]);
                raise(&mut shots, &others);
            }
            if column + 2 < last {
                let behind = shape.0[column + 3];
                let others = self.triples.step::<GOAL>([first.1, second.1], third.1, behind);
                raise(&mut shots, &others);
            }
            shape.0[column] = packed(&shots[..=GOAL]);
            third = second;
            second = first;
        }
        shape
    }
}

/// The planes of a position in which colours that have one block left, and share a code, have one of those
/// codes each that no other block has.
#[inline(always)]
fn named_apart<W: Word, const P: usize>(field: &Field<W>, position: &Packed<W, P>) -> [u64; P] {
    let mut planes = position.planes.map(|plane| plane.limb(0));
    let mut single = position.cells(field.single).limb(0);
    for code in 1..=field.colours as u8 {
        if single == 0 {
            break;
        }
        if position.cells(code).is_zero() {
            let cell = single & single.wrapping_neg();
            single ^= cell;
            for (index, plane) in planes.iter_mut().enumerate() {
                *plane = if code >> index & 1 == 1 { *plane | cell } else { *plane & !cell };
            }
        }
    }
    planes
}
