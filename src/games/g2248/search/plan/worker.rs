//! The search by one thread: is there a plan within a number of moves, with at least a given score?
//!
//! Depth first, with a table of positions from which there is no such plan. A last move is found by a walk that
//! leaves out all paths that are too short or too cheap; before it, every join is tried whose position the
//! [bounds](super::bounds) do not rule out.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::batch::{Batch, Step};
use super::bounds::{Bounds, Outlook};
use super::field::{Aim, Field, exponent};
use super::key::Keys;
use super::table::{Question, Table};
use super::walk::{Seen, Walk, Wanted, has_join};
use crate::game::search::Budget;
use crate::games::g2248::board::Number;

/// The children of a position that are collected before the first of them is searched.
const BATCH: usize = 4096;

/// The sets of cells that a walk remembers, in parts of the memory.
const SEEN: usize = 16;

/// What all threads share.
pub(super) struct Shared<'a, const W: usize> {
    pub(super) field: &'a Field<W>,
    budget: &'a Budget<'a>,
    table: Table,
    visited: AtomicU64,
    /// Tells all threads to return.
    pub(super) halt: AtomicBool,
}

impl<'a, const W: usize> Shared<'a, W> {
    /// What all threads share that search within a budget.
    pub(super) fn new(field: &'a Field<W>, budget: &'a Budget<'a>) -> Shared<'a, W> {
        Shared {
            field,
            budget,
            table: Table::new(Keys::words(field), budget.memory / 2),
            visited: AtomicU64::new(0),
            halt: AtomicBool::new(false),
        }
    }

    /// The number of positions visited.
    pub(super) fn visited(&self) -> u64 {
        self.visited.load(Ordering::Relaxed)
    }

    /// Counts positions, and says whether to stop.
    pub(super) fn report(&self, count: u64) -> bool {
        let visited = self.visited.fetch_add(count, Ordering::Relaxed) + count;
        if visited / 64 != (visited - count) / 64 || count == 0 {
            self.budget.show_states(visited);
            if self.budget.is_spent() {
                self.halt.store(true, Ordering::Relaxed);
            }
        }
        self.halt.load(Ordering::Relaxed)
    }

    /// Whether the budget is spent.
    pub(super) fn is_spent(&self) -> bool {
        self.budget.is_spent()
    }

    /// The most sets of cells that a walk of one thread remembers.
    pub(super) fn most_seen(&self) -> usize {
        self.budget.memory / SEEN / self.budget.threads.max(1) / size_of::<[u64; 5]>()
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There is a plan.
    Found,
    /// There is no plan; with `forever`, more moves would not help either.
    Refuted { forever: bool },
    /// It was stopped.
    Stopped,
}

/// What a search of one position needs.
#[derive(Debug, Default)]
pub(super) struct Frame<const W: usize> {
    seen: Seen<W>,
    batch: Batch,
    key: Vec<u64>,
    after: Vec<u8>,
}

/// One thread's search.
pub(super) struct Worker<'a, const W: usize> {
    pub(super) shared: &'a Shared<'a, W>,
    pub(super) bounds: Bounds,
    pub(super) keys: Keys,
    /// Frames that are free.
    frames: Vec<Frame<W>>,
    /// The moves of the plan that was found, the last one first.
    pub(super) steps: Vec<Step>,
}

impl<'a, const W: usize> Worker<'a, W> {
    /// A thread's part in a search.
    pub(super) fn new(shared: &'a Shared<'a, W>) -> Worker<'a, W> {
        let bounds = Bounds::new(shared.field.may_collapse);
        Worker { shared, bounds, keys: Keys::default(), frames: Vec::new(), steps: Vec::new() }
    }

    /// Searches a position that the bounds do not rule out, and from which there is a move to make.
    pub(super) fn search(&mut self, position: &[u8], question: Question) -> End {
        if self.shared.report(1) {
            return End::Stopped;
        }
        let mut frame = self.frames.pop().unwrap_or_default();
        // Where the score matters, what is known for one number of moves says little about another.
        let mark = match self.shared.field.aim {
            Aim::Blocks(_) => 0,
            Aim::Score(_) | Aim::BestScore(_) => question.moves.min(255) as u8,
        };
        frame.key.clear();
        frame.key.extend_from_slice(self.keys.key(self.shared.field, position, mark));
        let end = match self.shared.table.get(&frame.key, question) {
            Some(known) => End::Refuted { forever: known.moves == Question::FOREVER },
            None if question.moves == 1 => self.finish(position, question, &mut frame),
            None => self.descend(position, question, &mut frame, BATCH, &mut |worker, batch| {
                worker.try_all(batch, question)
            }),
        };
        if let End::Refuted { forever } = end {
            let moves = if forever { Question::FOREVER } else { question.moves };
            self.shared.table.put(&frame.key, Question { moves, ..question });
        }
        self.frames.push(frame);
        end
    }

    /// Searches children one after the other.
    fn try_all(&mut self, batch: &Batch, question: Question) -> End {
        let mut all_forever = true;
        for child in &batch.children {
            match self.search(batch.position(child), after(question, child.gain)) {
                End::Refuted { forever } => all_forever &= forever,
                End::Found => {
                    self.steps.push(batch.step(child));
                    return End::Found;
                }
                End::Stopped => return End::Stopped,
            }
        }
        End::Refuted { forever: all_forever }
    }

