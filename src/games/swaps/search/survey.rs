//! The number of plans of a given length.
//!
//! Plans are followed move by move, matches too, and a number is remembered for each board and each number
//! of moves left. A board is left alone when no goal fits the moves left. That is the bound of the search:
//! the moves of any plan could be rearranged so that all swaps come first.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::cover::{Found, Menu};
use super::field::{Effect, Fate, Field};
use super::goals::{Goals, Want};
use super::proof;
use super::state::{EMPTY, State};
use super::walk::Swap;
use crate::game::cells::Cells;
use crate::game::search::{Budget, Spent};

/// The number of plans of exactly `length` moves, capped at `u128::MAX`. Every match counts as a move.
pub(super) fn count<const W: usize>(
    field: &Field,
    length: usize,
    budget: &Budget<'_>,
) -> Result<u128, Spent> {
    if proof::easy::<W>(field, budget).is_some() {
        return Ok(0);
    }
    let Some(menu) = Menu::<W>::new(field) else { return Ok(0) };
    let goals = all_goals(&menu, field, length, budget)?;
    let state = State::new(field);
    let bytes = 3 * (state.packed.len() * 8 + 80);
    let mut survey = Survey {
        field,
        goals: &goals,
        state,
        known: HashMap::new(),
        budget,
        most: budget.memory / 2 / bytes,
        visited: 0,
    };
    let open: Vec<u32> = (0..goals.len() as u32).collect();
    survey.count(&open, 0, length)
}

fn all_goals<const W: usize>(
    menu: &Menu<'_, W>,
    field: &Field,
    length: usize,
    budget: &Budget<'_>,
) -> Result<Goals<W>, Spent> {
    let mut goals = Goals::new(field.kinds());
    let most = budget.memory / 2 / ((field.kinds() + 1) * 100);
    let mut parts = 0u64;
    let mut spent = None;
    let limit = Menu::<W>::limit(u32::try_from(length).unwrap_or(u32::MAX));
    let _ = menu.list(&[], limit, &mut |found| {
        match found {
            Found::Goal(goal) => menu.add(goal, &mut goals),
            Found::Part => parts += 1,
        }
        if goals.len() > most {
            spent = Some(Spent::Memory);
        } else if parts.is_multiple_of(1024) && budget.is_spent() {
            spent = Some(Spent::Stopped);
        }
        if spent.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    spent.map_or(Ok(goals), Err)
}

struct Survey<'a, const W: usize> {
    field: &'a Field,
    goals: &'a Goals<W>,
    state: State<W>,
    known: HashMap<(Box<[u64]>, usize), u128>,
    budget: &'a Budget<'a>,
    most: usize,
    visited: u64,
}

impl<const W: usize> Survey<'_, W> {
    /// The number of ways to the goal from the current board in exactly `left` moves. `open` are the goals
    /// that the moves so far allow for, `matches` the number of matches among them.
    fn count(&mut self, open: &[u32], matches: u32, left: usize) -> Result<u128, Spent> {
        if left == 0 {
            return Ok(self.is_won().into());
        }
        let fits = |&&goal: &&u32| {
            let moves = self.rest(goal) + self.goals.matches(goal).saturating_sub(2 * matches);
            moves as usize <= 2 * left
        };
        let open: Vec<u32> = open.iter().filter(fits).copied().collect();
        if open.is_empty() {
            return Ok(0);
        }
        let key = (self.state.packed.as_slice().into(), left);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.check_budget()?;
        let swaps = self.count_swaps(&open, matches, left)?;
        let count = swaps.saturating_add(self.count_matches(&open, matches, left)?);
        self.known.insert(key, count);
        Ok(count)
    }

    fn count_swaps(&mut self, open: &[u32], matches: u32, left: usize) -> Result<u128, Spent> {
        let mut sum = 0u128;
        for &edge in &self.field.edges {
            let effect = self.state.effect(self.field, edge);
            if effect == Effect::Illegal {
                continue;
            }
            let swap = Swap::new(&self.state, edge, effect);
            let suits = |&&goal: &&u32| swap.suits(self.goals, goal);
            let open: Vec<u32> = open.iter().filter(suits).copied().collect();
            let tiles = (self.state.board[edge.0], self.state.board[edge.1]);
            self.state.swap(effect, edge);
            sum = sum.saturating_add(self.count(&open, matches, left - 1)?);
            self.state.set((edge.0, tiles.0), (edge.1, tiles.1));
        }
        Ok(sum)
    }

    fn count_matches(&mut self, open: &[u32], matches: u32, left: usize) -> Result<u128, Spent> {
        let mut sum = 0u128;
        for &line in &self.field.lines {
            let kind = self.state.board[line[0]];
            if kind == EMPTY || line.iter().any(|&cell| self.state.board[cell] != kind) {
                continue;
            }
            let cells: Cells<W> = line.into_iter().collect();
            let suits = |&&goal: &&u32| {
                let want = self.goals.want(kind, self.goals.index(goal, kind));
                cells.minus(want.tiles).is_empty()
            };
            let open: Vec<u32> = open.iter().filter(suits).copied().collect();
            line.iter().for_each(|&cell| self.state.put(cell, EMPTY));
            sum = sum.saturating_add(self.count(&open, matches + 1, left - 1)?);
            line.iter().for_each(|&cell| self.state.put(cell, kind));
        }
        Ok(sum)
    }

    /// [`Goals::rest`] for a board on which matches have been made: what they emptied is done.
    fn rest(&self, goal: u32) -> u32 {
        let occupied = self.state.occupied;
        let steps = |kind: usize| {
            let want = self.goals.want(kind as u8, self.goals.index(goal, kind as u8));
            let want = Want { tiles: want.tiles.and(occupied), ..*want };
            want.steps(self.field, self.state.tiles[kind], occupied)
        };
        (0..self.field.kinds()).map(steps).sum()
    }

    fn is_won(&self) -> bool {
        let cells = self.field.fates.iter().zip(&self.state.board);
        cells.into_iter().all(|(fate, &tile)| match fate {
            Fate::Empty => tile == EMPTY,
            Fate::Tile(kind) => usize::from(tile) == *kind,
            Fate::Anything => true,
        })
    }

    fn check_budget(&mut self) -> Result<(), Spent> {
        self.visited += 1;
        if self.known.len() > self.most {
            Err(Spent::Memory)
        } else if self.visited.is_multiple_of(256) && self.budget.is_spent() {
            Err(Spent::Stopped)
        } else {
            Ok(())
        }
    }
}
