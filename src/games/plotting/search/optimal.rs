//! The search for a shortest plan and for a proof that no plan is shorter.
//!
//! Two searches take turns, each turn longer than the previous one. A *beam search* keeps the most
//! promising positions after each number of shots and finds good plans early. A *refutation* looks
//! for a plan shorter than the best one known. It searches breadth first until there are enough
//! positions to distribute among the threads, then depth first with a table of positions known to
//! be hopeless. When it has searched everything, the best plan is optimal or, if there is no plan,
//! the level is unsolvable. The table outlives a turn that was cut short, so the next turn quickly
//! skips what is done. In between, short refutations raise the lower bound, in case time runs out.
//! A long search builds a second bound; from then on refutations start from the shortest possible
//! length and are not cut short.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use super::align::{Alignment, Shape};
use super::bound::Needs;
use super::packed::{Field, Packed};
use super::table::{Hash, Table};
use super::word::Word;
use super::{Answer, Budget, Defect, Outcome, Proof, checked};
use crate::game::hash::Quickly;
use crate::games::plotting::level::Level;
use crate::games::plotting::replay::ValidPlan;
use crate::games::plotting::rules::Shot;

/// The number of positions kept by the first beam, and the factor by which each further beam is
/// wider.
const FIRST_BEAM: usize = 100;
const WIDER: usize = 5;
const WIDEST_BEAM: usize = 62_500;

/// The number of positions that a refutation may visit per position that the beam of its turn
/// keeps.
const POSITIONS_PER_BEAM: u64 = 400;

/// The second bound is worth building for a refutation that may visit at least this many positions.
const POSITIONS_TO_ALIGN: u64 = 20_000_000;

/// With more colours than the first number, the second bound pays off only on boards with more
/// cells than the second number.
const MANY_COLOURS: (usize, u32) = (4, 56);

/// The number of positions that is enough to distribute among threads.
const ENOUGH_TO_SHARE: usize = 1000;

/// With fewer shots left, searching a position is faster than looking it up.
const LOOK_UP_FROM: u32 = 5;

/// Searches a level whose goal Lemma 1 does not rule out.
pub(super) fn search(
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Answer, Defect> {
    with_packed!(level, search_packed, budget, better)
}

fn search_packed<W: Word, const P: usize>(
    level: &Level,
    budget: &Budget<'_>,
    better: &mut dyn FnMut(&ValidPlan),
) -> Result<Answer, Defect> {
    if level.is_met_by(level.board()) {
        return Ok(Answer {
            outcome: Outcome::Solved(checked::<Shot>(level, &[])?),
            lower_bound: 0,
            states: 0,
        });
    }
    Search::<W, P>::new(level, budget).answer(level, better)
}

/// What is known of a level so far.
struct Known<'a> {
    level: &'a Level,
    better: &'a mut dyn FnMut(&ValidPlan),
    best: Option<ValidPlan>,
    /// No plan has fewer shots than this.
    lower: u32,
    /// The number of shots of the best plan or, without a plan, one more than any plan can have.
    upper: u32,
}

impl Known<'_> {
    fn take(&mut self, shots: &[Shot]) -> Result<(), Defect> {
        let plan = checked(self.level, shots)?;
        (self.better)(&plan);
        self.upper = shots.len() as u32;
        self.best = Some(plan);
        Ok(())
    }
}

/// A position of the search tree.
#[derive(Clone, Copy)]
struct Node<W, const P: usize> {
    position: Packed<W, P>,
    needs: Needs,
    shape: Shape,
    /// The shot that led to this position.
    shot: u8,
}

/// How a refutation ended.
enum Refutation {
    /// It found a plan.
    Failed(Vec<Shot>),
    /// There is no plan.
    Done,
    /// It was stopped before it reached a conclusion.
    CutShort,
}

struct Search<'a, W, const P: usize> {
    field: Field<W>,
    goal: u16,
    /// The goal minus the fewest blocks that Lemma 1 allows.
    slack: u32,
    budget: &'a Budget<'a>,
    /// Built when the first position is looked up: most small levels do not need it.
    table: OnceLock<Table>,
    /// Built when a refutation may visit at least `positions_to_align` positions, if it is
    /// worthwhile.
    alignment: Option<Alignment>,
    positions_to_align: u64,
    /// The number of positions visited, and the number at which a refutation is cut short.
    visited: AtomicU64,
    allowance: AtomicU64,
    /// `stop` tells the threads to return; `is_cut_short` says that the allowance or the budget is
    /// the reason.
    stop: AtomicBool,
    is_cut_short: AtomicBool,
}

