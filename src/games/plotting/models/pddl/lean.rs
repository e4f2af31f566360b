//! Renders the Lean model, with rows `r1`, `r2`, … from the top and columns `k1`, `k2`, … from the
//! left.
//!
//! There is one action for each combination of a cell where a shot can hit its first block and a
//! cell where it can end. A domain is specific to one board size.
//!
//! Counting actions check that few enough blocks are left. For each column they name a row such
//! that it and everything above it is empty. If there are few enough ways to distribute the
//! remaining blocks over the columns, a single action counts all columns. Otherwise the columns are
//! split into groups, with one action per group.
//!
//! Gates encode the contents of a cell. In an empty cell all gates are open, and in a cell with a
//! block those of its colour. On small boards a colour has one gate, so actions are few and short.
//! On large boards it has two, so that four gates are enough for six colours: there the size of a
//! state limits how far a planner gets.

use std::ops::{Range, RangeInclusive};

use askama::Template;

use super::{colour_name, title};
use crate::game::language::pddl_name;
use crate::games::plotting::board::{Colour, Place};
use crate::games::plotting::level::Level;
use crate::games::plotting::rules::{Hand, Shot};

/// Maximum number of ground counting actions. With more, translation takes too long.
const MAX_COUNTING_ACTIONS: usize = 5_000;

/// Maximum number of cells for one gate per colour. Larger boards use two.
const MAX_CELLS_FOR_ONE_GATE: usize = 36;

/// The properties of a level that determine its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    rows: usize,
    columns: usize,
    /// Number of groups in which the columns are counted.
    groups: usize,
    /// Whether each colour has two gates.
    has_pairs: bool,
}

impl Shape {
    pub(super) fn of(level: &Level) -> Shape {
        let (rows, columns) = (level.board().rows(), level.board().columns());
        let has_pairs = rows * columns > MAX_CELLS_FOR_ONE_GATE;
        let shape = |groups| Shape { rows, columns, groups, has_pairs };
        let is_small = |shape: &Shape| shape.counting_actions(level.goal()) <= MAX_COUNTING_ACTIONS;
        (1..columns).map(shape).find(is_small).unwrap_or_else(|| shape(columns))
    }

    /// Returns the shape with columns counted in two groups, whatever the goal.
    pub(super) fn in_groups(self) -> Shape {
        Shape { groups: self.columns.min(2), ..self }
    }

    /// Returns the shape with two gates per colour, whatever the size of the board.
    pub(super) fn in_pairs(self) -> Shape {
        Shape { has_pairs: true, ..self }
    }

    /// The name of the shape: `pairs-` if colours have two gates, the size, and the number of
    /// groups if it is not 1. Examples are `5x5` and `pairs-7x7-2`.
    fn name(self) -> String {
        let Shape { rows, columns, groups, has_pairs } = self;
        let pairs = if has_pairs { "pairs-" } else { "" };
        match groups {
            1 => format!("{pairs}{rows}x{columns}"),
            _ => format!("{pairs}{rows}x{columns}-{groups}"),
        }
    }

    /// The name of the file for the domain.
    pub(super) fn domain_file(self) -> String {
        format!("domain-{}.pddl", self.name())
    }

    fn domain_name(self) -> String {
        format!("plotting-lean-{}", self.name())
    }

    /// Whether there is a gate `g0` that belongs to no colour. Without it, a cell is empty exactly
    /// if the first three gates are all open.
    fn has_void(self) -> bool {
        !self.has_pairs || self.groups > 1
    }

    /// Iterates over the ranges of columns of the groups, from left to right.
    fn group_columns(self) -> impl Iterator<Item = RangeInclusive<usize>> {
        let end = move |group: usize| group * self.columns / self.groups;
        (0..self.groups).map(move |group| end(group) + 1..=end(group + 1))
    }

    /// Whether a column is in the last group. There an upper bound on the number of its blocks is
    /// enough, while other groups need the exact number.
    fn is_last_group(self, column: usize) -> bool {
        self.group_columns().last().is_some_and(|columns| columns.contains(&column))
    }

    /// Returns how many blocks may be left in the columns after `column`, if `allowed` may be left
    /// from `column` on and it takes up `height` of them. `None` if no counting action covers this.
    fn keeps(self, column: usize, allowed: usize, height: usize) -> Option<usize> {
        let (left, room) = (allowed.checked_sub(height)?, self.rows * (self.columns - column));
        match self.is_last_group(column) {
            true => (left <= room).then_some(left),
            false => Some(left.min(room)),
        }
    }

