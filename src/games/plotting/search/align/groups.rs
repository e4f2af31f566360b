//! Tables of the shots that groups of two or three columns need.

use std::collections::HashMap;
use std::sync::Mutex;

use super::columns::{Columns, MAX_HEIGHT};
use super::rows::{Row, Rows};
use super::{Budget, MANY, MOST_LEFT, NEVER, Quickly, ask_for_large_pages, lower};

/// The tables cover fewer special shots per group than this. With this many, a group is assumed to
/// be clear.
const SPECIAL: usize = 6;

/// The profiles of all groups of `BEFORE` columns followed by one more.
pub(super) struct Groups<const BEFORE: usize> {
    rows: Rows,
    /// The profile number of each group.
    known: Vec<u16>,
    /// The profiles, laid out as in [`Profiles`].
    before: Vec<u64>,
}

impl<const BEFORE: usize> Groups<BEFORE> {
    /// Builds the table, or returns `None` if the budget runs out first. Of each column, the lowest
    /// `length` blocks are considered; a column may have more if `is_cut`. Most groups share a
    /// profile with others, so the profiles are numbered.
    pub(super) fn new(
        colours: usize,
        length: usize,
        is_cut: bool,
        goal: usize,
        budget: &Budget<'_>,
    ) -> Option<Groups<BEFORE>> {
        let builder = Builder::<BEFORE>::new(colours, length, is_cut);
        match goal {
            ..4 => builder.groups::<4>(goal, budget),
            _ => builder.groups::<{ MOST_LEFT + 1 }>(goal, budget),
        }
    }

    /// The shots needed from a group on, given those needed behind it.
    #[inline(always)]
    pub(super) fn step<const GOAL: usize>(
        &self,
        columns: [usize; BEFORE],
        last: usize,
        behind_it: u32,
    ) -> [u8; MOST_LEFT + 1] {
        let row = self.rows.row(columns);
        let place = row.start + self.rows.renamed(row, last);
        let words = usize::from(self.known[place]) * (GOAL + 1);
        let before = &self.before[words..=words + GOAL];
        let mut shots = [MANY; MOST_LEFT + 1];
        for (behind, shots) in shots[..=GOAL].iter_mut().enumerate() {
            for (here, &before) in before[..=behind].iter().enumerate() {
                let after = behind_it >> (4 * (behind - here)) & 15;
                *shots = (*shots).min((before >> (4 * after)) as u8 & 15);
            }
        }
        shots
    }
}

/// Numbered profiles of groups. A profile has one word for each number of blocks left over in the
/// group. A word maps the number of shots needed behind the group (`after`) to the number needed
/// from the group on (`before`). It has four bits for each `after`, and 15 stands for 15 or more.
struct Profiles {
    /// The number of words per profile.
    words: usize,
    /// The profiles of the previous layer, which has one special shot fewer.
    old: Vec<u64>,
    before: Vec<u64>,
    numbers: HashMap<Vec<u64>, u16, Quickly>,
}

impl Profiles {
    /// The profile of a group that needs no shots. It also replaces profiles for which there are no
    /// numbers left.
    const NOTHING: u16 = 0;
    /// The initial profile of every group: [`SPECIAL`] special shots are assumed to clear it.
    const CLEAR_IN_THE_END: u16 = 1;

    fn new(goal: usize) -> Profiles {
        let mut profiles = Profiles {
            words: goal + 1,
            old: Vec::new(),
            before: Vec::new(),
            numbers: HashMap::default(),
        };
        for special in [0, SPECIAL] {
            profiles.number(vec![shots_before(special, 0); goal + 1]);
        }
        profiles
    }

    /// Restarts the numbering for a layer with one more special shot.
    fn begin_layer(&mut self) {
        self.old = std::mem::take(&mut self.before);
        self.numbers.clear();
        self.number(vec![shots_before(0, 0); self.words]);
    }

    /// The number of the profile that combines an old one with what `special` special shots allow:
    /// the minimum of both.
    fn with(&mut self, old: u16, special: usize, common: &[u8]) -> u16 {
        let old = &self.old[usize::from(old) * self.words..][..self.words];
        let less = |(&old, &common): (&u64, &u8)| {
            let new = shots_before(special, common);
            let least = |place: u32| (old >> (4 * place) & 15).min(new >> (4 * place) & 15);
            (0..16).map(|place| least(place) << (4 * place)).sum()
        };
        let profile = old.iter().zip(common).map(less).collect();
        self.number(profile)
    }