impl<'a, W: Word, const P: usize> Search<'a, W, P> {
    fn new(level: &Level, budget: &'a Budget<'a>) -> Self {
        Search {
            field: Field::new(level),
            goal: level.goal() as u16,
            slack: (level.goal() - level.fewest_blocks()) as u32,
            budget,
            table: OnceLock::new(),
            alignment: None,
            positions_to_align: POSITIONS_TO_ALIGN,
            visited: AtomicU64::new(0),
            allowance: AtomicU64::new(u64::MAX),
            stop: AtomicBool::new(false),
            is_cut_short: AtomicBool::new(false),
        }
    }

    fn answer(
        mut self,
        level: &Level,
        better: &mut dyn FnMut(&ValidPlan),
    ) -> Result<Answer, Defect> {
        let starts = self.starts(level);
        let mut known = Known {
            level,
            better,
            best: None,
            lower: starts.iter().map(|start| u32::from(start.needs.total)).min().unwrap_or(0),
            upper: level.longest_plan() as u32 + 1,
        };
        self.take_turns(starts, &mut known)?;
        let is_closed = known.lower >= known.upper;
        Ok(Answer {
            lower_bound: known.lower as usize,
            states: self.visited.into_inner(),
            outcome: match known.best {
                Some(plan) if is_closed => Outcome::Solved(plan),
                None if is_closed => Outcome::Unsolvable(Proof::Exhaustion),
                best => Outcome::NotKnown(best),
            },
        })
    }

    fn starts(&self, level: &Level) -> Vec<Node<W, P>> {
        let node = |position| {
            let needs = Needs::of(&self.field, &position, self.slack);
            let shape = self.alignment.as_ref().map(|bound| bound.of(&self.field, &position));
            Node { position, needs, shape: shape.unwrap_or_default(), shot: u8::MAX }
        };
        let mut starts: Vec<_> = Packed::starts(&self.field, level).into_iter().map(node).collect();
        starts.sort_by_key(|start| start.needs.total);
        starts
    }

    fn take_turns(
        &mut self,
        mut starts: Vec<Node<W, P>>,
        known: &mut Known<'_>,
    ) -> Result<(), Defect> {
        let mut width = FIRST_BEAM;
        // The first turn begins even with a spent budget: its beam takes milliseconds, and leaves a plan
        // to show.
        while known.lower < known.upper && (width == FIRST_BEAM || !self.budget.is_spent()) {
            self.budget.show_bound(known.lower.into());
            if width <= self.widest_beam()
                && let Some(shots) = self.beam(&starts, known.upper, width)
            {
                known.take(&shots)?;
            }
            let positions = width as u64 * POSITIONS_PER_BEAM;
            if positions >= self.positions_to_align
                && self.is_worth_aligning()
                && self.alignment.is_none()
            {
                self.alignment = Alignment::new(&self.field, self.goal.into(), self.budget);
                starts = self.starts(known.level);
            }
            // With the second bound, one more shot makes a refutation so much longer that it pays
            // to start with the lowest length and never to restart. The last two lengths are
            // refuted together.
            let is_bottom_up = self.alignment.is_some();
            self.allow(if is_bottom_up { u64::MAX } else { positions / 16 });
            let lengths_left = if is_bottom_up { 2 } else { 1 };
            while known.lower + lengths_left < known.upper {
                match self.refute(&starts, known.lower)? {
                    Refutation::Failed(shots) => known.take(&shots)?,
                    Refutation::Done => {
                        known.lower += 1;
                        self.budget.show_bound(known.lower.into());
                    }
                    Refutation::CutShort => break,
                }
            }
            self.allow(if is_bottom_up { u64::MAX } else { positions });
            while known.lower < known.upper && !self.budget.is_spent() {
                match self.refute(&starts, known.upper - 1)? {
                    Refutation::Failed(shots) => known.take(&shots)?,
                    Refutation::Done => known.lower = known.upper,
                    Refutation::CutShort => break,
                }
            }
            width *= WIDER;
        }
        Ok(())
    }

    fn count_visited(&self, positions: u64) {
        let before = self.visited.fetch_add(positions, Ordering::Relaxed);
        self.budget.show_states(before + positions);
    }

    fn is_worth_aligning(&self) -> bool {
        let (colours, cells) = MANY_COLOURS;
        self.field.colours <= colours || self.field.rows * self.field.columns > cells
    }

    /// The widest beam that leaves room for the table. It needs memory for a layer and for the
    /// candidates of the next.
    fn widest_beam(&self) -> usize {
        WIDEST_BEAM.min(self.budget.memory / 4 / (size_of::<Node<W, P>>() * 8))
    }

