//! The search for a best plan and for the proof that none is better.
//!
//! The limit on the cost goes up one by one from the lower bound. For each limit, threads list the
//! [goals](super::goals) that it allows for, [cover](super::cover) by cover, and look for swaps that
//! [reach](super::walk) them. The first plan found is a best one. A search that takes longer also looks for
//! any plan by a [beam search](super::beam), so that it has one if it is stopped.
//!
//! Where no tile can vanish, every goal can be reached: neighbours can be exchanged until all tiles of a
//! connected part lie as they should. Where tiles can vanish this need not be so, and a [probe](super::probe)
//! that visits every board takes turns with the search.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::beam;
use super::cover::{ANY_COST, Found, Menu, Part};
use super::field::{Effect, Field};
use super::finish;
use super::goals::Goals;
use super::probe::{Probe, Progress};
use super::proof;
use super::state::State;
use super::walk::{End, Walk};
use super::{checked, defect};
use crate::game::search::{Budget, Defect, Finding, FoundPlan, Proof, SearchResult, Spent};
use crate::games::swaps::level::Level;
use crate::games::swaps::rules::Move;

/// The goals that are searched together.
const GOALS_AT_ONCE: usize = 512;

/// The parts into which the list of goals is split for each thread.
const PARTS_PER_THREAD: usize = 64;

/// The boards and parts of goals visited in the first turn, and the factor by which the next is longer.
const FIRST_TURN: u64 = 100_000;
const LONGER: u64 = 4;

/// The boards that the probe visits between two checks.
const PROBE: u64 = 64;

/// Without a plan, and without memory for the probe, the search ends at a limit that exceeds this many times the
/// first one.
const LAST_LIMIT: u32 = 20;

/// The goals that the beam search tries for each limit.
const SIMPLE_GOALS: usize = 8;

/// Solves a level.
pub(super) fn solve<const W: usize>(
    level: &Level,
    field: &Field,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<SearchResult, Defect> {
    let unsolvable =
        |proof: Proof| SearchResult { finding: Finding::Unsolvable(proof), bound: 0, states: 0 };
    if let Some(proof) = proof::easy::<W>(field, budget) {
        return Ok(unsolvable(proof));
    }
    let Some(menu) = Menu::<W>::new(field) else { return Ok(unsolvable(proof::COVER)) };
    let search = Search {
        level,
        field,
        menu: &menu,
        budget,
        visited: AtomicU64::new(0),
        allowance: AtomicU64::new(u64::MAX),
        stop: AtomicBool::new(false),
        is_cut_short: AtomicBool::new(false),
    };
    let mut known =
        Known { best: None, lower: menu.bound(), better, is_hopeless: None, spent: Spent::Stopped };
    search.take_turns(&mut known)?;
    let is_closed = known.best.as_ref().is_some_and(|best| best.value <= i64::from(known.lower));
    let finding = match (known.best, known.is_hopeless) {
        (_, Some(proof)) => Finding::Unsolvable(proof),
        (Some(best), None) if is_closed => Finding::Optimal(best),
        (best, None) => Finding::Open { best, spent: known.spent },
    };
    Ok(SearchResult { finding, bound: known.lower.into(), states: search.visited.into_inner() })
}

/// What is known of a level so far.
struct Known<'a> {
    best: Option<FoundPlan>,
    /// No plan costs less than this.
    lower: u32,
    better: &'a mut dyn FnMut(&FoundPlan),
    is_hopeless: Option<Proof>,
    /// The limit that ended the search, if it ends without an answer.
    spent: Spent,
}

impl Known<'_> {
    /// The cost of the best plan.
    fn upper(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.value as u32)
    }

    fn is_open(&self) -> bool {
        self.is_hopeless.is_none() && self.lower < self.upper()
    }
}

/// How a refutation ended.
enum Refutation {
    /// These swaps lead to a goal within the limit.
    Failed(Vec<usize>),
    /// No plan is within the limit.
    Done,
    /// It was stopped before it came to a conclusion.
    CutShort,
}

struct Search<'a, const W: usize> {
    level: &'a Level,
    field: &'a Field,
    menu: &'a Menu<'a, W>,
    budget: &'a Budget<'a>,
    /// The boards and parts of goals visited, and the number at which a refutation is cut short.
    visited: AtomicU64,
    allowance: AtomicU64,
    /// `stop` tells the threads to return; `is_cut_short` says that the allowance or the budget is why.
    stop: AtomicBool,
    is_cut_short: AtomicBool,
}

