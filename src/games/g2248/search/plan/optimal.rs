//! The search for a best plan and for the proof that none is better.
//!
//! A goal of blocks or a score is asked for with one move, two moves, and so on, from the lower bound. For the
//! greatest score, the question is whether some plan scores more than the best one so far. A
//! [beam](super::beam) finds some plan first, and others when a search has taken long.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::batch::{Batch, Step};
use super::beam;
use super::bounds::Outlook;
use super::field::{Aim, Field};
use super::table::Question;
use super::worker::{End, Frame, Shared, Worker, after, is_finished};
use super::{checked, defect};
use crate::game::search::{Budget, Defect, Finding, FoundPlan, Proof, SearchResult, Spent};
use crate::games::g2248::level::Level;

/// Even if any blocks could be joined, wherever they lie, too many would be left, or the score would be too low.
const RELAXED: Proof = Proof {
    code: "relaxed",
    reason: Some("there is no plan even if any blocks could be joined, wherever they lie"),
};

/// The children of the first position that are shared out at once.
const BATCH: usize = 1 << 16;

/// The widths of beams, each with the number of positions visited before it is tried.
const BEAMS: [(usize, u64); 4] = [(16, 0), (200, 20_000), (2000, 1_000_000), (20_000, 50_000_000)];

/// Solves a level.
pub(super) fn solve<const W: usize>(
    level: &Level,
    field: &Field<W>,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&FoundPlan),
) -> Result<SearchResult, Defect> {
    let shared = Shared::new(field, budget);
    let workers = (0..budget.threads.max(1)).map(|_| Worker::new(&shared)).collect();
    let start = field.position(level.board());
    let mut search =
        Search { level, shared: &shared, budget, workers, start, better, best: None, beams: 0 };
    let (finding, bound) = match field.aim {
        Aim::Blocks(_) => search.fewest_moves(0)?,
        Aim::Score(score) => search.fewest_moves(score)?,
        Aim::BestScore(moves) => search.best_score(moves)?,
    };
    Ok(SearchResult { finding, bound, states: shared.visited() })
}

/// A value that no plan can beat; `None` if there is no plan.
pub(super) fn bound<const W: usize>(level: &Level, field: &Field<W>) -> Option<i64> {
    let budget = Budget { threads: 1, memory: 0, stop: &|| true, meter: None };
    let shared = Shared::new(field, &budget);
    let start = field.position(level.board());
    let mut worker = Worker::new(&shared);
    match field.aim {
        Aim::Blocks(_) => least_moves(&mut worker, &start, 0),
        Aim::Score(score) => least_moves(&mut worker, &start, score),
        Aim::BestScore(moves) => Some(worker.bounds.score(field, &start, moves) as i64),
    }
}

/// The moves that the bounds ask for; `None` if they show that there is no plan.
fn least_moves<const W: usize>(
    worker: &mut Worker<'_, W>,
    start: &[u8],
    score: u64,
) -> Option<i64> {
    let field = worker.shared.field;
    let longest = longest(field, start);
    let mut moves = 1;
    loop {
        let may_be = match field.aim {
            Aim::Blocks(blocks) => match worker.bounds.blocks(field, start, blocks, moves) {
                Outlook::Never => return None,
                Outlook::NotYet => false,
                Outlook::Maybe => true,
            },
            Aim::Score(_) | Aim::BestScore(_) => worker.bounds.score(field, start, moves) >= score,
        };
        if may_be {
            return Some(moves as i64);
        }
        if moves >= longest {
            return None;
        }
        moves += 1;
    }
}

/// The most moves of any plan: each leaves one block less, those to come included.
fn longest<const W: usize>(field: &Field<W>, start: &[u8]) -> usize {
    let counts = field.counts(start, 0..field.columns);
    counts.iter().map(|&count| usize::from(count)).sum::<usize>().saturating_sub(1)
}