    fn allow(&self, positions: u64) {
        let visited = self.visited.load(Ordering::Relaxed);
        self.allowance.store(visited.saturating_add(positions), Ordering::Relaxed);
    }

    /// The number of blocks still to be removed.
    #[inline(always)]
    fn excess(&self, position: &Packed<W, P>) -> u32 {
        u32::from(position.blocks.saturating_sub(self.goal))
    }

    /// The node after a shot, or `None` if it cannot lead to the goal within `left` more shots.
    #[inline(always)]
    fn child(
        &self,
        parent: &Node<W, P>,
        shot: u8,
        position: Packed<W, P>,
        left: u32,
    ) -> Option<Node<W, P>> {
        if position.is_dead_end(&self.field) || !position.has_target(&self.field) {
            return None;
        }
        let mut shape = parent.shape;
        if let Some(bound) = &self.alignment {
            shape = bound.after(shape, &self.field, &parent.position, &position);
            if bound.shots(&shape) > left {
                return None;
            }
        }
        let needs =
            parent.needs.after(&self.field, &parent.position, &position, self.slack, left)?;
        Some(Node { position, needs, shape, shot })
    }

    /// A heuristic score, lower being more promising. It combines the blocks to be removed, the
    /// colour changes within columns, the shots needed, and how few rows are open to the hand. The
    /// weights were tuned on random boards.
    fn score(&self, node: &Node<W, P>) -> u32 {
        let position = &node.position;
        self.excess(position) * 3
            + position.colour_changes(&self.field) * 2
            + u32::from(node.needs.total) * 4
            + 8u32.saturating_sub(position.open_rows(&self.field)) * 2
    }

    /// A plan of fewer than `upper` shots, if the beam finds one.
    fn beam(&self, starts: &[Node<W, P>], upper: u32, width: usize) -> Option<Vec<Shot>> {
        let mut layer: Vec<Node<W, P>> = starts.to_vec();
        // For each layer, the shot that led to each of its nodes, and the parent of that node.
        let mut ways: Vec<Vec<(u8, u32)>> = Vec::new();
        for depth in 1..upper {
            self.count_visited(layer.len() as u64);
            let mut next: Vec<(u32, u32, Node<W, P>)> = Vec::new();
            let mut seen = HashSet::with_hasher(Quickly::default());
            let mut goal = None;
            for (index, node) in layer.iter().enumerate() {
                node.position.for_each_effect(&self.field, 1, |shot, position| {
                    if self.excess(&position) == 0 {
                        goal = Some((shot, index as u32));
                    } else if let Some(child) = self.child(node, shot, position, upper - depth - 1)
                        && seen.insert(Hash::of(&position).value())
                    {
                        next.push((self.score(&child), index as u32, child));
                    }
                });
                if let Some((shot, parent)) = goal {
                    return Some(self.plan_through(&ways, shot, parent));
                }
                if next.len() > 4 * width {
                    keep_best(&mut next, width);
                }
                let is_due = width > FIRST_BEAM && index.is_multiple_of(1024);
                if is_due && self.budget.is_spent() {
                    return None;
                }
            }
            keep_best(&mut next, width);
            ways.push(next.iter().map(|&(_, parent, node)| (node.shot, parent)).collect());
            layer = next.into_iter().map(|(_, _, node)| node).collect();
            if layer.is_empty() {
                return None;
            }
        }
        None
    }

    fn plan_through(&self, ways: &[Vec<(u8, u32)>], last: u8, mut parent: u32) -> Vec<Shot> {
        let mut shots = vec![self.field.shot(last)];
        for layer in ways.iter().rev() {
            let (shot, grandparent) = layer[parent as usize];
            shots.push(self.field.shot(shot));
            parent = grandparent;
        }
        shots.reverse();
        shots
    }

    /// Searches for a plan of at most `limit` shots.
    fn refute(&self, starts: &[Node<W, P>], limit: u32) -> Result<Refutation, Defect> {
        self.stop.store(false, Ordering::Relaxed);
        self.is_cut_short.store(false, Ordering::Relaxed);
        let starts = starts.iter().filter(|start| u32::from(start.needs.total) <= limit);
        let mut frontier =
            Frontier { nodes: starts.map(|&start| (start, Vec::new())).collect(), left: limit };
        while (1..ENOUGH_TO_SHARE).contains(&frontier.nodes.len()) && frontier.left > 0 {
            if let Some(shots) = self.advance(&mut frontier) {
                return Ok(Refutation::Failed(shots));
            }
        }
        frontier.nodes.sort_by_key(|(node, _)| self.score(node));
        self.refute_below(&frontier)
    }

