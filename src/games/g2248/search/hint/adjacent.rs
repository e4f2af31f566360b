//! The largest block that ends up adjacent to an equal one.
//!
//! The block must be equal to a number of the board, so there are few candidates; they are tried from the
//! greatest down. For a candidate, a path must end in some cell, have a sum that is rounded up to the
//! candidate, and bring the new block and an equal one together ([`Meeting`]). For each such pair of an
//! end and an equal block a path is searched backwards from its end; where that takes too long, a sweep of
//! the end's component says how great the sum can be.

use super::field::Field;
use super::landing::Meeting;
use super::peaks::{Found, Peaks, Unfinished};
use super::sweep::{Answer, Question, Sweep, Tally};
use crate::game::search::{Budget, Spent};

/// Steps of a search for one pair before the next pair is tried.
const QUICK: u64 = 400;
/// Steps of a search for one pair before it is left to the sweep.
const THOROUGH: u64 = 20_000;

/// A path with the largest block that ends up adjacent to an equal one, if there is one.
pub(super) fn maximum(
    field: &Field,
    budget: &Budget<'_>,
    states: &mut u64,
) -> (Option<Found>, Result<(), Unfinished>) {
    let mut peaks = Peaks::new(field, budget);
    let mut levels: Vec<u8> = field.levels.iter().copied().filter(|&level| level > 1).collect();
    levels.sort_unstable_by(|one, other| other.cmp(one));
    levels.dedup();
    let mut open = Ok(());
    let mut found = None;
    for level in levels {
        let mut search =
            Search { field, budget, peaks: &mut peaks, block: 1 << level, level, states: 0 };
        let result = search.run();
        *states += search.states;
        match result {
            Ok(path) => found = path,
            // A greater block stays possible.
            Err(spent) => open = open.and(Err(Unfinished { bound: 1 << level, spent })),
        }
        if found.is_some() {
            break;
        }
    }
    *states += peaks.states;
    (found, open)
}

/// The search for one block.
struct Search<'a, 'b> {
    field: &'a Field,
    budget: &'a Budget<'a>,
    peaks: &'b mut Peaks<'a>,
    block: i64,
    level: u8,
    states: u64,
}

impl Search<'_, '_> {
    fn run(&mut self) -> Result<Option<Found>, Spent> {
        let mut open = self.meetings();
        if let Some(found) = self.among_known(&open) {
            return Ok(Some(found));
        }
        for limit in [QUICK, THOROUGH] {
            if let Some(found) = self.search(&mut open, limit)? {
                return Ok(Some(found));
            }
        }
        if let Some(found) = self.sweep(&mut open)? {
            return Ok(Some(found));
        }
        self.search(&mut open, u64::MAX)
    }

    fn is_right(&self, sum: i64) -> bool {
        self.block / 2 < sum && sum <= self.block
    }

    /// The pairs of an end and an equal block that may come together.
    fn meetings(&self) -> Vec<Meeting> {
        let blocks = (0..self.field.size()).filter(|&cell| self.field.levels[cell] == self.level);
        let blocks: Vec<usize> = blocks.collect();
        let is_end = |&end: &usize| {
            (1..self.level).contains(&self.field.levels[end])
                && self.peaks.upper(end).is_some_and(|sum| sum > self.block / 2)
        };
        let ends = (0..self.field.size()).filter(is_end);
        ends.flat_map(|end| {
            blocks.iter().filter_map(move |&block| Meeting::of(self.field, end, block))
        })
        .collect()
    }

    /// A path that does it among the good paths to each cell, and what is left of them without their first
    /// cells.
    fn among_known(&self, meetings: &[Meeting]) -> Option<Found> {
        meetings
            .iter()
            .find_map(|meeting| self.part_of(&self.peaks.known(meeting.end)?.path, meeting))
    }

    /// The part of a path up to its end that does it.
    fn part_of(&self, path: &[usize], meeting: &Meeting) -> Option<Found> {
        let mut sum = self.field.sum(path);
        for from in 0..path.len().saturating_sub(1) {
            let part = &path[from..];
            let is_path = self.field.levels[part[0]] == self.field.levels[part[1]];
            if is_path && self.is_right(sum) && meeting.is_brought_about_by(part) {
                return Some(Found { sum, path: part.to_vec() });
            }
            sum -= self.field.unit(path[from]);
        }
        None
    }

    /// Searches for a path for each pair, and drops the pairs without one.
    fn search(&mut self, open: &mut Vec<Meeting>, limit: u64) -> Result<Option<Found>, Spent> {
        let mut left = Vec::new();
        for meeting in open.drain(..) {
            let cells = self.field.components[self.field.component[meeting.end]].cells.len();
            let mut walk = Walk::new(self, &meeting, limit);
            let outcome = walk.back_over(meeting.end, 0, 0, cells);
            let (steps, path) = (walk.steps, walk.path);
            self.states += steps;
            match outcome {
                Outcome::Found => {
                    let path: Vec<usize> = path.into_iter().rev().collect();
                    return Ok(Some(Found { sum: self.field.sum(&path), path }));
                }
                Outcome::None => {}
                Outcome::TooLong => left.push(meeting),
                Outcome::Stopped => return Err(Spent::Stopped),
            }
        }
        *open = left;
        Ok(None)
    }