struct Search<'a, 'b, const W: usize> {
    level: &'a Level,
    shared: &'a Shared<'a, W>,
    budget: &'a Budget<'a>,
    workers: Vec<Worker<'a, W>>,
    start: Vec<u8>,
    better: &'b mut dyn FnMut(&FoundPlan),
    best: Option<FoundPlan>,
    /// The number of beams that have been tried.
    beams: usize,
}

impl<const W: usize> Search<'_, '_, W> {
    /// A shortest plan with this score or more.
    fn fewest_moves(&mut self, score: u64) -> Result<(Finding, i64), Defect> {
        let longest = longest(self.shared.field, &self.start);
        let none = longest as i64 + 1;
        if is_finished(self.shared.field, &self.start) {
            return Ok((Finding::Unsolvable(Proof::EXHAUSTION), none));
        }
        let Some(least) = least_moves(&mut self.workers[0], &self.start, score) else {
            return Ok((Finding::Unsolvable(RELAXED), none));
        };
        let mut moves = least as usize;
        loop {
            self.budget.show_bound(moves as i64);
            self.look_for_plans(longest)?;
            if let Some(best) = self.best.take_if(|best| best.value <= moves as i64) {
                return Ok((Finding::Optimal(best), moves as i64));
            }
            if moves > longest {
                return Ok((Finding::Unsolvable(Proof::EXHAUSTION), none));
            }
            match self.ask(Question { moves, score })?.0 {
                End::Found => {}
                End::Refuted { forever: true } => {
                    return Ok((Finding::Unsolvable(Proof::EXHAUSTION), none));
                }
                End::Refuted { forever: false } => moves += 1,
                End::Stopped => {
                    let finding = Finding::Open { best: self.best.take(), spent: Spent::Stopped };
                    return Ok((finding, moves as i64));
                }
            }
        }
    }

    /// A plan with the greatest score.
    fn best_score(&mut self, moves: usize) -> Result<(Finding, i64), Defect> {
        let longest = longest(self.shared.field, &self.start);
        let moves =
            if is_finished(self.shared.field, &self.start) { 0 } else { moves.min(longest) };
        let mut bound = self.workers[0].bounds.score(self.shared.field, &self.start, moves) as i64;
        self.look_for_plans(moves)?;
        loop {
            self.budget.show_bound(bound);
            let known = self.best.as_ref().map_or(-1, |best| best.value);
            if known < 0 {
                self.keep(&[])?;
                continue;
            }
            if known >= bound {
                break;
            }
            let (end, open) = self.ask(Question { moves, score: known as u64 + 1 })?;
            match end {
                End::Found => self.look_for_plans(moves)?,
                End::Refuted { .. } => bound = known,
                End::Stopped => {
                    let bound = open.map_or(bound, |open| bound.min(known.max(open as i64)));
                    let finding = Finding::Open { best: self.best.take(), spent: Spent::Stopped };
                    return Ok((finding, bound));
                }
            }
        }
        self.budget.show_bound(bound);
        let finding = match self.best.take() {
            Some(best) => Finding::Optimal(best),
            None => return Err(defect("it lost its plan")),
        };
        Ok((finding, bound))
    }

    /// Looks for plans by the beams that are due.
    fn look_for_plans(&mut self, moves: usize) -> Result<(), Defect> {
        while let Some(&(width, from)) = BEAMS.get(self.beams) {
            if self.shared.visited() < from || self.shared.is_spent() {
                break;
            }
            self.beams += 1;
            let shortest = self.best.as_ref().map_or(moves, |best| best.value as usize - 1);
            let moves = match self.shared.field.aim {
                Aim::Blocks(_) | Aim::Score(_) => moves.min(shortest),
                Aim::BestScore(_) => moves,
            };
            if let Some(found) = beam::search(&mut self.workers[0], &self.start, width, moves) {
                let known = self.best.as_ref().map_or(-1, |best| best.value);
                let is_better = match self.shared.field.aim {
                    Aim::Blocks(_) | Aim::Score(_) => true,
                    Aim::BestScore(_) => found.score as i64 > known,
                };
                if is_better {
                    self.keep(&found.steps)?;
                }
            }
        }
        Ok(())
    }