    /// Advances all nodes of the frontier by one shot. Returns a plan if one ends there.
    fn advance(&self, frontier: &mut Frontier<W, P>) -> Option<Vec<Shot>> {
        self.count_visited(frontier.nodes.len() as u64);
        frontier.left -= 1;
        let mut next = Vec::new();
        let mut seen = HashSet::with_hasher(Quickly::default());
        let mut goal = None;
        for (node, path) in &frontier.nodes {
            node.position.for_each_effect(&self.field, 1, |shot, position| {
                let longer = || path.iter().copied().chain([shot]);
                if self.excess(&position) == 0 {
                    goal = Some(longer().map(|shot| self.field.shot(shot)).collect());
                } else if let Some(child) = self.child(node, shot, position, frontier.left)
                    && seen.insert((position.planes, position.hand))
                {
                    next.push((child, longer().collect()));
                }
            });
            if goal.is_some() {
                return goal;
            }
        }
        frontier.nodes = next;
        None
    }

    /// Distributes the frontier among the threads.
    fn refute_below(&self, frontier: &Frontier<W, P>) -> Result<Refutation, Defect> {
        if frontier.nodes.is_empty() || frontier.left == 0 {
            return Ok(Refutation::Done);
        }
        let make_table = || Table::new::<W, P>(self.budget.memory / 4 * 3, self.budget.threads > 1);
        let table = self.table.get_or_init(make_table);
        let next = AtomicUsize::new(0);
        let plan: Mutex<Option<Vec<Shot>>> = Mutex::new(None);
        let work = || {
            let mut walk = Walk {
                search: self,
                table,
                tasks: Vec::new(),
                path: Vec::new(),
                visited: 0,
                stores: 0,
            };
            while !self.stop.load(Ordering::Relaxed) {
                let Some((node, path)) = frontier.nodes.get(next.fetch_add(1, Ordering::Relaxed))
                else {
                    break;
                };
                let excess = self.excess(&node.position);
                if walk.settle(&Task::new(*node, frontier.left, excess)) {
                    let shots = path.iter().chain(walk.path.iter().rev());
                    let shots = shots.map(|&shot| self.field.shot(shot)).collect();
                    if let Ok(mut plan) = plan.lock() {
                        *plan = Some(shots);
                    }
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            walk.report();
        };
        if self.budget.threads <= 1 || frontier.nodes.len() < ENOUGH_TO_SHARE / 2 {
            work();
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..self.budget.threads).map(|_| scope.spawn(work)).collect();
                // Join all threads before reporting that one of them died.
                let ends: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
                ends.into_iter().collect::<Result<Vec<()>, _>>()
            })
            .map_err(|_| Defect::DeadThread)?;
        }
        match plan.into_inner().map_err(|_| Defect::DeadThread)? {
            Some(shots) => Ok(Refutation::Failed(shots)),
            None if self.is_cut_short.load(Ordering::Relaxed) => Ok(Refutation::CutShort),
            None => Ok(Refutation::Done),
        }
    }
}

/// Keeps the `width` candidates with the lowest scores.
fn keep_best<W: Word, const P: usize>(candidates: &mut Vec<(u32, u32, Node<W, P>)>, width: usize) {
    if candidates.len() > width {
        candidates.select_nth_unstable_by_key(width, |&(score, _, _)| score);
        candidates.truncate(width);
    }
}

/// Positions after the same number of shots, with the shots that led to them, and the number of
/// shots left.
struct Frontier<W, const P: usize> {
    nodes: Vec<(Node<W, P>, Vec<u8>)>,
    left: u32,
}

/// The depth-first search of one thread.
struct Walk<'a, W, const P: usize> {
    search: &'a Search<'a, W, P>,
    table: &'a Table,
    /// A stack of the nodes still to be visited at each depth.
    tasks: Vec<Task<W, P>>,
    /// The shots of a plan that was found, last shot first.
    path: Vec<u8>,
    visited: u64,
    stores: usize,
}

