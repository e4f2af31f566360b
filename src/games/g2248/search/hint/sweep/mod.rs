//! The longest path in one component, exactly, however many paths there are.
//!
//! The cells of the component's bounding box are passed lane by lane. What the cells behind have done
//! matters to those ahead only through the *frontier*: the last cells passed, one per column of a lane and
//! one more at the corner. A state says of each of them whether it can take more steps, and which two are
//! the ends of one piece of the path. Of all ways that lead to a state, the best is kept. So the work
//! grows with the number of states, which depends on the width of the box, not with the number of paths.
//!
//! All cells have equal numbers, so two steps of a path that cross each other can be replaced with two that
//! do not, without a change of its cells or its ends: paths that cross themselves are left out.

mod frontier;
mod step;

use std::collections::HashMap;

use self::frontier::{CLOSED, END, LABEL, Layer, OPEN, Origin, SLOTS, START, State};
use self::step::{AHEAD, BACK, CORNER, Step, UP};
use super::field::Field;
use crate::game::search::{Budget, Spent};

/// The question about a component.
pub(super) struct Question<'a> {
    pub(super) field: &'a Field,
    pub(super) component: usize,
    /// For each cell of the board: whether a path may start there, and what it gains by that.
    pub(super) starts: &'a [Option<i64>],
    /// For each cell of the board: whether a path may end there, and what it gains by that.
    pub(super) ends: &'a [Option<i64>],
    /// A path is of interest only if its value is above this.
    pub(super) floor: i64,
    /// A condition on the cells of the path.
    pub(super) tally: Option<&'a Tally>,
}

/// A condition on the cells of a path: the sum of their marks.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    /// A mark for each cell of the board: −1, 0 or 1.
    pub(super) marks: Vec<i8>,
    /// The least sum allowed.
    pub(super) least: i32,
    /// The greatest sum allowed.
    pub(super) greatest: i32,
}

/// The answer.
#[derive(Debug)]
pub(super) enum Answer {
    /// A path of two or more cells with the greatest value: its numbers, and what it gains at its ends.
    Best { value: i64, path: Vec<usize> },
    /// No path has a value above the floor.
    Nothing,
    /// The budget was spent. No path has a value above this bound; a good one may have been found.
    Spent { bound: i64, best: Option<Vec<usize>>, spent: Spent },
}

/// The last step of the best complete path.
struct Last {
    layer: usize,
    origin: Origin,
}

/// What a pass over all cells found.
struct Pass {
    /// A path better than all before.
    path: Option<Vec<usize>>,
    /// A value that no path exceeds.
    bound: i64,
    spent: Option<Spent>,
}

/// How many states the passes keep at a time.
const WIDTHS: [usize; 5] = [200, 2_000, 20_000, 200_000, usize::MAX];
/// The approximate memory of a state in the two layers at work, in bytes.
const BYTES_PER_STATE: usize = 90;

/// A sweep over the box of a component.
pub(super) struct Sweep<'a> {
    question: &'a Question<'a>,
    unit: i64,
    /// Cells of a lane.
    across: usize,
    /// The cell of the component at each place of the box, lane by lane.
    cells: Vec<Option<usize>>,
    /// The sum of the cells from each place on that touch two or more others.
    rest: Vec<i64>,
    /// The greatest gain of a start and of an end from each place on.
    start_ahead: Vec<Option<i64>>,
    end_ahead: Vec<Option<i64>>,
    /// For each place the place of the last cell that touches its cell, or its own.
    last_touch: Vec<usize>,
    /// The cells from each place on that touch one other cell only: on a path they are ends.
    tips_ahead: Vec<i64>,
    /// The cells marked −1 and +1 from each place on.
    marks_ahead: Vec<(i32, i32)>,
    /// Whether a path may be reversed, so that only one direction matters.
    is_symmetric: bool,
    best: i64,
    last: Option<Last>,
}