    /// Keeps a plan that is better than those before.
    fn keep(&mut self, steps: &[Step]) -> Result<(), Defect> {
        let plan = checked(self.level, self.shared.field, steps)?;
        (self.better)(&plan);
        self.best = Some(plan);
        Ok(())
    }

    /// Asks whether there is a plan, and keeps it. If the search is stopped, also says what score no plan
    /// exceeds, if that is known.
    fn ask(&mut self, question: Question) -> Result<(End, Option<u64>), Defect> {
        self.shared.halt.store(false, Ordering::Relaxed);
        let Search { shared, workers, start, .. } = self;
        let [master, others @ ..] = &mut workers[..] else { return Err(defect("no thread")) };
        master.steps.clear();
        let mut open = None;
        let mut is_dead = false;
        let end = if question.moves == 1 || others.is_empty() && question.score == 0 {
            master.search(start, question)
        } else {
            let mut frame = Frame::default();
            master.descend(start, question, &mut frame, BATCH, &mut |master, batch| match share(
                shared, master, others, batch, question,
            ) {
                Some((end, left)) => {
                    open = left;
                    end
                }
                None => {
                    is_dead = true;
                    End::Stopped
                }
            })
        };
        if is_dead {
            return Err(defect("one of its threads panicked"));
        }
        if end == End::Found {
            let steps: Vec<Step> = master.steps.drain(..).rev().collect();
            self.keep(&steps)?;
        }
        Ok((end, open))
    }
}

/// Shares out children among threads. If they are stopped, also says what score no plan exceeds, if that is
/// known. `None`: a thread panicked.
fn share<'a, const W: usize>(
    shared: &Shared<'a, W>,
    master: &mut Worker<'a, W>,
    others: &mut [Worker<'a, W>],
    batch: &Batch,
    question: Question,
) -> Option<(End, Option<u64>)> {
    let next = AtomicUsize::new(0);
    let are_refuted: Vec<AtomicBool> = batch.children.iter().map(|_| false.into()).collect();
    let work = |worker: &mut Worker<'a, W>| {
        let mut all_forever = true;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(child) = batch.children.get(index) else {
                return End::Refuted { forever: all_forever };
            };
            worker.steps.clear();
            match worker.search(batch.position(child), after(question, child.gain)) {
                End::Refuted { forever } => all_forever &= forever,
                End::Found => {
                    shared.halt.store(true, Ordering::Relaxed);
                    worker.steps.push(batch.step(child));
                    return End::Found;
                }
                End::Stopped => return End::Stopped,
            }
            are_refuted[index].store(true, Ordering::Relaxed);
        }
    };
    let mut ends = if others.is_empty() {
        vec![work(master)]
    } else {
        std::thread::scope(|scope| {
            let running: Vec<_> =
                others.iter_mut().map(|other| scope.spawn(|| work(other))).collect();
            let first = work(master);
            // All threads are joined before it is reported that one of them died.
            let ends: Vec<_> = running.into_iter().map(|thread| thread.join()).collect();
            std::iter::once(Ok(first)).chain(ends).collect::<Result<Vec<End>, _>>()
        })
        .ok()?
    };
    if let Some(finder) = ends.iter().position(|&end| end == End::Found) {
        if finder > 0 {
            master.steps = std::mem::take(&mut others[finder - 1].steps);
        }
        return Some((End::Found, None));
    }
    if ends.contains(&End::Stopped) {
        let children = batch.children.iter().zip(&are_refuted);
        let open = children.filter(|(_, is_refuted)| !is_refuted.load(Ordering::Relaxed));
        let most = open.map(|(child, _)| child.most).max().unwrap_or(0);
        return Some((End::Stopped, batch.is_whole.then_some(most)));
    }
    let forever = ends.drain(..).all(|end| end == End::Refuted { forever: true });
    Some((End::Refuted { forever }, None))
}
