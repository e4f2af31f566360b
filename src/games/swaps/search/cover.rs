//! Lists the goals of a level that cost no more than a limit.
//!
//! A goal is a set of [choices](super::choice) that has every cell once. It is built choice by choice, for
//! the cell that has the fewest left. What a part of a goal costs at least is the sum of its bases, of the
//! cheapest assignment of tiles to its cells, and of the [prices](super::prices) of all other cells.

use std::ops::ControlFlow;

use super::assign::{Assignment, Scratch};
use super::choice::{Choice, Role, SCALE};
use super::field::{FAR, Field};
use super::goals::{Goals, Want};
use super::prices::Prices;
use crate::game::cells::Cells;

/// No limit: the ways of 256 tiles are shorter than this, and a way that does not exist is longer.
pub const ANY_COST: i32 = FAR as i32 / 2 * SCALE;

/// All choices of a level, priced.
#[derive(Debug)]
pub struct Menu<'a, const W: usize> {
    field: &'a Field,
    choices: Vec<Choice<W>>,
    prices: Prices,
    /// The choices for each cell, the one with the lowest reduced cost first.
    at: Vec<Vec<usize>>,
    /// The number of tiles of each kind.
    tiles: Vec<usize>,
    /// For each choice and each of its cells, what each tile of its kind costs there.
    costs: Vec<Vec<Vec<i32>>>,
}

/// A part of a goal, as the numbers of its choices.
pub type Part = Vec<usize>;

/// What a listing of goals finds.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// A part of a goal, which perhaps cannot be completed.
    Part,
    /// A goal.
    Goal(&'a [usize]),
}

/// Called with everything that a listing finds; breaking ends the listing.
pub type Visit<'a> = dyn FnMut(Found<'_>) -> ControlFlow<()> + 'a;

impl<'a, const W: usize> Menu<'a, W> {
    /// The choices of a level; `None` if some cell has no choice.
    pub fn new(field: &'a Field) -> Option<Menu<'a, W>> {
        let choices = Choice::all(field);
        let prices = Prices::new(field, &choices)?;
        let mut at = vec![Vec::new(); field.size()];
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_by_key(|&index| prices.reduced[index]);
        for index in order {
            choices[index].list.iter().for_each(|&cell| at[cell].push(index));
        }
        let mut tiles = vec![Vec::new(); field.kinds()];
        for (cell, &kind) in field.start.iter().enumerate() {
            tiles[kind as usize].push(cell);
        }
        let costs =
            choices.iter().map(|choice| tile_costs(field, choice, &tiles, &prices)).collect();
        let tiles = tiles.iter().map(Vec::len).collect();
        Some(Menu { field, choices, prices, at, tiles, costs })
    }

    /// A lower bound on the cost of a plan.
    pub fn bound(&self) -> u32 {
        (self.prices.total.max(0) as u32).div_ceil(2 * SCALE as u32)
    }

    /// The limit for goals within this cost.
    pub fn limit(cost: u32) -> i32 {
        (2 * SCALE).saturating_mul(i32::try_from(cost).unwrap_or(i32::MAX)).min(ANY_COST)
    }

    /// Lists the goals within a limit that have this part.
    pub fn list(&self, part: &[usize], limit: i32, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let mut cover = Cover::new(self, limit);
        for &choice in part {
            cover.take(choice);
        }
        if cover.cost > limit { ControlFlow::Continue(()) } else { cover.extend(visit) }
    }

    /// Splits the list into at least this many parts, if it can be split so far. Calling [`list`](Menu::list)
    /// for each of them gives every goal once.
    pub fn split(&self, limit: i32, count: usize) -> Vec<Part> {
        let mut parts: Vec<Part> = vec![Vec::new()];
        while parts.len() < count {
            let mut next = Vec::new();
            for part in &parts {
                let mut cover = Cover::new(self, limit);
                part.iter().for_each(|&choice| drop(cover.take(choice)));
                match cover.fewest() {
                    None => next.push(part.clone()),
                    Some(cell) => {
                        for choice in cover.open(cell) {
                            next.push(part.iter().copied().chain([choice]).collect());
                        }
                    }
                }
            }
            let is_done = next.len() == parts.len() || next.is_empty();
            parts = next;
            if is_done {
                break;
            }
        }
        parts
    }

    /// Adds a goal to a list, unless its lines are not the first way to split their cells.
    pub fn add(&self, goal: &[usize], goals: &mut Goals<W>) {
        let mut wants = vec![Want::NOTHING; self.field.kinds()];
        let mut lines = 0;
        for choice in goal.iter().map(|&index| &self.choices[index]) {
            match choice.role {
                Role::Tiles(kind) => wants[kind].tiles = wants[kind].tiles.or(choice.cells),
                Role::Gone { kind, mover } => {
                    wants[kind].gone = wants[kind].gone.or(choice.cells);
                    wants[mover].left = wants[mover].left.or(choice.cells);
                }
                Role::Anything => {}
            }
            lines += u32::from(choice.is_line);
        }
        if (0..wants.len()).all(|kind| self.is_first_split(goal, kind)) {
            goals.add(&wants, 2 * self.field.match_cost * lines);
        }
    }

    /// Whether the lines of a kind are the first way to split the cells that they cover: the cells are
    /// taken in order, and a line along a row comes before one along a column.
    fn is_first_split(&self, goal: &[usize], kind: usize) -> bool {
        let is_mine = |choice: &&Choice<W>| choice.is_line && choice.role == Role::Tiles(kind);
        let mine = goal.iter().map(|&index| &self.choices[index]).filter(is_mine);
        let lines: Vec<Cells<W>> = mine.map(|choice| choice.cells).collect();
        let all = lines.iter().fold(Cells::NONE, |all, line| all.or(*line));
        let split = self.first_split(all);
        split.is_some_and(|split| split.iter().all(|line| lines.contains(line)))
    }

    fn first_split(&self, cells: Cells<W>) -> Option<Vec<Cells<W>>> {
        let Some(first) = cells.iter().next() else { return Some(Vec::new()) };
        for line in self.field.lines.iter().filter(|line| line[0] == first) {
            let line: Cells<W> = line.iter().copied().collect();
            if line.minus(cells).is_empty()
                && let Some(mut split) = self.first_split(cells.minus(line))
            {
                split.push(line);
                return Some(split);
            }
        }
        None
    }
}

/// What each tile of its kind costs in each cell of a choice.
fn tile_costs<const W: usize>(
    field: &Field,
    choice: &Choice<W>,
    tiles: &[Vec<usize>],
    prices: &Prices,
) -> Vec<Vec<i32>> {
    let Some((kind, _)) = choice.needs() else { return Vec::new() };
    let row = |&cell: &usize| {
        let ways = choice.ways(field, cell);
        let cost = |&tile: &usize| ways[tile] as i32 * SCALE - prices.tiles[tile];
        tiles[kind].iter().map(cost).collect()
    };
    choice.list.iter().map(row).collect()
}

/// A part of a goal while it is extended.
struct Cover<'a, const W: usize> {
    menu: &'a Menu<'a, W>,
    limit: i32,
    taken: Vec<usize>,
    open: Cells<W>,
    /// For each kind, its tiles assigned to the cells of the part, and what they cost in these cells.
    assignments: Vec<(Assignment, Vec<&'a [i32]>)>,
    scratch: Scratch,
    /// What a goal with this part costs at least.
    cost: i32,
}

/// What has to be restored when a choice is taken back.
struct Before {
    cost: i32,
    assignment: Option<(usize, Assignment)>,
}

impl<'a, const W: usize> Cover<'a, W> {
    fn new(menu: &'a Menu<'a, W>, limit: i32) -> Self {
        let empty = |&tiles: &usize| (Assignment::new(tiles), Vec::new());
        Cover {
            menu,
            limit,
            taken: Vec::new(),
            open: (0..menu.field.size()).collect(),
            assignments: menu.tiles.iter().map(empty).collect(),
            scratch: Scratch::default(),
            cost: menu.prices.total,
        }
    }

