//! Measures levels: one pass over all positions of a game yields all metrics for every goal.

use std::sync::Arc;

use super::metrics::{FirstShot, Metrics, PlanLengths, States};
use crate::games::plotting::level::{Figures, Level};
use crate::games::plotting::search::graph::{Graph, START};
use crate::games::plotting::search::survey::Lengths;
use crate::games::plotting::search::word::Word;
use crate::games::plotting::search::{Budget, with_packed};

/// The metrics of a board for every goal, from 0 to the number of its blocks; `None` for goals that
/// cannot be met.
pub struct Measured {
    fewest: usize,
    goals: Vec<Option<Arc<Metrics>>>,
}

impl Measured {
    /// Measures the game of a level, or returns `None` if the budget runs out.
    pub fn of(level: &Level, budget: &Budget<'_>) -> Option<Measured> {
        with_packed!(level, measure, budget)
    }

    /// The metrics for a goal, or `None` if it cannot be met.
    pub fn metrics(&self, goal: usize) -> Option<&Arc<Metrics>> {
        self.goals[goal].as_ref()
    }

    /// The fewest blocks that any play can leave.
    pub fn fewest(&self) -> usize {
        self.fewest
    }
}

fn measure<W: Word, const P: usize>(level: &Level, budget: &Budget<'_>) -> Option<Measured> {
    let graph = Graph::<W, P>::of(level, budget)?;
    // A path has at most one shot per block.
    let measured = if W::LIMBS == 1 {
        measured::<W, P, 2>(level, &graph)
    } else {
        measured::<W, P, 5>(level, &graph)
    };
    Some(measured)
}

fn measured<W: Word, const P: usize, const N: usize>(
    level: &Level,
    graph: &Graph<W, P>,
) -> Measured {
    let past = Past::<N>::of(graph);
    let future = Future::of(graph);
    let layers = Layers::of(graph, &past, &future);
    let fewest = usize::from(future.of[START as usize].best);
    let forced = forced_shots(graph, &past, &future, fewest);
    let greedy = greedy(graph);
    let figures = level.figures();
    let first: Vec<usize> = graph
        .moves(START)
        .iter()
        .map(|next| usize::from(future.of[next.to as usize].best))
        .collect();
    let metrics = |goal: usize| {
        (goal >= fewest).then(|| {
            let forced = if goal < figures.blocks { forced[goal - fewest] } else { 0 };
            Arc::new(layers.metrics(&figures, goal, fewest, &first, forced, greedy))
        })
    };
    Measured { fewest, goals: (0..=figures.blocks).map(metrics).collect() }
}

/// Facts about the paths from the start to each position.
struct Past<const N: usize> {
    /// The lengths of these paths.
    lengths: Vec<Lengths<N>>,
    /// The length of the shortest paths, and how many there are.
    shortest: Vec<(u16, u128)>,
}

impl<const N: usize> Past<N> {
    fn of<W: Word, const P: usize>(graph: &Graph<W, P>) -> Past<N> {
        let count = graph.positions.len();
        let mut past =
            Past { lengths: vec![Lengths::NONE; count], shortest: vec![(u16::MAX, 0); count] };
        past.lengths[START as usize] = Lengths::zero();
        past.shortest[START as usize] = (0, 1);
        for &node in &graph.order {
            let longer = past.lengths[node as usize].longer();
            let (shots, ways) = past.shortest[node as usize];
            for next in graph.moves(node) {
                let to = next.to as usize;
                past.lengths[to] = past.lengths[to].or(longer);
                let known = &mut past.shortest[to];
                if shots + 1 < known.0 {
                    *known = (shots + 1, ways);
                } else if shots + 1 == known.0 {
                    known.1 = known.1.saturating_add(ways);
                }
            }
        }
        past
    }
}

/// What can still be reached from each position.
struct Future {
    of: Vec<Prospect>,
}

#[derive(Clone, Copy)]
struct Prospect {
    /// The fewest blocks that can be left.
    best: u16,
    /// The same after the best shot, and after the best shot to a different position.
    next: [u16; 2],
}

/// More blocks than any board has.
const NEVER: u16 = u16::MAX;

impl Future {
    fn of<W: Word, const P: usize>(graph: &Graph<W, P>) -> Future {
        let mut of = vec![Prospect { best: NEVER, next: [NEVER; 2] }; graph.positions.len()];
        for &node in graph.order.iter().rev() {
            let (mut first, mut second, mut leads_to) = (NEVER, NEVER, None);
            for next in graph.moves(node) {
                let best = of[next.to as usize].best;
                if leads_to == Some(next.to) {
                    continue;
                } else if best < first {
                    (first, second, leads_to) = (best, first, Some(next.to));
                } else {
                    second = second.min(best);
                }
            }
            let best = first.min(graph.blocks(node) as u16);
            of[node as usize] = Prospect { best, next: [first, second] };
        }
        Future { of }
    }
}

/// Sums and unions over all positions with the same number of blocks, indexed by that number.
struct Layers<const N: usize> {
    lengths: Vec<Lengths<N>>,
    /// For each layer and each length, the number of shortest paths of that length that end in the
    /// layer.
    shortest: Vec<Vec<u128>>,
    dead_ends: Vec<usize>,
    ways_to_dead_ends: Vec<Lengths<N>>,
    /// For each number of blocks, how many positions can reach it but nothing lower.
    best: Vec<usize>,
    /// For each number of blocks, the lengths of the paths whose last shot leads from above it to
    /// it or below.
    crossings: Vec<Lengths<N>>,
    reachable: usize,
}