    fn number(&mut self, profile: Vec<u64>) -> u16 {
        if let Some(&number) = self.numbers.get(&profile) {
            return number;
        }
        let Ok(number) = u16::try_from(self.numbers.len()) else { return Profiles::NOTHING };
        self.before.extend(&profile);
        self.numbers.insert(profile, number);
        number
    }
}

/// The shots needed from a group on, if `special` of them are special to it and `common` common,
/// for each number needed behind the group.
fn shots_before(special: usize, common: u8) -> u64 {
    let shots = |after: u8| (special as u8 + common.max(after)).min(MANY);
    (0..=MANY).map(|after| u64::from(shots(after)) << (4 * after)).sum()
}

/// Builds the table layer by layer, one layer for each number of special shots. A layer holds the
/// fewest common shots for each group and each number of blocks left over.
struct Builder<const BEFORE: usize> {
    columns: Columns,
    rows: Rows,
    /// The columns with which the groups in the table begin.
    first: Vec<usize>,
    /// How many groups begin with each of these columns.
    groups_of_first: usize,
    /// Whether columns may have blocks above those considered. If so, a shot may stop at such a
    /// block after it has taken others. Or it may take only that block from its column, and so
    /// change the colour of the highest block considered.
    is_cut: bool,
}

impl<const BEFORE: usize> Builder<BEFORE> {
    fn new(colours: usize, length: usize, is_cut: bool) -> Self {
        let columns = Columns::new(colours, length);
        let (rows, first) = Rows::new(&columns);
        let groups_of_first = columns.count().pow(BEFORE as u32);
        Builder { columns, rows, first, groups_of_first, is_cut }
    }

    fn groups<const L: usize>(self, goal: usize, budget: &Budget<'_>) -> Option<Groups<BEFORE>> {
        let count = self.first.len() * self.groups_of_first;
        let mut known = in_large_pages(0, count);
        known.fill(Profiles::CLEAR_IN_THE_END);
        let mut profiles = Profiles::new(goal);
        let mut with_fewer: Option<Vec<[u8; L]>> = None;
        for special in 0..SPECIAL {
            profiles.begin_layer();
            let mut layer = in_large_pages([0; L], count);
            let mut begin = 0;
            // Common shots shorten the first column or leave it as it is, so groups whose first
            // columns have the same length can be processed in parallel.
            let length = |&column: &usize| self.columns.length(column);
            for firsts in self.first.chunk_by(|one, other| length(one) == length(other)) {
                let end = begin + firsts.len() * self.groups_of_first;
                let (done, now) = layer[..end].split_at_mut(begin);
                let parts = now.chunks_mut(self.groups_of_first);
                let known = known[begin..end].chunks_mut(self.groups_of_first);
                let numbers = Mutex::new(&mut profiles);
                let number = |old: u16, fewest: &[u8; L]| match numbers.lock() {
                    Ok(mut numbers) => numbers.with(old, special, fewest),
                    Err(_) => Profiles::NOTHING,
                };
                let tasks = firsts.iter().zip(parts).zip(known);
                let is_done = run_in_parallel(
                    budget,
                    tasks,
                    HashMap::default,
                    |cache, ((&first, part), known)| {
                        self.fill_part(first, part, done, with_fewer.as_deref());
                        renumber(part, known, cache, number);
                    },
                );
                if !is_done {
                    return None;
                }
                begin = end;
            }
            with_fewer = Some(layer);
        }
        Some(Groups { rows: self.rows, known, before: profiles.before })
    }

    /// Fills in a layer for all groups that begin with a column. Uses what the layer has for
    /// shorter first columns, and the layer with one special shot fewer, if there is one.
    fn fill_part<const L: usize>(
        &self,
        first: usize,
        part: &mut [[u8; L]],
        done: &[[u8; L]],
        with_fewer: Option<&[[u8; L]]>,
    ) {
        let length = self.rows.length;
        let mut before = [first; BEFORE];
        for number in 0..part.len() / length {
            if let Some(second) = before.get_mut(1) {
                *second = number;
            }
            let (earlier, rest) = part.split_at_mut(number * length);
            let start = self.rows.row(before).start - number * length;
            let sources = Sources { length, done, start, earlier, with_fewer };
            self.fill_row(&before, &mut rest[..length], &sources);
        }
    }

