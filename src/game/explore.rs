//! Exhaustive search by the rules alone: slow, simple, and the same for every game. It judges solvers
//! of games that have no native solver, and native solvers on small levels.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::ControlFlow;

use super::search::{Budget, Finding, FoundPlan, Proof, SearchResult, Spent};
use super::{Game, Objective};

/// Searches every state of a level, within a budget, one thread whatever the budget says.
///
/// Where less is better this is Dijkstra's algorithm: states are expanded in the order of the value of
/// the best way to them, so the first won state ends the search. Where more is better, a state is
/// expanded again whenever a better way to it is found, and the search ends when none is left.
pub fn explore<G: Game>(level: &G::Level, budget: &Budget<'_>) -> SearchResult {
    let objective = G::objective(level);
    let mut search = Search::<G>::new(G::start(level));
    let mut states = 0;
    let mut best: Option<(i64, usize)> = None;
    while let Some((value, index)) = search.next(objective) {
        states += 1;
        let mut spent = search.spent(budget, states % 256 == 0);
        if spent.is_none() {
            let state = search.nodes[index].state.clone();
            if G::is_won(level, &state)
                && best.is_none_or(|(known, _)| objective.is_better(value, known))
            {
                best = Some((value, index));
                if !objective.is_more_better() {
                    break;
                }
            }
            // A state may have astronomically many moves.
            let mut made = 0_u64;
            let _ = G::each_move(level, &state, &mut |next| {
                search.reach(next.after, value + next.value, (index, next.word), objective);
                made += 1;
                spent = search.spent(budget, made.is_multiple_of(1024));
                if spent.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        if let Some(spent) = spent {
            let best = best.map(|(value, index)| search.plan(index, value));
            // Where less is better, all states with a lesser value have been expanded. Where more is, nothing
            // is known of what was not reached.
            let bound = if objective.is_more_better() { i64::MAX } else { value };
            return SearchResult { finding: Finding::Open { best, spent }, bound, states };
        }
    }
    match best {
        Some((value, index)) => {
            let plan = search.plan(index, value);
            SearchResult { bound: value, finding: Finding::Optimal(plan), states }
        }
        None => {
            let finding = Finding::Unsolvable(Proof::EXHAUSTION);
            SearchResult { finding, bound: 0, states }
        }
    }
}

/// The states of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The states that can be reached, up to the first in which the level is won.
    pub states: usize,
    /// Those of them from which the level cannot be won.
    pub lost: usize,
}

/// Counts the states of a level, and those from which it cannot be won any more; `None` if there are
/// more than `most`, or the budget is spent.
pub fn survey<G: Game>(level: &G::Level, most: usize, budget: &Budget<'_>) -> Option<Survey> {
    let start = G::start(level);
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    // For each state, those that lead to it.
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut won = Vec::new();
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        if next.is_multiple_of(64) && budget.is_spent() {
            return None;
        }
        if G::is_won(level, &state) {
            won.push(next);
            next += 1;
            continue;
        }
        let whole = G::each_move(level, &state, &mut |step| {
            let number = *numbers.entry(step.after).or_insert_with_key(|after| {
                states.push(after.clone());
                before.push(Vec::new());
                states.len() - 1
            });
            before[number].push(next);
            if states.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if whole.is_break() {
            return None;
        }
        next += 1;
    }
    let mut wins = vec![false; states.len()];
    while let Some(number) = won.pop() {
        if !std::mem::replace(&mut wins[number], true) {
            won.append(&mut before[number]);
        }
    }
    let lost = wins.iter().filter(|wins| !**wins).count();
    Some(Survey { states: states.len(), lost })
}

/// A way to a state. Nodes are never changed, so that a better way found later leaves plans intact.
struct Node<S> {
    state: S,
    /// The node before, and the step that led here.
    before: Option<(usize, String)>,
}

struct Search<G: Game> {
    nodes: Vec<Node<G::State>>,
    /// The best value with which each state was reached.
    best: HashMap<G::State, i64>,
    /// Nodes to expand, the least rank first.
    open: BinaryHeap<Reverse<(i64, usize)>>,
}

impl<G: Game> Search<G> {
    fn new(start: G::State) -> Search<G> {
        Search {
            best: HashMap::from([(start.clone(), 0)]),
            nodes: vec![Node { state: start, before: None }],
            open: BinaryHeap::from([Reverse((0, 0))]),
        }
    }

    /// The next node to expand, with its value; nodes that a better way has overtaken are skipped.
    fn next(&mut self, objective: Objective) -> Option<(i64, usize)> {
        while let Some(Reverse((rank, index))) = self.open.pop() {
            let value = if objective.is_more_better() { -rank } else { rank };
            if self.best.get(&self.nodes[index].state) == Some(&value) {
                return Some((value, index));
            }
        }
        None
    }

    fn reach(
        &mut self,
        state: G::State,
        value: i64,
        before: (usize, String),
        objective: Objective,
    ) {
        if self.best.get(&state).is_some_and(|&known| !objective.is_better(value, known)) {
            return;
        }
        self.best.insert(state.clone(), value);
        let rank = if objective.is_more_better() { -value } else { value };
        self.open.push(Reverse((rank, self.nodes.len())));
        self.nodes.push(Node { state, before: Some(before) });
    }

    /// What ends the search, if anything does; the clock is only looked at when it is due.
    fn spent(&self, budget: &Budget<'_>, is_due: bool) -> Option<Spent> {
        if self.is_full(budget.memory) {
            return Some(Spent::Memory);
        }
        (is_due && budget.is_spent()).then_some(Spent::Stopped)
    }

    /// Whether the search holds more than it may, by a rough estimate per node.
    fn is_full(&self, memory: usize) -> bool {
        let node = 2 * size_of::<G::State>() + size_of::<Node<G::State>>() + 256;
        self.nodes.len().saturating_mul(node) > memory
    }

    fn plan(&self, mut index: usize, value: i64) -> FoundPlan {
        let mut steps = Vec::new();
        while let Some((before, word)) = &self.nodes[index].before {
            steps.push(word.clone());
            index = *before;
        }
        steps.reverse();
        FoundPlan { steps, value }
    }
}
