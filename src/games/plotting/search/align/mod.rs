//! A second lower bound: columns that do not match must be brought into line.
//!
//! **Idea.** Consider a shot along a row that passes through all columns except the last. Each of
//! these columns that reaches the row has a block of the shot's colour there and loses it. So
//! neighbouring columns stay exactly as well or as badly matched as they were: cells that were side
//! by side still are. Only other shots change this, the *special* ones: shots down a column, and
//! shots along a row that stop on the way. A special shot changes the match in one place only, the
//! column that it goes down or stops at. So if neighbouring columns are cut into groups, each group
//! needs some special shots of its own, and these add up.
//!
//! **Effect of a shot on a group** of one, two or three neighbouring columns, none of them the
//! last:
//!
//! - A shot along a row that ends to the right of the group is *common* to it. If the columns that
//!   reach the row have the same colour there, they lose those blocks. If no column reaches the
//!   row, nothing happens.
//! - A shot that ends to the left of the group, or goes down a column outside it, has no effect.
//! - A shot along a row that stops within the group is special to it. The columns before the stop
//!   lose their blocks, all of one colour, and the block at the stop gets that colour. If none of
//!   the columns before the stop reaches the row, the block may get any colour.
//! - A shot down a column of the group is special to it. The column loses the blocks of one colour
//!   at its top, and the next block gets that colour.
//!
//! The hand is ignored: any colour may be fired at any time. A table gives, for each group, each
//! number of special shots and each number of blocks left over, the fewest common shots that clear
//! the rest of the group.
//!
//! **Adding up.** No shot is special to two groups. A shot that is special to one group may be
//! common to groups on its left, and has no effect on groups on its right. Let r(x, e) be the
//! fewest shots of a plan that are not special to the first x columns, if e blocks are left over in
//! the other columns. Of these shots, let s be special to a group that begins with column x + 1.
//! The rest are not special to the first x + g columns, where g is the size of the group. The rest
//! include all common shots of the group, and they number at least r for the columns behind the
//! group. So r(x, e) is at least the minimum of s + max(common shots with s special ones, r(x + g,
//! e − e')), over all s and all numbers e' of blocks left over in the group. Every group that
//! begins there gives such a bound, and the largest one holds. The recursion ends at the last
//! column, where every shot that enters takes blocks of one colour from some height down and gives
//! that colour to the next block. Finally, r(0, goal) is a bound for the whole position.
//!
//! **Long columns.** The tables hold columns up to some length; of longer columns, only the lowest
//! blocks are considered. This is sound: the shots that clear a group, less those that become
//! unnecessary, also clear the group without the top block of a column. A common shot that takes
//! only that block becomes unnecessary. A shot that stops at that block takes what is before it and
//! changes nothing else, so a special shot may do that where a column is too low. A shot down the
//! column that takes only that block changes the colour of the next one, so a special shot may
//! change the colour of a top block. Where whole columns are considered, shots may do neither.
//!
//! **Single blocks.** Colours with one block left share a code in a packed position. Here each of
//! them gets a code of its own again, one that no other block has. It need not be the original
//! code, because the tables do not depend on the names of colours.

mod columns;
mod ending;
mod groups;
mod rows;

use ending::{Ending, LastColumn};
use groups::Groups;
use rows::groups;

use super::Budget;
use super::memory::ask_for_large_pages;
use super::packed::{Field, Packed};
use super::word::Word;
use crate::game::hash::Quickly;

/// The largest goal, the number of blocks left on the board, for which the bound is available.
const MOST_LEFT: usize = 7;
/// Stands for more common shots than are possible.
const NEVER: u8 = 64;
/// The largest number of shots that is stored. It also stands for every larger number.
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

/// Packs numbers into four bits each, the first one lowest; larger numbers become [`MANY`].
#[inline(always)]
fn packed(shots: &[u8]) -> u32 {
    shots.iter().rev().fold(0, |all, &shots| all << 4 | u32::from(shots.min(MANY)))
}

/// The shots that a position needs from each column on, with four bits for each number of blocks
/// left over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape([u32; 8]);

/// The bound for levels with the same field and goal.
pub struct Alignment {
    goal: usize,
    pairs: Groups<1>,
    triples: Groups<2>,
    ending: Ending,
    last: LastColumn,
    /// What a byte of a plane adds to the number of a column. The lower half is for pairs, the
    /// upper half for triples.
    weights: [u64; 256],
    /// The same for the last two columns (lower half) and for the last column alone (upper half).
    last_weights: [u64; 256],
}

/// With more colours there would be too many ways to rename them.
const MOST_COLOURS: usize = 6;
/// The most groups in a table. A table of this size takes two or three seconds to build.
const MOST_GROUPS: usize = 24_000_000;
/// The most distinct columns in a table of groups.
const MOST_COLUMNS: usize = 1 << 16;
/// The most distinct columns in the table of last columns.
const MOST_LAST_COLUMNS: usize = 500_000;

impl Alignment {
    /// The bound for a level, or `None` if it does not apply to the level or the budget runs out
    /// while the tables are built.
    pub fn new<W: Word>(field: &Field<W>, goal: usize, budget: &Budget<'_>) -> Option<Alignment> {
        let colours = field.colours;
        if !field.columns_are_bytes()
            || field.columns < 3
            || !(2..=MOST_COLOURS).contains(&colours)
            || !(1..=MOST_LEFT).contains(&goal)
        {
            return None;
        }
        // A group takes up to twenty bytes while its table is being built, and two afterwards.
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

    /// The shape after a shot, computed from the shape before it.
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

    /// A lower bound on the shots that a position of this shape needs, capped at 15.
    #[inline(always)]
    pub fn shots(&self, shape: &Shape) -> u32 {
        shape.0[0] >> (4 * self.goal) & 15
    }

    /// Updates a shape after changes in the columns `from` to `to`.
    #[inline(always)]
    fn refreshed<W: Word, const P: usize>(
        &self,
        shape: Shape,
        field: &Field<W>,
        position: &Packed<W, P>,
        from: usize,
        to: usize,
    ) -> Shape {
        let planes = with_distinct_singles(field, position);
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
            // Nothing that the remaining columns depend on has changed.
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

/// The planes of a position in which colours with one block left no longer share a code: each gets
/// a code of its own that no other block has.
#[inline(always)]
fn with_distinct_singles<W: Word, const P: usize>(
    field: &Field<W>,
    position: &Packed<W, P>,
) -> [u64; P] {
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