    /// Adds a choice. There must be enough tiles for it.
    fn take(&mut self, index: usize) -> Before {
        let choice = &self.menu.choices[index];
        let mut before = Before { cost: self.cost, assignment: None };
        self.taken.push(index);
        self.open = self.open.minus(choice.cells);
        self.cost += choice.base;
        self.cost -= choice.list.iter().map(|&cell| self.menu.prices.cells[cell]).sum::<i32>();
        if let Some((kind, _)) = choice.needs() {
            let (assignment, places) = &mut self.assignments[kind];
            before.assignment = Some((kind, assignment.clone()));
            self.cost -= assignment.total;
            for costs in &self.menu.costs[index] {
                places.push(costs);
                assignment.add(&mut self.scratch, places);
            }
            self.cost += assignment.total;
        }
        before
    }

    fn take_back(&mut self, before: Before) {
        if let Some(index) = self.taken.pop() {
            let choice = &self.menu.choices[index];
            self.open = self.open.or(choice.cells);
            if let Some((kind, assignment)) = before.assignment {
                let (now, places) = &mut self.assignments[kind];
                places.truncate(places.len() - choice.list.len());
                *now = assignment;
            }
        }
        self.cost = before.cost;
    }

    /// Whether a choice fits, as far as can be told without taking it. A choice raises the cost by its
    /// reduced cost at least: an assignment of more places contains one of the places so far, and one of
    /// the new ones.
    #[inline(always)]
    fn is_open(&self, index: usize) -> bool {
        let choice = &self.menu.choices[index];
        choice.cells.minus(self.open).is_empty()
            && choice.needs().is_none_or(|(kind, count)| self.assignments[kind].0.left() >= count)
    }

    /// The choices for a cell that fit.
    fn open(&self, cell: usize) -> Vec<usize> {
        self.open_at(cell).collect()
    }

    #[inline(always)]
    fn open_at(&self, cell: usize) -> impl Iterator<Item = usize> {
        let reduced = &self.menu.prices.reduced;
        let within = move |index: &usize| self.cost.saturating_add(reduced[*index]) <= self.limit;
        let choices = self.menu.at[cell].iter().copied().take_while(within);
        choices.filter(|&index| self.is_open(index))
    }

    /// The open cell with the fewest choices, if a cell is open.
    fn fewest(&self) -> Option<usize> {
        let mut best = None;
        let mut fewest = usize::MAX;
        for cell in self.open.iter() {
            let count = self.open_at(cell).take(fewest).count();
            if count < fewest {
                fewest = count;
                best = Some(cell);
            }
            if fewest == 0 {
                break;
            }
        }
        best
    }

    fn extend(&mut self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let Some(cell) = self.fewest() else { return visit(Found::Goal(&self.taken)) };
        visit(Found::Part)?;
        for index in self.open(cell) {
            let before = self.take(index);
            if self.cost <= self.limit {
                self.extend(visit)?;
            }
            self.take_back(before);
        }
        ControlFlow::Continue(())
    }
}
