//! What is measured of a level that has a plan, and the names that formulas and tables know it by.

use serde::Serialize;

/// What is measured of a level that has a plan.
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
    /// The fewest blocks that can be left at all.
    pub fewest: usize,
    /// The shots of a shortest plan.
    pub optimum: usize,
    /// The most shots that it can take to meet the goal.
    pub slowest: usize,
    /// The lengths of all plans.
    pub lengths: PlanLengths,
    /// How many shortest plans there are; at most `u128::MAX`.
    pub plans: u128,
    /// The positions of the game.
    pub states: States,
    /// The first shot.
    pub first: FirstShot,
    /// How often, on a shortest plan with the fewest such shots, only one position can follow from which
    /// the goal can still be met.
    pub forced: usize,
    /// The blocks left at the end by a player who always takes the most blocks; of several such shots the
    /// one along the highest row or, if there is none, down the leftmost column.
    pub greedy: usize,
    /// The most shots on a way into a dead end above the goal; 0 if there is none.
    pub lose: usize,
}

/// The lengths of all plans. A plan may go on after the goal is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlanLengths {
    /// All of them, ascending.
    pub all: Vec<usize>,
    /// How many different ones.
    pub count: usize,
    /// The longest.
    pub most: usize,
    /// The longest less the shortest.
    pub spread: usize,
}

/// The positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct States {
    /// Those that can be reached, the start among them.
    pub reachable: usize,
    /// Those above the goal in which no shot does anything.
    pub dead_ends: usize,
    /// Those from which the goal can no longer be met, the dead ends among them.
    pub lost: usize,
}

/// The first shot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstShot {
    /// The shots that do something at the start.
    pub shots: usize,
    /// Those after which the goal can still be met.
    pub winning: usize,
    /// Those that are winning, of all: from 0 to 1. With no shot to be fired, 1.
    pub share: f64,
}

/// A figure of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// A count.
    Count(u128),
    /// A share.
    Share(f64),
    /// Several counts.
    List(Vec<usize>),
}

/// A metric by name.
pub struct Metric {
    /// Its name in formulas, tables and JSON; a dot leads into an object.
    pub name: &'static str,
    /// What it tells.
    pub says: &'static str,
    /// Its figure for a level.
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
    metric("optimum", "the shots of a shortest plan", |m| number(m.optimum)),
    metric("lengths.spread", "the longest plan's shots less the shortest's", |m| {
        number(m.lengths.spread)
    }),
    metric("spread", "short for lengths.spread", |m| number(m.lengths.spread)),
    metric(
        "lengths.most",
        "the shots of a longest plan; it may go on after the goal is met",
        |m| number(m.lengths.most),
    ),
    metric("lengths.count", "how many different lengths plans have", |m| number(m.lengths.count)),
    metric("lengths.all", "all of them, as a list: 7 in lengths.all", |m| {
        Figure::List(m.lengths.all.clone())
    }),
    metric("slowest", "the most shots that it can take to meet the goal", |m| number(m.slowest)),
    metric("plans", "the number of shortest plans", |m| Figure::Count(m.plans)),
    metric("forced", "shots on a shortest plan with but one way on that still wins", |m| {
        number(m.forced)
    }),
    metric("greedy", "the blocks that greedy play leaves", |m| number(m.greedy)),
    metric("lose", "the most shots on a way into a dead end above the goal, or 0", |m| {
        number(m.lose)
    }),
    metric("first.shots", "the first shots that do something", |m| number(m.first.shots)),
    metric("first.winning", "those after which the goal can still be met", |m| {
        number(m.first.winning)
    }),
    metric("first.share", "those that still win, of all first shots: 0 to 1", |m| {
        Figure::Share(m.first.share)
    }),
    metric("states.reachable", "the positions that can be reached", |m| number(m.states.reachable)),
    metric("states.dead_ends", "those above the goal where no shot does anything", |m| {
        number(m.states.dead_ends)
    }),
    metric("states.lost", "those from which the goal can no longer be met", |m| {
        number(m.states.lost)
    }),
    metric("fewest", "the fewest blocks that can be left at all", |m| number(m.fewest)),
    metric("goal", "the most blocks that may be left", |m| number(m.goal)),
    metric("blocks", "the blocks at the start", |m| number(m.blocks)),
    metric("colours", "the colours at the start", |m| number(m.colours)),
    metric("rows", "the rows of the board", |m| number(m.rows)),
    metric("columns", "its columns", |m| number(m.columns)),
];
