//! What plans never need to do, or never do: the rules by which the article makes its models smaller.
//!
//! A rule that forbids shots is sound if, wherever one is, no goal gets further away by it. A rule that is
//! said to be implied is sound if no way to play breaks it.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Counterexample, Look};
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::Shot;
use crate::games::plotting::search::graph::{Graph, Move, NO_WAY, START};
use crate::games::plotting::search::packed::{CODES, Packed};
use crate::games::plotting::search::word::Word;
use crate::games::plotting::search::{Budget, with_packed};

/// A rule for all shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Section 8.3.
    EmptyRow,
    /// Section 8.3, the second form.
    LastColumn,
    /// Section 8.1.
    MonochromeOrder,
    /// Section 8.1, with the condition as it is printed.
    MonochromeOrderAsPrinted,
    /// Section 8.2.
    DeadEnd,
    /// Section 8.2, the generalisation.
    KBlocks,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 6] = [
        Rule::EmptyRow,
        Rule::LastColumn,
        Rule::MonochromeOrder,
        Rule::MonochromeOrderAsPrinted,
        Rule::DeadEnd,
        Rule::KBlocks,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::EmptyRow => "empty-row",
            Rule::LastColumn => "last-column",
            Rule::MonochromeOrder => "monochrome-order",
            Rule::MonochromeOrderAsPrinted => "monochrome-order-as-printed",
            Rule::DeadEnd => "dead-end",
            Rule::KBlocks => "k-blocks",
        }
    }

    /// What it says.
    pub fn says(self) -> &'static str {
        match self {
            Rule::EmptyRow => "Shots along empty rows are never needed.",
            Rule::LastColumn => {
                "Shots along rows that are empty but perhaps for the top block of the last column are never \
                 needed."
            }
            Rule::MonochromeOrder => {
                "Where two columns hold nothing but the hand's colour, a shot down the right one need not \
                 be followed by one down the left one."
            }
            Rule::MonochromeOrderAsPrinted => {
                "The same where in each row one of the two columns holds nothing but the hand's colour."
            }
            Rule::DeadEnd => {
                "Once a colour has at most one block on the board, it is in the hand after the last shot \
                 only."
            }
            Rule::KBlocks => {
                "Once a colour has k blocks on the board, it is in the hand at most k - 1 times before the \
                 last shot."
            }
        }
    }

    /// Looks at every position of a game; `None` if the budget is spent.
    pub(super) fn look(self, level: &Level, budget: &Budget<'_>) -> Option<Look> {
        with_packed!(level, look, budget, self)
    }
}

fn look<W: Word, const P: usize>(level: &Level, budget: &Budget<'_>, rule: Rule) -> Option<Look> {
    let graph = Graph::<W, P>::of(level, budget)?;
    let (cases, failure) = match rule {
        Rule::EmptyRow => without(&graph, |position, height| {
            (position.filled() & graph.field.row(height)).is_zero()
        }),
        Rule::LastColumn => without(&graph, |position, height| {
            let filled = position.filled();
            (filled & graph.field.row(height) & graph.field.others).is_zero()
                && (filled & graph.field.last).count() <= height + 1
        }),
        Rule::MonochromeOrder => in_order(&graph, |strange, left, right| {
            ((graph.field.column(left) | graph.field.column(right)) & strange).is_zero()
        }),
        Rule::MonochromeOrderAsPrinted => in_order(&graph, |strange, left, right| {
            (0..graph.field.rows).all(|height| {
                let row = strange & graph.field.row(height);
                (row & graph.field.column(left)).is_zero()
                    || (row & graph.field.column(right)).is_zero()
            })
        }),
        Rule::DeadEnd => hands(&graph, |blocks| (blocks <= 1).then_some(0)),
        Rule::KBlocks => hands(&graph, |blocks| Some(blocks.saturating_sub(1))),
    };
    let counterexample = |failure: Failure| Counterexample {
        position: match failure.node {
            START => level.start().clone(),
            node => {
                let colours = level.board().colours();
                graph.positions[node as usize].unpacked(&graph.field, &colours)
            }
        },
        goal: failure.goal,
        optimum: failure.optimum,
        restricted: failure.restricted,
        forbidden: Vec::new(),
        about: failure.about,
    };
    Some(Look {
        boards: u64::from(cases > 0),
        cases,
        counterexamples: failure.map(counterexample).into_iter().collect(),
    })
}

/// Where a rule does not hold.
struct Failure {
    node: u32,
    goal: Option<usize>,
    optimum: Option<usize>,
    restricted: Option<usize>,
    about: String,
}

/// Compares the fewest shots from each position to each goal with those under a rule.
fn compare<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    truth: &[u16],
    restricted: impl Fn(u32, usize) -> u16,
) -> Option<Failure> {
    let width = graph.blocks(START) + 1;
    let shots = |number: u16| (number != NO_WAY).then(|| usize::from(number));
    // The start is the first in order: where it fails, that is what is told.
    graph.order.iter().find_map(|&node| {
        (0..width).find_map(|goal| {
            let (optimum, under_rule) =
                (truth[node as usize * width + goal], restricted(node, goal));
            (optimum != under_rule).then(|| Failure {
                node,
                goal: Some(goal),
                optimum: shots(optimum),
                restricted: shots(under_rule),
                about: String::new(),
            })
        })
    })
}