    /// Asks for the greatest sum of each pair, and drops the pairs for which it is too small.
    fn sweep(&mut self, open: &mut Vec<Meeting>) -> Result<Option<Found>, Spent> {
        let mut left = Vec::new();
        for meeting in open.drain(..) {
            let peak = match self.peaks.peak(meeting.end) {
                Ok(peak) => peak,
                Err(open) => match open.spent {
                    Spent::Stopped => return Err(Spent::Stopped),
                    Spent::Memory => {
                        left.push(meeting);
                        continue;
                    }
                },
            };
            let Some(peak) = peak.filter(|peak| peak.sum > self.block / 2) else { continue };
            if let Some(found) = self.part_of(&peak.path, &meeting) {
                return Ok(Some(found));
            }
            let component = self.field.component[meeting.end];
            let mut ends = vec![None; self.field.size()];
            ends[meeting.end] = Some(0);
            let question = Question {
                field: self.field,
                component,
                starts: &self.peaks.gains(component),
                ends: &ends,
                floor: self.block / 2,
                tally: Some(&self.loosened(&meeting)),
            };
            match Sweep::new(&question).answer(self.budget, &mut self.states) {
                Answer::Best { path, .. } => {
                    let path = self.peaks.led_to(&path).map_err(|open| open.spent)?;
                    if let Some(found) = self.part_of(&path, &meeting) {
                        return Ok(Some(found));
                    }
                    left.push(meeting);
                }
                Answer::Nothing if self.may_be_alone(meeting.end) => left.push(meeting),
                Answer::Nothing => {}
                Answer::Spent { spent, .. } => return Err(spent),
            }
        }
        *open = left;
        Ok(None)
    }

    /// Whether a path may step up to its last cell: a sweep asks for two cells or more of the component.
    fn may_be_alone(&self, end: usize) -> bool {
        !self.field.lower[end].is_empty()
    }

    /// The condition on the part of a path in the last component: any cells may lie on the path before.
    fn loosened(&self, meeting: &Meeting) -> Tally {
        let level = self.field.levels[meeting.end];
        let mut tally = meeting.tally.clone();
        for (cell, &mark) in meeting.tally.marks.iter().enumerate() {
            if (1..level).contains(&self.field.levels[cell]) {
                tally.least -= i32::from(mark.max(0));
                tally.greatest += i32::from(-mark.min(0));
            }
        }
        tally
    }
}

enum Outcome {
    Found,
    None,
    TooLong,
    Stopped,
}

/// A path that grows backwards from its end.
struct Walk<'a> {
    field: &'a Field,
    budget: &'a Budget<'a>,
    peaks: &'a Peaks<'a>,
    block: i64,
    tally: &'a Tally,
    /// The marked cells.
    marked: Vec<usize>,
    /// The cells so far, the end first.
    path: Vec<usize>,
    is_used: Vec<bool>,
    limit: u64,
    steps: u64,
}

impl<'a> Walk<'a> {
    fn new(search: &'a Search<'_, '_>, meeting: &'a Meeting, limit: u64) -> Walk<'a> {
        let field = search.field;
        Walk {
            field,
            budget: search.budget,
            peaks: search.peaks,
            block: search.block,
            tally: &meeting.tally,
            marked: (0..field.size()).filter(|&cell| meeting.tally.marks[cell] != 0).collect(),
            path: Vec::new(),
            is_used: vec![false; field.size()],
            limit,
            steps: 0,
        }
    }

    /// Goes back over a cell. `after` and `marks` are the sum and the marks of the cells behind it, `left`
    /// is the number of unused cells of its component, itself included.
    fn back_over(&mut self, cell: usize, after: i64, marks: i32, left: usize) -> Outcome {
        self.steps += 1;
        if self.steps > self.limit {
            return Outcome::TooLong;
        }
        if self.steps.is_multiple_of(1024) && self.budget.is_spent() {
            return Outcome::Stopped;
        }
        let sum = after + self.field.unit(cell);
        let marks = marks + i32::from(self.tally.marks[cell]);
        let is_start = self
            .path
            .last()
            .is_some_and(|&next| self.field.levels[next] == self.field.levels[cell]);
        let is_right = self.block / 2 < sum && sum <= self.block;
        if is_start && is_right && (self.tally.least..=self.tally.greatest).contains(&marks) {
            self.path.push(cell);
            return Outcome::Found;
        }
        let more = (left - 1) as i64 * self.field.unit(cell)
            + self.peaks.before(self.field.component[cell]);
        if sum >= self.block || sum + more <= self.block / 2 {
            return Outcome::None;
        }
        self.path.push(cell);
        self.is_used[cell] = true;
        if self.can_still_be_right(cell, sum, marks) {
            for at in 0..self.field.equal[cell].len() {
                let next = self.field.equal[cell][at];
                if !self.is_used[next] {
                    match self.back_over(next, sum, marks, left - 1) {
                        Outcome::None => {}
                        other @ (Outcome::Found | Outcome::TooLong | Outcome::Stopped) => {
                            return other;
                        }
                    }
                }
            }
            for at in 0..self.field.lower[cell].len() {
                let below = self.field.lower[cell][at];
                if self.peaks.upper(below).is_some_and(|upper| sum + upper > self.block / 2) {
                    let left = self.field.components[self.field.component[below]].cells.len();
                    match self.back_over(below, sum, marks, left) {
                        Outcome::None => {}
                        other @ (Outcome::Found | Outcome::TooLong | Outcome::Stopped) => {
                            return other;
                        }
                    }
                }
            }
        }
        self.is_used[cell] = false;
        self.path.pop();
        Outcome::None
    }

    /// Whether the marks can still become right before the sum is too great.
    fn can_still_be_right(&self, last: usize, sum: i64, marks: i32) -> bool {
        let level = self.field.levels[last];
        let most = i32::try_from((self.block - sum) / 2).unwrap_or(i32::MAX);
        let (mut above, mut below) = (0, 0);
        for &cell in &self.marked {
            if !self.is_used[cell] && self.field.levels[cell] <= level {
                match self.tally.marks[cell] {
                    1 => above += 1,
                    _ => below += 1,
                }
            }
        }
        marks + above.min(most) >= self.tally.least
            && marks - below.min(most) <= self.tally.greatest
    }
}