    /// Fills in the fewest common shots of all groups that begin with the columns `before`.
    fn fill_row<const L: usize>(
        &self,
        before: &[usize; BEFORE],
        row: &mut [[u8; L]],
        sources: &Sources<'_, L>,
    ) {
        let columns = &self.columns;
        let lengths = before.map(|column| columns.length(column));
        let blocks: usize = lengths.iter().sum();
        for (last, fewest) in row.iter_mut().enumerate() {
            *fewest = [NEVER; L];
            fewest[(blocks + columns.length(last)).min(L)..].fill(0);
        }
        let own = sources.special(self.rows.row(*before));
        if own.is_some() {
            self.for_each_special(before, |left| {
                let left = self.rows.row(left);
                if let Some(special) = sources.special(left) {
                    lower_all(row, special, self.rows.order(left), 0);
                }
            });
        }
        let ways: [Option<Way<'_, L>>; MAX_HEIGHT] = std::array::from_fn(|height| {
            let (colour, left) = self.pass(before, height)?;
            let Some(colour) = colour else { return Some(Way::Above) };
            let left = self.rows.row(left);
            let (common, special) = (sources.common(left), sources.special(left));
            // Last columns that do not reach this height stay as they are.
            let (lower_ones, order) = (&mut row[..columns.count_to(height)], self.rows.order(left));
            lower_all(lower_ones, common, order, 1);
            if self.is_cut
                && let Some(special) = special
            {
                lower_all(lower_ones, special, order, 0);
            }
            Some(Way::Through { colour, common, special, left })
        });
        let reached = lengths.into_iter().max().unwrap_or(0);
        for last in 0..row.len() {
            let mut fewest = row[last];
            if fewest == [0; L] {
                continue;
            }
            let blocks = columns.blocks(last);
            for (height, (&block, way)) in blocks.iter().zip(&ways).enumerate() {
                match way {
                    Some(Way::Above) => lower(&mut fewest, &row[columns.without(last, height)], 1),
                    Some(Way::Through { colour, common, left, .. }) if *colour == block => {
                        let place = self.rows.renamed(*left, columns.without(last, height));
                        lower(&mut fewest, &common[place], 1);
                    }
                    Some(Way::Through { colour, special: Some(special), left, .. }) => {
                        let place = self.rows.renamed(*left, columns.with(last, height, *colour));
                        lower(&mut fewest, &special[place], 0);
                    }
                    Some(Way::Through { special: None, .. }) | None => {}
                }
            }
            if let Some(own) = own {
                self.for_each_special_alone(last, reached, |left| {
                    lower(&mut fewest, &own[left], 0);
                });
            }
            row[last] = fewest;
        }
    }

    /// How a shot at a height arrives at the last column: its colour, if it has hit a block, and
    /// what it leaves of the columns before. `None` if it stops earlier.
    fn pass(
        &self,
        before: &[usize; BEFORE],
        height: usize,
    ) -> Option<(Option<u8>, [usize; BEFORE])> {
        let mut colour = None;
        let mut left = *before;
        for column in &mut left {
            if let Some(block) = self.columns.block(*column, height) {
                if colour.is_some_and(|colour| colour != block) {
                    return None;
                }
                colour = Some(block);
                *column = self.columns.without(*column, height);
            }
        }
        Some((colour, left))
    }

    /// Visits what special shots that do not touch the last column may leave of the columns before
    /// it.
    fn for_each_special(&self, before: &[usize; BEFORE], mut visit: impl FnMut([usize; BEFORE])) {
        let columns = &self.columns;
        let lengths = before.map(|column| columns.length(column));
        visit(*before);
        let highest = lengths.into_iter().max().unwrap_or(0);
        for height in 0..highest {
            let mut left = *before;
            let mut colour = None;
            for place in 0..BEFORE {
                let block = columns.block(before[place], height);
                match (colour, block) {
                    (Some(colour), Some(block)) if colour != block => {
                        left[place] = columns.with(left[place], height, colour);
                        visit(left);
                        break;
                    }
                    (_, Some(_)) => {
                        colour = block;
                        left[place] = columns.without(left[place], height);
                    }
                    (Some(_), None) if self.is_cut => visit(left),
                    (_, None) => {}
                }
            }
        }
        let mut reached = 0;
        for place in 0..BEFORE {
            let mut left = *before;
            self.for_each_special_alone(before[place], reached, |column| {
                left[place] = column;
                visit(left);
            });
            reached = reached.max(lengths[place]);
        }
    }

    /// Visits what special shots may leave of a column if they take nothing from the columns before
    /// it, which reach up to the height `reached`. These are the shot down the column, and the
    /// shots that pass above the others and may have any colour.
    fn for_each_special_alone(&self, column: usize, reached: usize, mut visit: impl FnMut(usize)) {
        let columns = &self.columns;
        visit(columns.shot_down(column));
        let length = columns.length(column);
        let from = if self.is_cut { reached.min(length.saturating_sub(1)) } else { reached };
        for height in from..length {
            let is_other = |&colour: &u8| Some(colour) != columns.block(column, height);
            for colour in (1..=columns.colours as u8).filter(is_other) {
                visit(columns.with(column, height, colour));
            }
        }
    }
}

