//! The number of cheapest ways through a graph that is given by its edges.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

/// A graph of states, with costs on its edges. There is no circle of edges that cost nothing.
pub(crate) trait Graph {
    type State: Clone + Eq + Hash;

    fn start(&self) -> Self::State;
    fn is_goal(&self, state: &Self::State) -> bool;
    /// The edges from a state: where they lead, and what they cost.
    fn edges(&self, state: &Self::State) -> Vec<(Self::State, u32)>;
}

/// The least cost of a way from the start to a goal, and the number of ways of this cost; `None` if no way
/// leads to a goal.
pub(crate) fn cheapest_ways<G: Graph>(graph: &G) -> Option<(u32, u128)> {
    let (least, costs) = distances(graph)?;
    let mut known = HashMap::new();
    Some((least, ways(graph, &graph.start(), 0, least, &costs, &mut known)))
}

/// The least cost of a goal, and of every state that does not cost more.
fn distances<G: Graph>(graph: &G) -> Option<(u32, HashMap<G::State, u32>)> {
    let mut open = BTreeMap::from([(0, HashSet::from([graph.start()]))]);
    let mut costs: HashMap<G::State, u32> = HashMap::new();
    let mut least = None;
    while let Some(mut entry) = open.first_entry() {
        let cost = *entry.key();
        if least.is_some_and(|least| cost > least) {
            break;
        }
        let Some(state) = entry.get().iter().next().cloned() else {
            entry.remove();
            continue;
        };
        entry.get_mut().remove(&state);
        if costs.contains_key(&state) {
            continue;
        }
        if graph.is_goal(&state) {
            least = Some(cost);
        }
        for (next, price) in graph.edges(&state) {
            if !costs.contains_key(&next) {
                open.entry(cost + price).or_default().insert(next);
            }
        }
        costs.insert(state, cost);
    }
    Some((least?, costs))
}

/// The number of ways of the least cost from a state that is reached at this cost. All states on such a way
/// are reached as cheaply as they can be.
fn ways<G: Graph>(
    graph: &G,
    state: &G::State,
    cost: u32,
    least: u32,
    costs: &HashMap<G::State, u32>,
    known: &mut HashMap<G::State, u128>,
) -> u128 {
    if let Some(&known) = known.get(state) {
        return known;
    }
    let mut sum = u128::from(cost == least && graph.is_goal(state));
    for (next, price) in graph.edges(state) {
        let next_cost = cost + price;
        if next_cost <= least && costs.get(&next) == Some(&next_cost) {
            sum += ways(graph, &next, next_cost, least, costs, known);
        }
    }
    known.insert(state.clone(), sum);
    sum
}