    /// Returns the number of ground counting actions.
    fn counting_actions(self, goal: usize) -> usize {
        let mut starts = vec![goal];
        let mut actions: usize = 0;
        for columns in self.group_columns() {
            // For each number of blocks that may be left, how many actions lead to it.
            let mut ways = vec![0_usize; goal + 1];
            starts.iter().for_each(|&start| ways[start] = 1);
            for column in columns {
                let mut next = vec![0_usize; goal + 1];
                for (allowed, &count) in ways.iter().enumerate() {
                    for left in
                        (0..=self.rows).filter_map(|height| self.keeps(column, allowed, height))
                    {
                        next[left] = next[left].saturating_add(count);
                    }
                }
                ways = next;
            }
            actions = ways.iter().fold(actions, |sum, &count| sum.saturating_add(count));
            starts = (0..=goal).filter(|&left| ways[left] > 0).collect();
        }
        actions
    }
}

#[derive(Template)]
#[template(path = "plotting/pddl/lean-domain.pddl")]
pub(super) struct Domain {
    name: String,
    rows: Vec<String>,
    columns: Vec<String>,
    has_groups: bool,
    has_pairs: bool,
    has_void: bool,
    /// The gate parameters of a shot.
    gates: &'static str,
    parts: Vec<Part>,
    countings: Vec<CountingAction>,
}

/// The actions for one kind of shot.
struct Part {
    about: String,
    shots: Vec<Shooting>,
}

/// The action for a shot that hits its first block in a given cell and ends in a given cell.
struct Shooting {
    name: String,
    /// The declaration of a row or column parameter, or empty if the action has no such parameter.
    parameter: &'static str,
    entry: String,
    /// Cells that must be empty.
    free: Vec<String>,
    /// The cell of the first block.
    hit: String,
    /// Cells that the shot passes after the first block, whether empty or consumed.
    passed: Vec<String>,
    /// The cell where it swaps, or `None` if it reaches the floor.
    stop: Option<String>,
    changes: Vec<Change>,
}

/// A change of a cell, which takes the contents of another cell or becomes empty.
struct Change {
    cell: String,
    from: Option<String>,
    /// Whether the shot passes the cell, which is then empty or has a block of the colour fired.
    is_passed: bool,
}

/// An action that counts the blocks in a group of columns.
struct CountingAction {
    name: String,
    columns: Vec<usize>,
    first: usize,
    /// The column before the group, or `None` for the first group.
    before: Option<usize>,
    /// The column after the group.
    after: usize,
    is_last: bool,
}

fn row(number: usize) -> String {
    format!("r{number}")
}

fn column(number: usize) -> String {
    format!("k{number}")
}

fn gate(number: usize) -> String {
    format!("g{number}")
}

fn cell(row: usize, column: impl std::fmt::Display) -> String {
    format!("r{row} {column}")
}

/// Returns the changes in column `number` when the shot passes `rows`: their blocks are consumed,
/// and everything above falls.
fn falls(rows: Range<usize>, number: usize) -> impl Iterator<Item = Change> {
    let (start, depth) = (rows.start, rows.len());
    let here = move |row| cell(row, column(number));
    (1..rows.end).rev().map(move |row| Change {
        cell: here(row),
        from: (row > depth).then(|| here(row - depth)),
        is_passed: row >= start,
    })
}

impl Domain {
    pub(super) fn of(shape: Shape) -> Domain {
        let columns = 1..=shape.columns;
        let counting_action = |group: RangeInclusive<usize>| {
            let (first, last) = (*group.start(), *group.end());
            CountingAction {
                name: if last == shape.columns {
                    "finish".to_owned()
                } else {
                    format!("count-to-{last}")
                },
                columns: group.collect(),
                first,
                before: (first > 1).then(|| first - 1),
                after: last + 1,
                is_last: last == shape.columns,
            }
        };
        let rows = (1..=shape.rows)
            .map(|row| Part { about: format!("along row {row}"), shots: shape.along(row) });
        let above = [
            Part { about: "down a column".to_owned(), shots: shape.down(&Above::Column) },
            Part {
                about: "along an empty row, down the last column".to_owned(),
                shots: shape.down(&Above::EmptyRow),
            },
        ];
        Domain {
            name: shape.domain_name(),
            rows: (1..=shape.rows).map(row).collect(),
            columns: columns.map(column).collect(),
            has_groups: shape.groups > 1,
            has_pairs: shape.has_pairs,
            has_void: shape.has_void(),
            gates: match (shape.has_pairs, shape.has_void()) {
                (false, _) => "?x",
                (true, true) => "?x ?y",
                (true, false) => "?x ?y ?z",
            },
            parts: rows.chain(above).collect(),
            countings: shape.group_columns().map(counting_action).collect(),
        }
    }
}