    /// Lists the positions after a move that the bounds do not rule out, and calls `visit` with batches of
    /// them, each in order. A plan of one move ends it.
    pub(super) fn descend(
        &mut self,
        position: &[u8],
        question: Question,
        frame: &mut Frame<W>,
        most: usize,
        visit: &mut dyn FnMut(&mut Self, &Batch) -> End,
    ) -> End {
        let field = self.shared.field;
        let Frame { seen, batch, after, .. } = frame;
        batch.clear(field.stride());
        let mut all_forever = true;
        let mut is_first = true;
        let mut flush = |worker: &mut Self, batch: &mut Batch, is_last: bool| {
            batch.is_whole = is_first && is_last;
            is_first = false;
            batch.sort();
            let end = visit(worker, batch);
            batch.clear(field.stride());
            end
        };
        let mut count = 0u64;
        let mut walk = Walk::new(field, position, seen, self.shared.most_seen());
        let flow = walk.each(&mut |path, sum| {
            count += 1;
            if count.is_multiple_of(256) && self.shared.report(0) {
                return ControlFlow::Break(End::Stopped);
            }
            let block = exponent(sum);
            after.clear();
            after.extend_from_slice(position);
            field.join(after, path, block);
            let end = self.judge(after, path, block, question, batch);
            all_forever &= end != End::Refuted { forever: false };
            if end == End::Found {
                return ControlFlow::Break(end);
            }
            if batch.children.len() >= most {
                match flush(self, batch, false) {
                    End::Refuted { forever } => all_forever &= forever,
                    end @ (End::Found | End::Stopped) => return ControlFlow::Break(end),
                }
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(end) = flow {
            return end;
        }
        if field.may_collapse {
            after.clear();
            after.extend_from_slice(position);
            if field.collapse(after) {
                let end = self.judge(after, &[], 0, question, batch);
                all_forever &= end != End::Refuted { forever: false };
                if end == End::Found {
                    return end;
                }
            }
        }
        match flush(self, batch, true) {
            End::Refuted { forever } => End::Refuted { forever: forever && all_forever },
            end @ (End::Found | End::Stopped) => end,
        }
    }

    /// Judges a position after a move: it is a plan, or ruled out, or added to the batch. The block is the
    /// exponent of the new one, 0 for a collapse.
    fn judge(
        &mut self,
        position: &[u8],
        path: &[u8],
        block: u8,
        question: Question,
        batch: &mut Batch,
    ) -> End {
        let field = self.shared.field;
        let gain = if block > 0 { 1 << block } else { 0 };
        if is_met(field, position, gain, question) {
            self.steps.push(if path.is_empty() {
                Step::Collapse
            } else {
                Step::Join(path.to_vec())
            });
            return End::Found;
        }
        if is_finished(field, position) {
            return End::Refuted { forever: true };
        }
        let rest = after(question, gain);
        let (most, rank) = match field.aim {
            Aim::Blocks(blocks) => match self.bounds.blocks(field, position, blocks, rest.moves) {
                Outlook::Never => return End::Refuted { forever: true },
                Outlook::NotYet => return End::Refuted { forever: false },
                Outlook::Maybe => (0, field.blocks(position) as u64),
            },
            Aim::Score(_) | Aim::BestScore(_) => {
                let most = self.bounds.score(field, position, rest.moves);
                if most < rest.score {
                    return End::Refuted { forever: false };
                }
                (gain + most, u64::MAX - (gain + most))
            }
        };
        batch.push(position, path, gain, most, rank);
        End::Refuted { forever: true }
    }

    /// Looks for a plan of one move.
    fn finish(&mut self, position: &[u8], question: Question, frame: &mut Frame<W>) -> End {
        let field = self.shared.field;
        let Frame { seen, after, .. } = frame;
        let wanted = match field.aim {
            Aim::Blocks(blocks) => Wanted::Cells(self.bounds.path(field, position, blocks)),
            // The sum has to be more than half of the number that is as great as the score.
            Aim::Score(_) | Aim::BestScore(_) => {
                Wanted::Sum(question.score.next_power_of_two() / 2 + 1)
            }
        };
        let mut count = 0u64;
        let mut walk = Walk::new(field, position, seen, self.shared.most_seen()).only(wanted);
        let flow = walk.each(&mut |path, sum| {
            count += 1;
            if count.is_multiple_of(1024) && self.shared.report(0) {
                return ControlFlow::Break(End::Stopped);
            }
            let is_wanted = match wanted {
                Wanted::Cells(cells) => path.len() >= cells,
                Wanted::Sum(least) => sum >= least,
            };
            if is_wanted {
                let block = exponent(sum);
                after.clear();
                after.extend_from_slice(position);
                field.join(after, path, block);
                if is_met(field, after, 1 << block, question) {
                    self.steps.push(Step::Join(path.to_vec()));
                    return ControlFlow::Break(End::Found);
                }
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(end) = flow {
            return end;
        }
        if field.may_collapse {
            after.clear();
            after.extend_from_slice(position);
            if field.collapse(after) && is_met(field, after, 0, question) {
                self.steps.push(Step::Collapse);
                return End::Found;
            }
        }
        End::Refuted { forever: !has_join(field, position) }
    }
}

/// The question about the position after a move that scores so much.
pub(super) fn after(question: Question, gain: u64) -> Question {
    Question { moves: question.moves - 1, score: question.score.saturating_sub(gain) }
}

/// Whether a position reached by a move that scores so much is what the question asks for.
fn is_met<const W: usize>(
    field: &Field<W>,
    position: &[u8],
    gain: u64,
    question: Question,
) -> bool {
    match field.aim {
        Aim::Blocks(blocks) => field.blocks(position) <= blocks,
        Aim::Score(_) | Aim::BestScore(_) => gain >= question.score,
    }
}

/// Whether the numbers of a position have become too great to go on.
pub(super) fn is_finished<const W: usize>(field: &Field<W>, position: &[u8]) -> bool {
    field.numbers(position).iter().any(|&number| number > Number::GREATEST)
}
