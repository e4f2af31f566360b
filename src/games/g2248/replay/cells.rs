//! Replays a planner's plan for the PDDL model Cells, and holds each action to the preconditions of the domain.
//!
//! The plan chooses the cells of its paths and when to join and to finish. In everything else the domain leaves
//! one action at most, with all of its objects; any other is a fault.

use std::fmt;

use super::{fault, turn};
use crate::game::pddl::plan::Step;
use crate::game::plan::{Planned, Replay, outside};
use crate::game::replay::{Fault, play};
use crate::games::g2248::board::{Cell, Number};
use crate::games::g2248::game::G2248;
use crate::games::g2248::level::{Goal, Level};
use crate::games::g2248::path::Path;
use crate::games::g2248::plan::pddl::{Action, Kind, Spot};
use crate::games::g2248::rules::Move;
use crate::games::g2248::state::State;

/// Plays the moves that the actions make, up to the first action that is false.
pub(super) fn replay(level: &Level, actions: &[Step<Action>]) -> Replay {
    let mut judge = Judge::new(level);
    let mut steps = Vec::new();
    let mut join = None;
    let planned = |step: Part, action: &Step<Action>| Planned {
        step,
        line: Some(action.line),
        action: Some(action.text.clone()),
    };
    let mut found = Ok(());
    for action in actions {
        found = judge.take(action).map_err(|fault| steps.push(planned(Part::False(fault), action)));
        if found.is_err() {
            break;
        }
        if action.action.kind == Kind::Join {
            join = Some(action);
        }
        // A move is over when its columns are packed.
        if let (Some(step), Some(join)) = (judge.rested.take(), join) {
            steps.push(planned(Part::Move(step), join));
        }
    }
    if let (Ok(()), Some(last)) = (found, actions.last()) {
        steps.extend(judge.end().map(|fault| planned(Part::False(fault), last)));
    }
    play::<G2248, Part>(level, &steps, |state, part| match part {
        Part::Move(step) => turn(level, state, step),
        Part::False(fault) => Err(fault.clone()),
    })
}

/// What actions amount to.
enum Part {
    /// A move, with the fall after it.
    Move(Move),
    /// Not what the domain allows.
    False(Fault),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Move(step) => step.fmt(f),
            Part::False(fault) => f.write_str(fault.reason),
        }
    }
}

/// The state of play after the actions so far.
struct Judge<'a> {
    level: &'a Level,
    /// The state at rest: before the path that grows, or before the fall.
    state: State,
    /// What the cells of each column have, from the lowest cell up to the highest above the board.
    columns: Vec<Vec<Option<Number>>>,
    /// The number of blocks on the board.
    blocks: usize,
    stage: Stage,
    /// The move that the last fall completed.
    rested: Option<Move>,
}

/// What is going on.
enum Stage {
    /// A path may begin, or the plan finish.
    Resting,
    /// A path goes on or is joined.
    Growing(Growing),
    /// A number is to be added to the sum of a path.
    Adding(Growing, Number),
    /// A move is made, and the columns are packed. In a column, from 0, one cell is looked at; `fill` is the
    /// lowest one that is not packed.
    Packing { step: Move, after: State, column: usize, look: usize, fill: usize },
    /// The plan has finished.
    Done,
}

/// A path, its last number, and its sum.
struct Growing {
    cells: Vec<Cell>,
    last: Number,
    sum: u64,
}

impl Growing {
    fn tip(&self) -> Cell {
        self.cells[self.cells.len() - 1]
    }
}

/// The only action that the domain allows, and why.
struct Wanted {
    action: String,
    because: String,
}

impl Wanted {
    fn fault(&self) -> Fault {
        let Wanted { action, because } = self;
        let expected = format!("the action should be {action}");
        Fault { reason: "wrong-action", held: format!("{because}, so {expected}"), expected }
    }

