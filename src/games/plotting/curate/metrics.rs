//! The metrics of a level that has a plan, and their names in formulas and tables.

use serde::Serialize;

/// The metrics of a level that has a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Blocks at the start.
    pub blocks: usize,
    /// Colours at the start.
    pub colours: usize,
    /// The goal.
    pub goal: usize,
    /// The fewest blocks that any play can leave.
    pub fewest: usize,
    /// The number of shots of a shortest plan.
    pub optimum: usize,
    /// The most shots that it can take to meet the goal.
    pub slowest: usize,
    /// The lengths of all plans.
    pub lengths: PlanLengths,
    /// The number of shortest plans, capped at `u128::MAX`.
    pub plans: u128,
    /// The positions of the game.
    pub states: States,
    /// The first shot.
    pub first: FirstShot,
    /// The number of forced shots on a shortest plan with the fewest of them. A shot is forced if
    /// only one next position still allows the goal to be met.
    pub forced: usize,
    /// The blocks left by a player who always takes the most blocks. Among equal shots, the player
    /// prefers the highest row or, without a row shot, the leftmost column.
    pub greedy: usize,
    /// The most shots on a path to a dead end above the goal; 0 without dead ends.
    pub lose: usize,
}

/// The lengths of all plans. A plan may continue after the goal is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanLengths {
    /// All lengths, in ascending order.
    pub all: Vec<usize>,
    /// The number of different lengths.
    pub count: usize,
    /// The longest length.
    pub most: usize,
    /// The longest length minus the shortest.
    pub spread: usize,
}

/// The numbers of positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct States {
    /// Reachable positions, including the start.
    pub reachable: usize,
    /// Positions above the goal in which every shot is null.
    pub dead_ends: usize,
    /// Positions from which the goal can no longer be met, including the dead ends.
    pub lost: usize,
}

/// The first shot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstShot {
    /// The number of shots at the start that are not null.
    pub shots: usize,
    /// The number of those after which the goal can still be met.
    pub winning: usize,
    /// The share of winning shots, from 0 to 1; 1 if there are no shots.
    pub share: f64,
}

/// The value of a metric.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A count.
    Count(u128),
    /// A share, from 0 to 1.
    Share(f64),
    /// Several counts.
    List(Vec<usize>),
}

/// A named metric.
pub struct Metric {
    /// The name in formulas, tables and JSON; a dot leads into an object.
    pub name: &'static str,
    /// A short description.
    pub says: &'static str,
    /// Computes the value for a level.
    pub of: fn(&Metrics) -> Figure,
}

const fn metric(name: &'static str, says: &'static str, of: fn(&Metrics) -> Figure) -> Metric {
    Metric { name, says, of }
}

fn number(count: usize) -> Figure {
    Figure::Count(count as u128)
}

/// All metrics, in the order in which they are listed.
pub const METRICS: [Metric; 23] = [
    metric("optimum", "the number of shots in a shortest plan", |m| number(m.optimum)),
    metric("lengths.spread", "the longest plan length minus the shortest", |m| {
        number(m.lengths.spread)
    }),
    metric("spread", "short for lengths.spread", |m| number(m.lengths.spread)),
    metric(
        "lengths.most",
        "the length of a longest plan, which may continue after the goal is met",
        |m| number(m.lengths.most),
    ),
    metric("lengths.count", "the number of different plan lengths", |m| number(m.lengths.count)),
    metric("lengths.all", "the list of all plan lengths, e.g. 7 in lengths.all", |m| {
        Figure::List(m.lengths.all.clone())
    }),
    metric("slowest", "the most shots it can take to meet the goal", |m| number(m.slowest)),
    metric("plans", "the number of shortest plans", |m| Figure::Count(m.plans)),
    metric(
        "forced",
        "the fewest forced shots (one winning next position) on a shortest plan",
        |m| number(m.forced),
    ),
    metric("greedy", "the blocks left by a greedy player", |m| number(m.greedy)),
    metric("lose", "the most shots on a path to a dead end above the goal, or 0", |m| {
        number(m.lose)
    }),
    metric("first.shots", "the number of first shots that are not null", |m| number(m.first.shots)),
    metric("first.winning", "the number of those after which the goal can still be met", |m| {
        number(m.first.winning)
    }),
    metric("first.share", "first.winning divided by first.shots, from 0 to 1", |m| {
        Figure::Share(m.first.share)
    }),
    metric("states.reachable", "the number of reachable positions", |m| number(m.states.reachable)),
    metric(
        "states.dead_ends",
        "the number of positions above the goal where every shot is null",
        |m| number(m.states.dead_ends),
    ),
    metric(
        "states.lost",
        "the number of positions from which the goal can no longer be met",
        |m| number(m.states.lost),
    ),
    metric("fewest", "the fewest blocks that any play can leave", |m| number(m.fewest)),
    metric("goal", "the most blocks that may be left", |m| number(m.goal)),
    metric("blocks", "the number of blocks at the start", |m| number(m.blocks)),
    metric("colours", "the number of colours at the start", |m| number(m.colours)),
    metric("rows", "the number of rows of the board", |m| number(m.rows)),
    metric("columns", "the number of columns of the board", |m| number(m.columns)),
];