impl<const W: usize> Search<'_, W> {
    fn take_turns(&self, known: &mut Known<'_>) -> Result<(), Defect> {
        let mut probe =
            self.field.has_vanishing().then(|| Probe::new(self.field, self.budget.memory / 4));
        // Where a probe can decide the question, a long search for a goal is not worthwhile.
        let most = if probe.is_some() { FIRST_TURN } else { u64::MAX };
        if self.has_goal(most) == Some(false) {
            known.is_hopeless = Some(proof::COVER);
        }
        let mut turn = FIRST_TURN;
        self.allow(turn);
        let last = LAST_LIMIT * (known.lower + LAST_LIMIT);
        while known.is_open() && !self.budget.is_spent() {
            if known.spent == Spent::Memory && known.best.is_none() && known.lower > last {
                break;
            }
            self.budget.show_bound(known.lower.into());
            match self.refute(known.lower)? {
                Refutation::Failed(swaps) => self.take(known, &swaps)?,
                Refutation::Done => {
                    known.lower += 1;
                    self.go_on_probing(&mut probe, known)?;
                }
                Refutation::CutShort => {
                    self.look_for_plans(known)?;
                    self.go_on_probing(&mut probe, known)?;
                    turn = if probe.is_some() { turn * LONGER } else { u64::MAX };
                    self.allow(turn);
                }
            }
        }
        if self.budget.is_spent() {
            known.spent = Spent::Stopped;
        }
        self.budget.show_bound(known.lower.into());
        Ok(())
    }

    /// Keeps the plan with these swaps if it is better than those before.
    fn take(&self, known: &mut Known<'_>, swaps: &[usize]) -> Result<(), Defect> {
        let mut state = State::<W>::new(self.field);
        let mut steps = Vec::new();
        for &number in swaps {
            let edge = self.field.edges[number];
            let effect = state.effect(self.field, edge);
            if effect == Effect::Illegal {
                return Err(defect("one of its swaps is not legal"));
            }
            state.swap(effect, edge);
            steps.push(Move::Swap(self.field.cell(edge.0), self.field.cell(edge.1)));
        }
        let Some(matches) = finish::matches(self.field, &state) else {
            return Err(defect("its swaps do not lead to a goal"));
        };
        for [first, _, last] in matches {
            steps.push(Move::Match(self.field.cell(first), self.field.cell(last)));
        }
        let plan = checked(self.level, &steps)?;
        if plan.value < i64::from(known.upper()) {
            (known.better)(&plan);
            known.best = Some(plan);
        }
        Ok(())
    }

    fn allow(&self, count: u64) {
        let visited = self.visited.load(Ordering::Relaxed);
        self.allowance.store(visited.saturating_add(count), Ordering::Relaxed);
    }

    /// Counts what was visited, and says whether to stop.
    fn report(&self, count: u64) -> bool {
        let visited = self.visited.fetch_add(count, Ordering::Relaxed) + count;
        self.budget.show_states(visited);
        if visited >= self.allowance.load(Ordering::Relaxed) || self.budget.is_spent() {
            self.is_cut_short.store(true, Ordering::Relaxed);
            self.stop.store(true, Ordering::Relaxed);
        }
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether there is a goal at all; `None` if `most` parts of goals do not tell.
    fn has_goal(&self, most: u64) -> Option<bool> {
        let mut has_goal = Some(false);
        let mut parts = 0u64;
        let _ = self.menu.list(&[], ANY_COST, &mut |found| {
            match found {
                Found::Goal(_) => has_goal = Some(true),
                Found::Part => parts += 1,
            }
            if has_goal == Some(true) {
                return ControlFlow::Break(());
            }
            if parts >= most || parts.is_multiple_of(1024) && self.budget.is_spent() {
                has_goal = None;
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        has_goal
    }

    /// Looks for plans to some goals, the first ones that a limit allows for.
    fn look_for_plans(&self, known: &mut Known<'_>) -> Result<(), Defect> {
        self.allow(u64::MAX);
        self.stop.store(false, Ordering::Relaxed);
        for more in [0, 1, 2, 4, 8, u32::MAX / 2] {
            let limit = Menu::<W>::limit(known.lower.saturating_add(more));
            let mut goals = Goals::new(self.field.kinds());
            let mut parts = 0;
            let _ = self.menu.list(&[], limit, &mut |found| {
                match found {
                    Found::Goal(goal) => self.menu.add(goal, &mut goals),
                    Found::Part => parts += 1,
                }
                let is_enough = goals.len() >= SIMPLE_GOALS || parts >= FIRST_TURN;
                if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            for goal in 0..goals.len() as u32 {
                let stop = |count| self.report(count);
                if let Some(swaps) = beam::search(self.field, &goals, goal, &stop) {
                    self.take(known, &swaps)?;
                }
            }
            if known.best.is_some() || self.budget.is_spent() {
                break;
            }
        }
        Ok(())
    }

    /// Gives the probe its turn, until it has made as many swaps as the rest of the search has visited boards,
    /// and ends it if it is done.
    fn go_on_probing(
        &self,
        probe: &mut Option<Probe<'_, W>>,
        known: &mut Known<'_>,
    ) -> Result<(), Defect> {
        let Some(running) = probe else { return Ok(()) };
        if known.best.is_some() {
            *probe = None;
            return Ok(());
        }
        let mut progress = running.go_on(PROBE);
        let visited = self.visited.load(Ordering::Relaxed);
        while progress == Progress::More && running.swaps() <= visited && !self.budget.is_spent() {
            progress = running.go_on(PROBE);
        }
        match progress {
            Progress::More => return Ok(()),
            Progress::Found(swaps) => self.take(known, &swaps)?,
            Progress::Exhausted => known.is_hopeless = Some(Proof::EXHAUSTION),
            Progress::Full => known.spent = Spent::Memory,
        }
        *probe = None;
        Ok(())
    }

    /// Searches for a plan within a cost.
    fn refute(&self, cost: u32) -> Result<Refutation, Defect> {
        self.stop.store(false, Ordering::Relaxed);
        self.is_cut_short.store(false, Ordering::Relaxed);
        let threads = self.budget.threads.max(1);
        let count = if threads == 1 { 1 } else { threads * PARTS_PER_THREAD };
        let parts = self.menu.split(Menu::<W>::limit(cost), count);
        let next = AtomicUsize::new(0);
        let swaps: Mutex<Option<Vec<usize>>> = Mutex::new(None);
        let work = || {
            if let Some(found) = self.work(&parts, &next, cost) {
                self.stop.store(true, Ordering::Relaxed);
                if let Ok(mut swaps) = swaps.lock() {
                    *swaps = Some(found);
                }
            }
        };
        if threads == 1 || parts.len() < 2 {
            work();
        } else {
            std::thread::scope(|scope| {
                let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                // All threads are joined before it is reported that one of them died.
                let ends: Vec<_> = running.into_iter().map(|thread| thread.join()).collect();
                ends.into_iter().collect::<Result<Vec<()>, _>>()
            })
            .map_err(|_| defect("one of its threads panicked"))?;
        }
        match swaps.into_inner().map_err(|_| defect("one of its threads panicked"))? {
            Some(swaps) => Ok(Refutation::Failed(swaps)),
            None if self.is_cut_short.load(Ordering::Relaxed) => Ok(Refutation::CutShort),
            None => Ok(Refutation::Done),
        }
    }

    /// What one thread does: it takes parts from the list until a goal within the cost is reached.
    fn work(&self, parts: &[Part], next: &AtomicUsize, cost: u32) -> Option<Vec<usize>> {
        let report = |count| self.report(count);
        let memory = self.budget.memory / 2 / self.budget.threads.max(1);
        let mut walk = Walk::<W>::new(self.field, memory, &report);
        let mut goals = Goals::new(self.field.kinds());
        let mut count = 0;
        let mut end = End::Refuted;
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let flow = self.menu.list(part, Menu::<W>::limit(cost), &mut |found| {
                match found {
                    Found::Goal(goal) => self.menu.add(goal, &mut goals),
                    Found::Part => count += 1,
                }
                if count == 1024 && self.report(std::mem::take(&mut count)) {
                    end = End::Stopped;
                }
                if goals.len() >= GOALS_AT_ONCE {
                    end = walk.search(&goals, cost);
                    goals.clear();
                }
                if end == End::Refuted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if flow.is_break() {
                break;
            }
        }
        self.report(count);
        if end == End::Refuted {
            end = walk.search(&goals, cost);
        }
        (end == End::Found).then(|| walk.path.iter().rev().copied().collect())
    }
}