    /// Checks that an action is the one that is wanted.
    fn check(&self, text: &str) -> Result<(), Fault> {
        if text == self.action { Ok(()) } else { Err(self.fault()) }
    }
}

/// The fault of an action that comes when others are due.
fn untimely(held: String, expected: &str) -> Fault {
    let held = format!("{held}, so {expected}");
    Fault { reason: "wrong-action", held, expected: expected.to_owned() }
}

impl<'a> Judge<'a> {
    fn new(level: &'a Level) -> Judge<'a> {
        let state = level.start();
        let (columns, blocks, stage) = (Vec::new(), 0, Stage::Resting);
        let mut judge = Judge { level, state, columns, blocks, stage, rested: None };
        judge.settle();
        judge
    }

    /// Puts the blocks of the state at rest into the cells.
    fn settle(&mut self) {
        let board = &self.state.board;
        let (source, start) = (self.level.source(), self.level.source().start());
        let height = |column: usize| source.waiting(&start, column).len();
        let waiting = (1..=board.columns()).map(height).max().unwrap_or(0);
        let column = |column: usize| {
            let on_board = (1..=board.rows()).rev().map(|row| board[Cell { row, column }]);
            let queue = source.waiting(&self.state.supply, column).iter().copied().map(Some);
            let mut cells: Vec<_> = on_board.chain(queue).collect();
            cells.resize(board.rows() + waiting, None);
            cells
        };
        let columns = (1..=board.columns()).map(column).collect();
        self.blocks = board.blocks();
        self.columns = columns;
    }

    /// The name of a cell by its column and its height, from 0.
    fn name(&self, column: usize, level: usize) -> String {
        let rows = self.state.board.rows();
        let number = column + 1;
        if level < rows {
            format!("r{}c{number}", rows - level)
        } else if level < self.columns[column].len() {
            format!("q{}c{number}", level - rows + 1)
        } else {
            format!("top-c{number}")
        }
    }

    /// What a cell of the board has.
    fn at(&mut self, cell: Cell) -> &mut Option<Number> {
        let level = self.state.board.rows() - cell.row;
        &mut self.columns[cell.column - 1][level]
    }

    /// The cell of the board that an object of an action is, and its number.
    fn block(&mut self, spot: Spot) -> Result<(Cell, Number), Fault> {
        let (rows, columns) = (self.state.board.rows(), self.state.board.columns());
        let cell = match spot {
            Spot::Board { row, column } => Some(Cell { row, column }),
            Spot::Waiting { .. } | Spot::Top { .. } => None,
        };
        let Some(cell) = cell.filter(|&cell| self.state.board.has(cell)) else {
            return Err(Fault {
                reason: "outside-the-board",
                held: outside(spot, rows, columns),
                expected: "the cells should be on the board".to_owned(),
            });
        };
        match *self.at(cell) {
            Some(number) => Ok((cell, number)),
            None => Err(Fault {
                reason: "empty-cell",
                held: format!(
                    "{} is empty, and each cell of a path should have a block",
                    named(cell)
                ),
                expected: "each cell should have a block".to_owned(),
            }),
        }
    }

    /// Takes an action.
    ///
    /// # Errors
    /// If the domain does not allow it here.
    fn take(&mut self, step: &Step<Action>) -> Result<(), Fault> {
        let Step { text, action: Action { kind, cells }, .. } = step;
        match (kind, std::mem::replace(&mut self.stage, Stage::Done)) {
            (Kind::Begin, Stage::Resting) => self.begin(text, cells[0], cells[1]),
            (Kind::Finish, Stage::Resting) => self.finish(text),
            (_, Stage::Resting) => Err(untimely(
                "no path has begun and nothing falls".to_owned(),
                "a path should begin or the plan finish",
            )),
            (Kind::Extend, Stage::Growing(path)) => self.extend(text, path, cells[0], cells[1]),
            (Kind::Join, Stage::Growing(path)) => self.join(text, path),
            (_, Stage::Growing(path)) => Err(untimely(
                format!("a path is at {} with the sum {}", named(path.tip()), path.sum),
                "it should be extended or joined",
            )),
            (_, Stage::Adding(path, number)) => {
                adding(&path, number).check(text)?;
                let sum = path.sum + number.value();
                self.stage = Stage::Growing(Growing { sum, ..path });
                Ok(())
            }
            (_, Stage::Packing { step, after, column, look, fill }) => {
                self.packing(column, look, fill).check(text)?;
                self.pack(step, after, column, look, fill);
                Ok(())
            }
            (_, Stage::Done) => {
                Err(untimely("the plan has finished".to_owned(), "no action should follow"))
            }
        }
    }

    fn begin(&mut self, text: &str, from: Spot, to: Spot) -> Result<(), Fault> {
        let (from, number) = self.block(from)?;
        let (to, other) = self.block(to)?;
        touching(from, to)?;
        if number != other {
            let (from, to) = ((from, number), (to, other));
            return Err(unequal(from, to, "the first two numbers should be equal"));
        }
        let (sum, blocks) = (2 * number.value(), self.blocks);
        let (one, two) = (named(from), named(to));
        Wanted {
            action: format!("begin {one} {two} n{number} s{sum} b{blocks} b{}", blocks - 1),
            because: format!("{one} and {two} have {number}, and {blocks} blocks are on the board"),
        }
        .check(text)?;
        *self.at(from) = None;
        self.blocks -= 1;
        self.stage = Stage::Growing(Growing { cells: vec![from, to], last: number, sum });
        Ok(())
    }

    fn extend(&mut self, text: &str, mut path: Growing, from: Spot, to: Spot) -> Result<(), Fault> {
        let (tip, last, blocks) = (path.tip(), path.last, self.blocks);
        let one = named(tip);
        if from != (Spot::Board { row: tip.row, column: tip.column }) {
            let expected = format!("it should go on from {one}");
            return Err(untimely(format!("the path is at {one}"), &expected));
        }
        let (to, number) = self.block(to)?;
        touching(tip, to)?;
        if !number.follows(last) {
            let expected = "each number should equal the one before it or be twice as great";
            return Err(unequal((tip, last), (to, number), expected));
        }
        let two = named(to);
        Wanted {
            action: format!("extend {one} {two} n{last} n{number} b{blocks} b{}", blocks - 1),
            because: format!(
                "{one} has {last}, {two} has {number}, and {blocks} blocks are on the board"
            ),
        }
        .check(text)?;
        *self.at(tip) = None;
        self.blocks -= 1;
        path.cells.push(to);
        path.last = number;
        self.stage = Stage::Adding(path, number);
        Ok(())
    }

    fn join(&mut self, text: &str, path: Growing) -> Result<(), Fault> {
        let (tip, Growing { cells, last, sum }) = (path.tip(), path);
        let (at, block, first) = (named(tip), Number::rounding(sum), self.name(0, 0));
        Wanted {
            action: format!("join {at} n{last} s{sum} n{block} {first}"),
            because: format!("the path is at {at}, which has {last}, and its sum is {sum}"),
        }
        .check(text)?;
        let path = Path::new(cells).map_err(|reason| Fault {
            reason: "wrong-action",
            held: reason.to_string(),
            expected: "the cells should be a path".to_owned(),
        })?;
        let step = Move::Join(path);
        let after = self.level.play(&self.state, &step).map_err(fault)?.after;
        *self.at(tip) = Some(block);
        self.stage = Stage::Packing { step, after, column: 0, look: 0, fill: 0 };
        Ok(())
    }

    /// The only action that packs on.
    fn packing(&self, column: usize, look: usize, fill: usize) -> Wanted {
        let rows = self.state.board.rows();
        let [here, up] = [look, look + 1].map(|level| self.name(column, level));
        let [to, next] = [fill, fill + 1].map(|level| self.name(column, level));
        let packed = format!("column {} is packed below {to}", column + 1);
        let Some(&content) = self.columns[column].get(look) else {
            let because = format!("column {} is packed", column + 1);
            let action = if column + 1 < self.columns.len() {
                format!("turn {here} {to} {}", self.name(column + 1, 0))
            } else {
                format!("rest {here} {to}")
            };
            return Wanted { action, because };
        };
        let (action, has) = match content {
            None => (format!("skip {here} {up}"), "is empty".to_owned()),
            Some(number) => {
                let action = if look == fill {
                    format!("pass {here} {up} n{number}")
                } else if look >= rows && fill < rows {
                    let (before, after) = (self.blocks, self.blocks + 1);
                    format!("enter {here} {up} {to} {next} n{number} b{before} b{after}")
                } else {
                    format!("fall {here} {up} {to} {next} n{number}")
                };
                (action, format!("has {number}"))
            }
        };
        Wanted { action, because: format!("{packed} and {here} {has}") }
    }

    /// Packs on by the action of [`Judge::packing`].
    fn pack(&mut self, step: Move, after: State, column: usize, look: usize, fill: usize) {
        let rows = self.state.board.rows();
        let (column, look, fill) = match self.columns[column].get(look) {
            Some(None) => (column, look + 1, fill),
            Some(Some(_)) => {
                if look >= rows && fill < rows {
                    self.blocks += 1;
                }
                self.columns[column].swap(look, fill);
                (column, look + 1, fill + 1)
            }
            None if column + 1 < self.columns.len() => (column + 1, 0, 0),
            None => {
                self.rested = Some(step);
                self.state = after;
                // The cells follow the rules, which know numbers that come in by chance; the model does not.
                self.settle();
                self.stage = Stage::Resting;
                return;
            }
        };
        self.stage = Stage::Packing { step, after, column, look, fill };
    }

    fn finish(&mut self, text: &str) -> Result<(), Fault> {
        self.finishing().check(text)?;
        match self.level.goal() {
            Some(Goal::Blocks(goal)) if self.blocks > goal => {
                let expected = format!("at most {goal} should be left to finish");
                Err(untimely(
                    format!("the number of blocks on the board is {}", self.blocks),
                    &expected,
                ))
            }
            _ => Ok(()),
        }
    }

    fn finishing(&self) -> Wanted {
        Wanted {
            action: format!("finish b{}", self.blocks),
            because: format!("the number of blocks on the board is {}", self.blocks),
        }
    }

    /// What is wrong with a plan that ends here. One that is short of the goal need not finish: the goal is what
    /// it misses.
    fn end(&self) -> Option<Fault> {
        let (held, action) = match &self.stage {
            Stage::Done => return None,
            Stage::Resting if !self.level.is_met_by(&self.state) => return None,
            Stage::Resting => ("the plan ends without finish", self.finishing().action),
            Stage::Growing(_) => (UNJOINED, "join or extend".to_owned()),
            Stage::Adding(path, number) => (UNJOINED, adding(path, *number).action),
            Stage::Packing { column, look, fill, .. } => {
                let action = self.packing(*column, *look, *fill).action;
                ("the plan ends before the columns are packed", action)
            }
        };
        let expected = format!("{action} should follow");
        Some(Fault { reason: "wrong-action", held: format!("{held}; {expected}"), expected })
    }
}

const UNJOINED: &str = "the plan ends before its last path is joined";

/// The action that adds a number to the sum of a path.
fn adding(path: &Growing, number: Number) -> Wanted {
    let Growing { sum, .. } = path;
    Wanted {
        action: format!("add n{number} s{sum} s{}", sum + number.value()),
        because: format!("{number} is to be added to the sum {sum} of the path"),
    }
}

fn named(cell: Cell) -> String {
    format!("r{}c{}", cell.row, cell.column)
}

fn touching(from: Cell, to: Cell) -> Result<(), Fault> {
    if from.touches(to) {
        return Ok(());
    }
    let held = format!("{} does not touch {}", named(from), named(to));
    Err(untimely(held, "the path should go on to a cell that does"))
}

fn unequal(from: (Cell, Number), to: (Cell, Number), expected: &str) -> Fault {
    let [from, to] = [from, to].map(|(cell, number)| format!("{} has {number}", named(cell)));
    let held = format!("{from} and {to}, but {expected}");
    Fault { reason: "wrong-number", held, expected: expected.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::replay;
    use crate::game::plan::{Flaw, Judged};
    use crate::games::g2248::board::{Number, examples::board};
    use crate::games::g2248::level::{Goal, Level};
    use crate::games::g2248::plan::{Dialect, Plan};
    use crate::games::g2248::refill::Source;

    /// A plan of Fast Downward for `instances/2248/one-join.json`.
    const ONE_JOIN: &str = "(begin r1c1 r1c2 n2 s4 b4 b3)
(extend r1c2 r2c1 n2 n4 b3 b2)
(add n4 s4 s8)
(extend r2c1 r2c2 n4 n8 b2 b1)
(add n8 s8 s16)
(join r2c2 n8 s16 n16 r2c1)
(skip r2c1 r1c1)
(skip r1c1 top-c1)
(turn top-c1 r2c1 r2c2)
(pass r2c2 r1c2 n16)
(skip r1c2 top-c2)
(rest top-c2 r1c2)
(finish b1)
; cost = 1 (general cost)
";

    /// A plan of Fast Downward for [`queued`].
    const QUEUED: &str = "(begin r1c1 r1c2 n2 s4 b4 b3)
(extend r1c2 r2c1 n2 n4 b3 b2)
(add n4 s4 s8)
(join r2c1 n4 s8 n8 r2c1)
(pass r2c1 r1c1 n8)
(skip r1c1 q1c1)
(enter q1c1 q2c1 r1c1 q1c1 n2 b2 b3)
(fall q2c1 top-c1 q1c1 q2c1 n4)
(turn top-c1 q2c1 r2c2)
(pass r2c2 r1c2 n8)
(skip r1c2 q1c2)
(enter q1c2 q2c2 r1c2 q1c2 n16 b3 b4)
(skip q2c2 top-c2)
(rest top-c2 q1c2)
(begin r2c2 r2c1 n8 s16 b4 b3)
(join r2c1 n8 s16 n16 r2c1)
(pass r2c1 r1c1 n16)
(pass r1c1 q1c1 n2)
(pass q1c1 q2c1 n4)
(skip q2c1 top-c1)
(turn top-c1 q2c1 r2c2)
(skip r2c2 r1c2)
(fall r1c2 q1c2 r2c2 r1c2 n16)
(skip q1c2 q2c2)
(skip q2c2 top-c2)
(rest top-c2 r1c2)
(begin r2c2 r2c1 n16 s32 b3 b2)
(join r2c1 n16 s32 n32 r2c1)
(pass r2c1 r1c1 n32)
(pass r1c1 q1c1 n2)
(pass q1c1 q2c1 n4)
(skip q2c1 top-c1)
(turn top-c1 q2c1 r2c2)
(skip r2c2 r1c2)
(skip r1c2 q1c2)
(skip q1c2 q2c2)
(skip q2c2 top-c2)
(rest top-c2 r2c2)
(finish b2)
; cost = 3 (general cost)
";

    fn one_join() -> Level {
        Level::new("x", board("2 2 / 4 8")).unwrap().with_goal(Some(Goal::Blocks(1)))
    }

    /// The same board, with 2 and 4 above its first column and 16 above its second.
    fn queued() -> Level {
        let queue = |numbers: &[u64]| numbers.iter().filter_map(|&n| Number::of(n)).collect();
        let queues = Source::Queues(vec![queue(&[2, 4]), queue(&[16])]);
        let level = Level::new("x", board("2 2 / 4 8")).unwrap().with_source(queues).unwrap();
        level.with_goal(Some(Goal::Blocks(2)))
    }

    fn judged(level: &Level, text: &str) -> Result<Judged, Box<Flaw>> {
        let plan = Plan::read(text, Dialect::Pddl, level.board()).unwrap();
        replay(level, &plan).finding.map_err(Box::new)
    }

    /// The sentence about a plan that differs from [`ONE_JOIN`] in one place.
    fn sentence(right: &str, wrong: &str) -> String {
        assert!(ONE_JOIN.contains(right), "{right}");
        judged(&one_join(), &ONE_JOIN.replacen(right, wrong, 1)).unwrap_err().sentence()
    }

    /// The first lines of [`ONE_JOIN`].
    fn start(lines: usize) -> String {
        ONE_JOIN.lines().take(lines).map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn a_true_plan_is_valid() {
        let plan = judged(&one_join(), ONE_JOIN).unwrap();
        assert_eq!((plan.steps, plan.value), (vec!["1,1-1,2-2,1-2,2".to_owned()], 1));
        assert!(judged(&one_join(), &ONE_JOIN.to_uppercase()).is_ok());
        let met = one_join().with_goal(Some(Goal::Blocks(4)));
        assert_eq!(judged(&met, "(finish b4)").unwrap().value, 0);
    }

    #[test]
    fn a_true_plan_with_queues_is_valid_and_each_of_its_lines_counts() {
        assert_eq!(judged(&queued(), QUEUED).unwrap().value, 3);
        let lines: Vec<&str> = QUEUED.lines().filter(|line| line.starts_with('(')).collect();
        for omitted in 0..lines.len() {
            let mut rest = lines.clone();
            rest.remove(omitted);
            let flaw = judged(&queued(), &rest.join("\n")).unwrap_err();
            // The line that takes the place of the omitted one is false, unless the plan ends there.
            let blamed = (omitted + 1).min(rest.len());
            assert_eq!(flaw.line, Some(blamed), "{omitted}: {}", flaw.message);
        }
    }

    #[test]
    fn an_object_that_the_state_of_play_does_not_have_is_a_fault_of_its_action() {
        for (right, wrong, expected) in [
            (
                "add n4 s4 s8",
                "add n4 s4 s16",
                "line 3, add n4 s4 s16: 4 is to be added to the sum 4 of the path, so the action \
                 should be add n4 s4 s8",
            ),
            (
                "r1c2 n16)",
                "r1c2 n4)",
                "line 10, pass r2c2 r1c2 n4: column 2 is packed below r2c2 and r2c2 has 16, so the \
                 action should be pass r2c2 r1c2 n16",
            ),
            (
                "s4 b4 b3",
                "s4 b3 b3",
                "line 1, begin r1c1 r1c2 n2 s4 b3 b3: r1c1 and r1c2 have 2, and 4 blocks are on the \
                 board, so the action should be begin r1c1 r1c2 n2 s4 b4 b3",
            ),
            ("s4 b4 b3", "s4 b9 b1", "line 1, begin r1c1 r1c2 n2 s4 b9 b1: r1c1 and r1c2 have 2"),
            (
                "r1c2 n2 s4",
                "r1c2 n4 s4",
                "line 1, begin r1c1 r1c2 n4 s4 b4 b3: r1c1 and r1c2 have 2",
            ),
            ("r2c1 n2 n4", "r2c1 n4 n4", "line 2, extend r1c2 r2c1 n4 n4 b3 b2: r1c2 has 2"),
            (
                "join r2c2 n8 s16 n16",
                "join r2c2 n8 s16 n32",
                "line 6, join r2c2 n8 s16 n32 r2c1: the path is at r2c2, which has 8, and its sum is \
                 16, so the action should be join r2c2 n8 s16 n16 r2c1",
            ),
            (
                "begin r1c1 r1c2",
                "begin r1c1 r2c1",
                "line 1, begin r1c1 r2c1 n2 s4 b4 b3: r1c1 has 2 and r2c1 has 4, but the first two",
            ),
            (
                "extend r1c2 r2c1",
                "extend r1c1 r2c1",
                "line 2, extend r1c1 r2c1 n2 n4 b3 b2: the path is at r1c2, so it should go on from",
            ),
            (
                "extend r1c2 r2c1",
                "extend r1c2 r1c1",
                "line 2, extend r1c2 r1c1 n2 n4 b3 b2: r1c1 is empty",
            ),
            (
                "extend r1c2 r2c1",
                "extend r1c2 r1c2",
                "line 2, extend r1c2 r1c2 n2 n4 b3 b2: r1c2 does not touch r1c2",
            ),
            (
                "extend r1c2 r2c1",
                "extend r1c2 r1c3",
                "line 2, extend r1c2 r1c3 n2 n4 b3 b2: r1c3 is outside the board",
            ),
            (
                "rest top-c2 r1c2",
                "rest top-c2 r2c2",
                "line 12, rest top-c2 r2c2: column 2 is packed, so the action should be rest top-c2",
            ),
            (
                "finish b1",
                "finish b0",
                "line 13, finish b0: the number of blocks on the board is 1, so",
            ),
        ] {
            let found = sentence(right, wrong);
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn an_action_out_of_turn_is_a_fault() {
        for (right, wrong, expected) in [
            (
                "(extend r1c2 r2c1 n2 n4 b3 b2)\n",
                "",
                "line 2, add n4 s4 s8: a path is at r1c2 with the sum 4, so it should be extended or",
            ),
            (
                "(add n4 s4 s8)\n",
                "",
                "line 3, extend r2c1 r2c2 n4 n8 b2 b1: 4 is to be added to the sum 4 of the path, so",
            ),
            (
                "(begin r1c1 r1c2 n2 s4 b4 b3)\n",
                "",
                "line 1, extend r1c2 r2c1 n2 n4 b3 b2: no path has begun and nothing falls, so a",
            ),
            (
                "(skip r2c1 r1c1)",
                "(finish b1)",
                "line 7, finish b1: column 1 is packed below r2c1 and r2c1 is empty, so the action \
                 should be skip r2c1 r1c1",
            ),
            (
                "(finish b1)",
                "(finish b1)\n(finish b1)",
                "line 14, finish b1: the plan has finished, so no action should follow",
            ),
        ] {
            let found = sentence(right, wrong);
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn a_plan_that_ends_too_early_is_not_valid() {
        for (lines, expected) in [
            (
                2,
                "line 2, extend r1c2 r2c1 n2 n4 b3 b2: the plan ends before its last path is joined",
            ),
            (
                3,
                "line 3, add n4 s4 s8: the plan ends before its last path is joined; join or extend",
            ),
            (
                6,
                "line 6, join r2c2 n8 s16 n16 r2c1: the plan ends before the columns are packed; skip \
                 r2c1 r1c1 should follow",
            ),
            (
                12,
                "line 12, rest top-c2 r1c2: the plan ends without finish; finish b1 should follow",
            ),
        ] {
            let found = judged(&one_join(), &start(lines)).unwrap_err().sentence();
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn a_plan_may_not_finish_short_of_its_goal() {
        let level = one_join().with_goal(Some(Goal::Blocks(0)));
        let flaw = judged(&level, ONE_JOIN).unwrap_err();
        let expected =
            "line 13, finish b1: the number of blocks on the board is 1, so at most 0 should";
        assert!(flaw.message.starts_with(expected), "{}", flaw.message);
        assert!(judged(&level, &start(12)).unwrap_err().is_goal_missed);
    }
}