/// How a shot arrives at the last column of a group.
enum Way<'a, const L: usize> {
    /// Above all other columns.
    Above,
    /// Through other columns, with the colour of their blocks. `left` is the row for what it leaves
    /// of them, `common` the entries of that row in this layer, and `special` those in the layer
    /// with one special shot fewer.
    Through { colour: u8, common: &'a [[u8; L]], special: Option<&'a [[u8; L]]>, left: Row },
}

/// The entries from which a row of a layer is computed.
struct Sources<'a, const L: usize> {
    /// The number of groups in a row.
    length: usize,
    /// The groups with shorter first columns.
    done: &'a [[u8; L]],
    /// Where the groups with this first column begin, and those of them already filled in.
    start: usize,
    earlier: &'a [[u8; L]],
    /// The layer with one special shot fewer.
    with_fewer: Option<&'a [[u8; L]]>,
}

impl<const L: usize> Sources<'_, L> {
    fn common(&self, row: Row) -> &[[u8; L]] {
        let (rows, start) = match row.start.checked_sub(self.start) {
            Some(start) => (self.earlier, start),
            None => (self.done, row.start),
        };
        &rows[start..start + self.length]
    }

    fn special(&self, row: Row) -> Option<&[[u8; L]]> {
        self.with_fewer.map(|layer| &layer[row.start..row.start + self.length])
    }
}

fn lower_all<const L: usize>(
    row: &mut [[u8; L]],
    others: &[[u8; L]],
    order: Option<&[u16]>,
    more: u8,
) {
    match order {
        None => row.iter_mut().zip(others).for_each(|(fewest, other)| lower(fewest, other, more)),
        Some(order) => {
            for (fewest, &place) in row.iter_mut().zip(order) {
                lower(fewest, &others[usize::from(place)], more);
            }
        }
    }
}

/// Updates the profile numbers of groups with the results of a layer.
fn renumber<const L: usize>(
    layer: &[[u8; L]],
    known: &mut [u16],
    cache: &mut HashMap<(u16, [u8; L]), u16, Quickly>,
    number: impl Fn(u16, &[u8; L]) -> u16,
) {
    for (known, fewest) in known.iter_mut().zip(layer) {
        let old = *known;
        *known = *cache.entry((old, *fewest)).or_insert_with(|| number(old, fewest));
    }
}

/// A table of zeros, suited to random access.
fn in_large_pages<T: Clone>(zero: T, count: usize) -> Vec<T> {
    let zeros = vec![zero; count];
    ask_for_large_pages(&zeros);
    zeros
}

/// Runs tasks on all threads of the budget, each thread with a state of its own, until the budget
/// runs out. Returns whether all tasks were done.
fn run_in_parallel<T: Send, S>(
    budget: &Budget<'_>,
    tasks: impl Iterator<Item = T> + Send,
    new: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
) -> bool {
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().ok().and_then(|mut tasks| tasks.next());
    let work = || {
        let mut state = new();
        while !budget.is_spent()
            && let Some(task) = next()
        {
            work(&mut state, task);
        }
    };
    let are_alive = std::thread::scope(|scope| {
        let others: Vec<_> = (1..budget.threads).map(|_| scope.spawn(work)).collect();
        work();
        others.into_iter().all(|thread| thread.join().is_ok())
    });
    are_alive && next().is_none()
}