impl<const N: usize> Layers<N> {
    fn of<W: Word, const P: usize>(
        graph: &Graph<W, P>,
        past: &Past<N>,
        future: &Future,
    ) -> Layers<N> {
        let count = graph.blocks(START) + 1;
        let mut layers = Layers {
            lengths: vec![Lengths::NONE; count],
            shortest: vec![vec![0; count]; count],
            dead_ends: vec![0; count],
            ways_to_dead_ends: vec![Lengths::NONE; count],
            best: vec![0; count],
            crossings: vec![Lengths::NONE; count],
            reachable: graph.positions.len(),
        };
        layers.crossings[count - 1] = Lengths::zero();
        for &node in &graph.order {
            let blocks = graph.blocks(node);
            let lengths = past.lengths[node as usize];
            let (shots, ways) = past.shortest[node as usize];
            layers.lengths[blocks] = layers.lengths[blocks].or(lengths);
            let known = &mut layers.shortest[blocks][usize::from(shots)];
            *known = known.saturating_add(ways);
            layers.best[usize::from(future.of[node as usize].best)] += 1;
            let moves = graph.moves(node);
            if moves.is_empty() {
                layers.dead_ends[blocks] += 1;
                layers.ways_to_dead_ends[blocks] = layers.ways_to_dead_ends[blocks].or(lengths);
            }
            let lowest = moves.iter().map(|next| graph.blocks(next.to)).min().unwrap_or(blocks);
            for crossing in &mut layers.crossings[lowest..blocks] {
                *crossing = crossing.or(lengths.longer());
            }
        }
        layers
    }

    fn metrics(
        &self,
        figures: &Figures,
        goal: usize,
        fewest: usize,
        first: &[usize],
        forced: usize,
        greedy: usize,
    ) -> Metrics {
        let lengths = self.lengths[..=goal].iter().fold(Lengths::NONE, |all, &one| all.or(one));
        let all = lengths.list();
        let (optimum, most) = (all[0], all[all.len() - 1]);
        let lose = self.ways_to_dead_ends[goal + 1..].iter().filter_map(|ways| ways.most()).max();
        let winning = first.iter().filter(|&&best| best <= goal).count();
        Metrics {
            rows: figures.rows,
            columns: figures.columns,
            blocks: figures.blocks,
            colours: figures.colours,
            goal,
            fewest,
            optimum,
            slowest: self.crossings[goal].most().unwrap_or(0),
            lengths: PlanLengths { count: all.len(), most, spread: most - optimum, all },
            plans: self.shortest[..=goal]
                .iter()
                .fold(0, |sum: u128, layer| sum.saturating_add(layer[optimum])),
            states: States {
                reachable: self.reachable,
                dead_ends: self.dead_ends[goal + 1..].iter().sum(),
                lost: self.best[goal + 1..].iter().sum(),
            },
            first: FirstShot {
                shots: first.len(),
                winning,
                share: if first.is_empty() { 1.0 } else { winning as f64 / first.len() as f64 },
            },
            forced,
            greedy,
            lose: lose.unwrap_or(0),
        }
    }
}

/// The number of forced shots on a shortest plan with the fewest of them, for each goal from the
/// fewest blocks that can be left to one less than all blocks.
fn forced_shots<W: Word, const P: usize, const N: usize>(
    graph: &Graph<W, P>,
    past: &Past<N>,
    future: &Future,
    fewest: usize,
) -> Vec<usize> {
    let goals = graph.blocks(START) - fewest;
    let mut optimum = vec![u16::MAX; goals];
    for (blocks, shots) in
        graph.order.iter().map(|&node| (graph.blocks(node), past.shortest[node as usize].0))
    {
        for optimum in &mut optimum[blocks.saturating_sub(fewest).min(goals)..] {
            *optimum = shots.min(*optimum);
        }
    }
    // Every prefix of a shortest plan is a shortest path to where it leads, so only such paths are
    // followed.
    let mut forced = vec![u16::MAX; goals * graph.positions.len()];
    forced[..goals].fill(0);
    let mut least = vec![u16::MAX; goals];
    for &node in &graph.order {
        let shots = past.shortest[node as usize].0;
        let at = node as usize * goals;
        let blocks = graph.blocks(node);
        for goal in blocks.saturating_sub(fewest).min(goals)..goals {
            if shots == optimum[goal] {
                least[goal] = least[goal].min(forced[at + goal]);
            }
        }
        let [best, second] = future.of[node as usize].next.map(usize::from);
        for next in graph.moves(node) {
            if past.shortest[next.to as usize].0 != shots + 1 {
                continue;
            }
            let after = next.to as usize * goals;
            for goal in best.max(fewest)..blocks.min(fewest + goals) {
                let so_far = forced[at + goal - fewest].saturating_add(u16::from(goal < second));
                let known = &mut forced[after + goal - fewest];
                *known = so_far.min(*known);
            }
        }
    }
    least.into_iter().map(usize::from).collect()
}

/// The blocks that a greedy player leaves.
fn greedy<W: Word, const P: usize>(graph: &Graph<W, P>) -> usize {
    let mut node = START;
    let choice = |node| {
        let moves = graph.moves(node).iter();
        moves.min_by_key(|&&next| (graph.blocks(next.to), graph.shot(next))).copied()
    };
    while let Some(next) = choice(node) {
        node = next.to;
    }
    graph.blocks(node)
}