impl<W: Word, const P: usize> Walk<'_, W, P> {
    /// Adds this thread's counts to the shared ones.
    fn report(&mut self) {
        self.search.count_visited(std::mem::take(&mut self.visited));
        self.table.note_stores(std::mem::take(&mut self.stores));
    }

    /// Checks whether the search has to stop.
    #[cold]
    fn pause(&mut self) {
        self.report();
        let search = self.search;
        let visited = search.visited.load(Ordering::Relaxed);
        if visited > search.allowance.load(Ordering::Relaxed) || search.budget.is_spent() {
            search.is_cut_short.store(true, Ordering::Relaxed);
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether there is a plan within the shots left; if so, `path` holds it. A result of `false`
    /// proves nothing once `stop` is set.
    fn settle(&mut self, task: &Task<W, P>) -> bool {
        let Some(hash) = task.hash else { return self.visit(task) };
        let position = &task.node.position;
        if self.table.get(hash, position) >= task.left {
            return false;
        }
        if self.visit(task) {
            return true;
        }
        if !self.search.stop.load(Ordering::Relaxed) {
            self.table.put(hash, position, task.left);
            self.stores += 1;
        }
        false
    }

    fn visit(&mut self, task: &Task<W, P>) -> bool {
        self.visited += 1;
        if self.visited >= 4096 {
            self.pause();
        }
        let start = self.tasks.len();
        if let Some(shot) = self.push_children(&task.node, task.left) {
            self.path = vec![shot];
            return true;
        }
        if task.left > 6 {
            let promise = |task: &Task<W, P>| (task.node.needs.total, task.node.position.blocks);
            self.tasks[start..].sort_unstable_by_key(promise);
        }
        for index in start..self.tasks.len() {
            let child = self.tasks[index];
            if self.settle(&child) {
                self.path.push(child.node.shot);
                return true;
            }
            if self.search.stop.load(Ordering::Relaxed) {
                return false;
            }
        }
        self.tasks.truncate(start);
        false
    }

    /// Pushes the children that may lead to the goal onto the stack. Returns a shot that reaches
    /// the goal, if there is one.
    #[inline(always)]
    fn push_children(&mut self, node: &Node<W, P>, left: u32) -> Option<u8> {
        let (search, table) = (self.search, self.table);
        let mut goal = None;
        let least = match u32::from(node.needs.total) == left {
            true => node.needs.least(&search.field, &node.position, search.slack),
            false => 1,
        };
        node.position.for_each_effect(&search.field, least, |shot, position| {
            let excess = search.excess(&position);
            if excess == 0 {
                goal = Some(shot);
            } else if left > 1
                && let Some(child) = search.child(node, shot, position, left - 1)
            {
                let task = Task::new(child, left - 1, excess);
                if let Some(hash) = task.hash {
                    table.prefetch(hash);
                }
                self.tasks.push(task);
            }
        });
        goal
    }
}

/// A node to be visited.
#[derive(Clone, Copy)]
struct Task<W, const P: usize> {
    node: Node<W, P>,
    /// The number of shots left.
    left: u32,
    /// Present if the node is worth looking up in the table.
    hash: Option<Hash>,
}

impl<W: Word, const P: usize> Task<W, P> {
    #[inline(always)]
    fn new(node: Node<W, P>, left: u32, excess: u32) -> Task<W, P> {
        // Each shot removes at least one block, so a plan never needs more shots than there are
        // blocks to remove.
        let left = left.min(excess);
        // A node that needs all the shots left is refuted faster than it is looked up.
        let is_worth = left >= LOOK_UP_FROM && u32::from(node.needs.total) < left;
        Task { node, left, hash: is_worth.then(|| Hash::of(&node.position)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::plotting::generate::Draws;

    /// The length of a shortest plan, if there is one, and the number of positions visited. The
    /// search builds the second bound when a refutation may visit at least `positions_to_align`
    /// positions.
    fn optimum(level: &Level, threads: usize, positions_to_align: u64) -> (Option<usize>, u64) {
        let budget = Budget { threads, memory: 8 << 20, ..Budget::default() };
        let mut search = Search::<u64, 3>::new(level, &budget);
        search.positions_to_align = positions_to_align;
        let answer = search.answer(level, &mut |_| ()).unwrap();
        let length = match answer.outcome {
            Outcome::Solved(plan) => Some(plan.shots().len()),
            Outcome::Unsolvable(_) => None,
            Outcome::NotKnown(_) => panic!("the search has no limits"),
        };
        (length, answer.states)
    }

    #[test]
    fn the_second_bound_does_not_change_the_answers() {
        let (mut with, mut without) = (0, 0);
        for (size, colours) in [("5x5", 3), ("5x5", 4), ("4x6", 3), ("6x4", 4)] {
            for board in Draws::new(size.parse().unwrap(), colours, 31).unwrap().take(2) {
                for goal in colours - 1..=colours + 1 {
                    let level = Level::new("level", board.clone(), goal).unwrap();
                    let (expected, states) = optimum(&level, 1, u64::MAX);
                    without += states;
                    for threads in 1..=2 {
                        let (length, states) = optimum(&level, threads, 0);
                        assert_eq!(length, expected, "{board} {goal}");
                        with += if threads == 1 { states } else { 0 };
                    }
                }
            }
        }
        assert!(with < without, "{with} {without}");
    }
}