/// How a shot reaches a column from above: fired down it, or along an empty row to the last column.
enum Above {
    Column,
    EmptyRow,
}

impl Shape {
    /// Returns the shots along a row, except those equivalent to a shot down the last column.
    fn along(self, from: usize) -> Vec<Shooting> {
        (1..=self.columns)
            .flat_map(|hit| {
                let within = (hit + 1..=self.columns).map(move |stop| self.within(from, hit, stop));
                let through = (from + 1..=self.rows + 1)
                    .filter(move |_| hit < self.columns || from > 1)
                    .map(move |end| self.through(from, hit, end));
                within.chain(through)
            })
            .collect()
    }

    /// Returns a shot along a row that ends within the row.
    fn within(self, from: usize, hit: usize, stop: usize) -> Shooting {
        let here = |number: usize| cell(from, column(number));
        Shooting {
            name: format!("row-{from}-hits-{hit}-stops-{stop}"),
            parameter: "",
            entry: format!("(row-entry {})", row(from)),
            free: (1..hit).map(here).collect(),
            hit: here(hit),
            passed: (hit + 1..stop).map(here).collect(),
            stop: Some(here(stop)),
            changes: (hit..stop).flat_map(|number| falls(from..from + 1, number)).collect(),
        }
    }

    /// Returns a shot along a row that turns at the wall and continues down the last column. It
    /// swaps in row `end` of that column, or reaches the floor if there is no such row.
    fn through(self, from: usize, hit: usize, end: usize) -> Shooting {
        let here = |number: usize| cell(from, column(number));
        let last = column(self.columns);
        let stop = (end <= self.rows).then(|| cell(end, &last));
        let along = (hit + 1..=self.columns).map(here);
        let fallen = (hit..self.columns).flat_map(|number| falls(from..from + 1, number));
        Shooting {
            name: match stop {
                Some(_) => format!("row-{from}-hits-{hit}-sinks-to-{end}"),
                None => format!("row-{from}-hits-{hit}-sinks-to-floor"),
            },
            parameter: "",
            entry: format!("(row-entry {})", row(from)),
            free: (1..hit).map(here).collect(),
            hit: here(hit),
            passed: along.chain((from + 1..end).map(|row| cell(row, &last))).collect(),
            stop,
            changes: fallen.chain(falls(from..end, self.columns)).collect(),
        }
    }

    /// Returns the shots that hit a column from above.
    fn down(self, above: &Above) -> Vec<Shooting> {
        let ends = |hit: usize| (hit + 1..=self.rows + 1).map(move |end| (hit, end));
        let last = column(self.columns);
        let shooting = |(hit, end): (usize, usize)| {
            let (shot, parameter, entry, k) = match above {
                Above::Column => ("column", "?k - column ", "(column-entry ?k)".to_owned(), "?k"),
                Above::EmptyRow => {
                    ("over", "?r - row ", format!("(over ?r {})", row(hit)), last.as_str())
                }
            };
            let stop = (end <= self.rows).then(|| cell(end, k));
            let row_before = match above {
                Above::Column => 0,
                Above::EmptyRow => self.columns - 1,
            };
            let before = (1..=row_before).map(|number| format!("?r {}", column(number)));
            Shooting {
                name: match stop {
                    Some(_) => format!("{shot}-hits-{hit}-stops-{end}"),
                    None => format!("{shot}-hits-{hit}-sinks-to-floor"),
                },
                parameter,
                entry,
                free: before.chain((hit > 1).then(|| cell(hit - 1, k))).collect(),
                hit: cell(hit, k),
                passed: (hit + 1..end).map(|row| cell(row, k)).collect(),
                stop,
                changes: (hit..end)
                    .map(|row| Change { cell: cell(row, k), from: None, is_passed: true })
                    .collect(),
            }
        };
        (1..=self.rows).flat_map(ends).map(shooting).collect()
    }
}