impl<'a> Sweep<'a> {
    pub(super) fn new(question: &'a Question<'a>) -> Sweep<'a> {
        let field = question.field;
        let component = &field.components[question.component];
        let places = || component.cells.iter().map(|&cell| field.place(cell));
        let top = places().map(|(row, _)| row).min().unwrap_or(0);
        let bottom = places().map(|(row, _)| row).max().unwrap_or(0);
        let left = places().map(|(_, column)| column).min().unwrap_or(0);
        let right = places().map(|(_, column)| column).max().unwrap_or(0);
        let (height, width) = (bottom - top + 1, right - left + 1);
        let is_turned = width > height;
        let (across, lanes) = if is_turned { (height, width) } else { (width, height) };
        let cell = |place: usize| {
            let (lane, at) = (place / across, place % across);
            let (row, column) = if is_turned { (at, lane) } else { (lane, at) };
            let cell = (top + row) * field.columns + left + column;
            (field.component[cell] == question.component && field.levels[cell] > 0).then_some(cell)
        };
        let cells: Vec<Option<usize>> = (0..across * lanes).map(cell).collect();
        let is_symmetric = component
            .cells
            .iter()
            .all(|&cell| question.starts[cell] == Some(0) && question.ends[cell] == Some(0));
        let mut sweep = Sweep {
            question,
            unit: component.unit(),
            across,
            rest: vec![0; cells.len() + 1],
            start_ahead: vec![None; cells.len() + 1],
            end_ahead: vec![None; cells.len() + 1],
            marks_ahead: vec![(0, 0); cells.len() + 1],
            last_touch: (0..cells.len()).collect(),
            tips_ahead: vec![0; cells.len() + 1],
            cells,
            is_symmetric,
            best: question.floor,
            last: None,
        };
        sweep.look_ahead();
        sweep
    }

    /// The steps back from a place: their bits, and the places they lead to.
    fn steps_back(&self, place: usize) -> impl Iterator<Item = (u8, usize)> + use<'_, 'a> {
        let at = place % self.across;
        let is_inside = move |step: u8| match step {
            BACK | CORNER => at > 0,
            AHEAD => at + 1 < self.across,
            _ => true,
        };
        let back =
            [(BACK, 1), (CORNER, self.across + 1), (UP, self.across), (AHEAD, self.across - 1)];
        back.into_iter().filter(move |&(step, _)| is_inside(step)).filter_map(
            move |(step, distance)| {
                let other = place.checked_sub(distance)?;
                self.cells[other].map(|_| (step, other))
            },
        )
    }

    fn look_ahead(&mut self) {
        let mut degrees = vec![0; self.cells.len()];
        for place in 0..self.cells.len() {
            if self.cells[place].is_some() {
                let touched: Vec<usize> = self.steps_back(place).map(|(_, other)| other).collect();
                degrees[place] += touched.len();
                for other in touched {
                    degrees[other] += 1;
                    self.last_touch[other] = place;
                }
            }
        }
        for place in (0..self.cells.len()).rev() {
            let after = place + 1;
            self.rest[place] = self.rest[after];
            self.start_ahead[place] = self.start_ahead[after];
            self.end_ahead[place] = self.end_ahead[after];
            self.marks_ahead[place] = self.marks_ahead[after];
            self.tips_ahead[place] = self.tips_ahead[after];
            if let Some(cell) = self.cells[place] {
                if degrees[place] > 1 {
                    self.rest[place] += self.unit;
                } else {
                    self.tips_ahead[place] += 1;
                }
                self.start_ahead[place] = self.start_ahead[after].max(self.question.starts[cell]);
                self.end_ahead[place] = self.end_ahead[after].max(self.question.ends[cell]);
                match self.mark(cell) {
                    1 => self.marks_ahead[place].1 += 1,
                    -1 => self.marks_ahead[place].0 += 1,
                    _ => {}
                }
            }
        }
    }

    fn mark(&self, cell: usize) -> i32 {
        self.question.tally.map_or(0, |tally| i32::from(tally.marks[cell]))
    }

    /// Answers the question, and counts the states in `states`.
    ///
    /// Each pass keeps more states than the one before, those first that promise most. A pass is a proof if
    /// it dropped nothing that could have beaten its path.
    pub(super) fn answer(mut self, budget: &Budget<'_>, states: &mut u64) -> Answer {
        let mut best: Option<Vec<usize>> = None;
        let mut bound = i64::MAX;
        for width in WIDTHS {
            let pass = self.pass(width, budget, states);
            if let Some(path) = pass.path {
                best = Some(path);
            }
            bound = bound.min(pass.bound).max(self.best);
            if bound == self.best {
                return match best {
                    Some(path) => Answer::Best { value: self.best, path },
                    None => Answer::Nothing,
                };
            }
            if let Some(spent) = pass.spent {
                return Answer::Spent { bound, best, spent };
            }
        }
        unreachable!("the last pass keeps everything")
    }

    /// Passes all cells, and keeps no more than `width` states at a time.
    fn pass(&mut self, width: usize, budget: &Budget<'_>, states: &mut u64) -> Pass {
        let mut layer = Layer::default();
        let empty = State { slots: [CLOSED; SLOTS], value: 0, tally: 0 };
        layer.add(self.key(&empty), 0, Origin { before: 0, steps: 0 });
        let mut history: Vec<Vec<Origin>> = Vec::new();
        let mut held = 0;
        let mut dropped = i64::MIN;
        let mut spent = None;
        for place in 0..self.cells.len() {
            let step = Step::new(self, place);
            let mut next = Layer::default();
            for at in 0..layer.keys.len() {
                let room = (layer.keys.len() + next.keys.len()) * BYTES_PER_STATE + held;
                if at % 1024 == 0 && budget.is_spent() {
                    spent = Some(Spent::Stopped);
                } else if room > budget.memory || next.keys.len() > u32::MAX as usize / 2 {
                    spent = Some(Spent::Memory);
                }
                if spent.is_some() {
                    dropped = dropped.max(self.bound(place, &layer));
                    break;
                }
                let state = self.state(layer.keys[at], layer.values[at]);
                step.advance(self, &state, at as u32, history.len(), &mut next);
            }
            *states += layer.keys.len() as u64;
            budget.show_states(*states);
            held += layer.origins.len() * size_of::<Origin>();
            history.push(std::mem::take(&mut layer.origins));
            if spent.is_some() {
                break;
            }
            if next.keys.len() > width {
                dropped = dropped.max(self.narrow(place + 1, &mut next, width));
            }
            layer = next;
        }
        let path = self.last.take().map(|last| self.trace(&last, &history));
        Pass { path, bound: dropped.max(self.best), spent }
    }

    /// Keeps the most promising states of a layer, and returns what the best of the others promised.
    fn narrow(&self, place: usize, layer: &mut Layer, width: usize) -> i64 {
        let promise = |at: usize| {
            let state = self.state(layer.keys[at], layer.values[at]);
            self.potential(place, &state).unwrap_or(i64::MIN)
        };
        let mut order: Vec<(i64, usize)> =
            (0..layer.keys.len()).map(|at| (promise(at), at)).collect();
        order.sort_unstable_by_key(|&(promise, at)| (std::cmp::Reverse(promise), at));
        let dropped = order[width].0;
        order.truncate(width);
        layer.keys = order.iter().map(|&(_, at)| layer.keys[at]).collect();
        layer.values = order.iter().map(|&(_, at)| layer.values[at]).collect();
        layer.origins = order.iter().map(|&(_, at)| layer.origins[at]).collect();
        layer.index.clear();
        dropped
    }

    /// An upper bound on the values of paths that continue from the states before a place.
    fn bound(&self, place: usize, layer: &Layer) -> i64 {
        let potential =
            |(&key, &value): (&u128, &i64)| self.potential(place, &self.state(key, value));
        let open = layer.keys.iter().zip(&layer.values).filter_map(potential).max();
        self.best.max(open.unwrap_or(self.best))
    }

    /// An upper bound on the values of paths that continue from a state before a place; `None` if none does.
    fn potential(&self, place: usize, state: &State) -> Option<i64> {
        let place = place.min(self.cells.len());
        let frontier = place.saturating_sub(self.across + 1);
        let mut value = state.value + self.rest[place];
        let (mut has_start, mut has_end) = (false, false);
        for &code in &state.slots[..=self.across] {
            match code {
                OPEN => value += self.unit,
                START => has_start = true,
                END => has_end = true,
                _ => {}
            }
        }
        if let Some(tally) = self.question.tally {
            let (below, above) = self.marks_ahead[frontier];
            if state.tally + above < tally.least || state.tally - below > tally.greatest {
                return None;
            }
        }
        let tips = self.tips_ahead[place];
        if !has_start {
            value += self.start_ahead[frontier]?;
        }
        if !has_end {
            value += self.end_ahead[frontier]?;
        }
        let tips = tips.min(i64::from(!has_start) + i64::from(!has_end));
        value += tips * self.unit;
        Some(value)
    }

    /// A state as a number: four bits a slot, labels in the order of their slots; above them the tally.
    fn key(&self, state: &State) -> u128 {
        let mut key = u128::from((state.tally + 0x8000) as u16) << 80;
        let mut labels = [0u8; 128];
        let mut next = LABEL;
        for (slot, &code) in state.slots[..=self.across].iter().enumerate() {
            let code = if code < LABEL {
                code
            } else {
                let label = &mut labels[usize::from(code)];
                if *label == 0 {
                    *label = next;
                    next += 1;
                }
                *label
            };
            key |= u128::from(code) << (4 * slot);
        }
        key
    }

    fn state(&self, key: u128, value: i64) -> State {
        let mut slots = [CLOSED; SLOTS];
        for (slot, code) in slots.iter_mut().enumerate().take(self.across + 1) {
            *code = (key >> (4 * slot)) as u8 & 15;
        }
        State { slots, value, tally: (key >> 80) as i32 - 0x8000 }
    }

    fn complete(&mut self, state: &State, layer: usize, origin: Origin) {
        let is_allowed = self
            .question
            .tally
            .is_none_or(|tally| (tally.least..=tally.greatest).contains(&state.tally));
        if state.value > self.best && is_allowed {
            self.best = state.value;
            self.last = Some(Last { layer, origin });
        }
    }

    /// The cells of the best path, from its start to its end.
    fn trace(&self, last: &Last, history: &[Vec<Origin>]) -> Vec<usize> {
        let mut links: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut origin = last.origin;
        for place in (0..=last.layer).rev() {
            if let Some(cell) = self.cells.get(place).copied().flatten() {
                for (step, other) in self.steps_back(place) {
                    if let Some(other) = self.cells[other].filter(|_| origin.steps & step != 0) {
                        links.entry(cell).or_default().push(other);
                        links.entry(other).or_default().push(cell);
                    }
                }
            }
            origin = history[place][origin.before as usize];
        }
        let gain = |path: &[usize]| {
            let start = self.question.starts[path[0]]?;
            Some(start + self.question.ends[path[path.len() - 1]]?)
        };
        let first = self
            .cells
            .iter()
            .flatten()
            .find(|cell| links.get(cell).is_some_and(|to| to.len() == 1));
        let mut path: Vec<usize> = first.into_iter().copied().collect();
        while let Some(&next) = path.last().and_then(|cell| {
            links[cell].iter().find(|&&next| path.len() < 2 || next != path[path.len() - 2])
        }) {
            path.push(next);
        }
        let mut reversed = path.clone();
        reversed.reverse();
        if gain(&reversed) > gain(&path) { reversed } else { path }
    }
}