/// Leaves out shots along rows of some sort; gives how many there were.
fn without<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    is_left_out: impl Fn(&Packed<W, P>, u32) -> bool,
) -> (u64, Option<Failure>) {
    let rows = graph.field.rows;
    let may_be_made = |node: u32, next: Move| match graph.shot(next) {
        Shot::Row(row) => !is_left_out(&graph.positions[node as usize], rows - row as u32),
        Shot::Column(_) => true,
    };
    let mut cases = 0;
    for &node in &graph.order {
        cases += graph.moves(node).iter().filter(|&&next| !may_be_made(node, next)).count() as u64;
    }
    if cases == 0 {
        return (0, None);
    }
    let width = graph.blocks(START) + 1;
    let restricted = graph.fewest_shots_where(may_be_made);
    let failure = compare(graph, &graph.fewest_shots(), |node, goal| {
        restricted[node as usize * width + goal]
    });
    (cases, failure)
}

/// Leaves out a shot down a column right after one down a column to the right of it, if both were of some
/// sort; gives how many pairs of shots there were. `is_of_sort` is told the cells of other colours than the
/// hand's, and the two columns.
fn in_order<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    is_of_sort: impl Fn(W, u32, u32) -> bool,
) -> (u64, Option<Failure>) {
    /// The columns that must not be shot down after a move.
    fn barred<W: Word, const P: usize>(
        graph: &Graph<W, P>,
        node: u32,
        next: Move,
        is_of_sort: &dyn Fn(W, u32, u32) -> bool,
    ) -> u16 {
        // A wildcard has no colour that a column could consist of.
        let Shot::Column(right) = graph.shot(next) else { return 0 };
        if node == START && graph.has_wildcard {
            return 0;
        }
        let position = &graph.positions[node as usize];
        let strange = position.filled() & !position.cells(position.hand);
        let right = right as u32 - 1;
        (0..right)
            .filter(|&left| is_of_sort(strange, left, right))
            .fold(0, |all, left| all | 1 << left)
    }
    struct Walk<'a, W, const P: usize> {
        graph: &'a Graph<W, P>,
        is_of_sort: &'a dyn Fn(W, u32, u32) -> bool,
        known: HashMap<(u32, u16), Rc<[u16]>>,
    }
    impl<W: Word, const P: usize> Walk<'_, W, P> {
        /// The fewest shots to each goal, where some columns are barred for the next shot.
        fn fewest(&mut self, node: u32, bars: u16) -> Rc<[u16]> {
            if let Some(known) = self.known.get(&(node, bars)) {
                return Rc::clone(known);
            }
            let width = self.graph.blocks(START) + 1;
            let mut fewest = vec![NO_WAY; width];
            fewest[self.graph.blocks(node)..].fill(0);
            for &next in self.graph.moves(node) {
                let is_barred = match self.graph.shot(next) {
                    Shot::Column(column) => bars >> (column - 1) & 1 == 1,
                    Shot::Row(_) => false,
                };
                if !is_barred {
                    let bars = barred(self.graph, node, next, self.is_of_sort);
                    for (fewest, after) in fewest.iter_mut().zip(self.fewest(next.to, bars).iter())
                    {
                        *fewest = after.saturating_add(1).min(*fewest);
                    }
                }
            }
            let fewest: Rc<[u16]> = fewest.into();
            self.known.insert((node, bars), Rc::clone(&fewest));
            fewest
        }
    }
    let mut cases = 0;
    for &node in &graph.order {
        for &next in graph.moves(node) {
            let bars = barred(graph, node, next, &is_of_sort);
            let is_barred = |after: &&Move| match graph.shot(**after) {
                Shot::Column(column) => bars >> (column - 1) & 1 == 1,
                Shot::Row(_) => false,
            };
            cases += graph.moves(next.to).iter().filter(is_barred).count() as u64;
        }
    }
    if cases == 0 {
        return (0, None);
    }
    let mut walk = Walk { graph, is_of_sort: &is_of_sort, known: HashMap::new() };
    let restricted: HashMap<u32, Rc<[u16]>> =
        graph.order.iter().map(|&node| (node, walk.fewest(node, 0))).collect();
    let failure = compare(graph, &graph.fewest_shots(), |node, goal| restricted[&node][goal]);
    (cases, failure)
}

/// Counts how often a colour can be in the hand before the last shot, and compares that with the most that
/// a rule gives for its blocks on the board; gives how often the rule says something.
fn hands<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    most: impl Fn(u32) -> Option<u32>,
) -> (u64, Option<Failure>) {
    let mut times = vec![[0u8; CODES]; graph.positions.len()];
    let (mut cases, mut failure) = (0, None);
    for &node in graph.order.iter().rev() {
        let mut here = [0; CODES];
        for next in graph.moves(node) {
            // Where no shot is possible the last one has been fired.
            if graph.moves(next.to).is_empty() {
                continue;
            }
            let mut there = times[next.to as usize];
            there[usize::from(graph.positions[next.to as usize].hand)] += 1;
            for (here, there) in here.iter_mut().zip(there) {
                *here = there.max(*here);
            }
        }
        times[node as usize] = here;
        let position = &graph.positions[node as usize];
        for code in 1..=graph.field.colours as u8 {
            let blocks = position.cells(code).count();
            let Some(most) = most(blocks).filter(|_| blocks > 0) else { continue };
            cases += 1;
            let found = here[usize::from(code)];
            if u32::from(found) > most {
                failure = Some(Failure {
                    node,
                    goal: None,
                    optimum: None,
                    restricted: None,
                    about: format!(
                        "a colour with {blocks} blocks on the board is in the hand {found} times more"
                    ),
                });
            }
        }
    }
    (cases, failure)
}