#[derive(Template)]
#[template(path = "plotting/pddl/lean-problem.pddl")]
pub(super) struct Problem {
    title: String,
    name: String,
    domain: String,
    colours: Vec<Gated>,
    gates: Vec<String>,
    counts: Vec<String>,
    board: Vec<Opening>,
    sky: Vec<Opening>,
    hand: Vec<String>,
    row_entries: Vec<String>,
    column_entries: Vec<String>,
    over: Vec<(String, String)>,
    goal: usize,
    below: Vec<(String, String)>,
    keeps: Vec<Keep>,
}

/// A colour and its gates.
struct Gated {
    colour: Colour,
    name: String,
    own: Vec<String>,
    /// A gate that the colour does not have. Present only if there is no `g0`, to distinguish a
    /// block from an empty cell.
    other: Option<String>,
}

/// A cell and the gates that are open in it.
struct Opening {
    cell: String,
    gates: Vec<String>,
}

/// The gates of a level.
struct Gates {
    colours: Vec<Gated>,
    /// Gates that the problem declares, because the domain does not.
    of_problem: Vec<String>,
    all: Vec<String>,
}

impl Gates {
    fn of(level: &Level, shape: Shape) -> Gates {
        let colours = level.board().colours();
        let own: Vec<Vec<usize>> = match shape.has_pairs {
            true => (2..)
                .flat_map(|second| (1..second).map(move |first| vec![first, second]))
                .take(colours.len())
                .collect(),
            false => (1..=colours.len()).map(|number| vec![number]).collect(),
        };
        let most = own.iter().flatten().max().copied().unwrap_or_default();
        let (of_domain, all) = match shape.has_void() {
            true => (1, 0..=most),
            false => (3, 1..=most.max(3)),
        };
        let gated = |(colour, own): (Colour, Vec<usize>)| Gated {
            colour,
            name: colour_name(colour),
            other: (1..)
                .find(|number| !own.contains(number))
                .filter(|_| !shape.has_void())
                .map(gate),
            own: own.into_iter().map(gate).collect(),
        };
        Gates {
            colours: colours.into_iter().zip(own).map(gated).collect(),
            of_problem: all.clone().skip(of_domain).map(gate).collect(),
            all: all.map(gate).collect(),
        }
    }

    /// Returns the gates that are open in a cell with this content.
    fn open(&self, content: Option<Colour>) -> Vec<String> {
        match self.colours.iter().find(|gated| Some(gated.colour) == content) {
            Some(gated) => gated.own.clone(),
            None => self.all.clone(),
        }
    }
}

/// A fact `keeps`: how many blocks may be left after a column is counted.
struct Keep {
    column: String,
    allowed: usize,
    row: String,
    left: usize,
}

