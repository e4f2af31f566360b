//! The rules with which the article makes its models smaller: what plans never need to do, or never
//! do.
//!
//! A rule that forbids shots is sound if, in every position, it does not make any goal take longer
//! to reach. A rule that is supposed to be implied is sound if no play breaks it.

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
    /// Section 8.1, with the condition as printed.
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

    /// The name of the rule.
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

    /// The rule in words.
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

    /// Checks every position of a game, or returns `None` if the budget runs out.
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
        Rule::MonochromeOrder => in_order(&graph, |foreign, left, right| {
            ((graph.field.column(left) | graph.field.column(right)) & foreign).is_zero()
        }),
        Rule::MonochromeOrderAsPrinted => in_order(&graph, |foreign, left, right| {
            (0..graph.field.rows).all(|height| {
                let row = foreign & graph.field.row(height);
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

/// Compares the fewest shots from each position to each goal with the fewest under a rule.
fn compare<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    truth: &[u16],
    restricted: impl Fn(u32, usize) -> u16,
) -> Option<Failure> {
    let width = graph.blocks(START) + 1;
    let shots = |number: u16| (number != NO_WAY).then(|| usize::from(number));
    // The start comes first in order, so a failure at the start is the one reported.
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

/// Forbids some shots along rows. Returns how many there are, and a failure if it matters.
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

/// Forbids a shot down a column directly after one down a column to its right, if `applies` was
/// true before the first of them. Returns how many such pairs of shots there are, and a failure if
/// it matters. The arguments of `applies` are the cells of colours other than the hand's, and the
/// two columns.
fn in_order<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    applies: impl Fn(W, u32, u32) -> bool,
) -> (u64, Option<Failure>) {
    /// The columns that must not be shot down directly after a move.
    fn barred<W: Word, const P: usize>(
        graph: &Graph<W, P>,
        node: u32,
        next: Move,
        applies: &dyn Fn(W, u32, u32) -> bool,
    ) -> u16 {
        let Shot::Column(right) = graph.shot(next) else { return 0 };
        // A wildcard has no colour of which a column could consist.
        if node == START && graph.has_wildcard {
            return 0;
        }
        let position = &graph.positions[node as usize];
        let foreign = position.filled() & !position.cells(position.hand);
        let right = right as u32 - 1;
        (0..right)
            .filter(|&left| applies(foreign, left, right))
            .fold(0, |all, left| all | 1 << left)
    }
    struct Walk<'a, W, const P: usize> {
        graph: &'a Graph<W, P>,
        applies: &'a dyn Fn(W, u32, u32) -> bool,
        known: HashMap<(u32, u16), Rc<[u16]>>,
    }
    impl<W: Word, const P: usize> Walk<'_, W, P> {
        /// The fewest shots to each goal if some columns are barred for the next shot.
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
                    let bars = barred(self.graph, node, next, self.applies);
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
            let bars = barred(graph, node, next, &applies);
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
    let mut walk = Walk { graph, applies: &applies, known: HashMap::new() };
    let restricted: HashMap<u32, Rc<[u16]>> =
        graph.order.iter().map(|&node| (node, walk.fewest(node, 0))).collect();
    let failure = compare(graph, &graph.fewest_shots(), |node, goal| restricted[&node][goal]);
    (cases, failure)
}

/// Checks how often a colour can be in the hand before the last shot against the limit that a rule
/// gives for its number of blocks on the board. Returns how often the rule applies, and a failure
/// if there is one.
fn hands<W: Word, const P: usize>(
    graph: &Graph<W, P>,
    most: impl Fn(u32) -> Option<u32>,
) -> (u64, Option<Failure>) {
    let mut times = vec![[0u8; CODES]; graph.positions.len()];
    let (mut cases, mut failure) = (0, None);
    for &node in graph.order.iter().rev() {
        let mut here = [0; CODES];
        for next in graph.moves(node) {
            // If no shot is possible, the last one has been fired.
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