impl Problem {
    pub(super) fn of(level: &Level, shape: Shape) -> Problem {
        let Shape { rows, columns, groups, .. } = shape;
        let gates = Gates::of(level, shape);
        // The lowest empty row in a column of a given height, and the row below that one.
        let top = |height: usize| match rows - height {
            0 => "sky".to_owned(),
            number => row(number),
        };
        let highest = |height: usize| match height {
            0 => "ground".to_owned(),
            _ => row(rows - height + 1),
        };
        let keep = |number: usize, allowed: usize, height: usize| {
            let left = shape.keeps(number, allowed, height)?;
            Some(Keep { column: column(number), allowed, row: top(height), left })
        };
        let firing = level.firing();
        let is_detour = !firing.allows(Shot::Column(columns));
        Problem {
            title: title(level),
            name: pddl_name(level.name()),
            domain: shape.domain_name(),
            counts: (0..=level.goal()).map(|count| format!("n{count}")).collect(),
            board: (1..=rows)
                .flat_map(|row| (1..=columns).map(move |column| Place { row, column }))
                .map(|at| Opening {
                    cell: cell(at.row, column(at.column)),
                    gates: gates.open(level.board()[at]),
                })
                .collect(),
            sky: (1..=columns)
                .map(|number| Opening {
                    cell: format!("sky {}", column(number)),
                    gates: gates.open(None),
                })
                .collect(),
            hand: match level.hand() {
                Hand::Wildcard => gates.open(None),
                Hand::Holding(colour) => gates.open(Some(colour)),
            },
            row_entries: firing.rows().into_iter().map(row).collect(),
            column_entries: firing.columns().into_iter().map(column).collect(),
            over: firing
                .rows()
                .into_iter()
                .filter(|_| is_detour)
                .flat_map(|from| (from..=rows).map(move |hit| (row(from), row(hit))))
                .collect(),
            goal: level.goal(),
            below: match groups {
                1 => Vec::new(),
                _ => (0..=rows).map(|height| (highest(height), top(height))).collect(),
            },
            keeps: (1..=columns)
                .flat_map(|number| (0..=level.goal()).map(move |allowed| (number, allowed)))
                .flat_map(|(number, allowed)| {
                    (0..=rows).filter_map(move |height| keep(number, allowed, height))
                })
                .collect(),
            gates: gates.of_problem,
            colours: gates.colours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the counting actions accept columns of these heights.
    fn is_done(shape: Shape, goal: usize, heights: &[usize]) -> bool {
        let mut allowed = vec![goal];
        for (index, &height) in heights.iter().enumerate() {
            let column = index + 1;
            // In the last group an action may also name a row above the lowest empty one.
            let most = if shape.is_last_group(column) { shape.rows } else { height };
            allowed = allowed
                .into_iter()
                .flat_map(|allowed| {
                    (height..=most).filter_map(move |height| shape.keeps(column, allowed, height))
                })
                .collect();
        }
        allowed.contains(&0)
    }

    #[test]
    fn the_counting_actions_accept_exactly_the_boards_that_meet_the_goal() {
        let (rows, columns) = (3, 4);
        for groups in 1..=columns {
            let shape = Shape { rows, columns, groups, has_pairs: false };
            for number in 0..(rows + 1).pow(4) {
                let digit = |place| number / (rows + 1_usize).pow(place) % (rows + 1);
                let heights = [digit(0), digit(1), digit(2), digit(3)];
                for goal in 0..=rows * columns {
                    let expected = heights.iter().sum::<usize>() <= goal;
                    assert_eq!(is_done(shape, goal, &heights), expected, "{shape:?} {heights:?}");
                }
            }
        }
    }

    fn shape(board: &str, goal: usize) -> Shape {
        Shape::of(&Level::new("test", board.parse().unwrap(), goal).unwrap())
    }

    #[test]
    fn columns_are_counted_in_groups_if_a_single_action_would_have_too_many_instances() {
        let seven = ["RGRGRGR"; 7].join("/");
        assert_eq!(shape(&seven, 5).name(), "pairs-7x7");
        assert_eq!(shape(&seven, 5).counting_actions(5), 462);
        assert_eq!(shape(&seven, 6).counting_actions(6), 924);
        assert_eq!(shape(&seven, 24).name(), "pairs-7x7-2");
        let sixteen = ["RGRGRGRGRGRGRGRG"; 16].join("/");
        let groups: Vec<_> = shape(&sixteen, 128).group_columns().collect();
        assert_eq!((groups.len(), groups[0].clone()), (16, 1..=1));
        assert_eq!(shape("RG", 2).name(), "1x2");
    }

    #[test]
    fn no_shot_is_applicable_once_the_blocks_are_counted() {
        for (groups, has_pairs) in [(1, false), (1, true), (2, false), (2, true), (3, false)] {
            let domain = Domain::of(Shape { rows: 2, columns: 3, groups, has_pairs });
            let text = domain.render().unwrap();
            let actions: Vec<&str> = text.split("(:action ").skip(1).collect();
            let (shots, counts): (Vec<&str>, Vec<&str>) =
                actions.iter().partition(|action| action.contains("(increase (total-cost) 1)"));
            assert_eq!(counts.len(), groups);
            assert!(shots.iter().all(|shot| {
                let condition = shot.split(":effect").next().unwrap();
                condition.contains("(held ?x)")
            }));
            // All other counting actions follow the first.
            for (index, count) in counts.iter().enumerate() {
                let takes_the_hand = count.contains("(forall (?g - gate) (not (held ?g)))");
                assert_eq!(takes_the_hand, index == 0, "{count}");
                assert_eq!(count.contains("(allowed ?n1)"), index == 0, "{count}");
                assert!(!count.replace("(not (held", "").contains("(held"), "{count}");
            }
        }
    }

    #[test]
    fn the_groups_partition_the_columns_in_order() {
        for columns in 1..=16 {
            for groups in 1..=columns {
                let shape = Shape { rows: 2, columns, groups, has_pairs: false };
                let all: Vec<usize> = shape.group_columns().flatten().collect();
                assert_eq!(all, (1..=columns).collect::<Vec<_>>());
                assert!(shape.group_columns().all(|group| !group.is_empty()));
            }
        }
    }
}
